//! Writes floats as decimals that parse to the same bits.

/// Returns the shortest decimal that parses to the same bits. It is correct both for assemblers that read decimals as floats, and for
/// those that read them as doubles, which they then round. Returns `None` for infinities and NaN. The decimal always has a point or an
/// exponent, since numbers without these are read as integers.
pub(super) fn decimal(bits: u32) -> Option<String> {
    let value = f32::from_bits(bits);
    if !value.is_finite() {
        return None;
    }
    let shortest = format!("{value:?}");
    let same = |text: &str| text.parse::<f64>().is_ok_and(|double| (double as f32).to_bits() == bits);
    // If the shortest decimal is near the middle between two floats, rounding it to a double first may lead to the other float.
    Some(if same(&shortest) { shortest } else { format!("{value:.8e}") })
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn decimals_read_back() {
        for bits in (0..=u32::MAX).step_by(9973).chain([0x8000_0000, 1, 0x7f7f_ffff, 0x0080_0000, 0x007f_ffff]) {
            let value = f32::from_bits(bits);
            match decimal(bits) {
                Some(text) => {
                    assert_eq!(text.parse::<f32>().unwrap().to_bits(), bits, "{text}");
                    assert_eq!((text.parse::<f64>().unwrap() as f32).to_bits(), bits, "{text}");
                    assert!(text.contains(['.', 'e']), "{text}");
                }
                None => assert!(!value.is_finite()),
            }
        }
        assert_eq!(decimal(0.1f32.to_bits()).unwrap(), "0.1");
        assert_eq!(decimal(16777216.0f32.to_bits()).unwrap(), "16777216.0");
        assert_eq!(decimal((-0.0f32).to_bits()).unwrap(), "-0.0");
        assert_eq!(decimal(1), Some("1e-45".to_owned()));
    }
}
