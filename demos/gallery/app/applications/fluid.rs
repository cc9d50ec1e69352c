//! A fluid on a grid that flows between banks and around discs, and which cells the depth test skips.

use brooklet::applications::fluid::{Fluid, Predication, Settings};
use brooklet::{Device, Error};
use egui::ColorImage;

use super::moving::{Look, Moving, of_pixels};
use super::{captured, plain, predication, predications};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 15;

pub fn methods(_: &Device) -> Vec<Method> {
    predications()
}

/// One step, after some that carry the dye to the obstacles.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    // Those that are captured, too, are few.
    let ahead = if device.features().reads_depth_stencil { 40 } else { 2 };
    let advanced = || {
        let mut flow = Flow::new(device, method, n, 6)?;
        for _ in 0..ahead {
            flow.step()?;
        }
        Ok(flow)
    };
    captured(device, advanced, |flow| {
        flow.step()?;
        flow.fluid.dye().read()
    })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Flow::new(device, method, n, 30)?))
}

struct Flow {
    fluid: Fluid,
    /// For each cell, whether it is an obstacle.
    solid: Vec<f32>,
    steps: usize,
}

/// A bank above and below, whose edges are waves, and discs between them.
fn obstacles([columns, rows]: [usize; 2]) -> Vec<f32> {
    let height = rows as f32;
    let is_solid = |x: usize, y: usize| {
        let (x, y) = ((x as f32 + 0.5) / height, (y as f32 + 0.5) / height);
        let edge = 0.16 + 0.07 * (5.0 * x).sin();
        let discs = [(0.4, 0.46, 0.07), (0.78, 0.6, 0.08), (1.12, 0.4, 0.07), (1.5, 0.52, 0.09)];
        let in_disc = |(disc, down, radius): &(f32, f32, f32)| (x - disc).hypot(y - down) < *radius;
        (y < edge || y > 1.0 - edge) || discs.iter().any(in_disc)
    };
    (0..columns * rows).map(|at| f32::from(is_solid(at % columns, at / columns))).collect()
}

impl Flow {
    fn new(device: &Device, method: &str, n: usize, iterations: usize) -> Result<Flow, Error> {
        let rows = (n / 2).isqrt().max(8);
        let (size, predication) = ([2 * rows, rows], predication(method));
        let settings = Settings { size, iterations, predication, ..Settings::default() };
        let solid = obstacles(settings.size);
        let fluid = plain(Fluid::new(device, &settings, &solid))?;
        Ok(Flow { fluid, solid, steps: 0 })
    }
}

impl Moving for Flow {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        plain(self.fluid.step())
    }

    fn picture(&mut self, _: Look) -> Result<ColorImage, Error> {
        let [columns, rows] = self.fluid.settings().size;
        let is_early = self.fluid.settings().predication == Predication::EarlyZ;
        let mixed = |dye: f32| {
            std::array::from_fn(|k| [0.97, 0.96, 0.9][k] + dye * ([0.85, 0.42, 0.1][k] - [0.97, 0.96, 0.9][k]))
        };
        let colour = |(dye, solid): (f32, &f32)| match (*solid > 0.5, is_early) {
            (false, _) => mixed(dye),
            (true, true) => [0.1, 0.2, 0.42],
            (true, false) => [0.8, 0.3, 0.2],
        };
        let pixels: Vec<[f32; 3]> = self.fluid.dye().read()?.into_iter().zip(&self.solid).map(colour).collect();
        Ok(of_pixels(columns, rows, &pixels))
    }

    fn says(&self) -> String {
        let settings = self.fluid.settings();
        let [columns, rows] = settings.size;
        let share = 100.0 * self.solid.iter().sum::<f32>() / self.solid.len().max(1) as f32;
        let passes = settings.iterations + 4;
        let how = match settings.predication {
            Predication::EarlyZ => format!("(blue): the depth test skips them in {passes} passes"),
            Predication::Branch => format!("(red): they run, and branch around the work, in {passes} passes"),
            Predication::None => format!("(red): {passes} passes compute them for nothing"),
        };
        format!("{columns} × {rows}, step {}: {share:.0} % of the cells are obstacles {how}", self.steps)
    }

    fn turns(&self) -> bool {
        false
    }
}
