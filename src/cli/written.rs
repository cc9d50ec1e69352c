//! Results of the dtype that the input had: integers and float64 in files, and printed.

use std::path::Path;

use anyhow::bail;

use brooklet::io::{self, Array, Exact, ExactDtype};
use brooklet::{Stream, Texel};

use super::keys::{AnyKeys, from_order, with_keys};
use super::number::double;
use super::printed::Printed;
use super::result;
use super::session::Session;

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
    if let (AnyKeys::Floats(stream), None) = (stream, dtype) {
        return result::save(session, output, stream);
    }
    session.progress.stage("reading back");
    let numbers = read(stream, dtype)?;
    let shape = with_keys!(stream, stream => stream.shape());
    write(session, output, (shape.extents(), 1), &numbers, dtype, written)
}

/// Reads the components of vectors back into a file of this dtype, or prints them, as [`save`] does.
pub fn save_components(
    session: &Session,
    output: Option<&Path>,
    components: &[AnyKeys],
    dtype: ExactDtype,
    written: Written,
) -> anyhow::Result<()> {
    let [first, ..] = components else { bail!("vectors have components") };
    session.progress.stage("reading back");
    let all = components.iter().map(|stream| read(stream, Some(dtype))).collect::<anyhow::Result<Vec<_>>>()?;
    let Some(numbers) = Exact::joined(all) else { bail!("the components of vectors differ in number") };
    let shape = with_keys!(first, stream => stream.shape());
    write(session, output, (shape.extents(), components.len()), &numbers, Some(dtype), written)
}

/// Reads the numbers of a stream back. Floats without a dtype become float64.
pub fn read(stream: &AnyKeys, dtype: Option<ExactDtype>) -> anyhow::Result<Exact> {
    Ok(match (stream, dtype) {
        (AnyKeys::Floats(stream), dtype) => of_floats(&stream.read()?, dtype.unwrap_or(ExactDtype::Float64)),
        (AnyKeys::I32(stream), _) => Exact::Int(stream.read()?.into_iter().map(i64::from).collect()),
        (AnyKeys::U32(stream), _) => Exact::Uint(stream.read()?.into_iter().map(u64::from).collect()),
        (AnyKeys::I64(stream), Some(ExactDtype::Float64)) => {
            Exact::Float(stream.read()?.into_iter().map(from_order).collect())
        }
        (AnyKeys::I64(stream), _) => Exact::Int(stream.read()?),
        (AnyKeys::U64(stream), _) => Exact::Uint(stream.read()?),
    })
}

/// Formats numbers with all their digits.
pub fn texts(numbers: &Exact) -> Vec<String> {
    match numbers {
        Exact::Int(data) => data.iter().map(ToString::to_string).collect(),
        Exact::Uint(data) => data.iter().map(ToString::to_string).collect(),
        Exact::Float(data) => data.iter().map(|value| double(*value)).collect(),
    }
}

/// Reads elements back into a file: floats or vectors of them, or numbers of this dtype, as [`save`] does.
pub fn save_floats<T: Texel>(
    session: &Session,
    output: Option<&Path>,
    elements: &Stream<T>,
    dtype: Option<ExactDtype>,
    written: Written,
) -> anyhow::Result<()> {
    let Some(dtype) = dtype.filter(|_| written == Written::AsRead) else {
        return result::save(session, output, elements);
    };
    session.progress.stage("reading back");
    let Array { shape, components, data } = Array::of(elements)?;
    write(session, output, (&shape, components), &of_floats(&data, dtype), Some(dtype), written)
}

fn write(
    session: &Session,
    output: Option<&Path>,
    (shape, components): (&[usize], usize),
    numbers: &Exact,
    dtype: Option<ExactDtype>,
    written: Written,
) -> anyhow::Result<()> {
    let whole = result::whole_shape(shape, components);
    let Some(path) = output else {
        let values = match written {
            Written::AsFloats => {
                let data = numbers.rounded();
                note_changed(session, "stdout", numbers, &data);
                data.into_iter().map(io::number).collect()
            }
            Written::AsRead => texts(numbers),
        };
        session.show(Printed::new(values, &whole));
        return Ok(());
    };
    session.progress.stage(format!("writing {}", path.display()));
    if let (Written::AsRead, Some(dtype)) = (written, dtype)
        && let Some(staged) = io::prepare_exact(path, &whole, numbers, dtype)?
    {
        session.place(staged);
        return Ok(());
    }
    let data = numbers.rounded();
    note_changed(session, &path.display().to_string(), numbers, &data);
    session.write(path, &mut Array { shape: shape.to_vec(), components, data })
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
