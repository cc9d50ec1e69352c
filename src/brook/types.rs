//! The types that Brook programs name.

pub use crate::ir::{ElementType as Type, Field, Record, RecordId, Records, Type as Plain};
pub(crate) use crate::ir::{LETTERS, letters};
use crate::texel::Components;

/// The most levels of records within records, so that no file makes the compiler recurse without bound.
pub(crate) const MAX_RECORD_DEPTH: usize = 16;

/// The most fields of a record, those of the records within it counted.
pub(crate) const MAX_FIELDS: usize = 256;

/// The vectors of the language, by the number at their end.
pub(crate) fn builtin(name: &str) -> Option<Type> {
    Some(match name {
        "float" | "float1" => Type::FLOAT,
        "float2" => Type::Float(Components::Two),
        "float3" => Type::Float(Components::Three),
        "float4" => Type::Float(Components::Four),
        "int" => Type::Int,
        _ => return None,
    })
}

/// Types of later dialects and of C, which kernels have not yet, and what to write instead.
pub(crate) fn unsupported(name: &str) -> Option<String> {
    // `unsigned int`
    let name = name.split(' ').next().unwrap_or(name);
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[letters.len()..];
    let known = [
        "double",
        "half",
        "fixed",
        "shortfixed",
        "char",
        "uchar",
        "short",
        "ushort",
        "uint",
        "unsigned",
        "signed",
        "long",
        "bool",
        "int",
    ];
    if !known.contains(&letters) || !["", "1", "2", "3", "4"].contains(&number) {
        return None;
    }
    let whole = ["int", "uint", "unsigned", "signed", "char", "uchar", "short", "ushort", "long"].contains(&letters);
    let float = format!("`float{}`", if number == "1" { "" } else { number });
    Some(match (whole, number) {
        (true, "" | "1") => {
            "a whole number is `int` of 32 bits with a sign, or `float`, which holds whole numbers up to 16777216"
                .into()
        }
        (true, _) => format!("write {float}, which holds whole numbers up to 16777216 and has no bit operators"),
        _ => format!("write {float}"),
    })
}

/// Whether a word is a type of the language, or of one of its dialects.
pub(crate) fn is_type(word: &str) -> bool {
    builtin(word).is_some() || unsupported(word).is_some()
}
