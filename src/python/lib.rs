//! The C interface as a shared library of its own, for the Python package: cargo builds it with no dependency of the command line.

pub use brooklet::capi::*;
