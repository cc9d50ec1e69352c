//! The options and outputs of calls, in a form that is the same for all primitives.

use crate::bins::Bins;
use crate::error::Error;
use crate::machine::{Buffer, Device, Stream};
use crate::method::MethodInfo;
use crate::operator::Operator;
use crate::primitives::{self, Infinity};
use crate::shape::Shape;
use crate::weights::{Border, Weights};

/// The options of a call, besides its streams and its method. Each primitive uses its own options, and ignores the rest.
#[derive(Clone, Debug)]
pub struct Options {
    /// For a reduction, scan or put: the operator.
    pub operator: Operator<f32>,
    /// For a scan: whether it is exclusive, so that no element is part of its own result.
    pub exclusive: bool,
    /// For a reduction: the number of rows of the input. Each row is reduced to one element. None: the whole input is reduced to
    /// one element.
    pub rows: Option<usize>,
    /// For a primitive along an axis: the axis, which counts from the end if it is negative. The input is then a matrix. None: the last
    /// axis, of an input of any shape.
    pub axis: Option<i32>,
    /// For a sort or argsort: whether the largest key comes first.
    pub descending: bool,
    /// For a sort: whether equal keys keep their order.
    pub stable: bool,
    /// For an argsort: the number of bits of the keys that are compared, which are integers. None: all bits.
    pub bits: Option<u32>,
    /// For a put: whether the values of one position and the element there are combined by the operator. Otherwise the last value stays.
    pub combined: bool,
    /// For a search: whether to find the upper bound, the first position whose element is greater than the query. Otherwise it
    /// finds the lower bound, the first position whose element is not less than the query.
    pub upper: bool,
    /// For a filter: which records are kept, and how.
    pub filter: Filtering,
    /// For a group: what is known of the keys.
    pub groups: Grouping,
    /// For the reference of random numbers: the method whose numbers are expected. None: the fastest where there are integers. Others
    /// ignore it: calls name their method.
    pub method: Option<&'static str>,
    /// For a histogram: the bins.
    pub bins: Bins,
    /// For a selection of the largest elements, and for quantiles: which.
    pub ranks: Ranks,
    /// For a convolution or a median filter: which elements are combined, and how.
    pub neighbours: Neighbours,
}

/// The options of a filter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filtering {
    /// Which records are kept. None: records that are not null.
    pub keep: Option<Predicate>,
    /// The source of the infinity that marks dropped records.
    pub infinity: Infinity,
    /// By a predicate: whether the records that are not kept follow behind those that are.
    pub partition: bool,
}

/// The neighbours that elements of a picture are combined with.
#[derive(Clone, Debug)]
pub struct Neighbours {
    /// For a convolution: the weights.
    pub weights: Weights,
    /// For a median filter: the side of its squares.
    pub side: usize,
    /// What stands past the edges.
    pub border: Border,
}

impl Default for Neighbours {
    /// Returns 5 × 5 binomial weights, and squares of as many elements; the picture is reflected past its edges.
    fn default() -> Neighbours {
        Neighbours { weights: Weights::binomial(), side: 5, border: Border::Reflect }
    }
}

/// The options of a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Grouping {
    /// Whether the keys are sorted.
    pub sorted: bool,
}

/// The elements that a selection takes by their rank.
#[derive(Clone, Copy, Debug)]
pub struct Ranks {
    /// The number of the largest elements, or all if there are fewer.
    pub count: usize,
    /// Whether to select the smallest elements instead.
    pub smallest: bool,
    /// The quantiles.
    pub quantiles: &'static [f64],
}

impl Default for Ranks {
    /// Returns the ranks of the 10 largest elements, and of the median.
    fn default() -> Ranks {
        Ranks { count: 10, smallest: false, quantiles: &[0.5] }
    }
}

impl Default for Options {
    /// Returns the default options: the operator is the sum, reductions take the whole input, sorts are ascending,
    /// histograms have 256 bins over the range of the input, selections take the 10 largest elements, the quantile is the median, and
    /// squares of pictures have 5 × 5 elements.
    fn default() -> Options {
        Options {
            operator: Operator::sum(),
            exclusive: false,
            rows: None,
            axis: None,
            descending: false,
            stable: false,
            bits: None,
            combined: false,
            upper: false,
            filter: Filtering::default(),
            groups: Grouping::default(),
            method: None,
            bins: 256.into(),
            ranks: Ranks::default(),
            neighbours: Neighbours::default(),
        }
    }
}

impl Options {
    /// Returns the shape of an input with this number of elements.
    pub fn shape(&self, count: usize) -> Shape {
        match (self.rows, self.axis) {
            (Some(rows), _) => [rows, count / rows].into(),
            (None, Some(_)) => matrix(count),
            (None, None) => count.into(),
        }
    }
}

/// Returns the shape of a matrix of this number of elements, whose number of rows is the largest power of two that divides it and is at
/// most that of the columns: 1024 × 1024, or 4 × 75.
fn matrix(count: usize) -> Shape {
    let rows = (0..usize::BITS / 2).map(|power| 1usize << power);
    let rows = rows.take_while(|rows| rows * rows <= count.max(1) && count.is_multiple_of(*rows)).last().unwrap_or(1);
    [rows, count / rows].into()
}

/// Which records a filter keeps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Predicate {
    /// Records above a number.
    Above(f32),
    /// Records below a number.
    Below(f32),
}

impl Predicate {
    /// Returns the predicate as an expression in `x`.
    pub fn expression(self) -> String {
        match self {
            Predicate::Above(limit) => format!("x > {limit:?}"),
            Predicate::Below(limit) => format!("x < {limit:?}"),
        }
    }

    /// Returns whether the predicate keeps a record.
    pub fn keeps(self, x: f32) -> bool {
        match self {
            Predicate::Above(limit) => x > limit,
            Predicate::Below(limit) => x < limit,
        }
    }
}

/// The result of a call.
#[derive(Debug)]
pub enum Output<S> {
    /// One number, on the CPU.
    Value(f32),
    /// Streams or buffers.
    Streams(Vec<S>),
    /// A stream of complex numbers.
    Complex(Stream<[f32; 2]>),
}

impl<S: Floats> Output<S> {
    /// Reads back all numbers of the result, one stream after the other.
    ///
    /// # Errors
    /// Those of reading back.
    pub fn read(&self) -> Result<Vec<f32>, Error> {
        match self {
            Output::Value(value) => Ok(vec![*value]),
            Output::Streams(streams) => Ok(streams.iter().map(Floats::floats).collect::<Result<Vec<_>, _>>()?.concat()),
            Output::Complex(stream) => Ok(stream.read()?.into_flattened()),
        }
    }
}

/// A container of numbers on the device: a stream for passes, a buffer for dispatches.
pub trait Floats: Sized + 'static {
    /// Reads the numbers back.
    ///
    /// # Errors
    /// Those of reading back.
    fn floats(&self) -> Result<Vec<f32>, Error>;

    /// Returns the first feature that a method of the family needs and a device lacks, if there is one.
    fn lacks(method: &MethodInfo, device: &Device) -> Option<String>;
}

impl Floats for Stream<f32> {
    fn floats(&self) -> Result<Vec<f32>, Error> {
        self.read()
    }

    fn lacks(method: &MethodInfo, device: &Device) -> Option<String> {
        let unit = || primitives::lacks_unit(method.units, device);
        if let Some(what) = primitives::lacks(method.needs, device).or_else(unit) {
            return Some(what.to_owned());
        }
        let (needed, exact) = (method.exact_integer, device.features().exact_integer);
        (exact < needed).then(|| format!("integers that are exact up to {needed}; here they are up to {exact}"))
    }
}

impl Floats for Buffer<f32> {
    fn floats(&self) -> Result<Vec<f32>, Error> {
        self.read()
    }

    fn lacks(method: &MethodInfo, device: &Device) -> Option<String> {
        let Some(compute) = device.compute() else { return Some("compute shaders".to_owned()) };
        (method.precise && !compute.precise).then(|| "compute shaders with `precise`".to_owned())
    }
}
