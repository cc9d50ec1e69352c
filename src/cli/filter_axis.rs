//! `brooklet filter --axis`: keeps whole slices along an axis.

use std::path::Path;

use anyhow::bail;

use brooklet::io::{self, Array};
use brooklet::primitives::{self, Selection};
use brooklet::{Error, Shape, Stream, kernel};

use super::Common;
use super::along;
use super::bindings;
use super::elements::{self, map_elements};
use super::filter::Filter;
use super::keys::Types;
use super::session::Session;
use super::shapes::tuple;
use super::vectors::Axis;

/// The name of the flags in the condition, if they come from a file.
const FLAGS: &str = "flags";

impl Filter {
    /// Returns the file of flags that `--keep` names, if it is no expression.
    pub(super) fn flags_file(&self) -> Option<&Path> {
        let path = Path::new(self.keep.as_deref()?);
        let names_file = io::is_standard(path) || io::input_format(path).is_some();
        names_file.then_some(path)
    }

    /// Returns the lists of the condition, by their names.
    fn lists(&self) -> Vec<(&str, &Path)> {
        match self.flags_file() {
            Some(path) => vec![(FLAGS, path)],
            None => self.inputs.iter().map(|(name, path)| (name.as_str(), path.as_path())).collect(),
        }
    }

    /// Exits with a usage error for a condition that is not on lists of one number for each slice.
    fn check_axis(&self) {
        let what = "with --axis, --keep is a file of flags, or a condition on inputs (-i), with one number for each slice along the axis";
        let Some(keep) = &self.keep else { super::usage("filter", what.to_owned()) };
        match (self.flags_file(), self.inputs.is_empty() && self.constants.is_empty()) {
            (Some(path), false) => {
                let text = format!("{what}: -i and -c are for a condition, and {} is a file", path.display());
                super::usage("filter", text);
            }
            (None, _) if self.inputs.is_empty() || kernel::unused(keep, &["x"]).is_empty() => {
                super::usage("filter", format!("{what}; x is a whole slice, and `{keep}` cannot be asked of it"));
            }
            _ => {}
        }
    }

    /// Keeps the slices along an axis, and those of payloads.
    pub(super) fn run_axis(
        &self,
        common: &Common,
        along: i32,
        method: Option<primitives::Filter>,
    ) -> anyhow::Result<()> {
        self.check_axis();
        let lists = self.lists();
        let others = lists.iter().map(|(_, path)| *path).chain(self.payloads.iter().map(AsRef::as_ref));
        let inputs: Vec<&Path> = std::iter::once(self.input.as_path()).chain(others).collect();
        common.one_stdin("filter", inputs.iter().copied());
        let outputs = self.outputs();
        let files: Vec<&Path> = inputs.iter().copied().chain(outputs.iter().copied()).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            self.note_unused(session);
            session.progress.stages(2 * (inputs.len() + self.payloads.len()) as u64 + 3);
            let (array, exact, axis) = along::exact(session, &self.input, along, &self.axis)?;
            let slices = array.shape[axis];
            let mut taken = vec![elements::upload(session, &self.input, &array, exact.as_ref(), Types::All)?];
            for path in &self.payloads {
                let (payload, exact, axis) = along::exact(session, path, along, &self.axis)?;
                if payload.shape[axis] != slices {
                    let (name, input, own) = (io::input_name(path), io::input_name(&self.input), payload.shape[axis]);
                    bail!("payload {name} has {own} slices along axis {along}, and {input} has {slices}");
                }
                taken.push(elements::upload(session, path, &payload, exact.as_ref(), Types::All)?);
            }
            let mut numbers = Vec::with_capacity(lists.len());
            for (_, path) in &lists {
                let list = self.list(session, path, slices, along)?;
                numbers.push(session.device.upload_shaped(Shape::from(slices), &list.data)?);
            }
            session.progress.stage("filtering");
            let names = lists.iter().map(|(name, _)| *name);
            let selection = self.select_slices(session, names.zip(&numbers), method)?;
            if self.partition {
                let name = io::input_name(&self.input);
                session.notes(&[format!("{name}: {} of {slices} slices are kept", selection.kept())]);
            }
            for (elements, output) in taken.iter().zip(self.targets()) {
                let kept = map_elements!(elements, stream => match self.partition {
                    true => selection.partition_axis(stream, along)?,
                    false => selection.take_axis(stream, along)?,
                });
                self.save(session, output, &kept)?;
            }
            Ok(())
        })
    }

    /// Prints notes on names that the condition does not use.
    fn note_unused(&self, session: &Session) {
        bindings::note_constants(session, &self.constants);
        if let (Some(keep), None) = (&self.keep, self.flags_file()) {
            let names: Vec<&str> = self.names().skip(1).collect();
            let unused = kernel::unused(keep, &names);
            let note = |name| format!("`{name}` is bound, and never used");
            session.notes(&unused.into_iter().map(note).collect::<Vec<_>>());
        }
    }

    /// Reads a list of one number for each slice.
    fn list(&self, session: &Session, path: &Path, slices: usize, along: i32) -> anyhow::Result<Array> {
        let list = Axis { vectors: false, scalars: true }.numbers(session, path, None)?;
        if list.data.len() != slices {
            bail!(
                "{} is {}, {} numbers: there must be one for each of the {slices} slices of {} along axis {along}",
                io::input_name(path),
                tuple(&list.shape),
                list.data.len(),
                io::input_name(&self.input)
            );
        }
        Ok(list)
    }

    fn select_slices<'a>(
        &'a self,
        session: &Session,
        lists: impl Iterator<Item = (&'a str, &'a Stream<f32>)>,
        method: Option<primitives::Filter>,
    ) -> Result<Selection, Error> {
        let of_flags = format!("{FLAGS} != 0.0");
        let keep = self.keep.as_deref().filter(|_| self.flags_file().is_none()).unwrap_or(&of_flags);
        let mut condition = primitives::map(&session.device, keep);
        for (name, stream) in lists {
            condition = condition.input(name, stream);
        }
        for (name, numbers) in &self.constants {
            condition = condition.constant(name, numbers.value);
        }
        match method {
            Some(method) => primitives::select_by(condition, method),
            None => primitives::select(condition),
        }
    }
}
