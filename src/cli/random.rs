//! `brooklet random`: generates random numbers.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use brooklet::io::{self, Array, WholeArray};
use brooklet::{Device, Error, Layout, Shape, compute, primitives};

use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::family::{Chosen, Family, choose, methods};
use super::session::Session;
use super::{Common, result};

/// Generate random numbers
#[derive(Args)]
#[command(group = ArgGroup::new("size").required(true).args(["count", "shape"]))]
#[command(after_help = "Examples:
  brooklet random --count 10
  brooklet random --count 1000000 --seed 7 -o r.npy
  brooklet random --shape 480,640 --kind normal -o noise.npy
  brooklet random --count 1000 --kind integers -o words.npy

The same seed gives the same numbers, on every device that runs the method; normal numbers may differ in their last digits. A longer \
list begins with the numbers of a shorter one. On a device without integers the method is another, and so are the numbers. Without -o, \
up to 100 lines are printed: a line for each number, or for each row of an array.")]
pub struct Random {
    /// How many numbers
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// The extents of an array of 1 to 4 dimensions, instead of --count
    #[arg(long, value_name = "N[,N..]", value_parser = super::run::parse_shape)]
    shape: Option<Shape>,
    /// The seed: a whole number of 64 bits
    #[arg(long, default_value = "0", allow_negative_numbers = true)]
    seed: u64,
    /// The distribution
    #[arg(long, default_value = "uniform")]
    kind: Kind,
    /// Where the numbers go [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: Philox4x32-10 (philox) [default where there are integers], or networks in floats of 32 bits (feistel-12) and of
    /// 24 bits (feistel-8). Compute: philox
    #[arg(long, value_parser = methods("random"))]
    method: Option<String>,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// From 0 to 1, without 1
    Uniform,
    /// With a normal distribution: mean 0, standard deviation 1
    Normal,
    /// 32 random bits, as uint32
    Integers,
}

type Method = Chosen<primitives::Random, compute::Random>;

impl Random {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let shape = self.shape.unwrap_or(self.count.unwrap_or(0).into());
        let lines = shape.count() / if shape.rank() > 1 { shape.last().max(1) } else { 1 };
        result::check_lines("random", self.output.as_deref(), lines);
        let files: Vec<_> = self.output.iter().map(PathBuf::as_path).collect();
        self.depth.check("random", &files);
        self.dtype.check("random", &files);
        if self.kind == Kind::Integers && self.dtype.is_given() {
            super::usage("random", "--dtype is for floats, and --kind integers makes uint32".to_owned());
        }
        match &self.output {
            None => {}
            Some(path) if self.kind == Kind::Integers => io::check_integers_output(path)?,
            Some(path) => io::check_output(path)?,
        }
        let method: Method = choose("random", self.family, self.method.as_deref());
        let printed = common.run(&files, |session| {
            self.depth.choose(&session.depth);
            self.dtype.choose(&session.dtype);
            session.progress.stages(3);
            session.progress.stage("generating");
            match self.kind {
                Kind::Integers => self.integers(session, shape, method),
                Kind::Uniform | Kind::Normal => self.numbers(session, shape, method),
            }
        })?;
        result::print(&printed)
    }

    /// Generates floats, and writes them. Returns what is to be printed.
    fn numbers(&self, session: &Session, shape: Shape, method: Method) -> anyhow::Result<Vec<String>> {
        let data = self.floats(&session.device, shape, method)?;
        let Some(path) = &self.output else {
            return Ok(result::lines(data.into_iter().map(io::number), shape.extents()));
        };
        session.progress.stage(format!("writing {}", path.display()));
        session.write(path, &mut Array { shape: shape.extents().to_vec(), components: 1, data })?;
        Ok(Vec::new())
    }

    /// Generates words, and writes them. Returns what is to be printed.
    fn integers(&self, session: &Session, shape: Shape, method: Method) -> anyhow::Result<Vec<String>> {
        let data = self.words(&session.device, shape, method)?;
        let Some(path) = &self.output else { return Ok(result::lines(&data, shape.extents())) };
        session.progress.stage(format!("writing {}", path.display()));
        let data = data.into_iter().map(i64::from).collect();
        let array = WholeArray { shape: shape.extents().to_vec(), components: 1, data };
        if let Some(staged) = io::prepare_whole(path, &array, size_of::<u32>(), false)? {
            session.place(staged);
        }
        Ok(Vec::new())
    }

    fn floats(&self, device: &Device, shape: Shape, method: Method) -> Result<Vec<f32>, Error> {
        match method {
            Method::Fragment(method) => primitives::random(device, shape, self.options(method))?.read(),
            Method::Compute(method) => compute::random(device, shape.count(), self.compute_options(method))?.read(),
        }
    }

    fn words(&self, device: &Device, shape: Shape, method: Method) -> Result<Vec<u32>, Error> {
        match method {
            Method::Fragment(method) => {
                let (upper, lower) = primitives::random_bits(device, shape, self.options(method))?;
                let halves = upper.read()?.into_iter().zip(lower.read()?);
                Ok(halves.map(|(upper, lower)| (upper as u32) << 16 | lower as u32).collect())
            }
            Method::Compute(method) => {
                compute::random_bits(device, shape.count(), self.compute_options(method))?.read()
            }
        }
    }

    fn options(&self, method: Option<primitives::Random>) -> primitives::RandomOptions {
        let mut options = primitives::RandomOptions::default().seed(self.seed).layout(Layout::Packed);
        options = method.map_or(options, |method| options.method(method));
        if self.kind == Kind::Normal { options.normal() } else { options }
    }

    fn compute_options(&self, method: Option<compute::Random>) -> compute::RandomOptions {
        let mut options = compute::RandomOptions::default().seed(self.seed);
        options = method.map_or(options, |method| options.method(method));
        if self.kind == Kind::Normal { options.normal() } else { options }
    }
}
