//! Reduce, scan, sort, search, filter and histogram.

#[path = "../support/mod.rs"]
mod support;

mod argsort;
mod assembly;
mod catalog;
mod chips;
mod families;
mod filter;
mod group;
mod histogram;
mod integers;
mod random;
mod random_battery;
mod reduce;
mod scan;
mod search;
mod select;
mod sort;
