//! Functions that GLSL lacks, written out where a kernel calls them.

use std::collections::BTreeSet;

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
    pub const NAMES: [&'static str; 16] = [
        "nearest",
        "remainder",
        "c_fmod",
        "c_fmod_power",
        "c_pow",
        "c_asin",
        "c_acos",
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

    /// What it calls, to be written before it.
    fn needs(self) -> Option<Helper> {
        match self {
            Helper::Fmod(n) if n > 1 => Some(Helper::Fmod(1)),
            Helper::Pow(n) if n > 1 => Some(Helper::Pow(1)),
            Helper::Asin(n) if n > 1 => Some(Helper::Asin(1)),
            Helper::Acos(1) => Some(Helper::Asin(1)),
            Helper::Acos(_) => Some(Helper::Acos(1)),
            Helper::Round(n) if n > 1 => Some(Helper::Round(1)),
            Helper::FrexpFraction => Some(Helper::FrexpExponent),
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
            Helper::Fmod(1) => "\
// C's remainder: it has the sign of x.
float c_fmod(float x, float y) {
    float size = abs(y);
    float rest = abs(x) < size ? abs(x) : abs(x) - size * floor(abs(x) / size);
    rest = rest < 0.0 ? rest + size : rest >= size ? rest - size : rest;
    return x < 0.0 ? -rest : rest;
}"
            .into(),
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
            Helper::Pow(1) => "\
// C's power: of a negative number by whole ones, too.
float c_pow(float x, float y) {
    float size = y == 0.0 ? 1.0 : x == 0.0 ? (y > 0.0 ? 0.0 : 1.0 / abs(x)) : pow(abs(x), y);
    float whole = floor(y);
    float odd = whole - 2.0 * floor(0.5 * whole);
    return x < 0.0 ? (whole == y ? (odd == 1.0 ? -size : size) : log(x)) : size;
}"
            .into(),
            // Taylor's series as far as 1/2 (as Chebyshev has it), and the half angle beyond.
            Helper::Asin(1) => "\
// To the last bits of a float, which drivers need not be.
float c_asin(float x) {
    float size = abs(x);
    float square = size > 0.5 ? 0.5 * (1.0 - size) : x * x;
    float root = size > 0.5 ? sqrt(square) : size;
    float series = (((0.042163199 * square + 0.024181311) * square + 0.045470026) * square + 0.07495300) * square + 0.16666752;
    float angle = root + root * square * series;
    angle = size > 0.5 ? 1.5707964 - 2.0 * angle : angle;
    return x < 0.0 ? -angle : angle;
}"
            .into(),
            Helper::Acos(1) => "\
float c_acos(float x) {
    float half_angle = c_asin(sqrt(0.5 - 0.5 * abs(x)));
    return abs(x) <= 0.5 ? 1.5707964 - c_asin(x) : x < 0.0 ? 3.1415927 - 2.0 * half_angle : 2.0 * half_angle;
}"
            .into(),
            Helper::Asin(n) | Helper::Acos(n) => {
                let name = self.name();
                let parts = each(n, &|letter| format!("{name}(x.{letter})"));
                format!("{0} {name}({0} x) {{\n    return {parts};\n}}", vector(n))
            }
            Helper::Pow(n) => format!(
                "{0} c_pow({0} x, {0} y) {{\n    return {1};\n}}",
                vector(n),
                each(n, &|letter| format!("c_pow(x.{letter}, y.{letter})"))
            ),
            Helper::Fmod(n) => format!(
                "{0} c_fmod({0} x, {0} y) {{\n    return {1};\n}}",
                vector(n),
                each(n, &|letter| format!("c_fmod(x.{letter}, y.{letter})"))
            ),
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
            Helper::IntDivide => "\
// Towards 0; 0 where b is 0.
int int_divide(int a, int b) {
    int whole = b == 0 ? 0 : abs(a) / abs(b);
    return (a < 0) != (b < 0) ? -whole : whole;
}"
            .into(),
            Helper::IntRemainder => "\
// With the sign of a; 0 where b is 0.
int int_remainder(int a, int b) {
    int rest = b == 0 ? 0 : abs(a) - abs(a) / abs(b) * abs(b);
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
            Helper::FrexpExponent => "\
// The power of two above: x is a fraction from 0.5 up to 1 times 2 to it.
float frexp_exponent(float x) {
    float power = x == 0.0 ? 0.0 : floor(log2(abs(x))) + 1.0;
    float fraction = abs(x) * exp2(-power);
    return x == 0.0 ? 0.0 : fraction >= 1.0 ? power + 1.0 : fraction < 0.5 ? power - 1.0 : power;
}"
            .into(),
            Helper::FrexpFraction => "\
float frexp_fraction(float x) {
    return x * exp2(-frexp_exponent(x));
}"
            .into(),
            Helper::Ldexp => "\
float times_power(float x, float power) {
    return x * exp2(power);
}"
            .into(),
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
