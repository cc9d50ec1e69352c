//! `brooklet filter`: writes the records that are kept, without gaps.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use brooklet::kernel::{self, Reading};
use brooklet::primitives::Selection;
use brooklet::{Components, Element, Error, Stream, Texel, compute, io, primitives};

use super::Common;
use super::along::Along;
use super::arrays::{self, AnyStream, with_stream};
use super::bindings::{self, Numbers, parse_constant, parse_input};
use super::dtype::DtypeOption;
use super::elements::{self, Elements, map_elements};
use super::family::{Chosen, Family, choose, methods};
use super::keys::Types;
use super::listed::Listed;
use super::session::Session;
use super::shapes;
use super::vectors::Axis;

/// Keep some of the records of an array, in their order
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet filter in.csv --keep 'x > 0.0'
  brooklet filter in.npy -o out.npy --keep 'x > 0.0'
  brooklet filter points.csv -o near.csv --keep 'length(x) < 2'
  brooklet filter in.npy -o out.npy --method stable-sort
  brooklet filter x.npy -o heavy.npy --keep 'w * x > limit' -i w=weights.npy -c limit=3
  brooklet filter x.npy -o kept.npy --keep 'x > 0.0' --payload y.npy --payload-out kept-y.npy
  brooklet filter in.npy -o out.npy --keep 'x > 0.0' --partition
  brooklet filter matrix.npy -o rows.npy --axis 0 --keep flags.npy
  brooklet filter matrix.npy -o columns.npy --axis 1 --keep 'w > 0.5' -i w=weights.npy

--keep is a GLSL expression in x, the record: a float, or a vector for rows of a .csv, for pixels, and \
for a last axis of 2 to 4 of a .npy where --vectors or the expression makes it one. Without it, the \
null records are dropped: those whose first component is +inf. The result is a list. Other inputs (-i) and payloads \
have the shape of the array. Records and payloads of integers keep their dtype, but that records which float32 does not hold are \
rounded to it, with a note, if the condition names them, or if they are vectors. With any of them, with constants or --partition, there are at most 2^24 records.

With --axis N whole slices along that axis are kept, such as the rows of a matrix with 0 and its columns with 1. --keep is then a file \
of flags, or a condition on inputs (-i), with one number for each slice: a flag that is not 0 keeps its slice. Payloads have as many \
slices along the axis. The methods scan-search-gather and stable-sort \
mark the records to drop with +inf: with them it is an error to keep a record that is +inf.

Without -o, up to 100 lines are printed: a line for each record, or for each row of slices. Payloads need files, and so do the records \
then.")]
pub struct Filter {
    /// The array
    pub(super) input: PathBuf,
    /// Where the result goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// A condition: which records to keep. With --axis it may be a file of flags
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub(super) keep: Option<String>,
    #[command(flatten)]
    along: Along,
    /// Binds a name in the condition to another array (repeatable)
    #[arg(short, long = "input", value_name = "NAME=FILE", requires = "keep", value_parser = parse_input)]
    pub(super) inputs: Vec<(String, PathBuf)>,
    /// Binds a name in the condition to a number, or to a vector of 2 to 4 numbers (repeatable)
    #[arg(short, long = "constant", value_name = "NAME=NUMBER[,..]", requires = "keep", value_parser = parse_constant)]
    pub(super) constants: Vec<(String, Numbers)>,
    /// Another array, of which the records at the same positions are kept (repeatable, each with a --payload-out)
    #[arg(long = "payload", value_name = "FILE", requires_all = ["payload_outputs", "output"])]
    pub(super) payloads: Vec<PathBuf>,
    /// Where the records of a payload go: the first is for the first --payload
    #[arg(long = "payload-out", value_name = "FILE", requires = "payloads")]
    payload_outputs: Vec<PathBuf>,
    /// Write the kept records first and all others behind them, both in their order; a note says how many are kept
    #[arg(long)]
    pub(super) partition: bool,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: a pyramid of counts [default: histopyramid], a stable sort (stable-sort), or scan, search and gather, where
    /// the search is one pass (scan-search-gather) or one pass for each step (scan-search-gather-multipass), or where an occlusion query
    /// counts the records that are kept (occlusion-query). Compute: a scan of flags (scan-scatter), tiles or runs
    /// [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("filter"))]
    method: Option<String>,
    /// How the marker of the records that --keep drops, an infinity, is made: computed by the device, or streamed to it. Fragment
    /// only; histopyramid needs no marker
    #[arg(long, default_value = "made")]
    infinity: Infinity,
    #[command(flatten)]
    pub(super) axis: Axis,
    #[command(flatten)]
    pub(super) dtype: DtypeOption,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Infinity {
    Made,
    Streamed,
}

type Method = Chosen<primitives::Filter, compute::Filter>;

impl Filter {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let names: Vec<&str> = self.names().collect();
        bindings::refuse_repeated("filter", &names);
        let inputs: Vec<&Path> = self.files().chain(self.payloads.iter().map(PathBuf::as_path)).collect();
        if self.along.axis.is_none() {
            common.one_stdin("filter", inputs.iter().copied());
        }
        let outputs = self.outputs();
        self.dtype.check("filter", &outputs);
        outputs.iter().try_for_each(|output| io::check_output(output))?;
        if self.family == Family::Compute && self.infinity == Infinity::Streamed {
            super::usage(
                "filter",
                "--infinity is only for --family fragment: flags mark the dropped records otherwise".into(),
            );
        }
        let method: Method = choose("filter", self.family, self.method.as_deref());
        // A partition of one stream needs no selection on compute shaders.
        let selected =
            if self.family == Family::Compute { self.has_others() } else { self.partition || self.has_others() };
        self.along.check("filter", self.family);
        if let (Some(path), None) = (self.flags_file(), self.along.axis) {
            let file = io::input_name(path);
            super::usage(
                "filter",
                format!("--keep {file} is a file, which needs --axis N: its flags keep slices along an axis"),
            );
        }
        if selected && self.family == Family::Compute {
            super::usage("filter", "--family compute is not for -i, -c and --payload".into());
        }
        if self.partition && self.keep.is_none() && self.family == Family::Compute {
            super::usage("filter", "--partition with --family compute needs --keep".into());
        }
        if selected && self.infinity == Infinity::Streamed {
            super::usage("filter", "--infinity is not for -i, -c, --payload and --partition".into());
        }
        if let (Some(along), Method::Fragment(method)) = (self.along.axis, method) {
            if self.infinity == Infinity::Streamed {
                super::usage("filter", "--infinity is not for --axis: flags mark the slices otherwise".into());
            }
            return self.run_axis(common, along, method);
        }
        let files: Vec<&Path> = inputs.into_iter().chain(outputs).collect();
        common.run(&files, |session| {
            self.dtype.choose(&session.dtype);
            if selected {
                return self.select(session, method);
            }
            if self.keep.as_ref().is_some_and(|keep| !kernel::unused(keep, &["x"]).is_empty()) {
                session.notes(&["--keep does not use `x`: it keeps all records, or none".to_owned()]);
            }
            session.progress.stages(5);
            let used = |_: &[usize], width| self.reading(width);
            let (array, exact) = self.axis.exact_list(session, &self.input, Some(Listed::Filter), used)?;
            let (stream, dtype) = elements::upload_floats(session, &self.input, &array, exact.as_ref())?;
            session.progress.stage("filtering");
            let kept = with_stream!(&stream, stream => match (method, &self.keep) {
                (Method::Compute(method), Some(keep)) if self.partition => {
                    let method = method.unwrap_or_else(|| compute::Filter::fastest(stream.device()));
                    let (partitioned, kept) = compute::partition_by(stream, keep, method)?;
                    self.note_kept(session, kept, partitioned.len());
                    AnyStream::from(partitioned)
                }
                _ => AnyStream::from(self.filter(stream, method)?),
            });
            self.save(session, self.output.as_deref(), &Elements::Floats(kept, dtype))
        })
    }

    /// Returns whether more than one stream and an expression decides which records are kept, or is taken.
    fn has_others(&self) -> bool {
        !(self.inputs.is_empty() && self.constants.is_empty() && self.payloads.is_empty())
    }

    /// Returns the names that the condition may have.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let inputs = self.inputs.iter().map(|(name, _)| name.as_str());
        std::iter::once("x").chain(inputs).chain(self.constants.iter().map(|(name, _)| name.as_str()))
    }

    /// Returns the files of the condition's arrays: that of `x`, and those of the other inputs.
    fn files(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(self.input.as_path()).chain(self.inputs.iter().map(|(_, path)| path.as_path()))
    }

    /// Returns where the records and the payloads go. Two of them in the same file are a usage error, and so is a payload without one.
    pub(super) fn outputs(&self) -> Vec<&Path> {
        let (payloads, outputs) = (self.payloads.len(), self.payload_outputs.len());
        if payloads != outputs {
            super::usage(
                "filter",
                format!("there are {payloads} --payload and {outputs} --payload-out: give each payload one"),
            );
        }
        let mut outputs: Vec<&Path> = self.output.iter().map(PathBuf::as_path).collect();
        for path in &self.payload_outputs {
            if outputs.iter().any(|other| io::same_file(other, path)) {
                super::usage("filter", format!("two results would both go to {}", path.display()));
            }
            outputs.push(path);
        }
        outputs
    }

    /// Returns where each result goes: the records, which are printed if they have no file, and then the payloads.
    pub(super) fn targets(&self) -> impl Iterator<Item = Option<&Path>> {
        std::iter::once(self.output.as_deref()).chain(self.payload_outputs.iter().map(|path| Some(path.as_path())))
    }

    /// Filters by a condition on several arrays, and takes the records of payloads along.
    fn select(&self, session: &Session, method: Method) -> anyhow::Result<()> {
        bindings::note_constants(session, &self.constants);
        let names: Vec<&str> = self.names().collect();
        if let Some(keep) = &self.keep {
            let unused = kernel::unused(keep, &names).into_iter().filter(|name| *name != "x");
            session.notes(&unused.map(|name| format!("`{name}` is bound, and never used")).collect::<Vec<_>>());
        }
        session.progress.stages(2 * (names.len() + 2 * self.payloads.len()) as u64 + 3);
        let paths: Vec<&Path> = self.files().collect();
        let (arrays, exact) = self.axis.exact_first(session, &paths, |_, width| self.reading(width))?;
        session.notes(Listed::Filter.note(paths[0], &arrays[0]).as_slice());
        let beside = arrays[0].shape.clone();
        for (path, array) in paths.iter().zip(&arrays).skip(1) {
            shapes::check(&io::input_name(path), &array.shape, paths[0], &beside)?;
        }
        // Records that the condition does not name are moved as they are.
        let names_records = |keep: &String| kernel::unused(keep, &["x"]).is_empty();
        let named = self.inputs.is_empty() || self.keep.as_ref().is_none_or(names_records);
        let types = if named { Types::Floats } else { Types::All };
        let mut taken = vec![elements::upload(session, paths[0], &arrays[0], exact.as_ref(), types)?];
        let mut others = Vec::with_capacity(arrays.len());
        for (path, array) in paths.iter().zip(arrays).skip(1) {
            others.push(arrays::upload(session, path, &array)?);
        }
        for path in &self.payloads {
            let (array, exact) = self.axis.exact_beside(session, path, &beside)?;
            shapes::check(&format!("payload {}", io::input_name(path)), &array.shape, paths[0], &beside)?;
            taken.push(elements::upload(session, path, &array, exact.as_ref(), Types::All)?);
        }
        session.progress.stage("filtering");
        let records = taken.iter().take(1).filter_map(|records| match records {
            Elements::Floats(stream, _) if named => Some(stream),
            _ => None,
        });
        let names = self.names().skip(usize::from(!named));
        let bound: Vec<(&str, &AnyStream)> = names.zip(records.chain(&others)).collect();
        let selection = self.selection(session, &bound, method)?;
        if self.partition {
            self.note_kept(session, selection.kept(), selection.records());
        }
        for (elements, output) in taken.iter().zip(self.targets()) {
            let kept = map_elements!(elements, stream => match self.partition {
                true => selection.partition(stream)?,
                false => selection.take(stream)?,
            });
            self.save(session, output, &kept)?;
        }
        Ok(())
    }

    /// Writes what is kept: as floats, if a dtype of floats is asked for.
    pub(super) fn save(&self, session: &Session, output: Option<&Path>, kept: &Elements) -> anyhow::Result<()> {
        elements::save_checked(session, "filter", output, kept, self.dtype.written())
    }

    /// Returns how the condition takes inputs whose last axis may hold vectors.
    fn reading(&self, width: Components) -> Reading {
        let Some(keep) = &self.keep else { return Reading::Scalars };
        let inputs: Vec<&str> = self.names().take(1 + self.inputs.len()).collect();
        let constants: Vec<(&str, Components)> =
            self.constants.iter().map(|(name, numbers)| (name.as_str(), numbers.components())).collect();
        // An expression that accepts only scalars does not rule out that the rows were meant as vectors: `Scalars` prints a note on that.
        match kernel::reading(keep, &inputs, width, &constants, true) {
            Reading::OnlyScalars => Reading::Scalars,
            reading => reading,
        }
    }

    fn selection(&self, session: &Session, bound: &[(&str, &AnyStream)], method: Method) -> Result<Selection, Error> {
        let is_data = match bound {
            [(_, AnyStream::One(_)), ..] => "!(x > 3.4028235e38)",
            _ => "!(x.x > 3.4028235e38)",
        };
        let mut condition = primitives::map(&session.device, self.keep.as_deref().unwrap_or(is_data));
        for (name, stream) in bound {
            condition = with_stream!(stream, stream => condition.input(name, stream));
        }
        for (name, numbers) in &self.constants {
            condition = condition.constant(name, numbers.value);
        }
        match method {
            Method::Fragment(Some(method)) => primitives::select_by(condition, method),
            _ => primitives::select(condition),
        }
    }

    fn note_kept(&self, session: &Session, kept: usize, records: usize) {
        let name = io::input_name(&self.input);
        session.notes(&[format!("{name}: {kept} of {records} records are kept")]);
    }

    fn filter<T: Texel + Element>(&self, stream: &Stream<T>, method: Method) -> Result<Stream<T>, Error> {
        let method = match (method, &self.keep) {
            (Method::Fragment(None), None) => return primitives::compact(stream),
            (Method::Fragment(None), Some(keep)) if self.infinity == Infinity::Made => {
                return primitives::filter(stream, keep);
            }
            (Method::Fragment(method), _) => method.unwrap_or_else(|| primitives::Filter::fastest(stream.device())),
            (Method::Compute(method), keep) => {
                let method = method.unwrap_or_else(|| compute::Filter::fastest(stream.device()));
                return match keep {
                    Some(keep) => compute::filter_by(stream, keep, method),
                    None => compute::compact_by(stream, method),
                };
            }
        };
        match &self.keep {
            Some(keep) => {
                let infinity = match self.infinity {
                    Infinity::Made => primitives::Infinity::Made,
                    Infinity::Streamed => primitives::Infinity::Streamed,
                };
                primitives::filter_with(stream, keep, method, infinity)
            }
            None => primitives::compact_by(stream, method),
        }
    }
}
