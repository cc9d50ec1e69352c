//! Kernels: read from their text, checked, and written out for a dialect.

mod ast;
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

use std::rc::Rc;

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

/// A kernel: what each texel of a pass runs. [`Device::kernel`](crate::Device::kernel) makes one from a [`Source`].
///
/// # The text
///
/// A closed subset of GLSL, the same for every dialect; `#version`, precision, samplers and addresses are generated.
///
/// ```glsl
/// input float keys;            // a stream; float, vec2, vec3, vec4, or element (see Source::element)
/// constant float scale;        // the same for all elements; also index and bool
/// output float scaled;         // written by main for the element at here()
///
/// void main() {
///     scaled = scale * fetch(keys, here());
/// }
/// ```
///
/// | word | what it gives |
/// |---|---|
/// | `here()` | position of this element in the output, from 0, as an `index` |
/// | `here_x()`, `here_y()` | the same as column and row: of a 1-D stream, those of its texture |
/// | `fetch(keys, i)`, `fetch(keys, x, y)` | an element of an input; outside the stream: undefined |
/// | `clamped(keys, i)`, `clamped(keys, x, y)` | the same, the position clamped to the stream |
/// | `count(keys)`, `width(keys)`, `height(keys)` | elements, elements a row, and rows, of an input or output |
/// | `quotient(i, d)` | `i / d` of two positive `index`es, rounded down |
/// | `index` | the type of positions: int, or float where a dialect has no integers |
/// | `#include "name"` | a [part](Source::part), or a file of `glsl/shared/` |
///
/// Of GLSL there are `float`, `vec2` to `vec4`, `bool`, functions, `if`, `for` with bounds that a reader can see, `?:` and
/// the arithmetic functions; no textures, no `gl_` variables, no derivatives, no `while`, no preprocessor. Names that
/// start with `_` are brooklet's.
#[derive(Clone)]
pub struct Kernel {
    pub(crate) parsed: Rc<Parsed>,
    pub(crate) device: u64,
    pub(crate) number: usize,
}

impl Kernel {
    /// The name, as a [`Trace`](crate::Trace) shows it.
    pub fn name(&self) -> &str {
        &self.parsed.name
    }

    /// Its inputs, constants and outputs, as its text declares them.
    pub fn interface(&self) -> &Interface {
        &self.parsed.interface
    }
}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Kernel({}: {:?})", self.name(), self.interface())
    }
}
