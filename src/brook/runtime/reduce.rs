//! Calls of reductions.

use bytemuck::Pod;

use super::argument::{
    AnyArgument, Argument, Arguments, ConstantArgument, Input, InputArgument, Output, OutputArgument, View,
    is_host_type,
};
use super::bind::{Bindings, by_parameter, iterators, source};
use super::checks::{check_names, check_type, fits};
use super::column::{Column, column, plain};
use super::domain::Window;
use super::draw::{Axis, Extra, draw};
use super::error::Error;
use super::program::Program;
use super::stream::together;
use crate::brook::plan::PlanKind;
use crate::brook::types::Type;
use crate::ir::{Parameter, Role, StreamKernel};
use crate::shape::{Named, Shape};

/// A call of a reduction. [`Program::reduction`] begins it; then the arguments are set by the names of their parameters.
/// [`value`](ReductionCall::value) or [`output`](ReductionCall::output) executes the reduction.
/// [`gather_op`](ReductionCall::gather_op) and [`scatter_op`](ReductionCall::scatter_op) use it as an operator instead.
///
/// Each pass combines groups of eight neighbours, in C order, so the operator must be associative, but need not be commutative. It
/// needs no identity: the reduction of a single element is that element. Reducing n elements to a value takes ⌈log8 n⌉ passes, and
/// reads back one texel for each field (section 4.3 of Brook's paper).
///
/// ```
/// use brooklet::{Device, brook::Program};
/// let device = Device::headless()?;
/// let text = "reduce void first(float a<>, reduce float r<>) { if (a < 0) r = a; }"; // neither sum nor product
/// let program = Program::compile(&device, "last.br", text)?;
/// let a = device.upload_shaped([2, 4], &[1.0, -2.0, 3.0, 4.0, -5.0, 6.0, 7.0, 8.0])?;
/// let (last, trace) = device.traced(|| program.reduction("first")?.stream("a", &a).value::<f32>());
/// assert_eq!(last?, -5.0);
/// assert_eq!(trace.passes().count(), 1);
/// // Each block of 1 × 2 elements becomes one element.
/// let mut blocks = device.stream::<f32>([2, 2])?;
/// program.reduction("first")?.stream("a", &a).output(&mut blocks)?;
/// assert_eq!(blocks.read()?, [-2.0, 3.0, -5.0, 7.0]);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
#[must_use = "a call does nothing until it is asked for its value() or output()"]
pub struct ReductionCall<'a> {
    program: &'a Program,
    number: usize,
    arguments: Arguments<'a>,
}

/// The goal of a reduction: a single element, or a stream of some shape.
enum Criterion {
    One,
    Shape(Shape),
}

impl<'a> ReductionCall<'a> {
    pub(super) fn new(program: &'a Program, number: usize) -> ReductionCall<'a> {
        ReductionCall { program, number, arguments: Vec::new() }
    }

    /// Sets a constant to a number, an array of 2 to 4 numbers, or a struct made with [`record`](super::record).
    pub fn constant(mut self, name: &'a str, value: impl Into<ConstantArgument>) -> ReductionCall<'a> {
        self.arguments.push((name, Argument::Constant(value.into())));
        self
    }

    /// Sets the stream to reduce, or the stream of a gather.
    pub fn stream(mut self, name: &'a str, stream: impl Into<InputArgument<'a>>) -> ReductionCall<'a> {
        self.arguments.push((name, Argument::Read(stream.into().0)));
        self
    }

    /// Sets the argument of a constant, stream or gather whose kind is known only at run time: see [`AnyArgument`].
    pub fn argument(mut self, name: &'a str, argument: impl Into<AnyArgument<'a>>) -> ReductionCall<'a> {
        self.arguments.push((name, argument.into().into_argument()));
        self
    }

    /// Sets the stream of a gather. It is the same as [`stream`](ReductionCall::stream), but makes the call read like the
    /// declaration.
    pub fn gather(self, name: &'a str, stream: impl Into<InputArgument<'a>>) -> ReductionCall<'a> {
        self.stream(name, stream)
    }

    /// Reduces the stream to a value. `V` is the host's type for the accumulator: `f32` to `[f32; 4]`, `i32` for an `int` and
    /// so on, or a struct with the accumulator's fields.
    ///
    /// # Errors
    /// The argument of a parameter is missing or wrong: the error has the name of the parameter. The stream has no elements; or `V`
    /// is not the accumulator's type.
    pub fn value<V: Pod>(self) -> Result<V, Error> {
        let bytes = {
            let (_, accumulator) = self.accumulator();
            let records = &self.program.unit().records;
            match accumulator.ty {
                Type::Record(_) => fits::<V>(records.name(accumulator.ty), &accumulator.fields)?,
                _ if is_host_type::<V>(accumulator.fields[0].scalar, accumulator.fields[0].ty.components()) => {}
                _ => {
                    return Err(Error::Type {
                        kernel: self.kernel().name.clone(),
                        parameter: accumulator.name.clone(),
                        role: accumulator.role.noun(),
                        expected: records.name(accumulator.ty).to_owned(),
                        given: format!("the type {} to be read as", std::any::type_name::<V>()),
                    });
                }
            }
            self.bytes()?
        };
        Ok(bytemuck::pod_read_unaligned(&bytes))
    }

    /// Reduces the stream to a value. Returns the numbers of the accumulator as floats, field by field.
    ///
    /// # Errors
    /// The same as for [`value`](ReductionCall::value).
    pub fn floats(self) -> Result<Vec<f32>, Error> {
        let fields = self.accumulator().1.fields.clone();
        let device = self.program.device().clone();
        let columns = self.one()?;
        let read = columns.iter().zip(&fields).map(|(column, field)| {
            let floats = column.read()?;
            Ok(field.to_values(field.of_texture(&device, floats)))
        });
        Ok(together(&fields, &read.collect::<Result<Vec<_>, Error>>()?, 1))
    }

    /// Reduces the stream to one element. Returns the columns of the result.
    pub(super) fn one(self) -> Result<Vec<Box<dyn Column>>, Error> {
        self.reduce(Criterion::One)
    }

    /// Reduces the stream to `target`. The target has either a single element, or the same number of dimensions as the reduced
    /// stream and extents that divide those of that stream. In the second case, each block of elements becomes one element.
    ///
    /// # Errors
    /// The same as for [`value`](ReductionCall::value); or the extents do not divide: the error has both shapes.
    pub fn output(self, target: impl Into<OutputArgument<'a>>) -> Result<(), Error> {
        let output = target.into().0;
        let (program, kernel) = (self.program, self.program.ir(self.number));
        let accumulator = self.accumulator().1;
        let (shape, window) = {
            let view = output.view();
            check_type(kernel, &program.unit().records, accumulator, &view, program.device())?;
            let source = source(kernel, accumulator, &view)?;
            (source.shape, source.window)
        };
        let made = self.reduce(Criterion::Shape(shape))?;
        commit(output, window, shape, made)
    }

    /// Runs `work` with the call, so that a trace shows its transfers under the operation's name.
    pub(super) fn on_host<R>(self, operation: &str, work: impl FnOnce(ReductionCall<'a>) -> R) -> R {
        let (program, name) = (self.program, format!("{operation} by {}", self.kernel().name));
        program.device().operation(&name, || work(self))
    }

    pub(super) fn program(&self) -> &'a Program {
        self.program
    }

    pub(super) fn kernel(&self) -> &'a StreamKernel {
        self.program.ir(self.number)
    }

    /// Returns the accumulator and its index.
    pub(super) fn accumulator(&self) -> (usize, &'a Parameter) {
        self.of_role(|role| role == Role::Accumulator)
    }

    /// Returns the operand, which is the parameter for the stream to reduce, and its index.
    pub(super) fn operand(&self) -> (usize, &'a Parameter) {
        self.of_role(|role| role.is_stream())
    }

    fn of_role(&self, wanted: impl Fn(Role) -> bool) -> (usize, &'a Parameter) {
        let parameters = &self.kernel().parameters;
        let at = parameters.iter().position(|parameter| wanted(parameter.role)).unwrap_or(0);
        (at, &parameters[at])
    }

    /// Runs `work` with the bindings of the call. With `operator`, the call must not have an argument for its operand.
    pub(super) fn bound<R>(self, operator: bool, work: impl FnOnce(&Bindings) -> Result<R, Error>) -> Result<R, Error> {
        let (program, kernel) = (self.program, self.kernel());
        let (operand, operand_parameter) = self.operand();
        let mut arguments = self.arguments;
        if operator {
            // Add a placeholder for the operand, so that the check refuses another argument for it and does not report it as
            // missing.
            let none = Input::Stream(View { record: None, columns: Vec::new(), scalars: Vec::new(), domain: None });
            arguments.push((operand_parameter.name.as_str(), Argument::Read(none)));
        }
        check_names(kernel, &program.unit().records, &arguments)?;
        let mut given = by_parameter(kernel, arguments);
        if operator {
            given[operand] = None;
        }
        let iterators = iterators(program, kernel, &given, None)?;
        let mut bindings = Bindings::new(program, kernel, &given, &iterators, Shape::from(1))?;
        if let Some(source) = &bindings.sources[operand] {
            bindings.shape = source.shape;
        }
        bindings.check_shapes(&format!("`{}`", operand_parameter.name))?;
        work(&bindings)
    }

    /// Reduces the stream to the goal. Returns the columns of the result, in the plain layout. If any pass was drawn, they have the
    /// goal's shape.
    fn reduce(self, goal: Criterion) -> Result<Vec<Box<dyn Column>>, Error> {
        let (program, number) = (self.program, self.number);
        let (operand, parameter) = self.operand();
        let accumulator = self.accumulator().1;
        let device = program.device();
        self.bound(false, |bindings| {
            let kernel = bindings.kernel;
            let Some(source) = &bindings.sources[operand] else {
                return Err(Error::NoShape { kernel: kernel.name.clone() });
            };
            let input = source.shape;
            let whole = match goal {
                Criterion::Shape(shape) => shape,
                Criterion::One => Shape::from(1),
            };
            let (mut now, target): (Vec<usize>, Vec<usize>) = match goal {
                Criterion::Shape(shape) if shape.count() != 1 => {
                    let divides = |(n, m): (&usize, &usize)| *m != 0 && n.is_multiple_of(*m);
                    let mut pairs = input.extents().iter().zip(shape.extents());
                    if input.rank() != shape.rank() || !pairs.all(divides) {
                        return Err(Error::NotDividing {
                            kernel: kernel.name.clone(),
                            input: Named::new(&parameter.name, input),
                            target: Named::new(&accumulator.name, shape),
                        });
                    }
                    (input.extents().to_vec(), shape.extents().to_vec())
                }
                _ => (vec![input.count()], vec![1]),
            };
            if input.count() == 0 {
                let (kernel, parameter) = (kernel.name.clone(), parameter.name.clone());
                return Err(Error::Empty { kernel, parameter, shape: input, what: "reduce" });
            }
            let ready = program.ready(number, bindings.layouts())?;
            let PlanKind::Reduce { fan_in } = ready.plan.kind else { unreachable!("a reduction's plan") };
            let mut held: Option<Vec<Box<dyn Column>>> = match source.window {
                Some(window) => {
                    let parts = source.columns.iter().map(|column| window.extract(*column));
                    Some(parts.collect::<Result<_, _>>()?)
                }
                None => None,
            };
            for axis in (0..now.len()).rev() {
                while now[axis] > target[axis] {
                    let block = now[axis] / target[axis];
                    let groups = block.div_ceil(fan_in);
                    let inner = now[axis + 1..].iter().product();
                    let along = Axis { extent: now[axis], block, groups, inner };
                    now[axis] = target[axis] * groups;
                    // The last pass draws to columns of the result's shape.
                    let count = if now == target { whole } else { Shape::try_from(now.as_slice())? };
                    let made = accumulator.fields.iter().map(|field| column(device, field.ty.components(), count));
                    let made: Vec<Box<dyn Column>> = made.collect::<Result<_, _>>()?;
                    let left = match &held {
                        Some(held) => held.iter().map(|column| &**column).collect(),
                        None => source.columns.clone(),
                    };
                    let extra = Extra { operand: left, axis: along, ..Extra::default() };
                    for (pass, compiled) in ready.plan.passes.iter().zip(&ready.kernels) {
                        let slots = pass.outputs.iter().filter_map(|output| output.slot);
                        let outputs: Vec<&dyn Column> = slots.map(|slot| &*made[slot.field]).collect();
                        draw(device, compiled, pass, bindings, &extra, &outputs)?;
                    }
                    held = Some(made);
                }
            }
            match held {
                Some(held) => Ok(held),
                // No pass was needed: the result is a copy of the stream.
                None => source.columns.iter().map(|column| Ok(plain(*column, whole)?)).collect(),
            }
        })
    }
}

/// Replaces the columns of an output, or a domain of them, by the results.
pub(super) fn commit(
    output: Output,
    window: Option<Window>,
    shape: Shape,
    made: Vec<Box<dyn Column>>,
) -> Result<(), Error> {
    let mut placed = Vec::with_capacity(made.len());
    for (column, made) in output.columns.iter().zip(made) {
        placed.push(match window {
            Some(window) if window.count() == 0 => return Ok(()),
            Some(window) => window.merge(&**column, &*made)?,
            None if made.shape() == shape => made,
            None => plain(&*made, shape)?,
        });
    }
    output.replace(placed)
}

impl Program {
    /// Begins a call of a reduction.
    ///
    /// # Errors
    /// There is no such reduction: the error lists the reductions.
    pub fn reduction(&self, name: &str) -> Result<ReductionCall<'_>, Error> {
        Ok(ReductionCall::new(self, self.find(name, true)?))
    }
}
