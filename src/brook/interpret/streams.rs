//! Checks the arguments of an interpreted kernel, and resolves which elements of its inputs are read.

use super::array::extent;
use super::{Array, ParameterValue, RunError};
use crate::ir::{Parameter, Role, StreamKernel};

/// The mapping from output to input along an axis: the output's element `p` reads the input's element floor(p / divide) · times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Resize {
    /// The number of times that each element of the input is repeated.
    pub divide: usize,
    /// The stride: the distance in the input from one element that is read to the next.
    pub times: usize,
}

impl Resize {
    /// Returns the mapping between these extents, or `None` if they do not fit together. The input repeats if its extent divides
    /// the output's. It is strided by an integer k if ceil(input / k) is the output's extent.
    pub fn of(input: usize, output: usize) -> Option<Resize> {
        if input == output {
            return Some(Resize { divide: 1, times: 1 });
        }
        if input == 0 || output == 0 {
            return None;
        }
        if input < output {
            return output.is_multiple_of(input).then(|| Resize { divide: output / input, times: 1 });
        }
        // The smallest possible k; a larger one leaves no more elements.
        let k = input.div_ceil(output);
        (input.div_ceil(k) == output).then_some(Resize { divide: 1, times: k })
    }
}

/// The arguments of a run of a kernel, and how its streams are read.
pub(super) struct Streams<'a> {
    pub given: &'a [ParameterValue],
    /// For each parameter, how it is read along each axis.
    pub resize: Vec<[Resize; 4]>,
    /// The output's extents.
    pub extents: Vec<usize>,
}

impl StreamKernel {
    /// Checks the arguments, and resolves how each is read.
    pub(super) fn streams<'a>(&self, extents: &[usize], given: &'a [ParameterValue]) -> Result<Streams<'a>, RunError> {
        self.check_dimensions(extents.len(), 1)?;
        let mut resize = Vec::new();
        for (number, parameter) in self.parameters.iter().enumerate() {
            let one = Resize { divide: 1, times: 1 };
            let mut axes = [one; 4];
            if let Some(ParameterValue::Streams(fields)) = given.get(number) {
                fields.iter().try_for_each(|array| self.check_array(array))?;
            }
            if !takes(parameter, given.get(number)) {
                return Err(self.wrong(number));
            }
            if let (true, Some(ParameterValue::Streams(fields))) = (parameter.role.is_stream(), given.get(number)) {
                for (axis, resize) in axes.iter_mut().enumerate() {
                    let input = fields[0].extent(axis);
                    let output = extent(extents, axis);
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

    /// Returns the error for a parameter with an argument of the wrong kind or type.
    pub(super) fn wrong(&self, number: usize) -> RunError {
        let parameter = &self.parameters[number];
        let fields: Vec<&str> = parameter.fields.iter().map(|field| field.type_name()).collect();
        let wanted = format!(
            "{} of {}",
            if parameter.role == Role::Constant { "numbers" } else { "a stream" },
            fields.join(", ")
        );
        RunError::Parameter { kernel: self.name.clone(), parameter: parameter.name.clone(), wanted }
    }

    /// Checks that the number of values of an array matches its extents and components.
    pub(super) fn check_array(&self, array: &Array) -> Result<(), RunError> {
        self.check_dimensions(array.extents.len(), array.components)?;
        let wanted = array.extents.iter().product::<usize>() * array.components;
        if array.values.len() == wanted {
            return Ok(());
        }
        let (extents, components, values) = (array.extents.clone(), array.components, array.values.len());
        Err(RunError::Array { kernel: self.name.clone(), extents, components, wanted, values })
    }

    pub(super) fn check_dimensions(&self, extents: usize, components: usize) -> Result<(), RunError> {
        match (1..=4).contains(&extents) && (1..=4).contains(&components) {
            true => Ok(()),
            false => Err(RunError::Dimensions { kernel: self.name.clone(), extents, components }),
        }
    }

    /// Checks that this kernel is of the kind that the function `by` runs. `called` is the function that was called.
    pub(super) fn check_kind(&self, called: &'static str, by: &'static str) -> Result<(), RunError> {
        let pushes = self.parameters.iter().any(|parameter| parameter.role.is_pushed());
        let (is, own) = match (self.reduction, pushes) {
            (true, _) => ("is a reduction", "reduce"),
            (_, true) => ("pushes", "run_pushing"),
            _ => ("is a plain kernel", "run"),
        };
        match own == by {
            true => Ok(()),
            false => Err(RunError::Kind { kernel: self.name.clone(), is, by: own, not: called }),
        }
    }
}

/// Whether the value given for a parameter has the right kind and type.
fn takes(parameter: &Parameter, given: Option<&ParameterValue>) -> bool {
    match (parameter.role, given) {
        (Role::Constant, Some(ParameterValue::Numbers(fields))) => {
            fields.len() == parameter.fields.len()
                && fields.iter().zip(&parameter.fields).all(|(value, field)| value.ty() == field.ty)
        }
        (Role::Constant, Some(ParameterValue::Constants(fields))) => {
            fields.len() == parameter.fields.len()
                && fields.iter().zip(&parameter.fields).all(|(values, field)| values.len() == field.ty.count())
        }
        (Role::Stream | Role::Iterator | Role::Gather { .. }, Some(ParameterValue::Streams(fields))) => {
            let alike = fields
                .iter()
                .zip(&parameter.fields)
                .all(|(array, field)| array.components == field.ty.count() && array.extents == fields[0].extents);
            let empty = parameter.role.is_gather() && fields.iter().any(|array| array.values.is_empty());
            fields.len() == parameter.fields.len() && alike && !empty
        }
        (Role::Constant | Role::Stream | Role::Iterator | Role::Gather { .. }, _) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::Resize;

    #[test]
    fn inputs_repeat_or_stride() {
        assert_eq!(Resize::of(3, 9), Some(Resize { divide: 3, times: 1 }));
        assert_eq!(Resize::of(9, 5), Some(Resize { divide: 1, times: 2 }));
        assert_eq!(Resize::of(4, 9), None);
    }
}
