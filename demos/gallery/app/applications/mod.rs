//! The applications of the papers, and primitives on pictures and matrices: each in motion, and the passes of a step of it.

mod cloth;
mod collide;
mod distance;
mod fft;
mod fluid;
mod label;
mod life;
mod mandelbrot;
mod march;
mod matmul;
mod moving;
mod particles;
mod raytrace;
mod segment;
mod sph;
mod subdivide;
mod table;

use brooklet::applications::Error as ApplicationError;
use brooklet::applications::mandelbrot::Predication;
use brooklet::applications::view::{Camera, View};
use brooklet::backend::BackendError;
use brooklet::{Device, Error};
use egui::ColorImage;

use super::method::{Family, Method, Run};
use super::scene::Scene;

use moving::of_pixels;
pub use moving::{Look, Moving};

const BROOK: &str = "Buck et al. 2004";
const CHAPTER_37: &str = "Buck and Purcell 2004";
const HORN: &str = "Horn 2005";
const OURS: &str = "today's, on fragments";

/// Does it with the module of an application.
macro_rules! of {
    ($scene:expr, $module:ident => $does:expr, $else:expr) => {
        match $scene {
            Scene::Particles => {
                use particles as $module;
                $does
            }
            Scene::Collide => {
                use collide as $module;
                $does
            }
            Scene::Subdivide => {
                use subdivide as $module;
                $does
            }
            Scene::March => {
                use march as $module;
                $does
            }
            Scene::Cloth => {
                use cloth as $module;
                $does
            }
            Scene::Raytrace => {
                use raytrace as $module;
                $does
            }
            Scene::Segment => {
                use segment as $module;
                $does
            }
            Scene::Fft => {
                use fft as $module;
                $does
            }
            Scene::Distance => {
                use distance as $module;
                $does
            }
            Scene::Label => {
                use label as $module;
                $does
            }
            Scene::Matmul => {
                use matmul as $module;
                $does
            }
            Scene::Mandelbrot => {
                use mandelbrot as $module;
                $does
            }
            Scene::Flow => {
                use fluid as $module;
                $does
            }
            Scene::Life => {
                use life as $module;
                $does
            }
            Scene::Table => {
                use table as $module;
                $does
            }
            Scene::Sph => {
                use sph as $module;
                $does
            }
            _ => $else,
        }
    };
}

/// The methods of an application: the first is what is shown if nothing else is said.
pub fn methods(scene: Scene, device: &Device) -> Vec<Method> {
    of!(scene, application => application::methods(device), Vec::new())
}

/// How many elements an application has if nothing else is said.
pub fn usual_n(scene: Scene) -> Option<usize> {
    of!(scene, application => Some(application::USUAL_N), None)
}

/// The step of an application whose picture shows best what it does; of one that is best from the beginning, none.
pub fn moment(scene: Scene) -> usize {
    match scene {
        Scene::Particles | Scene::Segment | Scene::Matmul => 60,
        Scene::Mandelbrot => 8,
        Scene::Flow => 160,
        Scene::Life | Scene::Table => 40,
        Scene::Cloth => 120,
        Scene::Sph => 200,
        _ => 0,
    }
}

/// Runs a step of an application on about so many elements, and keeps its passes.
pub fn run(scene: Scene, method: &str, device: &Device, n: usize) -> Result<Run, Error> {
    of!(scene, application => application::run(device, method, n), Err(no_application(scene)))
}

/// An application in motion.
pub fn start(scene: Scene, device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    of!(scene, application => application::start(device, method, n), Err(no_application(scene)))
}

fn no_application(scene: Scene) -> Error {
    BackendError::Driver { during: "an application", what: format!("{} is not an application", scene.name()) }.into()
}

/// Keeps the passes of what `go` does with what `make` makes. What a depth buffer holds cannot be read on every device: there, the passes by which
/// it is made are kept, too.
fn captured<T>(
    device: &Device,
    make: impl FnOnce() -> Result<T, Error>,
    go: impl FnOnce(&mut T) -> Result<Vec<f32>, Error>,
) -> Result<Run, Error> {
    let (result, capture) = match device.features().reads_depth_stencil {
        true => {
            let mut made = make()?;
            device.capture(|| go(&mut made))?
        }
        false => device.capture(|| go(&mut make()?))?,
    };
    Ok(Run { capture, result })
}

/// The ways to skip what has nothing to do, as methods.
fn predications() -> Vec<Method> {
    let of = |predication: Predication| {
        let is_early = predication == Predication::EarlyZ;
        fragment(predication.name(), if is_early { "Harris and Buck 2005" } else { "for comparison" }, true)
    };
    [Predication::EarlyZ, Predication::Branch, Predication::None].map(of).to_vec()
}

/// The way with this name.
fn predication(name: &str) -> Predication {
    Predication::ALL.into_iter().find(|predication| predication.name() == name).unwrap_or_default()
}

fn fragment(name: &'static str, source: &'static str, runs: bool) -> Method {
    Method { family: Family::Fragment, name, source, runs }
}

/// A result with the error of the crate.
fn plain<T>(result: Result<T, ApplicationError>) -> Result<T, Error> {
    result.map_err(|error| match error {
        ApplicationError::Device(error) => error,
        other => BackendError::Driver { during: "an application", what: other.to_string() }.into(),
    })
}

/// A picture of what is in a box, from before it and a little from above, turned as it was dragged.
fn drawn(bounds: ([f32; 3], [f32; 3]), look: Look, draw: impl FnOnce(&mut View)) -> ColorImage {
    let (around, above) = (0.5 + look.turn[0], (0.35 + look.turn[1]).clamp(-1.4, 1.4));
    let from = [above.cos() * around.sin(), above.sin(), above.cos() * around.cos()];
    let background = if look.dark { [0.09, 0.1, 0.11] } else { [0.955, 0.955, 0.935] };
    let mut camera = Camera::around(bounds, from);
    // Nearer than where every corner of the box would be in view: what is in it seldom fills them. What is higher than wide
    // shows as much from farther away.
    let far = 0.72 * (look.height as f32 / look.width as f32).max(1.0);
    camera.eye = std::array::from_fn(|k| camera.look_at[k] + far * (camera.eye[k] - camera.look_at[k]));
    let mut view = View::new(camera, look.width, look.height, background);
    draw(&mut view);
    of_pixels(look.width, look.height, &view.pixels())
}
