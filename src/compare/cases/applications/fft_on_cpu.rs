//! The transform on all cores of the CPU, by the fastest crate.

use std::sync::Arc;

use rayon::prelude::*;
use rustfft::{Fft, FftPlanner, num_complex::Complex};

/// The side of the blocks that are transposed together. A block fits a core's own cache.
const BLOCK: usize = 32;

/// Transforms all rows with rustfft, transposes the result, transforms its rows, and transposes back. A loop down the columns would
/// miss the cache at each step.
pub struct Transform {
    size: [usize; 2],
    along: [Arc<dyn Fft<f32>>; 2],
    rows: Vec<Complex<f32>>,
    columns: Vec<Complex<f32>>,
}

impl Transform {
    pub fn new([rows, columns]: [usize; 2]) -> Transform {
        let mut planner = FftPlanner::new();
        Transform {
            size: [rows, columns],
            along: [planner.plan_fft_forward(columns), planner.plan_fft_forward(rows)],
            rows: vec![Complex::default(); rows * columns],
            columns: vec![Complex::default(); rows * columns],
        }
    }

    pub fn forward(&mut self, signal: &[[f32; 2]]) -> Vec<[f32; 2]> {
        let [rows, columns] = self.size;
        for (number, x) in self.rows.iter_mut().zip(signal) {
            *number = Complex::new(x[0], x[1]);
        }
        transform(&mut self.rows, columns, &self.along[0]);
        transposed(&self.rows, columns, &mut self.columns, |x| *x);
        transform(&mut self.columns, rows, &self.along[1]);
        let mut result = vec![[0.0; 2]; rows * columns];
        transposed(&self.columns, rows, &mut result, |x| [x.re, x.im]);
        result
    }
}

/// Transforms each row, on all cores.
fn transform(numbers: &mut [Complex<f32>], row: usize, along: &Arc<dyn Fft<f32>>) {
    let at_once = (numbers.len() / row).div_ceil(4 * rayon::current_num_threads()).max(1);
    numbers.par_chunks_mut(at_once * row).for_each_init(
        || vec![Complex::default(); along.get_inplace_scratch_len()],
        |scratch, rows| along.process_with_scratch(rows, scratch),
    );
}

/// Returns the columns as rows.
fn transposed<T: Send>(
    from: &[Complex<f32>],
    columns: usize,
    to: &mut [T],
    as_wanted: impl Fn(&Complex<f32>) -> T + Sync,
) {
    let rows = from.len() / columns;
    to.par_chunks_mut(BLOCK * rows).enumerate().for_each(|(block, to)| {
        for start in (0..rows).step_by(BLOCK) {
            for (x, to) in to.chunks_mut(rows).enumerate() {
                for y in start..rows.min(start + BLOCK) {
                    to[y] = as_wanted(&from[y * columns + block * BLOCK + x]);
                }
            }
        }
    });
}
