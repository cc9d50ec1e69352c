//! The host language: translates a whole program, host code and kernels, to C++ that runs on `brook.hpp`.
//!
//! `brcc` did the same. Host code stays as it is written, line by line, except for what C++ does not have: declarations of streams
//! and iterators, pointers to streams, vector types of two words, and the operators of gather-op and scatter-op. Each kernel
//! becomes a function of the same name that calls the library. The text of the kernels is embedded in the C++ program, with macros
//! expanded; the library compiles it at run time.
//!
//! - A `.br`, `.brh` or `.bri` file that is included is translated in its place; all other lines that start with `#` are left
//!   to C++.
//! - `#line` leads a C++ compiler's messages back to the program's own lines.

mod declare;
mod embed;
mod kernels;
mod records;
mod scan;
mod statement;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;

use super::{Diagnostic, Diagnostics, Error, Options, Parsed, ProgramFile, Unit};
use crate::syntax::{Files, Span};
use scan::Scan;

/// A program's host code and kernels as C++.
#[derive(Clone, PartialEq, Debug)]
pub struct HostProgram {
    /// The C++ text.
    pub text: String,
    /// A header for other files, as Brook+ writes it: the program's structs, and prototypes of its kernels' functions.
    pub header: String,
    /// The warnings about the kernels and the host code.
    pub warnings: Diagnostics,
    /// Whether it has a `main`.
    pub has_main: bool,
    /// Its kernels, if it has any.
    pub kernels: Option<EmbeddedKernels>,
}

/// Translates a program, and the Brook files that it includes, to C++14.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let program = brooklet::brook::translate(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/programs/saxpy.br"), &Default::default())?;
/// assert!(program.has_main);
/// assert!(program.text.contains("#include <brook/brook.hpp>"));
/// # Ok(()) }
/// ```
///
/// # Errors
/// [`Error::Read`]: the file cannot be read. [`Error::Compile`]: all errors in its kernels.
pub fn translate(path: impl AsRef<Path>, options: &Options) -> Result<HostProgram, Error> {
    Ok(ProgramFile::open(path, options)?.translate()?)
}

impl ProgramFile {
    /// Translates the program, and the Brook files that it includes, to C++14.
    ///
    /// # Errors
    /// All errors in its kernels.
    pub fn translate(&self) -> Result<HostProgram, Diagnostics> {
        let parsed = self.parsed()?;
        let host = Host::new(&parsed);
        let (mut program, text) = (host.program(), host.kernel_text());
        program.kernels = (!parsed.unit.kernels.is_empty()).then_some(EmbeddedKernels { text, unit: parsed.unit });
        Ok(program)
    }
}

/// The kernels of a program: the text that is embedded in the host code, and the result of its check.
#[derive(Clone, PartialEq, Debug)]
pub struct EmbeddedKernels {
    /// The text that the host code hands to the library: types and kernels, with macros expanded.
    pub text: String,
    /// The unit that this text compiles to.
    pub unit: Unit,
}

/// A replacement for a range of bytes of a file.
struct Edit {
    at: Range<usize>,
    text: String,
}

/// A program that is being translated.
struct Host<'a> {
    parsed: &'a Parsed,
    /// The name of the C++ function that returns the library's program.
    accessor: String,
    /// Warnings about host code.
    warnings: RefCell<Vec<Diagnostic>>,
}

impl<'a> Host<'a> {
    fn new(parsed: &'a Parsed) -> Host<'a> {
        let name = &parsed.unit.warnings.files.0[0].name;
        let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let accessor = format!("brook_program_{}", stem.chars().map(letter).collect::<String>());
        Host { parsed, accessor, warnings: RefCell::default() }
    }

    fn files(&self) -> &'a Files {
        &self.parsed.unit.warnings.files
    }

    fn program(&self) -> HostProgram {
        let name = &self.files().0[0].name;
        let mut text = format!("// Made by brooklet cc from {}: change that, not this.\n", one_line(name));
        // The headers of Brook+ define another type `Stream`.
        let plus = ["Stream", "brook", "Device", "ErrorCodes", "Types", "VectorDataType"]
            .map(|name| format!("brook/{name}.h"));
        let scan = Scan::new(&self.files().0[0].text, 0, &[]);
        let included = |header: &String| scan.directives.iter().any(|line| line.included.as_ref() == Some(header));
        if plus.iter().any(included) {
            text += "#define BROOKLET_BROOK_PLUS\n";
        }
        text += "#include <brook/brook.hpp>\n\n";
        if !self.parsed.unit.kernels.is_empty() {
            text += &self.embedded();
            // The host may call kernels that are defined further down.
            text += &self.prototypes(true);
        }
        self.file(0, &mut text);
        text += &self.by_value();
        let has_main = self.parsed.program.host.iter().any(|function| function.text == "main");
        let mut warnings = self.parsed.unit.warnings.clone();
        warnings.list.extend(self.warnings.take());
        HostProgram { text, header: self.header(), warnings, has_main, kernels: None }
    }

    /// Returns the program's header: its structs and the prototypes of its kernels' functions, as in Brook+.
    fn header(&self) -> String {
        let mut text = String::from("#include <brook/brook.h>\n\n");
        for edit in self.records(0) {
            let end = edit.at.end;
            let items = self.parsed.program.items.iter();
            let item = items.map(|item| &self.parsed.tokens[item.tokens.clone()]);
            let own = item.filter_map(|tokens| Some((tokens.first()?.span, tokens.last()?.span)));
            if let Some((first, last)) = own.into_iter().find(|(_, last)| last.end as usize == end && last.file == 0) {
                text += self.files().text(first.to(last));
                text += &edit.text;
                text.push('\n');
            }
        }
        text + &self.prototypes(false)
    }

    /// Appends the translated text of a file.
    fn file(&self, number: usize, out: &mut String) {
        let file = &self.files().0[number];
        let mut edits = self.kernels(number);
        edits.extend(self.records(number));
        edits.sort_by_key(|edit| edit.at.start);
        let taken: Vec<Range<usize>> =
            edits.iter().filter(|edit| !edit.at.is_empty()).map(|edit| edit.at.clone()).collect();
        let scan = Scan::new(&file.text, number as u32, &taken);
        edits.extend(self.statements(&scan));
        edits.extend(self.inclusions(&scan, number));
        // Drop `#pragma once`: the file is inserted only once anyway, in the middle of another.
        let once = scan.directives.iter().filter(|directive| directive.text(&scan) == "#pragma once");
        edits.extend(once.map(|directive| Edit { at: directive.at.clone(), text: String::new() }));
        edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
        *out += &line(1, &file.name);
        // A byte order mark may stand only at the start of the text.
        let mut at = if file.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        for edit in edits {
            // Skip an edit that starts within the previous one.
            if edit.at.start < at {
                continue;
            }
            *out += &file.text[at..edit.at.start];
            let lines = |text: &str| text.bytes().filter(|&byte| byte == b'\n').count();
            let (was, is) = (lines(&file.text[edit.at.clone()]), lines(&edit.text));
            *out += &edit.text;
            at = edit.at.end;
            if is <= was {
                out.extend(std::iter::repeat_n('\n', was - is));
            } else {
                if !out.ends_with('\n') {
                    out.push('\n');
                }
                *out += &scan.line(at, &file.name);
            }
        }
        *out += &file.text[at..];
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }

    /// Replaces `#include` lines of Brook files by the translated text of the file.
    fn inclusions(&self, scan: &Scan, number: usize) -> Vec<Edit> {
        let directives = scan.directives.iter().filter_map(|directive| {
            let name = directive.included.as_deref()?;
            let here = |span: &Span| span.file as usize == number && directive.at.contains(&(span.start as usize));
            let brought = self.parsed.inclusions.iter().find(|(span, _)| here(span)).map(|(_, file)| *file);
            let has_kernels = |file: usize| {
                let items = &self.parsed.program.kernels;
                items.iter().any(|kernel| kernel.head.file as usize == file)
                    || self.parsed.program.prototypes.iter().any(|prototype| prototype.span.file as usize == file)
            };
            let is_brook = [".br", ".brh", ".bri", ".brhi"].iter().any(|end| name.ends_with(end));
            let mut text = String::new();
            match brought {
                Some(file) if is_brook || has_kernels(file) => self.file(file, &mut text),
                // The file has been included before.
                None if is_brook && self.files().0.iter().any(|file| file.name.ends_with(name)) => {}
                _ => return None,
            }
            Some(Edit { at: directive.at.clone(), text })
        });
        directives.collect()
    }
}

/// Returns a `#line` for the lines that follow.
fn line(number: usize, file: &str) -> String {
    format!("#line {number} \"{}\"\n", file.replace('\\', "\\\\").replace('"', "\\\""))
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Returns the byte range of a span.
fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
