//! Cost: predicts how long the passes of a program would have taken on a chip of 2002 to 2006, from counted work.
//!
//! [`Model::of`] makes a model from a chip's facts: its [`Constant`]s, each with status and source. [`Demand::of`] counts the work
//! of a program per fragment. [`Model::pass`] takes that and the [`Work`] of a pass, and returns the [`Predicted`] time. The fixed
//! costs of a pass and of a pbuffer are derived from Brook's figure 4 and its reduction through OpenGL. Nothing else is derived
//! from the times that predictions are compared with (`brooklet compare`, its section *Then, predicted*), and those figures do not
//! count there.
//!
//! # What a pass costs
//! - **Arithmetic**: the cycles in which the pipes issue the program's instructions, divided by the cycles per second of all pipes
//!   together. R300 and R420 issue a pair of an RGB and an alpha operation per cycle
//!   ([`Counts::pairs`](super::counts::Counts::pairs)). NV40 has two units in series. The first only multiplies (on G70 it
//!   multiplies and adds), so a cycle takes a multiplication and the instruction after it. The cycles per second are the measured
//!   multiplies, divided by those that a pipe does in a cycle: 40 G/s by 8 on NV40, which is 89 % of its clock times its pipes; 33
//!   G/s by 4 on R420, which is 99 %.
//! - **Fetches**: a texel costs the channels of its texture, divided by the measured rate of float fetches. If a chip has no
//!   formats of 2 channels, 2 cost 4. That rate (1.2 Gfloat/s on NV40, 4.5 on R420) was measured on texels that stream in, each
//!   fetched once, so it includes what the caches and the memory do to such a stream. A texel that another fragment has just
//!   fetched may have cost less, one at a random place more; neither was measured, and both count the same here.
//! - On ATI's chips texture units run in parallel with the arithmetic, fed by queues: the longer of the two times counts. On
//!   GeForce FX, 6 and 7 the texture unit is a stage of the one pipeline that fragments circulate in. A fetch that takes more than
//!   its cycle (a float takes 4.7 pipe cycles at the rate above) stalls everything behind it, so the two times add up. Brook's
//!   Mat4Mult (its Table 1) confirms that: 32 floats at 1.2 G/s and 24 instructions at 5 G/s are 31.5 ns, and 31.0 were measured.
//! - **Memory**: the bytes fetched and written, divided by the bandwidth. Memory traffic overlaps with the rest, so it counts only
//!   if it takes longer.
//! - **Issue**: what a kernel call costs the CPU, from the knee of Brook's figure 4, whose operations are taken for multiplies. If
//!   a multiply-add counted as two of them, the cost would be half of that; it decides only for passes of a few thousand fragments.
//!   Calls are issued while the GPU still works on the previous pass (Brook, section 5.2), so a pass costs the longer of issue and
//!   work. Passes depend on one another, and the queue between CPU and GPU is taken to be short, so the times of passes add up.
//! - **Pbuffers**: Brook's OpenGL backend rendered to a pbuffer and copied the result to a texture. That comes after the pass, and
//!   costs a fixed time plus the time of reading and writing the bytes once more. The fixed cost is derived from Brook's reduction,
//!   whose copies were small, but not nothing (0.3 MB a pass). Their time is thus counted twice; it is 9 % of NV40's fixed cost and
//!   27 % of R420's. For R420, Brook's figure 4 has another figure, 61 µs for a call through OpenGL; here it is 23 and 64. For
//!   NV40, figure 4 has the same knee through DirectX and OpenGL, while the reduction says 16 and 226: both times are shown.
//! - **Transfers**: bytes divided by the rates of AGP. A read back also waits for the drawing, which is already counted with the
//!   passes.
//!
//! # What it leaves out
//! Registers: a GeForce FX or 6 whose fragments hold many registers keeps fewer fragments in flight, and waits for memory. Caches.
//! Branches whose fragments disagree (about 1000 go together on NV40): instructions count as each fragment executes them. The
//! rasterizer's start and end of a quad. The driver.
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
