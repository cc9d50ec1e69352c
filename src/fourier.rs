//! Numbers of Fourier transforms, which both pipelines read from tables, and the factors of lengths.

use std::f64::consts::TAU;

/// Returns the k-th power of exp(-2πi / n), computed in f64: sines of a device are not accurate enough.
pub(crate) fn root(k: usize, n: usize) -> [f32; 2] {
    let (sine, cosine) = (-TAU * (k % n) as f64 / n as f64).sin_cos();
    [cosine as f32, sine as f32]
}

/// Returns the factors 5 and 3 of a length, and what is left of it.
pub(crate) fn odd_factors(length: usize) -> (Vec<usize>, usize) {
    let (mut odd, mut rest) = (Vec::new(), length.max(1));
    for factor in [5, 3] {
        while rest.is_multiple_of(factor) {
            odd.push(factor);
            rest /= factor;
        }
    }
    (odd, rest)
}

/// Returns whether a length has no other factors than 2, 3 and 5.
pub(crate) fn is_smooth(length: usize) -> bool {
    length > 0 && odd_factors(length).1.is_power_of_two()
}

/// Splits a power of two, of so many bits, into as few radices of at most `max_bits` bits as can be. If the bits do not divide evenly, the first
/// have one more.
pub(crate) fn even_radices(bits: u32, max_bits: u32) -> impl Iterator<Item = usize> {
    let passes = bits.div_ceil(max_bits);
    (0..passes).map(move |pass| 1 << (bits / passes + u32::from(pass < bits % passes)))
}

/// Returns the length of the convolution by which lines of any length are transformed: the smallest that is long enough, one, three or five
/// times a power of two, and possible.
pub(crate) fn convolution(length: usize, is_possible: impl Fn(usize) -> bool) -> Option<usize> {
    let least = (2 * length).checked_sub(1)?;
    let next = |odd: usize| odd * least.div_ceil(odd).next_power_of_two();
    [1, 3, 5].map(next).into_iter().filter(|length| is_possible(*length)).min()
}

/// The numbers of a transform of any length as a convolution of a length that has small factors.
///
/// Since 2jk = j² + k² - (k - j)², an element of the spectrum is a sum of products of x(j) · c(j) with the conjugate of c(k - j), times c(k),
/// where c(j) = exp(-πi j² / n). This sum is a convolution, and that is an inverse transform of a product of spectra. Bluestein 1970, *A Linear
/// Filtering Approach to the Computation of Discrete Fourier Transform*.
pub(crate) struct Chirp {
    /// c(j), for each element of a line.
    pub of_line: Vec<[f32; 2]>,
    /// The conjugates of c(j) for j from -n to n, in a line of the convolution's length.
    pub filter: Vec<[f32; 2]>,
}

impl Chirp {
    /// Returns the numbers of lines of `length` elements; the convolution has at least 2 · `length` - 1.
    pub fn new(length: usize, padded: usize) -> Chirp {
        // c(j) repeats after 2n squares.
        let of = |j: usize| root((j as u128 * j as u128 % (2 * length as u128)) as usize, 2 * length);
        let of_line: Vec<[f32; 2]> = (0..length).map(of).collect();
        let mut filter = vec![[0.0; 2]; padded];
        for (j, [re, im]) in of_line.iter().enumerate() {
            filter[j] = [*re, -im];
            filter[(padded - j) % padded] = [*re, -im];
        }
        Chirp { of_line, filter }
    }
}
