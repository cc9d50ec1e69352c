//! Checks the arguments of a call against the kernel's parameters: names, kinds and types.

use bytemuck::Pod;

use super::argument::{Argument, Arguments, ConstantArgument, View};
use super::column::Column;
use super::error::Error;
use crate::brook::interpret::Number;
use crate::brook::types::{Field, Plain, Records, Scalar, Type};
use crate::ir::{Parameter, Role, StreamKernel};
use crate::machine::{Device, DeviceError};

/// Returns the advice, for messages, on how to set a parameter's argument.
fn method(parameter: &Parameter) -> String {
    let method = match parameter.role {
        Role::Stream | Role::Iterator => "stream",
        Role::Constant => "constant",
        Role::Gather { .. } => "gather",
        Role::Output | Role::Variable { .. } | Role::Scatter { .. } => "output",
        // The accumulator is the result of the call, not an argument.
        Role::Accumulator => return "end with .value() or .output(&mut stream)".into(),
    };
    format!("use .{method}(\"{}\", ..)", parameter.name)
}

/// Checks that each argument belongs to a parameter and has the right kind, and that each parameter has one argument. An
/// accumulator need not have one.
pub(super) fn check_names(kernel: &StreamKernel, records: &Records, arguments: &Arguments) -> Result<(), Error> {
    for (at, (name, given)) in arguments.iter().enumerate() {
        let name = *name;
        let Some((_, parameter)) = kernel.parameter(name) else {
            let known = kernel.parameters.iter().map(|parameter| parameter.name.clone()).collect();
            return Err(Error::Unknown { kernel: kernel.name.clone(), name: name.to_owned(), known });
        };
        if arguments[..at].iter().any(|(before, _)| *before == name) {
            return Err(Error::Twice { kernel: kernel.name.clone(), parameter: name.to_owned() });
        }
        let (fits, as_what) = match given {
            Argument::Constant(_) => (parameter.role == Role::Constant, "a constant"),
            Argument::Read(_) => (parameter.role.is_stream() || parameter.role.is_gather(), "a stream to read"),
            Argument::Old(..) => {
                (parameter.role.is_stream() || parameter.role.is_gather(), "a stream to read and write")
            }
            Argument::Write(_) => {
                (parameter.role.is_output() || parameter.role == Role::Accumulator, "a stream to write")
            }
        };
        if !fits {
            let instead = match given {
                Argument::Old(..) => "in_out() takes the input's name first, then the output's".to_owned(),
                _ => method(parameter),
            };
            return Err(Error::Role {
                kernel: kernel.name.clone(),
                parameter: name.to_owned(),
                role: parameter.role.one(),
                given: as_what,
                instead,
            });
        }
    }
    for parameter in &kernel.parameters {
        let given = arguments.iter().any(|(name, _)| *name == parameter.name);
        if !given && parameter.role != Role::Accumulator {
            return Err(Error::Missing {
                kernel: kernel.name.clone(),
                parameter: parameter.name.clone(),
                role: parameter.role.noun(),
                ty: records.name(parameter.ty).to_owned(),
                instead: method(parameter),
            });
        }
    }
    Ok(())
}

/// Checks that a stream argument has the parameter's type and belongs to the device.
pub(super) fn check_type(
    kernel: &StreamKernel,
    records: &Records,
    parameter: &Parameter,
    view: &View,
    device: &Device,
) -> Result<(), Error> {
    let (record, columns) = (view.record, &view.columns);
    let expected = records.name(parameter.ty);
    let wanted_record = matches!(parameter.ty, Type::Record(_)).then_some(expected);
    let like = |((column, scalar), field): ((&&dyn Column, &Scalar), &Field)| {
        column.components() == field.ty.components() && *scalar == field.scalar
    };
    let fits = record == wanted_record
        && columns.len() == parameter.stored().len()
        && columns.iter().zip(&view.scalars).zip(parameter.stored()).all(like);
    if !fits {
        let given = match (record, columns.as_slice(), view.scalars.as_slice()) {
            (Some(record), ..) => format!("a stream of struct {record}"),
            (None, [one], [scalar]) => format!("a stream of {}", scalar.name(one.components())),
            (None, columns, _) => format!("{} streams", columns.len()),
        };
        return Err(wrong_type(kernel, parameter, expected, given));
    }
    if columns.iter().any(|column| column.device().inner.id != device.inner.id) {
        let what = format!("`{}` of kernel `{}`", parameter.name, kernel.name);
        return Err(crate::Error::from(DeviceError::OtherDevice { what }).into());
    }
    Ok(())
}

pub(super) fn wrong_type(kernel: &StreamKernel, parameter: &Parameter, expected: &str, given: String) -> Error {
    Error::Type {
        kernel: kernel.name.clone(),
        parameter: parameter.name.clone(),
        role: parameter.role.noun(),
        expected: expected.to_owned(),
        given,
    }
}

/// Checks that an iterator has the number of components of the parameter's type.
pub(super) fn check_iterator(
    kernel: &StreamKernel,
    records: &Records,
    parameter: &Parameter,
    iterator: &super::Iter,
) -> Result<(), Error> {
    let fits = parameter.fields.len() == 1 && parameter.fields[0].ty.components() == iterator.components();
    match fits && !matches!(parameter.ty, Type::Record(_)) {
        true => Ok(()),
        false => {
            let given = format!("an iterator of {}", iterator.type_name());
            Err(wrong_type(kernel, parameter, records.name(parameter.ty), given))
        }
    }
}

/// Returns the values of a constant, one for each field.
pub(super) fn constant(
    kernel: &StreamKernel,
    records: &Records,
    parameter: &Parameter,
    given: &ConstantArgument,
) -> Result<Vec<Number>, Error> {
    let expected = records.name(parameter.ty);
    let wrong = |given: String| wrong_type(kernel, parameter, expected, given);
    let is_record = matches!(parameter.ty, Type::Record(_));
    let field = &parameter.fields[0];
    let (ty, count) = (field.ty, field.ty.count());
    match given {
        ConstantArgument::Record { floats, host, bytes } if is_record => {
            let needed: usize = parameter.fields.iter().map(Field::host_bytes).sum();
            let own: Vec<u8> = floats.iter().flat_map(|float| float.to_ne_bytes()).collect();
            if *bytes != needed || own.len() < needed {
                return Err(wrong_size(expected, &parameter.fields, host, *bytes));
            }
            let mut rest = own.as_slice();
            let number = |field: &Field| {
                let (own, after) = rest.split_at(field.host_bytes());
                rest = after;
                field.host_number(own)
            };
            Ok(parameter.fields.iter().map(number).collect())
        }
        ConstantArgument::Record { host, .. } => Err(wrong(format!("a struct of the host, {host}"))),
        _ if is_record => Err(wrong("numbers; use brook::record(&value)".into())),
        ConstantArgument::Int(number) if count == 1 => match whole_number(field, &[*number]) {
            Ok(value) => Ok(vec![value]),
            Err(why) => Err(wrong(why)),
        },
        ConstantArgument::Int(number) => Err(wrong(format!("the number {number}"))),
        ConstantArgument::Ints(numbers) if numbers.len() == count => match whole_number(field, numbers) {
            Ok(value) => Ok(vec![value]),
            Err(why) => Err(wrong(why)),
        },
        ConstantArgument::Ints(numbers) => Err(wrong(format!("the {} numbers {numbers:?}", numbers.len()))),
        ConstantArgument::Double(number) => match ty {
            Plain::FLOAT if number.is_finite() && !(*number as f32).is_finite() => {
                Err(wrong(format!("{number:e}, which is beyond what a float holds")))
            }
            Plain::FLOAT => Ok(vec![fraction(field, &[*number as f32])]),
            _ if count == 1 => Err(wrong(format!("{number:?}; give it an integer"))),
            _ => Err(wrong(format!("the number {number:?}"))),
        },
        ConstantArgument::Floats(floats) => match ty {
            Plain::Float(_) if count == floats.len() => Ok(vec![fraction(field, floats)]),
            _ if ty.is_integer() && count == 1 && floats.len() == 1 => {
                Err(wrong(format!("{:?}; give it an integer", floats[0])))
            }
            _ => Err(wrong(match floats.as_slice() {
                [one] => format!("the number {one:?}"),
                several if ty.is_integer() => {
                    format!("the {} numbers {several:?}; give it integers", several.len())
                }
                several => format!("the {} numbers {several:?}", several.len()),
            })),
        },
    }
}

/// Converts floats to a number of the field's type.
fn fraction(field: &Field, floats: &[f32]) -> Number {
    Number::floats(&field.of_values(floats.to_vec()))
}

/// Converts integers to a number of the field's type. The error says why the type cannot represent one of them.
fn whole_number(field: &Field, numbers: &[i64]) -> Result<Number, String> {
    if let Some((low, high)) = field.scalar.range() {
        if let Some(beyond) = numbers.iter().find(|number| !(low..=high).contains(number)) {
            return Err(match field.scalar {
                Scalar::Int => format!("{beyond}, which is beyond 32 bits"),
                _ => format!("{beyond}, which is not from {low} to {high}"),
            });
        }
        let mut words = [0; 4];
        words.iter_mut().zip(numbers).for_each(|(word, number)| *word = *number as u32);
        return Ok(Number::from_words(field.ty, words));
    }
    if let Some(odd) = numbers.iter().find(|number| (**number as f32) as i128 != i128::from(**number)) {
        return Err(format!("{odd}, which no float holds exactly"));
    }
    Ok(fraction(field, &numbers.iter().map(|number| *number as f32).collect::<Vec<_>>()))
}

/// Checks that a type of the host has the same size as the fields of a struct.
pub(super) fn fits<R: Pod>(record: &str, fields: &[Field]) -> Result<(), Error> {
    match size_of::<R>() == fields.iter().map(Field::host_bytes).sum::<usize>() {
        true => Ok(()),
        false => Err(wrong_size(record, fields, std::any::type_name::<R>(), size_of::<R>())),
    }
}

/// Returns the error for a type of the host whose size differs from that of the struct.
pub(super) fn wrong_size(record: &str, fields: &[Field], host: &'static str, bytes: usize) -> Error {
    Error::RecordSize {
        record: record.to_owned(),
        fields: fields.iter().map(|field| format!("{} {}", field.type_name(), field.path)).collect(),
        floats: fields.iter().map(|field| field.ty.count()).sum(),
        integers: fields.iter().any(|field| field.ty.is_integer()),
        needed: fields.iter().map(Field::host_bytes).sum(),
        host,
        bytes,
    }
}

/// Returns a component of a number or vector of integers.
pub(super) fn whole(number: &Number, c: usize) -> i64 {
    match number {
        Number::Uints(_, values) => values[c].into(),
        other => other.int_of(c).into(),
    }
}
