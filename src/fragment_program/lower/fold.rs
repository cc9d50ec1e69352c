//! Constant folding: evaluates instructions on literals, with 32-bit IEEE floats and integers. The uniform expressions of a pass are
//! evaluated by the same function.

use crate::fragment_program::{NumberType, Opcode};
use crate::ir::Binary;
use crate::ir::interpret::{circle, math};

/// Returns the kind of an instruction's operands. An instruction that converts a float to an integer reads a float, so modifiers of its
/// operand apply to the float.
pub fn read_as(opcode: Opcode, kind: NumberType) -> NumberType {
    match opcode {
        Opcode::Trunc | Opcode::Round | Opcode::Ceil | Opcode::Flr => NumberType::Float,
        _ => kind.unrounded(),
    }
}

/// Evaluates an instruction on one component of each operand. Returns `None` if the result depends on the device, so that it cannot be
/// folded.
pub fn apply(opcode: Opcode, kind: NumberType, of: &[u32]) -> Option<u32> {
    if let Some(precision) = kind.precision() {
        let bits = apply(opcode, NumberType::Float, of)?;
        return Some(precision.round(f32::from_bits(bits)).to_bits());
    }
    match (opcode, kind) {
        (Opcode::I2f, NumberType::Unsigned) => Some((of[0] as f32).to_bits()),
        (Opcode::I2f, _) => Some((of[0] as i32 as f32).to_bits()),
        (Opcode::Trunc | Opcode::Round | Opcode::Ceil, NumberType::Signed | NumberType::Unsigned) => {
            let x = f32::from_bits(of[0]);
            let x = match opcode {
                Opcode::Trunc => x.trunc(),
                Opcode::Round => x.round_ties_even(),
                _ => x.ceil(),
            };
            Some(if kind == NumberType::Signed { x as i32 as u32 } else { x as u32 })
        }
        (_, NumberType::Float) => float(opcode, &of.iter().map(|&bits| f32::from_bits(bits)).collect::<Vec<_>>(), of),
        _ => integer(opcode, kind, of),
    }
}

fn float(opcode: Opcode, of: &[f32], bits: &[u32]) -> Option<u32> {
    let flag = |holds: bool| Some(math::truth(holds).to_bits());
    let a = of.first().copied().unwrap_or(0.0);
    let b = of.get(1).copied().unwrap_or(0.0);
    let dot = |n: usize| {
        let products = (0..n).map(|c| of[c] * of[of.len() / 2 + c]);
        products.reduce(|sum, product| sum + product).unwrap_or(0.0)
    };
    let value = match opcode {
        // These instructions copy bits.
        Opcode::Mov | Opcode::Swz => return Some(bits[0]),
        Opcode::Cmp => return Some(if a < 0.0 { bits[1] } else { bits[2] }),
        Opcode::Seq => return flag(a == b),
        Opcode::Sne => return flag(a != b),
        Opcode::Slt => return flag(a < b),
        Opcode::Sle => return flag(a <= b),
        Opcode::Sgt => return flag(a > b),
        Opcode::Sge => return flag(a >= b),
        Opcode::Abs => a.abs(),
        Opcode::Add => a + b,
        Opcode::Sub => a - b,
        Opcode::Mul => a * b,
        Opcode::Mad => a * b + of[2],
        Opcode::Lrp => a * b + (1.0 - a) * of[2],
        Opcode::Div => a / b,
        Opcode::Rcp => 1.0 / a,
        Opcode::Rsq => 1.0 / a.abs().sqrt(),
        Opcode::Ex2 => a.exp2(),
        Opcode::Lg2 => a.log2(),
        Opcode::Pow => a.powf(b),
        Opcode::Sin => circle::sin(a.into()) as f32,
        Opcode::Cos => circle::cos(a.into()) as f32,
        Opcode::Flr => a.floor(),
        Opcode::Frc => a - a.floor(),
        Opcode::Trunc => a.trunc(),
        Opcode::Round => a.round_ties_even(),
        Opcode::Ceil => a.ceil(),
        Opcode::Min => a.min(b),
        Opcode::Max => a.max(b),
        Opcode::Dp2 => dot(2),
        Opcode::Dp3 => dot(3),
        Opcode::Dp4 => dot(4),
        Opcode::Math(function) => {
            let operands: Vec<math::Floats> = of.iter().map(|&value| math::Floats::new(&[value])).collect();
            math::floats(function, &operands).values[0]
        }
        _ => return None,
    };
    Some(value.to_bits())
}

fn integer(opcode: Opcode, kind: NumberType, of: &[u32]) -> Option<u32> {
    let signed = kind == NumberType::Signed;
    let (a, b) = (of.first().copied().unwrap_or(0), of.get(1).copied().unwrap_or(0));
    let flag = |holds: bool| Some(if holds { u32::MAX } else { 0 });
    let compare = |operator| match signed {
        true => flag(math::compare(operator, a as i32, b as i32)),
        false => flag(math::compare(operator, a, b)),
    };
    let two = |operator| match signed {
        true => math::int(operator, a as i32, b as i32).map(|value| value as u32),
        false => math::uint(operator, a, b),
    };
    match opcode {
        Opcode::Mov => Some(a),
        Opcode::Cmp => Some(if signed && (a as i32) < 0 { b } else { of[2] }),
        Opcode::Seq => compare(Binary::Equal),
        Opcode::Sne => compare(Binary::NotEqual),
        Opcode::Slt => compare(Binary::Less),
        Opcode::Sle => compare(Binary::LessEqual),
        Opcode::Sgt => compare(Binary::Greater),
        Opcode::Sge => compare(Binary::GreaterEqual),
        Opcode::Add => two(Binary::Add),
        Opcode::Sub => two(Binary::Subtract),
        Opcode::Mul => two(Binary::Multiply),
        Opcode::Mad => Some(a.wrapping_mul(b).wrapping_add(of[2])),
        Opcode::Div => two(Binary::Divide),
        Opcode::Mod => two(Binary::Remainder),
        Opcode::And => Some(a & b),
        Opcode::Or => Some(a | b),
        Opcode::Xor => Some(a ^ b),
        Opcode::Not => Some(!a),
        Opcode::Shl => two(Binary::ShiftLeft),
        Opcode::Shr => two(Binary::ShiftRight),
        Opcode::Abs => Some((a as i32).unsigned_abs()),
        Opcode::Min if signed => Some((a as i32).min(b as i32) as u32),
        Opcode::Max if signed => Some((a as i32).max(b as i32) as u32),
        Opcode::Min => Some(a.min(b)),
        Opcode::Max => Some(a.max(b)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_of_three_operands() {
        let of = |opcode, operands: [f32; 3]| {
            apply(opcode, NumberType::Float, &operands.map(f32::to_bits)).map(f32::from_bits)
        };
        assert_eq!(of(Opcode::Mad, [2.0, 3.0, 4.0]), Some(10.0));
        assert_eq!(of(Opcode::Lrp, [0.25, 8.0, 4.0]), Some(5.0));
        assert_eq!(of(Opcode::Cmp, [-1.0, 2.0, 3.0]), Some(2.0));
        assert_eq!(of(Opcode::Cmp, [-0.0, 2.0, 3.0]), Some(3.0));
        let of = |opcode, kind, operands: [i32; 3]| apply(opcode, kind, &operands.map(|value| value as u32));
        assert_eq!(of(Opcode::Mad, NumberType::Signed, [-2, 3, 4]), Some(-2i32 as u32));
        assert_eq!(of(Opcode::Mad, NumberType::Unsigned, [-1, 2, 4]), Some(2));
        assert_eq!(of(Opcode::Cmp, NumberType::Signed, [-1, 2, 3]), Some(2));
        assert_eq!(of(Opcode::Cmp, NumberType::Unsigned, [-1, 2, 3]), Some(3));
    }
}
