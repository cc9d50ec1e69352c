//! Parses operands: registers with sign, absolute value and swizzle, and constants that are not declared.

use crate::fragment_program::{
    Binding, Component, Instruction, NumberType, Opcode, Operand, Parameter, Register, Scalar,
};
use crate::syntax::{Code, Span};

use super::lex::TokenKind;
use super::parser::{ParseError, Parser};
use super::symbols::Symbol;

/// The kind of operand that an instruction requires.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Any operand.
    Vector,
    /// A scalar.
    Number,
}

impl Parser<'_> {
    pub(super) fn operand(&mut self, wanted: Wanted, of: &Instruction) -> Result<Operand, ParseError> {
        let first = self.peek().span;
        let negative = self.takes(b'-');
        let _ = negative || self.takes(b'+');
        let absolute = self.peek().kind == TokenKind::Sign(b'|');
        if absolute {
            if !self.program.set.conditions() {
                let wrong = self.wrong(
                    Code::F0104,
                    self.peek().span,
                    "ARB_fragment_program has no absolute values of operands",
                );
                return Err(self.help(wrong, "write `ABS` before, or `OPTION NV_fragment_program;` at the start"));
            }
            self.next();
        }
        let integers = of.kind.unrounded() != NumberType::Float
            && !matches!(of.opcode, Opcode::Trunc | Opcode::Round | Opcode::Ceil | Opcode::Flr)
            || of.opcode == Opcode::Txf;
        let (register, number) = self.source(integers)?;
        // A constant that is defined as one number is one.
        let number = number || self.is_bare() && self.is_one_number(register);
        let mut operand = Operand { absolute, negate: if negative { 0b1111 } else { 0 }, ..Operand::new(register) };
        let mut one = number;
        if self.takes(b'.') {
            operand.swizzle = self.swizzle()?;
            one = operand.swizzle.iter().all(|component| *component == operand.swizzle[0]);
        }
        if absolute {
            self.sign(b'|')?;
        }
        // A loop's count is the first component of its operand.
        let loops = matches!(of.opcode, Opcode::Rep | Opcode::Loop);
        if loops && !one {
            operand.swizzle = [Component::X; 4];
        } else if wanted == Wanted::Number && !one {
            let title = format!("{} takes one number here", of.opcode.name());
            let wrong = self.wrong(Code::F0105, self.since(first), title);
            return Err(self.help(wrong, "name a component: `.x`"));
        }
        if wanted == Wanted::Number && number {
            operand.swizzle = [Component::X; 4];
        }
        Ok(operand)
    }

    /// Parses the operand of `SWZ`: a register, and four components, each with its own sign.
    pub(super) fn extended(&mut self) -> Result<Operand, ParseError> {
        let (register, _) = self.source(false)?;
        let mut operand = Operand::new(register);
        for lane in 0..4 {
            self.sign(b',')?;
            if self.takes(b'-') {
                operand.negate |= 1 << lane;
            } else {
                self.takes(b'+');
            }
            let token = self.next();
            operand.swizzle[lane] = match (token.kind, self.text_of(token.span)) {
                (TokenKind::Int(0), _) => Component::Zero,
                (TokenKind::Int(1), _) => Component::One,
                (TokenKind::Word, letter) if letter.len() == 1 => match component(letter.chars().next().unwrap_or(' '))
                {
                    Some(component) => component,
                    None => return Err(self.unexpected(token, "a component, 0 or 1")),
                },
                _ => return Err(self.unexpected(token, "a component, 0 or 1")),
            };
        }
        Ok(operand)
    }

    /// Whether all components of a register are the same literal.
    fn is_one_number(&self, register: Register) -> bool {
        let Register::Parameter(number) = register else { return false };
        let components = &self.program.parameters[number].components;
        matches!(components[0], Scalar::Literal(_)) && components.iter().all(|component| *component == components[0])
    }

    /// Parses a source register. Returns it, and whether it is a scalar constant.
    fn source(&mut self, integers: bool) -> Result<(Register, bool), ParseError> {
        let token = self.peek();
        match token.kind {
            TokenKind::Word => {}
            TokenKind::Sign(b'{') => {
                let parameter = self.vector(integers)?;
                return Ok((self.used(parameter, self.since(token.span))?, false));
            }
            _ => {
                let whole = matches!(token.kind, TokenKind::Int(_) | TokenKind::Hex(_));
                let bits = self.number(integers && whole)?;
                let parameter = Parameter { binding: Binding::Literal, components: [Scalar::Literal(bits); 4] };
                return Ok((self.used(parameter, token.span)?, true));
            }
        }
        self.next();
        if self.is_bare()
            && let Some(register) = self.bracketed_register(token, false)?
        {
            return Ok((register, false));
        }
        let register = match self.text_of(token.span) {
            "fragment" => self.fragment(token.span)?,
            "program" => {
                let parameter = self.program_parameter(token.span)?;
                self.used(parameter, self.since(token.span))?
            }
            "state" => {
                let parameter = self.state(token.span)?;
                self.used(parameter, self.since(token.span))?
            }
            "result" => return Err(self.write_only(token.span)),
            name => match self.named(token)? {
                Symbol::Register(Register::Output(_) | Register::Depth) => return Err(self.write_only(token.span)),
                Symbol::Register(register) => register,
                Symbol::Array(start, count) => {
                    let k = self.bracketed(&format!("constant of `{name}`"), count)?;
                    Register::Parameter(start + k)
                }
                Symbol::ConditionOnly => return Err(self.unexpected(token, "a register")),
            },
        };
        Ok((register, false))
    }

    fn write_only(&self, span: Span) -> ParseError {
        let wrong = self.wrong(Code::F0105, span, "results cannot be read");
        self.help(wrong, "write to a temporary, and copy it at the end")
    }

    /// Parses a swizzle after the point, which is one component, or four.
    pub(super) fn swizzle(&mut self) -> Result<[Component; 4], ParseError> {
        let token = self.word("a swizzle")?;
        let text = self.text_of(token.span);
        let colours = text.chars().all(|c| "rgba".contains(c));
        let coordinates = text.chars().all(|c| "xyzw".contains(c));
        let components: Vec<Component> = text.chars().filter_map(component).collect();
        match components[..] {
            [one] if colours || coordinates => Ok([one; 4]),
            [x, y, z, w] if colours || coordinates => Ok([x, y, z, w]),
            _ => {
                let wrong = self.wrong(Code::F0105, token.span, "this is no swizzle");
                Err(self.help(wrong, "name one component or four, of `xyzw` or of `rgba`"))
            }
        }
    }
}

fn component(letter: char) -> Option<Component> {
    match letter {
        'x' | 'r' => Some(Component::X),
        'y' | 'g' => Some(Component::Y),
        'z' | 'b' => Some(Component::Z),
        'w' | 'a' => Some(Component::W),
        _ => None,
    }
}
