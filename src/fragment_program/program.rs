//! Programs: vec4 instructions, and what they read and write, as plain data.

use std::rc::Rc;

use crate::syntax::{Files, Span};

use super::instruction::Instruction;
use super::opcode::Opcode;
use super::uniform::{Uniform, UniformId};

/// A fragment program: what a fragment processor runs for each fragment.
///
/// Its text is a [listing](super::listing). The emulator runs it as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct FragmentProgram {
    /// The name of the kernel, for messages.
    pub name: String,
    /// Which instructions there are, and how they are written.
    pub set: InstructionSet,
    /// Notes for a reader, one line each, for the head of the listing.
    pub about: Vec<String>,
    /// The expressions that are evaluated once for a pass.
    pub uniforms: Vec<Uniform>,
    /// The constant registers, of four numbers each.
    pub parameters: Vec<Parameter>,
    /// The interpolated texture coordinates, `fragment.texcoord[k]`.
    pub coordinates: Vec<Coordinate>,
    /// The texture image units.
    pub samplers: Vec<Sampler>,
    /// How many temporary registers there are.
    pub temporaries: usize,
    /// How many render targets it writes, `result.color[k]`.
    pub outputs: usize,
    /// What it does, in order.
    pub instructions: Vec<Instruction>,
    /// The source texts that the spans of instructions refer to: debug information.
    pub files: Rc<Files>,
}

/// The instructions that a fragment processor takes, and the assembler that knows them.
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
    /// Loops and branches on R520. No OpenGL assembler has these: the listing is in the style of NV40's.
    R520,
    /// All instructions, and each [`Math`](crate::ir::Math) function as one instruction. No chip has this set.
    Plain,
}

impl InstructionSet {
    /// Whether the set has 32-bit integers, and operators on their bits.
    pub fn integers(self) -> bool {
        matches!(self, InstructionSet::G80 | InstructionSet::Plain)
    }

    /// Whether the set has branches and loops.
    pub fn branches(self) -> bool {
        !matches!(self, InstructionSet::Arb | InstructionSet::Nv30)
    }

    /// Whether the set has condition codes.
    pub fn conditions(self) -> bool {
        self != InstructionSet::Arb
    }
}

/// A constant register: four numbers that are the same for all fragments of a pass.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Where its numbers come from.
    pub binding: Binding,
    /// The numbers. If the program was read from a listing, those bound to `program.local` or `program.env` are [`Scalar::Given`].
    pub components: [Scalar; 4],
}

/// Where the numbers of a constant register come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binding {
    /// The program's own text.
    Literal,
    /// The caller that draws: `program.local[n]`.
    Local(usize),
    /// The caller that draws, for all programs: `program.env[n]`.
    Environment(usize),
}

/// A number of a constant register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// Nothing reads it.
    Unused,
    /// These bits, of a float or an integer.
    Literal(u32),
    /// The value of this expression for a pass.
    Uniform(UniformId),
    /// Any number that the caller gives.
    Given,
}

/// An interpolated texture coordinate: each component is a linear function of the fragment's position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinate {
    /// Its number: `fragment.texcoord[n]`.
    pub number: usize,
    /// The functions. `None` for a component that nothing reads, or that the caller gives.
    pub components: [Option<Linear>; 4],
}

/// A linear function of the middle of a fragment, in texels of the render target: `x · across + y · down + start`. In the first
/// column `x` is 0.5; in the first row `y` is 0.5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Linear {
    /// The factor of `x`.
    pub across: UniformId,
    /// The factor of `y`.
    pub down: UniformId,
    /// The constant term.
    pub start: UniformId,
}

/// A texture image unit, `texture[n]`: textures are sampled without filtering, and clamped to their edges.
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
    /// `2D`: from 0 to 1 along each side; for `TXF`, by integers in texels.
    TwoD,
    /// `RECT`: in texels; 0.5 is the middle of the first.
    Rectangle,
    /// `ARRAY2D`: by column, row and layer.
    Array,
    /// `BUFFER`: by the number of the texel, counted row after row. Only `TXF` reads it.
    Buffer,
}

impl TextureTarget {
    /// Returns its name in listings.
    pub fn name(self) -> &'static str {
        match self {
            TextureTarget::TwoD => "2D",
            TextureTarget::Rectangle => "RECT",
            TextureTarget::Array => "ARRAY2D",
            TextureTarget::Buffer => "BUFFER",
        }
    }
}

impl FragmentProgram {
    /// Iterates over the instructions, without those that only mark the ends of blocks.
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
