//! Where the element is that is computed.

use crate::fragment_program::{Measure, Opcode, Uniform};
use crate::ir::Type;

use super::builder::Builder;
use super::graph::{Node, Ref};

const INDEX: Type = Type::Index;

impl Builder<'_> {
    pub fn output(&mut self, measure: Measure) -> Ref {
        self.leaf(Uniform::Output(measure))
    }

    pub fn input(&mut self, input: usize, measure: Measure) -> Ref {
        self.leaf(Uniform::Input(input, measure))
    }

    /// The column (0) or row (1) of the fragment.
    pub fn place(&mut self, axis: u8) -> Ref {
        Ref::new(self.graph.add(Node::Place(axis)))
    }

    /// The number of the texel that is drawn.
    pub fn texel_here(&mut self) -> Ref {
        let (x, y) = (self.place(0), self.place(1));
        let width = self.output(Measure::Width);
        let row = self.multiply_whole(y, width, INDEX);
        self.add_whole(row, x, INDEX)
    }

    /// The number of the first element in the texel that is drawn.
    pub fn first_here(&mut self) -> Ref {
        let texel = self.texel_here();
        match self.variant.output.packed {
            true => {
                let four = self.whole(4, INDEX);
                self.multiply_whole(texel, four, INDEX)
            }
            false => texel,
        }
    }

    /// The number of the element that is computed.
    pub fn here(&mut self) -> Ref {
        let first = self.first_here();
        if !self.variant.output.packed {
            return first;
        }
        let lane = self.whole(self.lane as i64, INDEX);
        let here = self.add_whole(first, lane, INDEX);
        match self.set.branches() {
            // The lanes past the end run the last once more: loops of them end.
            true => {
                let count = self.output(Measure::Count);
                let last = self.whole(-1, INDEX);
                let last = self.add_whole(count, last, INDEX);
                let kind = self.kind(INDEX);
                self.graph.alu(Opcode::Min, kind, &[here, last])
            }
            // What they read is never seen.
            false => here,
        }
    }

    /// Column and row of the element that is computed.
    pub fn here_place(&mut self) -> (Ref, Ref) {
        if !self.variant.output.packed && !self.variant.output.wrapped {
            return (self.place(0), self.place(1));
        }
        let here = self.here();
        let row_width = self.output(Measure::Row);
        let row = self.quotient(here, row_width);
        let before = self.multiply_whole(row, row_width, INDEX);
        (self.subtract_whole(here, before, INDEX), row)
    }
}
