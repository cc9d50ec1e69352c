//! Segmentation of a picture. A region grows from seeds by diffusion, which stops at edges.
//!
//! One of the five applications of Buck et al., *Brook for GPUs* (section 6.1), who follow Perona and Malik (1990) and Sherbondy,
//! Houston and Napel (2003). Each pixel has a label: 1 in the region, and otherwise the amount that has flowed there from the
//! region. In an iteration, labels flow between neighbours and a small part leaks away. The conductance between two pixels whose
//! brightness differs by d is exp(-(d/contrast)²). A pixel whose label exceeds one half joins the region. Iterations continue until
//! no label changes. A reduction checks this: it computes the largest change of any label, and one number is read back every
//! [`CHECK`] iterations.
//!
//! | [`Method`] | an iteration | reads | exact |
//! |---|---|---|---|
//! | [`Brook`](Method::Brook) | 1 pass of `demos/brook/grow.br` | 10 floats a pixel, writes 2; four exponentials | to rounding |
//! | [`Packed`](Method::Packed) | 1 pass | 8 texels for each four pixels, writes 1 | to rounding |
//!
//! A packed texel contains 2 × 2 pixels. Conductances are computed once, in three passes, after the picture has been
//! [smoothed](Options::smoothing). Those across the twelve edges of a square of 2 × 2 pixels are stored together. Memory in
//! addition to the picture: two streams of labels, and three of conductances.
//!
//! ```
//! use brooklet::{Device, applications::segment::{Method, Options, Segmentation}};
//! let device = Device::headless()?;
//! // A bright square of 4 × 4 pixels in a dark picture.
//! let bright = |at: usize| (2..6).contains(&(at % 8)) && (2..6).contains(&(at / 8));
//! let picture: Vec<f32> = (0..64).map(|at| if bright(at) { 0.9 } else { 0.2 }).collect();
//! let mut segmentation =
//!     Segmentation::new(&device, [8, 8], &picture, &[[3, 3]], Options::default(), Method::Packed)?;
//! segmentation.run(|_, _| {})?;
//! let mask = segmentation.mask()?;
//! assert!((0..64).all(|at| mask[at] == if bright(at) { 1.0 } else { 0.0 }));
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod brook;
mod packed;

use crate::machine::{Device, Stream};

use super::Error;

/// The number of iterations between two checks whether labels still change.
pub const CHECK: usize = 16;

/// How labels are stored and updated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// As in the paper: brightness and label of a pixel in one element, and a kernel in Brook.
    Brook,
    /// The fastest method: four pixels in each texel, and conductances that are computed once.
    #[default]
    Packed,
}

impl Method {
    /// Both methods.
    pub const ALL: [Method; 2] = [Method::Brook, Method::Packed];

    /// Returns the name of the method on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Brook => "brook",
            Method::Packed => "packed",
        }
    }
}

/// The options that control how the region grows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// The difference in brightness between neighbours at which about a third of a label flows across. One and a half times this
    /// difference stops the region.
    pub contrast: f32,
    /// The leak: in each iteration a label loses this part of itself, scaled by the same rate as the flow between neighbours. A
    /// larger value keeps the region from passing narrow or blurred gaps.
    pub leak: f32,
    /// The number of iterations that smooth the picture before the region grows.
    pub smoothing: usize,
    /// The largest change of a label that still counts as none.
    pub tolerance: f32,
    /// The maximum number of iterations.
    pub limit: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { contrast: 0.1, leak: 0.02, smoothing: 0, tolerance: 1e-4, limit: 100_000 }
    }
}

/// The part of a difference that flows in an iteration. A value above 1/4 would be unstable.
const RATE: f32 = 0.24;

/// Why a picture cannot be segmented.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// The number of pixels does not match the extents.
    #[error("a picture of {height} × {width} has {} pixels, and {pixels} are given", .height.saturating_mul(*.width))]
    Pixels {
        /// The number of rows.
        height: usize,
        /// The number of columns.
        width: usize,
        /// The number of pixels given.
        pixels: usize,
    },
    /// A pixel is not a finite number.
    #[error("the pixel at ({x}, {y}) is {value}: brightness is a finite number")]
    NotFinite {
        /// Its column.
        x: usize,
        /// Its row.
        y: usize,
        /// Its value.
        value: f32,
    },
    /// There are no seeds.
    #[error("a region grows from seeds, and there is none: give the column and row of a pixel in it")]
    NoSeed,
    /// A seed is outside the picture.
    #[error("the seed ({x}, {y}) is outside the picture of {width} columns and {height} rows, from 0")]
    Seed {
        /// Its column.
        x: usize,
        /// Its row.
        y: usize,
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// An option has an invalid value.
    #[error("{name} is {value}: {wanted}")]
    Option {
        /// The name of the option.
        name: &'static str,
        /// Its value.
        value: f32,
        /// The values that are valid.
        wanted: &'static str,
    },
    /// The maximum number of iterations is reached, and labels still change.
    #[error(
        "after {limit} iterations labels still change by {moved}, more than the tolerance of {tolerance}: raise the limit or the tolerance"
    )]
    Limit {
        /// The maximum number of iterations.
        limit: usize,
        /// The largest change in the last iteration.
        moved: f32,
        /// The largest change that counts as none.
        tolerance: f32,
    },
}

/// A segmentation in progress: picture and labels on a device.
pub struct Segmentation {
    state: State,
    options: Options,
    shape: [usize; 2],
    iterations: usize,
}

enum State {
    Brook(brook::Grown),
    Packed(packed::Grown),
}

impl Segmentation {
    /// Uploads a picture of `[height, width]`, row by row, and smooths it. Each seed is the column and the row, from 0, of a pixel
    /// in the region.
    ///
    /// # Errors
    /// [`SegmentError`] for a wrong number of pixels, a pixel that is not finite, missing seeds or seeds outside the picture, and
    /// invalid options; any error of the device.
    pub fn new(
        device: &Device,
        [height, width]: [usize; 2],
        pixels: &[f32],
        seeds: &[[usize; 2]],
        options: Options,
        method: Method,
    ) -> Result<Segmentation, Error> {
        options.check()?;
        if height.checked_mul(width) != Some(pixels.len()) {
            return Err(SegmentError::Pixels { height, width, pixels: pixels.len() }.into());
        }
        if let Some(at) = pixels.iter().position(|pixel| !pixel.is_finite()) {
            return Err(SegmentError::NotFinite { x: at % width, y: at / width, value: pixels[at] }.into());
        }
        if seeds.is_empty() {
            return Err(SegmentError::NoSeed.into());
        }
        if let Some([x, y]) = seeds.iter().copied().find(|[x, y]| *x >= width || *y >= height) {
            return Err(SegmentError::Seed { x, y, width, height }.into());
        }
        let mut labels = vec![0.0; pixels.len()];
        for [x, y] in seeds {
            labels[y * width + x] = 1.0;
        }
        let state = match method {
            Method::Brook => State::Brook(brook::Grown::new(device, [height, width], pixels, &labels, options)?),
            Method::Packed => State::Packed(packed::Grown::new(device, [height, width], pixels, &labels, options)?),
        };
        Ok(Segmentation { state, options, shape: [height, width], iterations: 0 })
    }

    /// Runs an iteration, which is one pass.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn step(&mut self) -> Result<(), Error> {
        match &mut self.state {
            State::Brook(grown) => grown.step(self.options.leak)?,
            State::Packed(grown) => grown.step(self.options.leak)?,
        }
        self.iterations += 1;
        Ok(())
    }

    /// Returns the largest change of a label in the last iteration. A reduction computes it, and one number is read back.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn moved(&self) -> Result<f32, Error> {
        match &self.state {
            State::Brook(grown) => grown.moved(),
            State::Packed(grown) => grown.moved(),
        }
    }

    /// Iterates until labels do not change any more, and returns the total number of iterations. Every [`CHECK`] iterations, calls
    /// `progress` with the number of iterations so far and the largest change of a label.
    ///
    /// # Errors
    /// [`SegmentError::Limit`] if the maximum number of iterations is reached; any error of the device.
    pub fn run(&mut self, mut progress: impl FnMut(usize, f32)) -> Result<usize, Error> {
        let Options { tolerance, limit, .. } = self.options;
        loop {
            for _ in 0..CHECK.min(limit.saturating_sub(self.iterations).max(1)) {
                self.step()?;
            }
            let moved = self.moved()?;
            progress(self.iterations, moved);
            if moved <= tolerance {
                return Ok(self.iterations);
            }
            if self.iterations >= limit {
                return Err(SegmentError::Limit { limit, moved, tolerance }.into());
            }
        }
    }

    /// Returns the number of iterations so far.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// Reads back the labels, row by row. They are from 0 to one half outside the region, and 1 in it.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn labels(&self) -> Result<Vec<f32>, Error> {
        match &self.state {
            State::Brook(grown) => Ok(grown.pixels().read()?.iter().map(|pixel| pixel[1]).collect()),
            State::Packed(grown) => grown.read(self.shape),
        }
    }

    /// Reads back the region as a mask, row by row: 1 in the region, 0 elsewhere.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn mask(&self) -> Result<Vec<f32>, Error> {
        Ok(self.labels()?.into_iter().map(|label| if label == 1.0 { 1.0 } else { 0.0 }).collect())
    }

    /// Returns the labels on the device, if the method is [`Method::Packed`]. A texel contains 2 × 2 pixels, and there is a frame
    /// of one texel around the picture.
    pub fn packed_labels(&self) -> Option<&Stream<[f32; 4]>> {
        match &self.state {
            State::Brook(_) => None,
            State::Packed(grown) => Some(grown.labels()),
        }
    }

    /// Returns brightness and label of each pixel on the device, if the method is [`Method::Brook`].
    pub fn pixels(&self) -> Option<&Stream<[f32; 2]>> {
        match &self.state {
            State::Brook(grown) => Some(grown.pixels()),
            State::Packed(_) => None,
        }
    }
}

impl Options {
    fn check(&self) -> Result<(), SegmentError> {
        let all = [
            ("contrast", self.contrast, self.contrast.is_normal() && self.contrast > 0.0, "it must be more than 0"),
            ("leak", self.leak, (0.0..=0.1).contains(&self.leak), "it must be from 0 to 0.1"),
            ("tolerance", self.tolerance, self.tolerance >= 0.0, "it must be at least 0"),
        ];
        match all.into_iter().find(|(_, _, right, _)| !right) {
            Some((name, value, _, wanted)) => Err(SegmentError::Option { name, value, wanted }),
            None => Ok(()),
        }
    }
}
