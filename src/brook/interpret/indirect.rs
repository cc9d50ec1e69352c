//! Gather-op and scatter-op: they apply a reduction to elements at computed indices.

use super::machine::Machine;
use super::value::nearest;
use super::{Array, ParameterValue, RunError};
use crate::brook::types::Field;
use crate::ir::{LocalId, Role, StreamKernel};

/// The rule that `streamScatterOp(dst, index, src, op)` follows. Brook's paper and its runtime defined it differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scatter {
    /// `dst[i] = op(src[index[i]], dst[i])`: what Brook's runtime did.
    #[default]
    Runtime,
    /// `dst[index[i]] = op(src[i], dst[index[i]])`: what Brook's paper says.
    Paper,
}

impl StreamKernel {
    /// Runs `streamGatherOp(dst, index, array, op)`, and returns `dst`. For each element of the index, in order, `dst[i]` is set to
    /// `array[index[i]]`; then the reduction replaces `array[index[i]]`, with the old value as both operand and accumulator. There
    /// is one array for each field of a record.
    ///
    /// # Errors
    /// The same as for [`run`](StreamKernel::run).
    pub fn gather_op(
        &self,
        index: &Array,
        array: &mut [Array],
        given: &[ParameterValue],
    ) -> Result<Vec<Array>, RunError> {
        self.check_kind("gather_op", "reduce")?;
        let count = index.extents.iter().product::<usize>();
        self.check_sides(array, index, usize::MAX)?;
        let mut taken: Vec<Array> = array.iter().map(|a| Array::zeros(&index.extents, a.components)).collect();
        let mut operator = Operator::new(self, given);
        for element in 0..count {
            let at = nearest_element(index.floats(element), &array[0]);
            let old: Vec<Vec<f32>> = array.iter().map(|field| field.floats(at).to_vec()).collect();
            let mut new = old.clone();
            operator.combine(&mut new, &old)?;
            for (field, (old, new)) in old.iter().zip(&new).enumerate() {
                taken[field].set(element, old);
                array[field].set(at, new);
            }
        }
        Ok(taken)
    }

    /// Runs `streamScatterOp(dst, index, src, op)`. For each element of the index, in order, the reduction combines `src[i]` into
    /// `dst[index[i]]`.
    ///
    /// # Errors
    /// The same as for [`run`](StreamKernel::run).
    pub fn scatter_op(
        &self,
        dst: &mut [Array],
        index: &Array,
        src: &[Array],
        given: &[ParameterValue],
    ) -> Result<(), RunError> {
        self.scatter_op_by(Scatter::Paper, dst, index, src, given)
    }

    /// Runs `streamScatterOp` by either rule. With [`Scatter::Runtime`], the index has an element for each element of `dst`.
    ///
    /// # Errors
    /// The same as for [`run`](StreamKernel::run).
    pub fn scatter_op_by(
        &self,
        rule: Scatter,
        dst: &mut [Array],
        index: &Array,
        src: &[Array],
        given: &[ParameterValue],
    ) -> Result<(), RunError> {
        self.check_kind("scatter_op", "reduce")?;
        let count = index.extents.iter().product();
        let (places, elements) = match rule {
            Scatter::Paper => (&*dst, src),
            Scatter::Runtime => (src, &*dst),
        };
        elements.iter().try_for_each(|field| self.check_array(field))?;
        let known = elements.iter().map(|field| field.values.len() / field.components).min();
        self.check_sides(places, index, known.unwrap_or(0))?;
        let mut operator = Operator::new(self, given);
        for element in 0..count {
            let (at, from) = match rule {
                Scatter::Paper => (nearest_element(index.floats(element), &dst[0]), element),
                Scatter::Runtime => (element, nearest_element(index.floats(element), &src[0])),
            };
            let operand: Vec<Vec<f32>> = src.iter().map(|field| field.floats(from).to_vec()).collect();
            let mut so_far: Vec<Vec<f32>> = dst.iter().map(|field| field.floats(at).to_vec()).collect();
            operator.combine(&mut so_far, &operand)?;
            for (field, values) in dst.iter_mut().zip(&so_far) {
                field.set(at, values);
            }
        }
        Ok(())
    }

    /// Checks the arrays that are accessed at the index, and that the index has at most `elements` elements.
    fn check_sides(&self, places: &[Array], index: &Array, elements: usize) -> Result<(), RunError> {
        places.iter().chain([index]).try_for_each(|array| self.check_array(array))?;
        let count = index.extents.iter().product::<usize>();
        let number = self.parameters.iter().position(|parameter| parameter.role.is_stream()).unwrap_or(0);
        let fields = &self.parameters[number].fields;
        let alike = places
            .iter()
            .zip(fields)
            .all(|(array, field)| array.components == field.ty.count() && array.extents == places[0].extents);
        match places.len() == fields.len()
            && alike
            && elements >= count
            && (count == 0 || places.iter().all(|array| !array.values.is_empty()))
        {
            true => Ok(()),
            false => Err(self.wrong(number)),
        }
    }
}

/// A reduction as an operator on two elements, with the arguments of its other parameters.
struct Operator<'a> {
    kernel: &'a StreamKernel,
    given: Vec<ParameterValue>,
    locals: Vec<Option<LocalId>>,
}

impl<'a> Operator<'a> {
    fn new(kernel: &'a StreamKernel, given: &[ParameterValue]) -> Operator<'a> {
        let mut given = given.to_vec();
        given.resize(kernel.parameters.len(), ParameterValue::Nothing);
        Operator { kernel, given, locals: kernel.locals_of(&kernel.slots(|role| *role == Role::Accumulator)) }
    }

    fn combine(&mut self, accumulator: &mut [Vec<f32>], operand: &[Vec<f32>]) -> Result<(), RunError> {
        let kernel = self.kernel;
        for (given, parameter) in self.given.iter_mut().zip(&kernel.parameters) {
            if parameter.role.is_stream() {
                let arrays = operand.iter().map(|values| Array::new(&[1], values.len(), values.clone()));
                *given = ParameterValue::Streams(arrays.collect());
            }
        }
        let streams = kernel.streams(&[1], &self.given)?;
        if accumulator.len() != self.locals.len() {
            let number = kernel.parameters.iter().position(|p| p.role == Role::Accumulator).unwrap_or(0);
            return Err(kernel.wrong(number));
        }
        let fields: Vec<&Field> =
            kernel.slots(|role| *role == Role::Accumulator).into_iter().map(|slot| kernel.field(slot)).collect();
        let mut machine = Machine::new(kernel, &streams, 0);
        let start = self.locals.iter().zip(accumulator.iter()).zip(&fields);
        let start = start.filter_map(|((local, values), field)| Some(((*local)?, field.decode(values)))).collect();
        let frame = machine.main(start)?;
        for ((values, local), field) in accumulator.iter_mut().zip(&self.locals).zip(&fields) {
            if let Some(local) = local {
                *values = field.encode(&frame.locals[local.0])[..field.ty.count()].to_vec();
            }
        }
        Ok(())
    }
}

/// Returns the number of the element at an index. Along each axis this is the nearest element inside the array.
fn nearest_element(index: &[f32], array: &Array) -> usize {
    let mut at = [0; 4];
    for (axis, at) in at.iter_mut().enumerate() {
        let place = if axis < index.len() && axis < array.extents.len() { index[axis] } else { 0.0 };
        *at = nearest(place, array.extent(axis));
    }
    array.number(at)
}
