//! A step in plain Rust, on all cores.

use crate::applications::particles::{Cells, Settings, State};

/// Plain Rust: counts the particles of each cell, sorts them by cell, then applies the collisions on all cores.
pub struct Plain {
    settings: Settings,
    cells: Cells,
    /// The index, position and velocity of each particle.
    particles: Vec<(u32, [f32; 3], [f32; 3])>,
    sorted: Vec<(u32, [f32; 3], [f32; 3])>,
    starts: Vec<u32>,
}

impl Plain {
    pub fn new(state: &State, settings: Settings, cells: Cells) -> Plain {
        let numbered = state.positions.iter().zip(&state.velocities).enumerate();
        let particles: Vec<_> = numbered.map(|(k, (at, velocity))| (k as u32, *at, *velocity)).collect();
        Plain { sorted: particles.clone(), starts: Vec::new(), particles, settings, cells }
    }

    /// Returns whether every particle occurs once and is inside the room, and the particles are in the order of cells.
    pub fn is_whole(&self) -> bool {
        let (low, high) = self.settings.room();
        let mut there = vec![false; self.particles.len()];
        let inside = |at: &[f32; 3]| (0..3).all(|k| (low[k]..=high[k]).contains(&at[k]));
        self.particles
            .iter()
            .all(|(number, at, _)| !std::mem::replace(&mut there[*number as usize], true) && inside(at))
            && self.particles.is_sorted_by_key(|(_, at, _)| self.cells.number(*at))
    }

    pub fn step(&mut self) {
        let (step, bounce, (low, high)) = (self.settings.time_step, self.settings.bounce, self.settings.room());
        self.starts.clear();
        self.starts.resize(self.cells.count() + 1, 0);
        for (_, at, velocity) in &mut self.particles {
            for k in 0..3 {
                velocity[k] += step * self.settings.gravity[k];
                at[k] += step * velocity[k];
                if at[k] < low[k] {
                    (at[k], velocity[k]) = ((2.0 * low[k] - at[k]).min(high[k]), bounce * velocity[k].abs());
                } else if at[k] > high[k] {
                    (at[k], velocity[k]) = ((2.0 * high[k] - at[k]).max(low[k]), -bounce * velocity[k].abs());
                }
            }
            self.starts[self.cells.number(*at) + 1] += 1;
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        let mut next = self.starts.clone();
        for particle in &self.particles {
            let place = &mut next[self.cells.number(particle.1)];
            self.sorted[*place as usize] = *particle;
            *place += 1;
        }
        let mut pushed = std::mem::take(&mut self.particles);
        let push = |(k, particle): (usize, &mut _)| *particle = self.pushed(k);
        #[cfg(not(target_family = "wasm"))]
        {
            use rayon::prelude::*;
            pushed.par_iter_mut().enumerate().for_each(push);
        }
        #[cfg(target_family = "wasm")]
        pushed.iter_mut().enumerate().for_each(push);
        self.particles = pushed;
    }

    /// Returns a particle after its collisions.
    fn pushed(&self, own: usize) -> (u32, [f32; 3], [f32; 3]) {
        let (number, at, mut velocity) = self.sorted[own];
        let (settings, speed) = (&self.settings, velocity);
        let diameter = settings.diameter();
        let (stiffness, damping) = (settings.stiffness * settings.time_step, settings.damping * settings.time_step);
        let last = self.cells.last.map(|last| last as usize);
        let cell = self.cells.number(at);
        let (x, y, z) =
            (cell % (last[0] + 1), cell / (last[0] + 1) % (last[1] + 1), cell / (last[0] + 1) / (last[1] + 1));
        for z in z.saturating_sub(1)..=(z + 1).min(last[2]) {
            for y in y.saturating_sub(1)..=(y + 1).min(last[1]) {
                let row = (z * (last[1] + 1) + y) * (last[0] + 1);
                let (first, end) = (row + x.saturating_sub(1), row + (x + 1).min(last[0]) + 1);
                let stretch = self.starts[first] as usize..self.starts[end] as usize;
                for (other, (_, there, moving)) in stretch.clone().zip(&self.sorted[stretch]) {
                    let way: [f32; 3] = std::array::from_fn(|k| there[k] - at[k]);
                    let square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
                    if square >= diameter * diameter || other == own || square == 0.0 {
                        continue;
                    }
                    let apart = square.sqrt();
                    let closing: f32 = (0..3).map(|k| (moving[k] - speed[k]) * way[k]).sum::<f32>() / apart;
                    let push = (damping * closing - stiffness * (diameter - apart)).min(0.0) / apart;
                    for k in 0..3 {
                        velocity[k] += push * way[k];
                    }
                }
            }
        }
        (number, at, velocity)
    }
}
