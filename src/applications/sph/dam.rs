//! The initial state of a dam break.

use crate::applications::particles::{ParticlesError, State, state};

use super::Settings;

/// The maximum of a random offset along an axis, as a fraction of the distance between neighbours. Without offsets, a dam would
/// stay symmetrical.
const JITTER: f64 = 0.02;

impl Settings {
    /// Returns a block of fluid at rest, as behind a dam that breaks. It fills the half of the box with the smaller x from the ground
    /// up, or the whole box if the half is too small. Positions depend only on the seed.
    ///
    /// ```
    /// use brooklet::applications::sph::Settings;
    /// let dam = Settings::of_count(1000).dam(1000, 7)?;
    /// assert_eq!(dam.positions.len(), 1000);
    /// assert!(dam.positions.iter().all(|at| at[0] <= 0.5));
    /// # Ok::<(), brooklet::applications::particles::ParticlesError>(())
    /// ```
    ///
    /// # Errors
    /// Invalid settings; more particles than fit the box: the error has both numbers.
    pub fn dam(&self, count: usize, seed: u64) -> Result<State, ParticlesError> {
        self.check()?;
        let spacing = f64::from(self.spacing());
        let size = self.size.map(f64::from);
        // A lattice begins half a spacing from the walls.
        let along = |share: f64| {
            let edges = [share * size[0], size[1], size[2]];
            edges.map(|edge| (edge / spacing * (1.0 + 1e-6)) as usize)
        };
        let fit = |along: [usize; 3]| along.iter().fold(1, |all, more| usize::saturating_mul(all, *more));
        let along = if fit(along(0.5)) >= count { along(0.5) } else { along(1.0) };
        if fit(along) < count {
            return Err(ParticlesError::NoRoomForFluid { count, spacing: self.spacing(), fits: fit(along) });
        }
        let place = |particle: usize| {
            let cell = [particle % along[0], particle / along[0] / along[2], particle / along[0] % along[2]];
            std::array::from_fn(|axis| {
                let random = f64::from(state::noise(seed, (3 * particle + axis) as u64));
                let at = (cell[axis] as f64 + 0.5 + JITTER * random) * spacing;
                (at as f32).clamp(0.0, self.size[axis])
            })
        };
        let positions: Vec<[f32; 3]> = (0..count).map(place).collect();
        Ok(State { velocities: vec![[0.0; 3]; count], positions })
    }
}
