//! Reference implementations of the primitives, on slices: simple and slow on purpose. Tests compare the passes with them.

mod argsort;
mod axis;
mod fft;
mod filter;
mod group;
mod histogram;
mod map;
mod merge;
mod picture;
mod put;
mod random;
mod reduce;
mod scan;
mod search;
mod sort;
mod sparse;
mod top;

pub use crate::generator::philox;
pub use argsort::{argsort, quantized};
pub use axis::{
    argsort_axis, exclusive_scan_axis, quantile_axis, reduce_axis, scan_axis, sort_axis, take_along_axis, take_axis,
    top_axis,
};
pub use fft::{fft, rfft};
pub use filter::{compact, filter, partition};
pub use group::{group, run_lengths, segmented_scan, take, unique};
pub use histogram::{histogram, histogram_2d, histogram_edges, histogram_weighted};
pub use map::map;
pub use merge::{merge, merge_pairs};
pub use picture::{convolve, distance, jump_flooding, label, matmul, median_filter, nearest, sat, transpose};
pub use put::{put, put_with};
pub use random::{Generator, random, random_bits, random_normal};
pub use reduce::{mean, reduce, reduce_to};
pub use scan::{exclusive_scan, scan};
pub use search::{lower_bound, search, upper_bound};
pub use sort::{sort, sort_pairs};
pub use sparse::spmv;
pub use top::{quantile, top};
