//! Summarizes how a kernel reads its streams and their extents, inferred from its IR.

use crate::ir::passes::Iterations;
use crate::ir::{Address, Axis, ExprKind, Extent, Kernel, Stream, each_expr};

/// How a kernel reads its streams, and whether it reads the position of the current element and the extents of streams.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct AccessSummary {
    /// How it reads each input.
    pub inputs: Vec<InputAccess>,
    /// Whether it reads the linear index of the current element.
    pub here: bool,
    /// Whether it reads the column of the current element.
    pub here_x: bool,
    /// Whether it reads the row of the current element.
    pub here_y: bool,
    /// The extents that it reads, without duplicates.
    pub extents: Vec<(Stream, Extent)>,
    /// Whether the number of iterations of its loops depends on data, so that the constants and extents of a pass do not determine it.
    pub has_data_dependent_loops: bool,
}

/// The ways in which a kernel reads an input.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct InputAccess {
    /// By linear index.
    pub linear: bool,
    /// By column and row.
    pub column_row: bool,
    /// At the linear index of the current element.
    pub here: bool,
    /// At the linear index of the current element, clamped to the stream.
    pub clamped_here: bool,
    /// By a linear index that is clamped to the stream, including that of the current element.
    pub clamped_linear: bool,
    /// By column and row, clamped to the stream.
    pub clamped_column_row: bool,
}

impl AccessSummary {
    /// Returns the summary of a kernel.
    pub fn of(kernel: &Kernel) -> AccessSummary {
        AccessSummary {
            has_data_dependent_loops: Iterations::depends_on_data(kernel),
            ..AccessSummary::of_streams(kernel)
        }
    }

    /// Returns the summary of a kernel without `has_data_dependent_loops`, which takes longer to compute.
    pub fn of_streams(kernel: &Kernel) -> AccessSummary {
        let inputs = vec![InputAccess::default(); kernel.interface.inputs.len()];
        let mut summary = AccessSummary { inputs, ..AccessSummary::default() };
        for function in &kernel.functions {
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
    /// Returns whether the input is read by column and row.
    pub fn by_column_row(&self) -> bool {
        self.column_row || self.clamped_column_row
    }

    /// Returns whether the input is read by a linear index, including clamped reads at that of the current element.
    pub fn by_number(&self) -> bool {
        self.linear || self.clamped_linear
    }
}
