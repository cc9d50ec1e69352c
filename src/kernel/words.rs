//! Words that mean something in a kernel, or may not stand in one.

use crate::glsl::dialect;

/// What a kernel says in its comments that works on bits.
pub(super) const NEEDS_INTEGERS: &str = "needs integers";

/// Whether a word is a type, after which a name goes.
pub(super) fn is_type(word: &str) -> bool {
    ["float", "vec2", "vec3", "vec4", "int", "bool", "void", "element", "index"].contains(&word)
        || is_integer_type(word)
}

pub(super) fn is_integer_type(word: &str) -> bool {
    ["uint", "ivec2", "ivec3", "ivec4", "uvec2", "uvec3", "uvec4"].contains(&word)
}

/// What works on the bits of a number, and is in one dialect and not in the other, or on no old hardware.
pub(super) fn is_of_bits(word: &str) -> bool {
    (word.contains("Bits") || word.starts_with("pack") || word.starts_with("unpack")) && dialect::is_function_name(word)
}

/// Why a word may not stand in a kernel.
pub(super) fn refuse_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "uniform" | "varying" | "attribute" | "layout" => {
            "declare `input`, `constant` and `output`; the rest is generated"
        }
        "while" | "do" | "switch" | "goto" => "a kernel loops with `for` between bounds that a reader can see",
        "discard" => "every element of an output is written",
        "struct" => "records are several streams; pass their fields as arguments",
        _ if word.starts_with("mat") && word[3..].starts_with(|c: char| c.is_ascii_digit()) => {
            "a kernel has vectors; a matrix is its columns"
        }
        "dFdx" | "dFdy" | "fwidth" => "elements know nothing of their neighbours: fetch them",
        "precision" | "lowp" | "mediump" | "highp" => "precision is generated; it is the highest",
        _ if dialect::is_texture_word(word) => "streams are read with `fetch(name, i)`",
        _ if word.starts_with("gl_") => "the position of this element is `here()`, or `here_x()` and `here_y()`",
        _ if word.starts_with("fetch_") || word.starts_with("clamped_") => "brooklet keeps names that start so",
        _ if word.starts_with('_') => "names that start with `_` are brooklet's",
        _ if word.contains("__") => "GLSL keeps names with two underscores in a row",
        _ => return None,
    })
}
