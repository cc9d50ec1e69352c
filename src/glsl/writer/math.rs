//! Writes math functions: calls GLSL's own function if it has the required semantics, otherwise a helper.

use super::Writer;
use super::expr::{MULTIPLY, bracketed};
use super::helpers::Helper;
use super::literal;
use crate::glsl::workarounds::Workaround;
use crate::ir::{Expr, ExprKind, Math, Type};

/// Returns the literal if it is a power of two that divides every float exactly, except for denormals.
fn power_of_two(expr: &Expr) -> Option<f32> {
    match &expr.kind {
        ExprKind::Float(value) => {
            let whole = value.to_bits() & 0x007f_ffff == 0;
            (whole && (1.0..=2.0_f32.powi(20)).contains(&value.abs())).then_some(*value)
        }
        ExprKind::Convert(inner) => power_of_two(inner),
        _ => None,
    }
}

/// Returns GLSL's own function, if all dialects have it and it has the required semantics.
fn plain(function: Math) -> Option<&'static str> {
    use Math::*;
    Some(match function {
        Abs => "abs",
        Sign => "sign",
        Floor => "floor",
        Ceil => "ceil",
        Fract => "fract",
        Mod => "mod",
        Min => "min",
        Max => "max",
        Clamp => "clamp",
        Mix => "mix",
        Step => "step",
        SmoothStep => "smoothstep",
        Sqrt => "sqrt",
        InverseSqrt => "inversesqrt",
        Pow => "pow",
        Exp => "exp",
        Log => "log",
        Exp2 => "exp2",
        Log2 => "log2",
        Sin => "sin",
        Cos => "cos",
        Tan => "tan",
        Radians => "radians",
        Degrees => "degrees",
        Length => "length",
        Distance => "distance",
        Dot => "dot",
        Cross => "cross",
        Normalize => "normalize",
        FaceForward => "faceforward",
        Reflect => "reflect",
        Refract => "refract",
        All => "all",
        Any => "any",
        _ => return None,
    })
}

/// Returns GLSL's own function for dialects with integers, and the helper for the dialect that lacks the function.
fn newer(function: Math) -> Option<(&'static str, Helper)> {
    use Math::*;
    Some(match function {
        Trunc => ("trunc", Helper::Trunc),
        Round => ("round", Helper::RoundEven),
        RoundEven => ("roundEven", Helper::RoundEven),
        Cosh => ("cosh", Helper::Cosh),
        Asinh => ("asinh", Helper::Asinh),
        Acosh => ("acosh", Helper::Acosh),
        Atanh => ("atanh", Helper::Atanh),
        IsNan => ("isnan", Helper::IsNan),
        IsInf => ("isinf", Helper::IsInf),
        _ => return None,
    })
}

/// Returns the helper that every dialect uses for a function, and the workaround that requires it, if any.
fn helped(function: Math) -> Option<(Helper, Option<Workaround>)> {
    use Math::*;
    Some(match function {
        Fmod => (Helper::Fmod, None),
        PowC => (Helper::Pow, Some(Workaround::PowerOfC)),
        Asin => (Helper::Asin, Some(Workaround::ArcFunctions)),
        Acos => (Helper::Acos, Some(Workaround::ArcFunctions)),
        Atan => (Helper::Atan, Some(Workaround::ArcFunctions)),
        Atan2 => (Helper::Atan2, Some(Workaround::ArcFunctions)),
        Sinh => (Helper::Sinh, Some(Workaround::HyperbolicFunctions)),
        Tanh => (Helper::Tanh, Some(Workaround::HyperbolicFunctions)),
        RoundAway => (Helper::RoundAway, None),
        IsFinite => (Helper::IsFinite, None),
        Ldexp => (Helper::Ldexp, Some(Workaround::PowersByBits)),
        FrexpExponent => (Helper::FrexpExponent, Some(Workaround::PowersByBits)),
        FrexpFraction => (Helper::FrexpFraction, Some(Workaround::PowersByBits)),
        _ => return None,
    })
}

impl Writer<'_> {
    /// Writes a call of a math function.
    pub(super) fn math(&mut self, function: Math, arguments: &[Expr], least: u8) -> String {
        use Math::*;
        let first = arguments[0].ty;
        match function {
            Fmod if power_of_two(&arguments[1]).is_some() => {
                self.works_around(Workaround::FmodByPower);
                let helper = self.helper(Helper::FmodPower, first);
                let power = power_of_two(&arguments[1]).unwrap_or(1.0);
                return format!("{helper}({}, {})", self.value(&arguments[0], 0), literal::float(power));
            }
            Saturate => return format!("clamp({}, 0.0, 1.0)", self.value(&arguments[0], 0)),
            Log10 => {
                let text = format!("log({}) * 0.43429448", self.value(&arguments[0], 0));
                return bracketed(text, MULTIPLY, least);
            }
            // For a scalar, the result is the argument itself.
            All | Any if first.count() == 1 => return self.value(&arguments[0], least),
            Abs if matches!(first, Type::Uint(_)) => return self.value(&arguments[0], least),
            Sign if matches!(first, Type::Uint(_)) => return format!("min({}, 1u)", self.value(&arguments[0], 0)),
            FloatBitsToInt | FloatBitsToUint | IntBitsToFloat | UintBitsToFloat => {
                return self.bits_of(function, &arguments[0]);
            }
            _ => {}
        }
        if let Some(name) = plain(function) {
            return format!("{name}({})", self.arguments(function, arguments));
        }
        if let Some((name, helper)) = newer(function) {
            let name = match self.dialect.integers() {
                true => name.to_owned(),
                false => {
                    if function == IsNan {
                        self.works_around(Workaround::IsNanByOrder);
                    }
                    self.helper(helper, first)
                }
            };
            return format!("{name}({})", self.value(&arguments[0], 0));
        }
        let Some((helper, workaround)) = helped(function) else { unreachable!("{function:?} has a text") };
        workaround.into_iter().for_each(|workaround| self.works_around(workaround));
        let name = self.helper(helper, first);
        let parts: Vec<String> = arguments.iter().map(|argument| self.spread(argument, first.count())).collect();
        format!("{name}({})", parts.join(", "))
    }

    fn bits_of(&mut self, function: Math, argument: &Expr) -> String {
        if !self.dialect.integers() {
            self.lacks("functions of the bits of floats");
        }
        let name = match function {
            Math::FloatBitsToInt => "floatBitsToInt",
            Math::FloatBitsToUint => "floatBitsToUint",
            Math::IntBitsToFloat => "intBitsToFloat",
            _ => "uintBitsToFloat",
        };
        format!("{name}({})", self.value(argument, 0))
    }

    /// Writes the arguments of a built-in function. For vectors, GLSL allows scalar arguments only in some positions of some functions.
    fn arguments(&mut self, function: Math, arguments: &[Expr]) -> String {
        use Math::*;
        let count = arguments.iter().map(|argument| argument.ty.count()).max().unwrap_or(1);
        let is_number = |k: usize| arguments[k].ty.count() == 1;
        // The arguments that may be scalars. Either all of these are scalars, or none is.
        let numbers: &[usize] = match function {
            Mod | Min | Max => &[1],
            Clamp => &[1, 2],
            Mix => &[2],
            Step => &[0],
            SmoothStep => &[0, 1],
            Refract => &[2],
            _ => &[],
        };
        let kept = numbers.iter().all(|&k| is_number(k));
        let parts: Vec<String> = (0..arguments.len())
            .map(|k| match kept && numbers.contains(&k) {
                true => self.value(&arguments[k], 0),
                false => self.spread(&arguments[k], count),
            })
            .collect();
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_a_text() {
        for function in Math::ALL.iter().copied() {
            let own = matches!(
                function,
                Math::Saturate
                    | Math::Log10
                    | Math::FloatBitsToInt
                    | Math::FloatBitsToUint
                    | Math::IntBitsToFloat
                    | Math::UintBitsToFloat
            );
            let texts = [plain(function).is_some(), newer(function).is_some(), helped(function).is_some(), own];
            assert_eq!(texts.iter().filter(|has| **has).count(), 1, "{function:?}");
        }
    }
}
