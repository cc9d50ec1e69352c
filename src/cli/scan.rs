//! `brooklet scan`: reduces every prefix of an array.

use std::path::{Path, PathBuf};

use clap::Args;

use brooklet::io::{Array, ExactDtype};
use brooklet::kernel::Reading;
use brooklet::{Element, Error, Shape, Stream, Texel, compute, io, primitives};

use super::Common;
use super::along::{self, Along};
use super::arrays::{AnyStream, ExactNumbers, with_stream};
use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::elements;
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::operation::Op;
use super::picture::is_picture;
use super::result;
use super::session::Session;
use super::shapes;
use super::sums;
use super::vectors::{Axis, by_output};
use super::written;

/// Combine each element with all before it: sums, running maxima, ..
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet scan in.npy
  brooklet scan in.npy -o out.npy
  brooklet scan in.npy -o out.npy --op max --exclusive
  brooklet scan in.csv -o out.csv --method up-down-sweep --trace passes.json
  brooklet scan in.npy -o out.npy --segments flags.npy
  brooklet scan matrix.npy -o out.npy --axis 0

Elements are taken in C order; with --axis N each line along that axis is scanned by itself, as \
numpy.cumsum(x, axis=N). The result has the shape of the input. With --exclusive, the first \
element is the operator's identity: 0, 1, -inf or inf. Of integers that float32 holds, running maxima and minima keep the dtype, but for \
--exclusive; all else is float32. Without -o, up to 100 lines are printed: a line for each number, or for each row.")]
pub struct Scan {
    /// The array
    input: PathBuf,
    /// Where the result goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The operator
    #[arg(long, default_value = "sum")]
    op: Op,
    #[command(flatten)]
    along: Along,
    /// Combine only the elements before each one, without itself
    #[arg(long)]
    exclusive: bool,
    /// Start anew at each element whose number in this file is not 0. The file has the shape of the elements
    #[arg(long, value_name = "FILE", conflicts_with_all = ["exclusive", "along"])]
    segments: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: up and down a pyramid [default: pyramid], log n passes over all elements (hillis-steele), up and down a tree
    /// (up-down-sweep), or up and down a tree of which the top is scanned by log n passes (hybrid). Compute: Harris's kernels (naive,
    /// work-efficient, bank-conflict-free), tiles or runs [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("scan"))]
    method: Option<String>,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
}

type Method = Chosen<primitives::Scan, compute::Scan>;
type AxisMethod = Chosen<primitives::ScanAxis, compute::ScanAxis>;
type SegmentsMethod = Chosen<primitives::SegmentedScan, compute::SegmentedScan>;

impl Scan {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.depth.check("scan", self.output.as_deref().as_slice());
        self.dtype.check("scan", self.output.as_deref().as_slice());
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        if self.segments.is_some() {
            return self.run_segments(common);
        }
        if let Some(along) = self.along.axis {
            return self.run_axis(common, along);
        }
        let method: Method = choose("scan", self.family, self.method.as_deref());
        common.run(&self.files(), |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(5);
            let used = |shape: &[usize], _| by_output(Reading::Scalars, self.output.as_deref(), shape);
            let list = (!self.output.as_deref().is_some_and(is_picture)).then_some(Listed::Scan);
            let (array, exact) = self.axis.exact_list(session, &self.input, list, used)?;
            let (stream, dtype) = self.elements(session, &array, exact.as_ref())?;
            sums::note(session, &self.input, &array, exact.as_ref(), self.op, sums::lines(&array, None));
            session.progress.stage("computing");
            with_stream!(&stream, stream => self.save(session, &self.scan(stream, method)?, dtype))
        })
    }

    /// Returns the files that are read and written.
    fn files(&self) -> Vec<&Path> {
        std::iter::once(self.input.as_path()).chain(self.output.as_deref()).collect()
    }

    /// Scans each line along an axis by itself.
    fn run_axis(&self, common: &Common, along: i32) -> anyhow::Result<()> {
        let method: AxisMethod = along::choose("scan", self.family, self.method.as_deref());
        common.run(&self.files(), |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(5);
            let (array, exact, axis) = along::exact(session, &self.input, along, &self.axis)?;
            let (stream, dtype) = self.elements(session, &array, exact.as_ref())?;
            sums::note(session, &self.input, &array, exact.as_ref(), self.op, sums::lines(&array, Some(axis)));
            let axis = axis as i32;
            session.progress.stage("computing");
            with_stream!(&stream, stream => {
                self.save(session, &self.scan_axis(stream, axis, method)?, dtype)
            })
        })
    }

    /// Scans each segment by itself.
    fn run_segments(&self, common: &Common) -> anyhow::Result<()> {
        let Some(segments) = &self.segments else { return Ok(()) };
        let name = self.method.as_deref();
        let method: SegmentsMethod = match self.family {
            Family::Fragment => Chosen::Fragment(along::method_with("--segments", "scan", name)),
            Family::Compute => Chosen::Compute(along::method_with("--segments", "scan", name)),
        };
        let files: Vec<&Path> = self.files().into_iter().chain([segments.as_path()]).collect();
        common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(7);
            let used = |shape: &[usize], _| by_output(Reading::Scalars, self.output.as_deref(), shape);
            let (array, exact) = self.axis.exact_list(session, &self.input, Some(Listed::Scan), used)?;
            let (stream, dtype) = self.elements(session, &array, exact.as_ref())?;
            let flags = Axis { vectors: false, scalars: true }.numbers(session, segments, None)?;
            shapes::check(&io::input_name(segments), &flags.shape, &self.input, &array.shape)?;
            let starts = flags.data.iter().scan(0, |group, flag| {
                *group += usize::from(*flag != 0.0);
                Some(*group)
            });
            let line = sums::lines_of_groups(&array, starts.collect());
            sums::note(session, &self.input, &array, exact.as_ref(), self.op, line);
            let heads = session.device.upload_shaped(Shape::try_from(flags.shape.as_slice())?, &flags.data)?;
            session.progress.stage("computing");
            with_stream!(&stream, stream => {
                let op = self.op.operator();
                let scanned = match method {
                    Chosen::Fragment(Some(method)) => primitives::segmented_scan_by(stream, &heads, &op, method)?,
                    Chosen::Fragment(None) => primitives::segmented_scan(stream, &heads, &op)?,
                    Chosen::Compute(Some(method)) => compute::segmented_scan_by(stream, &heads, &op, method)?,
                    Chosen::Compute(None) => compute::segmented_scan(stream, &heads, &op)?,
                };
                self.save(session, &scanned, dtype)
            })
        })
    }

    fn scan_axis<T: Texel + Element>(
        &self,
        stream: &Stream<T>,
        axis: i32,
        method: AxisMethod,
    ) -> Result<Stream<T>, Error> {
        let op = self.op.operator();
        match (method, self.exclusive) {
            (Chosen::Fragment(None), false) => primitives::scan_axis(stream, &op, axis),
            (Chosen::Fragment(None), true) => primitives::exclusive_scan_axis(stream, &op, axis),
            (Chosen::Fragment(Some(method)), false) => primitives::scan_axis_by(stream, &op, axis, method),
            (Chosen::Fragment(Some(method)), true) => primitives::exclusive_scan_axis_by(stream, &op, axis, method),
            (Chosen::Compute(None), false) => compute::scan_axis(stream, &op, axis),
            (Chosen::Compute(None), true) => compute::exclusive_scan_axis(stream, &op, axis),
            (Chosen::Compute(Some(method)), false) => compute::scan_axis_by(stream, &op, axis, method),
            (Chosen::Compute(Some(method)), true) => compute::exclusive_scan_axis_by(stream, &op, axis, method),
        }
    }

    /// Uploads the elements. Running maxima and minima have the dtype of the elements, unless they begin with an infinity; sums and products
    /// are float32.
    fn elements(
        &self,
        session: &Session,
        array: &Array,
        exact: Option<&ExactNumbers>,
    ) -> anyhow::Result<(AnyStream, Option<ExactDtype>)> {
        result::check_array("scan", self.output.as_deref(), array);
        let selects = matches!(self.op, Op::Max | Op::Min) && !self.exclusive;
        let (stream, dtype) = elements::upload_floats(session, &self.input, array, exact)?;
        Ok((stream, dtype.filter(|_| selects)))
    }

    /// Writes the result: as floats, if a dtype of floats is asked for.
    fn save<T: Texel>(&self, session: &Session, scanned: &Stream<T>, dtype: Option<ExactDtype>) -> anyhow::Result<()> {
        written::save_floats(session, self.output.as_deref(), scanned, dtype, self.dtype.written())
    }

    fn scan<T: Texel + Element>(&self, stream: &Stream<T>, method: Method) -> Result<Stream<T>, Error> {
        let op = self.op.operator();
        let fastest = || compute::Scan::fastest(stream.device());
        match (method, self.exclusive) {
            (Method::Fragment(None), true) => primitives::exclusive_scan(stream, &op),
            (Method::Fragment(None), false) => primitives::scan(stream, &op),
            (Method::Fragment(Some(method)), true) => primitives::exclusive_scan_by(stream, &op, method),
            (Method::Fragment(Some(method)), false) => primitives::scan_by(stream, &op, method),
            (Method::Compute(method), true) => compute::exclusive_scan_by(stream, &op, method.unwrap_or_else(fastest)),
            (Method::Compute(method), false) => compute::scan_by(stream, &op, method.unwrap_or_else(fastest)),
        }
    }
}
