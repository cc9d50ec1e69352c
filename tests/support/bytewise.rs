//! Runs kernels on the bytes of the host, which have numbers of all types: on the interpreter and on devices.

use brooklet::Device;
use brooklet::Shape;
use brooklet::brook::interpret::{Array, Number, ParameterValue};
use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::brook::{AnyStream, Field, PlanLimits, Program, Scalar, Unit};

use super::brook::unit;
use super::lowered;

/// The bytes of an element's components.
pub trait Bytes {
    fn bytes(&self) -> Vec<u8>;
}

macro_rules! bytes {
    ($($ty:ty),*) => {$(
        impl Bytes for [$ty] {
            fn bytes(&self) -> Vec<u8> {
                self.iter().flat_map(|value| value.to_ne_bytes()).collect()
            }
        }
    )*};
}
bytes!(f32, i32, u32, i8, u8, i16, u16);

/// What a parameter is given: the bytes of its elements.
pub type Bytewise<'a> = (&'a str, Vec<u8>);

/// How many bytes an element of a parameter has.
pub fn fields_bytes(parameter: &Parameter) -> usize {
    parameter.fields.iter().map(Field::host_bytes).sum()
}

/// Runs a kernel over `count` elements on a device: the bytes of its outputs.
fn on_device(
    device: &Device,
    unit: &Unit,
    kernel: &StreamKernel,
    given: &[Bytewise],
    count: usize,
) -> Result<Vec<Vec<u8>>, brooklet::brook::Error> {
    let program = Program::new(device, unit.clone());
    let mut streams: Vec<Option<AnyStream>> = Vec::new();
    for parameter in &kernel.parameters {
        let bytes = given.iter().find(|(name, _)| *name == parameter.name).map(|(_, bytes)| bytes);
        streams.push(match (parameter.role, bytes) {
            (Role::Constant, _) | (_, None) => None,
            (_, Some(bytes)) => {
                let shape = Shape::from(bytes.len() / fields_bytes(parameter));
                let mut stream = program.stream_of(parameter.ty, shape)?;
                stream.write_bytes(bytes)?;
                assert_eq!(&stream.read_bytes()?, bytes, "{}", parameter.name);
                Some(stream)
            }
        });
    }
    let outputs = kernel.parameters.iter().filter(|parameter| parameter.role == Role::Output);
    let mut outputs: Vec<(&str, AnyStream)> = outputs
        .map(|parameter| Ok((parameter.name.as_str(), program.stream_of(parameter.ty, count)?)))
        .collect::<Result<_, brooklet::brook::Error>>()?;
    let mut call = program.kernel(&kernel.name)?;
    for (parameter, stream) in kernel.parameters.iter().zip(&streams) {
        let bytes = given.iter().find(|(name, _)| *name == parameter.name).map(|(_, bytes)| bytes);
        call = match (stream, bytes) {
            (Some(stream), _) => call.stream(&parameter.name, stream),
            (None, Some(bytes)) => {
                let is_record = !parameter.fields[0].path.is_empty();
                let value = brooklet::brook::ConstantArgument::from_bytes(&parameter.fields, is_record, bytes);
                call.constant(&parameter.name, value)
            }
            _ => call,
        };
    }
    for (name, output) in &mut outputs {
        call = call.output(name, output);
    }
    call.run()?;
    outputs.iter().map(|(_, output)| output.read_bytes()).collect()
}

/// A field's number out of its bytes, and back.
fn number(field: &Field, bytes: &[u8]) -> Number {
    let n = field.ty.count();
    let int = |c: usize| -> i64 {
        let own = &bytes[c * field.scalar.bytes()..];
        match field.scalar {
            Scalar::Int => i32::from_ne_bytes(own[..4].try_into().unwrap()).into(),
            Scalar::Uint | Scalar::Float => u32::from_ne_bytes(own[..4].try_into().unwrap()).into(),
            Scalar::Char => (own[0] as i8).into(),
            Scalar::Uchar | Scalar::Fixed => own[0].into(),
            Scalar::Short => i16::from_ne_bytes([own[0], own[1]]).into(),
            Scalar::Ushort | Scalar::ShortFixed => u16::from_ne_bytes([own[0], own[1]]).into(),
        }
    };
    let all: Vec<i64> = (0..n).map(int).collect();
    match field.scalar {
        Scalar::Float => Number::floats(&all.iter().map(|&x| f32::from_bits(x as u32)).collect::<Vec<_>>()),
        Scalar::Uint => Number::uints(&all.iter().map(|&x| x as u32).collect::<Vec<_>>()),
        Scalar::Fixed => Number::floats(&all.iter().map(|&x| x as f32 / 255.0).collect::<Vec<_>>()),
        Scalar::ShortFixed => Number::floats(&all.iter().map(|&x| x as f32 / 65535.0).collect::<Vec<_>>()),
        _ => Number::ints(&all.iter().map(|&x| x as i32).collect::<Vec<_>>()),
    }
}

fn bytes_of(field: &Field, number: &Number) -> Vec<u8> {
    let component = |c: usize| {
        let word = number.words()[c];
        match field.scalar {
            Scalar::Float | Scalar::Int | Scalar::Uint => word.to_ne_bytes().to_vec(),
            Scalar::Char | Scalar::Uchar => vec![word as u8],
            Scalar::Short | Scalar::Ushort => (word as u16).to_ne_bytes().to_vec(),
            Scalar::Fixed => vec![(number.float(c) * 255.0).round() as u8],
            Scalar::ShortFixed => ((number.float(c) * 65535.0).round() as u16).to_ne_bytes().to_vec(),
        }
    };
    (0..field.ty.count()).flat_map(component).collect()
}

/// The same on the interpreter, and on that of the modules that the kernel is lowered to.
fn interpreted(unit: &Unit, kernel: &StreamKernel, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    let arguments: Vec<ParameterValue> = kernel
        .parameters
        .iter()
        .map(|parameter| {
            let Some((_, bytes)) = given.iter().find(|(name, _)| *name == parameter.name) else {
                return ParameterValue::Nothing;
            };
            let mut start = 0;
            let each = fields_bytes(parameter);
            let mut numbers = parameter.fields.iter().map(|field| {
                let own = start..start + field.host_bytes();
                start = own.end;
                let all = bytes.chunks(each).map(|element| number(field, &element[own.clone()]));
                (field, all.collect::<Vec<_>>())
            });
            match parameter.role {
                Role::Constant => ParameterValue::Numbers(numbers.map(|(_, all)| all[0]).collect()),
                _ => ParameterValue::Streams(
                    numbers
                        .by_ref()
                        .map(|(field, all)| {
                            let n = field.ty.count();
                            let floats = all.iter().flat_map(|value| field.encode(value)[..n].to_vec());
                            Array::new(&[all.len()], n, floats.collect())
                        })
                        .collect(),
                ),
            }
        })
        .collect();
    lowered::map(unit, kernel, &[count], &arguments, &[], PlanLimits::default());
    let arrays = kernel.run(&[count], &arguments, &[]).unwrap();
    let mut arrays = arrays.into_iter();
    let outputs = kernel.parameters.iter().filter(|parameter| parameter.role == Role::Output);
    outputs
        .map(|parameter| {
            let own: Vec<(&Field, Array)> = parameter.fields.iter().zip(arrays.by_ref()).collect();
            let element = |k: usize| {
                let field = |(field, array): &(&Field, Array)| {
                    let n = field.ty.count();
                    bytes_of(field, &field.decode(&array.values[k * n..(k + 1) * n]))
                };
                own.iter().flat_map(field).collect::<Vec<u8>>()
            };
            (0..count).flat_map(element).collect()
        })
        .collect()
}

/// Runs the last kernel of a program on the interpreter and every device on which integers are exact so far; they must agree.
pub fn run_on(exact: u32, text: &str, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    let unit = unit(text);
    let kernel = unit.kernels.last().expect("a kernel that the host can call");
    let reference = interpreted(&unit, kernel, given, count);
    super::each_dialect(|device| {
        if device.info().features.exact_integer < exact {
            return;
        }
        if let Some(results) = super::brook::fitting(on_device(device, &unit, kernel, given, count)) {
            assert_eq!(results, reference, "{:?}: {text}", super::dialect(device));
        }
    });
    reference
}

/// The same where floats hold integers of 24 bits.
pub fn everywhere(text: &str, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    run_on(1 << 24, text, given, count)
}

/// The same of numbers that any chip holds.
pub fn on_any_chip(text: &str, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    run_on(0, text, given, count)
}

/// The same of integers of 32 bits.
pub fn with_integers(text: &str, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    run_on(i32::MAX as u32, text, given, count)
}
