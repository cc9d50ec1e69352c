//! `brooklet sort`: sorts keys, and a payload with them.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use brooklet::kernel::Reading;
use brooklet::{Element, Error, Shape, Stream, Texel, compute, io, primitives};

use super::Common;
use super::along::{self, Along};
use super::arrays::{self, NO_ORDER, with_stream};
use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::shapes::tuple;
use super::vectors::{self, Axis};

/// Sort an array, and a payload with it
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet sort in.npy -o out.npy
  brooklet sort in.npy -o out.npy --descending --method bitonic-float
  brooklet sort in.npy -o out.npy --family compute --method bitonic-shared
  brooklet sort keys.npy -o keys-out.npy --values points.csv --values-out points-out.csv --stable
  brooklet sort matrix.npy -o out.npy --axis -1

Elements are taken in C order; with --axis N each line along that axis is sorted by itself, as numpy.sort(x, axis=N). \
The result has the shape of the input. Keys are single numbers; a \
payload has their shape, and of vectors in .npy one more axis of 2 to 4. -0 and 0 tie; NaN has no \
place in an order, and is an error. Without --stable, equal keys come in any order.")]
pub struct Sort {
    /// The keys
    input: PathBuf,
    /// Where the sorted keys go
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The largest first
    #[arg(long)]
    descending: bool,
    #[command(flatten)]
    along: Along,
    /// Keep the order of equal keys
    #[arg(long)]
    stable: bool,
    /// A payload of the same shape, which moves with its keys: numbers or vectors
    #[arg(long, value_name = "FILE", requires = "values_out")]
    values: Option<PathBuf>,
    /// Where the payload goes
    #[arg(long, value_name = "FILE", requires = "values")]
    values_out: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: merging [default: merge], or bitonic steps, with integer addresses (bitonic), with float addresses
    /// as in 2004 (bitonic-float), or with four keys a texel (bitonic-packed). Compute: a dispatch for each bitonic step
    /// (bitonic), bitonic steps in shared memory (bitonic-shared), or a radix sort by digits of 4 bits (radix) or of 8 bits
    /// [default: radix-tiles on a GPU, else radix-runs]
    #[arg(long, value_parser = methods("sort"))]
    method: Option<String>,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
}

/// The options of a sort, as the type of the chosen family.
#[derive(Clone, Copy)]
enum Options {
    Fragment(primitives::SortOptions),
    Compute(compute::SortOptions),
}

impl Options {
    fn sort(self, keys: &Stream<f32>) -> Result<Stream<f32>, Error> {
        match self {
            Options::Fragment(options) => primitives::sort_with(keys, options),
            Options::Compute(options) => compute::sort_with(keys, options),
        }
    }

    fn sort_pairs<T: Texel + Element>(
        self,
        keys: &Stream<f32>,
        values: &Stream<T>,
    ) -> Result<(Stream<f32>, Stream<T>), Error> {
        match self {
            Options::Fragment(options) => primitives::sort_pairs_with(keys, values, options),
            Options::Compute(options) => compute::sort_pairs_with(keys, values, options),
        }
    }
}

impl Sort {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let mut files: Vec<&Path> = vec![&self.input, &self.output];
        files.extend(self.values.as_deref());
        files.extend(self.values_out.as_deref());
        common.one_stdin("sort", std::iter::once(self.input.as_path()).chain(self.values.as_deref()));
        if self.axis.vectors && self.values.is_none() {
            super::usage("sort", format!("--vectors is only for --values: keys must be numbers, as {NO_ORDER}"));
        }
        let outputs: Vec<&Path> = std::iter::once(self.output.as_path()).chain(self.values_out.as_deref()).collect();
        self.depth.check("sort", &outputs);
        self.dtype.check("sort", &outputs);
        io::check_output(&self.output)?;
        if let Some(path) = &self.values_out {
            io::check_output(path)?;
            if io::same_file(path, &self.output) {
                super::usage("sort", format!("keys and payload would both go to {}", path.display()));
            }
        }
        self.along.check("sort", self.family);
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
            let keys = vectors::ordered(session, &self.input, &self.axis, Some(Listed::Sort))?;
            let Some((values, values_out)) = self.values.as_ref().zip(self.values_out.as_ref()) else {
                session.progress.stage("sorting");
                return arrays::save(session, &self.output, &options.sort(&keys)?);
            };
            let shape = keys.shape();
            let beside = Some(shape.extents());
            let array = self.axis.read_all(session, &[values], beside, |_, _| Reading::Scalars)?.remove(0);
            let values = arrays::upload(session, values, &array)?;
            session.progress.stage("sorting");
            with_stream!(&values, values => {
                let (keys, values): (Stream<f32>, _) = options.sort_pairs(&keys, values)?;
                arrays::save(session, &self.output, &keys)?;
                arrays::save(session, values_out, &values)
            })
        })
    }

    /// Sorts each line along an axis by itself. A payload is gathered in the order of its keys.
    fn run_axis(&self, common: &Common, files: &[&Path], along: i32) -> anyhow::Result<()> {
        let name = self.method.as_deref();
        let mut options = primitives::SortAxisOptions::default();
        options = along::method("sort", name).map_or(options, |method| options.method(method));
        options = if self.descending { options.descending() } else { options };
        let mut by_order = primitives::ArgsortAxisOptions::default();
        by_order = along::method("sort", name).map_or(by_order, |method| by_order.method(method));
        by_order = if self.descending { by_order.descending() } else { by_order };
        common.run(files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(if self.values.is_some() { 9 } else { 5 });
            let numbers = Axis { vectors: false, scalars: true };
            let (array, axis) = along::read(session, &self.input, along, &numbers)?;
            arrays::refuse_nan(&self.input, &array)?;
            let axis = axis as i32;
            session.progress.stage(format!("uploading {}", io::input_name(&self.input)));
            let keys = session.device.upload_shaped(Shape::try_from(array.shape.as_slice())?, &array.data)?;
            if self.values.is_none() && !self.stable {
                session.progress.stage("sorting");
                return arrays::save(session, &self.output, &primitives::sort_axis_with(&keys, axis, options)?);
            }
            let payload = match self.values.as_ref().zip(self.values_out.as_ref()) {
                Some((values, values_out)) => {
                    let beside = Some(array.shape.as_slice());
                    let own = self.axis.read_all(session, &[values], beside, |_, _| Reading::Scalars)?.remove(0);
                    if own.shape != array.shape {
                        let (found, wanted) = (tuple(&own.shape), tuple(&array.shape));
                        let (values, keys) = (io::input_name(values), io::input_name(&self.input));
                        bail!("payload {values} is {found}: it must have the shape of {keys}, {wanted}");
                    }
                    Some((arrays::upload(session, values, &own)?, values_out))
                }
                None => None,
            };
            session.progress.stage("sorting");
            let order = primitives::argsort_axis_with(&keys, axis, by_order)?;
            arrays::save(session, &self.output, &primitives::take_along_axis(&keys, &order, axis)?)?;
            let Some((values, values_out)) = payload else { return Ok(()) };
            with_stream!(&values, values => {
                arrays::save(session, values_out, &primitives::take_along_axis(values, &order, axis)?)
            })
        })
    }
}
