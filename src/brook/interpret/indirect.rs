//! Gather-op and scatter-op: reductions on elements that an index names.

use super::machine::Machine;
use super::value::nearest;
use super::{Array, Given, Number, RunError};
use crate::brook::ir::{Kernel, LocalId, Role};

impl Kernel {
    /// A reduction's operator on two elements, each a vector of numbers for each field: what becomes of `accumulator`
    /// when `operand` is taken in. It is what gather-op and scatter-op run.
    ///
    /// # Errors
    /// As [`run`](Kernel::run).
    pub fn combine(&self, accumulator: &mut [Vec<f32>], operand: &[Vec<f32>], given: &[Given]) -> Result<(), RunError> {
        Operator::new(self, given).combine(accumulator, operand)
    }

    /// `streamGatherOp(dst, index, array, op)`: element by element in the order of the index, `dst[i]` becomes
    /// `array[index[i]]`, which then becomes what the reduction makes of it, operand and accumulator both its old value.
    /// The arrays are those of the fields of a record.
    ///
    /// # Errors
    /// As [`run`](Kernel::run).
    pub fn gather_op(&self, index: &Array, array: &mut [Array], given: &[Given]) -> Result<Vec<Array>, RunError> {
        let count = index.extents.iter().product::<usize>();
        self.check_sides(array, count, usize::MAX)?;
        let mut taken: Vec<Array> = array.iter().map(|a| Array::zeros(&index.extents, a.components)).collect();
        let mut operator = Operator::new(self, given);
        for element in 0..count {
            let at = nearest_element(&index.element(element), &array[0]);
            let old: Vec<Vec<f32>> = array.iter().map(|field| field.element(at).to_vec()).collect();
            let mut new = old.clone();
            operator.combine(&mut new, &old)?;
            for (field, (old, new)) in old.iter().zip(&new).enumerate() {
                taken[field].set(element, &Number::floats(old));
                array[field].set(at, &Number::floats(new));
            }
        }
        Ok(taken)
    }

    /// `streamScatterOp(dst, index, src, op)`: element by element in the order of the index, the reduction takes `src[i]`
    /// into `dst[index[i]]`.
    ///
    /// # Errors
    /// As [`run`](Kernel::run).
    pub fn scatter_op(&self, dst: &mut [Array], index: &Array, src: &[Array], given: &[Given]) -> Result<(), RunError> {
        let count = index.extents.iter().product();
        let elements = src.iter().map(|field| field.values.len() / field.components.max(1)).min();
        self.check_sides(dst, count, elements.unwrap_or(0))?;
        let mut operator = Operator::new(self, given);
        for element in 0..count {
            let at = nearest_element(&index.element(element), &dst[0]);
            let operand: Vec<Vec<f32>> = src.iter().map(|field| field.element(element).to_vec()).collect();
            let mut so_far: Vec<Vec<f32>> = dst.iter().map(|field| field.element(at).to_vec()).collect();
            operator.combine(&mut so_far, &operand)?;
            for (field, values) in dst.iter_mut().zip(&so_far) {
                field.set(at, &Number::floats(values));
            }
        }
        Ok(())
    }

    /// Sees that an indirect operation of `count` places has something to work on, and as many elements to work with.
    fn check_sides(&self, places: &[Array], count: usize, elements: usize) -> Result<(), RunError> {
        let number = self.parameters.iter().position(|parameter| parameter.role.is_stream()).unwrap_or(0);
        let alike = places.iter().all(|array| array.extents == places[0].extents);
        match places.len() == self.parameters[number].fields.len()
            && alike
            && elements >= count
            && (count == 0 || places.iter().all(|array| !array.values.is_empty()))
        {
            true => Ok(()),
            false => Err(self.wrong(number)),
        }
    }
}

/// A reduction as an operator on two elements, with what else it is given.
struct Operator<'a> {
    kernel: &'a Kernel,
    given: Vec<Given>,
    locals: Vec<Option<LocalId>>,
}

impl<'a> Operator<'a> {
    fn new(kernel: &'a Kernel, given: &[Given]) -> Operator<'a> {
        let mut given = given.to_vec();
        given.resize(kernel.parameters.len(), Given::Nothing);
        Operator { kernel, given, locals: kernel.locals_of(&kernel.slots(|role| *role == Role::Accumulator)) }
    }

    fn combine(&mut self, accumulator: &mut [Vec<f32>], operand: &[Vec<f32>]) -> Result<(), RunError> {
        let kernel = self.kernel;
        for (given, parameter) in self.given.iter_mut().zip(&kernel.parameters) {
            if parameter.role.is_stream() {
                let arrays = operand.iter().map(|values| Array::new(&[1], values.len(), values.clone()));
                *given = Given::Streams(arrays.collect());
            }
        }
        let streams = kernel.streams(&[1], &self.given)?;
        if accumulator.len() != self.locals.len() {
            let number = kernel.parameters.iter().position(|p| p.role == Role::Accumulator).unwrap_or(0);
            return Err(kernel.wrong(number));
        }
        let mut machine = Machine::new(kernel, &streams, 0);
        let start = self.locals.iter().zip(accumulator.iter());
        let start = start.filter_map(|(local, values)| Some(((*local)?, Number::floats(values)))).collect();
        let frame = machine.main(start)?;
        for (values, local) in accumulator.iter_mut().zip(&self.locals) {
            if let Some(local) = local {
                *values = (0..values.len()).map(|c| frame.get(*local).float(c)).collect();
            }
        }
        Ok(())
    }
}

/// Which element of an array an index means: each axis to the nearest, inside.
fn nearest_element(index: &Number, array: &Array) -> usize {
    let mut at = [0; 4];
    for (axis, at) in at.iter_mut().enumerate() {
        let place = if axis < index.count() && axis < array.extents.len() { index.float(axis) } else { 0.0 };
        *at = nearest(place, array.extent(axis));
    }
    array.number(at)
}
