//! Errors of transforms.

use crate::shape::Shape;

use super::LARGEST;

/// Why a transform cannot be made or run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FftError {
    /// The length of an axis is not supported.
    #[error("a Fourier transform along an axis of {found} {axis}: the length must be a power of two from 2 to {LARGEST}{}", nearest(*.found))]
    Length {
        /// The axis: "columns" or "rows".
        axis: &'static str,
        /// Its length.
        found: usize,
    },
    /// A shape does not have one or two dimensions.
    #[error("a Fourier transform of {shape}, which has {} dimensions: it takes 1 (a signal) or 2 (a picture, or a signal a row)", .shape.rank())]
    Rank {
        /// The shape.
        shape: Shape,
    },
    /// A stream has another shape than the transform was made for.
    #[error("this Fourier transform was made for {wanted}, and the signal is {found}")]
    Shape {
        /// The shape that the transform was made for.
        wanted: Shape,
        /// The shape of the stream.
        found: Shape,
    },
    /// The cutoff frequency of a filter is invalid.
    #[error("the cutoff of a filter is {found}: it must be a positive number of cycles an element")]
    Cutoff {
        /// The frequency, as it was given.
        found: String,
    },
}

fn nearest(found: usize) -> String {
    match found.checked_next_power_of_two() {
        Some(next) if (2..=LARGEST).contains(&next) => format!("; fill up to {next} with zeros"),
        _ => String::new(),
    }
}
