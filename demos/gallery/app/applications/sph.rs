//! A fluid of particles: a dam breaks.

use brooklet::applications::sph::{Fluid, Settings};
use brooklet::applications::view::spectrum;
use brooklet::{Device, Error};
use egui::ColorImage;

use super::moving::{Look, Moving};
use super::{drawn, fragment, plain};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 12;

const MULLER: &str = "Müller et al. 2003";

pub fn methods(_: &Device) -> Vec<Method> {
    vec![fragment("grid", MULLER, true)]
}

/// One step, after some that mix them.
pub fn run(device: &Device, _: &str, n: usize) -> Result<Run, Error> {
    let mut breaking = Breaking::new(device, n)?;
    for _ in 0..10 {
        breaking.step()?;
    }
    let (result, capture) = device.capture(|| {
        breaking.step()?;
        Ok(plain(breaking.fluid.state())?.positions.into_iter().flatten().collect())
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, _: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Breaking::new(device, n)?))
}

struct Breaking {
    fluid: Fluid,
    steps: usize,
    /// The least and the greatest density in the last picture.
    densities: [f32; 2],
}

impl Breaking {
    fn new(device: &Device, n: usize) -> Result<Breaking, Error> {
        let settings = Settings::of_count(n);
        let dam = settings.dam(n, 7).map_err(brooklet::applications::Error::from);
        let fluid = plain(dam.and_then(|state| Fluid::new(device, &state, settings)))?;
        Ok(Breaking { fluid, steps: 0, densities: [0.0; 2] })
    }
}

impl Moving for Breaking {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        plain(self.fluid.step())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        let (positions, velocities) = (self.fluid.position().read()?, self.fluid.velocity().read()?);
        let densities = velocities.iter().map(|velocity| velocity[3]);
        self.densities = densities.fold([f32::MAX, 0.0], |[low, high], x| [low.min(x), high.max(x)]);
        let colour = |[x, y, z, _]: &[f32; 4]| spectrum((x * x + y * y + z * z).sqrt() / 1.4);
        let balls = positions.iter().zip(&velocities).map(|([x, y, z, _], velocity)| ([*x, *y, *z], colour(velocity)));
        let radius = 0.6 * self.fluid.settings().spacing();
        // Fluid is low in its box.
        Ok(drawn(([-0.1, -0.5, -0.1], [1.1, 0.7, 1.1]), look, |view| view.spheres(radius, balls)))
    }

    fn says(&self) -> String {
        let (count, [low, high]) = (self.fluid.len(), self.densities);
        let rest = self.fluid.settings().rest_density;
        format!(
            "{count} particles of a fluid after {} steps; densities are {:.2} to {:.2} of that at rest; red is fast",
            self.steps,
            low / rest,
            high / rest
        )
    }
}
