//! Translates declarations of streams, iterators and pointers to streams to C++.

use std::ops::Range;

use super::scan::Scan;
use super::{Edit, Host};

/// Words of C++ that name neither a type nor a variable.
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

/// Words that may stand before a declaration. All but `const` are kept.
const STORAGE: [&str; 5] = ["static", "extern", "register", "volatile", "const"];

/// A type, in one or more words.
struct Ty {
    /// Its name in C++.
    name: String,
    /// The index of the token after it.
    end: usize,
}

/// A variable of a declaration. `value` is the range of the tokens after its `=`.
enum Declarator {
    /// `s<10, 20>`
    Stream { name: String, extents: Vec<String>, value: Option<Range<usize>> },
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

    /// Parses the variables after a type, if one of them is a stream or a pointer to one. Also returns the index of their `;`.
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
            Declarator::Stream { name, .. } if is_extern => {
                format!("{before}::brook::{} {name};", if iterator { "iter" } else { "stream" })
            }
            Declarator::Stream { name, extents, value } => {
                let extents = if extents.is_empty() { "0".to_owned() } else { extents.join(", ") };
                let made = format!("::brook::getStreamType(({ty} *)0), ::brook::extents({extents})");
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

/// Matches `(*p)` or `(**p)` before a `<`. Returns the text in the brackets, and the index of the closing bracket.
fn pointer(scan: &Scan, at: usize) -> Option<(String, usize)> {
    if scan.word(at) != "(" || scan.word(at + 1) != "*" {
        return None;
    }
    let close = scan.closing(at)?;
    (scan.word(close + 1) == "<").then(|| (one_line(scan.between(at + 1, close)), close))
}

/// The words of C's integer types, which may come in any order.
const WHOLE: [&str; 6] = ["unsigned", "signed", "short", "long", "int", "char"];
const SIGNS: [&str; 2] = ["unsigned", "signed"];

/// Returns the C++ type for an integer type such as `unsigned int`, `short unsigned`, `signed char` or `unsigned int4`.
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

/// Matches a vector type of two words, such as `unsigned int4`. Returns the index of the token after it, and its C++ name, which is
/// one word.
pub(super) fn two_words(scan: &Scan, at: usize) -> Option<(usize, String)> {
    let Ty { name, end } = match scan.word(at) {
        "unsigned" | "signed" => whole(scan, at),
        _ => return None,
    };
    name.ends_with(['2', '3', '4']).then_some((end, name))
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
