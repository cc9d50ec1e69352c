//! Lowers functions of vectors to operations on their components.

use crate::fragment_program::{InstructionSet, Opcode};
use crate::ir::{Binary, Math, Type};

use super::LowerError;
use super::builder::{Builder, Vector};
use super::graph::Ref;
use super::math::FLOAT;

/// A closure that lowers one component of a result, given that component of each operand.
type Each<'f, B> = &'f mut dyn FnMut(&mut B, &[Ref]) -> Result<Ref, LowerError>;

impl Builder<'_> {
    /// Returns the inner product. Unless there is an instruction for it, the products are added in the order of the components.
    fn dot(&mut self, a: &Vector, b: &Vector) -> Ref {
        let opcode = match (a.count(), self.set) {
            (3, set) if set != InstructionSet::Plain => Some(Opcode::Dp3),
            (4, set) if set != InstructionSet::Plain => Some(Opcode::Dp4),
            _ => None,
        };
        if let Some(opcode) = opcode {
            // Both orders are the same node.
            let (first, second) = if self.given_constants && b.parts() < a.parts() { (b, a) } else { (a, b) };
            return self.float(opcode, &[first.parts(), second.parts()].concat());
        }
        let mut sum = self.float(Opcode::Mul, &[a.get(0), b.get(0)]);
        for c in 1..a.count() {
            let product = self.float(Opcode::Mul, &[a.get(c), b.get(c)]);
            sum = self.float(Opcode::Add, &[sum, product]);
        }
        sum
    }

    fn each(&mut self, of: &[Vector], f: Each<'_, Self>) -> Result<Vector, LowerError> {
        let count = of.iter().map(Vector::count).max().unwrap_or(1);
        let mut parts = Vec::with_capacity(count);
        for c in 0..count {
            let operands: Vec<Ref> = of.iter().map(|vector| vector.get(c)).collect();
            parts.push(f(self, &operands)?);
        }
        Ok(Vector::new(&parts))
    }

    /// Lowers a math function of operands of this type.
    pub fn math(&mut self, function: Math, of: &[Vector], ty: Type) -> Result<Vector, LowerError> {
        use Math::*;
        let one = |part: Ref| Ok(Vector::new(&[part]));
        let (a, b) = (of[0], of.get(1).copied().unwrap_or(of[0]));
        match function {
            FloatBitsToInt | FloatBitsToUint | IntBitsToFloat | UintBitsToFloat => {
                if !self.set.integers() {
                    return Err(LowerError::Lacks { what: "the bits of floats", span: self.graph.span });
                }
                // A modifier of the operand changes its bits, so it is applied before the bits are reinterpreted.
                return self.each(of, &mut |builder, of| match of[0].plain() {
                    true => Ok(of[0]),
                    false => Ok(builder.float(Opcode::Mov, of)),
                });
            }
            All | Any => {
                let mut flag = a.get(0);
                for c in 1..a.count() {
                    flag = if function == All { self.and(flag, a.get(c)) } else { self.or(flag, a.get(c)) };
                }
                return one(flag);
            }
            Dot => return one(self.dot(&a, &b)),
            Length => {
                let square = self.dot(&a, &a);
                return one(self.square_root(square));
            }
            Distance => {
                let difference = self.difference(&a, &b);
                let square = self.dot(&difference, &difference);
                return one(self.square_root(square));
            }
            Normalize => {
                let square = self.dot(&a, &a);
                if self.plain() {
                    let length = self.square_root(square);
                    return self.each(&[a], &mut |builder, of| Ok(builder.divide(of[0], length)));
                }
                let inverse = self.float(Opcode::Rsq, &[square]);
                return self.each(&[a], &mut |builder, of| Ok(builder.times(of[0], inverse)));
            }
            Cross => {
                let mut parts = Vec::with_capacity(3);
                for (i, j) in [(1, 2), (2, 0), (0, 1)] {
                    let second = self.float(Opcode::Mul, &[a.get(j), b.get(i)]);
                    let first = self.float(Opcode::Mul, &[a.get(i), b.get(j)]);
                    parts.push(self.float(Opcode::Add, &[first, Ref { negate: !second.negate, ..second }]));
                }
                return Ok(Vector::new(&parts));
            }
            FaceForward => {
                let along = self.dot(&of[2], &b);
                let zero = self.graph.float(0.0);
                let keeps = self.compare(Binary::Less, FLOAT, along, zero);
                return self.each(&[a], &mut |builder, of| {
                    Ok(builder.select(keeps, of[0], Ref { negate: !of[0].negate, ..of[0] }))
                });
            }
            Reflect => {
                let along = self.dot(&a, &b);
                let twice = self.scaled(along, 2.0);
                return self.each(&[a, b], &mut |builder, of| {
                    let part = builder.float(Opcode::Mul, &[twice, of[1]]);
                    Ok(builder.float(Opcode::Add, &[of[0], Ref { negate: !part.negate, ..part }]))
                });
            }
            Refract => return Ok(self.refract(&a, &b, of[2].get(0))),
            _ => {}
        }
        if ty.is_integer() || ty == Type::Index || ty == Type::AbstractInt {
            return self.each(of, &mut |builder, of| Ok(builder.int_math(function, of, ty)));
        }
        self.each(of, &mut |builder, of| builder.float_math(function, of))
    }

    fn difference(&mut self, a: &Vector, b: &Vector) -> Vector {
        let parts: Vec<Ref> = (0..a.count())
            .map(|c| {
                let other = b.get(c);
                self.float(Opcode::Add, &[a.get(c), Ref { negate: !other.negate, ..other }])
            })
            .collect();
        Vector::new(&parts)
    }

    /// Lowers `refract` with the semantics of the interpreter: the result is 0 if the square root would be of a negative number.
    fn refract(&mut self, i: &Vector, n: &Vector, eta: Ref) -> Vector {
        let one = self.graph.float(1.0);
        let zero = self.graph.float(0.0);
        let along = self.dot(n, i);
        let square = self.float(Opcode::Mul, &[along, along]);
        let across = self.float(Opcode::Add, &[one, Ref { negate: true, ..square }]);
        let eta2 = self.float(Opcode::Mul, &[eta, eta]);
        let product = self.float(Opcode::Mul, &[eta2, across]);
        let k = self.float(Opcode::Add, &[one, Ref { negate: true, ..product }]);
        let none = self.compare(Binary::Less, FLOAT, k, zero);
        let root = self.square_root(k);
        let part = self.float(Opcode::Mul, &[eta, along]);
        let factor = self.float(Opcode::Add, &[part, root]);
        let parts: Vec<Ref> = (0..i.count())
            .map(|c| {
                let straight = self.float(Opcode::Mul, &[eta, i.get(c)]);
                let bent = self.float(Opcode::Mul, &[factor, n.get(c)]);
                let through = self.float(Opcode::Add, &[straight, Ref { negate: true, ..bent }]);
                self.select(none, zero, through)
            })
            .collect();
        Vector::new(&parts)
    }
}
