//! Kernels on a device. A kernel is deleted when its last reference is dropped.

use std::cell::OnceCell;
use std::fmt;
use std::rc::{Rc, Weak};

use crate::backend::{Backend, KernelId};
use crate::ir::access::AccessSummary;
use crate::ir::{self, Interface};

/// A kernel: the program that a pass runs for each texel. [`Device::kernel`](crate::Device::kernel) makes one from a
/// [`Source`](crate::kernel::Source). An example program: [a kernel of one's own](crate::guide::examples#kernel).
///
/// # The text
///
/// The text is in a subset of GLSL that is the same for every dialect. `#version`, samplers and addresses are generated.
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
/// | `here_x()`, `here_y()` | column and row of this element in the output; for a 1-D stream, those in its texture |
/// | `fetch(keys, i)`, `fetch(keys, x, y)` | an element of an input; outside the stream: undefined |
/// | `clamped(keys, i)`, `clamped(keys, x, y)` | an element of an input; outside the stream, the nearest element along each axis |
/// | `count(keys)`, `width(keys)`, `height(keys)` | number of elements, of elements per row, and of rows, of an input or output |
/// | `quotient(i, d)` | `i / d` of two positive `index`es, rounded down |
/// | `index` | the type of positions: int, or float where a dialect has no integers |
/// | `output depth z;` | the depth of this element, from 0 to 1, which the [depth test](crate::DepthStencil) of the pass compares |
/// | `parameter index steps = 4;` | a value that is known when the kernel is compiled: see [below](#parameters-and-arrays) |
/// | `precision mediump float;` | half precision suffices for all floats of this kernel: see [below](#precision) |
/// | `#include "name"` | a [part](crate::kernel::Source::part), or a file of `glsl/shared/` |
///
/// The language has GLSL's `float`, `int`, `uint`, `bool` and their vectors, functions, `if`, `for`, `?:` and the arithmetic
/// functions. It has no textures, `gl_` variables, derivatives, `while` or preprocessor. An integer literal takes the type that its
/// context requires: `float x = 1;` and `2 * here()` are both valid. An `index` and an `int` convert to each other implicitly; all
/// other conversions must be written. A variable that is read before it has a value is 0, and so is an output that is never
/// assigned; both get a warning. Names that start with `_` are reserved.
///
/// # Precision
///
/// Floats have 32 bits, or what a chip has. With `precision mediump float;` at its top, a kernel is content with half precision: 10 bits of
/// fraction, and numbers up to 65504. The emulated chips with registers of half precision (NV30, NV40, G70) then round each result to the nearest
/// half, and hold two of them in the room of one float. OpenGL ES, and so WebGL 2, is told that it may compute so, which pays on hardware that
/// computes with halves faster. Desktop OpenGL and the plain machine compute with floats as before. Positions are not rounded, unless the kernel makes a `float` of one: above 2048, a half is no position.
/// [`f16`](crate::f16) is the type of the elements of streams of halves, which any kernel can read and write.
///
/// # Parameters and arrays
///
/// A **parameter** is a value that distinguishes variants of one kernel: the number of streams that it reads, the number of its
/// steps, or the operator that it applies. It is fixed when the kernel is compiled, by
/// [`Source::parameter`](crate::kernel::Source::parameter) or by the declaration. Conditions on parameters are evaluated at that
/// time, and a pass need not set inputs and constants that are not read for these values. A function may be a parameter, too:
/// [`Source::function`](crate::kernel::Source::function) sets its body.
///
/// ```glsl
/// parameter index streams = 2;
/// parameter float combine(float a, float b);
/// input float keys[streams];   // inputs keys_0 and keys_1
/// output float combined;
///
/// void main() {
///     float t[streams];        // variables t_0 and t_1
///     for (index k = 0; k < streams; k++) {
///         t[k] = fetch(keys[k], here());
///     }
///     combined = t[0];
///     for (index k = 1; k < streams; k++) {
///         combined = combine(combined, t[k]);
///     }
/// }
/// ```
///
/// There are arrays of inputs, outputs, constants and variables, with at most 64 items. A program on old hardware cannot index
/// registers and textures, so lengths, indices, and the bounds of loops over items must be computable from literals and parameters;
/// such loops are unrolled. A function with a `const` argument of an integer type or `bool` is compiled once for each value that is
/// passed.
///
/// Kernels are checked before any driver sees them ([`kernel::compile`](crate::kernel::compile)). The features that they need
/// of a device follow from their text ([`Needs`](crate::ir::Needs)): OpenGL 2.1, for example, has no bitwise operators.
#[derive(Clone)]
pub struct Kernel {
    inner: Rc<Prepared>,
}

/// A kernel that a device's backend has prepared.
struct Prepared {
    kernel: Rc<ir::Kernel>,
    id: KernelId,
    /// The number of the device that it belongs to.
    device: u64,
    /// The backend that deletes it.
    backend: Weak<dyn Backend>,
    /// A summary of how it accesses its streams.
    summary: OnceCell<AccessSummary>,
}

impl Drop for Prepared {
    fn drop(&mut self) {
        if let Some(backend) = self.backend.upgrade() {
            backend.delete_kernel(self.id);
        }
    }
}

impl Kernel {
    /// Wraps a kernel that the backend has prepared. `device` is the number of the backend's device.
    pub(super) fn new(kernel: Rc<ir::Kernel>, id: KernelId, device: u64, backend: &Rc<dyn Backend>) -> Kernel {
        let backend = Rc::downgrade(backend);
        Kernel { inner: Rc::new(Prepared { kernel, id, device, backend, summary: OnceCell::new() }) }
    }

    /// Returns the kernel's name, as a [`Trace`](crate::Trace) shows it.
    pub fn name(&self) -> &str {
        &self.inner.kernel.name
    }

    /// Returns the inputs, constants and outputs, as the kernel's text declares them.
    pub fn interface(&self) -> &Interface {
        &self.inner.kernel.interface
    }

    /// Returns the kernel's typed IR, which is passed to backends.
    pub fn ir(&self) -> &Rc<ir::Kernel> {
        &self.inner.kernel
    }

    /// Returns a summary of how it accesses its streams.
    pub(super) fn summary(&self) -> &AccessSummary {
        self.inner.summary.get_or_init(|| AccessSummary::of(&self.inner.kernel))
    }

    pub(super) fn id(&self) -> KernelId {
        self.inner.id
    }

    /// Returns the number of the device that it belongs to.
    pub(super) fn device(&self) -> u64 {
        self.inner.device
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Kernel({}: {:?})", self.name(), self.interface())
    }
}
