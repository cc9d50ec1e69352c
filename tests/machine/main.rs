//! The stream machine: devices, shapes, streams, passes, what is recorded of them, and the seam below.

#[path = "../support/mod.rs"]
mod support;

mod adapters;
mod arithmetic;
mod capture;
mod counting;
mod debug;
mod debug_operations;
mod depth_stencil;
mod devices;
mod fits;
mod halves;
mod hierarchical_z;
mod occlusion;
mod operations;
mod partitions;
mod pass;
mod points;
mod puzzles;
mod seam;
mod shape;
mod stream;
mod trace;
