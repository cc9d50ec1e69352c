//! Parses numbers of the command line, and formats those that are no float32.

/// Parses a float. A number that a float32 cannot hold is an error, and so is one that it rounds to 0. `inf` and `nan` are numbers.
pub fn parse_float(text: &str) -> Result<f32, String> {
    let float: f32 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    let digits = text.split(['e', 'E']).next().unwrap_or(text);
    let overflows = float.is_infinite() && digits.contains(|c: char| c.is_ascii_digit());
    let underflows = float == 0.0 && digits.contains(|c| ('1'..='9').contains(&c));
    if overflows || underflows {
        return Err(format!("`{text}` is beyond float32, which goes from 1.4e-45 to 3.4028235e38"));
    }
    Ok(float)
}

/// Formats a float64 by the rules of [`brooklet::io::number`]: the shortest text that parses to the same number.
pub fn double(value: f64) -> String {
    let size = value.abs();
    match value {
        _ if value.is_nan() => "nan".to_owned(),
        _ if size == 0.0 || size.is_infinite() || (1e-5..1e16).contains(&size) => value.to_string(),
        _ => format!("{value:e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::double;

    #[test]
    fn a_double_is_the_same_double_when_parsed() {
        for (value, text) in [
            (0.1, "0.1"),
            (-0.0, "-0"),
            (16_777_217.0, "16777217"),
            (1e-7, "1e-7"),
            (1e300, "1e300"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::from(0.1f32), "0.10000000149011612"),
        ] {
            assert_eq!(double(value), text);
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits());
        }
        assert_eq!(double(f64::NAN), "nan");
    }
}
