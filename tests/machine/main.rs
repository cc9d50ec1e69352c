//! The stream machine: devices, shapes, streams, passes, what is recorded of them, and the seam below.

#[path = "../support/mod.rs"]
mod support;

mod arithmetic;
mod capture;
mod counting;
mod debug;
mod devices;
mod fits;
mod operations;
mod partitions;
mod pass;
mod puzzles;
mod seam;
mod shape;
mod stream;
mod trace;
