//! Parses the dtypes of NPY files: `<f4`, `>i8`, `|u1`.

/// A dtype whose elements are real numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dtype {
    pub kind: NumberKind,
    /// The size of an element in bytes.
    pub size: u64,
    /// Whether the most significant byte comes first.
    pub big: bool,
}

/// The kinds of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberKind {
    Float,
    Int,
    Uint,
    Bool,
}

/// A dtype that cannot be read: its usual name in brackets, if it has one, and the NumPy expression that converts it to one that can.
#[derive(PartialEq, Eq, Debug)]
pub struct Refused {
    pub name: &'static str,
    pub convert: &'static str,
}

/// Parses a dtype. Types of one byte may have no byte order (`|`), all others must have one.
pub fn parse(text: &str) -> Result<Dtype, Refused> {
    let refused = |name, convert| Err(Refused { name, convert });
    let other = refused("", "a.astype('float32')");
    let (Some(order), Some(kind)) = (text.chars().next(), text.chars().nth(1)) else { return other };
    // Checks that the first two characters are ASCII, so that the slice below is on a character boundary.
    let (true, true) = ("<>|".contains(order), kind.is_ascii_alphabetic()) else { return other };
    let digits = &text[2..];
    let size = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u64>().ok()).flatten();
    let number = match (kind, size) {
        ('f', Some(2 | 4 | 8)) => NumberKind::Float,
        ('i', Some(1 | 2 | 4 | 8)) => NumberKind::Int,
        ('u', Some(1 | 2 | 4 | 8)) => NumberKind::Uint,
        ('b', Some(1)) => NumberKind::Bool,
        ('f', Some(16)) => return refused(" (longdouble)", "a.astype('float32')"),
        ('c', Some(8 | 16 | 32)) => return refused(" (complex)", "a.real.astype('float32')"),
        ('S' | 'a' | 'U', Some(_)) => return refused(" (strings)", "a.astype('float32')"),
        ('m' | 'M', _) => return refused(" (times)", "a.astype('int64').astype('float32')"),
        _ => return other,
    };
    match size {
        Some(size) if size == 1 || order != '|' => Ok(Dtype { kind: number, size, big: order == '>' }),
        _ => other,
    }
}

/// Parses a complex dtype, and returns that of its real and imaginary parts.
pub fn parse_complex(text: &str) -> Option<Dtype> {
    let (order, size) = text.split_once('c')?;
    let size = match size {
        "8" => 4,
        "16" => 8,
        _ => return None,
    };
    (order == "<" || order == ">").then_some(Dtype { kind: NumberKind::Float, size, big: order == ">" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_kind_a_size_and_an_order() {
        for (text, kind, size, big) in [
            ("<f4", NumberKind::Float, 4, false),
            (">f8", NumberKind::Float, 8, true),
            ("<f2", NumberKind::Float, 2, false),
            ("|i1", NumberKind::Int, 1, false),
            ("<u2", NumberKind::Uint, 2, false),
            (">i8", NumberKind::Int, 8, true),
            ("|b1", NumberKind::Bool, 1, false),
            ("<u1", NumberKind::Uint, 1, false),
        ] {
            assert_eq!(parse(text), Ok(Dtype { kind, size, big }), "{text}");
        }
    }

    #[test]
    fn complex_numbers_have_two_floats() {
        let of = |text| parse_complex(text).map(|dtype| (dtype.size, dtype.big));
        assert_eq!(
            [of("<c8"), of(">c16"), of("<c8 "), of("|c8"), of("<f8"), of("c8")],
            [Some((4, false)), Some((8, true)), None, None, None, None]
        );
    }

    #[test]
    fn all_else_is_refused() {
        for (text, name) in [
            ("<f16", " (longdouble)"),
            (">c16", " (complex)"),
            ("<M8[ns]", " (times)"),
            ("<U7", " (strings)"),
            ("|S0", " (strings)"),
            ("", ""),
            ("<", ""),
            ("<f", ""),
            ("f4", ""),
            ("|f4", ""),
            ("=f4", ""),
            ("<f+4", ""),
            ("<f04x", ""),
            ("<i3", ""),
            ("<b4", ""),
            ("|O", ""),
            ("<é4", ""),
            ("é", ""),
            ("<f99999999999999999999", ""),
        ] {
            assert_eq!(parse(text).unwrap_err().name, name, "{text}");
        }
    }
}
