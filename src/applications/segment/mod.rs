//! Segmentation of a picture: a region grows from seeds, by diffusion that edges stop.
//!
//! One of the five applications of Buck et al., *Brook for GPUs* (section 6.1), who follow Perona and Malik (1990) and Sherbondy,
//! Houston and Napel (2003). Each pixel has a label: 1 in the region, else how much of it has flowed there. In an iteration
//! labels flow between neighbours, across an edge over which the brightness changes by d with conductance exp(-(d/contrast)²), and
//! leak away by a little; where more than a half stays, the pixel joins the region. Iterations go on until nothing moves,
//! which a reduction decides: the largest change of any label, one number read back every [`CHECK`] iterations.
//!
//! | [`Method`] | an iteration | reads | exact |
//! |---|---|---|---|
//! | [`Brook`](Method::Brook) | 1 pass of `demos/brook/grow.br` | 10 floats a pixel, writes 2; four exponentials | to rounding |
//! | [`Packed`](Method::Packed) | 1 pass | 8 texels for each four pixels, writes 1 | to rounding |
//!
//! Packed texels hold 2 × 2 pixels, and conductances are computed once, in three passes, when the picture has been
//! [smoothed](Options::smoothing): those over the twelve edges of a square lie together. Memory beside the picture: two streams
//! of labels, and three of conductances.
//!
//! ```
//! use brooklet::{Device, applications::segment::{Method, Options, Segmentation}};
//! let device = Device::headless()?;
//! // A bright square of 4 × 4 in a dark picture.
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

/// Iterations between two looks at whether anything moves.
pub const CHECK: usize = 16;

/// How labels are kept and moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// As the paper: brightness and label of a pixel in one element, a kernel in Brook.
    Brook,
    /// The fastest: four pixels a texel, conductances computed once.
    #[default]
    Packed,
}

impl Method {
    /// Both of them.
    pub const ALL: [Method; 2] = [Method::Brook, Method::Packed];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Brook => "brook",
            Method::Packed => "packed",
        }
    }
}

/// How the region grows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// The change of brightness between neighbours at which about a third of a label gets across. One and a half times that
    /// stops the region.
    pub contrast: f32,
    /// The part of a label that leaks away where as much flows in as out: larger, and the region passes no narrow or blurred
    /// gaps.
    pub leak: f32,
    /// How many iterations smooth the picture first.
    pub smoothing: usize,
    /// Labels that change by no more than this do not move.
    pub tolerance: f32,
    /// The most iterations.
    pub limit: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { contrast: 0.1, leak: 0.02, smoothing: 0, tolerance: 1e-4, limit: 100_000 }
    }
}

/// The part of a difference that flows in an iteration: more than 1/4 would not be stable.
const RATE: f32 = 0.24;

/// Why a picture is not segmented.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// Pixels and extents that do not go together.
    #[error("a picture of {height} × {width} has {} pixels, and {pixels} are given", .height.saturating_mul(*.width))]
    Pixels {
        /// Rows.
        height: usize,
        /// Columns.
        width: usize,
        /// Pixels given.
        pixels: usize,
    },
    /// A pixel that is no number.
    #[error("the pixel at ({x}, {y}) is {value}: brightness is a finite number")]
    NotFinite {
        /// Its column.
        x: usize,
        /// Its row.
        y: usize,
        /// What it is.
        value: f32,
    },
    /// No seed.
    #[error("a region grows from seeds, and there is none: give the column and row of a pixel in it")]
    NoSeed,
    /// A seed outside the picture.
    #[error("the seed ({x}, {y}) is outside the picture of {width} columns and {height} rows, from 0")]
    Seed {
        /// Its column.
        x: usize,
        /// Its row.
        y: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// An option that makes no sense.
    #[error("{name} is {value}: {wanted}")]
    Option {
        /// Which.
        name: &'static str,
        /// What it is.
        value: f32,
        /// What it has to be.
        wanted: &'static str,
    },
    /// The limit of iterations is reached.
    #[error(
        "after {limit} iterations labels still change by {moved}, and {tolerance} is wanted: raise the limit or the tolerance"
    )]
    Limit {
        /// Iterations.
        limit: usize,
        /// The largest change of the last.
        moved: f32,
        /// The largest change that is none.
        tolerance: f32,
    },
}

/// A segmentation at work: picture and labels on a device.
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
    /// Puts a picture of `[height, width]` on the device, row by row, and smooths it. Seeds are columns and rows of pixels in
    /// the region, from 0.
    ///
    /// # Errors
    /// [`SegmentError`], for a picture that is none, a seed outside it and options that make no sense; what the device
    /// refuses.
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

    /// An iteration: one pass.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn step(&mut self) -> Result<(), Error> {
        match &mut self.state {
            State::Brook(grown) => grown.step(self.options.leak)?,
            State::Packed(grown) => grown.step(self.options.leak)?,
        }
        self.iterations += 1;
        Ok(())
    }

    /// The largest change of a label in the last iteration, by a reduction; one number is read back.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn moved(&self) -> Result<f32, Error> {
        match &self.state {
            State::Brook(grown) => grown.moved(),
            State::Packed(grown) => grown.moved(),
        }
    }

    /// Iterates until nothing moves, and says how many iterations there were in all. `progress` is told how many there were so
    /// far and what still moves, every [`CHECK`] iterations.
    ///
    /// # Errors
    /// [`SegmentError::Limit`]; what the device refuses.
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

    /// How many iterations there were.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// The labels, row by row, read back: from 0, and 1 in the region.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn labels(&self) -> Result<Vec<f32>, Error> {
        match &self.state {
            State::Brook(grown) => Ok(grown.pixels().read()?.iter().map(|pixel| pixel[1]).collect()),
            State::Packed(grown) => grown.read(self.shape),
        }
    }

    /// The region, row by row, read back: 1 in it, 0 elsewhere.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn mask(&self) -> Result<Vec<f32>, Error> {
        Ok(self.labels()?.into_iter().map(|label| if label == 1.0 { 1.0 } else { 0.0 }).collect())
    }

    /// By [`Method::Packed`]: the labels as they lie on the device, 2 × 2 pixels a texel, with a frame of one texel around the
    /// picture.
    pub fn packed_labels(&self) -> Option<&Stream<[f32; 4]>> {
        match &self.state {
            State::Brook(_) => None,
            State::Packed(grown) => Some(grown.labels()),
        }
    }

    /// By [`Method::Brook`]: brightness and label of each pixel as they lie on the device.
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
            ("contrast", self.contrast, self.contrast.is_normal() && self.contrast > 0.0, "it is more than 0"),
            ("leak", self.leak, (0.0..=0.1).contains(&self.leak), "it is from 0 to 0.1"),
            ("tolerance", self.tolerance, self.tolerance >= 0.0, "it is at least 0"),
        ];
        match all.into_iter().find(|(_, _, right, _)| !right) {
            Some((name, value, _, wanted)) => Err(SegmentError::Option { name, value, wanted }),
            None => Ok(()),
        }
    }
}
