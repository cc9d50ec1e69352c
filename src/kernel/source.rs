//! Source of a kernel: its text, and the texts it includes.

use std::borrow::Cow;

use crate::texel::{Components, Texel};

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
    /// A kernel called `name` with this text.
    pub fn new(name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        Source { name: name.into().into(), text: text.into().into(), element: Components::One, parts: Vec::new() }
    }

    /// Says what the word `element` stands for in the text: the type that `T` is in kernels. Without it: `float`.
    pub fn element<T: Texel>(self) -> Source {
        self.element_of(T::COMPONENTS)
    }

    pub(crate) fn element_of(mut self, element: Components) -> Source {
        self.element = element;
        self
    }

    /// Adds a text that `#include "name"` brings in.
    pub fn part(self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        self.part_of(name.into().into(), text.into().into(), false)
    }

    /// The same of texts that others have too; an expression goes where a value goes.
    pub(crate) fn part_of(mut self, name: Text, text: Text, expression: bool) -> Source {
        self.parts.push(Part { name, text, expression });
        self
    }

    /// Adds a one-line expression that `#include "name"` brings in, where a value goes.
    pub(crate) fn expression(self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        self.part_of(name.into().into(), text.into().into(), true)
    }

    /// The same kernel with another text.
    #[cfg(test)]
    pub(crate) fn with_text(self, text: String) -> Source {
        Source { text: text.into(), ..self }
    }

    /// The name for messages: of `primitives/reduce_2x2.frag`, the whole path.
    pub fn path(&self) -> &str {
        &self.name
    }

    /// The name in a [`Trace`](crate::Trace): the path without folder and ending.
    pub fn name(&self) -> &str {
        let file = self.name.rsplit('/').next().unwrap_or(&self.name);
        file.strip_suffix(".frag").unwrap_or(file)
    }

    pub(crate) fn element_type(&self) -> Components {
        self.element
    }

    pub(super) fn find(&self, name: &str) -> Option<&str> {
        let part = self.parts.iter().find(|part| *part.name == *name).map(|part| &*part.text);
        part.or_else(|| SHARED.iter().find(|(shared, _)| *shared == name).map(|(_, text)| *text))
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text that `#include "name"` brings in, and whether it is a one-line expression.
    pub(super) fn included(&self, name: &str) -> Option<(&str, bool)> {
        let expression = self.parts.iter().find(|part| *part.name == *name).is_some_and(|part| part.expression);
        self.find(name).map(|text| (text, expression))
    }

    /// What there is to include.
    pub(super) fn includable(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| &*part.name).chain(SHARED.iter().map(|(name, _)| *name))
    }
}

macro_rules! shared {
    ($file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/shared/", $file))
    };
}

/// The files that every kernel can include.
const SHARED: &[(&str, &str)] = &[
    ("shared/collide_gap.glsl", shared!("collide_gap.glsl")),
    ("shared/march_finite.glsl", shared!("march_finite.glsl")),
    ("shared/march_cells.glsl", shared!("march_cells.glsl")),
    ("shared/select.glsl", shared!("select.glsl")),
    ("shared/null.glsl", shared!("null.glsl")),
    ("shared/bitonic.glsl", shared!("bitonic.glsl")),
    ("shared/bitonic_float.glsl", shared!("bitonic_float.glsl")),
    ("shared/texel_of_one.glsl", shared!("texel_of_one.glsl")),
    ("shared/texel_of_four.glsl", shared!("texel_of_four.glsl")),
    ("shared/rest_of_four.glsl", shared!("rest_of_four.glsl")),
    ("shared/texels_before.glsl", shared!("texels_before.glsl")),
    ("shared/four_texels.glsl", shared!("four_texels.glsl")),
    ("shared/four_packed.glsl", shared!("four_packed.glsl")),
    ("shared/four_plain.glsl", shared!("four_plain.glsl")),
    ("shared/sort_keys.glsl", shared!("sort_keys.glsl")),
    ("shared/sort_pairs.glsl", shared!("sort_pairs.glsl")),
    ("shared/load_keys.glsl", shared!("load_keys.glsl")),
    ("shared/load_pairs.glsl", shared!("load_pairs.glsl")),
    ("shared/sort_heads.glsl", shared!("sort_heads.glsl")),
    ("shared/packed_keys.glsl", shared!("packed_keys.glsl")),
    ("shared/packed_pairs.glsl", shared!("packed_pairs.glsl")),
    ("shared/packed_load_keys.glsl", shared!("packed_load_keys.glsl")),
    ("shared/packed_load_pairs.glsl", shared!("packed_load_pairs.glsl")),
    ("shared/one_step.glsl", shared!("one_step.glsl")),
    ("shared/two_steps.glsl", shared!("two_steps.glsl")),
    ("shared/packed_result.glsl", shared!("packed_result.glsl")),
    ("shared/plain_result.glsl", shared!("plain_result.glsl")),
    ("shared/kept_of_one.glsl", shared!("kept_of_one.glsl")),
    ("shared/kept_of_four.glsl", shared!("kept_of_four.glsl")),
    ("shared/lane_of.glsl", shared!("lane_of.glsl")),
    ("shared/search_step.glsl", shared!("search_step.glsl")),
    ("shared/level.glsl", shared!("level.glsl")),
    ("shared/level_counted.glsl", shared!("level_counted.glsl")),
    ("shared/raytrace_triangle.glsl", shared!("raytrace_triangle.glsl")),
    ("shared/raytrace_light.glsl", shared!("raytrace_light.glsl")),
    ("shared/raytrace_surface.glsl", shared!("raytrace_surface.glsl")),
    ("shared/raytrace_children.glsl", shared!("raytrace_children.glsl")),
    ("shared/raytrace_cell.glsl", shared!("raytrace_cell.glsl")),
    ("shared/raytrace_spawn.glsl", shared!("raytrace_spawn.glsl")),
    ("shared/particles_cell.glsl", shared!("particles_cell.glsl")),
    ("shared/particles_contact.glsl", shared!("particles_contact.glsl")),
];

/// A [`Source`](crate::kernel::Source) from a file of your crate's `glsl/` folder, taken in when the crate is compiled:
/// `glsl!("primitives/reduce_2x2.frag")`.
#[macro_export]
macro_rules! glsl {
    ($path:literal) => {
        $crate::kernel::Source::new($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/", $path)))
    };
}
