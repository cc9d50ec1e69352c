//! The results of a comparison, and how they were measured.

use serde::Serialize;

use crate::backend::DeviceInfo;

use super::row::{Failure, Row, Rows};
#[cfg(doc)]
use super::then;

/// The parts of a report that can be chosen. Every report also describes the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Table 36-1 of Horn.
    Filter,
    /// Table 2 of Harris.
    Scan,
    /// Figures 6 to 8 of Mahardito et al.
    Reduce,
    /// Brook's reduction, and the chapter's sort and search.
    Toolkit,
    /// Passes, texels and bytes, and how they grow.
    Work,
    /// Brook's cost model and the knee.
    Model,
    /// The published figures as predicted by cost models of the chips: [`then`]. This part needs no measurements.
    Then,
    /// Brook's applications, in Brook and by hand, compared with the CPU.
    Figure3,
}

impl Part {
    /// All parts, in the order of the report.
    pub const ALL: [Part; 8] =
        [Part::Filter, Part::Scan, Part::Reduce, Part::Toolkit, Part::Work, Part::Model, Part::Then, Part::Figure3];

    /// Returns the name of the part on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Part::Filter => "filter",
            Part::Scan => "scan",
            Part::Reduce => "reduce",
            Part::Toolkit => "toolkit",
            Part::Work => "work",
            Part::Model => "model",
            Part::Then => "then",
            Part::Figure3 => "figure3",
        }
    }
}

/// All results, and how they were measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The device.
    pub device: DeviceInfo,
    /// The version of brooklet.
    pub version: String,
    /// Whether sizes are smaller and repeats fewer.
    pub quick: bool,
    /// The number of runs. Times are the median of all runs.
    pub runs: usize,
    /// The number of runs at sizes below [`SMALL`](Measured::SMALL), which are short and easily disturbed.
    pub runs_of_small: usize,
    /// The requested parts.
    pub parts: Vec<Part>,
    /// Whether everything that was requested has been measured, without cancellation or failure.
    pub complete: bool,
    /// A row for each method, layout and size.
    pub rows: Vec<Row>,
    /// The cases that were left out because the device lacks a feature.
    pub left_out: Vec<Failure>,
}

impl Measured {
    /// The size below which cases have more runs.
    pub const SMALL: usize = 1 << 16;

    /// Returns the rows, for queries.
    pub fn rows(&self) -> Rows<'_> {
        Rows(&self.rows)
    }

    /// Returns whether all requested parts are only counted, so that nothing is measured.
    pub(super) fn is_counted(&self) -> bool {
        self.parts == [Part::Then]
    }

    /// Returns whether compute shaders were measured.
    pub fn has_compute(&self) -> bool {
        self.device.compute.is_some()
    }
}
