//! Numbers that are ordered or moved: streams of the type that holds a file's numbers exactly.

use std::path::Path;

use anyhow::bail;
use brooklet::io::{self, Array, Exact, ExactDtype, input_name};
use brooklet::{Device, Shape, Stream};

use super::arrays::{self, ExactNumbers};
use super::listed::Listed;
use super::number::double;
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

/// The largest integer up to which float32 holds all. Devices may have floats of fewer bits.
const FLOATS: u64 = 1 << 24;

/// Returns the largest integer up to which the floats of a device hold all.
pub fn exact_integers(device: &Device) -> u64 {
    FLOATS.min(device.features().exact_integer as u64)
}

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

/// The place of an element that is less than the one before it, and both as text, the one before it first.
type Unsorted = Option<(usize, String, String)>;

/// Returns an error if numbers are not sorted. Those of an array without exact ones compare as `seen` returns them.
pub fn refuse_unsorted(
    path: &Path,
    array: &Array,
    exact: Option<&ExactNumbers>,
    seen: impl Fn(f32) -> f32,
) -> anyhow::Result<()> {
    fn first<T: Copy>(data: &[T], is_less: impl Fn(T, T) -> bool, text: impl Fn(T) -> String) -> Unsorted {
        let at = data.windows(2).position(|pair| is_less(pair[1], pair[0]))?;
        Some((at + 1, text(data[at]), text(data[at + 1])))
    }
    let found = match exact.map(|exact| &exact.numbers) {
        None => first(&array.data, |a, b| seen(a) < seen(b), io::number),
        Some(Exact::Int(data)) => first(data, |a, b| a < b, |value| value.to_string()),
        Some(Exact::Uint(data)) => first(data, |a, b| a < b, |value| value.to_string()),
        Some(Exact::Float(data)) => first(data, |a, b| a < b, double),
    };
    let Some((at, before, after)) = found else { return Ok(()) };
    let (name, place) = (input_name(path), arrays::place(&array.shape, at));
    bail!("{name} is not sorted: the element at {place} is {after}, less than {before} before it; see `brooklet sort`")
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
    let Some(ExactNumbers { numbers, dtype, notes }) = exact else {
        return Ok(Numbers { stream: floats(session, path, array)?, dtype: None });
    };
    if types == Types::Floats {
        session.notes(notes);
        return Ok(Numbers { stream: floats(session, path, array)?, dtype: notes.is_empty().then_some(*dtype) });
    }
    let width = Width::of(&session.device, numbers);
    Ok(Numbers { stream: upload_as(session, path, array, numbers, (width, zeros))?, dtype: Some(*dtype) })
}

/// Uploads the floats of an array.
pub fn floats(session: &Session, path: &Path, array: &Array) -> anyhow::Result<AnyKeys> {
    session.progress.stage(format!("uploading {}", input_name(path)));
    let shape = Shape::try_from(array.shape.as_slice())?;
    Ok(session.device.upload_shaped(shape, &array.data).map(AnyKeys::Floats)?)
}

/// What holds numbers on the device.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Width {
    Floats,
    Bits32,
    Bits64,
}

impl Width {
    /// Returns the smallest type that holds all of these numbers.
    pub fn of(device: &Device, numbers: &Exact) -> Width {
        let exact = exact_integers(device);
        let (magnitude, narrow) = match numbers {
            Exact::Int(data) => (
                data.iter().map(|value| value.unsigned_abs()).max(),
                data.iter().all(|value| i32::try_from(*value).is_ok()),
            ),
            Exact::Uint(data) => (data.iter().copied().max(), data.iter().all(|value| u32::try_from(*value).is_ok())),
            Exact::Float(_) => return Width::Bits64,
        };
        match narrow {
            _ if magnitude.is_none_or(|magnitude| magnitude <= exact) => Width::Floats,
            true => Width::Bits32,
            false => Width::Bits64,
        }
    }
}

/// Uploads numbers in a type that holds them. The floats are those of the array.
pub fn upload_as(
    session: &Session,
    path: &Path,
    array: &Array,
    numbers: &Exact,
    (width, zeros): (Width, Zeros),
) -> anyhow::Result<AnyKeys> {
    if width == Width::Floats {
        return floats(session, path, array);
    }
    session.progress.stage(format!("uploading {}", input_name(path)));
    let (device, shape) = (&session.device, Shape::try_from(array.shape.as_slice())?);
    let narrow = width == Width::Bits32;
    Ok(match numbers {
        Exact::Int(data) if narrow => {
            let data: Vec<i32> = data.iter().map(|value| *value as i32).collect();
            AnyKeys::I32(device.upload_shaped(shape, &data)?)
        }
        Exact::Uint(data) if narrow => {
            let data: Vec<u32> = data.iter().map(|value| *value as u32).collect();
            AnyKeys::U32(device.upload_shaped(shape, &data)?)
        }
        Exact::Int(data) => AnyKeys::I64(device.upload_shaped(shape, data)?),
        Exact::Uint(data) => AnyKeys::U64(device.upload_shaped(shape, data)?),
        Exact::Float(data) => {
            let key = |value: &f64| order_of(if zeros == Zeros::Tie && *value == 0.0 { 0.0 } else { *value });
            let data: Vec<i64> = data.iter().map(key).collect();
            AnyKeys::I64(device.upload_shaped(shape, &data)?)
        }
    })
}

/// Uploads the numbers of each component of vectors as a stream of its own.
pub fn components(
    session: &Session,
    path: &Path,
    array: &Array,
    numbers: &Exact,
    kind: (Width, Zeros),
) -> anyhow::Result<Vec<AnyKeys>> {
    let count = array.components;
    let one = |at: usize| {
        let data = array.data.iter().skip(at).step_by(count).copied().collect();
        let own = Array { shape: array.shape.clone(), components: 1, data };
        upload_as(session, path, &own, &numbers.component(at, count), kind)
    };
    (0..count).map(one).collect()
}

/// Converts a float64 to an integer in the same order: the bits of a negative number are inverted, but for the sign.
fn order_of(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    bits ^ ((bits >> 63) & i64::MAX)
}

/// Converts the integer back.
pub fn from_order(order: i64) -> f64 {
    f64::from_bits((order ^ ((order >> 63) & i64::MAX)) as u64)
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
