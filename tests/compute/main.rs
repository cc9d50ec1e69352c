//! Compute shaders.

#[path = "../support/mod.rs"]
mod support;

mod contract;
mod dispatch;
mod seam;
mod today;
