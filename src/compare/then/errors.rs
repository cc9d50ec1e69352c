//! Errors of predictions: the median and the worst.

use serde::Serialize;

use super::Prediction;

/// Errors of several predictions: how far each is from what was published, as a share of that.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Errors {
    /// Of so many.
    pub of: usize,
    /// Half of them are no larger.
    pub median: f64,
    /// The largest.
    pub worst: f64,
}

impl Errors {
    /// The errors of those that count; none, where none do.
    pub fn of<'a>(predictions: impl IntoIterator<Item = &'a Prediction>) -> Option<Errors> {
        let counted = predictions.into_iter().filter(|one| one.counts);
        Self::of_ratios(counted.filter_map(Prediction::ratio))
    }

    /// The same through OpenGL.
    pub fn of_opengl<'a>(predictions: impl IntoIterator<Item = &'a Prediction>) -> Option<Errors> {
        let counted = predictions.into_iter().filter(|one| one.counts);
        Self::of_ratios(counted.filter_map(Prediction::ratio_opengl))
    }

    fn of_ratios(ratios: impl Iterator<Item = f64>) -> Option<Errors> {
        let mut errors: Vec<f64> = ratios.map(|ratio| (ratio - 1.0).abs()).collect();
        errors.sort_by(f64::total_cmp);
        let of = errors.len();
        let worst = *errors.last()?;
        Some(Errors { of, median: (errors[(of - 1) / 2] + errors[of / 2]) / 2.0, worst })
    }
}
