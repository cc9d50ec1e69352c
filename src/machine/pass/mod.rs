//! Passes: the only place that draws.

mod binding;
mod check;
mod draw;
mod points;

pub(crate) use binding::StreamBinding;

use crate::backend::{Fit, PassLayouts, PointSource, QueryId, TextureId};
use crate::error::Error;
use crate::fragment_operations::{Blend, DepthTest, FragmentOperations, StencilTest, WriteMask};
use crate::geometry::{Geometry, Rect};
use crate::texel::Stored;
use crate::value::Value;

use super::depth_stencil::DepthStencil;
use super::device::Device;
use super::kernel::Kernel;
use super::occlusion_query::OcclusionQuery;
use super::stream::Stream;
use check::Checked;

/// A kernel run over every element of its outputs, or over a rectangle of them: a quad drawn into their textures. An example
/// program with alternating passes: [ping-pong](crate::guide::examples#ping_pong).
///
/// Inputs are borrowed and outputs are borrowed mutably, so that reading a texture that is drawn to does not compile:
///
/// ```compile_fail,E0502
/// # use brooklet::{Device, Kernel, Stream};
/// fn twice(device: &Device, kernel: &Kernel, x: &mut Stream<f32>) -> Result<(), brooklet::Error> {
///     device.pass(kernel).input("x", x).output("scaled", x).run()
/// }
/// ```
///
/// ```
/// use brooklet::{Device, kernel::Source};
/// let device = Device::headless()?;
/// let kernel = device.kernel(&Source::new("scale", "
///     input float x;
///     constant float by;
///     output float scaled;
///     void main() { scaled = by * fetch(x, here()); }
/// "))?;
/// let x = device.upload(&[1.0, 2.0, 3.0])?;
/// let mut y = device.stream::<f32>(3)?;
/// device.pass(&kernel).input("x", &x).constant("by", 10.0).output("scaled", &mut y).run()?;
/// assert_eq!(y.read()?, [10.0, 20.0, 30.0]);
///
/// let wrong = device.pass(&kernel).input("x", &x).constant("bye", 10.0).output("scaled", &mut y).run();
/// assert_eq!(wrong.unwrap_err().to_string(),
///     "pass `scale`: the kernel has no constant `bye`; did you mean `by`? It has `by`");
/// # Ok::<(), brooklet::Error>(())
/// ```
#[must_use = "a pass draws when it is run()"]
pub struct Pass<'a> {
    device: Device,
    kernel: &'a Kernel,
    inputs: Vec<(&'a str, StreamBinding<'a>)>,
    constants: Vec<(&'a str, Value)>,
    outputs: Vec<(&'a str, StreamBinding<'a>)>,
    rectangle: Option<Rect>,
    /// Rectangles to draw instead, which do not overlap.
    rectangles: Vec<Rect>,
    operations: FragmentOperations,
    depth_stencil: Option<BufferBinding>,
    query: Option<(u64, QueryId)>,
    /// The places of points.
    points: Option<StreamBinding<'a>>,
    point_size: usize,
    point_source: Option<PointSource>,
}

/// The depth and stencil buffer of a pass.
#[derive(Clone, Copy)]
struct BufferBinding {
    device: u64,
    texture: Option<TextureId>,
    geometry: Geometry,
}

impl Device {
    /// Makes a pass of `kernel`: see [`Pass`].
    pub fn pass<'a>(&self, kernel: &'a Kernel) -> Pass<'a> {
        Pass::new(self, kernel)
    }
}

impl<'a> Pass<'a> {
    fn new(device: &Device, kernel: &'a Kernel) -> Pass<'a> {
        Pass {
            device: device.clone(),
            kernel,
            inputs: Vec::new(),
            constants: Vec::new(),
            outputs: Vec::new(),
            rectangle: None,
            rectangles: Vec::new(),
            operations: FragmentOperations::default(),
            depth_stencil: None,
            query: None,
            points: None,
            point_size: 1,
            point_source: None,
        }
    }

    /// Binds a stream to the kernel's input `name`. Inputs may have any shape: the kernel decides which elements it fetches.
    pub fn input<T: Stored>(mut self, name: &'a str, stream: &'a Stream<T>) -> Pass<'a> {
        self.inputs.push((name, StreamBinding::of(stream)));
        self
    }

    /// Binds a stream to the kernel's input `name`, with `geometry` instead of the stream's own.
    pub(crate) fn input_as<T: Stored>(self, name: &'a str, stream: &'a Stream<T>, geometry: Geometry) -> Pass<'a> {
        self.bound(name, StreamBinding { geometry, ..StreamBinding::of(stream) })
    }

    pub(crate) fn bound(mut self, name: &'a str, bound: StreamBinding<'a>) -> Pass<'a> {
        self.inputs.push((name, bound));
        self
    }

    /// Sets the kernel's constant `name` to a value.
    pub fn constant(mut self, name: &'a str, value: impl Into<Value>) -> Pass<'a> {
        self.constants.push((name, value.into()));
        self
    }

    /// Binds a stream to the kernel's output `name`. All outputs must have the same shape and layout.
    pub fn output<T: Stored>(mut self, name: &'a str, stream: &'a mut Stream<T>) -> Pass<'a> {
        self.outputs.push((name, StreamBinding::of(stream)));
        self
    }

    /// Binds an output that is written texel by texel: four elements at once in a packed stream.
    pub(crate) fn output_texels<T: Stored>(self, name: &'a str, stream: &'a mut Stream<T>) -> Pass<'a> {
        let bound = StreamBinding::texels(stream);
        self.bound_output(name, bound)
    }

    /// Binds an output that is not a whole stream, or is written as another type.
    pub(crate) fn bound_output(mut self, name: &'a str, bound: StreamBinding<'a>) -> Pass<'a> {
        self.outputs.push((name, bound));
        self
    }

    /// Draws only the elements in this rectangle of the render target, in texels. The others do not change.
    pub fn rectangle(mut self, rectangle: Rect) -> Pass<'a> {
        self.rectangle = Some(rectangle);
        self
    }

    /// Draws only the elements in these rectangles of the render target, which do not overlap.
    pub(crate) fn rectangles(mut self, rectangles: Vec<Rect>) -> Pass<'a> {
        self.rectangles = rectangles;
        self
    }

    /// Combines what the kernel writes with what the outputs contain, instead of replacing it.
    ///
    /// It needs [`float_blending`](crate::Features::float_blending), which most devices have, or [`half_blending`](crate::Features::half_blending)
    /// if all outputs are streams of half floats. The chips before 2006 did not; they blended
    /// at most 16-bit floats.
    pub fn blend(mut self, blend: Blend) -> Pass<'a> {
        self.operations.blend = Some(blend);
        self
    }

    /// Writes only these components of each texel, for example the first and the third: `[true, false, true, false]`. The others keep
    /// their value. A texel of a packed stream has four elements for its components.
    pub fn write_mask(mut self, components: [bool; 4]) -> Pass<'a> {
        self.operations.write_mask = WriteMask(components);
        self
    }

    /// Draws only the texels in this rectangle: the scissor test. The kernel does not run for the others, and their depth and stencil do
    /// not change either. With [`rectangle`](Pass::rectangle), what is in both is drawn.
    pub fn scissor(mut self, rectangle: Rect) -> Pass<'a> {
        self.operations.scissor = Some(rectangle);
        self
    }

    /// Binds the depth and stencil buffer that the tests read and change.
    pub fn depth_stencil(mut self, buffer: &'a mut DepthStencil) -> Pass<'a> {
        let (texture, geometry) = (buffer.texture(), *buffer.geometry());
        self.depth_stencil = Some(BufferBinding { device: buffer.device().inner.id, texture, geometry });
        self
    }

    /// Draws only fragments whose depth compares so with that in the [buffer](Pass::depth_stencil). On a GPU the kernel does not even run
    /// for most of the others, if it does not write a depth itself or discard elements.
    pub fn depth_test(mut self, test: DepthTest) -> Pass<'a> {
        self.operations.depth = Some(test);
        self
    }

    /// Draws only fragments where the stencil in the [buffer](Pass::depth_stencil) passes this test, and changes it as the test says.
    pub fn stencil_test(mut self, test: StencilTest) -> Pass<'a> {
        self.operations.stencil = Some(test);
        self
    }

    /// Adds the fragments that pass all tests to an occlusion query. If the pass also tests depths, masks all components and has no depth from
    /// the kernel, NVIDIA's driver would count wrongly: there its shader runs for all fragments, and an assembled listing is an error.
    pub fn count(mut self, query: &'a mut OcclusionQuery) -> Pass<'a> {
        self.query = Some((query.device().inner.id, query.id()));
        self
    }

    /// Draws the pass. If the outputs have no elements, nothing is drawn.
    ///
    /// # Errors
    /// An argument that the kernel declares is missing or wrong; the error has its name.
    pub fn run(self) -> Result<(), Error> {
        let checked = self.checked()?;
        if checked.rects.is_empty() {
            return Ok(());
        }
        match &self.device.plan {
            Some(plan) => {
                plan.add(&self.fit_of(&checked)?);
                Ok(())
            }
            None => self.draw(&checked),
        }
    }

    /// Returns the resources that the pass needs, the device's limits, and the number of passes that it would be split into. Draws
    /// nothing.
    ///
    /// ```
    /// use brooklet::{Device, fragment_program::Chip, kernel::Source};
    /// let device = Device::emulated(Chip::R300)?;
    /// let steps = "y = y * y + 0.5;\n".repeat(80);
    /// let text = format!("input float x; output float y; void main() {{ y = fetch(x, here()); {steps} }}");
    /// let kernel = device.kernel(&Source::new("long", text))?;
    /// let (x, mut y) = (device.upload(&[0.5, 0.25])?, device.stream::<f32>(2)?);
    /// let fit = device.pass(&kernel).input("x", &x).output("y", &mut y).fits()?;
    /// let excess: Vec<_> = fit.excess().map(|own| (own.resource, own.needed, own.available)).collect();
    /// assert_eq!(excess, [("pairs of arithmetic operations", 80, 64)]);
    /// assert_eq!(fit.passes, Some(2));
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`run`](Pass::run); a kernel that the device cannot run at all, with the reason.
    pub fn fits(self) -> Result<Fit, Error> {
        self.fit_of(&self.checked()?)
    }

    fn fit_of(&self, checked: &Checked) -> Result<Fit, Error> {
        let inputs: Vec<_> = checked.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
        let output = checked.output;
        let fill = self.device.inner.poison;
        let layouts = PassLayouts { inputs: &inputs, constants: &checked.constants, output, fill };
        Ok(self.device.backend().fits(self.kernel.id(), &layouts)?)
    }

    fn name(&self) -> String {
        self.kernel.name().to_owned()
    }
}
