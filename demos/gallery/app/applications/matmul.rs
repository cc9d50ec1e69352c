//! A product of matrices again and again: where walkers on a ring may be, who go a step to a side or stay.

use brooklet::catalog::Methods;
use brooklet::primitives::{self, Matmul};
use brooklet::{Device, Error, Stream};
use egui::ColorImage;

use super::fragment;
use super::moving::{Look, Moving, of_pixels};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 14;

pub fn methods(device: &Device) -> Vec<Method> {
    [Matmul::Blocks, Matmul::InnerProduct]
        .map(|method| fragment(method.name(), method.method().citation.short, method.runs_on(device)))
        .to_vec()
}

/// The first product.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let mut walk = Walk::new(device, method, n)?;
    let (result, capture) = device.capture(|| {
        walk.step()?;
        walk.places.read()
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Walk::new(device, method, n)?))
}

/// After so many steps, walkers begin anew.
const STEPS: usize = 240;

struct Walk {
    method: Matmul,
    side: usize,
    /// How likely a step leads from each place to each other.
    step: Stream<f32>,
    /// Row k: how likely a walker who began at place k is now at each place.
    places: Stream<f32>,
    steps: usize,
}

impl Walk {
    fn new(device: &Device, method: &str, n: usize) -> Result<Walk, Error> {
        let side = n.isqrt().clamp(8, 512);
        let likely = |at: usize| {
            let (from, to) = (at / side, at % side);
            // Half of the ring drifts to one side, the other half back.
            let drift = 0.3 * (std::f32::consts::TAU * from as f32 / side as f32).sin();
            match (to + side - from) % side {
                0 => 0.3,
                1 => 0.35 + drift,
                k if k + 1 == side => 0.35 - drift,
                _ => 0.0,
            }
        };
        let step = device.upload_shaped([side; 2], &(0..side * side).map(likely).collect::<Vec<_>>())?;
        let one = |at: usize| f32::from(at / side == at % side);
        let places = device.upload_shaped([side; 2], &(0..side * side).map(one).collect::<Vec<_>>())?;
        Ok(Walk { method: Matmul::named(method).unwrap_or(Matmul::Blocks), side, step, places, steps: 0 })
    }
}

impl Moving for Walk {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            *self = Walk::new(self.places.device(), self.method.name(), self.side * self.side)?;
            return Ok(());
        }
        self.places = primitives::matmul_by(&self.places, &self.step, self.method)?;
        Ok(())
    }

    fn picture(&mut self, _: Look) -> Result<ColorImage, Error> {
        let places = self.places.read()?;
        let most = places.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let pixel = |likely: &f32| {
            let level = (likely / most).sqrt();
            [0.06 + 1.6 * level, 0.08 + 1.25 * level * level, 0.2 + 0.35 * level - 0.2 * level * level]
        };
        let pixels: Vec<[f32; 3]> = places.iter().map(pixel).collect();
        Ok(of_pixels(self.side, self.side, &pixels))
    }

    fn says(&self) -> String {
        let (side, steps) = (self.side, self.steps);
        format!("{side} × {side}: row k is where walkers from place k may be after {steps} steps, a product each")
    }

    fn turns(&self) -> bool {
        false
    }
}
