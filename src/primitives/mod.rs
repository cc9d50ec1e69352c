//! Primitives: algorithms as passes over streams. Each has a counterpart of the same name in [`reference`](crate::reference).
//!
//! [`guide::methods`](crate::guide::methods) is a table of all methods, with their passes and papers.

mod argsort;
mod argsort_bits;
mod bitonic;
mod bitonic_pairs;
mod filter;
mod filter_passes;
pub(crate) mod filter_pyramid;
mod group;
mod group_runs;
mod histogram;
mod histogram_passes;
mod histogram_sort;
mod kernels;
mod map;
mod needs;
mod packed_sort;
mod predicate;
mod random;
mod reduce;
mod reduce_passes;
mod reduce_to;
mod scan;
mod search;
mod search_index;
mod segment_pyramid;
mod segments;
mod select;
mod sort;
mod sort_group;
mod sort_merge;
mod take;
mod texels;

pub use crate::error::PrimitiveError;
pub use crate::keys::KeyRange;
pub use argsort::{Argsort, ArgsortOptions, argsort, argsort_by, argsort_with};
pub use filter::{Filter, Infinity, compact, compact_by, filter, filter_by, filter_with};
pub use group::{Group, Unique, group, group_by, group_sorted, run_lengths, unique};
pub use histogram::{
    Histogram, HistogramOptions, histogram, histogram_2d, histogram_2d_with, histogram_by, histogram_edges,
    histogram_with,
};
pub use map::{Map, map, map_with};
pub(crate) use needs::{lacks, with_steps};
pub use random::{Random, RandomOptions, random, random_bits};
pub use reduce::{Reduce, mean, mean_until, reduce, reduce_by, reduce_until};
pub use reduce_to::reduce_to;
pub use scan::{Scan, exclusive_scan, exclusive_scan_by, scan, scan_by};
pub use search::{Search, lower_bound, lower_bound_by, search, upper_bound, upper_bound_by};
pub use search_index::SearchIndex;
pub use segments::{SegmentedScan, segmented_scan, segmented_scan_by};
pub use select::{Selection, partition, partition_by, select, select_by};
pub use sort::{Sort, SortOptions, sort, sort_by, sort_pairs, sort_pairs_with, sort_with};
pub use take::take;
