//! Elements that are moved and not computed with: floats or vectors of them, or the integers and float64 that floats do not hold.

use std::path::Path;

use brooklet::io::{Array, ExactDtype};

use super::arrays::{self, AnyStream, ExactNumbers, with_stream};
use super::keys::{self, AnyKeys, Numbers, Types, Zeros, with_keys};
use super::result;
use super::session::Session;
use super::written::{self, Written};

/// A stream of elements, and the dtype that results of such elements have.
pub enum Elements {
    /// Floats or vectors of them; `None` is float32.
    Floats(AnyStream, Option<ExactDtype>),
    /// Numbers that float32 does not hold.
    Exact(Numbers),
}

/// Evaluates an expression in which `$stream` is the typed stream, for each type of elements. Returns the elements that it makes, which
/// have the dtype of these.
macro_rules! map_elements {
    ($elements:expr, $stream:ident => $body:expr) => {
        match $elements {
            $crate::cli::elements::Elements::Floats(stream, dtype) => {
                let made = $crate::cli::arrays::with_stream!(stream, $stream => $crate::cli::arrays::AnyStream::from($body));
                $crate::cli::elements::Elements::Floats(made, *dtype)
            }
            $crate::cli::elements::Elements::Exact(numbers) => {
                let stream = $crate::cli::keys::with_keys!(&numbers.stream, $stream => $crate::cli::keys::AnyKeys::from($body));
                $crate::cli::elements::Elements::Exact($crate::cli::keys::Numbers { stream, dtype: numbers.dtype })
            }
        }
    };
}
pub(super) use map_elements;

impl From<Numbers> for Elements {
    fn from(numbers: Numbers) -> Elements {
        match numbers.stream {
            AnyKeys::Floats(stream) => Elements::Floats(AnyStream::One(stream), numbers.dtype),
            _ => Elements::Exact(numbers),
        }
    }
}

/// Uploads elements that were read from this file. Vectors of numbers that float32 does not hold are rounded, with a note.
pub fn upload(
    session: &Session,
    path: &Path,
    array: &Array,
    exact: Option<&ExactNumbers>,
    types: Types,
) -> anyhow::Result<Elements> {
    if array.components == 1 && types == Types::All {
        return Ok(keys::upload(session, path, array, exact, (types, Zeros::Apart))?.into());
    }
    let (stream, dtype) = upload_floats(session, path, array, exact)?;
    Ok(Elements::Floats(stream, dtype))
}

/// Uploads elements as floats or vectors of them, and returns the dtype that they had, if floats hold all of them. Else a note says what
/// they lose.
pub fn upload_floats(
    session: &Session,
    path: &Path,
    array: &Array,
    exact: Option<&ExactNumbers>,
) -> anyhow::Result<(AnyStream, Option<ExactDtype>)> {
    let stream = arrays::upload(session, path, array)?;
    let Some(ExactNumbers { dtype, notes, .. }) = exact else { return Ok((stream, None)) };
    session.notes(notes);
    Ok((stream, notes.is_empty().then_some(*dtype)))
}

/// Reads elements back into a file of the dtype that they had. Without a file, the session prints them.
pub fn save(session: &Session, output: Option<&Path>, elements: &Elements, written: Written) -> anyhow::Result<()> {
    match elements {
        Elements::Floats(stream, dtype) => {
            with_stream!(stream, stream => written::save_floats(session, output, stream, *dtype, written))
        }
        Elements::Exact(numbers) => written::save(session, output, &numbers.stream, numbers.dtype, written),
    }
}

/// Does the same as [`save`]. Exits with a message if there is no file and the elements are too many to be printed.
pub fn save_checked(
    session: &Session,
    sub_command: &str,
    output: Option<&Path>,
    elements: &Elements,
    written: Written,
) -> anyhow::Result<()> {
    match elements {
        Elements::Floats(stream, _) => {
            with_stream!(stream, stream => result::check_stream(sub_command, output, stream));
        }
        Elements::Exact(numbers) => {
            let shape = with_keys!(&numbers.stream, stream => stream.shape());
            result::check_lines(sub_command, output, result::count_lines(shape.extents()));
        }
    }
    save(session, output, elements, written)
}
