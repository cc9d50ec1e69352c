//! A summary of how a kernel reads each of its streams and what it asks of their sizes, inferred from its IR.

use crate::ir::passes::Iterations;
use crate::ir::{Address, Axis, ExprKind, Extent, Kernel, Stream, each_expr};

/// How a kernel reads its streams, and whether it asks for its element's position and for the sizes of streams.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct AccessSummary {
    /// How it reads each input.
    pub inputs: Vec<InputAccess>,
    /// Whether it asks for the number of the current element.
    pub here: bool,
    /// Whether it asks for the column of the current element.
    pub here_x: bool,
    /// Whether it asks for the row of the current element.
    pub here_y: bool,
    /// The extents that it asks for, without duplicates.
    pub extents: Vec<(Stream, Extent)>,
    /// Whether the end of its loops depends on data alone.
    pub ended_by_data: bool,
}

/// How an input is read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct InputAccess {
    /// By an element's number.
    pub linear: bool,
    /// By column and row.
    pub column_row: bool,
    /// At the output's own number.
    pub here: bool,
    /// At the output's own number, clamped to the stream.
    pub clamped_here: bool,
    /// By a number that is clamped to the stream; this includes the output's own number.
    pub clamped_linear: bool,
    /// By column and row that are clamped.
    pub clamped_column_row: bool,
}

impl AccessSummary {
    /// The summary of a kernel.
    pub fn of(module: &Kernel) -> AccessSummary {
        AccessSummary { ended_by_data: Iterations::only_data_say(module), ..AccessSummary::of_streams(module) }
    }

    /// The summary without `ended_by_data`, which takes longer to find out.
    pub fn of_streams(module: &Kernel) -> AccessSummary {
        let inputs = vec![InputAccess::default(); module.interface.inputs.len()];
        let mut summary = AccessSummary { inputs, ..AccessSummary::default() };
        for function in &module.functions {
            each_expr(&function.body, &mut |expr| match &expr.kind {
                ExprKind::Fetch { input, at, clamped } => {
                    let input = &mut summary.inputs[*input];
                    match (at, clamped) {
                        (Address::Here, false) => input.here = true,
                        (Address::Linear(_), false) => input.linear = true,
                        (Address::Here, true) => (input.clamped_here, input.clamped_linear) = (true, true),
                        (Address::Linear(_), true) => input.clamped_linear = true,
                        (Address::ColumnRow(..), false) => input.column_row = true,
                        (Address::ColumnRow(..), true) => input.clamped_column_row = true,
                    }
                }
                ExprKind::Here(Axis::Linear) => summary.here = true,
                ExprKind::Here(Axis::Column) => summary.here_x = true,
                ExprKind::Here(Axis::Row) => summary.here_y = true,
                ExprKind::Extent(stream, extent) if !summary.extents.contains(&(*stream, *extent)) => {
                    summary.extents.push((*stream, *extent));
                }
                _ => {}
            });
        }
        summary
    }
}

impl InputAccess {
    /// Whether the input is read by column and row.
    pub fn by_column_row(&self) -> bool {
        self.column_row || self.clamped_column_row
    }

    /// Whether the input is read by an element's number.
    pub fn by_number(&self) -> bool {
        self.linear || self.clamped_linear
    }
}
