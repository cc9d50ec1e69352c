//! The GLSL texts of C's math functions, for those that GLSL defines differently or that drivers compute inexactly. See the
//! [workarounds](crate::glsl::workarounds).

/// C's `fmod`: one division, and a correction by one step up or down. It is exact if the product of divisor and quotient is exact.
/// Programs use `fmod` mostly for indices, so a more expensive algorithm is not worthwhile.
pub(super) const FMOD: &str = "\
// C's remainder: it has the sign of x.
float c_fmod(float x, float y) {
    float size = abs(y);
    float rest = abs(x) - size * floor(abs(x) / size);
    rest = rest < 0.0 ? rest + size : rest >= size ? rest - size : rest;
    return abs(x) < size ? x : x < 0.0 ? -rest : rest;
}";

/// C's `pow`. The drivers' `pow` returns arbitrary values for NaN, and for 1 to the power of an infinity.
pub(super) const POW: &str = "\
// C's power: of a negative number by whole ones, too.
float c_pow(float x, float y) {
    float whole = floor(y);
    float odd = whole - 2.0 * floor(0.5 * whole);
    float zero = odd == 1.0 ? x : 0.0;
    float size = y == 0.0 || abs(x) == 1.0 ? 1.0 : x == 0.0 ? (y > 0.0 ? zero : 1.0 / zero) : pow(abs(x), y);
    size = x < 0.0 ? (whole == y ? (odd == 1.0 ? -size : size) : isinf(x) ? size : log(x)) : size;
    return (isnan(x) && y != 0.0) || (isnan(y) && x != 1.0) ? x + y : size;
}";

/// C's `asin`: Taylor's series (in Chebyshev's form) up to 1/2, and the half angle beyond.
pub(super) const ASIN: &str = "\
// To the last bits of a float, which drivers need not be.
float c_asin(float x) {
    float size = abs(x);
    float square = size > 0.5 ? 0.5 * (1.0 - size) : x * x;
    float root = size > 0.5 ? sqrt(square) : size;
    float series = (((0.042163199 * square + 0.024181311) * square + 0.045470026) * square + 0.07495300) * square + 0.16666752;
    float angle = root + root * square * series;
    angle = size > 0.5 ? 1.5707964 - 2.0 * angle : angle;
    return x < 0.0 ? -angle : angle;
}";

pub(super) const ACOS: &str = "\
float c_acos(float x) {
    float half_angle = c_asin(sqrt(0.5 - 0.5 * abs(x)));
    return abs(x) <= 0.5 ? 1.5707964 - c_asin(x) : x < 0.0 ? 3.1415927 - 2.0 * half_angle : 2.0 * half_angle;
}";

/// C's `atan`: a series (in Chebyshev's form) up to 1, and the complement to a right angle beyond. Zero keeps its sign.
pub(super) const ATAN: &str = "\
// To the last bits of a float, which drivers need not be.
float c_atan(float x) {
    float slope = abs(x) > 1.0 ? 1.0 / abs(x) : abs(x);
    float square = slope * slope;
    float series = ((0.0039621592 * square - 0.020364471) * square + 0.049384937) * square - 0.080422953;
    series = (((series * square + 0.10877408) * square - 0.14259037) * square + 0.1999881) * square - 0.33333325;
    float angle = slope + slope * square * series;
    angle = abs(x) > 1.0 ? 1.5707964 - angle : angle;
    return x == 0.0 ? x : x < 0.0 ? -angle : angle;
}";

/// C's `atan2`, by a division of the argument of smaller magnitude by the other. If the magnitudes are equal, as for zeros and
/// infinities, nothing is divided. Some devices divide wrongly by the largest numbers, so these are scaled down. The sign of a zero is
/// that of its inverse.
pub(super) const ATAN2: &str = "\
// C's angle of the point (y, x): of zeros and infinities, too.
float c_atan2(float x, float y) {
    float high = max(abs(x), abs(y));
    float low = min(abs(x), abs(y));
    float small = high > 1e37 ? 0.0625 : 1.0;
    float angle = c_atan(low == high ? (high > 0.0 ? 1.0 : 0.0) : (small * low) / (small * high));
    angle = abs(x) > abs(y) ? 1.5707964 - angle : angle;
    angle = y < 0.0 || 1.0 / y < 0.0 ? 3.1415927 - angle : angle;
    return isnan(x) || isnan(y) ? x + y : x < 0.0 || 1.0 / x < 0.0 ? -angle : angle;
}";

pub(super) const SINH: &str = "\
// Of small numbers, too, to the last bits.
float c_sinh(float x) {
    float square = x * x;
    float series = ((2.7557319e-6 * square + 1.9841270e-4) * square + 8.3333333e-3) * square + 0.16666667;
    return abs(x) < 1.0 ? x + x * square * series : sinh(x);
}";

/// C's `tanh`. Drivers' `tanh` of NaN is -1.
pub(super) const TANH: &str = "\
// Of small numbers, too, to the last bits.
float c_tanh(float x) {
    float square = x * x;
    float series = ((0.017999213 * square - 0.05339105) * square + 0.13330513) * square - 0.3333331;
    return abs(x) < 0.5 ? x + x * square * series : isnan(x) ? x : tanh(x);
}";

/// The exponent of C's `frexp`, from the bits. A logarithm would be inexact for fractions near 1. The factor that scales the largest
/// numbers to a fraction would be too small for a float.
pub(super) const FREXP_EXPONENT: &str = "\
// The power of two above: x is a fraction from 0.5 up to 1 times 2 to it. 0 of zeros, infinities and NaN.
float frexp_exponent(float x) {
    float normal = abs(x) < 1.1754944e-38 ? 16777216.0 * x : x;
    int power = (floatBitsToInt(normal) >> 23) & 255;
    return power == 0 || power == 255 ? 0.0 : float(power - (normal == x ? 126 : 150));
}";

pub(super) const FREXP_FRACTION: &str = "\
float frexp_fraction(float x) {
    float normal = abs(x) < 1.1754944e-38 ? 16777216.0 * x : x;
    int bits = floatBitsToInt(normal);
    int power = (bits >> 23) & 255;
    return power == 0 || power == 255 ? x : intBitsToFloat((bits & ~(255 << 23)) | (126 << 23));
}";

/// C's `ldexp`, in two steps, each by a power of two that a float can represent. Drivers turn other powers into 0 or infinity. The
/// steps start from the fraction, so that Mesa cannot merge them.
pub(super) const LDEXP: &str = "\
// x times 2 to a power that may be more than a float holds.
float times_power(float x, float power) {
    float near = clamp(power, -512.0, 512.0);
    float start = x * exp2(near - floor(near));
    int sum = int(clamp(frexp_exponent(start) + floor(near), -200.0, 200.0));
    int first = sum >> 1;
    float result = frexp_fraction(start) * intBitsToFloat((first + 127) << 23) * intBitsToFloat((sum - first + 127) << 23);
    return isnan(power) ? power : result;
}";

pub(super) const ROUND_AWAY: &str = "\
// To the nearest whole number, halves away from zero.
float round_away(float x) {
    float whole = floor(abs(x));
    whole = abs(x) - whole < 0.5 ? whole : whole + 1.0;
    return x < 0.0 ? -whole : whole;
}";

/// Division of ints. The least int has no positive counterpart, so its absolute value is negative.
pub(super) const INT_DIVIDE: &str = "\
// Towards 0; 0 where b is 0.
int int_divide(int a, int b) {
    int whole = b == 0 ? 0 : abs(abs(a) / abs(b));
    return (a < 0) != (b < 0) ? -whole : whole;
}";

pub(super) const INT_REMAINDER: &str = "\
// With the sign of a; 0 where b is 0.
int int_remainder(int a, int b) {
    int rest = b == 0 ? 0 : abs(abs(a) - abs(a) / abs(b) * abs(b));
    return a < 0 ? -rest : rest;
}";

pub(super) const UINT_DIVIDE: &str = "\
// 0 where b is 0.
uint uint_divide(uint a, uint b) {
    return b == 0u ? 0u : a / b;
}";

pub(super) const UINT_REMAINDER: &str = "\
// 0 where b is 0.
uint uint_remainder(uint a, uint b) {
    return b == 0u ? 0u : a % b;
}";

pub(super) const IS_FINITE: &str = "\
bool is_finite(float x) {
    return !isinf(x) && !isnan(x);
}";
