//! Declarations of streams, iterators and pointers to streams, as C++.

use std::ops::Range;

use super::scan::Scan;
use super::{Edit, Host};

/// Words of C++ that are no types and no names of variables.
const KEYWORDS: [&str; 33] = [
    "return",
    "else",
    "case",
    "goto",
    "throw",
    "new",
    "delete",
    "typedef",
    "using",
    "namespace",
    "template",
    "class",
    "operator",
    "if",
    "while",
    "for",
    "do",
    "switch",
    "sizeof",
    "typename",
    "static",
    "extern",
    "const",
    "volatile",
    "register",
    "public",
    "private",
    "protected",
    "inline",
    "virtual",
    "friend",
    "iter",
    "default",
];

/// What may stand before a declaration, and stays there.
const STORAGE: [&str; 5] = ["static", "extern", "register", "volatile", "const"];

/// A type, in one or more words.
struct Ty {
    /// As C++ has it.
    name: String,
    /// The token behind it.
    end: usize,
}

/// A variable of a declaration; `value`: the tokens behind its `=`.
enum Declarator {
    /// `s<10, 20>`
    Stream { name: String, extents: Vec<String>, value: Option<Range<usize>> },
    /// `(*p)<>`: the stars and the name.
    Pointer { inner: String, value: Option<Range<usize>> },
    /// Anything else.
    Plain(String),
}

impl Host<'_> {
    /// The declaration, parameter or cast that begins at a token, if one does; and the token behind it.
    pub(super) fn declaration(&self, scan: &Scan, at: usize) -> Option<(Vec<Edit>, usize)> {
        let iterator = scan.word(at) == "iter" && scan.is_word(at + 1);
        let first = at + usize::from(iterator);
        let ty = self.ty(scan, first)?;
        // `const float s<>`
        let first = if at > 0 && scan.word(at - 1) == "const" { at - 1 } else { at };
        let is_parameter = first > 0 && ["(", ","].contains(&scan.word(first - 1));
        if is_parameter {
            return self.parameter(scan, at, &ty);
        }
        let (declarators, end) = self.declarators(scan, &ty)?;
        let mut start = at;
        while start > 0 && STORAGE.contains(&scan.word(start - 1)) {
            start -= 1;
        }
        let storage: Vec<&str> = (start..at).map(|k| scan.word(k)).filter(|word| *word != "const").collect();
        let text = self.written(scan, &declarators, &ty.name, &storage, iterator);
        Some((vec![Edit { at: scan.bytes(start, end), text }], end + 1))
    }

    /// `float s<>`, `float (*p)<>` or `float <>` among the parameters of a function; the edit.
    fn parameter(&self, scan: &Scan, at: usize, ty: &Ty) -> Option<(Vec<Edit>, usize)> {
        let text = |inner: &str| format!("::brook::stream {inner}").trim_end().to_owned();
        // `const float s<>`
        let start = if at > 0 && scan.word(at - 1) == "const" { at - 1 } else { at };
        if let Some((inner, close)) = pointer(scan, ty.end) {
            let angle = scan.angle(close + 1)?;
            return Some((vec![Edit { at: scan.bytes(start, angle), text: text(&inner) }], angle + 1));
        }
        let (name, open) = match scan.is_word(ty.end) {
            true => (scan.word(ty.end), ty.end + 1),
            false => ("", ty.end),
        };
        if scan.word(open) != "<" {
            return None;
        }
        let close = scan.angle(open)?;
        if ![",", ")"].contains(&scan.word(close + 1)) || (name.is_empty() && close != open + 1) {
            return None;
        }
        Some((vec![Edit { at: scan.bytes(start, close), text: text(name) }], close + 1))
    }

    /// The variables behind a type, if one of them is a stream; and the token of their `;`.
    fn declarators(&self, scan: &Scan, ty: &Ty) -> Option<(Vec<Declarator>, usize)> {
        let mut declarators = Vec::new();
        let mut at = ty.end;
        loop {
            let start = at;
            let declarator = if let Some((inner, close)) = pointer(scan, at) {
                at = scan.angle(close + 1)? + 1;
                Declarator::Pointer { inner, value: self.value(scan, &mut at)? }
            } else if scan.is_word(at) && scan.word(at + 1) == "<" && !KEYWORDS.contains(&scan.word(at)) {
                let close = scan.angle(at + 1)?;
                if ![";", ",", "="].contains(&scan.word(close + 1)) {
                    return None;
                }
                let name = scan.word(at).to_owned();
                let extents = scan.parts(at + 1, close).into_iter().map(one_line).collect();
                at = close + 1;
                Declarator::Stream { name, extents, value: self.value(scan, &mut at)? }
            } else {
                self.value(scan, &mut at)?;
                Declarator::Plain(one_line(scan.between(start, at)))
            };
            declarators.push(declarator);
            match scan.word(at) {
                "," => at += 1,
                ";" => break,
                _ => return None,
            }
        }
        let streams = declarators.iter().any(|declarator| !matches!(declarator, Declarator::Plain(_)));
        streams.then_some((declarators, at))
    }

    /// The declarations in C++, a statement each, on one line.
    fn written(&self, scan: &Scan, declarators: &[Declarator], ty: &str, storage: &[&str], iterator: bool) -> String {
        let before: String = storage.iter().map(|word| format!("{word} ")).collect();
        let is_extern = storage.contains(&"extern");
        // Only now: declarations within a value that turns out to belong to none are found by themselves.
        let edited = |value: &Option<Range<usize>>| value.clone().map(|tokens| one_line(&self.edited(scan, tokens)));
        let one = |declarator: &Declarator| match declarator {
            Declarator::Plain(text) => format!("{before}{ty} {text};"),
            Declarator::Pointer { inner, value } => match edited(value) {
                Some(value) => format!("{before}::brook::stream {inner} = {value};"),
                None => format!("{before}::brook::stream {inner};"),
            },
            Declarator::Stream { name, .. } if is_extern => {
                format!("{before}::brook::{} {name};", if iterator { "iter" } else { "stream" })
            }
            Declarator::Stream { name, extents, value } => {
                let extents = if extents.is_empty() { "0".to_owned() } else { extents.join(", ") };
                let made = format!("::brook::getStreamType(({ty} *)0), ::brook::extents({extents})");
                let value = edited(value);
                // Braces, which the members of a class have as well.
                match value.as_deref().and_then(bounds) {
                    Some(bounds) => format!("{before}::brook::iter {name}{{{made}, {bounds}}};"),
                    None => match value {
                        Some(value) => format!("{before}::brook::stream {name}({value});"),
                        None => format!("{before}::brook::stream {name}{{{made}}};"),
                    },
                }
            }
        };
        declarators.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// Goes up to the `,` or `;` behind a declarator; the tokens behind its `=`, if there is one.
    fn value(&self, scan: &Scan, at: &mut usize) -> Option<Option<Range<usize>>> {
        let start = *at;
        let mut given = false;
        while ![",", ";"].contains(&scan.word(*at)) {
            match scan.word(*at) {
                "=" => given = true,
                // A function's body, where nothing is given.
                "{" if !given => return None,
                "" | "}" | ")" => return None,
                "(" | "[" | "{" => *at = scan.closing(*at)?,
                _ => {}
            }
            *at += 1;
        }
        Some((scan.word(start) == "=").then(|| start + 1..*at))
    }

    /// A type at a token: one that is known, or one that a stream's name follows.
    fn ty(&self, scan: &Scan, at: usize) -> Option<Ty> {
        if !scan.is_word(at) || (at > 0 && [".", "->", "::"].contains(&scan.word(at - 1))) {
            return None;
        }
        let ty = match scan.word(at) {
            "struct" if scan.is_word(at + 1) => Ty { name: scan.word(at + 1).to_owned(), end: at + 2 },
            word if WHOLE.contains(&word) && (SIGNS.contains(&word) || WHOLE.contains(&scan.word(at + 1))) => {
                whole(scan, at)
            }
            word if KEYWORDS.contains(&word) || word == "struct" => return None,
            word => Ty { name: word.to_owned(), end: at + 1 },
        };
        // `float const a<2>`
        let ty = Ty { end: ty.end + usize::from(scan.word(ty.end) == "const"), ..ty };
        let known = self.is_known(&ty.name);
        let pointer = known && pointer(scan, ty.end).is_some();
        let stream = scan.is_word(ty.end) && scan.word(ty.end + 1) == "<";
        let unnamed = known && scan.word(ty.end) == "<";
        // `float a, s<10>;`
        let later = known && (scan.is_word(ty.end) || scan.word(ty.end) == "*");
        (pointer || stream || unnamed || later).then_some(ty)
    }

    fn is_known(&self, name: &str) -> bool {
        crate::brook::types::is_type(name)
            || name.contains(' ')
            || self.parsed.program.types.iter().any(|item| item.name.text == name)
    }
}

/// `(*p)`, `(**p)` before a `<`: what stands in the bracket, and where that closes.
fn pointer(scan: &Scan, at: usize) -> Option<(String, usize)> {
    if scan.word(at) != "(" || scan.word(at + 1) != "*" {
        return None;
    }
    let close = scan.closing(at)?;
    (scan.word(close + 1) == "<").then(|| (one_line(scan.between(at + 1, close)), close))
}

/// The words of C's whole numbers, in any order.
const WHOLE: [&str; 6] = ["unsigned", "signed", "short", "long", "int", "char"];
const SIGNS: [&str; 2] = ["unsigned", "signed"];

/// `unsigned int`, `short unsigned`, `signed char`, `unsigned int4`: the type in C++.
fn whole(scan: &Scan, at: usize) -> Ty {
    let mut end = at;
    while WHOLE.contains(&scan.word(end)) {
        end += 1;
    }
    let vector = scan.word(end);
    let base = vector.trim_end_matches(['2', '3', '4']);
    if ["int", "char", "short"].contains(&base) && vector.len() == base.len() + 1 && SIGNS.contains(&scan.word(end - 1))
    {
        let sign = if scan.word(end - 1) == "unsigned" { "u" } else { "" };
        return Ty { name: format!("{sign}{vector}"), end: end + 1 };
    }
    let has = |word: &str| (at..end).any(|k| scan.word(k) == word);
    let base = ["char", "short", "long"].into_iter().find(|base| has(base)).unwrap_or("int");
    let name = match (has("unsigned"), has("signed") && base == "char") {
        (true, _) => format!("unsigned {base}"),
        (false, true) => "signed char".to_owned(),
        (false, false) => base.to_owned(),
    };
    Ty { name, end }
}

/// A vector type of two words, which C++ has in one: the token behind it and the word.
pub(super) fn two_words(scan: &Scan, at: usize) -> Option<(usize, String)> {
    let Ty { name, end } = match scan.word(at) {
        "unsigned" | "signed" => whole(scan, at),
        _ => return None,
    };
    name.ends_with(['2', '3', '4']).then_some((end, name))
}

/// The arguments of `iter(lo, hi)`.
fn bounds(value: &str) -> Option<&str> {
    let rest = value.trim().strip_prefix("iter")?.trim_start();
    rest.strip_prefix('(')?.strip_suffix(')')
}

/// Without the ends of lines and their comments, which replacements do not keep.
fn one_line(text: &str) -> String {
    let tokens = crate::syntax::lexer::lex(0, text);
    let mut line = String::new();
    let mut behind: Option<usize> = None;
    for token in tokens {
        let Range { start, end } = token.text.start as usize..token.text.end as usize;
        if behind.is_some_and(|behind| behind < start) {
            line.push(' ');
        }
        line += &text[start..end];
        behind = Some(end);
    }
    line
}
