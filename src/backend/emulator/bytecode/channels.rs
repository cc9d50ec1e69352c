//! Instructions as channel operations.

use crate::fragment_program::{Component, Guard, Instruction, Kind, Opcode, Operand, Register, Scalar, Test};
use crate::ir::Math;

use super::code::{Address, Code};
use super::graph::{Origin, Value};
use super::translate::{Fault, Translator, fault};

const ONE: u32 = 1f32.to_bits();

impl Translator<'_> {
    fn one(&mut self) -> Value {
        self.graph.literal(ONE)
    }

    fn zero(&mut self) -> Value {
        self.graph.literal(0)
    }

    /// A component of a register.
    fn register(&mut self, register: Register, component: usize) -> Result<Value, Fault> {
        let variable = |this: &Self, at: Option<usize>, what: &str, number: usize| match at {
            Some(at) => Ok(this.variables[at]),
            None => fault(format!("there is no {what} {number}")),
        };
        match register {
            Register::Temporary(number) => {
                variable(self, self.layout.temporary(number, component), "temporary", number)
            }
            Register::Output(number) => variable(self, self.layout.output(number, component), "output", number),
            Register::Parameter(number) => {
                let Some(parameter) = self.program.parameters.get(number) else {
                    return fault(format!("there is no constant {number}"));
                };
                Ok(match parameter.components[component] {
                    Scalar::Unused => self.zero(),
                    Scalar::Literal(bits) => {
                        let bits = self.stored(bits);
                        self.graph.literal(bits)
                    }
                    _ => self.graph.source(Origin::Parameter(number as u16, component as u8)),
                })
            }
            Register::Coordinate(number) if number >= self.program.coordinates.len() => {
                fault(format!("there is no coordinate {number}"))
            }
            Register::Coordinate(number) => Ok(self.coordinate(number, component)),
            Register::Position => Ok(match component {
                0 => self.graph.source(Origin::Column),
                1 => self.graph.source(Origin::Row),
                2 => self.graph.literal(0.5f32.to_bits()),
                _ => self.one(),
            }),
        }
    }

    /// A component of an operand.
    fn read(&mut self, operand: &Operand, kind: Kind, component: usize) -> Result<Value, Fault> {
        let mut value = match operand.swizzle[component] {
            Component::Zero => self.zero(),
            Component::One if kind == Kind::Float => self.one(),
            Component::One => self.graph.literal(1),
            chosen => self.register(operand.register, chosen as usize)?,
        };
        if operand.absolute {
            value = self.graph.make(if kind == Kind::Float { Code::Abs } else { Code::IntAbs }, &[value]);
        }
        if operand.negate >> component & 1 == 1 {
            value = self.graph.make(if kind == Kind::Float { Code::Neg } else { Code::IntNeg }, &[value]);
        }
        Ok(value)
    }

    /// The mask of fragments for which a guard holds in any of its components.
    pub fn holds(&mut self, guard: &Guard) -> Result<Value, Fault> {
        let mut mask: Option<Value> = None;
        for component in 0..4 {
            let one = self.holds_in(guard, component)?;
            mask = Some(match mask {
                Some(mask) if mask != one => self.graph.make(Code::Or, &[mask, one]),
                _ => one,
            });
        }
        Ok(mask.unwrap_or(super::graph::NONE))
    }

    /// The mask of fragments for which it holds in this one.
    fn holds_in(&mut self, guard: &Guard, component: usize) -> Result<Value, Fault> {
        match (guard.test, guard.swizzle[component]) {
            (Test::True, _) => Ok(self.graph.literal(u32::MAX)),
            (Test::False, _) => Ok(self.graph.literal(0)),
            (_, Component::Zero | Component::One) => fault("a condition is asked for 0 or 1".to_owned()),
            (test, chosen) => {
                let code = self.variables[self.layout.condition(chosen as usize)];
                Ok(self.graph.make(Code::Test(test), &[code]))
            }
        }
    }

    /// The mask of fragments that a `KIL` ends.
    pub fn killed(&mut self, instruction: &Instruction) -> Result<Value, Fault> {
        if let Some(guard) = &instruction.guard {
            return self.holds(guard);
        }
        let Some(operand) = instruction.sources.first() else { return Ok(self.graph.literal(u32::MAX)) };
        let mut mask = self.graph.literal(0);
        for component in 0..4 {
            let value = self.read(operand, Kind::Float, component)?;
            let below = self.graph.make(Code::Test(Test::Less), &[value]);
            mask = self.graph.make(Code::Or, &[mask, below]);
        }
        Ok(mask)
    }

    /// The iterations of a loop.
    pub fn iterations(&mut self, instruction: &Instruction) -> Result<Option<Value>, Fault> {
        let Some(operand) = instruction.sources.first() else { return Ok(None) };
        let value = self.read(operand, instruction.kind, 0)?;
        let most = self.most_iterations;
        let code = match instruction.kind {
            Kind::Float => Code::Iterations(most),
            _ => Code::IntIterations(most),
        };
        Ok(Some(self.graph.make(code, &[value])))
    }

    /// An instruction that is no flow control.
    pub fn compute(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        let Instruction { opcode, kind, sources, .. } = instruction;
        if sources.len() != opcode.operands() {
            return fault(format!("{} takes {} operands, not {}", opcode.name(), opcode.operands(), sources.len()));
        }
        let mask = instruction.destination.map_or(15, |destination| destination.mask & 15);
        let mut results = [None; 4];
        if opcode.shape() == crate::fragment_program::Shape::Texture {
            let texel = self.fetch(instruction)?;
            results = texel.map(Some);
        } else {
            let mut scalar = None;
            for (component, result) in results.iter_mut().enumerate() {
                if mask >> component & 1 == 0 {
                    continue;
                }
                *result = Some(match opcode.shape() {
                    crate::fragment_program::Shape::Scalar | crate::fragment_program::Shape::Dot => match scalar {
                        Some(value) => value,
                        None => *scalar.insert(self.single(*opcode, *kind, sources)?),
                    },
                    crate::fragment_program::Shape::Special => self.special(*opcode, sources, component)?,
                    _ => self.component(*opcode, *kind, sources, component)?,
                });
            }
        }
        self.finish(instruction, mask, results)
    }

    /// Writes the results of an instruction: clamped, guarded, to the condition code too.
    fn finish(&mut self, instruction: &Instruction, mask: u8, results: [Option<Value>; 4]) -> Result<(), Fault> {
        let mut written = Vec::with_capacity(8);
        for (component, result) in results.into_iter().enumerate() {
            let (Some(mut value), true) = (result, mask >> component & 1 == 1) else { continue };
            if instruction.saturate {
                value = self.graph.make(Code::Saturate, &[value]);
            }
            let guard = instruction.guard.as_ref().map(|guard| self.holds_in(guard, component)).transpose()?;
            let mut assign = |this: &mut Self, at: usize, value: Value| {
                let old = this.variables[at];
                let new = guard.map_or(value, |guard| this.graph.make(Code::Select, &[guard, value, old]));
                written.push((at, new));
            };
            if let Some(destination) = instruction.destination {
                let at = match destination.register {
                    Register::Temporary(number) => self.layout.temporary(number, component),
                    Register::Output(number) => self.layout.output(number, component),
                    _ => None,
                };
                match at {
                    Some(at) => assign(self, at, value),
                    None => return fault(format!("{:?} cannot be written", destination.register)),
                }
            }
            if instruction.sets_condition {
                // The code of an integer is that of its sign as a float.
                let code = match instruction.kind {
                    Kind::Float => value,
                    Kind::Signed => self.graph.make(Code::IntSign, &[value]),
                    Kind::Unsigned => {
                        let (zero, one) = (self.zero(), self.one());
                        let is_zero = self.graph.make(Code::IntEqual, &[value, zero]);
                        self.graph.make(Code::AndNot, &[one, is_zero])
                    }
                };
                assign(self, self.layout.condition(component), code);
            }
        }
        for (at, value) in written {
            self.variables[at] = value;
        }
        Ok(())
    }

    fn fetch(&mut self, instruction: &Instruction) -> Result<[Value; 4], Fault> {
        let opcode = instruction.opcode;
        let sampler = instruction.sampler.filter(|&sampler| sampler < self.program.samplers.len());
        let Some(sampler) = sampler else { return fault(format!("{} without a sampler", opcode.name())) };
        let target = self.program.samplers[sampler].target;
        let integers = opcode == Opcode::Txf;
        let kind = if integers { Kind::Signed } else { Kind::Float };
        let operand = &instruction.sources[0];
        let mut coordinates = [super::graph::NONE; 4];
        for (component, coordinate) in coordinates.iter_mut().enumerate() {
            *coordinate = self.read(operand, kind, component)?;
        }
        if opcode == Opcode::Txp {
            let last = coordinates[3];
            for coordinate in &mut coordinates[..3] {
                *coordinate = self.graph.make(Code::Divide, &[*coordinate, last]);
            }
        }
        Ok(self.graph.fetch(Address { sampler, target, integers }, coordinates))
    }

    /// The one number of a scalar instruction or an inner product. The chips' order of summing is not known: it is from the
    /// last component up, as Mesa has it.
    fn single(&mut self, opcode: Opcode, kind: Kind, sources: &[Operand]) -> Result<Value, Fault> {
        if kind != Kind::Float {
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
        Ok(sum.unwrap_or(super::graph::NONE))
    }

    /// A component of `DST`, `LIT`, `SCS` or `XPD`.
    fn special(&mut self, opcode: Opcode, sources: &[Operand], component: usize) -> Result<Value, Fault> {
        let mut read = |operand: usize, component: usize| self.read(&sources[operand], Kind::Float, component);
        match (opcode, component) {
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
                // Its exponent is kept just inside of ±128, as ARB_fragment_program has it.
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
            // What is left open.
            (Opcode::Scs | Opcode::Xpd, _) => Ok(self.zero()),
            _ => Ok(self.one()),
        }
    }

    /// A component of an instruction on components.
    fn component(&mut self, opcode: Opcode, kind: Kind, sources: &[Operand], at: usize) -> Result<Value, Fault> {
        let mut operands = [super::graph::NONE; 3];
        // Those that make an integer of a float read a float.
        let rounds = matches!(opcode, Opcode::Trunc | Opcode::Round | Opcode::Ceil | Opcode::Flr);
        let read_as = match opcode {
            _ if rounds => Kind::Float,
            Opcode::I2f if kind == Kind::Float => Kind::Signed,
            _ => kind,
        };
        for (number, operand) in sources.iter().enumerate() {
            let scalar = opcode == Opcode::Div && kind == Kind::Float && number == 1;
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
                Kind::Float => whole,
                kind => self.graph.make(Code::ToInt(kind == Kind::Signed), &[whole]),
            });
        }
        match kind {
            Kind::Float => self.floats(opcode, operands),
            kind => self.integers(opcode, kind == Kind::Signed, [a, b, c]),
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
            // Where the product is rounded as any other, two short loops are faster than a long one.
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

    fn integers(&mut self, opcode: Opcode, signed: bool, [a, b, c]: [Value; 3]) -> Result<Value, Fault> {
        let graph = &mut self.graph;
        let not = |graph: &mut super::graph::Graph, mask| graph.make(Code::Not, &[mask]);
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

    /// A function of the plain machine, which does what the kernels' interpreter does: what there is an operation for becomes
    /// that.
    fn math(&mut self, function: Math, kind: Kind, operands: &[Value]) -> Result<Value, Fault> {
        let one = self.one();
        let graph = &mut self.graph;
        let first = operands.first().copied().unwrap_or(super::graph::NONE);
        if function.needs_integers() {
            return Ok(first);
        }
        if kind != Kind::Float {
            let signed = kind == Kind::Signed;
            return Ok(match (function, operands) {
                (Math::Abs, _) if !signed => first,
                (Math::Abs, _) => graph.make(Code::IntAbs, operands),
                (Math::Sign, _) if signed => return self.integers(Opcode::Ssg, true, [first; 3]),
                (Math::Sign, _) => {
                    let (zero, one) = (graph.literal(0), graph.literal(1));
                    let is_zero = graph.make(Code::IntEqual, &[first, zero]);
                    graph.make(Code::AndNot, &[one, is_zero])
                }
                (Math::Min, _) => graph.make(Code::IntMin(signed), operands),
                (Math::Max, _) => graph.make(Code::IntMax(signed), operands),
                (Math::Clamp, &[x, low, high]) => {
                    let raised = graph.make(Code::IntMax(signed), &[x, low]);
                    graph.make(Code::IntMin(signed), &[raised, high])
                }
                _ => return fault(format!("{function:?} of integers")),
            });
        }
        let infinity = graph.literal(f32::INFINITY.to_bits());
        Ok(match (function, operands) {
            (Math::Abs, _) => graph.make(Code::Abs, operands),
            (Math::Floor, _) => graph.make(Code::Floor, operands),
            (Math::Trunc, _) => graph.make(Code::Trunc, operands),
            (Math::Round | Math::RoundEven, _) => graph.make(Code::Round, operands),
            (Math::Ceil, _) => graph.make(Code::Ceil, operands),
            (Math::Min, _) => graph.make(Code::Min, operands),
            (Math::Max, _) => graph.make(Code::Max, operands),
            (Math::Saturate, _) => graph.make(Code::Clamp01, operands),
            (Math::Sqrt, _) => graph.make(Code::Root, operands),
            (Math::Fract, &[x]) => {
                let whole = graph.make(Code::Floor, &[x]);
                graph.make(Code::Subtract, &[x, whole])
            }
            (Math::Mod, &[x, y]) => {
                let quotient = graph.make(Code::Divide, &[x, y]);
                let whole = graph.make(Code::Floor, &[quotient]);
                let product = graph.make(Code::Multiply, &[y, whole]);
                graph.make(Code::Subtract, &[x, product])
            }
            (Math::Clamp, &[x, low, high]) => {
                let raised = graph.make(Code::Max, &[x, low]);
                graph.make(Code::Min, &[raised, high])
            }
            (Math::Mix, &[a, b, t]) => {
                let rest = graph.make(Code::Subtract, &[one, t]);
                let (first, second) = (graph.make(Code::Multiply, &[a, rest]), graph.make(Code::Multiply, &[b, t]));
                graph.make(Code::Add, &[first, second])
            }
            (Math::Step, &[edge, x]) => graph.make(Code::GreaterEqual, &[x, edge]),
            (Math::IsNan, &[x]) => graph.make(Code::NotEqual, &[x, x]),
            (Math::IsInf, &[x]) => {
                let size = graph.make(Code::Abs, &[x]);
                graph.make(Code::Equal, &[size, infinity])
            }
            (Math::IsFinite, &[x]) => {
                let size = graph.make(Code::Abs, &[x]);
                graph.make(Code::Less, &[size, infinity])
            }
            _ => graph.make(Code::Math(function), operands),
        })
    }
}
