//! Translates declarations of streams, iterators and pointers to streams to C++.

use std::ops::Range;

use super::scan::Scan;
use super::words::{KEYWORDS, SIGNS, Ty, WHOLE, whole};
use super::{Edit, Host};

/// Words that may stand before a declaration. All but `const` are kept.
const STORAGE: [&str; 5] = ["static", "extern", "register", "volatile", "const"];

/// A variable of a declaration. `value` is the range of the tokens after its `=`.
enum Declarator {
    /// `s<10, 20>`, and `s[3]<10, 20>`, which has lengths
    Stream { name: String, lengths: Vec<String>, extents: Vec<String>, value: Option<Range<usize>> },
    /// `(*p)<>`; `inner` is the stars and the name.
    Pointer { inner: String, value: Option<Range<usize>> },
    /// Anything else.
    Plain(String),
}

impl Host<'_> {
    /// Translates the declaration, parameter or cast that begins at a token, if there is one. Returns the replacements, and the
    /// index of the token after it.
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

    /// Translates a parameter of a function: `float s<>`, `float (*p)<>` or `float <>`.
    fn parameter(&self, scan: &Scan, at: usize, ty: &Ty) -> Option<(Vec<Edit>, usize)> {
        let text = |inner: &str| format!("::brook::stream {inner}").trim_end().to_owned();
        // `const float s<>`
        let start = if at > 0 && scan.word(at - 1) == "const" { at - 1 } else { at };
        if let Some((inner, close)) = pointer(scan, ty.end) {
            let angle = scan.angle(close + 1)?;
            return Some((vec![Edit { at: scan.bytes(start, angle), text: text(&inner) }], angle + 1));
        }
        let (name, lengths, open) = match array(scan, ty.end) {
            Some((lengths, open)) => (scan.word(ty.end), lengths, open),
            None if scan.word(ty.end) == "<" => ("", Vec::new(), ty.end),
            None => return None,
        };
        let close = scan.angle(open)?;
        // `float s[3]<>`
        let name = match lengths.as_slice() {
            [] => name.to_owned(),
            [_] => format!("*{name}"),
            [_, rest @ ..] => {
                let rank = rest.len();
                return Some((
                    vec![Edit {
                        at: scan.bytes(start, close),
                        text: format!("::brook::internal::streams<{rank}> *{name}"),
                    }],
                    close + 1,
                ));
            }
        };
        if ![",", ")"].contains(&scan.word(close + 1)) || (name.is_empty() && close != open + 1) {
            return None;
        }
        Some((vec![Edit { at: scan.bytes(start, close), text: text(&name) }], close + 1))
    }

    /// Parses the variables after a type, if one of them is a stream or a pointer to one. Also returns the index of their `;`.
    fn declarators(&self, scan: &Scan, ty: &Ty) -> Option<(Vec<Declarator>, usize)> {
        let mut declarators = Vec::new();
        let mut at = ty.end;
        loop {
            let start = at;
            let declarator = if let Some((inner, close)) = pointer(scan, at) {
                at = scan.angle(close + 1)? + 1;
                Declarator::Pointer { inner, value: self.value(scan, &mut at)? }
            } else if let Some((lengths, open)) = array(scan, at) {
                let close = scan.angle(open)?;
                if ![";", ",", "="].contains(&scan.word(close + 1)) {
                    return None;
                }
                let name = scan.word(at).to_owned();
                let extents = scan.parts(open, close).into_iter().map(one_line).collect();
                at = close + 1;
                Declarator::Stream { name, lengths, extents, value: self.value(scan, &mut at)? }
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

    /// Writes the declarations in C++, as statements on one line.
    fn written(&self, scan: &Scan, declarators: &[Declarator], ty: &str, storage: &[&str], iterator: bool) -> String {
        let before: String = storage.iter().map(|word| format!("{word} ")).collect();
        let is_extern = storage.contains(&"extern");
        // Translate the values only now that this is certainly a declaration. Otherwise the caller finds the declarations within
        // them.
        let edited = |value: &Option<Range<usize>>| value.clone().map(|tokens| one_line(&self.edited(scan, tokens)));
        let one = |declarator: &Declarator| match declarator {
            Declarator::Plain(text) => format!("{before}{ty} {text};"),
            Declarator::Pointer { inner, value } => match edited(value) {
                Some(value) => format!("{before}::brook::stream {inner} = {value};"),
                None => format!("{before}::brook::stream {inner};"),
            },
            Declarator::Stream { name, lengths, .. } if is_extern && !lengths.is_empty() => {
                format!("{before}::brook::internal::streams<{}> {name};", lengths.len())
            }
            Declarator::Stream { name, .. } if is_extern => {
                format!("{before}::brook::{} {name};", if iterator { "iter" } else { "stream" })
            }
            Declarator::Stream { name, lengths, extents, value } => {
                let extents = if extents.is_empty() { "0".to_owned() } else { extents.join(", ") };
                let made = format!("::brook::getStreamType(({ty} *)0), ::brook::extents({extents})");
                if !lengths.is_empty() {
                    let (rank, lengths) = (lengths.len(), lengths.join(", "));
                    return format!("{before}::brook::internal::streams<{rank}> {name}{{{made}, {lengths}}};");
                }
                let value = edited(value);
                // Braces are allowed for members of a class, too.
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

    /// Advances to the `,` or `;` after a declarator. Returns the range of the tokens after its `=`, if it has one. Returns `None`
    /// if this is not a declarator.
    fn value(&self, scan: &Scan, at: &mut usize) -> Option<Option<Range<usize>>> {
        let start = *at;
        let mut given = false;
        while ![",", ";"].contains(&scan.word(*at)) {
            match scan.word(*at) {
                "=" => given = true,
                // Without a `=`, this is the body of a function.
                "{" if !given => return None,
                "" | "}" | ")" => return None,
                "(" | "[" | "{" => *at = scan.closing(*at)?,
                _ => {}
            }
            *at += 1;
        }
        Some((scan.word(start) == "=").then(|| start + 1..*at))
    }

    /// Parses the type at a token. It must be a known type, or a name that a declaration of a stream follows.
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
        let stream = array(scan, ty.end).is_some_and(|(lengths, _)| lengths.is_empty() || known);
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

/// Matches `(*p)` or `(**p)` before a `<`. Returns the text in the brackets, and the index of the closing bracket.
fn pointer(scan: &Scan, at: usize) -> Option<(String, usize)> {
    if scan.word(at) != "(" || scan.word(at + 1) != "*" {
        return None;
    }
    let close = scan.closing(at)?;
    (scan.word(close + 1) == "<").then(|| (one_line(scan.between(at + 1, close)), close))
}

/// Matches `s<` and `s[3][2]<`. Returns the lengths, and the index of the `<`.
fn array(scan: &Scan, at: usize) -> Option<(Vec<String>, usize)> {
    if !scan.is_word(at) || KEYWORDS.contains(&scan.word(at)) {
        return None;
    }
    let (mut lengths, mut open) = (Vec::new(), at + 1);
    while scan.word(open) == "[" {
        let close = scan.closing(open)?;
        lengths.push(one_line(scan.between(open + 1, close)));
        open = close + 1;
    }
    (scan.word(open) == "<").then_some((lengths, open))
}

/// Returns the arguments if the value is a call `iter(lo, hi)`.
fn bounds(value: &str) -> Option<&str> {
    let rest = value.trim().strip_prefix("iter")?.trim_start();
    rest.strip_prefix('(')?.strip_suffix(')')
}

/// Returns a text without comments and line ends. Replacements have to stay on one line.
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
