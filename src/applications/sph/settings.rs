//! Settings of a fluid of particles.

use std::f64::consts::PI;

use crate::applications::particles::ParticlesError;
use crate::applications::particles::motion::Motion;
use crate::primitives::Sort;

/// What the fluid consists of, its box, and the forces.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The smoothing radius: particles that are farther apart have no effect on each other. At rest, neighbours are half of it apart.
    pub radius: f32,
    /// The edges of the box, which begins at the origin. Each is at least twice the smoothing radius.
    pub size: [f32; 3],
    /// The acceleration of all particles.
    pub gravity: [f32; 3],
    /// The time that a step takes.
    pub time_step: f32,
    /// The density of the fluid at rest.
    pub rest_density: f32,
    /// The mass of each particle.
    pub mass: f32,
    /// The pressure for each unit of density above that at rest: the square of the speed of sound.
    pub stiffness: f32,
    /// The dynamic viscosity.
    pub viscosity: f32,
    /// The share of a particle's speed that is left when it bounces off a wall, from 0 to 1.
    pub bounce: f32,
    /// The sort that orders particles by cell, or `None` for the fastest.
    pub sort: Option<Sort>,
}

/// The speed of sound, as a multiple of the greatest speed in the box. Density then differs by a few percent from that at rest.
const SOUND: f64 = 5.0;

/// The distance that sound travels in a step, as a fraction of the smoothing radius.
const COURANT: f64 = 0.4;

/// The distance that momentum diffuses in a step, squared: as a fraction of the square of the smoothing radius. From 0.17 on, measured,
/// steps are not stable.
const DIFFUSION: f64 = 0.1;

/// The kinematic viscosity, as a multiple of smoothing radius times speed of sound.
const VISCOSITY: f64 = 0.01;

/// The volume of the fluid of [`Settings::of_count`], as a fraction of the box.
const FILLED: f64 = 0.25;

impl Settings {
    /// Returns settings for particles that are `spacing` apart at rest, in a box of edge 1. The density at rest is 1.
    ///
    /// The mass is chosen so that particles in a cubic lattice have exactly the density at rest. Time step, stiffness and viscosity
    /// are those of [`stable`](Settings::stable).
    pub fn new(spacing: f32, gravity: [f32; 3]) -> Settings {
        let radius = 2.0 * spacing;
        // The sum of the kernel over a lattice with half the radius between neighbours, times the cube of the radius.
        let near = |at: [i32; 3]| (1.0 - at.iter().map(|x| f64::from(x * x)).sum::<f64>() / 4.0).max(0.0);
        let side = || -2..=2;
        let lattice: f64 =
            side().flat_map(|z| side().flat_map(move |y| side().map(move |x| near([x, y, z]).powi(3)))).sum();
        let mass = f64::from(radius).powi(3) / (315.0 / (64.0 * PI) * lattice);
        Settings {
            radius,
            size: [1.0; 3],
            gravity,
            time_step: 0.0,
            rest_density: 1.0,
            mass: mass as f32,
            stiffness: 0.0,
            viscosity: 0.0,
            bounce: 0.0,
            sort: None,
        }
        .stable()
    }

    /// Returns settings for `count` particles that fill a quarter of the box, and a gravity of 1 downwards.
    ///
    /// ```
    /// use brooklet::applications::sph::Settings;
    /// let settings = Settings::of_count(65536);
    /// assert!((0.031..0.032).contains(&settings.radius));
    /// ```
    pub fn of_count(count: usize) -> Settings {
        Settings::new((FILLED / count.max(16) as f64).cbrt() as f32, [0.0, -1.0, 0.0])
    }

    /// Returns these settings with the stiffness, viscosity and time step that suit smoothing radius, box, gravity and density.
    ///
    /// Sound travels five times as fast as a particle that has fallen the diagonal of the box divided by √3, so that the fluid is
    /// compressed by a few percent. The time step is that of [`with_stable_step`](Settings::with_stable_step).
    pub fn stable(self) -> Settings {
        let length = |vector: [f32; 3]| vector.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
        let pull = length(self.gravity) * length(self.size) / 3f64.sqrt();
        let sound = SOUND * if pull > 0.0 { (2.0 * pull).sqrt() } else { 1.0 };
        let radius = f64::from(self.radius);
        Settings {
            stiffness: (sound * sound) as f32,
            viscosity: (VISCOSITY * radius * sound * f64::from(self.rest_density)) as f32,
            ..self
        }
        .with_stable_step()
    }

    /// Returns these settings with the time step that suits their stiffness and viscosity: sound travels at most 0.4 of the smoothing radius
    /// h in it, and viscosity times time step is at most 0.1 h² · density at rest.
    pub fn with_stable_step(self) -> Settings {
        let [radius, stiffness, viscosity, rest] =
            [self.radius, self.stiffness, self.viscosity, self.rest_density].map(f64::from);
        let (sound, diffusion) = (COURANT * radius / stiffness.sqrt(), DIFFUSION * radius * radius * rest / viscosity);
        let step = sound.min(diffusion);
        // Without both, particles only fall.
        Settings { time_step: if step.is_finite() { step } else { radius } as f32, ..self }
    }

    /// Returns the distance between neighbours at rest, half of the smoothing radius.
    pub fn spacing(&self) -> f32 {
        0.5 * self.radius
    }

    /// Returns how particles move without each other.
    pub(crate) fn motion(&self) -> Motion {
        Motion { gravity: self.gravity, time_step: self.time_step, bounce: self.bounce, room: ([0.0; 3], self.size) }
    }

    /// Returns an error if these settings are invalid.
    pub(super) fn check(&self) -> Result<(), ParticlesError> {
        let positive = |value: f32| value.is_finite() && value > 0.0;
        let no_less = |value: f32| value.is_finite() && value >= 0.0;
        let above = "a finite number above 0";
        let all = [
            ("smoothing radius", self.radius, positive(self.radius), above),
            ("density at rest", self.rest_density, positive(self.rest_density), above),
            ("mass", self.mass, positive(self.mass), above),
            ("stiffness", self.stiffness, no_less(self.stiffness), "a finite number from 0 on"),
            ("viscosity", self.viscosity, no_less(self.viscosity), "a finite number from 0 on"),
            // It follows from those before, unless it is given.
            ("time step", self.time_step, positive(self.time_step), above),
            ("bounce", self.bounce, (0.0..=1.0).contains(&self.bounce), "from 0 to 1"),
        ];
        let edges = self.size.map(|edge| ("edge of the box", edge, positive(edge), above));
        let pulls = self.gravity.map(|pull| ("gravity", pull, pull.is_finite(), "finite numbers"));
        for (name, value, right, wanted) in all.into_iter().chain(edges).chain(pulls) {
            if !right {
                return Err(ParticlesError::Setting { name, value, wanted });
            }
        }
        match self.size.iter().any(|edge| 2.0 * self.radius > *edge) {
            true => Err(ParticlesError::Smoothing { radius: self.radius, size: self.size }),
            false => Ok(()),
        }
    }
}
