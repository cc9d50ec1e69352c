//! The rule that decides whether a last axis of 2 to 4 is the components of vectors or one more axis of scalars.
//!
//! Pictures and rows of a `.csv` are always vectors; an array in `.npy` can be meant as either. It is read as vectors with `--vectors`, if
//! an expression needs vectors, if the output is a picture, or if its shape without the last axis is that of the other inputs. Otherwise
//! it is read as scalars, with a note. `brooklet run` does not use this rule, because a kernel declares the types of its streams.

use std::path::Path;

use anyhow::bail;
use clap::Args;

use brooklet::io::{Array, input_name};
use brooklet::kernel::Reading;
use brooklet::{Components, Shape, Stream};

use super::arrays::{self, NO_ORDER};
use super::listed::Listed;
use super::picture::{Picture, picture, split};
use super::session::Session;
use super::shapes::{column, counts, is_npy, tuple, width};

/// The options that override the rule.
#[derive(Args, Default)]
pub struct Axis {
    /// Read a last axis of 2 to 4 in .npy files as the components of vectors. Without this option it is vectors if the
    /// expression needs them (`v.x`, `length(v)`), if the output is a picture, or if another input has that shape without the
    /// axis; otherwise it is scalars, with a note. With --axis it is an axis of numbers without this option
    #[arg(long, conflicts_with = "scalars")]
    pub vectors: bool,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    pub scalars: bool,
}

/// Combines the reading of an expression with the file that the result goes to, if there is one.
pub fn by_output(reading: Reading, output: Option<&Path>, shape: &[usize]) -> Reading {
    let picture = output.map_or(Picture::None, |output| picture(output, shape));
    match (picture, reading) {
        (_, Reading::Vectors) => Reading::Vectors,
        // Computing each number by itself gives the same picture.
        (Picture::Pixels, Reading::OnlyScalars) | (Picture::Grey, _) => Reading::OnlyScalars,
        (Picture::Pixels, _) => Reading::Vectors,
        (Picture::None, Reading::OnlyScalars) => Reading::Scalars,
        (Picture::None, _) => reading,
    }
}

impl Axis {
    /// Reads a file. `used` is called with a shape and the number of components that its last axis would be. It returns how such arrays
    /// are used. If that is not certain, a note is printed.
    pub fn read(
        &self,
        session: &Session,
        path: &Path,
        used: impl Fn(&[usize], Components) -> Reading,
    ) -> anyhow::Result<Array> {
        let mut arrays = self.read_all(session, &[path], None, used)?;
        Ok(arrays.remove(0))
    }

    /// Reads files that are used together and have one shape: that of `beside`, if it is given.
    pub fn read_all(
        &self,
        session: &Session,
        paths: &[&Path],
        beside: Option<&[usize]>,
        used: impl Fn(&[usize], Components) -> Reading,
    ) -> anyhow::Result<Vec<Array>> {
        let arrays = paths.iter().map(|path| arrays::read(session, path)).collect::<anyhow::Result<Vec<Array>>>()?;
        self.arrange(session, paths, arrays, beside, used, None)
    }

    /// Prints a note on an array that is taken as one list.
    pub(super) fn note_list(&self, session: &Session, path: &Path, array: &Array, list: Option<Listed>) {
        if let Some(note) = list.filter(|_| !self.scalars).and_then(|list| list.note(path, array)) {
            session.notes(&[note]);
        }
    }

    /// Decides how files that were read are taken. A note that belongs to `list` is left to the caller.
    pub(super) fn arrange(
        &self,
        session: &Session,
        paths: &[&Path],
        mut arrays: Vec<Array>,
        beside: Option<&[usize]>,
        used: impl Fn(&[usize], Components) -> Reading,
        list: Option<Listed>,
    ) -> anyhow::Result<Vec<Array>> {
        if self.vectors || self.scalars {
            for (path, array) in paths.iter().zip(&mut arrays) {
                if self.vectors { force_vectors(path, array)? } else { flatten(path, array)? }
            }
            return Ok(arrays);
        }
        if list.is_none_or(|list| list.note(paths[0], &arrays[0]).is_none()) {
            self.note_wide(session, paths, &arrays, &used);
        }
        let open: Vec<bool> = paths.iter().zip(&arrays).map(|(path, array)| width(path, array).is_some()).collect();
        let Some(first) = open.iter().position(|open| *open) else { return Ok(arrays) };
        let settled = open.iter().position(|open| !open).map(|at| arrays[at].shape.clone());
        if let Some(shape) = beside.map(<[usize]>::to_vec).or(settled).or_else(|| common(&arrays)) {
            // The other inputs decide: the last axis is components if only that fits their shape.
            for (array, _) in arrays.iter_mut().zip(open).filter(|(_, open)| *open) {
                if array.shape != shape && array.shape[..array.shape.len() - 1] == shape {
                    split(array);
                }
            }
            return Ok(arrays);
        }
        // Either all arrays have one shape, or no shape fits all, which is an error of the code that uses them.
        let same = arrays.iter().all(|array| array.shape == arrays[first].shape);
        let components = width(paths[first], &arrays[first]).filter(|_| same);
        let reading = components.map_or(Reading::Scalars, |components| used(&arrays[first].shape, components));
        let mut said: Vec<&Path> = Vec::new();
        for (path, array) in paths.iter().zip(&mut arrays) {
            let shape = tuple(&array.shape);
            let (scalars, vectors) = counts(array);
            let likely = matches!(reading, Reading::Vectors | Reading::LikelyVectors);
            let note = match likely {
                false => format!("read as {scalars}; --vectors reads it as {vectors}"),
                true => format!("read as {vectors}; --scalars reads it as {scalars}"),
            };
            let sure = matches!(reading, Reading::Vectors | Reading::OnlyScalars);
            let left = !likely && list.is_some_and(|list| list.note(path, array).is_some());
            if !sure && !left && same && !array.data.is_empty() && !said.contains(path) {
                session.notes(&[format!("{} is {shape}: {note}", input_name(path))]);
                said.push(path);
            }
            if likely {
                split(array);
            }
        }
        Ok(arrays)
    }

    /// Prints a note on arrays whose last axis is too long for vectors, if the expression needs vectors.
    fn note_wide(
        &self,
        session: &Session,
        paths: &[&Path],
        arrays: &[Array],
        used: &impl Fn(&[usize], Components) -> Reading,
    ) {
        let mut said: Vec<&Path> = Vec::new();
        for (path, array) in paths.iter().zip(arrays) {
            let wide = matches!(array.shape[..], [_, .., last] if last > 4) && array.components == 1 && is_npy(path);
            let vectors = || matches!(used(&array.shape, Components::Four), Reading::Vectors | Reading::LikelyVectors);
            if wide && !array.data.is_empty() && !said.contains(path) && vectors() {
                session.notes(&[format!(
                    "{} is {}: read as {} scalars; a vector has 2 to 4 components: save the columns (as {} in NumPy) as \
                     inputs of their own",
                    input_name(path),
                    tuple(&array.shape),
                    array.data.len(),
                    column(array.shape.len(), "0")
                )]);
                said.push(path);
            }
        }
    }

    /// Reads a file whose axes are named by number. Every number is a scalar, unless `--vectors` is given.
    pub fn read_axes(&self, session: &Session, path: &Path) -> anyhow::Result<Array> {
        self.named_axes(path, arrays::read(session, path)?)
    }

    /// Turns the components of an array whose axes are named by number into one more axis, unless `--vectors` is given.
    pub(super) fn named_axes(&self, path: &Path, mut array: Array) -> anyhow::Result<Array> {
        if self.vectors {
            force_vectors(path, &mut array)?
        } else {
            flatten(path, &mut array)?
        }
        Ok(array)
    }

    /// Reads a file of single numbers that are to be ordered. If `list` is given, an array that is taken as one list is noted.
    pub fn numbers(&self, session: &Session, path: &Path, list: Option<Listed>) -> anyhow::Result<Array> {
        self.as_numbers(session, path, arrays::read(session, path)?, list)
    }

    /// Returns an array of single numbers, or an error if it holds vectors.
    pub(super) fn as_numbers(
        &self,
        session: &Session,
        path: &Path,
        mut array: Array,
        list: Option<Listed>,
    ) -> anyhow::Result<Array> {
        if self.scalars {
            flatten(path, &mut array)?;
        } else if array.components > 1 {
            bail!(
                "{} holds vectors of {}, and {NO_ORDER}: --scalars reads each number as a scalar",
                input_name(path),
                array.components
            );
        } else if let Some(note) = list.and_then(|list| list.note(path, &array)) {
            session.notes(&[note]);
        }
        Ok(array)
    }
}

/// Returns the one shape that all arrays have if some are taken as scalars and some as vectors. Returns `None` if there is no such shape,
/// or all have the same one.
fn common(arrays: &[Array]) -> Option<Vec<usize>> {
    let shape = &arrays[0].shape;
    if arrays.iter().all(|array| array.shape == *shape) {
        return None;
    }
    let fits = |common: &[usize]| {
        arrays.iter().all(|array| array.shape == common || array.shape[..array.shape.len() - 1] == *common)
    };
    [&shape[..], &shape[..shape.len() - 1]].into_iter().find(|common| fits(common)).map(<[usize]>::to_vec)
}

fn force_vectors(path: &Path, array: &mut Array) -> anyhow::Result<()> {
    if array.components > 1 {
        return Ok(());
    }
    if width(path, array).is_none() {
        let shape = tuple(&array.shape);
        bail!("{} is {shape}: --vectors needs two axes or more, the last of 2 to 4, in a .npy file", input_name(path));
    }
    split(array);
    Ok(())
}

/// Turns the components into one more axis.
fn flatten(path: &Path, array: &mut Array) -> anyhow::Result<()> {
    if array.components == 1 {
        return Ok(());
    }
    if array.shape.len() == 4 {
        let shape = tuple(&[&array.shape[..], &[array.components]].concat());
        bail!("{} is {shape}: --scalars would make 5 dimensions, and the maximum is 4", input_name(path));
    }
    array.shape.push(array.components);
    array.components = 1;
    Ok(())
}

/// Reads a file of numbers that are to be ordered into a stream. If `list` is given, an array that is taken as one list is noted.
pub fn ordered(session: &Session, path: &Path, axis: &Axis, list: Option<Listed>) -> anyhow::Result<Stream<f32>> {
    let array = axis.numbers(session, path, list)?;
    arrays::refuse_nan(path, &array)?;
    session.progress.stage(format!("uploading {}", input_name(path)));
    Ok(session.device.upload_shaped(Shape::try_from(array.shape.as_slice())?, &array.data)?)
}
