//! Executes a program for one fragment, alone or beside those of its block.

use crate::backend::emulator::arithmetic::in_arithmetic;
use crate::fragment_program::Chip;
use crate::fragment_program::arithmetic::{Arithmetic, Fp24, G80, GeForce, Ieee, R520};

use super::machine::{DrawBindings, Machine, Ran, Then};
use super::quad;

/// Executes the fragment in this column and row, in the arithmetic of its chip.
pub fn run(given: &DrawBindings, column: usize, row: usize) -> Ran {
    in_arithmetic!(given.chip, A => run_as::<A>(given, column, row))
}

fn run_as<A: Arithmetic>(given: &DrawBindings, column: usize, row: usize) -> Ran {
    if quad::compares_neighbours(given) {
        return quad::run::<A>(given, column, row);
    }
    let mut machine = Machine::new(given, column, row);
    let then = machine.run::<A>(0, given.program.instructions.len());
    if let Then::End(end) = then {
        machine.ran.end = end;
    }
    machine.ran
}
