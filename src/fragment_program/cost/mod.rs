//! Cost: predicts how long the passes of a program would have taken on a chip of 2002 to 2006, from counted work.
//!
//! [`Model::of`] creates a model from the facts about a chip: its [`Constant`]s, each with its source and how well it is known.
//! [`Demand::of`] counts the work of a program per fragment. [`Model::pass`] takes this demand and the [`Work`] of a pass, and returns
//! the [`Predicted`] time. The fixed costs of a pass and of a pbuffer are derived from Brook's figure 4 and its reduction through
//! OpenGL. Nothing else is derived from the times that predictions are compared with (`brooklet compare`, section *Then, predicted*).
//! That comparison excludes these two measurements.
//!
//! # What a pass costs
//! - **Arithmetic**: the cycles in which the pipes issue the program's instructions, divided by the cycles per second of all pipes
//!   together. R300 and R420 issue a pair of an RGB and an alpha operation per cycle ([`Counts::pairs`](super::counts::Counts::pairs)).
//!   NV40 has two units in series. The first unit only multiplies (on G70 it multiplies and adds), so a cycle takes a multiplication
//!   and the instruction after it. The cycles per second are the measured rate of multiplies, divided by the multiplies that a pipe
//!   does per cycle. For NV40 this is 40 G/s by 8, which is 89 % of its clock times its pipes. For R420 it is 33 G/s by 4, which is
//!   99 %.
//! - **Fetches**: a texel costs the number of channels of its texture, divided by the measured rate of float fetches. If a chip has no
//!   formats with 2 channels, 2 channels cost as much as 4. The rate (1.2 Gfloat/s on NV40, 4.5 on R420) was measured on texels that
//!   are read in order, each once, so it includes the effects of caches and memory for such a stream. A texel that another fragment has
//!   just fetched may have cost less, and one at a random place more. Neither was measured, and here both cost the same. A half counts as
//!   half a float, which was not measured either.
//! - On ATI's chips, texture units run in parallel with the arithmetic and are fed by queues, so the longer of the two times counts. On
//!   GeForce FX, 6 and 7, the texture unit is a stage of the one pipeline that fragments circulate in. A fetch that takes more than its
//!   cycle (a float takes 4.7 pipe cycles at the rate above) stalls everything behind it, so the two times add up. Brook's Mat4Mult
//!   (its Table 1) confirms that: 32 floats at 1.2 G/s and 24 instructions at 5 G/s are 31.5 ns, and 31.0 ns were measured.
//! - **Memory**: the bytes fetched and written, divided by the bandwidth. Blending reads what it replaces, and the depth and stencil tests read
//!   4 bytes a texel, and write them. Memory traffic overlaps with the rest, so it counts only if
//!   it takes longer.
//! - **Depth and stencil tests**: a fragment that is tested costs its share of the tests that all pipes do per clock, whether it runs or not.
//!   Hierarchical z rejects blocks of fragments at a rate of its own, and reads no depths for them. Its rules are those of Mesa's r300 driver.
//!   A pass does not use it if a kernel writes the depths, an occlusion query counts, a failing test changes the stencil, or the comparison
//!   is `NotEqual`, the opposite of the passes before, or `Equal` on R300 and R420. Such a pass, if it writes depths, ends its use until the
//!   next clear. Tests overlap with the rest, so they count only if they take longer.
//! - **Issue**: the cost of a kernel call for the CPU. It is derived from the knee of Brook's figure 4, under the assumption that the
//!   figure's operations are multiplies. If a multiply-add counted as two operations, the cost would be half of that. It only matters
//!   for passes of a few thousand fragments. Calls are issued while the GPU still works on the previous pass (Brook, section 5.2), so a
//!   pass costs the longer of issue and work. Passes depend on one another, and the queue between CPU and GPU is assumed to be short,
//!   so the times of passes add up.
//! - **Pbuffers**: Brook's OpenGL backend rendered to a pbuffer and copied the result to a texture. The copy comes after the pass. It
//!   costs a fixed time, plus the time of reading and writing the bytes once more. The fixed cost is derived from Brook's reduction,
//!   whose copies were small, but not empty (0.3 MB a pass). So the time of these copies is counted twice: it is 9 % of NV40's fixed
//!   cost and 27 % of R420's. For R420, Brook's figure 4 disagrees: a call through OpenGL takes 61 µs there, and 23 and 64 µs here. For
//!   NV40, figure 4 has the same knee through DirectX and OpenGL, but the reduction gives 16 and 226 µs. Both times are shown.
//! - **Transfers**: bytes divided by the rates of AGP. A read-back also waits for the drawing, which is already counted with the
//!   passes.
//!
//! # What the model ignores
//! - Compression of the depth buffer, which spares memory; and the z-cull of GeForces, whose blocks and rate are not established.
//! - Vertices: a point costs what its kernel, tests, blending and writes cost, also if it is not drawn. Points of several texels are not
//!   predicted.
//! - Registers: if the fragments of a GeForce FX or 6 hold many registers, fewer fragments are in flight, and the chip waits for memory.
//! - Caches.
//! - Branches on which fragments diverge (about 1000 run together on NV40): instructions count as each fragment executes them.
//! - The time that the rasterizer takes to start and end a quad.
//! - The driver.
//!
//! ```
//! use brooklet::fragment_program::{Chip, cost::Model};
//! let model = Model::of(Chip::Nv40)?;
//! // 40 G multiplies/s at 350 MHz, 8 per pipe and cycle, at the Ultra's 400 MHz
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
pub use model::{Constant, Direction, Model, TexelFormat, Work};
pub use predicted::Predicted;
