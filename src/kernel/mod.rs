//! Kernels: read from their text, checked, and written out for a dialect.

mod ast;
#[allow(dead_code)]
mod check;
mod diagnose;
mod interface;
mod rewrite;
mod source;
mod token;
mod words;
mod written;

pub use diagnose::{CompileError, Problem};
pub use interface::{Constant, Interface, Port, Type};
pub use source::Source;

pub(crate) use rewrite::{InputUse, Parsed};
pub(crate) use token::{Kind, Token, tokens};

use crate::geometry::Layout;
use crate::glsl::{Dialect, Variant, expand};

impl Source {
    /// The whole shader that a driver is handed in this dialect, for streams that all lie in this layout: to look at, and
    /// for tests.
    ///
    /// ```
    /// use brooklet::{Dialect, Layout, kernel::Source};
    /// let source = Source::new("twice", "input float x; output float y; void main() { y = 2.0 * fetch(x, here()); }");
    /// let shader = source.glsl(Dialect::Es, Layout::Plain)?;
    /// assert!(shader.starts_with("#version 300 es"));
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn glsl(&self, dialect: Dialect, layout: Layout) -> Result<String, Box<CompileError>> {
        let parsed = Parsed::of(self)?;
        let (shader, _) = expand(&parsed, dialect, &Variant::uniform(&parsed, layout));
        Ok(shader.text)
    }
}
