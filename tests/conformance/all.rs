//! Parsers that are not brooklet's read what it writes: every kernel as GLSL, every compute kernel, and the header of its C interface.
//!
//! They are a package of their own, since building the parsers takes long. `cargo test -p brooklet-conformance` runs them, and
//! `.ci/run` does.

#[path = "../support/mod.rs"]
mod support;

mod compute;
mod headers;
mod kernels;

/// The folder of the crate.
const TOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
