//! Cost: how long the passes of a program would have taken on a chip of 2002 to 2006, from counted work.
//!
//! [`Model::of`] makes a model of a chip's facts: its [`Constant`]s, each with status and source. [`Demand::of`] counts what a program
//! asks of each fragment; [`Model::pass`] takes that and the [`Work`] of a pass, and gives the [`Predicted`] time. What a pass and
//! a pbuffer cost is derived from Brook's figure 4 and its reduction through OpenGL; nothing else is derived from the times that it is
//! held against (`brooklet compare`, its section *Then, predicted*), where those figures do not count.
//!
//! # What a pass costs
//! - **Arithmetic**: the cycles in which the pipes issue the program's instructions, by the number of cycles that all pipes have in a
//!   second. R300 and R420 issue a pair of an RGB and an alpha operation a cycle
//!   ([`Counts::pairs`](super::counts::Counts::pairs)). NV40 has two units behind one another, of which the first multiplies only
//!   (G70: multiplies and adds): a cycle takes a multiplication and what follows it. The cycles in a second are the multiplies that
//!   were measured, by those that a pipe does in a cycle: 40 G/s by 8 on NV40, which is 89 % of its clock times its pipes; 33 G/s by
//!   4 on R420, 99 %.
//! - **Fetches**: a texel costs the channels of its texture, by the measured rate of float fetch. Where a chip has no formats of 2
//!   channels, 2 cost 4. That rate (1.2 Gfloat/s on NV40, 4.5 on R420) was measured where texels stream in, each fetched once: it holds
//!   what the caches and the memory do to such a stream. A texel that another fragment has just fetched may have been cheaper, one
//!   at a random place dearer; neither was measured, and both count the same here.
//! - On ATI's chips texture units run beside the arithmetic, fed by queues: the longer of the two counts. On GeForce FX, 6 and 7
//!   the texture unit is a stage of the one pipeline that fragments go round in; a fetch that takes more than its cycle (a float takes
//!   4.7 pipe cycles at the rate above) holds up all that is behind it: both add up. Brook's Mat4Mult (its Table 1) bears that out: 32
//!   floats at 1.2 G/s and 24 instructions at 5 G/s are 31.5 ns, and 31.0 were measured.
//! - **Memory**: bytes fetched and written, by the bandwidth. That goes on beside the rest, and so counts only where it is longer.
//! - **Issue**: what a kernel call costs the CPU, from the knee of Brook's figure 4, whose operations are taken for multiplies (were
//!   a multiply-add two of them, it would be half of that; it decides for passes of a few thousand fragments alone). Calls are issued while the GPU still works on the
//!   pass before (Brook, section 5.2), so that a pass costs the longer of issue and work. Passes depend on one another and the queue
//!   between CPU and GPU is taken to be short: the times of passes add up.
//! - **Pbuffers**: Brook's OpenGL rendered to a pbuffer and copied the result to a texture. That comes after the pass: a fixed cost,
//!   and the bytes read and written once more. The fixed cost is derived from Brook's reduction, whose copies were small, but
//!   not nothing (0.3 MB a pass): so much is in it twice, 9 % of NV40's and 27 % of R420's. Brook's figure 4 has another figure for R420, a call of 61 µs through
//!   OpenGL: here it is 23 and 64. Of NV40 it has the same knee for both, where the reduction says 16 and 226: both sides are shown.
//! - **Transfers**: bytes by the rates of AGP. A read back also waits for what was drawn, which has been counted with the passes.
//!
//! # What it leaves out
//! Registers: a GeForce FX or 6 that holds many at a time keeps fewer fragments in flight, and waits for memory. Caches. Branches whose
//! fragments disagree (about 1000 go together on NV40): instructions count as each fragment executes them. The rasterizer's start and
//! end of a quad. Which driver it was.
//!
//! ```
//! use brooklet::fragment_program::{Chip, cost::Model};
//! let model = Model::of(Chip::Nv40)?;
//! // 40 G multiplies/s at 350 MHz, 8 a pipe and cycle, at the Ultra's 400 MHz
//! assert!((model.cycles.value - 40.0 / 8.0 * 400.0 / 350.0).abs() < 1e-9);
//! assert!(Model::of(Chip::G80).unwrap_err().to_string().contains("floats fetched"));
//! # Ok::<(), brooklet::fragment_program::cost::NoModel>(())
//! ```

mod constants;
mod demand;
mod model;
mod predicted;
#[cfg(test)]
mod tests;

pub use constants::NoModel;
pub use demand::Demand;
pub use model::{Constant, Direction, Model, Work};
pub use predicted::Predicted;
