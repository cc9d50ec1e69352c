//! Describes the kernel language for the parser. Its statements and expressions are those of GLSL, without those that old hardware
//! lacks or that brooklet generates.

use crate::syntax::ast::{ExprKind, Name};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::parse::{Codes, Language, Parsed, Parser};
use crate::syntax::{Code, Diagnostic, Files};

/// The maximum depth of nested brackets and statements. Each of the 128 nested brackets of an expression takes up to three levels.
const MAX_NESTING: usize = 400;
/// The maximum number of operators in a row.
const MAX_CHAIN: usize = 1024;

/// The types of the kernel language.
const TYPES: [&str; 19] = [
    "float", "vec2", "vec3", "vec4", "int", "ivec2", "ivec3", "ivec4", "uint", "uvec2", "uvec3", "uvec4", "bool",
    "bvec2", "bvec3", "bvec4", "index", "element", "void",
];

pub(super) static KERNELS: Language = Language {
    is_type,
    is_constructor: |word| is_type(word) && word != "void",
    constructed: "vec2(a, b)",
    programs: "kernels",
    no_pointer: "an array of elements is a gather: `float a[]`",
    logical_xor: true,
    braces: false,
    arrays: true,
    qualifiers: &["const", "struct"],
    methods: false,
    gaps: true,
    item_words: &[],
    begins_item,
    refuse_statement,
    prefix: |_| Ok(None),
    operand: |_| Ok(None),
    word_operators: &[],
    refuse_name,
    number,
    no_letter,
    max_nesting: MAX_NESTING,
    max_chain: MAX_CHAIN,
    max_height: MAX_NESTING + MAX_CHAIN,
    codes: Codes {
        missing: Code::K0101,
        name: Code::K0102,
        limit: Code::K0103,
        unclosed: Code::K0104,
        gap: Code::K0106,
        value: Code::K0107,
        no_index: Code::K0107,
        braces: Code::K0107,
        quoted: Code::K0109,
        letter: Code::K0109,
        comment: Code::K0110,
        pointer: Code::K0111,
    },
};

pub(super) fn is_type(word: &str) -> bool {
    TYPES.contains(&word)
}

/// Whether an item certainly begins at a token: a function, or an input, constant, output or parameter.
pub(super) fn begins_item(files: &Files, tokens: &[Token], at: usize, inside: Option<usize>) -> bool {
    let text = |at: usize| tokens.get(at).map_or("", |token| files.text(token.text));
    let word = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word);
    if !tokens[at].starts_line && at > 0 && ![";", "}"].contains(&text(at - 1)) {
        return false;
    }
    // One that is indented in a body was meant to be there.
    let in_body = || inside.is_some_and(|open| text(open) == "{") && files.line_column(tokens[at].text).1 > 1;
    match text(at) {
        "input" | "constant" | "output" | "parameter" | "precision" => word(at + 1) && word(at + 2) && !in_body(),
        ty if is_type(ty) => word(at + 1) && text(at + 2) == "(",
        _ => false,
    }
}

/// Returns why a kernel cannot use a keyword of other shaders, or `None` if the word is not one.
pub(crate) fn refuse_keyword(word: &str) -> Option<&'static str> {
    Some(match word {
        "uniform" | "varying" | "attribute" | "layout" | "buffer" | "shared" => {
            "declare `input`, `constant` and `output`; the rest is generated"
        }
        "goto" => "loops are left with `break`, functions with `return`",
        "while" | "do" => "`for (; condition; ) { .. }` goes on as long as the condition holds",
        "switch" | "case" | "default" => "write `if (..) { .. } else if (..) { .. }`",
        "discard" => "every element of an output is written",
        "struct" => "records are several streams; pass their fields as arguments",
        "precision" | "lowp" | "mediump" | "highp" => {
            "it is for the whole kernel: `precision mediump float;` at the top, if half precision suffices"
        }
        "static" | "extern" | "volatile" | "register" | "inline" | "invariant" | "precise" | "subroutine"
        | "typedef" => "remove it: a kernel has plain functions and variables",
        _ => return None,
    })
}

/// Refuses a statement that kernels do not have, by its first words.
fn refuse_statement(parser: &mut Parser) -> Parsed<()> {
    if !parser.is_word(0) {
        return Ok(());
    }
    let word = parser.text(0);
    match word {
        "if" | "for" | "return" | "break" | "continue" => return Ok(()),
        "else" => return parser.refuse(Code::K0112, parser.span(), "this `else` belongs to no `if`", ""),
        "input" | "constant" | "output" | "parameter" if parser.is_word(1) => {
            let title = format!("`{word}` stands outside functions, at the top");
            return parser.refuse(Code::K0116, parser.span(), &title, "");
        }
        _ => {}
    }
    if refuse_keyword(word).is_some() {
        return cannot_use(parser, 0);
    }
    // A qualifier of parameters, or of old shaders: `in float x`.
    if ["in", "out", "inout", "flat", "smooth", "centroid"].contains(&word) && parser.is_word(1) {
        let help = "remove it: it is only for the parameters of functions";
        return parser.refuse(Code::K0113, parser.span(), &format!("a variable cannot be `{word}`"), help);
    }
    if parser.text(1) == ":" {
        let title = format!("a kernel has no labels: `{word}:`");
        return parser.refuse(Code::K0113, parser.span(), &title, "");
    }
    Ok(())
}

/// The loop in place of a `while` that all chips can unroll.
const BOUNDED_LOOP: &str = "the oldest chips take loops with a number of iterations: \
    `for (index k = 0; k < 64; k++) { if (condition) { .. } }`";

/// Refuses the keyword that is `ahead` tokens after the next token.
#[inline(never)]
pub(super) fn cannot_use<T>(parser: &mut Parser, ahead: usize) -> Parsed<T> {
    let word = parser.text(ahead);
    let title = format!("a kernel cannot use `{word}`");
    let error = Diagnostic::error(Code::K0113, parser.token(ahead).span, title);
    let error = refuse_keyword(word).into_iter().fold(error, Diagnostic::help);
    parser.fail(match word {
        "while" | "do" => error.help(BOUNDED_LOOP),
        _ => error,
    })
}

/// Refuses a type as the name of a variable or function, because the errors that follow would be hard to understand.
pub(super) fn refuse_name(parser: &mut Parser, name: &Name) -> Parsed<()> {
    if !is_type(&name.text) {
        return Ok(());
    }
    let help = match name.text.as_str() {
        "element" | "index" => "it is a built-in name of kernels",
        _ => "it is a type",
    };
    let title = format!("`{}` cannot be the name of a variable or function", name.text);
    parser.refuse(Code::K0102, name.span, &title, help)
}

pub(super) fn no_letter(letter: char, _: &str) -> String {
    let unseen = letter.is_control()
        || letter.is_whitespace()
        || "\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{ad}".contains(letter);
    match unseen {
        true => format!("the kernel language has no U+{:04X}, an invisible character", u32::from(letter)),
        false => format!("the kernel language has no `{letter}`"),
    }
}

fn number(parser: &mut Parser, kind: TokenKind) -> Parsed<ExprKind> {
    let written = parser.text(0);
    let hex = written.starts_with("0x") || written.starts_with("0X");
    match kind {
        TokenKind::Float(value) if value.is_infinite() => {
            no_number(parser, "is beyond float32", "its largest is 3.4028235e38")
        }
        TokenKind::Float(_) if written.ends_with(['h', 'H', 'l', 'L']) => {
            no_number(parser, "is not a number", "remove the letter: floats have 32 bits")
        }
        TokenKind::Float(_) if written.ends_with(['f', 'F']) && !written.contains(['.', 'e', 'E']) => {
            no_number(parser, "is not a number", "a float has a point: `2.0`")
        }
        TokenKind::Float(value) => Ok(ExprKind::Float(value)),
        TokenKind::Int(_) | TokenKind::Uint(_) if written.ends_with(['l', 'L']) || written.contains(['l', 'L']) => {
            no_number(parser, "is not a number", "remove the `l`: whole numbers have 32 bits")
        }
        TokenKind::Uint(_) if written.bytes().filter(|byte| byte.eq_ignore_ascii_case(&b'u')).count() > 1 => {
            no_number(parser, "is not a number", "")
        }
        TokenKind::Int(value) if u32::try_from(value).is_ok() => Ok(ExprKind::Int(value)),
        TokenKind::Uint(value) if u32::try_from(value).is_ok() => Ok(ExprKind::Uint(value as u32)),
        TokenKind::Int(_) | TokenKind::Uint(_) => {
            no_number(parser, "has more than 32 bits", "a float has a point: `5e9`, `1.0`")
        }
        _ if !hex && written.bytes().all(|byte| byte.is_ascii_digit()) => match written.starts_with('0') {
            true => no_number(parser, "is not a number", "one that starts with 0 is octal, of the digits 0 to 7"),
            false => no_number(parser, "has more than 32 bits", "a float has a point: `5e9`, `1.0`"),
        },
        _ => no_number(parser, "is not a number", ""),
    }
}

#[inline(never)]
fn no_number(parser: &mut Parser, what: &str, help: &str) -> Parsed<ExprKind> {
    let title = format!("`{}` {what}", parser.text(0));
    parser.refuse(Code::K0108, parser.span(), &title, help)
}
