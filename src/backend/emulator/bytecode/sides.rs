//! The fragments of a block of two columns and two rows, for which programs with derivatives are translated.

use super::graph::Value;

/// A column or a row of a block of two.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Side {
    /// That of the fragment itself.
    #[default]
    Own,
    Even,
    Odd,
}

pub const SIDES: [Side; 3] = [Side::Own, Side::Even, Side::Odd];

/// The translations of a program with derivatives.
#[derive(Default)]
pub struct Quad {
    /// The column and the row for which instructions are translated.
    pub sides: [Side; 2],
    /// The variables of each translation before the current instruction.
    pub before: Vec<Vec<Value>>,
}

/// Returns the number of a translation.
pub fn index([x, y]: [Side; 2]) -> usize {
    3 * x as usize + y as usize
}
