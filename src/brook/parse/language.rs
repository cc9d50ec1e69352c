//! Describes Brook to the parser of statements and expressions. Brook has a subset of C's, and adds `indexof`.

use super::is_float_type;
use crate::brook::types::{builtin, is_type};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::parse::{Codes, LENGTHS, Language, MAX_CHAIN, MAX_NESTING, MAX_WORDS, Parsed, Parser};
use crate::syntax::{Code, Diagnostic, Files, Span};

/// The words that make a function a kernel.
pub(super) const KERNEL_WORDS: [&str; 2] = ["kernel", "reduce"];

pub(super) static BROOK: Language = Language {
    is_type,
    is_constructor: is_float_type,
    constructed: "float2(a, b)",
    programs: "kernels",
    no_pointer: "an array of elements is a gather: `float a[]`",
    logical_xor: false,
    braces: true,
    arrays: true,
    qualifiers: &["const", "struct"],
    methods: false,
    gaps: false,
    item_words: &KERNEL_WORDS,
    begins_item: begins_kernel,
    refuse_statement,
    prefix,
    operand,
    word_operators: &["indexof"],
    refuse_name: |_, _| Ok(()),
    number,
    no_letter: |_, named| format!("{named} is not a character of the language"),
    max_nesting: MAX_NESTING,
    max_chain: MAX_CHAIN,
    max_height: MAX_NESTING,
    codes: Codes {
        missing: Code::B0101,
        gap: Code::B0101,
        name: Code::B0102,
        limit: Code::B0103,
        unclosed: Code::B0105,
        pointer: Code::B0108,
        no_index: Code::B0116,
        quoted: Code::B0118,
        letter: Code::B0119,
        comment: Code::B0120,
        braces: Code::B0121,
        value: Code::B0122,
    },
};

/// Whether a kernel certainly begins at a token: `kernel void name (`, at the start of a line or after a `;`, `}` or `{`.
fn begins_kernel(files: &Files, tokens: &[Token], at: usize, _: Option<usize>) -> bool {
    let text = |at: usize| files.text(tokens[at].text);
    if !tokens[at].starts_line && at > 0 && ![";", "}", "{"].contains(&text(at - 1)) {
        return false;
    }
    let words = tokens[at..].iter().take(MAX_WORDS).take_while(|token| token.kind == TokenKind::Word).count();
    let marked = (at..at + words.saturating_sub(1)).any(|at| KERNEL_WORDS.contains(&text(at)));
    words >= 3 && marked && tokens.get(at + words).is_some_and(|_| text(at + words) == "(")
}

/// Refuses statements that kernels do not have.
fn refuse_statement(parser: &mut Parser) -> Parsed<()> {
    if !parser.is_word(0) {
        return Ok(());
    }
    let word = parser.text(0);
    match word {
        "if" | "for" | "while" | "do" => Ok(()),
        _ if parser.text(1) == ":" && !["default", "case"].contains(&word) => {
            let title = format!("kernels have no labels and no `goto`: `{word}:`");
            parser.refuse(Code::B0111, parser.span(), &title, "")
        }
        "else" | "switch" | "case" | "default" | "goto" | "static" | "extern" | "volatile" | "register" => {
            no_statement(parser, word)
        }
        "shared" if parser.is_word(1) && !parser.types.contains(word) => no_groups(parser, "`shared` memory"),
        "push" if parser.is_word(1) && parser.text(2) == ";" && !parser.types.contains(word) => {
            no_statement(parser, word)
        }
        _ => Ok(()),
    }
}

/// Returns the error for `what`, a feature that needs thread groups.
pub(super) fn thread_groups(what: &str, span: Span) -> Diagnostic {
    let title = format!("{what} needs thread groups; a fragment pipeline has none");
    let help = "elements know nothing of each other: make passes of it, each a kernel that gathers what it needs";
    Diagnostic::error(Code::B0129, span, title).help(help)
}

#[inline(never)]
fn no_groups<T>(parser: &mut Parser, what: &str) -> Parsed<T> {
    let span = parser.span();
    parser.fail(thread_groups(what, span))
}

#[inline(never)]
fn no_statement(parser: &mut Parser, word: &str) -> Parsed<()> {
    let span = parser.span();
    match word {
        "else" => parser.refuse(Code::B0112, span, "this `else` belongs to no `if`", ""),
        "goto" => {
            let help = "loops are left with `break`, kernels with `return`";
            parser.refuse(Code::B0111, span, "kernels have no `goto`", help)
        }
        "push" => {
            let variable = parser.text(1);
            let help = format!("write `push({variable});`");
            parser.refuse(Code::B0313, span, "`push` takes what it appends in brackets", &help)
        }
        "switch" | "case" | "default" => {
            let help = "write `if (..) { .. } else if (..) { .. }`";
            parser.refuse(Code::B0113, span, "kernels have no `switch`", help)
        }
        "register" | "volatile" => {
            let help = format!("remove `{word}`");
            parser.refuse(Code::B0114, span, &format!("kernels have no `{word}` variables"), &help)
        }
        _ => {
            let help = "elements know nothing of each other: what all share is a constant parameter";
            parser.refuse(Code::B0114, span, &format!("kernels have no `{word}` variables"), help)
        }
    }
}

/// Parses a cast, and refuses pointers and `sizeof`.
fn prefix(parser: &mut Parser) -> Parsed<Option<Box<Expr>>> {
    let first = parser.span();
    match (parser.token(0).kind, parser.text(0)) {
        (TokenKind::Sign, "*" | "&") => {
            let help = "an array of elements is a gather: `float a[]`, read as `a[i]`";
            parser.refuse(Code::B0108, first, "kernels have no pointers", help)
        }
        (TokenKind::Word, "sizeof") => parser.refuse(Code::B0115, first, "kernels have no `sizeof`", ""),
        (TokenKind::Sign, "(") if cast_words(parser) > 0 => {
            let words = cast_words(parser);
            parser.at += 1;
            let mut ty = parser.name_here();
            for more in 1..words {
                ty.text = format!("{} {}", ty.text, parser.text(more));
                ty.span = ty.span.to(parser.token(more).span);
            }
            parser.at += words + 1;
            let of = parser.nested(Parser::unary)?;
            let span = first.to(of.span);
            parser.boxed(ExprKind::Cast(ty, of), span).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns the number of words in the type of a cast: 1 in `(float) x`, 2 in `(unsigned int) x`, and 0 if this is no cast.
fn cast_words(parser: &Parser) -> usize {
    let two = LENGTHS.contains(&parser.text(1)) && parser.is_word(2) && parser.is_type(parser.text(2));
    let words = if two { 2 } else { 1 };
    let cast = parser.is_word(1) && parser.text(words + 1) == ")" && parser.is_type(parser.text(1));
    // Names of unsupported types may also be variables, as in `(half) * 2`.
    let first = parser.text(1);
    let own = builtin(first).is_some() || parser.types.contains(first);
    let value = parser.is_word(words + 2)
        || matches!(parser.token(words + 2).kind, TokenKind::Float(_) | TokenKind::Int(_) | TokenKind::Uint(_))
        || parser.text(words + 2) == "(";
    if cast && (own || value) { words } else { 0 }
}

/// Parses `indexof`, and refuses functions that print or need thread groups.
fn operand(parser: &mut Parser) -> Parsed<Option<Box<Expr>>> {
    if !parser.is_word(0) {
        return Ok(None);
    }
    match parser.text(0) {
        "indexof" => index_of(parser).map(Some),
        "instanceInGroup" if parser.text(1) == "(" => no_groups(parser, "`instanceInGroup()`"),
        "syncGroup" if parser.text(1) == "(" => no_groups(parser, "`syncGroup()`"),
        word @ ("printf" | "fprintf" | "kprintf" | "puts")
            if parser.text(1) == "(" && parser.token(2).kind == TokenKind::Quoted =>
        {
            let help = "kernels cannot print: what you want to see can be an output of its own";
            parser.refuse(Code::B0604, parser.span(), &format!("there is no function `{word}`"), help)
        }
        _ => Ok(None),
    }
}

fn index_of(parser: &mut Parser) -> Parsed<Box<Expr>> {
    let span = parser.span();
    parser.at += 1;
    let bracket = parser.eat("(");
    // `indexof o.x` means `(indexof o).x`: the operand is only the name.
    let of = match bracket {
        true => parser.nested(Parser::expression)?,
        false if !parser.is_word(0) => {
            let help = "it is the place of this element in a stream: `indexof(result)`";
            return parser.refuse(Code::B0123, span, "`indexof` needs the name of a stream", help);
        }
        false => {
            let of = parser.name("the name of a stream")?;
            Expr::new(ExprKind::Name(of.text), of.span)
        }
    };
    if bracket {
        parser.expect(")", "behind the stream of `indexof`")?;
    }
    parser.boxed(ExprKind::IndexOf(Box::new(of)), span.to(parser.before()))
}

fn number(parser: &mut Parser, kind: TokenKind) -> Parsed<ExprKind> {
    match kind {
        TokenKind::Float(value) => Ok(ExprKind::Float(value)),
        TokenKind::Int(value) => Ok(ExprKind::Int(value)),
        TokenKind::Uint(value) => match u32::try_from(value) {
            Ok(value) => Ok(ExprKind::Uint(value)),
            Err(_) => too_large(parser),
        },
        _ => no_number(parser),
    }
}

#[inline(never)]
fn too_large(parser: &mut Parser) -> Parsed<ExprKind> {
    let title = format!("`{}` does not fit a `uint`, which has 32 bits", parser.text(0));
    parser.refuse(Code::B0117, parser.span(), &title, "the largest `uint` is 4294967295")
}

/// Reads an octal number that has an 8 or a 9, up to that, as Brook's compiler did. Returns its value and a warning.
pub(crate) fn early_octal(written: &str, span: Span) -> Option<(i64, Diagnostic)> {
    let text = written.trim_end_matches(['u', 'U', 'l', 'L']);
    let is_octal = text.bytes().all(|byte| byte.is_ascii_digit()) && text.starts_with('0') && text.contains(['8', '9']);
    let octal = is_octal.then(|| text.split(['8', '9']).next())??;
    let value = i64::from_str_radix(octal, 8).unwrap_or(0);
    let title = format!("`{written}` starts with 0 and is octal: it is read up to its first 8 or 9, as {value}");
    let help = format!("for {} remove the leading 0", text.trim_start_matches('0'));
    Some((value, Diagnostic::warning(Code::B0117, span, title).help(help)))
}

#[inline(never)]
fn no_number(parser: &mut Parser) -> Parsed<ExprKind> {
    let (span, written) = (parser.span(), parser.text(0));
    // The suffixes `l` and `u` do not change the value.
    let text = written.trim_end_matches(['u', 'U', 'l', 'L']);
    let hex = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or_default();
    if hex.len() > 16 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return parser.refuse(Code::B0117, span, &format!("`{written}` has more than 64 bits"), "an `int` has 32");
    }
    if let Some((value, warning)) = early_octal(written, span) {
        parser.diagnostics.push(warning);
        return Ok(ExprKind::Int(value));
    }
    let whole = text.bytes().all(|byte| byte.is_ascii_digit());
    let (what, help) = match whole {
        true => ("has more than 64 bits", format!("a `float` of it is `{text}.0`")),
        false => ("is not a number", String::new()),
    };
    parser.refuse(Code::B0117, span, &format!("`{written}` {what}"), &help)
}
