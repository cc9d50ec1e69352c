//! Reads and writes NumPy's files. float32 is read unchanged; other real numbers are converted, with a note on what that loses. Floats are
//! written as float32 or float16.

// Why not `npyz` 0.9: it would replace only `header.rs`, for 15 more packages (a parser generator, big integers, a reader of object files)
// and 14 s of processor time a build. Conversions of dtypes and from Fortran's order to C order, records whose fields are known at run
// time, and notes would stay ours. `npyz` and our reader both bound what a hostile header can allocate. But `npyz` takes a shape of 2^40
// by 2^40 for an empty array, since the product wraps. It accepts a file with bytes after its elements without a warning. It refuses a
// bool of 2, which NumPy takes for true. Its error for a file that is cut short has no number in it, where ours names the bytes needed and
// the bytes held.

mod dtype;
mod header;
pub(super) mod records;
#[cfg(not(target_family = "wasm"))]
pub(super) mod records_writer;
pub(super) mod writer;

use std::fmt::Debug;
use std::path::Path;

use half::f16;

use self::dtype::{Dtype, NumberKind, Refused};
use self::header::{Descr, Fault, Header};
use super::numbers::{Exact, ExactDtype};
use super::{Array, Error, FloatDtype, Loaded, Sink, WholeArray, by, excerpt, npz, room};

/// Reads the whole file, with its axes in C order. A fifth axis, of 2 to 4, holds the components of the elements.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    read_as(path, bytes, false)
}

/// Reads a file as [`read`] does, but also one of complex numbers, whose elements have two components.
pub fn read_complex(path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    read_as(path, bytes, true)
}

fn header(path: &Path, bytes: &[u8]) -> Result<Header, Error> {
    header::read(bytes).map_err(|fault| match fault {
        Fault::Malformed(reason) => Error::Malformed { path: path.into(), format: "NPY", reason },
        Fault::Short(needed) => Error::Short {
            path: path.into(),
            promise: "its header".into(),
            needed: needed.to_string(),
            held: bytes.len(),
        },
    })
}

/// Reads a file of integers or bools exactly. Returns `None` if it holds floats, or has a number of dimensions that cannot be read.
pub fn read_whole(path: &Path, bytes: &[u8]) -> Result<Option<WholeArray>, Error> {
    let Header { descr, fortran, shape, end } = header(path, bytes)?;
    let (dtype, written) = real(path, descr)?;
    if dtype.kind == NumberKind::Float || !(1..=4).contains(&shape.len()) && !has_records(&shape) {
        return Ok(None);
    }
    let elements = &bytes[end..];
    let mut shape = held(path, &shape, &format!("of dtype '{written}'"), dtype.size, elements.len())?;
    let size = dtype.size as usize;
    let mut data = room(path, elements.len() / size)?;
    data.extend(elements.chunks_exact(size).map(|chunk| {
        let mut wide = [0; 8];
        for (k, byte) in chunk.iter().enumerate() {
            wide[if dtype.big { size - 1 - k } else { k }] = *byte;
        }
        let unused = 64 - 8 * size as u32;
        let value = u64::from_le_bytes(wide);
        match dtype.kind {
            NumberKind::Int => (value << unused) as i64 >> unused,
            NumberKind::Bool => i64::from(value != 0),
            _ => i64::try_from(value).unwrap_or(i64::MAX),
        }
    }));
    let data = if fortran && shape.len() > 1 { c_order(path, &data, 1, &shape)? } else { data };
    let components = if shape.len() == 5 { shape.pop().unwrap_or(1) } else { 1 };
    Ok(Some(WholeArray { shape, components, data }))
}

/// Reads the numbers of a file as they are, in C order: integers and bools, and float64 if `doubles`. Returns `None` for other dtypes.
pub fn read_exact(path: &Path, bytes: &[u8], doubles: bool) -> Result<Option<(Exact, ExactDtype)>, Error> {
    let Header { descr, fortran, shape, end } = header(path, bytes)?;
    let (dtype, written) = real(path, descr)?;
    let kept = match (dtype.kind, dtype.size) {
        (NumberKind::Int, size) => ExactDtype::Int(size as usize),
        (NumberKind::Uint, size) => ExactDtype::Uint(size as usize),
        (NumberKind::Bool, _) => ExactDtype::Bool,
        (NumberKind::Float, 8) if doubles => ExactDtype::Float64,
        (NumberKind::Float, _) => return Ok(None),
    };
    let elements = &bytes[end..];
    let shape = held(path, &shape, &format!("of dtype '{written}'"), dtype.size, elements.len())?;
    let size = dtype.size as usize;
    let wide = |chunk: &[u8]| {
        let mut wide = [0; 8];
        for (k, byte) in chunk.iter().enumerate() {
            wide[if dtype.big { size - 1 - k } else { k }] = *byte;
        }
        u64::from_le_bytes(wide)
    };
    let mut words = room(path, elements.len() / size)?;
    words.extend(elements.chunks_exact(size).map(wide));
    let words = if fortran && shape.len() > 1 { c_order(path, &words, 1, &shape)? } else { words };
    let unused = 64 - 8 * size as u32;
    let numbers = match kept {
        ExactDtype::Int(_) => Exact::Int(words.into_iter().map(|word| ((word << unused) as i64) >> unused).collect()),
        ExactDtype::Uint(_) => Exact::Uint(words),
        // NumPy takes any byte other than 0 for true.
        ExactDtype::Bool => Exact::Uint(words.into_iter().map(|word| u64::from(word != 0)).collect()),
        ExactDtype::Float64 => Exact::Float(words.into_iter().map(f64::from_bits).collect()),
    };
    Ok(Some((numbers, kept)))
}

/// Returns whether there is a fifth axis, which holds the components of the elements.
fn has_records(shape: &[u64]) -> bool {
    shape.len() == 5 && (2..=4).contains(&shape[4])
}

fn read_as(path: &Path, bytes: &[u8], complex: bool) -> Result<Loaded, Error> {
    let Header { descr, fortran, shape, end } = header(path, bytes)?;
    let complex = match &descr {
        Descr::Plain(text) if complex => dtype::parse_complex(text).map(|dtype| (dtype, text.clone())),
        _ => None,
    };
    let parts = if complex.is_some() { 2 } else { 1 };
    let (dtype, written) = complex.map_or_else(|| real(path, descr), Ok)?;
    let records = parts == 1 && has_records(&shape);
    if !(1..=4).contains(&shape.len()) && !records {
        return Err(Error::Dimensions { path: path.into(), found: shape.len() });
    }
    let elements = &bytes[end..];
    let shape = held(path, &shape, &format!("of dtype '{written}'"), parts * dtype.size, elements.len())?;

    let big = dtype.big;
    let (data, loss) = match (dtype.kind, dtype.size) {
        (NumberKind::Float, 2) => converted::<f16>(path, elements, big)?,
        (NumberKind::Float, 4) => converted::<Bits>(path, elements, big)?,
        (NumberKind::Float, _) => converted::<f64>(path, elements, big)?,
        (NumberKind::Int, 1) => converted::<i8>(path, elements, big)?,
        (NumberKind::Int, 2) => converted::<i16>(path, elements, big)?,
        (NumberKind::Int, 4) => converted::<i32>(path, elements, big)?,
        (NumberKind::Int, _) => converted::<i64>(path, elements, big)?,
        (NumberKind::Uint, 1) => converted::<u8>(path, elements, big)?,
        (NumberKind::Uint, 2) => converted::<u16>(path, elements, big)?,
        (NumberKind::Uint, 4) => converted::<u32>(path, elements, big)?,
        (NumberKind::Uint, _) => converted::<u64>(path, elements, big)?,
        // NumPy takes any byte other than 0 for true.
        (NumberKind::Bool, _) => {
            let mut data = room(path, elements.len())?;
            data.extend(elements.iter().map(|&byte| f32::from(u8::from(byte != 0))));
            (data, None)
        }
    };
    let parts = parts as usize;
    let note =
        |loss: Loss| Loss { first: loss.first / parts, ..loss }.note(path, &written, data.len(), &shape, fortran);
    let notes = loss.map(note).into_iter().collect();
    let data = if fortran && shape.len() > 1 { c_order(path, &data, parts, &shape)? } else { data };
    let (mut shape, mut components) = (shape, parts);
    if records {
        components = shape.pop().unwrap_or(1);
    }
    Ok(Loaded::new(Array { shape, components, data }, notes))
}

/// Writes floats in C order. Components, if there is more than one, become the last axis, which may be a fifth.
pub fn write<S: Sink>(
    path: &Path,
    array: &Array,
    dtype: FloatDtype,
    sink: S,
) -> Result<(S::Filled, Vec<String>), Error> {
    let mut shape = array.shape.clone();
    if array.components > 1 {
        shape.push(array.components);
    }
    let half = |value: &f32| f16::from_f32(*value);
    let filled = sink.fill(path, |file| {
        npz::write_npy(path, file, |file| match dtype {
            FloatDtype::Float32 => {
                writer::head(file, "'<f4'", &shape)?;
                array.data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes()))
            }
            FloatDtype::Float16 => {
                writer::head(file, "'<f2'", &shape)?;
                array.data.iter().try_for_each(|value| file.write_all(&half(value).to_le_bytes()))
            }
        })
    })?;
    let beyond = match dtype {
        FloatDtype::Float32 => 0,
        FloatDtype::Float16 => array.data.iter().filter(|value| value.is_finite() && half(value).is_infinite()).count(),
    };
    let what = "are beyond float16, which goes from -65504 to 65504: they became infinite";
    let note = || format!("{}: {beyond} of {} values {what}", path.display(), array.data.len());
    Ok((filled, (beyond > 0).then(note).into_iter().collect()))
}

/// Returns the dtype and its text in the file, or an error if its elements are no real numbers that can be converted.
fn real(path: &Path, descr: Descr) -> Result<(Dtype, String), Error> {
    let wanted = "float16, float32, float64, integers of 8 to 64 bits or bool";
    let refused = |dtype: String, convert| Err(Error::Dtype { path: path.into(), dtype, wanted, convert });
    let text = match descr {
        Descr::Plain(text) => text,
        Descr::Structure(fields) => return refused(excerpt(&fields), "a['field'].astype('float32')"),
    };
    match dtype::parse(&text) {
        Ok(dtype) => Ok((dtype, text)),
        Err(Refused { name, convert }) => refused(format!("'{}'{name}", excerpt(&text)), convert),
    }
}

/// Checks that the file holds exactly as many elements as its shape promises, and returns the extents.
///
/// The product leaves out extents of 0. An array without elements is valid, but the product of its other extents must still not overflow,
/// in whatever order a caller multiplies them.
fn held(path: &Path, shape: &[u64], of: &dyn std::fmt::Display, size: u64, held: usize) -> Result<Vec<usize>, Error> {
    let promise = || format!("a shape of {} elements {of}", by(shape));
    let short = |needed: String| Error::Short { path: path.into(), promise: promise(), needed, held };
    let product = shape.iter().filter(|&&extent| extent > 0).try_fold(size, |bytes, &extent| bytes.checked_mul(extent));
    let bytes = product.and_then(|bytes| usize::try_from(bytes).ok()).filter(|&bytes| bytes <= isize::MAX as usize);
    let bytes = bytes.ok_or_else(|| short("more than 2^63".into()))?;
    let needed = if shape.contains(&0) { 0 } else { bytes };
    if needed > held {
        return Err(short(needed.to_string()));
    }
    if needed < held {
        return Err(Error::Trailing { path: path.into(), promise: promise(), needed, held });
    }
    // Each extent divides a product that fits.
    Ok(shape.iter().map(|&extent| extent as usize).collect())
}

/// A type of number that an NPY file can hold.
trait Element: Copy + Debug {
    const SIZE: usize;
    fn take(bytes: &[u8], big: bool) -> Self;
    fn narrow(self) -> f32;
    /// Returns whether `narrow` has the same value.
    fn is(self, narrow: f32) -> bool;
    /// Formats the narrowed value with enough digits to tell it from the original.
    fn spell(narrow: f32) -> String;
}

macro_rules! element {
    ($type:ty, $is:expr, $spell:expr) => {
        impl Element for $type {
            const SIZE: usize = size_of::<$type>();
            fn take(bytes: &[u8], big: bool) -> Self {
                let bytes = bytes.try_into().expect("a chunk has the size of its element");
                if big { <$type>::from_be_bytes(bytes) } else { <$type>::from_le_bytes(bytes) }
            }
            fn narrow(self) -> f32 {
                self as f32
            }
            fn is(self, narrow: f32) -> bool {
                $is(self, narrow)
            }
            fn spell(narrow: f32) -> String {
                $spell(narrow)
            }
        }
    };
}

macro_rules! integers {
    ($($type:ty)*) => {
        $(element!($type, |wide, narrow| narrow as i128 == i128::from(wide), |narrow| format!("{narrow:.0}"));)*
    };
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64);
element!(f64, |wide: f64, narrow: f32| wide.is_nan() || f64::from(narrow) == wide, |narrow: f32| format!(
    "{:?}",
    f64::from(narrow)
));

/// float32 holds every float16.
impl Element for f16 {
    const SIZE: usize = 2;
    fn take(bytes: &[u8], big: bool) -> Self {
        f16::from_bits(u16::take(bytes, big))
    }
    fn narrow(self) -> f32 {
        self.to_f32()
    }
    fn is(self, _narrow: f32) -> bool {
        true
    }
    fn spell(narrow: f32) -> String {
        narrow.to_string()
    }
}

/// A float32 whose bits are kept, also those of a NaN.
#[derive(Clone, Copy, Debug)]
struct Bits(u32);

impl Element for Bits {
    const SIZE: usize = 4;
    fn take(bytes: &[u8], big: bool) -> Self {
        Bits(u32::take(bytes, big))
    }
    fn narrow(self) -> f32 {
        f32::from_bits(self.0)
    }
    fn is(self, _narrow: f32) -> bool {
        true
    }
    fn spell(narrow: f32) -> String {
        narrow.to_string()
    }
}

/// The elements that changed value: their count, and the first of them in the file's order, with its value before and after.
struct Loss {
    count: usize,
    first: usize,
    was: String,
    is: String,
}

fn converted<T: Element>(path: &Path, bytes: &[u8], big: bool) -> Result<(Vec<f32>, Option<Loss>), Error> {
    let mut data = room(path, bytes.len() / T::SIZE)?;
    let mut loss: Option<Loss> = None;
    for (index, chunk) in bytes.chunks_exact(T::SIZE).enumerate() {
        let wide = T::take(chunk, big);
        let narrow = wide.narrow();
        if !wide.is(narrow) {
            let first = || Loss { count: 0, first: index, was: format!("{wide:?}"), is: T::spell(narrow) };
            loss.get_or_insert_with(first).count += 1;
        }
        data.push(narrow);
    }
    Ok((data, loss))
}

impl Loss {
    fn note(&self, path: &Path, dtype: &str, elements: usize, shape: &[usize], fortran: bool) -> String {
        let mut index = vec![0; shape.len()];
        let mut rest = self.first;
        let mut take = |axis: usize| {
            index[axis] = rest % shape[axis];
            rest /= shape[axis];
        };
        if fortran {
            (0..shape.len()).for_each(&mut take)
        } else {
            (0..shape.len()).rev().for_each(&mut take)
        }
        format!(
            "{}: {} of {elements} elements of dtype '{dtype}' changed value as float32, the first at {index:?}: {} became {}",
            path.display(),
            self.count,
            self.was,
            self.is
        )
    }
}

/// Reorders the elements of a Fortran array, whose first axis is the fastest, into C order, whose last axis is. Each element is `parts`
/// values.
fn c_order<T: Copy>(path: &Path, data: &[T], parts: usize, shape: &[usize]) -> Result<Vec<T>, Error> {
    let strides: Vec<usize> =
        shape.iter().scan(1, |product, extent| Some(std::mem::replace(product, *product * extent))).collect();
    let mut ordered = room(path, data.len())?;
    let mut index = vec![0; shape.len()];
    let mut from = 0;
    for _ in 0..data.len() / parts {
        ordered.extend_from_slice(&data[parts * from..][..parts]);
        // Increments the index like an odometer, the last axis first.
        for axis in (0..shape.len()).rev() {
            index[axis] += 1;
            from += strides[axis];
            if index[axis] < shape[axis] {
                break;
            }
            from -= strides[axis] * shape[axis];
            index[axis] = 0;
        }
    }
    Ok(ordered)
}
