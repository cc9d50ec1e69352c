//! Words of C++: keywords, and the words of its integer types.

use super::scan::Scan;

/// Words of C++ that name neither a type nor a variable.
pub(super) const KEYWORDS: [&str; 33] = [
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

/// A type, in one or more words.
pub(super) struct Ty {
    /// Its name in C++.
    pub name: String,
    /// The index of the token after it.
    pub end: usize,
}

/// The words of C's integer types, which may come in any order.
pub(super) const WHOLE: [&str; 6] = ["unsigned", "signed", "short", "long", "int", "char"];
pub(super) const SIGNS: [&str; 2] = ["unsigned", "signed"];

/// Returns the C++ type for an integer type such as `unsigned int`, `short unsigned`, `signed char` or `unsigned int4`.
pub(super) fn whole(scan: &Scan, at: usize) -> Ty {
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
