//! Files in and out.

#![cfg(feature = "files")]

#[path = "../support/files.rs"]
mod support;

mod jpeg;
mod kinds;
mod npy;
mod npz;
mod pictures;
mod png_structure;
mod structure;
mod text;
