//! The published figures, each with its prediction.

use crate::compare::published::{
    BROOK_KNEES, BROOK_MADS, BROOK_OUTPUTS_ROWS, BROOK_ROWS, GPUSORT_ROWS, HORN_RECORDS, HORN_ROWS, TOOLKIT_ROWS, value,
};
use crate::fragment_program::cost::{Demand, Model, TexelFormat, Work};
use crate::fragment_program::listing::read;
use crate::fragment_program::{Chip, Status};
use crate::primitives::Sort;

use super::tasks::{self, Cards, Counted};
use super::{Group, Prediction};

/// Makes a figure without a prediction.
pub fn figure(
    group: Group,
    work: &str,
    hardware: &'static str,
    published: &'static str,
    unit: &'static str,
) -> Prediction {
    Prediction {
        group,
        work: work.to_owned(),
        n: None,
        hardware,
        chip: None,
        api: None,
        published,
        status: Status::Published,
        unit,
        figure: value(published),
        predicted: None,
        predicted_opengl: None,
        arithmetic: None,
        fetches: None,
        passes: None,
        exact: true,
        note: None,
        counts: true,
        ms: None,
    }
}

impl Prediction {
    pub(super) fn on(self, chip: Chip, n: usize) -> Prediction {
        let exact = n <= chip.profile().exact_integer.value as usize;
        Prediction { chip: Some(chip), n: Some(n), exact, ..self }
    }

    pub(super) fn through(self, api: &'static str) -> Prediction {
        Prediction { api: Some(api), ..self }
    }

    pub(super) fn uncounted(self, note: &str) -> Prediction {
        Prediction { counts: false, note: Some(note.to_owned()), ..self }
    }

    /// Adds the prediction of a time. `unit_ms` is the number of milliseconds in a unit.
    fn timed(mut self, counted: Result<Counted, String>, unit_ms: f64) -> Prediction {
        self.ms = Some(unit_ms);
        match counted {
            Err(why) => self.note = Some(why),
            Ok(Counted { predicted, passes, read_back }) => {
                let of = |seconds: f64| Some((seconds + read_back) * 1e3 / unit_ms);
                self.passes = Some(passes);
                let part = |seconds: f64| Some(seconds * 1e3 / unit_ms);
                (self.arithmetic, self.fetches) = (part(predicted.arithmetic), part(predicted.fetches));
                self.predicted = match self.api {
                    Some("OpenGL") => of(predicted.seconds_opengl),
                    _ => of(predicted.seconds),
                };
                self.predicted_opengl = self.api.is_none().then(|| of(predicted.seconds_opengl)).flatten();
            }
        }
        self
    }
}

/// Predicts Table 36-1 of Horn.
pub fn filter(cards: &Cards) -> Vec<Prediction> {
    let mut all = Vec::new();
    for row in &HORN_ROWS {
        let chip = if row.hardware == "X800" { Chip::R420 } else { Chip::Nv40 };
        let card = cards.of(chip);
        for (n, published) in HORN_RECORDS.into_iter().zip(row.us_per_record) {
            let counted = card.clone().and_then(|card| match row.method {
                "Scan/Search" => tasks::filter(&card, n),
                _ => tasks::sort(&card, n),
            });
            // The unit is microseconds per record.
            let one = figure(Group::Filter, row.method, row.hardware, published, "µs per record");
            all.push(one.on(chip, n).timed(counted, n as f64 / 1e3));
        }
    }
    all
}

/// The rows and columns of Brook's reduction.
const SIDE: usize = 1 << 10;
/// The number of elements of the reduction, and of the chapter's search.
const SUMMED: usize = SIDE * SIDE;

/// Predicts section 4.3 of Brook.
pub fn reduction(cards: &Cards) -> Vec<Prediction> {
    let mut all = Vec::new();
    for (on, published) in BROOK_ROWS {
        let chip = match on {
            _ if on.starts_with("GeForce") => Chip::Nv40,
            _ if on.starts_with("X800") => Chip::R420,
            // The CPU is not modelled.
            _ => continue,
        };
        let card = cards.brooks(chip);
        let one = figure(Group::Reduction, "sum of float4", on, published, "ms").on(chip, SUMMED);
        // Elements are addressed by row and column, so the chip's arithmetic can represent all addresses exactly.
        let one = Prediction { exact: true, ..one };
        all.push(match on.contains("one pass") {
            true => {
                let one = Prediction { work: "read all, write nothing".to_owned(), ..one };
                one.through("DirectX").timed(card.and_then(|card| read_all(&card.model, SUMMED)), 1.0)
            }
            false => {
                let api = if on.ends_with("OpenGL") { "OpenGL" } else { "DirectX" };
                let one = one.through(api).timed(card.and_then(|card| tasks::reduction(&card, SIDE)), 1.0);
                match api {
                    "OpenGL" => one.uncounted("the cost of a pbuffer and its copy is derived from this"),
                    _ => one,
                }
            }
        });
    }
    all
}

/// Counts a pass that reads a float4, adds a constant, and ends the fragment.
fn read_all(model: &Model, n: usize) -> Result<Counted, String> {
    let text = "!!ARBfp1.0\nTEMP a;\nPARAM c = { -1.0, -1.0, -1.0, -1.0 };\nTEX a, fragment.texcoord[0], texture[0], 2D;\n\
                ADD a, a, c;\nKIL a;\nEND\n";
    let demand = Demand::of(&read("simulated", text).map_err(|error| error.to_string())?.program, model.chip);
    let fragments = n as u64;
    let work = Work {
        fragments,
        instructions: 3 * fragments,
        fetches: fragments,
        textures: &[TexelFormat::floats(4)],
        targets: &[],
        ..Work::default()
    };
    Ok(Counted { predicted: model.pass(&demand, &work), passes: 1, read_back: 0.0 })
}

/// Returns the seconds for each element, for the printed counts of a row of Brook's Table 1.
fn of_counts(model: &Model, texld: &str, arith: &str) -> Option<f64> {
    let (texels, arithmetic) = (value(texld)?, value(arith)?);
    let cycles = texels + arithmetic;
    Some(cycles / (model.cycles.value * 1e9) + 4.0 * texels / (model.fetches.value * 1e9))
}

/// The floating-point operations of a product of 4 × 4 matrices: 64 multiplications, 48 additions.
const MATRIX_FLOPS: f64 = 112.0;

/// Predicts Table 1 of Brook.
pub fn outputs(cards: &Cards) -> Vec<Prediction> {
    let card = cards.brooks(Chip::Nv40);
    let seconds = |at: usize| {
        let row = &BROOK_OUTPUTS_ROWS[at];
        card.as_ref().ok().and_then(|card| of_counts(&card.model, row.texld, row.arith))
    };
    let mut all = Vec::new();
    for (at, row) in BROOK_OUTPUTS_ROWS.iter().enumerate() {
        let new = |published, unit| {
            let one = figure(Group::Outputs, row.program, "GeForce 6800", published, unit).through("DirectX");
            Prediction { chip: Some(Chip::Nv40), ..one }
        };
        let of_matrix = row.program.starts_with("Mat");
        let mflops = seconds(at).filter(|_| of_matrix).map(|seconds| MATRIX_FLOPS / seconds / 1e6);
        let one = Prediction { predicted: mflops, ..new(row.mflops, "MFLOPS") };
        all.push(match of_matrix {
            true => one,
            false => one.uncounted("how many operations it was counted with is not printed"),
        });
        if let Some(printed) = row.slowdown.strip_suffix('%') {
            let slowdown = seconds(at - 1).zip(seconds(at)).map(|(one, many)| 100.0 * (1.0 - one / many));
            let one = Prediction { predicted: slowdown, ..new(printed, "% slower") };
            all.push(if of_matrix { one.uncounted("it follows from the two figures above") } else { one });
        }
    }
    all
}

/// Predicts the toolkit's sort and search.
pub fn toolkit(cards: &Cards) -> Vec<Prediction> {
    let [(sort, sorted), (search, searched)] = TOOLKIT_ROWS;
    let card = || cards.of(Chip::Nv30);
    let new = |work: &str, published, n| {
        let work = work.trim_end_matches(" (ms)");
        figure(Group::Toolkit, work, "GeForce FX 5900", published, "ms").on(Chip::Nv30, n).through("OpenGL")
    };
    vec![
        new(sort, sorted, 4096).timed(card().and_then(|card| tasks::sort(&card, 4096)), 1.0),
        new(search, searched, SUMMED)
            .timed(card().and_then(|card| tasks::search(&card, SUMMED)), 1.0)
            .uncounted("a bound was published, no figure"),
    ]
}

/// Predicts GPUSort, whose figures are quoted from memory.
pub fn gpu_sort(cards: &Cards) -> Vec<Prediction> {
    let card = cards.of(Chip::Nv40);
    let new = |work, published, n| {
        let one = figure(Group::GpuSort, work, "6800 Ultra", published, "ms").on(Chip::Nv40, n);
        Prediction { status: Status::Recalled, ..one }
    };
    let bitonic = |work, method| {
        let (new, card) = (&new, &card);
        GPUSORT_ROWS.iter().map(move |(n, bitonic, _)| {
            let counted = card.clone().and_then(|card| tasks::sort_pairs(&card, *n, method));
            // GPUSort rendered to two textures alternately, without copies.
            Prediction { predicted_opengl: None, ..new(work, bitonic, *n).timed(counted, 1.0) }
        })
    };
    let packed = bitonic("the same, two pairs a texel", Sort::BitonicPacked)
        .map(|one| one.uncounted("the same figures once more"));
    let bitonic = bitonic("bitonic sort of pairs", Sort::BitonicFloat);
    let adaptive = GPUSORT_ROWS.iter().map(|(n, _, adaptive)| {
        new("adaptive bitonic sort of pairs", adaptive, *n).uncounted("not among brooklet's methods: no prediction")
    });
    bitonic.chain(packed).chain(adaptive).collect()
}

/// Predicts figure 4 of Brook.
pub fn knee(cards: &Cards) -> Vec<Prediction> {
    let mut all = Vec::new();
    for (on, printed) in BROOK_KNEES {
        let chip = if on.starts_with("X800") { Chip::R420 } else { Chip::Nv40 };
        let predicted = cards.brooks(chip).and_then(|card| knee_of(&card.model)).ok();
        // The first figure, 750K, is for DirectX; the second, 2M, is for OpenGL.
        let parts: Vec<(&'static str, &'static str)> = match printed.split_once(" and ") {
            Some((first, second)) => vec![(first, "DirectX"), (second, "OpenGL")],
            None => vec![(printed, "DirectX"), (printed, "OpenGL")],
        };
        for (published, api) in parts {
            let one = figure(Group::Knee, "43 multiply-adds", on, published, "K multiplies").through(api);
            let thousands = match published.strip_suffix('M') {
                Some(millions) => value(millions).map(|millions| millions * 1000.0),
                None => published.strip_suffix('K').and_then(value),
            };
            let one = Prediction { chip: Some(chip), figure: thousands, predicted, ..one };
            all.push(one.uncounted("the cost of a pass is derived from this"));
        }
    }
    all
}

/// Returns the number of multiplies, in thousands, for which the kernel takes as long to run as to issue.
fn knee_of(model: &Model) -> Result<f64, String> {
    let steps = "MAD a, a, c, c;\n".repeat(BROOK_MADS - 1);
    let text = format!(
        "!!ARBfp1.0\nTEMP a;\nPARAM c = program.local[0];\nTEX a, fragment.texcoord[0], texture[0], 2D;\n{steps}\
         MAD result.color, a, c, c;\nEND\n"
    );
    let demand = Demand::of(&read("synthetic", &text).map_err(|error| error.to_string())?.program, model.chip);
    // With this many fragments the cost of issuing the pass is negligible.
    let fragments = 1u64 << 24;
    let instructions = (BROOK_MADS as u64 + 1) * fragments;
    let work = Work {
        fragments,
        instructions,
        fetches: fragments,
        textures: &[TexelFormat::floats(4)],
        targets: &[TexelFormat::floats(4)],
        ..Work::default()
    };
    let each = model.pass(&demand, &work).seconds / fragments as f64;
    Ok(model.pass.value * 1e-6 / each * (4 * BROOK_MADS) as f64 / 1e3)
}
