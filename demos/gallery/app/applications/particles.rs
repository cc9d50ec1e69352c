//! Particles: a block of balls falls apart, and the balls bounce off each other.

use brooklet::applications::particles::{Collisions, Particles, Settings, State};
use brooklet::applications::view::spectrum;
use brooklet::{Device, Error};
use egui::ColorImage;

use super::moving::{Look, Moving};
use super::{CHAPTER_37, drawn, fragment, plain};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 12;

pub fn methods(device: &Device) -> Vec<Method> {
    let of = |collisions: Collisions| {
        let source = match collisions {
            Collisions::Grid => CHAPTER_37,
            Collisions::StencilRouting => "Purcell et al. 2003",
            Collisions::AllPairs | Collisions::None => "for comparison",
        };
        fragment(collisions.name(), source, collisions.runs_on(device))
    };
    Collisions::ALL.map(of).to_vec()
}

/// One step, after some that bring them together.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let mut falling = Falling::new(device, method, n)?;
    for _ in 0..10 {
        falling.step()?;
    }
    let (result, capture) = device.capture(|| {
        falling.step()?;
        Ok(plain(falling.particles.state())?.positions.into_iter().flatten().collect())
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Falling::new(device, method, n)?))
}

struct Falling {
    particles: Particles,
    steps: usize,
    touching: usize,
}

impl Falling {
    fn new(device: &Device, method: &str, n: usize) -> Result<Falling, Error> {
        let collisions = Collisions::ALL.into_iter().find(|collisions| collisions.name() == method).unwrap_or_default();
        let settings = Settings { collisions, ..Settings::of_count(n) };
        let made = State::block(n, 7, 0.2, &settings).map_err(brooklet::applications::Error::from);
        let particles = plain(made.and_then(|state| Particles::new(device, &state, settings)))?;
        Ok(Falling { particles, steps: 0, touching: 0 })
    }
}

impl Moving for Falling {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        plain(self.particles.step())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        // As they lie: in the order of their cells.
        let (positions, velocities) = (self.particles.position().read()?, self.particles.velocity().read()?);
        self.touching = velocities.iter().filter(|velocity| velocity[3] > 0.0).count();
        let colour = |[x, y, z, _]: &[f32; 4]| spectrum((x * x + y * y + z * z).sqrt() / 1.4);
        let balls = positions.iter().zip(&velocities).map(|([x, y, z, _], velocity)| ([*x, *y, *z], colour(velocity)));
        let radius = self.particles.settings().radius;
        Ok(drawn(([-0.1; 3], [1.1; 3]), look, |view| view.spheres(radius, balls)))
    }

    fn says(&self) -> String {
        let count = self.particles.len();
        format!(
            "{count} particles after {} steps; {} of them touch another one; red ones are fast",
            self.steps, self.touching
        )
    }
}
