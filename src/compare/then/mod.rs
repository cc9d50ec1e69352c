//! Then, predicted: published figures of the fragment pipelines of 2004 and 2005, compared with the predictions of a [cost
//! model](mod@crate::fragment_program::cost) of their chips.
//!
//! Passes are counted by [`Device::counting`](crate::Device::counting) and not executed, so no driver is needed. Sizes whose
//! addresses are not exact in a chip's arithmetic are counted as well, and marked. The programs are brooklet's own, compiled for
//! the chip. Of the authors' programs, only what their papers say is known.

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

/// The subject of figures that were published together.
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
    /// GPUSort, from memory.
    GpuSort,
    /// Brook's figure 4.
    Knee,
    /// Brook's figure 3.
    Applications,
}

impl Group {
    /// All groups.
    pub const ALL: [Group; 7] = [
        Group::Filter,
        Group::Reduction,
        Group::Outputs,
        Group::Toolkit,
        Group::GpuSort,
        Group::Knee,
        Group::Applications,
    ];

    /// Returns the title of the group.
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

    /// Returns what was predicted for the group, and how its programs differ from the published ones.
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

/// A published figure and its prediction. The fields are the columns of the report's table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Prediction {
    /// The group of figures that it was published with.
    pub group: Group,
    /// The work that was measured.
    pub work: String,
    /// The number of elements, if it matters.
    pub n: Option<usize>,
    /// The hardware, as published.
    pub hardware: &'static str,
    /// The chip of the model.
    #[serde(serialize_with = "name")]
    pub chip: Option<Chip>,
    /// The API of the published figure, or `None` if the source does not say.
    pub api: Option<&'static str>,
    /// The figure as printed. It is empty if nothing is printed. It is a product of printed numbers if the figure is derived.
    pub published: &'static str,
    /// How reliable the figure is.
    pub status: Status,
    /// The unit of the published and the predicted figure.
    pub unit: &'static str,
    /// The published figure as a number, or `None` if it is only a bound.
    pub figure: Option<f64>,
    /// The prediction for the API of the published figure. If that is not known, it is for DirectX.
    pub predicted: Option<f64>,
    /// The prediction for OpenGL, if the source names no API.
    pub predicted_opengl: Option<f64>,
    /// The arithmetic's part of the prediction.
    pub arithmetic: Option<f64>,
    /// The fetches' part of the prediction. On ATI's chips, fetches run in parallel with the arithmetic; on NVIDIA's, after it.
    pub fetches: Option<f64>,
    /// The number of counted passes.
    pub passes: Option<usize>,
    /// Whether the addresses of all elements are exact in the chip's arithmetic.
    pub exact: bool,
    /// The reason why there is no prediction, or why it does not count among the errors.
    pub note: Option<String>,
    /// Whether it counts among the errors.
    pub counts: bool,
    /// The milliseconds in a unit, or `None` if the unit is not a time.
    #[serde(skip)]
    pub ms: Option<f64>,
}

fn name<S: serde::Serializer>(chip: &Option<Chip>, serializer: S) -> Result<S::Ok, S::Error> {
    chip.map(Chip::name).serialize(serializer)
}

impl Prediction {
    /// Returns the published figure as text. A derived figure is marked, and a missing one is a dash.
    pub fn shown(&self) -> String {
        match (self.published, self.status) {
            ("", _) => NONE.to_owned(),
            (published, Status::Derived) => format!("{published} (derived)"),
            (published, _) => published.to_owned(),
        }
    }

    /// Returns the API of the published figure as text.
    pub fn shown_api(&self) -> &'static str {
        self.api.unwrap_or(if self.published.is_empty() { NONE } else { "not said" })
    }

    /// Returns the predicted figure divided by the published one.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.predicted? / self.figure?)
    }

    /// Returns the figure predicted for OpenGL divided by the published one.
    pub fn ratio_opengl(&self) -> Option<f64> {
        Some(self.predicted_opengl? / self.figure?)
    }
}

/// Returns all published figures with their predictions, in the order of their groups. They are computed once.
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

/// Returns, as JSON, the figures for which `wanted` returns true, and the errors of each of their groups.
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
