//! What the parameters of a call are bound to, once all of it has been checked.

use super::argument::{ConstantArgument, Input, Output, View};
use super::column::Column;
use super::domain::{Window, extent, pitch};
use super::error::{Error, Mismatch};
use super::stream::components;
use crate::brook::interpret::{Array, Given, Resize};
use crate::brook::ir::{Kernel, Parameter, Role, Slot};
use crate::brook::plan::{Lies, Shapes};
use crate::brook::types::{Plain, Records};
use crate::carrier::Value;
use crate::device::Device;
use crate::shape::Shape;

/// What a call is given for a parameter.
pub(super) enum Argument<'a> {
    Constant(ConstantArgument),
    Read(Input<'a>),
    Write(Output<'a>),
    /// An input that is also this output: what it held before.
    Old(&'a str),
}

/// What a call is given, by name, in the order given.
pub(super) type Arguments<'a> = Vec<(&'a str, Argument<'a>)>;

/// A stream that a call reads.
pub(super) struct Source<'r> {
    pub columns: Vec<&'r dyn Column>,
    /// The extents that the kernel sees: those of a domain, where it is one.
    pub shape: Shape,
    /// The extents of the whole stream.
    pub whole: Shape,
    pub window: Option<Window>,
}

impl<'r> Source<'r> {
    pub fn base(&self) -> usize {
        self.window.map_or(0, |window| window.base())
    }

    pub fn pitch(&self, axis: usize) -> usize {
        pitch(self.whole, axis)
    }

    /// One of its columns on the host.
    pub fn array(&self, column: &dyn Column) -> Result<Array, Error> {
        let extracted = match self.window {
            Some(window) if window.count() > 0 => Some(window.extract(column)?),
            _ => None,
        };
        let column = extracted.as_deref().unwrap_or(column);
        let values = if self.shape.count() == 0 { Vec::new() } else { column.read()? };
        Ok(Array::new(self.shape.extents(), column.components().count(), values))
    }
}

/// The parts of a call: what it reads, and the numbers that it is given.
pub(super) struct Bindings<'r> {
    pub kernel: &'r Kernel,
    /// The shape that drives it.
    pub shape: Shape,
    /// For each parameter, what it reads.
    pub sources: Vec<Option<Source<'r>>>,
    /// For each parameter, a value for each field.
    pub constants: Vec<Vec<Value>>,
}

/// How a parameter is to be given.
pub(super) fn method(kernel: &Kernel, role: Role) -> &'static str {
    match role {
        Role::Stream | Role::Iterator => "stream",
        Role::Constant => "constant",
        Role::Gather { .. } => "gather",
        Role::Output | Role::Variable { .. } => "output",
        Role::Accumulator if kernel.reduction => "output",
        Role::Accumulator => "in_out",
    }
}

fn article(role: Role) -> String {
    let noun = role.noun();
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
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
            Argument::Old(_) => {
                (parameter.role.is_stream() || parameter.role.is_gather(), "a stream to read and write")
            }
            Argument::Write(_) => (
                matches!(parameter.role, Role::Output | Role::Variable { .. } | Role::Accumulator),
                "a stream to write",
            ),
        };
        if !fits {
            return Err(Error::Role {
                kernel: kernel.name.clone(),
                parameter: name.to_owned(),
                role: article(parameter.role),
                given: as_what,
                method: method(kernel, parameter.role),
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
                method: method(kernel, parameter.role),
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
    let wanted_record = matches!(parameter.ty, crate::brook::types::Type::Record(_)).then_some(expected);
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
        return Err(crate::Error::OtherDevice { what }.into());
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

/// A view's columns with the extents that the kernel sees.
pub(super) fn source<'r>(kernel: &Kernel, parameter: &Parameter, view: &View<'r>) -> Result<Source<'r>, Error> {
    let whole = view.columns[0].shape();
    let window = match view.domain {
        Some(domain) => Some(Window::of(&kernel.name, &parameter.name, whole, domain)?),
        None => None,
    };
    let shape = window.map_or(whole, |window| window.shape());
    Ok(Source { columns: view.columns.clone(), shape, whole, window })
}

/// An iterator's components against the parameter's type.
pub(super) fn check_iterator(
    kernel: &Kernel,
    records: &Records,
    parameter: &Parameter,
    iterator: &super::Iter,
) -> Result<(), Error> {
    let fits = parameter.fields.len() == 1 && components(parameter.fields[0].ty) == iterator.components();
    match fits && !matches!(parameter.ty, crate::brook::types::Type::Record(_)) {
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
    let is_record = matches!(parameter.ty, crate::brook::types::Type::Record(_));
    let value = |floats: &[f32]| match *floats {
        [x] => Value::Float(x),
        [x, y] => Value::Vec2([x, y]),
        [x, y, z] => Value::Vec3([x, y, z]),
        [x, y, z, w, ..] => Value::Vec4([x, y, z, w]),
        [] => Value::Float(0.0),
    };
    match given {
        ConstantArgument::Record { floats, host } if is_record => {
            let needed: usize = parameter.fields.iter().map(|field| field.ty.count()).sum();
            if floats.len() != needed {
                return Err(Error::RecordSize {
                    record: expected.to_owned(),
                    fields: parameter.fields.iter().map(|f| format!("{} {}", f.ty.brook(), f.path)).collect(),
                    floats: needed,
                    host,
                    bytes: 4 * floats.len(),
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
                        Plain::Int => Value::Index(i64::from(own[0].to_bits() as i32)),
                        Plain::Float(_) => value(own),
                    }
                })
                .collect())
        }
        ConstantArgument::Record { host, .. } => Err(wrong(format!("a struct of the host, {host}"))),
        _ if is_record => Err(wrong("numbers; use brook::record(&value)".into())),
        ConstantArgument::Int(number) => match parameter.fields[0].ty {
            Plain::Int if i32::try_from(*number).is_ok() => Ok(vec![Value::Index(*number)]),
            Plain::Int => Err(wrong(format!("{number}, which is beyond 32 bits"))),
            Plain::FLOAT if (*number as f32) as i128 == i128::from(*number) => Ok(vec![Value::Float(*number as f32)]),
            Plain::FLOAT => Err(wrong(format!("{number}, which no float holds exactly"))),
            _ => Err(wrong(format!("the number {number}"))),
        },
        ConstantArgument::Floats(floats) => match parameter.fields[0].ty {
            Plain::Float(components) if components.count() == floats.len() => Ok(vec![value(floats)]),
            Plain::Int => Err(wrong(format!("{floats:?}; give it an integer"))),
            _ => Err(wrong(match floats.as_slice() {
                [one] => format!("the number {one:?}"),
                several => format!("the {} numbers {several:?}", several.len()),
            })),
        },
    }
}

/// The numbers of a constant as the interpreter takes them.
pub(super) fn numbers(value: &Value) -> Vec<f32> {
    match value {
        Value::Float(x) => vec![*x],
        Value::Vec2(v) => v.to_vec(),
        Value::Vec3(v) => v.to_vec(),
        Value::Vec4(v) => v.to_vec(),
        Value::Index(i) => vec![*i as f32],
        Value::Index4(v) => v.iter().map(|&i| i as f32).collect(),
        Value::Bool(b) => vec![f32::from(u8::from(*b))],
    }
}

impl Bindings<'_> {
    /// How an input is read along an axis.
    pub fn resize(&self, parameter: usize, axis: usize) -> Option<Resize> {
        let source = self.sources[parameter].as_ref()?;
        Resize::of(extent(source.shape, axis), extent(self.shape, axis))
    }

    /// Sees that the inputs' extents go with the call's, and that gathers have elements. `of` says what drives the call.
    pub fn check_shapes(&self, of: &str) -> Result<(), Error> {
        for (number, source) in self.sources.iter().enumerate() {
            let Some(source) = source else { continue };
            let parameter = &self.kernel.parameters[number];
            if parameter.role.is_gather() {
                if source.shape.count() == 0 && self.shape.count() > 0 {
                    let (kernel, parameter) = (self.kernel.name.clone(), parameter.name.clone());
                    return Err(Error::Empty { kernel, parameter, shape: source.shape, what: "gather" });
                }
                continue;
            }
            for axis in 0..4 {
                if self.resize(number, axis).is_none() {
                    return Err(Error::Extents(Box::new(Mismatch {
                        kernel: self.kernel.name.clone(),
                        parameter: parameter.name.clone(),
                        input: source.shape,
                        of: of.to_owned(),
                        output: self.shape,
                        axis: ['x', 'y', 'z', 'w'][axis],
                        from: extent(source.shape, axis),
                        to: extent(self.shape, axis),
                    })));
                }
            }
        }
        Ok(())
    }

    /// How the streams lie.
    pub fn shapes(&self) -> Shapes {
        let lies = self.kernel.parameters.iter().zip(&self.sources).map(|(parameter, source)| match source {
            Some(source) if parameter.role.is_gather() => {
                let dimensions = source.shape.rank();
                Lies::Gathered { dimensions, placed: dimensions > 2 || source.window.is_some() }
            }
            Some(source) if !self.kernel.reduction => {
                let axes = || (0..4).map(|axis| (extent(source.shape, axis), extent(self.shape, axis)));
                match source.window {
                    None if axes().all(|(input, output)| input == output) => Lies::LikeOutput,
                    _ if axes().all(|(input, output)| input == 1 || input >= output) => Lies::Strided,
                    _ => Lies::Resized,
                }
            }
            _ => Lies::LikeOutput,
        });
        Shapes { output: if self.kernel.reduction { 1 } else { self.shape.rank() }, parameters: lies.collect() }
    }

    /// The column of a field that is read.
    pub fn column(&self, slot: Slot) -> Option<&dyn Column> {
        self.sources[slot.parameter].as_ref().map(|source| source.columns[slot.field])
    }

    /// What the interpreter is given for the constants and gathers.
    pub fn given(&self) -> Result<Vec<Given>, Error> {
        let mut given = Vec::new();
        for (number, source) in self.sources.iter().enumerate() {
            given.push(match source {
                Some(source) => {
                    let arrays = source.columns.iter().map(|column| source.array(*column));
                    Given::Streams(arrays.collect::<Result<_, _>>()?)
                }
                None if self.kernel.parameters[number].role == Role::Constant => {
                    Given::Constants(self.constants[number].iter().map(numbers).collect())
                }
                None => Given::Nothing,
            });
        }
        Ok(given)
    }
}
