//! Fourier transforms of rows of real numbers, by the fastest crate.

use std::f64::consts::TAU;

use rayon::prelude::*;
use rustfft::{Fft, FftPlanner, num_complex::Complex};

use super::lines::length;

/// Returns the half spectra of rows, on one core.
pub fn rows(x: &[f32]) -> Vec<f32> {
    let columns = length(x.len());
    let transform = Rows::new(columns);
    let mut spectra = vec![0.0; x.len() / columns * transform.half()];
    let mut scratch = Vec::new();
    x.chunks(columns)
        .zip(spectra.chunks_mut(transform.half()))
        .for_each(|(x, half)| transform.run(x, half, &mut scratch));
    spectra
}

/// Returns the half spectra of rows, on all cores.
pub fn rows_on_all_cores(x: &[f32]) -> Vec<f32> {
    let columns = length(x.len());
    let transform = Rows::new(columns);
    let mut spectra = vec![0.0; x.len() / columns * transform.half()];
    let rows = x.par_chunks(columns).zip(spectra.par_chunks_mut(transform.half()));
    rows.for_each_init(Vec::new, |scratch, (x, half)| transform.run(x, half, scratch));
    spectra
}

/// The transform of a row. An even number of elements is taken as half as many complex numbers.
struct Rows {
    columns: usize,
    transform: std::sync::Arc<dyn Fft<f32>>,
    roots: Vec<Complex<f32>>,
}

impl Rows {
    fn new(columns: usize) -> Rows {
        let complex = if columns.is_multiple_of(2) { columns / 2 } else { columns };
        let root = |k: usize| Complex::from_polar(1.0, -TAU * k as f64 / columns as f64);
        let roots = (0..=columns / 2).map(root).map(|x| Complex::new(x.re as f32, x.im as f32)).collect();
        Rows { columns, transform: FftPlanner::new().plan_fft_forward(complex), roots }
    }

    /// Returns how many floats half a spectrum has.
    fn half(&self) -> usize {
        2 * (self.columns / 2 + 1)
    }

    fn run(&self, x: &[f32], half: &mut [f32], scratch: &mut Vec<Complex<f32>>) {
        let n = self.transform.len();
        let mut numbers: Vec<Complex<f32>> = match self.columns == 2 * n {
            true => x.as_chunks::<2>().0.iter().map(|[re, im]| Complex::new(*re, *im)).collect(),
            false => x.iter().map(|re| Complex::new(*re, 0.0)).collect(),
        };
        scratch.resize(self.transform.get_inplace_scratch_len(), Complex::default());
        self.transform.process_with_scratch(&mut numbers, scratch);
        for (k, [re, im]) in half.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let mut own = numbers[k % n];
            if self.columns == 2 * n {
                let mirrored = numbers[(n - k % n) % n].conj();
                let odd = (own - mirrored) * self.roots[k];
                own = (own + mirrored + Complex::new(odd.im, -odd.re)) * 0.5;
            }
            (*re, *im) = (own.re, own.im);
        }
    }
}
