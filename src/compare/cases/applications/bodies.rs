//! Particles in plain Rust, sorted into the cells of a uniform grid, on all cores.

use crate::applications::particles::motion::Motion;
use crate::applications::particles::{Cells, State};

/// A particle on the CPU. An application keeps what it needs in `extra`.
#[derive(Clone, Copy)]
pub struct Particle {
    pub number: u32,
    pub at: [f32; 3],
    pub speed: [f32; 3],
    pub extra: f32,
}

/// Particles in the order of cells.
pub struct Bodies {
    cells: Cells,
    particles: Vec<Particle>,
    /// Where the next sort or pass writes.
    next: Vec<Particle>,
    starts: Vec<u32>,
}

impl Bodies {
    pub fn new(state: &State, cells: Cells) -> Bodies {
        let numbered = state.positions.iter().zip(&state.velocities).enumerate();
        let particles: Vec<_> = numbered
            .map(|(k, (at, speed))| Particle { number: k as u32, at: *at, speed: *speed, extra: 0.0 })
            .collect();
        Bodies { next: particles.clone(), starts: Vec::new(), particles, cells }
    }

    /// Returns whether every particle occurs once and is inside the room, and the particles are in the order of cells.
    pub fn is_whole(&self, (low, high): ([f32; 3], [f32; 3])) -> bool {
        let mut there = vec![false; self.particles.len()];
        let inside = |at: &[f32; 3]| (0..3).all(|k| (low[k]..=high[k]).contains(&at[k]));
        self.particles
            .iter()
            .all(|particle| !std::mem::replace(&mut there[particle.number as usize], true) && inside(&particle.at))
            && self.particles.is_sorted_by_key(|particle| self.cells.number(particle.at))
    }

    /// Applies gravity, velocities and walls, and sorts the particles by cell.
    pub fn integrate(&mut self, motion: &Motion) {
        let (step, bounce, (low, high)) = (motion.time_step, motion.bounce, motion.room);
        self.starts.clear();
        self.starts.resize(self.cells.count() + 1, 0);
        for Particle { at, speed, .. } in &mut self.particles {
            for k in 0..3 {
                speed[k] += step * motion.gravity[k];
                at[k] += step * speed[k];
                if at[k] < low[k] {
                    (at[k], speed[k]) = ((2.0 * low[k] - at[k]).min(high[k]), bounce * speed[k].abs());
                } else if at[k] > high[k] {
                    (at[k], speed[k]) = ((2.0 * high[k] - at[k]).max(low[k]), -bounce * speed[k].abs());
                }
            }
            self.starts[self.cells.number(*at) + 1] += 1;
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        let mut next = self.starts.clone();
        for particle in &self.particles {
            let place = &mut next[self.cells.number(particle.at)];
            self.next[*place as usize] = *particle;
            *place += 1;
        }
        std::mem::swap(&mut self.particles, &mut self.next);
    }

    /// Replaces every particle by what `changed` makes of it and of all particles.
    pub fn each(&mut self, changed: impl Fn(&Bodies, &Particle) -> Particle + Sync) {
        let mut next = std::mem::take(&mut self.next);
        let this = &*self;
        let change = |(k, particle): (usize, &mut Particle)| *particle = changed(this, &this.particles[k]);
        #[cfg(not(target_family = "wasm"))]
        {
            use rayon::prelude::*;
            next.par_iter_mut().enumerate().for_each(change);
        }
        #[cfg(target_family = "wasm")]
        next.iter_mut().enumerate().for_each(change);
        self.next = std::mem::replace(&mut self.particles, next);
    }

    /// Calls a function with the particles of each row of three cells among the 27 cells around a particle.
    pub fn rows_around(&self, particle: &Particle, mut call: impl FnMut(&[Particle])) {
        let last = self.cells.last.map(|last| last as usize);
        let cell = self.cells.number(particle.at);
        let (x, y, z) =
            (cell % (last[0] + 1), cell / (last[0] + 1) % (last[1] + 1), cell / (last[0] + 1) / (last[1] + 1));
        for z in z.saturating_sub(1)..=(z + 1).min(last[2]) {
            for y in y.saturating_sub(1)..=(y + 1).min(last[1]) {
                let row = (z * (last[1] + 1) + y) * (last[0] + 1);
                let (first, end) = (row + x.saturating_sub(1), row + (x + 1).min(last[0]) + 1);
                call(&self.particles[self.starts[first] as usize..self.starts[end] as usize]);
            }
        }
    }

    /// Returns the particles in the order of their indices.
    pub fn in_order(&self) -> Vec<Particle> {
        let mut all = self.particles.clone();
        all.sort_unstable_by_key(|particle| particle.number);
        all
    }
}
