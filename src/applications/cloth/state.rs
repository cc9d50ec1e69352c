//! The state of a piece of cloth, in memory.

use crate::Mesh;

use super::settings::Settings;

/// The state of all masses, row by row from the top, as in the streams of a [`Cloth`](super::Cloth).
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The positions. w is 0 for a mass that is held fixed, else 1.
    pub positions: Vec<[f32; 4]>,
    /// The speeds.
    pub speeds: Vec<[f32; 3]>,
    /// The lengths to which the springs to the right, down, down right and down left may be stretched, or 0 if a spring is broken
    /// or does not exist.
    pub springs: Vec<[f32; 4]>,
}

impl State {
    /// Returns the state of a flat cloth at rest, with no broken springs.
    pub(super) fn flat(settings: &Settings) -> State {
        let Settings { rows, columns, .. } = *settings;
        let held = (columns / 16).max(1);
        let position = |at: usize| {
            let (x, y) = (at % columns, at / columns);
            let is_held = y == 0 && (x < held || x + held >= columns);
            [x as f32, -(y as f32), 0.0, if is_held { 0.0 } else { 1.0 }]
        };
        let springs = |at: usize| {
            let (x, y) = (at % columns, at / columns);
            let there = [x + 1 < columns, y + 1 < rows, x + 1 < columns && y + 1 < rows, x > 0 && y + 1 < rows];
            std::array::from_fn(|k| {
                // Springs differ a little in strength. The differences are the same every time.
                let mut hash = (4 * at + k) as u32;
                for _ in 0..2 {
                    hash = (hash ^ hash >> 16).wrapping_mul(0x45D9_F3B5);
                }
                let share = (hash >> 8) as f32 / (1 << 24) as f32;
                if there[k] { settings.strength * (1.0 + share / 3.0) } else { 0.0 }
            })
        };
        let count = rows * columns;
        let (positions, springs) = ((0..count).map(position).collect(), (0..count).map(springs).collect());
        State { positions, speeds: vec![[0.0; 3]; count], springs }
    }

    /// Returns the number of springs that are not broken.
    pub fn whole_springs(&self) -> usize {
        self.springs.as_flattened().iter().filter(|max| **max > 0.0).count()
    }

    /// Returns the sum of kinetic energy, potential energy above the floor, and the energy of the springs.
    pub fn energy(&self, settings: &Settings) -> f64 {
        let columns = settings.columns;
        let square = |v: [f32; 3]| v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>();
        let mut energy = 0.0;
        for (at, springs) in self.springs.iter().enumerate() {
            let [x, y, z, free] = self.positions[at];
            let height = f64::from(y - settings.ground);
            energy += f64::from(free) * (0.5 * square(self.speeds[at]) + f64::from(settings.gravity) * height);
            for (k, rest) in [1.0, 1.0, 2f64.sqrt(), 2f64.sqrt()].into_iter().enumerate() {
                if springs[k] > 0.0 {
                    let [a, b, c, _] = self.positions[at + [1, columns, columns + 1, columns - 1][k]];
                    let stretch = square([a - x, b - y, c - z]).sqrt() - rest;
                    energy += 0.5 * f64::from(settings.stiffness) * stretch * stretch;
                }
            }
        }
        energy
    }

    /// Returns the mesh of the cloth: two triangles for each square of four masses that has no broken spring.
    pub fn mesh(&self, settings: &Settings) -> Mesh {
        let columns = settings.columns;
        let whole = |at: usize, k: usize| self.springs[at][k] > 0.0;
        let mut triangles = Vec::new();
        for at in 0..self.springs.len().saturating_sub(columns) {
            if at % columns + 1 == columns {
                continue;
            }
            let (right, below, across) = (at + 1, at + columns, at + columns + 1);
            let mut add = |corners: [usize; 3]| triangles.push(corners.map(|corner| corner as u32));
            if whole(at, 2) {
                if whole(at, 1) && whole(below, 0) {
                    add([at, below, across]);
                }
                if whole(at, 0) && whole(right, 1) {
                    add([at, across, right]);
                }
            } else if whole(right, 3) {
                if whole(at, 0) && whole(at, 1) {
                    add([at, below, right]);
                }
                if whole(right, 1) && whole(below, 0) {
                    add([right, below, across]);
                }
            }
        }
        Mesh { positions: self.positions.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect(), triangles }
    }
}
