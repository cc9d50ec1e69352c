//! Computes a single instruction for one fragment.

use crate::fragment_program::arithmetic::Arithmetic;
use crate::fragment_program::{NumberType, Opcode};
use crate::ir::Math;
use crate::ir::interpret::math::{self, Floats};

use super::Vec4;
use crate::backend::emulator::bytecode::packing;

fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn truth(holds: bool) -> u32 {
    if holds { 1f32.to_bits() } else { 0 }
}

/// Returns whether an instruction reads its operands as floats or as integers.
pub fn reads_as(opcode: Opcode, kind: NumberType) -> NumberType {
    match opcode {
        Opcode::Trunc | Opcode::Round | Opcode::Ceil | Opcode::Flr => NumberType::Float,
        Opcode::I2f if kind == NumberType::Float => NumberType::Signed,
        Opcode::Txf => NumberType::Signed,
        _ => kind.unrounded(),
    }
}

/// Returns the result of an instruction that is not a fetch. Returns `None` if the instruction does not exist for operands of this
/// kind.
pub fn results<A: Arithmetic>(opcode: Opcode, kind: NumberType, of: &[Vec4]) -> Option<Vec4> {
    if let Some(precision) = kind.precision() {
        let words = results::<A>(opcode, kind.unrounded(), of)?;
        return Some(words.map(|bits| precision.round(A::operand(f32::from_bits(bits))).to_bits()));
    }
    if let Some(packing) = packing(opcode) {
        let own = of.first().copied().unwrap_or_default();
        return Some(match opcode.unpacks() {
            true => std::array::from_fn(|c| packing.unpack(own[0], c % packing.count()).to_bits()),
            false => [packing.pack(&own.map(f32::from_bits)[..packing.count()]); 4],
        });
    }
    let f = |operand: usize, c: usize| of.get(operand).map_or(0.0, |operand| float(operand[c]));
    let all = |x: f32| [x.to_bits(); 4];
    let products = |from: &[usize]| {
        let mut sum: Option<f32> = (opcode == Opcode::Dph).then(|| f(1, 3));
        for &c in from {
            let product = A::multiply(f(0, c), f(1, c));
            sum = Some(sum.map_or(product, |sum| A::add(product, sum)));
        }
        all(sum.unwrap_or(0.0))
    };
    let cross =
        |i: usize, j: usize| A::subtract(A::multiply(f(0, i), f(1, j)), A::multiply(f(0, j), f(1, i))).to_bits();
    Some(match opcode {
        Opcode::Cos => all(A::cos(f(0, 0))),
        Opcode::Sin => all(A::sin(f(0, 0))),
        Opcode::Ex2 => all(A::exp2(f(0, 0))),
        Opcode::Lg2 => all(A::log2(f(0, 0))),
        Opcode::Rcp => all(A::reciprocal(f(0, 0))),
        Opcode::Rsq => all(A::reciprocal_root(f(0, 0))),
        Opcode::Pow => all(A::power(f(0, 0), f(1, 0))),
        Opcode::Dp2 => products(&[1, 0]),
        Opcode::Dp3 | Opcode::Dph => products(&[2, 1, 0]),
        Opcode::Dp4 => products(&[3, 2, 1, 0]),
        Opcode::Dst => [1f32.to_bits(), A::multiply(f(0, 1), f(1, 1)).to_bits(), f(0, 2).to_bits(), f(1, 3).to_bits()],
        Opcode::Scs => [A::cos(f(0, 0)).to_bits(), A::sin(f(0, 0)).to_bits(), 0, 0],
        Opcode::Dp2a => {
            let sum = A::add(A::multiply(f(0, 1), f(1, 1)), f(2, 0));
            all(A::add(A::multiply(f(0, 0), f(1, 0)), sum))
        }
        Opcode::X2d => std::array::from_fn(|c| {
            let row = 2 * (c % 2);
            let sum = A::add(A::multiply(f(1, 0), f(2, row)), f(0, c % 2));
            A::add(A::multiply(f(1, 1), f(2, row + 1)), sum).to_bits()
        }),
        Opcode::Nrm | Opcode::Rfl => {
            let dot = |a: usize, b: usize| {
                let sum = A::add(A::multiply(f(a, 1), f(b, 1)), A::multiply(f(a, 2), f(b, 2)));
                A::add(A::multiply(f(a, 0), f(b, 0)), sum)
            };
            let square = dot(0, 0);
            let part = |c: usize| match opcode {
                Opcode::Nrm => A::multiply(f(0, c), A::reciprocal_root(square)),
                _ => {
                    let ratio = A::divide(A::multiply(2.0, dot(0, 1)), square);
                    A::subtract(A::multiply(ratio, f(0, c)), f(1, c))
                }
            };
            [part(0).to_bits(), part(1).to_bits(), part(2).to_bits(), 0]
        }
        Opcode::Xpd => [cross(1, 2), cross(2, 0), cross(0, 1), 0],
        Opcode::Lit => {
            let larger = |a: f32, b: f32| A::operand(a).max(A::operand(b));
            let limit = |x: f32| A::store(x);
            let power = A::power(larger(f(0, 1), 0.0), larger(f(0, 3), limit(-127.996)).min(limit(127.996)));
            let lit = if A::operand(f(0, 0)) > 0.0 { power } else { 0.0 };
            [1f32.to_bits(), larger(f(0, 0), 0.0).to_bits(), lit.to_bits(), 1f32.to_bits()]
        }
        _ => {
            let mut computed = [0; 4];
            for (c, word) in computed.iter_mut().enumerate() {
                *word = component::<A>(opcode, kind, of, c)?;
            }
            computed
        }
    })
}

/// Returns one component of the result of a component-wise instruction. Returns `None` if the instruction does not exist for operands
/// of this kind.
fn component<A: Arithmetic>(opcode: Opcode, kind: NumberType, of: &[Vec4], c: usize) -> Option<u32> {
    let at = |operand: usize| of.get(operand).map_or(0, |operand| operand[c]);
    let (a, b, d) = (at(0), at(1), at(2));
    let (x, y, z) = (float(a), float(b), float(d));
    let flushed = |x: f32| A::operand(x);
    if let Opcode::Math(function) = opcode {
        return match function {
            _ if function.needs_integers() => Some(a),
            _ if kind == NumberType::Float => {
                let given: Vec<Floats> = (0..function.arity()).map(|o| Floats::new(&[float(at(o))])).collect();
                Some(math::floats(function, &given).values[0].to_bits())
            }
            _ => int_math(function, kind, [a, b, d]),
        };
    }
    let whole = match opcode {
        Opcode::Trunc => Some(flushed(x).trunc()),
        Opcode::Round => Some(flushed(x).round_ties_even()),
        Opcode::Ceil => Some(flushed(x).ceil()),
        Opcode::Flr => Some(flushed(x).floor()),
        _ => None,
    };
    match (whole, kind) {
        (Some(whole), NumberType::Float) => return Some(whole.to_bits()),
        (Some(whole), NumberType::Signed) => return Some(whole as i32 as u32),
        (Some(whole), NumberType::Unsigned) => return Some(whole as u32),
        _ => {}
    }
    match (opcode, kind) {
        (Opcode::Mov | Opcode::Swz, _) => return Some(a),
        (Opcode::And, _) => return Some(a & b),
        (Opcode::Or, _) => return Some(a | b),
        (Opcode::Xor, _) => return Some(a ^ b),
        (Opcode::Not, _) => return Some(!a),
        (Opcode::I2f, NumberType::Unsigned) => return Some(A::convert(f64::from(a)).to_bits()),
        (Opcode::I2f, _) => return Some(A::convert(f64::from(a as i32)).to_bits()),
        (_, NumberType::Float) => {}
        (_, kind) => return integer(opcode, kind == NumberType::Signed, [a, b, d]),
    }
    let (u, v) = (flushed(x), flushed(y));
    Some(match opcode {
        Opcode::Abs => x.abs().to_bits(),
        Opcode::Add => A::add(x, y).to_bits(),
        Opcode::Sub => A::subtract(x, y).to_bits(),
        Opcode::Mul => A::multiply(x, y).to_bits(),
        Opcode::Mad => A::multiply_add(x, y, z).to_bits(),
        // On chips, the divisor is a scalar, which is used for all components.
        Opcode::Div => A::divide(x, of.get(1).map_or(0.0, |divisor| float(divisor[0]))).to_bits(),
        Opcode::Cmp => {
            if u < 0.0 {
                b
            } else {
                d
            }
        }
        Opcode::Frc => A::subtract(x, u.floor()).to_bits(),
        Opcode::Lrp => A::add(A::multiply(x, y), A::multiply(A::subtract(1.0, x), z)).to_bits(),
        Opcode::Max => u.max(v).to_bits(),
        Opcode::Min => u.min(v).to_bits(),
        Opcode::Seq => truth(u == v),
        Opcode::Sne => truth(u != v),
        Opcode::Sge => truth(u >= v),
        Opcode::Sgt => truth(u > v),
        Opcode::Sle => truth(u <= v),
        Opcode::Slt => truth(u < v),
        Opcode::Sfl => 0,
        Opcode::Str => truth(true),
        Opcode::Ssg => {
            if u > 0.0 {
                1f32.to_bits()
            } else if u < 0.0 {
                (-1f32).to_bits()
            } else {
                0
            }
        }
        _ => return None,
    })
}

fn integer(opcode: Opcode, signed: bool, [a, b, d]: [u32; 3]) -> Option<u32> {
    let number = |word: u32| if signed { i64::from(word as i32) } else { i64::from(word) };
    let (x, y, z) = (number(a), number(b), number(d));
    let all = |holds: bool| if holds { u32::MAX } else { 0 };
    let result = match opcode {
        Opcode::Abs => x.abs(),
        Opcode::Add => x + y,
        Opcode::Sub => x - y,
        Opcode::Mul => x.wrapping_mul(y),
        Opcode::Mad => x.wrapping_mul(y).wrapping_add(z),
        Opcode::Div => x.checked_div(y).unwrap_or(0),
        Opcode::Mod => x.checked_rem(y).unwrap_or(0),
        Opcode::Min => x.min(y),
        Opcode::Max => x.max(y),
        Opcode::Shl => i64::from(a << (b & 31)),
        Opcode::Shr => x >> (b & 31),
        Opcode::Cmp => {
            if x < 0 {
                y
            } else {
                z
            }
        }
        Opcode::Seq => return Some(all(x == y)),
        Opcode::Sne => return Some(all(x != y)),
        Opcode::Sge => return Some(all(x >= y)),
        Opcode::Sgt => return Some(all(x > y)),
        Opcode::Sle => return Some(all(x <= y)),
        Opcode::Slt => return Some(all(x < y)),
        Opcode::Sfl => 0,
        Opcode::Str => -1,
        Opcode::Ssg => x.signum(),
        _ => return None,
    };
    Some(result as u32)
}

fn int_math(function: Math, kind: NumberType, [a, b, d]: [u32; 3]) -> Option<u32> {
    let number = |word: u32| if kind == NumberType::Signed { i64::from(word as i32) } else { i64::from(word) };
    let result = match function {
        Math::Abs => number(a).abs(),
        Math::Sign => number(a).signum(),
        Math::Min => number(a).min(number(b)),
        Math::Max => number(a).max(number(b)),
        Math::Clamp => number(a).max(number(b)).min(number(d)),
        _ => return None,
    };
    Some(result as u32)
}
