//! Searches among sorted elements.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};

use super::data::same_device;
use super::order::{exact, source};
use super::{Data, SearchIndex};

/// Methods of searching.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Search {
    /// Each invocation searches for its query with steps of falling powers of two. One dispatch for all queries, ⌊log2 n⌋ + 1 reads
    /// per query, and no memory beside the result. It compares the bits of floats, so it is exact even for denormals. Buck and
    /// Purcell, GPU Gems ch. 37, section 37.3.2.
    BinarySearch,
    /// The fastest for many queries: makes and searches a [`SearchIndex`]. 2 dispatches, and at most ⌈log4 n⌉ + 2 reads per query; a
    /// read of the index gives four separators. The index is a twelfth of the elements. It is as exact.
    Index,
}

impl Search {
    /// Both methods.
    pub const ALL: [Search; 2] = [Search::BinarySearch, Search::Index];

    /// Returns the method that [`lower_bound`] uses for this many elements and queries: [`Search::Index`] if there are many queries,
    /// else [`Search::BinarySearch`]. Many are at least 2^18, or, if the driver computes on the CPU, at least one for every 32
    /// elements.
    pub fn fastest(device: &Device, elements: usize, queries: usize) -> Search {
        let many = match device.info().class {
            Class::Hardware => queries >= 1 << 18,
            Class::Software => queries.saturating_mul(32) >= elements,
        };
        if many { Search::Index } else { Search::BinarySearch }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Search);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Search::BinarySearch",
        name: "binary-search",
        remark: ", where queries are few",
        default: true,
        of_2_20: "1",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.2"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Search::Index",
        name: "index",
        remark: ", where queries are many",
        default: true,
        of_2_20: "2",
        ..MethodInfo::COMPUTE
    },
];

/// Returns the lower bound of each query: the first position, from 0 to n, whose element is not less than the query. The result has
/// the shape of the queries; positions are integers held in floats.
///
/// The elements must be sorted, the smallest first, in C order, as [`sort`](super::sort()) leaves them: -0 and 0 tie, and NaN
/// comes last. The method is the one that [`Search::fastest`] returns. To search the same elements repeatedly, keep a
/// [`SearchIndex`].
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let sorted = device.upload(&[0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 5.0])?;
/// let queries = device.upload(&[2.0, -1.0, 3.0, 9.0])?;
/// assert_eq!(compute::lower_bound(&sorted, &queries)?.read()?, [3.0, 0.0, 6.0, 8.0]);
/// assert_eq!(compute::upper_bound(&sorted, &queries)?.read()?, [6.0, 0.0, 6.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`ComputeError::FloatAddress`](super::ComputeError), for more
/// than 2^24 elements.
pub fn lower_bound<S, Q>(sorted: &S, queries: &Q) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    lower_bound_by(sorted, queries, Search::fastest(queries.on(), sorted.shaped().count(), queries.shaped().count()))
}

/// Returns the lower bound of each query: [`lower_bound`] under its name on the command line.
///
/// # Errors
/// As [`lower_bound`].
pub fn search<S, Q>(sorted: &S, queries: &Q) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    lower_bound(sorted, queries)
}

/// Returns the lower bound of each query, by the given method.
///
/// ```
/// use brooklet::{Device, compute::{self, Search}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let (sorted, queries) = (device.upload_buffer(&[0.0, 1.0, 1.0, 2.0])?, device.upload_buffer(&[1.0])?);
/// for (method, dispatches) in [(Search::BinarySearch, 1), (Search::Index, 2)] {
///     let (lower, trace) = device.traced(|| compute::lower_bound_by(&sorted, &queries, method));
///     assert_eq!(lower?.read()?, [1.0]);
///     assert_eq!(trace.dispatches().count(), dispatches);
/// }
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`lower_bound`].
pub fn lower_bound_by<S, Q>(sorted: &S, queries: &Q, method: Search) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    search_by(sorted, queries, method, false)
}

/// Returns the upper bound of each query: the first position, from 0 to n, whose element is greater than the query. Otherwise it is
/// the same as [`lower_bound`].
///
/// # Errors
/// As [`lower_bound`].
pub fn upper_bound<S, Q>(sorted: &S, queries: &Q) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    upper_bound_by(sorted, queries, Search::fastest(queries.on(), sorted.shaped().count(), queries.shaped().count()))
}

/// Returns the upper bound of each query, by the given method.
///
/// # Errors
/// As [`lower_bound`].
pub fn upper_bound_by<S, Q>(sorted: &S, queries: &Q, method: Search) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    search_by(sorted, queries, method, true)
}

fn search_by<S, Q>(sorted: &S, queries: &Q, method: Search, upper: bool) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    let device = queries.on();
    same_device(sorted.on(), device, "what is searched")?;
    device.compute_backend()?;
    let (count, asked) = (sorted.shaped().count(), queries.shaped().count());
    exact("a search", count)?;
    let mut positions = device.buffer::<f32>(asked)?;
    if asked > 0 && count == 0 {
        // Without elements, every bound is 0.
        positions.write(&vec![0.0; asked])?;
    } else if asked > 0 {
        let elements = sorted.load()?;
        match method {
            Search::BinarySearch => binary_search(&elements, &*queries.load()?, &mut positions, upper)?,
            Search::Index => SearchIndex::new(&*elements)?.search(&*queries.load()?, &mut positions, upper)?,
        }
    }
    queries.store(queries.shaped(), positions)
}

fn binary_search(
    sorted: &Buffer<f32>,
    queries: &Buffer<f32>,
    positions: &mut Buffer<f32>,
    upper: bool,
) -> Result<(), Error> {
    let (device, count, asked) = (sorted.device(), sorted.len(), queries.len());
    let source = source(glsl!("compute/binary_search.comp"), "float", device.threads(256, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("sorted", sorted).input("queries", queries);
    let dispatch = dispatch.constant("count", count).constant("asked", asked).constant("upper", upper);
    let dispatch = dispatch.constant("middle", 1usize << count.ilog2());
    dispatch.output("positions", positions).run_over(asked)
}
