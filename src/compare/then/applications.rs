//! Figure 3 of Brook: predictions for its applications, from our own Brook programs.

use crate::brook::{Error, Program};
use crate::compare::published::{BROOK_APPLICATIONS_ROWS, BROOK_FFTW_MFLOPS, BROOK_SEGMENT, value};
use crate::fragment_program::cost::{Demand, Model, TexelFormat, Work};
use crate::fragment_program::listing::read;
use crate::fragment_program::{Chip, Status};

use super::figures::figure;
use super::tasks::{Card, Cards, Counted};
use super::{Group, Prediction};

const SAXPY: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/saxpy.br"));
const SGEMV: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/sgemv.br"));
const SEGMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/segment.br"));
const FFT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/fft.br"));

/// The rows and columns of vectors, matrices and signals, as printed.
const SIDE: usize = 1 << 10;
/// The rows and columns of Segment's picture, as printed.
const PICTURE: usize = 1 << 11;
/// The rate of the transform. It is printed only as a multiple of FFTW's rate.
const FFT_MFLOPS: &str = ".99 × 1224";
/// The number of channels of the signal, as printed.
const CHANNELS: usize = 4;

/// Counts y = alpha * x + y.
fn saxpy(card: &Card) -> Result<Counted, String> {
    card.count(0.0, |device| -> Result<(), Error> {
        let vector = || device.stream::<f32>([SIDE, SIDE]);
        let (x, y, mut result) = (vector()?, vector()?, vector()?);
        let program = Program::compile(device, "saxpy.br", SAXPY)?;
        let call = program.kernel("saxpy")?.constant("alpha", 2.0);
        call.stream("x", &x).stream("y", &y).output("result", &mut result).run()
    })
}

/// Counts y = alpha * A * x + beta * y.
fn sgemv(card: &Card) -> Result<Counted, String> {
    card.count(0.0, |device| -> Result<(), Error> {
        let stream = |shape: [usize; 2]| device.stream::<f32>(shape);
        let (a, x, y) = (stream([SIDE, SIDE])?, stream([1, SIDE])?, stream([SIDE, 1])?);
        let (mut product, mut sums, mut result) = (stream([SIDE, SIDE])?, stream([SIDE, 1])?, stream([SIDE, 1])?);
        let program = Program::compile(device, "sgemv.br", SGEMV)?;
        program.kernel("multiply")?.stream("a", &a).stream("x", &x).output("product", &mut product).run()?;
        program.reduction("sum")?.stream("product", &product).output(&mut sums)?;
        let call = program.kernel("combine")?.constant("alpha", 2.0).constant("beta", 0.5);
        call.stream("ax", &sums).stream("y", &y).output("result", &mut result).run()
    })
}

/// Counts a step of the segmentation.
fn segment(card: &Card) -> Result<Counted, String> {
    card.count(0.0, |device| -> Result<(), Error> {
        let plane = || device.stream::<f32>([PICTURE, PICTURE]);
        let (labels, picture, mut next) = (plane()?, plane()?, plane()?);
        let seeds = device.stream::<[f32; 2]>([PICTURE, PICTURE])?;
        let program = Program::compile(device, "segment.br", SEGMENT)?;
        let call = program.kernel("diffuse")?.constant("contrast", 0.25).constant("rate", 0.2);
        let call = call.stream("label", &labels).gather("labels", &labels).gather("picture", &picture);
        call.stream("seed", &seeds).output("next", &mut next).run()
    })
}

/// Counts a transform of each channel, along both axes.
fn fft(card: &Card) -> Result<Counted, String> {
    card.count(0.0, |device| -> Result<(), Error> {
        let plane = || device.stream::<[f32; 2]>([SIDE, SIDE]);
        let (mut from, mut to) = (plane()?, plane()?);
        let program = Program::compile(device, "fft.br", FFT)?;
        let bits = SIDE.ilog2();
        for _ in 0..CHANNELS {
            for along in [[1.0, 0.0], [0.0, 1.0]] {
                let call = program.kernel("reorder")?.constant("along", along).constant("bits", bits as f32);
                call.gather("data", &from).output("result", &mut to).run()?;
                std::mem::swap(&mut from, &mut to);
                for step in 0..bits {
                    let call = program.kernel("butterfly")?.constant("along", along);
                    let call = call.constant("half", (1u32 << step) as f32).constant("direction", -1.0);
                    call.gather("data", &from).output("result", &mut to).run()?;
                    std::mem::swap(&mut from, &mut to);
                }
            }
        }
        Ok(())
    })
}

impl Prediction {
    /// Adds the prediction of a rate, for this number of floating-point operations.
    fn rated(self, counted: Result<Counted, String>, operations: f64) -> Prediction {
        let rate = |seconds: f64| Some(operations / seconds / 1e6);
        match counted {
            Err(why) => Prediction { note: Some(why), ..self },
            Ok(Counted { predicted, passes, .. }) => Prediction {
                passes: Some(passes),
                predicted: rate(predicted.seconds),
                predicted_opengl: rate(predicted.seconds_opengl),
                ..self
            },
        }
    }
}

/// Makes a program with these numbers of texture instructions and of additions of four floats.
fn of_counts(model: &Model, fetches: usize, additions: usize) -> Result<Demand, String> {
    let texels: String = (0..fetches).map(|at| format!("TEX a, fragment.texcoord[0], texture[{at}], 2D;\n")).collect();
    let text = format!(
        "!!ARBfp1.0\nTEMP a;\n{texels}{}MOV result.color, a;\nEND\n",
        "ADD a, a, a;\n".repeat(additions.saturating_sub(1))
    );
    Ok(Demand::of(&read("printed", &text).map_err(|error| error.to_string())?.program, model.chip))
}

/// Counts passes of such a program over this number of fragments.
fn printed(
    model: &Model,
    passes: usize,
    fragments: usize,
    additions: usize,
    channels: [&[usize]; 2],
) -> Result<Counted, String> {
    let demand = of_counts(model, channels[0].len(), additions)?;
    let [textures, targets] = channels.map(|all| all.iter().copied().map(TexelFormat::floats).collect::<Vec<_>>());
    let each = |count: usize| (count * fragments) as u64;
    let work = Work {
        fragments: each(1),
        instructions: each(demand.straight.instructions),
        fetches: each(channels[0].len()),
        textures: &textures,
        targets: &targets,
        ..Work::default()
    };
    Ok(Counted { predicted: (0..passes).map(|_| model.pass(&demand, &work)).sum(), passes, read_back: 0.0 })
}

/// Counts Segment by the printed counts: 10 floats read, 2 written, and 32 operations, four in each instruction.
fn segment_printed(card: &Card) -> Result<Counted, String> {
    printed(&card.model, 1, PICTURE * PICTURE, 8, [&[4, 4, 2], &[2]])
}

/// Counts the transform by the printed counts: 20 passes with 5 operations for each float, and one pass without. A butterfly
/// reads two floats for each float that it writes, and a fragment writes 8.
fn fft_printed(card: &Card) -> Result<Counted, String> {
    let butterflies = 2 * SIDE.ilog2() as usize;
    let mut all = printed(&card.model, butterflies, SIDE * SIDE, 10, [&[4; 4], &[4; 2]])?;
    let reordering = printed(&card.model, 1, SIDE * SIDE, 0, [&[4; 2], &[4; 2]])?;
    all.predicted += reordering.predicted;
    all.passes += reordering.passes;
    Ok(all)
}

/// An application: its name, its program, its number of elements, and the number of floating-point operations from which its rate
/// is computed.
type Application = (&'static str, fn(&Card) -> Result<Counted, String>, usize, f64);

fn all() -> [Application; 6] {
    let elements = |side: usize| (side * side) as f64;
    let of_segment = value(BROOK_SEGMENT[0]).unwrap_or(f64::NAN);
    // The number of operations by which benchFFT rates a transform.
    let of_fft = 5.0 * elements(SIDE) * CHANNELS as f64 * elements(SIDE).log2();
    [
        ("SAXPY", saxpy, SIDE * SIDE, 2.0 * elements(SIDE)),
        // A product and a sum for each element, and three operations for each row.
        ("SGEMV", sgemv, SIDE * SIDE, 2.0 * elements(SIDE) + 3.0 * SIDE as f64),
        ("Segment", segment, PICTURE * PICTURE, of_segment * elements(PICTURE)),
        ("Segment, by printed counts", segment_printed, PICTURE * PICTURE, of_segment * elements(PICTURE)),
        ("FFT", fft, SIDE * SIDE, of_fft),
        ("FFT, by printed counts", fft_printed, SIDE * SIDE, of_fft),
    ]
}

/// Returns the figures that the paper's text gives for figure 3, with predictions for our programs.
pub fn applications(cards: &Cards) -> Vec<Prediction> {
    let [saxpy, segment, (fft, fft_share)] = BROOK_APPLICATIONS_ROWS;
    let mut predictions: Vec<Prediction> = [saxpy, segment]
        .into_iter()
        .map(|(work, published)| {
            let one = figure(Group::Applications, work, "X800 XT", published, "× the CPU").through("DirectX");
            one.uncounted("the CPU's MFLOPS are in a table that the text has not")
        })
        .collect();
    let of_fft = value(fft_share).zip(value(BROOK_FFTW_MFLOPS[0])).map(|(share, of)| share * of);
    for (work, program, n, operations) in all() {
        for (chip, hardware) in [(Chip::R420, "X800 XT"), (Chip::Nv40, "GeForce 6800")] {
            let one = figure(Group::Applications, work, hardware, "", "MFLOPS").on(chip, n);
            // Elements are addressed by row and column, so the chip's arithmetic can represent all addresses exactly.
            let one = Prediction { exact: true, ..one };
            let one = one.rated(cards.brooks(chip).and_then(|card| program(&card)), operations);
            predictions.push(match work.starts_with(fft) {
                true => {
                    let one = Prediction { published: FFT_MFLOPS, figure: of_fft, status: Status::Derived, ..one };
                    one.uncounted("derived: the card is not named, its kernels are not printed")
                }
                false => one.uncounted("no figure is printed for it"),
            });
        }
    }
    predictions
}
