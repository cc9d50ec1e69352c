//! Quantiles: numbers below which given parts of all elements are.

use crate::backend::Class;
use crate::error::{Error, PrimitiveError};
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel, Units};
use crate::operator::OperatorError;

use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};
use super::quantile_passes::{self, Rank};
use super::quantile_queries;
use super::top::check_exact;
use super::{Sort, sort, sort_by};

/// Methods of finding quantiles. All pick the same elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantile {
    /// Sorts all elements by a bitonic sort, as [`Sort::Bitonic`], and picks. Without integers, it is [`Sort::BitonicFloat`]. It takes a
    /// pass more than the sort: 211 for 2^20. Buck and Purcell, GPU Gems ch. 37, section 37.3.1, after Batcher.
    Bitonic,
    /// Sorts all elements by the fastest [`Sort`], and picks. It takes a pass more than the sort: 25 for 2^20.
    Sort,
    /// The fastest for many elements: sorts a sample of about n^(2/3) elements, and takes from it a bracket around each quantile, in which
    /// it is expected. It counts how many elements are below, at and between the ends of the brackets, and reads the counts back. It
    /// gathers the elements between the ends, sorts only these, and picks by rank. A bracket spans 6.5 standard deviations of the
    /// sample, about a 39th of 2^20 elements; if it misses (about one of 900 does), one of 32 is tried, and then all are sorted. Elements that
    /// equal an end of a bracket are not gathered, so equal elements cost nothing. A median of 2^20 elements takes 31 passes, one of which
    /// reads all elements; each 3 quantiles more take another one. More than 12 quantiles share 12 brackets. After Floyd and Rivest, *Expected Time Bounds for Selection*, 1975.
    Sample,
    /// Asks for each bit of the element how many elements are smaller: the depth buffer has half of their bits, a quad at the depth of a
    /// number is drawn, and an [occlusion query](crate::OcclusionQuery) counts the fragments that pass. No element is moved, and no kernel
    /// compares any. It takes 34 passes and 32 waits for each element that is picked: 16 for the bits of each half, and one to write the depths.
    /// It needs integers and [`fragment_counts`](crate::Features::fragment_counts). N. Govindaraju et al., *Fast Computation of Database
    /// Operations using Graphics Processors*, 2004, section 5.3.2.
    OcclusionQuery,
}

impl Quantile {
    /// All methods.
    pub const ALL: [Quantile; 4] = [Quantile::Bitonic, Quantile::Sort, Quantile::Sample, Quantile::OcclusionQuery];

    /// Returns the method that [`quantile`] uses for this number of elements and quantiles: [`Quantile::Sample`] for more than 2^17
    /// elements (2^15, if the driver is software) and up to 12 quantiles, if the device runs it, else [`Quantile::Sort`].
    pub fn fastest(device: &Device, elements: usize, quantiles: usize) -> Quantile {
        let [software, hardware] = FEW;
        let enough = if device.info().class == Class::Software { software } else { hardware };
        let few = elements <= enough || quantiles > MANY_QUANTILES;
        if few || !Quantile::Sample.runs_on(device) { Quantile::Sort } else { Quantile::Sample }
    }
}

/// So few elements are sorted as fast as a sample, with a driver in software and with a GPU.
const FEW: [usize; 2] = [1 << 15, 1 << 17];
/// So many quantiles take about as long as a sort.
const MANY_QUANTILES: usize = 12;

pass_methods!(Quantile);

const METHODS: [MethodInfo; 4] = [
    MethodInfo {
        variant: "Quantile::Bitonic",
        name: "bitonic",
        passes: "*k*(*k* + 1)/2 + 1, where *k* = ⌈log2 *n*⌉",
        of_2_20: "211",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.1"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("bitonic_sort"), MethodKernel::new("quantile_pick")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Quantile::Sort",
        name: "sort",
        remark: ", where elements are few",
        default: true,
        passes: "those of a sort, and 1",
        of_2_20: "25",
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("quantile_pick")],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Quantile::Sample",
        name: "sample",
        default: true,
        passes: "a sort of a sample, counts by sixteens, a sort of a bracket",
        of_2_20: "31 packed, 32 plain",
        citation: Citation::new("today's, on fragments", "after Floyd and Rivest 1975; ours"),
        needs: Needs { integers: true, infinities: true, loops: Loops::Dynamic, inputs: 6, ..MINIMAL },
        kernels: &[
            MethodKernel::new("quantile_sample"),
            MethodKernel::new("quantile_bounds"),
            MethodKernel::new("quantile_counts"),
            MethodKernel::new("quantile_gather"),
            MethodKernel::new("quantile_pick"),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Quantile::OcclusionQuery",
        name: "occlusion-query",
        passes: "34 for each element that is picked",
        of_2_20: "68 packed, 67 plain",
        citation: Citation::new("Govindaraju et al. 2004", "after Govindaraju et al. 2004, 5.3.2"),
        needs: Needs { integers: true, ..MINIMAL },
        units: Units { fragment_counts: true, waits_for_queries: true, ..Units::NONE },
        kernels: &[MethodKernel::new("quantile_depths"), MethodKernel::new("quantile_probe")],
        ..MethodInfo::PLAIN
    },
];

/// Finds quantiles of a stream, linear between neighbours, as `numpy.quantile` does by default: the quantile q of n elements is the
/// element of rank q (n - 1) among the sorted ones, from 0, and between two ranks the weighted mean of their elements. 0 is the smallest
/// element, 0.5 the median, 1 the largest. The result is a plain stream with one number for each quantile; only counts are read back. The
/// method is the one that [`Quantile::fastest`] returns.
///
/// At a whole rank, the result is an element, bit for bit (-0 and 0 are equal, and either may be it; denormals compare as the device
/// compares them). Between ranks, it is off by at most 5 · 2^-24 times the larger absolute value of the neighbours, and never beyond
/// these. NaN is not allowed.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[4.0, 1.0, 2.0, 16.0])?;
/// assert_eq!(primitives::quantile(&x, &[0.0, 0.5, 1.0])?.read()?, [1.0, 3.0, 16.0]);
/// assert_eq!(primitives::median(&x)?, 3.0);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Quantile`], for a quantile that is not from 0 to 1; [`OperatorError::NoElements`], for an empty stream;
/// [`PrimitiveError::FloatAddress`], for more than 2^24 elements.
pub fn quantile(values: &Stream<f32>, quantiles: &[f64]) -> Result<Stream<f32>, Error> {
    let ranks = ranks(values, quantiles, "quantile")?;
    find(values, &ranks)
}

/// Finds quantiles by the given method.
///
/// # Errors
/// As [`quantile`]; [`PrimitiveError::Lacks`], if the device lacks a feature that the method needs.
pub fn quantile_by(values: &Stream<f32>, quantiles: &[f64], method: Quantile) -> Result<Stream<f32>, Error> {
    let ranks = ranks(values, quantiles, "quantile")?;
    let device = values.device();
    check(method, device, Quantile::fastest(device, values.len(), ranks.len()))?;
    run(values, &ranks, method)
}

/// Finds the median, and reads it back: the middle element of the sorted ones, or the mean of the two in the middle. It is the
/// [`quantile`] 0.5.
///
/// # Errors
/// As [`quantile`].
pub fn median(values: &Stream<f32>) -> Result<f32, Error> {
    let ranks = ranks(values, &[0.5], "median")?;
    Ok(find(values, &ranks)?.read()?[0])
}

/// Checks the arguments, and returns the ranks of the quantiles.
fn ranks(values: &Stream<f32>, quantiles: &[f64], what: &'static str) -> Result<Vec<Rank>, Error> {
    check_exact(values, what, "sort them")?;
    if let Some(q) = quantiles.iter().copied().find(|q| !(0.0..=1.0).contains(q)) {
        return Err(PrimitiveError::Quantile { q }.into());
    }
    if values.is_empty() {
        return Err(OperatorError::NoElements { operator: what.to_owned() }.into());
    }
    Ok(quantiles.iter().map(|q| Rank::of(*q, values.len())).collect())
}

fn find(values: &Stream<f32>, ranks: &[Rank]) -> Result<Stream<f32>, Error> {
    let device = values.device();
    let fastest = Quantile::fastest(device, values.len(), ranks.len());
    run_first_fitting(device, fastest, [Quantile::Sort, Quantile::Bitonic], |method, on| {
        run(&on.lend(values), ranks, method)
    })
}

fn run(values: &Stream<f32>, ranks: &[Rank], method: Quantile) -> Result<Stream<f32>, Error> {
    if ranks.is_empty() {
        return values.device().stream(0);
    }
    let sorted = match (method, values.device().features().integers) {
        (Quantile::Sample, _) => return quantile_passes::by_sample(values, ranks),
        (Quantile::OcclusionQuery, _) => return quantile_queries::by_queries(values, ranks),
        (Quantile::Bitonic, true) => sort_by(values, Sort::Bitonic)?,
        (Quantile::Bitonic, false) => sort_by(values, Sort::BitonicFloat)?,
        (Quantile::Sort, _) => sort(values)?,
    };
    quantile_passes::of_sorted(&sorted, ranks)
}
