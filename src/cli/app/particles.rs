//! `brooklet app particles`: simulates particles that fall, collide and bounce.

use clap::{Args, ValueEnum};

use brooklet::applications::Error;
use brooklet::applications::particles::{self, Particles as System, Settings, State};

use super::moving::{Look, Moving, Steps, count, number};
use super::numbers;
use crate::cli::Common;
use crate::cli::session::Session;

/// Let particles fall in a box, collide and bounce
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app particles --count 65536 --steps 100 -o positions.npy
  brooklet app particles --count 20000 --steps 600 -o end.npy --velocities speeds.npy --frames pictures --every 5
  brooklet app particles --count 4096 --steps 50 --method bitonic --radius 0.01 --gravity 0,-1,0.2 -o end.npy
  brooklet app particles --start end.npy --start-velocities speeds.npy --radius 0.008 --steps 100 -o later.npy

A block of particles, the same for the same --seed, stands in the half of a box where x is small, and falls apart. Each step \
they move, bounce off the walls, are sorted into the cells of a uniform grid and pushed apart by those they touch: GPU Gems, \
chapter 37. The results have a row x, y, z for each particle. Frames are numbered pictures, one after every --every steps, \
coloured by speed. Time step, stiffness and damping follow from radius, gravity and box unless they are given.")]
pub struct Particles {
    /// How many particles
    #[arg(long, value_name = "N", default_value_t = 65536, value_parser = count, conflicts_with = "start")]
    count: usize,
    #[command(flatten)]
    steps: Steps,
    /// The radius of the particles [default: such that they fill a fifth of a box of edge 1]
    #[arg(long, value_name = "R", value_parser = number, allow_negative_numbers = true)]
    radius: Option<f32>,
    /// The edges of the box, which begins at 0,0,0
    #[arg(long = "box", value_name = "X,Y,Z", value_parser = numbers::<3>, default_value = "1,1,1", allow_hyphen_values = true)]
    size: [f32; 3],
    /// The acceleration of all particles
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::<3>, default_value = "0,-1,0", allow_hyphen_values = true)]
    gravity: [f32; 3],
    /// The largest component of the initial velocities
    #[arg(long, value_name = "SPEED", default_value = "0.1", value_parser = number)]
    speed: f32,
    /// The seed of the initial positions and velocities
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The time that a step takes
    #[arg(long, value_name = "TIME", value_parser = number, allow_negative_numbers = true)]
    time_step: Option<f32>,
    /// The force of a contact, for each unit of overlap
    #[arg(long, value_name = "FORCE", value_parser = number, allow_negative_numbers = true)]
    stiffness: Option<f32>,
    /// The force of a contact, for each unit of speed at which it closes
    #[arg(long, value_name = "FORCE", value_parser = number, allow_negative_numbers = true)]
    damping: Option<f32>,
    /// The share of its speed that a particle keeps at a wall
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = number, allow_negative_numbers = true)]
    bounce: f32,
    /// How particles that touch are found
    #[arg(long, value_enum, default_value = "grid")]
    collisions: Collisions,
}

#[derive(Clone, Copy, ValueEnum)]
enum Collisions {
    /// By a uniform grid
    Grid,
    /// By a grid of squares of texels, to which stencils route the particles
    StencilRouting,
    /// By looking at all pairs
    AllPairs,
    /// They pass through each other
    None,
}

impl Particles {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.steps.run("app particles", None, common, |session| {
            let (state, settings) = self.state(session)?;
            Ok(System::new(&session.device, &state, settings)?)
        })
    }

    /// Returns the initial state of the particles, and the settings.
    fn state(&self, session: &Session) -> anyhow::Result<(State, Settings)> {
        let given = self.steps.given(session)?;
        let count = given.as_ref().map_or(self.count, |state| state.positions.len());
        let of_count = Settings::of_count(count);
        let settings = Settings {
            radius: self.radius.unwrap_or(of_count.radius),
            size: self.size,
            gravity: self.gravity,
            bounce: self.bounce,
            ..of_count
        }
        .stable();
        let settings = Settings {
            time_step: self.time_step.unwrap_or(settings.time_step),
            stiffness: self.stiffness.unwrap_or(settings.stiffness),
            damping: self.damping.unwrap_or(settings.damping),
            collisions: match self.collisions {
                Collisions::Grid => particles::Collisions::Grid,
                Collisions::StencilRouting => particles::Collisions::StencilRouting,
                Collisions::AllPairs => particles::Collisions::AllPairs,
                Collisions::None => particles::Collisions::None,
            },
            sort: self.steps.method,
            ..settings
        };
        let state = match given {
            None => State::block(count, self.seed, self.speed, &settings)?,
            Some(state) => state,
        };
        Ok((state, settings))
    }
}

impl Moving for System {
    fn step(&mut self) -> Result<(), Error> {
        System::step(self)
    }

    fn state(&self) -> Result<State, Error> {
        System::state(self)
    }

    fn look(&self) -> Look {
        let Settings { radius, size, gravity, .. } = *self.settings();
        Look { radius, size, gravity }
    }
}
