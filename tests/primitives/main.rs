//! Reduce, scan, sort, search, filter and histogram.

#[path = "../support/mod.rs"]
mod support;

mod argsort;
mod assembly;
mod axis;
mod catalog;
mod chips;
mod convolve;
mod failures;
mod families;
mod fft;
mod filter;
mod group;
mod histogram;
mod integer_order;
mod integers;
mod merge;
mod pictures;
mod put;
mod quantile;
mod random;
mod random_battery;
mod reduce;
mod reduce_mip_levels;
mod resident;
mod scan;
mod search;
mod select;
mod select_axis;
mod sort;
mod sparse;
mod top;
