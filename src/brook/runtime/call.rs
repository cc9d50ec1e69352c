//! A call of a kernel.

use super::argument::{AnyArgument, Argument, Arguments, ConstantArgument, Input, InputArgument, OutputArgument, Part};
use super::bind::{Bindings, by_parameter, iterators, source, written};
use super::checks::{check_names, check_type};
use super::error::Error;
use super::program::Program;
use super::{map, push};
use crate::brook::plan::PlanKind;
use crate::ir::{Parameter, Role};
use crate::shape::{Named, Shape};

/// A call of a kernel. [`Program::kernel`] begins it, and [`run`](KernelCall::run) executes it. In between, the arguments are set
/// by the names of their parameters, in any order.
///
/// The outputs' shape determines how many elements the kernel runs over. An input may have another extent than the outputs along an
/// axis. A smaller one is repeated, and must divide the outputs' extent. Of a larger one, every k-th element is read, where ⌈in /
/// k⌉ = out for some k.
///
/// The index of a gather is adapted to the number of dimensions of the stream, even if the kernel declares another number: missing
/// components are 0, excess ones are dropped. Each component is rounded to the nearest integer and clamped. A NaN reads some
/// element.
///
/// A loop that the device would end early is an error: Mesa's llvmpipe leaves the loops of an element after 65,535 iterations in
/// total. If the trip count follows from constants, [`run`](KernelCall::run) reports the error. If it depends on data, the next
/// read or [`Device::finish`](crate::Device::finish) does. If the compiler can count the iterations, it also warns.
///
/// Indices are floats in the language: in streams of more than 2^24 elements along an axis, `indexof` and the indices of gathers
/// are no longer exact. Inputs are read, and outputs written, at exact positions for any length.
///
/// ```
/// use brooklet::{Device, brook::Program};
/// let device = Device::headless()?;
/// let program = Program::compile(&device, "blur.br", "
///     kernel void blur(float a[], float weight, float2 two<>, out float b<>) {
///         float x = indexof(b).x;
///         b = weight * (a[x - 1] + a[x] + a[x + 1]) + two.x;
///     }")?;
/// let a = device.upload(&[3.0, 6.0, 9.0, 12.0])?;
/// let two = device.upload(&[[100.0, 0.0], [200.0, 0.0]])?; // repeated: each element is read for two elements of the output
/// let mut b = device.stream::<f32>(4)?;
/// let call = program.kernel("blur")?.gather("a", &a).constant("weight", 1.0 / 3.0).stream("two", &two);
/// call.output("b", &mut b).run()?;
/// assert_eq!(b.read()?, [104.0, 106.0, 209.0, 211.0]);
///
/// let three = device.upload(&[[0.0; 2]; 3])?;
/// let call = program.kernel("blur")?.gather("a", &a).constant("weight", 0.5).stream("two", &three);
/// assert_eq!(call.output("b", &mut b).run().unwrap_err().to_string(),
///     "kernel `blur`: `two` is 3 and output `b` 4: along x, 3 does not divide 4");
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
///
/// Inputs are borrowed, and outputs are borrowed mutably. A stream that is both is passed with [`in_out`](KernelCall::in_out).
/// Passing it twice does not compile:
///
/// ```compile_fail,E0502
/// # use brooklet::{Stream, brook::Program};
/// fn twice(program: &Program, x: &mut Stream<f32>) -> Result<(), brooklet::brook::Error> {
///     program.kernel("twice")?.stream("a", &*x).output("b", x).run()
/// }
/// ```
#[must_use = "a call does nothing until it is run()"]
pub struct KernelCall<'a> {
    program: &'a Program,
    number: usize,
    arguments: Arguments<'a>,
    shape: Option<Shape>,
}

/// An input of a call that reads the previous content of an output: see [`before`].
#[derive(Clone, Debug)]
pub struct Before<'a> {
    name: &'a str,
    part: Part,
}

/// Lets the input `name` of an [`in_out`](KernelCall::in_out) read the previous content of the whole stream, although the output is
/// a domain; with [`domain`](Before::domain), it reads another part. (The name alone reads the output's own domain.)
///
/// ```
/// use brooklet::{Device, brook::{Program, before}};
/// let device = Device::headless()?;
/// let text = "kernel void shift(float u[], out float v<>) { v = u[indexof(v)]; }";
/// let program = Program::compile(&device, "shift.br", text)?;
/// let mut u = device.upload(&[1.0, 2.0, 3.0, 4.0, 5.0])?;
/// // The first four elements are copied to the last four.
/// program.kernel("shift")?.in_out(before("u"), "v", u.domain_mut(1, 5)).run()?;
/// assert_eq!(u.read()?, [1.0, 1.0, 2.0, 3.0, 4.0]);
/// program.kernel("shift")?.in_out(before("u").domain(3, 5), "v", u.domain_mut(0, 2)).run()?;
/// assert_eq!(u.read()?, [3.0, 4.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
pub fn before(name: &str) -> Before<'_> {
    Before { name, part: Part::Whole }
}

impl<'a> Before<'a> {
    /// Restricts the input to the part of the stream from `low` (inclusive) to `high` (exclusive).
    pub fn domain(self, low: impl Into<Shape>, high: impl Into<Shape>) -> Before<'a> {
        Before { part: Part::Domain(low.into(), high.into()), ..self }
    }
}

impl<'a> From<&'a str> for Before<'a> {
    fn from(name: &'a str) -> Before<'a> {
        Before { name, part: Part::Same }
    }
}

/// The inputs that read the previous content of an output: a name or a [`before`], or an array, slice or vector of them.
pub struct Names<'a>(Vec<Before<'a>>);

impl<'a> From<&'a str> for Names<'a> {
    fn from(name: &'a str) -> Names<'a> {
        Names(vec![name.into()])
    }
}

impl<'a> From<Before<'a>> for Names<'a> {
    fn from(input: Before<'a>) -> Names<'a> {
        Names(vec![input])
    }
}

impl<'a, B: Into<Before<'a>>, const N: usize> From<[B; N]> for Names<'a> {
    fn from(names: [B; N]) -> Names<'a> {
        Names(names.into_iter().map(Into::into).collect())
    }
}

impl<'a, B: Into<Before<'a>> + Clone> From<&[B]> for Names<'a> {
    fn from(names: &[B]) -> Names<'a> {
        Names(names.iter().cloned().map(Into::into).collect())
    }
}

impl<'a, B: Into<Before<'a>>> From<Vec<B>> for Names<'a> {
    fn from(names: Vec<B>) -> Names<'a> {
        Names(names.into_iter().map(Into::into).collect())
    }
}

impl<'a> KernelCall<'a> {
    pub(super) fn new(program: &'a Program, number: usize) -> KernelCall<'a> {
        KernelCall { program, number, arguments: Vec::new(), shape: None }
    }

    /// Returns the kernel's parameter with this name.
    ///
    /// # Errors
    /// There is no such parameter: the error lists the parameters.
    pub fn parameter(&self, name: &str) -> Result<&'a Parameter, Error> {
        let kernel = self.program.ir(self.number);
        kernel.parameter(name).map(|(_, parameter)| parameter).ok_or_else(|| Error::Unknown {
            kernel: kernel.name.clone(),
            name: name.to_owned(),
            known: kernel.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        })
    }

    /// Sets a constant to a number, an array of 2 to 4 numbers, or a struct made with [`record`](super::record).
    pub fn constant(mut self, name: &'a str, value: impl Into<ConstantArgument>) -> KernelCall<'a> {
        self.arguments.push((name, Argument::Constant(value.into())));
        self
    }

    /// Sets the stream of an input, iterator or gather: a reference to a stream, a [`Domain`](super::Domain), or an
    /// [`iter`](super::iter).
    pub fn stream(mut self, name: &'a str, stream: impl Into<InputArgument<'a>>) -> KernelCall<'a> {
        self.arguments.push((name, Argument::Read(stream.into().0)));
        self
    }

    /// Sets the argument of a constant, stream or gather whose kind is known only at run time: see [`AnyArgument`].
    pub fn argument(mut self, name: &'a str, argument: impl Into<AnyArgument<'a>>) -> KernelCall<'a> {
        self.arguments.push((name, argument.into().into_argument()));
        self
    }

    /// Sets the stream of a gather. It is the same as [`stream`](KernelCall::stream), but makes the call read like the kernel's
    /// declaration.
    pub fn gather(self, name: &'a str, stream: impl Into<InputArgument<'a>>) -> KernelCall<'a> {
        self.stream(name, stream)
    }

    /// Sets the stream of an output. For a variable output, the run changes the stream's shape to one dimension, with an element
    /// for each push; the layout stays.
    pub fn output(mut self, name: &'a str, stream: impl Into<OutputArgument<'a>>) -> KernelCall<'a> {
        self.arguments.push((name, Argument::Write(stream.into().0)));
        self
    }

    /// Sets the stream of an output, and lets one or more inputs read the same stream, as in `sum(a, b, b)`. The inputs read the
    /// stream's previous content; the output is drawn to another texture, which then replaces the stream's. If the output is a
    /// domain, the inputs read that domain; [`before`] selects another part.
    ///
    /// ```
    /// use brooklet::{Device, brook::Program};
    /// let device = Device::headless()?;
    /// let text = "kernel void step(float x<>, float all[], out float y<>) { y = x + all[indexof(x).x + 1]; }";
    /// let program = Program::compile(&device, "step.br", text)?;
    /// let mut x = device.upload(&[1.0, 10.0, 100.0])?;
    /// program.kernel("step")?.in_out(["x", "all"], "y", &mut x).run()?;
    /// assert_eq!(x.read()?, [11.0, 110.0, 200.0]);
    /// # Ok::<(), brooklet::brook::Error>(())
    /// ```
    pub fn in_out(
        mut self,
        input: impl Into<Names<'a>>,
        output: &'a str,
        stream: impl Into<OutputArgument<'a>>,
    ) -> KernelCall<'a> {
        for Before { name, part } in input.into().0 {
            self.arguments.push((name, Argument::Old(output, part)));
        }
        self.output(output, stream)
    }

    /// Sets the shape of the elements that a kernel with variable outputs or a scatter output runs over. The default is the shape of its
    /// largest input, or that of the scatter output.
    pub fn shape(mut self, shape: impl Into<Shape>) -> KernelCall<'a> {
        self.shape = Some(shape.into());
        self
    }

    /// Runs the kernel.
    ///
    /// # Errors
    /// The argument of a parameter is missing or wrong: the error has the name of the parameter, and both numbers if sizes differ.
    /// Any error of the device.
    pub fn run(self) -> Result<(), Error> {
        let KernelCall { program, number, arguments, shape } = self;
        let kernel = program.ir(number);
        let unit = program.unit();
        let device = program.device();
        check_names(kernel, &unit.records, &arguments)?;
        // Replace streams only after all passes have been drawn.
        let mut given = by_parameter(kernel, arguments);
        let (shape, of) = driving(program, number, &given, shape)?;
        let iterators = iterators(program, kernel, &given, Some(shape))?;
        let bindings = Bindings::new(program, kernel, &given, &iterators, shape)?;
        bindings.check_shapes(&of)?;
        let ready = program.ready(number, bindings.layouts())?;
        let made = match ready.plan.kind {
            PlanKind::Push => push::run(device, &ready, &bindings, &given)?,
            _ => map::run(device, &ready, &bindings, &given)?,
        };
        drop(bindings);
        for (parameter, columns) in made {
            if let Some(Argument::Write(output)) = given[parameter].take() {
                output.replace(columns)?;
            }
        }
        Ok(())
    }
}

/// Returns the shape that the kernel runs over, and where it comes from, for messages. Checks the types of the outputs, and that
/// they have the same shape.
fn driving(
    program: &Program,
    number: usize,
    given: &[Option<Argument>],
    wanted: Option<Shape>,
) -> Result<(Shape, String), Error> {
    let kernel = program.ir(number);
    let mut found: Option<(Shape, &str)> = None;
    let mut scattered: Option<(Shape, String)> = None;
    for (parameter, argument) in kernel.parameters.iter().zip(given) {
        let Some(Argument::Write(output)) = argument else { continue };
        let view = output.view();
        check_type(kernel, &program.unit().records, parameter, &view, program.device())?;
        let shape = source(kernel, parameter, &view)?.shape;
        if let Role::Variable { .. } = parameter.role {
            if view.domain.is_some() {
                let (kernel, parameter) = (kernel.name.clone(), parameter.name.clone());
                return Err(Error::VariableDomain { kernel, parameter });
            }
            continue;
        }
        if let Role::Scatter { .. } = parameter.role {
            scattered = Some((shape, format!("output `{}`", parameter.name)));
            continue;
        }
        match found {
            Some((first_shape, first)) if first_shape != shape => {
                return Err(Error::OutputShapes {
                    kernel: kernel.name.clone(),
                    first: Named::new(first, first_shape),
                    second: Named::new(&parameter.name, shape),
                });
            }
            None => found = Some((shape, &parameter.name)),
            _ => {}
        }
    }
    if let Some((shape, name)) = found {
        return match wanted {
            Some(given) if given != shape => {
                Err(Error::Shape { kernel: kernel.name.clone(), given, output: Named::new(name, shape) })
            }
            _ => Ok((shape, format!("output `{name}`"))),
        };
    }
    if let Some(shape) = wanted {
        return Ok((shape, "the call's shape".into()));
    }
    if let Some(scattered) = scattered {
        return Ok(scattered);
    }
    let mut largest: Option<(Shape, &str)> = None;
    for (parameter, argument) in kernel.parameters.iter().zip(given) {
        let shape = match argument {
            _ if !parameter.role.is_stream() => continue,
            Some(Argument::Read(Input::Stream(view))) => source(kernel, parameter, view)?.shape,
            Some(Argument::Read(Input::Iterator(iterator))) => match iterator.shape {
                Some(shape) => shape,
                None => continue,
            },
            Some(Argument::Old(output, part)) => match written(kernel, given, output) {
                Some(output) => source(kernel, parameter, &part.of(output.view()))?.shape,
                None => continue,
            },
            _ => continue,
        };
        if largest.is_none_or(|(known, _)| shape.count() > known.count()) {
            largest = Some((shape, &parameter.name));
        }
    }
    match largest {
        Some((shape, name)) => Ok((shape, format!("`{name}`"))),
        None => Err(Error::NoShape { kernel: kernel.name.clone() }),
    }
}

impl Program {
    /// Begins a call of a kernel.
    ///
    /// # Errors
    /// There is no such kernel: the error lists the kernels.
    pub fn kernel(&self, name: &str) -> Result<KernelCall<'_>, Error> {
        Ok(KernelCall::new(self, self.find(name, false)?))
    }
}
