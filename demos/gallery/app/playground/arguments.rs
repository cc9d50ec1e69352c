//! Arguments of a call: what each parameter of a kernel is given, and the numbers that come of it.

use brooklet::Shape;
use brooklet::brook::interpret::{Array, ParameterValue};
use brooklet::brook::ir::{Parameter, StreamKernel};
use brooklet::brook::{ConstantArgument, Iter, Type, iter};

use super::data::{Data, Extents, Material, numbers};

/// What a parameter is given.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A stream or gather: data for each field. Without extents of its own it has those of the call.
    Stream { fields: Vec<Data>, own: Option<Extents> },
    /// An iterator. Without an end it counts the elements.
    Iterator { low: [f32; 4], high: Option<[f32; 4]>, own: Option<Extents> },
    /// The components of all fields, one after the other.
    Constant(Vec<f32>),
    /// What is written.
    Output,
}

/// A call of a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub kernel: String,
    /// How large the outputs are, and what is read with them.
    pub extents: Extents,
    /// One for each parameter.
    pub arguments: Vec<Argument>,
}

/// The numbers of a call.
pub struct Prepared {
    /// Of the outputs; of a reduction, of what is reduced.
    pub shape: Shape,
    /// For the interpreter.
    pub given: Vec<ParameterValue>,
    /// For the device.
    pub values: Vec<Value>,
}

/// What a device is given for a parameter.
pub enum Value {
    Stream(Shape, Vec<f32>),
    Iterator(Iter),
    Constant(ConstantArgument),
    Output,
}

impl Call {
    /// The numbers of all arguments.
    ///
    /// # Errors
    /// What a stream cannot be made from, in words.
    pub fn prepare(&self, kernel: &StreamKernel, material: &mut Material) -> Result<Prepared, String> {
        let mut extents = self.extents;
        let (mut given, mut values) = (Vec::new(), Vec::new());
        for (number, (parameter, argument)) in kernel.parameters.iter().zip(&self.arguments).enumerate() {
            let own = match argument {
                Argument::Stream { own, .. } | Argument::Iterator { own, .. } => own.unwrap_or(self.extents),
                _ => self.extents,
            };
            if kernel.reduction && parameter.role.is_stream() {
                extents = own;
            }
            let of = |error: String| format!("`{}`: {error}", parameter.name);
            let (for_interpreter, for_device) = match argument {
                Argument::Stream { fields, .. } => {
                    stream(parameter, fields, own, number as u64 * 16, material).map_err(of)?
                }
                Argument::Iterator { low, high, .. } => iterator(parameter, *low, *high, own),
                Argument::Constant(components) => constant(parameter, components),
                Argument::Output => (ParameterValue::Nothing, Value::Output),
            };
            given.push(for_interpreter);
            values.push(for_device);
        }
        Ok(Prepared { shape: extents.shape(), given, values })
    }
}

fn stream(
    parameter: &Parameter,
    fields: &[Data],
    extents: Extents,
    seed: u64,
    material: &mut Material,
) -> Result<(ParameterValue, Value), String> {
    let shape = extents.shape();
    let (mut arrays, mut held) = (Vec::new(), Vec::new());
    for (number, (field, data)) in parameter.fields.iter().zip(fields).enumerate() {
        let values = numbers(data, field.ty, extents, seed + number as u64, material)?;
        held.push(Array::new(shape.extents(), field.ty.count(), field.of_values(values.clone())));
        arrays.push(Array::new(shape.extents(), field.ty.count(), values));
    }
    // On the device the fields of an element come together.
    let element = |element: usize| {
        arrays.iter().flat_map(move |array| {
            let components = array.components;
            array.values[element * components..(element + 1) * components].iter().copied()
        })
    };
    let floats = (0..extents.count()).flat_map(element).collect();
    Ok((ParameterValue::Streams(held), Value::Stream(shape, floats)))
}

/// The extents of an iterator of so many components: those of vectors on a plane count along both of its axes.
fn iterator_extents(extents: Extents, components: usize) -> Extents {
    if components == 2 { extents } else { Extents::line(extents.width) }
}

/// Where an iterator ends that counts the elements.
pub fn iterator_end(extents: Extents, components: usize) -> [f32; 4] {
    let extents = iterator_extents(extents, components);
    let mut end = [extents.width as f32; 4];
    if let Some(height) = extents.height {
        end[1] = height as f32;
    }
    end
}

fn iterator(parameter: &Parameter, low: [f32; 4], high: Option<[f32; 4]>, extents: Extents) -> (ParameterValue, Value) {
    let components = parameter.fields.first().map_or(1, |field| field.ty.count());
    let high = high.unwrap_or(iterator_end(extents, components));
    let shape = iterator_extents(extents, components).shape();
    let made = match components {
        1 => iter(low[0], high[0]),
        2 => iter([low[0], low[1]], [high[0], high[1]]),
        3 => iter([low[0], low[1], low[2]], [high[0], high[1], high[2]]),
        _ => iter(low, high),
    };
    let array = Array::iterator(shape.extents(), &low[..components], &high[..components]);
    (ParameterValue::Streams(vec![array]), Value::Iterator(made.shape(shape)))
}

fn constant(parameter: &Parameter, components: &[f32]) -> (ParameterValue, Value) {
    let mut rest = components;
    let mut fields = Vec::new();
    let mut bytes = Vec::new();
    for field in &parameter.fields {
        let (own, after) = rest.split_at(field.ty.count().min(rest.len()));
        rest = after;
        let mut own = own.to_vec();
        own.resize(field.ty.count(), 0.0);
        if field.ty.is_integer() {
            own.iter_mut().for_each(|number| *number = number.round());
        }
        let number = field.decode(&field.of_values(own));
        field.to_host(&number, &mut bytes);
        fields.push(number);
    }
    let is_record = matches!(parameter.ty, Type::Record(_));
    let argument = ConstantArgument::from_bytes(&parameter.fields, is_record, &bytes);
    (ParameterValue::Numbers(fields), Value::Constant(argument))
}
