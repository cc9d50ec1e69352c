//! Compute shaders.

#[path = "../support/mod.rs"]
mod support;

mod axis;
mod dispatch;
mod groups;
mod pictures;
mod seam;
mod select;
mod today;
