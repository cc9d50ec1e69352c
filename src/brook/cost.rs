//! What a kernel costs, counted in its intermediate form: in the terms of Table 1 of the Brook paper, texture fetches and
//! arithmetic, though not in those of its assembly.

/// What an element costs, each statement counted once, however often a loop runs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub struct Cost {
    /// Elements that are read.
    pub fetches: usize,
    /// Operators and functions; of a vector one. A product that is added counts with the sum, as one.
    pub arithmetic: usize,
}
