//! The parser: parses one statement after the other. After an error, it goes on with the next statement.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fragment_program::listing::CONDITION_ONLY;
use crate::fragment_program::{Binding, Destination, FragmentProgram, InstructionSet, Parameter, Register};
use crate::syntax::steps::step;
use crate::syntax::{Code, Diagnostic, MAX_DIAGNOSTICS, Span, nearest};

use super::NV30_HEADER;
use super::enabled::Options;
use super::lex::{Token, TokenKind, lex};
use super::symbols::{Symbol, Symbols};

/// An open block.
pub(super) struct Block {
    pub name: &'static str,
    pub span: Span,
    pub has_else: bool,
}

impl Block {
    /// Returns the opcode that closes the block.
    pub fn end(&self) -> &'static str {
        match self.name {
            "IF" => "ENDIF",
            "REP" => "ENDREP",
            _ => "ENDLOOP",
        }
    }
}

/// An error in a statement.
pub(super) type ParseError = Box<Diagnostic>;

/// Where what is written is rounded to half precision.
#[derive(Default)]
pub(super) struct Halves {
    /// Temporaries.
    pub registers: FxHashSet<Register>,
    /// Names of results. A result may have another name, by which it is not rounded.
    pub outputs: FxHashSet<String>,
}

/// The parameters that are set by name.
#[derive(Default)]
pub(super) struct NamedParameters {
    pub count: usize,
    /// The values that they have from the start.
    pub defaults: Vec<(Binding, [f32; 4])>,
}

/// Parses tokens into a program.
pub(super) struct Parser<'a> {
    pub text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    pub program: FragmentProgram,
    pub temporaries: Vec<String>,
    pub parameters: Vec<String>,
    pub symbols: Symbols,
    pub options: Options,
    /// The header, without which the options mean nothing.
    pub header: &'static str,
    /// The parameters that are set by name.
    pub named: NamedParameters,
    /// The constants, with their numbers.
    pub constants: FxHashMap<Parameter, usize>,
    pub halves: Halves,
    /// The open blocks.
    pub blocks: Vec<Block>,
    /// The instructions of which only the condition code is written.
    pub condition_only: Vec<usize>,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, start: usize, (header, set): (&'static str, InstructionSet)) -> Parser<'a> {
        Parser {
            text,
            tokens: lex(text, start + header.len()),
            at: 0,
            program: FragmentProgram {
                name: String::new(),
                set,
                about: Vec::new(),
                uniforms: Vec::new(),
                states: Vec::new(),
                parameters: Vec::new(),
                coordinates: Vec::new(),
                samplers: Vec::new(),
                temporaries: 0,
                outputs: 0,
                instructions: Vec::new(),
                files: Default::default(),
            },
            temporaries: Vec::new(),
            parameters: Vec::new(),
            symbols: Symbols::default(),
            options: Options::default(),
            header,
            named: NamedParameters::default(),
            constants: FxHashMap::default(),
            halves: Halves::default(),
            blocks: Vec::new(),
            condition_only: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Whether the listing is in `!!FP1.0`, where registers need no declaration.
    pub fn is_bare(&self) -> bool {
        self.header == NV30_HEADER
    }

    /// Parses the whole listing.
    pub fn listing(&mut self) {
        let mut options = true;
        while self.diagnostics.len() < MAX_DIAGNOSTICS {
            let token = self.peek();
            let word = self.text_of(token.span);
            let read = match token.kind {
                TokenKind::Word if word == "END" => {
                    self.next();
                    if let Err(wrong) = self.ended(token.span.end as usize).and_then(|()| self.blend_fog()) {
                        self.diagnostics.push(*wrong);
                    }
                    break;
                }
                TokenKind::End => {
                    let wrong = Diagnostic::error(Code::F0002, token.span, "the listing has no `END`");
                    self.diagnostics.push(wrong.help("write `END` behind the last instruction"));
                    break;
                }
                TokenKind::Word if word == "OPTION" => {
                    self.next();
                    self.option(options, token.span)
                }
                TokenKind::Word => {
                    options = false;
                    self.next();
                    self.statement(token)
                }
                _ => Err(self.unexpected(token, "an instruction or a declaration")),
            };
            match read {
                // Go on without the `;`, because the next statement may be correct.
                Ok(()) if !self.takes(b';') => {
                    let behind = self.since(token.span).end;
                    let place = Span { file: 0, start: behind, end: behind };
                    let wrong = Diagnostic::error(Code::F0002, place, "a `;` is missing");
                    self.diagnostics.push(wrong.help("write `;` behind each statement"));
                    if self.peek().kind != TokenKind::Word {
                        self.skip();
                    }
                }
                Ok(()) => {}
                Err(wrong) => {
                    self.diagnostics.push(*wrong);
                    self.skip();
                }
            }
        }
        self.finish();
    }

    /// Checks that only comments follow `END`, and that all blocks are closed. Texts of the time also have comments behind `//` there, and
    /// the zero that ends a string of C, after which nothing counts.
    fn ended(&mut self, end: usize) -> Result<(), ParseError> {
        if let Some(block) = self.blocks.last() {
            let wrong = Diagnostic::error(Code::F0107, block.span, format!("`{}` without its end", block.name));
            return Err(Box::new(wrong.help(format!("end it with `{}`", block.end()))));
        }
        let rest = self.text.get(end..).unwrap_or_default().split('\0').next().unwrap_or_default();
        let mut at = end;
        for line in rest.split_inclusive(['\n', '\r']) {
            let trimmed = line.trim();
            if !trimmed.is_empty() && !trimmed.starts_with('#') && !trimmed.starts_with("//") {
                while (self.peek().span.start as usize) < at && self.peek().kind != TokenKind::End {
                    self.next();
                }
                return Err(self.unexpected(self.peek(), "nothing behind `END`"));
            }
            at += line.len();
        }
        Ok(())
    }

    fn finish(&mut self) {
        self.program.temporaries = self.temporaries.len();
        self.program.outputs = self.program.outputs.max(1);
        // If anything else uses the register with that name, it is an ordinary temporary.
        if let Some(Symbol::Register(register)) = self.symbols.get(CONDITION_ONLY) {
            for at in std::mem::take(&mut self.condition_only) {
                if let Some(instruction) = self.program.instructions.get_mut(at) {
                    instruction.destination = Some(Destination { register, mask: 0b1111 });
                }
            }
        }
    }

    fn statement(&mut self, token: Token) -> Result<(), ParseError> {
        match self.text_of(token.span) {
            "DECLARE" if self.is_bare() => self.declare(false),
            "DEFINE" if self.is_bare() => self.declare(true),
            "TEMP" => self.temporary(),
            "PARAM" => self.parameter(false),
            "ATTRIB" => self.attribute(),
            "OUTPUT" => self.output(false),
            "ALIAS" => self.alias(),
            "ADDRESS" => Err(self.wrong(Code::F0104, token.span, "fragment programs have no address registers")),
            _ if self.peek().kind == TokenKind::Sign(b':') => Err(self.no_subroutines(token)),
            ty @ ("INT" | "UINT" | "FLOAT" | "LONG") => {
                let integers = matches!(ty, "INT" | "UINT");
                let declared = self.next();
                match self.text_of(declared.span) {
                    "TEMP" => self.temporary(),
                    "PARAM" => self.parameter(integers),
                    "OUTPUT" if ty == "LONG" => self.output(false),
                    _ => Err(self.unexpected(declared, "`TEMP` or `PARAM`")),
                }
            }
            // Registers and results of half precision, of NV_fragment_program_option.
            "SHORT" if self.program.set.conditions() => {
                let declared = self.next();
                match self.text_of(declared.span) {
                    "TEMP" => {
                        let first = self.temporaries.len();
                        self.temporary()?;
                        self.halves.registers.extend((first..self.temporaries.len()).map(Register::Temporary));
                        Ok(())
                    }
                    "OUTPUT" => self.output(true),
                    _ => Err(self.unexpected(declared, "`TEMP` or `OUTPUT`")),
                }
            }
            _ => self.instruction(token),
        }
    }

    /// Returns the error for labels and calls.
    pub(super) fn no_subroutines(&self, token: Token) -> ParseError {
        let title = format!("`{}`: subroutines are not read", self.text_of(token.span));
        let wrong = self.wrong(Code::F0104, token.span, title);
        self.help(wrong, "write the instructions of the subroutine where it is called")
    }

    pub fn peek(&self) -> Token {
        step();
        // The last token is always `End`.
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// Returns the token after the next.
    pub fn peek_second(&self) -> Token {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    pub fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// If the next token is this sign, consumes it and returns true.
    pub fn takes(&mut self, sign: u8) -> bool {
        let there = self.peek().kind == TokenKind::Sign(sign);
        self.at += usize::from(there);
        there
    }

    pub fn sign(&mut self, sign: u8) -> Result<Token, ParseError> {
        let token = self.peek();
        match self.takes(sign) {
            true => Ok(token),
            false => Err(self.unexpected(token, &format!("`{}`", sign as char))),
        }
    }

    pub fn word(&mut self, what: &str) -> Result<Token, ParseError> {
        let token = self.peek();
        match token.kind {
            TokenKind::Word => Ok(self.next()),
            _ => Err(self.unexpected(token, what)),
        }
    }

    /// Consumes exactly this word.
    pub fn keyword(&mut self, word: &str) -> Result<Token, ParseError> {
        let token = self.peek();
        match token.kind == TokenKind::Word && self.text_of(token.span) == word {
            true => Ok(self.next()),
            false => Err(self.unexpected(token, &format!("`{word}`"))),
        }
    }

    /// Returns the text of a span.
    pub fn text_of(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Returns the span from a token to the last token that was consumed.
    pub fn since(&self, first: Span) -> Span {
        let last = self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)];
        first.to(last.span)
    }

    pub fn wrong(&self, code: Code, span: Span, title: impl Into<String>) -> ParseError {
        Box::new(Diagnostic::error(code, span, title))
    }

    pub fn help(&self, mut wrong: ParseError, help: impl Into<String>) -> ParseError {
        wrong.help.push(help.into());
        wrong
    }

    pub fn unexpected(&self, token: Token, wanted: &str) -> ParseError {
        let title = match token.kind {
            TokenKind::End => format!("expected {wanted}, found the end of the listing"),
            TokenKind::BadNumber => format!("`{}` is not a number", self.text_of(token.span)),
            _ => format!("expected {wanted}, found `{}`", self.text_of(token.span)),
        };
        self.wrong(Code::F0002, token.span, title)
    }

    /// Parses an integer below `max` in brackets.
    pub fn bracketed(&mut self, what: &str, max: usize) -> Result<usize, ParseError> {
        self.sign(b'[')?;
        let number = self.below(what, max)?;
        self.sign(b']')?;
        Ok(number)
    }

    /// Parses an integer below `max`.
    pub fn below(&mut self, what: &str, max: usize) -> Result<usize, ParseError> {
        let token = self.next();
        match token.kind {
            TokenKind::Int(number) if number < max as u64 => Ok(number as usize),
            TokenKind::Int(number) => Err(self.wrong(
                Code::F0106,
                token.span,
                format!("{what} {number} is out of range: there are {max}, counted from 0"),
            )),
            _ => Err(self.unexpected(token, "a whole number")),
        }
    }

    /// Returns the meaning of a name. If a register was used only for condition codes so far, it becomes an ordinary temporary.
    pub fn named(&mut self, token: Token) -> Result<Symbol, ParseError> {
        let name = self.text_of(token.span);
        match self.symbols.get(name) {
            Some(Symbol::ConditionOnly) => {
                // The register is used for more than condition codes.
                let register = Register::Temporary(self.temporaries.len());
                self.temporaries.push(name.to_owned());
                let declared = self.symbols.declared(name).unwrap_or(token.span);
                self.symbols.insert(name, Symbol::Register(register), declared);
                Ok(Symbol::Register(register))
            }
            Some(symbol) => Ok(symbol),
            None => {
                if self.is_bare()
                    && let Some(symbol) = self.bare_register(name, token.span)
                {
                    return Ok(symbol);
                }
                let mut wrong = Diagnostic::error(Code::F0101, token.span, format!("`{name}` is not declared"));
                wrong = match nearest(name, self.symbols.names()) {
                    Some(meant) => wrong.help(format!("did you mean `{meant}`?")),
                    None => wrong.help(format!("declare it before it is used: `TEMP {name};`")),
                };
                Err(Box::new(wrong))
            }
        }
    }

    /// Skips the rest of the statement, including its `;`.
    fn skip(&mut self) {
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::End => return,
                TokenKind::Word if self.text_of(token.span) == "END" => return,
                TokenKind::Sign(b';') => {
                    self.next();
                    return;
                }
                _ => {
                    self.next();
                }
            }
        }
    }
}
