//! Translates instructions without control flow: reads the operands, creates the channel operations, and writes the results.

use crate::fragment_program::{
    Component, Guard, Instruction, NumberType, Opcode, Operand, Register, Scalar, Shape, Test, TextureTarget,
};

use super::code::{Address, Code};
use super::fault::{Fault, fault};
use super::graph::{NONE, Origin, Value};
use super::translate::Translator;

const ONE: u32 = 1f32.to_bits();

impl Translator<'_> {
    pub fn one(&mut self) -> Value {
        self.graph.literal(ONE)
    }

    pub fn zero(&mut self) -> Value {
        self.graph.literal(0)
    }

    /// Returns a component of a register.
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
            Register::Depth => {
                let number = self.program.outputs;
                variable(self, self.layout.output(number, component), "output", number)
            }
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
                    _ => match self.known {
                        Some(known) => {
                            let bits = self.stored(known.parameters[number][component]);
                            self.graph.literal(bits)
                        }
                        None => self.graph.source(Origin::Parameter(number as u16, component as u8)),
                    },
                })
            }
            Register::Coordinate(number) if number >= self.program.coordinates.len() => {
                fault(format!("there is no coordinate {number}"))
            }
            Register::Coordinate(number) => Ok(self.coordinate(number, component)),
            Register::Position => Ok(match component {
                0 | 1 => self.middle(component),
                2 => self.graph.literal(0.5f32.to_bits()),
                _ => self.one(),
            }),
        }
    }

    /// Returns a component of an operand.
    pub fn read(&mut self, operand: &Operand, kind: NumberType, component: usize) -> Result<Value, Fault> {
        let mut value = match operand.swizzle[component] {
            Component::Zero => self.zero(),
            Component::One if kind == NumberType::Float => self.one(),
            Component::One => self.graph.literal(1),
            chosen => self.register(operand.register, chosen as usize)?,
        };
        if operand.absolute {
            value = self.graph.make(if kind == NumberType::Float { Code::Abs } else { Code::IntAbs }, &[value]);
        }
        if operand.negate >> component & 1 == 1 {
            value = self.graph.make(if kind == NumberType::Float { Code::Neg } else { Code::IntNeg }, &[value]);
        }
        Ok(value)
    }

    /// Returns the mask of the fragments in which a guard holds for any component.
    pub fn holds(&mut self, guard: &Guard) -> Result<Value, Fault> {
        let mut mask: Option<Value> = None;
        for component in 0..4 {
            let one = self.holds_in(guard, component)?;
            mask = Some(match mask {
                Some(mask) if mask != one => self.graph.make(Code::Or, &[mask, one]),
                _ => one,
            });
        }
        Ok(mask.unwrap_or(NONE))
    }

    /// Returns the mask of the fragments in which a guard holds for this component.
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

    /// Returns the mask of the fragments that a `KIL` discards.
    pub fn killed(&mut self, instruction: &Instruction) -> Result<Value, Fault> {
        if let Some(guard) = &instruction.guard {
            return self.holds(guard);
        }
        let Some(operand) = instruction.sources.first() else { return Ok(self.graph.literal(u32::MAX)) };
        let mut mask = self.graph.literal(0);
        for component in 0..4 {
            let value = self.read(operand, NumberType::Float, component)?;
            let below = self.graph.make(Code::Test(Test::Less), &[value]);
            mask = self.graph.make(Code::Or, &[mask, below]);
        }
        Ok(mask)
    }

    /// Returns the number of iterations of a loop, or `None` for a loop that runs until a fragment leaves it.
    pub fn iterations(&mut self, instruction: &Instruction) -> Result<Option<Value>, Fault> {
        let Some(operand) = instruction.sources.first() else { return Ok(None) };
        let value = self.read(operand, instruction.kind, 0)?;
        let max = self.max_iterations;
        let code = match instruction.kind {
            NumberType::Float => Code::Iterations(max),
            _ => Code::IntIterations(max),
        };
        Ok(Some(self.graph.make(code, &[value])))
    }

    /// Translates an instruction that is not control flow.
    pub fn compute(&mut self, instruction: &Instruction) -> Result<(), Fault> {
        let Instruction { opcode, sources, .. } = instruction;
        let kind = &instruction.kind.unrounded();
        if sources.len() != opcode.operands() {
            return fault(format!("{} takes {} operands, not {}", opcode.name(), opcode.operands(), sources.len()));
        }
        let mask = instruction.destination.map_or(15, |destination| destination.mask & 15);
        let mut results = [None; 4];
        if opcode.shape() == Shape::Texture {
            let texel = self.fetch(instruction)?;
            results = texel.map(Some);
        } else {
            let mut scalar = None;
            for (component, result) in results.iter_mut().enumerate() {
                if mask >> component & 1 == 0 {
                    continue;
                }
                *result = Some(match opcode.shape() {
                    Shape::Scalar | Shape::Dot => match scalar {
                        Some(value) => value,
                        None => *scalar.insert(self.single(*opcode, *kind, sources)?),
                    },
                    _ if matches!(opcode, Opcode::Ddx | Opcode::Ddy) => {
                        self.derivative(*opcode, &sources[0], component)?
                    }
                    Shape::Special => self.special(*opcode, sources, component)?,
                    _ => self.component(*opcode, *kind, sources, component)?,
                });
            }
        }
        if let Some(precision) = instruction.kind.precision() {
            for result in results.iter_mut().flatten() {
                *result = self.graph.make(Code::Rounded(precision), &[*result]);
            }
        }
        self.finish(instruction, mask, results)
    }

    /// Writes the results of an instruction: saturates them, applies the guard, and updates the condition code.
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
                    Register::Depth => self.layout.output(self.program.outputs, component),
                    _ => None,
                };
                match at {
                    Some(at) => assign(self, at, value),
                    None => return fault(format!("{:?} cannot be written", destination.register)),
                }
            }
            if instruction.sets_condition {
                // For an integer, the condition code is its sign, as a float.
                let code = match instruction.kind.unrounded() {
                    NumberType::Signed => self.graph.make(Code::IntSign, &[value]),
                    NumberType::Unsigned => {
                        let (zero, one) = (self.zero(), self.one());
                        let is_zero = self.graph.make(Code::IntEqual, &[value, zero]);
                        self.graph.make(Code::AndNot, &[one, is_zero])
                    }
                    _ => value,
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
        let mut coordinates = [NONE; 4];
        for (component, coordinate) in coordinates.iter_mut().enumerate() {
            *coordinate = match integers {
                true => self.read(&instruction.sources[0], NumberType::Signed, component)?,
                false => self.projected(instruction, component)?,
            };
        }
        if let Some(size) = self.mipmapped(sampler).filter(|_| !integers) {
            coordinates[3] = self.level(instruction, target, size)?;
        }
        let inside = integers && self.is_inside(sampler, target, coordinates);
        Ok(self.graph.fetch(Address { sampler, target, integers, inside }, coordinates))
    }

    /// Returns whether integer coordinates are certainly inside a texture for all fragments.
    fn is_inside(&self, sampler: usize, target: TextureTarget, coordinates: [Value; 4]) -> bool {
        let Some(known) = self.known else { return false };
        let [width, height, layers] = known.textures[sampler];
        let extents = match target {
            TextureTarget::Buffer => vec![width * height],
            TextureTarget::Array => vec![width, height, layers],
            _ => vec![width, height],
        };
        extents.into_iter().zip(coordinates).all(|(extent, coordinate)| {
            self.graph.integer(coordinate).is_some_and(|range| range.low >= 0.0 && range.high < extent as f64)
        })
    }
}
