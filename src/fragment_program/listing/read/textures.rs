//! Parses the textures of instructions.

use crate::fragment_program::{Instruction, Sampler, TextureTarget};
use crate::syntax::Code;

use super::lex::TokenKind;
use super::parser::{ParseError, Parser};

/// The maximum number of texture image units.
const MAX_UNITS: usize = 32;

impl Parser<'_> {
    /// Parses the texture of an instruction: `, texture[0], 2D`.
    pub(super) fn texture(&mut self, instruction: &mut Instruction) -> Result<(), ParseError> {
        self.sign(b',')?;
        let (first, unit) = match self.is_bare() {
            true => {
                let token = self.word("a texture image unit, such as `TEX0`")?;
                let number = self.text_of(token.span).strip_prefix("TEX").and_then(|text| text.parse::<usize>().ok());
                match number.filter(|number| *number < MAX_UNITS) {
                    Some(unit) => (token.span, unit),
                    None => return Err(self.unexpected(token, "a texture image unit, such as `TEX0`")),
                }
            }
            false => {
                let first = self.keyword("texture")?.span;
                let unit = match self.peek().kind {
                    TokenKind::Sign(b'[') => self.bracketed("texture image unit", MAX_UNITS)?,
                    _ => 0,
                };
                (first, unit)
            }
        };
        self.sign(b',')?;
        let token = self.next();
        let targets = [
            TextureTarget::TwoD,
            TextureTarget::Rectangle,
            TextureTarget::OneD,
            TextureTarget::ThreeD,
            TextureTarget::Cube,
            TextureTarget::Array,
            TextureTarget::Buffer,
        ];
        let text = self.text_of(token.span);
        let integers = self.program.set.integers();
        let known = |target: &TextureTarget| {
            target.name() == text && (integers || !matches!(target, TextureTarget::Array | TextureTarget::Buffer))
        };
        let Some(target) = targets.into_iter().find(known) else {
            let wrong = match token.kind {
                TokenKind::Word | TokenKind::Target => {
                    self.wrong(Code::F0103, token.span, format!("textures of `{text}` are not supported"))
                }
                _ => self.unexpected(token, "`2D` or `RECT`"),
            };
            return Err(self.help(wrong, "there are `1D`, `2D`, `3D`, `CUBE` and `RECT`"));
        };
        let sampler = Sampler { unit, input: unit, target };
        let samplers = &mut self.program.samplers;
        let k = samplers.iter().position(|known| known.unit == unit).unwrap_or_else(|| {
            samplers.push(sampler);
            samplers.len() - 1
        });
        if samplers[k].target != target {
            let title =
                format!("texture[{unit}] is {} elsewhere, and {} here", samplers[k].target.name(), target.name());
            return Err(self.wrong(Code::F0105, self.since(first), title));
        }
        instruction.sampler = Some(k);
        Ok(())
    }
}
