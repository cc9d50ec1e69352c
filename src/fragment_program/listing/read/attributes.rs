//! Parses attributes of fragments, results, and parts of OpenGL's state.

use crate::fragment_program::{Binding, Coordinate, Parameter, Register, Scalar, State};
use crate::ir::Attribute;
use crate::syntax::{Code, Span};

use super::lex::TokenKind;
use super::parser::{ParseError, Parser};

/// The maximum number of texture coordinates of a pass.
const MAX_COORDINATES: usize = 32;
/// The maximum number of render targets.
const MAX_TARGETS: usize = 8;

impl Parser<'_> {
    /// Parses an attribute, after `fragment`.
    pub(super) fn fragment(&mut self, first: Span) -> Result<Register, ParseError> {
        self.sign(b'.')?;
        let item = self.word("`texcoord` or `position`")?;
        match self.text_of(item.span) {
            "position" => Ok(Register::Position),
            "texcoord" => {
                let number = match self.peek().kind {
                    TokenKind::Sign(b'[') => self.bracketed("texture coordinate", MAX_COORDINATES)?,
                    _ => 0,
                };
                Ok(self.attribute_register(Attribute::TexCoord(number)))
            }
            "color" => {
                let mut number = 0;
                // A swizzle may follow instead.
                if self.peek().kind == TokenKind::Sign(b'.') {
                    let word = self.text_of(self.peek_second().span);
                    if ["primary", "secondary"].contains(&word) {
                        self.next();
                        self.next();
                        number = usize::from(word == "secondary");
                    }
                }
                Ok(self.attribute_register(Attribute::Color(number)))
            }
            "fogcoord" => Ok(self.attribute_register(Attribute::Fog)),
            "facing" if self.program.set.branches() => Ok(self.attribute_register(Attribute::Facing)),
            absent @ ("facing" | "clip" | "attrib" | "primitive" | "layer") => {
                let title = format!("a pass has no `fragment.{absent}`");
                let wrong = self.wrong(Code::F0103, self.since(first), title);
                Err(self.help(wrong, "give the numbers as a texture coordinate, or as a constant"))
            }
            other => Err(self.wrong(Code::F0101, item.span, format!("fragments have no `{other}`"))),
        }
    }

    /// Returns the register of an attribute.
    pub(super) fn attribute_register(&mut self, attribute: Attribute) -> Register {
        let coordinates = &mut self.program.coordinates;
        let known = coordinates.iter().position(|coordinate| coordinate.attribute == attribute);
        Register::Coordinate(known.unwrap_or_else(|| {
            coordinates.push(Coordinate { attribute, components: [None; 4] });
            coordinates.len() - 1
        }))
    }

    /// Parses a render target, after `result`.
    pub(super) fn result(&mut self, first: Span) -> Result<Register, ParseError> {
        self.sign(b'.')?;
        let item = self.word("`color`")?;
        match self.text_of(item.span) {
            "color" => {}
            "depth" => return Ok(Register::Depth),
            other => return Err(self.wrong(Code::F0101, item.span, format!("results have no `{other}`"))),
        }
        let number = match self.peek().kind {
            TokenKind::Sign(b'[') if !self.options.draw_buffers => {
                let wrong = self.wrong(Code::F0103, self.since(first), "a second render target needs an option");
                return Err(self.help(wrong, "write `OPTION ARB_draw_buffers;` at the start"));
            }
            TokenKind::Sign(b'[') => self.bracketed("target", MAX_TARGETS)?,
            _ => 0,
        };
        self.program.outputs = self.program.outputs.max(number + 1);
        Ok(Register::Output(number))
    }

    /// Parses a part of OpenGL's state that is one constant, after `state`.
    pub(super) fn state(&mut self, first: Span) -> Result<Parameter, ParseError> {
        let mut rows = self.states(first)?;
        match rows.len() {
            1 => Ok(rows.remove(0)),
            _ => Err(self.wrong(Code::F0002, self.since(first), "several constants where one is wanted")),
        }
    }

    /// Parses a part of OpenGL's state: a constant, or the rows of a matrix.
    pub(super) fn states(&mut self, first: Span) -> Result<Vec<Parameter>, ParseError> {
        let mut text = String::new();
        let mut rows = None;
        while self.peek().kind == TokenKind::Sign(b'.') {
            // A swizzle ends the name.
            let word = self.text_of(self.peek_second().span);
            let letters = |set: &str| word.chars().all(|letter| set.contains(letter));
            if word.len() <= 4 && (letters("xyzw") || letters("rgba")) {
                break;
            }
            self.next();
            self.next();
            if word == "row" {
                self.sign(b'[')?;
                let from = self.below("row", 4)?;
                let to = if self.peek().kind == TokenKind::Range {
                    self.next();
                    self.below("row", 4)?
                } else {
                    from
                };
                self.sign(b']')?;
                rows = Some(from..=to);
                break;
            }
            text.push_str(if text.is_empty() { "" } else { "." });
            text.push_str(word);
            if self.peek().kind == TokenKind::Sign(b'[') {
                let number = self.bracketed("index", 256)?;
                text.push_str(&format!("[{number}]"));
            }
        }
        let names: Vec<String> = match (text.starts_with("matrix."), rows) {
            (true, rows) => rows.unwrap_or(0..=3).map(|row| format!("{text}.row[{row}]")).collect(),
            (false, _) => vec![text.clone()],
        };
        let mut parameters = Vec::with_capacity(names.len());
        for name in names {
            let Some(state) = State::parse(&name) else {
                let title = format!("OpenGL has no `state.{text}`");
                return Err(self.wrong(Code::F0101, self.since(first), title));
            };
            parameters.push(self.state_of(state));
        }
        Ok(parameters)
    }

    /// Returns the constant that is this part of OpenGL's state.
    pub(super) fn state_of(&mut self, state: State) -> Parameter {
        let states = &mut self.program.states;
        let known = states.iter().position(|known| *known == state);
        let number = known.unwrap_or_else(|| {
            states.push(state);
            states.len() - 1
        });
        Parameter { binding: Binding::State(number), components: [Scalar::Runtime; 4] }
    }
}
