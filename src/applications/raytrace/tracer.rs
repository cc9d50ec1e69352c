//! Renders a picture, pass by pass.

use crate::applications::Error;
use crate::applications::view::Camera;
use crate::brook::Program;
use crate::geometry::{Layout, Rect};
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Kernel, Pass, Stream};
use crate::mesh::Scene;
use crate::mesh::vector::length;
use crate::primitives;

use super::error::RaytraceError;
use super::geometry::Surfaces;
use super::intersect::{EXACT, Intersector};
use super::rays::Rays;
use super::settings::{Method, Settings, has_loops};

/// The minimum weight of a ray.
const DARK: f32 = 1.0 / 512.0;
/// The number of glass surfaces that a ray towards a light passes, after the last bounce.
const GLASS: usize = 16;
/// The program of the paper's kernels.
const PROGRAM: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/raytrace.br"));

/// A picture that is being rendered: see [the module](super).
pub struct Tracer {
    device: Device,
    settings: Settings,
    method: Method,
    program: Program,
    surfaces: Surfaces,
    intersector: Intersector,
    near_by: f32,
    picture: Stream<[f32; 3]>,
    band: Option<Band>,
    /// The number of rows that are done.
    done: usize,
    traced: usize,
}

/// A band of rows of the picture.
struct Band {
    rows: usize,
    rays: Rays,
    hits: Option<Stream<[f32; 4]>>,
    light: Stream<[f32; 3]>,
    /// The number of bounces before these rays.
    depth: usize,
}

impl Tracer {
    /// Uploads a scene to the device.
    ///
    /// # Errors
    /// A scene without triangles, or with numbers that are not finite; invalid settings; features that the device lacks.
    pub fn new(device: &Device, scene: &Scene, settings: Settings) -> Result<Tracer, Error> {
        scene.check()?;
        settings.check(device)?;
        let count = scene.mesh.triangles.len();
        if count > EXACT {
            return Err(RaytraceError::Triangles { what: "the scene has", count, max: EXACT }.into());
        }
        let method = settings.method.unwrap_or_else(|| Method::fastest(device));
        let program = Program::compile(device, "raytrace.br", PROGRAM)?;
        let (low, high) = scene.mesh.bounds();
        let diagonal = length(std::array::from_fn(|k| f64::from(high[k]) - f64::from(low[k]))) as f32;
        Ok(Tracer {
            intersector: match method {
                Method::Grid => Intersector::grid(device, scene, false)?,
                Method::GridMultipass => Intersector::grid(device, scene, true)?,
                Method::Brook | Method::BruteForce => Intersector::brute(&program, scene)?,
            },
            surfaces: Surfaces::new(device, scene, &settings.lights)?,
            near_by: 1e-4 * diagonal,
            picture: primitives::map(device, "vec3(0.0)").shape([settings.height, settings.width]).run()?,
            device: device.clone(),
            method,
            program,
            settings,
            band: None,
            done: 0,
            traced: 0,
        })
    }

    /// Renders the whole picture.
    ///
    /// # Errors
    /// Any error of the device; more rays than the device can count exactly.
    pub fn render(&mut self) -> Result<(), Error> {
        while !self.is_done() {
            self.step()?;
        }
        Ok(())
    }

    /// Starts a new picture from this camera. The scene stays on the device.
    ///
    /// # Errors
    /// A camera without a direction.
    pub fn restart(&mut self, camera: Camera) -> Result<(), Error> {
        let settings = Settings { camera, ..self.settings.clone() };
        settings.check(&self.device)?;
        self.settings = settings;
        (self.band, self.done, self.traced) = (None, 0, 0);
        Ok(())
    }

    /// Computes one bounce of all rays in flight, or sets up the eye rays of the next rows. Returns the number of rays that
    /// continue, which is 0 when these rows are done.
    ///
    /// # Errors
    /// The same as for [`Tracer::render`].
    pub fn step(&mut self) -> Result<usize, Error> {
        let mut band = match self.band.take() {
            Some(band) => band,
            None if self.is_done() => return Ok(0),
            None => self.begin()?,
        };
        self.traced += band.rays.len();
        let hits = self.intersector.hits(&self.device, &band.rays)?;
        let found = match self.method {
            Method::Brook => self.shade(&band.rays, &hits)?,
            _ => self.light(&band, &hits)?,
        };
        band.light = self.gather(&band.light, found)?;
        let last = self.method == Method::Brook || band.depth >= self.settings.bounces + GLASS;
        let next = if last { None } else { self.children(&band, &hits)? };
        band.hits = Some(hits);
        band.depth += 1;
        let Some(rays) = next else {
            self.finish(&band)?;
            return Ok(0);
        };
        band.rays = rays;
        let on = band.rays.len();
        self.band = Some(band);
        Ok(on)
    }

    /// Whether all rows are done.
    pub fn is_done(&self) -> bool {
        self.band.is_none() && self.done >= self.settings.height
    }

    /// Returns the number of rows that are done.
    pub fn rows_done(&self) -> usize {
        self.done
    }

    /// Returns the picture in linear colours, the upper row first. Rows that are not done are black, or as in the previous picture.
    pub fn picture(&self) -> &Stream<[f32; 3]> {
        &self.picture
    }

    /// Returns the picture for a screen, in sRGB colours from 0 to 1. Larger values are clamped.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn screen(&self) -> Result<Stream<[f32; 3]>, Error> {
        let curve = "mix(12.92 * clamp(x, 0.0, 1.0), 1.055 * pow(clamp(x, 0.0031308, 1.0), vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), x))";
        Ok(primitives::map(&self.device, curve).input("x", &self.picture).run()?)
    }

    /// Returns the rays in flight, after a step that was not the last of its rows.
    pub fn rays(&self) -> Option<&Rays> {
        self.band.as_ref().map(|band| &band.rays)
    }

    /// Returns the hits from which these rays come: distance, two barycentric coordinates, and the index of a triangle or -1.
    pub fn hits(&self) -> Option<&Stream<[f32; 4]>> {
        self.band.as_ref()?.hits.as_ref()
    }

    /// Returns the number of rays traced so far.
    pub fn rays_traced(&self) -> usize {
        self.traced
    }

    /// Returns the settings of the picture.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the method in use.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Sets up the rays of the eye for the next rows, with Brook's kernel `setup`.
    fn begin(&self) -> Result<Band, Error> {
        let Settings { width, height, samples, camera, .. } = &self.settings;
        let each = samples * samples;
        let rows = (self.settings.rays.min(self.exact() / 16) / (width * each)).clamp(1, height - self.done);
        let mut rays = Rays::new(&self.device, rows * width * each)?;
        // The step to the right, the step down, and the direction to the upper left corner, as multiples of the viewing direction.
        let half = f64::from(0.5 * camera.degrees).to_radians().tan();
        let [right, up, forward] = camera.axes().map(|axis| axis.map(f64::from));
        let pixel = 2.0 * half / *height as f64;
        let (x, y) = (0.5 * pixel * *width as f64, half);
        let corner: [f32; 3] = std::array::from_fn(|k| (forward[k] - x * right[k] + y * up[k]) as f32);
        let call = self.program.kernel("setup")?.constant("eye", camera.eye).constant("corner", corner);
        let call = call.constant("right", right.map(|x| (pixel * x) as f32));
        let call = call.constant("down", up.map(|x| (-pixel * x) as f32));
        let call = call.constant("width", *width as f32).constant("samples", *samples as f32);
        let call = call.constant("first_row", self.done as f32);
        let call = call.output("origin", &mut rays.origin).output("way", &mut rays.way);
        call.output("weight", &mut rays.weight).run()?;
        let light = primitives::map(&self.device, "vec3(0.0)").shape([rows, *width]).run()?;
        Ok(Band { rows, rays, hits: None, light, depth: 0 })
    }

    /// Shades the eye rays with the first light, with Brook's kernel `shade`.
    fn shade(&self, rays: &Rays, hits: &Stream<[f32; 4]>) -> Result<Stream<[f32; 4]>, Error> {
        let settings = &self.settings;
        let light = settings.lights.first().map_or(([0.0; 3], [0.0; 3]), |light| (light.place, light.colour));
        let mut colour = self.device.stream(rays.len())?;
        let call = self.program.kernel("shade")?.stream("origin", &rays.origin).stream("way", &rays.way);
        let call = call.stream("weight", &rays.weight).stream("hit", hits);
        let call = call.gather("facets", &self.surfaces.facets).gather("materials", &self.surfaces.materials);
        let call = call.constant("lamp", light.0).constant("light", light.1).constant("ambient", settings.ambient);
        let call = call.constant("ground", settings.ground).constant("sky", settings.sky);
        call.constant("samples", settings.samples as f32).output("colour", &mut colour).run()?;
        Ok(colour)
    }

    /// Computes the light that each ray finds.
    fn light(&self, band: &Band, hits: &Stream<[f32; 4]>) -> Result<Stream<[f32; 4]>, Error> {
        let settings = &self.settings;
        let kernel = self.device.kernel(&glsl!("applications/raytrace_light.frag"))?;
        let mut light = self.device.stream(band.rays.len())?;
        let ambient = if settings.scattering && band.depth < settings.bounces { [0.0; 3] } else { settings.ambient };
        let pass = self.device.pass(&kernel).input("origin", &band.rays.origin).input("way", &band.rays.way);
        let pass = pass.input("weight", &band.rays.weight).input("hits", hits);
        let pass = pass.input("facets", &self.surfaces.facets).input("materials", &self.surfaces.materials);
        let pass = pass.constant("ambient", ambient).constant("ground", settings.ground).constant("sky", settings.sky);
        pass.constant("each", (settings.samples * settings.samples) as f32).output("light", &mut light).run()?;
        Ok(light)
    }

    /// Adds the light that was found to the picture, in one pass, or, without loops, by repeated doubling.
    fn gather(&self, before: &Stream<[f32; 3]>, mut light: Stream<[f32; 4]>) -> Result<Stream<[f32; 3]>, Error> {
        let device = &self.device;
        let rays = light.len();
        let reach = 1usize << rays.ilog2();
        let steps = reach.ilog2() as usize + 1;
        let loops = has_loops(device);
        let source = if loops {
            glsl!("applications/raytrace_gather.frag")
        } else {
            let double = device.kernel(&glsl!("applications/raytrace_double.frag"))?;
            let mut stride = 1;
            while stride < rays {
                let mut sums = device.stream(rays)?;
                let pass = device.pass(&double).input("light", &light).constant("stride", stride);
                pass.output("sums", &mut sums).run()?;
                light = sums;
                stride *= 2;
            }
            glsl!("applications/raytrace_pick.frag").parameter("known_steps", steps)
        };
        let kernel = device.kernel(&source)?;
        let mut picture = device.stream(before.shape())?;
        let pass = device.pass(&kernel).input("light", &light).input("before", before).constant("reach", reach);
        let pass = pass.constant("steps", steps);
        pass.output("picture", &mut picture).run()?;
        Ok(picture)
    }

    /// Computes the rays that hits make: first finds which rays exist, then computes them. Reads back one count.
    fn children(&self, band: &Band, hits: &Stream<[f32; 4]>) -> Result<Option<Rays>, Error> {
        let device = &self.device;
        let rays = 4 * self.texels() * band.rays.len();
        if rays > self.exact() {
            return Err(RaytraceError::Rays { rays, max: self.exact() }.into());
        }
        let mut all = device.stream_with::<f32>(rays, Layout::Packed)?;
        let kernel = device.kernel(&glsl!("applications/raytrace_children.frag"))?;
        let dark = DARK / (self.settings.samples * self.settings.samples) as f32;
        self.hit(&kernel, band, hits).constant("dark", dark).output_texels("children", &mut all).run()?;
        let numbers = primitives::filter(&all, "x >= 0.0")?;
        drop(all);
        if numbers.is_empty() {
            return Ok(None);
        }
        let mut next = Rays::new(device, numbers.len())?;
        let outputs: Vec<(Source, &[&str])> = match device.limits().targets {
            3.. => vec![(glsl!("applications/raytrace_spawn.frag"), &["new_origin", "new_way", "new_weight"])],
            _ => vec![
                (glsl!("applications/raytrace_spawn_origin.frag"), &["new_origin"]),
                (glsl!("applications/raytrace_spawn_way.frag"), &["new_way"]),
                (glsl!("applications/raytrace_spawn_weight.frag"), &["new_weight"]),
            ],
        };
        for (source, names) in &outputs {
            let kernel = device.kernel(source)?;
            let mut pass = self.hit(&kernel, band, hits).input("numbers", &numbers).constant("near_by", self.near_by);
            let streams = [&mut next.origin, &mut next.way, &mut next.weight];
            for (stream, name) in streams.into_iter().zip(["new_origin", "new_way", "new_weight"]) {
                if names.contains(&name) {
                    pass = pass.output(name, stream);
                }
            }
            pass.run()?;
        }
        Ok(Some(next))
    }

    /// Returns the number up to which the device's floats represent all integers exactly.
    fn exact(&self) -> usize {
        EXACT.min(self.device.features().exact_integer as usize)
    }

    /// Returns the number of texels for a hit's rays. A texel has four kinds of rays.
    fn texels(&self) -> usize {
        (3 + self.settings.lights.len()).div_ceil(4)
    }

    /// Returns a pass over hits, with the inputs from which their rays are computed.
    fn hit<'a>(&'a self, kernel: &'a Kernel, band: &'a Band, hits: &'a Stream<[f32; 4]>) -> Pass<'a> {
        let pass = self.device.pass(kernel).input("origin", &band.rays.origin).input("way", &band.rays.way);
        let pass = pass.input("weight", &band.rays.weight).input("hits", hits);
        let pass = pass.input("facets", &self.surfaces.facets).input("materials", &self.surfaces.materials);
        let pass = pass.input("lights", &self.surfaces.lights).input("noise", &self.surfaces.noise);
        let pass = pass.constant("lamps", self.settings.lights.len()).constant("depth", band.depth);
        let pass = pass.constant("texels", self.texels()).constant("deepest", band.depth >= self.settings.bounces);
        pass.constant("scattering", self.settings.scattering)
    }

    /// Copies rows that are done into the picture.
    fn finish(&mut self, band: &Band) -> Result<(), Error> {
        let width = self.settings.width;
        let kernel = self.device.kernel(&glsl!("applications/raytrace_place.frag"))?;
        let rows = Rect::new(0, self.done, width, band.rows);
        let pass = self.device.pass(&kernel).input("rows", &band.light).constant("first", self.done * width);
        pass.rectangle(rows).output("picture", &mut self.picture).run()?;
        self.done += band.rows;
        Ok(())
    }
}
