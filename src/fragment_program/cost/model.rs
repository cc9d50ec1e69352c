//! The cost model: computes the time of a pass from its work.

use serde::Serialize;

use crate::fragment_program::{Chip, Status};

use super::demand::{Demand, FLOW_CYCLES, Issue, Share};
use super::predicted::Predicted;

/// A constant of a model.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Constant {
    /// Its name, with its unit.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// How well it is known.
    pub status: Status,
    /// Where it comes from. If another fact is used in place of a missing one, the source says so.
    pub source: String,
}

/// The cost model of a chip (see the [module](super)).
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The chip.
    pub chip: Chip,
    pub(super) issue: Issue,
    /// Whether the texture units run in parallel with the arithmetic.
    pub(super) beside: bool,
    /// Whether the chip has texture formats with two channels.
    pub(super) two_channels: bool,
    /// The rate of cycles in which all pipes together issue instructions, in G/s.
    pub cycles: Constant,
    /// The rate of float fetches, in G/s.
    pub fetches: Constant,
    /// The CPU time of issuing a pass, in µs.
    pub pass: Constant,
    /// The additional cost of a pass through a pbuffer and its copy, in µs. `None` for chips that are too recent for pbuffers.
    pub pbuffer: Option<Constant>,
    /// The bandwidth of the memory, in GB/s.
    pub bandwidth: Constant,
    /// The rate of depth and stencil tests, in G/s.
    pub tests: Constant,
    /// The rate at which hierarchical z rejects fragments, in G/s. `None` if it has none, or its rate is not known.
    pub rejects: Option<Constant>,
    /// The rate of uploads, in GB/s.
    pub upload: Constant,
    /// The rate of read-backs, in GB/s.
    pub read_back: Constant,
}

/// The format of the texels of a float texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TexelFormat {
    /// The number of channels.
    pub channels: usize,
    /// Whether each has 16 bits instead of 32.
    pub half: bool,
}

impl TexelFormat {
    /// Returns the format of texels of this many floats of 32 bits.
    pub fn floats(channels: usize) -> TexelFormat {
        TexelFormat { channels, half: false }
    }
}

impl Default for TexelFormat {
    fn default() -> TexelFormat {
        TexelFormat::floats(4)
    }
}

/// The work of a pass, summed over all fragments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work<'a> {
    /// The number of fragments that ran.
    pub fragments: u64,
    /// The number of instructions that they executed.
    pub instructions: u64,
    /// The number of texels that they fetched.
    pub fetches: u64,
    /// The format of the texture that each sampler reads.
    pub textures: &'a [TexelFormat],
    /// The format of each render target.
    pub targets: &'a [TexelFormat],
    /// Whether fragments are blended, so that the render targets are read, too.
    pub blends: bool,
    /// The number of fragments whose depth or stencil is tested.
    pub tested: u64,
    /// The number of further fragments that hierarchical z rejects.
    pub rejected: u64,
    /// The number of bytes of the depth and stencil buffer that are read or written.
    pub depth_bytes: u64,
}

/// The direction of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To the card.
    Upload,
    /// From the card.
    ReadBack,
}

impl Model {
    /// Returns all constants of the model.
    pub fn constants(&self) -> Vec<Constant> {
        let mut all = vec![self.cycles.clone(), self.fetches.clone(), self.pass.clone()];
        all.extend(self.pbuffer.clone());
        all.extend([self.bandwidth.clone(), self.tests.clone()]);
        all.extend(self.rejects.clone());
        all.extend([self.upload.clone(), self.read_back.clone()]);
        if matches!(self.issue, Issue::MulThenMad | Issue::TwoMads) {
            all.push(Constant {
                name: "cycles of an instruction of flow control",
                value: FLOW_CYCLES,
                status: crate::fragment_program::Status::Recalled,
                source: "GPU Gems 2, chapter 34".to_owned(),
            });
        }
        all
    }

    /// Returns the model of the same chip at other clock rates, in MHz, such as those of another card.
    ///
    /// ```
    /// use brooklet::fragment_program::{Chip, cost::Model};
    /// // The clock rates of the pre-release GeForce 6800 that Brook's authors measured.
    /// let model = Model::of(Chip::Nv40)?.at(350.0, 500.0);
    /// assert!((model.fetches.value - 1.2).abs() < 1e-9);
    /// # Ok::<(), brooklet::fragment_program::cost::NoModel>(())
    /// ```
    pub fn at(mut self, core_mhz: f64, memory_mhz: f64) -> Model {
        let profile = self.chip.profile();
        let by = |constant: &mut Constant, mhz: f64, own: Option<f64>| {
            if let Some(own) = own.filter(|own| *own != mhz) {
                constant.value *= mhz / own;
                constant.source = format!("{}; here at {mhz} MHz", constant.source);
            }
        };
        by(&mut self.cycles, core_mhz, profile.core_mhz.value);
        by(&mut self.fetches, core_mhz, profile.core_mhz.value);
        by(&mut self.tests, core_mhz, profile.core_mhz.value);
        self.rejects.iter_mut().for_each(|rejects| by(rejects, core_mhz, profile.core_mhz.value));
        by(&mut self.bandwidth, memory_mhz, profile.memory_mhz.value);
        self
    }

    /// Returns the number of floats that a fetch reads from a texture of this format.
    fn floats(&self, format: TexelFormat) -> f64 {
        let TexelFormat { channels, half } = format;
        // The chips that have no formats of two channels have one of one channel, but only of floats.
        let channels = match channels {
            1 if half && !self.two_channels => 4.0,
            2 if !self.two_channels => 4.0,
            channels => channels as f64,
        };
        if half { channels / 2.0 } else { channels }
    }

    /// Predicts the time of a pass of a program with this demand.
    pub fn pass(&self, demand: &Demand, work: &Work) -> Predicted {
        let fragments = work.fragments as f64;
        let Demand { straight, nested } = demand;
        // The amount of work that was done within branches and loops. The estimate assumes that all instructions in them ran equally
        // often.
        let beyond = |all: u64, once: usize| (all as f64 - fragments * once as f64).max(0.0);
        let mean = |sum: f64, count: usize| if count == 0 { 0.0 } else { sum / count as f64 };
        let repeated = beyond(work.instructions, straight.instructions);
        let cycles = fragments * straight.cycles + repeated * mean(nested.cycles, nested.instructions);
        let of = |share: &Share| -> f64 {
            share
                .samplers
                .iter()
                .map(|sampler| self.floats(work.textures.get(*sampler).copied().unwrap_or_default()))
                .sum()
        };
        let refetched = beyond(work.fetches, straight.samplers.len());
        let floats = fragments * of(straight) + refetched * mean(of(nested), nested.samplers.len());
        let written = fragments * 4.0 * work.targets.iter().map(|format| self.floats(*format)).sum::<f64>();

        let giga = |amount: f64, rate: &Constant| amount / (rate.value * 1e9);
        let (arithmetic, fetches) = (giga(cycles, &self.cycles), giga(floats, &self.fetches));
        let replaced = if work.blends { written } else { 0.0 };
        let memory = giga(4.0 * floats + written + replaced + work.depth_bytes as f64, &self.bandwidth);
        let issue = self.pass.value * 1e-6;
        let execution = if self.beside { arithmetic.max(fetches) } else { arithmetic + fetches };
        let rejected = self.rejects.as_ref().map_or(0.0, |rejects| giga(work.rejected as f64, rejects));
        let tests = giga(work.tested as f64, &self.tests) + rejected;
        let seconds = execution.max(memory).max(tests).max(issue);
        let copy = self.pbuffer.as_ref().map(|fixed| fixed.value * 1e-6 + giga(2.0 * written, &self.bandwidth));
        Predicted { seconds, seconds_opengl: seconds + copy.unwrap_or(0.0), arithmetic, fetches, memory, tests, issue }
    }

    /// Predicts the time of a transfer, in seconds.
    pub fn transfer(&self, bytes: usize, direction: Direction) -> f64 {
        let rate = match direction {
            Direction::Upload => &self.upload,
            Direction::ReadBack => &self.read_back,
        };
        bytes as f64 / (rate.value * 1e9)
    }
}
