//! A fluid of particles: smoothed particle hydrodynamics (SPH) on the uniform grid of [`particles`].
//!
//! It follows Müller, Charypar and Gross, *Particle-Based Fluid Simulation for Interactive Applications* (2003). Each particle is a
//! piece of fluid. Its density is the sum of the masses around it, weighted by distance. Where the density is above that at rest,
//! pressure pushes particles apart, and viscosity makes their velocities more alike. Harada, Koshizuka and Kawaguchi (*Smoothed
//! Particle Hydrodynamics on GPUs*, 2007) found the neighbours on a GPU with a grid of four particles a cell, into which points were
//! drawn. Here a cell holds any number: particles are sorted by cell, as in [`particles`], after Buck and Purcell.
//!
//! A step:
//!
//! | passes | kernel | what it does |
//! |---|---|---|
//! | 1 | `particles_integrate` | gravity changes velocities, and velocities change positions (symplectic Euler); walls stop particles |
//! | 1 | `particles_cells` | the index of each particle's cell; cells are at least as wide as the smoothing radius |
//! | 14 for 2^16 particles | [`sort_pairs`](crate::primitives::sort_pairs) | sorts cell indices with the particles' places as payload |
//! | 2 | [`lower_bound`](crate::primitives::lower_bound) | the start of each cell |
//! | 1 | `particles_gather` | positions and velocities in the order of cells |
//! | 1 | `sph_density` | the density of each particle |
//! | 1 | `sph_force` | changes velocities by pressure and viscosity |
//!
//! Particles stay in the order of cells from step to step. With one render target, each kernel that writes both positions and
//! velocities takes one more pass. Nothing is read back, with two exceptions: on llvmpipe with more than 250,000 particles, and on a
//! device without loops whose trip count depends on data, a count is. `sph_density` and `sph_force` then take several passes if more
//! particles are around a cell than a pass processes, as the collisions of [`particles`] do.
//!
//! **Equations.** Let h be the smoothing radius, m the mass, p = stiffness · max(density - density at rest, 0), and x = distance / h
//! below 1. A particle's density is the sum of m · 315 / (64 π h³) · (1 - x²)³ over all particles, itself among them. A neighbour
//! j accelerates a particle i by m · 45 / (π h⁴ ρi ρj) · (1 - x) times
//! (viscosity / h · (vj - vi) - (pi + pj) / 2 · (1 - x) · direction to j). Pressure is never negative, so the fluid has no surface
//! tension, and particles that splash do not stick together.
//!
//! **Walls.** The paper lets particles bounce. The sum of a density then misses what is beyond the wall, so particles crowd there. Here
//! the half space beyond a wall counts as fluid at rest density with the particle's own pressure. Both integrals over a half space are
//! polynomials of the distance from the wall. They are exact if one wall is near, and on edges and in corners of the box themselves;
//! near those, a density is up to 0.01 of that at rest too low. Walls have no friction.
//!
//! **Conservation.** Mass is that of the particles, which are never lost. Away from walls, both particles of a pair compute the same
//! change of velocity with opposite signs, bit for bit, so momentum is conserved up to the rounding of each sum. Energy is lost to
//! viscosity and at walls.
//!
//! **Exactness.** A step differs from a step in f64 by a few roundings of each operation. Let e be 2^-24. A position differs by at
//! most 4e (|x| + time step · |v| + 2 edges of the box). Tests hold densities, from the positions after a step, and velocities, from
//! these positions and densities, to bounds that add up the roundings of each term. Trajectories are chaotic.
//!
//! **Work and memory.** A step takes the sort and search of [`particles`], and about 3 fetches for each particle in 20 cells, with
//! eight particles a cell at rest. The maximum is 2^24 particles.
//!
//! ```
//! use brooklet::{Device, applications::sph::{Fluid, Settings}};
//! let device = Device::headless()?;
//! let settings = Settings::of_count(500);
//! let mut fluid = Fluid::new(&device, &settings.dam(500, 1)?, settings)?;
//! for _ in 0..20 {
//!     fluid.step()?;
//! }
//! let densities = fluid.densities()?;
//! assert!(densities.iter().all(|density| *density < 1.1)); // it is hardly compressed
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod dam;
mod settings;

pub use settings::Settings;

use std::f64::consts::PI;

use crate::applications::Error;
use crate::glsl;
use crate::machine::{Device, Pass, Stream};

use super::particles::around::{Plan, around};
use super::particles::bodies::Bodies;
use super::particles::grid::Builder;
use super::particles::{Cells, Grid, State};

#[cfg(doc)]
use super::particles;

/// A fluid on a device.
pub struct Fluid {
    device: Device,
    settings: Settings,
    bodies: Bodies,
    builder: Builder,
    grid: Option<Grid>,
}

impl Fluid {
    /// Uploads particles to a device.
    ///
    /// # Errors
    /// Invalid settings; positions or velocities that are not finite, or positions outside the box: the error has the index of the
    /// particle; more than 2^24 particles, or more than the device counts exactly.
    pub fn new(device: &Device, state: &State, settings: Settings) -> Result<Fluid, Error> {
        settings.check()?;
        state.check(settings.size)?;
        let bodies = Bodies::upload(device, state)?;
        let count = state.positions.len();
        let cells = Cells::of(settings.radius, settings.size, count, device.features().exact_integer);
        let builder = Builder::new(device, cells, count)?;
        Ok(Fluid { device: device.clone(), settings, bodies, builder, grid: None })
    }

    /// Computes a step. Does nothing if there are no particles.
    ///
    /// # Errors
    /// The device lacks a feature that one of the passes needs.
    pub fn step(&mut self) -> Result<(), Error> {
        if self.is_empty() {
            return Ok(());
        }
        let settings = &self.settings;
        self.bodies.integrate(&settings.motion())?;
        let grid = self.builder.build(&self.bodies.position, settings.sort)?;
        self.bodies.gather(&grid.order)?;
        let (found, plan) = ((&self.builder.cells, &grid), Plan::of(&self.device, self.len()));
        let plan = (plan, plan.around(self.len(), found)?);
        let densities = [&glsl!("applications/sph_density.frag"), &glsl!("applications/sph_density_row.frag")];
        self.bodies.velocity = around(&self.bodies, found, densities, plan, |pass| settings.density(pass))?;
        let forces = [&glsl!("applications/sph_force.frag"), &glsl!("applications/sph_force_row.frag")];
        self.bodies.velocity = around(&self.bodies, found, forces, plan, |pass| settings.force(pass))?;
        self.grid = Some(grid);
        Ok(())
    }

    /// Returns the number of particles.
    pub fn len(&self) -> usize {
        self.bodies.position.len()
    }

    /// Whether there are no particles.
    pub fn is_empty(&self) -> bool {
        self.bodies.position.is_empty()
    }

    /// Returns the settings of the fluid.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the position of each particle, and the particle's index, in the order of cells.
    pub fn position(&self) -> &Stream<[f32; 4]> {
        &self.bodies.position
    }

    /// Returns the velocity of each particle of [`position`](Fluid::position), and its density in the last step, or 0 before the
    /// first step.
    pub fn velocity(&self) -> &Stream<[f32; 4]> {
        &self.bodies.velocity
    }

    /// Returns the cells of the grid.
    pub fn cells(&self) -> &Cells {
        &self.builder.cells
    }

    /// Returns the grid of the last step. Returns `None` before the first step.
    pub fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// Reads back all particles, in the order of their indices.
    pub fn state(&self) -> Result<State, Error> {
        self.bodies.state()
    }

    /// Reads back the density of each particle in the last step, in the order of their indices. Before the first step, all are 0.
    pub fn densities(&self) -> Result<Vec<f32>, Error> {
        let (positions, velocities) = (self.bodies.position.read()?, self.bodies.velocity.read()?);
        let mut densities = vec![0.0; self.len()];
        for (position, velocity) in positions.iter().zip(velocities) {
            densities[position[3] as usize] = velocity[3];
        }
        Ok(densities)
    }
}

impl Settings {
    /// Sets the constants of the kernels of densities.
    fn density<'a>(&self, pass: Pass<'a>) -> Pass<'a> {
        let [radius, mass] = [self.radius, self.mass].map(f64::from);
        let pass = pass.constant("per_radius", (1.0 / radius) as f32).constant("size", self.size);
        let pass = pass.constant("rest_density", self.rest_density);
        pass.constant("weight", (mass * 315.0 / (64.0 * PI * radius.powi(3))) as f32)
    }

    /// Sets the constants of the kernels of forces.
    fn force<'a>(&self, pass: Pass<'a>) -> Pass<'a> {
        let [radius, mass, step, viscosity] = [self.radius, self.mass, self.time_step, self.viscosity].map(f64::from);
        let pass = pass.constant("per_radius", (1.0 / radius) as f32).constant("size", self.size);
        let pass = pass.constant("rest_density", self.rest_density).constant("stiffness", self.stiffness);
        pass.constant("strength", (step * mass * 45.0 / (PI * radius.powi(4))) as f32)
            .constant("drag", (viscosity / radius) as f32)
            .constant("wall", (step / radius) as f32)
    }
}
