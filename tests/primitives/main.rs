//! Reduce, scan, sort, search, filter and histogram.

#[path = "../support/mod.rs"]
mod support;

mod assembly;
mod catalog;
mod chips;
mod families;
mod filter;
mod histogram;
mod reduce;
mod scan;
mod search;
mod sort;
