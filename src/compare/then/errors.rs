//! Errors of predictions: the median and the worst.

use serde::Serialize;

use super::Prediction;

/// The errors of several predictions, each as a share of the published figure.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Errors {
    /// The number of predictions.
    pub of: usize,
    /// The median: half of the errors are no larger.
    pub median: f64,
    /// The largest error.
    pub worst: f64,
}

impl Errors {
    /// Returns the errors of those predictions that count, or `None` if no prediction counts.
    pub fn of<'a>(predictions: impl IntoIterator<Item = &'a Prediction>) -> Option<Errors> {
        let counted = predictions.into_iter().filter(|one| one.counts);
        Self::of_ratios(counted.filter_map(Prediction::ratio))
    }

    /// Returns the errors of the predictions for OpenGL.
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
