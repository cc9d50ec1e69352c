//! Segmentation in motion: the region as it grows.

use brooklet::applications::{self, segment::Segmentation};
use brooklet::{Device, Error};
use egui::ColorImage;

use super::{Look, Moving, of_pixels};
use crate::app::applications::{phantom, plain, segmentation};

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
