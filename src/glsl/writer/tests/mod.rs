//! The shaders that the writer makes: their texts, and what a driver makes of them, held against the interpreter.

pub(crate) mod driver;
mod geometry;
mod random;
mod texts;
mod values;

use crate::ir::Math;

/// All functions of numbers.
pub(super) const FUNCTIONS: [Math; 61] = {
    use Math::*;
    [
        Abs,
        Sign,
        Floor,
        Trunc,
        Round,
        RoundEven,
        RoundAway,
        Ceil,
        Fract,
        Mod,
        Fmod,
        Min,
        Max,
        Clamp,
        Mix,
        Step,
        SmoothStep,
        Saturate,
        Sqrt,
        InverseSqrt,
        Pow,
        PowC,
        Exp,
        Log,
        Exp2,
        Log2,
        Log10,
        Sin,
        Cos,
        Tan,
        Asin,
        Acos,
        Atan,
        Atan2,
        Sinh,
        Cosh,
        Tanh,
        Asinh,
        Acosh,
        Atanh,
        Radians,
        Degrees,
        Length,
        Distance,
        Dot,
        Cross,
        Normalize,
        FaceForward,
        Reflect,
        Refract,
        IsNan,
        IsInf,
        IsFinite,
        All,
        Any,
        Ldexp,
        FrexpExponent,
        FrexpFraction,
        FloatBitsToInt,
        IntBitsToFloat,
        UintBitsToFloat,
    ]
};
