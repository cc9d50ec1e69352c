//! What parameters are given on the command line.

use std::path::PathBuf;

use brooklet::Shape;
use brooklet::brook::ir::{Kernel, Parameter, Role};
use brooklet::brook::{ConstantArgument, Iter, Plain, Type, Unit, iter};

use crate::cli::usage;

/// What a parameter is given.
pub enum Value {
    Constant(ConstantArgument),
    Iterator(Iter),
    File(PathBuf),
    Output(PathBuf),
}

/// What each parameter is given, by what it is; wrong usage ends the program.
pub fn values(given: &[(String, String)], unit: &Unit, kernel: &Kernel) -> Vec<(Parameter, Value)> {
    let mut values: Vec<(Parameter, Value)> = Vec::new();
    for (name, text) in given {
        let Some((_, parameter)) = kernel.parameter(name) else {
            let known: Vec<_> = kernel.parameters.iter().map(|p| format!("`{}`", p.name)).collect();
            usage("run", format!("kernel `{}` has no parameter `{name}`; it has {}", kernel.name, known.join(", ")));
        };
        if values.iter().any(|(other, _)| other.name == *name) {
            usage("run", format!("parameter `{name}` is given twice"));
        }
        let ty = unit.records.name(parameter.ty);
        let wrong = |why: String| -> ! { usage("run", format!("{} `{name}` ({ty}): {why}", parameter.role.noun())) };
        let value = match (parameter.role, text.strip_prefix('@')) {
            (Role::Constant, None) => match constant(parameter, text) {
                Ok(constant) => Value::Constant(constant),
                Err(why) => wrong(why),
            },
            (Role::Stream | Role::Iterator | Role::Gather { .. }, None) => match text.strip_prefix("iter:") {
                None => Value::File(text.into()),
                Some(bounds) => match iterator(bounds) {
                    Ok(iterator) => Value::Iterator(iterator),
                    Err(why) => wrong(why),
                },
            },
            (Role::Output | Role::Variable { .. } | Role::Accumulator, Some(path)) => Value::Output(path.into()),
            (Role::Output | Role::Variable { .. } | Role::Accumulator, None) => {
                wrong(format!("it is written, which is said with an @: {name}=@{text}"))
            }
            (_, Some(path)) => wrong(format!("it is read; @ marks what is written: {name}={path}")),
        };
        values.push((parameter.clone(), value));
    }
    let missing = kernel.parameters.iter().filter(|parameter| {
        parameter.role != Role::Accumulator && values.iter().all(|(given, _)| given.name != parameter.name)
    });
    let missing: Vec<String> = missing.map(|parameter| wanted(parameter, unit)).collect();
    if !missing.is_empty() {
        usage("run", format!("kernel `{}` is still to be given {}", kernel.name, missing.join(", ")));
    }
    values
}

/// A parameter as the command line takes it: `a=FILE.npy (gather, float4)`.
fn wanted(parameter: &Parameter, unit: &Unit) -> String {
    let numbers: usize = parameter.fields.iter().map(|field| field.ty.count()).sum();
    let value = match parameter.role {
        Role::Constant if numbers == 1 => "NUMBER".to_owned(),
        Role::Constant => format!("{numbers} NUMBERS,.."),
        Role::Iterator => "iter:LOW:HIGH".to_owned(),
        Role::Stream | Role::Gather { .. } => "FILE.npy".to_owned(),
        Role::Output | Role::Variable { .. } | Role::Accumulator => "@FILE.npy".to_owned(),
    };
    format!("{}={value} ({}, {})", parameter.name, parameter.role.noun(), unit.records.name(parameter.ty))
}

/// `name=value`
pub fn parse(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("a parameter is given as NAME=VALUE".into()),
    }
}

/// `10,5`
pub fn parse_shape(text: &str) -> Result<Shape, String> {
    let extents = text.split(',').map(|extent| extent.trim().parse::<usize>().map_err(|_| extent.to_owned()));
    let extents: Vec<usize> =
        extents.collect::<Result<_, _>>().map_err(|extent| format!("`{extent}` is no whole number"))?;
    Shape::try_from(extents.as_slice()).map_err(|error| error.to_string())
}

fn float(text: &str) -> Result<f32, String> {
    let number: f64 = text.trim().parse().map_err(|_| format!("`{}` is no number", text.trim()))?;
    let float = number as f32;
    match number.is_finite() && !float.is_finite() {
        true => Err(format!("{} is beyond what a float holds, {:e}", text.trim(), f32::MAX)),
        false => Ok(float),
    }
}

fn floats(text: &str) -> Result<Vec<f32>, String> {
    text.split(',').map(float).collect()
}

fn int(text: &str) -> Result<i32, String> {
    let number: i128 = text.trim().parse().map_err(|_| format!("`{}` is no whole number", text.trim()))?;
    i32::try_from(number).map_err(|_| format!("{number} is beyond an int of 32 bits"))
}

/// The numbers of a constant, all fields of a struct one after the other.
fn constant(parameter: &Parameter, text: &str) -> Result<ConstantArgument, String> {
    let parts: Vec<&str> = text.split(',').collect();
    let needed: usize = parameter.fields.iter().map(|field| field.ty.count()).sum();
    if parts.len() != needed {
        let numbers =
            if needed == 1 { "1 number".to_owned() } else { format!("{needed} numbers, with commas between them") };
        return Err(format!("it takes {numbers}, and not {}", parts.len()));
    }
    if !matches!(parameter.ty, Type::Record(_)) {
        return match parameter.fields[0].ty {
            Plain::Int => int(text).map(|number| ConstantArgument::Int(number.into())),
            Plain::Float(_) => floats(text).map(ConstantArgument::Floats),
        };
    }
    let types = parameter.fields.iter().flat_map(|field| vec![field.ty; field.ty.count()]);
    let bits = parts.into_iter().zip(types).map(|(part, ty)| match ty {
        Plain::Int => int(part).map(|number| f32::from_bits(number as u32)),
        Plain::Float(_) => float(part),
    });
    let floats = bits.collect::<Result<Vec<f32>, String>>()?;
    Ok(ConstantArgument::Record { bytes: 4 * floats.len(), floats, host: "the command line" })
}

/// `LOW:HIGH[:N]`
fn iterator(text: &str) -> Result<Iter, String> {
    let form =
        || format!("`iter:{text}` is no iterator: it is written iter:LOW:HIGH:N, or iter:0,0:4,3:3,4 of vectors");
    let parts: Vec<&str> = text.split(':').collect();
    let (low, high, shape) = match parts[..] {
        [low, high] => (low, high, None),
        [low, high, shape] => (low, high, Some(parse_shape(shape)?)),
        _ => return Err(form()),
    };
    let (low, high) = (floats(low)?, floats(high)?);
    if let Some(odd) = low.iter().chain(&high).find(|bound| !bound.is_finite()) {
        return Err(format!("an iterator counts between numbers, and {odd} is none"));
    }
    let made = match (low.as_slice(), high.as_slice()) {
        (&[a], &[b]) => iter(a, b),
        (&[a, b], &[c, d]) => iter([a, b], [c, d]),
        (&[a, b, c], &[d, e, f]) => iter([a, b, c], [d, e, f]),
        (&[a, b, c, d], &[e, f, g, h]) => iter([a, b, c, d], [e, f, g, h]),
        _ => return Err(form()),
    };
    Ok(match shape {
        Some(shape) => made.shape(shape),
        None => made,
    })
}
