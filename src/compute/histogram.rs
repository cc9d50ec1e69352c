//! Histograms: how many elements belong to each bin.

use crate::backend::Class;
use crate::bins::{BinEdges, Bins, BinsError, MAX_BINS};
use crate::error::{ComputeError, Error};
use crate::machine::Device;
use crate::method::{MethodInfo, Methods, methods};
use crate::operator::Operator;
use crate::shape::{Named, Shape, ShapeError};

use super::data::same_device;
use super::histogram_dispatches::{Binned, MAX_SHARED, fits_runs};
use super::order::EXACT_POSITIONS;
use super::{Data, reduce};

/// Methods of histograms. Counts are exact. Each element's bin is guessed by arithmetic and corrected by a comparison with the
/// [edges](BinEdges), in the dispatch that counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Histogram {
    /// The fastest on GPUs: the invocations of a work group count in shared memory, by atomic additions, and then add the group's
    /// counts to those of all groups. 3 dispatches: one clears the counts, and one turns them into floats. For up to 2048 bins. Without
    /// weights, because there are no atomic additions of floats.
    SharedAtomics,
    /// The fastest on GPUs for more bins: each invocation adds to the count of its element's bin by an atomic addition in a buffer. 3
    /// dispatches. Elements of the same bin wait for each other. Without weights.
    GlobalAtomics,
    /// The fastest on drivers that compute on the CPU, and the only method with weights: each invocation counts a run of elements in
    /// counters of its own; then all counters of a bin are added. 3 dispatches. The counters take 4 bytes for each bin and each of the
    /// runs, of which there are 64 up to 2^21 elements, and one for each 2^15 elements beyond. A sum of weights is off by at most (e +
    /// r) · 2^-24 · s to first order, for e elements in the bin, r runs, and s the sum of the absolute values of the bin's weights.
    Runs,
}

impl Histogram {
    /// All methods.
    pub const ALL: [Histogram; 3] = [Histogram::SharedAtomics, Histogram::GlobalAtomics, Histogram::Runs];

    /// Returns the method that [`histogram`] uses: [`Histogram::Runs`] with weights, or if the driver computes on the CPU and its
    /// counters take up to 64 MiB; on a GPU [`Histogram::SharedAtomics`] for up to 2048 bins, else [`Histogram::GlobalAtomics`].
    pub fn fastest(device: &Device, elements: usize, bins: usize, weighted: bool) -> Histogram {
        match device.info().class {
            _ if weighted => Histogram::Runs,
            Class::Software if fits_runs(elements, bins) => Histogram::Runs,
            Class::Hardware if bins <= MAX_SHARED => Histogram::SharedAtomics,
            _ => Histogram::GlobalAtomics,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Histogram);

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Histogram::SharedAtomics",
        name: "shared-atomics",
        remark: ", on GPUs for up to 2048 bins",
        default: true,
        of_2_20: "3",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Histogram::GlobalAtomics",
        name: "global-atomics",
        remark: ", where bins are many",
        default: true,
        of_2_20: "3",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Histogram::Runs",
        name: "runs",
        remark: ", on the CPU and with weights",
        default: true,
        of_2_20: "3",
        ..MethodInfo::COMPUTE
    },
];

/// The options of a histogram.
#[derive(Debug)]
pub struct HistogramOptions<'a, D> {
    weights: Option<&'a D>,
    method: Option<Histogram>,
}

impl<D> Clone for HistogramOptions<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for HistogramOptions<'_, D> {}

impl<D> Default for HistogramOptions<'_, D> {
    fn default() -> Self {
        HistogramOptions { weights: None, method: None }
    }
}

impl<'a, D> HistogramOptions<'a, D> {
    /// Sums these weights, one for each element, instead of counting.
    pub fn weights(self, weights: &'a D) -> HistogramOptions<'a, D> {
        HistogramOptions { weights: Some(weights), ..self }
    }

    /// Counts by this method, instead of the fastest.
    pub fn method(self, method: Histogram) -> HistogramOptions<'a, D> {
        HistogramOptions { method: Some(method), ..self }
    }
}

/// Computes the edges of bins, like [`primitives::histogram_edges`](crate::primitives::histogram_edges). If the range is that of the
/// data, it takes two [reductions](super::reduce()).
///
/// # Errors
/// As [`primitives::histogram_edges`](crate::primitives::histogram_edges), and [`DeviceError::NoCompute`](crate::DeviceError::NoCompute).
pub fn histogram_edges<D: Data<Element = f32>>(values: &D, bins: impl Into<Bins>) -> Result<BinEdges, Error> {
    values.on().compute_backend()?;
    bins.into().edges(|| {
        if values.shaped().count() == 0 {
            return Ok(None);
        }
        Ok(Some((reduce(values, &Operator::min())?, reduce(values, &Operator::max())?)))
    })
}

/// Counts the elements in each bin, by the method that [`Histogram::fastest`] returns. What belongs to which bin is said at
/// [`primitives::histogram`](crate::primitives::histogram()). The counts are floats, and have the layout of the elements.
///
/// ```
/// use brooklet::{Bins, Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[0.0, 0.5, 1.5, 2.0, 2.5, 4.0])?;
/// assert_eq!(compute::histogram(&x, Bins::between(4, 0.0, 4.0))?.read()?, [2.0, 1.0, 2.0, 1.0]);
/// assert_eq!(compute::histogram(&x, 2)?.read()?, [3.0, 3.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// Those of [`histogram_edges`]; [`ComputeError::FloatAddress`], for more than 2^24 elements.
pub fn histogram<D: Data<Element = f32>>(values: &D, bins: impl Into<Bins>) -> Result<D, Error> {
    histogram_with(values, bins, HistogramOptions::default())
}

/// Counts the elements in each bin by the given method.
///
/// # Errors
/// As [`histogram`]; [`ComputeError::TooManyBins`], from [`Histogram::SharedAtomics`].
pub fn histogram_by<D: Data<Element = f32>>(values: &D, bins: impl Into<Bins>, method: Histogram) -> Result<D, Error> {
    histogram_with(values, bins, HistogramOptions::default().method(method))
}

/// Counts the elements in each bin, or sums their weights.
///
/// # Errors
/// As [`histogram_by`]; weights that have another shape than the elements; [`ComputeError::FloatAtomics`], if the method has no sums
/// of weights.
pub fn histogram_with<D: Data<Element = f32>>(
    values: &D,
    bins: impl Into<Bins>,
    options: HistogramOptions<D>,
) -> Result<D, Error> {
    let edges = histogram_edges(values, bins)?;
    let shape = Shape::from(edges.bins());
    run(&[(values, edges)], shape, options)
}

/// Counts pairs of elements in bins of two dimensions, like [`primitives::histogram_2d`](crate::primitives::histogram_2d).
///
/// # Errors
/// As [`histogram`]; data of different shapes.
pub fn histogram_2d<D: Data<Element = f32>>(x: &D, y: &D, bins: [Bins; 2]) -> Result<D, Error> {
    histogram_2d_with(x, y, bins, HistogramOptions::default())
}

/// Counts pairs of elements in bins of two dimensions, or sums their weights.
///
/// # Errors
/// As [`histogram_2d`] and [`histogram_with`].
pub fn histogram_2d_with<D: Data<Element = f32>>(
    x: &D,
    y: &D,
    bins: [Bins; 2],
    options: HistogramOptions<D>,
) -> Result<D, Error> {
    let all = bins[0].count().saturating_mul(bins[1].count());
    if all > MAX_BINS {
        return Err(BinsError::Count { count: all, max: MAX_BINS }.into());
    }
    same_shape(("x", x), ("y", y))?;
    let axes = [(x, histogram_edges(x, bins[0])?), (y, histogram_edges(y, bins[1])?)];
    let shape = [axes[0].1.bins(), axes[1].1.bins()].into();
    run(&axes, shape, options)
}

fn same_shape<D: Data>(first: (&str, &D), second: (&str, &D)) -> Result<(), Error> {
    same_device(first.1.on(), second.1.on(), second.0)?;
    if first.1.shaped() == second.1.shaped() {
        return Ok(());
    }
    let what = "the data of a histogram".to_owned();
    let named = |(name, data): (&str, &D)| Named::new(name, data.shaped());
    Err(ShapeError::Mismatch { what, first: named(first), second: named(second) }.into())
}

fn run<D: Data<Element = f32>>(
    axes: &[(&D, BinEdges)],
    shape: Shape,
    options: HistogramOptions<D>,
) -> Result<D, Error> {
    let values = axes[0].0;
    let (device, elements, bins) = (values.on(), values.shaped().count(), shape.count());
    let fastest = Histogram::fastest(device, elements, bins, options.weights.is_some());
    let method = options.method.unwrap_or(fastest);
    if let Some(weights) = options.weights {
        same_shape(("the elements", values), ("the weights", weights))?;
        if method != Histogram::Runs {
            return Err(ComputeError::FloatAtomics { method: method.name(), instead: Histogram::Runs.name() }.into());
        }
    }
    if elements > EXACT_POSITIONS {
        let what = "a histogram";
        return Err(ComputeError::FloatAddress { what, count: elements, exact: EXACT_POSITIONS }.into());
    }
    if method == Histogram::SharedAtomics && bins > MAX_SHARED {
        let (method, instead) = (method.name(), Histogram::GlobalAtomics.name());
        return Err(ComputeError::TooManyBins { method, bins, max: MAX_SHARED, instead }.into());
    }
    if elements == 0 {
        return values.store(shape, device.upload_buffer(&vec![0.0; bins])?);
    }
    let loaded = axes.iter().map(|(values, _)| values.load()).collect::<Result<Vec<_>, _>>()?;
    let weights = options.weights.map(Data::load).transpose()?;
    let edges: Vec<&BinEdges> = axes.iter().map(|(_, edges)| edges).collect();
    let binned = Binned { values: loaded.iter().map(|loaded| &**loaded).collect(), edges: &edges, bins };
    let counts = match method {
        Histogram::SharedAtomics => binned.atomics(true)?,
        Histogram::GlobalAtomics => binned.atomics(false)?,
        Histogram::Runs => binned.runs(weights.as_deref())?,
    };
    values.store(shape, counts)
}
