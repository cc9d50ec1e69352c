//! Checks the arguments of a call against the kernel's parameters: names, kinds and types.

use super::argument::ConstantArgument;
use super::bind::{Argument, Arguments};
use super::column::Column;
use super::error::Error;
use super::stream::components;
use crate::backend::Value;
use crate::brook::types::{Plain, Records, Type};
use crate::ir::{Kernel, Parameter, Role};
use crate::machine::{Device, DeviceError};

/// How a parameter is to be given.
fn method(parameter: &Parameter) -> String {
    let method = match parameter.role {
        Role::Stream | Role::Iterator => "stream",
        Role::Constant => "constant",
        Role::Gather { .. } => "gather",
        Role::Output | Role::Variable { .. } => "output",
        // It is what the call gives.
        Role::Accumulator => return "end with .value() or .output(&mut stream)".into(),
    };
    format!("use .{method}(\"{}\", ..)", parameter.name)
}

/// Sees that each argument is for a parameter, of the right kind, and that there is none twice and none too few.
/// An accumulator may be left out.
pub(super) fn check_names(kernel: &Kernel, records: &Records, arguments: &Arguments) -> Result<(), Error> {
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
            Argument::Write(_) => (
                matches!(parameter.role, Role::Output | Role::Variable { .. } | Role::Accumulator),
                "a stream to write",
            ),
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

/// Holds what is given for a stream against the parameter's type.
pub(super) fn check_type(
    kernel: &Kernel,
    records: &Records,
    parameter: &Parameter,
    record: Option<&str>,
    columns: &[&dyn Column],
    device: &Device,
) -> Result<(), Error> {
    let expected = records.name(parameter.ty);
    let wanted_record = matches!(parameter.ty, Type::Record(_)).then_some(expected);
    let fits = record == wanted_record
        && columns.len() == parameter.fields.len()
        && columns.iter().zip(&parameter.fields).all(|(column, field)| column.components() == components(field.ty));
    if !fits {
        let given = match (record, columns) {
            (Some(record), _) => format!("a stream of struct {record}"),
            (None, [one]) => format!("a stream of {}", Plain::Float(one.components()).brook()),
            (None, columns) => format!("{} streams", columns.len()),
        };
        return Err(wrong_type(kernel, parameter, expected, given));
    }
    if columns.iter().any(|column| column.device().inner.id != device.inner.id) {
        let what = format!("`{}` of kernel `{}`", parameter.name, kernel.name);
        return Err(crate::Error::from(DeviceError::OtherDevice { what }).into());
    }
    Ok(())
}

pub(super) fn wrong_type(kernel: &Kernel, parameter: &Parameter, expected: &str, given: String) -> Error {
    Error::Type {
        kernel: kernel.name.clone(),
        parameter: parameter.name.clone(),
        role: parameter.role.noun(),
        expected: expected.to_owned(),
        given,
    }
}

/// An iterator's components against the parameter's type.
pub(super) fn check_iterator(
    kernel: &Kernel,
    records: &Records,
    parameter: &Parameter,
    iterator: &super::Iter,
) -> Result<(), Error> {
    let fits = parameter.fields.len() == 1 && components(parameter.fields[0].ty) == iterator.components();
    match fits && !matches!(parameter.ty, Type::Record(_)) {
        true => Ok(()),
        false => {
            let given = format!("an iterator of {}", iterator.type_name());
            Err(wrong_type(kernel, parameter, records.name(parameter.ty), given))
        }
    }
}

/// The values of a constant, one for each field.
pub(super) fn constant(
    kernel: &Kernel,
    records: &Records,
    parameter: &Parameter,
    given: &ConstantArgument,
) -> Result<Vec<Value>, Error> {
    let expected = records.name(parameter.ty);
    let wrong = |given: String| wrong_type(kernel, parameter, expected, given);
    let is_record = matches!(parameter.ty, Type::Record(_));
    let value = |floats: &[f32]| match *floats {
        [x] => Value::Float(x),
        [x, y] => Value::Vec2([x, y]),
        [x, y, z] => Value::Vec3([x, y, z]),
        [x, y, z, w, ..] => Value::Vec4([x, y, z, w]),
        [] => Value::Float(0.0),
    };
    match given {
        ConstantArgument::Record { floats, host, bytes } if is_record => {
            let needed: usize = parameter.fields.iter().map(|field| field.ty.count()).sum();
            if *bytes != 4 * needed || floats.len() != needed {
                return Err(Error::RecordSize {
                    record: expected.to_owned(),
                    fields: parameter.fields.iter().map(|f| format!("{} {}", f.ty.brook(), f.path)).collect(),
                    floats: needed,
                    host,
                    bytes: *bytes,
                });
            }
            let mut rest = floats.as_slice();
            Ok(parameter
                .fields
                .iter()
                .map(|field| {
                    let (own, after) = rest.split_at(field.ty.count());
                    rest = after;
                    match field.ty {
                        Plain::Float(_) => value(own),
                        _ => Value::Index(i64::from(own[0].to_bits() as i32)),
                    }
                })
                .collect())
        }
        ConstantArgument::Record { host, .. } => Err(wrong(format!("a struct of the host, {host}"))),
        _ if is_record => Err(wrong("numbers; use brook::record(&value)".into())),
        ConstantArgument::Int(number) => match parameter.fields[0].ty {
            Plain::INT if i32::try_from(*number).is_ok() => Ok(vec![Value::Index(*number)]),
            Plain::INT => Err(wrong(format!("{number}, which is beyond 32 bits"))),
            Plain::FLOAT if (*number as f32) as i128 == i128::from(*number) => Ok(vec![Value::Float(*number as f32)]),
            Plain::FLOAT => Err(wrong(format!("{number}, which no float holds exactly"))),
            _ => Err(wrong(format!("the number {number}"))),
        },
        ConstantArgument::Double(number) => match parameter.fields[0].ty {
            Plain::FLOAT if number.is_finite() && !(*number as f32).is_finite() => {
                Err(wrong(format!("{number:e}, which is beyond what a float holds")))
            }
            Plain::FLOAT => Ok(vec![Value::Float(*number as f32)]),
            Plain::INT => Err(wrong(format!("{number:?}; give it an integer"))),
            _ => Err(wrong(format!("the number {number:?}"))),
        },
        ConstantArgument::Floats(floats) => match parameter.fields[0].ty {
            Plain::Float(components) if components.count() == floats.len() => Ok(vec![value(floats)]),
            Plain::INT if floats.len() == 1 => Err(wrong(format!("{:?}; give it an integer", floats[0]))),
            _ => Err(wrong(match floats.as_slice() {
                [one] => format!("the number {one:?}"),
                several => format!("the {} numbers {several:?}", several.len()),
            })),
        },
    }
}
