//! Writes shaders that people read: with the comments of the kernel's source, with numbers in hexadecimal digits where the source has them,
//! and without operations and variables that add nothing. Drivers get the text of [`write`](super::writer::write) instead, which does the same.

mod comments;
mod hexadecimal;
mod identities;
mod results;

use rustc_hash::FxHashSet;

use super::writer::{Lines, ascii};
use super::{Dialect, Shader, UniformSource, Unsupported, write};
use crate::ir::Kernel;
use crate::ir::access::Variant;
use comments::{Comments, Place};
use hexadecimal::Hexadecimal;

/// The maximum length of a line with a comment at its end.
const LINE: usize = 140;

/// Writes the shader of a kernel for streams with the layouts of the variant, for people who read it.
pub(crate) fn write_readable(kernel: &Kernel, dialect: Dialect, variant: &Variant) -> Result<Shader, Unsupported> {
    let mut simpler = kernel.clone();
    identities::remove(&mut simpler);
    results::pass_on(&mut simpler);
    let shader = write(&simpler, dialect, variant)?;
    let comments = Comments::of(&kernel.files);
    let hexadecimal = Hexadecimal::of(&kernel.files);
    let mut written = Commented::default();
    for (number, line) in shader.text.lines().enumerate() {
        let spans = shader.lines.0.get(number).map_or(&[][..], Vec::as_slice);
        let places = match declared(line, kernel, &shader) {
            Some(name) => comments.declaration(name).to_vec(),
            None => spans.iter().map(|span| comments.place(*span)).collect(),
        };
        if !spans.is_empty() && is_head(line) {
            written.begin_function(&comments, places[0].file);
        }
        written.line(&hexadecimal.applied(line), &comments, &places);
        written.lines.push(spans.to_vec());
    }
    Ok(Shader { text: written.text, lines: Lines(written.lines), ..shader })
}

/// Whether a line of a shader is the head of a function.
fn is_head(line: &str) -> bool {
    line.ends_with('{') && !line.starts_with([' ', '}'])
}

/// Returns the name of the input, constant or output of the kernel that a line of its shader declares.
fn declared<'a>(line: &str, kernel: &'a Kernel, shader: &Shader) -> Option<&'a str> {
    if let Some(output) = line.strip_prefix("layout(location = ") {
        let location: usize = output.split(')').next()?.parse().ok()?;
        return Some(&kernel.interface.outputs.get(location)?.name);
    }
    let name = line.strip_prefix("uniform ")?.split(';').next()?.split(' ').nth(1)?;
    if let Some(input) = shader.samplers.iter().position(|sampler| sampler == name) {
        return Some(&kernel.interface.inputs[input].name);
    }
    match shader.uniforms.iter().find(|uniform| uniform.name == name)?.source {
        UniformSource::Constant(constant) => Some(&kernel.interface.constants[constant].name),
        _ => None,
    }
}

/// The text of a shader with comments, as far as it is written.
#[derive(Default)]
struct Commented {
    text: String,
    lines: Vec<Vec<crate::syntax::Span>>,
    /// The places whose comments the function already has. Another function gets them again: it may be the same one for other arguments.
    said: FxHashSet<Place>,
    /// The files whose comments at the start are written.
    opened: FxHashSet<u32>,
}

impl Commented {
    /// Begins a function from this file. The first function of an included file is below the comment at the start of that file.
    fn begin_function(&mut self, comments: &Comments, file: u32) {
        self.said.clear();
        // The shader itself starts with the comment of the first file.
        if file > 0 && self.opened.insert(file) && !comments.start(file).is_empty() {
            self.above("", comments.start(file));
            self.text.push('\n');
            self.lines.push(Vec::new());
        }
    }

    /// Writes a line with the comments on these places of the source.
    fn line(&mut self, line: &str, comments: &Comments, places: &[Place]) {
        let indent = &line[..line.len() - line.trim_start().len()];
        let mut end = None;
        for place in places {
            if !self.said.insert(*place) {
                continue;
            }
            self.above(indent, comments.above(*place));
            match comments.behind(*place) {
                [comment] if end.is_none() && !line.contains("//") && line.len() + comment.len() + 4 <= LINE => {
                    end = Some(ascii(comment));
                }
                long => self.above(indent, long),
            }
        }
        self.text.push_str(line);
        if let Some(comment) = end {
            self.text.extend([" // ", &comment]);
        }
        self.text.push('\n');
    }

    /// Writes a comment on lines of its own.
    fn above(&mut self, indent: &str, comment: &[String]) {
        for line in comment {
            self.text.extend([format!("{indent}// {}", ascii(line)).trim_end(), "\n"]);
            self.lines.push(Vec::new());
        }
    }
}

#[cfg(test)]
mod tests;
