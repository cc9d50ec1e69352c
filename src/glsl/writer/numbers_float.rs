//! The GLSL texts of functions that GLSL 1.20 lacks. They use only floats.

/// `i / divisor`, rounded down. The quotient may be off by one, which the remainder shows, and which is then corrected.
pub(super) const QUOTIENT: &str = "float quotient(float i, float divisor) {
    float whole = floor((i + 0.5) / divisor);
    float rest = i - whole * divisor;
    return rest < 0.0 ? whole - 1.0 : rest >= divisor ? whole + 1.0 : whole;
}";

/// `isnan`, as a comparison of the results of two comparisons, both of which are false only for NaN. Drivers fold `x != x`.
pub(super) const IS_NAN: &str = "\
bool is_nan(float x) {
    return (x < 0.0) == (x >= 0.0);
}";

pub(super) const IS_INF: &str = "\
bool is_inf(float x) {
    return abs(x) > 3.4028235e38;
}";

pub(super) const TRUNC: &str = "\
// The fraction dropped, towards 0.
float truncated(float x) {
    return x < 0.0 ? -floor(-x) : floor(x);
}";

/// Conversion of an int to a float. Ints have only one zero, but as floats, `0 * -1`, `-0` and `1 / -2` are -0. Drivers drop `x + 0.0`.
pub(super) const INT_TO_FLOAT: &str = "\
// Without the sign of a zero, which ints have not.
float int_to_float(float i) {
    return i < 0.0 ? i : abs(i);
}";

/// Rounding to the nearest integer. `floor(x + 0.5)` would be wrong, because that sum is rounded if x is large.
pub(super) const ROUND_EVEN: &str = "\
// To the nearest whole number, halves to even ones.
float round_even(float x) {
    float whole = floor(x);
    float odd = whole - 2.0 * floor(0.5 * whole);
    return x - whole < 0.5 || (x - whole == 0.5 && odd == 0.0) ? whole : whole + 1.0;
}";

pub(super) const COSH: &str = "\
float hyperbolic_cosine(float x) {
    return 0.5 * (exp(x) + exp(-x));
}";

pub(super) const SINH: &str = "\
float hyperbolic_sine(float x) {
    return 0.5 * (exp(x) - exp(-x));
}";

pub(super) const TANH: &str = "\
float hyperbolic_tangent(float x) {
    float size = 1.0 - 2.0 / (exp(2.0 * abs(x)) + 1.0);
    return x < 0.0 ? -size : size;
}";

pub(super) const ASINH: &str = "\
float inverse_hyperbolic_sine(float x) {
    float size = abs(x);
    float angle = size > 1e18 ? log(size) + 0.6931472 : log(size + sqrt(size * size + 1.0));
    return x < 0.0 ? -angle : angle;
}";

pub(super) const ACOSH: &str = "\
float inverse_hyperbolic_cosine(float x) {
    return x > 1e18 ? log(x) + 0.6931472 : log(x + sqrt(x * x - 1.0));
}";

pub(super) const ATANH: &str = "\
float inverse_hyperbolic_tangent(float x) {
    return 0.5 * log((1.0 + x) / (1.0 - x));
}";

/// The powers of two that the exponent of a float is built from: each exponent with 2 to its power, and the inverse of that.
const POWERS: [(&str, &str, &str); 7] = [
    ("64.0", "1.8446744e19", "5.421011e-20"),
    ("32.0", "4294967296.0", "2.3283064e-10"),
    ("16.0", "65536.0", "1.5258789e-5"),
    ("8.0", "256.0", "0.00390625"),
    ("4.0", "16.0", "0.0625"),
    ("2.0", "4.0", "0.25"),
    ("1.0", "2.0", "0.5"),
];

/// Returns the text of C's `frexp`, which multiplies by powers of two. These products are exact.
pub(super) fn frexp() -> String {
    let mut text = "\
// The fraction of x, from 0.5 up to 1, and the power of two that it is times. Zeros, infinities and NaN are their fraction.
vec2 fraction_and_exponent(float x) {
    float size = abs(x) < 1.0 ? abs(x) * 8.507059e37 : abs(x);
    float power = abs(x) < 1.0 ? -125.0 : 1.0;
"
    .to_owned();
    for (power, factor, inverse) in POWERS {
        text += &format!(
            "    power += size >= {factor} ? {power} : 0.0;\n    size *= size >= {factor} ? {inverse} : 1.0;\n"
        );
    }
    text + "\
    size *= 0.5;
    return abs(x) > 0.0 && abs(x) <= 3.4028235e38 ? vec2(x < 0.0 ? -size : size, power) : vec2(x, 0.0);
}"
}

pub(super) const FREXP_EXPONENT: &str = "\
// The power of two above: x is a fraction from 0.5 up to 1 times 2 to it. 0 of zeros, infinities and NaN.
float frexp_exponent(float x) {
    return fraction_and_exponent(x).y;
}";

pub(super) const FREXP_FRACTION: &str = "\
float frexp_fraction(float x) {
    return fraction_and_exponent(x).x;
}";

pub(super) fn power_of_two() -> String {
    let mut text = "\
// 2 to a whole power that a float holds.
float power_of_two(float power) {
    float rest = abs(power);
    float result = 1.0;
"
    .to_owned();
    for (power, factor, inverse) in POWERS {
        text += &format!(
            "    result *= rest >= {power} ? (power < 0.0 ? {inverse} : {factor}) : 1.0;\n    rest -= rest >= {power} ? {power} : 0.0;\n"
        );
    }
    text + "    return result;\n}"
}

/// C's `ldexp`, in two steps, each by a power of two that a float can represent.
pub(super) const LDEXP: &str = "\
// x times 2 to a power that may be more than a float holds.
float times_power(float x, float power) {
    float near = clamp(power, -512.0, 512.0);
    float start = x * exp2(near - floor(near));
    float sum = clamp(frexp_exponent(start) + floor(near), -200.0, 200.0);
    float first = floor(0.5 * sum);
    float result = frexp_fraction(start) * power_of_two(first) * power_of_two(sum - first);
    return is_nan(power) ? power : result;
}";

pub(super) const DIVIDE: &str = "\
// Of whole numbers, towards 0; 0 where b is 0.
float int_divide(float a, float b) {
    float whole = b == 0.0 ? 0.0 : floor(abs(a) / abs(b));
    float rest = abs(a) - whole * abs(b);
    whole += rest < 0.0 ? -1.0 : rest >= abs(b) && b != 0.0 ? 1.0 : 0.0;
    return (a < 0.0) == (b < 0.0) ? whole : -whole;
}";

pub(super) const REMAINDER: &str = "\
// Of whole numbers, with the sign of a; 0 where b is 0.
float int_remainder(float a, float b) {
    return b == 0.0 ? 0.0 : a - int_divide(a, b) * b;
}";
