//! Positions in an array, as files have them: whole numbers from 0, in C order.

use std::path::Path;

use anyhow::bail;

use brooklet::io::{self, Array};
use brooklet::{Shape, Stream};

use super::arrays;
use super::session::Session;

/// The number of positions that floats tell apart.
const MAX_POSITION: usize = 1 << 24;

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

    /// Returns an error if a position is beyond the `count` elements of the array in the file `array`.
    pub fn check(&self, path: &Path, array: &Path, count: usize) -> anyhow::Result<()> {
        let beyond = |position: &i64| !usize::try_from(*position).is_ok_and(|position| position < count);
        let Some(at) = self.data.iter().position(beyond) else { return Ok(()) };
        let (path, array) = (io::input_name(path), io::input_name(array));
        let (place, position) = (arrays::place(&self.shape, at), self.data[at]);
        match count {
            0 => bail!("{path}: the element at {place} is {position}, and {array} has no elements"),
            _ => bail!("{path}: the element at {place} is {position}, and {array} has positions 0 to {}", count - 1),
        }
    }

    /// Turns the components of these arrays, which are as many in each, into one more axis, and the positions into those of the components.
    /// Does nothing if that would be more axes or more positions than there may be.
    pub fn spread(&mut self, arrays: &mut [&mut Array]) {
        let components = arrays.first().map_or(1, |array| array.components);
        let fits = |array: &&mut Array| array.shape.len() < 4 && array.data.len() <= MAX_POSITION;
        let own = self.data.len().saturating_mul(components);
        if components == 1 || !arrays.iter().all(fits) || self.shape.len() == 4 || own > MAX_POSITION {
            return;
        }
        for array in arrays {
            array.shape.push(array.components);
            array.components = 1;
        }
        self.shape.push(components);
        let components = components as i64;
        let all = |position: i64| (0..components).map(move |component| position * components + component);
        self.data = self.data.iter().copied().flat_map(all).collect();
    }

    /// Returns which number of an array each number of the values belongs to, if elements have so many components.
    pub fn numbers(&self, components: usize) -> impl Iterator<Item = usize> {
        let all = move |position: i64| (0..components).map(move |at| position as usize * components + at);
        self.data.iter().copied().flat_map(all)
    }

    /// Uploads the positions.
    pub fn upload(&self, session: &Session) -> anyhow::Result<Stream<f32>> {
        let at: Vec<f32> = self.data.iter().map(|position| *position as f32).collect();
        Ok(session.device.upload_shaped(Shape::try_from(self.shape.as_slice())?, &at)?)
    }
}
