//! Runs kernels on slices of floats, one element after the other: obvious and slow on purpose. It is what the tests hold
//! every device against, what runs where there is none, and the operator of gather-op and scatter-op.

mod eval;
mod number;

use super::ir::{Kernel, LocalId, Role, Slot, Stmt, any_stmt};
use super::plan::PassPart;
use super::types::Plain;
use eval::{Frame, Machine};
pub use number::Number;

/// The most turns of all loops of one element, after which it is taken never to end.
pub const MOST_TURNS: u64 = 1 << 22;

/// A stream of numbers or vectors, as kernels are given it.
#[derive(Clone, PartialEq, Debug)]
pub struct Array {
    /// The extents, slowest first: 1 to 4 of them.
    pub extents: Vec<usize>,
    /// Numbers an element: 1 to 4.
    pub components: usize,
    /// All of them, element after element in C order.
    pub values: Vec<f32>,
}

impl Array {
    /// An array of these extents out of its values.
    ///
    /// # Panics
    /// Panics if there are not as many values as the extents say.
    pub fn new(extents: &[usize], components: usize, values: Vec<f32>) -> Array {
        assert_eq!(extents.iter().product::<usize>() * components, values.len(), "values for {extents:?}");
        Array { extents: extents.to_vec(), components, values }
    }

    /// An array of zeros.
    pub fn zeros(extents: &[usize], components: usize) -> Array {
        Array::new(extents, components, vec![0.0; extents.iter().product::<usize>() * components])
    }

    /// What `iter(low, high)` is: value k is low + (high − low) · k / n, so that `high` is left out. Of several
    /// dimensions, component c counts along the c-th fastest.
    pub fn iterator(extents: &[usize], low: &[f32], high: &[f32]) -> Array {
        let components = low.len();
        let count: usize = extents.iter().product();
        let mut values = Vec::with_capacity(count * components);
        for element in 0..count {
            let at = places(extents, element);
            for c in 0..components {
                // In one dimension all components count along it.
                let axis = if extents.len() == 1 { 0 } else { c };
                let n = extents.len().checked_sub(1 + axis).map_or(1, |axis| extents[axis]);
                let k = at[axis];
                values.push(low[c] + (high[c] - low[c]) * k as f32 / n as f32);
            }
        }
        Array::new(extents, components, values)
    }

    fn extent(&self, axis: usize) -> usize {
        self.extents.len().checked_sub(1 + axis).map_or(1, |axis| self.extents[axis])
    }

    fn element(&self, number: usize) -> Number {
        let start = number * self.components;
        Number::floats(&self.values[start..start + self.components])
    }

    fn set(&mut self, number: usize, value: &Number) {
        let start = number * self.components;
        for c in 0..self.components {
            self.values[start + c] = value.float(c);
        }
    }

    /// The number of the element at these places, `x` first.
    fn number(&self, at: [usize; 4]) -> usize {
        (0..4).rev().fold(0, |number, axis| number * self.extent(axis) + at[axis])
    }
}

/// The places of an element along each axis, `x` first.
fn places(extents: &[usize], mut element: usize) -> [usize; 4] {
    let mut at = [0; 4];
    for (axis, &extent) in extents.iter().rev().enumerate().take(4) {
        at[axis] = element % extent.max(1);
        element /= extent.max(1);
    }
    at
}

/// What goes into a parameter: an array for each of its fields, or the numbers of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// Of a stream, iterator or gather.
    Streams(Vec<Array>),
    /// Of a constant: for each field its numbers.
    Constants(Vec<Vec<f32>>),
    /// The same, where an `int` may be one that no float holds.
    Numbers(Vec<Number>),
    /// Of an output or accumulator: nothing.
    Nothing,
}

/// Why a kernel cannot be run so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RunError {
    /// A parameter was given something else.
    #[error("kernel `{kernel}`: parameter `{parameter}` takes {wanted}")]
    Parameter {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// What it takes.
        wanted: String,
    },
    /// The extents of an input and of the output do not go together.
    #[error(
        "kernel `{kernel}`: `{parameter}` has {input} elements along axis {axis} and the output {output}: {input} does not repeat or stride to {output}"
    )]
    Extents {
        /// The kernel.
        kernel: String,
        /// The parameter.
        parameter: String,
        /// The axis, from the fastest.
        axis: usize,
        /// Elements of the input along it.
        input: usize,
        /// Elements of the output along it.
        output: usize,
    },
    /// A loop does not end.
    #[error("kernel `{kernel}`: a loop has taken {MOST_TURNS} turns, which is the most")]
    Endless {
        /// The kernel.
        kernel: String,
    },
    /// A reduction of no elements.
    #[error("reduction `{kernel}`: there is no element to reduce")]
    Empty {
        /// The reduction.
        kernel: String,
    },
}

/// How an input is read along an axis, for a place of the output: floor(place / divide) · times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Resize {
    /// Repeat: elements of the output to one of the input.
    pub divide: usize,
    /// Stride: from one element that is read to the next.
    pub times: usize,
}

impl Resize {
    /// For these extents along an axis, if they go together: repeat, where the input's divides the output's; stride, by
    /// a whole k for which ceil(input / k) is the output's.
    ///
    /// ```
    /// use brooklet::brook::interpret::Resize;
    /// assert_eq!(Resize::of(3, 9), Some(Resize { divide: 3, times: 1 }));
    /// assert_eq!(Resize::of(9, 5), Some(Resize { divide: 1, times: 2 }));
    /// assert_eq!(Resize::of(4, 9), None);
    /// ```
    pub fn of(input: usize, output: usize) -> Option<Resize> {
        if input == output {
            return Some(Resize { divide: 1, times: 1 });
        }
        if input == 0 || output == 0 {
            return None;
        }
        if input < output {
            return input_divides(input, output);
        }
        // The smallest k that can be; a larger one leaves no more elements.
        let k = input.div_ceil(output);
        (input.div_ceil(k) == output).then_some(Resize { divide: 1, times: k })
    }
}

fn input_divides(input: usize, output: usize) -> Option<Resize> {
    output.is_multiple_of(input).then(|| Resize { divide: output / input, times: 1 })
}

/// What a run of a kernel has of its streams.
pub(crate) struct Streams<'a> {
    pub given: &'a [Given],
    /// For each parameter, how it is read along each axis.
    pub resize: Vec<[Resize; 4]>,
    /// The output's extents.
    pub extents: Vec<usize>,
}

impl Kernel {
    /// Runs the kernel for every element of outputs of these extents; the arrays of its outputs, field by field in the
    /// order of its parameters. `before` is what they held, for elements that are discarded; zeros where it is empty.
    ///
    /// ```
    /// use brooklet::brook::{Unit, interpret::{Array, Given}};
    /// let unit = Unit::compile("saxpy.br", "
    ///     kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }
    /// ")?;
    /// let stream = |values: &[f32]| Given::Streams(vec![Array::new(&[3], 1, values.to_vec())]);
    /// let given = [Given::Constants(vec![vec![2.0]]), stream(&[1.0, 2.0, 3.0]), stream(&[10.0, 20.0, 30.0]), Given::Nothing];
    /// let results = unit.kernels[0].run(&[3], &given, &[])?;
    /// assert_eq!(results[0].values, [12.0, 24.0, 36.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Parameters that are not as the kernel takes them, extents that do not go together, loops that do not end.
    pub fn run(&self, extents: &[usize], given: &[Given], before: &[Array]) -> Result<Vec<Array>, RunError> {
        let streams = self.streams(extents, given)?;
        let slots = self.slots(|role| *role == Role::Output);
        let mut outputs: Vec<Array> = slots.iter().map(|&slot| Array::zeros(extents, self.ty(slot).count())).collect();
        if before.len() == outputs.len() {
            outputs = before.to_vec();
        }
        let locals = self.locals_of(&slots);
        for element in 0..extents.iter().product() {
            let mut machine = Machine::new(self, &streams, element);
            let frame = machine.main(Vec::new())?;
            if !machine.discarded {
                for (output, local) in outputs.iter_mut().zip(&locals) {
                    if let Some(local) = local {
                        output.set(element, frame.get(*local));
                    }
                }
            }
        }
        Ok(outputs)
    }

    /// Runs a kernel with variable outputs over inputs of these extents; for each variable output, in order, the arrays
    /// of its fields: what was pushed, in the order of the elements.
    ///
    /// # Errors
    /// As [`run`](Kernel::run).
    pub fn run_pushing(&self, extents: &[usize], given: &[Given]) -> Result<Vec<Vec<Array>>, RunError> {
        let streams = self.streams(extents, given)?;
        let variable = |(_, p): &(usize, &super::ir::Parameter)| matches!(p.role, Role::Variable { .. });
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
                    pushed[at][field].extend((0..value.count()).map(|c| value.float(c)));
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

    /// Reduces a stream to one of these extents, blocks of neighbours to an element each, in their order; the arrays of
    /// the accumulator's fields. One element: extents of `[1]`.
    ///
    /// # Errors
    /// As [`run`](Kernel::run); a stream without elements.
    pub fn reduce(&self, extents: &[usize], given: &[Given]) -> Result<Vec<Array>, RunError> {
        let operand = self.slots(|role| role.is_stream());
        let results = self.slots(|role| *role == Role::Accumulator);
        let number = operand.first().map_or(0, |slot| slot.parameter);
        let input = match given.get(number) {
            Some(Given::Streams(arrays)) if !arrays.is_empty() => arrays[0].extents.clone(),
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
            let value = |slot: &Slot| match &given[slot.parameter] {
                Given::Streams(arrays) => arrays[slot.field].element(element),
                _ => Number::zero(Plain::FLOAT),
            };
            if !std::mem::replace(&mut started[target], true) {
                for (output, slot) in outputs.iter_mut().zip(&operand) {
                    output.set(target, &value(slot));
                }
                continue;
            }
            let mut machine = Machine::new(self, &streams, element);
            let so_far =
                locals.iter().zip(&outputs).filter_map(|(local, output)| Some(((*local)?, output.element(target))));
            let frame = machine.main(so_far.collect())?;
            for (output, local) in outputs.iter_mut().zip(&locals) {
                if let Some(local) = local {
                    output.set(target, frame.get(*local));
                }
            }
        }
        Ok(outputs)
    }

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

    fn wrong(&self, number: usize) -> RunError {
        let parameter = &self.parameters[number];
        let fields: Vec<&str> = parameter.fields.iter().map(|field| field.ty.brook()).collect();
        let wanted = format!(
            "{} of {}",
            if parameter.role == Role::Constant { "numbers" } else { "a stream" },
            fields.join(", ")
        );
        RunError::Parameter { kernel: self.name.clone(), parameter: parameter.name.clone(), wanted }
    }

    fn locals_of(&self, slots: &[Slot]) -> Vec<Option<LocalId>> {
        let locals = &self.main().locals;
        slots.iter().map(|slot| locals.iter().position(|local| local.output == Some(*slot)).map(LocalId)).collect()
    }

    fn target(&self, input: &[usize], output: &[usize], at: [usize; 4], number: usize) -> Result<usize, RunError> {
        let extent =
            |extents: &[usize], axis: usize| extents.len().checked_sub(1 + axis).map_or(1, |axis| extents[axis]);
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

    /// Checks what is given, and how it is read.
    fn streams<'a>(&self, extents: &[usize], given: &'a [Given]) -> Result<Streams<'a>, RunError> {
        let mut resize = Vec::new();
        for (number, parameter) in self.parameters.iter().enumerate() {
            let one = Resize { divide: 1, times: 1 };
            let mut axes = [one; 4];
            let fits = match (parameter.role, given.get(number)) {
                (Role::Constant, Some(Given::Numbers(fields))) => {
                    fields.len() == parameter.fields.len()
                        && fields.iter().zip(&parameter.fields).all(|(value, field)| match field.ty {
                            Plain::Int => matches!(value, Number::Int(_)),
                            Plain::Float(_) => {
                                matches!(value, Number::Floats(n, _) if usize::from(*n) == field.ty.count())
                            }
                        })
                }
                (Role::Constant, Some(Given::Constants(fields))) => {
                    fields.len() == parameter.fields.len()
                        && fields.iter().zip(&parameter.fields).all(|(values, field)| values.len() == field.ty.count())
                }
                (Role::Stream | Role::Iterator | Role::Gather { .. }, Some(Given::Streams(fields))) => {
                    let alike = fields.iter().zip(&parameter.fields).all(|(array, field)| {
                        array.components == field.ty.count() && array.extents == fields[0].extents
                    });
                    let empty = parameter.role.is_gather() && fields.iter().any(|array| array.values.is_empty());
                    fields.len() == parameter.fields.len() && alike && !empty
                }
                (Role::Constant | Role::Stream | Role::Iterator | Role::Gather { .. }, _) => false,
                _ => true,
            };
            if !fits {
                return Err(self.wrong(number));
            }
            if let (true, Some(Given::Streams(fields))) = (parameter.role.is_stream(), given.get(number)) {
                for (axis, resize) in axes.iter_mut().enumerate() {
                    let input = fields[0].extent(axis);
                    let output = extents.len().checked_sub(1 + axis).map_or(1, |axis| extents[axis]);
                    *resize = Resize::of(input, output).ok_or_else(|| RunError::Extents {
                        kernel: self.name.clone(),
                        parameter: parameter.name.clone(),
                        axis,
                        input,
                        output,
                    })?;
                }
            }
            resize.push(axes);
        }
        Ok(Streams { given, resize, extents: extents.to_vec() })
    }

    /// Whether the kernel's own body pushes: then it is run by [`run_pushing`](Kernel::run_pushing).
    pub fn pushes(&self) -> bool {
        any_stmt(&self.main().body, &|statement| matches!(statement, Stmt::Push { .. }))
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
        *at = eval::nearest(place, array.extent(axis));
    }
    array.number(at)
}

impl PassPart {
    /// The variable output that the pass is for, if it is for one.
    pub fn pushed(&self) -> Option<usize> {
        match self {
            PassPart::Whole => None,
            PassPart::Count(parameter) | PassPart::Values(parameter) => Some(*parameter),
        }
    }
}

impl Frame {
    fn get(&self, local: LocalId) -> &Number {
        &self.0[local.0]
    }
}
