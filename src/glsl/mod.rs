//! GLSL: from the typed kernels of [`ir`](crate::ir) to the text that a driver takes, in each [`Dialect`]; and from a driver's
//! log back.

mod dialect;
mod driver_log;
pub mod workarounds;
mod writer;

pub use dialect::Dialect;
pub use writer::Unsupported;

pub(crate) use driver_log::{Entry, diagnostics, entries};
pub(crate) use writer::{Shader, Uniform, UniformSource, Uses, Variant, write};

use crate::geometry::Layout;
use crate::ir::Module;

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
pub fn text(module: &Module, dialect: Dialect, layout: Layout) -> Result<String, Unsupported> {
    write(module, dialect, &Variant::uniform(module, &Uses::of(module), layout)).map(|shader| shader.text)
}
