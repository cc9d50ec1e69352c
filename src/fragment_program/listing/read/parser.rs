//! The parser: parses one statement after the other. After an error, it goes on with the next statement.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fragment_program::listing::CONDITION_ONLY;
use crate::fragment_program::{Binding, Destination, FragmentProgram, InstructionSet, Parameter, Register};
use crate::syntax::{Code, Diagnostic, MAX_DIAGNOSTICS, Span};

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
    pub tokens: Vec<Token>,
    /// The index of the next token.
    pub at: usize,
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
}
