//! Histories side by side: what the papers published, what a device measures today, and a report of both.
//!
//! Pure: figures, fits, tables, charts and pages. What is measured comes in as [`Row`]s; who measures is the command.

mod chart;
pub mod document;
mod draw;
pub mod fit;
mod html;
mod markdown;
mod number;
pub mod published;
mod report;
mod row;
mod sections;

pub use chart::{Axis, Chart, Look, Scale, Series};
pub use report::{Measured, Part, report};
pub use row::{Row, Rows};
