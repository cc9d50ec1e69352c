//! Filtering: keeps some records of a stream, without gaps and in their order. Also known as compaction.

use crate::backend::LoopSupport;
use crate::error::Error;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel, Units};
use crate::texel::Texel;

use super::filter_passes::{
    count_kept, first, kept_of, running_count, search_and_gather, search_then_gather, stable_sort,
};
use super::filter_pyramid;
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting, with_kept};
use super::sort::EXACT_POSITIONS;
use crate::error::PrimitiveError;

/// Methods of filtering. All methods are exact: they keep the order and the bits of the records. On a device with integers,
/// [`Filter::HistoPyramid`] takes any number n of records. All other methods count records in floats, up to 2^24. Before a method
/// computes the result, it reads back the number of kept records, in a few texels at most. If no record is kept, no pass searches
/// or gathers. The result is a list in the layout of the input. Horn, GPU Gems 2 ch. 36, section 36.1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Filter {
    /// Sorts null records to the end, stably: 1 + k(k + 1)/2 + 2 passes, where 2^(k-1) < n ≤ 2^k (213 for 2^20), and six streams
    /// for the sort. The sort is [`Sort::Bitonic`](super::Sort::Bitonic), or [`Sort::BitonicFloat`](super::Sort::BitonicFloat) on
    /// devices without integers. A single record is copied in two passes and not sorted. This is the baseline of the chapter. With
    /// fewer than 3 render targets a step of the sort takes up to 3 passes.
    StableSort,
    /// Computes a running count of null records. Then each element of the result searches for its record and gathers it, in one
    /// pass with a loop. It takes ⌈log2 n⌉ + 1 passes (21 for 2^20), n log2 n additions, as many fetches by the search, and two
    /// streams of counts.
    ScanSearchGather,
    /// Like [`Filter::ScanSearchGather`], but with a separate pass for each step of the search, for hardware without loops: 2⌈log2
    /// n⌉ + 1 passes (41 for 2^20).
    ScanSearchGatherMultipass,
    /// The fastest. It counts the kept records in groups of sixteen, and sums up these counts in groups of sixteen, until 16 counts
    /// are left, which are read back. Then each fragment descends this pyramid to its first record, and walks through the records
    /// from there. It writes 8 neighbouring texels into 8 render targets (4 on GPUs; 4, 2 or 1 if the device has no more). A packed
    /// stream of 2^20 takes 6 passes. The last of these is a copy, which is omitted if less than an eighth is kept or if there is
    /// one target. Plain floats are packed first and always copied: 7 passes. Work is linear, and the pyramid is a fifteenth of the
    /// input. The method counts kept records, not null ones, so +inf can be kept. A pass reads 2 to 7 streams.
    HistoPyramid,
    /// Like [`Filter::ScanSearchGather`], but an [occlusion query](crate::OcclusionQuery) counts the kept records, in a pass of its own
    /// before all others: ⌈log2 n⌉ + 2 passes (22 for 2^20). No texture is read back, and the number is known while the running count is
    /// still computed.
    OcclusionQuery,
}

impl Filter {
    /// All methods.
    pub const ALL: [Filter; 5] = [
        Filter::StableSort,
        Filter::ScanSearchGather,
        Filter::ScanSearchGatherMultipass,
        Filter::HistoPyramid,
        Filter::OcclusionQuery,
    ];

    /// Returns the method that [`filter`](super::filter()) and [`compact`](super::compact()) use: [`Filter::HistoPyramid`]. If the device has no loops that end
    /// depending on data, or a kernel has at most 512 instructions, it is [`Filter::ScanSearchGather`]. If there are no loops, or
    /// only few fetches can depend on one another, it is [`Filter::ScanSearchGatherMultipass`]. If a kernel of that method does not
    /// fit on a chip, they use the next method that fits.
    pub fn fastest(device: &Device) -> Filter {
        // A search in one pass has a loop with one dependent fetch in each step.
        let features = device.features();
        let multipass = features.loops == LoopSupport::None || features.indirections < 24;
        if multipass && Filter::ScanSearchGatherMultipass.runs_on(device) {
            return Filter::ScanSearchGatherMultipass;
        }
        let all = [Filter::HistoPyramid, Filter::ScanSearchGather];
        // The pyramid's kernels have up to 730 instructions.
        let fits = |method: &Filter| *method != Filter::HistoPyramid || !is_small(device);
        all.into_iter().find(|method| method.runs_on(device) && fits(method)).unwrap_or(Filter::HistoPyramid)
    }

    pub(super) fn check(self, device: &Device) -> Result<(), PrimitiveError> {
        check(self, device, Filter::fastest(device))
    }
}

pass_methods!(Filter);

/// The requirements of the chapter's methods, which mark dropped records with infinity.
const MARKS: Needs = Needs { infinities: true, inputs: 2, ..MINIMAL };

const METHODS: [MethodInfo; 5] = [
    MethodInfo {
        variant: "Filter::StableSort",
        name: "stable-sort",
        passes: "*k*(*k* + 1)/2 + 3",
        of_2_20: "213",
        citation: Citation::horn("Horn, 36.1"),
        needs: Needs { inputs: 3, ..MARKS },
        kernels: &[
            MethodKernel::new("filter_mark"),
            MethodKernel::new("filter_rank"),
            MethodKernel::drawn_for("filter_mark_streamed", DrawnFor::Others),
            MethodKernel::drawn_for("filter_clash", DrawnFor::Others),
        ],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Filter::ScanSearchGather",
        name: "scan-search-gather",
        passes: "⌈log2 *n*⌉ + 1",
        of_2_20: "21",
        citation: Citation::horn("Horn, Listing 36-2"),
        needs: Needs { loops: Loops::Counted(24), ..MARKS },
        kernels: &[MethodKernel::new("filter_count"), MethodKernel::new("filter_gather")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Filter::ScanSearchGatherMultipass",
        name: "scan-search-gather-multipass",
        passes: "2⌈log2 *n*⌉ + 1",
        of_2_20: "41",
        citation: Citation::horn("Horn, Listing 36-1"),
        needs: MARKS,
        kernels: &[MethodKernel::new("filter_search_step"), MethodKernel::new("filter_gather_at")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Filter::HistoPyramid",
        name: "histopyramid",
        default: true,
        passes: "counts by sixteens, a walk, a copy",
        of_2_20: "6 packed, 7 plain",
        citation: Citation::new("today's, on fragments", "after Horn"),
        needs: Needs { loops: Loops::Dynamic, inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("filter_counts_packed"),
            MethodKernel::new("filter_sums"),
            MethodKernel::new("filter_walk_packed"),
            MethodKernel::drawn_for("filter_counts", DrawnFor::Others),
            MethodKernel::drawn_for("filter_walk", DrawnFor::Others),
            MethodKernel::drawn_for("select_positions", DrawnFor::Others),
            MethodKernel::drawn_for("select_partition", DrawnFor::Others),
            MethodKernel::drawn_for("select_join", DrawnFor::Others),
            MethodKernel::drawn_for("select_join_packed", DrawnFor::Others),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Filter::OcclusionQuery",
        name: "occlusion-query",
        passes: "⌈log2 *n*⌉ + 2",
        of_2_20: "22",
        citation: Citation::horn("Horn, Listing 36-2, and a query"),
        needs: Needs { loops: Loops::Counted(24), ..MARKS },
        units: Units { fragment_counts: true, waits_for_queries: true, ..Units::NONE },
        kernels: &[
            MethodKernel::new("filter_kept"),
            MethodKernel::new("filter_count"),
            MethodKernel::new("filter_gather"),
            MethodKernel::drawn_for("filter_clash_near", DrawnFor::Others),
        ],
        ..MethodInfo::PLAIN
    },
];

/// The methods to fall back to if the kernels of the default method do not fit: their kernels are smaller.
pub(super) const SMALLER: [Filter; 2] = [Filter::ScanSearchGather, Filter::ScanSearchGatherMultipass];

/// Drops the null records by the method that [`Filter::fastest`] returns. A record is null if its `x` is exactly +inf; -inf and NaN
/// are data.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let null = f32::INFINITY;
/// let x = device.upload(&[null, 1.0, null, null, 2.0, 3.0, null, 4.0])?;
/// let (kept, trace) = device.traced(|| primitives::compact(&x));
/// assert_eq!(kept?.read()?, [1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(trace.passes().count(), 3); // count, walk, copy
/// assert_eq!(trace.readbacks().count(), 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn compact<T: Texel>(values: &Stream<T>) -> Result<Stream<T>, Error> {
    let fastest = Filter::fastest(values.device());
    countable(values, fastest, "a filter")?;
    run_first_fitting(values.device(), fastest, SMALLER, |method, on| compact_by(&on.lend(values), method))
}

/// Drops the null records by the given method.
///
/// # Errors
/// [`PrimitiveError::FloatAddress`], for more records than the method can count; [`PrimitiveError::Lacks`], if the device lacks a
/// feature that the method needs.
pub fn compact_by<T: Texel>(values: &Stream<T>, method: Filter) -> Result<Stream<T>, Error> {
    method.check(values.device())?;
    countable(values, method, method.name())?;
    let (device, count) = (values.device(), values.len());
    match method {
        _ if count == 0 => device.stream(0),
        Filter::StableSort => stable_sort(values),
        Filter::HistoPyramid => {
            filter_pyramid::filter(values, |source| device.kernel(&crate::kernel::predicate::is_data::<T>(source)))
        }
        Filter::ScanSearchGather | Filter::ScanSearchGatherMultipass | Filter::OcclusionQuery => {
            let query = if method == Filter::OcclusionQuery { Some(count_kept(values)?) } else { None };
            let nulls = running_count(values)?;
            let count = || match &query {
                Some(query) => Ok(query.count()? as usize),
                None => kept_of(values, nulls.as_ref()),
            };
            with_kept(device, values.len(), count, |kept| match (&nulls, method) {
                _ if kept == 0 => device.stream(0),
                (None, _) => first(values, kept),
                (Some(nulls), Filter::ScanSearchGatherMultipass) => search_then_gather(values, nulls, kept),
                (Some(nulls), _) => search_and_gather(values, nulls, kept),
            })
        }
    }
}

/// Returns an error for more records than the method can count. `what` names the caller in the error.
pub(super) fn countable<T: Texel>(values: &Stream<T>, method: Filter, what: &'static str) -> Result<(), Error> {
    let (count, device) = (values.len(), values.device());
    let integers = device.features().integers;
    if count <= EXACT_POSITIONS || (integers && method == Filter::HistoPyramid) {
        return Ok(());
    }
    let instead = match integers && Filter::HistoPyramid.runs_on(device) {
        true => "use histopyramid",
        false => "filter them in parts, or on a device with integers (OpenGL 3.3, OpenGL ES 3.0)",
    };
    Err(PrimitiveError::FloatAddress { what, count, exact: EXACT_POSITIONS, instead }.into())
}
