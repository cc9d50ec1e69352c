//! A step of a cloth in double precision, mass by mass.

use crate::applications::cloth::{Settings, State};

/// The length at rest of the diagonal springs.
pub const DIAGONAL: f32 = std::f32::consts::SQRT_2;

/// Returns the state after one step in double precision. The other methods are compared with it.
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
        // The springs to the right, down, left and up, then the diagonal ones. For each, the offset of the other mass, and the
        // spring's index among those of its owner.
        let ways = [(1, 0, 0), (0, 1, 1), (-1, 0, 0), (0, -1, 1), (1, 1, 2), (-1, 1, 3), (-1, -1, 2), (1, -1, 3)];
        let mut sides = [([0.0; 3], false); 8];
        for (at, (dx, dy, own)) in ways.into_iter().enumerate() {
            let inside = (0..columns).contains(&(x + dx)) && (0..rows).contains(&(y + dy));
            let there = if inside { (mass as isize + dy * columns + dx) as usize } else { mass };
            // The upper mass of a pair owns the spring, or the left one if both are in one row.
            let owns = dy > 0 || (dy == 0 && dx > 0);
            let max = f64::from(state.springs[if owns { mass } else { there }][own]);
            let rest = if at < 4 { 1.0 } else { f64::from(DIAGONAL) };
            let way = sub(wide(&state.positions[there]), here);
            let far = dot(way, way).sqrt().max(1e-6);
            let whole = inside && max > 0.0 && far <= max * rest;
            if whole {
                let parting = dot(sub(wide(&state.speeds[there]), speed), way) / far;
                add(&mut force, (stiffness * (far - rest) + damping * parting) / far, way);
            }
            sides[at] = (way, whole);
            if owns {
                next.springs[mass][own] = if whole { max as f32 } else { 0.0 };
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
