//! Gather-op and scatter-op: read-modify-writes at computed places, one after the other, on the host, as the paper has it.

use super::argument::{Input, Output, View};
use super::bind::source;
use super::checks::{check_type, wrong_type};
use super::error::Error;
use super::program::Program;
use super::reduce::ReductionCall;
use super::stream::components;
use crate::brook::interpret::{Array, Scatter};
use crate::brook::types::{Field, Scalar};
use crate::ir::{Kernel, Parameter};
use crate::shape::Shape;

/// `taken[i] = array[index[i]]`, which then becomes what the reduction makes of it.
pub(super) fn gather_op(call: ReductionCall, taken: Output, index: Input, array: Output) -> Result<(), Error> {
    let sides = Sides::of(&call, "gather-op");
    let taken_shape = sides.check("taken", &taken.view())?;
    let index = sides.index(index)?;
    sides.same(&index, "the stream for what is taken", taken_shape)?;
    let mut arrays = sides.places("array", &array.view(), &index)?;
    let result =
        call.bound(true, |bindings| Ok(bindings.kernel.gather_op(&index, &mut arrays, &bindings.given()?)?))?;
    write(array, &arrays, &sides.operand.fields)?;
    write(taken, &result, &sides.operand.fields)
}

/// The reduction takes `values[i]` into `target[index[i]]`, or `values[index[i]]` into `target[i]`.
pub(super) fn scatter_op(
    call: ReductionCall,
    rule: Scatter,
    target: Output,
    index: Input,
    values: Input,
) -> Result<(), Error> {
    let sides = Sides::of(&call, "scatter-op");
    let index = sides.index(index)?;
    let values = match values {
        Input::Stream(view) if rule == Scatter::Runtime => sides.places("values", &view, &index)?,
        Input::Stream(view) => {
            let shape = sides.check("values", &view)?;
            sides.same(&index, "the stream of values", shape)?;
            sides.arrays("values", &view)?
        }
        Input::Iterator(iterator) => {
            let fields = &sides.operand.fields;
            if fields.len() != 1 || components(fields[0].ty) != iterator.components() {
                return Err(sides.wrong("values", format!("an iterator of {}", iterator.type_name())));
            }
            vec![Array::iterator(&index.extents, &iterator.low, &iterator.high)]
        }
    };
    let mut arrays = match rule {
        Scatter::Paper => sides.places("target", &target.view(), &index)?,
        Scatter::Runtime => {
            let shape = sides.check("target", &target.view())?;
            sides.same(&index, "the stream that is scattered to", shape)?;
            sides.arrays("target", &target.view())?
        }
    };
    call.bound(true, |bindings| {
        let given = bindings.given()?;
        Ok(bindings.kernel.scatter_op_by(rule, &mut arrays, &index, &values, &given)?)
    })?;
    write(target, &arrays, &sides.operand.fields)
}

/// What the streams of the operation are held against.
struct Sides<'a> {
    operation: &'static str,
    program: &'a Program,
    kernel: &'a Kernel,
    operand: &'a Parameter,
}

impl<'a> Sides<'a> {
    fn of(call: &ReductionCall<'a>, operation: &'static str) -> Sides<'a> {
        Sides { operation, program: call.program(), kernel: call.kernel(), operand: call.operand().1 }
    }

    fn wrong(&self, name: &str, given: String) -> Error {
        let expected = self.program.unit().records.name(self.operand.ty);
        wrong_type(self.kernel, &self.called(name), expected, given)
    }

    /// The operand, as a stream of this operation is called in messages.
    fn called(&self, name: &str) -> Parameter {
        Parameter { name: name.to_owned(), ..self.operand.clone() }
    }

    /// A stream of the operand's type; its extents.
    fn check(&self, name: &str, view: &View) -> Result<Shape, Error> {
        let (records, parameter) = (&self.program.unit().records, self.called(name));
        check_type(self.kernel, records, &parameter, view, self.program.device())?;
        Ok(source(self.kernel, &parameter, view)?.shape)
    }

    /// A stream on the host, field by field.
    fn arrays(&self, name: &str, view: &View) -> Result<Vec<Array>, Error> {
        let source = source(self.kernel, &self.called(name), view)?;
        let columns = source.columns.iter().zip(&self.operand.fields);
        columns.map(|(column, field)| source.array(*column, field)).collect()
    }

    /// The stream that is read and written at computed places.
    fn places(&self, name: &str, view: &View, index: &Array) -> Result<Vec<Array>, Error> {
        let shape = self.check(name, view)?;
        if shape.count() == 0 && !index.values.is_empty() {
            let (kernel, parameter) = (self.kernel.name.clone(), name.to_owned());
            return Err(Error::Empty { kernel, parameter, shape, what: self.operation });
        }
        self.arrays(name, view)
    }

    fn index(&self, index: Input) -> Result<Array, Error> {
        match index {
            Input::Stream(view) if view.record.is_none() && view.columns.len() == 1 => {
                let source = source(self.kernel, &self.called("index"), &view)?;
                let components = source.columns[0].components();
                let scalar = view.scalars.first().copied().unwrap_or(Scalar::Float);
                let field = Field { path: String::new(), ty: scalar.value(components), scalar };
                let array = source.array(source.columns[0], &field)?;
                Ok(Array { values: field.to_values(array.values), ..array })
            }
            Input::Iterator(iterator) => {
                let no_shape =
                    || Error::IteratorShape { kernel: self.kernel.name.clone(), parameter: "index".to_owned() };
                let shape = iterator.shape.ok_or_else(no_shape)?;
                let shape = iterator.shape_in(&self.kernel.name, "index", shape)?;
                Ok(Array::new(shape.extents(), iterator.components().count(), iterator.values(shape)))
            }
            Input::Stream(view) => Err(Error::Type {
                kernel: self.kernel.name.clone(),
                parameter: "index".into(),
                role: "index stream",
                expected: "float to float4".into(),
                given: format!("a stream of struct {}", view.record.unwrap_or_default()),
            }),
        }
    }

    fn same(&self, index: &Array, other: &'static str, shape: Shape) -> Result<(), Error> {
        if index.extents == shape.extents() {
            return Ok(());
        }
        let index = Shape::try_from(index.extents.as_slice())?;
        let (operation, kernel) = (self.operation, self.kernel.name.clone());
        Err(Error::IndexShape { operation, kernel, other, shapes: Box::new((index, shape)) })
    }
}

/// Puts arrays back on the device.
fn write(output: Output, arrays: &[Array], fields: &[Field]) -> Result<(), Error> {
    let window = output.window()?;
    let mut made = Vec::with_capacity(arrays.len());
    for ((column, array), field) in output.columns.iter().zip(arrays).zip(fields) {
        let shape = Shape::try_from(array.extents.as_slice())?;
        let components = column.components();
        let mut part = match window {
            None => column.fresh(shape)?,
            Some(_) => super::column::column(column.device(), components, shape)?,
        };
        part.write(&field.to_texture(column.device(), array.values.clone())?)?;
        made.push(match window {
            Some(window) if window.count() > 0 => window.merge(&**column, &*part)?,
            Some(_) => return Ok(()),
            None => part,
        });
    }
    output.replace(made)
}
