//! Reads and writes arrays as files: NPY, NPZ, CSV, raw float32, Radiance HDR and PNG; JPEG is only read. The file's extension selects the format.
//!
//! Everything in memory is `f32`. A conversion that loses something reports it in a note; what cannot be converted is an [`Error`] that
//! says what to do instead. Input is not trusted: each size that a file claims is checked against the bytes that are there before anything
//! is allocated, and no input makes [`read`] panic.
//!
//! Files need not be on a disk. [`decode`] and [`encode`] work on bytes in memory, as a browser or a dropped file provides them, and take
//! a name whose extension selects the format. In a browser (WebAssembly) only these exist: nothing can be written to a disk there.
//!
//! | extension | read as | written from |
//! |---|---|---|
//! | `.npy` | its shape, 1 to 4 dimensions, one float an element | any array, of float32 or [float16](FloatDtype); records get a last axis |
//! | `.npz` | as `.npy`: its only array, or the one that is named, as `arrays.npz:weights` | as `.npy`: an archive of one array, `arr_0` or the one that is named |
//! | `.csv` | a column, or 2 to 4 fields an element; of more, the [`Columns`] that are named | a list of elements, or a table of floats |
//! | `.f32` | a list of little-endian floats | any array that has elements, flattened |
//! | `.hdr` | height × width × 3 | a picture of 1 or 3 components |
//! | `.png` | height × width × 1 to 4, from 0 to 1 | a picture of 1 to 4 components, of 8 bits or [16](Depth) |
//! | `.jpg` | height × width × 1 or 3, from 0 to 1 | |
//!
//! The name `-` stands for stdin and stdout. The first bytes of stdin tell its format: that of `.npy`, `.npz`, `.hdr`, `.png` or `.jpg`, and
//! else `.csv`. To stdout arrays go as `.npy`. `csv:-`, `f32:-` and so on name the format. A file of that name is `./-`. What is read from stdin,
//! and what a compressed array expands to, has at most 2^31 bytes.
//!
//! Meshes are `.obj` files: [`read_obj`], [`decode_obj`], [`encode_obj`], `prepare_obj`; with their materials: [`read_scene`],
//! [`decode_scene`]. Arrays of structs are `.npy` files too, as NumPy's structured arrays: [`read_records`], [`decode_records`],
//! `prepare_records`. Integers are read and written exactly, as NPY of integers and as CSV: [`read_whole`], `prepare_whole`. Complex
//! numbers are NPY: [`read_complex`], `prepare_complex`. Sparse matrices are NPZ, as SciPy writes them: [`read_sparse`].
//!
//! Output is written to a temporary file beside its target and then renamed, so that a failure leaves the old file as it was.

mod columns;
mod complex;
mod csv;
mod error;
mod exact;
mod hdr;
#[cfg(not(target_family = "wasm"))]
mod integers;
mod jpeg;
mod kind;
mod name;
mod npy;
mod npz;
mod number;
mod numbers;
mod obj;
#[cfg(not(target_family = "wasm"))]
mod output;
mod picture;
#[cfg(not(target_family = "wasm"))]
mod place;
mod png;
mod raw;
mod scene;
mod sink;
mod source;
mod sparse;
mod whole;

use std::cell::Cell;
use std::path::Path;

use crate::machine::Stream;
use crate::texel::Texel;

use sink::{Memory, Sink};
use source::contents;

pub use columns::Columns;
#[cfg(not(target_family = "wasm"))]
pub use complex::prepare_complex;
pub use complex::{read_complex, read_complex_with};
pub use error::Error;
#[cfg(not(target_family = "wasm"))]
pub use exact::prepare_exact;
pub use exact::read_exact_with;
#[cfg(not(target_family = "wasm"))]
pub use integers::{Integers, check_integers_output, prepare_integers};
pub use kind::FileFormat;
pub use name::{input_name, is_standard};
pub use npy::records::{LoadedRecords, RecordArray, RecordField, decode_records, read_records};
#[cfg(not(target_family = "wasm"))]
pub use npy::records_writer::{check_records_output, prepare_records};
pub use number::number;
pub use numbers::{Exact, ExactDtype};
#[cfg(not(target_family = "wasm"))]
pub use obj::{check_obj_output, prepare_obj};
pub use obj::{decode_obj, encode_obj, read_obj};
#[cfg(not(target_family = "wasm"))]
pub use output::{Directory, Staged, abandon, check_place, same_file, stage, write_beside};
#[cfg(not(target_family = "wasm"))]
pub use place::{Written, check_output, prepare, prepare_as, write};
pub use scene::{decode_scene, read_scene};
pub use source::input_format;
pub use sparse::{SparseArray, read_sparse};
#[cfg(not(target_family = "wasm"))]
pub use whole::prepare_whole;
pub use whole::{read_whole, read_whole_with};

/// An array as it is read from a file or written to one.
///
/// `shape` has 1 to 4 extents, the slowest first (C order). Each element has `components` (1 to 4) floats. The length of `data` is the
/// product of all extents and `components`.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// 1 to 4 extents, the slowest first.
    pub shape: Vec<usize>,
    /// The number of floats of an element, 1 to 4.
    pub components: usize,
    /// The floats, element after element.
    pub data: Vec<f32>,
}

/// An array of integers as it is read from a file or written to one, laid out as an [`Array`] is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeArray {
    /// 1 to 4 extents, the slowest first.
    pub shape: Vec<usize>,
    /// The number of integers of an element, 1 to 4.
    pub components: usize,
    /// The integers, element after element. One that 64 bits cannot hold is replaced by the nearest that they can.
    pub data: Vec<i64>,
}

impl Array {
    /// Reads a stream back into an array.
    pub fn of<T: Texel>(stream: &Stream<T>) -> Result<Array, crate::Error> {
        let elements = stream.read()?;
        // The cast is in place for all types but `[f32; 3]` with an odd capacity, which is copied.
        let data = bytemuck::allocation::try_cast_vec(elements)
            .unwrap_or_else(|(_, elements)| bytemuck::cast_slice(&elements).to_vec());
        Ok(Array { shape: stream.shape().extents().to_vec(), components: T::COMPONENTS.count(), data })
    }

    /// Returns what is wrong with the array, if its shape, components and data contradict one another.
    fn fault(&self) -> Option<String> {
        if !(1..=4).contains(&self.shape.len()) {
            return Some(format!("its array has {} dimensions, not 1 to 4", self.shape.len()));
        }
        if !(1..=4).contains(&self.components) {
            return Some(format!("its elements have {} components, not 1 to 4", self.components));
        }
        let floats = self.shape.iter().try_fold(self.components, |product, &extent| product.checked_mul(extent));
        (floats != Some(self.data.len())).then(|| {
            format!(
                "its array of {} elements of {} components holds {} floats",
                by(&self.shape),
                self.components,
                self.data.len()
            )
        })
    }
}

/// An array that was read, and what its conversion to `f32` lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// The array.
    pub array: Array,
    /// One line for each kind of loss, starting with the file's path. Empty where nothing was lost.
    pub notes: Vec<String>,
    /// The depth of a PNG's samples; `None` for other files.
    pub depth: Option<Depth>,
}

impl Loaded {
    /// Makes the result for a file that has no sample depth.
    fn new(array: Array, notes: Vec<String>) -> Loaded {
        Loaded { array, notes, depth: None }
    }
}

/// The depth of a PNG's samples.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Depth {
    /// 8 bits: 256 levels from 0 to 1. Samples of fewer bits are widened to 8.
    #[default]
    Eight,
    /// 16 bits: 65,536 levels.
    Sixteen,
}

/// The dtype of the floats in NPY and NPZ output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FloatDtype {
    /// float32, which keeps every bit.
    #[default]
    Float32,
    /// float16, rounded to the nearest, of two equally near to the even one. It has 11 significant bits, and goes to 65,504.
    Float16,
}

/// Choices that an output's format leaves open. A [`Depth`] alone is one of them, with float32.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Encoding {
    /// The depth of a PNG's samples.
    pub depth: Depth,
    /// The dtype of an NPY's floats.
    pub dtype: FloatDtype,
}

impl From<Depth> for Encoding {
    fn from(depth: Depth) -> Encoding {
        Encoding { depth, ..Encoding::default() }
    }
}

/// The maximum number of bytes that are read from stdin, and to which a compressed array may expand: 2 GiB. The size of a file on a disk
/// is known beforehand; neither of these is.
const MAX_BYTES: u64 = 1 << 31;

/// The reason why no JPEG is written.
const JPEG_IS_READ: &str = "JPEG does not keep values, and is only read: use .png or .npy";

/// Reads a file into an array.
pub fn read(path: &Path) -> Result<Loaded, Error> {
    read_with(path, None)
}

/// Reads a file into an array. Of a `.csv` file it reads only these columns, if any are given; other files are read whole.
///
/// # Errors
/// Those of [`read`], and a column that the table does not have.
pub fn read_with(path: &Path, columns: Option<&Columns>) -> Result<Loaded, Error> {
    let source = source::open(path)?;
    decode_as(&source.path, source.format, &source.bytes, columns)
}

/// Reads a file that lies in memory into an array. The extension of its name selects the format; errors and notes begin with the name.
///
/// ```
/// use brooklet::io::decode;
///
/// let loaded = decode("dropped.csv", b"x,y\n1,2\n3,4\n")?;
/// assert_eq!((loaded.array.shape, loaded.array.components), (vec![2], 2));
/// let error = decode("dropped.png", b"no picture").unwrap_err();
/// assert_eq!(error.to_string(), "dropped.png is not a valid PNG file: it does not begin with \\x89PNG");
/// # Ok::<(), brooklet::io::Error>(())
/// ```
///
/// # Errors
/// Those of [`read`], except for those of the disk.
pub fn decode(name: impl AsRef<Path>, bytes: &[u8]) -> Result<Loaded, Error> {
    decode_with(name, bytes, None)
}

/// Reads a file that lies in memory into an array. Of a `.csv` file it reads only these columns, if any are given; other files are read
/// whole.
///
/// # Errors
/// Those of [`decode`], and a column that the table does not have.
pub fn decode_with(name: impl AsRef<Path>, bytes: &[u8], columns: Option<&Columns>) -> Result<Loaded, Error> {
    let path = name.as_ref();
    decode_as(path, FileFormat::of(path)?, bytes, columns)
}

fn decode_as(path: &Path, format: FileFormat, bytes: &[u8], columns: Option<&Columns>) -> Result<Loaded, Error> {
    if bytes.is_empty() {
        return Err(Error::Empty { path: path.into() });
    }
    contained(path, format.name(), || match format {
        FileFormat::Npy => npy::read(path, bytes),
        FileFormat::Npz => npy::read(path, &npz::array(path, bytes)?),
        FileFormat::Csv => csv::read(path, bytes, columns),
        FileFormat::Raw => raw::read(path, bytes),
        FileFormat::Hdr => hdr::read(path, bytes),
        FileFormat::Png => png::read(path, bytes),
        FileFormat::Jpeg => jpeg::read(path, bytes),
    })
}

thread_local! {
    static READING: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread is inside a decoder whose panics are caught. A panic hook need not report those.
pub fn is_reading() -> bool {
    READING.get()
}

/// Runs a decoder and turns its panic into an error of the file. Most decoders come from other crates. Where panics abort, as they do in a
/// browser, nothing can be caught; no file is known that makes a decoder panic.
fn contained<T>(path: &Path, format: &'static str, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    READING.set(true);
    // Everything that the decoder was working on is dropped with it, so no broken state can be observed.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read));
    READING.set(false);
    result.unwrap_or_else(|_| {
        let reason = "its decoder failed; create the file again".to_owned();
        Err(Error::Malformed { path: path.into(), format, reason })
    })
}

/// A file in memory, with notes on what it cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The file.
    pub bytes: Vec<u8>,
    /// One line for each kind of loss, starting with the file's name. Empty where nothing was lost.
    pub notes: Vec<String>,
}

/// Writes an array as a file in memory. The extension of `name` selects the format, and `encoding` what a format leaves open.
///
/// ```
/// use brooklet::io::{Array, Depth, encode};
///
/// let array = Array { shape: vec![2], components: 2, data: vec![1.0, 2.0, 3.0, 4.0] };
/// assert_eq!(encode("out.csv", &array, Depth::Eight)?.bytes, b"1,2\n3,4\n");
/// # Ok::<(), brooklet::io::Error>(())
/// ```
///
/// # Errors
/// The extension is unknown, or the format cannot hold the array.
pub fn encode(name: impl AsRef<Path>, array: &Array, encoding: impl Into<Encoding>) -> Result<Encoded, Error> {
    let (bytes, notes) = encode_into(name.as_ref(), array, encoding.into(), Memory)?;
    Ok(Encoded { bytes, notes })
}

/// Writes an array into a sink. Returns what the sink returns, and the notes on what the file cannot hold.
fn encode_into<S: Sink>(
    path: &Path,
    array: &Array,
    encoding: Encoding,
    sink: S,
) -> Result<(S::Filled, Vec<String>), Error> {
    let kind = FileFormat::of(path)?;
    if let Some(fault) = array.fault() {
        return Err(Error::Unfit { path: path.into(), reason: fault });
    }
    match kind {
        FileFormat::Npy | FileFormat::Npz => npy::write(path, array, encoding.dtype, sink),
        FileFormat::Csv => csv::write(path, array, sink),
        FileFormat::Raw => raw::write(path, array, sink),
        FileFormat::Hdr => hdr::write(path, array, sink),
        FileFormat::Png => png::write(path, array, encoding.depth, sink),
        FileFormat::Jpeg => Err(Error::Unfit { path: path.into(), reason: JPEG_IS_READ.into() }),
    }
}

/// Returns an empty vector with room for `count` values, or an error if there is not enough memory.
fn room<T>(path: &Path, count: usize) -> Result<Vec<T>, Error> {
    let mut values = Vec::new();
    let bytes = count.saturating_mul(size_of::<T>());
    values.try_reserve_exact(count).map_err(|_| Error::Memory { path: path.into(), bytes })?;
    Ok(values)
}

/// Formats extents for messages: 3 × 4.
fn by<T: ToString>(extents: &[T]) -> String {
    extents.iter().map(T::to_string).collect::<Vec<_>>().join(" × ")
}

/// Shortens text of a file and replaces its control characters, so that a message can quote it.
fn excerpt(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    let plain = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut short: String = text.chars().take(MAX_LENGTH).map(plain).collect();
    if text.chars().nth(MAX_LENGTH).is_some() {
        short.push_str("...");
    }
    short
}
