//! Demos.
