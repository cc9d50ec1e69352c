//! Histories side by side: what the papers published, what a device measures today, and a report of both.
//!
//! A [`Comparison`] measures, in short steps, on any device, and is what `brooklet compare` runs; [`report()`] makes a
//! [`Document`](document::Document) of what it measured, with its [`Chart`]s.

mod cases;
mod chart;
mod comparison;
pub mod document;
mod draw;
pub mod fit;
mod html;
mod markdown;
mod measure;
mod number;
mod plan;
pub mod published;
mod report;
mod row;
mod sections;
mod task;
mod theme;
pub mod then;

pub use chart::{Axis, Chart, Look, Scale, Series};
pub use comparison::{Comparison, Settings};
/// The version of plotters whose backends charts are drawn on.
pub use plotters;
/// What a backend of one's own is written with.
pub use plotters_backend;

pub use measure::{Measurement, Progress};
pub use report::{Measured, Part, caveat, report};
pub use row::{Row, Rows};
pub use theme::Theme;

/// Floats from -1 to 1 that look random, and are the same every time: a linear congruential generator (Numerical Recipes).
pub fn noise(count: usize, seed: u32) -> Vec<f32> {
    let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let states = std::iter::successors(Some(seed), next).skip(1).take(count);
    states.map(|state| (state >> 8) as f32 / (1 << 24) as f32 * 2.0 - 1.0).collect()
}
