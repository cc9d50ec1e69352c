//! Reference implementations of the primitives, on slices: simple and slow on purpose. Tests compare the passes with them.

mod filter;
mod histogram;
mod map;
mod reduce;
mod scan;
mod search;
mod sort;

pub use filter::{compact, filter};
pub use histogram::{histogram, histogram_2d, histogram_edges, histogram_weighted};
pub use map::map;
pub use reduce::{mean, reduce, reduce_to};
pub use scan::{exclusive_scan, scan};
pub use search::{lower_bound, search, upper_bound};
pub use sort::{sort, sort_pairs};
