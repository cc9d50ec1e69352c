//! Positions in an array, as files have them: whole numbers from 0, in C order.

use std::path::Path;

use anyhow::bail;

use brooklet::{Shape, Stream, io};

use super::arrays;
use super::session::Session;

/// Positions in a file, with their shape. Rows of a .csv are one more axis.
pub struct Positions {
    pub shape: Vec<usize>,
    data: Vec<i64>,
}

impl Positions {
    /// Reads positions from a file.
    pub fn read(session: &Session, path: &Path) -> anyhow::Result<Positions> {
        session.progress.stage(format!("reading {}", io::input_name(path)));
        arrays::record_columns(path);
        let positions = io::read_whole_with(path, session.columns.as_ref())?;
        let mut shape = positions.shape;
        if positions.components > 1 {
            shape.push(positions.components);
        }
        Ok(Positions { shape, data: positions.data })
    }

    /// Uploads positions among `count` elements of the array in the file `array`. A position beyond them is an error.
    pub fn upload(&self, session: &Session, path: &Path, array: &Path, count: usize) -> anyhow::Result<Stream<f32>> {
        let beyond = |position: &i64| !usize::try_from(*position).is_ok_and(|position| position < count);
        if let Some(at) = self.data.iter().position(beyond) {
            let (path, array) = (io::input_name(path), io::input_name(array));
            let (place, position) = (arrays::place(&self.shape, at), self.data[at]);
            match count {
                0 => bail!("{path}: the element at {place} is {position}, and {array} has no elements"),
                _ => {
                    bail!("{path}: the element at {place} is {position}, and {array} has positions 0 to {}", count - 1)
                }
            }
        }
        let at: Vec<f32> = self.data.iter().map(|position| *position as f32).collect();
        Ok(session.device.upload_shaped(Shape::try_from(self.shape.as_slice())?, &at)?)
    }
}
