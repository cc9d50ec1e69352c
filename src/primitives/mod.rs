//! Primitives: algorithms as passes over streams. Each has a counterpart of the same name in [`reference`](crate::reference).
//!
//! [`guide::methods`](crate::guide::methods) is a table of all methods, with their passes and papers.

mod bitonic;
mod bitonic_pairs;
mod filter;
mod filter_passes;
pub(crate) mod filter_pyramid;
mod histogram;
mod histogram_passes;
mod histogram_sort;
mod kernels;
mod map;
mod needs;
mod packed_sort;
mod predicate;
mod reduce;
mod reduce_passes;
mod reduce_to;
mod scan;
mod search;
mod search_index;
mod sort;
mod sort_group;
mod sort_merge;
mod texels;

pub use crate::error::PrimitiveError;
pub use filter::{Filter, Infinity, compact, compact_by, filter, filter_by, filter_with};
pub use histogram::{
    Histogram, HistogramOptions, histogram, histogram_2d, histogram_2d_with, histogram_by, histogram_edges,
    histogram_with,
};
pub use map::{Map, map, map_with};
pub(crate) use needs::{lacks, with_steps};
pub use reduce::{Reduce, mean, mean_until, reduce, reduce_by, reduce_until};
pub use reduce_to::reduce_to;
pub use scan::{Scan, exclusive_scan, exclusive_scan_by, scan, scan_by};
pub use search::{Search, lower_bound, lower_bound_by, search, upper_bound, upper_bound_by};
pub use search_index::SearchIndex;
pub use sort::{Sort, SortOptions, sort, sort_by, sort_pairs, sort_pairs_with, sort_with};
