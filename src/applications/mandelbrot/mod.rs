//! The Mandelbrot set, as an example of predication: how a pass skips elements that have nothing left to do.
//!
//! M. Harris and I. Buck, *GPU Flow-Control Idioms*, GPU Gems 2, chapter 34, compare ways to do that on chips whose fragments could not
//! branch, or not well: no way, a branch in the kernel, and *early z*, the depth test before the kernel runs. A picture is computed in rounds
//! of a few iterations for each point. Points escape at different times, and most of them early.
//!
//! | method | passes for each round |
//! |---|---|
//! | [`Predication::None`] | 1: all points, always |
//! | [`Predication::Branch`] | 1: the kernel branches around its iterations |
//! | [`Predication::EarlyZ`] | 2: the points that are not behind, and a pass that puts the escaped ones behind |
//!
//! And one pass in the end takes the counts from the states. Two textures take turns, and a point that is skipped must have its last state in
//! both: so it is drawn once more after it has escaped, and put behind then. All methods compute the same numbers.
//!
//! An [`OcclusionQuery`] counts for each round how many points were drawn, without a wait: the share that early z skipped. Whether a
//! device really skips their kernels is its own matter; it may test them afterwards. An emulated chip skips blocks of them, and its
//! [trace](crate::Trace) has the fragments that ran.
//!
//! ```
//! use brooklet::applications::mandelbrot::{self, Predication, Settings};
//! let device = brooklet::Device::headless()?;
//! let settings = Settings { size: [24, 16], iterations: 32, per_round: 8, ..Settings::default() };
//! let found = mandelbrot::mandelbrot(&device, &settings)?;
//! let counts = found.counts.read()?;
//! assert_eq!(counts.iter().copied().fold(0.0, f32::max), 32.0);
//! let all = Settings { predication: Predication::None, ..settings };
//! assert_eq!(mandelbrot::mandelbrot(&device, &all)?.counts.read()?, counts);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::kernel::Source;
use crate::{Compare, DepthStencil, DepthTest, Device, Kernel, Layout, OcclusionQuery, Stream, glsl};

use super::Error;

pub use super::predication::Predication;

/// What is drawn, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Columns and rows.
    pub size: [usize; 2],
    /// The middle of the picture.
    pub centre: [f32; 2],
    /// The width of the picture.
    pub width: f32,
    /// The maximum number of iterations of a point. It is rounded up to a multiple of [`per_round`](Settings::per_round).
    pub iterations: usize,
    /// The number of iterations of a pass.
    pub per_round: usize,
    /// How points that have escaped are skipped.
    pub predication: Predication,
}

impl Default for Settings {
    /// The whole set, in 768 × 512 points of up to 256 iterations, 8 in a round.
    fn default() -> Settings {
        Settings {
            size: [768, 512],
            centre: [-0.75, 0.0],
            width: 3.5,
            iterations: 256,
            per_round: 8,
            predication: Predication::default(),
        }
    }
}

/// Why a picture cannot be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MandelbrotError {
    /// There is nothing to compute, or too much.
    #[error("{what} is {value}; it must be from 1 to {max}")]
    Range {
        /// The setting.
        what: &'static str,
        /// Its value.
        value: usize,
        /// The maximum.
        max: usize,
    },
    /// The part of the plane is not finite, or has no width.
    #[error("the width of the picture is {width}; it must be finite and above 0, and its middle finite")]
    Plane {
        /// The width.
        width: f32,
    },
}

/// The maximum number of iterations.
pub const MAX_ITERATIONS: usize = 1 << 20;
/// The maximum number of iterations of a round.
pub const MAX_PER_ROUND: usize = 256;
/// The maximum number of rounds, each of which has an occlusion query.
pub const MAX_ROUNDS: usize = 1 << 14;

/// A picture.
#[derive(Debug)]
pub struct Mandelbrot {
    /// For each point, the number of iterations until its square was above 4, or the maximum. Whole numbers in floats.
    pub counts: Stream<f32>,
    /// For each round, the number of points that were drawn. Empty if the device does not
    /// [count fragments](crate::Features::fragment_counts), or if it would not
    /// [skip them then](crate::DeviceInfo::early_z_in_queries).
    pub drawn: Vec<u64>,
}

impl Mandelbrot {
    /// Returns the share of all points in all rounds that were skipped, from 0 to 1, if it is known.
    pub fn skipped(&self) -> Option<f64> {
        let all = self.counts.len() as u64 * self.drawn.len() as u64;
        let drawn: u64 = self.drawn.iter().sum();
        (all > 0).then(|| (1.0 - drawn as f64 / all as f64).clamp(0.0, 1.0))
    }
}

/// Computes a picture of the Mandelbrot set.
///
/// # Errors
/// [`MandelbrotError`], for settings that are out of range; any error of the device.
pub fn mandelbrot(device: &Device, settings: &Settings) -> Result<Mandelbrot, Error> {
    let mut rounds = Rounds::new(device, settings)?;
    while rounds.step()? {}
    rounds.finish()
}

fn check(settings: &Settings) -> Result<(), MandelbrotError> {
    let [columns, rows] = settings.size;
    let ranges = [
        ("the number of columns", columns, 1 << 14),
        ("the number of rows", rows, 1 << 14),
        ("the number of iterations", settings.iterations, MAX_ITERATIONS),
        ("the number of iterations in a round", settings.per_round, MAX_PER_ROUND),
    ];
    let rounds = settings.iterations.div_ceil(settings.per_round.max(1));
    let ranges = ranges.into_iter().chain([("the number of rounds", rounds.max(1), MAX_ROUNDS)]);
    for (what, value, max) in ranges {
        if value == 0 || value > max {
            return Err(MandelbrotError::Range { what, value, max });
        }
    }
    let is_plane = settings.width.is_finite() && settings.width > 0.0 && settings.centre.iter().all(|x| x.is_finite());
    if is_plane { Ok(()) } else { Err(MandelbrotError::Plane { width: settings.width }) }
}

/// A picture that is computed round by round.
///
/// ```
/// use brooklet::applications::mandelbrot::{Rounds, Settings};
/// let device = brooklet::Device::headless()?;
/// let mut rounds = Rounds::new(&device, &Settings { size: [24, 16], ..Settings::default() })?;
/// rounds.step()?;
/// // Points that have escaped in the first round. 31 more follow.
/// assert!(rounds.states().read()?.iter().any(|state| state[3] == 1.0));
/// assert_eq!((rounds.done(), rounds.count()), (1, 32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rounds {
    device: Device,
    settings: Settings,
    first: Kernel,
    step: Kernel,
    cull: Kernel,
    /// The states before and after a round.
    states: [Stream<[f32; 4]>; 2],
    depths: DepthStencil,
    queries: Vec<OcclusionQuery>,
    done: usize,
}

impl Rounds {
    /// Starts a picture.
    ///
    /// # Errors
    /// The same as for [`mandelbrot`].
    pub fn new(device: &Device, settings: &Settings) -> Result<Rounds, Error> {
        check(settings)?;
        let step = |first: bool| -> Source {
            let source = glsl!("applications/mandelbrot_step.frag").parameter("steps", settings.per_round);
            source.parameter("branches", settings.predication == Predication::Branch).parameter("first", first)
        };
        let [columns, rows] = settings.size;
        let state = || device.stream_with::<[f32; 4]>([rows, columns], Layout::Plain);
        let states = [state()?, state()?];
        Ok(Rounds {
            device: device.clone(),
            settings: *settings,
            first: device.kernel(&step(true))?,
            step: device.kernel(&step(false))?,
            cull: device.kernel(&glsl!("applications/mandelbrot_cull.frag"))?,
            depths: device.depth_stencil(&states[0])?,
            states,
            queries: Vec::new(),
            done: 0,
        })
    }

    /// Returns the number of rounds.
    pub fn count(&self) -> usize {
        self.settings.iterations.div_ceil(self.settings.per_round)
    }

    /// Returns the number of rounds that are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the state of each point: z, the number of iterations, and the number of rounds in which the kernel ran for it since it has
    /// escaped, with the round of the escape; 0 while it has not. With early z, that is 1 and 2 by turns, since two textures take turns.
    /// Undefined before the first round.
    pub fn states(&self) -> &Stream<[f32; 4]> {
        &self.states[0]
    }

    /// Computes a round. Returns false if all are done.
    pub fn step(&mut self) -> Result<bool, Error> {
        if self.done == self.count() {
            return Ok(false);
        }
        self.round(self.done)?;
        self.done += 1;
        Ok(true)
    }

    fn round(&mut self, round: usize) -> Result<(), Error> {
        let [columns, rows] = self.settings.size;
        let spacing = self.settings.width / columns as f32;
        let middle = |at: f32, count: usize| at - 0.5 * spacing * (count as f32 - 1.0);
        let corner = [middle(self.settings.centre[0], columns), middle(self.settings.centre[1], rows)];
        let [before, after] = &mut self.states;
        let pass = self.device.pass(if round == 0 { &self.first } else { &self.step });
        let pass = if round == 0 { pass } else { pass.input("state", before) };
        let pass = pass.constant("corner", corner).constant("spacing", spacing).output("next", after);
        let pass = match self.settings.predication {
            Predication::EarlyZ => {
                pass.depth_stencil(&mut self.depths).depth_test(DepthTest::new(Compare::Less).at(0.5))
            }
            Predication::None | Predication::Branch => pass,
        };
        match self.settings.predication.counts(&self.device) {
            true => {
                let mut query = self.device.occlusion_query()?;
                pass.count(&mut query).run()?;
                self.queries.push(query);
            }
            false => pass.run()?,
        }
        if self.settings.predication == Predication::EarlyZ && round > 0 {
            // What had escaped before this round now has its last state in both textures.
            let pass = self.device.pass(&self.cull).input("state", before).depth_stencil(&mut self.depths);
            pass.depth_test(DepthTest::new(Compare::Less).write()).run()?;
        }
        before.swap(after);
        Ok(())
    }

    /// Takes the counts from the states, in one more pass.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn finish(self) -> Result<Mandelbrot, Error> {
        let [last, _] = &self.states;
        let kernel = self.device.kernel(&glsl!("applications/mandelbrot_counts.frag"))?;
        let mut counts = self.device.stream_with(last.shape(), Layout::Plain)?;
        self.device.pass(&kernel).input("state", last).output("iterations", &mut counts).run()?;
        let counted = self.settings.predication.counts(&self.device) && !self.device.is_planning();
        let drawn = match counted {
            true => self.queries.iter().map(OcclusionQuery::count).collect::<Result<_, _>>()?,
            false => Vec::new(),
        };
        Ok(Mandelbrot { counts, drawn })
    }
}
