//! Program files. A file is read and parsed once, and can then be checked and translated several times.

use std::path::Path;

use super::old_headers::is_of_runtime;
use super::on_cpu::OnCpu;
use super::{Code, Diagnostic, Diagnostics, Error, Options, Severity, Span, Unit};
use super::{ast, check, lint, parse};
use crate::syntax::Subject;
use crate::syntax::lexer::Token;
use crate::syntax::preprocess::{self, Preprocessed, Rules, Sources};

/// What the preprocessor knows of Brook.
pub(super) const RULES: Rules = Rules { matters: |word| ["kernel", "reduce"].contains(&word), includes_again: false };

/// A program's file and the files that it includes, read and parsed but not yet checked.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use brooklet::brook::ProgramFile;
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/programs/saxpy.br");
/// let file = ProgramFile::open(path, &Default::default())?;
/// assert!(file.has_main());
/// let program = file.translate()?;
/// assert!(program.text.contains("#include <brook/brook.hpp>"));
/// # Ok(()) }
/// ```
pub struct ProgramFile(Tree);

impl ProgramFile {
    /// Reads and parses a program's file, and the files that it includes from its folder.
    ///
    /// # Errors
    /// [`Error::Read`]: the file cannot be read.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<ProgramFile, Error> {
        open(path.as_ref(), options, Tree::parse).map(ProgramFile)
    }

    /// Parses a program's text. `name` is the name of its file, for messages. Files that it includes are not read.
    ///
    /// ```
    /// use brooklet::brook::ProgramFile;
    /// let file = ProgramFile::new("one.br", "int main() { float x[1] = {1.0f}; return (int)x[0]; }");
    /// assert!(file.has_main());
    /// ```
    pub fn new(name: &str, text: &str) -> ProgramFile {
        let sources = Sources { defines: "", load: &|_| None, search: &|_| None, rules: &RULES };
        ProgramFile(Tree::parse(name, text, &sources))
    }

    /// Whether the program has a `main`. This is known even if its kernels have errors.
    pub fn has_main(&self) -> bool {
        self.0.program.host.iter().any(|function| function.text == "main")
    }

    /// Checks the program, or one kernel and those that it calls; see [`Unit::open_for`].
    ///
    /// # Errors
    /// All errors in these kernels.
    pub fn compile(&self, kernel: Option<&str>) -> Result<Unit, Diagnostics> {
        Ok(self.0.clone().check(kernel)?.unit)
    }

    /// Checks the whole program, and returns it with the tree and tokens from which its host code is translated.
    pub(super) fn parsed(&self) -> Result<Parsed, Diagnostics> {
        let mut tree = self.0.clone();
        let (on_cpu, warnings) = OnCpu::take(&mut tree.program, &tree.read.files, &tree.read.tokens);
        let mut parsed = tree.check(None)?;
        parsed.unit.warnings.list.extend(warnings);
        Ok(Parsed { on_cpu, ..parsed })
    }
}

/// Reads a file, and calls `make` with its name, its text, and the source of the files that it includes.
pub(super) fn open<R>(
    path: &Path,
    options: &Options,
    make: impl FnOnce(&str, &str, &Sources) -> R,
) -> Result<R, Error> {
    let opened = preprocess::open(path, &options.defines(), &options.includes, &RULES, |name, text, sources| {
        // The headers of an old runtime define types that Brook has.
        let load = |name: &str| if is_of_runtime(name) { None } else { (sources.load)(name) };
        let search = |name: &str| if is_of_runtime(name) { None } else { (sources.search)(name) };
        make(name, text, &Sources { load: &load, search: &search, ..*sources })
    });
    opened.map_err(|cause| Error::Read { path: path.into(), cause: cause.to_string() })
}

/// Reads and checks a whole program, or one kernel and those that it calls.
pub(super) fn compile(name: &str, text: &str, sources: &Sources, kernel: Option<&str>) -> Result<Unit, Diagnostics> {
    Ok(Tree::parse(name, text, sources).check(kernel)?.unit)
}

/// Reads and checks a program, and returns it with the tree and tokens from which its host code is translated.
#[cfg(test)]
pub(super) fn parsed(name: &str, text: &str, sources: &Sources) -> Result<Parsed, Diagnostics> {
    Tree::parse(name, text, sources).check(None)
}

#[cfg(test)]
thread_local! {
    /// The number of programs that this thread has parsed.
    pub(crate) static PARSED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The spans of a program's kernels, sorted.
struct Inside(Vec<Span>);

impl Inside {
    fn of(program: &ast::Program) -> Inside {
        let mut spans: Vec<Span> = program.kernels.iter().map(|kernel| kernel.head.to(kernel.end)).collect();
        spans.sort_by_key(|span| (span.file, span.start));
        Inside(spans)
    }

    /// Whether `span` is inside a kernel.
    fn any(&self, span: Span) -> bool {
        let behind = self.0.partition_point(|kernel| (kernel.file, kernel.start) <= (span.file, span.start));
        behind > 0 && self.0[behind - 1].covers(span)
    }
}

/// A checked program with its syntax tree, from which its host code is translated.
pub(crate) struct Parsed {
    pub unit: Unit,
    pub program: ast::Program,
    /// The tokens of the program, macros expanded.
    pub tokens: Vec<Token>,
    /// The `#include` lines whose file was found: the span of the file name, and the index of the file.
    pub inclusions: Vec<(Span, usize)>,
    /// The kernels of a whole program that run on the CPU. They are not in `program`.
    pub on_cpu: OnCpu,
}

/// A program's syntax tree, and the diagnostics of the preprocessor and the parser.
#[derive(Clone)]
struct Tree {
    read: Preprocessed,
    program: ast::Program,
    diagnostics: Vec<Diagnostic>,
}

impl Tree {
    fn parse(name: &str, text: &str, sources: &Sources) -> Tree {
        #[cfg(test)]
        PARSED.with(|parsed| parsed.set(parsed.get() + 1));
        log::debug!("{name}: parsing a Brook program");
        let read = preprocess::preprocess(name, text, sources);
        let (program, diagnostics) = parse::parse(&read.files, &read.tokens);
        Tree { read, program, diagnostics }
    }

    /// Checks the whole program, or one kernel and those that it calls.
    fn check(self, kernel: Option<&str>) -> Result<Parsed, Diagnostics> {
        let Tree { read, mut program, mut diagnostics } = self;
        if let Some(fatal) = read.fatal {
            return Err(Diagnostics::new(read.files, vec![fatal]));
        }
        let gone = kernel.and_then(|kernel| program.lacks(kernel));
        for dropped in kernel.map(|kernel| program.keep(kernel)).unwrap_or_default() {
            diagnostics.retain(|diagnostic| !dropped.head.to(dropped.end).covers(diagnostic.span));
        }
        let (kernels, records, mut found) = check::check(&program, &read.files);
        let inside = Inside::of(&program);
        let macro_errors: Vec<Diagnostic> =
            read.macro_errors.into_iter().filter(|macro_error| inside.any(macro_error.span)).collect();
        // The error of a macro that was not expanded replaces the errors that follow from it: an unknown function, or a
        // malformed name.
        diagnostics.retain(|diagnostic| {
            diagnostic.subject != Subject::MalformedName
                || macro_errors.iter().all(|macro_error| !diagnostic.span.covers(macro_error.span))
        });
        found.retain(|diagnostic| macro_errors.iter().all(|macro_error| macro_error.span != diagnostic.span));
        for diagnostic in found.iter_mut().filter(|diagnostic| diagnostic.subject.is_unresolved()) {
            if let Some(bare) = read.bare.iter().find(|bare| bare.span == diagnostic.span) {
                *diagnostic = bare.clone();
            } else if let [names @ .., last] = read.missing.as_slice() {
                let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let (names, is) = match quoted.as_slice() {
                    [] => (format!("`{last}`"), "is"),
                    _ => (format!("{} and `{last}`", quoted.join(", ")), "are"),
                };
                diagnostic.help.push(format!("{names} {is} included, and not found beside this file"));
            }
        }
        diagnostics.extend(macro_errors);
        diagnostics.extend(found);
        for mut diagnostic in read.diagnostics {
            // The parser may have reported the same error.
            if diagnostics.iter().any(|known| known.title == diagnostic.title && known.span == diagnostic.span) {
                continue;
            }
            if inside.any(diagnostic.span) {
                diagnostic.severity = Severity::Error;
            }
            diagnostics.push(diagnostic);
        }
        if !program.kernels.is_empty() {
            // Old programs in several files use `#error` for conditions that do not concern the kernels. It is an error only if
            // there are other errors.
            let errors = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
            let severity = if errors { Severity::Error } else { Severity::Warning };
            diagnostics.extend(read.error_directives.into_iter().map(|directive| Diagnostic { severity, ..directive }));
            if kernel.is_none() && !errors {
                diagnostics.extend(lint::prototypes(&program, &read.files, &read.tokens));
            }
        } else if kernel.is_none() && diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
            // If one kernel was requested, another message says that it does not exist.
            let declared = if program.declared.is_empty() { "" } else { ": they are only declared there" };
            let title = format!("no kernels in {}{declared}", read.files.0[0].name);
            diagnostics.push(Diagnostic::warning(Code::B0011, Span::default(), title));
        }
        // Report the missing kernel only if there are other errors, which may be the reason; otherwise the caller reports it.
        diagnostics
            .extend(gone.filter(|_| diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)));
        let warnings = Diagnostics::new(read.files, diagnostics);
        if warnings.errors() > 0 {
            return Err(warnings);
        }
        let returns = |kernel: &&ast::KernelItem| kernels.iter().all(|known| known.name != kernel.name.text);
        let sub_kernels = program.kernels.iter().filter(returns).map(|kernel| kernel.name.text.clone()).collect();
        let written =
            |name: &crate::syntax::ast::Name| program.kernels.iter().any(|kernel| kernel.name.text == name.text);
        let declared = program.declared.iter().filter(|name| !written(name)).map(|name| name.text.clone()).collect();
        let unrecognised = program.kernels.is_empty()
            && program.types.is_empty()
            && program.declared.is_empty()
            && program.host.is_empty()
            && !preprocess::has_directive(&warnings.files.0[0].text);
        let unit = Unit { warnings, records, kernels, sub_kernels, declared, unrecognised };
        Ok(Parsed { unit, program, tokens: read.tokens, inclusions: read.inclusions, on_cpu: OnCpu::default() })
    }
}
