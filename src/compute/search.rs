//! Search among sorted elements.

use crate::error::Error;
use crate::glsl;

use super::Data;
use super::data::same_device;
use super::error::ComputeError;
use super::sort::source;

/// How a search is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Search {
    /// Each invocation searches for its query by leaps of falling powers of two: one dispatch for all queries, ⌊log2 n⌋ + 1
    /// reads each; no memory beside the result. Exact, denormals too: it compares the bits of floats. Buck and Purcell, GPU
    /// Gems ch. 37, section 37.3.2.
    #[default]
    BinarySearch,
}

impl Search {
    /// There is one.
    pub const ALL: [Search; 1] = [Search::BinarySearch];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        "binary-search"
    }
}

/// Positions that a float holds exactly.
const EXACT_POSITIONS: usize = 1 << 24;

/// For each query the first position, from 0 to n, whose element is not less: its lower bound. The result has the shape of
/// the queries; positions are whole numbers in floats.
///
/// The elements must be sorted, the smallest first, in C order, as [`sort`](super::sort()) leaves them: -0 and 0 tie, and NaN
/// comes last.
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
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`ComputeError::FloatAddress`], for more than 2^24 elements.
pub fn lower_bound<S, Q>(sorted: &S, queries: &Q) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    search(sorted, queries, false)
}

/// For each query the first position, from 0 to n, whose element is greater: its upper bound. Otherwise as [`lower_bound`].
///
/// # Errors
/// As [`lower_bound`].
pub fn upper_bound<S, Q>(sorted: &S, queries: &Q) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    search(sorted, queries, true)
}

fn search<S, Q>(sorted: &S, queries: &Q, upper: bool) -> Result<Q, Error>
where
    S: Data<Element = f32>,
    Q: Data<Element = f32>,
{
    let device = queries.on();
    same_device(sorted.on(), device, "what is searched")?;
    let threads = device.threads(256, 0)?;
    let (count, asked) = (sorted.shaped().count(), queries.shaped().count());
    if count > EXACT_POSITIONS {
        return Err(ComputeError::FloatAddress { what: "a search", count, exact: EXACT_POSITIONS }.into());
    }
    let kernel = device.compute_kernel(&source(glsl!("compute/binary_search.comp"), "float", threads))?;
    let mut positions = device.buffer::<f32>(asked)?;
    if asked > 0 {
        if count == 0 {
            // Among no elements every query belongs at 0.
            positions.write(&vec![0.0; asked])?;
        } else {
            let (elements, asked_for) = (sorted.load()?, queries.load()?);
            let dispatch = device.dispatch(&kernel).input("sorted", &elements).input("queries", &asked_for);
            let dispatch = dispatch.constant("count", count).constant("asked", asked).constant("upper", upper);
            let dispatch = dispatch.constant("middle", 1usize << count.ilog2());
            dispatch.output("positions", &mut positions).run_over(asked)?;
        }
    }
    queries.store(queries.shaped(), positions)
}
