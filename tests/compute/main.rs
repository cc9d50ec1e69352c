//! Compute shaders.

#[path = "../support/mod.rs"]
mod support;

mod axis;
mod dispatch;
mod fourier;
mod groups;
mod pictures;
mod seam;
mod select;
mod sparse;
mod today;
