//! Settings of a particle system.

use crate::primitives::Sort;
use crate::{Device, LoopSupport};

use super::ParticlesError;
use super::motion::Motion;

/// The method that finds particles that touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Collisions {
    /// A uniform grid, which is sorted and searched on the device: the chapter's method.
    #[default]
    Grid,
    /// A uniform grid of squares of texels, to which particles are drawn as points: after Purcell et al. 2003. It needs
    /// [`points`](crate::Features::points), and loops whose end depends on data.
    StencilRouting,
    /// A test of all pairs.
    AllPairs,
    /// No collisions: particles pass through each other.
    None,
}

impl Collisions {
    /// All methods.
    pub const ALL: [Collisions; 4] =
        [Collisions::Grid, Collisions::StencilRouting, Collisions::AllPairs, Collisions::None];

    /// Returns whether a device has what the method needs. A page in a browser cannot wait for the occlusion query of stencil routing.
    pub fn runs_on(self, device: &Device) -> bool {
        let features = device.features();
        let routes = features.points.is_some() && features.loops == LoopSupport::Dynamic;
        self != Collisions::StencilRouting || routes && !cfg!(target_family = "wasm")
    }

    /// Returns the name of the method on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Collisions::Grid => "grid",
            Collisions::StencilRouting => "stencil-routing",
            Collisions::AllPairs => "all-pairs",
            Collisions::None => "none",
        }
    }
}

/// The size of the particles and the box, and the forces. All particles have a mass of 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The radius of every particle.
    pub radius: f32,
    /// The edges of the box, which begins at the origin.
    pub size: [f32; 3],
    /// The acceleration of all particles.
    pub gravity: [f32; 3],
    /// The time that a step takes.
    pub time_step: f32,
    /// The force between two particles that touch, for each unit of length that they overlap.
    pub stiffness: f32,
    /// The force between two particles that touch, for each unit of speed at which they approach.
    pub damping: f32,
    /// The share of a particle's speed that is left when it bounces off a wall, from 0 to 1.
    pub bounce: f32,
    /// The method that finds particles that touch.
    pub collisions: Collisions,
    /// The sort that orders particles by cell, or `None` for the fastest.
    pub sort: Option<Sort>,
}

/// The stiffness, in units of mass per square of the time step. Even with a dozen neighbours at once, the total is well below 4,
/// where a step overshoots.
const STIFFNESS: f64 = 0.2;

/// The distance that a particle moves in a step after falling the height of the box, as a fraction of its diameter.
const REACH: f64 = 0.35;

impl Settings {
    /// Returns settings for particles of this radius in a box of edge 1. A bounce off a wall keeps half of their speed.
    ///
    /// The time step is chosen so that a particle that has fallen the height of the box moves 0.35 of a diameter in a step.
    /// Stiffness and damping are chosen to be stable with that step.
    pub fn new(radius: f32, gravity: [f32; 3]) -> Settings {
        Settings {
            radius,
            size: [1.0; 3],
            gravity,
            time_step: 0.0,
            stiffness: 0.0,
            damping: 0.0,
            bounce: 0.5,
            collisions: Collisions::Grid,
            sort: None,
        }
        .stable()
    }

    /// Returns settings for `count` particles, with a radius at which they fill a fifth of the box, and a gravity of 1 downwards.
    ///
    /// ```
    /// use brooklet::applications::particles::Settings;
    /// let settings = Settings::of_count(65536);
    /// assert!((0.008..0.01).contains(&settings.radius));
    /// ```
    pub fn of_count(count: usize) -> Settings {
        let each = 0.2 / count.max(8) as f64;
        Settings::new((each * 0.75 / std::f64::consts::PI).cbrt() as f32, [0.0, -1.0, 0.0])
    }

    /// Returns these settings with the time step, stiffness and damping that suit radius, box, gravity and bounce.
    pub fn stable(self) -> Settings {
        let pull = length(self.gravity) * length(self.size) / 3f64.sqrt();
        let speed = if pull > 0.0 { (2.0 * pull).sqrt() } else { 1.0 };
        let time_step = REACH * 2.0 * f64::from(self.radius) / speed;
        // Two particles of mass 1: overlap'' = -2 damping overlap' - 2 stiffness overlap. After half an oscillation, the share
        // `bounce` of the speed is left.
        let lost = -f64::from(self.bounce).max(0.01).ln();
        let ratio = lost / lost.hypot(std::f64::consts::PI);
        Settings {
            time_step: time_step as f32,
            stiffness: (STIFFNESS / (time_step * time_step)) as f32,
            damping: (ratio * (2.0 * STIFFNESS).sqrt() / time_step) as f32,
            ..self
        }
    }

    /// Returns the diameter of a particle, twice the radius.
    pub fn diameter(&self) -> f32 {
        2.0 * self.radius
    }

    /// Returns the range of a particle's middle: the lowest and the highest corner.
    pub fn room(&self) -> ([f32; 3], [f32; 3]) {
        ([self.radius; 3], self.size.map(|edge| edge - self.radius))
    }

    /// Returns how particles move without each other.
    pub(crate) fn motion(&self) -> Motion {
        Motion { gravity: self.gravity, time_step: self.time_step, bounce: self.bounce, room: self.room() }
    }

    /// Returns an error if these settings are invalid.
    pub(super) fn check(&self) -> Result<(), ParticlesError> {
        let positive = |value: f32| value.is_finite() && value > 0.0;
        let no_less = |value: f32| value.is_finite() && value >= 0.0;
        let all = [
            ("radius", self.radius, positive(self.radius), "a finite number above 0"),
            ("time step", self.time_step, positive(self.time_step), "a finite number above 0"),
            ("stiffness", self.stiffness, no_less(self.stiffness), "a finite number from 0 on"),
            ("damping", self.damping, no_less(self.damping), "a finite number from 0 on"),
            ("bounce", self.bounce, (0.0..=1.0).contains(&self.bounce), "from 0 to 1"),
        ];
        let edges = self.size.map(|edge| ("edge of the box", edge, positive(edge), "a finite number above 0"));
        let pulls = self.gravity.map(|pull| ("gravity", pull, pull.is_finite(), "finite numbers"));
        for (name, value, right, wanted) in all.into_iter().chain(edges).chain(pulls) {
            if !right {
                return Err(ParticlesError::Setting { name, value, wanted });
            }
        }
        match self.size.iter().any(|edge| self.diameter() > *edge) {
            true => Err(ParticlesError::Box { radius: self.radius, size: self.size }),
            false => Ok(()),
        }
    }
}

fn length(vector: [f32; 3]) -> f64 {
    vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt()
}
