//! What was measured, and how.

use serde::Serialize;

use crate::backend::DeviceInfo;

use super::row::{Failure, Row, Rows};
#[cfg(doc)]
use super::then;

/// The parts of a report that can be chosen; what the machine is stands in each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Table 36-1 of Horn.
    Filter,
    /// Table 2 of Harris.
    Scan,
    /// Figures 6 to 8 of Mahardito et al.
    Reduce,
    /// Brook's reduction, the chapter's sort and search.
    Toolkit,
    /// Passes, texels, bytes and growth.
    Work,
    /// The cost model and the knee.
    Model,
    /// What cost models of the chips say of the published figures: [`then`]. Nothing is measured for it.
    Then,
    /// Brook's applications, by Brook and by hand, beside the CPU.
    Figure3,
}

impl Part {
    /// All of them, in the order of the report.
    pub const ALL: [Part; 8] =
        [Part::Filter, Part::Scan, Part::Reduce, Part::Toolkit, Part::Work, Part::Model, Part::Then, Part::Figure3];

    /// As the command line names it.
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

/// All that was measured, and how.
#[derive(Clone, Debug)]
pub struct Measured {
    /// On what.
    pub device: DeviceInfo,
    /// The version of brooklet.
    pub version: String,
    /// Whether sizes and repeats were shrunk.
    pub quick: bool,
    /// Runs of which each time is the median.
    pub runs: usize,
    /// Runs of sizes below [`SMALL`](Measured::SMALL), which are soon done, and easily disturbed.
    pub runs_of_small: usize,
    /// What was asked for.
    pub parts: Vec<Part>,
    /// Whether all was measured that was asked for: it was not cancelled, and did not fail.
    pub complete: bool,
    /// A row for each method, layout and size.
    pub rows: Vec<Row>,
    /// What was not measured since an emulated chip lacks something for it.
    pub left_out: Vec<Failure>,
}

impl Measured {
    /// Elements below which there are more runs.
    pub const SMALL: usize = 1 << 16;

    /// The rows, to be asked.
    pub fn rows(&self) -> Rows<'_> {
        Rows(&self.rows)
    }

    /// Whether all that was asked for is counted, and nothing measured.
    pub(super) fn is_counted(&self) -> bool {
        self.parts == [Part::Then]
    }

    /// Whether compute shaders took part.
    pub fn has_compute(&self) -> bool {
        self.device.compute.is_some()
    }
}
