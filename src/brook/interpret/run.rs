//! Runs kernels and reductions over all elements of streams.

use super::array::{extent, places};
use super::machine::Machine;
use super::{Array, Number, ParameterValue, RunError};
use crate::brook::types::Plain;
use crate::ir::{LocalId, Parameter, Role, Slot, StreamKernel};

impl StreamKernel {
    /// Runs the kernel for every element of outputs of these extents. Returns the arrays of its outputs, field by field in the
    /// order of its parameters. `before` is the previous content of the outputs, which discarded elements keep; if it is empty,
    /// they keep zeros.
    ///
    /// ```
    /// use brooklet::brook::{Unit, interpret::{Array, ParameterValue}};
    /// let unit = Unit::compile("saxpy.br", "
    ///     kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }
    /// ")?;
    /// let stream = |values: &[f32]| ParameterValue::Streams(vec![Array::new(&[3], 1, values.to_vec())]);
    /// let alpha = ParameterValue::Constants(vec![vec![2.0]]);
    /// let parameters = [alpha, stream(&[1.0, 2.0, 3.0]), stream(&[10.0, 20.0, 30.0]), ParameterValue::Nothing];
    /// let results = unit.kernels[0].run(&[3], &parameters, &[])?;
    /// assert_eq!(results[0].values, [12.0, 24.0, 36.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails for a kernel that another of these functions runs, arguments of the wrong kind or type, arrays with a wrong number of
    /// values, extents that do not fit together, and loops that do not end.
    pub fn run(&self, extents: &[usize], given: &[ParameterValue], before: &[Array]) -> Result<Vec<Array>, RunError> {
        self.check_kind("run", "run")?;
        let streams = self.streams(extents, given)?;
        let slots = self.slots(|role| *role == Role::Output);
        let mut outputs: Vec<Array> = slots.iter().map(|&slot| Array::zeros(extents, self.ty(slot).count())).collect();
        if !before.is_empty() {
            before.iter().try_for_each(|array| self.check_array(array))?;
            let like = |old: &Array, new: &Array| old.components == new.components && old.extents == new.extents;
            let fits =
                |at: usize| matches!((before.get(at), outputs.get(at)), (Some(old), Some(new)) if like(old, new));
            if let Some(at) = (0..before.len().max(slots.len())).find(|&at| !fits(at)) {
                return Err(self.wrong(slots.get(at).or(slots.last()).map_or(0, |slot| slot.parameter)));
            }
            outputs = before.to_vec();
        }
        let locals = self.locals_of(&slots);
        for element in 0..extents.iter().product() {
            let mut machine = Machine::new(self, &streams, element);
            let frame = machine.main(Vec::new())?;
            if !machine.discarded {
                for ((output, local), slot) in outputs.iter_mut().zip(&locals).zip(&slots) {
                    if let Some(local) = local {
                        output.set(element, &self.field(*slot).encode(&frame.locals[local.0]));
                    }
                }
            }
        }
        Ok(outputs)
    }

    /// Runs a kernel with variable outputs over inputs of these extents. Returns, for each variable output, the arrays of its
    /// fields, with the pushed values in the order of the elements.
    ///
    /// # Errors
    /// The same as for [`run`](StreamKernel::run).
    pub fn run_pushing(&self, extents: &[usize], given: &[ParameterValue]) -> Result<Vec<Vec<Array>>, RunError> {
        self.check_kind("run_pushing", "run_pushing")?;
        let streams = self.streams(extents, given)?;
        let variable = |(_, p): &(usize, &Parameter)| p.role.is_pushed();
        let parameters: Vec<usize> =
            self.parameters.iter().enumerate().filter(variable).map(|(number, _)| number).collect();
        let mut pushed: Vec<Vec<Vec<f32>>> =
            parameters.iter().map(|&number| vec![Vec::new(); self.parameters[number].fields.len()]).collect();
        for element in 0..extents.iter().product() {
            let mut machine = Machine::new(self, &streams, element);
            machine.main(Vec::new())?;
            for (parameter, values) in machine.pushed {
                let Some(at) = parameters.iter().position(|&known| known == parameter) else { continue };
                for (field, value) in values.iter().enumerate() {
                    let floats = self.parameters[parameter].fields[field].encode(value);
                    pushed[at][field].extend(&floats[..value.count()]);
                }
            }
        }
        let arrays = parameters.iter().zip(pushed).map(|(&number, fields)| {
            let fields = self.parameters[number].fields.iter().zip(fields);
            fields.map(|(field, values)| {
                let count = field.ty.count();
                Array::new(&[values.len() / count], count, values)
            })
        });
        Ok(arrays.map(Iterator::collect).collect())
    }

    /// Reduces a stream to one of these extents: the elements of each block of neighbours are combined, in order, to one element.
    /// Returns the arrays of the accumulator's fields. Extents of `[1]` reduce the whole stream to one element.
    ///
    /// # Errors
    /// The same as for [`run`](StreamKernel::run), and for a stream without elements.
    pub fn reduce(&self, extents: &[usize], given: &[ParameterValue]) -> Result<Vec<Array>, RunError> {
        self.check_kind("reduce", "reduce")?;
        self.check_dimensions(extents.len(), 1)?;
        let operand = self.slots(|role| role.is_stream());
        let results = self.slots(|role| *role == Role::Accumulator);
        let number = operand.first().map_or(0, |slot| slot.parameter);
        let input = match given.get(number) {
            Some(ParameterValue::Streams(arrays)) if !arrays.is_empty() => arrays[0].extents.clone(),
            _ => return Err(self.wrong(number)),
        };
        let streams = self.streams(&input, given)?;
        let mut outputs: Vec<Array> =
            results.iter().map(|&slot| Array::zeros(extents, self.ty(slot).count())).collect();
        let count: usize = input.iter().product();
        if count == 0 {
            return Err(RunError::Empty { kernel: self.name.clone() });
        }
        let locals = self.locals_of(&results);
        let mut started = vec![false; extents.iter().product()];
        let whole = extents.iter().product::<usize>() == 1;
        for element in 0..count {
            let at = places(&input, element);
            let target = if whole { 0 } else { self.target(&input, extents, at, number)? };
            if !std::mem::replace(&mut started[target], true) {
                for (output, slot) in outputs.iter_mut().zip(&operand) {
                    if let ParameterValue::Streams(arrays) = &given[slot.parameter] {
                        output.set(target, arrays[slot.field].floats(element));
                    }
                }
                continue;
            }
            let mut machine = Machine::new(self, &streams, element);
            let so_far = locals.iter().zip(&outputs).zip(&results);
            let so_far = so_far
                .filter_map(|((local, output), slot)| Some(((*local)?, output.element(target, self.field(*slot)))));
            let frame = machine.main(so_far.collect())?;
            for ((output, local), slot) in outputs.iter_mut().zip(&locals).zip(&results) {
                if let Some(local) = local {
                    output.set(target, &self.field(*slot).encode(&frame.locals[local.0]));
                }
            }
        }
        Ok(outputs)
    }

    /// Counts the loop iterations of some elements. This shows whether a kernel is safe to run on a device, which might hang in a
    /// long loop. For a reduction, these are elements of the reduced stream, each combined into the first.
    ///
    /// ```
    /// use brooklet::brook::{Unit, interpret::{Array, ParameterValue, RunError}};
    /// let unit = Unit::compile("count.br", "kernel void count(float a<>, out float b<>) { b = 0; while (b != a) b += 1; }")?;
    /// let given = |a: &[f32]| [ParameterValue::Streams(vec![Array::new(&[2], 1, a.to_vec())]), ParameterValue::Nothing];
    /// assert_eq!(unit.kernels[0].iterations(&[2], &given(&[3.0, 7.0]), [1], 1000)?, [7]);
    /// let endless = unit.kernels[0].iterations(&[2], &given(&[3.0, 0.5]), [0, 1], 1000);
    /// assert_eq!(endless, Err(RunError::Endless { kernel: "count".into(), element: 1, max: 1000 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails for arguments of the wrong kind or type, and if the loops of an element take more than `max` iterations. Elements that
    /// do not exist are skipped.
    pub fn iterations(
        &self,
        extents: &[usize],
        given: &[ParameterValue],
        elements: impl IntoIterator<Item = usize>,
        max: u64,
    ) -> Result<Vec<u64>, RunError> {
        let streams = self.streams(extents, given)?;
        let count: usize = extents.iter().product();
        let (operand, results) = match self.reduction {
            true => (self.slots(|role| role.is_stream()), self.slots(|role| *role == Role::Accumulator)),
            false => (Vec::new(), Vec::new()),
        };
        let locals = self.locals_of(&results);
        let mut taken = Vec::new();
        for element in elements.into_iter().filter(|element| *element < count) {
            let first = operand.iter().map(|slot| match &given[slot.parameter] {
                ParameterValue::Streams(arrays) => arrays[slot.field].element(0, self.field(*slot)),
                _ => Number::zero(Plain::FLOAT),
            });
            let start = locals.iter().zip(first).filter_map(|(local, value)| Some(((*local)?, value))).collect();
            let mut machine = Machine::new(self, &streams, element);
            machine.max = max;
            machine.main(start)?;
            taken.push(machine.iterations);
        }
        Ok(taken)
    }

    pub(super) fn locals_of(&self, slots: &[Slot]) -> Vec<Option<LocalId>> {
        let locals = &self.main().locals;
        slots.iter().map(|slot| locals.iter().position(|local| local.output == Some(*slot)).map(LocalId)).collect()
    }

    fn target(&self, input: &[usize], output: &[usize], at: [usize; 4], number: usize) -> Result<usize, RunError> {
        let mut target = 0;
        for axis in (0..4).rev() {
            let (from, to) = (extent(input, axis), extent(output, axis));
            if to == 0 || from % to != 0 {
                let (kernel, parameter) = (self.name.clone(), self.parameters[number].name.clone());
                return Err(RunError::Extents { kernel, parameter, axis, input: from, output: to });
            }
            target = target * to + at[axis] / (from / to);
        }
        Ok(target)
    }
}
