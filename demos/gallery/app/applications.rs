//! The applications: what each works on, and the passes of a step of it.

use brooklet::applications::raytrace::{self, Settings, Tracer};
use brooklet::applications::segment::{self, Segmentation};
use brooklet::applications::{self, Error as ApplicationError};
use brooklet::backend::BackendError;
use brooklet::{Device, Error, io};

use super::methods::{Family, Method, Run};
use super::scene::Scene;

/// A result with the error of the crate.
pub fn plain<T>(result: Result<T, ApplicationError>) -> Result<T, Error> {
    result.map_err(|error| match error {
        ApplicationError::Device(error) => error,
        other => BackendError::Driver { during: "an application", what: other.to_string() }.into(),
    })
}

/// The methods of an application: the first is what is shown if nothing else is said.
pub fn methods(scene: Scene, device: &Device) -> Vec<Method> {
    let method = |name, source, runs| Method { family: Family::Fragment, name, source, runs };
    match scene {
        Scene::Segment => segment::Method::ALL
            .map(|m| method(m.name(), if m == segment::Method::Brook { BROOK } else { OURS }, true))
            .to_vec(),
        Scene::Raytrace => [
            (raytrace::Method::Grid, "Purcell et al. 2002, Horn 2005"),
            (raytrace::Method::BruteForce, "Horn 2005"),
            (raytrace::Method::Brook, BROOK),
        ]
        .map(|(m, source)| method(m.name(), source, m.runs_on(device)))
        .to_vec(),
        _ => Vec::new(),
    }
}

const BROOK: &str = "Buck et al. 2004";
const OURS: &str = "today's, on fragments";

/// How many elements an application has if nothing else is said.
pub fn usual_n(scene: Scene) -> Option<usize> {
    match scene {
        Scene::Segment | Scene::Raytrace => Some(1 << 14),
        _ => None,
    }
}

/// Runs a step of an application on about so many elements, and keeps its passes.
pub fn run(scene: Scene, method: &str, device: &Device, n: usize) -> Result<Run, Error> {
    let (result, capture) = match scene {
        Scene::Raytrace => {
            let (scene, side) = (room(), n.isqrt().clamp(2, 1024));
            device.capture(|| {
                let settings = room_settings(&scene, [side; 2], method, [0.0; 2]);
                let mut tracer = plain(Tracer::new(device, &scene, settings))?;
                plain(tracer.render())?;
                Ok(vec![tracer.rays_traced() as f32])
            })?
        }
        _ => {
            let (side, picture) = phantom(n);
            device.capture(|| {
                let mut segmentation = plain(segmentation(device, method, side, &picture))?;
                for _ in 0..4 {
                    plain(segmentation.step())?;
                }
                plain(segmentation.moved()).map(|moved| vec![moved])
            })?
        }
    };
    Ok(Run { capture, result })
}

/// A room with a mirror, glass and gold.
pub fn room() -> brooklet::Scene {
    const OBJ: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/scenes/room.obj"));
    const MTL: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/scenes/room.mtl"));
    let (scene, _) = io::decode_scene("room.obj", OBJ, |_| Ok(MTL.to_vec())).expect("it is a demo");
    scene
}

/// How the room is seen, turned by so many radians to the right and upwards.
pub fn room_settings(
    scene: &brooklet::Scene,
    [width, height]: [usize; 2],
    method: &str,
    [right, up]: [f32; 2],
) -> Settings {
    let mut settings = Settings { samples: 1, ..Settings::of(scene, width, height) };
    settings.method = raytrace::Method::ALL.into_iter().find(|m| m.name() == method);
    let (middle, from) = ([0.0, 1.0, -0.4], [1.0, 2.4, 7.2]);
    let far: [f32; 3] = std::array::from_fn(|k| from[k] - middle[k]);
    let radius = far.iter().map(|x| x * x).sum::<f32>().sqrt();
    let (around, above) = (far[0].atan2(far[2]) + right, (far[1] / radius).asin() + up);
    let above = above.clamp(0.02, 1.4);
    settings.camera.eye = [
        middle[0] + radius * above.cos() * around.sin(),
        middle[1] + radius * above.sin(),
        middle[2] + radius * above.cos() * around.cos(),
    ];
    settings.camera.look_at = middle;
    settings
}

/// A picture with something in it to be found: about `n` pixels, a side and its rows. A bright body with a hole, a vessel that
/// leaves it, and what must not be found beside it.
pub fn phantom(n: usize) -> (usize, Vec<f32>) {
    let side = (n.isqrt()).clamp(8, 1024);
    let mut noise = super::data::Noise::new(5);
    let value = |at: usize, noise: &mut super::data::Noise| {
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
pub fn segmentation(
    device: &Device,
    method: &str,
    side: usize,
    picture: &[f32],
) -> Result<Segmentation, applications::Error> {
    let method = segment::Method::ALL.into_iter().find(|m| m.name() == method).unwrap_or_default();
    let seed = [side * 2 / 5, side / 2];
    Segmentation::new(device, [side; 2], picture, &[seed], segment::Options::default(), method)
}
