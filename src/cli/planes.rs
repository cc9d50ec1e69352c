//! Inputs whose last two axes are rows and columns: matrices, pictures, masks, and batches of them.

use std::path::Path;

use anyhow::bail;

use brooklet::io::{Array, FileFormat, input_format, input_name};
use brooklet::kernel::Reading;
use brooklet::{Components, Layout, Shape, Stream};

use super::arrays::{self, ExactNumbers};
use super::session::Session;
use super::shapes::tuple;
use super::vectors::Axis;

/// How a last axis of 2 to 4 is taken: as the components of pixels behind rows and columns, and as the columns of a matrix otherwise.
fn used(shape: &[usize], _: Components) -> Reading {
    if shape.len() > 2 { Reading::LikelyVectors } else { Reading::OnlyScalars }
}

/// Reads a file of matrices or pictures. The fields of a .csv are columns.
pub fn read(session: &Session, path: &Path, axis: &Axis) -> anyhow::Result<Array> {
    let array = match input_format(path) {
        Some(FileFormat::Csv) => axis.read_axes(session, path)?,
        _ => axis.read(session, path, used)?,
    };
    check_axes(path, &array)?;
    Ok(array)
}

/// Reads a file as [`read`] does, with its numbers as they are, if float32 may not hold them.
pub fn exact(session: &Session, path: &Path, axis: &Axis) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
    let (array, exact) = match input_format(path) {
        Some(FileFormat::Csv) => axis.exact_axes(session, path)?,
        _ => axis.exact(session, path, None, used)?,
    };
    check_axes(path, &array)?;
    Ok((array, exact))
}

fn check_axes(path: &Path, array: &Array) -> anyhow::Result<()> {
    if array.shape.len() < 2 {
        let what = if array.components > 1 { " of vectors" } else { "" };
        bail!("{} is {}{what}: it needs rows and columns", input_name(path), tuple(&array.shape));
    }
    Ok(())
}

/// Reads a mask and uploads it, packed: a matrix, or a picture, of whose pixels in colour one counts if any of its colours is not 0.
pub fn mask(session: &Session, path: &Path) -> anyhow::Result<Stream<f32>> {
    let mut array = match input_format(path) {
        Some(FileFormat::Csv) => Axis { vectors: false, scalars: true }.read_axes(session, path)?,
        _ => arrays::read(session, path)?,
    };
    if array.shape.len() != 2 {
        let axes = if array.shape.len() == 1 { "axis" } else { "axes" };
        bail!(
            "{} is {}, which has {} {axes}: a mask has two, rows and columns",
            input_name(path),
            tuple(&array.shape),
            array.shape.len()
        );
    }
    if array.components > 1 {
        // The second of two components and the fourth of four are how opaque a pixel is.
        let colours = array.components - usize::from(array.components.is_multiple_of(2));
        let pixels = array.data.chunks_exact(array.components);
        array.data = pixels.map(|pixel| f32::from(pixel[..colours].iter().any(|colour| *colour != 0.0))).collect();
        array.components = 1;
    }
    session.progress.stage(format!("uploading {}", input_name(path)));
    // The kernels of packed streams are larger, so that small programs have no room for them.
    let packed = array.shape[1].is_multiple_of(4) && session.device.features().instructions > 1024;
    let layout = if packed { Layout::Packed } else { Layout::Plain };
    Ok(session.device.upload_with(Shape::try_from(array.shape.as_slice())?, layout, &array.data)?)
}
