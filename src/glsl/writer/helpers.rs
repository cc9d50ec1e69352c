//! Helpers: functions that GLSL or a dialect lacks. A helper is written into the shader if the kernel calls it. Each helper has a
//! different name for each type.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::literal::{type_name, zero};
use super::{Writer, numbers, numbers_float, prelude};
use crate::glsl::Dialect;
use crate::ir::{LETTERS, Type};
use crate::texel::Components;

/// A function that is written out once for each type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Helper {
    /// C's `fmod`.
    Fmod,
    /// C's `fmod` by a power of two, which needs no correction.
    FmodPower,
    /// C's `pow`.
    Pow,
    Asin,
    Acos,
    Atan,
    /// C's `atan2`, including zeros and infinities.
    Atan2,
    Sinh,
    Tanh,
    /// Rounding to the nearest integer, with halves away from zero.
    RoundAway,
    /// Division of ints towards 0, and the remainder of that division.
    Divide,
    Remainder,
    /// The component with a given index, and a vector with one component replaced.
    Component,
    WithComponent,
    /// `&&` and `||` of vectors.
    Both,
    Either,
    /// `?:` for each component, where GLSL's `mix` does not support it.
    Select,
    IsFinite,
    FrexpExponent,
    FrexpFraction,
    Ldexp,
    /// Truncation. Like the helpers below, it is for GLSL 1.20.
    Trunc,
    /// Conversion of an int to a float, in dialects where ints are floats. It turns -0 into 0.
    IntToFloat,
    RoundEven,
    Cosh,
    PlainSinh,
    PlainTanh,
    Asinh,
    Acosh,
    Atanh,
    IsNan,
    IsInf,
    FractionAndExponent,
    PowerOfTwo,
}

use Helper::*;

/// The names of all helpers. A helper for vectors has the type appended to its name.
const NAMES: [(Helper, &str); 34] = [
    (Fmod, "c_fmod"),
    (FmodPower, "c_fmod_power"),
    (Pow, "c_pow"),
    (Asin, "c_asin"),
    (Acos, "c_acos"),
    (Atan, "c_atan"),
    (Atan2, "c_atan2"),
    (Sinh, "c_sinh"),
    (Tanh, "c_tanh"),
    (RoundAway, "round_away"),
    (Divide, "int_divide"),
    (Remainder, "int_remainder"),
    (Component, "component"),
    (WithComponent, "with_component"),
    (Both, "both"),
    (Either, "either"),
    (Select, "select"),
    (IsFinite, "is_finite"),
    (FrexpExponent, "frexp_exponent"),
    (FrexpFraction, "frexp_fraction"),
    (Ldexp, "times_power"),
    (Trunc, "truncated"),
    (IntToFloat, "int_to_float"),
    (RoundEven, "round_even"),
    (Cosh, "hyperbolic_cosine"),
    (PlainSinh, "hyperbolic_sine"),
    (PlainTanh, "hyperbolic_tangent"),
    (Asinh, "inverse_hyperbolic_sine"),
    (Acosh, "inverse_hyperbolic_cosine"),
    (Atanh, "inverse_hyperbolic_tangent"),
    (IsNan, "is_nan"),
    (IsInf, "is_inf"),
    (FractionAndExponent, "fraction_and_exponent"),
    (PowerOfTwo, "power_of_two"),
];

/// The built-in functions that GLSL 1.20 lacks and that helpers call, each with the helper that replaces it.
const LACKING: [(&str, Helper); 5] =
    [("isnan", IsNan), ("isinf", IsInf), ("trunc", Trunc), ("sinh", PlainSinh), ("tanh", PlainTanh)];

/// The names of all helpers for all types.
static TAKEN: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
    let numbers = Components::ALL.map(|n| [Type::Float(n), Type::Int(n), Type::Uint(n), Type::Bool(n)]);
    let with =
        |(helper, _): &(Helper, &str)| numbers.as_flattened().iter().map(|ty| helper.name(*ty)).collect::<Vec<_>>();
    NAMES.iter().flat_map(with).collect()
});

/// Whether the name may belong to a helper.
pub(super) fn is_taken(name: &str) -> bool {
    TAKEN.contains(name)
}

impl Helper {
    fn base(self) -> &'static str {
        NAMES.iter().find(|(helper, _)| *helper == self).map_or("", |(_, name)| name)
    }

    fn name(self, ty: Type) -> String {
        let base = match (self, ty) {
            (Divide, Type::Uint(_)) => "uint_divide",
            (Remainder, Type::Uint(_)) => "uint_remainder",
            _ => self.base(),
        };
        match (self, ty.count()) {
            (Component | WithComponent | Both | Either | Select, _) | (_, 2..) => format!("{base}_{}", ty.name()),
            _ => base.into(),
        }
    }

    /// Returns the number of arguments of a helper that works on each component separately.
    fn arity(self) -> usize {
        match self {
            Fmod | Pow | Atan2 | Divide | Remainder | Ldexp => 2,
            _ => 1,
        }
    }

    /// Returns the text of the scalar function.
    fn number(self, ty: Type, dialect: Dialect) -> String {
        let floats = !dialect.integers();
        match self {
            Fmod => numbers::FMOD.into(),
            Pow => numbers::POW.into(),
            Asin => numbers::ASIN.into(),
            Acos => numbers::ACOS.into(),
            Atan => numbers::ATAN.into(),
            Atan2 => numbers::ATAN2.into(),
            Sinh => numbers::SINH.into(),
            Tanh => numbers::TANH.into(),
            RoundAway => numbers::ROUND_AWAY.into(),
            Divide if floats => numbers_float::DIVIDE.into(),
            Remainder if floats => numbers_float::REMAINDER.into(),
            Divide if matches!(ty, Type::Uint(_)) => numbers::UINT_DIVIDE.into(),
            Remainder if matches!(ty, Type::Uint(_)) => numbers::UINT_REMAINDER.into(),
            Divide => numbers::INT_DIVIDE.into(),
            Remainder => numbers::INT_REMAINDER.into(),
            IsFinite => numbers::IS_FINITE.into(),
            FrexpExponent if floats => numbers_float::FREXP_EXPONENT.into(),
            FrexpFraction if floats => numbers_float::FREXP_FRACTION.into(),
            Ldexp if floats => numbers_float::LDEXP.into(),
            FrexpExponent => numbers::FREXP_EXPONENT.into(),
            FrexpFraction => numbers::FREXP_FRACTION.into(),
            Ldexp => numbers::LDEXP.into(),
            Trunc => numbers_float::TRUNC.into(),
            IntToFloat => numbers_float::INT_TO_FLOAT.into(),
            RoundEven => numbers_float::ROUND_EVEN.into(),
            Cosh => numbers_float::COSH.into(),
            PlainSinh => numbers_float::SINH.into(),
            PlainTanh => numbers_float::TANH.into(),
            Asinh => numbers_float::ASINH.into(),
            Acosh => numbers_float::ACOSH.into(),
            Atanh => numbers_float::ATANH.into(),
            IsNan => numbers_float::IS_NAN.into(),
            IsInf => numbers_float::IS_INF.into(),
            FractionAndExponent => numbers_float::frexp(),
            PowerOfTwo => numbers_float::power_of_two(),
            FmodPower | Component | WithComponent | Both | Either | Select => String::new(),
        }
    }

    fn text(self, ty: Type, dialect: Dialect) -> String {
        let vector = type_name(dialect, ty);
        let number = type_name(dialect, ty.scalar());
        let index = if dialect.integers() { "int" } else { "float" };
        let (n, name) = (ty.count(), self.name(ty));
        let truth = if n == 1 { "bool".to_owned() } else { format!("bvec{n}") };
        let each = |one: &dyn Fn(usize, &str) -> String| {
            let parts: Vec<String> = LETTERS[..n].iter().enumerate().map(|(k, letter)| one(k, letter)).collect();
            format!("{vector}({})", parts.join(", "))
        };
        let literal = |k: usize| if dialect.integers() { k.to_string() } else { format!("{k}.0") };
        let part = |of: &str, letter: &str| if n == 1 { of.to_owned() } else { format!("{of}.{letter}") };
        let body = match self {
            FmodPower => {
                let rest = "(x / y - trunc(x / y)) * y";
                let rest = match (n, dialect.integers()) {
                    (1, _) => format!("abs(x) < abs(y) ? x : {rest}"),
                    (_, true) => format!("mix({rest}, x, lessThan(abs(x), {vector}(abs(y))))"),
                    _ => each(&|_, letter| format!("c_fmod_power(x.{letter}, y)")),
                };
                return format!(
                    "// C's remainder by a power of two, by which division is exact.\n\
                     {vector} {name}({vector} x, float y) {{\n    return {rest};\n}}"
                );
            }
            Component => {
                let choices: Vec<String> = LETTERS[..n]
                    .iter()
                    .enumerate()
                    .map(|(k, letter)| format!("k == {} ? {} : ", literal(k), part("v", letter)))
                    .collect();
                let zero = zero(dialect, ty.scalar());
                return format!(
                    "{number} {name}({vector} v, {index} k) {{\n    return {}{zero};\n}}",
                    choices.concat()
                );
            }
            WithComponent => {
                let one = |k: usize, letter: &str| format!("k == {} ? value : {}", literal(k), part("v", letter));
                return format!(
                    "{vector} {name}({vector} v, {index} k, {number} value) {{\n    return {};\n}}",
                    each(&one)
                );
            }
            Both => each(&|_, letter| format!("a.{letter} && b.{letter}")),
            Either => each(&|_, letter| format!("a.{letter} || b.{letter}")),
            Select => {
                let parts = each(&|_, letter| format!("which.{letter} ? a.{letter} : b.{letter}"));
                return format!("{vector} {name}({truth} which, {vector} a, {vector} b) {{\n    return {parts};\n}}");
            }
            _ if n == 1 => return self.number(ty, dialect),
            _ => {
                let own = self.name(ty.scalar());
                let result = if matches!(self, IsFinite | IsNan | IsInf) { truth.as_str() } else { vector };
                let (one, two) = (format!("{vector} x"), format!("{vector} x, {vector} y"));
                let (parameters, parts): (_, Vec<String>) = match self.arity() {
                    1 => (one, LETTERS[..n].iter().map(|letter| format!("{own}(x.{letter})")).collect()),
                    _ => (two, LETTERS[..n].iter().map(|letter| format!("{own}(x.{letter}, y.{letter})")).collect()),
                };
                let parts = parts.join(", ");
                return format!("{result} {name}({parameters}) {{\n    return {result}({parts});\n}}");
            }
        };
        format!("{vector} {name}({vector} a, {vector} b) {{\n    return {body};\n}}")
    }
}

impl Writer<'_> {
    /// Requests a helper for this type, and returns its name.
    pub(super) fn helper(&mut self, helper: Helper, ty: Type) -> String {
        self.ty(ty);
        let ty = match ty {
            Type::Bool(_) => ty,
            // Without integers, all numbers are floats.
            _ if !self.dialect.integers() => Type::Float(ty.components()),
            Type::Index => Type::INT,
            _ => ty,
        };
        self.helpers.insert((helper, ty));
        helper.name(ty)
    }

    /// Returns the texts of the requested helpers. Helpers that others call come first.
    pub(super) fn helper_texts(&self) -> Vec<String> {
        let mut done = BTreeSet::new();
        let mut texts = Vec::new();
        for &(helper, ty) in &self.helpers {
            collect(helper, ty, self.dialect, &mut done, &mut texts);
        }
        texts
    }
}

fn collect(helper: Helper, ty: Type, dialect: Dialect, done: &mut BTreeSet<(Helper, Type)>, texts: &mut Vec<String>) {
    if !done.insert((helper, ty)) {
        return;
    }
    let text = if dialect.integers() { helper.text(ty, dialect) } else { without_lacking(&helper.text(ty, dialect)) };
    for word in prelude::words(&text) {
        // Some helpers for unsigned integers have a name that differs from that for ints.
        let called = NAMES.iter().find(|(called, _)| called.base() == word || called.name(ty.scalar()) == word);
        if let Some((called, _)) = called.filter(|(called, _)| *called != helper || ty.count() > 1) {
            collect(*called, ty.scalar(), dialect, done, texts);
        }
    }
    texts.push(text);
}

/// Replaces calls of functions that GLSL 1.20 lacks by calls of helpers.
fn without_lacking(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        let helper = LACKING.iter().find(|(lacking, _)| *lacking == word && rest[end..].starts_with('('));
        result.push_str(&rest[..start]);
        result.push_str(helper.map_or(word, |(_, helper)| helper.base()));
        rest = &rest[end..];
    }
    result + rest
}

/// Returns the scalar helpers of dialects without integers, as source code for a kernel. Each helper comes after those that it calls.
pub(crate) fn float_functions() -> String {
    use numbers::*;
    use numbers_float as float;
    let texts = [
        float::TRUNC.to_owned(),
        float::ROUND_EVEN.into(),
        float::COSH.into(),
        float::SINH.into(),
        float::TANH.into(),
        float::ASINH.into(),
        float::ACOSH.into(),
        float::ATANH.into(),
        float::frexp(),
        float::FREXP_EXPONENT.into(),
        float::FREXP_FRACTION.into(),
        float::power_of_two(),
        float::LDEXP.into(),
        float::DIVIDE.into(),
        float::REMAINDER.into(),
        FMOD.into(),
        POW.into(),
        ASIN.into(),
        ACOS.into(),
        ATAN.into(),
        ATAN2.into(),
        // These call functions that GLSL has, but a chip lacks.
        SINH.replace(": sinh(x)", ": hyperbolic_sine(x)"),
        TANH.replace(": tanh(x)", ": hyperbolic_tangent(x)"),
    ];
    texts.join("\n").replace("is_nan(", "isnan(")
}
