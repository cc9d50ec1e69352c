//! Writes instructions and operands as text, and checks the rules of the assembler.

use crate::fragment_program::{FragmentProgram, Guard, Instruction, InstructionSet, Opcode, Operand, Register, Shape};

use crate::ir::Attribute;

use super::error::ListingError;
use super::naming::Naming;
use super::swizzle::{mask, suffix};

/// An instruction, split into columns: opcode, destination, operands.
pub(super) struct Columns {
    pub cells: Vec<String>,
}

/// Writes the instruction at this index. `integers` says for each constant whether it is declared as integers.
pub(super) fn columns(
    program: &FragmentProgram,
    naming: &Naming,
    integers: &[bool],
    at: usize,
    instruction: &Instruction,
) -> Result<Columns, ListingError> {
    Writer { program, naming, integers, at, instruction }.columns()
}

pub(super) struct Writer<'a> {
    pub program: &'a FragmentProgram,
    pub naming: &'a Naming,
    pub integers: &'a [bool],
    pub at: usize,
    pub instruction: &'a Instruction,
}

impl Writer<'_> {
    fn columns(&self) -> Result<Columns, ListingError> {
        let Instruction { opcode, .. } = *self.instruction;
        let set = self.program.set;
        if !set.has(opcode) {
            return Err(self.missing(self.name()));
        }
        self.check_operands()?;
        if self.naming.bare {
            self.check_nv30()?;
        }
        let mut cells = vec![self.mnemonic()?];
        if opcode.shape() != Shape::Flow {
            cells.push(self.destination()?);
        }
        if opcode == Opcode::Swz {
            cells.extend(self.swizzled()?);
            return Ok(Columns { cells });
        }
        for (k, operand) in self.instruction.sources.iter().enumerate() {
            cells.push(self.operand(operand, self.is_scalar(k))?);
        }
        if matches!(opcode, Opcode::Sfl | Opcode::Str) {
            // NVIDIA's assembler requires two operands here, as for the other comparisons.
            let zero = if self.naming.bare { "{0}.x" } else { "0.0" };
            cells.extend([zero.to_owned(), zero.to_owned()]);
        }
        if opcode.shape() == Shape::Texture {
            cells.extend(self.texture()?);
        }
        if opcode.shape() == Shape::Flow
            && let Some(guard) = &self.instruction.guard
        {
            let test = self.test(guard)?;
            // The specification and NVIDIA's assembler require these parentheses.
            cells.push(if matches!(opcode, Opcode::Brk | Opcode::Ret) { format!("({test})") } else { test });
        }
        Ok(Columns { cells })
    }

    pub fn name(&self) -> String {
        match self.instruction.opcode {
            Opcode::Math(function) => format!("MATH.{function:?}"),
            opcode => opcode.name().to_owned(),
        }
    }

    pub fn missing(&self, name: impl Into<String>) -> ListingError {
        ListingError::NotInSet { instruction: self.at, name: name.into(), set: self.program.set }
    }

    pub fn wrong(&self, what: impl Into<String>) -> ListingError {
        ListingError::Operand { instruction: self.at, name: self.name(), what: what.into() }
    }

    fn check_operands(&self) -> Result<(), ListingError> {
        let Instruction { opcode, sources, guard, .. } = self.instruction;
        let set = self.program.set;
        if guard.is_some() && !set.conditions() {
            return Err(self.missing("a condition code"));
        }
        let got = sources.len();
        let wanted = match opcode {
            Opcode::Kil if guard.is_some() => 0,
            // A loop that only `BRK` leaves. NV_fragment_program2 always requires a count, which must be a constant.
            Opcode::Rep if got == 0 && set != InstructionSet::Nv40 => 0,
            opcode => opcode.operands(),
        };
        if opcode == &Opcode::If && guard.is_none() {
            return Err(self.wrong("it has no condition"));
        }
        if got != wanted {
            return Err(ListingError::OperandCount { instruction: self.at, name: self.name(), got, wanted });
        }
        let constant = |operand: &Operand| matches!(operand.register, Register::Parameter(_));
        if matches!(opcode, Opcode::Rep | Opcode::Loop)
            && matches!(set, InstructionSet::Nv40 | InstructionSet::R520)
            && !sources.iter().all(constant)
        {
            return Err(self.wrong("how often it iterates is not a constant"));
        }
        Ok(())
    }

    fn destination(&self) -> Result<String, ListingError> {
        let Instruction { destination, guard, sets_condition, .. } = self.instruction;
        let mut text = match destination {
            Some(destination) => {
                let register = match destination.register {
                    Register::Temporary(_) | Register::Output(_) | Register::Depth => {
                        self.register(destination.register)?
                    }
                    _ => return Err(self.wrong("it writes to what can only be read")),
                };
                format!("{register}{}", mask(destination.mask).ok_or_else(|| self.wrong("it writes no component"))?)
            }
            None if *sets_condition => self.naming.condition_only(self.instruction.kind).to_owned(),
            None => return Err(self.wrong("its result goes nowhere")),
        };
        if let Some(guard) = guard {
            let space = if self.naming.bare { "" } else { " " };
            text.push_str(&format!("{space}({})", self.test(guard)?));
        }
        Ok(text)
    }

    /// Whether operand `k` is a single number.
    fn is_scalar(&self, k: usize) -> bool {
        let opcode = self.instruction.opcode;
        let by_number = matches!(opcode, Opcode::Div | Opcode::Mod | Opcode::Shl | Opcode::Shr);
        opcode.shape() == Shape::Scalar
            || matches!(opcode, Opcode::Scs | Opcode::Rep)
            || by_number && k == 1 && self.program.set != InstructionSet::Plain
    }

    fn operand(&self, operand: &Operand, scalar: bool) -> Result<String, ListingError> {
        let inline = self.inline(operand)?;
        let operand = inline.as_ref().map_or(operand, |(operand, _)| operand);
        let Operand { register, swizzle, absolute, negate } = *operand;
        let reads = self.instruction.reads(self.program);
        if absolute && self.program.set == InstructionSet::Arb {
            return Err(self.missing("the absolute value of an operand"));
        }
        if swizzle.iter().any(|component| component.number().is_none()) {
            return Err(self.wrong("the numbers 0 and 1 are components of SWZ alone"));
        }
        let scalar_shape =
            scalar && !matches!(self.instruction.opcode, Opcode::Div | Opcode::Mod | Opcode::Shl | Opcode::Shr);
        let read = if scalar_shape { 0b0001 } else { reads };
        let negated = match negate & read {
            0 => false,
            all if all == read => true,
            _ => return Err(self.wrong("some components of an operand have their sign changed, which takes SWZ")),
        };
        let suffix = match scalar {
            true => {
                let mut of = (0..4).filter(|lane| read >> lane & 1 == 1).map(|lane| swizzle[lane]);
                let first = of.next().unwrap_or(swizzle[0]);
                if !of.all(|component| component == first) {
                    return Err(self.wrong("an operand has to be one number for all components"));
                }
                format!(".{}", first.letter())
            }
            false => suffix(swizzle, read),
        };
        let name = match inline {
            Some((_, numbers)) => numbers,
            None => self.register(register)?,
        };
        let sign = if negated { "-" } else { "" };
        let bar = if absolute { "|" } else { "" };
        Ok(format!("{sign}{bar}{name}{suffix}{bar}"))
    }

    /// Writes the operand of `SWZ` and its four components.
    fn swizzled(&self) -> Result<Vec<String>, ListingError> {
        let operand = &self.instruction.sources[0];
        if operand.absolute {
            return Err(self.wrong("it takes no absolute value"));
        }
        let component = |lane: usize| {
            let sign = if operand.negate >> lane & 1 == 1 { "-" } else { "" };
            format!("{sign}{}", operand.swizzle[lane].letter())
        };
        Ok(vec![self.register(operand.register)?, (0..4).map(component).collect::<Vec<_>>().join(", ")])
    }

    fn texture(&self) -> Result<[String; 2], ListingError> {
        let k = self.instruction.sampler.ok_or_else(|| self.wrong("it has no texture"))?;
        let sampler = self.program.samplers.get(k).ok_or(ListingError::NoRegister {
            instruction: self.at,
            register: format!("sampler {k}"),
            count: self.program.samplers.len(),
        })?;
        let unit = match self.naming.bare {
            true => format!("TEX{}", sampler.unit),
            false => format!("texture[{}]", sampler.unit),
        };
        Ok([unit, sampler.target.name().to_owned()])
    }

    fn test(&self, guard: &Guard) -> Result<String, ListingError> {
        if guard.swizzle.iter().any(|component| component.number().is_none()) {
            return Err(self.wrong("a condition code has no components 0 and 1"));
        }
        Ok(format!("{}{}", guard.test.name(), suffix(guard.swizzle, 0b1111)))
    }

    fn register(&self, register: Register) -> Result<String, ListingError> {
        let program = self.program;
        let within = |k: usize, count: usize, name: String| {
            let none = || ListingError::NoRegister { instruction: self.at, register: name.clone(), count };
            if k < count { Ok(name.clone()) } else { Err(none()) }
        };
        let naming = self.naming;
        let named = |names: &[String], k: usize| names.get(k).cloned().unwrap_or_default();
        match register {
            Register::Temporary(k) => {
                within(k, program.temporaries, format!("R{k}")).map(|_| named(&naming.temporaries, k))
            }
            Register::Parameter(k) => {
                within(k, program.parameters.len(), format!("c{k}"))?;
                naming.parameter(program, k).map_err(|what| self.wrong(what))
            }
            Register::Coordinate(k) => match program.coordinates.get(k) {
                Some(coordinate) => {
                    naming.attribute(coordinate.attribute).ok_or_else(|| self.missing("the attribute `facing`"))
                }
                None => within(k, program.coordinates.len(), format!("coordinate {k}")),
            },
            Register::Position => Ok(naming.attribute(Attribute::Position).unwrap_or_default()),
            Register::Depth => Ok(naming.depth().to_owned()),
            Register::Output(0) if naming.bare => Ok(naming.color().to_owned()),
            Register::Output(k) if program.outputs <= 1 => within(k, program.outputs, "result.color".to_owned()),
            Register::Output(k) => within(k, program.outputs, format!("result.color[{k}]")),
        }
    }
}
