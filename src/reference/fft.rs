//! The Fourier transform, on slices, in f64.

use std::f64::consts::TAU;

use crate::lines::Lines;
use crate::shape::{Shape, ShapeError};

/// Transforms lines of complex numbers along these axes, like [`primitives::fft`](crate::primitives::fft()): by the smallest prime factor of the
/// length, again and again.
///
/// ```
/// let spectrum = brooklet::reference::fft(&[[1.0, 0.0], [3.0, 0.0]], 2.into(), &[-1])?;
/// assert_eq!(spectrum, [[4.0, 0.0], [-2.0, 0.0]]);
/// # Ok::<(), brooklet::ShapeError>(())
/// ```
///
/// # Errors
/// An axis that there is not.
pub fn fft(signal: &[[f32; 2]], shape: Shape, axes: &[i32]) -> Result<Vec<[f64; 2]>, ShapeError> {
    let mut result: Vec<[f64; 2]> = signal.iter().map(|x| x.map(f64::from)).collect();
    for axis in axes {
        let Lines { outer, length, inner, .. } = Lines::new(shape, *axis)?;
        for first in (0..outer).flat_map(|o| (0..inner).map(move |i| o * length * inner + i)) {
            let line: Vec<[f64; 2]> = (0..length).map(|k| result[first + k * inner]).collect();
            transformed(&line).into_iter().enumerate().for_each(|(k, x)| result[first + k * inner] = x);
        }
    }
    Ok(result)
}

/// Transforms lines of real numbers along these axes, like [`primitives::rfft`](crate::primitives::rfft()): along the last of them, only the first
/// half of the spectrum is returned.
///
/// ```
/// let spectrum = brooklet::reference::rfft(&[1.0, 3.0, 1.0], 3.into(), &[-1])?;
/// assert_eq!((spectrum.len(), spectrum[0]), (2, [5.0, 0.0]));
/// # Ok::<(), brooklet::ShapeError>(())
/// ```
///
/// # Errors
/// An axis that there is not.
pub fn rfft(values: &[f32], shape: Shape, axes: &[i32]) -> Result<Vec<[f64; 2]>, ShapeError> {
    let whole = fft(&values.iter().map(|x| [*x, 0.0]).collect::<Vec<_>>(), shape, axes)?;
    let Lines { length, inner, .. } = Lines::new(shape, axes.last().copied().unwrap_or(-1))?;
    let kept = |index: &usize| index / inner % length <= length / 2;
    Ok((0..whole.len()).filter(kept).map(|index| whole[index]).collect())
}

/// Transforms a line.
fn transformed(line: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let n = line.len();
    let Some(factor) = (2..=n).find(|factor| n.is_multiple_of(*factor)) else { return line.to_vec() };
    let part = |k: usize| transformed(&line.iter().skip(k).step_by(factor).copied().collect::<Vec<_>>());
    // A line of prime length is the sum of its elements, each turned by its place.
    let parts: Vec<Vec<[f64; 2]>> = (0..factor).map(part).collect();
    let element = |k: usize| {
        let turned = |j: usize| {
            let (sine, cosine) = (-TAU * (j * k % n) as f64 / n as f64).sin_cos();
            let [re, im] = parts[j][k % (n / factor)];
            [re * cosine - im * sine, re * sine + im * cosine]
        };
        (0..factor).map(turned).fold([0.0; 2], |sum, x| [sum[0] + x[0], sum[1] + x[1]])
    };
    (0..n).map(element).collect()
}
