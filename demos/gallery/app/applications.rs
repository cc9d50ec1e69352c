//! The applications: what each works on, and the passes of a step of it.

use brooklet::applications::segment::{self, Segmentation};
use brooklet::applications::{self, Error as ApplicationError};
use brooklet::backend::BackendError;
use brooklet::{Device, Error};

use super::methods::{Family, Method, Run};
use super::scene::Scene;

/// A result with the error of the crate.
pub fn plain<T>(result: Result<T, ApplicationError>) -> Result<T, Error> {
    result.map_err(|error| match error {
        ApplicationError::Device(error) => error,
        other => BackendError::Driver { during: "an application", what: other.to_string() }.into(),
    })
}

/// The methods of an application: the paper's first.
pub fn methods(scene: Scene) -> Vec<Method> {
    let method = |name, source| Method { family: Family::Fragment, name, source, runs: true };
    match scene {
        Scene::Segment => {
            segment::Method::ALL
                .map(|m| method(m.name(), if m == segment::Method::Brook { "Buck et al. 2004" } else { OURS }))
        }
        .to_vec(),
        _ => Vec::new(),
    }
}

const OURS: &str = "today's, on fragments";

/// How many elements an application has if nothing else is said.
pub fn usual_n(scene: Scene) -> Option<usize> {
    match scene {
        Scene::Segment => Some(1 << 14),
        _ => None,
    }
}

/// Runs a step of an application on about so many elements, and keeps its passes.
pub fn run(scene: Scene, method: &str, device: &Device, n: usize) -> Result<Run, Error> {
    let (result, capture) = match scene {
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
