//! Intrinsic functions of Brook, as a table.

use crate::ir::Math;

/// The types that a function takes and returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// Works component by component; scalar arguments are spread to the length of the vectors.
    Componentwise,
    /// Takes vectors of one length, and returns a float.
    ToFloat,
    /// Takes `float3`s, and returns a `float3`.
    Cross,
}

/// The functions that programs can call: name, function, number of arguments and rule.
pub(crate) const TABLE: &[(&str, Math, usize, Rule)] = {
    use Math::*;
    use Rule::*;
    &[
        ("fabs", Abs, 1, Componentwise),
        ("abs", Abs, 1, Componentwise),
        ("acos", Acos, 1, Componentwise),
        ("all", All, 1, ToFloat),
        ("any", Any, 1, ToFloat),
        ("asin", Asin, 1, Componentwise),
        ("atan", Atan, 1, Componentwise),
        ("atan2", Atan2, 2, Componentwise),
        ("ceil", Ceil, 1, Componentwise),
        ("clamp", Clamp, 3, Componentwise),
        ("cos", Cos, 1, Componentwise),
        ("cosh", Cosh, 1, Componentwise),
        ("cross", Math::Cross, 2, Rule::Cross),
        ("degrees", Degrees, 1, Componentwise),
        ("distance", Distance, 2, ToFloat),
        ("dot", Dot, 2, ToFloat),
        ("exp", Exp, 1, Componentwise),
        ("exp2", Exp2, 1, Componentwise),
        ("floor", Floor, 1, Componentwise),
        ("fmod", Fmod, 2, Componentwise),
        ("frac", Fract, 1, Componentwise),
        ("isfinite", IsFinite, 1, Componentwise),
        ("isinf", IsInf, 1, Componentwise),
        ("isnan", IsNan, 1, Componentwise),
        ("ldexp", Ldexp, 2, Componentwise),
        ("len", Length, 1, ToFloat),
        ("length", Length, 1, ToFloat),
        ("lerp", Mix, 3, Componentwise),
        ("log", Log, 1, Componentwise),
        ("log10", Log10, 1, Componentwise),
        ("log2", Log2, 1, Componentwise),
        ("max", Max, 2, Componentwise),
        ("min", Min, 2, Componentwise),
        ("normalize", Normalize, 1, Componentwise),
        ("pow", PowC, 2, Componentwise),
        ("radians", Radians, 1, Componentwise),
        ("reflect", Reflect, 2, Componentwise),
        ("round", RoundAway, 1, Componentwise),
        ("rsqrt", InverseSqrt, 1, Componentwise),
        ("saturate", Saturate, 1, Componentwise),
        ("sign", Sign, 1, Componentwise),
        ("sin", Sin, 1, Componentwise),
        ("sinh", Sinh, 1, Componentwise),
        ("smoothstep", SmoothStep, 3, Componentwise),
        ("sqrt", Sqrt, 1, Componentwise),
        ("step", Step, 2, Componentwise),
        ("tan", Tan, 1, Componentwise),
        ("tanh", Tanh, 1, Componentwise),
        ("trunc", Trunc, 1, Componentwise),
    ]
};

/// Finds the function called `name`; returns it with its number of arguments and its rule.
pub(crate) fn find(name: &str) -> Option<(Math, usize, Rule)> {
    let entry = TABLE.iter().find(|(known, ..)| *known == name);
    entry.map(|(_, math, arguments, rule)| (*math, *arguments, *rule))
}
