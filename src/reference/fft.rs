//! The Fourier transform, on slices, in f64.

use std::f64::consts::TAU;

use crate::lines::Lines;
use crate::shape::{Shape, ShapeError};

/// Transforms lines of complex numbers along these axes, like [`primitives::fft`](crate::primitives::fft()): by the smallest prime factor of the
/// length, again and again, and by a convolution where that is larger than 64.
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
    if factor > 64 {
        return convolved(line);
    }
    let part = |k: usize| transformed(&line.iter().skip(k).step_by(factor).copied().collect::<Vec<_>>());
    // A line of prime length is the sum of its elements, each turned by its place.
    let parts: Vec<Vec<[f64; 2]>> = (0..factor).map(part).collect();
    let element = |k: usize| {
        let turned = |j: usize| product(parts[j][k % (n / factor)], root(j * k, n));
        (0..factor).map(turned).fold([0.0; 2], |sum, x| [sum[0] + x[0], sum[1] + x[1]])
    };
    (0..n).map(element).collect()
}

/// Transforms a line whose length has large factors only: by a convolution whose length is a power of two (Bluestein 1970).
fn convolved(line: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let n = line.len();
    let padded = (2 * n - 1).next_power_of_two();
    // Half of a square is exact: j² modulo 2n, of 2n-ths of a turn.
    let chirp = |j: usize| root((j as u128 * j as u128 % (2 * n as u128)) as usize, 2 * n);
    let conjugate = |[re, im]: [f64; 2]| [re, -im];
    let (mut numbers, mut filter) = (vec![[0.0; 2]; padded], vec![[0.0; 2]; padded]);
    for (j, x) in line.iter().enumerate() {
        numbers[j] = product(*x, chirp(j));
        filter[j] = conjugate(chirp(j));
        filter[(padded - j) % padded] = conjugate(chirp(j));
    }
    let spectra = transformed(&numbers).into_iter().zip(transformed(&filter));
    // The conjugate of the spectrum of conjugates is an inverse transform, but for a factor.
    let back = transformed(&spectra.map(|(a, b)| conjugate(product(a, b))).collect::<Vec<_>>());
    let scaled = |x: [f64; 2]| x.map(|part| part / padded as f64);
    (0..n).map(|k| product(scaled(conjugate(back[k])), chirp(k))).collect()
}

fn product(x: [f64; 2], w: [f64; 2]) -> [f64; 2] {
    [x[0] * w[0] - x[1] * w[1], x[0] * w[1] + x[1] * w[0]]
}

/// Returns the k-th power of exp(-2πi / n), exactly for quarters of a turn.
fn root(k: usize, n: usize) -> [f64; 2] {
    let k = k % n;
    match (4 * k / n, (4 * k).is_multiple_of(n)) {
        (0, true) => [1.0, 0.0],
        (1, true) => [0.0, -1.0],
        (2, true) => [-1.0, 0.0],
        (_, true) => [0.0, 1.0],
        _ => {
            let (sine, cosine) = (-TAU * k as f64 / n as f64).sin_cos();
            [cosine, sine]
        }
    }
}
