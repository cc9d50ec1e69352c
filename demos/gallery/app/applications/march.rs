//! Marching cubes: the surface around balls that flow into each other.

use brooklet::applications::march::{MarchingCubes, Method as March, Surface, Volume};
use brooklet::applications::view::spectrum;
use brooklet::{Device, Error};
use egui::ColorImage;

use super::moving::{Look, Moving};
use super::{HORN, OURS, drawn, fragment, plain};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 15;

pub fn methods(_: &Device) -> Vec<Method> {
    let of = |m: March| fragment(m.name(), if m == March::Brook { HORN } else { OURS }, true);
    March::ALL.map(of).to_vec()
}

/// A surface.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let flowing = Flowing::new(device, method, n)?;
    let (result, capture) = device.capture(|| {
        let corners = plain(flowing.surface().and_then(|surface| surface.triangles()))?;
        Ok(corners.into_flattened().into_flattened())
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Flowing::new(device, method, n)?))
}

struct Flowing {
    device: Device,
    march: MarchingCubes,
    side: usize,
    steps: usize,
    count: usize,
}

impl Flowing {
    fn new(device: &Device, method: &str, n: usize) -> Result<Flowing, Error> {
        let method = March::ALL.into_iter().find(|m| m.name() == method).unwrap_or_default();
        let march = plain(MarchingCubes::new(device, method))?;
        let side = ((n as f64).cbrt().round() as usize).clamp(4, 96);
        Ok(Flowing { device: device.clone(), march, side, steps: 0, count: 0 })
    }

    /// How dense it is at each sample: the sum of four balls.
    fn samples(&self) -> Vec<f32> {
        let (side, at) = (self.side, 0.02 * self.steps as f32);
        let place = |ball: usize| {
            let phase = 1.7 * ball as f32;
            [(at + phase).sin(), (1.3 * at + 2.0 * phase).cos(), (0.8 * at - phase).sin()].map(|x| 0.5 + 0.24 * x)
        };
        let balls = [0, 1, 2, 3].map(place);
        let dense = |index: usize| {
            let here = [index % side, index / side % side, index / side / side].map(|k| (k as f32 + 0.5) / side as f32);
            let ball = |middle: &[f32; 3]| 0.02 / (0..3).map(|k| (here[k] - middle[k]).powi(2)).sum::<f32>().max(1e-4);
            balls.iter().map(ball).sum()
        };
        (0..side * side * side).map(dense).collect()
    }

    fn surface(&self) -> Result<Surface, brooklet::applications::Error> {
        let volume = Volume::closed(&self.device, [self.side; 3], &self.samples())?;
        self.march.surface(&volume, 1.0)
    }
}

impl Moving for Flowing {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        Ok(())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        let triangles = plain(self.surface().and_then(|surface| surface.triangles()))?;
        self.count = triangles.len();
        let high = self.side as f32;
        let colour = |corners: &[[f32; 3]; 3]| spectrum(corners[0][1] / high);
        Ok(drawn(([0.0; 3], [high; 3]), look, |view| {
            view.triangles(triangles.iter().map(|corners| (*corners, colour(corners))));
        }))
    }

    fn says(&self) -> String {
        let side = self.side;
        format!("{} triangles, out of {side} × {side} × {side} samples", self.count)
    }
}
