//! Search among sorted elements.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel, Units};

use super::integer_search;
use super::key::Key;
use super::key::sealed::Kind;
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};
use super::search_index::{SearchIndex, exact, nowhere};
use super::search_rounds;

/// Methods of searching. All are exact: the result depends on comparisons alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Search {
    /// Each fragment does a binary search for its query, with a last step that corrects the position. It takes one pass for all
    /// queries, ⌈log2 n⌉ + 1 fetches per query besides the query itself, and no memory besides the result. Buck and Purcell, GPU
    /// Gems ch. 37, section 37.3.2.
    BinarySearch,
    /// The fastest for many queries: builds a [`SearchIndex`] and searches in it. Besides the query itself, each query takes ⌈log4
    /// n⌉ fetches of four elements, 10 for 2^20 elements. It takes 2 passes, and one more if the elements are plain. The index has
    /// a third of the size of the elements.
    IndexPyramid,
    /// Searches by interpolation, in rounds of three fetches. The depth test skips queries that are found, before the kernel runs for them
    /// (*early z*). Among 2^20 random elements of a uniform distribution, queries take 3 or 4 rounds; none takes more than ⌈log2 n⌉. It ends
    /// when an [occlusion query](crate::OcclusionQuery) says that nothing was drawn. It takes 2 passes for each round that draws, and 6
    /// more, and 36 bytes a query. On ATI's chips of the time nothing was skipped while a query counted. After Harris and Buck, GPU Gems 2, ch.
    /// 34, and Perl, Itai and Avni 1978, *Interpolation Search*.
    EarlyZ,
}

impl Search {
    /// All methods.
    pub const ALL: [Search; 3] = [Search::BinarySearch, Search::IndexPyramid, Search::EarlyZ];

    /// Returns the method that [`lower_bound`] uses for this number of elements and queries. It is [`Search::IndexPyramid`] if
    /// there is at least one query for every 2 elements (every 64 if the driver draws on the CPU) and a pass can read 3 streams,
    /// else [`Search::BinarySearch`]. If a kernel of that method does not fit on a chip, the other method is used.
    pub fn fastest(device: &Device, elements: usize, queries: usize) -> Search {
        let [software, hardware] = WORTH_AN_INDEX;
        let each = if device.info().class == Class::Software { software } else { hardware };
        let many = queries.saturating_mul(each) >= elements;
        let index = many && device.limits().samplers >= Search::IndexPyramid.needs().inputs;
        if index { Search::IndexPyramid } else { Search::BinarySearch }
    }
}

pass_methods!(Search);

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Search::BinarySearch",
        name: "binary-search",
        remark: ", where queries are few",
        default: true,
        passes: "1",
        of_2_20: "1",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.2"),
        needs: Needs { loops: Loops::Counted(24), inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("binary_search"), MethodKernel::drawn_for("search_integers", DrawnFor::Others)],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Search::IndexPyramid",
        name: "index-pyramid",
        remark: ", where queries are many",
        default: true,
        passes: "1 for the index, 1 to search",
        of_2_20: "2 packed, 3 plain",
        needs: Needs { loops: Loops::Counted(13), inputs: 3, ..MINIMAL },
        layouts: &[Layout::Packed],
        kernels: &[
            MethodKernel::new("search_separators"),
            MethodKernel::new("search_index"),
            MethodKernel::drawn_for("search_index_packed", DrawnFor::Packed),
        ],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Search::EarlyZ",
        name: "early-z",
        passes: "2 for each round, and 6",
        of_2_20: "depends on the elements",
        citation: Citation::new("Harris and Buck 2005", "after Harris and Buck 2005, 34.2, and Perl et al. 1978"),
        needs: Needs { inputs: 3, ..MINIMAL },
        units: Units { waits_for_queries: true, ..Units::NONE },
        kernels: &[
            MethodKernel::new("search_round"),
            MethodKernel::new("search_found"),
            MethodKernel::new("search_positions"),
        ],
        ..MethodInfo::PLAIN
    },
];

/// The largest ratio of elements to queries for which an index pays off. The first number is for drivers that draw on the CPU,
/// which do not hide the latency of fetches. The second is for GPUs, which do.
const WORTH_AN_INDEX: [usize; 2] = [64, 2];

/// Finds the lower bound of each query: the first position, from 0 to n, whose element is not less than the query. The result has
/// the shape of the queries; positions are whole numbers in floats. The method is the one that [`Search::fastest`] returns, and for
/// integers a binary search. To search the same elements repeatedly, keep a [`SearchIndex`].
///
/// The elements must be sorted, the smallest first, in C order. NaN is not allowed. Denormals compare as the device compares them.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let sorted = device.upload(&[0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 5.0])?;
/// let queries = device.upload(&[2.0, -1.0, 3.0, 9.0])?;
/// assert_eq!(primitives::lower_bound(&sorted, &queries)?.read()?, [3.0, 0.0, 6.0, 8.0]);
/// assert_eq!(primitives::upper_bound(&sorted, &queries)?.read()?, [6.0, 0.0, 6.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 elements.
pub fn lower_bound<K: Key>(sorted: &Stream<K>, queries: &Stream<K>) -> Result<Stream<f32>, Error> {
    bound(sorted, queries, false)
}

/// Finds the lower bound of each query: [`lower_bound`] under the name that the command line uses.
///
/// # Errors
/// As [`lower_bound`].
pub fn search<K: Key>(sorted: &Stream<K>, queries: &Stream<K>) -> Result<Stream<f32>, Error> {
    lower_bound(sorted, queries)
}

/// Finds the lower bound of each query by the given method.
///
/// ```
/// use brooklet::{Device, primitives::{self, Search}};
/// let device = Device::headless()?;
/// let (sorted, queries) = (device.upload(&[0.0, 1.0, 1.0, 2.0])?, device.upload(&[1.0])?);
/// let (lower, trace) = device.traced(|| primitives::lower_bound_by(&sorted, &queries, Search::BinarySearch));
/// assert_eq!(lower?.read()?, [1.0]);
/// assert_eq!(trace.passes().count(), 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn lower_bound_by(sorted: &Stream<f32>, queries: &Stream<f32>, method: Search) -> Result<Stream<f32>, Error> {
    search_by(sorted, queries, method, false)
}

/// Finds the upper bound of each query: the first position, from 0 to n, whose element is greater than the query. Otherwise it is
/// like [`lower_bound`].
pub fn upper_bound<K: Key>(sorted: &Stream<K>, queries: &Stream<K>) -> Result<Stream<f32>, Error> {
    bound(sorted, queries, true)
}

/// Finds the upper bound of each query by the given method.
pub fn upper_bound_by(sorted: &Stream<f32>, queries: &Stream<f32>, method: Search) -> Result<Stream<f32>, Error> {
    search_by(sorted, queries, method, true)
}

fn bound<K: Key>(sorted: &Stream<K>, queries: &Stream<K>, upper: bool) -> Result<Stream<f32>, Error> {
    match (K::kind(sorted), K::kind(queries)) {
        (Kind::Floats(sorted, _), Kind::Floats(queries, _)) => search_by_fastest(sorted, queries, upper),
        _ => integer_search::search(sorted, queries, upper),
    }
}

fn search_by_fastest(sorted: &Stream<f32>, queries: &Stream<f32>, upper: bool) -> Result<Stream<f32>, Error> {
    let fastest = Search::fastest(sorted.device(), sorted.len(), queries.len());
    run_first_fitting(sorted.device(), fastest, Search::ALL, |method, on| {
        search_by(&on.lend(sorted), &on.lend(queries), method, upper)
    })
}

fn search_by(sorted: &Stream<f32>, queries: &Stream<f32>, method: Search, upper: bool) -> Result<Stream<f32>, Error> {
    let device = sorted.device();
    check(method, device, Search::fastest(device, sorted.len(), queries.len()))?;
    match method {
        Search::BinarySearch => binary_search(sorted, queries, upper),
        Search::IndexPyramid => SearchIndex::new(sorted)?.search(queries, upper),
        Search::EarlyZ => search_rounds::search(sorted, queries, upper),
    }
}

fn binary_search(sorted: &Stream<f32>, queries: &Stream<f32>, upper: bool) -> Result<Stream<f32>, Error> {
    let device = sorted.device();
    let count = sorted.len();
    exact(count)?;
    if count == 0 {
        return nowhere(queries);
    }
    let middle = count.next_power_of_two().max(2) / 2;
    let steps = middle.ilog2() as usize;
    let source = glsl!("primitives/binary_search.frag").parameter("steps", steps).parameter("upper", upper);
    let kernel = device.kernel(&source)?;
    let mut position = device.stream_with(queries.shape(), queries.layout())?;
    let pass = device.pass(&kernel).input("sorted", sorted).input("queries", queries).constant("middle", middle);
    pass.output("position", &mut position).run()?;
    Ok(position)
}
