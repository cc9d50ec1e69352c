//! Formats numbers for people.

/// Formats a number with three significant digits, or with all digits before the point if there are more. A number that is not
/// finite becomes a dash.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return NONE.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    // The power of ten of the rounded number: 9.999 becomes 10.0.
    let rounded = format!("{value:.2e}");
    let power: i32 = rounded.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    format!("{value:.*}", (2 - power).clamp(0, 9) as usize)
}

/// The dash that stands for a missing value.
pub const NONE: &str = "–";

/// Formats a number, or a dash for `None`.
pub fn maybe(value: Option<f64>) -> String {
    value.map_or(NONE.to_owned(), number)
}

/// Formats a factor.
pub fn times(value: f64) -> String {
    if value.is_finite() { format!("{}×", number(value)) } else { NONE.to_owned() }
}

/// Formats a count. Multiples of powers of two get a letter: 64K, and 3 · 2^20 is 3M.
pub fn size(n: usize) -> String {
    match n {
        _ if n >= 1 << 20 && n.is_multiple_of(1 << 20) => format!("{}M", n >> 20),
        _ if n >= 1 << 10 && n.is_multiple_of(1 << 10) => format!("{}K", n >> 10),
        _ => n.to_string(),
    }
}

/// Formats a number of bytes, with decimal units.
pub fn bytes(n: f64) -> String {
    match n {
        n if n >= 1e9 => format!("{} GB", number(n / 1e9)),
        n if n >= 1e6 => format!("{} MB", number(n / 1e6)),
        n if n >= 1e3 => format!("{} kB", number(n / 1e3)),
        n => format!("{} B", number(n)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_sizes_their_letters() {
        for (value, text) in [
            (0.0012345, "0.00123"),
            (1.0, "1.00"),
            (14.66, "14.7"),
            (1234.5, "1234"),
            (9.9999, "10.0"),
            (-0.5, "-0.500"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!([1 << 16, 1 << 22, 1000, 3 << 20].map(size), ["64K", "4M", "1000", "3M"]);
        assert_eq!([10.0, 2e4, 6.7e7, 5e9].map(bytes), ["10.0 B", "20.0 kB", "67.0 MB", "5.00 GB"]);
    }
}
