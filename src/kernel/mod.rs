//! Compiles kernels: parses their text, and checks it into kernels of the [`ir`](crate::ir).

mod ast;
mod check;
mod error;
pub(crate) mod expression;
mod lines;
#[cfg(any(test, feature = "web"))]
#[doc(hidden)]
pub mod minify;
mod open;
mod parse;
pub(crate) mod predicate;
mod source;
mod text;

#[cfg(test)]
pub(crate) use check::tests::crate_kernels;
pub use error::CompileError;
pub use expression::{Reading, reading, unused};
pub(crate) use lines::Lines;
pub(crate) use source::FunctionBody;
pub use source::Source;
pub(crate) use text::Text;

use crate::ir::Kernel;
use crate::syntax::Diagnostics;
use check::Unit;
use parse::{ParsedText, parse};

/// Compiles a kernel: parses its text with all texts that it includes, and checks them. Returns the kernel and the warnings. No driver
/// is involved. The docs of [`Kernel`](crate::Kernel) describe the language.
///
/// ```
/// use brooklet::kernel::{self, Source};
/// let source = Source::new("twice", "input float x; output float y; void main() { y = 2.0 * fetch(x, here()); }");
/// let (kernel, warnings) = kernel::compile(&source)?;
/// assert_eq!(kernel.interface.inputs[0].name, "x");
/// assert!(warnings.list.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// All errors in the text, up to a limit, each with its place.
pub fn compile(source: &Source) -> Result<(Kernel, Diagnostics), Box<CompileError>> {
    let ParsedText { text, files, expressions, diagnostics } = parse(source);
    let unit = Unit {
        name: source.name(),
        files: &files,
        element: source.element_type(),
        expressions,
        values: source.values(),
        bodies: source.bodies(),
    };
    check::check(&unit, &text, diagnostics).map_err(|diagnostics| CompileError::new(source.name(), diagnostics))
}
