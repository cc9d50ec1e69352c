//! Kernels: what they keep to, the maps made of them, and what is said of errors in them.

#[path = "../support/mod.rs"]
mod support;

mod deep;
mod errors;
mod lines;
mod map;
mod names;
