//! GLSL: writes the typed kernels of [`ir`](crate::ir) as shaders in each [`Dialect`], for drivers or for people, and maps errors in a
//! driver's log back to the kernel.

mod dialect;
mod driver_log;
mod readable;
pub mod workarounds;
pub(crate) mod writer;

pub use dialect::Dialect;
pub(crate) use dialect::WEBGL_ALONE;
pub use writer::Unsupported;

pub(crate) use driver_log::{Entry, diagnostics, entries};
pub(crate) use readable::write_readable;
pub(crate) use writer::{Shader, Uniform, UniformSource, float_functions, write};

use std::ops::Range;

use crate::geometry::Layout;
use crate::ir::Kernel;
use crate::ir::access::{AccessSummary, Variant};
use crate::syntax::Span;

/// Returns the whole shader that a driver gets in this dialect, if all streams have the given layout. It is meant for inspection and
/// tests. Streams of vectors always have the plain layout.
///
/// ```
/// use brooklet::{Dialect, Layout, glsl, kernel::{self, Source}};
/// let source = Source::new("twice", "input float x; output float y; void main() { y = 2.0 * fetch(x, here()); }");
/// let (kernel, _warnings) = kernel::compile(&source)?;
/// let shader = glsl::text(&kernel, Dialect::Es, Layout::Plain)?;
/// assert!(shader.starts_with("#version 300 es"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the kernel needs a feature that the dialect lacks.
pub fn text(kernel: &Kernel, dialect: Dialect, layout: Layout) -> Result<String, Unsupported> {
    write(kernel, dialect, &Variant::uniform(kernel, &AccessSummary::of(kernel), layout)).map(|shader| shader.text)
}

/// The text of a shader, with the places in the kernel's source that each line comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapped {
    /// The text, as [`text`] returns it.
    pub text: String,
    /// The places that each line comes from. A statement has the places of its expressions, in order, then that of the variable that it
    /// declares. A statement with a block has the places of its head. A function has the place of its head. Other lines have no places,
    /// such as lines that read streams or come from included files.
    pub lines: Vec<Vec<Span>>,
    /// The places that each line comes from in files that the kernel includes. A file is identified by its index in the kernel's
    /// [`files`](Kernel::files).
    pub included: Vec<Vec<Span>>,
}

impl Mapped {
    /// Returns the lines of the shader, counted from 0, that come from the given bytes of the kernel's source.
    pub fn lines_of(&self, bytes: Range<usize>) -> impl Iterator<Item = usize> {
        let within = move |span: &Span| (span.start as usize) < bytes.end && bytes.start < span.end as usize;
        self.lines.iter().enumerate().filter(move |(_, spans)| spans.iter().any(&within)).map(|(line, _)| line)
    }
}

/// Returns the whole shader, as [`text`] does, with the places that its lines come from. Use it to show a kernel next to its shader.
///
/// ```
/// use brooklet::brook::{CallLayouts, PlanLimits, Unit};
/// use brooklet::{Dialect, Layout, glsl};
///
/// let text = "kernel void f(float a<>, out float b<>) {\n    float t = a * a;\n    b = t + 1.0;\n}\n";
/// let unit = Unit::compile("f.br", text)?;
/// let plan = unit.plan(&unit.kernels[0], &CallLayouts::as_written(&unit.kernels[0]), PlanLimits::default())?;
/// let shader = glsl::mapped(&plan.passes[0].kernel, Dialect::Gl, Layout::Plain)?;
/// let line = shader.text.lines().position(|line| line.contains("t + 1.0")).unwrap();
/// assert_eq!(plan.passes[0].kernel.files.text(shader.lines[line][0]), "t + 1.0");
/// // And back: the shader's lines that come from the second line of the kernel.
/// let start = text.find("float t").unwrap();
/// let lines: Vec<&str> =
///     shader.lines_of(start..start + 16).map(|line| shader.text.lines().nth(line).unwrap().trim()).collect();
/// assert_eq!(lines, ["float t = a * a;"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the kernel needs a feature that the dialect lacks.
pub fn mapped(kernel: &Kernel, dialect: Dialect, layout: Layout) -> Result<Mapped, Unsupported> {
    let shader = write(kernel, dialect, &Variant::uniform(kernel, &AccessSummary::of(kernel), layout))?;
    let split = |spans: Vec<Span>| spans.into_iter().partition(|span| span.file == 0);
    let (lines, included) = shader.lines.0.into_iter().map(split).unzip();
    Ok(Mapped { text: shader.text, lines, included })
}
