//! Parses the arguments of kernels on the command line.

use std::path::{Path, PathBuf};

use brooklet::Shape;
use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::brook::{ConstantArgument, Field, Iter, Scalar, Type, Unit, iter};

use super::bytes::whole_bytes;
use crate::cli::number::parse_float;
use crate::cli::usage;

/// The argument of a parameter.
pub enum ArgumentValue {
    Constant(ConstantArgument),
    Iterator(Iter),
    File(PathBuf),
    Output(PathBuf),
}

impl ArgumentValue {
    /// Returns the file that is read, if there is one.
    pub fn input(&self) -> Option<&Path> {
        match self {
            ArgumentValue::File(path) => Some(path),
            _ => None,
        }
    }
}

/// Parses the arguments by the roles of their parameters. Wrong usage ends the program.
pub fn values(
    sub_command: &str,
    given: &[(String, String)],
    unit: &Unit,
    kernel: &StreamKernel,
) -> Vec<(Parameter, ArgumentValue)> {
    let mut values: Vec<(Parameter, ArgumentValue)> = Vec::new();
    for (name, text) in given {
        let Some((_, parameter)) = kernel.parameter(name) else {
            let known: Vec<_> = kernel.parameters.iter().map(|p| format!("`{}`", p.name)).collect();
            usage(
                sub_command,
                format!("kernel `{}` has no parameter `{name}`; it has {}", kernel.name, known.join(", ")),
            );
        };
        if values.iter().any(|(other, _)| other.name == *name) {
            usage(sub_command, format!("parameter `{name}` is given twice"));
        }
        let ty = unit.records.name(parameter.ty);
        let wrong =
            |why: String| -> ! { usage(sub_command, format!("{} `{name}` ({ty}): {why}", parameter.role.noun())) };
        let value = match (parameter.role, text.strip_prefix('@')) {
            (Role::Constant, None) => match constant(parameter, text) {
                Ok(constant) => ArgumentValue::Constant(constant),
                Err(why) => wrong(why),
            },
            (Role::Stream | Role::Iterator | Role::Gather { .. }, None) => match text.strip_prefix("iter:") {
                None if is_no_file(text) => wrong(format!("`{text}` is not a stream: give {}", read_from(parameter))),
                None => ArgumentValue::File(text.into()),
                Some(bounds) => match iterator(bounds, parameter) {
                    Ok(iterator) => ArgumentValue::Iterator(iterator),
                    Err(why) => wrong(why),
                },
            },
            (Role::Output | Role::Variable { .. } | Role::Scatter { .. } | Role::Accumulator, Some("")) => {
                wrong(format!("`{name}=@` names no file: write {name}=@FILE.npy"))
            }
            (Role::Output | Role::Variable { .. } | Role::Scatter { .. } | Role::Accumulator, Some(path)) => {
                ArgumentValue::Output(output(path, name))
            }
            (Role::Output | Role::Variable { .. } | Role::Scatter { .. } | Role::Accumulator, None) => {
                let file = if is_no_file(text) { "FILE.npy" } else { text };
                let print = if parameter.role == Role::Accumulator { ", or leave it out to print it" } else { "" };
                wrong(format!("this is an output, which is marked with an @: write {name}=@{file}{print}"))
            }
            (_, Some(path)) => {
                let file = if path.is_empty() { "FILE.npy" } else { path };
                wrong(format!("this is not an output, and @ marks outputs: write {name}={file}"))
            }
        };
        values.push((parameter.clone(), value));
    }
    let missing = kernel.parameters.iter().filter(|parameter| {
        parameter.role != Role::Accumulator && values.iter().all(|(given, _)| given.name != parameter.name)
    });
    let missing: Vec<String> = missing.map(|parameter| wanted(parameter, unit)).collect();
    if !missing.is_empty() {
        usage(sub_command, format!("kernel `{}` still needs {}", kernel.name, missing.join(", ")));
    }
    values
}

/// Returns the path of an output. In an archive that is given without a name, the array has the name of the parameter.
fn output(path: &str, parameter: &str) -> PathBuf {
    let ending = path.len().checked_sub(4).and_then(|start| path.get(start..));
    match ending.is_some_and(|ending| ending.eq_ignore_ascii_case(".npz")) {
        true => format!("{path}:{parameter}").into(),
        false => path.into(),
    }
}

/// Returns a parameter as it is written on the command line: `a=FILE.npy (gather, float4)`.
fn wanted(parameter: &Parameter, unit: &Unit) -> String {
    let numbers: usize = parameter.fields.iter().map(|field| field.ty.count()).sum();
    let value = match parameter.role {
        Role::Constant if numbers == 1 => "NUMBER".to_owned(),
        Role::Constant => format!("{numbers} NUMBERS,.."),
        Role::Iterator => "iter:LOW:HIGH".to_owned(),
        Role::Stream | Role::Gather { .. } => "FILE.npy".to_owned(),
        Role::Output | Role::Variable { .. } | Role::Scatter { .. } | Role::Accumulator => "@FILE.npy".to_owned(),
    };
    format!("{}={value} ({}, {})", parameter.name, parameter.role.noun(), unit.records.name(parameter.ty))
}

/// Returns whether a text cannot be meant as a file: it is numbers, or `iter` without bounds.
fn is_no_file(text: &str) -> bool {
    text == "iter" || floats(text).is_ok()
}

/// Describes the arguments that an input may have on the command line: a file, or also an iterator.
fn read_from(parameter: &Parameter) -> String {
    let name = &parameter.name;
    match (parameter.role, parameter.ty) {
        (Role::Gather { .. }, _) | (_, Type::Record(_)) => format!("its file, {name}=FILE.npy"),
        _ => format!("a file, {name}=FILE.npy, or an iterator, {name}={}", bounds(parameter, "LOW", "HIGH", "N")),
    }
}

/// Returns the text of an iterator of a parameter's type, with these bounds in each component.
fn bounds(parameter: &Parameter, low: &str, high: &str, steps: &str) -> String {
    let all = |bound: &str| vec![bound; parameter.fields[0].ty.count()].join(",");
    format!("iter:{}:{}:{steps}", all(low), all(high))
}

/// Parses `name=value`.
pub fn parse(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        Some((name, "")) if !name.is_empty() => Err(format!("`{name}` is given no value")),
        _ => Err("a parameter is given as NAME=VALUE".into()),
    }
}

/// Parses a shape, such as `10,5`.
pub fn parse_shape(text: &str) -> Result<Shape, String> {
    let extents: Vec<usize> = text.split(',').map(|part| extent(part.trim())).collect::<Result<_, _>>()?;
    Shape::try_from(extents.as_slice()).map_err(|error| error.to_string())
}

fn extent(text: &str) -> Result<usize, String> {
    if text.is_empty() {
        return Err("an extent is missing: write N, or N,N with a comma between two".into());
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map_err(|_| format!("`{text}` is too large"));
    }
    match text.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && (0.0..1e15).contains(&number) => {
            Err(format!("write `{text}` in digits alone: {number}"))
        }
        _ => Err(format!("`{text}` is not a whole number")),
    }
}

fn float(text: &str) -> Result<f32, String> {
    parse_float(text.trim())
}

fn floats(text: &str) -> Result<Vec<f32>, String> {
    text.split(',').map(float).collect()
}

/// Parses an `int`: `7`, `7.0`, or `0xFF` with at most 32 bits.
fn int(text: &str) -> Result<i32, String> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X"));
    if let Some(digits) = digits.filter(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit())) {
        let bits = u32::from_str_radix(digits, 16).map_err(|_| format!("{text} has more than 32 bits"))?;
        return Ok(bits as i32);
    }
    let large = || format!("{text} is beyond an int of 32 bits");
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map_err(|_| large());
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number.fract() == 0.0 => {
            if number == f64::from(number as i32) {
                Ok(number as i32)
            } else {
                Err(large())
            }
        }
        _ => Err(format!("`{text}` is not a whole number")),
    }
}

/// Parses the numbers of a constant: of a struct, those of all fields, one after the other.
fn constant(parameter: &Parameter, text: &str) -> Result<ConstantArgument, String> {
    let parts: Vec<&str> = text.split(',').collect();
    let needed: usize = parameter.fields.iter().map(|field| field.ty.count()).sum();
    if parts.len() != needed {
        let numbers =
            if needed == 1 { "1 number".to_owned() } else { format!("{needed} numbers, with commas between them") };
        return Err(format!("it takes {numbers}, not {}", parts.len()));
    }
    let is_record = matches!(parameter.ty, Type::Record(_));
    if let (false, [field]) = (is_record, parameter.fields.as_slice())
        && field.scalar == Scalar::Float
    {
        return floats(text).map(ConstantArgument::Floats);
    }
    let components = parameter.fields.iter().flat_map(|field| vec![field; field.ty.count()]);
    let bytes = parts.into_iter().zip(components).map(|(part, field)| component(part, field));
    let bytes = bytes.collect::<Result<Vec<_>, String>>()?.concat();
    Ok(ConstantArgument::from_bytes(&parameter.fields, is_record, &bytes))
}

/// Parses one number of a field, and returns its bytes.
fn component(text: &str, field: &Field) -> Result<Vec<u8>, String> {
    match (field.scalar, field.scalar.steps()) {
        (Scalar::Float, _) => float(text).map(|number| number.to_ne_bytes().to_vec()),
        (_, Some(steps)) => {
            let number = float(text)?;
            let counted = (number.clamp(0.0, 1.0) * steps + 0.5) as u16;
            match (0.0..=1.0).contains(&number) {
                true if field.scalar == Scalar::Fixed => Ok(vec![counted as u8]),
                true => Ok(counted.to_ne_bytes().to_vec()),
                false => Err(format!("{number} is not from 0 to 1")),
            }
        }
        (Scalar::Int, _) => int(text).map(|number| number.to_ne_bytes().to_vec()),
        _ => whole_bytes(field, whole(text)?).map_err(|why| format!("it is {why}")),
    }
}

/// Parses a whole number of any type: `7`, `7.0`, `0xFF`.
fn whole(text: &str) -> Result<i64, String> {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return i64::from_str_radix(digits, 16).map_err(|_| format!("`{text}` is not a whole number"));
    }
    let number = text.parse::<i64>().ok();
    let real = || text.parse::<f64>().ok().filter(|number| number.fract() == 0.0).map(|number| number as i64);
    number.or_else(real).ok_or_else(|| format!("`{text}` is not a whole number"))
}

/// Parses an iterator without its prefix: `LOW:HIGH[:N]`.
fn iterator(text: &str, parameter: &Parameter) -> Result<Iter, String> {
    let form =
        || format!("`iter:{text}` is not an iterator: write iter:LOW:HIGH:N, or for vectors as in iter:0,0:4,3:3,4");
    let parts: Vec<&str> = text.split(':').collect();
    let (low, high, shape) = match parts[..] {
        [low, high] => (low, high, None),
        [low, high, shape] => (low, high, Some(parse_shape(shape)?)),
        _ => return Err(form()),
    };
    let (low, high) = (floats(low)?, floats(high)?);
    if let Some(odd) = low.iter().chain(&high).find(|bound| !bound.is_finite()) {
        return Err(format!("the bounds of an iterator must be finite, not {odd}"));
    }
    let wanted = parameter.fields[0].ty.count();
    if (low.len(), high.len()) == (1, 1) && wanted > 1 && !matches!(parameter.ty, Type::Record(_)) {
        let steps = shape.map_or(String::new(), |_| format!(":{}", parts[2]));
        let all = |bound: &str| vec![bound; wanted].join(",");
        let right = format!("iter:{}:{}{steps}", all(parts[0]), all(parts[1]));
        return Err(format!("each of its bounds needs {wanted} numbers: write {right}"));
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
