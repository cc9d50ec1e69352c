//! Parses flow control: conditions and nested blocks.

use crate::fragment_program::{Instruction, Opcode};
use crate::syntax::{Code, Diagnostic, Span};

use super::MAX_NESTING;
use super::instructions::test;
use super::lex::{Token, TokenKind};
use super::operands::Wanted;
use super::parser::{Block, ParseError, Parser};

impl Parser<'_> {
    /// Parses the rest of an instruction after the opcode, for flow control and `KIL`. Opens or closes blocks.
    pub(super) fn flow(&mut self, instruction: &mut Instruction, token: Token) -> Result<(), ParseError> {
        use Opcode::{Brk, Else, EndIf, EndLoop, EndRep, If, Kil, Loop, Rep, Ret};
        let conditions = self.program.set.conditions();
        let next = self.peek();
        let tested = next.kind == TokenKind::Word
            && test(self.text_of(next.span)).is_some()
            && self.symbols.get(self.text_of(next.span)).is_none();
        match instruction.opcode {
            If => {
                let bracket = self.takes(b'(');
                instruction.guard = Some(self.guard()?);
                if bracket {
                    self.sign(b')')?;
                }
            }
            Kil if conditions && tested => instruction.guard = Some(self.guard()?),
            Kil => {
                let operand = self.operand(Wanted::Vector, instruction)?;
                instruction.sources.push(operand);
            }
            Brk | Ret if self.takes(b'(') => {
                instruction.guard = Some(self.guard()?);
                self.sign(b')')?;
            }
            Brk | Ret if tested => instruction.guard = Some(self.guard()?),
            Rep | Loop if next.kind != TokenKind::Sign(b';') => {
                let operand = self.operand(Wanted::Number, instruction)?;
                instruction.sources.push(operand);
            }
            _ => {}
        }
        self.blocks(instruction.opcode, token.span)?;
        if matches!(instruction.opcode, EndIf | EndRep | EndLoop | Else) {
            instruction.guard = None;
        }
        Ok(())
    }

    /// Opens or closes a block, and checks that blocks are nested properly.
    fn blocks(&mut self, opcode: Opcode, span: Span) -> Result<(), ParseError> {
        let name = opcode.name();
        let outside = |what: &str| Box::new(Diagnostic::error(Code::F0107, span, format!("`{name}` {what}")));
        match opcode {
            Opcode::If | Opcode::Rep | Opcode::Loop => {
                if self.blocks.len() >= MAX_NESTING {
                    return Err(outside(&format!("is nested more than {MAX_NESTING} blocks deep")));
                }
                self.blocks.push(Block { name, span, has_else: false });
            }
            Opcode::Else => match self.blocks.last_mut() {
                Some(block) if block.name == "IF" && !block.has_else => block.has_else = true,
                _ => return Err(outside("without an `IF`")),
            },
            Opcode::EndIf | Opcode::EndRep | Opcode::EndLoop => match self.blocks.last() {
                Some(block) if block.end() == name => drop(self.blocks.pop()),
                Some(block) => {
                    let title = format!("does not end the innermost block, `{}`", block.name);
                    return Err(Box::new(outside(&title).other(block.span, "it begins here")));
                }
                None => return Err(outside("without a beginning")),
            },
            Opcode::Brk if !self.blocks.iter().any(|block| block.name != "IF") => {
                return Err(outside("outside of a loop"));
            }
            _ => {}
        }
        Ok(())
    }
}
