//! The fast Fourier transform of Brook's paper, and pictures that are filtered by their spectra.
//!
//! Brook's paper (Buck et al. 2004, section 5.1) transforms four channels of 1024 × 1024 with radix 2. A kernel puts the elements
//! in bit-reversed order. Then log2 n passes of butterflies follow along each axis, and each pass reads and writes all elements.
//! [`PaperFft`] runs this method, with the kernels of [`BROOK`]. [`primitives::fft`](crate::primitives::fft()) is several times faster, and
//! transforms lines of any length.

mod error;
mod filter;
mod paper;

pub use error::FftError;
pub use filter::{Keep, filter_picture};
pub use paper::{BROOK, Channels, PaperFft};

use super::Error;

/// The maximum length of an axis.
pub const LARGEST: usize = 2048;
