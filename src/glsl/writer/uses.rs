//! Uses of streams, inferred from a kernel's IR: how it reads each, and what it asks about its size.

use crate::ir::passes::Iterations;
use crate::ir::{Address, Axis, ExprKind, Extent, Module, Stream, each_expr};

/// Which forms of access a kernel uses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Uses {
    /// Of each input.
    pub inputs: Vec<InputUse>,
    /// Whether it asks for the number of its element.
    pub here: bool,
    /// Whether it asks for the column of its element.
    pub here_x: bool,
    /// Whether it asks for the row.
    pub here_y: bool,
    /// Which extents it asks for, each once.
    pub extents: Vec<(Stream, Extent)>,
    /// Whether only data end its loops.
    pub ended_by_data: bool,
}

/// How an input is read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct InputUse {
    /// By an element's number.
    pub linear: bool,
    /// By column and row.
    pub column_row: bool,
    /// The element of the output's own number.
    pub here: bool,
    /// By a number that is clamped to the stream.
    pub clamped_linear: bool,
    /// By column and row that are clamped.
    pub clamped_column_row: bool,
}

impl Uses {
    /// Those of this kernel.
    pub fn of(module: &Module) -> Uses {
        let mut uses = Uses {
            inputs: vec![InputUse::default(); module.interface.inputs.len()],
            ended_by_data: Iterations::only_data_say(module),
            ..Uses::default()
        };
        for function in &module.functions {
            each_expr(&function.body, &mut |expr| match &expr.kind {
                ExprKind::Fetch { input, at, clamped } => {
                    let input = &mut uses.inputs[*input];
                    match (at, clamped) {
                        (Address::Here, false) => input.here = true,
                        (Address::Linear(_), false) => input.linear = true,
                        (Address::Here | Address::Linear(_), true) => input.clamped_linear = true,
                        (Address::ColumnRow(..), false) => input.column_row = true,
                        (Address::ColumnRow(..), true) => input.clamped_column_row = true,
                    }
                }
                ExprKind::Here(Axis::Linear) => uses.here = true,
                ExprKind::Here(Axis::Column) => uses.here_x = true,
                ExprKind::Here(Axis::Row) => uses.here_y = true,
                ExprKind::Extent(stream, extent) if !uses.extents.contains(&(*stream, *extent)) => {
                    uses.extents.push((*stream, *extent));
                }
                _ => {}
            });
        }
        uses
    }
}

impl InputUse {
    /// Whether the text of its access functions depends on how rows of elements lie.
    pub fn by_column_row(&self) -> bool {
        self.column_row || self.clamped_column_row
    }

    /// Whether it is read by an element's number.
    pub fn by_number(&self) -> bool {
        self.linear || self.clamped_linear
    }
}
