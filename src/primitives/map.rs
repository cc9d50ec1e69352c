//! Map: runs a kernel over every element.

use crate::error::Error;
use crate::error::PrimitiveError;
use crate::geometry::Layout;
use crate::ir::{Constant, Port, Type};
use crate::kernel::{CompileError, Source, expression};
use crate::machine::Kernel;
use crate::machine::{Device, PassError, Stream, StreamBinding};
use crate::shape::{Named, Shape, ShapeError};
use crate::texel::{Components, FloatElement};
use crate::value::Value;

/// A map under construction: see [`map`] and [`map_with`].
#[must_use = "a map is drawn when it is run()"]
pub struct Map<'a> {
    device: Device,
    what: What<'a>,
    inputs: Vec<(&'a str, StreamBinding<'a>)>,
    gathers: Vec<(&'a str, StreamBinding<'a>)>,
    constants: Vec<(&'a str, Value)>,
    shape: Option<Shape>,
}

enum What<'a> {
    Expression(&'a str),
    Kernel(&'a Kernel),
}

/// Computes a one-line expression of the [kernel language](crate::Kernel) for every element. The names in it are those of the bound
/// inputs and constants.
///
/// It takes one pass, which for each element fetches from each input and writes once. It needs no memory besides the result.
/// Elements that are copied or selected keep their bits. Arithmetic is the device's, with one rounding per operation, except that a
/// compiler may fuse a multiply with an add. Whole numbers are floats. In an error message, a caret marks the place in the
/// expression. Buck and Purcell, GPU Gems ch. 37, section 37.1.1. An example program is [map and
/// reduce](crate::guide::examples#map_reduce).
///
/// ```
/// use brooklet::{Device, Stream, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[1.0, 2.0, 3.0])?;
/// let y = device.upload(&[10.0, 10.0, 20.0])?;
/// let z: Stream<f32> =
///     primitives::map(&device, "alpha * x + y").input("x", &x).input("y", &y).constant("alpha", 2.0).run()?;
/// assert_eq!(z.read()?, [12.0, 14.0, 26.0]);
///
/// let wrong = primitives::map(&device, "alpha * x + z").input("x", &x).constant("alpha", 2.0).run::<f32>();
/// assert_eq!(wrong.unwrap_err().to_string(), "\
/// kernel `map` does not compile
/// error[K0302]: there is no `z`
///  --> expression:1:13
///   |
/// 1 | alpha * x + z
///   |             ^
///   |
///   = help: it is not bound; the bound names are x, alpha");
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn map<'a>(device: &Device, expression: &'a str) -> Map<'a> {
    Map::new(device, What::Expression(expression))
}

/// Runs a kernel with one output over every element.
///
/// It takes one pass. Work and exactness are those of the kernel. It needs no memory besides the result. For kernels with several
/// outputs see [`Pass`](crate::Pass). Buck and Purcell, GPU Gems ch. 37, section 37.1.1; Buck et al., Brook, section 3.2.
///
/// ```
/// use brooklet::{Device, Stream, kernel::Source, primitives};
/// let device = Device::headless()?;
/// let kernel = device.kernel(&Source::new("smooth", "
///     input float x;
///     output float mean; // of three neighbours
///     void main() {
///         mean = (clamped(x, here() - 1) + fetch(x, here()) + clamped(x, here() + 1)) / 3.0;
///     }
/// "))?;
/// let x = device.upload(&[0.0, 3.0, 6.0, 0.0])?;
/// let smooth: Stream<f32> = primitives::map_with(&device, &kernel).input("x", &x).run()?;
/// assert_eq!(smooth.read()?, [1.0, 3.0, 3.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn map_with<'a>(device: &Device, kernel: &'a Kernel) -> Map<'a> {
    Map::new(device, What::Kernel(kernel))
}

impl<'a> Map<'a> {
    fn new(device: &Device, what: What<'a>) -> Map<'a> {
        let device = device.clone();
        Map { device, what, inputs: Vec::new(), gathers: Vec::new(), constants: Vec::new(), shape: None }
    }

    /// Binds a stream to a name; half floats are read as floats. All streams bound by `input` must have the same shape, which is the result's.
    pub fn input<T: FloatElement>(mut self, name: &'a str, stream: &'a Stream<T>) -> Map<'a> {
        self.inputs.push((name, StreamBinding::of(stream)));
        self
    }

    /// Binds a stream of any shape to an input of a kernel that gathers from it.
    pub fn gather<T: FloatElement>(mut self, name: &'a str, stream: &'a Stream<T>) -> Map<'a> {
        self.gathers.push((name, StreamBinding::of(stream)));
        self
    }

    /// Binds a number to a name. In an expression, a whole number is a float.
    pub fn constant(mut self, name: &'a str, value: impl Into<Value>) -> Map<'a> {
        self.constants.push((name, value.into()));
        self
    }

    /// Sets the shape of the result. A map without inputs needs it.
    pub fn shape(mut self, shape: impl Into<Shape>) -> Map<'a> {
        self.shape = Some(shape.into());
        self
    }

    /// Draws the pass. The result is packed if it is a stream of `f32` and all inputs are packed. Otherwise it is plain.
    ///
    /// # Errors
    /// [`Error::Compile`] for an invalid expression; streams of different shapes; names that are wrong or missing.
    pub fn run<T: FloatElement>(self) -> Result<Stream<T>, Error> {
        let kernel = match self.what {
            What::Kernel(kernel) => kernel.clone(),
            What::Expression(written) => self.compile(written, Some(Type::Float(T::COMPONENTS)))?,
        };
        self.draw(&kernel, "the streams of a map", self.layout::<T>())
    }

    /// Draws the pass of a condition: the result is 1 where it is true, and 0 elsewhere. It is packed.
    pub(super) fn flags(&self) -> Result<Stream<f32>, Error> {
        let kernel = match self.what {
            What::Kernel(kernel) => kernel.clone(),
            What::Expression(written) => self.compile(written, Some(Type::BOOL))?,
        };
        self.draw(&kernel, "the streams of a filter", Layout::Packed)
    }

    /// Returns the layout of the result: packed if it is a stream of `f32` and all inputs are packed.
    fn layout<T: FloatElement>(&self) -> Layout {
        let packed = !self.inputs.is_empty() && self.inputs.iter().all(|(_, bound)| bound.layout() == Layout::Packed);
        if packed && T::COMPONENTS == Components::One { Layout::Packed } else { Layout::Plain }
    }

    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    /// Draws the pass of a kernel. `streams` names its inputs in messages.
    fn draw<T: FloatElement>(&self, kernel: &Kernel, streams: &str, layout: Layout) -> Result<Stream<T>, Error> {
        let shape = self.result_shape(streams)?;
        let output = only_output(kernel)?.name.clone();
        let mut result = self.device.stream_with::<T>(shape, layout)?;
        let mut pass = self.device.pass(kernel);
        for (name, bound) in self.inputs.iter().chain(&self.gathers) {
            pass = pass.bound(name, *bound);
        }
        for (name, value) in &self.constants {
            pass = pass.constant(name, *value);
        }
        pass.output(&output, &mut result).run()?;
        Ok(result)
    }

    /// Returns the number of components of the result: one for a number, more for a vector.
    ///
    /// ```
    /// use brooklet::{Components, Device, primitives};
    /// let device = Device::headless()?;
    /// let points = device.upload(&[[3.0, 4.0], [6.0, 8.0]])?;
    /// assert_eq!(primitives::map(&device, "0.5 * p").input("p", &points).components()?, Components::Two);
    /// assert_eq!(primitives::map(&device, "length(p)").input("p", &points).components()?, Components::One);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Compile`] for an invalid expression; [`PrimitiveError::OneOutput`] for a kernel with several outputs.
    pub fn components(&self) -> Result<Components, Error> {
        match self.what {
            What::Kernel(kernel) => Ok(only_output(kernel)?.ty.components()),
            What::Expression(written) => Ok(only_output(&self.compile(written, None)?)?.ty.components()),
        }
    }

    fn compile(&self, written: &str, wanted: Option<Type>) -> Result<Kernel, Error> {
        for (number, name) in self.names().enumerate() {
            if self.names().take(number).any(|earlier| earlier == name) {
                return Err(PassError::Twice { kernel: "map".to_owned(), role: "input", name: name.to_owned() }.into());
            }
        }
        let port = |(name, bound): &(&str, StreamBinding<'_>)| Port {
            name: name.to_string(),
            ty: Type::Float(bound.components()),
        };
        let inputs: Vec<Port> = self.inputs.iter().chain(&self.gathers).map(port).collect();
        let constant = |(name, value): &(&str, Value)| Constant { name: name.to_string(), ty: natural_type(*value) };
        let constants: Vec<Constant> = self.constants.iter().map(constant).collect();
        // The key of this kernel in the device's cache of kernels.
        let key = Source::new("map", format!("{inputs:?}{constants:?}{wanted:?}\n{written}"));
        self.device.kernel_of(&key, || {
            expression::map(written, &inputs, &constants, wanted)
                .map_err(|found| CompileError::new(if wanted == Some(Type::BOOL) { "filter" } else { "map" }, found))
        })
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let streams = self.inputs.iter().chain(&self.gathers).map(|(name, _)| *name);
        streams.chain(self.constants.iter().map(|(name, _)| *name))
    }

    fn result_shape(&self, streams: &str) -> Result<Shape, Error> {
        let given = self.shape.map(|shape| ("the result", shape));
        let mut shapes = given.into_iter().chain(self.inputs.iter().map(|(name, bound)| (*name, bound.shape())));
        let kernel = match &self.what {
            What::Expression(_) => "map".to_owned(),
            What::Kernel(kernel) => kernel.name().to_owned(),
        };
        let Some((first, first_shape)) = shapes.next() else {
            return Err(PrimitiveError::NoShape { kernel }.into());
        };
        match shapes.find(|(_, shape)| *shape != first_shape) {
            None => Ok(first_shape),
            Some((second, second_shape)) => Err(ShapeError::Mismatch {
                what: streams.to_owned(),
                first: Named::new(first, first_shape),
                second: Named::new(second, second_shape),
            }
            .into()),
        }
    }
}

/// Returns the single output of a map's kernel, or an error if there are several.
fn only_output(kernel: &Kernel) -> Result<&Port, Error> {
    match &kernel.interface().outputs[..] {
        [output] => Ok(output),
        outputs => {
            let (kernel, outputs) = (kernel.name().to_owned(), outputs.len());
            Err(PrimitiveError::OneOutput { kernel, outputs }.into())
        }
    }
}

/// Returns the type that a constant has in an expression.
fn natural_type(value: Value) -> Type {
    match value {
        Value::Float(_) | Value::Index(_) => Type::FLOAT,
        Value::Vec2(_) => Type::Float(Components::Two),
        Value::Vec3(_) => Type::Float(Components::Three),
        Value::Vec4(_) => Type::Float(Components::Four),
        Value::Bool(_) => Type::BOOL,
    }
}
