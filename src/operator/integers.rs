//! Operators on integers, which kernels see as digits of 16 bits.

use super::Operator;
use crate::texel::{Components, Stored};

/// Returns the sign of the difference of two integers, in the kernel language: of digits that differ, the highest decides.
fn order<T: Stored>() -> &'static str {
    match T::COMPONENTS {
        Components::Two => "dot(sign(a - b), vec2(2.0, 1.0))",
        _ => "dot(sign(a - b), vec4(8.0, 4.0, 2.0, 1.0))",
    }
}

impl<T: Stored + Ord> Operator<T> {
    /// The maximum of integers, which is exact.
    pub fn integer_max() -> Operator<T> {
        built_in("max", &format!("{} >= 0.0 ? a : b", order::<T>()), Ord::max)
    }

    /// The minimum of integers, which is exact.
    pub fn integer_min() -> Operator<T> {
        built_in("min", &format!("{} <= 0.0 ? a : b", order::<T>()), Ord::min)
    }
}

/// Adds digits, each with the carry of the one below it. All sums are below 2^17, which floats of every device hold.
const CARRIES: &str = "vec4 digits = a + b;
    float carry = digits.w >= 65536.0 ? 1.0 : 0.0;
    digits.w -= 65536.0 * carry;
    digits.z += carry;
    carry = digits.z >= 65536.0 ? 1.0 : 0.0;
    digits.z -= 65536.0 * carry;
    digits.y += carry;
    carry = digits.y >= 65536.0 ? 1.0 : 0.0;
    digits.y -= 65536.0 * carry;
    digits.x += carry;
";

impl Operator<i64> {
    /// The sum of integers, which is exact, and wraps around beyond 64 bits; 0 for no elements.
    ///
    /// ```
    /// use brooklet::{Device, Operator, primitives};
    /// let device = Device::headless()?;
    /// let keys = device.upload(&[7, -1, 7])?;
    /// let values = device.upload(&[i64::from(i32::MAX), 5, 1 << 40])?;
    /// let (keys, sums) = primitives::group(&keys, &values, &Operator::<i64>::integer_sum())?;
    /// assert_eq!((keys.read()?, sums.read()?), (vec![-1, 7], vec![5, (1 << 40) + i64::from(i32::MAX)]));
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn integer_sum() -> Operator<i64> {
        let wrapped = "digits.x += digits.x >= 32768.0 ? -65536.0 : digits.x < -32768.0 ? 65536.0 : 0.0;
    return digits;";
        body("sum", wrapped, i64::wrapping_add).identity(0)
    }
}

impl Operator<u64> {
    /// The sum of integers, which is exact, and wraps around beyond 64 bits; 0 for no elements.
    pub fn integer_sum() -> Operator<u64> {
        body("sum", "digits.x -= digits.x >= 65536.0 ? 65536.0 : 0.0;\n    return digits;", u64::wrapping_add)
            .identity(0)
    }
}

fn built_in<T: Stored>(name: &str, expression: &str, f: fn(T, T) -> T) -> Operator<T> {
    Operator { built_in: true, ..Operator::new(name, expression, f) }.commutative()
}

fn body<T: Stored>(name: &str, end: &str, f: fn(T, T) -> T) -> Operator<T> {
    Operator { built_in: true, ..Operator::with_body(name, &format!("{CARRIES}    {end}"), f) }.commutative()
}
