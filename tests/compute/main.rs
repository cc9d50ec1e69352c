//! Compute shaders.

#[path = "../support/mod.rs"]
mod support;

mod dispatch;
mod seam;
mod today;
