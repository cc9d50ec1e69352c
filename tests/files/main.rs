//! Files in and out.

#![cfg(feature = "files")]

#[path = "../support/files.rs"]
mod support;

mod kinds;
mod npy;
mod pictures;
mod png_structure;
mod structure;
mod text;
