//! Primitives: algorithms as passes over streams. Each has a counterpart of the same name in [`reference`](crate::reference).
//!
//! [`guide::methods`](crate::guide::methods) is a table of all methods, with their passes and papers.

mod argsort;
mod argsort_axis;
mod argsort_bits;
mod argsort_options;
mod argsort_radix;
mod axis;
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
mod integer_search;
mod integer_sort;
mod kernels;
mod key;
mod map;
mod merge;
mod needs;
mod packed_sort;
mod predicate;
mod put;
mod quantile;
mod quantile_axis;
mod quantile_passes;
mod random;
mod reduce;
mod reduce_axis;
mod reduce_passes;
mod reduce_to;
mod scan;
mod scan_axis;
mod search;
mod search_index;
mod segment_pyramid;
mod segments;
mod select;
mod sort;
mod sort_axis;
mod sort_group;
mod sort_merge;
mod take;
mod take_axis;
mod texels;
mod top;
mod top_axis;
mod top_passes;

pub use crate::error::PrimitiveError;
pub use crate::keys::KeyRange;
pub use argsort::{Argsort, ArgsortOptions, argsort, argsort_by, argsort_with};
pub use argsort_axis::{ArgsortAxis, ArgsortAxisOptions, argsort_axis, argsort_axis_with};
pub use filter::{Filter, Infinity, compact, compact_by, filter, filter_by, filter_with};
pub use group::{Group, Unique, group, group_by, group_sorted, run_lengths, unique};
pub use histogram::{
    Histogram, HistogramOptions, histogram, histogram_2d, histogram_2d_with, histogram_by, histogram_edges,
    histogram_with,
};
pub use key::Key;
pub use map::{Map, map, map_with};
pub use merge::{Merge, merge, merge_by, merge_pairs, merge_pairs_by};
pub(crate) use needs::{lacks, with_steps};
pub use put::{Put, put, put_by, put_with, put_with_by};
pub use quantile::{Quantile, median, quantile, quantile_by};
pub use quantile_axis::{median_axis, quantile_axis, quantile_axis_by};
pub use random::{Random, RandomOptions, random, random_bits};
pub use reduce::{Reduce, mean, mean_until, reduce, reduce_by, reduce_until};
pub use reduce_axis::{ReduceAxis, mean_axis, mean_axis_by, reduce_axis, reduce_axis_by};
pub use reduce_to::reduce_to;
pub use scan::{Scan, exclusive_scan, exclusive_scan_by, scan, scan_by};
pub use scan_axis::{ScanAxis, exclusive_scan_axis, exclusive_scan_axis_by, scan_axis, scan_axis_by};
pub use search::{Search, lower_bound, lower_bound_by, search, upper_bound, upper_bound_by};
pub use search_index::SearchIndex;
pub use segments::{SegmentedScan, segmented_scan, segmented_scan_by};
pub use select::{Selection, partition, partition_by, select, select_by};
pub use sort::{Sort, SortOptions, sort, sort_by, sort_pairs, sort_pairs_with, sort_with};
pub use sort_axis::{SortAxis, SortAxisOptions, sort_axis, sort_axis_with};
pub use take::take;
pub use take_axis::{take_along_axis, take_axis};
pub use top::{Top, TopOptions, argmax, argmin, top, top_by, top_with};
pub use top_axis::{TopAxisOptions, argmax_axis, argmin_axis, top_axis, top_axis_with};
