//! Connected components of a landscape that is flooded and falls dry again.

use brooklet::catalog::Methods;
use brooklet::primitives::{self, Connectivity, Label};
use brooklet::{Device, Error};
use egui::ColorImage;

use super::fragment;
use super::moving::{Look, Moving, of_pixels};
use crate::app::data::Noise;
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 14;

pub fn methods(device: &Device) -> Vec<Method> {
    [Label::Hooking, Label::Spreading, Label::OcclusionQuery]
        .map(|method| fragment(method.name(), method.method().citation.short, method.runs_on(device)))
        .to_vec()
}

/// The components of the land at first.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let land = Land::new(device, method, n);
    let (result, capture) = device.capture(|| land.labels().map(|(labels, _)| labels))?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Land::new(device, method, n)))
}

struct Land {
    device: Device,
    method: Label,
    side: usize,
    heights: Vec<f32>,
    steps: usize,
    count: usize,
}

impl Land {
    fn new(device: &Device, method: &str, n: usize) -> Land {
        let side = n.isqrt().clamp(8, 512);
        let mut noise = Noise::new(4);
        // Waves of random ways and phases, of which the shorter ones are lower.
        let waves: Vec<[f32; 4]> = (1..=24)
            .map(|k| {
                let mut number = || noise.below(1 << 12) as f32 / 4096.0;
                let (way, length) = (number() * std::f32::consts::TAU, 4.0 + 3.0 * k as f32);
                [length * way.cos(), length * way.sin(), number() * std::f32::consts::TAU, 1.0 / (k as f32 + 2.0)]
            })
            .collect();
        let height = |at: usize| {
            let (x, y) = ((at % side) as f32 / side as f32, (at / side) as f32 / side as f32);
            waves.iter().map(|[across, down, phase, high]| high * (x * across + y * down + phase).sin()).sum()
        };
        let heights = (0..side * side).map(height).collect();
        let method = Label::named(method).unwrap_or(Label::Hooking);
        Land { device: device.clone(), method, side, heights, steps: 0, count: 0 }
    }

    /// The water's height, which rises and falls. At the beginning it leaves some islands.
    fn water(&self) -> f32 {
        0.25 - 0.75 * (1.6 + self.steps as f32 * 0.03).cos()
    }

    fn labels(&self) -> Result<(Vec<f32>, usize), Error> {
        let water = self.water();
        let mask: Vec<f32> = self.heights.iter().map(|height| f32::from(*height > water)).collect();
        let mask = self.device.upload_shaped([self.side; 2], &mask)?;
        let found = primitives::label_by(&mask, Connectivity::Four, self.method)?;
        Ok((found.labels.read()?, found.count))
    }
}

impl Moving for Land {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        Ok(())
    }

    fn picture(&mut self, _: Look) -> Result<ColorImage, Error> {
        let (labels, count) = self.labels()?;
        self.count = count;
        // An island has the colour of its first pixel's number, so that it seldom changes with the water.
        let mut first = vec![0; count + 1];
        for (at, label) in labels.iter().enumerate().rev() {
            first[*label as usize] = at;
        }
        let pixel = |(label, height): (&f32, &f32)| match *label as usize {
            0 => {
                let deep = ((self.water() - height) * 0.5).clamp(0.0, 0.6);
                [0.25 - 0.3 * deep, 0.42 - 0.4 * deep, 0.62 - 0.4 * deep]
            }
            label => {
                let hue = first[label] as f32 * 2.399;
                let light = 0.8 + 0.15 * height;
                [0.0, 2.1, 4.2].map(|turn: f32| light * (0.66 + 0.3 * (hue + turn).cos()))
            }
        };
        let pixels: Vec<[f32; 3]> = labels.iter().zip(&self.heights).map(pixel).collect();
        Ok(of_pixels(self.side, self.side, &pixels))
    }

    fn says(&self) -> String {
        format!("{} × {}: {} islands", self.side, self.side, self.count)
    }

    fn turns(&self) -> bool {
        false
    }
}
