//! The types that Brook programs name.

pub use crate::ir::{ElementType as Type, Field, Record, RecordId, Records, Scalar, Type as Plain};
pub(crate) use crate::ir::{LETTERS, letters};
use crate::texel::Components;

/// The maximum depth of nested records, so that no file makes the compiler recurse without bound.
pub(crate) const MAX_RECORD_DEPTH: usize = 16;

/// The maximum number of fields of a record, including those of nested records.
pub(crate) const MAX_FIELDS: usize = 256;

/// Returns the scalar or vector type of the language called `name`. The words of C types such as `unsigned char` are separated
/// by one space.
pub(crate) fn builtin(name: &str) -> Option<Type> {
    let words: Vec<&str> = name.split(' ').collect();
    let (sign, name) = match words.as_slice() {
        [sign, name] if *name != "unsigned" && *name != "signed" => (*sign, *name),
        // `short unsigned int`, `int unsigned`: C takes them in any order.
        [_, _, ..] => {
            let has = |wanted: &str| words.contains(&wanted);
            let known = ["unsigned", "signed", "short", "int", "char"];
            if !words.iter().all(|word| known.contains(word)) {
                return None;
            }
            let base = if has("char") { "char" } else { "int" };
            (if has("unsigned") { "unsigned" } else { "signed" }, if has("short") { "short" } else { base })
        }
        _ if ["unsigned", "signed"].contains(&name) => (name, "int"),
        _ => ("", name),
    };
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let components = match &name[letters.len()..] {
        "" | "1" => Components::One,
        "2" => Components::Two,
        "3" => Components::Three,
        "4" => Components::Four,
        _ => return None,
    };
    let scalar = match (sign, letters) {
        ("", "float") => Scalar::Float,
        ("", "bool") | ("" | "signed", "int") => Scalar::Int,
        ("", "uint") | ("unsigned", "int") => Scalar::Uint,
        ("" | "signed", "char") => Scalar::Char,
        ("", "uchar") | ("unsigned", "char") => Scalar::Uchar,
        ("" | "signed", "short") | ("short", "int") => Scalar::Short,
        ("", "ushort") | ("unsigned", "short") => Scalar::Ushort,
        ("", "fixed") => Scalar::Fixed,
        ("", "shortfixed") => Scalar::ShortFixed,
        _ => return None,
    };
    Some(Type::of(scalar, components))
}

/// Returns advice on what to write instead of `name`, if it is a type of C or of a later dialect that kernels do not support.
pub(crate) fn unsupported(name: &str) -> Option<String> {
    // `long int`
    let (first, last) = name.split_once(' ').unwrap_or((name, name));
    if builtin(name).is_some() {
        return None;
    }
    let letters = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &first[letters.len()..];
    if !["double", "half", "long", "unsigned", "signed", "short"].contains(&letters)
        || !["", "1", "2", "3", "4"].contains(&number)
    {
        return None;
    }
    let float = format!("`float{}`", if number == "1" { "" } else { number });
    Some(match letters {
        "double" => format!("no device of a fragment pipeline computes with 64 bits: write {float}"),
        "half" => format!("write {float}"),
        _ if letters == "long" || last.starts_with("long") => {
            "a whole number has 32 bits at most: write `int`, or `uint` for one without a sign".into()
        }
        _ => "whole numbers are `int`, `uint`, `short`, `ushort`, `char` and `uchar`".into(),
    })
}

/// Whether a word is a type of the language, or of one of its dialects.
pub(crate) fn is_type(word: &str) -> bool {
    builtin(word).is_some() || unsupported(word).is_some()
}
