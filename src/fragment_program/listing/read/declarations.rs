//! Parses declarations of temporaries and constants, and of names for other registers.

use crate::fragment_program::listing::CONDITION_ONLY;
use crate::fragment_program::{Binding, Parameter, Register, Scalar};
use crate::syntax::{Code, Diagnostic, Span};

use super::MAX_REGISTERS;
use super::lex::TokenKind;
use super::parser::{ParseError, Parser};
use super::symbols::{Symbol, is_reserved};

impl Parser<'_> {
    /// Parses a name that is not declared yet.
    fn new_name(&mut self) -> Result<Span, ParseError> {
        let token = self.word("a name")?;
        let name = self.text_of(token.span);
        if is_reserved(name, self.program.set) {
            return Err(self.wrong(Code::F0102, token.span, format!("`{name}` is a reserved word")));
        }
        if let Some(first) = self.symbols.declared(name) {
            let wrong = Diagnostic::error(Code::F0102, token.span, format!("`{name}` is declared twice"));
            return Err(Box::new(wrong.other(first, "here it is declared first")));
        }
        Ok(token.span)
    }

    pub(super) fn temporary(&mut self) -> Result<(), ParseError> {
        loop {
            let span = self.new_name()?;
            let name = self.text_of(span);
            if self.temporaries.len() >= MAX_REGISTERS {
                return Err(self.wrong(Code::F0003, span, format!("more than {MAX_REGISTERS} temporaries")));
            }
            let symbol = match name {
                CONDITION_ONLY => Symbol::ConditionOnly,
                _ => {
                    self.temporaries.push(name.to_owned());
                    Symbol::Register(Register::Temporary(self.temporaries.len() - 1))
                }
            };
            self.symbols.insert(name, symbol, span);
            if !self.takes(b',') {
                return Ok(());
            }
        }
    }

    pub(super) fn attribute(&mut self) -> Result<(), ParseError> {
        let span = self.new_name()?;
        self.sign(b'=')?;
        let first = self.keyword("fragment")?.span;
        let register = self.fragment(first)?;
        self.symbols.insert(self.text_of(span), Symbol::Register(register), span);
        Ok(())
    }

    /// Parses the rest of `OUTPUT name = ..`. What is written to the name is rounded if it is `short`.
    pub(super) fn output(&mut self, short: bool) -> Result<(), ParseError> {
        let span = self.new_name()?;
        self.sign(b'=')?;
        let first = self.keyword("result")?.span;
        let register = self.result(first)?;
        self.symbols.insert(self.text_of(span), Symbol::Register(register), span);
        if short {
            self.halves.outputs.insert(self.text_of(span).to_owned());
        }
        Ok(())
    }

    pub(super) fn alias(&mut self) -> Result<(), ParseError> {
        let span = self.new_name()?;
        self.sign(b'=')?;
        let of = self.word("a name that is declared")?;
        let symbol = self.named(of)?;
        self.symbols.insert(self.text_of(span), symbol, span);
        if self.halves.outputs.contains(self.text_of(of.span)) {
            self.halves.outputs.insert(self.text_of(span).to_owned());
        }
        Ok(())
    }

    pub(super) fn parameter(&mut self, integers: bool) -> Result<(), ParseError> {
        let span = self.new_name()?;
        let name = self.text_of(span);
        let start = self.program.parameters.len();
        if !self.takes(b'[') {
            self.sign(b'=')?;
            let parameter = self.binding(integers)?;
            let k = self.new_parameter(parameter, name, span)?;
            self.symbols.insert(name, Symbol::Register(Register::Parameter(k)), span);
            return Ok(());
        }
        let said = match self.peek().kind {
            TokenKind::Sign(b']') => None,
            _ => Some(self.below("an array of", MAX_REGISTERS + 1)?),
        };
        self.sign(b']')?;
        self.sign(b'=')?;
        self.sign(b'{')?;
        loop {
            self.bindings(name, integers)?;
            if !self.takes(b',') {
                break;
            }
        }
        self.sign(b'}')?;
        let count = self.program.parameters.len() - start;
        self.symbols.insert(name, Symbol::Array(start, count), span);
        if let Some(said) = said.filter(|said| *said != count) {
            let title = format!("`{name}` has {count} constants, and {said} are declared");
            return Err(self.wrong(Code::F0106, span, title));
        }
        Ok(())
    }

    pub(super) fn new_parameter(&mut self, parameter: Parameter, name: &str, span: Span) -> Result<usize, ParseError> {
        if self.program.parameters.len() >= MAX_REGISTERS {
            return Err(self.wrong(Code::F0003, span, format!("more than {MAX_REGISTERS} constants")));
        }
        let number = self.program.parameters.len();
        self.constants.entry(parameter.clone()).or_insert(number);
        self.program.parameters.push(parameter);
        self.parameters.push(name.to_owned());
        Ok(number)
    }

    /// Removes the constants from this number on.
    pub(super) fn forget_parameters(&mut self, from: usize) {
        for parameter in self.program.parameters.drain(from..) {
            if self.constants.get(&parameter).is_some_and(|number| *number >= from) {
                self.constants.remove(&parameter);
            }
        }
        self.parameters.truncate(from);
    }

    /// Returns the register of a constant that an instruction uses without a declaration. Equal constants share a register.
    pub(super) fn used(&mut self, parameter: Parameter, span: Span) -> Result<Register, ParseError> {
        let k = match self.constants.get(&parameter) {
            Some(k) => *k,
            None => self.new_parameter(parameter, "", span)?,
        };
        Ok(Register::Parameter(k))
    }

    /// Parses an item of an array, which is a constant or several consecutive ones.
    fn bindings(&mut self, name: &str, integers: bool) -> Result<(), ParseError> {
        let first = self.peek().span;
        if self.text_of(first) == "state" {
            self.next();
            let rows = self.states(first)?;
            let since = self.since(first);
            for parameter in rows {
                self.new_parameter(parameter, name, since)?;
            }
            return Ok(());
        }
        if self.text_of(first) != "program" {
            let parameter = self.binding(integers)?;
            return self.new_parameter(parameter, name, first).map(drop);
        }
        self.next();
        let (of, range) = self.program_parameters()?;
        for k in range {
            self.new_parameter(
                Parameter { binding: of(k), components: [Scalar::Runtime; 4] },
                name,
                self.since(first),
            )?;
        }
        Ok(())
    }

    /// Parses the value that a declaration binds a constant to.
    fn binding(&mut self, integers: bool) -> Result<Parameter, ParseError> {
        let token = self.peek();
        match self.text_of(token.span) {
            "program" => {
                self.next();
                self.program_parameter(token.span)
            }
            "state" => {
                self.next();
                self.state(token.span)
            }
            "{" => self.vector(integers),
            _ => {
                let number = self.signed(integers)?;
                Ok(Parameter { binding: Binding::Literal, components: [Scalar::Literal(number); 4] })
            }
        }
    }

    /// Parses the rest of a single constant, after `program`.
    pub(super) fn program_parameter(&mut self, first: Span) -> Result<Parameter, ParseError> {
        let (of, range) = self.program_parameters()?;
        if range.start() != range.end() {
            return Err(self.wrong(Code::F0002, self.since(first), "several constants where one is wanted"));
        }
        Ok(Parameter { binding: of(*range.start()), components: [Scalar::Runtime; 4] })
    }

    #[allow(clippy::type_complexity, reason = "a constructor and its arguments")]
    fn program_parameters(&mut self) -> Result<(fn(usize) -> Binding, std::ops::RangeInclusive<usize>), ParseError> {
        self.sign(b'.')?;
        let kind = self.word("`local` or `env`")?;
        let of: fn(usize) -> Binding = match self.text_of(kind.span) {
            "local" => Binding::Local,
            "env" => Binding::Environment,
            _ => return Err(self.unexpected(kind, "`local` or `env`")),
        };
        self.sign(b'[')?;
        let first = self.below("parameter", MAX_REGISTERS)?;
        let mut last = first;
        if self.peek().kind == TokenKind::Range {
            let range = self.next();
            last = self.below("parameter", MAX_REGISTERS)?;
            if last < first {
                return Err(self.wrong(Code::F0106, range.span, format!("a range from {first} down to {last}")));
            }
        }
        self.sign(b']')?;
        Ok((of, first..=last))
    }

    /// Parses `{1, 2, 3, 4}`. If there are fewer numbers, the missing ones have the values of 0, 0, 0, 1.
    pub(super) fn vector(&mut self, integers: bool) -> Result<Parameter, ParseError> {
        self.sign(b'{')?;
        let one = if integers { 1 } else { 1.0f32.to_bits() };
        let mut numbers = [0, 0, 0, one];
        for number in &mut numbers {
            *number = self.signed(integers)?;
            if !self.takes(b',') {
                break;
            }
        }
        self.sign(b'}')?;
        Ok(Parameter { binding: Binding::Literal, components: numbers.map(Scalar::Literal) })
    }

    /// Parses a number with an optional sign. Returns its bits.
    pub(super) fn signed(&mut self, integers: bool) -> Result<u32, ParseError> {
        let negative = self.takes(b'-');
        let _ = negative || self.takes(b'+');
        let bits = self.number(integers)?;
        Ok(match negative {
            true if integers => bits.wrapping_neg(),
            true => bits ^ 0x8000_0000,
            false => bits,
        })
    }

    /// Parses a number without a sign. Returns its bits.
    pub(super) fn number(&mut self, integers: bool) -> Result<u32, ParseError> {
        let token = self.next();
        match token.kind {
            TokenKind::Float(_) if integers => Err(self.wrong(Code::F0106, token.span, "expected a whole number")),
            TokenKind::Float(bits) => Ok(bits),
            TokenKind::Hex(bits) => Ok(bits),
            TokenKind::Int(number) if integers => u32::try_from(number).map_err(|_| {
                self.wrong(Code::F0106, token.span, format!("{number} is beyond the 32 bits of an integer"))
            }),
            TokenKind::Int(number) => Ok((number as f32).to_bits()),
            _ => Err(self.unexpected(token, "a number")),
        }
    }
}
