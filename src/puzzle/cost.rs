//! What an answer costs.

use crate::fragment_program::Chip;

use super::data::Size;

/// What an answer costs for the largest size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The size.
    pub size: Size,
    /// The number of passes.
    pub passes: usize,
    /// The texels that all fragments together fetch.
    pub texels: u64,
    /// The chip on which instructions are counted.
    pub chip: Chip,
    /// The arithmetic instructions of the kernel there.
    pub alu: usize,
    /// The texture instructions.
    pub tex: usize,
    /// The texture indirections.
    pub indirections: usize,
}
