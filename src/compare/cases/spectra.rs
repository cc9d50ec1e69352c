//! Spectra, compared with those that are expected.

/// Returns whether the error of a spectrum is at most this part of the expected one, root mean square.
pub fn is_near(found: &[[f32; 2]], wanted: &[[f64; 2]], bound: f64) -> bool {
    let square = |x: [f64; 2]| x[0] * x[0] + x[1] * x[1];
    let off = found.iter().zip(wanted).map(|(a, b)| square([f64::from(a[0]) - b[0], f64::from(a[1]) - b[1]]));
    let all: f64 = wanted.iter().map(|x| square(*x)).sum();
    found.len() == wanted.len() && (off.sum::<f64>() / all.max(f64::MIN_POSITIVE)).sqrt() <= bound
}
