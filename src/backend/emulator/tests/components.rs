//! What instructions on components compute, on single numbers.

use crate::fragment_program::arithmetic::Arithmetic;
use crate::fragment_program::{Kind, Opcode};
use crate::ir::Math;
use crate::ir::interpret::math::{self, Floats};

type Vec4 = [u32; 4];

pub fn float(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn truth(holds: bool) -> u32 {
    if holds { 1f32.to_bits() } else { 0 }
}

/// A component of an instruction on components.
pub fn component<A: Arithmetic>(opcode: Opcode, kind: Kind, of: &[Vec4], c: usize) -> u32 {
    let at = |operand: usize| of.get(operand).map_or(0, |operand| operand[c]);
    let (a, b, d) = (at(0), at(1), at(2));
    let (x, y, z) = (float(a), float(b), float(d));
    let flushed = |x: f32| A::operand(x);
    if let Opcode::Math(function) = opcode {
        return match function {
            _ if function.needs_integers() => a,
            _ if kind == Kind::Float => {
                let given: Vec<Floats> = (0..function.arity()).map(|o| Floats::new(&[float(at(o))])).collect();
                math::floats(function, &given).values[0].to_bits()
            }
            _ => whole_math(function, kind, [a, b, d]),
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
        (Some(whole), Kind::Float) => return whole.to_bits(),
        (Some(whole), Kind::Signed) => return whole as i32 as u32,
        (Some(whole), Kind::Unsigned) => return whole as u32,
        _ => {}
    }
    match (opcode, kind) {
        (Opcode::Mov | Opcode::Swz, _) => return a,
        (Opcode::And, _) => return a & b,
        (Opcode::Or, _) => return a | b,
        (Opcode::Xor, _) => return a ^ b,
        (Opcode::Not, _) => return !a,
        (Opcode::I2f, Kind::Unsigned) => return A::convert(f64::from(a)).to_bits(),
        (Opcode::I2f, _) => return A::convert(f64::from(a as i32)).to_bits(),
        (_, Kind::Float) => {}
        (_, kind) => return integer(opcode, kind == Kind::Signed, [a, b, d]),
    }
    let (u, v) = (flushed(x), flushed(y));
    match opcode {
        Opcode::Abs => x.abs().to_bits(),
        Opcode::Add => A::add(x, y).to_bits(),
        Opcode::Sub => A::subtract(x, y).to_bits(),
        Opcode::Mul => A::multiply(x, y).to_bits(),
        Opcode::Mad => A::multiply_add(x, y, z).to_bits(),
        Opcode::Div => A::divide(x, float(of[1][0])).to_bits(),
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
        _ => panic!("{opcode:?}"),
    }
}

fn integer(opcode: Opcode, signed: bool, [a, b, d]: [u32; 3]) -> u32 {
    let number = |word: u32| if signed { i64::from(word as i32) } else { i64::from(word) };
    let (x, y, z) = (number(a), number(b), number(d));
    let all = |holds: bool| if holds { u32::MAX } else { 0 };
    (match opcode {
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
        Opcode::Seq => return all(x == y),
        Opcode::Sne => return all(x != y),
        Opcode::Sge => return all(x >= y),
        Opcode::Sgt => return all(x > y),
        Opcode::Sle => return all(x <= y),
        Opcode::Slt => return all(x < y),
        Opcode::Sfl => 0,
        Opcode::Str => -1,
        Opcode::Ssg => x.signum(),
        _ => panic!("{opcode:?}"),
    }) as u32
}

fn whole_math(function: Math, kind: Kind, [a, b, d]: [u32; 3]) -> u32 {
    let number = |word: u32| if kind == Kind::Signed { i64::from(word as i32) } else { i64::from(word) };
    (match function {
        Math::Abs => number(a).abs(),
        Math::Sign => number(a).signum(),
        Math::Min => number(a).min(number(b)),
        Math::Max => number(a).max(number(b)),
        Math::Clamp => number(a).max(number(b)).min(number(d)),
        _ => panic!("{function:?}"),
    }) as u32
}
