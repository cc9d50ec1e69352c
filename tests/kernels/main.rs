//! Kernels: what they keep to, the maps made of them, and what is said of mistakes in them.

#[path = "../support/mod.rs"]
mod support;

mod contract;
mod errors;
mod map;
