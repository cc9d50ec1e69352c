//! Opcodes: what instructions do, their names in listings, and how they compute their results.

use crate::ir::Math;

/// How an instruction computes its result from its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Each component is computed from the same component of the operands.
    Vector,
    /// All components are one number, computed from the first components (x) of the operands.
    Scalar,
    /// All components are one number, computed from several components of the operands.
    Dot,
    /// The description of the opcode says how.
    Special,
    /// The instruction fetches a texel.
    Texture,
    /// The instruction has no result.
    Flow,
}

/// Declares the opcodes: name, name in listings, number of operands, shape.
macro_rules! opcodes {
    ($($(#[$doc:meta])* $name:ident $text:literal $operands:literal $shape:ident,)*) => {
        /// The operation of an instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Opcode {
            $($(#[$doc])* $name,)*
            /// A function that is applied component by component. Only the plain instruction set has it.
            Math(Math),
        }

        impl Opcode {
            /// All opcodes except [`Opcode::Math`].
            pub const ALL: &[Opcode] = &[$(Opcode::$name),*];

            /// Returns its name in listings, without suffixes.
            pub fn name(self) -> &'static str {
                match self {
                    $(Opcode::$name => $text,)*
                    Opcode::Math(_) => "MATH",
                }
            }

            /// Returns the number of its operands.
            pub fn operands(self) -> usize {
                match self {
                    $(Opcode::$name => $operands,)*
                    Opcode::Math(function) => function.arity(),
                }
            }

            /// Returns how it computes its result.
            pub fn shape(self) -> Shape {
                match self {
                    $(Opcode::$name => Shape::$shape,)*
                    Opcode::Math(_) => Shape::Vector,
                }
            }
        }
    };
}

opcodes! {
    /// |a|
    Abs "ABS" 1 Vector,
    /// a + b
    Add "ADD" 2 Vector,
    /// a < 0 ? b : c
    Cmp "CMP" 3 Vector,
    /// The cosine.
    Cos "COS" 1 Scalar,
    /// a.x · b.x + a.y · b.y
    Dp2 "DP2" 2 Dot,
    /// The inner product of three components.
    Dp3 "DP3" 2 Dot,
    /// The inner product of four components.
    Dp4 "DP4" 2 Dot,
    /// The inner product of three components, plus b.w.
    Dph "DPH" 2 Dot,
    /// (1, a.y · b.y, a.z, b.w)
    Dst "DST" 2 Special,
    /// 2 to the power of a.
    Ex2 "EX2" 1 Scalar,
    /// The largest integer not above a.
    Flr "FLR" 1 Vector,
    /// a - floor(a)
    Frc "FRC" 1 Vector,
    /// The logarithm to base 2.
    Lg2 "LG2" 1 Scalar,
    /// Light coefficients, as defined in ARB_fragment_program.
    Lit "LIT" 1 Special,
    /// a · b + (1 - a) · c
    Lrp "LRP" 3 Vector,
    /// a · b + c. It also works on integers.
    Mad "MAD" 3 Vector,
    /// The larger.
    Max "MAX" 2 Vector,
    /// The smaller.
    Min "MIN" 2 Vector,
    /// a
    Mov "MOV" 1 Vector,
    /// a · b
    Mul "MUL" 2 Vector,
    /// a.x to the power of b.x. a.x must not be negative.
    Pow "POW" 2 Scalar,
    /// 1 / a
    Rcp "RCP" 1 Scalar,
    /// 1 / √|a|
    Rsq "RSQ" 1 Scalar,
    /// (cos a, sin a, undefined, undefined). a must be from -π to π.
    Scs "SCS" 1 Special,
    /// a = b ? 1 : 0. On integers, the results of this and the other comparisons are -1 and 0.
    Seq "SEQ" 2 Vector,
    /// 0
    Sfl "SFL" 0 Vector,
    /// a ≥ b ? 1 : 0
    Sge "SGE" 2 Vector,
    /// a > b ? 1 : 0
    Sgt "SGT" 2 Vector,
    /// The sine.
    Sin "SIN" 1 Scalar,
    /// a ≤ b ? 1 : 0
    Sle "SLE" 2 Vector,
    /// a < b ? 1 : 0
    Slt "SLT" 2 Vector,
    /// a ≠ b ? 1 : 0
    Sne "SNE" 2 Vector,
    /// The sign of a: -1, 0 or 1.
    Ssg "SSG" 1 Vector,
    /// 1
    Str "STR" 0 Vector,
    /// a - b
    Sub "SUB" 2 Vector,
    /// a, with a swizzle whose components may also be 0 or 1, each with its own sign.
    Swz "SWZ" 1 Vector,
    /// The outer product of three components.
    Xpd "XPD" 2 Special,
    /// a / b. On integers, the quotient is rounded towards 0. On chips, b is a scalar, as it is for `MOD` and the shifts.
    Div "DIV" 2 Vector,
    /// The remainder of a / b, on integers.
    Mod "MOD" 2 Vector,
    /// The bits that are set in both a and b.
    And "AND" 2 Vector,
    /// The bits that are set in a or b, or both.
    Or "OR" 2 Vector,
    /// The bits that are set in exactly one of a and b.
    Xor "XOR" 2 Vector,
    /// The bits that are not set in a.
    Not "NOT" 1 Vector,
    /// a shifted left by b.
    Shl "SHL" 2 Vector,
    /// a shifted right by b. For signed integers, copies of the sign bit are shifted in.
    Shr "SHR" 2 Vector,
    /// Converts an integer to a float.
    I2f "I2F" 1 Vector,
    /// a rounded towards 0. The result is a float, or an integer with `.S` and `.U`.
    Trunc "TRUNC" 1 Vector,
    /// a rounded to the nearest integer, halves to even. The result is a float or an integer, as for `TRUNC`.
    Round "ROUND" 1 Vector,
    /// The smallest integer not below a. The result is a float or an integer, as for `TRUNC`.
    Ceil "CEIL" 1 Vector,
    /// The texel at a.
    Tex "TEX" 1 Texture,
    /// The texel at a.xyz / a.w.
    Txp "TXP" 1 Texture,
    /// The texel at a, with a level bias of a.w.
    Txb "TXB" 1 Texture,
    /// The texel at a, from level a.w.
    Txl "TXL" 1 Texture,
    /// The texel at the integer coordinates a.
    Txf "TXF" 1 Texture,
    /// The texel at a, with the derivatives b and c of the coordinates.
    Txd "TXD" 3 Texture,
    /// The derivative of a in x: the difference between neighbouring fragments.
    Ddx "DDX" 1 Vector,
    /// The derivative of a in y.
    Ddy "DDY" 1 Vector,
    /// a reflected: 2 · (a · b) / (a · a) · a - b, of three components.
    Rfl "RFL" 2 Special,
    /// (a.x + b.x · c.x + b.y · c.y, a.y + b.x · c.z + b.y · c.w, twice).
    X2d "X2D" 3 Special,
    /// a.xyz divided by its length.
    Nrm "NRM" 1 Special,
    /// a.x · b.x + a.y · b.y + c.x
    Dp2a "DP2A" 3 Special,
    /// a.x and a.y as halves, in the bits of a float.
    Pk2h "PK2H" 1 Dot,
    /// a.x and a.y, from 0 to 1, as unsigned 16-bit integers.
    Pk2us "PK2US" 1 Dot,
    /// The components of a, from -128/127 to 1, as bytes.
    Pk4b "PK4B" 1 Dot,
    /// The components of a, from 0 to 1, as unsigned bytes.
    Pk4ub "PK4UB" 1 Dot,
    /// The two halves in the bits of a: x, y, x, y.
    Up2h "UP2H" 1 Special,
    /// The two unsigned 16-bit integers in the bits of a, from 0 to 1: x, y, x, y.
    Up2us "UP2US" 1 Special,
    /// The four bytes in the bits of a, from -128/127 to 1.
    Up4b "UP4B" 1 Special,
    /// The four unsigned bytes in the bits of a, from 0 to 1.
    Up4ub "UP4UB" 1 Special,
    /// Discards the fragment if a component of a is below 0.
    Kil "KIL" 1 Flow,
    /// Begins the block that runs if the guard holds.
    If "IF" 0 Flow,
    /// Begins the block that runs if the guard does not hold.
    Else "ELSE" 0 Flow,
    /// Ends a branch.
    EndIf "ENDIF" 0 Flow,
    /// Begins a loop of a.x iterations, at most 255. On NV40 and R520, a is a constant. Without an operand, only `BRK` leaves the loop.
    /// NV40 lacks that form.
    Rep "REP" 1 Flow,
    /// Ends a `REP` loop.
    EndRep "ENDREP" 0 Flow,
    /// Begins a loop of a.x iterations with a counter. Brooklet parses it, but never generates it.
    Loop "LOOP" 1 Flow,
    /// Ends a `LOOP`.
    EndLoop "ENDLOOP" 0 Flow,
    /// Leaves the innermost loop if the guard holds.
    Brk "BRK" 0 Flow,
    /// Ends the program if the guard holds.
    Ret "RET" 0 Flow,
}

impl Opcode {
    /// Whether it is a texture instruction, which includes `KIL`.
    pub fn is_texture(self) -> bool {
        self.shape() == Shape::Texture || self == Opcode::Kil
    }

    /// Whether it unpacks numbers from the bits of a float. The components of its result are of different numbers.
    pub fn unpacks(self) -> bool {
        matches!(self, Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub)
    }

    /// Returns the mask of the operand components that it reads in order to write the components of `mask`.
    pub fn reads(self, mask: u8) -> u8 {
        match self {
            Opcode::Dp2 => 0b0011,
            Opcode::Dp3 => 0b0111,
            Opcode::Dp4 | Opcode::Dph | Opcode::Kil => 0b1111,
            Opcode::Dst | Opcode::Lit | Opcode::Txp | Opcode::Txb | Opcode::Txl | Opcode::Txf => 0b1111,
            Opcode::Xpd | Opcode::Rfl | Opcode::Nrm => 0b0111,
            Opcode::X2d | Opcode::Dp2a => 0b1111,
            Opcode::Scs => 0b0001,
            Opcode::Tex | Opcode::Txd => 0b0111,
            Opcode::Pk2h | Opcode::Pk2us => 0b0011,
            Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub => 0b0001,
            _ => match self.shape() {
                Shape::Vector | Shape::Special => mask,
                Shape::Scalar | Shape::Flow => 0b0001,
                Shape::Dot | Shape::Texture => 0b1111,
            },
        }
    }
}
