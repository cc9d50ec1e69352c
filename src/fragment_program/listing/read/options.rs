//! Parses options, which enable instructions and several render targets.

use crate::fragment_program::InstructionSet;
use crate::syntax::{Code, Diagnostic, Span, nearest};

use super::parser::{ParseError, Parser};

impl Parser<'_> {
    /// Parses the name of an option, after `OPTION`.
    pub(super) fn option(&mut self, first: bool, at: Span) -> Result<(), ParseError> {
        let token = self.word("the name of an option")?;
        if !first {
            return Err(self.wrong(Code::F0002, at, "options come before all else"));
        }
        let raise = |set: &mut InstructionSet, to| {
            if *set != InstructionSet::Nv40 {
                *set = to;
            }
        };
        let known = [
            "ARB_draw_buffers",
            "ATI_draw_buffers",
            "ARB_precision_hint_fastest",
            "ARB_precision_hint_nicest",
            "NV_fragment_program",
            "NV_fragment_program2",
        ];
        let arb = self.text.starts_with("!!ARBfp");
        let own = self.text.starts_with("!!BRfp");
        match self.text_of(token.span) {
            "ARB_draw_buffers" | "ATI_draw_buffers" => self.draw_buffers = true,
            // These are only hints.
            "ARB_precision_hint_fastest" | "ARB_precision_hint_nicest" => {}
            "NV_fragment_program" if arb => raise(&mut self.program.set, InstructionSet::Nv30),
            "NV_fragment_program2" if arb => self.program.set = InstructionSet::Nv40,
            "r520" if own => self.program.set = InstructionSet::R520,
            "plain" if own => self.program.set = InstructionSet::Plain,
            fog @ ("ARB_fog_exp" | "ARB_fog_exp2" | "ARB_fog_linear") => {
                let wrong = self.wrong(Code::F0103, token.span, format!("`{fog}`: a pass has no fog"));
                return Err(self.help(wrong, "leave the option out"));
            }
            other => {
                let mut wrong = Diagnostic::error(Code::F0103, token.span, format!("unknown option `{other}`"));
                if known.contains(&other) {
                    wrong = wrong.help("it goes with `!!ARBfp1.0`");
                } else if let Some(meant) = nearest(other, known.into_iter()) {
                    wrong = wrong.help(format!("did you mean `{meant}`?"));
                }
                return Err(Box::new(wrong));
            }
        }
        Ok(())
    }
}
