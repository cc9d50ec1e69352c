//! Formats numbers as text.

/// Returns the shortest text that reads back as the same float. Very large and very small floats are written with an exponent.
///
/// Large floats are integers, and their shortest digits are often those of a neighbouring integer: 71220528 would be written as 71220530.
/// Such a float is written as 7.122053e7, which does not claim to be exact.
///
/// ```
/// use brooklet::io::number;
/// assert_eq!([0.1, -0.0, 1e-40, 3e38, 71220528.0, f32::NAN].map(number), ["0.1", "-0", "1e-40", "3e38", "7.122053e7", "nan"]);
/// ```
pub fn number(value: f32) -> String {
    const EXACT: f32 = 16_777_216.0;
    let size = value.abs();
    let plain = match size {
        _ if value.is_nan() => return "nan".to_owned(),
        _ if size == 0.0 || size.is_infinite() => true,
        _ if size < EXACT => size >= 1e-5,
        // True if the shortest digits are all digits of the integer.
        _ => size < 1e16 && size.to_string() == format!("{size:.0}"),
    };
    if plain { value.to_string() } else { format!("{value:e}") }
}
