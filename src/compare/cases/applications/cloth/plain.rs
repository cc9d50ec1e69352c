//! Cloth in plain Rust: a step in double precision, mass by mass, and one on all cores, by lines that a compiler vectorises.

use crate::applications::cloth::{Settings, State};

const DIAGONAL: f32 = std::f32::consts::SQRT_2;

/// A step in double precision: what the others are held against.
pub fn stepped(state: &State, settings: &Settings, steps: usize) -> State {
    let (columns, rows) = (settings.columns as isize, settings.rows as isize);
    let wide = |v: &[f32]| -> [f64; 3] { std::array::from_fn(|k| f64::from(v[k])) };
    let sub = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] { std::array::from_fn(|k| a[k] - b[k]) };
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let add = |to: &mut [f64; 3], by: f64, what: [f64; 3]| (0..3).for_each(|k| to[k] += by * what[k]);
    let [stiffness, damping, drag, ground, step] =
        [settings.stiffness, settings.damping, settings.drag, settings.ground, settings.step].map(f64::from);
    let wind = wide(&settings.wind_at(steps));
    let mut next = state.clone();
    for mass in 0..state.positions.len() {
        let (x, y) = (mass as isize % columns, mass as isize / columns);
        let (here, speed) = (wide(&state.positions[mass]), wide(&state.speeds[mass]));
        let mut force = [0.0, -f64::from(settings.gravity), 0.0];
        add(&mut force, -0.02 * drag, speed);
        // The springs to right, down, left and up, then across: by whom they are owned, and which of the owner's they are.
        let ways = [(1, 0, 0), (0, 1, 1), (-1, 0, 0), (0, -1, 1), (1, 1, 2), (-1, 1, 3), (-1, -1, 2), (1, -1, 3)];
        let mut sides = [([0.0; 3], false); 8];
        for (at, (dx, dy, own)) in ways.into_iter().enumerate() {
            let inside = (0..columns).contains(&(x + dx)) && (0..rows).contains(&(y + dy));
            let there = if inside { (mass as isize + dy * columns + dx) as usize } else { mass };
            // Of a pair the upper mass owns the spring, or the left one of two in a row.
            let owns = dy > 0 || (dy == 0 && dx > 0);
            let most = f64::from(state.springs[if owns { mass } else { there }][own]);
            let rest = if at < 4 { 1.0 } else { f64::from(DIAGONAL) };
            let way = sub(wide(&state.positions[there]), here);
            let far = dot(way, way).sqrt().max(1e-6);
            let whole = inside && most > 0.0 && far <= most * rest;
            if whole {
                let parting = dot(sub(wide(&state.speeds[there]), speed), way) / far;
                add(&mut force, (stiffness * (far - rest) + damping * parting) / far, way);
            }
            sides[at] = (way, whole);
            if owns {
                next.springs[mass][own] = if whole { most as f32 } else { 0.0 };
            }
        }
        for k in 0..4 {
            let ((u, one), (v, other)) = (sides[k], sides[(k + 1) % 4]);
            let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            if one && other {
                let area = dot(normal, normal).sqrt().max(1e-6);
                add(&mut force, 0.25 * drag * dot(sub(wind, speed), normal) / area, normal);
            }
        }
        let free = f64::from(state.positions[mass][3]);
        let mut speed: [f64; 3] = std::array::from_fn(|k| free * (speed[k] + step * force[k]));
        let mut place: [f64; 3] = std::array::from_fn(|k| here[k] + step * speed[k]);
        if place[1] < ground {
            place[1] = ground;
            speed = [0.9 * speed[0], 0.0, 0.9 * speed[2]];
        }
        next.positions[mass] = [place[0] as f32, place[1] as f32, place[2] as f32, free as f32];
        next.speeds[mass] = speed.map(|v| v as f32);
    }
    next
}

/// Numbers of a mass: place, 0 where it is held, speed, four springs. Each is a line of its own in the rows of a [`Plain`].
const FIELDS: usize = 11;
const PLACE: usize = 0;
const FREE: usize = 3;
const SPEED: usize = 4;
const SPRINGS: usize = 7;

/// Rows that a core takes at a time: of the row above these it computes the springs once more.
const BAND: usize = 16;

/// A piece of cloth with a border of masses around it that no spring holds: lines have no ends that were other than the rest.
pub struct Plain {
    settings: Settings,
    steps: usize,
    now: Vec<f32>,
    next: Vec<f32>,
}

/// What the four springs of each mass of a row do to it, and how far they may be stretched from now on.
struct Pulls {
    forces: [[Vec<f32>; 3]; 4],
    most: [Vec<f32>; 4],
}

impl Plain {
    pub fn new(settings: Settings, state: &State, steps: usize) -> Plain {
        let mut now = vec![0.0; (settings.rows + 2) * FIELDS * (settings.columns + 2)];
        for mass in 0..state.positions.len() {
            let of_mass = [&state.positions[mass][..], &state.speeds[mass], &state.springs[mass]].concat();
            for (field, value) in of_mass.into_iter().enumerate() {
                now[at(&settings, mass, field)] = value;
            }
        }
        Plain { settings, steps, next: now.clone(), now }
    }

    pub fn state(&self) -> State {
        let masses = 0..self.settings.rows * self.settings.columns;
        let number = |mass: usize, field: usize| self.now[at(&self.settings, mass, field)];
        State {
            positions: masses.clone().map(|mass| std::array::from_fn(|k| number(mass, PLACE + k))).collect(),
            speeds: masses.clone().map(|mass| std::array::from_fn(|k| number(mass, SPEED + k))).collect(),
            springs: masses.map(|mass| std::array::from_fn(|k| number(mass, SPRINGS + k))).collect(),
        }
    }

    pub fn step(&mut self) {
        let row = FIELDS * (self.settings.columns + 2);
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

    /// Rows from one on, the border being row 0.
    #[inline(always)]
    fn band(&self, first: usize, next: &mut [f32]) {
        let stride = self.settings.columns + 2;
        let (mut above, mut own) = (Pulls::new(stride), Pulls::new(stride));
        self.pulls(first - 1, &mut above);
        for (k, next) in next.chunks_mut(FIELDS * stride).enumerate() {
            self.pulls(first + k, &mut own);
            self.row(first + k, &above, &own, next);
            std::mem::swap(&mut above, &mut own);
        }
    }

    /// Numbers of a row's masses, or of their neighbours to the left (0) or right (2).
    #[inline(always)]
    fn line(&self, row: usize, field: usize, shift: usize) -> &[f32] {
        let columns = self.settings.columns;
        &self.now[(row * FIELDS + field) * (columns + 2) + shift..][..columns]
    }

    #[inline(always)]
    fn lines(&self, row: usize, field: usize, shift: usize) -> [&[f32]; 3] {
        [0, 1, 2].map(|k| self.line(row, field + k, shift))
    }

    /// Each spring once, for the mass that owns it: it pulls at the other one as much.
    #[inline(always)]
    fn pulls(&self, row: usize, pulls: &mut Pulls) {
        let Settings { columns, stiffness, damping, .. } = self.settings;
        let (here, speed) = (self.lines(row, PLACE, 1), self.lines(row, SPEED, 1));
        for (k, [shift, down]) in [[2, 0], [1, 1], [2, 1], [0, 1]].into_iter().enumerate() {
            let rest = if k < 2 { 1.0 } else { DIAGONAL };
            let (there, its_speed) = (self.lines(row + down, PLACE, shift), self.lines(row + down, SPEED, shift));
            let before = self.line(row, SPRINGS + k, 1);
            let most = &mut pulls.most[k][1..][..columns];
            let [fx, fy, fz] = &mut pulls.forces[k];
            let (fx, fy, fz) = (&mut fx[1..][..columns], &mut fy[1..][..columns], &mut fz[1..][..columns]);
            for x in 0..columns {
                let way = [0, 1, 2].map(|k| there[k][x] - here[k][x]);
                let parting = [0, 1, 2].map(|k| its_speed[k][x] - speed[k][x]);
                let far = larger(dot(way, way).sqrt(), 1e-6);
                let whole = (before[x] > 0.0) & (far <= before[x] * rest);
                let inverse = 1.0 / far;
                let force = (stiffness * (far - rest) + damping * dot(parting, way) * inverse) * inverse;
                let force = if whole { force } else { 0.0 };
                most[x] = if whole { before[x] } else { 0.0 };
                fx[x] = force * way[0];
                fy[x] = force * way[1];
                fz[x] = force * way[2];
            }
        }
    }

    #[inline(always)]
    fn row(&self, row: usize, above: &Pulls, own: &Pulls, next: &mut [f32]) {
        let Settings { columns, gravity, drag, ground, step, .. } = self.settings;
        let wind = self.settings.wind_at(self.steps);
        let (here, speed, free) = (self.lines(row, PLACE, 1), self.lines(row, SPEED, 1), self.line(row, FREE, 1));
        let sides = [(row, 2), (row + 1, 1), (row, 0), (row - 1, 1)].map(|(row, shift)| self.lines(row, PLACE, shift));
        let [right, down] = [0, 1].map(|k| &own.most[k][1..][..columns]);
        let [left, up] = [&own.most[0][..columns], &above.most[1][1..][..columns]];
        let owned: [[&[f32]; 3]; 4] = [0, 1, 2, 3].map(|k| [0, 1, 2].map(|c| &own.forces[k][c][1..][..columns]));
        let others: [[&[f32]; 3]; 4] = [(own, 0, 0), (above, 1, 1), (above, 2, 0), (above, 3, 2)]
            .map(|(pulls, k, shift)| [0, 1, 2].map(|c| &pulls.forces[k][c][shift..][..columns]));
        let mut fields = next.chunks_mut(columns + 2).map(|line| &mut line[1..][..columns]);
        let [px, py, pz, pw, vx, vy, vz, s0, s1, s2, s3] = std::array::from_fn(|_| fields.next().unwrap_or_default());
        for x in 0..columns {
            let at = [here[0][x], here[1][x], here[2][x]];
            let v = [speed[0][x], speed[1][x], speed[2][x]];
            let felt = [wind[0] - v[0], wind[1] - v[1], wind[2] - v[2]];
            let way = sides.map(|side| [side[0][x] - at[0], side[1][x] - at[1], side[2][x] - at[2]]);
            let whole = [right[x] > 0.0, down[x] > 0.0, left[x] > 0.0, up[x] > 0.0];
            let mut blown = [0.0; 3];
            for k in 0..4 {
                let normal = cross(way[k], way[(k + 1) % 4]);
                let area = larger(dot(normal, normal).sqrt(), 1e-6);
                let pressed = if whole[k] & whole[(k + 1) % 4] { dot(felt, normal) / area } else { 0.0 };
                blown = [0, 1, 2].map(|c| blown[c] + pressed * normal[c]);
            }
            let force = [0, 1, 2].map(|c| {
                let pulled: f32 = (0..4).map(|k| owned[k][c][x] - others[k][c][x]).sum();
                pulled + drag * (0.25 * blown[c] - 0.02 * v[c])
            });
            let force = [force[0], force[1] - gravity, force[2]];
            let v = [0, 1, 2].map(|c| free[x] * (v[c] + step * force[c]));
            let to = [0, 1, 2].map(|c| at[c] + step * v[c]);
            let lies = to[1] < ground;
            (px[x], py[x], pz[x], pw[x]) = (to[0], larger(to[1], ground), to[2], free[x]);
            let slowed = if lies { 0.9 } else { 1.0 };
            (vx[x], vy[x], vz[x]) = (slowed * v[0], if lies { 0.0 } else { v[1] }, slowed * v[2]);
        }
        for (k, line) in [s0, s1, s2, s3].into_iter().enumerate() {
            line.copy_from_slice(&own.most[k][1..][..columns]);
        }
    }
}

impl Pulls {
    fn new(stride: usize) -> Pulls {
        let line = || vec![0.0; stride];
        Pulls {
            forces: std::array::from_fn(|_| std::array::from_fn(|_| line())),
            most: std::array::from_fn(|_| line()),
        }
    }
}

/// Where a number of a mass is.
fn at(settings: &Settings, mass: usize, field: usize) -> usize {
    let (x, y) = (mass % settings.columns, mass / settings.columns);
    ((y + 1) * FIELDS + field) * (settings.columns + 2) + x + 1
}

/// As one instruction has it, for numbers.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
