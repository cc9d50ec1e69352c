//! `brooklet reduce`: reduces an array to one value, or each line along an axis to one.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::io::{Array, number};
use brooklet::kernel::Reading;
use brooklet::{Element, Error, Operator, Stream, Texel, compute, primitives};

use super::along::Along;
use super::arrays::{self, ExactNumbers, with_stream};
use super::dtype::DtypeOption;
use super::elements;
use super::family::{Chosen, Family, choose, methods};
use super::keys::{self, Width, Zeros, with_keys};
use super::listed::Listed;
use super::operation::{Arithmetic, reduce_integers};
use super::reduce_order::{self, Order};
use super::session::Session;
use super::vectors::Axis;
use super::{Common, print, sums, written};

/// Reduce an array to one value, or each row or column to one
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet reduce in.npy --op max
  brooklet reduce in.csv --op mean --method brook
  brooklet reduce in.f32 --op sum --stop-at 16 --trace passes.json
  brooklet reduce matrix.npy --op mean --axis 0
  brooklet reduce matrix.npy --op sum --axis -1 -o sums.npy
  brooklet reduce in.npy --op sum --family compute --method kahan
  brooklet reduce in.npy --op argmax
  brooklet reduce matrix.npy --op argmax --axis 1 -o places.npy

Prints the value alone, in enough digits to read the same float back. Vectors are reduced by \
component, and printed with commas. --op argmax and argmin print the position of the largest or the smallest number, in C order; of \
equal ones, that of the first. For them and the median, NaN and vectors are errors, as they have no order. Of an array without elements \
the sum is 0, the product 1, and all else an error. --op max and min of integers and of float64 that float32 does not hold are exact, \
whatever --method and --stop-at say; --family compute rounds them, and so does a NaN among float64, with a note.

With --axis N each line along that axis becomes one element, and the result has the shape without it, as \
numpy.sum(x, axis=N); of an array of one axis it is one element. Of argmax and argmin it is int64: places in the lines; of \
max and min it keeps the dtype of integers, and of float64 that float32 does not hold, unless one is NaN (--family compute rounds \
those that float32 does not hold, with a note); \
all else is float32.")]
pub struct Reduce {
    /// The array
    pub(super) input: PathBuf,
    /// The operator
    #[arg(long)]
    op: Op,
    #[command(flatten)]
    along: Along,
    /// With --axis: where the result goes. Up to 100 lines are printed without it
    #[arg(short, long, value_name = "FILE", requires = "along")]
    pub(super) output: Option<PathBuf>,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    pub(super) family: Family,
    /// The method. Fragment: a pass reduces 64 texels to one element [default: columns on a GPU, else runs], halves each
    /// dimension (2x2), reduces up to 8 neighbours of an axis (brook), or blends one half onto the other (blending); or the driver averages
    /// mip levels, for sums and means (mip-levels). Compute: Mahardito's seven kernels
    /// (interleaved-divergent, interleaved-bank-conflicts, sequential-addressing, first-add-during-load, unroll-last-warp,
    /// completely-unrolled, and multiple-elements [default on a GPU]), runs [default elsewhere], tiles, or compensated sums (kahan)
    #[arg(long, value_parser = methods("reduce"))]
    pub(super) method: Option<String>,
    /// Stop at K × K texels, read them back and finish on the CPU. Fragment only; runs and columns stop at 8 × 8 at the latest
    #[arg(long, value_name = "K", default_value = "1", conflicts_with = "along")]
    stop_at: NonZeroUsize,
    #[command(flatten)]
    pub(super) axis: Axis,
    #[command(flatten)]
    pub(super) dtype: DtypeOption,
}

#[derive(Clone, Copy, ValueEnum)]
enum Op {
    Max,
    Min,
    Sum,
    Product,
    Mean,
    Median,
    Argmax,
    Argmin,
}

/// What an operator reduces by.
enum Kind {
    Arithmetic(Arithmetic),
    Order(Order),
}

impl Op {
    fn kind(self) -> Kind {
        match self {
            Op::Max => Kind::Arithmetic(Arithmetic::Max),
            Op::Min => Kind::Arithmetic(Arithmetic::Min),
            Op::Sum => Kind::Arithmetic(Arithmetic::Sum),
            Op::Product => Kind::Arithmetic(Arithmetic::Product),
            Op::Mean => Kind::Arithmetic(Arithmetic::Mean),
            Op::Median => Kind::Order(Order::Median),
            Op::Argmax => Kind::Order(Order::Argmax),
            Op::Argmin => Kind::Order(Order::Argmin),
        }
    }
}

type Method = Chosen<primitives::Reduce, compute::Reduce>;

impl Reduce {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        if self.family == Family::Compute && self.stop_at.get() != 1 {
            super::usage("reduce", "--stop-at is only for --family fragment".to_owned());
        }
        if self.dtype.is_given() && self.along.axis.is_none() {
            super::usage("reduce", "--dtype is for the file of a result: give --axis N and -o FILE.npy".to_owned());
        }
        self.dtype.check("reduce", self.output.as_deref().as_slice());
        let op = match self.op.kind() {
            Kind::Arithmetic(op) => op,
            Kind::Order(op) => return self.by_order(common, op),
        };
        if let Some(along) = self.along.axis {
            return self.run_axis(common, along, op);
        }
        let method: Method = choose("reduce", self.family, self.method.as_deref());
        let value = common.run(&[&self.input], |session| {
            session.progress.stages(3);
            let list = Some(Listed::Reduce);
            let (array, exact) = self.axis.exact_list(session, &self.input, list, |_, _| Reading::Scalars)?;
            if let (Some(exact), Method::Fragment(_), true) = (&exact, method, op.selects())
                && let Some(extreme) = self.exact_extreme(session, &array, exact, op)?
            {
                return Ok(extreme);
            }
            let (stream, _) = elements::upload_floats(session, &self.input, &array, exact.as_ref())?;
            if let Some(combining) = op.combining() {
                sums::note(session, &self.input, &array, exact.as_ref(), combining, sums::lines(&array, None));
            }
            session.progress.stage("computing");
            let value = with_stream!(&stream, stream => self.reduce(stream, op, method))?;
            Ok(value.into_iter().map(number).collect::<Vec<_>>())
        })?;
        print(value.join(","))
    }

    /// Finds the largest or the smallest of numbers that floats do not hold, of each component of vectors. Returns `None` if floats hold all
    /// of them, or if one is NaN.
    fn exact_extreme(
        &self,
        session: &Session,
        array: &Array,
        exact: &ExactNumbers,
        op: Arithmetic,
    ) -> anyhow::Result<Option<Vec<String>>> {
        let width = Width::of(&session.device, &exact.numbers);
        if width == Width::Floats || !exact.has_order() {
            return Ok(None);
        }
        let list = Array { shape: vec![array.data.len() / array.components], ..array.clone() };
        let kind = (width, Zeros::Apart);
        let components = keys::components(session, &self.input, &list, &exact.numbers, kind)?;
        session.progress.stage("computing");
        let mut texts = Vec::with_capacity(components.len());
        for stream in &components {
            let extreme = reduce_integers(stream, 0, op, Chosen::Fragment(None))?;
            texts.extend(written::texts(&written::read(&extreme, Some(exact.dtype))?));
        }
        Ok(Some(texts))
    }

    /// Reduces by an operator that needs an order, and prints the result.
    fn by_order(&self, common: &Common, op: Order) -> anyhow::Result<()> {
        let usage = |message: String| super::usage("reduce", message);
        let (name, list, instead) = match op {
            Order::Median => (op.name(), Listed::Quantile, "quantile"),
            Order::Argmax | Order::Argmin => (op.name(), Listed::Top, "top"),
        };
        if self.method.is_some() || self.stop_at.get() != 1 || self.family == Family::Compute {
            usage(format!(
                "--op {name} has no --method, --stop-at or --family: `brooklet {instead}` has methods and families"
            ));
        }
        if self.dtype.is_given() && !matches!(op, Order::Median) {
            usage(format!("--dtype is for floats, and --op {name} makes int64"));
        }
        if self.axis.vectors {
            usage(format!("--vectors is not for --op {name}: {}", arrays::NO_ORDER));
        }
        if let Some(along) = self.along.axis {
            return reduce_order::run(common, &self.input, self.output.as_ref(), &self.dtype, (op, along));
        }
        let text = common.run(&[&self.input], |session| {
            session.progress.stages(3);
            let (array, exact) = keys::read(session, &self.input, &self.axis, Some(list))?;
            let types = (op.types(), Zeros::Tie);
            let values = keys::upload(session, &self.input, &array, exact.as_ref(), types)?.stream;
            session.progress.stage("computing");
            Ok(match op {
                Order::Median => number(primitives::median(values.floats()?)?),
                Order::Argmax => with_keys!(&values, values => primitives::argmax(values)?).to_string(),
                Order::Argmin => with_keys!(&values, values => primitives::argmin(values)?).to_string(),
            })
        })?;
        print(text)
    }

    fn reduce<T: Texel + Element>(
        &self,
        stream: &Stream<T>,
        op: Arithmetic,
        method: Method,
    ) -> Result<Vec<f32>, Error> {
        let whole = self.stop_at.get() == 1;
        let by = |op: Operator<T>| match method {
            Method::Fragment(None) if whole => primitives::reduce(stream, &op),
            Method::Fragment(method) => {
                let method = method.unwrap_or_else(|| primitives::Reduce::fastest(stream.device(), &op));
                primitives::reduce_until(stream, &op, method, self.stop_at.get())
            }
            Method::Compute(method) => {
                let method = method.unwrap_or_else(|| compute::Reduce::fastest(stream.device(), &op));
                compute::reduce_by(stream, &op, method)
            }
        };
        let value = match op {
            Arithmetic::Max => by(Operator::max()),
            Arithmetic::Min => by(Operator::min()),
            Arithmetic::Sum => by(Operator::sum()),
            Arithmetic::Product => by(Operator::product()),
            Arithmetic::Mean => match method {
                Method::Fragment(None) if whole => primitives::mean(stream),
                Method::Fragment(method) => {
                    let sum = Operator::<T>::sum();
                    let method = method.unwrap_or_else(|| primitives::Reduce::fastest(stream.device(), &sum));
                    primitives::mean_until(stream, method, self.stop_at.get())
                }
                Method::Compute(method) => {
                    let sum = Operator::<T>::sum();
                    let method = method.unwrap_or_else(|| compute::Reduce::fastest(stream.device(), &sum));
                    compute::mean_by(stream, method)
                }
            },
        }?;
        Ok((0..T::COMPONENTS.count()).map(|c| value.component(c)).collect())
    }
}
