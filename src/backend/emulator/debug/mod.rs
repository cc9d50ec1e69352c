//! The debugger of fragment programs: executes one fragment, instruction by instruction, in the chip's arithmetic.
//!
//! [`Replay::debug`](crate::capture::Replay::debug) debugs an element of a recorded pass, and
//! [`ListingPass::debug`](crate::backend::ListingPass::debug) debugs a pass whose program is a listing. The result is a [`Fragment`].
//! It contains each executed instruction as an [`ExecutedInstruction`], with the values of its operands, the content of its destination
//! before and after it, the condition code, and the texel that it fetched. [`Fragment::to_text`] is for people, and
//! [`Fragment::to_json`] is for programs. [`lines`] computes the cost of each source line.
//!
//! The debugger is a separate implementation. Passes run on the interpreter, which executes translated code on batches of fragments.
//! Both give the same results, bit for bit, and the tests compare them.
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
mod ends;
mod execute;
mod fetch;
mod json;
mod lines;
mod machine;
mod operands;
mod quad;
mod text;

pub use lines::{LineCost, lines};
pub use text::TextOptions;

#[cfg(test)]
pub(super) use execute::run;
pub(super) use fetch::Texture;
pub(super) use machine::DrawBindings;

use std::rc::Rc;

use crate::fragment_operations::{FragmentOperations, TestOutcome};
use crate::fragment_program::listing::{self, ListingError, Names};
use crate::fragment_program::{Chip, FragmentProgram, Instruction, NumberType};

/// The maximum number of steps that are recorded for a fragment, because a loop may take a million. Further steps are only counted.
pub const MAX_STEPS: usize = 50_000;

/// The bits of a register's four components.
pub type Vec4 = [u32; 4];

/// A fragment of a pass, with the instructions that it executed.
#[derive(Clone, PartialEq, Debug)]
pub struct Fragment {
    /// The program that it executed.
    pub program: Rc<FragmentProgram>,
    /// The names of the program's inputs and constants.
    pub names: Names,
    /// The chip that executed it.
    pub chip: Chip,
    /// Its column in the render targets, from 0; for a [point](Fragment::point), its column in the stream of places.
    pub column: usize,
    /// Its row in the render targets, from 0; for a point, its row in the stream of places.
    pub row: usize,
    /// The element that it computes. For packed streams, it is the first of the four elements in its texel.
    pub element: Option<usize>,
    /// The executed instructions in order, but only the first [`MAX_STEPS`].
    pub steps: Vec<ExecutedInstruction>,
    /// For each instruction of the program, the number of times that it was executed.
    pub counts: Vec<u64>,
    /// The total number of executed instructions.
    pub executed: u64,
    /// The total number of fetched texels.
    pub fetched: u64,
    /// How it ended.
    pub end: End,
    /// The content of its output registers at the end. [`Fragment::writes`] says whether it is written to the render targets.
    pub outputs: Vec<Output>,
    /// What the pass then does with the fragment: tests, blending, and the write mask.
    pub operations: FragmentOperations,
    /// The outcome of the tests among these operations. `None` if there are none, if the program does not end so that it writes, and for
    /// the depth and stencil tests of points, which depend on the points before.
    pub tests: Option<TestOutcome>,
    /// Where the element is drawn, if the pass draws points.
    pub point: Option<Point>,
}

/// Where an element is drawn as a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// The number of columns and rows of texels that it covers.
    pub size: usize,
    /// The column and row of its first texel in the render targets. `None` if it does not fit into the outputs at its place.
    pub texel: Option<(usize, usize)>,
}

/// An output register at the end of a fragment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Its name in the kernel.
    pub name: String,
    /// The content of the register, which is what the kernel computed.
    pub words: Vec4,
    /// The number of components that the render target stores.
    pub channels: usize,
    /// The content of the register as the render target stores it: rounded if the target has half floats.
    pub stored: Vec4,
}

/// An executed instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct ExecutedInstruction {
    /// Its index in [`FragmentProgram::instructions`].
    pub instruction: usize,
    /// The iteration of each enclosing loop, counted from 1, the outermost first.
    pub iterations: Vec<u32>,
    /// The values of its operands, with swizzle, absolute value and sign applied.
    pub operands: Vec<Vec4>,
    /// The content of its destination before and after it. `None` if the instruction has no destination.
    pub result: Option<(Vec4, Vec4)>,
    /// The components that it wrote, with one bit each, and x as the lowest bit. These are the components of the write mask for which
    /// the guard held. They are components of the destination, or of the condition code if there is no destination.
    pub written: u8,
    /// The condition code before and after it.
    pub code: ([f32; 4], [f32; 4]),
    /// The texel that it fetched.
    pub fetch: Option<Fetch>,
    /// Its effect on control flow.
    pub flow: Option<Flow>,
}

/// A fetched texel, with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fetch {
    /// The sampler, by its index in [`FragmentProgram::samplers`].
    pub sampler: usize,
    /// The input of the kernel that is bound to the sampler.
    pub input: usize,
    /// The column, row and layer of the texel. `None` if an integer address is outside the texture.
    pub texel: Option<[usize; 3]>,
    /// The element of the stream in that texel. For a packed stream, it is the first of the four elements. `None` if the texel contains
    /// no element.
    pub element: Option<usize>,
    /// The number of elements in a texel of the stream.
    pub lanes: usize,
    /// The components of the texel.
    pub words: Vec4,
}

/// The effect of a flow control instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// `IF`: whether its condition held, so that the instructions after it are executed.
    Branch(bool),
    /// `REP` and `LOOP`: the requested number of iterations, clamped to the chip's maximum. `None` for a loop that runs until the
    /// fragment leaves it.
    Loop(Option<u32>),
    /// `BRK`, `RET` and `KIL`: whether the condition held, so that the instruction took effect.
    Leave(bool),
}

/// Why a fragment ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It reached the end of the program.
    Finished,
    /// It executed the `RET` at this index in [`FragmentProgram::instructions`].
    Returned(usize),
    /// It executed the `KIL` at this index in [`FragmentProgram::instructions`], so nothing is written.
    Killed(usize),
    /// It executed more instructions than the chip's maximum, which is this number.
    Executed(u64),
    /// Its loops took more iterations than this maximum.
    Iterations(u64),
    /// The instruction at this index in [`FragmentProgram::instructions`] is not defined for its operands.
    Undefined(usize),
}

/// Returns whether an instruction reads its operands as floats or as integers.
pub fn reads_as(instruction: &Instruction) -> NumberType {
    compute::reads_as(instruction.opcode, instruction.kind)
}

impl End {
    /// Returns whether the output registers are written to the render targets.
    pub fn writes(self) -> bool {
        matches!(self, End::Finished | End::Returned(_))
    }
}

/// A target that an output register is written to.
pub(super) struct Target {
    /// The name of the output.
    pub name: String,
    /// The number of components that it stores.
    pub channels: usize,
    /// Converts a word to those of a texture of half floats. `None` if it stores floats.
    pub to_half: Option<fn(u32) -> u32>,
}

impl Target {
    /// Returns a target that stores floats.
    pub fn of_floats(name: String, channels: usize) -> Target {
        Target { name, channels, to_half: None }
    }
}

/// Executes a program for the fragment in this column and row, with these targets.
pub(super) fn fragment(
    given: &DrawBindings,
    (column, row): (usize, usize),
    targets: impl IntoIterator<Item = Target>,
) -> Fragment {
    let ran = execute::run(given, column, row);
    let output = |(words, Target { name, channels, to_half }): (Vec4, Target)| {
        let stored = words.map(|word| to_half.map_or(word, |to_half| to_half(word)));
        Output { name, words, channels, stored }
    };
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
        outputs: ran.outputs.into_iter().zip(targets).map(output).collect(),
        operations: FragmentOperations::default(),
        tests: None,
        point: None,
    }
}

impl Fragment {
    /// Returns whether its outputs are written: the program ended so that it writes, no test failed, and a point is drawn. `None` if it
    /// depends on the depth or stencil test of a point.
    pub fn writes(&self) -> Option<bool> {
        let is_drawn = self.point.is_none_or(|point| point.texel.is_some());
        match self.tests {
            _ if !self.end.writes() || !is_drawn => Some(false),
            Some(tests) => Some(tests.failed.is_none()),
            None => (self.point.is_none() || !self.operations.reads_depth_stencil()).then_some(true),
        }
    }

    /// Returns the listing of its program, with the line of each instruction.
    ///
    /// # Errors
    /// Fails if an instruction or a number cannot be written for any assembler of the chip.
    pub fn listing(&self) -> Result<listing::Mapped, ListingError> {
        listing::mapped(&self.program, &self.names)
    }

    /// Returns the number of executed instructions that are missing in the steps, because there were more than [`MAX_STEPS`].
    pub fn skipped(&self) -> u64 {
        self.executed - self.steps.len() as u64
    }

    /// Returns the name of an input.
    pub fn input_name(&self, input: usize) -> String {
        self.names.inputs.get(input).cloned().unwrap_or_else(|| format!("input {input}"))
    }
}
