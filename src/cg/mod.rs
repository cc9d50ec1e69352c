//! Cg: compiles fragment programs in the language of the graphics programs of 2002 to 2012, for the chips of that time.
//!
//! Most general-purpose programs of 2003 to 2006 were written in Cg. NVIDIA's compiler `cgc` made listings of them for the assemblers of the
//! time. [`compile`] does that: a program for the profiles `arbfp1`, `fp30` and `fp40`, with its constants, textures and interpolated
//! attributes. The [`listing`](crate::fragment_program::listing) of it is what assemblers take, and the emulator runs it.
//!
//! ```
//! use brooklet::cg::{self, Options};
//!
//! let text = "float4 main(float2 at : TEXCOORD0, uniform samplerRECT image, uniform float scale) : COLOR {
//!     return scale * texRECT(image, at);
//! }";
//! let program = cg::compile("scale.cg", text, &Options::default())?;
//! let names: Vec<&str> = program.parameters.iter().map(|own| own.name.as_str()).collect();
//! assert_eq!(names, ["at", "image", "scale", "main"]);
//! # Ok::<(), brooklet::syntax::Diagnostics>(())
//! ```
//!
//! The language is that of Cg 1.1 to 2.0, for fragment programs: see [`guide::cg`](crate::guide::cg). Facts that the sources of the time leave open
//! are decided here as follows.
//!
//! - A computed index of an array is allowed in every profile. It becomes a selection; `cgc` refused it.
//! - `half` and `fixed` are floats in `arbfp1`, but a literal beside a `half` is rounded to one, as `cgc` did.
//! - `tex2D` with more coordinates than two reads by the first two, and warns. `cgc` compared depths in some profiles.

mod ast;
mod check;
mod draw;
mod draw_error;
mod header;
mod language;
mod lower;
mod options;
mod parameters;
mod parse;
mod profile;
mod results;
mod sequence;
#[cfg(test)]
mod tests;
mod types;

use std::path::Path;
use std::rc::Rc;

use crate::ir::Kernel;
use crate::syntax::preprocess::{self, Preprocessed, Rules, Sources};
use crate::syntax::{Code, Diagnostic, Diagnostics, MAX_DIAGNOSTICS, Severity};

pub use draw::{Corners, Draw};
pub use draw_error::DrawError;
pub use lower::{CompileError, Compiled};
pub use options::{Options, Precisions};
pub use parameters::{Parameter, ParameterKind, Row, Texture};
pub use profile::{Profile, UnknownProfile};
pub use sequence::{SequenceResult, SequenceValue, Sequences};

/// What the preprocessor knows of Cg: there is no code for another compiler, and headers may be included several times.
const RULES: Rules = Rules { matters: |_| true, includes_again: true };

/// A compiled program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The profile that it is for.
    pub profile: Profile,
    /// The name of its entry.
    pub entry: String,
    /// Its parameters, in the order of the program: those of the entry, global variables, and the result.
    pub parameters: Vec<Parameter>,
    /// The warnings, with the texts of the program.
    pub warnings: Diagnostics,
    pub(crate) kernel: Kernel,
    /// The numbers of the render targets whose results are of `half` or `fixed`.
    pub(crate) half_outputs: Vec<usize>,
}

/// Compiles a program from its text. It can include no files.
///
/// # Errors
/// All errors in the program.
pub fn compile(name: &str, text: &str, options: &Options) -> Result<Program, Diagnostics> {
    let sources = Sources { defines: &options.lines(), load: &|_| None, search: &|_| None, rules: &RULES };
    Tree::parse(name, text, &sources).compile(options)
}

/// Reads and compiles a program's file, with the files that it includes: those beside it, and those in the folders of the options.
///
/// # Errors
/// The file cannot be read; or, in the inner result, all errors in the program.
pub fn open(path: impl AsRef<Path>, options: &Options) -> std::io::Result<Result<Program, Diagnostics>> {
    let make = |name: &str, text: &str, sources: &Sources| Tree::parse(name, text, sources).compile(options);
    preprocess::open(path.as_ref(), &options.lines(), &options.includes, &RULES, make)
}

/// Returns the names of the functions of a program's file that look like entries: those with semantics or uniform parameters.
///
/// # Errors
/// The file cannot be read; or, in the inner result, all errors of syntax.
pub fn entries(path: impl AsRef<Path>, options: &Options) -> std::io::Result<Result<Vec<String>, Diagnostics>> {
    let make = |name: &str, text: &str, sources: &Sources| Tree::parse(name, text, sources).entries();
    preprocess::open(path.as_ref(), &options.lines(), &options.includes, &RULES, make)
}

/// Returns the names of the functions of a program's text that look like entries, as [`entries`] does for a file. It can include no files.
///
/// ```
/// use brooklet::cg::{self, Options};
/// let text = "float twice(float x) { return 2 * x; } float main(uniform float x) : COLOR { return twice(x); }";
/// assert_eq!(cg::entries_of("twice.cg", text, &Options::default())?, ["main"]);
/// # Ok::<(), brooklet::syntax::Diagnostics>(())
/// ```
///
/// # Errors
/// All errors of syntax.
pub fn entries_of(name: &str, text: &str, options: &Options) -> Result<Vec<String>, Diagnostics> {
    let sources = Sources { defines: &options.lines(), load: &|_| None, search: &|_| None, rules: &RULES };
    Tree::parse(name, text, &sources).entries()
}

/// A program's syntax tree, and the diagnostics of the preprocessor and the parser.
struct Tree {
    read: Preprocessed,
    program: ast::Program,
    diagnostics: Vec<crate::syntax::Diagnostic>,
}

impl Tree {
    fn parse(name: &str, text: &str, sources: &Sources) -> Tree {
        log::debug!("{name}: parsing a Cg program");
        let read = preprocess::preprocess(name, text, sources);
        let (program, diagnostics) = parse::parse(&read.files, &read.tokens);
        Tree { read, program, diagnostics }
    }

    /// Returns the names of the functions that look like entries.
    fn entries(self) -> Result<Vec<String>, Diagnostics> {
        let names = self.program.entries().into_iter().map(str::to_owned).collect();
        self.errors_of_syntax().map_or(Ok(names), Err)
    }

    /// Returns the diagnostics, if there are errors of syntax.
    fn errors_of_syntax(self) -> Option<Diagnostics> {
        let Tree { read, diagnostics: mut all, .. } = self;
        all.extend(read.fatal);
        all.extend(read.diagnostics);
        all.extend(read.error_directives);
        let wrong = all.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        wrong.then(|| Diagnostics::new(read.files, all))
    }

    fn compile(self, options: &Options) -> Result<Program, Diagnostics> {
        let Tree { read, program, mut diagnostics } = self;
        if let Some(fatal) = read.fatal {
            return Err(Diagnostics::new(read.files, vec![fatal]));
        }
        diagnostics.extend(read.diagnostics);
        diagnostics.extend(read.error_directives);
        diagnostics.extend(read.macro_errors.into_iter().take(MAX_DIAGNOSTICS));
        let files = Rc::new(read.files);
        let syntax = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        let (checked, found) = check::check(&program, &files, options);
        // What follows from an error of syntax is not reported.
        if !syntax {
            diagnostics.extend(found);
        }
        for diagnostic in &mut diagnostics {
            if let Some(bare) = read.bare.iter().find(|bare| bare.span == diagnostic.span) {
                *diagnostic = bare.clone();
            }
            if !read.missing.is_empty() && diagnostic.severity == Severity::Error {
                let names: Vec<String> = read.missing.iter().map(|name| format!("`{name}`")).collect();
                let help = format!("{}: included, and not found; `-I` says where", names.join(", "));
                if !diagnostic.help.contains(&help) {
                    diagnostic.help.push(help);
                }
            }
        }
        if diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
            // With errors, each says so itself.
            for (name, span) in read.missing.iter().zip(&read.missing_at) {
                let title = format!("included file `{name}` is not found, and the program needs nothing of it");
                diagnostics.push(Diagnostic::warning(Code::C0006, *span, title).help("`-I` says where it is"));
            }
        }
        let warnings = Diagnostics::new((*files).clone(), diagnostics);
        match checked {
            Some(checked) if warnings.errors() == 0 => {
                let half = checked.outputs.iter().filter(|output| output.half).map(|output| output.number);
                Ok(Program {
                    profile: options.profile,
                    entry: options.entry.clone(),
                    parameters: checked.parameters,
                    warnings,
                    half_outputs: half.collect(),
                    kernel: checked.kernel,
                })
            }
            _ => Err(warnings),
        }
    }
}
