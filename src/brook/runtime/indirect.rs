//! Gather-op and scatter-op: read-modify-write operations at computed indices. They run on the host, one element after the other,
//! as in Brook's paper.

use super::argument::{Input, InputArgument, Output, OutputArgument, View};
use super::bind::source;
use super::checks::{check_type, wrong_type};
use super::error::Error;
use super::program::Program;
use super::reduce::ReductionCall;
use crate::brook::interpret::{Array, Scatter};
use crate::brook::types::{Field, Scalar};
use crate::ir::{Parameter, StreamKernel};
use crate::shape::Shape;

impl ReductionCall<'_> {
    /// Runs `streamGatherOp(dst, index, array, op)` on the host, for each element of the index in order. Each step sets `taken[i] =
    /// array[index[i]]`, and then replaces `array[index[i]]` by the result of the reduction, with the old value as both operand and
    /// accumulator. `.x` of an index is the fastest axis. Each component is rounded to the nearest integer and clamped.
    ///
    /// ```
    /// use brooklet::{Device, brook::Program};
    /// let device = Device::headless()?;
    /// let text = "reduce void next(float a<>, reduce float r<>) { r = r + 1; }";
    /// let program = Program::compile(&device, "next.br", text)?;
    /// let cells = device.upload(&[2.0, 0.0, 2.0, 2.0])?;
    /// let mut counts = device.upload(&[10.0, 20.0, 30.0])?;
    /// let mut tickets = device.stream::<f32>(4)?;
    /// program.reduction("next")?.gather_op(&mut tickets, &cells, &mut counts)?;
    /// assert_eq!(tickets.read()?, [30.0, 10.0, 31.0, 32.0]);
    /// assert_eq!(counts.read()?, [11.0, 20.0, 33.0]);
    /// # Ok::<(), brooklet::brook::Error>(())
    /// ```
    ///
    /// # Errors
    /// A stream has another type than the reduction's operand; or `taken` has another shape than the index: the error has both
    /// shapes.
    pub fn gather_op<'b>(
        self,
        taken: impl Into<OutputArgument<'b>>,
        index: impl Into<InputArgument<'b>>,
        array: impl Into<OutputArgument<'b>>,
    ) -> Result<(), Error> {
        let (taken, index, array) = (taken.into().0, index.into().0, array.into().0);
        self.on_host("gather-op", |call| gather_op(call, taken, index, array))
    }

    /// Runs `streamScatterOp(dst, index, src, op)` on the host, for each element of the index in order. Each step reduces
    /// `values[i]` into `target[index[i]]`.
    ///
    /// ```
    /// use brooklet::{Device, brook::Program};
    /// let device = Device::headless()?;
    /// let program = Program::compile(&device, "sum.br", "reduce void sum(float a<>, reduce float r<>) { r += a; }")?;
    /// let (bins, values) = (device.upload(&[2.0, 0.0, 2.0])?, device.upload(&[5.0, 6.0, 7.0])?);
    /// let mut histogram = device.upload(&[0.0; 3])?;
    /// program.reduction("sum")?.scatter_op(&mut histogram, &bins, &values)?;
    /// assert_eq!(histogram.read()?, [6.0, 0.0, 12.0]);
    /// # Ok::<(), brooklet::brook::Error>(())
    /// ```
    ///
    /// # Errors
    /// A stream has another type than the reduction's operand; or `values` has another shape than the index: the error has both
    /// shapes.
    pub fn scatter_op<'b>(
        self,
        target: impl Into<OutputArgument<'b>>,
        index: impl Into<InputArgument<'b>>,
        values: impl Into<InputArgument<'b>>,
    ) -> Result<(), Error> {
        self.scatter_op_by(Scatter::Paper, target, index, values)
    }

    /// Runs a scatter-op by the given rule. [`Scatter::Paper`] does the same as [`scatter_op`](ReductionCall::scatter_op).
    /// [`Scatter::Runtime`] reduces `values[index[i]]` into `target[i]`, and the index must have the shape of `target`.
    ///
    /// ```
    /// use brooklet::{Device, brook::{Program, Scatter}};
    /// let device = Device::headless()?;
    /// let program = Program::compile(&device, "sum.br", "reduce void sum(float a<>, reduce float r<>) { r += a; }")?;
    /// let (index, values) = (device.upload(&[2.0, 0.0, 1.0])?, device.upload(&[1.0, 2.0, 3.0])?);
    /// for (rule, sums) in [(Scatter::Runtime, [13.0, 21.0, 32.0]), (Scatter::Paper, [12.0, 23.0, 31.0])] {
    ///     let mut target = device.upload(&[10.0, 20.0, 30.0])?;
    ///     program.reduction("sum")?.scatter_op_by(rule, &mut target, &index, &values)?;
    ///     assert_eq!(target.read()?, sums);
    /// }
    /// # Ok::<(), brooklet::brook::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`scatter_op`](ReductionCall::scatter_op).
    pub fn scatter_op_by<'b>(
        self,
        rule: Scatter,
        target: impl Into<OutputArgument<'b>>,
        index: impl Into<InputArgument<'b>>,
        values: impl Into<InputArgument<'b>>,
    ) -> Result<(), Error> {
        let (target, index, values) = (target.into().0, index.into().0, values.into().0);
        self.on_host("scatter-op", |call| scatter_op(call, rule, target, index, values))
    }
}

/// Sets `taken[i] = array[index[i]]`, and then replaces `array[index[i]]` by the result of the reduction.
fn gather_op(call: ReductionCall, taken: Output, index: Input, array: Output) -> Result<(), Error> {
    let sides = Sides::of(&call, "gather-op");
    let taken_shape = sides.check("taken", &taken.view())?;
    let index = sides.index(index)?;
    sides.same(&index, "the stream for what is taken", taken_shape)?;
    let mut arrays = sides.places("array", &array.view(), &index)?;
    let result = call
        .bound(true, |bindings| Ok(bindings.kernel.gather_op(&index, &mut arrays, &bindings.parameter_values()?)?))?;
    write(array, &arrays, &sides.operand.fields)?;
    write(taken, &result, &sides.operand.fields)
}

/// Reduces `values[i]` into `target[index[i]]`, or `values[index[i]]` into `target[i]`.
fn scatter_op(call: ReductionCall, rule: Scatter, target: Output, index: Input, values: Input) -> Result<(), Error> {
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
            if fields.len() != 1 || fields[0].ty.components() != iterator.components() {
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
        let given = bindings.parameter_values()?;
        Ok(bindings.kernel.scatter_op_by(rule, &mut arrays, &index, &values, &given)?)
    })?;
    write(target, &arrays, &sides.operand.fields)
}

/// Checks the streams of an operation against its reduction.
struct Sides<'a> {
    operation: &'static str,
    program: &'a Program,
    kernel: &'a StreamKernel,
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

    /// Returns the operand, with the name that messages give to a stream of this operation.
    fn called(&self, name: &str) -> Parameter {
        Parameter { name: name.to_owned(), ..self.operand.clone() }
    }

    /// Checks that a stream has the operand's type, and returns its extents.
    fn check(&self, name: &str, view: &View) -> Result<Shape, Error> {
        let (records, parameter) = (&self.program.unit().records, self.called(name));
        check_type(self.kernel, records, &parameter, view, self.program.device())?;
        Ok(source(self.kernel, &parameter, view)?.shape)
    }

    /// Reads a stream to the host, field by field.
    fn arrays(&self, name: &str, view: &View) -> Result<Vec<Array>, Error> {
        let source = source(self.kernel, &self.called(name), view)?;
        let columns = source.columns.iter().zip(&self.operand.fields);
        columns.map(|(column, field)| source.array(*column, field)).collect()
    }

    /// Checks the stream that is accessed at computed indices, and reads it.
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

/// Writes the arrays of an output back to the device.
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
