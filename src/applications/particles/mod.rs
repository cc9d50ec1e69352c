//! Particles: a particle system that finds collisions with a uniform grid, which is sorted and searched on the device.
//!
//! It follows Buck and Purcell, *A Toolkit for Computation on GPUs* (GPU Gems, ch. 37), section 37.3. Testing every particle
//! against all others takes work that grows with the square of their number, although most pairs are far apart. Therefore space is
//! divided into cells at least as wide as a particle, and a particle is tested only against those in its own cell and the 26 around
//! it. A fragment program cannot write into a cell. Instead, particles are sorted by the index of their cell, and every cell
//! searches for its first particle.
//!
//! A step:
//!
//! | passes | kernel | what it does |
//! |---|---|---|
//! | 1 | `particles_integrate` | gravity changes velocities, and velocities change positions (symplectic Euler); walls reflect particles |
//! | 1 | `particles_cells` | the index of each particle's cell |
//! | 14 for 2^16 particles | [`sort_pairs`](crate::primitives::sort_pairs) | sorts cell indices with the particles' positions as payload; [`Sort::Bitonic`](crate::primitives::Sort), the chapter's: 136 |
//! | 2 | [`lower_bound`](crate::primitives::lower_bound) | the start of each cell; all cells search at once (in the chapter, one pass) |
//! | 1 | `particles_gather` | positions and velocities in the order of cells |
//! | 1 | `particles_collide` | tests each particle against those in the 27 cells, and changes its velocity |
//!
//! These are 20 passes for 2^16 particles with the fastest sort. With one render target, each kernel that writes both positions and
//! velocities takes one more pass. Nothing is read back. Particles stay in the order of cells from step to step; the fourth
//! component of a position is the index of its particle.
//!
//! **The walk.** Cells are numbered along x first, so that the particles of three cells in a row are one range of the sorted
//! particles, and nine ranges cover all 27 cells. A fragment fetches the ends of the nine ranges, leaves out cells that are farther
//! from the particle than its diameter (a quarter of them), and processes the rest in one loop, four particles at a time. Fragments
//! that run in parallel wait for the one with the most neighbours; with nine loops they would wait nine times. On a device without
//! loops whose trip count depends on data, a pass fetches four particles of one range. Further passes follow until the fullest
//! three cells in a row are done; their count is read back. This count is also read back if the driver draws on the CPU and there
//! are more than 250,000 particles, because llvmpipe ends loops after 65,535 iterations. No pair is ever left out.
//!
//! **The contact.** Two particles that overlap are pushed apart along the line between them by a spring and a damper, and never
//! pulled together. Both fragments compute the same numbers with opposite signs, from the same state. Momentum is therefore
//! conserved up to the rounding of each sum, and exactly if there are only two particles. Particles in exactly the same place are
//! pushed apart along x.
//!
//! **Stencil routing.** [`Collisions::StencilRouting`] sorts nothing, after Purcell et al. 2003 (Photon Mapping on Programmable Graphics
//! Hardware). Each cell is a square of texels, and each particle a point that covers the square of its cell. All stencils of the square count
//! the points; the texel whose turn it is takes the index of the particle. So one pass of points builds the grid, besides one that finds the
//! places, one that empties the squares, and eight that number the stencils, a bit each. An occlusion query asks whether a square was too small;
//! then all grow, up to 15 × 15 texels, and the step begins anew. Particles keep their order.
//!
//! **Exactness.** Order and starts of the grid are exactly those that plain Rust computes from the same positions
//! ([`Cells::number`] computes what the kernel does: one product, rounded down). A step differs from a step in f64 by a few
//! roundings of each operation. Let e be 2^-24 and h the time step. A position differs by at most 4e (|x| + h |v| + 2 edges of the
//! box). A velocity differs by at most 4e |v| and, for each contact, twice the stiffness times h times the difference of both
//! positions. Whole trajectories agree only without collisions; with collisions, they are chaotic.
//!
//! **Work and memory.** A step takes n log2 n comparisons to sort, log4 n fetches of four numbers for each cell, and about 2
//! fetches for each particle in 20 cells. There are at most 4n + 64 cells. Positions and velocities take twice eight floats for
//! each particle, in addition to the memory of the sort. The maximum is 2^24 particles, because floats cannot count more exactly.
//! [`Collisions::AllPairs`] tests n² pairs in one pass (on llvmpipe, one for each 250,000 particles). The grid is faster from about
//! 500 particles on llvmpipe, and from 2,000 on an NVIDIA H100, where a step of 2^16 particles takes 1.2 ms with the grid and 330
//! ms with all pairs. See `brooklet bench --only app-particles`.
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

pub(in crate::applications) mod around;
pub(in crate::applications) mod bodies;
mod collide;
mod error;
pub(in crate::applications) mod grid;
pub(crate) mod motion;
mod routing;
mod settings;
pub(in crate::applications) mod state;

pub use error::ParticlesError;
pub use grid::{Cells, Grid};
pub use routing::Squares;
pub use settings::{Collisions, Settings};
pub use state::State;

use crate::applications::Error;
use crate::machine::{Device, Stream};

use around::Plan;
use bodies::Bodies;
use routing::Router;

/// A particle system on a device.
pub struct Particles {
    device: Device,
    settings: Settings,
    bodies: Bodies,
    builder: grid::Builder,
    grid: Option<Grid>,
    router: Router,
    squares: Option<Squares>,
}

impl Particles {
    /// Uploads particles to a device.
    ///
    /// # Errors
    /// Invalid settings; positions or velocities that are not finite, or positions outside the box: the error has the index of the
    /// particle; more than 2^24 particles, or more than the device counts exactly.
    pub fn new(device: &Device, state: &State, settings: Settings) -> Result<Particles, Error> {
        settings.check()?;
        state.check(settings.size)?;
        let bodies = Bodies::upload(device, state)?;
        let (count, (_, highest)) = (state.positions.len(), settings.room());
        let cells = Cells::of(settings.diameter(), highest, count, device.features().exact_integer);
        Ok(Particles {
            bodies,
            builder: grid::Builder::new(device, cells, count)?,
            grid: None,
            router: Router::new(cells),
            squares: None,
            device: device.clone(),
            settings,
        })
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
        let plan = Plan::of(&self.device, self.len());
        match settings.collisions {
            Collisions::Grid => {
                let grid = self.builder.build(&self.bodies.position, settings.sort)?;
                self.bodies.gather(&grid.order)?;
                let found = (&self.builder.cells, &grid);
                self.bodies.velocity = collide::by_grid(&self.bodies, found, settings, plan)?;
                self.grid = Some(grid);
            }
            Collisions::StencilRouting => {
                let squares = self.router.route(&self.bodies.position)?;
                let found = (&self.builder.cells, &squares);
                let velocity = routing::collide(&self.bodies, found, |pass| collide::contact(pass, settings))?;
                self.bodies.velocity = velocity;
                self.squares = Some(squares);
            }
            Collisions::AllPairs => self.bodies.velocity = collide::all_pairs(&self.bodies, settings, plan)?,
            Collisions::None => {}
        }
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

    /// Returns the size of the particles and the box, and the forces.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the middle of each particle, and the particle's index: in the order of cells with [`Collisions::Grid`], else in that of their
    /// indices.
    pub fn position(&self) -> &Stream<[f32; 4]> {
        &self.bodies.position
    }

    /// Returns the velocity of each particle of [`position`](Particles::position), and the number of others that it touched in the
    /// last step.
    pub fn velocity(&self) -> &Stream<[f32; 4]> {
        &self.bodies.velocity
    }

    /// Returns the cells of the grid.
    pub fn cells(&self) -> &Cells {
        &self.builder.cells
    }

    /// Returns the grid of the last step. Returns `None` before the first step, and with another method than the grid.
    pub fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// Returns the squares of the last step. Returns `None` before the first step, and with another method than stencil routing.
    pub fn squares(&self) -> Option<&Squares> {
        self.squares.as_ref()
    }

    /// Reads back all particles, in the order of their indices.
    pub fn state(&self) -> Result<State, Error> {
        self.bodies.state()
    }
}
