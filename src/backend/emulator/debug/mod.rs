//! Debugger of fragment programs: one fragment, instruction by instruction, in the chip's arithmetic.
//!
//! [`Replay::debug`](crate::capture::Replay::debug) looks into an element of a pass that ran,
//! [`ListingPass::debug`](crate::backend::ListingPass::debug) into a pass by a listing. What comes of it is a [`Fragment`]: each
//! instruction that was executed as a [`Step`], with what its operands were, what its destination held before and after, the
//! condition code, and the texel that it fetched. [`Fragment::to_text`] is for people, [`Fragment::to_json`] for programs;
//! [`lines`] counts what each line of the source costs.
//!
//! It is another implementation than the one that runs passes, which takes batches of fragments through translated code, and
//! gives the same results to the bit; the tests hold the two against each other.
//!
//! ```
//! use brooklet::{Device, fragment_program::Chip, kernel::Source};
//! let device = Device::emulated(Chip::R300)?;
//! let kernel = device.kernel(&Source::new("scale", "
//!     input float x;
//!     constant float by;
//!     output float scaled;
//!     void main() { scaled = by * fetch(x, here()); }
//! "))?;
//! let x = device.upload(&[1.0, 2.0, 3.0])?;
//! let mut y = device.stream::<f32>(3)?;
//! let (_, capture) = device.capture(|| device.pass(&kernel).input("x", &x).constant("by", 10.0).output("scaled", &mut y).run())?;
//!
//! let mut replay = capture.replay();
//! replay.seek(0)?;
//! let fragment = &replay.debug(2)?[0]; // the third element; its program is one
//! assert_eq!(fragment.steps.len(), 2); // TEX, MUL
//! let fetch = fragment.steps[0].fetch.unwrap();
//! assert_eq!((fetch.element, f32::from_bits(fetch.words[0])), (Some(2), 3.0));
//! assert_eq!(f32::from_bits(fragment.outputs[0].words[0]), 30.0);
//! # Ok::<(), brooklet::Error>(())
//! ```

mod compute;
mod draw;
mod fetch;
mod json;
mod lines;
mod machine;
mod operands;
mod text;

pub use lines::{LineCost, lines};
pub use text::TextOptions;

pub(super) use fetch::Texture;
pub(super) use machine::DrawBindings;
#[cfg(test)]
pub(super) use machine::run;

use std::rc::Rc;

use crate::fragment_program::listing::{self, ListingError, Names};
use crate::fragment_program::{Chip, Instruction, Kind, Program};

/// The most steps of a fragment that are kept: a loop may take a million. Those beyond are counted.
pub const MAX_STEPS: usize = 50_000;

/// Four numbers of a register, by their bits.
pub type Vec4 = [u32; 4];

/// A fragment of a pass, instruction by instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Fragment {
    /// What it ran.
    pub program: Rc<Program>,
    /// What the program's inputs and constants are called.
    pub names: Names,
    /// The chip that it ran on.
    pub chip: Chip,
    /// Its column in the render targets, from 0.
    pub column: usize,
    /// Its row.
    pub row: usize,
    /// The element that it computes, of packed streams the first of four.
    pub element: Option<usize>,
    /// What was executed, in order: the first [`MAX_STEPS`].
    pub steps: Vec<Step>,
    /// How often each instruction of the program was executed.
    pub counts: Vec<u64>,
    /// How many instructions were executed together.
    pub executed: u64,
    /// How many texels were fetched together.
    pub fetched: u64,
    /// What ended it.
    pub end: End,
    /// Its output registers then: see [`End::writes`].
    pub outputs: Vec<Output>,
}

/// An output register at the end of a fragment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// What the kernel calls it.
    pub name: String,
    /// What it holds.
    pub words: Vec4,
    /// How many of them the render target takes.
    pub channels: usize,
}

/// An instruction that was executed.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Its place in [`Program::instructions`].
    pub instruction: usize,
    /// The iteration of each loop around it, from 1, the outermost first.
    pub iterations: Vec<u32>,
    /// What its operands were: after swizzle, absolute value and sign.
    pub operands: Vec<Vec4>,
    /// What its destination held before, and holds after; none where it has none.
    pub result: Option<(Vec4, Vec4)>,
    /// Which components of the destination, or of the condition code where there is no destination, it wrote: a bit each, x the
    /// lowest. Those of the write mask that its guard let through.
    pub written: u8,
    /// The condition code before, and after.
    pub code: ([f32; 4], [f32; 4]),
    /// The texel that it fetched.
    pub fetch: Option<Fetch>,
    /// What it did to the order of execution.
    pub flow: Option<Flow>,
}

/// A texel that was fetched, and from where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fetch {
    /// The sampler, by its place in [`Program::samplers`].
    pub sampler: usize,
    /// The input of the kernel that is bound to it.
    pub input: usize,
    /// Column, row and layer of the texel; none outside of the texture, where addresses are integers.
    pub texel: Option<[usize; 3]>,
    /// The element of the stream that lies there, of a packed one the first of four; none in a texel that holds none.
    pub element: Option<usize>,
    /// How many elements a texel of the stream has.
    pub lanes: usize,
    /// What was read.
    pub words: Vec4,
}

/// What an instruction of flow control did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// `IF`: whether its condition held, and what follows is executed.
    Branch(bool),
    /// `REP` and `LOOP`: how many iterations were asked for, of those that the chip can do; none: until something leaves it.
    Loop(Option<u32>),
    /// `BRK`, `RET` and `KIL`: whether it happened.
    Leave(bool),
}

/// What ended a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The end of the program.
    Finished,
    /// A `RET`, at this place in [`Program::instructions`].
    Returned(usize),
    /// A `KIL`, likewise: nothing is written.
    Killed(usize),
    /// It executed more instructions than the chip can, which is this many.
    Executed(u64),
    /// Its loops took more iterations than this.
    Iterations(u64),
    /// An instruction for which there is nothing to compute on such operands, at this place.
    Undefined(usize),
}

/// How an instruction reads its operands: as floats or as integers.
pub fn reads_as(instruction: &Instruction) -> Kind {
    compute::reads_as(instruction.opcode, instruction.kind)
}

impl End {
    /// Whether what is in the output registers then is written.
    pub fn writes(self) -> bool {
        matches!(self, End::Finished | End::Returned(_))
    }
}

/// Runs a program for the fragment of this column and row, whose outputs have these names and numbers of channels.
pub(super) fn fragment(
    given: &DrawBindings,
    (column, row): (usize, usize),
    outputs: impl IntoIterator<Item = (String, usize)>,
) -> Fragment {
    let ran = machine::run(given, column, row);
    let output = |(words, (name, channels))| Output { name, words, channels };
    Fragment {
        program: Rc::new(given.program.clone()),
        names: Names::numbered(given.program),
        chip: given.chip,
        column,
        row,
        element: None,
        steps: ran.steps,
        counts: ran.counts,
        executed: ran.executed,
        fetched: ran.fetched,
        end: ran.end,
        outputs: ran.outputs.into_iter().zip(outputs).map(output).collect(),
    }
}

impl Fragment {
    /// The listing of its program, with the line of each instruction.
    ///
    /// # Errors
    /// Instructions and numbers that no assembler of the chip can be told of.
    pub fn listing(&self) -> Result<listing::Mapped, ListingError> {
        listing::mapped(&self.program, &self.names)
    }

    /// How many instructions were executed that are not among the steps.
    pub fn skipped(&self) -> u64 {
        self.executed - self.steps.len() as u64
    }

    /// What an input is called.
    pub fn input_name(&self, input: usize) -> String {
        self.names.inputs.get(input).cloned().unwrap_or_else(|| format!("input {input}"))
    }
}
