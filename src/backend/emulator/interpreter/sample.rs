//! Executes single fragments of a pass, many of them in one batch, only to count their work. Nothing is written.

use crate::fragment_program::arithmetic::Arithmetic;

use super::super::bytecode::Form;
use super::super::lanes::BATCH;
use super::batch::Machine;
use super::{Ended, Pass, Work};

impl Pass<'_> {
    /// Returns the total work of the fragments at these columns and rows.
    pub fn count<A: Arithmetic>(&self, places: &[(usize, usize)]) -> Result<Work, Ended> {
        let mut machine = Machine::new::<A>(self.program, self.bindings, self.bounds);
        let mut total = Work::default();
        for batch in places.chunks(BATCH) {
            machine.place(batch.len(), |lanes, columns, form| {
                // Lanes after the last fragment are not live, so they can have any position.
                let filled = batch.iter().chain(std::iter::repeat(&batch[0]));
                for (lane, &(column, row)) in lanes.iter_mut().zip(filled) {
                    let at = if columns { column } else { row };
                    *lane = match form {
                        Form::Integer => at as u32,
                        Form::Middle => (at as f32 + 0.5).to_bits(),
                        _ => (at as f32).to_bits(),
                    };
                }
            });
            let work = machine.run::<A>()?;
            total.instructions += work.instructions;
            total.fetches += work.fetches;
        }
        Ok(total)
    }
}
