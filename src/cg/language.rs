//! Describes Cg to the parser of statements and expressions.

use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::parse::{Codes, Language, MAX_CHAIN, MAX_NESTING, Parsed, Parser};
use crate::syntax::{Code, Files, float};

use super::types::{is_sampler, numeric};

pub(super) static CG: Language = Language {
    is_type,
    is_constructor: |word| numeric(word).is_some(),
    constructed: "float2(a, b)",
    programs: "programs",
    no_pointer: "an array is passed as a value: `float a[4]`; what is changed is passed as `inout`",
    logical_xor: false,
    braces: true,
    arrays: true,
    qualifiers: &["const", "struct", "static", "uniform", "varying"],
    methods: true,
    gaps: false,
    item_words: &[],
    begins_item,
    refuse_statement,
    prefix,
    operand: |_| Ok(None),
    word_operators: &[],
    refuse_name: |_, _| Ok(()),
    number,
    no_letter: |_, named| format!("{named} is not a character of Cg"),
    max_nesting: MAX_NESTING,
    max_chain: 2 * MAX_CHAIN,
    max_height: 2 * MAX_NESTING,
    codes: Codes {
        missing: Code::C0000,
        gap: Code::C0000,
        name: Code::C0000,
        limit: Code::C0001,
        unclosed: Code::C0000,
        pointer: Code::C0002,
        no_index: Code::C0000,
        quoted: Code::C0000,
        letter: Code::C0000,
        comment: Code::C0000,
        braces: Code::C0000,
        value: Code::C0000,
    },
};

pub(super) fn is_type(word: &str) -> bool {
    numeric(word).is_some() || is_sampler(word) || word == "void"
}

/// Whether an item certainly begins at a token: a function or a struct, at the start of a line. `inside` is the bracket around it: structs
/// have functions too.
fn begins_item(files: &Files, tokens: &[Token], at: usize, inside: Option<usize>) -> bool {
    let text = |at: usize| tokens.get(at).map_or("", |token| files.text(token.text));
    let word = |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word);
    if !tokens[at].starts_line {
        return false;
    }
    // `struct {`, `struct Name {` or `struct Name : Interface {`
    let before = |inside: usize| [1, 2, 4].into_iter().filter_map(move |back| inside.checked_sub(back));
    if inside.is_some_and(|inside| before(inside).any(|at| ["struct", "interface"].contains(&text(at)))) {
        return false;
    }
    match text(at) {
        "struct" | "interface" => word(at + 1) && ["{", ":"].contains(&text(at + 2)),
        // `void name(type`: a declaration of a local variable does not look so.
        ty if is_type(ty) => {
            word(at + 1) && text(at + 2) == "(" && (is_type(text(at + 3)) || QUALIFIERS.contains(&text(at + 3)))
        }
        _ => false,
    }
}

/// The words before the type of a parameter, a global variable or a member.
pub(super) const QUALIFIERS: [&str; 12] =
    ["uniform", "varying", "const", "static", "in", "out", "inout", "packed", "extern", "inline", "volatile", "struct"];

/// Refuses statements that Cg does not have.
fn refuse_statement(parser: &mut Parser) -> Parsed<()> {
    if !parser.is_word(0) {
        return Ok(());
    }
    let word = parser.text(0);
    match word {
        "else" => parser.refuse(Code::C0000, parser.span(), "this `else` belongs to no `if`", ""),
        "switch" | "case" | "default" | "goto" => {
            let help = match word {
                "goto" => "loops are left with `break`, functions with `return`",
                _ => "write `if (..) { .. } else if (..) { .. }`",
            };
            parser.refuse(Code::C0003, parser.span(), &format!("Cg has no `{word}`"), help)
        }
        "asm" => parser.refuse(Code::C0003, parser.span(), "Cg has no `asm` in functions", ""),
        _ => Ok(()),
    }
}

/// Parses a cast, and refuses pointers.
fn prefix(parser: &mut Parser) -> Parsed<Option<Box<Expr>>> {
    let first = parser.span();
    match (parser.token(0).kind, parser.text(0)) {
        (TokenKind::Sign, "*" | "&") => {
            parser.refuse(Code::C0002, first, "Cg has no pointers", "an array is passed as a value: `float a[4]`")
        }
        (TokenKind::Sign, "(") if parser.is_word(1) && parser.text(2) == ")" && parser.is_type(parser.text(1)) => {
            parser.at += 1;
            let ty = parser.name_here();
            parser.at += 2;
            let of = parser.nested(Parser::unary)?;
            let span = first.to(of.span);
            parser.boxed(ExprKind::Cast(ty, of), span).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns the value of the number that comes next. The letter at its end says its type, as a cast does.
fn number(parser: &mut Parser, kind: TokenKind) -> Parsed<ExprKind> {
    let (written, span) = (parser.text(0), parser.span());
    let typed = |ty: &str, value: f32| {
        let of = Box::new(Expr::new(ExprKind::Float(value), span));
        Ok(ExprKind::Cast(Name { text: ty.to_owned(), span }, of))
    };
    match kind {
        TokenKind::Float(value) => match written.chars().last() {
            Some('f' | 'F') => typed("float", value),
            Some('h' | 'H') => typed("half", value),
            _ => Ok(ExprKind::Float(value)),
        },
        TokenKind::Int(value) | TokenKind::Uint(value) => Ok(ExprKind::Int(value)),
        _ => {
            let digits = written.strip_suffix(['x', 'X']).unwrap_or_default();
            match float(digits).filter(|_| digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')) {
                Some(value) => typed("fixed", value),
                None => {
                    let title = format!("`{written}` is not a number");
                    parser.refuse(Code::C0000, span, &title, "a number ends with nothing, or with `f`, `h` or `x`")
                }
            }
        }
    }
}
