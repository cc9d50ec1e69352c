//! Translates each opcode into channel operations.

use crate::fragment_program::{NumberType, Opcode, Operand, Test};
use crate::ir::Packing;

use super::code::Code;
use super::fault::{Fault, fault};
use super::graph::{Graph, NONE, Value};
use super::translate::Translator;

/// Returns how an instruction packs or unpacks numbers, if it does.
pub fn packing(opcode: Opcode) -> Option<Packing> {
    match opcode {
        Opcode::Pk2h | Opcode::Up2h => Some(Packing::Halves),
        Opcode::Pk2us | Opcode::Up2us => Some(Packing::Shorts),
        Opcode::Pk4b | Opcode::Up4b => Some(Packing::Bytes),
        Opcode::Pk4ub | Opcode::Up4ub => Some(Packing::UnsignedBytes),
        _ => None,
    }
}

impl Translator<'_> {
    /// Translates a scalar instruction or an inner product, whose result is a scalar. The order in which the chips add the terms of an
    /// inner product is not known. Here the sum starts with the last component, as in Mesa.
    pub fn single(&mut self, opcode: Opcode, kind: NumberType, sources: &[Operand]) -> Result<Value, Fault> {
        if kind != NumberType::Float {
            return fault(format!("{} of integers", opcode.name()));
        }
        let one = |code: Code| Some(code);
        let code = match opcode {
            Opcode::Cos => one(Code::Cos),
            Opcode::Ex2 => one(Code::Exp2),
            Opcode::Lg2 => one(Code::Log2),
            Opcode::Pow => one(Code::Power),
            Opcode::Rcp => one(Code::Reciprocal),
            Opcode::Rsq => one(Code::ReciprocalRoot),
            Opcode::Sin => one(Code::Sin),
            _ => None,
        };
        if let Some(code) = code {
            let mut operands = Vec::with_capacity(2);
            for operand in sources {
                operands.push(self.read(operand, kind, 0)?);
            }
            return Ok(self.graph.make(code, &operands));
        }
        if let Some(packing) = packing(opcode) {
            let mut operands = Vec::with_capacity(4);
            for component in 0..packing.count() {
                operands.push(self.read(&sources[0], kind, component)?);
            }
            return Ok(self.graph.make(Code::Pack(packing), &operands));
        }
        let count = match opcode {
            Opcode::Dp2 => 2,
            Opcode::Dp3 | Opcode::Dph => 3,
            _ => 4,
        };
        let mut sum = match opcode {
            Opcode::Dph => Some(self.read(&sources[1], kind, 3)?),
            _ => None,
        };
        for component in (0..count).rev() {
            let (a, b) = (self.read(&sources[0], kind, component)?, self.read(&sources[1], kind, component)?);
            let product = self.graph.make(Code::Multiply, &[a, b]);
            sum = Some(sum.map_or(product, |sum| self.graph.make(Code::Add, &[product, sum])));
        }
        Ok(sum.unwrap_or(NONE))
    }

    /// Translates one component of `DST`, `LIT`, `SCS` or `XPD`.
    pub fn special(&mut self, opcode: Opcode, sources: &[Operand], component: usize) -> Result<Value, Fault> {
        let mut read = |operand: usize, component: usize| self.read(&sources[operand], NumberType::Float, component);
        if let (true, Some(packing)) = (opcode.unpacks(), packing(opcode)) {
            let of = read(0, 0)?;
            return Ok(self.graph.make(Code::Unpack(packing, (component % packing.count()) as u8), &[of]));
        }
        match (opcode, component) {
            (Opcode::Rfl, 0..3) | (Opcode::Nrm, 0..3) | (Opcode::X2d, _) | (Opcode::Dp2a, _) => {
                self.of_nvidia(opcode, sources, component)
            }
            (Opcode::Rfl | Opcode::Nrm, _) => Ok(self.zero()),
            (Opcode::Dst, 1) => {
                let operands = [read(0, 1)?, read(1, 1)?];
                Ok(self.graph.make(Code::Multiply, &operands))
            }
            (Opcode::Dst, 2) => read(0, 2),
            (Opcode::Dst, 3) => read(1, 3),
            (Opcode::Lit, 1 | 2) => {
                let (x, y, w) = (read(0, 0)?, read(0, 1)?, read(0, 3)?);
                let zero = self.zero();
                let diffuse = self.graph.make(Code::Max, &[x, zero]);
                if component == 1 {
                    return Ok(diffuse);
                }
                // The exponent is clamped to a little less than ±128, as in ARB_fragment_program.
                let (low, high) =
                    (self.graph.literal((-127.996f32).to_bits()), self.graph.literal(127.996f32.to_bits()));
                let base = self.graph.make(Code::Max, &[y, zero]);
                let exponent = self.graph.make(Code::Max, &[w, low]);
                let exponent = self.graph.make(Code::Min, &[exponent, high]);
                let power = self.graph.make(Code::Power, &[base, exponent]);
                let lit = self.graph.make(Code::Test(Test::Greater), &[x]);
                Ok(self.graph.make(Code::And, &[power, lit]))
            }
            (Opcode::Scs, 0 | 1) => {
                let x = read(0, 0)?;
                Ok(self.graph.make(if component == 0 { Code::Cos } else { Code::Sin }, &[x]))
            }
            (Opcode::Xpd, 0..3) => {
                let (i, j) = ((component + 1) % 3, (component + 2) % 3);
                let (first, second) = ([read(0, i)?, read(1, j)?], [read(0, j)?, read(1, i)?]);
                let first = self.graph.make(Code::Multiply, &first);
                let second = self.graph.make(Code::Multiply, &second);
                Ok(self.graph.make(Code::Subtract, &[first, second]))
            }
            // The specification leaves these components undefined.
            (Opcode::Scs | Opcode::Xpd, _) => Ok(self.zero()),
            _ => Ok(self.one()),
        }
    }

    /// Translates one component of `RFL`, `NRM`, `X2D` or `DP2A`.
    fn of_nvidia(&mut self, opcode: Opcode, sources: &[Operand], component: usize) -> Result<Value, Fault> {
        let float = NumberType::Float;
        let sum = |this: &mut Self, a: usize, b: usize, pairs: &[(usize, usize)], start: Option<Value>| {
            let mut sum = start;
            for &(i, j) in pairs {
                let (x, y) = (this.read(&sources[a], float, i)?, this.read(&sources[b], float, j)?);
                let product = this.graph.make(Code::Multiply, &[x, y]);
                sum = Some(sum.map_or(product, |sum| this.graph.make(Code::Add, &[product, sum])));
            }
            Ok(sum.unwrap_or(NONE))
        };
        let three = [(2, 2), (1, 1), (0, 0)];
        match opcode {
            Opcode::Dp2a => {
                let start = self.read(&sources[2], float, 0)?;
                sum(self, 0, 1, &[(1, 1), (0, 0)], Some(start))
            }
            Opcode::X2d => {
                let start = self.read(&sources[0], float, component % 2)?;
                let row = 2 * (component % 2);
                sum(self, 1, 2, &[(0, row), (1, row + 1)], Some(start))
            }
            Opcode::Nrm => {
                let square = sum(self, 0, 0, &three, None)?;
                let inverse = self.graph.make(Code::ReciprocalRoot, &[square]);
                let own = self.read(&sources[0], float, component)?;
                Ok(self.graph.make(Code::Multiply, &[own, inverse]))
            }
            _ => {
                let (along, square) = (sum(self, 0, 1, &three, None)?, sum(self, 0, 0, &three, None)?);
                let two = self.graph.literal(2f32.to_bits());
                let twice = self.graph.make(Code::Multiply, &[two, along]);
                let ratio = self.graph.make(Code::Divide, &[twice, square]);
                let (axis, own) =
                    (self.read(&sources[0], float, component)?, self.read(&sources[1], float, component)?);
                let product = self.graph.make(Code::Multiply, &[ratio, axis]);
                Ok(self.graph.make(Code::Subtract, &[product, own]))
            }
        }
    }

    /// Translates one component of a component-wise instruction.
    pub fn component(
        &mut self,
        opcode: Opcode,
        kind: NumberType,
        sources: &[Operand],
        at: usize,
    ) -> Result<Value, Fault> {
        let mut operands = [NONE; 3];
        // Instructions that convert a float to an integer read a float.
        let rounds = matches!(opcode, Opcode::Trunc | Opcode::Round | Opcode::Ceil | Opcode::Flr);
        let read_as = match opcode {
            _ if rounds => NumberType::Float,
            Opcode::I2f if kind == NumberType::Float => NumberType::Signed,
            _ => kind,
        };
        for (number, operand) in sources.iter().enumerate() {
            let scalar = opcode == Opcode::Div && kind == NumberType::Float && number == 1;
            operands[number] = self.read(operand, read_as, if scalar { 0 } else { at })?;
        }
        let [a, b, c] = operands;
        let operands = &operands[..sources.len()];
        if let Opcode::Math(function) = opcode {
            return self.math(function, kind, operands);
        }
        if rounds {
            let code = match opcode {
                Opcode::Trunc => Code::Trunc,
                Opcode::Round => Code::Round,
                Opcode::Ceil => Code::Ceil,
                _ => Code::Floor,
            };
            let whole = self.graph.make(code, operands);
            return Ok(match kind {
                NumberType::Float => whole,
                kind => self.graph.make(Code::ToInt(kind == NumberType::Signed), &[whole]),
            });
        }
        match kind {
            NumberType::Float => self.floats(opcode, operands),
            kind => self.integers(opcode, kind == NumberType::Signed, [a, b, c]),
        }
    }

    fn floats(&mut self, opcode: Opcode, operands: &[Value]) -> Result<Value, Fault> {
        let one = self.one();
        let graph = &mut self.graph;
        let code = match (opcode, operands) {
            (Opcode::Mov | Opcode::Swz, &[a]) => return Ok(a),
            (Opcode::Sfl, _) => return Ok(graph.literal(0)),
            (Opcode::Str, _) => return Ok(one),
            (Opcode::Sgt, &[a, b]) => return Ok(graph.make(Code::Less, &[b, a])),
            (Opcode::Sle, &[a, b]) => return Ok(graph.make(Code::GreaterEqual, &[b, a])),
            (Opcode::Frc, &[a]) => {
                let whole = graph.make(Code::Floor, &[a]);
                return Ok(graph.make(Code::Subtract, &[a, whole]));
            }
            (Opcode::Lrp, &[a, b, c]) => {
                let rest = graph.make(Code::Subtract, &[one, a]);
                let (first, second) = (graph.make(Code::Multiply, &[a, b]), graph.make(Code::Multiply, &[rest, c]));
                return Ok(graph.make(Code::Add, &[first, second]));
            }
            (Opcode::I2f, _) => Code::ToFloat(true),
            (Opcode::Abs, _) => Code::Abs,
            (Opcode::Add, _) => Code::Add,
            (Opcode::Cmp, _) => Code::Compare,
            (Opcode::Div, _) => Code::Divide,
            // If the chip rounds the product, two short loops over the batch are faster than one long loop.
            (Opcode::Mad, &[a, b, c]) if self.splits_multiply_add => {
                let product = graph.make(Code::Multiply, &[a, b]);
                return Ok(graph.make(Code::Add, &[product, c]));
            }
            (Opcode::Mad, _) => Code::MultiplyAdd,
            (Opcode::Max, _) => Code::Max,
            (Opcode::Min, _) => Code::Min,
            (Opcode::Mul, _) => Code::Multiply,
            (Opcode::Seq, _) => Code::Equal,
            (Opcode::Sge, _) => Code::GreaterEqual,
            (Opcode::Slt, _) => Code::Less,
            (Opcode::Sne, _) => Code::NotEqual,
            (Opcode::Ssg, _) => Code::Sign,
            (Opcode::Sub, _) => Code::Subtract,
            (Opcode::And, _) => Code::And,
            (Opcode::Or, _) => Code::Or,
            (Opcode::Xor, _) => Code::Xor,
            (Opcode::Not, _) => Code::Not,
            _ => return fault(format!("{} of floats", opcode.name())),
        };
        Ok(graph.make(code, operands))
    }

    pub fn integers(&mut self, opcode: Opcode, signed: bool, [a, b, c]: [Value; 3]) -> Result<Value, Fault> {
        let graph = &mut self.graph;
        let not = |graph: &mut Graph, mask| graph.make(Code::Not, &[mask]);
        let zero = graph.literal(0);
        Ok(match opcode {
            Opcode::Mov | Opcode::Swz => a,
            Opcode::Abs if signed => graph.make(Code::IntAbs, &[a]),
            Opcode::Abs => a,
            Opcode::Add => graph.make(Code::IntAdd, &[a, b]),
            Opcode::Sub => graph.make(Code::IntSubtract, &[a, b]),
            Opcode::Mul => graph.make(Code::IntMultiply, &[a, b]),
            Opcode::Mad => {
                let product = graph.make(Code::IntMultiply, &[a, b]);
                graph.make(Code::IntAdd, &[product, c])
            }
            Opcode::Div => graph.make(Code::IntDivide(signed), &[a, b]),
            Opcode::Mod => graph.make(Code::IntRemainder(signed), &[a, b]),
            Opcode::Min => graph.make(Code::IntMin(signed), &[a, b]),
            Opcode::Max => graph.make(Code::IntMax(signed), &[a, b]),
            Opcode::And => graph.make(Code::And, &[a, b]),
            Opcode::Or => graph.make(Code::Or, &[a, b]),
            Opcode::Xor => graph.make(Code::Xor, &[a, b]),
            Opcode::Not => graph.make(Code::Not, &[a]),
            Opcode::Shl => graph.make(Code::ShiftLeft, &[a, b]),
            Opcode::Shr => graph.make(Code::ShiftRight(signed), &[a, b]),
            Opcode::I2f => graph.make(Code::ToFloat(signed), &[a]),
            Opcode::Seq => graph.make(Code::IntEqual, &[a, b]),
            Opcode::Sne => {
                let equal = graph.make(Code::IntEqual, &[a, b]);
                not(graph, equal)
            }
            Opcode::Slt => graph.make(Code::IntLess(signed), &[a, b]),
            Opcode::Sgt => graph.make(Code::IntLess(signed), &[b, a]),
            Opcode::Sge => {
                let less = graph.make(Code::IntLess(signed), &[a, b]);
                not(graph, less)
            }
            Opcode::Sle => {
                let greater = graph.make(Code::IntLess(signed), &[b, a]);
                not(graph, greater)
            }
            Opcode::Sfl => zero,
            Opcode::Str => graph.literal(u32::MAX),
            Opcode::Cmp => {
                let below = graph.make(Code::IntLess(signed), &[a, zero]);
                graph.make(Code::Select, &[below, b, c])
            }
            Opcode::Ssg if signed => {
                let (positive, negative) =
                    (graph.make(Code::IntLess(true), &[zero, a]), graph.make(Code::IntLess(true), &[a, zero]));
                graph.make(Code::IntSubtract, &[negative, positive])
            }
            _ => return fault(format!("{} of integers", opcode.name())),
        })
    }
}
