//! An evaluator of fragment programs, one fragment after the other: obvious and slow, to hold the emulator against.

use crate::fragment_program::arithmetic::Arithmetic;
use crate::fragment_program::{
    Component, Guard, Instruction, Kind, Opcode, Operand, Program, Register, Scalar, Test, TextureTarget,
};

use super::Input;
use super::components::{component, float};

type Vec4 = [u32; 4];

/// A fragment that runs.
pub struct Fragment<'a> {
    pub program: &'a Program,
    pub inputs: &'a [Input],
    pub parameters: &'a [Vec4],
    pub coordinates: &'a [[[f32; 3]; 4]],
    pub position: [f32; 2],
    pub plain: bool,
    pub most_iterations: u32,
    pub temporaries: Vec<Vec4>,
    pub outputs: Vec<Vec4>,
    pub code: [f32; 4],
    pub executed: u64,
    pub fetches: u64,
}

#[derive(PartialEq, Debug)]
pub enum Then {
    Next,
    Break,
    Return,
    Kill,
}

impl Fragment<'_> {
    fn register<A: Arithmetic>(&self, register: Register) -> Vec4 {
        let store = |bits: u32| A::store(float(bits)).to_bits();
        match register {
            Register::Temporary(number) => self.temporaries[number],
            Register::Output(number) => self.outputs[number],
            Register::Parameter(number) => {
                std::array::from_fn(|c| match self.program.parameters[number].components[c] {
                    Scalar::Literal(bits) => store(bits),
                    Scalar::Unused => 0,
                    _ => store(self.parameters[number][c]),
                })
            }
            Register::Coordinate(number) => self.coordinates[number].map(|[across, down, start]| {
                A::store(self.position[0] * across + (self.position[1] * down + start)).to_bits()
            }),
            Register::Position => [self.position[0], self.position[1], 0.5, 1.0].map(f32::to_bits),
        }
    }

    fn operand<A: Arithmetic>(&self, operand: &Operand, kind: Kind) -> Vec4 {
        let all = self.register::<A>(operand.register);
        std::array::from_fn(|c| {
            let mut bits = match operand.swizzle[c] {
                Component::Zero => 0,
                Component::One => {
                    if kind == Kind::Float {
                        1f32.to_bits()
                    } else {
                        1
                    }
                }
                chosen => all[chosen as usize],
            };
            if operand.absolute {
                bits = if kind == Kind::Float { float(bits).abs().to_bits() } else { (bits as i32).unsigned_abs() };
            }
            if operand.negate >> c & 1 == 1 {
                bits = if kind == Kind::Float { (-float(bits)).to_bits() } else { bits.wrapping_neg() };
            }
            bits
        })
    }

    fn holds<A: Arithmetic>(&self, guard: &Guard, c: usize) -> bool {
        let code = match guard.test {
            Test::True => return true,
            Test::False => return false,
            _ => A::operand(self.code[guard.swizzle[c] as usize]),
        };
        match guard.test {
            Test::Equal => code == 0.0,
            Test::GreaterEqual => code >= 0.0,
            Test::Greater => code > 0.0,
            Test::LessEqual => code <= 0.0,
            Test::Less => code < 0.0,
            _ => code != 0.0,
        }
    }

    fn any<A: Arithmetic>(&self, guard: &Option<Guard>) -> bool {
        guard.as_ref().is_none_or(|guard| (0..4).any(|c| self.holds::<A>(guard, c)))
    }

    /// Runs instructions from one place up to another.
    pub fn run<A: Arithmetic>(&mut self, from: usize, to: usize) -> Then {
        let program = self.program;
        let mut at = from;
        while at < to {
            let instruction = &program.instructions[at];
            self.executed += 1;
            match instruction.opcode {
                Opcode::If => {
                    let (otherwise, end) = ends(&program.instructions, at);
                    let then = match self.any::<A>(&instruction.guard) {
                        true => self.run::<A>(at + 1, otherwise),
                        false => self.run::<A>((otherwise + 1).min(end), end),
                    };
                    if then != Then::Next {
                        return then;
                    }
                    at = end;
                }
                Opcode::Rep | Opcode::Loop => {
                    let (_, end) = ends(&program.instructions, at);
                    let count = instruction.sources.first().map(|operand| {
                        let bits = self.operand::<A>(operand, instruction.kind)[0];
                        let count = if instruction.kind == Kind::Float {
                            float(bits) as u32
                        } else {
                            (bits as i32).max(0) as u32
                        };
                        count.min(self.most_iterations)
                    });
                    let mut done = 0;
                    while count.is_none_or(|count| done < count) {
                        done += 1;
                        match self.run::<A>(at + 1, end) {
                            Then::Next => {}
                            Then::Break => break,
                            then => return then,
                        }
                    }
                    at = end;
                }
                Opcode::Brk if self.any::<A>(&instruction.guard) => return Then::Break,
                Opcode::Ret if self.any::<A>(&instruction.guard) => return Then::Return,
                Opcode::Kil => {
                    let kills = match (&instruction.guard, instruction.sources.first()) {
                        (None, Some(operand)) => {
                            self.operand::<A>(operand, Kind::Float).iter().any(|&bits| A::operand(float(bits)) < 0.0)
                        }
                        (guard, _) => self.any::<A>(guard),
                    };
                    if kills {
                        return Then::Kill;
                    }
                }
                Opcode::Brk | Opcode::Ret => {}
                _ => self.compute::<A>(instruction),
            }
            at += 1;
        }
        Then::Next
    }

    fn compute<A: Arithmetic>(&mut self, instruction: &Instruction) {
        let results = self.results::<A>(instruction);
        let mask = instruction.destination.map_or(15, |destination| destination.mask);
        let before = self.code;
        for c in (0..4).filter(|c| mask >> c & 1 == 1) {
            let mut bits = results[c];
            if instruction.saturate {
                let x = float(bits);
                bits = if x > 0.0 { A::operand(x.min(1.0)).to_bits() } else { 0 };
            }
            let allowed = instruction.guard.as_ref().is_none_or(|guard| {
                let now = std::mem::replace(&mut self.code, before);
                let holds = self.holds::<A>(guard, c);
                self.code = now;
                holds
            });
            if !allowed {
                continue;
            }
            if instruction.sets_condition {
                self.code[c] = match instruction.kind {
                    Kind::Float => float(bits),
                    Kind::Signed => (bits as i32).signum() as f32,
                    Kind::Unsigned => bits.min(1) as f32,
                };
            }
            match instruction.destination.map(|destination| destination.register) {
                Some(Register::Temporary(number)) => self.temporaries[number][c] = bits,
                Some(Register::Output(number)) => self.outputs[number][c] = bits,
                _ => {}
            }
        }
    }

    fn results<A: Arithmetic>(&mut self, instruction: &Instruction) -> Vec4 {
        let (opcode, kind) = (instruction.opcode, instruction.kind);
        let read_as = match opcode {
            Opcode::Trunc | Opcode::Round | Opcode::Ceil | Opcode::Flr => Kind::Float,
            Opcode::I2f if kind == Kind::Float => Kind::Signed,
            Opcode::Txf => Kind::Signed,
            _ => kind,
        };
        let of: Vec<Vec4> = instruction.sources.iter().map(|operand| self.operand::<A>(operand, read_as)).collect();
        let f = |operand: usize, c: usize| float(of[operand][c]);
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
        match opcode {
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
            Opcode::Dst => [1f32.to_bits(), A::multiply(f(0, 1), f(1, 1)).to_bits(), of[0][2], of[1][3]],
            Opcode::Scs => [A::cos(f(0, 0)).to_bits(), A::sin(f(0, 0)).to_bits(), 0, 0],
            Opcode::Xpd => [cross(1, 2), cross(2, 0), cross(0, 1), 0],
            Opcode::Lit => {
                let larger = |a: f32, b: f32| A::operand(a).max(A::operand(b));
                let limit = |x: f32| A::store(x);
                let power = A::power(larger(f(0, 1), 0.0), larger(f(0, 3), limit(-127.996)).min(limit(127.996)));
                let lit = if A::operand(f(0, 0)) > 0.0 { power } else { 0.0 };
                [1f32.to_bits(), larger(f(0, 0), 0.0).to_bits(), lit.to_bits(), 1f32.to_bits()]
            }
            Opcode::Tex | Opcode::Txb | Opcode::Txl | Opcode::Txp | Opcode::Txf => {
                self.fetches += 1;
                let sampler = instruction.sampler.unwrap();
                let (input, target) = (&self.inputs[sampler], self.program.samplers[sampler].target);
                let mut at = [f(0, 0), f(0, 1)];
                if opcode == Opcode::Txp {
                    at = at.map(|x| A::divide(x, f(0, 3)));
                }
                input.texel(target, opcode == Opcode::Txf, at, [of[0][0] as i32, of[0][1] as i32], self.plain)
            }
            _ => std::array::from_fn(|c| component::<A>(opcode, kind, &of, c)),
        }
    }
}

/// Where a block's `ELSE` (or its end) and its end are.
fn ends(instructions: &[Instruction], from: usize) -> (usize, usize) {
    let (mut depth, mut otherwise) = (0, None);
    for (at, instruction) in instructions.iter().enumerate().skip(from) {
        match instruction.opcode {
            Opcode::If | Opcode::Rep | Opcode::Loop => depth += 1,
            Opcode::Else if depth == 1 => otherwise = Some(at),
            Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop => {
                depth -= 1;
                if depth == 0 {
                    return (otherwise.unwrap_or(at), at);
                }
            }
            _ => {}
        }
    }
    panic!("a block without an end");
}

impl Input {
    fn texel(&self, target: TextureTarget, integers: bool, at: [f32; 2], whole: [i32; 2], plain: bool) -> Vec4 {
        let (w, h) = (self.width, self.height);
        let place = match (target, integers) {
            (TextureTarget::Buffer, _) => usize::try_from(whole[0]).ok().filter(|&number| number < w * h),
            (_, true) => match (usize::try_from(whole[0]), usize::try_from(whole[1])) {
                (Ok(x), Ok(y)) if x < w && y < h => Some(y * w + x),
                _ => None,
            },
            (target, false) => {
                let scale = |x: f32, side: usize| if target == TextureTarget::Rectangle { x } else { x * side as f32 };
                let clamp = |x: f32, side: usize| (x.floor().max(0.0) as usize).min(side - 1);
                Some(clamp(scale(at[1], h), h) * w + clamp(scale(at[0], w), w))
            }
        };
        let Some(place) = place else { return if plain { [f32::NAN.to_bits(); 4] } else { [0; 4] } };
        let mut texel = [0, 0, 0, 1f32.to_bits()];
        texel[..self.channels].copy_from_slice(&self.words[place * self.channels..][..self.channels]);
        texel
    }
}
