//! Compares published results with measurements: the papers' figures, what a device measures today, and a report of both.
//!
//! A [`Comparison`] measures in short steps, on any device; `brooklet compare` runs it. [`report()`] makes a
//! [`Document`](document::Document) of the results, with its [`Chart`]s.

mod cases;
mod chart;
mod comparison;
pub mod document;
mod draw;
pub mod fit;
mod html;
mod markdown;
mod measure;
mod measured;
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
/// The version of plotters whose backends can draw charts.
pub use plotters;
/// The crate for writing your own backend.
pub use plotters_backend;

pub use crate::catalog::noise;
pub use measure::{Measurement, Progress};
pub use measured::{Measured, Part};
pub use report::{caveat, report};
pub use row::{Failure, Row, Rows};
pub use theme::Theme;
