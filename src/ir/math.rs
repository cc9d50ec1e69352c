//! Math functions that an expression can call.

/// Declares the enum of functions, and the list of all functions.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A math function, without side effects. It is applied component-wise unless its description says otherwise. All operands have the
        /// same type, with one exception: beside a vector, the following operands may be scalars. These are all but the first operand of
        /// [`Min`](Math::Min), [`Max`](Math::Max), [`Clamp`](Math::Clamp) and [`Mod`](Math::Mod), the weight of [`Mix`](Math::Mix), the
        /// edge of [`Step`](Math::Step) and the edges of [`SmoothStep`](Math::SmoothStep).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Math {
            $($(#[$doc])* $name,)*
        }

        impl Math {
            /// All functions.
            pub(crate) const ALL: &[Math] = &[$(Math::$name),*];
        }
    };
}

functions! {
    /// |x|, of floats or ints.
    Abs,
    /// -1, 0 or 1, of floats or ints.
    Sign,
    /// x rounded down to an integer.
    Floor,
    /// x truncated to an integer, towards 0.
    Trunc,
    /// x rounded to the nearest integer; the device decides how halves are rounded.
    Round,
    /// x rounded to the nearest integer, halves to even.
    RoundEven,
    /// x rounded to the nearest integer, halves away from zero: C's `round`.
    RoundAway,
    /// x rounded up to an integer.
    Ceil,
    /// x - floor(x)
    Fract,
    /// x - y * floor(x / y), with the sign of y: `mod` of the kernel language.
    Mod,
    /// C's `fmod`: the remainder with the sign of x.
    Fmod,
    /// The smaller of two floats or ints; with NaN the result is unspecified.
    Min,
    /// The larger of two floats or ints; with NaN the result is unspecified.
    Max,
    /// min(max(x, low), high), of floats or ints.
    Clamp,
    /// `mix(a, b, t)`: a * (1 - t) + b * t. Exactly a if the weight t is 0, and exactly b if it is 1, as long as both are finite.
    Mix,
    /// `step(edge, x)`: 1 if x >= edge, else 0.
    Step,
    /// `smoothstep(low, high, x)`: a smooth transition from 0 at low to 1 at high.
    SmoothStep,
    /// x clamped to 0 to 1. For NaN, the interpreter's result is NaN, and a device's is any number from 0 to 1, or NaN.
    Saturate,
    /// √x
    Sqrt,
    /// 1 / √x
    InverseSqrt,
    /// x to the power of y, for x that is not negative: `pow` of the kernel language.
    Pow,
    /// C's `pow`, which is also defined for negative x if y is an integer. Zeros, infinities and NaN are handled as in C.
    PowC,
    /// e to the power of x.
    Exp,
    /// The natural logarithm.
    Log,
    /// 2 to the power of x.
    Exp2,
    /// The logarithm to base 2.
    Log2,
    /// The logarithm to base 10.
    Log10,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The tangent.
    Tan,
    /// The inverse sine.
    Asin,
    /// The inverse cosine.
    Acos,
    /// The inverse tangent.
    Atan,
    /// `atan2(y, x)`: the angle of the point (x, y). Zeros and infinities are handled as in C.
    Atan2,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
    /// The inverse hyperbolic sine.
    Asinh,
    /// The inverse hyperbolic cosine.
    Acosh,
    /// The inverse hyperbolic tangent.
    Atanh,
    /// Degrees to radians.
    Radians,
    /// Radians to degrees.
    Degrees,
    /// The length of a vector: a float.
    Length,
    /// The distance between two points: a float.
    Distance,
    /// The dot product: a float.
    Dot,
    /// The cross product of two vectors of three components.
    Cross,
    /// The vector of length 1 in the same direction.
    Normalize,
    /// `faceforward(n, i, reference)`: -n if dot(reference, i) >= 0, else n.
    FaceForward,
    /// `reflect(i, n)`
    Reflect,
    /// `refract(i, n, eta)`, eta a float.
    Refract,
    /// Whether x is NaN. The result is a float of 1 or 0 in the stream phase, and a boolean in the kernel phase.
    IsNan,
    /// Whether x is infinite. The result has the same type as for [`IsNan`](Math::IsNan).
    IsInf,
    /// Whether x is neither NaN nor infinite. The result has the same type as for [`IsNan`](Math::IsNan).
    IsFinite,
    /// Whether all components are true. In the stream phase, the operand and the result are floats, which are true if they are not 0. In
    /// the kernel phase, they are booleans.
    All,
    /// Whether any component is true. The types are those of [`All`](Math::All).
    Any,
    /// `ldexp(x, power)`: x · 2^power. The power is a float with an integer value.
    Ldexp,
    /// The exponent that C's `frexp` returns, as a float: x is a fraction, at least 0.5 and below 1, times 2 to this exponent. 0 for zeros,
    /// infinities and NaN.
    FrexpExponent,
    /// The fraction that C's `frexp` returns.
    FrexpFraction,
    /// The bits of a float as an int.
    FloatBitsToInt,
    /// The bits of a float as an unsigned int.
    FloatBitsToUint,
    /// The float with the bits of an int.
    IntBitsToFloat,
    /// The float with the bits of an unsigned int.
    UintBitsToFloat,
}

impl Math {
    /// Returns the number of operands.
    pub fn arity(self) -> usize {
        use Math::*;
        match self {
            Clamp | Mix | SmoothStep | FaceForward | Refract => 3,
            Mod | Fmod | Min | Max | Step | Pow | PowC | Atan2 | Distance | Dot | Cross | Reflect | Ldexp => 2,
            _ => 1,
        }
    }

    /// Returns whether it works on the bits of a number, which needs integers.
    pub fn needs_integers(self) -> bool {
        use Math::*;
        matches!(self, FloatBitsToInt | FloatBitsToUint | IntBitsToFloat | UintBitsToFloat)
    }
}
