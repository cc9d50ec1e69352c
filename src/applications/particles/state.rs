//! States of a particle system, on the CPU.

use super::{ParticlesError, Settings};

/// The positions and velocities of all particles, in the order of their indices.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// The middle of each particle.
    pub positions: Vec<[f32; 3]>,
    /// The velocity of each particle.
    pub velocities: Vec<[f32; 3]>,
}

impl State {
    /// Returns a block of particles that do not touch each other, as at the start of a dam break. It fills the half of the box with
    /// the smaller x, or the whole box if the half is too small. Each component of a velocity is at most `speed` in either
    /// direction. Positions and velocities depend only on the seed.
    ///
    /// ```
    /// use brooklet::applications::particles::{Settings, State};
    /// let settings = Settings::of_count(1000);
    /// let state = State::block(1000, 7, 0.1, &settings)?;
    /// assert_eq!(state.positions.len(), 1000);
    /// assert!(state.positions.iter().all(|at| at[0] <= 0.5));
    /// assert_eq!(state, State::block(1000, 7, 0.1, &settings)?);
    /// # Ok::<(), brooklet::applications::particles::ParticlesError>(())
    /// ```
    ///
    /// # Errors
    /// Invalid settings; more particles than fit the box side by side: the error has both numbers.
    pub fn block(count: usize, seed: u64, speed: f32, settings: &Settings) -> Result<State, ParticlesError> {
        settings.check()?;
        if !speed.is_finite() {
            return Err(ParticlesError::Setting { name: "speed", value: speed, wanted: "a finite number" });
        }
        let diameter = f64::from(settings.diameter());
        // The distance between the first and the last possible middle along each axis.
        let room = |share: f64| {
            let [x, y, z] = settings.size.map(f64::from);
            [share * x - diameter, y - diameter, z - diameter].map(|edge| edge.max(0.0))
        };
        // The minimum distance of two particles after jitter. The factor allows for rounding in a box that is just filled.
        let closest = diameter * (1.0 - 1e-6);
        let half = room(0.5);
        let room = if fit(half, closest) >= count { half } else { room(1.0) };
        if fit(room, closest) < count {
            return Err(ParticlesError::NoRoom { count, radius: settings.radius, fits: fit(room, closest) });
        }
        let mut apart = closest.max(room.iter().copied().fold(0.0, f64::max));
        while apart > closest && fit(room, apart) < count {
            apart = closest.max(0.99 * apart);
        }
        let along = room.map(|edge| (edge / apart) as usize + 1);
        let jitter = 0.5 * (apart - closest);
        let mut state = State::default();
        for particle in 0..count {
            // Fill the block layer by layer, from the ground up.
            let cell =
                [particle % along[0], particle / along[0] / along[2], particle / along[0] % along[2]].map(|k| k as f64);
            let random = |k: usize| f64::from(noise(seed, (6 * particle + k) as u64));
            let middle = |axis: usize| {
                let free = (room[axis] - (along[axis] - 1) as f64 * apart).min(apart);
                let at = (0.5 * diameter + 0.5 * free + cell[axis] * apart + jitter * random(axis)) as f32;
                let (low, high) = settings.room();
                at.clamp(low[axis], high[axis].max(low[axis]))
            };
            state.positions.push(std::array::from_fn(middle));
            state.velocities.push(std::array::from_fn(|axis| (f64::from(speed) * random(3 + axis)) as f32));
        }
        Ok(state)
    }

    /// Returns an error if this is not a valid state in a box of these edges.
    pub(in crate::applications) fn check(&self, size: [f32; 3]) -> Result<(), ParticlesError> {
        let (positions, velocities) = (self.positions.len(), self.velocities.len());
        if positions != velocities {
            return Err(ParticlesError::Lengths { positions, velocities });
        }
        for (what, vectors) in [("position", &self.positions), ("velocity", &self.velocities)] {
            let wrong = vectors.iter().position(|vector| !vector.iter().all(|x| x.is_finite()));
            if let Some(particle) = wrong {
                return Err(ParticlesError::NotFinite { what, particle, value: vectors[particle] });
            }
        }
        let inside = |at: &[f32; 3]| at.iter().zip(size).all(|(x, edge)| (0.0..=edge).contains(x));
        match self.positions.iter().position(|at| !inside(at)) {
            Some(particle) => Err(ParticlesError::Outside { particle, position: self.positions[particle], size }),
            None => Ok(()),
        }
    }
}

/// Returns the number of positions at this distance that fit.
fn fit(room: [f64; 3], apart: f64) -> usize {
    room.iter().map(|edge| (edge / apart) as usize + 1).fold(1, usize::saturating_mul)
}

/// Returns a pseudo-random number from -1 to 1 (splitmix64, Steele et al. 2014).
pub(in crate::applications) fn noise(seed: u64, number: u64) -> f32 {
    let mut x = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((x ^ (x >> 31)) >> 40) as f32 / (1u64 << 23) as f32 - 1.0
}
