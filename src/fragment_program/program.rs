//! Programs: vec4 instructions, their operands and their results, as plain data.

use std::rc::Rc;

use crate::ir::Attribute;
use crate::syntax::{Files, Span};

use super::instruction::{Instruction, Register};
use super::opcode::Opcode;
use super::state::State;
use super::uniform::{Uniform, UniformId};

/// A program that a fragment processor runs for each fragment.
///
/// Its text form is a [listing](super::listing). The emulator runs it as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct FragmentProgram {
    /// The name of the kernel, for messages.
    pub name: String,
    /// The instruction set, which determines the available instructions and the syntax of the listing.
    pub set: InstructionSet,
    /// Notes for readers, one per line, which are written into the head of the listing.
    pub about: Vec<String>,
    /// The expressions that are evaluated once per pass.
    pub uniforms: Vec<Uniform>,
    /// The constant registers, of four numbers each.
    pub parameters: Vec<Parameter>,
    /// The parts of OpenGL's state that constant registers are bound to.
    pub states: Vec<State>,
    /// The interpolated attributes: `fragment.texcoord[k]` and others.
    pub coordinates: Vec<Coordinate>,
    /// The texture image units.
    pub samplers: Vec<Sampler>,
    /// The number of temporary registers.
    pub temporaries: usize,
    /// The number of render targets that it writes, `result.color[k]`.
    pub outputs: usize,
    /// The instructions, in order.
    pub instructions: Vec<Instruction>,
    /// The source texts that the spans of instructions refer to, as debug information.
    pub files: Rc<Files>,
}

/// The instructions that a fragment processor supports, and the assembler that accepts them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InstructionSet {
    /// `!!ARBfp1.0`: straight-line code, for R300 and R420.
    Arb,
    /// `OPTION NV_fragment_program`: with condition codes, for NV30.
    Nv30,
    /// `OPTION NV_fragment_program2`: with loops and branches too, for NV40 and G70.
    Nv40,
    /// `!!NVfp4.0`: with integers too, for G80.
    G80,
    /// Loops and branches, for R520. No OpenGL assembler supports these, so the listing follows the style of NV40's.
    R520,
    /// All instructions, and each [`Math`](crate::ir::Math) function as one instruction. No chip has this set.
    Plain,
}

impl InstructionSet {
    /// Whether the set has 32-bit integers and bitwise operators.
    pub fn integers(self) -> bool {
        matches!(self, InstructionSet::G80 | InstructionSet::Plain)
    }

    /// Whether the set has branches and loops.
    pub fn branches(self) -> bool {
        !matches!(self, InstructionSet::Arb | InstructionSet::Nv30)
    }

    /// Returns the maximum number of iterations of a loop with a count: a larger count is that one. The later chips count with integers.
    pub fn max_iterations(self) -> u32 {
        match self {
            InstructionSet::Arb | InstructionSet::Nv30 | InstructionSet::Nv40 | InstructionSet::R520 => 255,
            InstructionSet::G80 | InstructionSet::Plain => i32::MAX as u32,
        }
    }

    /// Whether the set has condition codes.
    pub fn conditions(self) -> bool {
        self != InstructionSet::Arb
    }
}

/// A constant register: four numbers that are the same for all fragments of a pass.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Parameter {
    /// Where its numbers come from.
    pub binding: Binding,
    /// The numbers. If the program was read from a listing, numbers that are bound to `program.local` or `program.env` are
    /// [`Scalar::Runtime`].
    pub components: [Scalar; 4],
}

/// Where the numbers of a constant register come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binding {
    /// The text of the program.
    Literal,
    /// The caller, as `program.local[n]`.
    Local(usize),
    /// The caller, as `program.env[n]`, which all programs share.
    Environment(usize),
    /// OpenGL's state, by its index in [`FragmentProgram::states`].
    State(usize),
}

/// A number of a constant register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// A number that is not read.
    Unused,
    /// The bits of a float or an integer.
    Literal(u32),
    /// The value of this expression for a pass.
    Uniform(UniformId),
    /// An arbitrary number that the caller provides.
    Runtime,
}

/// An interpolated attribute of fragments. Each component is a linear function of the fragment's position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinate {
    /// Which attribute it is: `fragment.texcoord[n]`, or another. `fragment.position` is a [register](crate::fragment_program::Register) of
    /// its own.
    pub attribute: Attribute,
    /// The functions. `None` for a component that is not read, or that the caller provides.
    pub components: [Option<Linear>; 4],
}

/// A linear function of the centre of a fragment, in texels of the render target: `x · across + y · down + start`. In the first column,
/// `x` is 0.5. In the first row, `y` is 0.5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Linear {
    /// The factor of `x`.
    pub across: UniformId,
    /// The factor of `y`.
    pub down: UniformId,
    /// The constant term.
    pub start: UniformId,
}

/// A texture image unit, `texture[n]`. Textures are sampled without filtering, and coordinates are clamped to the edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampler {
    /// Its number.
    pub unit: usize,
    /// The input of the kernel that is bound to it.
    pub input: usize,
    /// How its texels are addressed.
    pub target: TextureTarget,
}

/// How the texels of a texture are addressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextureTarget {
    /// `2D`: by coordinates from 0 to 1 along each side, or for `TXF` by integers in texels.
    TwoD,
    /// `RECT`: by coordinates in texels, where 0.5 is the centre of the first texel.
    Rectangle,
    /// `1D`: by a coordinate from 0 to 1.
    OneD,
    /// `3D`: by coordinates from 0 to 1 along each side.
    ThreeD,
    /// `CUBE`: by a direction from the centre of a cube.
    Cube,
    /// `ARRAY2D`: by column, row and layer.
    Array,
    /// `BUFFER`: by the number of the texel, counted row by row. Only `TXF` reads it.
    Buffer,
}

impl TextureTarget {
    /// Returns its name in listings.
    pub fn name(self) -> &'static str {
        match self {
            TextureTarget::TwoD => "2D",
            TextureTarget::Rectangle => "RECT",
            TextureTarget::OneD => "1D",
            TextureTarget::ThreeD => "3D",
            TextureTarget::Cube => "CUBE",
            TextureTarget::Array => "ARRAY2D",
            TextureTarget::Buffer => "BUFFER",
        }
    }
}

impl FragmentProgram {
    /// Whether it writes the depth of the fragment.
    pub fn writes_depth(&self) -> bool {
        let depth = |instruction: &Instruction| {
            instruction.destination.is_some_and(|destination| destination.register == Register::Depth)
        };
        self.instructions.iter().any(depth)
    }

    /// Returns for each constant register whether an instruction reads it.
    pub fn read_parameters(&self) -> Vec<bool> {
        let mut reads = vec![false; self.parameters.len()];
        for operand in self.instructions.iter().flat_map(|instruction| &instruction.sources) {
            if let Register::Parameter(number) = operand.register
                && let Some(read) = reads.get_mut(number)
            {
                *read = true;
            }
        }
        reads
    }

    /// Returns the number of its results: its colours, and the depth as the last if it writes one.
    pub fn results(&self) -> usize {
        self.outputs + usize::from(self.writes_depth())
    }

    /// Returns, for each temporary, whether it is a register of half precision: all that is written to it is rounded to `half` or `fixed`.
    pub fn halves(&self) -> Vec<bool> {
        let mut written = vec![None; self.temporaries];
        for instruction in &self.instructions {
            if let Some(Register::Temporary(k)) = instruction.destination.map(|destination| destination.register)
                && let Some(half) = written.get_mut(k)
            {
                *half = Some(half.unwrap_or(true) && instruction.kind.precision().is_some());
            }
        }
        written.into_iter().map(|half| half == Some(true)).collect()
    }

    /// Iterates over the instructions, except those that only mark the ends of blocks.
    pub fn executable(&self) -> impl Iterator<Item = &Instruction> {
        self.instructions.iter().filter(|instruction| {
            !matches!(instruction.opcode, Opcode::Else | Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop)
        })
    }

    /// Returns the place in the source that an instruction comes from.
    pub fn span(&self, instruction: usize) -> Option<Span> {
        self.instructions.get(instruction)?.spans.first().copied()
    }
}
