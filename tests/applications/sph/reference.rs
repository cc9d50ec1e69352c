//! A step of a fluid in plain Rust, in f64, of all pairs, with bounds on what a device may differ by.

use std::f64::consts::PI;

use brooklet::applications::particles::State;
use brooklet::applications::sph::Settings;

use crate::support;

type Vector = [f64; 3];

/// What a particle has to be after a step, and by how much each of its numbers may differ along an axis.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub at: Vector,
    pub speed: Vector,
    pub density: f64,
    pub at_error: f64,
    pub speed_error: f64,
    pub density_error: f64,
    /// The part of `speed_error` that the sum of effects causes, whose terms are opposite for both particles of a pair.
    pub sum_error: f64,
}

fn length(vector: Vector) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Computes a step from a state.
pub fn step(state: &State, settings: &Settings) -> Vec<Expected> {
    let moved = moved(state, settings);
    let weighed: Vec<Expected> = moved.iter().map(|own| weighed(own, &moved, settings)).collect();
    weighed.iter().map(|own| pushed(own, &weighed, settings)).collect()
}

/// Applies gravity, velocities and walls: half a dozen operations each.
fn moved(state: &State, settings: &Settings) -> Vec<Expected> {
    let (e, dt) = (support::roundoff(), f64::from(settings.time_step));
    let particle = |(at, v): (&[f32; 3], &[f32; 3])| {
        let zero = [0.0; 3];
        let mut new = Expected {
            at: zero,
            speed: zero,
            density: 0.0,
            at_error: 0.0,
            speed_error: 0.0,
            density_error: 0.0,
            sum_error: 0.0,
        };
        for k in 0..3 {
            let speed = f64::from(v[k]) + dt * f64::from(settings.gravity[k]);
            let x = f64::from(at[k]) + dt * speed;
            let size = f64::from(settings.size[k]);
            let bounced = f64::from(settings.bounce) * speed.abs();
            (new.at[k], new.speed[k]) = match x {
                x if x < 0.0 => ((-x).min(size), bounced),
                x if x > size => ((2.0 * size - x).max(0.0), -bounced),
                x => (x, speed),
            };
            let error = 4.0 * e * (f64::from(at[k]).abs() + dt * speed.abs() + 2.0 * size);
            new.at_error = new.at_error.max(error);
            // At the wall itself, either side is right.
            let at_wall = x.abs().min((x - size).abs()) <= error;
            let turn = if at_wall { (1.0 + f64::from(settings.bounce)) * speed.abs() } else { 0.0 };
            new.speed_error = new.speed_error.max(4.0 * e * (speed.abs() + 1e-30) + turn);
        }
        new
    };
    state.positions.iter().zip(&state.velocities).map(particle).collect()
}

/// Returns the way to another particle and its length, in smoothing radii, and the error of both.
fn way(own: &Expected, other: &Expected, radius: f64) -> (Vector, f64, f64) {
    let way: Vector = std::array::from_fn(|k| (other.at[k] - own.at[k]) / radius);
    let apart = length(way);
    let error = 3f64.sqrt() * (own.at_error + other.at_error) / radius + 6.0 * support::roundoff() * apart;
    (way, apart, error)
}

/// Returns the integral of a function from here, at most 1, to 1, by Simpson's rule.
fn integral(from: f64, function: impl Fn(f64) -> f64) -> f64 {
    const PARTS: usize = 200;
    let from = from.clamp(0.0, 1.0);
    let part = (1.0 - from) / PARTS as f64;
    let simpson = |k: usize| {
        let at = |share: f64| function(from + (k as f64 + share) * part);
        at(0.0) + 4.0 * at(0.5) + at(1.0)
    };
    (0..PARTS).map(simpson).sum::<f64>() * part / 6.0
}

/// Returns the share of the kernel poly6 beyond a plane: of each plane beyond it, the kernel's integral.
fn beyond(gap: f64) -> f64 {
    integral(gap, |z| (1.0 - z * z).powi(4) * 315.0 / 256.0)
}

/// Returns the integral of the spiky kernel over a plane, times the radius: of each ring in it, by the distance of the ring.
fn facing(gap: f64) -> f64 {
    integral(gap, |r| 30.0 * (1.0 - r).powi(3) * r)
}

/// Returns the distances from the walls, in smoothing radii, for each axis.
fn gaps(own: &Expected, settings: &Settings) -> [[f64; 2]; 3] {
    let radius = f64::from(settings.radius);
    std::array::from_fn(|k| [own.at[k] / radius, (f64::from(settings.size[k]) - own.at[k]) / radius])
}

/// Returns a particle with its density.
fn weighed(own: &Expected, all: &[Expected], settings: &Settings) -> Expected {
    let e = support::roundoff();
    let radius = f64::from(settings.radius);
    let weight = f64::from(settings.mass) * 315.0 / (64.0 * PI * radius.powi(3));
    let (mut sum, mut error, mut count) = (0.0, 0.0, 0.0);
    for other in all {
        let (_, apart, apart_error) = way(own, other, radius);
        let near = 1.0 - apart * apart;
        let near_error = 2.0 * apart * apart_error + apart_error * apart_error + 4.0 * e;
        if near <= -near_error {
            continue;
        }
        let near = near.max(0.0);
        sum += weight * near.powi(3);
        error += weight * ((near + near_error).powi(3) - near.powi(3) + 6.0 * e * near.powi(3));
        count += 1.0;
    }
    error += e * (count + 2.0) * sum;
    let rest = f64::from(settings.rest_density);
    let inside: f64 = gaps(own, settings).iter().map(|[low, high]| 1.0 - beyond(*low) - beyond(*high)).product();
    // The steepest slope of each share is 315 / 256. Of its polynomial, terms are at most twice as large as the coefficients.
    // Of a wall out of reach, the share is exactly 0.
    let near = gaps(own, settings).iter().flatten().filter(|gap| **gap < 1.001).count() as f64;
    let largest = settings.size.map(f64::from).into_iter().fold(0.0, f64::max);
    let shares = near * (1.25 * (own.at_error / radius + 2.0 * e * largest / radius) + 32.0 * e);
    let density = sum + rest * (1.0 - inside);
    Expected { density, density_error: error + rest * shares + 4.0 * e * density, ..*own }
}

/// Returns a particle after pressure and viscosity.
fn pushed(own: &Expected, all: &[Expected], settings: &Settings) -> Expected {
    let e = support::roundoff();
    let [radius, dt, mass, viscosity, stiffness, rest] = [
        settings.radius,
        settings.time_step,
        settings.mass,
        settings.viscosity,
        settings.stiffness,
        settings.rest_density,
    ]
    .map(f64::from);
    let (strength, drag) = (dt * mass * 45.0 / (PI * radius.powi(4)), viscosity / radius);
    let pressure = |of: &Expected| stiffness * (of.density - rest).max(0.0);
    let pressure_error = |of: &Expected| match of.density + of.density_error < rest {
        true => 0.0,
        false => stiffness * (of.density_error + e * (of.density + rest)) + 2.0 * e * pressure(of),
    };
    let mut new = *own;
    let (mut count, mut size) = (0.0, length(own.speed));
    for (k, other) in all.iter().enumerate() {
        let (way, apart, apart_error) = way(own, other, radius);
        let near_error = apart_error + 4.0 * e;
        if std::ptr::eq(own, &all[k]) || apart >= 1.0 + near_error {
            continue;
        }
        let near = (1.0 - apart).max(0.0);
        let share = strength * near / (own.density * other.density);
        let uncertain = own.density_error / own.density + other.density_error / other.density + 8.0 * e;
        let share_error = share * uncertain + strength * near_error / (own.density * other.density);
        let between: Vector = std::array::from_fn(|k| other.speed[k] - own.speed[k]);
        let direction = way.map(|x| if apart > 0.0 { x / apart } else { 0.0 });
        let direction_error = (2.0 * apart_error / apart.max(1e-30)).min(2.0) + 4.0 * e;
        let push = 0.5 * (pressure(own) + pressure(other)) * near;
        let push_error = 0.5 * (pressure_error(own) + pressure_error(other)) * (near + near_error)
            + 0.5 * (pressure(own) + pressure(other)) * near_error
            + 4.0 * e * push;
        let closing = drag * length(between);
        let closing_error = drag * (own.speed_error + other.speed_error) * 3f64.sqrt() + 4.0 * e * closing;
        new.speed_error += share * (push_error + push * direction_error + closing_error)
            + share_error * (push + push_error + closing + closing_error);
        size += share * (push + closing);
        count += 1.0;
        for k in 0..3 {
            new.speed[k] += share * (drag * between[k] - push * direction[k]);
        }
    }
    let gaps = gaps(own, settings);
    let between = gaps.map(|[low, high]| 1.0 - beyond(low) - beyond(high));
    let wall = dt / radius * pressure(own) / own.density;
    let wall_error =
        dt / radius * pressure_error(own) / own.density + wall * (own.density_error / own.density + 6.0 * e);
    for (k, [low, high]) in gaps.into_iter().enumerate() {
        let faced = (facing(low) - facing(high)) * between[(k + 1) % 3] * between[(k + 2) % 3];
        new.speed[k] += wall * faced;
        size += wall * faced.abs();
        // The steepest slope of the integral is below 3.2, those of the shares between walls below 1.3, and the integral is at most 1.5.
        let gap_error = own.at_error / radius + 2.0 * e * f64::from(settings.size[k]) / radius;
        new.speed_error += wall_error * faced.abs() + (wall + wall_error) * (8.0 * gap_error + 200.0 * e);
    }
    new.sum_error = 2.0 * e * (count + 4.0) * size;
    new.speed_error += new.sum_error;
    new
}

/// Checks a device's step: its positions; its densities, from these positions; and its velocities, from these positions and densities.
/// Returns what was expected.
pub fn check(before: &State, (after, densities): (&State, &[f32]), settings: &Settings) -> Vec<Expected> {
    assert_eq!(after.positions.len(), before.positions.len());
    let close = |found: &[f32], wanted: &[f64], error: f64, what: &str| {
        let off =
            found.iter().zip(wanted).map(|(found, wanted)| (f64::from(*found) - wanted).abs()).fold(0.0, f64::max);
        assert!(off <= error, "{what}: {found:?}, not {wanted:?}: off by {off:e} of {error:e}");
    };
    let mut all = moved(before, settings);
    for (k, own) in all.iter_mut().enumerate() {
        close(&after.positions[k], &own.at, own.at_error, "a position");
        (own.at, own.at_error) = (after.positions[k].map(f64::from), 0.0);
    }
    let weighed: Vec<Expected> = all.iter().map(|own| weighed(own, &all, settings)).collect();
    let mut from = weighed.clone();
    for (k, own) in from.iter_mut().enumerate() {
        close(&[densities[k]], &[own.density], own.density_error, "a density");
        (own.density, own.density_error) = (f64::from(densities[k]), 0.0);
    }
    let mut pushed: Vec<Expected> = from.iter().map(|own| pushed(own, &from, settings)).collect();
    for (k, own) in pushed.iter_mut().enumerate() {
        close(&after.velocities[k], &own.speed, own.speed_error, "a velocity");
        own.density_error = weighed[k].density_error;
    }
    pushed
}
