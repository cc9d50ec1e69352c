//! A kernel as written: its text, and the texts it includes.

use std::borrow::Cow;

use crate::texel::{Components, Texel};

use super::diagnose::{CompileError, Problem};

/// A kernel as written, before it is compiled: a name for messages, and a text without `#version`.
///
/// Make one with [`glsl!`](crate::glsl) from a file, or with [`Source::new`] from a string; compile it with
/// [`Device::kernel`](crate::Device::kernel). What the text may hold is in the documentation of [`Kernel`](crate::Kernel).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Source {
    name: Cow<'static, str>,
    text: Cow<'static, str>,
    element: Components,
    parts: Vec<(Cow<'static, str>, Cow<'static, str>)>,
}

impl Source {
    /// A kernel called `name` with this text.
    pub fn new(name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        Source { name: name.into(), text: text.into(), element: Components::One, parts: Vec::new() }
    }

    /// Says what the word `element` stands for in the text: the GLSL type of `T`. Without it: `float`.
    pub fn element<T: Texel>(self) -> Source {
        self.element_of(T::COMPONENTS)
    }

    pub(crate) fn element_of(mut self, element: Components) -> Source {
        self.element = element;
        self
    }

    /// Adds a text that `#include "name"` brings in.
    pub fn part(mut self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Source {
        self.parts.push((name.into(), text.into()));
        self
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

    fn find(&self, name: &str) -> Option<&str> {
        let part = self.parts.iter().find(|(part, _)| part == name).map(|(_, text)| text.as_ref());
        part.or_else(|| SHARED.iter().find(|(shared, _)| *shared == name).map(|(_, text)| *text))
    }

    /// The lines of the kernel with those of its includes in their places, each knowing where it comes from. A file that
    /// is included twice comes once.
    pub(crate) fn lines(&self) -> Result<Vec<Line>, Box<CompileError>> {
        let mut lines = Vec::new();
        let mut included = Vec::new();
        self.flatten(&self.name, &self.text, &mut lines, &mut included)?;
        Ok(lines)
    }

    fn flatten(
        &self,
        file: &str,
        text: &str,
        lines: &mut Vec<Line>,
        included: &mut Vec<String>,
    ) -> Result<(), Box<CompileError>> {
        let code = without_comments(text);
        for (number, (text, code)) in text.lines().zip(code.lines()).enumerate() {
            let line = Line {
                file: file.to_owned(),
                number: number + 1,
                text: text.to_owned(),
                code: code.trim_end().to_owned(),
            };
            let directive = code.trim_start();
            if !directive.starts_with('#') {
                lines.push(line);
                continue;
            }
            let refuse = |message: String| {
                let (column, length) = (code.len() - directive.len(), directive.trim_end().len());
                CompileError::of(self.name(), Problem::at(&line, column, length, message))
            };
            let Some(name) = include_name(directive) else {
                return Err(refuse(
                    "the only `#` line in a kernel is `#include \"name\"`; write constants as `const float name = value;`"
                        .into(),
                ));
            };
            if included.iter().any(|done| done == name) {
                continue;
            }
            let Some(text) = self.find(name) else {
                let mut known: Vec<&str> = self.parts.iter().map(|(part, _)| part.as_ref()).collect();
                known.extend(SHARED.iter().map(|(name, _)| *name));
                return Err(refuse(format!("there is no `{name}` to include; there is {}", known.join(", "))));
            };
            included.push(name.to_owned());
            self.flatten(name, text, lines, included)?;
        }
        Ok(())
    }
}

fn include_name(directive: &str) -> Option<&str> {
    directive[1..].trim().strip_prefix("include")?.trim().strip_prefix('"')?.strip_suffix('"')
}

/// A line, and where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub file: String,
    /// From 1.
    pub number: usize,
    /// As written, for messages.
    pub text: String,
    /// Without its comments, column for column.
    pub code: String,
}

/// The text with its comments blanked out, so that no driver sees what is in them: some splice lines that end in a
/// backslash, some refuse letters that are not ASCII. A comment without an end is left for whoever splits the text.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let comment = &rest[at..];
        let length = match comment.starts_with("//") {
            true => comment.find('\n').unwrap_or(comment.len()),
            false => match comment[2..].find("*/") {
                Some(end) => end + 4,
                None => break,
            },
        };
        code.push_str(&rest[..at]);
        // A space for each byte, so that columns stay.
        code.extend(comment[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        rest = &comment[length..];
    }
    code.push_str(rest);
    code
}

macro_rules! shared {
    ($file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/shared/", $file))
    };
}

/// The files that every kernel can include.
const SHARED: [(&str, &str); 26] = [
    ("shared/select.glsl", shared!("select.glsl")),
    ("shared/null.glsl", shared!("null.glsl")),
    ("shared/bitonic.glsl", shared!("bitonic.glsl")),
    ("shared/bitonic_float.glsl", shared!("bitonic_float.glsl")),
    ("shared/texel_of_one.glsl", shared!("texel_of_one.glsl")),
    ("shared/texel_of_four.glsl", shared!("texel_of_four.glsl")),
    ("shared/rest_of_four.glsl", shared!("rest_of_four.glsl")),
    ("shared/four_texels.glsl", shared!("four_texels.glsl")),
    ("shared/texels_before.glsl", shared!("texels_before.glsl")),
    ("shared/four_packed.glsl", shared!("four_packed.glsl")),
    ("shared/four_plain.glsl", shared!("four_plain.glsl")),
    ("shared/sort_keys.glsl", shared!("sort_keys.glsl")),
    ("shared/sort_pairs.glsl", shared!("sort_pairs.glsl")),
    ("shared/load_keys.glsl", shared!("load_keys.glsl")),
    ("shared/load_pairs.glsl", shared!("load_pairs.glsl")),
    ("shared/sort_heads.glsl", shared!("sort_heads.glsl")),
    ("shared/packed_keys.glsl", shared!("packed_keys.glsl")),
    ("shared/packed_pairs.glsl", shared!("packed_pairs.glsl")),
    ("shared/load_packed_keys.glsl", shared!("load_packed_keys.glsl")),
    ("shared/load_packed_pairs.glsl", shared!("load_packed_pairs.glsl")),
    ("shared/packed_result.glsl", shared!("packed_result.glsl")),
    ("shared/plain_result.glsl", shared!("plain_result.glsl")),
    ("shared/kept_of_one.glsl", shared!("kept_of_one.glsl")),
    ("shared/kept_of_four.glsl", shared!("kept_of_four.glsl")),
    ("shared/lane_of.glsl", shared!("lane_of.glsl")),
    ("shared/search_step.glsl", shared!("search_step.glsl")),
];

/// A [`Source`](crate::kernel::Source) from a file of your crate's `glsl/` folder, taken in when the crate is compiled:
/// `glsl!("primitives/reduce_2x2.frag")`.
#[macro_export]
macro_rules! glsl {
    ($path:literal) => {
        $crate::kernel::Source::new($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/", $path)))
    };
}
