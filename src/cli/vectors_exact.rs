//! Reads files by the rule on vectors, with their numbers as they are, if float32 may not hold them.

use std::path::Path;

use brooklet::Components;
use brooklet::io::Array;
use brooklet::kernel::Reading;

use super::arrays::{self, ExactNumbers};
use super::listed::Listed;
use super::session::Session;
use super::vectors::Axis;

impl Axis {
    /// Reads a file that is used beside an array of this shape, with its numbers as they are, if float32 may not hold them.
    pub fn exact_beside(
        &self,
        session: &Session,
        path: &Path,
        shape: &[usize],
    ) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
        self.exact(session, path, Some(shape), |_, _| Reading::Scalars)
    }

    /// Reads a file as [`read_all`](Axis::read_all) does, with its numbers as they are, if float32 may not hold them.
    pub fn exact(
        &self,
        session: &Session,
        path: &Path,
        beside: Option<&[usize]>,
        used: impl Fn(&[usize], Components) -> Reading,
    ) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
        let (array, exact) = arrays::read_exact(session, path)?;
        Ok((self.arrange(session, &[path], vec![array], beside, used, None)?.remove(0), exact))
    }

    /// Reads a file that may be taken as one list, with its numbers as they are, if float32 may not hold them. A single note covers both that
    /// and the reading as scalars.
    pub fn exact_list(
        &self,
        session: &Session,
        path: &Path,
        list: Option<Listed>,
        used: impl Fn(&[usize], Components) -> Reading,
    ) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
        let (array, exact) = arrays::read_exact(session, path)?;
        let array = self.arrange(session, &[path], vec![array], None, used, list)?.remove(0);
        self.note_list(session, path, &array, list);
        Ok((array, exact))
    }

    /// Reads files as [`read_all`](Axis::read_all) does, the first with its numbers as they are, if float32 may not hold them.
    pub fn exact_first(
        &self,
        session: &Session,
        paths: &[&Path],
        used: impl Fn(&[usize], Components) -> Reading,
    ) -> anyhow::Result<(Vec<Array>, Option<ExactNumbers>)> {
        let (first, exact) = arrays::read_exact(session, paths[0])?;
        let others = paths[1..].iter().map(|path| arrays::read(session, path));
        let arrays = std::iter::once(Ok(first)).chain(others).collect::<anyhow::Result<Vec<Array>>>()?;
        Ok((self.arrange(session, paths, arrays, None, used, None)?, exact))
    }

    /// Reads a file as [`read_axes`](Axis::read_axes) does, with its numbers as they are, if float32 may not hold them.
    pub fn exact_axes(&self, session: &Session, path: &Path) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
        let (array, exact) = arrays::read_exact(session, path)?;
        Ok((self.named_axes(path, array)?, exact))
    }

    /// Reads a file as [`numbers`](Axis::numbers) does, with its numbers as they are, if float32 may not hold them.
    pub fn exact_numbers(
        &self,
        session: &Session,
        path: &Path,
        list: Option<Listed>,
    ) -> anyhow::Result<(Array, Option<ExactNumbers>)> {
        let (array, exact) = arrays::read_exact(session, path)?;
        Ok((self.as_numbers(session, path, array, list)?, exact))
    }
}
