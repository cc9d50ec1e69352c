//! The settings of a picture: view, lights, quality and method.

use crate::applications::view::Camera;
use crate::backend::LoopSupport;
use crate::machine::Device;
use crate::mesh::Scene;
use crate::mesh::vector::length;

use super::error::RaytraceError;

/// The maximum number of lights.
pub(super) const MAX_LIGHTS: usize = 13;
/// The maximum number of rays of a pixel along each axis.
pub(super) const MAX_SAMPLES: usize = 16;
/// The maximum number of bounces.
pub(super) const MAX_BOUNCES: usize = 64;

/// A light: a point, or a ball that casts soft shadows. Its brightness does not depend on the distance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Light {
    /// The position of its middle.
    pub place: [f32; 3],
    /// The colour, as red, green and blue. If the light falls perpendicularly on a surface, the surface shows this times its own
    /// colour.
    pub colour: [f32; 3],
    /// The radius of the ball. If it is above 0, shadows are soft, and grainy with few samples.
    pub radius: f32,
}

/// How rays find their hits, and how they are propagated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// The paper's three kernels in Brook: rays of the eye are set up, tested against every triangle, and shaded with the first
    /// light, without shadows or bounces. Buck et al. 2004, section 5. It takes 3 passes, and one for each 1,024 triangles (or one
    /// for each triangle, without loops in a pass).
    Brook,
    /// Rays are propagated by filtering, and each is tested against every triangle by the Brook kernel.
    BruteForce,
    /// Rays are propagated by filtering, and traverse a uniform grid in one pass, with loops. Purcell et al. 2002.
    Grid,
    /// The grid without loops, as in 2002. Each ray either moves to its next cell or tests triangles, and each pass does one step
    /// for the rays in one of these states. After 32 passes, a count says whether any ray is still in flight. It needs two render
    /// targets.
    GridMultipass,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] = [Method::Brook, Method::BruteForce, Method::Grid, Method::GridMultipass];

    /// Returns the name of the method on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Brook => "brook",
            Method::BruteForce => "brute-force",
            Method::Grid => "grid",
            Method::GridMultipass => "grid-multipass",
        }
    }

    /// Returns the fastest method that a device can run. This is [`Method::Grid`]; without loops whose trip count depends on data,
    /// it is [`Method::GridMultipass`]; without such loops and with one render target, it is [`Method::BruteForce`].
    pub fn fastest(device: &Device) -> Method {
        let all = [Method::Grid, Method::GridMultipass];
        all.into_iter().find(|method| method.runs_on(device)).unwrap_or(Method::BruteForce)
    }

    /// Whether the device has all features that the method needs.
    pub fn runs_on(self, device: &Device) -> bool {
        self.lacks(device).is_none()
    }

    /// Returns the feature that the method needs and the device lacks, if any.
    fn lacks(self, device: &Device) -> Option<&'static str> {
        match self {
            Method::Grid if !has_loops(device) => Some("loops whose end depends on data"),
            Method::GridMultipass if device.limits().targets < 2 => Some("two render targets"),
            _ => None,
        }
    }
}

pub(super) fn has_loops(device: &Device) -> bool {
    device.features().loops == LoopSupport::Dynamic
}

/// The view, lights, quality and method of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The number of pixels of a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of rays along each axis of a pixel. A pixel has the square of this number of rays.
    pub samples: usize,
    /// The maximum number of times that a ray is mirrored, refracted or scattered. Rays towards lights, and their paths through
    /// glass, are not counted.
    pub bounces: usize,
    /// The camera.
    pub camera: Camera,
    /// The lights.
    pub lights: Vec<Light>,
    /// Ambient light, which comes from everywhere: a scattering surface is at least this bright. With
    /// [`scattering`](Settings::scattering), it replaces the light that the last rays would find.
    pub ambient: [f32; 3],
    /// The colour of rays that hit nothing and go straight down. Between this and the colour of the sky, the colour changes evenly
    /// with the height.
    pub ground: [f32; 3],
    /// The colour of rays that hit nothing and go straight up.
    pub sky: [f32; 3],
    /// Whether surfaces send random scattered rays, so that they light each other. Pictures with few samples are grainy.
    pub scattering: bool,
    /// The maximum number of eye rays that are in flight at once. They cover whole rows. More rays take more memory, since each hit
    /// may need some hundred bytes for each ray.
    pub rays: usize,
    /// The method, or `None` for the fastest that the device can run.
    pub method: Option<Method>,
}

impl Settings {
    /// Returns settings for a picture of a whole scene. It is seen from the front, a little from above and from the right, and lit
    /// by one light above and behind the eye, on its left.
    pub fn of(scene: &Scene, width: usize, height: usize) -> Settings {
        let bounds = scene.mesh.bounds();
        let mut camera = Camera::around(bounds, [0.35, 0.3, 1.0]);
        if width < height && width > 0 {
            // Keep the whole scene in view along the shorter axis as well.
            let half = (0.5 * camera.degrees).to_radians().tan() * height as f32 / width as f32;
            camera.degrees = (2.0 * half.atan()).to_degrees().min(120.0);
        }
        let radius = 0.5 * distance(bounds.0, bounds.1);
        let axes = camera.axes();
        let place = |k: usize| camera.look_at[k] + radius * (-1.2 * axes[0][k] + 2.2 * axes[1][k] - 2.0 * axes[2][k]);
        Settings {
            width,
            height,
            samples: 2,
            bounces: 4,
            camera,
            lights: vec![Light { place: std::array::from_fn(place), colour: [0.85; 3], radius: 0.0 }],
            ambient: [0.12; 3],
            ground: [0.5, 0.48, 0.45],
            sky: [0.35, 0.5, 0.75],
            scattering: false,
            rays: 1 << 18,
            method: None,
        }
    }

    /// Moves the camera to another position and directs it to another point. Values that are `None` stay as in [`Settings::of`]: if
    /// only the angle changes, the whole scene stays in view.
    pub fn look(&mut self, eye: Option<[f32; 3]>, look_at: Option<[f32; 3]>, up: [f32; 3], degrees: f32) {
        let camera = &mut self.camera;
        let ratio = (0.5 * camera.degrees).to_radians().sin() / (0.5 * degrees).to_radians().sin();
        let far = if eye.is_none() && ratio.is_finite() { ratio } else { 1.0 };
        let look_at = look_at.unwrap_or(camera.look_at);
        let away: [f32; 3] = std::array::from_fn(|k| far * (camera.eye[k] - camera.look_at[k]));
        camera.eye = eye.unwrap_or(std::array::from_fn(|k| look_at[k] + away[k]));
        (camera.look_at, camera.up, camera.degrees) = (look_at, up, degrees);
    }

    /// Returns an error if these settings are invalid, or need features that the device lacks.
    pub(super) fn check(&self, device: &Device) -> Result<(), RaytraceError> {
        let Settings { width, height, samples, bounces, .. } = *self;
        if width == 0 || height == 0 {
            return Err(RaytraceError::NoPixel { width, height });
        }
        let max = device.limits().texture;
        if width > max || height > max {
            return Err(RaytraceError::TooLarge { width, height, max });
        }
        if !(1..=MAX_SAMPLES).contains(&samples) {
            return Err(RaytraceError::Samples { samples, max: MAX_SAMPLES });
        }
        if self.lights.len() > MAX_LIGHTS {
            return Err(RaytraceError::Lights { count: self.lights.len(), max: MAX_LIGHTS });
        }
        if bounces > MAX_BOUNCES {
            return Err(RaytraceError::Bounces { bounces, max: MAX_BOUNCES });
        }
        let Camera { eye, look_at, up, degrees } = self.camera;
        let numbers = [("the camera's place", eye), ("what the camera looks at", look_at), ("up", up)];
        let colours = [("the ambient light", self.ambient), ("the ground", self.ground), ("the sky", self.sky)];
        let lights = self.lights.iter().flat_map(|light| {
            [
                ("a light's place", light.place),
                ("a light's colour", light.colour),
                ("a light's radius", [light.radius; 3]),
            ]
        });
        for (what, numbers) in numbers.into_iter().chain(colours).chain(lights) {
            if !numbers.iter().all(|x| x.is_finite()) {
                return Err(RaytraceError::NotFinite { what });
            }
        }
        if !(degrees > 0.0 && degrees < 180.0) {
            return Err(RaytraceError::Camera { why: "its angle of view must be above 0 and below 180 degrees" });
        }
        if distance(eye, look_at) == 0.0 {
            return Err(RaytraceError::Camera { why: "its place and the point that it looks at are the same" });
        }
        match self.method.and_then(|method| Some((method, method.lacks(device)?))) {
            Some((method, needs)) => Err(RaytraceError::Lacks {
                method: method.name(),
                needs,
                device: device.info().interface(),
                instead: Method::fastest(device).name(),
            }),
            None => Ok(()),
        }
    }
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    length(std::array::from_fn(|k| f64::from(b[k]) - f64::from(a[k]))) as f32
}
