//! Parses numbers of the command line.

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
