//! The source of a kernel: its text, the texts that it includes, and the values of its parameters.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::texel::{Components, Stored};
use crate::value::Value;

use super::text::Text;

/// A kernel as written, before it is compiled: a name for messages, and a text without `#version`.
///
/// Make one with [`glsl!`](macro@crate::glsl) from a file, or with [`Source::new`] from a string; compile it with
/// [`Device::kernel`](crate::Device::kernel). What the text may hold is in the documentation of [`Kernel`](crate::Kernel).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Source {
    name: Text,
    text: Text,
    element: Components,
    parts: Vec<Part>,
    values: Vec<(Text, ParameterValue)>,
    bodies: Vec<(Text, FunctionBody)>,
}

/// The value of a parameter. Two values are equal if they have the same type and bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParameterValue(pub Value);

impl ParameterValue {
    fn bits(self) -> (u8, [u32; 4], i64) {
        let vector = |kind: u8, of: &[f32]| {
            let mut bits = [0; 4];
            bits.iter_mut().zip(of).for_each(|(bits, x)| *bits = x.to_bits());
            (kind, bits, 0)
        };
        match self.0 {
            Value::Float(x) => vector(0, &[x]),
            Value::Vec2(v) => vector(1, &v),
            Value::Vec3(v) => vector(2, &v),
            Value::Vec4(v) => vector(3, &v),
            Value::Index(value) => (4, [0; 4], value),
            Value::Bool(value) => (5, [0; 4], value.into()),
        }
    }
}

impl PartialEq for ParameterValue {
    fn eq(&self, other: &ParameterValue) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for ParameterValue {}

impl Hash for ParameterValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

/// The body of a function that is a parameter of a kernel.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FunctionBody {
    /// The file name of the text in messages.
    pub file: Text,
    /// Statements, or an expression in which all numbers are floats.
    pub text: Text,
    /// Whether the text is an expression.
    pub expression: bool,
    /// The files whose functions it may call.
    pub includes: &'static [&'static str],
}

/// A text that a kernel can include.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Part {
    name: Text,
    text: Text,
    /// Whether it is a one-line expression, in which all numbers are floats.
    expression: bool,
}

impl Source {
    /// Returns the source of a kernel with this name and text.
    pub fn new(name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        Source {
            name: name.into().into(),
            text: text.into().into(),
            element: Components::One,
            parts: vec![],
            values: vec![],
            bodies: vec![],
        }
    }

    /// Sets what the word `element` stands for in the text: the type of `T` in kernels. The default is `float`.
    pub fn element<T: Stored>(self) -> Source {
        self.element_of(T::COMPONENTS)
    }

    pub(crate) fn element_of(mut self, element: Components) -> Source {
        self.element = element;
        self
    }

    /// Sets the value of a parameter of the kernel: `parameter index steps;` is 4 after `.parameter("steps", 4)`.
    ///
    /// ```
    /// use brooklet::Device;
    /// use brooklet::kernel::Source;
    /// let text = "
    ///     parameter index taps;
    ///     input float x;
    ///     output float sum;
    ///     void main() {
    ///         float item[taps];
    ///         for (index k = 0; k < taps; k++) { item[k] = clamped(x, here() + k); }
    ///         sum = 0.0;
    ///         for (index k = 0; k < taps; k++) { sum += item[k]; }
    ///     }";
    /// let device = Device::headless()?;
    /// let kernel = device.kernel(&Source::new("taps", text).parameter("taps", 3))?;
    /// let x = device.upload(&[1.0, 2.0, 3.0, 4.0])?;
    /// let mut sum = device.stream::<f32>(4)?;
    /// device.pass(&kernel).input("x", &x).output("sum", &mut sum).run()?;
    /// assert_eq!(sum.read()?, [6.0, 9.0, 11.0, 12.0]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn parameter(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Source {
        self.values.push((name.into().into(), ParameterValue(value.into())));
        self
    }

    /// Sets the body of a function that is a parameter of the kernel. The body is an expression of the function's arguments.
    ///
    /// ```
    /// use brooklet::kernel::{self, Source};
    /// let text = "
    ///     parameter float combine(float a, float b);
    ///     input float x;
    ///     output float y;
    ///     void main() { y = combine(fetch(x, 2 * here()), fetch(x, 2 * here() + 1)); }";
    /// let (kernel, _warnings) = kernel::compile(&Source::new("pairs", text).function("combine", "max(a, b)"))?;
    /// assert_eq!(kernel.interface.inputs[0].name, "x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn function(self, name: impl Into<Cow<'static, str>>, expression: impl Into<Cow<'static, str>>) -> Source {
        let name = name.into();
        let body = FunctionBody {
            file: format!("function {name}").into(),
            text: expression.into().into(),
            expression: true,
            includes: &[],
        };
        self.bind(name.into(), body)
    }

    /// Sets the body of a function that is a parameter of the kernel.
    pub(crate) fn bind(mut self, name: Text, body: FunctionBody) -> Source {
        self.bodies.push((name, body));
        self
    }

    pub(super) fn values(&self) -> &[(Text, ParameterValue)] {
        &self.values
    }

    pub(super) fn bodies(&self) -> &[(Text, FunctionBody)] {
        &self.bodies
    }

    /// Adds a text that `#include "name"` inserts.
    pub fn part(self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        self.part_of(name.into().into(), text.into().into(), false)
    }

    /// Adds a text that `#include "name"` inserts, and that may be shared. `expression` says that it is a one-line expression, which is
    /// included in place of a value.
    pub(crate) fn part_of(mut self, name: Text, text: Text, expression: bool) -> Source {
        self.parts.push(Part { name, text, expression });
        self
    }

    /// Adds a one-line expression that `#include "name"` inserts in place of a value.
    pub(crate) fn expression(self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        self.part_of(name.into().into(), text.into().into(), true)
    }

    /// Returns the same source with another text.
    #[cfg(test)]
    pub(crate) fn with_text(self, text: String) -> Source {
        Source { text: text.into(), ..self }
    }

    /// Returns the name in messages, which is the whole path: `primitives/reduce_2x2.frag`.
    pub fn path(&self) -> &str {
        &self.name
    }

    /// Returns the name in a [`Trace`](crate::Trace), which is the path without folders and without `.frag`: `reduce_2x2`.
    pub fn name(&self) -> &str {
        let file = self.name.rsplit(std::path::is_separator).next().unwrap_or(&self.name);
        file.strip_suffix(".frag").unwrap_or(file)
    }

    pub(crate) fn element_type(&self) -> Components {
        self.element
    }

    pub(super) fn find(&self, name: &str) -> Option<&str> {
        let part = self.parts.iter().find(|part| *part.name == *name).map(|part| &*part.text);
        part.or_else(|| SHARED.iter().find(|(shared, _)| *shared == name).map(|(_, text)| *text))
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text that `#include "name"` inserts, and whether it is a one-line expression.
    pub(super) fn included(&self, name: &str) -> Option<(&str, bool)> {
        let expression = self.parts.iter().find(|part| *part.name == *name).is_some_and(|part| part.expression);
        self.find(name).map(|text| (text, expression))
    }

    /// Returns the names of all texts that the kernel can include.
    pub(super) fn includable(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| &*part.name).chain(SHARED.iter().map(|(name, _)| *name))
    }
}

macro_rules! shared {
    ($file:literal) => {
        $crate::kernel_text!(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/shared/", $file)))
    };
}

/// The files that every kernel can include.
const SHARED: &[(&str, &str)] = &[
    ("shared/part.glsl", shared!("part.glsl")),
    ("shared/argsort_positions.glsl", shared!("argsort_positions.glsl")),
    ("shared/radix_digit.glsl", shared!("radix_digit.glsl")),
    ("shared/key_order.glsl", shared!("key_order.glsl")),
    ("shared/top_position.glsl", shared!("top_position.glsl")),
    ("shared/collide_halves.glsl", shared!("collide_halves.glsl")),
    ("shared/collide_gap.glsl", shared!("collide_gap.glsl")),
    ("shared/integer_words.glsl", shared!("integer_words.glsl")),
    ("shared/march_cells.glsl", shared!("march_cells.glsl")),
    ("shared/merge_path.glsl", shared!("merge_path.glsl")),
    ("shared/border.glsl", shared!("border.glsl")),
    ("shared/complex.glsl", shared!("complex.glsl")),
    ("shared/roots.glsl", shared!("roots.glsl")),
    ("shared/fft_grid.glsl", shared!("fft_grid.glsl")),
    ("shared/bordered_texel.glsl", shared!("bordered_texel.glsl")),
    ("shared/lines.glsl", shared!("lines.glsl")),
    ("shared/least_neighbour.glsl", shared!("least_neighbour.glsl")),
    ("shared/nearer_seed.glsl", shared!("nearer_seed.glsl")),
    ("shared/keep_nearer.glsl", shared!("keep_nearer.glsl")),
    ("shared/pick_lane.glsl", shared!("pick_lane.glsl")),
    ("shared/each_of_four.glsl", shared!("each_of_four.glsl")),
    ("shared/element_of_texel.glsl", shared!("element_of_texel.glsl")),
    ("shared/group_spans.glsl", shared!("group_spans.glsl")),
    ("shared/database_keys.glsl", shared!("database_keys.glsl")),
    ("shared/differs.glsl", shared!("differs.glsl")),
    ("shared/run_firsts.glsl", shared!("run_firsts.glsl")),
    ("shared/segment_flags.glsl", shared!("segment_flags.glsl")),
    ("shared/segment_pairs.glsl", shared!("segment_pairs.glsl")),
    ("shared/segment_scanned.glsl", shared!("segment_scanned.glsl")),
    ("shared/select.glsl", shared!("select.glsl")),
    ("shared/null.glsl", shared!("null.glsl")),
    ("shared/bitonic.glsl", shared!("bitonic.glsl")),
    ("shared/texel_of_one.glsl", shared!("texel_of_one.glsl")),
    ("shared/texel_of_four.glsl", shared!("texel_of_four.glsl")),
    ("shared/reduce_runs.glsl", shared!("reduce_runs.glsl")),
    ("shared/reduce_columns.glsl", shared!("reduce_columns.glsl")),
    ("shared/rest_of_four.glsl", shared!("rest_of_four.glsl")),
    ("shared/texels_before.glsl", shared!("texels_before.glsl")),
    ("shared/four_texels.glsl", shared!("four_texels.glsl")),
    ("shared/four_keys.glsl", shared!("four_keys.glsl")),
    ("shared/packed_group.glsl", shared!("packed_group.glsl")),
    ("shared/packed_texel_at.glsl", shared!("packed_texel_at.glsl")),
    ("shared/sort_group.glsl", shared!("sort_group.glsl")),
    ("shared/sort_heads.glsl", shared!("sort_heads.glsl")),
    ("shared/count_from.glsl", shared!("count_from.glsl")),
    ("shared/kept_of_one.glsl", shared!("kept_of_one.glsl")),
    ("shared/kept_of_four.glsl", shared!("kept_of_four.glsl")),
    ("shared/key_bits.glsl", shared!("key_bits.glsl")),
    ("shared/key_words.glsl", shared!("key_words.glsl")),
    ("shared/philox.glsl", shared!("philox.glsl")),
    ("shared/box_muller.glsl", shared!("box_muller.glsl")),
    ("shared/leaf_of.glsl", shared!("leaf_of.glsl")),
    ("shared/number_of.glsl", shared!("number_of.glsl")),
    ("shared/lane_of.glsl", shared!("lane_of.glsl")),
    ("shared/search_step.glsl", shared!("search_step.glsl")),
    ("shared/raytrace_triangle.glsl", shared!("raytrace_triangle.glsl")),
    ("shared/raytrace_light.glsl", shared!("raytrace_light.glsl")),
    ("shared/raytrace_surface.glsl", shared!("raytrace_surface.glsl")),
    ("shared/raytrace_children.glsl", shared!("raytrace_children.glsl")),
    ("shared/raytrace_cell.glsl", shared!("raytrace_cell.glsl")),
    ("shared/raytrace_spawn.glsl", shared!("raytrace_spawn.glsl")),
    ("shared/particles_outputs.glsl", shared!("particles_outputs.glsl")),
    ("shared/particles_cell.glsl", shared!("particles_cell.glsl")),
    ("shared/particles_square.glsl", shared!("particles_square.glsl")),
    ("shared/particles_around.glsl", shared!("particles_around.glsl")),
    ("shared/particles_around_row.glsl", shared!("particles_around_row.glsl")),
    ("shared/particles_four.glsl", shared!("particles_four.glsl")),
    ("shared/particles_contact.glsl", shared!("particles_contact.glsl")),
    ("shared/sph_density.glsl", shared!("sph_density.glsl")),
    ("shared/sph_force.glsl", shared!("sph_force.glsl")),
    ("shared/sph_walls.glsl", shared!("sph_walls.glsl")),
];

/// Makes a [`Source`](crate::kernel::Source) from a file of your crate's `glsl/` folder, which is read when the crate is compiled:
/// `glsl!("primitives/reduce_2x2.frag")`.
#[macro_export]
macro_rules! glsl {
    ($path:literal) => {
        $crate::kernel::Source::new(
            $path,
            $crate::kernel_text!(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/", $path))),
        )
    };
}

/// Returns the text of a file of a kernel, as it is: only the npm package minifies it.
#[cfg(not(feature = "web"))]
#[doc(hidden)]
#[macro_export]
macro_rules! kernel_text {
    ($text:expr) => {
        $text
    };
}

#[cfg(feature = "web")]
#[doc(hidden)]
#[macro_export]
macro_rules! kernel_text {
    ($text:expr) => {
        $crate::minified!($text)
    };
}
