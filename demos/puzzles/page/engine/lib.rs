//! The engine of the puzzles' page: what its JavaScript calls. Texts and results are JSON, so that few things cross the border.

mod described;
mod engine;
#[cfg(test)]
mod tests;
#[cfg(target_family = "wasm")]
mod web;

pub use engine::Engine;
