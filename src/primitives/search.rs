//! Search among sorted elements.

use crate::error::Error;
use crate::glsl;
use crate::primitives::map;
use crate::stream::Stream;

use super::sort::EXACT_POSITIONS;

/// How a search is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Search {
    /// Each fragment searches for its query by halving, with a last step that corrects: one pass for all queries,
    /// ⌈log2 n⌉ + 1 fetches each, and its query; no memory beside the result. Exact: it only compares. Buck and Purcell, GPU Gems ch. 37,
    /// section 37.3.2.
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

/// For each query the first position, from 0 to n, whose element is not less: its lower bound. The result has the shape of
/// the queries; positions are whole numbers in floats.
///
/// The elements must be sorted, the smallest first, in C order. NaN has no place: give none. Denormals compare as the
/// device compares them.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let sorted = device.upload(&[0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 5.0])?;
/// let queries = device.upload(&[2.0, -1.0, 3.0, 9.0])?;
/// let (lower, trace) = device.traced(|| primitives::lower_bound(&sorted, &queries));
/// assert_eq!(lower?.read()?, [3.0, 0.0, 6.0, 8.0]);
/// assert_eq!(primitives::upper_bound(&sorted, &queries)?.read()?, [6.0, 0.0, 6.0, 8.0]);
/// assert_eq!(trace.passes().count(), 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`Error::FloatAddress`], for more than 2^24 elements.
pub fn lower_bound(sorted: &Stream<f32>, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    search(sorted, queries, false)
}

/// For each query the first position, from 0 to n, whose element is greater: its upper bound. Otherwise as [`lower_bound`].
pub fn upper_bound(sorted: &Stream<f32>, queries: &Stream<f32>) -> Result<Stream<f32>, Error> {
    search(sorted, queries, true)
}

fn search(sorted: &Stream<f32>, queries: &Stream<f32>, upper: bool) -> Result<Stream<f32>, Error> {
    let device = sorted.device();
    let count = sorted.len();
    if count > EXACT_POSITIONS {
        return Err(Error::FloatAddress { what: "a search", count, exact: EXACT_POSITIONS });
    }
    if count == 0 {
        // Among no elements every query belongs at 0.
        return map(device, "0").input("queries", queries).run();
    }
    let middle = count.next_power_of_two().max(2) / 2;
    let kernel = device.kernel(&glsl!("primitives/binary_search.frag"))?;
    let mut position = device.stream_with(queries.shape(), queries.layout())?;
    device
        .pass(&kernel)
        .input("sorted", sorted)
        .input("queries", queries)
        .constant("middle", middle as i32)
        .constant("steps", middle.ilog2() as i32)
        .constant("upper", upper)
        .output("position", &mut position)
        .run()?;
    Ok(position)
}
