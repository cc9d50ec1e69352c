//! The interpreter: executes a program for all fragments of a pass, in batches and on all cores.
//!
//! Fragments are executed row by row, and a batch may continue in the next row. The rows are divided among threads. In a browser there
//! is only one thread.

mod batch;
mod compute;
mod sample;
#[cfg(not(target_family = "wasm"))]
mod vectors;
mod words;

use crate::fragment_program::arithmetic::Arithmetic;
use crate::geometry::Rect;
#[cfg(not(target_family = "wasm"))]
use crate::process::Process;

use super::bytecode::{Allocated, Form};
use super::lanes::BATCH;
use batch::Machine;
pub use batch::{Bindings, Bounds, Ended, Work};
pub use compute::evaluate;

/// A surface that is drawn to. It consists of the words of a texture, or of one of its layers.
#[derive(Debug)]
pub struct Surface<'a> {
    /// The words, row by row.
    pub words: &'a mut [u32],
    /// The number of channels of a texel.
    pub channels: usize,
    /// Converts words to those that a texture of halves holds. `None` for other textures.
    pub to_half: Option<fn(u32) -> u32>,
}

/// The minimum product of fragments and operations for which several threads are worthwhile.
const WORTH_SHARING: usize = 400_000;
/// The number of parts per thread. With several parts, all threads finish at about the same time.
const PARTS: usize = 4;

/// The texels that a thread draws as one unit: some rows of a rectangle, or a piece of it if it has only one row.
struct Part<'a> {
    rect: Rect,
    /// The index of the texel that the words begin with.
    base: usize,
    /// The words of each surface.
    words: Vec<&'a mut [u32]>,
}

/// A program with its arguments, which can be executed.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    pub program: &'a Allocated,
    pub bindings: Bindings<'a>,
    pub bounds: Bounds,
    /// The number of texels per row of the surfaces.
    pub width: usize,
}

impl Pass<'_> {
    /// Executes the fragments of a rectangle, on all cores if that is worthwhile.
    pub fn run<A: Arithmetic>(&self, rect: Rect, surfaces: &mut [Surface]) -> Result<Work, Ended> {
        let channels: Vec<usize> = surfaces.iter().map(|surface| surface.channels).collect();
        let mut total = Work::default();
        let mut parts = self.parts(rect, surfaces);
        if parts.len() == 1
            && let Some(part) = parts.pop()
        {
            return self.part::<A>(part, &channels);
        }
        for work in each(parts, |part| self.part::<A>(part, &channels)) {
            total += work?;
        }
        Ok(total)
    }

    /// Divides a rectangle into parts.
    fn parts<'s>(&self, rect: Rect, surfaces: &'s mut [Surface]) -> Vec<Part<'s>> {
        let worth = rect.area().saturating_mul(self.program.ops.len() + 1) >= WORTH_SHARING;
        let wanted = if worth { threads() * PARTS } else { 1 };
        // A rectangle with a single row is divided into pieces of that row.
        let by_columns = rect.height == 1;
        let extent = if by_columns { rect.width } else { rect.height };
        let step = extent.div_ceil(wanted).max(1);
        let step = if by_columns { step.next_multiple_of(BATCH) } else { step };
        let mut rest: Vec<(&mut [u32], usize)> =
            surfaces.iter_mut().map(|surface| (&mut *surface.words, surface.channels)).collect();
        let (mut parts, mut base) = (Vec::new(), 0);
        for start in (0..extent).step_by(step) {
            let extent = step.min(extent - start);
            let rect = match by_columns {
                true => Rect { x: rect.x + start, width: extent, ..rect },
                false => Rect { y: rect.y + start, height: extent, ..rect },
            };
            // The words after the last texel of this part belong to the next part.
            let end = (rect.y + rect.height - 1) * self.width + rect.x + rect.width;
            let mut words = Vec::with_capacity(rest.len());
            for (all, channels) in &mut rest {
                let (part, after) = std::mem::take(all).split_at_mut((end - base) * *channels);
                words.push(part);
                *all = after;
            }
            parts.push(Part { rect, base, words });
            base = end;
        }
        parts
    }

    /// Executes a part with the best vector instructions of the processor.
    #[cfg(not(target_family = "wasm"))]
    fn part<A: Arithmetic>(&self, part: Part, channels: &[usize]) -> Result<Work, Ended> {
        pulp::Arch::new().dispatch(vectors::Run::<A>::new(self, part, channels))
    }

    #[cfg(target_family = "wasm")]
    fn part<A: Arithmetic>(&self, part: Part, channels: &[usize]) -> Result<Work, Ended> {
        self.run_part::<A>(part, channels)
    }

    // Everything that is executed for a batch is inlined into this function, so that it is compiled for these vector instructions.
    #[inline(always)]
    fn run_part<A: Arithmetic>(&self, mut part: Part, channels: &[usize]) -> Result<Work, Ended> {
        let mut machine = Machine::new::<A>(self.program, self.bindings, self.bounds);
        let mut total = Work::default();
        let Rect { x, y, width, height } = part.rect;
        let fragments = width * height;
        let mut done = 0;
        while done < fragments {
            let count = BATCH.min(fragments - done);
            let (column, row) = (done % width, done / width);
            machine.place(count, |lanes, columns, form| {
                let (mut column, mut row) = (column, row);
                let mut filled = 0;
                while filled < BATCH {
                    let run = (width - column).min(BATCH - filled);
                    let lanes = &mut lanes[filled..filled + run];
                    let first = if columns { x + column } else { y + row };
                    let middle = if form == Form::Middle { 0.5 } else { 0.0 };
                    match (columns, form) {
                        (true, Form::Integer) => {
                            lanes.iter_mut().zip(first as u32..).for_each(|(lane, i)| *lane = i);
                        }
                        (true, _) => {
                            let first = first as f32 + middle;
                            for (lane, i) in lanes.iter_mut().zip(0i32..) {
                                *lane = (first + i as f32).to_bits();
                            }
                        }
                        (false, Form::Integer) => lanes.fill(first as u32),
                        (false, _) => lanes.fill((first as f32 + middle).to_bits()),
                    }
                    filled += run;
                    (column, row) = (0, row + 1);
                }
            });
            total += machine.run::<A>()?;
            for (number, (words, &channels)) in part.words.iter_mut().zip(channels).enumerate() {
                let (mut column, mut row, mut written) = (column, row, 0);
                while written < count {
                    let run = (width - column).min(count - written);
                    let start = ((y + row) * self.width + x + column - part.base) * channels;
                    let texels = &mut words[start..start + run * channels];
                    write(texels, channels, written, machine.output(number), machine.alive());
                    written += run;
                    (column, row) = (0, row + 1);
                }
            }
            done += count;
        }
        Ok(total)
    }
}

/// Writes the results of a batch, beginning with fragment `from`, to consecutive texels.
#[inline(always)]
fn write(
    texels: &mut [u32],
    channels: usize,
    from: usize,
    [x, y, z, w]: [&[u32; BATCH]; 4],
    alive: Option<&[u32; BATCH]>,
) {
    if let Some(alive) = alive {
        for (i, texel) in texels.chunks_exact_mut(channels).enumerate() {
            if alive[from + i] != 0 {
                let all = [x[from + i], y[from + i], z[from + i], w[from + i]];
                texel.copy_from_slice(&all[..channels]);
            }
        }
        return;
    }
    match channels {
        1 => texels.copy_from_slice(&x[from..from + texels.len()]),
        2 => {
            for (i, texel) in texels.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                *texel = [x[from + i], y[from + i]];
            }
        }
        _ => {
            let count = texels.len() / 4;
            let [x, y, z, w] = [x, y, z, w].map(|lanes| &lanes[from..from + count]);
            for ((((texel, &x), &y), &z), &w) in texels.as_chunks_mut::<4>().0.iter_mut().zip(x).zip(y).zip(z).zip(w) {
                *texel = [x, y, z, w];
            }
        }
    }
}

/// Executes several parts on all cores.
#[cfg(not(target_family = "wasm"))]
fn each<P: Send, R: Send>(parts: Vec<P>, run: impl Fn(P) -> R + Send + Sync) -> Vec<R> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    match POOL.is_forked() {
        // The threads of the pool are those of the parent: a child would wait for them for ever.
        true => parts.into_iter().map(run).collect(),
        false => parts.into_par_iter().map(run).collect(),
    }
}

/// The process that rayon's threads belong to.
#[cfg(not(target_family = "wasm"))]
static POOL: Process = Process::new();

#[cfg(target_family = "wasm")]
fn each<P, R>(parts: Vec<P>, run: impl Fn(P) -> R) -> Vec<R> {
    parts.into_iter().map(run).collect()
}

/// Returns the number of threads.
#[cfg(not(target_family = "wasm"))]
fn threads() -> usize {
    if POOL.is_forked() { 1 } else { rayon::current_num_threads() }
}

#[cfg(target_family = "wasm")]
fn threads() -> usize {
    1
}
