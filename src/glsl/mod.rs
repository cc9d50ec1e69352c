//! GLSL: from the typed kernels of [`ir`](crate::ir) to the text that a driver takes, in each [`Dialect`]; and from a driver's
//! log back.

mod dialect;
mod driver_log;
pub mod workarounds;
pub(crate) mod writer;

pub use dialect::Dialect;
pub use writer::Unsupported;

pub(crate) use driver_log::{Entry, diagnostics, entries};
pub(crate) use writer::{Shader, Uniform, UniformSource, float_functions, write};

use std::ops::Range;

use crate::geometry::Layout;
use crate::ir::Kernel;
use crate::ir::access::{AccessSummary, Variant};
use crate::syntax::Span;

/// The whole shader that a driver is handed in this dialect, for streams that all lie in this layout: to look at, and for
/// tests. Streams of vectors are plain in any.
///
/// ```
/// use brooklet::{Dialect, Layout, glsl, kernel::{self, Source}};
/// let source = Source::new("twice", "input float x; output float y; void main() { y = 2.0 * fetch(x, here()); }");
/// let (module, _warnings) = kernel::compile(&source)?;
/// let shader = glsl::text(&module, Dialect::Es, Layout::Plain)?;
/// assert!(shader.starts_with("#version 300 es"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A kernel that needs what the dialect has not.
pub fn text(module: &Kernel, dialect: Dialect, layout: Layout) -> Result<String, Unsupported> {
    write(module, dialect, &Variant::uniform(module, &AccessSummary::of(module), layout)).map(|shader| shader.text)
}

/// The text of a shader, with the places of the kernel's own text that each of its lines was written for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapped {
    /// The text, as [`text`] has it.
    pub text: String,
    /// For each line of it the places: of a statement its expressions, in their order, then the variable that it declares; of
    /// one with a block those of its head, and of a function its head. Nothing for other lines, as those by which a shader
    /// reads streams, and for what is included.
    pub lines: Vec<Vec<Span>>,
    /// For each line of it likewise the places of what the kernel includes, by the file's place in its module's
    /// [`files`](Kernel::files).
    pub included: Vec<Vec<Span>>,
}

impl Mapped {
    /// The lines of the shader, from 0, that some bytes of the kernel's text became.
    pub fn lines_of(&self, bytes: Range<usize>) -> impl Iterator<Item = usize> {
        let within = move |span: &Span| (span.start as usize) < bytes.end && bytes.start < span.end as usize;
        self.lines.iter().enumerate().filter(move |(_, spans)| spans.iter().any(&within)).map(|(line, _)| line)
    }
}

/// The whole shader, as [`text`] has it, with where its lines come from: to show a kernel beside what it became.
///
/// ```
/// use brooklet::brook::{Layouts, Targets, Unit};
/// use brooklet::{Dialect, Layout, glsl};
///
/// let text = "kernel void f(float a<>, out float b<>) {\n    float t = a * a;\n    b = t + 1.0;\n}\n";
/// let unit = Unit::compile("f.br", text)?;
/// let plan = unit.plan(&unit.kernels[0], &Layouts::as_written(&unit.kernels[0]), Targets::default())?;
/// let shader = glsl::mapped(&plan.passes[0].module, Dialect::Gl, Layout::Plain)?;
/// let line = shader.text.lines().position(|line| line.contains("t + 1.0")).unwrap();
/// assert_eq!(plan.passes[0].module.files.text(shader.lines[line][0]), "t + 1.0");
/// // And back: what the second line of the kernel became.
/// let start = text.find("float t").unwrap();
/// let lines: Vec<&str> =
///     shader.lines_of(start..start + 16).map(|line| shader.text.lines().nth(line).unwrap().trim()).collect();
/// assert_eq!(lines, ["float t = a * a;"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A kernel that needs what the dialect has not.
pub fn mapped(module: &Kernel, dialect: Dialect, layout: Layout) -> Result<Mapped, Unsupported> {
    let shader = write(module, dialect, &Variant::uniform(module, &AccessSummary::of(module), layout))?;
    let split = |spans: Vec<Span>| spans.into_iter().partition(|span| span.file == 0);
    let (lines, included) = shader.lines.0.into_iter().map(split).unzip();
    Ok(Mapped { text: shader.text, lines, included })
}
