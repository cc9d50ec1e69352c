//! Particles: a particle system that finds collisions by a uniform grid, sorted and searched on the device.
//!
//! Buck and Purcell, *A Toolkit for Computation on GPUs* (GPU Gems, ch. 37), section 37.3: testing every particle against all
//! others takes work that grows with the square of their number, and most pairs are far apart. So space is divided into cells at
//! least as wide as a particle, and a particle is tested only against those in its own cell and the 26 around it. A fragment
//! program cannot write into a cell. It can sort particles by the index of their cell; then every cell can search for its first
//! particle.
//!
//! A step:
//!
//! | passes | kernel | what it does |
//! |---|---|---|
//! | 1 | `particles_integrate` | gravity changes velocities, velocities change positions (symplectic Euler); walls mirror what is beyond them |
//! | 1 | `particles_cells` | the number of each particle's cell |
//! | 22 of 2^16 particles | [`sort_pairs`](crate::primitives::sort_pairs) | cell numbers, with the place of each particle as payload; by [`Sort::Bitonic`](crate::primitives::Sort), the chapter's, 136 |
//! | 2 | [`lower_bound`](crate::primitives::lower_bound) | the start of each cell: all cells search at once; a pass in the chapter |
//! | 1 | `particles_gather` | positions and velocities in the order of cells |
//! | 1 | `particles_collide` | each particle against those in the 27 cells, velocities changed |
//!
//! That is 28 passes for 2^16 particles with the fastest sort. With one render target, each kernel that writes both positions and
//! velocities takes one pass more. Nothing is read back. Particles stay in the order of cells from step to step; the fourth
//! component of a position is the number of its particle.
//!
//! **The walk.** Cells are numbered along x first, so that the particles of three cells in a row are one range of the sorted
//! particles, and nine ranges cover all 27 cells. A fragment fetches the ends of the nine ranges, leaves out cells that are farther
//! from the particle than a particle is wide (a quarter of them), and walks the rest in one loop, four particles at a time.
//! Fragments that run side by side wait for the one with the most neighbours; with nine loops they would wait nine times. On a
//! device without loops that end by data, a pass fetches four particles of one range, and further passes follow until the fullest
//! three cells in a row are done: their count is read back. That count is also read back for more than 250,000 particles where a
//! driver draws on the CPU: llvmpipe ends loops after 65,535 iterations. No pair is ever left out.
//!
//! **The contact.** Two particles that overlap are pushed apart along the line between them by a spring and a damper, and never
//! pulled together. Both fragments compute the same numbers with opposite signs, from the same state. So momentum is kept up to the
//! rounding of each sum, and bit for bit if there are only two particles. Particles in exactly the same place are pushed apart
//! along x.
//!
//! **Exactness.** Order and starts of the grid are exactly those that plain Rust computes from the same positions
//! ([`Cells::number`] computes what the kernel does: one product, rounded down). A step differs from a step in f64 by a few
//! roundings an operation. Let e be 2^-24 and h the time step. A position differs by at most 4e (|x| + h |v| + 2 edges of the box).
//! A velocity differs by 4e |v| and, for each contact, twice the stiffness times h times the difference of both positions. Whole
//! trajectories agree only without collisions: with them, they are chaotic.
//!
//! **Work and memory.** n log2 n comparisons to sort, log4 n fetches of four numbers for each cell, and about 2 fetches for each
//! particle in 20 cells. There are at most 4n + 64 cells. Positions and velocities take eight floats a particle twice, in addition
//! to the memory of the sort. The limit is 2^24 particles, as many as floats can number. [`Collisions::AllPairs`] tests n² pairs in
//! one pass (on llvmpipe, one for each 250,000 particles). The grid is faster from some 500 particles on llvmpipe, and from 2,000
//! on an NVIDIA H100, where a step of 2^16 takes 1.2 ms by the grid and 330 by all pairs. See `brooklet bench --only
//! app-particles`.
//!
//! ```
//! use brooklet::{Device, applications::particles::{Particles, Settings, State}};
//! let device = Device::headless()?;
//! let settings = Settings::of_count(500);
//! let mut particles = Particles::new(&device, &State::block(500, 1, 0.1, &settings)?, settings)?;
//! let highest = |state: &State| state.positions.iter().map(|at| at[1]).fold(0.0, f32::max);
//! let before = highest(&particles.state()?);
//! for _ in 0..100 {
//!     particles.step()?;
//! }
//! assert!(highest(&particles.state()?) < before); // the block has fallen apart
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod collide;
mod error;
mod grid;
mod settings;
mod state;

pub use error::ParticlesError;
pub use grid::{Cells, Grid};
pub use settings::{Collisions, Settings};
pub use state::State;

use crate::applications::Error;
use crate::error::Error as DeviceError;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Kernel, Pass, Stream};

/// The outputs of kernels that write positions and velocities, and the parameters that say whether a kernel has them.
const OUTPUTS: [(&str, &str); 2] = [("position_now_0", "writes_position"), ("velocity_now_0", "writes_velocity")];

/// A particle system on a device.
pub struct Particles {
    device: Device,
    settings: Settings,
    position: Stream<[f32; 4]>,
    velocity: Stream<[f32; 4]>,
    builder: grid::Builder,
    grid: Option<Grid>,
}

impl Particles {
    /// Uploads particles to a device.
    ///
    /// # Errors
    /// Invalid settings; positions or velocities that are not finite or outside the box: the error gives the number of the
    /// particle; more than 2^24 particles, or more than the device counts exactly.
    pub fn new(device: &Device, state: &State, settings: Settings) -> Result<Particles, Error> {
        settings.check()?;
        state.check(&settings)?;
        let count = state.positions.len();
        let max = device.features().exact_integer.min(1 << 24) as usize;
        if count > max {
            return Err(ParticlesError::TooMany { count, max }.into());
        }
        let numbered = |(number, at): (usize, &[f32; 3])| [at[0], at[1], at[2], number as f32];
        let positions: Vec<[f32; 4]> = state.positions.iter().enumerate().map(numbered).collect();
        let velocities: Vec<[f32; 4]> = state.velocities.iter().map(|v| [v[0], v[1], v[2], 0.0]).collect();
        Ok(Particles {
            position: device.upload(&positions)?,
            velocity: device.upload(&velocities)?,
            builder: grid::Builder::new(device, &settings, count)?,
            grid: None,
            device: device.clone(),
            settings,
        })
    }

    /// Makes a step. Without particles it does nothing.
    ///
    /// # Errors
    /// A feature that the device lacks for one of the passes.
    pub fn step(&mut self) -> Result<(), Error> {
        if self.is_empty() {
            return Ok(());
        }
        self.integrate()?;
        let plan = collide::Plan::of(&self.device, self.len());
        match self.settings.collisions {
            Collisions::Grid => {
                let grid = self.builder.build(&self.position, &self.settings)?;
                self.gather(&grid)?;
                let found = (&self.builder.cells, &grid);
                self.velocity = collide::by_grid(&self.position, &self.velocity, found, &self.settings, plan)?;
                self.grid = Some(grid);
            }
            Collisions::AllPairs => {
                self.velocity = collide::all_pairs(&self.position, &self.velocity, &self.settings, plan)?;
            }
            Collisions::None => {}
        }
        Ok(())
    }

    /// Applies gravity, velocities and walls.
    fn integrate(&mut self) -> Result<(), DeviceError> {
        let (settings, step) = (&self.settings, self.settings.time_step);
        let (lowest, highest) = settings.room();
        let (position, velocity) = (&self.position, &self.velocity);
        let kernels = self.kernels(&glsl!("applications/particles_integrate.frag"))?;
        let made = self.both(&kernels, |pass| {
            let pass = pass.input("position", position).input("velocity", velocity);
            let pass = pass.constant("lowest", lowest).constant("highest", highest).constant("time_step", step);
            pass.constant("gained", settings.gravity.map(|pull| pull * step)).constant("bounce", settings.bounce)
        })?;
        [self.position, self.velocity] = made;
        Ok(())
    }

    /// Puts particles in the order of their cells.
    fn gather(&mut self, grid: &Grid) -> Result<(), DeviceError> {
        let (position, velocity) = (&self.position, &self.velocity);
        let kernels = self.kernels(&glsl!("applications/particles_gather.frag"))?;
        let made = self.both(&kernels, |pass| {
            pass.input("order", &grid.order).input("position", position).input("velocity", velocity)
        })?;
        [self.position, self.velocity] = made;
        Ok(())
    }

    /// Compiles the kernel that writes positions and velocities; two kernels, if a pass has only one render target.
    fn kernels(&self, source: &Source) -> Result<Vec<(&'static [usize], Kernel)>, DeviceError> {
        let kernel = |written: &'static [usize]| {
            let writes = |source: Source, k: usize| source.parameter(OUTPUTS[k].1, i32::from(written.contains(&k)));
            Ok((written, self.device.kernel(&(0..2).fold(source.clone(), writes))?))
        };
        [0, 1].chunks(self.device.limits().targets.min(2)).map(kernel).collect()
    }

    /// Runs these kernels.
    fn both<'a>(
        &self,
        kernels: &'a [(&'static [usize], Kernel)],
        bind: impl Fn(Pass<'a>) -> Pass<'a>,
    ) -> Result<[Stream<[f32; 4]>; 2], DeviceError> {
        let mut made = [self.device.stream(self.len())?, self.device.stream(self.len())?];
        for (written, kernel) in kernels {
            let mut pass = bind(self.device.pass(kernel));
            for (k, stream) in made.iter_mut().enumerate().filter(|(k, _)| written.contains(k)) {
                pass = pass.output(OUTPUTS[k].0, stream);
            }
            pass.run()?;
        }
        Ok(made)
    }

    /// How many particles there are.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// The size of the particles and the box, and the forces.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The middle of each particle, and the particle's number; in the order of cells.
    pub fn position(&self) -> &Stream<[f32; 4]> {
        &self.position
    }

    /// The velocity of each particle of [`position`](Particles::position), and the number of others it touched in the last step.
    pub fn velocity(&self) -> &Stream<[f32; 4]> {
        &self.velocity
    }

    /// The cells of the grid.
    pub fn cells(&self) -> &Cells {
        &self.builder.cells
    }

    /// The grid of the last step. `None` before the first step, or with another method than the grid.
    pub fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// Reads all particles back, in the order of their numbers.
    pub fn state(&self) -> Result<State, Error> {
        let (positions, velocities) = (self.position.read()?, self.velocity.read()?);
        let mut state = State { positions: vec![[0.0; 3]; self.len()], velocities: vec![[0.0; 3]; self.len()] };
        for ([x, y, z, number], [u, v, w, _]) in positions.into_iter().zip(velocities) {
            state.positions[number as usize] = [x, y, z];
            state.velocities[number as usize] = [u, v, w];
        }
        Ok(state)
    }
}
