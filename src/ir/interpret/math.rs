//! The operators and math functions on floats and ints. Both interpreters use them.
//!
//! Floats have 32 bits. Every operation is rounded once, as IEEE 754 specifies, and operations are never fused.

use crate::ir::{Binary, Math};

use super::circle;

/// One to four floats. A single float is combined with each component of a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floats {
    pub count: usize,
    pub values: [f32; 4],
}

impl Floats {
    /// Wraps 1 to 4 floats.
    pub fn new(given: &[f32]) -> Floats {
        let mut values = [0.0; 4];
        values[..given.len()].copy_from_slice(given);
        Floats { count: given.len(), values }
    }

    fn from_fn(count: usize, f: impl Fn(usize) -> f32) -> Floats {
        Floats { count, values: std::array::from_fn(|c| if c < count { f(c) } else { 0.0 }) }
    }

    fn get(&self, c: usize) -> f32 {
        self.values[if self.count == 1 { 0 } else { c }]
    }

    fn map(&self, f: impl Fn(f32) -> f32) -> Floats {
        Floats::from_fn(self.count, |c| f(self.get(c)))
    }

    fn zip(&self, other: &Floats, f: impl Fn(f32, f32) -> f32) -> Floats {
        Floats::from_fn(self.count.max(other.count), |c| f(self.get(c), other.get(c)))
    }

    fn dot(&self, other: &Floats) -> f32 {
        (0..self.count).map(|c| self.get(c) * other.get(c)).sum()
    }
}

/// Returns 1 for true, 0 for false.
pub(crate) fn truth(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

/// Applies `+`, `-`, `*` or `/` to floats. Returns NaN for operators that only ints have.
pub(crate) fn float(operator: Binary, a: f32, b: f32) -> f32 {
    match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        _ => f32::NAN,
    }
}

/// Compares two numbers or booleans. With NaN, only `!=` is true.
pub(crate) fn compare<T: PartialOrd>(operator: Binary, a: T, b: T) -> bool {
    match operator {
        Binary::Less => a < b,
        Binary::LessEqual => a <= b,
        Binary::Greater => a > b,
        Binary::GreaterEqual => a >= b,
        Binary::Equal => a == b,
        _ => a != b,
    }
}

/// Applies an operator whose result is an int to two ints, with wraparound. Division by 0 returns 0. Returns `None` for other operators.
pub(crate) fn int(operator: Binary, a: i32, b: i32) -> Option<i32> {
    Some(match operator {
        Binary::Divide => match b {
            0 => 0,
            _ => a.wrapping_div(b),
        },
        Binary::Remainder => match b {
            0 => 0,
            _ => a.wrapping_rem(b),
        },
        Binary::ShiftRight => a.wrapping_shr(b as u32),
        _ => return uint(operator, a as u32, b as u32).map(|all| all as i32),
    })
}

/// Like [`int`], for unsigned ints.
pub(crate) fn uint(operator: Binary, a: u32, b: u32) -> Option<u32> {
    Some(match operator {
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide => a.checked_div(b).unwrap_or(0),
        Binary::Remainder => a.checked_rem(b).unwrap_or(0),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::ShiftLeft => a.wrapping_shl(b),
        Binary::ShiftRight => a.wrapping_shr(b),
        _ => return None,
    })
}

/// Splits x into a fraction, at least 0.5 and below 1, and an exponent of 2. The result is exact.
fn frexp(x: f32) -> (f32, f32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0.0);
    }
    // A subnormal number is scaled by 2^32, so that its fraction has 24 bits.
    let (normal, shift) = if x.abs() < f32::MIN_POSITIVE { (x * 4294967296.0, 32) } else { (x, 0) };
    let bits = normal.to_bits();
    let exponent = (bits >> 23 & 255) as i32 - 126 - shift;
    (f32::from_bits(bits & !(255 << 23) | 126 << 23), exponent as f32)
}

/// Returns x times 2 to the power. The result is rounded once, if it is too small to have 24 bits.
fn ldexp(x: f32, power: f32) -> f32 {
    // 2^power alone may be too large or too small for a float. Beyond these limits all results are zero or infinite.
    let power = f64::from(power).clamp(-512.0, 512.0);
    let times = match power == power.trunc() {
        true => f64::from_bits(((power as i64 + 1023) as u64) << 52),
        false => power.exp2(),
    };
    (f64::from(x) * times) as f32
}

/// Rounds to the nearest whole number, halves away from zero. MinGW's `roundf`, which `f32::round` calls there, takes the largest float
/// below a half for a half.
fn round_away(x: f32) -> f32 {
    let whole = x.trunc();
    if (x - whole).abs() >= 0.5 { whole + 1f32.copysign(x) } else { whole }
}

/// Computes in double precision and rounds to a float, for functions that the standard library has no good float version of.
fn wide(f: fn(f64) -> f64) -> impl Fn(f32) -> f32 {
    move |x| f(f64::from(x)) as f32
}

/// Applies a function whose result consists of floats. `of` has as many operands as the function takes. Tests of a number return 1 or 0.
/// `All` and `Any` treat numbers other than 0 as true. Functions on bits return NaN.
pub(crate) fn floats(function: Math, of: &[Floats]) -> Floats {
    use Math::*;
    let a = of[0];
    let one = |f: fn(f32) -> f32| a.map(f);
    let two = |f: fn(f32, f32) -> f32| a.zip(&of[1], f);
    let three = |f: fn(f32, f32, f32) -> f32| {
        let count = of.iter().map(|operand| operand.count).max().unwrap_or(1);
        Floats::from_fn(count, |c| f(of[0].get(c), of[1].get(c), of[2].get(c)))
    };
    let number = |value: f32| Floats::new(&[value]);
    match function {
        Abs => one(f32::abs),
        Sign => one(|x| match x {
            x if x > 0.0 => 1.0,
            x if x < 0.0 => -1.0,
            _ => 0.0,
        }),
        Floor => one(f32::floor),
        Trunc => one(f32::trunc),
        Round | RoundEven => one(f32::round_ties_even),
        RoundAway => one(round_away),
        Ceil => one(f32::ceil),
        Fract => one(|x| x - x.floor()),
        Mod => two(|x, y| x - y * (x / y).floor()),
        Fmod => two(|x, y| x % y),
        Min => two(f32::min),
        Max => two(f32::max),
        // Not std's clamp, which panics if the low limit is above the high one, and keeps NaN.
        Clamp => three(|x, low, high| x.max(low).min(high)),
        Mix => three(|a, b, t| a * (1.0 - t) + b * t),
        Step => two(|edge, x| truth(x >= edge)),
        SmoothStep => three(|low, high, x| {
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }),
        Saturate => one(|x| x.clamp(0.0, 1.0)),
        Sqrt => one(f32::sqrt),
        InverseSqrt => one(|x| 1.0 / x.sqrt()),
        Pow | PowC => two(f32::powf),
        Exp => one(f32::exp),
        Log => one(f32::ln),
        Exp2 => one(f32::exp2),
        Log2 => one(f32::log2),
        Log10 => one(f32::log10),
        Sin => one(|x| circle::sin(x.into()) as f32),
        Cos => one(|x| circle::cos(x.into()) as f32),
        Tan => one(f32::tan),
        Asin => one(f32::asin),
        Acos => one(f32::acos),
        Atan => one(f32::atan),
        Atan2 => two(f32::atan2),
        Sinh => one(f32::sinh),
        Cosh => one(f32::cosh),
        Tanh => one(f32::tanh),
        Asinh => a.map(wide(f64::asinh)),
        Acosh => a.map(wide(f64::acosh)),
        Atanh => a.map(wide(f64::atanh)),
        Radians => one(f32::to_radians),
        Degrees => one(f32::to_degrees),
        Length | Distance | Dot | Cross | Normalize | FaceForward | Reflect | Refract => geometric(function, of),
        IsNan => one(|x| truth(x.is_nan())),
        IsInf => one(|x| truth(x.is_infinite())),
        IsFinite => one(|x| truth(x.is_finite())),
        All => number(truth((0..a.count).all(|c| a.get(c) != 0.0))),
        Any => number(truth((0..a.count).any(|c| a.get(c) != 0.0))),
        Ldexp => two(ldexp),
        FrexpExponent => one(|x| frexp(x).1),
        FrexpFraction => one(|x| frexp(x).0),
        FloatBitsToInt | FloatBitsToUint | IntBitsToFloat | UintBitsToFloat => one(|_| f32::NAN),
    }
}

/// Applies a function that treats a vector as a whole.
fn geometric(function: Math, of: &[Floats]) -> Floats {
    use Math::*;
    let a = of[0];
    let number = |value: f32| Floats::new(&[value]);
    match function {
        Length => number(a.dot(&a).sqrt()),
        Distance => {
            let difference = a.zip(&of[1], |a, b| a - b);
            number(difference.dot(&difference).sqrt())
        }
        Dot => number(a.dot(&of[1])),
        Cross => {
            let part = |i: usize, j: usize| a.get(i) * of[1].get(j) - a.get(j) * of[1].get(i);
            Floats::new(&[part(1, 2), part(2, 0), part(0, 1)])
        }
        Normalize => {
            let length = a.dot(&a).sqrt();
            a.map(|x| x / length)
        }
        FaceForward => match of[2].dot(&of[1]) < 0.0 {
            true => a,
            false => a.map(|x| -x),
        },
        Reflect => {
            let along = a.dot(&of[1]);
            a.zip(&of[1], |i, n| i - 2.0 * along * n)
        }
        Refract => {
            let (along, eta) = (of[1].dot(&a), of[2].get(0));
            let k = 1.0 - eta * eta * (1.0 - along * along);
            match k < 0.0 {
                true => a.map(|_| 0.0),
                false => a.zip(&of[1], |i, n| eta * i - (eta * along + k.sqrt()) * n),
            }
        }
        other => unreachable!("{other:?} is no function of vectors"),
    }
}
