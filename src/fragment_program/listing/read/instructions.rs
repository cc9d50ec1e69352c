//! Parses instructions: opcodes with their suffixes, destinations, and blocks.

use crate::fragment_program::listing::error::set_name;
use crate::fragment_program::{Component, Destination, Guard, Instruction, NumberType, Opcode, Register, Shape, Test};
use crate::ir::Math;
use crate::syntax::{Code, Diagnostic, Span, nearest};

use super::lex::{Token, TokenKind};
use super::operands::Wanted;
use super::parser::{ParseError, Parser};
use super::symbols::Symbol;
use super::{ARB_HEADER, MAX_INSTRUCTIONS};

impl Parser<'_> {
    /// Parses an instruction, whose opcode is this token.
    pub(super) fn instruction(&mut self, token: Token) -> Result<(), ParseError> {
        let mut instruction = self.opcode(token)?;
        let opcode = instruction.opcode;
        let set = self.program.set;
        if !set.has(opcode) {
            let title = format!("{} has no {}", set_name(set), opcode.name());
            let wrong = self.wrong(Code::F0104, token.span, title);
            return Err(match self.header == ARB_HEADER {
                true => self.help(wrong, "`OPTION NV_fragment_program2;` at the start brings NVIDIA's instructions"),
                false => wrong,
            });
        }
        if self.program.instructions.len() >= MAX_INSTRUCTIONS {
            return Err(self.wrong(Code::F0003, token.span, format!("more than {MAX_INSTRUCTIONS} instructions")));
        }
        match opcode.shape() {
            Shape::Flow => self.flow(&mut instruction, token)?,
            _ => {
                let condition_only = self.destination(&mut instruction)?;
                self.sign(b',')?;
                self.sources(&mut instruction)?;
                if condition_only {
                    self.condition_only.push(self.program.instructions.len());
                }
            }
        }
        if opcode.shape() == Shape::Texture {
            self.texture(&mut instruction)?;
        }
        instruction.spans = vec![self.since(token.span)];
        self.program.instructions.push(instruction);
        Ok(())
    }

    /// Parses the opcode and its suffixes.
    fn opcode(&mut self, token: Token) -> Result<Instruction, ParseError> {
        let word = self.text_of(token.span);
        if word == "MATH" && self.program.set.integers() {
            self.sign(b'.')?;
            let name = self.word("the name of a function")?;
            let name_text = self.text_of(name.span);
            let Some(function) = Math::ALL.iter().find(|function| format!("{function:?}") == name_text) else {
                return Err(self.wrong(Code::F0104, name.span, format!("there is no function `{name_text}`")));
            };
            return self.points(Instruction::flow(Opcode::Math(*function)));
        }
        let find = |name: &str| Opcode::ALL.iter().copied().find(|opcode| opcode.name() == name);
        let saturated = word.strip_suffix("_SAT");
        let base = saturated.unwrap_or(word);
        let conditions = self.program.set.conditions();
        let mut instruction = match find(base) {
            Some(opcode) => Instruction::flow(opcode),
            None => {
                let (base, sets_condition) = match base.strip_suffix('C').filter(|_| conditions) {
                    Some(base) => (base, true),
                    None => (base, false),
                };
                let precision = base.strip_suffix(['R', 'H', 'X']).filter(|_| conditions);
                match (find(base), precision.and_then(find)) {
                    (Some(opcode), _) => Instruction { sets_condition, ..Instruction::flow(opcode) },
                    (None, Some(opcode)) => {
                        let kind = match base.as_bytes().last() {
                            Some(b'H') => NumberType::Half,
                            Some(b'X') => NumberType::Fixed,
                            _ => NumberType::Float,
                        };
                        Instruction { sets_condition, kind, ..Instruction::flow(opcode) }
                    }
                    (None, None) => return Err(self.no_opcode(token)),
                }
            }
        };
        instruction.saturate = saturated.is_some();
        self.points(instruction)
    }

    fn no_opcode(&self, token: Token) -> ParseError {
        let word = self.text_of(token.span);
        if word == "CAL" {
            return self.no_subroutines(token);
        }
        if word.ends_with("_SSAT") {
            return self.no_signed_saturation(token.span);
        }
        let title = format!("there is no instruction `{word}`");
        let mut wrong = Diagnostic::error(Code::F0104, token.span, title);
        if let Some(meant) = nearest(word, Opcode::ALL.iter().map(|opcode| opcode.name())) {
            wrong = wrong.help(format!("did you mean `{meant}`?"));
        }
        Box::new(wrong)
    }

    fn no_signed_saturation(&self, span: Span) -> ParseError {
        let title = "results that are clamped to -1 to 1 (`SSAT`) are not read";
        let wrong = self.wrong(Code::F0104, span, title);
        self.help(wrong, "write `MIN` and `MAX` behind the instruction")
    }

    /// Parses suffixes separated by points, as in NV_gpu_program4.
    fn points(&mut self, mut instruction: Instruction) -> Result<Instruction, ParseError> {
        while self.program.set.integers() && self.takes(b'.') {
            let suffix = self.word("a suffix of the opcode")?;
            match self.text_of(suffix.span) {
                "F" => instruction.kind = NumberType::Float,
                "S" => instruction.kind = NumberType::Signed,
                "U" => instruction.kind = NumberType::Unsigned,
                "CC" | "CC0" => instruction.sets_condition = true,
                "SAT" => instruction.saturate = true,
                "SSAT" => return Err(self.no_signed_saturation(suffix.span)),
                other => {
                    return Err(self.wrong(Code::F0104, suffix.span, format!("there is no suffix `.{other}`")));
                }
            }
        }
        Ok(instruction)
    }

    /// Parses the destination register, with its mask and condition. Returns whether only the condition code is written.
    fn destination(&mut self, instruction: &mut Instruction) -> Result<bool, ParseError> {
        let token = self.word("the register that is written")?;
        let name = self.text_of(token.span);
        let of_halves = match self.is_bare() {
            true => name == "o" && self.text_of(self.peek_second().span) == "COLH",
            false => self.halves.outputs.contains(name),
        };
        let register = match self.text_of(token.span) {
            _ if self.is_bare() => {
                let only = self.bare_destination(instruction, token)?;
                if only && !instruction.sets_condition {
                    return Err(self.wrong(
                        Code::F0105,
                        token.span,
                        "only an instruction with a `C` writes the condition code",
                    ));
                }
                instruction.destination.map(|destination| destination.register)
            }
            "result" => Some(self.result(token.span)?),
            name if instruction.sets_condition
                && self.symbols.get(name) == Some(Symbol::ConditionOnly)
                && self.peek().kind != TokenKind::Sign(b'.') =>
            {
                None
            }
            name => match self.named(token)? {
                Symbol::Register(register @ (Register::Temporary(_) | Register::Output(_) | Register::Depth)) => {
                    Some(register)
                }
                _ => return Err(self.wrong(Code::F0105, token.span, format!("`{name}` cannot be written to"))),
            },
        };
        let mut mask = 0b1111;
        if self.takes(b'.') {
            let letters = self.word("a write mask")?;
            mask = write_mask(self.text_of(letters.span)).ok_or_else(|| {
                let wrong = self.wrong(Code::F0105, letters.span, "this is no write mask");
                self.help(
                    wrong,
                    "name components in order, each once: `x`, `yw`, `xyz`; or of colours `r`, `ga`, `rgb`",
                )
            })?;
        }
        let register = match register {
            // Components that are not written keep their condition: a register that nothing reads stands for them.
            None if mask != 0b1111 => Some(self.condition_register(name)),
            register => register,
        };
        instruction.destination = register.map(|register| Destination { register, mask });
        // What is written to a register of half precision is rounded.
        let is_half_condition = self.is_bare() && name == "HC";
        let of_halves = of_halves
            || is_half_condition
            || register.is_some_and(|register| self.halves.registers.contains(&register));
        if of_halves && instruction.kind == NumberType::Float {
            instruction.kind = NumberType::Half;
        }
        if self.program.set.conditions() && self.takes(b'(') {
            instruction.guard = Some(self.guard()?);
            self.sign(b')')?;
        }
        Ok(instruction.destination.is_none())
    }

    /// Parses a condition, such as `GT.x`.
    pub(super) fn guard(&mut self) -> Result<Guard, ParseError> {
        let token = self.word("a condition")?;
        let Some(test) = test(self.text_of(token.span)) else {
            return Err(self.unexpected(token, "a condition (EQ, GE, GT, LE, LT, NE, TR, FL)"));
        };
        let swizzle = match self.takes(b'.') {
            true => self.swizzle()?,
            false => Component::XYZW,
        };
        Ok(Guard { test, swizzle })
    }

    fn sources(&mut self, instruction: &mut Instruction) -> Result<(), ParseError> {
        let opcode = instruction.opcode;
        if opcode == Opcode::Swz {
            instruction.sources.push(self.extended()?);
            return Ok(());
        }
        if matches!(opcode, Opcode::Sfl | Opcode::Str) {
            // These two operands are ignored, so constants in them take no register.
            let known = self.program.parameters.len();
            self.operand(Wanted::Vector, instruction)?;
            self.sign(b',')?;
            self.operand(Wanted::Vector, instruction)?;
            self.forget_parameters(known);
            return Ok(());
        }
        for k in 0..opcode.operands() {
            if k > 0 {
                self.sign(b',')?;
            }
            let by_number = matches!(opcode, Opcode::Div | Opcode::Mod | Opcode::Shl | Opcode::Shr) && k == 1;
            let wanted = match opcode.shape() {
                Shape::Scalar => Wanted::Number,
                _ if opcode == Opcode::Scs => Wanted::Number,
                _ if by_number && self.program.set != crate::fragment_program::InstructionSet::Plain => Wanted::Number,
                _ => Wanted::Vector,
            };
            let operand = self.operand(wanted, instruction)?;
            instruction.sources.push(operand);
        }
        Ok(())
    }
}

/// Returns the write mask with these letters, or `None` if they are not a mask.
fn write_mask(letters: &str) -> Option<u8> {
    let names = if letters.starts_with(['r', 'g', 'b', 'a']) { "rgba" } else { "xyzw" };
    let mut mask = 0u8;
    for letter in letters.chars() {
        let bit = 1 << names.find(letter)?;
        // The letters must be in order, and each may occur once.
        if mask >= bit {
            return None;
        }
        mask |= bit;
    }
    (mask != 0).then_some(mask)
}

pub(super) fn test(name: &str) -> Option<Test> {
    use Test::*;
    [Equal, GreaterEqual, Greater, LessEqual, Less, NotEqual, True, False].into_iter().find(|test| test.name() == name)
}
