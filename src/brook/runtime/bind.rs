//! Bindings: the streams and values that the parameters of a checked call are bound to.

use std::cell::RefCell;
use std::rc::Rc;

use super::argument::{Argument, Arguments, Input, Output, View};
use super::checks::{check_iterator, check_type, constant};
use super::column::Column;
use super::domain::{Window, extent, pitch};
use super::error::{Error, Mismatch};
use super::program::Program;
use crate::brook::interpret::{Array, Number, ParameterValue, Resize};
use crate::brook::plan::{CallLayouts, InputLayout};
use crate::brook::types::Field;
use crate::ir::{Parameter, Role, Slot, StreamKernel};
use crate::shape::Shape;

/// A stream that a call reads.
pub(super) struct Source<'r> {
    pub columns: Vec<&'r dyn Column>,
    /// The extents that the kernel sees: those of the domain if the argument is one, else those of the stream.
    pub shape: Shape,
    /// The extents of the whole stream.
    pub whole: Shape,
    pub window: Option<Window>,
}

impl<'r> Source<'r> {
    pub fn base(&self) -> usize {
        self.window.map_or(0, |window| window.base())
    }

    pub fn pitch(&self, axis: usize) -> usize {
        pitch(self.whole, axis)
    }

    /// Reads one of the source's columns to the host.
    pub fn array(&self, column: &dyn Column, field: &Field) -> Result<Array, Error> {
        let extracted = match self.window {
            Some(window) if window.count() > 0 => Some(window.extract(column)?),
            _ => None,
        };
        let column = extracted.as_deref().unwrap_or(column);
        let values = if self.shape.count() == 0 { Vec::new() } else { column.read()? };
        let values = field.of_texture(column.device(), values);
        Ok(Array::new(self.shape.extents(), column.components().count(), values))
    }
}

/// The bindings of a call: the streams that it reads, and the values of its constants.
pub(super) struct Bindings<'r> {
    pub kernel: &'r StreamKernel,
    /// The shape that the kernel runs over.
    pub shape: Shape,
    /// For each parameter, the stream that it reads.
    pub sources: Vec<Option<Source<'r>>>,
    /// For each parameter, the values of its fields. Empty if it is not a constant.
    pub constants: Vec<Vec<Number>>,
    /// The streams that were joined for a pass, kept for later passes.
    pub joined: RefCell<Joined>,
}

/// Columns that contain several streams of one type, one after the other, each with the slots of these streams.
pub(super) type Joined = Vec<(Vec<Slot>, Rc<Box<dyn Column>>)>;

/// Makes the source for a view: its columns, with the extents that the kernel sees.
pub(super) fn source<'r>(kernel: &StreamKernel, parameter: &Parameter, view: &View<'r>) -> Result<Source<'r>, Error> {
    let whole = view.columns[0].shape();
    let window = match view.domain {
        Some(domain) => Some(Window::of(&kernel.name, &parameter.name, whole, domain)?),
        None => None,
    };
    let shape = window.map_or(whole, |window| window.shape());
    Ok(Source { columns: view.columns.clone(), shape, whole, window })
}

/// Sorts the arguments of a call by parameter.
pub(super) fn by_parameter<'a>(kernel: &StreamKernel, arguments: Arguments<'a>) -> Vec<Option<Argument<'a>>> {
    let mut given: Vec<Option<Argument>> = kernel.parameters.iter().map(|_| None).collect();
    for (name, argument) in arguments {
        if let Some((at, _)) = kernel.parameter(name) {
            given[at] = Some(argument);
        }
    }
    given
}

/// Returns the argument for the output with this name.
pub(super) fn written<'g, 'a>(
    kernel: &StreamKernel,
    given: &'g [Option<Argument<'a>>],
    name: &str,
) -> Option<&'g Output<'a>> {
    match kernel.parameter(name).and_then(|(at, _)| given[at].as_ref()) {
        Some(Argument::Write(output)) => Some(output),
        _ => None,
    }
}

/// Makes the columns of a call's iterators. An iterator without extents of its own takes them from the call's shape.
pub(super) fn iterators(
    program: &Program,
    kernel: &StreamKernel,
    given: &[Option<Argument>],
    shape: Option<Shape>,
) -> Result<Vec<Option<Box<dyn Column>>>, Error> {
    let fill = |(parameter, argument): (&Parameter, &Option<Argument>)| match argument {
        Some(Argument::Read(Input::Iterator(iterator))) => {
            check_iterator(kernel, &program.unit().records, parameter, iterator)?;
            let no_shape = || Error::IteratorShape { kernel: kernel.name.clone(), parameter: parameter.name.clone() };
            let shape = shape.or(iterator.shape).ok_or_else(no_shape)?;
            let shape = iterator.shape_in(&kernel.name, &parameter.name, shape)?;
            Ok(Some(iterator.upload(program.device(), shape)?))
        }
        _ => Ok(None),
    };
    kernel.parameters.iter().zip(given).map(fill).collect()
}

impl<'r> Bindings<'r> {
    /// Checks the types of a call's arguments, and binds them.
    pub fn new(
        program: &'r Program,
        kernel: &'r StreamKernel,
        given: &'r [Option<Argument>],
        iterators: &'r [Option<Box<dyn Column>>],
        shape: Shape,
    ) -> Result<Bindings<'r>, Error> {
        let (records, device) = (&program.unit().records, program.device());
        let mut sources: Vec<Option<Source>> = Vec::new();
        let mut constants: Vec<Vec<Number>> = Vec::new();
        for (at, (parameter, argument)) in kernel.parameters.iter().zip(given).enumerate() {
            let view = match (argument, &iterators[at]) {
                (_, Some(column)) => Some(View::of_column(&**column)),
                (Some(Argument::Read(Input::Stream(view))), _) => Some(view.clone()),
                (Some(Argument::Old(output, part)), _) => {
                    written(kernel, given, output).map(|output| part.of(output.view()))
                }
                _ => None,
            };
            if let Some(view) = &view {
                check_type(kernel, records, parameter, view, device)?;
            }
            sources.push(view.map(|view| source(kernel, parameter, &view)).transpose()?);
            constants.push(match argument {
                Some(Argument::Constant(value)) => constant(kernel, records, parameter, value)?,
                _ => Vec::new(),
            });
        }
        Ok(Bindings { kernel, shape, sources, constants, joined: RefCell::default() })
    }
}

impl Bindings<'_> {
    /// Returns the resizing of an input along an axis, or `None` if its extent does not match that of the call.
    pub fn resize(&self, parameter: usize, axis: usize) -> Option<Resize> {
        let source = self.sources[parameter].as_ref()?;
        Resize::of(extent(source.shape, axis), extent(self.shape, axis))
    }

    /// Checks that the inputs can be resized to the call's shape, and that gathers have elements. `of` says where that shape
    /// comes from, for messages.
    pub fn check_shapes(&self, of: &str) -> Result<(), Error> {
        for (number, source) in self.sources.iter().enumerate() {
            let Some(source) = source else { continue };
            let parameter = &self.kernel.parameters[number];
            if parameter.role.is_gather() {
                if source.shape.count() == 0 && self.shape.count() > 0 {
                    let (kernel, parameter) = (self.kernel.name.clone(), parameter.name.clone());
                    return Err(Error::Empty { kernel, parameter, shape: source.shape, what: "gather" });
                }
                continue;
            }
            for axis in 0..4 {
                if self.resize(number, axis).is_none() {
                    return Err(Error::Extents(Box::new(Mismatch {
                        kernel: self.kernel.name.clone(),
                        parameter: parameter.name.clone(),
                        input: source.shape,
                        of: of.to_owned(),
                        output: self.shape,
                        axis: ['x', 'y', 'z', 'w'][axis],
                        from: extent(source.shape, axis),
                        to: extent(self.shape, axis),
                    })));
                }
            }
        }
        Ok(())
    }

    /// Returns the layouts of the call's streams.
    pub fn layouts(&self) -> CallLayouts {
        let layouts = self.kernel.parameters.iter().zip(&self.sources).map(|(parameter, source)| match source {
            Some(source) if parameter.role.is_gather() => {
                let dimensions = source.shape.rank();
                InputLayout::Gathered { dimensions, placed: dimensions > 2 || source.window.is_some() }
            }
            Some(source) if !self.kernel.reduction => {
                let axes = || (0..4).map(|axis| (extent(source.shape, axis), extent(self.shape, axis)));
                match source.window {
                    None if axes().all(|(input, output)| input == output) => InputLayout::LikeOutput,
                    _ if axes().all(|(input, output)| input == 1 || input >= output) => InputLayout::Strided,
                    _ => InputLayout::Resized,
                }
            }
            _ => InputLayout::LikeOutput,
        });
        CallLayouts { output: if self.kernel.reduction { 1 } else { self.shape.rank() }, parameters: layouts.collect() }
    }

    /// Returns the column with a field of a stream that is read.
    pub fn column(&self, slot: Slot) -> Option<&dyn Column> {
        self.sources[slot.parameter].as_ref().map(|source| source.columns[slot.field])
    }

    /// Returns the values of the constants and gathers, for the interpreter.
    pub fn parameter_values(&self) -> Result<Vec<ParameterValue>, Error> {
        let mut given = Vec::new();
        for (number, source) in self.sources.iter().enumerate() {
            given.push(match source {
                Some(source) => {
                    let fields = &self.kernel.parameters[number].fields;
                    let arrays = source.columns.iter().zip(fields).map(|(column, field)| source.array(*column, field));
                    ParameterValue::Streams(arrays.collect::<Result<_, _>>()?)
                }
                None if self.kernel.parameters[number].role == Role::Constant => {
                    ParameterValue::Numbers(self.constants[number].clone())
                }
                None => ParameterValue::Nothing,
            });
        }
        Ok(given)
    }
}

/// The new columns of streams, each with the index of its parameter.
pub(super) type NewColumns = Vec<(usize, Vec<Box<dyn Column>>)>;
