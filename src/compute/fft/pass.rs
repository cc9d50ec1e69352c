//! Transforms of lines of a length that has small factors, by one dispatch for each radix.

use std::f64::consts::TAU;
use std::fmt::Write;

use crate::error::Error;
use crate::fourier::root;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{ComputeSource, Device};

use super::plan::{REGISTERS, groups, lines_of_group, radices};
use super::{Complex, Fft};

macro_rules! part {
    ($file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/", $file))
    };
}

/// The maximum number of invocations of a group of tiles, and the bytes of shared memory of each: its elements, a ninth that is empty, and a
/// place behind each line of at least 64.
const THREADS: usize = 512;
pub(super) const SHARED_BYTES: usize = 8 * (REGISTERS + REGISTERS / 8) + 8;

/// What a transform does to numbers at its start and end, which makes it an inverse one.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    /// Whether real and imaginary parts are exchanged as they are read.
    pub exchanged: bool,
    /// Whether they are exchanged as they are written.
    pub exchanged_last: bool,
    /// The factor of the result.
    pub scale: f32,
}

impl Ends {
    pub const NONE: Ends = Ends { exchanged: false, exchanged_last: false, scale: 1.0 };
}

/// The transform of lines of one length.
pub(super) struct Passes {
    device: Device,
    length: usize,
    method: Fft,
    /// Invocations of a group.
    threads: usize,
    /// The radix of each dispatch.
    radices: Vec<usize>,
    /// Powers of exp(-2πi / length): the first `fine`, and then every `fine`-th.
    roots: Complex,
    fine: usize,
}

impl Passes {
    /// Plans the transform of lines of this length, which has no other factors than 2, 3 and 5.
    pub fn new(device: &Device, length: usize, method: Fft) -> Result<Passes, Error> {
        let (threads, radices) = match method {
            Fft::Runs if length == 1 => (device.threads(64, 0)?, vec![1]),
            Fft::Runs => (device.threads(64, 0)?, radices(length)),
            Fft::Tiles => {
                let threads = device.threads(THREADS, SHARED_BYTES)?;
                (threads, groups(length, threads))
            }
        };
        let fine = length.isqrt().next_power_of_two();
        let powers = (0..fine).chain((0..length.div_ceil(fine)).map(|k| k * fine));
        let roots = device.upload_buffer(&powers.map(|k| root(k, length)).collect::<Vec<_>>())?;
        Ok(Passes { device: device.clone(), length, method, threads, radices, roots, fine })
    }

    /// Transforms all lines, whose neighbouring elements are `inner` elements apart.
    pub fn run(&self, values: &Complex, inner: usize, ends: Ends) -> Result<Complex, Error> {
        let mut transformed: Option<Complex> = None;
        let mut run = 1;
        for (number, radix) in self.radices.iter().copied().enumerate() {
            let last = number + 1 == self.radices.len();
            let of_pass = Ends {
                exchanged: ends.exchanged && number == 0,
                exchanged_last: ends.exchanged_last && last,
                scale: if last { ends.scale } else { 1.0 },
            };
            let from = transformed.as_ref().unwrap_or(values);
            transformed = Some(self.pass(from, [radix, run, inner], of_pass)?);
            run *= radix;
        }
        // There is at least one radix.
        transformed.map_or_else(|| self.device.buffer(0), Ok)
    }

    /// Runs the pass of this radix, after passes whose radices have the product `run`.
    fn pass(&self, from: &Complex, [radix, run, inner]: [usize; 3], ends: Ends) -> Result<Complex, Error> {
        let device = &self.device;
        let count = from.len() / radix;
        let mut to = device.buffer::<[f32; 2]>(from.len())?;
        let (source, lines, own) = match self.method {
            Fft::Runs => {
                let text = glsl!("compute/fft_runs.comp").part("transform", transform(radix));
                (text.part("length", constants(radix)), self.threads, None)
            }
            Fft::Tiles => {
                let lines = lines_of_group(radix, self.threads);
                let own = (0..radix).map(|k| root(k, radix)).collect::<Vec<_>>();
                (tiles(radix, lines, self.threads), lines, Some(device.upload_buffer(&own)?))
            }
        };
        let source = source.part("compute/fft_element.glsl", part!("fft_element.glsl"));
        let kernel = device.compute_kernel(&ComputeSource::of::<[f32; 2]>(source, self.threads))?;
        let step = self.length / radix * inner;
        let dispatch = device.dispatch(&kernel).input("signal", from).output("transformed", &mut to);
        let dispatch = dispatch.input("roots", &self.roots);
        let dispatch = dispatch.constant("fine", self.fine).constant("turns", self.length / (radix * run));
        let dispatch = dispatch.constant("from_step", step).constant("from_line", self.length * inner);
        let dispatch = dispatch.constant("to_step", run * inner).constant("to_line", radix * run * inner);
        let dispatch = dispatch.constant("inner", inner).constant("count", count).constant("scale", ends.scale);
        let dispatch = dispatch.constant("exchanged", ends.exchanged);
        let dispatch = dispatch.constant("exchanged_last", ends.exchanged_last);
        match &own {
            Some(own) => dispatch.input("own_roots", own).run(count.div_ceil(lines))?,
            None => dispatch.run_over(count)?,
        }
        Ok(to)
    }
}

/// Returns the text of a transform of so many elements in registers.
fn transform(radix: usize) -> &'static str {
    if radix.is_power_of_two() { part!("fft_even.glsl") } else { part!("fft_odd.glsl") }
}

/// Returns the constants of a transform of so many elements in registers.
fn constants(radix: usize) -> String {
    let mut text = format!("const int RADIX = {radix};\n");
    if !radix.is_power_of_two() {
        let table = |of: fn(f64) -> f64| {
            let all: Vec<String> =
                (0..radix).map(|k| format!("{:?}", of(TAU * k as f64 / radix as f64) as f32)).collect();
            format!("float[]({})", all.join(", "))
        };
        let _ = writeln!(text, "const float COSINES[RADIX] = {};", table(f64::cos));
        let _ = writeln!(text, "const float SINES[RADIX] = {};", table(f64::sin));
    }
    text
}

/// Returns the kernel of groups that have so many transforms of this length in shared memory.
fn tiles(length: usize, lines: usize, threads: usize) -> Source {
    let (mut passes, mut run) = (String::new(), 1);
    for radix in radices(length) {
        let each = (lines * length / radix).div_ceil(threads);
        let own = format!("const int RUN = {run};\nconst int EACH = {each};\n");
        let text = part!("fft_stage.glsl").replace("#include \"transform\"\n", transform(radix));
        let _ = writeln!(passes, "    {{\n{}{own}{text}    }}", constants(radix));
        run *= radix;
    }
    let sizes = format!("const int LENGTH = {length};\nconst int LINES = {lines};\n");
    glsl!("compute/fft_tiles.comp").part("length", sizes).part("passes", passes)
}
