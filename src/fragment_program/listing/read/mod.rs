//! The reader: parses a listing into a program.
//!
//! It accepts the whole grammar of ARB_fragment_program, the instructions, condition codes and flow control of NVIDIA's options, and
//! `!!FP1.0`, the syntax of NV_fragment_program. It rejects subroutines, and textures that compare depths.

mod attributes;
mod blocks;
mod cursor;
mod declarations;
mod enabled;
mod fog;
mod instructions;
mod lex;
mod nv30;
#[cfg(test)]
mod old_texts;
mod operands;
mod options;
mod parser;
mod symbols;
#[cfg(test)]
mod tests;
mod textures;

use std::rc::Rc;

use crate::fragment_program::{Binding, FragmentProgram, InstructionSet};
use crate::syntax::{Code, Diagnostic, Diagnostics, File, Files, Span};

use parser::Parser;

/// The maximum length of a listing, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The maximum number of instructions of a program.
const MAX_INSTRUCTIONS: usize = 1 << 16;
/// The maximum number of registers of each kind. Numbers in brackets must be below it.
const MAX_REGISTERS: usize = 4096;
/// The maximum nesting depth of blocks.
const MAX_NESTING: usize = 64;

/// A program that was parsed, and the names of registers in its listing.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    /// The program. The spans of its instructions refer to the listing. Each texture image unit reads the input with the same number.
    pub program: FragmentProgram,
    /// The names of its temporaries, in order.
    pub temporaries: Vec<String>,
    /// The names of its constants, in order. The name is empty if a constant has none.
    pub parameters: Vec<String>,
    /// The values that parameters have from the start, if the listing says them.
    pub defaults: Vec<(Binding, [f32; 4])>,
}

/// Parses a listing. `name` is the name of the file, for messages.
///
/// ```
/// use brooklet::fragment_program::listing;
/// let text = "!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nMUL result.color, a, 2.0;\nEND\n";
/// let read = listing::read("double.fp", text)?;
/// assert_eq!(read.program.instructions.len(), 2);
/// assert_eq!(read.temporaries, ["a"]);
/// # Ok::<(), brooklet::syntax::Diagnostics>(())
/// ```
///
/// # Errors
/// Returns all errors in the text, with their places.
pub fn read(name: &str, text: &str) -> Result<Listing, Diagnostics> {
    let files = Files(vec![File { name: name.to_owned(), text: text.to_owned() }]);
    let refused = |diagnostic| Diagnostics::new(files.clone(), vec![diagnostic]);
    if text.len() > MAX_BYTES {
        let title = format!("a listing of {} bytes: at most {MAX_BYTES} are read", text.len());
        // Error messages do not quote such a long text.
        let files = Files(vec![File { name: name.to_owned(), text: String::new() }]);
        return Err(Diagnostics::new(files, vec![Diagnostic::error(Code::F0003, Span::default(), title)]));
    }
    let start = before_header(text);
    let Some(head) = head(&text[start..]) else {
        let end = text.find(['\n', '\r']).unwrap_or(text.len()).min(80) as u32;
        return Err(refused(
            Diagnostic::error(
                Code::F0001,
                Span { file: 0, start: 0, end },
                "the text does not begin with `!!ARBfp1.0`",
            )
            .help("a listing begins with `!!ARBfp1.0`, after comments at most; `!!FP1.0` and `!!NVfp4.0` are read too"),
        ));
    };
    let mut parser = Parser::new(text, start, head);
    parser.listing();
    parser.program.name = name.rsplit(['/', '\\']).next().unwrap_or(name).trim_end_matches(".fp").to_owned();
    match parser.diagnostics.is_empty() {
        true => {
            parser.program.files = Rc::new(files);
            let Parser { program, temporaries, parameters, named, .. } = parser;
            Ok(Listing { program, temporaries, parameters, defaults: named.defaults })
        }
        false => Err(Diagnostics::new(files, parser.diagnostics)),
    }
}

/// The header of ARB_fragment_program.
const ARB_HEADER: &str = "!!ARBfp1.0";
/// The header of brooklet's own instruction sets.
const OWN_HEADER: &str = "!!BRfp1.0";
/// The header of the syntax of NV_fragment_program.
pub(in crate::fragment_program::listing) const NV30_HEADER: &str = "!!FP1.0";

/// Returns where the header begins: after empty lines and comments.
fn before_header(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let trimmed = line.trim_start_matches(['\u{feff}', ' ', '\t']);
        if !trimmed.trim().is_empty() && !trimmed.starts_with('#') && !trimmed.starts_with("//") {
            return at + (line.len() - trimmed.len());
        }
        at += line.len();
    }
    0
}

/// Returns the header at the start of a text, and the instruction set that it selects if no option follows.
fn head(text: &str) -> Option<(&'static str, InstructionSet)> {
    let heads = [
        (ARB_HEADER, InstructionSet::Arb),
        (NV30_HEADER, InstructionSet::Nv30),
        ("!!NVfp4.0", InstructionSet::G80),
        (OWN_HEADER, InstructionSet::Plain),
    ];
    heads.into_iter().find(|(head, _)| text.starts_with(head))
}
