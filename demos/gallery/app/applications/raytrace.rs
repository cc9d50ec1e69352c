//! Ray tracing: the eye walks around a room.

use std::f32::consts::TAU;

use brooklet::applications::raytrace::{self, Settings, Tracer};
use brooklet::{Device, Error, Scene, io};
use egui::ColorImage;

use super::moving::{Look, Moving, of_pixels};
use super::{BROOK, fragment, plain};
use crate::app::method::{Method, Run};

pub const USUAL_N: usize = 1 << 14;

pub fn methods(device: &Device) -> Vec<Method> {
    let all = [
        (raytrace::Method::Grid, "Purcell et al. 2002, Horn 2005"),
        (raytrace::Method::BruteForce, "Horn 2005"),
        (raytrace::Method::Brook, BROOK),
    ];
    all.map(|(method, source)| fragment(method.name(), source, method.runs_on(device))).to_vec()
}

/// A picture.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let (scene, side) = (room(), n.isqrt().clamp(2, 1024));
    let (result, capture) = device.capture(|| {
        let mut tracer = plain(Tracer::new(device, &scene, settings(&scene, [side; 2], method, [0.0; 2])))?;
        plain(tracer.render())?;
        Ok(vec![tracer.rays_traced() as f32])
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, method: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    Ok(Box::new(Walking::new(device, method, n)))
}

/// Steps in which the eye goes to and fro.
const SWING: f32 = 600.0;
/// How far to each side, in radians: the walls of the room stay beside the picture.
const ASIDE: f32 = 0.3;

pub struct Walking {
    device: Device,
    scene: Scene,
    method: &'static str,
    /// Pixels, about.
    n: usize,
    steps: usize,
    rays: usize,
}

impl Walking {
    pub fn new(device: &Device, method: &'static str, n: usize) -> Walking {
        Walking { device: device.clone(), scene: room(), method, n, steps: 0, rays: 0 }
    }
}

impl Moving for Walking {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        Ok(())
    }

    fn picture(&mut self, look: Look) -> Result<ColorImage, Error> {
        let ratio = look.width as f32 / look.height as f32;
        let height = ((self.n as f32 / ratio).sqrt() as usize).max(2);
        let width = ((height as f32 * ratio) as usize).max(2);
        // To and fro before the open side of the room.
        let angle = ASIDE * (TAU * self.steps as f32 / SWING).sin();
        let turn = [look.turn[0] + angle, look.turn[1]];
        let settings = settings(&self.scene, [width, height], self.method, turn);
        let mut tracer = plain(Tracer::new(&self.device, &self.scene, settings))?;
        plain(tracer.render())?;
        self.rays = tracer.rays_traced();
        Ok(of_pixels(width, height, &plain(tracer.screen())?.read()?))
    }

    fn says(&self) -> String {
        let triangles = self.scene.mesh.triangles.len();
        format!("{} rays in the last picture, among {triangles} triangles", self.rays)
    }
}

/// A room with a mirror, glass and gold.
fn room() -> Scene {
    const OBJ: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenes/room.obj"));
    const MTL: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenes/room.mtl"));
    let (scene, _) = io::decode_scene("room.obj", OBJ, |_| Ok(MTL.to_vec())).expect("it is a demo");
    scene
}

/// How the room is seen, turned by so many radians to the right and upwards.
fn settings(scene: &Scene, [width, height]: [usize; 2], method: &str, [right, up]: [f32; 2]) -> Settings {
    let mut settings = Settings { samples: 1, ..Settings::of(scene, width, height) };
    settings.method = raytrace::Method::ALL.into_iter().find(|m| m.name() == method);
    let (middle, from) = ([0.0, 1.0, -0.4], [-0.4, 2.4, 7.2]);
    let far: [f32; 3] = std::array::from_fn(|k| from[k] - middle[k]);
    let radius = far.iter().map(|x| x * x).sum::<f32>().sqrt();
    let (around, above) = (far[0].atan2(far[2]) + right, (far[1] / radius).asin() + up);
    // What is higher than wide shows as much from farther away.
    let radius = radius * (height as f32 / width as f32).max(1.0);
    let above = above.clamp(0.02, 1.4);
    settings.camera.eye = [
        middle[0] + radius * above.cos() * around.sin(),
        middle[1] + radius * above.sin(),
        middle[2] + radius * above.cos() * around.cos(),
    ];
    settings.camera.look_at = middle;
    settings
}
