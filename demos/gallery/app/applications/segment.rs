//! Segmentation: the region as it grows.

use brooklet::applications::{
    self,
    segment::{self, Segmentation},
};
use brooklet::{Device, Error};
use egui::ColorImage;

use super::moving::{Look, Moving, of_pixels};
use super::{BROOK, OURS, fragment, plain};
use crate::app::data::Noise;
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 14;

pub fn methods(_: &Device) -> Vec<Method> {
    let of = |m: segment::Method| fragment(m.name(), if m == segment::Method::Brook { BROOK } else { OURS }, true);
    segment::Method::ALL.map(of).to_vec()
}

/// Four iterations, and whether anything moved.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let (side, picture) = phantom(n);
    let (result, capture) = device.capture(|| {
        let mut segmentation = plain(segmentation(device, method, side, &picture))?;
        for _ in 0..4 {
            plain(segmentation.step())?;
        }
        plain(segmentation.moved()).map(|moved| vec![moved])
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(plain(Growing::new(device, method, n))?))
}

/// Iterations of a step.
const ITERATIONS: usize = 2;

pub struct Growing {
    segmentation: Segmentation,
    picture: Vec<f32>,
    side: usize,
    inside: usize,
}

impl Growing {
    pub fn new(device: &Device, method: &str, n: usize) -> Result<Growing, applications::Error> {
        let (side, picture) = phantom(n);
        Ok(Growing { segmentation: segmentation(device, method, side, &picture)?, picture, side, inside: 0 })
    }
}

impl Moving for Growing {
    fn step(&mut self) -> Result<(), Error> {
        for _ in 0..ITERATIONS {
            plain(self.segmentation.step())?;
        }
        Ok(())
    }

    fn picture(&mut self, _: Look) -> Result<ColorImage, Error> {
        let labels = plain(self.segmentation.labels())?;
        self.inside = labels.iter().filter(|label| **label == 1.0).count();
        let pixel = |(grey, label): (&f32, &f32)| match label {
            1.0 => [0.35 + 0.65 * grey, 0.25 + 0.35 * grey, 0.1],
            label => [(grey + 1.2 * label).min(1.0), (grey + 0.6 * label).min(1.0), *grey],
        };
        let pixels: Vec<[f32; 3]> = self.picture.iter().zip(&labels).map(pixel).collect();
        Ok(of_pixels(self.side, self.side, &pixels))
    }

    fn says(&self) -> String {
        let iterations = self.segmentation.iterations();
        format!("{} × {}: after {iterations} iterations {} pixels are in the region", self.side, self.side, self.inside)
    }

    fn turns(&self) -> bool {
        false
    }
}

/// A picture with something in it to be found: about `n` pixels, a side and its rows. A bright body with a hole, a vessel that
/// leaves it, and what must not be found beside it.
fn phantom(n: usize) -> (usize, Vec<f32>) {
    let side = (n.isqrt()).clamp(8, 1024);
    let mut noise = Noise::new(5);
    let value = |at: usize, noise: &mut Noise| {
        let (x, y) = ((at % side) as f32 / side as f32 - 0.5, (at / side) as f32 / side as f32 - 0.5);
        let angle = y.atan2(x);
        let far = x.hypot(y) / (0.28 + 0.05 * (3.0 * angle).sin() + 0.02 * (7.0 * angle).cos());
        let hole = (x - 0.08).hypot(y + 0.05) < 0.08;
        let vessel = x > 0.0 && (y - 0.08 * (9.0 * x).sin()).abs() < 0.025;
        let other = (x + 0.38).hypot(y - 0.36) < 0.09 || (x - 0.36).hypot(y + 0.38) < 0.07;
        let level = if (far < 1.0 && !hole) || vessel {
            0.75
        } else if other {
            0.7
        } else {
            0.25
        };
        level + 0.1 * x + 0.03 * (noise.below(1 << 10) as f32 / 1024.0 - 0.5)
    };
    let picture = (0..side * side).map(|at| value(at, &mut noise)).collect();
    (side, picture)
}

/// A segmentation of the picture, from its middle.
fn segmentation(
    device: &Device,
    method: &str,
    side: usize,
    picture: &[f32],
) -> Result<Segmentation, applications::Error> {
    let method = segment::Method::ALL.into_iter().find(|m| m.name() == method).unwrap_or_default();
    let seed = [side * 2 / 5, side / 2];
    Segmentation::new(device, [side; 2], picture, &[seed], segment::Options::default(), method)
}
