//! Loads arrays from files as streams. Their element type is known only when the file has been read.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;

use brooklet::io::{self, Array, Columns, Exact, ExactDtype, FileFormat, Loaded, input_name};
use brooklet::{Components, Device, Error, Shape, Stream, Texel};

use super::session::Session;

/// The reason, for messages, why sort and search take single numbers only.
pub const NO_ORDER: &str = "vectors have no order";

/// A stream of any element type.
pub enum AnyStream {
    One(Stream<f32>),
    Two(Stream<[f32; 2]>),
    Three(Stream<[f32; 3]>),
    Four(Stream<[f32; 4]>),
}

/// Evaluates an expression in which `$stream` is the typed stream, for each element type.
macro_rules! with_stream {
    ($any:expr, $stream:ident => $body:expr) => {
        match $any {
            $crate::cli::arrays::AnyStream::One($stream) => $body,
            $crate::cli::arrays::AnyStream::Two($stream) => $body,
            $crate::cli::arrays::AnyStream::Three($stream) => $body,
            $crate::cli::arrays::AnyStream::Four($stream) => $body,
        }
    };
}
pub(super) use with_stream;

macro_rules! from_stream {
    ($($type:ty, $variant:ident;)*) => {$(
        impl From<Stream<$type>> for AnyStream {
            fn from(stream: Stream<$type>) -> AnyStream {
                AnyStream::$variant(stream)
            }
        }
    )*};
}
from_stream!(f32, One; [f32; 2], Two; [f32; 3], Three; [f32; 4], Four;);

impl AnyStream {
    fn upload(device: &Device, array: &Array) -> Result<AnyStream, Error> {
        let shape = Shape::try_from(array.shape.as_slice())?;
        Ok(match Components::of(array.components) {
            Some(Components::Two) => AnyStream::Two(device.upload_shaped(shape, bytemuck::cast_slice(&array.data))?),
            Some(Components::Three) => {
                AnyStream::Three(device.upload_shaped(shape, bytemuck::cast_slice(&array.data))?)
            }
            Some(Components::Four) => AnyStream::Four(device.upload_shaped(shape, bytemuck::cast_slice(&array.data))?),
            _ => AnyStream::One(device.upload_shaped(shape, &array.data)?),
        })
    }
}

/// Whether a .csv file was read, so that `--columns` had an effect.
static READ_COLUMNS: AtomicBool = AtomicBool::new(false);

/// Returns whether a file was read to which `--columns` applies.
pub fn has_read_columns() -> bool {
    READ_COLUMNS.load(Ordering::Relaxed)
}

/// Records that a file was read to which `--columns` applies, if it is one.
pub fn record_columns(path: &Path) {
    if io::input_format(path) == Some(FileFormat::Csv) {
        READ_COLUMNS.store(true, Ordering::Relaxed);
    }
}

/// Reads a file into memory. Of a .csv file it reads only the columns that were asked for.
pub fn load(path: &Path, columns: Option<&Columns>) -> Result<Loaded, io::Error> {
    let loaded = io::read_with(path, columns)?;
    record_columns(path);
    Ok(loaded)
}

/// Reads a file whose elements may be complex, as [`load`] does.
pub fn load_complex(path: &Path, columns: Option<&Columns>) -> Result<Loaded, io::Error> {
    let loaded = io::read_complex_with(path, columns)?;
    record_columns(path);
    Ok(loaded)
}

/// Reads a file into memory and prints the notes on it.
pub fn read(session: &Session, path: &Path) -> anyhow::Result<Array> {
    session.progress.stage(format!("reading {}", input_name(path)));
    let loaded = load(path, session.columns.as_ref())?;
    session.notes(&loaded.notes);
    session.depth.read(loaded.depth);
    Ok(loaded.array)
}

/// Reads a file into memory as [`read`] does, with its numbers as they are, if float32 may not hold them. Then no note says what float32
/// loses: the notes are returned.
pub fn read_exact(session: &Session, path: &Path) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
    session.progress.stage(format!("reading {}", input_name(path)));
    let (loaded, exact) = io::read_exact_with(path, session.columns.as_ref())?;
    record_columns(path);
    session.depth.read(loaded.depth);
    let exact = match exact {
        Some((numbers, dtype)) => Some(ExactNumbers { numbers, dtype, notes: loaded.notes }),
        None => {
            session.notes(&loaded.notes);
            None
        }
    };
    Ok((loaded.array, exact))
}

/// Numbers as a file holds them.
pub struct ExactNumbers {
    pub numbers: Exact,
    pub dtype: ExactDtype,
    /// What is lost if they are rounded to float32.
    pub notes: Vec<String>,
}

impl ExactNumbers {
    /// Returns whether all numbers have a place in an order: NaN has none.
    pub fn has_order(&self) -> bool {
        !matches!(&self.numbers, Exact::Float(data) if data.iter().any(|value| value.is_nan()))
    }
}

/// Uploads an array that was read from this file.
pub fn upload(session: &Session, path: &Path, array: &Array) -> anyhow::Result<AnyStream> {
    session.progress.stage(format!("uploading {}", input_name(path)));
    Ok(AnyStream::upload(&session.device, array)?)
}

/// Returns an error if an array to be ordered contains NaN.
pub fn refuse_nan(path: &Path, array: &Array) -> anyhow::Result<()> {
    match array.data.iter().position(|value| value.is_nan()) {
        Some(at) => {
            let place = place(&array.shape, at);
            bail!("{}: the element at {place} is NaN, which has no place in an order", input_name(path))
        }
        None => Ok(()),
    }
}

/// Formats a position as NumPy does: `5`, or `[1, 2]` in an array of more dimensions.
pub fn place(shape: &[usize], index: usize) -> String {
    let mut rest = index;
    let mut at: Vec<String> = Vec::new();
    for extent in shape.iter().rev() {
        at.insert(0, (rest % extent).to_string());
        rest /= extent;
    }
    if at.len() == 1 { at.remove(0) } else { format!("[{}]", at.join(", ")) }
}

/// Reads a stream back into a file.
pub fn save<T: Texel>(session: &Session, path: &Path, stream: &Stream<T>) -> anyhow::Result<()> {
    session.progress.stage("reading back");
    let mut array = Array::of(stream)?;
    session.progress.stage(format!("writing {}", path.display()));
    session.write(path, &mut array)
}
