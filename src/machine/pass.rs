//! Passes: the one place that draws.

use std::marker::PhantomData;

use crate::backend::{Draw, DrawnPart, Fit, InputBinding, Layouts, PassCost, Target, TextureId};
use crate::error::Error;
use crate::geometry::{Geometry, Layout, Rect};
use crate::ir::{self, Extent, Port, Type};
use crate::shape::{Named, Shape, ShapeError};
use crate::texel::{Components, Texel};
use crate::trace::{Event, PassEvent, PassPart, Traffic};
use crate::value::Value;

use super::capture::{Binding, PassStep, Recorder, Step};
use super::device::Device;
use super::kernel::Kernel;
use super::stream::Stream;
use crate::error::{DeviceError, PassError};

/// A kernel run over every element of its outputs, or over a rectangle of them: a quad drawn into their textures. A program
/// of passes that take turns: [ping-pong](crate::guide::examples#ping_pong).
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
    inputs: Vec<(&'a str, Bound<'a>)>,
    constants: Vec<(&'a str, Value)>,
    outputs: Vec<(&'a str, Bound<'a>)>,
    rectangle: Option<Rect>,
}

/// What a pass has to know of a stream, which it holds borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    stream: PhantomData<&'a ()>,
    device: u64,
    texture: Option<TextureId>,
    geometry: Geometry,
    shape: Shape,
    components: Components,
    /// Layers that it is read from, or 1.
    layers: usize,
    /// The layer that is drawn to.
    layer: usize,
}

/// All that a pass needs to be drawn, in the order of the kernel's declarations.
struct Checked<'a> {
    inputs: Vec<Bound<'a>>,
    outputs: Vec<Bound<'a>>,
    constants: Vec<Value>,
    /// The texels to draw: none where the outputs have no elements.
    rects: Vec<Rect>,
}

impl<'a> Bound<'a> {
    pub fn of<T: Texel>(stream: &'a Stream<T>) -> Bound<'a> {
        Bound {
            stream: PhantomData,
            device: stream.device().inner.id,
            texture: stream.texture(),
            geometry: *stream.geometry(),
            shape: stream.shape(),
            components: T::COMPONENTS,
            layers: 1,
            layer: 0,
        }
    }

    /// Texels in the layers of an array texture, or one of its layers.
    pub fn layered(
        device: &Device,
        texture: Option<TextureId>,
        geometry: Geometry,
        components: Components,
        layers: usize,
        layer: usize,
    ) -> Bound<'a> {
        let shape = Shape::from(geometry.count);
        let device = device.inner.id;
        Bound { stream: PhantomData, device, texture, geometry, shape, components, layers, layer }
    }

    /// A stream as its texels, in the order and the rows of the texture: of a packed one, each a vec4 of four neighbours;
    /// what the last holds past the end is anything.
    pub fn texels<T: Texel>(stream: &'a Stream<T>) -> Bound<'a> {
        let geometry = stream.geometry().texelwise();
        let packed = stream.layout() == Layout::Packed;
        let components = if packed { Components::Four } else { T::COMPONENTS };
        Bound { geometry, shape: Shape::from(geometry.count), components, ..Bound::of(stream) }
    }

    /// The same with rows of another length: where rows of the texture would cut what a kernel takes for one row.
    pub fn with_row(self, row: usize) -> Bound<'a> {
        Bound { geometry: Geometry { row, ..self.geometry }, ..self }
    }

    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub fn layout(&self) -> Layout {
        self.geometry.layout
    }

    pub fn components(&self) -> Components {
        self.components
    }
}

impl<'a> Pass<'a> {
    pub(crate) fn new(device: &Device, kernel: &'a Kernel) -> Pass<'a> {
        Pass {
            device: device.clone(),
            kernel,
            inputs: Vec::new(),
            constants: Vec::new(),
            outputs: Vec::new(),
            rectangle: None,
        }
    }

    /// Gives the kernel's input `name` a stream. Inputs may have any shape: the kernel says what it fetches.
    pub fn input<T: Texel>(mut self, name: &'a str, stream: &'a Stream<T>) -> Pass<'a> {
        self.inputs.push((name, Bound::of(stream)));
        self
    }

    /// The same, with the rows that the kernel sees in the place of the stream's own.
    pub(crate) fn input_as<T: Texel>(self, name: &'a str, stream: &'a Stream<T>, geometry: Geometry) -> Pass<'a> {
        self.bound(name, Bound { geometry, ..Bound::of(stream) })
    }

    pub(crate) fn bound(mut self, name: &'a str, bound: Bound<'a>) -> Pass<'a> {
        self.inputs.push((name, bound));
        self
    }

    /// Gives the kernel's constant `name` a value.
    pub fn constant(mut self, name: &'a str, value: impl Into<Value>) -> Pass<'a> {
        self.constants.push((name, value.into()));
        self
    }

    /// Gives the kernel's output `name` a stream to write. All outputs have one shape and layout.
    pub fn output<T: Texel>(mut self, name: &'a str, stream: &'a mut Stream<T>) -> Pass<'a> {
        self.outputs.push((name, Bound::of(stream)));
        self
    }

    /// An output that is written texel by texel: of a packed stream, four elements at once.
    pub(crate) fn output_texels<T: Texel>(self, name: &'a str, stream: &'a mut Stream<T>) -> Pass<'a> {
        let bound = Bound::texels(stream);
        self.bound_output(name, bound)
    }

    /// An output that is no whole stream, or is written as something else.
    pub(crate) fn bound_output(mut self, name: &'a str, bound: Bound<'a>) -> Pass<'a> {
        self.outputs.push((name, bound));
        self
    }

    /// Draws only the elements in this rectangle of the render target, in texels; the others stay as they are.
    pub fn rectangle(mut self, rectangle: Rect) -> Pass<'a> {
        self.rectangle = Some(rectangle);
        self
    }

    /// Draws the pass. Over outputs of no elements nothing is drawn.
    ///
    /// # Errors
    /// Anything that the kernel declares and is not given, or given wrongly, by name.
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

    /// What the pass takes of the device, what there is, and how many passes it would be drawn in. Nothing is drawn.
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
    /// As [`run`](Pass::run); a kernel that the device cannot run at all, and why.
    pub fn fits(self) -> Result<Fit, Error> {
        self.fit_of(&self.checked()?)
    }

    fn fit_of(&self, checked: &Checked) -> Result<Fit, Error> {
        let inputs: Vec<_> = checked.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
        let output = checked.outputs[0].geometry;
        let fill = self.device.inner.poison;
        let layouts = Layouts { inputs: &inputs, constants: &checked.constants, output, fill };
        Ok(self.device.inner.backend.fits(self.kernel.id(), &layouts)?)
    }

    /// What the kernel declares, as it was given.
    fn checked(&self) -> Result<Checked<'a>, Error> {
        let interface = self.kernel.interface();
        if self.kernel.device() != self.device.inner.id {
            return Err(DeviceError::OtherDevice { what: format!("kernel `{}`", self.name()) }.into());
        }
        let inputs = self.ports("input", &self.inputs, &interface.inputs)?;
        let outputs = self.ports("output", &self.outputs, &interface.outputs)?;
        let constants = self.constants()?;
        let target = self.one_target(&outputs)?;
        let geometry = target.geometry;
        self.positions(&inputs, &geometry)?;
        let rects = match self.rectangle {
            None => geometry.rects(),
            Some(rectangle) => {
                let (width, height) = (geometry.width, geometry.height);
                let fits =
                    |start: usize, extent: usize, all: usize| start.checked_add(extent).is_some_and(|end| end <= all);
                if !fits(rectangle.x, rectangle.width, width) || !fits(rectangle.y, rectangle.height, height) {
                    return Err(PassError::Rectangle { rectangle, width, height }.into());
                }
                geometry.rects_within(rectangle)
            }
        };
        if !rects.is_empty()
            && let Some(empty) = inputs.iter().position(|input| input.geometry.count == 0)
        {
            let (kernel, name) = (self.name(), interface.inputs[empty].name.clone());
            return Err(PassError::EmptyInput { kernel, name, output: target.shape }.into());
        }
        Ok(Checked { inputs, outputs, constants, rects })
    }

    fn draw(&self, Checked { inputs, outputs, constants, rects }: &Checked<'a>) -> Result<(), Error> {
        let geometry = outputs[0].geometry;
        let read = |input: &Bound| {
            Some(InputBinding { texture: input.texture?, geometry: input.geometry, layers: input.layers })
        };
        let read: Vec<InputBinding> = inputs.iter().filter_map(read).collect();
        let target = |output: &Bound| Some(Target { texture: output.texture?, layer: output.layer });
        let targets: Vec<Target> = outputs.iter().filter_map(target).collect();
        let draw = Draw {
            kernel: self.kernel.id(),
            inputs: &read,
            constants,
            targets: &targets,
            output: geometry,
            fill: self.device.inner.poison,
            rects,
        };
        let texels: usize = rects.iter().map(Rect::area).sum();
        let event = |cost| PassEvent {
            kernel: self.name(),
            part: None,
            width: geometry.width,
            height: geometry.height,
            outputs: targets.len(),
            rectangle: self.rectangle,
            traffic: traffic(inputs, outputs, texels),
            cost,
        };
        self.device.note(|recorder| {
            let event = event(PassCost::default());
            let step = self.step(recorder, (inputs, outputs), &draw, event)?;
            recorder.step(step);
            Ok(())
        })?;
        let drawn = self.device.inner.backend.draw(&draw);
        let drawn = drawn.inspect_err(|_| self.device.noted(Recorder::withdraw))?;
        if drawn.parts.is_empty() {
            self.device.record(|| Event::Pass(event(drawn.cost)));
        }
        for (number, part) in drawn.parts.iter().enumerate() {
            let pick = |bounds: &[Bound<'a>], chosen: &[usize]| chosen.iter().map(|k| bounds[*k]).collect::<Vec<_>>();
            let own = traffic(&pick(inputs, &part.inputs), &pick(outputs, &part.outputs), texels);
            self.device.record(|| {
                Event::Pass(PassEvent {
                    part: Some(PassPart { number: number + 1, of: drawn.parts.len() }),
                    outputs: part.outputs.len() + part.written.len(),
                    traffic: with_intermediates(own, part, geometry.texels(), texels),
                    ..event(part.cost)
                })
            });
        }
        Ok(())
    }

    /// The pass as a capture has it.
    fn step(
        &self,
        recorder: &mut Recorder,
        (inputs, outputs): (&[Bound], &[Bound]),
        draw: &Draw,
        event: PassEvent,
    ) -> Result<Step, Error> {
        let mut bind = |bounds: &[Bound], ports: &[Port]| -> Result<Vec<Binding>, Error> {
            let of = |(bound, port): (&Bound, &Port)| {
                // Nothing was drawn if one of them had no texture.
                let texture = bound.texture.expect("a stream of some elements");
                let resource = recorder.texture(&self.device, texture)?;
                let Bound { geometry, layers, layer, .. } = *bound;
                Ok(Binding { name: port.name.clone(), ty: port.ty, geometry, layers, layer, resource })
            };
            bounds.iter().zip(ports).map(of).collect()
        };
        let interface = self.kernel.interface();
        Ok(Step::Pass(PassStep {
            inputs: bind(inputs, &interface.inputs)?,
            outputs: bind(outputs, &interface.outputs)?,
            kernel: self.kernel.clone(),
            constants: draw.constants.to_vec(),
            rects: draw.rects.to_vec(),
            fill: draw.fill,
            event,
        }))
    }

    fn name(&self) -> String {
        self.kernel.name().to_owned()
    }

    /// The streams given, in the order of the kernel's declarations.
    fn ports<'b>(
        &self,
        role: &'static str,
        given: &[(&str, Bound<'b>)],
        ports: &[Port],
    ) -> Result<Vec<Bound<'b>>, Error> {
        self.names(role, given.iter().map(|(name, _)| *name), ports.iter().map(|port| port.name.as_str()))?;
        let mut bounds = Vec::with_capacity(ports.len());
        for port in ports {
            let Some((_, bound)) = given.iter().find(|(name, _)| *name == port.name) else {
                return Err(self.missing(role, &port.name, port.ty.name()).into());
            };
            if bound.device != self.device.inner.id {
                return Err(DeviceError::OtherDevice {
                    what: format!("{role} `{}` of pass `{}`", port.name, self.name()),
                }
                .into());
            }
            if Type::Float(bound.components) != port.ty {
                return Err(PassError::WrongType {
                    kernel: self.name(),
                    role,
                    name: port.name.clone(),
                    expected: port.ty.name(),
                    got: format!("a stream of {}", bound.components.type_name()),
                }
                .into());
            }
            bounds.push(*bound);
        }
        Ok(bounds)
    }

    fn constants(&self) -> Result<Vec<Value>, PassError> {
        let constants = &self.kernel.interface().constants;
        let known = constants.iter().map(|constant| constant.name.as_str());
        self.names("constant", self.constants.iter().map(|(name, _)| *name), known)?;
        let value = |constant: &crate::ir::Constant| {
            let Some((_, value)) = self.constants.iter().find(|(name, _)| *name == constant.name) else {
                return Err(self.missing("constant", &constant.name, constant.ty.name()));
            };
            let typed = constant.ty.value_of(*value).ok_or_else(|| PassError::WrongType {
                kernel: self.name(),
                role: "constant",
                name: constant.name.clone(),
                expected: constant.ty.name(),
                got: value.to_string(),
            })?;
            let features = self.device.features();
            match typed {
                // Where ints are floats, the kernel would get another number.
                Value::Index(value) if !features.holds(value) => {
                    let (kernel, name, exact) = (self.name(), constant.name.clone(), features.exact_integer);
                    Err(PassError::Inexact { kernel, name, value, exact })
                }
                typed => Ok(typed),
            }
        };
        constants.iter().map(value).collect()
    }

    /// Refuses streams of more elements than positions tell apart, where the kernel numbers their elements.
    fn positions(&self, inputs: &[Bound], output: &Geometry) -> Result<(), PassError> {
        let exact = self.device.features().exact_integer;
        let many = |geometry: &Geometry| geometry.count > exact as usize;
        if !many(output) && !inputs.iter().any(|input| many(&input.geometry)) {
            return Ok(());
        }
        let uses = self.kernel.uses();
        let counted =
            |stream: ir::Stream| uses.extents.iter().any(|(of, extent)| *of == stream && *extent == Extent::Count);
        let interface = self.kernel.interface();
        let refused = |name: &str, geometry: &Geometry| {
            let (kernel, name) = (self.name(), name.to_owned());
            Err(PassError::Positions { kernel, name, count: geometry.count, exact })
        };
        let numbered = uses.here
            || ((uses.here_x || uses.here_y) && (output.wrapped() || output.layout == Layout::Packed))
            || (0..interface.outputs.len()).any(|k| counted(ir::Stream::Output(k)));
        if many(output) && numbered {
            return refused(&interface.outputs[0].name, output);
        }
        for (k, (input, own)) in inputs.iter().zip(&uses.inputs).enumerate() {
            let geometry = &input.geometry;
            let aligned =
                geometry.layout == output.layout && (geometry.width, geometry.height) == (output.width, output.height);
            let numbered = own.by_number()
                || (own.here && !aligned)
                || (own.by_column_row() && (geometry.wrapped() || geometry.layout == Layout::Packed))
                || (own.clamped_column_row && !geometry.is_full())
                || counted(ir::Stream::Input(k));
            if many(geometry) && numbered {
                return refused(&interface.inputs[k].name, geometry);
            }
        }
        Ok(())
    }

    /// Refuses names that the kernel does not have, or that come twice.
    fn names<'n>(
        &self,
        role: &'static str,
        given: impl Iterator<Item = &'n str>,
        known: impl Iterator<Item = &'n str>,
    ) -> Result<(), PassError> {
        let known: Vec<&str> = known.collect();
        let mut seen: Vec<&str> = Vec::new();
        for name in given {
            if seen.contains(&name) {
                return Err(PassError::Twice { kernel: self.name(), role, name: name.to_owned() });
            }
            if !known.contains(&name) {
                let known = known.iter().map(|name| name.to_string()).collect();
                return Err(PassError::Unknown { kernel: self.name(), role, name: name.to_owned(), known });
            }
            seen.push(name);
        }
        Ok(())
    }

    fn missing(&self, role: &'static str, name: &str, ty: &'static str) -> PassError {
        PassError::Missing { kernel: self.name(), role, name: name.to_owned(), ty }
    }

    /// The first output, once the others have been seen to lie like it.
    fn one_target<'b>(&self, outputs: &[Bound<'b>]) -> Result<Bound<'b>, Error> {
        let ports = &self.kernel.interface().outputs;
        let first = outputs[0];
        for (output, port) in outputs.iter().zip(ports).skip(1) {
            let (first_name, second_name) = (&ports[0].name, &port.name);
            if output.shape != first.shape {
                return Err(ShapeError::Mismatch {
                    what: format!("outputs of pass `{}`", self.name()),
                    first: Named::new(first_name, first.shape),
                    second: Named::new(second_name, output.shape),
                }
                .into());
            }
            if output.geometry != first.geometry {
                return Err(PassError::OutputLayouts {
                    kernel: self.name(),
                    first: first_name.clone(),
                    first_layout: first.geometry.layout,
                    second: second_name.clone(),
                    second_layout: output.geometry.layout,
                }
                .into());
            }
        }
        Ok(first)
    }
}

fn traffic(inputs: &[Bound], outputs: &[Bound], drawn: usize) -> Traffic {
    let bytes = |bound: &Bound| bound.components.channels().max(bound.layout().lanes()) * 4;
    let mut traffic = Traffic::default();
    for input in inputs {
        let texels = input.geometry.texels() * input.layers;
        traffic.texels_read += texels;
        traffic.bytes_read += texels * bytes(input);
    }
    for output in outputs {
        traffic.texels_written += drawn;
        traffic.bytes_written += drawn * bytes(output);
    }
    traffic
}

/// With what a pass of several reads and writes of the textures between them.
fn with_intermediates(mut traffic: Traffic, part: &DrawnPart, texels: usize, drawn: usize) -> Traffic {
    let channels = |all: &[usize]| all.iter().sum::<usize>();
    traffic.texels_read += texels * part.read.len();
    traffic.bytes_read += texels * channels(&part.read) * 4;
    traffic.texels_written += drawn * part.written.len();
    traffic.bytes_written += drawn * channels(&part.written) * 4;
    traffic
}
