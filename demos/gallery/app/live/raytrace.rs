//! Ray tracing in motion: the eye walks around the room.

use brooklet::applications::raytrace::Tracer;
use brooklet::{Device, Error, Scene};
use egui::ColorImage;

use super::{Look, Moving, of_pixels};
use crate::app::applications::{plain, room, room_settings};

/// Radians of a step.
const STEP: f32 = 0.012;

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
        let angle = 0.8 * (STEP * self.steps as f32).sin();
        let turn = [look.turn[0] + angle, look.turn[1]];
        let settings = room_settings(&self.scene, [width, height], self.method, turn);
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
