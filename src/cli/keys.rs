//! Keys and values of sorts and groups: streams of the type that holds a file's numbers exactly, and files of the dtype that they had.

use std::path::Path;

use anyhow::bail;
use brooklet::io::{self, Array, Exact, ExactDtype, input_name};
use brooklet::{Shape, Stream, Texel};

use super::arrays::{self, AnyStream, ExactNumbers};
use super::listed::Listed;
use super::number::double;
use super::printed::Printed;
use super::result;
use super::session::Session;
use super::vectors::Axis;

/// A stream of numbers of any type that has an order.
pub enum AnyKeys {
    Floats(Stream<f32>),
    I32(Stream<i32>),
    U32(Stream<u32>),
    I64(Stream<i64>),
    U64(Stream<u64>),
}

/// Evaluates an expression in which `$stream` is the typed stream, for each type of keys.
macro_rules! with_keys {
    ($any:expr, $stream:ident => $body:expr) => {
        match $any {
            $crate::cli::keys::AnyKeys::Floats($stream) => $body,
            $crate::cli::keys::AnyKeys::I32($stream) => $body,
            $crate::cli::keys::AnyKeys::U32($stream) => $body,
            $crate::cli::keys::AnyKeys::I64($stream) => $body,
            $crate::cli::keys::AnyKeys::U64($stream) => $body,
        }
    };
}
pub(super) use with_keys;

macro_rules! from_stream {
    ($($type:ident $variant:ident)*) => {$(
        impl From<Stream<$type>> for AnyKeys {
            fn from(stream: Stream<$type>) -> AnyKeys {
                AnyKeys::$variant(stream)
            }
        }
    )*};
}
from_stream!(f32 Floats i32 I32 u32 U32 i64 I64 u64 U64);

impl AnyKeys {
    /// Returns the stream of floats, if it is one. Keys that are [read](upload) as [`Types::Floats`] are.
    pub fn floats(&self) -> anyhow::Result<&Stream<f32>> {
        match self {
            AnyKeys::Floats(stream) => Ok(stream),
            _ => bail!("compute shaders take floats only"),
        }
    }
}

/// The types of streams that the caller can use.
#[derive(Clone, Copy, PartialEq)]
pub enum Types {
    /// All types of keys.
    All,
    /// Floats only. Numbers that they do not hold are rounded, with a note.
    Floats,
}

/// The numbers of a file, on the device.
pub struct Numbers {
    pub stream: AnyKeys,
    /// The dtype of results that are such numbers; `None` for float32.
    pub dtype: Option<ExactDtype>,
}

/// The largest integer up to which float32 holds all.
const FLOATS: u64 = 1 << 24;

/// Reads a file of numbers that are to be ordered. If `list` is given, an array that is taken as one list is noted.
pub fn read(
    session: &Session,
    path: &Path,
    axis: &Axis,
    list: Option<Listed>,
) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
    let (array, exact) = axis.exact_numbers(session, path, list)?;
    arrays::refuse_nan(path, &array)?;
    Ok((array, exact))
}

/// The order of -0 and 0 of float64.
#[derive(Clone, Copy, PartialEq)]
pub enum Zeros {
    /// They are one key.
    Tie,
    /// -0 comes first, and both keep their sign.
    Apart,
}

/// Uploads numbers that were read from this file: as floats if these hold all of them, and else as integers.
pub fn upload(
    session: &Session,
    path: &Path,
    array: &Array,
    exact: Option<&ExactNumbers>,
    (types, zeros): (Types, Zeros),
) -> anyhow::Result<Numbers> {
    session.progress.stage(format!("uploading {}", input_name(path)));
    let (device, shape) = (&session.device, Shape::try_from(array.shape.as_slice())?);
    let floats = || device.upload_shaped(shape, &array.data).map(AnyKeys::Floats);
    let Some(ExactNumbers { numbers, dtype, notes }) = exact else {
        return Ok(Numbers { stream: floats()?, dtype: None });
    };
    if types == Types::Floats {
        session.notes(notes);
        return Ok(Numbers { stream: floats()?, dtype: notes.is_empty().then_some(*dtype) });
    }
    let stream = match numbers {
        Exact::Int(data) if data.iter().all(|value| value.unsigned_abs() <= FLOATS) => floats()?,
        Exact::Uint(data) if data.iter().all(|value| *value <= FLOATS) => floats()?,
        Exact::Int(data) => match data.iter().map(|value| i32::try_from(*value)).collect::<Result<Vec<i32>, _>>() {
            Ok(narrow) => AnyKeys::I32(device.upload_shaped(shape, &narrow)?),
            Err(_) => AnyKeys::I64(device.upload_shaped(shape, data)?),
        },
        Exact::Uint(data) => match data.iter().map(|value| u32::try_from(*value)).collect::<Result<Vec<u32>, _>>() {
            Ok(narrow) => AnyKeys::U32(device.upload_shaped(shape, &narrow)?),
            Err(_) => AnyKeys::U64(device.upload_shaped(shape, data)?),
        },
        Exact::Float(data) => {
            let key = |value: &f64| order_of(if zeros == Zeros::Tie && *value == 0.0 { 0.0 } else { *value });
            let data: Vec<i64> = data.iter().map(key).collect();
            AnyKeys::I64(device.upload_shaped(shape, &data)?)
        }
    };
    Ok(Numbers { stream, dtype: Some(*dtype) })
}

/// Converts a float64 to an integer in the same order, and back: the bits of a negative number are inverted, but for the sign.
fn order_of(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    bits ^ ((bits >> 63) & i64::MAX)
}

fn from_order(order: i64) -> f64 {
    f64::from_bits((order ^ ((order >> 63) & i64::MAX)) as u64)
}

/// Values that move with keys.
pub enum Payload {
    /// Floats or vectors of them, with the dtype that the numbers had.
    Floats(AnyStream, Option<ExactDtype>),
    /// Numbers that float32 does not hold.
    Exact(Numbers),
}

/// Reads and uploads values that belong to keys of this shape.
pub fn payload(session: &Session, path: &Path, axis: &Axis, shape: &[usize], types: Types) -> anyhow::Result<Payload> {
    let (array, exact) = axis.exact_beside(session, path, shape)?;
    if let Some(exact) = exact.as_ref().filter(|_| array.components == 1) {
        let numbers = upload(session, path, &array, Some(exact), (types, Zeros::Apart))?;
        return Ok(match numbers.stream {
            AnyKeys::Floats(stream) => Payload::Floats(AnyStream::One(stream), numbers.dtype),
            _ => Payload::Exact(numbers),
        });
    }
    exact.iter().for_each(|exact| session.notes(&exact.notes));
    Ok(Payload::Floats(arrays::upload(session, path, &array)?, None))
}

/// Reads values back into a file: floats, or numbers of this dtype. Without a file, the session prints them.
pub fn save_payload<T: Texel>(
    session: &Session,
    output: Option<&Path>,
    values: &Stream<T>,
    dtype: Option<ExactDtype>,
    written: Written,
) -> anyhow::Result<()> {
    match dtype {
        None => result::save(session, output, values),
        Some(dtype) => {
            session.progress.stage("reading back");
            let Array { shape, data, .. } = Array::of(values)?;
            write(session, output, &shape, &of_floats(&data, dtype), Some(dtype), written)
        }
    }
}

/// What the file of a result is to hold.
#[derive(Clone, Copy, PartialEq)]
pub enum Written {
    /// Numbers of the dtype that the input had.
    AsRead,
    /// Floats, whatever the input had.
    AsFloats,
}

/// Reads a stream back into a file: numbers of this dtype (`None` is float32), if the file's format has dtypes, and else floats.
/// Without a file, the session prints the numbers.
pub fn save(
    session: &Session,
    output: Option<&Path>,
    stream: &AnyKeys,
    dtype: Option<ExactDtype>,
    written: Written,
) -> anyhow::Result<()> {
    session.progress.stage("reading back");
    let numbers = match (stream, dtype) {
        (AnyKeys::Floats(stream), None) => return result::save(session, output, stream),
        (AnyKeys::Floats(stream), Some(dtype)) => of_floats(&stream.read()?, dtype),
        (AnyKeys::I32(stream), _) => Exact::Int(stream.read()?.into_iter().map(i64::from).collect()),
        (AnyKeys::U32(stream), _) => Exact::Uint(stream.read()?.into_iter().map(u64::from).collect()),
        (AnyKeys::I64(stream), Some(ExactDtype::Float64)) => {
            Exact::Float(stream.read()?.into_iter().map(from_order).collect())
        }
        (AnyKeys::I64(stream), _) => Exact::Int(stream.read()?),
        (AnyKeys::U64(stream), _) => Exact::Uint(stream.read()?),
    };
    let shape = with_keys!(stream, stream => stream.shape());
    write(session, output, shape.extents(), &numbers, dtype, written)
}

fn write(
    session: &Session,
    output: Option<&Path>,
    shape: &[usize],
    numbers: &Exact,
    dtype: Option<ExactDtype>,
    written: Written,
) -> anyhow::Result<()> {
    let Some(path) = output else {
        let values = match (written, numbers) {
            (Written::AsFloats, _) => {
                let data = numbers.rounded();
                note_changed(session, "stdout", numbers, &data);
                data.into_iter().map(io::number).collect()
            }
            (Written::AsRead, Exact::Int(data)) => data.iter().map(ToString::to_string).collect(),
            (Written::AsRead, Exact::Uint(data)) => data.iter().map(ToString::to_string).collect(),
            (Written::AsRead, Exact::Float(data)) => data.iter().map(|value| double(*value)).collect(),
        };
        session.show(Printed::new(values, shape));
        return Ok(());
    };
    session.progress.stage(format!("writing {}", path.display()));
    if let (Written::AsRead, Some(dtype)) = (written, dtype)
        && let Some(staged) = io::prepare_exact(path, shape, numbers, dtype)?
    {
        session.place(staged);
        return Ok(());
    }
    let data = numbers.rounded();
    note_changed(session, &path.display().to_string(), numbers, &data);
    session.write(path, &mut Array { shape: shape.to_vec(), components: 1, data })
}

/// Prints a note on numbers that are others as floats, if there are any.
fn note_changed(session: &Session, name: &str, numbers: &Exact, rounded: &[f32]) {
    if let Some(changed) = changed(numbers, rounded) {
        session.notes(&[format!("{name}: {changed} of {} numbers changed value as float32", rounded.len())]);
    }
}

/// Converts floats that are numbers of this dtype.
fn of_floats(data: &[f32], dtype: ExactDtype) -> Exact {
    match dtype {
        ExactDtype::Int(_) => Exact::Int(data.iter().map(|value| *value as i64).collect()),
        ExactDtype::Uint(_) | ExactDtype::Bool => Exact::Uint(data.iter().map(|value| *value as u64).collect()),
        ExactDtype::Float64 => Exact::Float(data.iter().map(|value| f64::from(*value)).collect()),
    }
}

/// Returns how many numbers are others as floats, if there are any.
fn changed(numbers: &Exact, rounded: &[f32]) -> Option<usize> {
    let count = match numbers {
        Exact::Int(data) => data.iter().zip(rounded).filter(|(a, b)| i128::from(**a) != **b as i128).count(),
        Exact::Uint(data) => data.iter().zip(rounded).filter(|(a, b)| i128::from(**a) != **b as i128).count(),
        Exact::Float(data) => data.iter().zip(rounded).filter(|(a, b)| **a != f64::from(**b)).count(),
    };
    (count > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_integers_in_the_same_order() {
        let sorted = [f64::NEG_INFINITY, f64::MIN, -1.0, -f64::MIN_POSITIVE, -5e-324, -0.0, 0.0, 5e-324, 1.0, f64::MAX];
        assert!(sorted.windows(2).all(|pair| order_of(pair[0]) < order_of(pair[1])));
        assert!(sorted.iter().all(|value| from_order(order_of(*value)).to_bits() == value.to_bits()));
    }
}
