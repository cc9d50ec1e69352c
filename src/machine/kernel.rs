//! Kernels on a device, which are deleted when nothing holds them any more.

use crate::ir::access::AccessSummary;
use std::cell::OnceCell;
use std::fmt;
use std::rc::{Rc, Weak};

use crate::backend::{Backend, KernelId};

use crate::ir::{self, Interface};

/// A kernel: the program that a pass runs for each texel. [`Device::kernel`](crate::Device::kernel) makes one from a
/// [`Source`](crate::kernel::Source). An example program: [a kernel of one's own](crate::guide::examples#kernel).
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
/// | `here_x()`, `here_y()` | column and row of this element in the output; for a 1-D stream, those in its texture |
/// | `fetch(keys, i)`, `fetch(keys, x, y)` | an element of an input; outside the stream: undefined |
/// | `clamped(keys, i)`, `clamped(keys, x, y)` | an element of an input; outside the stream, the nearest element along each axis |
/// | `count(keys)`, `width(keys)`, `height(keys)` | number of elements, of elements per row, and of rows, of an input or output |
/// | `quotient(i, d)` | `i / d` of two positive `index`es, rounded down |
/// | `index` | the type of positions: int, or float where a dialect has no integers |
/// | `parameter index steps = 4;` | a value that is known when the kernel is compiled: see [below](#parameters-and-arrays) |
/// | `#include "name"` | a [part](crate::kernel::Source::part), or a file of `glsl/shared/` |
///
/// The language has GLSL's `float`, `int`, `uint`, `bool` and their vectors, functions, `if`, `for`, `?:` and the arithmetic
/// functions; no textures, no `gl_` variables, no derivatives, no `while`, no preprocessor. An integer literal takes
/// the type that its context requires: `float x = 1;` and `2 * here()` are both valid. An `index` and an `int` convert to each
/// other implicitly; all other conversions are written out. A variable that is read, or an output that is left, before it has a
/// value is 0, with a warning. Names that start with `_` are brooklet's.
///
/// # Parameters and arrays
///
/// What varies between variants of one kernel is a **parameter**: how many streams it reads, how many steps it takes, which operator
/// it applies. It has a value when the kernel is compiled: [`Source::parameter`](crate::kernel::Source::parameter) gives it, or the
/// declaration. Conditions that follow from parameters are decided then, and inputs and constants that are not read for these values
/// need not be given to a pass. A function may be a parameter, too: [`Source::function`](crate::kernel::Source::function) gives it
/// its body.
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
/// Arrays are of inputs, outputs, constants or variables, with at most 64 items. A program of old hardware names each register and
/// texture. So a length, the index of an item, and the end of a loop over items follow from numbers and parameters; such a loop is
/// unrolled. A function is compiled anew for each value that is passed for a `const` argument of a whole number or `bool`.
///
/// Kernels are checked before any driver sees them ([`kernel::compile`](crate::kernel::compile)). The features that they need
/// of a device follow from their text ([`Needs`](crate::ir::Needs)): OpenGL 2.1, for example, has no bitwise operators.
#[derive(Clone)]
pub struct Kernel {
    inner: Rc<Prepared>,
}

/// A kernel that the backend of a device has prepared.
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
    /// Makes a kernel of one that the backend of the device with this number has prepared.
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
