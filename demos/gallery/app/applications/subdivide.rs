//! Subdivision: a rough shape becomes smooth where somebody is near who walks around it.

use brooklet::applications::subdivide::{Criterion, Subdivision};
use brooklet::applications::view::{Camera, spectrum};
use brooklet::{Device, Error, Mesh};
use egui::ColorImage;

use super::moving::{Look, Moving};
use super::{HORN, drawn, fragment, plain};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 12;

pub fn methods(_: &Device) -> Vec<Method> {
    vec![fragment("adaptive", HORN, true), fragment("uniform", "Loop 1987, Horn 2005", true)]
}

/// All levels.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let (result, capture) = device.capture(|| {
        let smooth = plain(subdivided(device, method, n, 0.0))?;
        Ok(smooth.drawn().iter().map(|drawn| drawn.count as f32).collect())
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Smoothed { device: device.clone(), method, n, steps: 0, says: String::new() }))
}

/// How long an edge may be in the picture of who walks around.
const PIXELS: f32 = 110.0;

/// Levels after which there are about so many triangles, if all are split.
fn levels(n: usize, triangles: usize) -> u32 {
    ((n / triangles).max(1).ilog2() / 2).clamp(1, 5)
}

/// A ring of few corners, split where its edges are long for somebody who stands at this angle beside it.
fn subdivided(
    device: &Device,
    method: &str,
    n: usize,
    angle: f32,
) -> Result<Subdivision, brooklet::applications::Error> {
    let rough = Mesh::torus(7, 4, 0.45);
    let criterion = match method {
        "uniform" => Criterion::Uniform,
        _ => {
            let camera = Camera { eye: [2.1 * angle.cos(), 2.1 * angle.sin(), 0.4], ..Camera::facing(rough.bounds()) };
            Criterion::Screen { camera, height: 720.0, pixels: PIXELS }
        }
    };
    let mut smooth = Subdivision::new(device, &rough, &criterion, levels(n, rough.triangles.len()))?;
    smooth.run(|_| {})?;
    Ok(smooth)
}

struct Smoothed {
    device: Device,
    method: &'static str,
    n: usize,
    steps: usize,
    says: String,
}

impl Moving for Smoothed {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        Ok(())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        let smooth = plain(subdivided(&self.device, self.method, self.n, 0.02 * self.steps as f32))?;
        let mut triangles = Vec::new();
        let (mut count, mut slivers) = (0, 0);
        for drawn in smooth.drawn() {
            let corners = drawn.corners.read()?;
            let plane = corners.len() / 3;
            let colour = if drawn.slivers { [0.95; 3] } else { spectrum(drawn.level as f32 / 3.0) };
            triangles.extend(
                (0..drawn.count)
                    .map(|t| ([0, 1, 2].map(|k| [0, 1, 2].map(|axis| corners[k * plane + t][axis])), colour)),
            );
            (count, slivers) = (count + drawn.count, slivers + if drawn.slivers { drawn.count } else { 0 });
        }
        self.says = format!(
            "{count} triangles, {slivers} of them slivers, between those that were split and those that were not"
        );
        Ok(drawn(([-1.3, -1.3, -0.6], [1.3, 1.3, 0.6]), look, |view| view.triangles(triangles)))
    }

    fn says(&self) -> String {
        self.says.clone()
    }
}
