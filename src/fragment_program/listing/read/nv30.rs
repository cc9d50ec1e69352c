//! Parses what is particular to `!!FP1.0`, the syntax of NV_fragment_program: registers that need no declaration, attributes and results in
//! brackets, and parameters with names.

use crate::fragment_program::{Binding, Destination, Instruction, Parameter, Register, Scalar};
use crate::ir::Attribute;
use crate::syntax::{Code, Span};

use super::lex::{Token, TokenKind};
use super::parser::{ParseError, Parser};
use super::symbols::{Symbol, is_opcode};

/// The number of registers of full precision, and of half precision.
const REGISTERS: [(char, usize); 2] = [('R', 32), ('H', 64)];
/// The number of local parameters. Parameters that are set by name come after them.
const LOCALS: usize = 64;

/// Whether a name is that of a register.
fn is_register(name: &str) -> bool {
    REGISTERS.iter().any(|(letter, max)| {
        let number = name.strip_prefix(*letter).and_then(|digits| digits.parse::<usize>().ok());
        // `R00` is another name than `R0`, and no register.
        number.is_some_and(|number| number < *max && name == format!("{letter}{number}"))
    })
}

impl Parser<'_> {
    /// Parses `DECLARE name;`, which declares a parameter that is set by name, and may have a value from the start; or `DEFINE name = ..;`, a
    /// constant.
    pub(super) fn declare(&mut self, constant: bool) -> Result<(), ParseError> {
        let token = self.word("a name")?;
        let name = self.text_of(token.span);
        if is_register(name) || name == "END" || is_opcode(name, self.program.set) {
            return Err(self.wrong(Code::F0102, token.span, format!("`{name}` is a reserved word")));
        }
        if let Some(first) = self.symbols.declared(name) {
            let title = format!("`{name}` is declared twice");
            let wrong = crate::syntax::Diagnostic::error(Code::F0102, token.span, title);
            return Err(Box::new(wrong.other(first, "here it is declared first")));
        }
        let value = match self.takes(b'=') {
            true => Some(self.constant_value()?),
            false => None,
        };
        let parameter = match (constant, &value) {
            (true, None) => return Err(self.wrong(Code::F0106, token.span, format!("`{name}` has no value"))),
            (true, Some(value)) => value.clone(),
            (false, _) => {
                let binding = Binding::Local(LOCALS + self.named.count);
                self.named.count += 1;
                if let Some(value) = &value {
                    let number = |scalar: &Scalar| match scalar {
                        Scalar::Literal(bits) => f32::from_bits(*bits),
                        _ => 0.0,
                    };
                    self.named.defaults.push((binding, value.components.each_ref().map(number)));
                }
                Parameter { binding, components: [Scalar::Runtime; 4] }
            }
        };
        let register = Register::Parameter(self.new_parameter(parameter, name, token.span)?);
        self.symbols.insert(name, Symbol::Register(register), token.span);
        Ok(())
    }

    fn constant_value(&mut self) -> Result<Parameter, ParseError> {
        if self.peek().kind == TokenKind::Sign(b'{') {
            return self.vector(false);
        }
        let bits = self.signed(false)?;
        Ok(Parameter { binding: Binding::Literal, components: [Scalar::Literal(bits); 4] })
    }

    /// Returns the register that a bare name such as `R0` or `H3` is, and declares it when it is first used.
    pub(super) fn bare_register(&mut self, name: &str, span: Span) -> Option<Symbol> {
        if !is_register(name) {
            return None;
        }
        let register = Register::Temporary(self.temporaries.len());
        self.temporaries.push(name.to_owned());
        if name.starts_with('H') {
            self.halves.registers.insert(register);
        }
        self.symbols.insert(name, Symbol::Register(register), span);
        Some(Symbol::Register(register))
    }

    /// Returns the register that gets the results of which some components go to the condition code alone.
    pub(super) fn condition_register(&mut self, name: &str) -> Register {
        let known = self.temporaries.iter().position(|own| own == name);
        Register::Temporary(known.unwrap_or_else(|| {
            self.temporaries.push(name.to_owned());
            self.temporaries.len() - 1
        }))
    }

    /// Parses the rest of `f[TEX0]`, `p[3]` or `o[COLR]` as a source or as a result.
    pub(super) fn bracketed_register(&mut self, token: Token, written: bool) -> Result<Option<Register>, ParseError> {
        let letter = self.text_of(token.span);
        if self.peek().kind != TokenKind::Sign(b'[') || !["f", "p", "o"].contains(&letter) {
            return Ok(None);
        }
        if letter == "p" {
            let number = self.bracketed("parameter", LOCALS)?;
            let parameter = Parameter { binding: Binding::Local(number), components: [Scalar::Runtime; 4] };
            return self.used(parameter, self.since(token.span)).map(Some);
        }
        self.sign(b'[')?;
        let word = self.word("the name of an attribute")?;
        let name = self.text_of(word.span);
        self.sign(b']')?;
        if letter == "o" {
            if !written {
                let wrong = self.wrong(Code::F0105, token.span, "results cannot be read");
                return Err(self.help(wrong, "write to a temporary, and copy it at the end"));
            }
            return match name {
                "COLR" | "COLH" => {
                    self.program.outputs = self.program.outputs.max(1);
                    Ok(Some(Register::Output(0)))
                }
                "DEPR" => Ok(Some(Register::Depth)),
                other => Err(self.wrong(Code::F0101, word.span, format!("there is no result `{other}`"))),
            };
        }
        let attribute = match name {
            "WPOS" => return Ok(Some(Register::Position)),
            "COL0" => Attribute::Color(0),
            "COL1" => Attribute::Color(1),
            "FOGC" => Attribute::Fog,
            _ => match name.strip_prefix("TEX").and_then(|number| number.parse::<usize>().ok()) {
                Some(number) if number < 8 => Attribute::TexCoord(number),
                _ => return Err(self.wrong(Code::F0101, word.span, format!("fragments have no `{name}`"))),
            },
        };
        Ok(Some(self.attribute_register(attribute)))
    }

    /// Parses a destination. Returns whether only the condition code is written.
    pub(super) fn bare_destination(&mut self, instruction: &mut Instruction, token: Token) -> Result<bool, ParseError> {
        let name = self.text_of(token.span);
        if ["RC", "HC"].contains(&name) {
            return Ok(true);
        }
        let register = match self.bracketed_register(token, true)? {
            Some(register) => register,
            None => match self.named(token)? {
                Symbol::Register(register @ Register::Temporary(_)) => register,
                _ => return Err(self.wrong(Code::F0105, token.span, format!("`{name}` cannot be written to"))),
            },
        };
        instruction.destination = Some(Destination { register, mask: 0b1111 });
        Ok(false)
    }
}
