//! `brooklet histogram`: counts the numbers in each bin.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;

use brooklet::io::{self, Array, Integers, number};
use brooklet::{BinEdges, Bins, BinsError, Error, MAX_BINS, Stream, compute, primitives};

use super::arrays;
use super::family::{Chosen, Family, choose, methods};
use super::listed::Listed;
use super::number::parse_float;
use super::operation::Op;
use super::session::Session;
use super::vectors::Axis;
use super::{Common, result, sums};

/// Count the numbers of an array in bins of equal width
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet histogram in.npy --bins 10
  brooklet histogram in.npy --bins 256 --range 0,1 -o counts.npy --edges edges.npy
  brooklet histogram in.npy --bins 20 --weights w.npy
  brooklet histogram x.npy y.npy --bins 64,32 -o counts.npy

Counts as numpy.histogram: bin i has the numbers from edge i up to, but without, edge i + 1; the last bin has its upper edge \
too. Without --range the bins go from the smallest to the largest number. Numbers out of range are dropped, and stderr says how \
many. Writes int64, or the sums of --weights as float32. With two inputs, counts pairs as numpy.histogram2d: a row for each bin \
of the first input. Without -o, results of up to 100 lines are printed. NaN is an error.")]
pub struct Histogram {
    /// The numbers
    input: PathBuf,
    /// The second numbers of pairs
    second: Option<PathBuf>,
    /// How many bins: 1 to 65536; for pairs two numbers, M,N
    #[arg(long, value_name = "N", value_delimiter = ',', required = true)]
    bins: Vec<usize>,
    /// From where to where the bins go; for pairs four numbers [default: from the smallest to the largest number]
    #[arg(long, value_name = "A,B", value_delimiter = ',', allow_hyphen_values = true, value_parser = parse_float)]
    range: Vec<f32>,
    /// Sum these weights, one for each number, instead of counting
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Where the counts go (.npy, .npz or .csv)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where the edges of the bins go, one more than there are bins; for pairs, give it twice
    #[arg(long, value_name = "FILE")]
    edges: Vec<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: bins compare the elements with themselves (compare-reduce), sorting and searching (sort-search)
    /// [default for many bins on CPUs], counters of several bins in one number (packed-counters) [default], or a point for each element,
    /// which blending adds to its bin (points) [default for many bins on GPUs]. Compute: atomic additions in
    /// shared memory (shared-atomics) or in a buffer (global-atomics), or counters for each run of elements (runs)
    #[arg(long, value_parser = methods("histogram"))]
    method: Option<String>,
    /// Read every number as a scalar, also in pixels and in rows of a .csv
    #[arg(long)]
    scalars: bool,
}

type Method = Chosen<primitives::Histogram, compute::Histogram>;

impl Histogram {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.check();
        if let Some(output) = &self.output {
            match self.weights {
                Some(_) => io::check_output(output)?,
                None => io::check_integers_output(output)?,
            }
        }
        self.edges.iter().try_for_each(|path| io::check_output(path))?;
        let method: Method = choose("histogram", self.family, self.method.as_deref());
        let mut files: Vec<&Path> = self.inputs();
        files.extend(self.weights.as_deref());
        files.extend(self.outputs());
        let lines = common.run(&files, |session| {
            session.progress.stages(2 + files.len() as u64);
            let mut streams = Vec::new();
            let mut numbers = 0;
            for path in self.inputs() {
                let array = self.read(session, path)?;
                arrays::refuse_nan(path, &array)?;
                if streams.is_empty() {
                    numbers = array.data.len();
                }
                if array.data.len() != numbers {
                    let (second, first) = (io::input_name(path), io::input_name(&self.input));
                    bail!(
                        "{second} has {} numbers, and {first} has {numbers}: a pair takes one of each",
                        array.data.len()
                    );
                }
                streams.push(session.device.upload_shaped(array.data.len(), &array.data)?);
            }
            let weights = self.weights.as_deref().map(|path| self.weights(session, path, numbers)).transpose()?;
            session.progress.stage("counting");
            let edges = self.edges_of(&streams, method)?;
            let counts = self.count(&streams, &edges, weights.as_ref(), method)?;
            session.progress.stage("reading back");
            let mut counts = Array::of(&counts)?;
            for (path, edges) in self.edges.iter().zip(&edges) {
                let data = edges.as_slice().to_vec();
                session.write(path, &mut Array { shape: vec![data.len()], components: 1, data })?;
            }
            if self.weights.is_none() {
                note_dropped(session, streams[0].len(), &counts);
            }
            self.write(session, &mut counts)
        })?;
        result::print(&lines)
    }

    fn inputs(&self) -> Vec<&Path> {
        std::iter::once(self.input.as_path()).chain(self.second.as_deref()).collect()
    }

    fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.output.iter().chain(&self.edges).map(PathBuf::as_path)
    }

    /// Exits with a message if the options do not belong together.
    fn check(&self) {
        let usage = |message: String| super::usage("histogram", message);
        let (axes, inputs) = (self.inputs().len(), if self.second.is_some() { "two inputs" } else { "one input" });
        if self.bins.len() != axes {
            let needed = if axes == 2 { "two numbers of bins, --bins M,N" } else { "one number of bins" };
            usage(format!("{inputs} must have {needed}, not {}", self.bins.len()));
        }
        if !self.range.is_empty() && self.range.len() != 2 * axes {
            usage(format!("the range of {inputs} has {} numbers, not {}", 2 * axes, self.range.len()));
        }
        if !self.edges.is_empty() && self.edges.len() != axes {
            usage(format!("{inputs} must have {axes} files of edges, not {}", self.edges.len()));
        }
        let outputs: Vec<&Path> = self.outputs().collect();
        for (at, path) in outputs.iter().enumerate() {
            if outputs[..at].iter().any(|other| io::same_file(other, path)) {
                usage(format!("two results would both go to {}", path.display()));
            }
        }
        // The bins of each input alone may be no error.
        let all = self.bins.iter().fold(1, |all: usize, bins| all.saturating_mul(*bins));
        if !(1..=MAX_BINS).contains(&all) {
            let product = match self.bins[..] {
                [rows, columns] => format!("{rows} × {columns} = "),
                _ => String::new(),
            };
            usage(format!("a histogram has 1 to {MAX_BINS} bins, not {product}{all}"));
        }
        result::check_lines("histogram", self.output.as_deref(), self.bins[0]);
    }

    fn read(&self, session: &Session, path: &Path) -> anyhow::Result<Array> {
        let axis = Axis { vectors: false, scalars: self.scalars };
        axis.numbers(session, path, Some(Listed::Histogram))
    }

    /// Reads and uploads the weights of so many numbers.
    fn weights(&self, session: &Session, path: &Path, numbers: usize) -> anyhow::Result<Stream<f32>> {
        let axis = Axis { vectors: false, scalars: self.scalars };
        let (array, exact) = axis.exact_numbers(session, path, Some(Listed::Histogram))?;
        if array.data.len() != numbers {
            let (weights, input) = (io::input_name(path), io::input_name(&self.input));
            bail!("{weights} has {} weights, and {input} has {numbers} numbers: each has one weight", array.data.len());
        }
        if let Some(exact) = &exact {
            session.notes(&exact.notes);
        }
        sums::note(session, path, &array, exact.as_ref(), Op::Sum, sums::lines(&array, None));
        Ok(session.device.upload_shaped(array.data.len(), &array.data)?)
    }

    /// Returns the edges of the bins of each input.
    fn edges_of(&self, streams: &[Stream<f32>], method: Method) -> anyhow::Result<Vec<BinEdges>> {
        let mut edges = Vec::new();
        for (axis, (stream, path)) in streams.iter().zip(self.inputs()).enumerate() {
            let bins = match self.range.get(2 * axis..2 * axis + 2) {
                Some([first, last]) if !first.is_finite() || !last.is_finite() => {
                    bail!("--range goes from a finite number to one that is not smaller, not from {first} to {last}")
                }
                Some(range) => Bins::between(self.bins[axis], range[0], range[1]),
                None => self.bins[axis].into(),
            };
            let found = match method {
                Method::Fragment(_) => primitives::histogram_edges(stream, bins),
                Method::Compute(_) => compute::histogram_edges(stream, bins),
            };
            edges.push(found.map_err(|error| match error {
                Error::Bins(BinsError::Narrow { .. }) => anyhow!(
                    "{}: {error}; subtract an offset, such as the smallest number, before the numbers become float32",
                    io::input_name(path)
                ),
                error => error.into(),
            })?);
        }
        Ok(edges)
    }

    fn count(
        &self,
        streams: &[Stream<f32>],
        edges: &[BinEdges],
        weights: Option<&Stream<f32>>,
        method: Method,
    ) -> Result<Stream<f32>, brooklet::Error> {
        let bins: Vec<Bins> = edges.iter().map(Bins::from).collect();
        match method {
            Method::Fragment(method) => {
                let mut options = primitives::HistogramOptions::default();
                options = method.map_or(options, |method| options.method(method));
                options = weights.map_or(options, |weights| options.weights(weights));
                match streams {
                    [x, y] => primitives::histogram_2d_with(x, y, [bins[0], bins[1]], options),
                    _ => primitives::histogram_with(&streams[0], bins[0], options),
                }
            }
            Method::Compute(method) => {
                let mut options = compute::HistogramOptions::default();
                options = method.map_or(options, |method| options.method(method));
                options = weights.map_or(options, |weights| options.weights(weights));
                match streams {
                    [x, y] => compute::histogram_2d_with(x, y, [bins[0], bins[1]], options),
                    _ => compute::histogram_with(&streams[0], bins[0], options),
                }
            }
        }
    }

    /// Writes the counts, or returns the lines to print.
    fn write(&self, session: &Session, counts: &mut Array) -> anyhow::Result<Vec<String>> {
        let whole = self.weights.is_none();
        let Some(output) = &self.output else {
            let text = |count: &f32| if whole { count.to_string() } else { number(*count) };
            return Ok(result::lines(counts.data.iter().map(text), &counts.shape));
        };
        session.progress.stage(format!("writing {}", output.display()));
        if whole {
            let data = counts.data.iter().map(|count| *count as i64).collect();
            session.place(io::prepare_integers(output, &Integers { shape: counts.shape.clone(), data })?);
        } else {
            session.write(output, counts)?;
        }
        Ok(Vec::new())
    }
}

/// Says how many numbers are in no bin.
fn note_dropped(session: &Session, numbers: usize, counts: &Array) {
    let counted = counts.data.iter().map(|count| *count as usize).sum::<usize>();
    let dropped = numbers.saturating_sub(counted);
    if dropped > 0 {
        let verb = if dropped == 1 { "is" } else { "are" };
        session.notes(&[format!("{dropped} of {numbers} numbers {verb} out of range, and not counted")]);
    }
}
