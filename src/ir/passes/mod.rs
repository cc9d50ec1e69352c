//! Passes over the intermediate representation: analyses and transformations.

mod bound_loops;
pub(crate) mod copy_propagation;
pub(crate) mod definite_assignment;
mod iterations;
mod known;
pub(crate) mod parameters;
pub(crate) mod reachable;
mod rounding;
pub(crate) mod sinking;
pub(crate) mod slice;
pub(crate) mod specialize;
mod trips;

pub(crate) use iterations::Iterations;
pub(crate) use known::{Known, PassValues};
pub(crate) use rounding::{Inexact, Rounding, is_exact};
pub(crate) use trips::{max_trip_count, trip_count};

#[cfg(test)]
mod tests;
