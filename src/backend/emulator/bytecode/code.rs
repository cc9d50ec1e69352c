//! Channel operations: what an instruction does to one component of a batch of fragments.

use crate::fragment_program::{Test, TextureTarget};
use crate::ir::Math;

use super::super::lanes::Slot;

/// What a channel operation does. Floats are in the arithmetic of the chip; words are 32 bits; a mask is a word of ones or
/// zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Code {
    /// a
    Move,
    /// The interpolated coordinate of this number, of this component, of the column and row of the fragment's middle.
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
    /// √a: of the plain machine alone.
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
    /// The smaller; of NaN and a number, the number.
    Min,
    /// The larger, likewise.
    Max,
    /// 0 up to 1; NaN is 0.
    Saturate,
    /// 0 up to 1; NaN stays.
    Clamp01,
    /// The largest whole number not above.
    Floor,
    /// The smallest whole number not below.
    Ceil,
    /// Without the fraction.
    Trunc,
    /// To nearest, halves to even.
    Round,
    /// -1, 0 or 1.
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
    /// a > 0 ? b : c: a comparison with a negated number.
    Choose,
    /// a < b ? c : d
    ChooseLess,
    /// a ≥ b ? c : d
    ChooseGreaterEqual,
    /// a = b ? c : d
    ChooseEqual,
    /// a < b ? c : d, of integers a and b.
    ChooseIntLess(Signed),
    /// The largest whole number not above a · b.
    FloorOfProduct,
    /// The nearest whole number, the larger of two that are as near.
    Nearest,
    /// The larger of a and b, and of that and c the smaller.
    Clamp,
    /// The remainder of a / b towards zero, where b is a power of two and c its reciprocal.
    RemainderByPower,
    /// A function of the plain machine, one fragment after the other.
    Math(Math),
    /// How a compares with 0, as a mask.
    Test(Test),
    /// A mask: a word of a mask? b : c, by bits.
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
    /// a - b, likewise.
    IntSubtract,
    /// a · b, likewise.
    IntMultiply,
    /// a / b, 0 where b is.
    IntDivide(Signed),
    /// The remainder of a / b, likewise.
    IntRemainder(Signed),
    /// a << b, by b modulo 32.
    ShiftLeft,
    /// a >> b, likewise.
    ShiftRight(Signed),
    /// The smaller.
    IntMin(Signed),
    /// The larger.
    IntMax(Signed),
    /// |a|
    IntAbs,
    /// -a
    IntNeg,
    /// -1, 0 or 1.
    IntSign,
    /// a < b, as a mask.
    IntLess(Signed),
    /// a < b ? 1 : 0, as a float.
    IntLessOne(Signed),
    /// a = b, as a mask.
    IntEqual,
    /// An integer as a float.
    ToFloat(Signed),
    /// A float without its fraction as an integer, the nearest there is.
    ToInt(Signed),
    /// The iterations of a loop: a float towards 0, from 0 up to the most.
    Iterations(u32),
    /// The same of an integer.
    IntIterations(u32),
}

/// Whether an integer has a sign.
pub type Signed = bool;

impl Code {
    /// How many operands it has.
    pub fn operands(self) -> usize {
        use Code::*;
        match self {
            Coordinate(..) => 0,
            ChooseLess | ChooseGreaterEqual | ChooseEqual | ChooseIntLess(_) => 4,
            MultiplyAdd | MultiplySubtract | MultiplyDifference | Compare | Choose | Select | Clamp
            | RemainderByPower => 3,
            Math(function) => function.arity(),
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
    /// The sampler's place.
    pub sampler: usize,
    /// The texture target.
    pub target: TextureTarget,
    /// Whether the coordinates are integers (`TXF`): then there is an outside.
    pub integers: bool,
    /// Whether it is known that all of them are inside.
    pub inside: bool,
}

/// No slot.
pub const NOWHERE: Slot = Slot::MAX;

/// A step of the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// A channel operation.
    Compute {
        /// What it does.
        code: Code,
        /// Where the result goes.
        out: Slot,
        /// Its operands.
        sources: [Slot; 4],
    },
    /// The sine and the cosine of a value.
    SinCos(Slot, [Slot; 2]),
    /// A texel of each fragment.
    Fetch {
        /// From where.
        address: Address,
        /// The coordinates.
        sources: [Slot; 4],
        /// Where its components go; nowhere, those that nothing reads.
        out: [Slot; 4],
    },
    /// Goes on at another place where the mask holds for no fragment.
    SkipUnless(Slot, usize),
    /// Goes back to another place where it holds for some.
    BackIf(Slot, usize),
    /// Counts these instructions and fetches for the fragments of a mask.
    Count(Slot, u32, u32),
    /// Counts an iteration of a loop, and ends what does not end.
    Iterate(Slot),
}
