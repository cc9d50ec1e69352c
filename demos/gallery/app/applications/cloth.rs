//! Cloth: it hangs from two corners, blows in the wind, and tears.

use brooklet::applications::cloth::{Cloth, Settings};
use brooklet::{Device, Error};
use egui::ColorImage;

use super::moving::{Look, Moving};
use super::{BROOK, drawn, fragment, plain};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 10;

/// Steps of the cloth in one of the timeline.
const STEPS: usize = 4;

pub fn methods(_: &Device) -> Vec<Method> {
    vec![fragment("brook", BROOK, true)]
}

/// One step, after some in which it has begun to move.
pub fn run(device: &Device, _: &str, n: usize) -> Result<Run, Error> {
    let mut hanging = Hanging::new(device, n)?;
    for _ in 0..8 {
        hanging.step()?;
    }
    let (result, capture) = device.capture(|| {
        plain(hanging.cloth.step())?;
        Ok(hanging.cloth.positions().read()?.into_flattened())
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, _: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Hanging::new(device, n)?))
}

struct Hanging {
    cloth: Cloth,
    /// Springs at the beginning, and now.
    springs: [usize; 2],
}

impl Hanging {
    fn new(device: &Device, n: usize) -> Result<Hanging, Error> {
        let side = n.isqrt().clamp(3, 256);
        let cloth = plain(Cloth::new(device, Settings::of(side, side)))?;
        let springs = plain(cloth.state())?.whole_springs();
        Ok(Hanging { cloth, springs: [springs; 2] })
    }
}

impl Moving for Hanging {
    fn step(&mut self) -> Result<(), Error> {
        for _ in 0..STEPS {
            plain(self.cloth.step())?;
        }
        Ok(())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        let (state, settings) = (plain(self.cloth.state())?, *self.cloth.settings());
        self.springs[1] = state.whole_springs();
        let mesh = state.mesh(&settings);
        let (wide, high) = (settings.columns as f32, settings.rows as f32);
        let bounds = ([-0.1 * wide, -1.2 * high, -0.4 * high], [1.1 * wide, 0.4 * high, 0.6 * high]);
        Ok(drawn(bounds, look, |view| {
            view.triangles((0..mesh.triangles.len()).map(|k| (mesh.corners(k), [0.8, 0.35, 0.25])));
        }))
    }

    fn says(&self) -> String {
        let [all, whole] = self.springs;
        let settings = self.cloth.settings();
        let steps = self.cloth.steps();
        format!(
            "{} × {} masses after {steps} steps: {} of {all} springs are broken",
            settings.rows,
            settings.columns,
            all - whole
        )
    }
}
