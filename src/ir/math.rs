//! Math functions that an expression can call.

/// Declares the functions, and the list of them all.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A math function, without side effects. It applies by component, unless it says otherwise. All operands have one
        /// type, except that beside a vector the other operands of [`Min`](Math::Min), [`Max`](Math::Max),
        /// [`Clamp`](Math::Clamp), [`Mod`](Math::Mod), [`Mix`](Math::Mix) (its weight), [`Step`](Math::Step) (its edge) and
        /// [`SmoothStep`](Math::SmoothStep) (its edges) may be numbers.
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
    /// The largest whole number that is at most x.
    Floor,
    /// The fraction dropped, towards 0.
    Trunc,
    /// Rounds to a whole number; the device decides which way halves go.
    Round,
    /// Rounds to a whole number, halves to even ones.
    RoundEven,
    /// Rounds to a whole number, halves away from zero (C's `round`).
    RoundAway,
    /// The smallest whole number that is at least x.
    Ceil,
    /// x - floor(x)
    Fract,
    /// x - y * floor(x / y): the sign of y (`mod` of kernels).
    Mod,
    /// C's remainder, with the sign of x.
    Fmod,
    /// The smaller of two floats or ints; with NaN the result is unspecified.
    Min,
    /// The larger of two floats or ints; with NaN the result is unspecified.
    Max,
    /// min(max(x, low), high), of floats or ints.
    Clamp,
    /// a * (1 - t) + b * t, the weight `t` last: exactly a where t is 0, and b where it is 1, if both are finite.
    Mix,
    /// `step(edge, x)`: 1 where x >= edge, else 0.
    Step,
    /// `smoothstep(low, high, x)`
    SmoothStep,
    /// 0 below 0, 1 above 1, else x. In the interpreter NaN stays NaN; on a device the result is then any number from 0 to 1, or
    /// NaN.
    Saturate,
    /// √x
    Sqrt,
    /// 1 / √x
    InverseSqrt,
    /// x to the power of y, for x that is not negative (`pow` of kernels).
    Pow,
    /// C's `pow`: also for negative x with a whole y; zeros, infinities and NaN as in C.
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
    /// `atan2(y, x)`: the angle of a point; zeros and infinities as in C.
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
    /// The distance of two points: a float.
    Distance,
    /// The inner product: a float.
    Dot,
    /// The outer product of two vectors of three.
    Cross,
    /// The vector of length 1 in the same direction.
    Normalize,
    /// `faceforward(n, i, reference)`: n, or -n where dot(reference, i) >= 0.
    FaceForward,
    /// `reflect(i, n)`
    Reflect,
    /// `refract(i, n, eta)`, eta a float.
    Refract,
    /// Whether x is NaN: a float of 1 or 0 in the stream phase, a truth value in the kernel phase.
    IsNan,
    /// Whether x is infinite; typed as [`IsNan`](Math::IsNan).
    IsInf,
    /// Whether x is neither NaN nor infinite; typed as [`IsNan`](Math::IsNan).
    IsFinite,
    /// Whether all components hold. Stream phase: of floats, which hold if they are not 0, a float. Kernel phase: of truth
    /// values, a truth value.
    All,
    /// Whether any component holds; typed as [`All`](Math::All).
    Any,
    /// `ldexp(x, power)`: x · 2^power, the power a float that holds a whole number.
    Ldexp,
    /// The exponent that C's `frexp` returns: x is a fraction from 0.5 up to 1, times 2 to this exponent. 0 for zeros, infinities
    /// and NaN.
    FrexpExponent,
    /// The fraction that C's `frexp` returns.
    FrexpFraction,
    /// The bits of a float as an int.
    FloatBitsToInt,
    /// The bits of a float as an unsigned int.
    FloatBitsToUint,
    /// The float with these bits.
    IntBitsToFloat,
    /// The float with these bits.
    UintBitsToFloat,
}

impl Math {
    /// How many operands it takes.
    pub fn arity(self) -> usize {
        use Math::*;
        match self {
            Clamp | Mix | SmoothStep | FaceForward | Refract => 3,
            Mod | Fmod | Min | Max | Step | Pow | PowC | Atan2 | Distance | Dot | Cross | Reflect | Ldexp => 2,
            _ => 1,
        }
    }

    /// Whether it works on the bits of a number, which needs integers.
    pub fn needs_integers(self) -> bool {
        use Math::*;
        matches!(self, FloatBitsToInt | FloatBitsToUint | IntBitsToFloat | UintBitsToFloat)
    }
}
