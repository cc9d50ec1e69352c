//! `brooklet sort`: sorts keys, and a payload with them.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::io::{Array, ExactDtype};
use brooklet::{Error, Shape, Stored, Stream, compute, io, primitives};

use super::Common;
use super::along::Along;
use super::arrays::{ExactNumbers, NO_ORDER, with_stream};
use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::elements::{self, Elements};
use super::family::{Chosen, Family, choose, methods};
use super::keys::{self, AnyKeys, Numbers, Types, Zeros, with_keys};
use super::listed::Listed;
use super::result;
use super::session::Session;
use super::shapes;
use super::vectors::Axis;
use super::written;

/// Sort an array, and a payload with it
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet sort in.npy
  brooklet sort in.npy -o out.npy
  brooklet sort in.npy -o out.npy --descending --method bitonic-float
  brooklet sort in.npy -o out.npy --family compute --method bitonic-shared
  brooklet sort keys.npy -o keys-out.npy --values points.csv --values-out points-out.csv --stable
  brooklet sort matrix.npy -o out.npy --axis -1

Elements are taken in C order; with --axis N each line along that axis is sorted by itself, as numpy.sort(x, axis=N). \
The result has the shape of the input. Keys are single numbers; a \
payload has their shape, and of vectors in .npy one more axis of 2 to 4. Integers of any size are exact and \
keep their dtype; float64 that float32 does not hold stays float64 (--family compute rounds both to float32, with \
a note). -0 and 0 tie; NaN has no \
place in an order, and is an error. Without --stable, equal keys come in any order. Without -o, up to 100 lines are printed: a line for each \
number, or for each row; with a payload, a line `key,value..` for each key.")]
pub struct Sort {
    /// The keys
    pub(super) input: PathBuf,
    /// Where the sorted keys go [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The largest first
    #[arg(long)]
    pub(super) descending: bool,
    #[command(flatten)]
    pub(super) along: Along,
    /// Keep the order of equal keys
    #[arg(long)]
    pub(super) stable: bool,
    /// A payload of the same shape, which moves with its keys: numbers or vectors
    #[arg(long, value_name = "FILE")]
    pub(super) values: Option<PathBuf>,
    /// Where the payload goes. Without this file and -o, a line `key,value..` is printed for each of up to 100 keys
    #[arg(long, value_name = "FILE", requires = "values")]
    pub(super) values_out: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    pub(super) family: Family,
    /// The method. Fragment: merging [default: merge], or bitonic steps, with integer addresses (bitonic), with float addresses
    /// as in 2004 (bitonic-float), with four keys a texel (bitonic-packed), or by blending alone, as in 2005 (blending). Compute: a dispatch for each bitonic step
    /// (bitonic), bitonic steps in shared memory (bitonic-shared), or a radix sort by digits of 4 bits (radix) or of 8 bits
    /// [default: radix-tiles on a GPU, else radix-runs]
    #[arg(long, value_parser = methods("sort"))]
    pub(super) method: Option<String>,
    #[command(flatten)]
    pub(super) axis: Axis,
    #[command(flatten)]
    pub(super) depth: DepthOption,
    #[command(flatten)]
    pub(super) dtype: DtypeOption,
}

/// The options of a sort, as the type of the chosen family.
#[derive(Clone, Copy)]
enum Options {
    Fragment(primitives::SortOptions),
    Compute(compute::SortOptions),
}

impl Sort {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let inputs = std::iter::once(self.input.as_path()).chain(self.values.as_deref());
        let outputs: Vec<&Path> = self.output.as_deref().into_iter().chain(self.values_out.as_deref()).collect();
        let files: Vec<&Path> = inputs.clone().chain(outputs.iter().copied()).collect();
        common.one_stdin("sort", inputs);
        if self.axis.vectors && self.values.is_none() {
            super::usage("sort", format!("--vectors is only for --values: keys must be numbers, as {NO_ORDER}"));
        }
        if self.values.is_some() {
            result::check_pair_files("sort", self.output.as_deref(), self.values_out.as_deref());
        }
        self.depth.check("sort", &outputs);
        self.dtype.check("sort", &outputs);
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        if let Some(path) = &self.values_out {
            io::check_output(path)?;
            if self.output.as_ref().is_some_and(|output| io::same_file(path, output)) {
                super::usage("sort", format!("keys and payload would both go to {}", path.display()));
            }
        }
        if let Some(along) = self.along.axis {
            return self.run_axis(common, &files, along);
        }
        let options = match choose("sort", self.family, self.method.as_deref()) {
            Chosen::Fragment(method) => {
                let mut options = primitives::SortOptions::default();
                options = method.map_or(options, |method| options.method(method));
                options = if self.descending { options.descending() } else { options };
                Options::Fragment(if self.stable { options.stable() } else { options })
            }
            Chosen::Compute(method) => {
                let mut options = compute::SortOptions::default();
                options = method.map_or(options, |method| options.method(method));
                options = if self.descending { options.descending() } else { options };
                Options::Compute(if self.stable { options.stable() } else { options })
            }
        };
        common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(if self.values.is_some() { 9 } else { 5 });
            let (array, exact) = keys::read(session, &self.input, &self.axis, Some(Listed::Sort))?;
            self.check_lines(&array);
            match options {
                Options::Fragment(options) => self.by_passes(session, &array, exact.as_ref(), options),
                Options::Compute(options) => self.by_dispatches(session, &array, exact.as_ref(), options),
            }
        })
    }

    fn by_passes(
        &self,
        session: &Session,
        array: &Array,
        exact: Option<&ExactNumbers>,
        options: primitives::SortOptions,
    ) -> anyhow::Result<()> {
        let (output, values_out) = (self.output.as_deref(), self.values_out.as_deref());
        let upload = |zeros| keys::upload(session, &self.input, array, exact, (Types::All, zeros));
        let double = exact.is_some_and(|exact| exact.dtype == ExactDtype::Float64);
        if !double || !self.stable && self.values.is_none() {
            let Numbers { stream, dtype } = upload(Zeros::Apart)?;
            let Some(payload) = self.payload(session, array, Types::All)? else {
                session.progress.stage("sorting");
                let sorted: AnyKeys = with_keys!(&stream, keys => primitives::sort_with(keys, options)?.into());
                return self.save(session, output, &sorted, dtype);
            };
            session.progress.stage("sorting");
            return with_keys!(&stream, keys => match &payload {
                Elements::Floats(values, from) => with_stream!(values, values => {
                    let (keys, values) = primitives::sort_pairs_with(keys, values, options)?;
                    self.save(session, output, &keys.into(), dtype)?;
                    written::save_floats(session, values_out, &values, *from, self.dtype.written())
                }),
                Elements::Exact(values) => with_keys!(&values.stream, values_stream => {
                    let (keys, sorted) = primitives::sort_pairs_with(keys, values_stream, options)?;
                    self.save(session, output, &keys.into(), dtype)?;
                    self.save(session, values_out, &sorted.into(), values.dtype)
                }),
            });
        }
        // -0 and 0 tie, and keep their sign: the keys are a payload of keys without it.
        let (ties, apart) = (upload(Zeros::Tie)?, upload(Zeros::Apart)?);
        let positions: Vec<f32> = (0..array.data.len()).map(|position| position as f32).collect();
        let positions = session.device.upload_shaped(Shape::try_from(array.shape.as_slice())?, &positions)?;
        let payload = self.payload(session, array, Types::All)?;
        session.progress.stage("sorting");
        let order = with_keys!(&ties.stream, keys => primitives::sort_pairs_with(keys, &positions, options)?.1);
        let sorted: AnyKeys = with_keys!(&apart.stream, keys => taken(keys, &order)?.into());
        self.save(session, output, &sorted, apart.dtype)?;
        match &payload {
            None => Ok(()),
            Some(Elements::Floats(values, from)) => with_stream!(values, values => {
                written::save_floats(session, values_out, &taken(values, &order)?, *from, self.dtype.written())
            }),
            Some(Elements::Exact(values)) => {
                let sorted: AnyKeys = with_keys!(&values.stream, values => taken(values, &order)?.into());
                self.save(session, values_out, &sorted, values.dtype)
            }
        }
    }

    fn by_dispatches(
        &self,
        session: &Session,
        array: &Array,
        exact: Option<&ExactNumbers>,
        options: compute::SortOptions,
    ) -> anyhow::Result<()> {
        let types = (Types::Floats, Zeros::Apart);
        let Numbers { stream, dtype } = keys::upload(session, &self.input, array, exact, types)?;
        let (output, values_out) = (self.output.as_deref(), self.values_out.as_deref());
        let keys = stream.floats()?;
        let payload = self.payload(session, array, Types::Floats)?;
        session.progress.stage("sorting");
        match payload {
            None => self.save(session, output, &compute::sort_with(keys, options)?.into(), dtype),
            Some(Elements::Exact(_)) => bail!("compute shaders take floats only"),
            Some(Elements::Floats(values, from)) => with_stream!(&values, values => {
                let (keys, values): (Stream<f32>, _) = compute::sort_pairs_with(keys, values, options)?;
                self.save(session, output, &keys.into(), dtype)?;
                written::save_floats(session, values_out, &values, from, self.dtype.written())
            }),
        }
    }

    /// Exits with a message if keys without a file are too many to be printed, with or without a payload.
    pub(super) fn check_lines(&self, keys: &Array) {
        match self.values {
            None => result::check_array("sort", self.output.as_deref(), keys),
            Some(_) => result::check_pairs("sort", self.output.as_deref(), keys.data.len()),
        }
    }

    /// Reads and uploads the payload, if there is one. One of another shape than the keys is an error.
    pub(super) fn payload(&self, session: &Session, keys: &Array, types: Types) -> anyhow::Result<Option<Elements>> {
        let Some(values) = &self.values else { return Ok(None) };
        let (array, exact) = self.axis.exact_beside(session, values, &keys.shape)?;
        shapes::check(&format!("payload {}", io::input_name(values)), &array.shape, &self.input, &keys.shape)?;
        Ok(Some(elements::upload(session, values, &array, exact.as_ref(), types)?))
    }

    fn save(
        &self,
        session: &Session,
        output: Option<&Path>,
        numbers: &AnyKeys,
        dtype: Option<ExactDtype>,
    ) -> anyhow::Result<()> {
        written::save(session, output, numbers, dtype, self.dtype.written())
    }
}

/// Gathers elements in the order of positions, if there are any.
fn taken<T: Stored>(values: &Stream<T>, order: &Stream<f32>) -> Result<Stream<T>, Error> {
    if values.is_empty() { values.device().stream(values.shape()) } else { primitives::take(values, order) }
}
