//! Variants: how the streams of a pass lie, as far as the text of its shader depends on it. Most kernels only ever
//! meet one or two.

use crate::geometry::{Geometry, Layout};
use crate::glsl::Dialect;
use crate::ir::{Module, Port};
use crate::texel::Components;

use super::{InputUse, Uses};

/// How a stream lies, as far as the text of its access functions depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Access {
    /// Four elements a texel.
    pub packed: bool,
    /// Rows of elements are not rows of texels.
    pub wrapped: bool,
    /// Element `i` lies in the texel in which element `i` of the output lies, of textures of one size.
    pub aligned: bool,
    /// How many layers the texture has; neighbours are in different ones.
    pub layers: usize,
    /// Its width is a power of two, as that of every list is.
    pub power: bool,
}

impl Access {
    /// As the output lies, in rows of a power of two.
    const ALIGNED: Access = Access { packed: false, wrapped: false, aligned: true, layers: 1, power: true };
}

/// How the streams of a pass lie, as far as its text depends on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Variant {
    /// The streams that it reads.
    pub inputs: Vec<Access>,
    /// Those that it writes.
    pub output: Access,
    /// What is left of a last texel is filled with a value that shows.
    pub tail: bool,
    /// A loop that the driver has ended is found: its fragment is discarded.
    pub guarded: bool,
    /// The kernel runs for the elements of the stream alone: on what is beside its end, a loop might go on for ever.
    pub skips_padding: bool,
}

impl Variant {
    /// The variant for inputs of these geometries and numbers of layers and an output of that geometry, with what the
    /// kernel does not care for left out.
    pub fn of(uses: &Uses, inputs: &[(Geometry, usize)], output: &Geometry) -> Variant {
        let access = |((geometry, layers), uses): (&(Geometry, usize), &InputUse)| {
            let packed = geometry.layout == Layout::Packed;
            let wrapped = uses.by_column_row() && geometry.wrapped();
            let aligned = uses.here
                && *layers == 1
                && geometry.layout == output.layout
                && (geometry.width, geometry.height) == (output.width, output.height);
            let translated = uses.by_number()
                || (uses.here && !aligned)
                || (uses.by_column_row() && (packed || wrapped || *layers > 1));
            let power = !translated || geometry.width.is_power_of_two();
            Access { packed, wrapped, aligned, layers: *layers, power }
        };
        Variant {
            inputs: inputs.iter().zip(&uses.inputs).map(access).collect(),
            output: Access {
                packed: output.layout == Layout::Packed,
                wrapped: (uses.here_x || uses.here_y) && output.wrapped(),
                aligned: true,
                layers: 1,
                power: true,
            },
            tail: false,
            guarded: false,
            skips_padding: uses.ended_by_data,
        }
    }

    /// The variant for streams that all lie alike; of vectors there is none that is packed. With everything plain, it is the
    /// one that a kernel is compiled in first.
    pub fn uniform(module: &Module, uses: &Uses, layout: Layout) -> Variant {
        let interface = &module.interface;
        // All that a pass writes lies alike.
        let lanes = |ports: &[Port]| ports.iter().all(|port| port.components() == Components::One);
        let packed = |ports: &[Port]| layout == Layout::Packed && lanes(ports);
        let output = Access { packed: packed(&interface.outputs), ..Access::ALIGNED };
        let access = |(port, uses): (&Port, &InputUse)| {
            let packed = packed(std::slice::from_ref(port));
            Access { packed, aligned: uses.here && packed == output.packed, ..Access::ALIGNED }
        };
        let inputs = interface.inputs.iter().zip(&uses.inputs).map(access).collect();
        Variant { inputs, output, tail: output.packed, guarded: false, skips_padding: uses.ended_by_data }
    }

    /// Whether the kernel runs only where there is an element: what is past the end would also take iterations from its neighbours,
    /// where those are counted.
    pub(super) fn tests_for_end(&self) -> bool {
        self.guarded || self.skips_padding
    }

    /// Whether the kernel's `main` is run by another, which makes texels of elements.
    pub(super) fn runs(&self, module: &Module, dialect: Dialect) -> bool {
        self.output.packed
            || self.tests_for_end()
            || dialect == Dialect::Gl2
            || module.interface.outputs.iter().any(padded)
    }
}

/// Whether a texel has a number more than the element.
pub(super) fn padded(port: &Port) -> bool {
    port.components() == Components::Three
}
