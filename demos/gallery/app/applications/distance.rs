//! The nearest of some points that move, by which the plane is divided: the toolkit's distance transform.

use brooklet::catalog::Methods;
use brooklet::primitives::{self, Distance};
use brooklet::{Device, Error};
use egui::ColorImage;

use super::fragment;
use super::moving::{Look, Moving, of_pixels};
use crate::app::data::Noise;
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 14;

pub fn methods(device: &Device) -> Vec<Method> {
    Distance::ALL.map(|method| fragment(method.name(), method.method().citation.short, method.runs_on(device))).to_vec()
}

/// The transform of the points as they are at first.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let points = Points::new(device, method, n);
    let (result, capture) = device.capture(|| points.nearest())?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Points::new(device, method, n)))
}

/// How many points there are.
const COUNT: usize = 40;

struct Points {
    device: Device,
    method: Distance,
    side: usize,
    /// Places and speeds, from 0 to 1.
    points: Vec<[f32; 4]>,
}

impl Points {
    fn new(device: &Device, method: &str, n: usize) -> Points {
        let mut noise = Noise::new(11);
        let mut number = |low: f32, high: f32| low + (high - low) * noise.below(1 << 12) as f32 / 4096.0;
        let points = (0..COUNT).map(|_| [number(0.0, 1.0), number(0.0, 1.0), number(-0.01, 0.01), number(-0.01, 0.01)]);
        let method = Distance::named(method).unwrap_or(Distance::JumpFlooding);
        Points { device: device.clone(), method, side: n.isqrt().clamp(8, 512), points: points.collect() }
    }

    /// The texel of a point.
    fn place(&self, [x, y, ..]: [f32; 4]) -> usize {
        let texel = |x: f32| ((x * self.side as f32) as usize).min(self.side - 1);
        texel(y) * self.side + texel(x)
    }

    fn nearest(&self) -> Result<Vec<f32>, Error> {
        let mut mask = vec![0.0; self.side * self.side];
        self.points.iter().for_each(|point| mask[self.place(*point)] = 1.0);
        let mask = self.device.upload_shaped([self.side; 2], &mask)?;
        primitives::nearest_by(&mask, self.method)?.read()
    }
}

impl Moving for Points {
    fn step(&mut self) -> Result<(), Error> {
        for [x, y, across, down] in &mut self.points {
            for (place, speed) in [(x, across), (y, down)] {
                if !(0.0..1.0).contains(&(*place + *speed)) {
                    *speed = -*speed;
                }
                *place += *speed;
            }
        }
        Ok(())
    }

    fn picture(&mut self, _: Look) -> Result<ColorImage, Error> {
        let nearest = self.nearest()?;
        let mut owner = vec![0; nearest.len()];
        self.points.iter().enumerate().for_each(|(number, point)| owner[self.place(*point)] = number);
        let pixel = |(at, nearest): (usize, &f32)| {
            let seed = (nearest.max(0.0)) as usize;
            let apart = |k: usize| ((at / k % self.side) as f32 - (seed / k % self.side) as f32) / self.side as f32;
            let far = apart(1).hypot(apart(self.side));
            let hue = owner[seed] as f32 * 2.399;
            // Bands of equal distance, and a dot where the point is.
            let light = if far * (self.side as f32) < 1.5 { 0.0 } else { 0.75 + 0.25 * (far * 160.0).cos() };
            [0.0, 2.1, 4.2].map(|turn: f32| light * (0.62 + 0.33 * (hue + turn).cos()))
        };
        let pixels: Vec<[f32; 3]> = nearest.iter().enumerate().map(pixel).collect();
        Ok(of_pixels(self.side, self.side, &pixels))
    }

    fn says(&self) -> String {
        format!("{} × {}: each pixel finds the nearest of {COUNT} points", self.side, self.side)
    }

    fn turns(&self) -> bool {
        false
    }
}
