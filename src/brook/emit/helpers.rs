//! Functions that GLSL lacks, written out where a kernel calls them.

use std::collections::BTreeSet;

use super::numbers;
use crate::brook::types::LETTERS;

/// A function that is written out once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Helper {
    /// The element nearest to an index, inside the stream.
    Nearest,
    /// Of two positions.
    Remainder,
    /// C's `fmod`, for this many components.
    Fmod(usize),
    /// C's `pow`, for this many components: GLSL has none of negative numbers.
    Pow(usize),
    /// The same by a power of two, where it takes no corrections.
    FmodPower(usize),
    /// `asin`, which drivers have to some 4e-4 only; for this many components.
    Asin(usize),
    /// `acos`, likewise.
    Acos(usize),
    /// `atan`, which they have to 2e-5.
    Atan(usize),
    /// C's `atan2`: of zeros and infinities, too.
    Atan2(usize),
    /// `sinh` and `tanh`, which drivers make of differences: of small numbers these leave little.
    Sinh(usize),
    Tanh(usize),
    /// Half away from zero.
    Round(usize),
    /// Division of ints towards 0, and its remainder.
    IntDivide,
    IntRemainder,
    /// A component by its number; the number of the vector's components.
    Component(usize),
    /// A vector with one component changed.
    WithComponent(usize),
    IsFinite,
    FrexpExponent,
    FrexpFraction,
    Ldexp,
}

impl Helper {
    pub const fn name(self) -> &'static str {
        match self {
            Helper::Nearest => "nearest",
            Helper::Remainder => "remainder",
            Helper::Fmod(_) => "c_fmod",
            Helper::FmodPower(_) => "c_fmod_power",
            Helper::Pow(_) => "c_pow",
            Helper::Asin(_) => "c_asin",
            Helper::Acos(_) => "c_acos",
            Helper::Atan(_) => "c_atan",
            Helper::Atan2(_) => "c_atan2",
            Helper::Sinh(_) => "c_sinh",
            Helper::Tanh(_) => "c_tanh",
            Helper::Round(_) => "round_away",
            Helper::IntDivide => "int_divide",
            Helper::IntRemainder => "int_remainder",
            Helper::Component(_) => "component",
            Helper::WithComponent(_) => "with_component",
            Helper::IsFinite => "is_finite",
            Helper::FrexpExponent => "frexp_exponent",
            Helper::FrexpFraction => "frexp_fraction",
            Helper::Ldexp => "times_power",
        }
    }

    /// All names, which nothing else may have.
    pub const NAMES: [&'static str; 20] = [
        "nearest",
        "remainder",
        "c_fmod",
        "c_fmod_power",
        "c_pow",
        "c_asin",
        "c_acos",
        "c_atan",
        "c_atan2",
        "c_sinh",
        "c_tanh",
        "round_away",
        "int_divide",
        "int_remainder",
        "component",
        "with_component",
        "is_finite",
        "frexp_exponent",
        "frexp_fraction",
        "times_power",
    ];

    /// Whether its text takes numbers by their bits.
    pub fn integers(self) -> bool {
        matches!(self, Helper::FrexpExponent | Helper::FrexpFraction | Helper::Ldexp)
    }

    /// What it calls, to be written before it.
    fn needs(self) -> Option<Helper> {
        match self {
            Helper::Fmod(n) if n > 1 => Some(Helper::Fmod(1)),
            Helper::Pow(n) if n > 1 => Some(Helper::Pow(1)),
            Helper::Asin(n) if n > 1 => Some(Helper::Asin(1)),
            Helper::Acos(1) => Some(Helper::Asin(1)),
            Helper::Acos(_) => Some(Helper::Acos(1)),
            Helper::Atan(n) if n > 1 => Some(Helper::Atan(1)),
            Helper::Atan2(1) => Some(Helper::Atan(1)),
            Helper::Atan2(_) => Some(Helper::Atan2(1)),
            Helper::Sinh(n) if n > 1 => Some(Helper::Sinh(1)),
            Helper::Tanh(n) if n > 1 => Some(Helper::Tanh(1)),
            Helper::Round(n) if n > 1 => Some(Helper::Round(1)),
            Helper::FrexpFraction => Some(Helper::FrexpExponent),
            Helper::Ldexp => Some(Helper::FrexpFraction),
            _ => None,
        }
    }

    fn text(self) -> String {
        let vector = |n: usize| ["float", "vec2", "vec3", "vec4"][n - 1];
        let each = |n: usize, one: &dyn Fn(&str) -> String| {
            let parts: Vec<String> = LETTERS[..n].iter().map(|letter| one(letter)).collect();
            format!("{}({})", vector(n), parts.join(", "))
        };
        match self {
            Helper::Nearest => "\
// The nearest of `extent` elements: halves go up, what lies outside to the edge.
index nearest(float i, index extent) {
    float whole = floor(i);
    whole = i - whole < 0.5 ? whole : whole + 1.0;
    return min(index(min(max(0.0, whole), 1e9)), extent - 1);
}"
            .into(),
            Helper::Remainder => "\
index remainder(index i, index divisor) {
    return i - quotient(i, divisor) * divisor;
}"
            .into(),
            Helper::Fmod(1) => numbers::FMOD.into(),
            // Multiplied last: of `x - y * whole + 2` Mesa may add the 2 to x first, which is rounded where x is large. What
            // is small stays as it is: its quotient may be too small for a float.
            Helper::FmodPower(n) => {
                let rest = "(x / y - trunc(x / y)) * y";
                let rest = match n {
                    1 => format!("abs(x) < abs(y) ? x : {rest}"),
                    _ => format!("mix({rest}, x, lessThan(abs(x), {}(abs(y))))", vector(n)),
                };
                format!(
                    "// C's remainder by a power of two, by which division is exact.\n\
                     {0} c_fmod_power({0} x, float y) {{\n    return {rest};\n}}",
                    vector(n)
                )
            }
            Helper::Pow(1) => numbers::POW.into(),
            Helper::Asin(1) => numbers::ASIN.into(),
            Helper::Acos(1) => numbers::ACOS.into(),
            Helper::Atan(1) => numbers::ATAN.into(),
            Helper::Atan2(1) => numbers::ATAN2.into(),
            Helper::Sinh(1) => numbers::SINH.into(),
            Helper::Tanh(1) => numbers::TANH.into(),
            Helper::Asin(n) | Helper::Acos(n) | Helper::Atan(n) | Helper::Sinh(n) | Helper::Tanh(n) => {
                let name = self.name();
                let parts = each(n, &|letter| format!("{name}(x.{letter})"));
                format!("{0} {name}({0} x) {{\n    return {parts};\n}}", vector(n))
            }
            Helper::Pow(n) | Helper::Fmod(n) | Helper::Atan2(n) => {
                let name = self.name();
                let parts = each(n, &|letter| format!("{name}(x.{letter}, y.{letter})"));
                format!("{0} {name}({0} x, {0} y) {{\n    return {parts};\n}}", vector(n))
            }
            Helper::Round(1) => "\
// To the nearest whole number, halves away from zero.
float round_away(float x) {
    float whole = floor(abs(x));
    whole = abs(x) - whole < 0.5 ? whole : whole + 1.0;
    return x < 0.0 ? -whole : whole;
}"
            .into(),
            Helper::Round(n) => format!(
                "{0} round_away({0} x) {{\n    return {1};\n}}",
                vector(n),
                each(n, &|letter| format!("round_away(x.{letter})"))
            ),
            // The least int has no positive one beside it: what is made of that is negative.
            Helper::IntDivide => "\
// Towards 0; 0 where b is 0.
int int_divide(int a, int b) {
    int whole = b == 0 ? 0 : abs(abs(a) / abs(b));
    return (a < 0) != (b < 0) ? -whole : whole;
}"
            .into(),
            Helper::IntRemainder => "\
// With the sign of a; 0 where b is 0.
int int_remainder(int a, int b) {
    int rest = b == 0 ? 0 : abs(abs(a) - abs(a) / abs(b) * abs(b));
    return a < 0 ? -rest : rest;
}"
            .into(),
            Helper::Component(n) => {
                let choices: Vec<String> =
                    LETTERS[..n].iter().enumerate().map(|(k, letter)| format!("k == {k} ? v.{letter} : ")).collect();
                format!("float component({} v, int k) {{\n    return {}0.0;\n}}", vector(n), choices.concat())
            }
            Helper::WithComponent(n) => {
                let part = |(k, letter): (usize, &&str)| format!("k == {k} ? value : v.{letter}");
                let parts: Vec<String> = LETTERS[..n].iter().enumerate().map(part).collect();
                format!(
                    "{0} with_component({0} v, int k, float value) {{\n    return {0}({1});\n}}",
                    vector(n),
                    parts.join(", ")
                )
            }
            Helper::IsFinite => "\
bool is_finite(float x) {
    return !isinf(x) && !isnan(x);
}"
            .into(),
            Helper::FrexpExponent => numbers::FREXP_EXPONENT.into(),
            Helper::FrexpFraction => numbers::FREXP_FRACTION.into(),
            Helper::Ldexp => numbers::LDEXP.into(),
        }
    }
}

/// The texts of these functions, those first that others call.
pub(super) fn texts(used: &BTreeSet<Helper>) -> Vec<String> {
    let mut all = used.clone();
    for helper in used {
        let mut next = helper.needs();
        while let Some(needed) = next {
            all.insert(needed);
            next = needed.needs();
        }
    }
    all.into_iter().map(Helper::text).collect()
}
