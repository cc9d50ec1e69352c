//! `brooklet app sph`: simulates a fluid of particles.

use std::path::PathBuf;

use clap::Args;

use brooklet::applications::Error;
use brooklet::applications::particles::State;
use brooklet::applications::sph::{Fluid, Settings};

use super::moving::{Look, Moving, Steps, count, number};
use super::{numbers, positive};
use crate::cli::Common;
use crate::cli::session::Session;

/// Let a dam of fluid break: smoothed particle hydrodynamics
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app sph --count 65536 --steps 500 -o positions.npy
  brooklet app sph --count 20000 --steps 2000 -o end.npy --densities densities.npy --frames pictures --every 10
  brooklet app sph --count 4096 --steps 200 --box 2,1,0.5 -o end.npy --velocities speeds.npy
  brooklet app sph --start end.npy --start-velocities speeds.npy --box 2,1,0.5 --steps 100 -o later.npy

A block of fluid, the same for the same --seed, stands in the half of a box where x is small, and flows. Each step, particles move, \
are sorted into the cells of a uniform grid, and are changed by the pressure and the viscosity of those around them: Müller et al., \
2003. The results have a row x, y, z for each particle. Frames are numbered pictures, one after every --every steps, coloured by \
speed. Densities are those of the last step, and 0 without a step; at rest a density is 1. Stiffness and viscosity follow from spacing, gravity \
and box unless they are given, and the time step from all of these. A run that goes on from saved results adds up in another order than \
one without a break, and trajectories are chaotic.")]
pub struct Sph {
    /// How many particles
    #[arg(long, value_name = "N", default_value_t = 65536, value_parser = count, conflicts_with = "start")]
    count: usize,
    #[command(flatten)]
    steps: Steps,
    /// Where the densities go
    #[arg(long, value_name = "OUT")]
    densities: Option<PathBuf>,
    /// The distance of neighbours at rest, half of the smoothing radius [default: such that they fill a quarter of a box of edge 1]
    #[arg(long, value_name = "DISTANCE", value_parser = positive, allow_negative_numbers = true)]
    spacing: Option<f32>,
    /// The edges of the box, which begins at 0,0,0
    #[arg(long = "box", value_name = "X,Y,Z", value_parser = numbers::<3>, default_value = "1,1,1", allow_hyphen_values = true)]
    size: [f32; 3],
    /// The acceleration of all particles
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::<3>, default_value = "0,-1,0", allow_hyphen_values = true)]
    gravity: [f32; 3],
    /// The seed of the initial positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The time that a step takes
    #[arg(long, value_name = "TIME", value_parser = number, allow_negative_numbers = true)]
    time_step: Option<f32>,
    /// The pressure for each unit of density above 1: the square of the speed of sound
    #[arg(long, value_name = "PRESSURE", value_parser = number, allow_negative_numbers = true)]
    stiffness: Option<f32>,
    /// The dynamic viscosity
    #[arg(long, value_name = "VISCOSITY", value_parser = number, allow_negative_numbers = true)]
    viscosity: Option<f32>,
    /// The share of its speed that a particle keeps at a wall
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = number, allow_negative_numbers = true)]
    bounce: f32,
}

impl Sph {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.steps.run("app sph", self.densities.as_deref(), common, |session| {
            let (state, settings) = self.state(session)?;
            Ok(Fluid::new(&session.device, &state, settings)?)
        })
    }

    /// Returns the initial state of the fluid, and the settings.
    fn state(&self, session: &Session) -> anyhow::Result<(State, Settings)> {
        let given = self.steps.given(session)?;
        let count = given.as_ref().map_or(self.count, |state| state.positions.len());
        let spacing = self.spacing.unwrap_or_else(|| Settings::of_count(count).spacing());
        let settings =
            Settings { size: self.size, bounce: self.bounce, ..Settings::new(spacing, self.gravity) }.stable();
        let settings = Settings {
            stiffness: self.stiffness.unwrap_or(settings.stiffness),
            viscosity: self.viscosity.unwrap_or(settings.viscosity),
            sort: self.steps.method,
            ..settings
        }
        .with_stable_step();
        let settings = Settings { time_step: self.time_step.unwrap_or(settings.time_step), ..settings };
        let state = match given {
            None => settings.dam(count, self.seed)?,
            Some(state) => state,
        };
        Ok((state, settings))
    }
}

impl Moving for Fluid {
    fn step(&mut self) -> Result<(), Error> {
        Fluid::step(self)
    }

    fn state(&self) -> Result<State, Error> {
        Fluid::state(self)
    }

    fn look(&self) -> Look {
        let settings = self.settings();
        Look { radius: 0.6 * settings.spacing(), size: settings.size, gravity: settings.gravity }
    }

    fn densities(&self) -> Result<Vec<f32>, Error> {
        Fluid::densities(self)
    }
}
