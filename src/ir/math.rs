//! Math functions that an expression can call.

/// Declares the functions, and the list of them all.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A function of numbers, without side effects. By component, unless it says otherwise; of all operands one type, except
        /// that beside a vector the others of [`Min`](Math::Min), [`Max`](Math::Max), [`Clamp`](Math::Clamp), [`Mod`](Math::Mod),
        /// [`Mix`](Math::Mix) (its weight), [`Step`](Math::Step) (its edge) and [`SmoothStep`](Math::SmoothStep) (its edges) may be
        /// numbers.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Math {
            $($(#[$doc])* $name,)*
        }

        impl Math {
            /// All of them.
            pub(crate) const ALL: &[Math] = &[$(Math::$name),*];
        }
    };
}

functions! {
    /// |x|, of floats or ints.
    Abs,
    /// -1, 0 or 1, of floats or ints.
    Sign,
    /// The largest whole number not above.
    Floor,
    /// The fraction dropped, towards 0.
    Trunc,
    /// To a whole number; which way halves go is left to the device.
    Round,
    /// To a whole number, halves to even ones.
    RoundEven,
    /// To a whole number, halves away from zero (C's `round`).
    RoundAway,
    /// The smallest whole number not below.
    Ceil,
    /// x - floor(x)
    Fract,
    /// x - y * floor(x / y): the sign of y (`mod` of kernels).
    Mod,
    /// C's remainder, with the sign of x.
    Fmod,
    /// The smaller, of floats or ints; of NaN nobody says which.
    Min,
    /// The larger, likewise.
    Max,
    /// min(max(x, low), high), of floats or ints.
    Clamp,
    /// a * (1 - t) + b * t, the weight `t` last: exactly a where t is 0, and b where it is 1, if both are finite.
    Mix,
    /// `step(edge, x)`: 1 where x >= edge, else 0.
    Step,
    /// `smoothstep(low, high, x)`
    SmoothStep,
    /// 0 below 0, 1 above 1, else x. NaN stays NaN in the interpreter; of a device it is any number from 0 to 1, or NaN.
    Saturate,
    /// √x
    Sqrt,
    /// 1 / √x
    InverseSqrt,
    /// x to the power of y, of an x that is not negative (`pow` of kernels).
    Pow,
    /// C's `pow`: of negative x by whole y, too, of zeros, infinities and NaN as C has it.
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
    /// `atan2(y, x)`: the angle of a point, as C has it for zeros and infinities, too.
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
    /// Degrees as radians.
    Radians,
    /// Radians as degrees.
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
    /// Whether it is NaN. Of the stream phase a float of 1 or 0, of the kernel phase a truth value; so the next two.
    IsNan,
    /// Whether it is infinite.
    IsInf,
    /// Whether it is neither.
    IsFinite,
    /// Whether all components hold: of the stream phase of floats (not 0) a float, of the kernel phase of truth values one.
    All,
    /// Whether any component holds, likewise.
    Any,
    /// `ldexp(x, power)`: x · 2^power, the power a float that holds a whole number.
    Ldexp,
    /// The exponent of `frexp`: x is a fraction from 0.5 up to 1 times 2 to it. 0 of zeros, infinities and NaN.
    FrexpExponent,
    /// That fraction.
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

    /// Whether it works on the bits of a number, which takes integers.
    pub fn needs_integers(self) -> bool {
        use Math::*;
        matches!(self, FloatBitsToInt | FloatBitsToUint | IntBitsToFloat | UintBitsToFloat)
    }
}
