//! Histograms: how many elements belong to each bin.

use crate::backend::Class;
use crate::bins::{BinEdges, Bins, BinsError, MAX_BINS};
use crate::error::{Error, PrimitiveError};
use crate::geometry::Layout;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Lent, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel, Units};
use crate::operator::Operator;
use crate::shape::{Named, ShapeError};

use super::histogram_passes::Binned;
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};
use super::reduce;
use super::sort::EXACT_POSITIONS;

/// Methods of histograms. A fragment cannot scatter: it cannot add to the counter of a bin that it finds. In all methods but the last,
/// bins gather their elements instead. Counts are exact by each method.
///
/// The first pass of [`CompareAndReduce`](Histogram::CompareAndReduce) and [`PackedCounters`](Histogram::PackedCounters) finds the bin
/// of each element: it guesses by arithmetic, and corrects the guess by a comparison with the [edges](BinEdges). Its result is as large
/// as the elements. If the elements are plain, they are packed first, in one more pass.
///
/// Sums of weights are floats. Below, `s` is the sum of the absolute values of the weights in a bin, and an error is given to first
/// order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Histogram {
    /// Compares and reduces: makes a picture of bins and slices, in which each element of the result counts the elements of a slice
    /// whose bin equals its own; then sums the slices, column by column. Work is the number of elements times that of bins. It takes 2
    /// passes, and 1 or 2 for the sums: 4 in all for 2^20 elements. The picture takes 16 bytes for each slice and four bins; a slice has
    /// about 1024 elements, or more so that the picture takes at most about 32 MiB. A sum of weights is off by at most (260 + 96·p) ·
    /// 2^-24 · s for p passes of sums, and by n·b / 2^25 more roundings for n elements and b bins if n·b exceeds 2^33. Each bin
    /// gathers, because a fragment cannot scatter: Horn, GPU Gems 2 ch. 36, section 36.1.
    CompareAndReduce,
    /// Sorts and searches: sorts the keys, and searches for the lower bounds of the edges; the differences of neighbours are the
    /// counts. It takes the passes of a [sort](super::sort()) and of two [searches](super::search()), and one more. The work is
    /// independent of the number of bins, so that it is the fastest for many bins. Weights are sorted with their keys, and
    /// [scanned](super::scan()); so a sum of weights is off by the roundings of two prefix sums, which are relative to the weights of
    /// all elements. Buck and Purcell, GPU Gems ch. 37, sections 37.3.1 and 37.3.2.
    SortAndSearch,
    /// The fastest for up to 2048 bins: a fragment counts a block of elements for 8 bins for each render target, 64 with 8 targets. An
    /// element adds a one to a counter of 4 bits, eight of which share an integer, so that one comparison, selection and addition serve
    /// eight bins. Counters are moved to 8, 16 and 12 bits before they can overflow. Work is the number of elements times that of
    /// bins, divided by 8. It takes 2 passes, and 1 or 2 for the sums: 4 in all for 2^20 elements and 256 bins. These took as long as
    /// about 4 copies of the elements on an H100; on llvmpipe they took 9 to 13 ms of processor time, which is about half as long on
    /// two cores. With weights, or on a device without integers, components of render targets count in floats, which takes more
    /// operations for each bin; a sum of weights then is off by at most as much as by
    /// [`CompareAndReduce`](Histogram::CompareAndReduce).
    PackedCounters,
    /// Scatters: draws each element as a [point](crate::Pass::points) at its bin, where blending adds it. The work does not depend on the
    /// number of bins, so that it is the fastest for many bins on a GPU. Besides the pass for the bins it takes 3: one unpacks the bins, one draws the points, and one packs the counts. It needs
    /// [`float_blending`](crate::Features::float_blending). Points of the same bin wait for each other, so that many equal elements may be slow.
    /// A sum of weights is off by at most k · 2^-24 · s for k elements in a bin, as that of a loop. T. Scheuermann, J. Hensley, *Efficient
    /// Histogram Generation Using Scattering on GPUs*, 2007.
    Points,
}

impl Histogram {
    /// All methods.
    pub const ALL: [Histogram; 4] =
        [Histogram::CompareAndReduce, Histogram::SortAndSearch, Histogram::PackedCounters, Histogram::Points];

    /// Returns the method that [`histogram`] uses for this number of elements and bins: [`Histogram::PackedCounters`] for up to 2048 bins, or
    /// if elements are few, else [`Histogram::Points`] on a GPU and [`Histogram::SortAndSearch`] elsewhere. If a kernel of that method does not
    /// fit on a chip, another method is used.
    pub fn fastest(device: &Device, elements: usize, bins: usize) -> Histogram {
        // A sort takes many passes, which cost more than all comparisons of few elements.
        let few = elements.saturating_mul(bins) <= FEW_COMPARISONS;
        let points = device.info().class == Class::Hardware && Histogram::Points.runs_on(device);
        match bins > MANY_BINS && !few {
            true if points => Histogram::Points,
            true => Histogram::SortAndSearch,
            false => Histogram::PackedCounters,
        }
    }
}

/// The number of bins above which sorting is faster than counting. For 2^20 elements on llvmpipe, counting takes 1.6 ms of processor
/// time for each 64 bins, and sorting about 60 ms.
const MANY_BINS: usize = 2048;
/// The number of comparisons of an element with a bin that take no longer than the passes of a sort.
const FEW_COMPARISONS: usize = 1 << 26;

pass_methods!(Histogram);

const METHODS: [MethodInfo; 4] = [
    MethodInfo {
        variant: "Histogram::CompareAndReduce",
        name: "compare-reduce",
        passes: "2 and 1 for each 96-fold of slices",
        of_2_20: "4",
        needs: Needs { loops: Loops::Counted(256), inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::drawn_for("histogram_bins", DrawnFor::Packed),
            MethodKernel::drawn_for("histogram_compare", DrawnFor::Packed),
            MethodKernel::drawn_for("histogram_sum", DrawnFor::Packed),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Histogram::SortAndSearch",
        name: "sort-search",
        remark: ", where bins are many, on CPUs",
        default: true,
        passes: "a sort, two searches and 1",
        of_2_20: "27",
        citation: Citation::chapter_37("Buck and Purcell, 37.3"),
        needs: Needs { loops: Loops::Counted(24), inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("histogram_differences")],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Histogram::PackedCounters",
        name: "packed-counters",
        default: true,
        passes: "2 and 1 for each 96-fold of blocks",
        of_2_20: "4",
        needs: Needs { loops: Loops::Counted(256), inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::drawn_for("histogram_bins", DrawnFor::Packed),
            MethodKernel::drawn_for("histogram_counters", DrawnFor::Packed),
            MethodKernel::drawn_for("histogram_float_counters", DrawnFor::Others),
            MethodKernel::drawn_for("histogram_sum", DrawnFor::Packed),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Histogram::Points",
        name: "points",
        remark: ", where bins are many, on GPUs",
        default: true,
        passes: "4 packed, 5 plain",
        of_2_20: "4 packed, 5 plain",
        citation: Citation::new("Scheuermann, Hensley 2007", "Scheuermann and Hensley 2007"),
        units: Units { points: true, float_blending: true, ..Units::NONE },
        kernels: &[
            MethodKernel::drawn_for("histogram_bins", DrawnFor::Packed),
            MethodKernel::new("histogram_points"),
            MethodKernel::new("copy"),
        ],
        ..MethodInfo::PACKED
    },
];

/// The options of a histogram.
///
/// ```
/// use brooklet::{Device, primitives::{self, Histogram, HistogramOptions}};
/// let device = Device::headless()?;
/// let (x, weights) = (device.upload(&[0.0, 1.0, 2.0, 4.0])?, device.upload(&[0.5, 1.0, 2.0, 0.25])?);
/// let options = HistogramOptions::default().weights(&weights).method(Histogram::CompareAndReduce);
/// assert_eq!(primitives::histogram_with(&x, 2, options)?.read()?, [1.5, 2.25]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct HistogramOptions<'a> {
    weights: Option<&'a Stream<f32>>,
    method: Option<Histogram>,
}

impl<'a> HistogramOptions<'a> {
    /// Sums these weights, one for each element, instead of counting.
    pub fn weights(self, weights: &'a Stream<f32>) -> HistogramOptions<'a> {
        HistogramOptions { weights: Some(weights), ..self }
    }

    /// Counts by this method, instead of the fastest.
    pub fn method(self, method: Histogram) -> HistogramOptions<'a> {
        HistogramOptions { method: Some(method), ..self }
    }
}

/// Computes the edges of bins over the given range, or from the smallest to the largest element. For the latter it reads back these
/// two, and takes the passes of two [reductions](super::reduce()). Without elements, bins go from 0 to 1.
///
/// ```
/// use brooklet::{Bins, Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[1.0, 5.0, 2.0])?;
/// assert_eq!(primitives::histogram_edges(&x, 2)?.as_slice(), [1.0, 3.0, 5.0]);
/// assert_eq!(primitives::histogram_edges(&x, Bins::between(2, 0.0, 8.0))?.as_slice(), [0.0, 4.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`BinsError`](crate::BinsError): no bins or more than 65,536; a range that is not finite, also because of an infinite element;
/// bins that are narrower than floats are apart.
pub fn histogram_edges(values: &Stream<f32>, bins: impl Into<Bins>) -> Result<BinEdges, Error> {
    bins.into().edges(|| {
        if values.is_empty() {
            return Ok(None);
        }
        Ok(Some((reduce(values, &Operator::min())?, reduce(values, &Operator::max())?)))
    })
}

/// Counts the elements in each bin, by the method that [`Histogram::fastest`] returns. The bins are of equal width, from the smallest to
/// the largest element, or over the range of [`Bins::between`]. [`BinEdges`] says exactly which element belongs to which bin: as in
/// `numpy.histogram`, the last bin has its upper edge too, and elements out of range are dropped. The counts are whole numbers in
/// a packed stream of floats, which stays on the device; at most the range is read back.
///
/// NaN is not allowed. An infinite element is out of a given range; without a range, it is an error. Denormals compare as the device
/// compares them. Counts are exact up to 2^24 elements, or as many as floats count on a chip.
///
/// ```
/// use brooklet::{Bins, Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[0.0, 0.5, 1.5, 2.0, 2.5, 4.0])?;
/// let (counts, trace) = device.traced(|| primitives::histogram(&x, Bins::between(4, 0.0, 4.0)));
/// assert_eq!(counts?.read()?, [2.0, 1.0, 2.0, 1.0]);
/// assert_eq!(trace.passes().count(), 4); // x is packed; its bins, the counters of one block, their sum
/// assert_eq!(primitives::histogram(&x, 2)?.read()?, [3.0, 3.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// Those of [`histogram_edges`]; [`PrimitiveError::FloatAddress`], for more elements than floats count.
pub fn histogram(values: &Stream<f32>, bins: impl Into<Bins>) -> Result<Stream<f32>, Error> {
    histogram_with(values, bins, HistogramOptions::default())
}

/// Counts the elements in each bin by the given method.
///
/// # Errors
/// As [`histogram`]; [`PrimitiveError::Lacks`], if the device lacks a feature that the method needs.
pub fn histogram_by(values: &Stream<f32>, bins: impl Into<Bins>, method: Histogram) -> Result<Stream<f32>, Error> {
    histogram_with(values, bins, HistogramOptions::default().method(method))
}

/// Counts the elements in each bin, or sums their weights.
///
/// # Errors
/// As [`histogram_by`]; weights that have another shape than the elements.
pub fn histogram_with(
    values: &Stream<f32>,
    bins: impl Into<Bins>,
    options: HistogramOptions,
) -> Result<Stream<f32>, Error> {
    let edges = histogram_edges(values, bins)?;
    run(&[(values, edges)], options)
}

/// Counts pairs of elements, of `x` and of `y`, in bins of two dimensions, as `numpy.histogram2d`. The result has a row for each bin of
/// `x` and a column for each bin of `y`. A pair is dropped if one of its elements is out of range. There are at most 65,536 bins in
/// all.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let (x, y) = (device.upload(&[0.0, 1.0, 1.0])?, device.upload(&[0.0, 0.0, 3.0])?);
/// let counts = primitives::histogram_2d(&x, &y, [2.into(), 2.into()])?;
/// assert_eq!((counts.shape().extents(), counts.read()?), (&[2, 2][..], vec![1.0, 0.0, 1.0, 1.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`histogram`]; streams of different shapes.
pub fn histogram_2d(x: &Stream<f32>, y: &Stream<f32>, bins: [Bins; 2]) -> Result<Stream<f32>, Error> {
    histogram_2d_with(x, y, bins, HistogramOptions::default())
}

/// Counts pairs of elements in bins of two dimensions, or sums their weights.
///
/// # Errors
/// As [`histogram_2d`] and [`histogram_with`].
pub fn histogram_2d_with(
    x: &Stream<f32>,
    y: &Stream<f32>,
    bins: [Bins; 2],
    options: HistogramOptions,
) -> Result<Stream<f32>, Error> {
    let all = bins[0].count().saturating_mul(bins[1].count());
    if all > MAX_BINS {
        return Err(BinsError::Count { count: all, max: MAX_BINS }.into());
    }
    same_shape(("x", x), ("y", y))?;
    let axes = [(x, histogram_edges(x, bins[0])?), (y, histogram_edges(y, bins[1])?)];
    run(&axes, options)
}

fn same_shape(first: (&str, &Stream<f32>), second: (&str, &Stream<f32>)) -> Result<(), Error> {
    if first.1.shape() == second.1.shape() {
        return Ok(());
    }
    let what = "the streams of a histogram".to_owned();
    let named = |(name, stream): (&str, &Stream<f32>)| Named::new(name, stream.shape());
    Err(ShapeError::Mismatch { what, first: named(first), second: named(second) }.into())
}

fn run(axes: &[(&Stream<f32>, BinEdges)], options: HistogramOptions) -> Result<Stream<f32>, Error> {
    let values = axes[0].0;
    let (device, elements) = (values.device(), values.len());
    if let Some(weights) = options.weights {
        same_shape(("the elements", values), ("the weights", weights))?;
    }
    let exact = EXACT_POSITIONS.min(device.features().exact_integer as usize);
    if elements > exact {
        let (what, instead) = ("a histogram", "count parts of them, and add the counts");
        return Err(PrimitiveError::FloatAddress { what, count: elements, exact, instead }.into());
    }
    let bins = axes.iter().map(|(_, edges)| edges.bins()).product();
    let fastest = Histogram::fastest(device, elements, bins);
    match options.method {
        Some(method) => {
            check(method, device, fastest)?;
            run_by(axes, options.weights, method, device)
        }
        None => run_first_fitting(device, fastest, Histogram::ALL, |method, on| {
            check(method, device, fastest)?;
            run_by(axes, options.weights, method, on)
        }),
    }
}

/// Draws the passes of a method on `device`, which may be a plan.
fn run_by(
    axes: &[(&Stream<f32>, BinEdges)],
    weights: Option<&Stream<f32>>,
    method: Histogram,
    device: &Device,
) -> Result<Stream<f32>, Error> {
    let lent: Vec<(Lent<f32>, &BinEdges)> = axes.iter().map(|(values, edges)| (device.lend(*values), edges)).collect();
    let weights = weights.map(|weights| device.lend(weights));
    let axes: Vec<(&Stream<f32>, &BinEdges)> = lent.iter().map(|(values, edges)| (&**values, *edges)).collect();
    let binned = Binned { axes: &axes, weights: weights.as_deref() };
    if axes[0].0.is_empty() {
        return device.upload_with(binned.shape(), Layout::Packed, &vec![0.0; binned.count()]);
    }
    match method {
        Histogram::CompareAndReduce => binned.compare(),
        Histogram::SortAndSearch => binned.sort_and_search(),
        Histogram::PackedCounters => binned.count_packed(),
        Histogram::Points => binned.draw_points(),
    }
}
