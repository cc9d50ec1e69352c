//! Reads and writes raw little-endian float32 without a header, as `numpy.tofile` and C's `fwrite` do.

use std::path::Path;

use super::{Array, Error, Loaded, Sink, by, room};

/// Reads the whole file as a list of floats.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    let (floats, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        let reason = format!("its size, {} bytes, is not a multiple of 4, the size of a float32", bytes.len());
        return Err(Error::Malformed { path: path.into(), format: "raw float32", reason });
    }
    let mut data = room(path, floats.len())?;
    data.extend(floats.iter().map(|&bytes| f32::from_le_bytes(bytes)));
    Ok(Loaded::new(Array { shape: vec![data.len()], components: 1, data }, Vec::new()))
}

/// Writes the floats one after another. An array without elements is refused, because the empty file could not be read back.
pub fn write<S: Sink>(path: &Path, array: &Array, sink: S) -> Result<(S::Filled, Vec<String>), Error> {
    if array.data.is_empty() {
        let reason = "an array of no elements would leave an empty .f32 file, which cannot be read back: use .npy";
        return Err(Error::Unfit { path: path.into(), reason: reason.into() });
    }
    let filled =
        sink.fill(path, |file| array.data.iter().try_for_each(|value| file.write_all(&value.to_le_bytes())))?;
    let mut axes = array.shape.clone();
    if array.components > 1 {
        axes.push(array.components);
    }
    if axes.len() == 1 {
        return Ok((filled, Vec::new()));
    }
    Ok((
        filled,
        vec![format!(
            "{}: the shape {} is not kept, .f32 holds a list of {} floats; .npy keeps it",
            path.display(),
            by(&axes),
            array.data.len()
        )],
    ))
}
