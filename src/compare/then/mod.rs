//! Then, predicted: beside what was published of the fragment pipelines of 2004 and 2005, what a [cost model](mod@crate::fragment_program::cost)
//! of their chips says.
//!
//! Passes are counted by [`Device::counting`](crate::Device::counting) and not executed: no driver is needed, and sizes that a chip's arithmetic
//! cannot number are counted too, and marked. The programs are brooklet's own, compiled for the chip; nothing is known of the
//! authors' beyond their papers.

mod applications;
mod errors;
mod figures;
mod native;
mod tasks;

use std::sync::OnceLock;

use serde::Serialize;

use crate::compare::number::NONE;
use crate::fragment_program::{Chip, Status};
use tasks::Cards;

pub use errors::Errors;
pub use native::{CHIPS as NATIVE_CHIPS, Native, Taken, native};

/// What figures that were published together are about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Table 36-1 of Horn.
    Filter,
    /// Brook's reduction.
    Reduction,
    /// Brook's Table 1: many outputs.
    Outputs,
    /// The toolkit's sort and search.
    Toolkit,
    /// GPUSort, recalled.
    GpuSort,
    /// Brook's figure 4.
    Knee,
    /// Brook's figure 3.
    Applications,
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 7] = [
        Group::Filter,
        Group::Reduction,
        Group::Outputs,
        Group::Toolkit,
        Group::GpuSort,
        Group::Knee,
        Group::Applications,
    ];

    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Group::Filter => "filtering, Table 36-1",
            Group::Reduction => "Brook's reduction",
            Group::Outputs => "many outputs, Brook's Table 1",
            Group::Toolkit => "the toolkit's sort and search",
            Group::GpuSort => "GPUSort (recalled)",
            Group::Knee => "the knee, Brook's figure 4",
            Group::Applications => "applications, Brook's figure 3",
        }
    }

    /// What was predicted for it, and what of the published figures its programs are not.
    pub fn about(self) -> &'static str {
        match self {
            Group::Filter => {
                "Predicted: compact by scan, search and gather, of single floats of which half are null (the table does not say how \
                 many were); on the 6800 the search is one pass with a loop, as Horn's was, on the X800 a pass a halving, as there is \
                 no room for more than four indirections. Sort: the chapter's bitonic sort of single floats, by addresses in floats. \
                 The table says neither which API nor which X800 it was measured with: DirectX and the XT PE of the profile are taken, \
                 and OpenGL with its copies stands beside it."
            }
            Group::Reduction => {
                "Predicted: the sum of 2^20 float4, 8 neighbours a pass along each axis, on the cards of Brook's authors: a GeForce \
                 6800 at 350 / 500 MHz, an X800 XT Platinum. The known tension shows: the fetches alone, at the rates that the same paper \
                 gives, take longer than the whole reduction was measured to; neither is tuned. Its simulated single passes, which read all and write nothing, are \
                 further off still: 16.8 MB in .41 and .18 ms are 41 and 93 GB/s, more than the cards' memory moves (32 and 35.8), so \
                 that not all was fetched from memory."
            }
            Group::Outputs => {
                "Predicted from the printed counts of instructions: each of arithmetic a cycle, each texel four floats and what it takes to \
                 issue it. A product of 4 × 4 matrices is 112 floating-point operations; how many Cloth was counted with is not \
                 printed, so that only its slowdown can be held against anything."
            }
            Group::Toolkit => {
                "Predicted: the bitonic sort of 4096 floats on a GeForce FX 5900 through OpenGL, pbuffers and their copies, \
                 as the chapter describes it: most of that is the cost of pbuffers, one constant; and a search for one element by halving. NV30's own costs were not measured: but for its \
                 multiplies, those of NV40 stand in."
            }
            Group::GpuSort => {
                "Predicted: the bitonic sort of floats with a float as payload, two outputs a pass. GPUSort had the \
                 rasterizer interpolate addresses and texels hold two pairs, neither of which this does: the same comparisons \
                 in texels of two pairs (bitonic-packed, which takes two steps in a pass) stand beside it, and do not count. \
                 The adaptive bitonic sort is none of brooklet's methods: there is no prediction."
            }
            Group::Knee => {
                "Predicted: the multiplies at which 43 multiply-adds of float4 take the GPU as long as the CPU takes to issue them. The cost \
                 of a pass is derived from these figures: this says whether the model gives back what was put in, and does \
                 not count among the errors. On the 6800 it does not: a multiply-add takes the second of its two units, so that a \
                 kernel of nothing else does half the multiplies that were measured. What OpenGL's copies cost comes from \
                 the reduction, and disagrees with this: 23 + 64 µs a call on the X800, where the knee at 2M says 61; 16 + 210 on \
                 the 6800, whose knee is the same with them as without."
            }
            Group::Applications => {
                "Figure 3's table is not in the text of the paper that the facts are from. The text itself says that SAXPY and Segment ran \
                 7 and 4.7 times as fast as on the CPU, whose figures it does not give, and the FFT .99 times as fast as FFTW's 1224 \
                 MFLOPS: that figure is derived, and held against both cards, as it is not said which ran it (ATI's were generally \
                 the faster ones). Predicted: MFLOPS of brooklet's Brook programs of the same, by the paper's sizes and its counts of \
                 operations: 2 an element of SAXPY, 32 of Segment, 5 times the elements times log2 of them for each channel of the \
                 FFT; of SGEMV, for which none is printed, 2 an element and 3 a row. The programs are not the authors': a step of Segment \
                 reads 12 floats here and writes 1, and the FFT is one of each channel (88 passes), whose butterflies \
                 compute their own sines. So both stand here once more by printed counts alone, operations on four floats an instruction: \
                 10 floats in, 2 out and 8 instructions; 20 passes of 10 instructions on 16 floats (a butterfly reads two for each that it \
                 writes), and one that reorders. Real kernels do more, as looking up sines. What is not printed is not known, and none of \
                 this counts among the errors."
            }
        }
    }
}

/// A published figure, and what is predicted for it: the fields are the columns of the report's table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Prediction {
    /// Published with which others.
    pub group: Group,
    /// What was done.
    pub work: String,
    /// How many elements, where that says something.
    pub n: Option<usize>,
    /// On what, as published.
    pub hardware: &'static str,
    /// The chip of the model.
    #[serde(serialize_with = "name")]
    pub chip: Option<Chip>,
    /// Through which API it was published; none where that is not said.
    pub api: Option<&'static str>,
    /// As printed; empty where nothing is, and a product of what is printed where the figure is derived.
    pub published: &'static str,
    /// How well that is known.
    pub status: Status,
    /// Of what is published and predicted.
    pub unit: &'static str,
    /// What is published, as a number; none of a bound.
    pub figure: Option<f64>,
    /// The prediction, through the API that was published, or DirectX.
    pub predicted: Option<f64>,
    /// The same through OpenGL, where none was said.
    pub predicted_opengl: Option<f64>,
    /// Of the prediction, the arithmetic.
    pub arithmetic: Option<f64>,
    /// Of the prediction, the fetches: on ATI's chips beside the arithmetic, on NVIDIA's after it.
    pub fetches: Option<f64>,
    /// Passes that were counted.
    pub passes: Option<usize>,
    /// Whether the chip's arithmetic numbers so many elements.
    pub exact: bool,
    /// Why there is no prediction, or why it does not count among the errors.
    pub note: Option<String>,
    /// Whether it counts among the errors.
    pub counts: bool,
    /// Milliseconds of a unit; none of what is no time.
    #[serde(skip)]
    pub ms: Option<f64>,
}

fn name<S: serde::Serializer>(chip: &Option<Chip>, serializer: S) -> Result<S::Ok, S::Error> {
    chip.map(Chip::name).serialize(serializer)
}

impl Prediction {
    /// What is published, as it is shown: what is derived is marked, and nothing is a dash.
    pub fn shown(&self) -> String {
        match (self.published, self.status) {
            ("", _) => NONE.to_owned(),
            (published, Status::Derived) => format!("{published} (derived)"),
            (published, _) => published.to_owned(),
        }
    }

    /// Through which API it was published, as it is shown.
    pub fn shown_api(&self) -> &'static str {
        self.api.unwrap_or(if self.published.is_empty() { NONE } else { "not said" })
    }

    /// What is predicted by what was published.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.predicted? / self.figure?)
    }

    /// The same of the prediction through OpenGL.
    pub fn ratio_opengl(&self) -> Option<f64> {
        Some(self.predicted_opengl? / self.figure?)
    }
}

/// All published figures with their predictions, in the order of their groups. They are made once.
///
/// ```
/// use brooklet::compare::then::{Errors, Group, predictions};
/// let table: Vec<_> = predictions().iter().filter(|one| one.group == Group::Filter).collect();
/// assert_eq!(table.len(), 28);
/// assert!(Errors::of(table).unwrap().median < 0.25);
/// ```
pub fn predictions() -> &'static [Prediction] {
    static ALL: OnceLock<Vec<Prediction>> = OnceLock::new();
    ALL.get_or_init(|| {
        let cards = Cards::default();
        let groups: [fn(&Cards) -> Vec<Prediction>; 7] = [
            figures::filter,
            figures::reduction,
            figures::outputs,
            figures::toolkit,
            figures::gpu_sort,
            figures::knee,
            applications::applications,
        ];
        groups.into_iter().flat_map(|group| group(&cards)).collect()
    })
}

/// The figures that `wanted` says, as JSON, and the errors of each group of them.
pub fn to_json(wanted: impl Fn(&Prediction) -> bool) -> serde_json::Value {
    let all: Vec<&Prediction> = predictions().iter().filter(|one| wanted(one)).collect();
    let errors = |group: &Group| {
        let errors = Errors::of(all.iter().copied().filter(|one| one.group == *group))?;
        Some(serde_json::json!({"group": group, "errors": errors}))
    };
    let figure = |one: &&Prediction| {
        let mut json = serde_json::json!(one);
        json["ratio"] = serde_json::json!(one.ratio());
        json
    };
    serde_json::json!({
        "figures": all.iter().map(figure).collect::<Vec<_>>(),
        "errors": Group::ALL.iter().filter_map(errors).collect::<Vec<_>>(),
    })
}
