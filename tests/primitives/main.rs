//! Reduce, scan, sort, search and filter.

#[path = "../support/mod.rs"]
mod support;

mod argsort;
mod assembly;
mod catalog;
mod chips;
mod families;
mod filter;
mod group;
mod random;
mod random_battery;
mod reduce;
mod scan;
mod search;
mod select;
mod sort;
