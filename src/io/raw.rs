//! Raw little-endian float32, and nothing else: what `numpy.tofile` and C's `fwrite` leave.

use std::path::Path;

use super::{Array, Error, Loaded, Sink, by, room};

/// All of the file as one list.
pub fn read(path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    let (floats, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        let reason = format!("its {} bytes are no multiple of 4, the size of a float32", bytes.len());
        return Err(Error::Malformed { path: path.into(), format: "raw float32", reason });
    }
    let mut data = room(path, floats.len())?;
    data.extend(floats.iter().map(|&bytes| f32::from_le_bytes(bytes)));
    Ok(Loaded::new(Array { shape: vec![data.len()], components: 1, data }, Vec::new()))
}

/// The floats one after another. No floats would make a file of no bytes, which [`read`] takes for an accident.
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
