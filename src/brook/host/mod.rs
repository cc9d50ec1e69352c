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

mod cpu;
mod declare;
mod embed;
mod kernels;
mod records;
mod scan;
mod signature;
mod statement;
#[cfg(test)]
mod tests;
mod words;

use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;

use super::old_headers::is_plus;
use super::{Diagnostic, Diagnostics, Error, Options, Parsed, ProgramFile, Unit};
use crate::syntax::{Files, Span};
use scan::{Directive, Scan};

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
        if self.uses_plus() {
            text += "#define BROOKLET_BROOK_PLUS\n";
        }
        // The second name is that of the old runtime, whose own header may be found first. The first one is only ours.
        text += "#include <brooklet.hpp>\n#include <brook/brook.hpp>\n\n";
        if !self.parsed.unit.kernels.is_empty() {
            text += &self.embedded();
        }
        // Kernels that are defined further down may be called.
        text += &self.cpu_declared();
        text += &self.prototypes(true);
        self.file(0, &mut text);
        let has_main = self.parsed.program.host.iter().any(|function| function.text == "main");
        let mut warnings = self.parsed.unit.warnings.clone();
        warnings.list.extend(self.warnings.take());
        HostProgram { text, header: self.header(), warnings, has_main, kernels: None }
    }

    /// Whether the program includes a header of Brook+.
    pub(super) fn uses_plus(&self) -> bool {
        self.files().0.iter().enumerate().any(|(number, file)| {
            let scan = Scan::new(&file.text, number as u32, &[]);
            scan.directives.iter().any(|line| line.included.as_deref().is_some_and(is_plus))
        })
    }

    /// Returns the program's header: its structs and the prototypes of its kernels' functions, as in Brook+.
    fn header(&self) -> String {
        let mut text =
            String::from("#ifndef BROOKLET_BROOK_PLUS\n#define BROOKLET_BROOK_PLUS\n#endif\n#include <brooklet.hpp>\n");
        text += "#include <brook/brook.h>\n\n";
        self.header_of(0, &mut text);
        text + &self.prototypes(false)
    }

    /// Appends the structs of a file, and of those that it includes, to the program's header.
    fn header_of(&self, number: usize, out: &mut String) {
        let scan = Scan::new(&self.files().0[number].text, number as u32, &[]);
        for directive in &scan.directives {
            let (Some(name), Some(file)) = (directive.included.as_deref(), self.included(directive, number)) else {
                continue;
            };
            if self.is_inserted(name, file) {
                self.header_of(file, out);
                continue;
            }
            let records = self.brought(file);
            if !records.is_empty() {
                *out += &format!("#include \"{name}\"\n");
                out.extend(records.iter().map(|record| record.guarded()));
            }
        }
        *out += &self.definitions(&scan, number);
    }

    /// Appends the translated text of a file.
    fn file(&self, number: usize, out: &mut String) {
        let file = &self.files().0[number];
        let mut edits = self.kernels(number);
        edits.sort_by_key(|edit| edit.at.start);
        let taken: Vec<Range<usize>> =
            edits.iter().filter(|edit| !edit.at.is_empty()).map(|edit| edit.at.clone()).collect();
        let scan = Scan::new(&file.text, number as u32, &taken);
        edits.extend(self.descriptions(&scan, number));
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

    /// Replaces `#include` lines of Brook files by the translated text of the file. After the lines of other files, describes the structs that
    /// kernels use.
    fn inclusions(&self, scan: &Scan, number: usize) -> Vec<Edit> {
        let directives = scan.directives.iter().filter_map(|directive| {
            let name = directive.included.as_deref()?;
            let mut text = String::new();
            match self.included(directive, number) {
                Some(file) if self.is_inserted(name, file) => self.file(file, &mut text),
                Some(file) => {
                    let at = directive.at.end..directive.at.end;
                    let described: String = self.brought(file).iter().map(|record| record.guarded()).collect();
                    return (!described.is_empty()).then(|| Edit { at, text: format!("\n{described}") });
                }
                // The file has been included before.
                None if is_brook(name) && self.files().0.iter().any(|file| file.name.ends_with(name)) => {}
                None => return None,
            }
            Some(Edit { at: directive.at.clone(), text })
        });
        directives.collect()
    }

    /// Returns the index of the file that an `#include` of a file brought.
    fn included(&self, directive: &Directive, number: usize) -> Option<usize> {
        let here = |span: &Span| span.file as usize == number && directive.at.contains(&(span.start as usize));
        self.parsed.inclusions.iter().find(|(span, _)| here(span)).map(|(_, file)| *file)
    }

    /// Whether an included file is translated in its place.
    fn is_inserted(&self, name: &str, file: usize) -> bool {
        let program = &self.parsed.program;
        is_brook(name)
            || program.kernels.iter().any(|kernel| kernel.head.file as usize == file)
            || program.prototypes.iter().any(|prototype| prototype.span.file as usize == file)
    }
}

/// Whether a file of this name is of Brook.
fn is_brook(name: &str) -> bool {
    [".br", ".brh", ".bri", ".brhi"].iter().any(|end| name.ends_with(end))
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
