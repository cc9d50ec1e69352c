//! The weights of convolutions, and what stands past the edges of a picture.

use crate::error::{Error, PrimitiveError};

/// What stands past the edges of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Border {
    /// The picture reflected, with its edge twice: `c b a | a b c | c b a`, as `reflect` in SciPy.
    #[default]
    Reflect,
    /// The nearest element of the edge: `a a a | a b c | c c c`.
    Clamp,
    /// Zeros: `0 0 0 | a b c | 0 0 0`.
    Zero,
    /// The picture again: `a b c | a b c | a b c`.
    Wrap,
}

impl Border {
    /// All of them.
    pub const ALL: [Border; 4] = [Border::Reflect, Border::Clamp, Border::Zero, Border::Wrap];

    /// Returns the number that stands for it in kernels.
    pub(crate) fn number(self) -> i32 {
        match self {
            Border::Reflect => 0,
            Border::Clamp => 1,
            Border::Zero => 2,
            Border::Wrap => 3,
        }
    }
}

/// A matrix of weights for [`convolve`](crate::primitives::convolve()). Its centre is in row ⌊rows / 2⌋ and column ⌊columns / 2⌋, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    rows: usize,
    columns: usize,
    values: Vec<f32>,
}

/// The width of a Gaussian's weights, to each side, in standard deviations.
const TRUNCATED: f64 = 4.0;
/// The largest standard deviation whose weights are made.
const MAX_SIGMA: f32 = 4096.0;

impl Weights {
    /// Makes a matrix of weights, given row by row.
    ///
    /// ```
    /// use brooklet::primitives::Weights;
    /// let weights = Weights::new([1, 3], &[0.25, 0.5, 0.25])?;
    /// assert_eq!(weights.size(), [1, 3]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`PrimitiveError::Weights`], for no weights, or for another number of them than rows times columns.
    pub fn new([rows, columns]: [usize; 2], values: &[f32]) -> Result<Weights, Error> {
        match rows.checked_mul(columns) {
            Some(count) if count == values.len() && count > 0 => Ok(Weights { rows, columns, values: values.to_vec() }),
            _ => Err(PrimitiveError::Weights { rows, columns, found: values.len() }.into()),
        }
    }

    /// Makes the weights of a Gaussian with this standard deviation in elements, whose sum is 1, up to four standard deviations from the
    /// centre in rows and columns, as `scipy.ndimage.gaussian_filter`.
    ///
    /// # Errors
    /// [`PrimitiveError::Sigma`], for a standard deviation that is not from 0 to 4096. With 0, the only weight is 1.
    pub fn gaussian(sigma: f32) -> Result<Weights, Error> {
        let line = gaussian_line(sigma)?;
        let values = line.iter().flat_map(|v| line.iter().map(move |u| (u * v) as f32)).collect();
        Ok(Weights { rows: line.len(), columns: line.len(), values })
    }

    /// Returns 5 × 5 binomial weights, whole numbers whose sum is 256.
    pub(crate) fn binomial() -> Weights {
        const LINE: [f32; 5] = [1.0, 4.0, 6.0, 4.0, 1.0];
        let values = LINE.iter().flat_map(|v| LINE.map(|u| u * v)).collect();
        Weights { rows: 5, columns: 5, values }
    }

    /// Returns the numbers of rows and columns.
    pub fn size(&self) -> [usize; 2] {
        [self.rows, self.columns]
    }

    /// Returns the weights, row by row.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// Returns the weights of a column and of a row whose products are these weights, if there are such: then the matrix is separable. Each
    /// product is within 2^-22 of its weight, relative to it, so that weights which were rounded count, too.
    pub fn separated(&self) -> Option<[Vec<f32>; 2]> {
        let at = |row: usize, column: usize| f64::from(self.values[row * self.columns + column]);
        let largest = (0..self.values.len()).max_by(|a, b| self.values[*a].abs().total_cmp(&self.values[*b].abs()))?;
        let (row, column) = (largest / self.columns, largest % self.columns);
        let pivot = at(row, column);
        if !pivot.is_finite() || pivot == 0.0 {
            return None;
        }
        // In units of its least weight, a row of products of whole numbers is of whole numbers, too. A power of two then makes both lines
        // about equally large.
        let weights = (0..self.columns).map(|column| at(row, column).abs()).filter(|weight| *weight > 0.0);
        let unit = weights.fold(f64::INFINITY, f64::min);
        let scale = 2f64.powi((unit.log2() - pivot.abs().log2() / 2.0).round() as i32);
        let down: Vec<f64> = (0..self.rows).map(|row| at(row, column) * unit / pivot / scale).collect();
        let across: Vec<f64> = (0..self.columns).map(|column| at(row, column) / unit * scale).collect();
        let is_product = |(i, weight): (usize, &f32)| {
            let weight = f64::from(*weight);
            (down[i / self.columns] * across[i % self.columns] - weight).abs() <= weight.abs() * 2f64.powi(-22)
        };
        let separable = self.values.iter().enumerate().all(is_product);
        separable.then(|| [down, across].map(|line| line.into_iter().map(|weight| weight as f32).collect()))
    }
}

/// Returns the weights of a Gaussian along a line, whose sum is 1.
pub(crate) fn gaussian_line(sigma: f32) -> Result<Vec<f64>, Error> {
    if !(0.0..=MAX_SIGMA).contains(&sigma) {
        return Err(PrimitiveError::Sigma { sigma, max: MAX_SIGMA }.into());
    }
    if sigma == 0.0 {
        return Ok(vec![1.0]);
    }
    let sigma = f64::from(sigma);
    let radius = (TRUNCATED * sigma + 0.5) as i64;
    let weights: Vec<f64> = (-radius..=radius).map(|i| (-0.5 * (i as f64 / sigma).powi(2)).exp()).collect();
    let sum: f64 = weights.iter().sum();
    Ok(weights.into_iter().map(|weight| weight / sum).collect())
}
