//! Cloth in plain Rust: rows on all cores, sixteen masses at a time in the lanes of the processor's registers.

use crate::applications::cloth::{Settings, State};

use super::stepped::DIAGONAL;

/// Numbers per mass: position (3), 0 if the mass is held fixed, speed (3), springs (4). In a row of a [`Plain`], each of these
/// numbers has a line of its own.
const FIELDS: usize = 11;
const PLACE: usize = 0;
const FREE: usize = 3;
const SPEED: usize = 4;
const SPRINGS: usize = 7;

/// The number of rows that a core processes at a time. It also computes the springs of the row above them, a second time.
const BAND: usize = 16;

const LANES: usize = 16;

/// One number of each of [`LANES`] neighbouring masses.
type Lane = [f32; LANES];
type Vector = [Lane; 3];

/// A piece of cloth with a border of masses that have no springs and never move. With the border, the ends of a line need no
/// special case, and the length of each line is a multiple of [`LANES`].
pub struct Plain {
    settings: Settings,
    steps: usize,
    /// The number of masses in a row, including the border.
    stride: usize,
    now: Vec<f32>,
    next: Vec<f32>,
}

/// The forces of the four springs of each mass in a row, three lines each, and the new lengths to which the springs may be
/// stretched.
struct Pulls {
    forces: [[Vec<f32>; 3]; 4],
    max: [Vec<f32>; 4],
}

impl Plain {
    pub fn new(settings: Settings, state: &State, steps: usize) -> Plain {
        let stride = settings.columns.next_multiple_of(LANES) + 2;
        let zeros = vec![0.0; (settings.rows + 2) * FIELDS * stride];
        let mut plain = Plain { settings, steps, stride, now: zeros, next: Vec::new() };
        for mass in 0..state.positions.len() {
            let of_mass = [&state.positions[mass][..], &state.speeds[mass], &state.springs[mass]].concat();
            for (field, value) in of_mass.into_iter().enumerate() {
                let at = plain.at(mass, field);
                plain.now[at] = value;
            }
        }
        plain.next = plain.now.clone();
        plain
    }

    pub fn state(&self) -> State {
        let masses = 0..self.settings.rows * self.settings.columns;
        let number = |mass: usize, field: usize| self.now[self.at(mass, field)];
        State {
            positions: masses.clone().map(|mass| std::array::from_fn(|k| number(mass, PLACE + k))).collect(),
            speeds: masses.clone().map(|mass| std::array::from_fn(|k| number(mass, SPEED + k))).collect(),
            springs: masses.map(|mass| std::array::from_fn(|k| number(mass, SPRINGS + k))).collect(),
        }
    }

    /// Returns the index of a number of a mass.
    fn at(&self, mass: usize, field: usize) -> usize {
        let (x, y) = (mass % self.settings.columns, mass / self.settings.columns);
        ((y + 1) * FIELDS + field) * self.stride + x + 1
    }

    pub fn step(&mut self) {
        let row = FIELDS * self.stride;
        let mut next = std::mem::take(&mut self.next);
        let inner = &mut next[row..][..self.settings.rows * row];
        let whole = &*self;
        #[cfg(not(target_family = "wasm"))]
        {
            use rayon::prelude::*;
            let widest = pulp::Arch::new();
            let bands = inner.par_chunks_mut(BAND * row).enumerate();
            bands.for_each(|(number, rows)| widest.dispatch(|| whole.band(1 + number * BAND, rows)));
        }
        #[cfg(target_family = "wasm")]
        inner.chunks_mut(BAND * row).enumerate().for_each(|(number, rows)| whole.band(1 + number * BAND, rows));
        self.next = std::mem::replace(&mut self.now, next);
        self.steps += 1;
    }

    /// Computes a band of rows that begins at `first`. Row 0 is the border.
    #[inline(always)]
    fn band(&self, first: usize, next: &mut [f32]) {
        let (mut above, mut own) = (Pulls::new(self.stride), Pulls::new(self.stride));
        self.pulls(first - 1, &mut above);
        for (k, next) in next.chunks_mut(FIELDS * self.stride).enumerate() {
            self.pulls(first + k, &mut own);
            self.row(first + k, &above, &own, next);
            std::mem::swap(&mut above, &mut own);
        }
    }

    #[inline(always)]
    fn lane(&self, row: usize, field: usize, x: usize) -> Lane {
        lane(&self.now[(row * FIELDS + field) * self.stride..], x)
    }

    #[inline(always)]
    fn vector(&self, row: usize, field: usize, x: usize) -> Vector {
        [self.lane(row, field, x), self.lane(row, field + 1, x), self.lane(row, field + 2, x)]
    }

    /// Computes each spring once, for the mass that owns it. The force on the spring's other mass is the opposite.
    #[inline(always)]
    fn pulls(&self, row: usize, pulls: &mut Pulls) {
        let Settings { stiffness, damping, .. } = self.settings;
        for x in (1..self.stride - 1).step_by(LANES) {
            let (here, speed) = (self.vector(row, PLACE, x), self.vector(row, SPEED, x));
            // The springs to the right, down, down right and down left.
            for (k, [other_x, other_row]) in
                [[x + 1, row], [x, row + 1], [x + 1, row + 1], [x - 1, row + 1]].into_iter().enumerate()
            {
                let rest = if k < 2 { 1.0 } else { DIAGONAL };
                let way = minus(&self.vector(other_row, PLACE, other_x), &here);
                let parting = dot(&minus(&self.vector(other_row, SPEED, other_x), &speed), &way);
                let (square, before) = (dot(&way, &way), self.lane(row, SPRINGS + k, x));
                let (mut force, mut max) = ([0.0; LANES], [0.0; LANES]);
                for i in 0..LANES {
                    let far = larger(square[i].sqrt(), 1e-6);
                    let whole = (before[i] > 0.0) & (far <= before[i] * rest);
                    let inverse = 1.0 / far;
                    let pulled = (stiffness * (far - rest) + damping * parting[i] * inverse) * inverse;
                    force[i] = if whole { pulled } else { 0.0 };
                    max[i] = if whole { before[i] } else { 0.0 };
                }
                pulls.max[k][x..][..LANES].copy_from_slice(&max);
                for (line, way) in pulls.forces[k].iter_mut().zip(&way) {
                    line[x..][..LANES].copy_from_slice(&times(&force, way));
                }
            }
        }
    }

    #[inline(always)]
    fn row(&self, row: usize, above: &Pulls, own: &Pulls, next: &mut [f32]) {
        let Settings { gravity, drag, ground, step, .. } = self.settings;
        let wind = self.settings.wind_at(self.steps);
        for x in (1..self.stride - 1).step_by(LANES) {
            let (here, speed) = (self.vector(row, PLACE, x), self.vector(row, SPEED, x));
            let blown = self.blown(row, x, wind, above, own);
            let (free, mut to, mut with) = (self.lane(row, FREE, x), here, speed);
            for c in 0..3 {
                let owned = [0, 1, 2, 3].map(|k| lane(&own.forces[k][c], x));
                let left = lane(&own.forces[0][c], x - 1);
                let [up, up_left] = [lane(&above.forces[1][c], x), lane(&above.forces[2][c], x - 1)];
                let up_right = lane(&above.forces[3][c], x + 1);
                let fall = if c == 1 { -gravity } else { 0.0 };
                for i in 0..LANES {
                    let pulled = owned[0][i] + owned[1][i] + owned[2][i] + owned[3][i];
                    let pulled = pulled - (left[i] + up[i] + up_left[i] + up_right[i]);
                    let force = fall + drag * (0.25 * blown[c][i] - 0.02 * speed[c][i]) + pulled;
                    with[c][i] = free[i] * (speed[c][i] + step * force);
                    to[c][i] = here[c][i] + step * with[c][i];
                }
            }
            for i in 0..LANES {
                let lies = to[1][i] < ground;
                to[1][i] = if lies { ground } else { to[1][i] };
                with[0][i] *= if lies { 0.9 } else { 1.0 };
                with[1][i] *= if lies { 0.0 } else { 1.0 };
                with[2][i] *= if lies { 0.9 } else { 1.0 };
            }
            let max = [0, 1, 2, 3].map(|k| lane(&own.max[k], x));
            let fields = [&to[0], &to[1], &to[2], &free, &with[0], &with[1], &with[2]].into_iter().chain(&max);
            for (field, values) in fields.enumerate() {
                next[field * self.stride + x..][..LANES].copy_from_slice(values);
            }
        }
    }

    /// Returns the force of the wind on the four triangles around each mass.
    #[inline(always)]
    fn blown(&self, row: usize, x: usize, wind: [f32; 3], above: &Pulls, own: &Pulls) -> Vector {
        let (here, speed) = (self.vector(row, PLACE, x), self.vector(row, SPEED, x));
        let sides = [[x + 1, row], [x, row + 1], [x - 1, row], [x, row - 1]];
        let ways = sides.map(|[x, row]| minus(&self.vector(row, PLACE, x), &here));
        let max = [lane(&own.max[0], x), lane(&own.max[1], x), lane(&own.max[0], x - 1), lane(&above.max[1], x)];
        let felt = minus(&[[wind[0]; LANES], [wind[1]; LANES], [wind[2]; LANES]], &speed);
        let mut blown = [[0.0; LANES]; 3];
        for k in 0..4 {
            let (u, v, one, other) = (&ways[k], &ways[(k + 1) % 4], &max[k], &max[(k + 1) % 4]);
            let normal = cross(u, v);
            let (square, pressed) = (dot(&normal, &normal), dot(&felt, &normal));
            let mut force = [0.0; LANES];
            for i in 0..LANES {
                let whole = (one[i] > 0.0) & (other[i] > 0.0);
                let pressed = pressed[i] / larger(square[i].sqrt(), 1e-6);
                force[i] = if whole { pressed } else { 0.0 };
            }
            for c in 0..3 {
                for i in 0..LANES {
                    blown[c][i] += force[i] * normal[c][i];
                }
            }
        }
        blown
    }
}

impl Pulls {
    fn new(stride: usize) -> Pulls {
        let line = || vec![0.0; stride];
        Pulls { forces: std::array::from_fn(|_| std::array::from_fn(|_| line())), max: std::array::from_fn(|_| line()) }
    }
}

/// Returns the larger of two numbers, written so that it compiles to one instruction.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Loads neighbours from a line.
#[inline(always)]
fn lane(line: &[f32], x: usize) -> Lane {
    let mut lane = [0.0; LANES];
    lane.copy_from_slice(&line[x..][..LANES]);
    lane
}

#[inline(always)]
fn times(a: &Lane, b: &Lane) -> Lane {
    let mut result = [0.0; LANES];
    for i in 0..LANES {
        result[i] = a[i] * b[i];
    }
    result
}

#[inline(always)]
fn minus(a: &Vector, b: &Vector) -> Vector {
    let mut result = [[0.0; LANES]; 3];
    for c in 0..3 {
        for i in 0..LANES {
            result[c][i] = a[c][i] - b[c][i];
        }
    }
    result
}

#[inline(always)]
fn dot(a: &Vector, b: &Vector) -> Lane {
    let mut result = [0.0; LANES];
    for i in 0..LANES {
        result[i] = a[0][i] * b[0][i] + a[1][i] * b[1][i] + a[2][i] * b[2][i];
    }
    result
}

#[inline(always)]
fn cross(a: &Vector, b: &Vector) -> Vector {
    let mut result = [[0.0; LANES]; 3];
    for (c, result) in result.iter_mut().enumerate() {
        let (d, e) = ((c + 1) % 3, (c + 2) % 3);
        for i in 0..LANES {
            result[i] = a[d][i] * b[e][i] - a[e][i] * b[d][i];
        }
    }
    result
}
