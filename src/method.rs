//! Descriptions of the methods of primitives, as plain data.

use crate::geometry::Layout;
use crate::ir::{Loops, Needs};

/// Describes a method of a primitive: its name, source, requirements and kernels. The table of an enum of methods holds one for
/// each value, in the order of the values.
#[derive(Clone, Debug)]
pub struct MethodInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in the library, such as `Scan::Pyramid`.
    pub variant: &'static str,
    /// A remark that tables add to the name, in Markdown.
    pub remark: &'static str,
    /// Whether it is the default method on some device.
    pub default: bool,
    /// Passes for n elements, in Markdown; empty for compute shaders.
    pub passes: &'static str,
    /// Passes or dispatches for 2^20 elements, in Markdown.
    pub of_2_20: &'static str,
    /// The publication that describes it.
    pub citation: Citation,
    /// The features that a device must have for it; a method on compute shaders needs nothing else.
    pub needs: Needs,
    /// The fixed units of the pipeline that a device must have for it.
    pub units: Units,
    /// The integer up to which the device's floats must hold integers exactly, if the method computes with them; else 0.
    pub exact_integer: u32,
    /// Whether a method on compute shaders needs `precise`.
    pub precise: bool,
    /// The maximum number of elements that it takes; more are an error.
    pub max_elements: usize,
    /// The best layout of its streams, followed by other layouts that are shown; empty for compute shaders.
    pub layouts: &'static [Layout],
    /// The kernels that it draws, from the files in `glsl/primitives`, including kernels that other methods list too.
    pub kernels: &'static [MethodKernel],
}

impl MethodInfo {
    /// A base for methods of passes over plain streams; each method overrides the other fields.
    pub(crate) const PLAIN: MethodInfo = MethodInfo {
        name: "",
        variant: "",
        remark: "",
        default: false,
        passes: "",
        of_2_20: "",
        citation: Citation::BROOKLET,
        needs: MINIMAL,
        units: Units::NONE,
        exact_integer: 0,
        precise: false,
        max_elements: usize::MAX,
        layouts: &[Layout::Plain],
        kernels: &[],
    };

    /// A base for methods of passes over packed streams, which are shown on plain streams too.
    pub(crate) const PACKED: MethodInfo = MethodInfo { layouts: &[Layout::Packed, Layout::Plain], ..MethodInfo::PLAIN };

    /// A base for methods of dispatches over buffers.
    pub(crate) const COMPUTE: MethodInfo =
        MethodInfo { citation: Citation::COMPUTE, layouts: &[], ..MethodInfo::PLAIN };
}

/// The requirements of passes from one stream to another that use no integers, loops or infinities.
pub(crate) const MINIMAL: Needs = Needs {
    integers: false,
    branches: true,
    loops: Loops::None,
    infinities: false,
    nans: false,
    inputs: 1,
    outputs: 1,
    constants: 0,
};

/// Units of the pipeline beside the fragment processor that not every device has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Units {
    /// Passes draw points.
    pub points: bool,
    /// Passes blend 32-bit floats.
    pub float_blending: bool,
    /// Mip levels average 32-bit floats.
    pub float_mip_levels: bool,
    /// Occlusion queries count fragments.
    pub fragment_counts: bool,
    /// The answer to an occlusion query is waited for. A page in a browser has to leave its task before it gets one.
    pub waits_for_queries: bool,
}

impl Units {
    /// None of them.
    pub const NONE: Units = Units {
        points: false,
        float_blending: false,
        float_mip_levels: false,
        fragment_counts: false,
        waits_for_queries: false,
    };
}

/// The publication that describes a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Citation {
    /// Authors and year, as the gallery shows them.
    pub short: &'static str,
    /// Authors, year and section, as the guide shows it.
    pub full: &'static str,
}

impl Citation {
    /// The citation of a method for the fragment pipeline that was not published before.
    pub(crate) const BROOKLET: Citation = Citation::new("today's, on fragments", "ours");
    /// The citation of a method for compute shaders that was not published before.
    pub(crate) const COMPUTE: Citation = Citation::new("today's", "ours");

    pub(crate) const fn new(short: &'static str, full: &'static str) -> Citation {
        Citation { short, full }
    }

    /// Cites a section of Buck and Purcell's chapter in GPU Gems.
    pub(crate) const fn chapter_37(full: &'static str) -> Citation {
        Citation::new("Buck and Purcell 2004", full)
    }

    /// Cites a section of Horn's chapter in GPU Gems 2.
    pub(crate) const fn horn(full: &'static str) -> Citation {
        Citation::new("Horn 2005", full)
    }

    /// Cites a section of Harris's *Parallel Prefix Sum (Scan) with CUDA*.
    pub(crate) const fn harris(full: &'static str) -> Citation {
        Citation::new("Harris 2007", full)
    }
}

/// A kernel that a method draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodKernel {
    /// Its name: the name of its file in `glsl/primitives`.
    pub name: &'static str,
    /// The streams that it is drawn for.
    pub drawn_for: DrawnFor,
}

/// The streams that a kernel is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnFor {
    /// A plain list of numbers.
    Numbers,
    /// A packed list of numbers.
    Packed,
    /// A list of keys, with a payload.
    Pairs,
    /// Anything else: vectors, rows, other options.
    Others,
}

impl MethodKernel {
    /// Returns a kernel that is drawn for a plain list of numbers.
    pub(crate) const fn new(name: &'static str) -> MethodKernel {
        MethodKernel { name, drawn_for: DrawnFor::Numbers }
    }

    pub(crate) const fn drawn_for(name: &'static str, drawn_for: DrawnFor) -> MethodKernel {
        MethodKernel { name, drawn_for }
    }
}

/// An enum whose values are the methods of a primitive.
///
/// ```
/// use brooklet::catalog::Methods;
/// use brooklet::primitives::Scan;
/// assert_eq!(Scan::HillisSteele.method().citation.short, "Horn 2005");
/// assert_eq!(Scan::named("pyramid"), Some(Scan::Pyramid));
/// ```
pub trait Methods: Copy + 'static {
    /// All methods.
    const VALUES: &'static [Self];
    /// The descriptions of the methods, in the order of [`VALUES`](Methods::VALUES).
    const TABLE: &'static [MethodInfo];

    /// Returns the index of the method in [`VALUES`](Methods::VALUES).
    fn index(self) -> usize;

    /// Returns the description of the method.
    fn method(self) -> &'static MethodInfo {
        &Self::TABLE[self.index()]
    }

    /// Returns the method of this name, if there is one.
    fn named(name: &str) -> Option<Self> {
        Self::VALUES.iter().copied().find(|value| value.method().name == name)
    }
}

/// Implements [`Methods`] for an enum whose table is the constant `METHODS` beside it, with a test that the two agree.
macro_rules! methods {
    ($methods:ident) => {
        impl crate::method::Methods for $methods {
            const VALUES: &'static [$methods] = &$methods::ALL;
            const TABLE: &'static [crate::method::MethodInfo] = &METHODS;

            fn index(self) -> usize {
                self as usize
            }
        }

        const _: () = assert!(
            METHODS.len() == $methods::ALL.len(),
            concat!("METHODS has one row for each value of ", stringify!($methods), "::ALL, in the same order"),
        );

        #[test]
        fn rows_are_in_the_order_of_the_methods() {
            crate::method::check_rows::<$methods>(stringify!($methods));
        }
    };
}
pub(crate) use methods;

/// Panics if a row of `METHODS` belongs to another value, or lacks a field that every row must have.
#[cfg(test)]
pub(crate) fn check_rows<M: Methods + std::fmt::Debug>(methods: &str) {
    for (place, (value, row)) in M::VALUES.iter().zip(M::TABLE).enumerate() {
        let variant = format!("{methods}::{value:?}");
        assert_eq!(value.index(), place, "{methods}::ALL has to list {variant} where the enum does");
        assert_eq!(row.variant, variant, "row {place} of METHODS has to be that of {variant}, with this `variant`");
        assert!(!row.name.is_empty(), "{variant}: its row in METHODS needs a `name`");
        assert!(!row.of_2_20.is_empty(), "{variant}: its row in METHODS needs `of_2_20`");
    }
}
