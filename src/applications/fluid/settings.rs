//! The settings of a fluid, what is wrong with them, and where its obstacles are.

use crate::applications::predication::Predication;

/// The maximum number of columns and rows.
pub const MAX_SIDE: usize = 1 << 13;
/// The maximum number of iterations of the pressure.
pub const MAX_ITERATIONS: usize = 1 << 12;
/// The maximum speed of the inflow, in cells a step.
pub const MAX_SPEED: f32 = 64.0;

/// What flows, and how it is computed. Lengths are in cells, and times in steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Columns and rows.
    pub size: [usize; 2],
    /// How fast the fluid flows in, in cells a step. It flows so everywhere at first.
    pub speed: f32,
    /// The number of stripes of dye that flow in.
    pub stripes: usize,
    /// The number of Jacobi iterations that a step takes for the pressure.
    pub iterations: usize,
    /// How cells that keep what they have are skipped.
    pub predication: Predication,
}

impl Default for Settings {
    /// 256 × 128 cells, an inflow of 2 cells a step with 9 stripes, and 40 iterations.
    fn default() -> Settings {
        let predication = Predication::default();
        Settings { size: [256, 128], speed: 2.0, stripes: 9, iterations: 40, predication }
    }
}

/// Why there is no such fluid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FluidError {
    /// There is nothing to compute, or too much.
    #[error("{what} is {value}; it must be from {min} to {max}")]
    Range {
        /// The setting.
        what: &'static str,
        /// Its value.
        value: usize,
        /// The minimum.
        min: usize,
        /// The maximum.
        max: usize,
    },
    /// The fluid flows backwards, or too fast.
    #[error("the speed of the inflow is {speed} cells a step; it must be from 0 to {MAX_SPEED}")]
    Speed {
        /// The speed.
        speed: f32,
    },
    /// The number of cells that are given does not match the size.
    #[error("a fluid of {columns} × {rows} has {} cells, and {cells} are given", .columns * .rows)]
    Cells {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// The number of cells that are given.
        cells: usize,
    },
}

impl Settings {
    /// Returns the obstacles of the default scene, row by row: 1 in a disc in the left third, a little below the middle, and 0 elsewhere.
    /// What lies off the middle makes the flow behind it wave sooner. [Check](Settings::check) sizes that somebody gives before.
    pub fn disc(&self) -> Vec<f32> {
        let [columns, rows] = self.size.map(|cells| cells as f32);
        let (centre, radius) = ([0.22 * columns, 0.52 * rows], 0.1 * rows);
        let inside = |x: usize, y: usize| {
            let away = [x as f32 + 0.5 - centre[0], y as f32 + 0.5 - centre[1]];
            f32::from(away[0] * away[0] + away[1] * away[1] < radius * radius)
        };
        self.cells().map(|[x, y]| inside(x, y)).collect()
    }

    /// Returns column and row of each cell.
    pub(super) fn cells(&self) -> impl Iterator<Item = [usize; 2]> {
        let [columns, rows] = self.size;
        (0..rows).flat_map(move |y| (0..columns).map(move |x| [x, y]))
    }

    /// Returns the dye that flows in at a row, 0 or 1.
    pub(super) fn dye(&self, row: usize) -> f32 {
        (row * (2 * self.stripes + 1) / self.size[1] % 2) as f32
    }

    /// Checks that all settings are in range.
    ///
    /// # Errors
    /// [`FluidError::Range`] and [`FluidError::Speed`], with the setting that is out of range.
    pub fn check(&self) -> Result<(), FluidError> {
        let [columns, rows] = self.size;
        let ranges = [
            ("the number of columns", columns, 1, MAX_SIDE),
            ("the number of rows", rows, 1, MAX_SIDE),
            ("the number of iterations", self.iterations, 1, MAX_ITERATIONS),
            ("the number of stripes", self.stripes, 0, MAX_SIDE),
        ];
        for (what, value, min, max) in ranges {
            if !(min..=max).contains(&value) {
                return Err(FluidError::Range { what, value, min, max });
            }
        }
        if !(0.0..=MAX_SPEED).contains(&self.speed) {
            return Err(FluidError::Speed { speed: self.speed });
        }
        Ok(())
    }
}
