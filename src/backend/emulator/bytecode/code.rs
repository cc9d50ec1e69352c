//! Channel operations: the effect of an instruction on one component of a batch of fragments.

use crate::fragment_program::{Test, TextureTarget};
use crate::ir::{Math, Packing, Precision};

use super::super::lanes::Slot;

/// The operation of a step. Floats are computed in the arithmetic of the chip. Words have 32 bits. A mask is a word of all ones or all
/// zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Code {
    /// a
    Move,
    /// A component of an interpolated coordinate, at the fragment's centre. The numbers are the coordinate's index and the component.
    Coordinate(u16, u8),
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a · b
    Multiply,
    /// a · b + c
    MultiplyAdd,
    /// -a · b + c
    MultiplySubtract,
    /// a · b - c
    MultiplyDifference,
    /// a / b
    Divide,
    /// 1 / a
    Reciprocal,
    /// 1 / √|a|
    ReciprocalRoot,
    /// √a. Only the plain machine has it.
    Root,
    /// 2 to the power of a.
    Exp2,
    /// The logarithm to base 2.
    Log2,
    /// a to the power of b.
    Power,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// |a|
    Abs,
    /// -a
    Neg,
    /// The smaller of a and b. If one of them is NaN, the other.
    Min,
    /// The larger of a and b. If one of them is NaN, the other.
    Max,
    /// a clamped to 0..1. NaN becomes 0.
    Saturate,
    /// a clamped to 0..1. NaN remains NaN.
    Clamp01,
    /// The largest integer that is not above a.
    Floor,
    /// The smallest integer that is not below a.
    Ceil,
    /// a rounded towards zero.
    Trunc,
    /// a rounded to the nearest integer, halves to even.
    Round,
    /// The sign of a: -1, 0 or 1.
    Sign,
    /// a < b ? 1 : 0
    Less,
    /// a ≥ b ? 1 : 0
    GreaterEqual,
    /// a = b ? 1 : 0
    Equal,
    /// a ≠ b ? 1 : 0
    NotEqual,
    /// a < 0 ? b : c
    Compare,
    /// a > 0 ? b : c. This is `Compare` with a negated.
    Choose,
    /// a < b ? c : d
    ChooseLess,
    /// a ≥ b ? c : d
    ChooseGreaterEqual,
    /// a = b ? c : d
    ChooseEqual,
    /// a < b ? c : d, where a and b are integers.
    ChooseIntLess(Signed),
    /// The largest integer that is not above a · b.
    FloorOfProduct,
    /// a rounded to the nearest integer, halves upwards.
    Nearest,
    /// min(max(a, b), c)
    Clamp,
    /// The remainder of a / b with the quotient rounded towards zero, where b is a power of two and c is its reciprocal.
    RemainderByPower,
    /// A function of the plain machine, which is computed for one fragment after the other.
    Math(Math),
    /// a rounded to this precision.
    Rounded(Precision),
    /// Numbers packed into the bits of a float.
    Pack(Packing),
    /// The number with this index that is packed in the bits of a.
    Unpack(Packing, u8),
    /// The comparison of a with 0, as a mask.
    Test(Test),
    /// a ? b : c for each bit, where a is a mask.
    Select,
    /// a & b
    And,
    /// a & !b
    AndNot,
    /// a | b
    Or,
    /// a ^ b
    Xor,
    /// !a
    Not,
    /// a + b, wrapping around.
    IntAdd,
    /// a - b, wrapping around.
    IntSubtract,
    /// a · b, wrapping around.
    IntMultiply,
    /// a / b. The result is 0 where b is 0.
    IntDivide(Signed),
    /// The remainder of a / b. The result is 0 where b is 0.
    IntRemainder(Signed),
    /// a << (b mod 32)
    ShiftLeft,
    /// a >> (b mod 32)
    ShiftRight(Signed),
    /// The smaller of a and b.
    IntMin(Signed),
    /// The larger of a and b.
    IntMax(Signed),
    /// |a|
    IntAbs,
    /// -a
    IntNeg,
    /// The sign of a: -1, 0 or 1.
    IntSign,
    /// a < b, as a mask.
    IntLess(Signed),
    /// a < b ? 1 : 0, as a float.
    IntLessOne(Signed),
    /// a = b, as a mask.
    IntEqual,
    /// Converts an integer to a float.
    ToFloat(Signed),
    /// Converts a float to an integer. It is rounded towards zero, and clamped to the range of the type.
    ToInt(Signed),
    /// The number of iterations of a loop: a float rounded towards zero, and clamped to the range from 0 to this maximum.
    Iterations(u32),
    /// The number of iterations of a loop: an integer, clamped to the range from 0 to this maximum.
    IntIterations(u32),
}

/// Whether an integer is signed.
pub type Signed = bool;

impl Code {
    /// Returns the number of operands.
    pub fn operands(self) -> usize {
        use Code::*;
        match self {
            Coordinate(..) => 0,
            ChooseLess | ChooseGreaterEqual | ChooseEqual | ChooseIntLess(_) => 4,
            MultiplyAdd | MultiplySubtract | MultiplyDifference | Compare | Choose | Select | Clamp
            | RemainderByPower => 3,
            Math(function) => function.arity(),
            Pack(packing) => packing.count(),
            Add | Subtract | Multiply | Divide | Power | Min | Max | Less | GreaterEqual | Equal | NotEqual => 2,
            FloorOfProduct | IntLessOne(_) => 2,
            And | AndNot | Or | Xor | IntAdd | IntSubtract | IntMultiply | IntDivide(_) | IntRemainder(_) => 2,
            ShiftLeft | ShiftRight(_) | IntMin(_) | IntMax(_) | IntLess(_) | IntEqual => 2,
            _ => 1,
        }
    }
}

/// How a fetch addresses a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address {
    /// The sampler's index.
    pub sampler: usize,
    /// The texture target.
    pub target: TextureTarget,
    /// Whether the coordinates are integers (`TXF`), which may be outside the texture. Floats are clamped.
    pub integers: bool,
    /// Whether all coordinates are known to be inside the texture.
    pub inside: bool,
}

/// The index that means that there is no slot.
pub const NOWHERE: Slot = Slot::MAX;

/// A step of the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// A channel operation.
    Compute {
        /// The operation.
        code: Code,
        /// The slot of the result.
        out: Slot,
        /// The slots of the operands.
        sources: [Slot; 4],
    },
    /// The sine and the cosine of a value.
    SinCos(Slot, [Slot; 2]),
    /// Fetches a texel for each fragment.
    Fetch {
        /// How the fetch addresses the texture.
        address: Address,
        /// The coordinates.
        sources: [Slot; 4],
        /// The slots of the texel's components. Components that are not read have [`NOWHERE`].
        out: [Slot; 4],
    },
    /// Jumps to this operation if the mask is set for no fragment.
    SkipUnless(Slot, usize),
    /// Jumps back to this operation if the mask is set for any fragment.
    BackIf(Slot, usize),
    /// Counts this number of instructions and of fetches for each fragment of a mask.
    Count(Slot, u32, u32),
    /// Counts an iteration of a loop for each fragment of a mask. Ends the pass if there are too many.
    Iterate(Slot),
}
