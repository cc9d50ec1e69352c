//! Brook's Ray: the paper's three kernels set up the rays from an eye, test each ray against each triangle, and shade the hits.
//! They are measured in Brook, by hand, in one kernel, and in plain Rust.

mod kernels;
mod plain;

use std::rc::Rc;

use crate::backend::LoopSupport;
use crate::brook::{Program, RecordStream};
use crate::compare::noise;
use crate::kernel::Source;
use crate::{Device, Error, Kernel, Pass, Stream};

use super::super::brook::{demo, plain as checked, program};
use super::{Cases, Data, copy, device};

use kernels::{BEGIN, INTERSECT, NEAREST, ONE_PASS, SETUP, SHADE, SHADED};
use plain::{Pixel, all_seen, seen};

/// The number of elements for each ray. There are fewer rays than elements, so that a run takes no longer than those of the other
/// applications.
const ELEMENTS_A_RAY: usize = 16;
/// Floats of a ray and its hit: origin, direction, weight and hit.
const FLOATS: usize = 16;
const TRIANGLES: usize = 32;
const MATERIALS: usize = 4;

const EYE: [f32; 3] = [0.0, 0.0, -3.0];
/// The vector from the eye to the upper left corner of the picture, which is two wide and two high.
const CORNER: [f32; 3] = [-1.0, 1.0, 2.0];
const LAMP: [f32; 3] = [2.0, 3.0, -4.0];
const LIGHT: [f32; 3] = [0.9, 0.85, 0.8];
const AMBIENT: [f32; 3] = [0.1, 0.1, 0.12];
const GROUND: [f32; 3] = [0.4, 0.35, 0.3];
const SKY: [f32; 3] = [0.6, 0.75, 1.0];

/// A corner of a triangle, the two sides from that corner, and the index of the triangle.
type Triangle = [f32; 10];

/// The scene and the rays that look at it.
struct View {
    size: [usize; 2],
    /// The vectors from one pixel to the next, and from one row to the next.
    steps: [[f32; 3]; 2],
    triangles: Vec<Triangle>,
    /// The normal of each triangle, and the index of its material.
    facets: Vec<[f32; 4]>,
    materials: Vec<[f32; 4]>,
}

impl View {
    fn new(pixels: usize) -> View {
        let width = pixels.isqrt().max(1);
        let height = (pixels / width).max(1);
        let side = |a: &[f32], b: &[f32]| -> [f32; 3] { std::array::from_fn(|k| b[k] - a[k]) };
        let of = |(number, t): (usize, &[f32; 9])| {
            let ([ux, uy, uz], [vx, vy, vz]) = (side(&t[..3], &t[3..6]), side(&t[..3], &t[6..]));
            [t[0], t[1], t[2], ux, uy, uz, vx, vy, vz, number as f32]
        };
        let corners = noise(9 * TRIANGLES, 42);
        let triangles: Vec<Triangle> = corners.as_chunks().0.iter().enumerate().map(of).collect();
        let facet = |t: &Triangle| {
            let [x, y, z] = plain::unit(plain::cross([t[3], t[4], t[5]], [t[6], t[7], t[8]]));
            [x, y, z, (t[9] as usize % MATERIALS) as f32]
        };
        let colours = noise(3 * MATERIALS, 43);
        let material = |c: &[f32; 3]| [0.5 + 0.4 * c[0], 0.5 + 0.4 * c[1], 0.5 + 0.4 * c[2], 1.0];
        let (facets, materials) =
            (triangles.iter().map(facet).collect(), colours.as_chunks().0.iter().map(material).collect());
        let steps = [[2.0 / width as f32, 0.0, 0.0], [0.0, -2.0 / height as f32, 0.0]];
        View { size: [width, height], steps, triangles, facets, materials }
    }

    fn pixels(&self) -> usize {
        self.size[0] * self.size[1]
    }
}

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let device = device(cases);
    let view = Rc::new(View::new((cases.data.n / ELEMENTS_A_RAY).max(1)));
    let n = view.pixels();
    let wanted: Rc<Vec<Pixel>> = Rc::new((0..n).map(|pixel| seen(&view, pixel)).collect());
    let bytes = 4 * FLOATS * n;
    copy(cases, "app-rays", FLOATS * n)?;

    let given = Rc::new(RayInputs::new(&device, &view)?);
    let loops = device.features().loops == LoopSupport::Dynamic;
    let by_brook = Brook { program: program(&device, demo!("raytrace.br"))?, loops };
    let (to_brook, same) = (given.clone(), wanted.clone());
    let records = checked(by_brook.program.upload("Triangle", TRIANGLES, &view.triangles[..]))?;
    let run = move |_: &Data| checked(by_brook.run(&to_brook, &records));
    let right = move |_: &Data, colours: Stream<Pixel>| Ok(close(&colours.read()?, &same));
    cases.add(("app-rays", "fragment", "brook", "plain"), bytes, run, right);

    // A ray takes three render targets.
    if loops && device.limits().targets >= 3 {
        let (by_hand, to_hand, same) = (ByHand::new(&device)?, given.clone(), wanted.clone());
        let run = move |_: &Data| by_hand.run(&to_hand);
        let right = move |_: &Data, colours: Stream<Pixel>| Ok(close(&colours.read()?, &same));
        cases.add(("app-rays", "fragment", "by-hand", "plain"), bytes, run, right);
    }
    if loops {
        let kernel = device
            .kernel(&Source::new("rays_in_one_pass", ONE_PASS).part("nearest", NEAREST).part("shaded", SHADED))?;
        let same = wanted.clone();
        let run = move |_: &Data| {
            let mut colour = given.stream()?;
            let pass = given.device.pass(&kernel).input("triangles", &given.triangles).constant("steps", TRIANGLES);
            let pass = given.seen_from(given.lit(pass)).constant("columns", given.width);
            pass.output("colour", &mut colour).run()?;
            Ok(colour)
        };
        let right = move |_: &Data, colours: Stream<Pixel>| Ok(close(&colours.read()?, &same));
        cases.add(("app-rays", "fragment", "one-pass", "plain"), bytes, run, right);
    }

    let run = move |_: &Data| Ok(all_seen(&view));
    let right = move |_: &Data, colours: Vec<Pixel>| Ok(close(&colours, &wanted));
    cases.add(("app-rays", "cpu", "packets-on-all-cores", "slice"), bytes, run, right);
    Ok(())
}

/// Returns whether two pictures are equal except for rounding. Where a ray hits an edge, either side is right.
fn close(found: &[Pixel], wanted: &[Pixel]) -> bool {
    let near = |a: &Pixel, b: &Pixel| a[3] == b[3] && (0..3).all(|k| (a[k] - b[k]).abs() <= 1e-3);
    let apart = found.iter().zip(wanted).filter(|(a, b)| !near(a, b)).count();
    found.len() == wanted.len() && apart * 1000 <= found.len()
}

/// The scene on a device.
struct RayInputs {
    device: Device,
    pixels: usize,
    width: f32,
    steps: [[f32; 3]; 2],
    triangles: Stream<[f32; 3]>,
    /// The facets, at every fourth element, as in the application.
    facets: Stream<[f32; 4]>,
    materials: Stream<[f32; 4]>,
}

impl RayInputs {
    fn new(device: &Device, view: &View) -> Result<RayInputs, Error> {
        let corners: Vec<[f32; 3]> = view.triangles.iter().flat_map(|t| t.as_chunks().0.to_vec()).collect();
        let at_every_fourth = |of: &[[f32; 4]]| -> Vec<[f32; 4]> {
            of.iter().flat_map(|first| [*first, [0.0; 4], [0.0; 4], [0.0; 4]]).collect()
        };
        Ok(RayInputs {
            device: device.clone(),
            pixels: view.pixels(),
            width: view.size[0] as f32,
            steps: view.steps,
            triangles: device.upload_shaped([TRIANGLES, 3], &corners)?,
            facets: device.upload(&at_every_fourth(&view.facets))?,
            materials: device.upload(&at_every_fourth(&view.materials))?,
        })
    }

    fn stream(&self) -> Result<Stream<[f32; 4]>, Error> {
        self.device.stream(self.pixels)
    }

    fn seen_from<'a>(&'a self, pass: Pass<'a>) -> Pass<'a> {
        let pass = pass.constant("eye", EYE).constant("corner", CORNER);
        pass.constant("right", self.steps[0]).constant("down", self.steps[1])
    }

    fn lit<'a>(&'a self, pass: Pass<'a>) -> Pass<'a> {
        let pass = pass.input("facets", &self.facets).input("materials", &self.materials);
        let pass = pass.constant("lamp", LAMP).constant("light", LIGHT).constant("ambient", AMBIENT);
        pass.constant("ground", GROUND).constant("sky", SKY)
    }
}

/// The paper's kernels, and the kernels that initialise the hits.
struct Brook {
    program: Program,
    loops: bool,
}

impl Brook {
    fn run(&self, given: &RayInputs, triangles: &RecordStream<Triangle>) -> Result<Stream<Pixel>, crate::brook::Error> {
        let [mut origin, mut way, mut weight, mut hit] =
            [given.stream()?, given.stream()?, given.stream()?, given.stream()?];
        let call = self.program.kernel("setup")?.constant("eye", EYE).constant("corner", CORNER);
        let call = call.constant("right", given.steps[0]).constant("down", given.steps[1]);
        let call = call.constant("width", given.width).constant("samples", 1.0).constant("first_row", 0.0);
        call.output("origin", &mut origin).output("way", &mut way).output("weight", &mut weight).run()?;
        self.program.kernel("begin")?.stream("way", &way).output("hit", &mut hit).run()?;
        let (name, max) = if self.loops { ("intersect", TRIANGLES) } else { ("intersect_one", 1) };
        for first in (0..TRIANGLES).step_by(max) {
            let call = self.program.kernel(name)?.stream("origin", &origin).stream("way", &way);
            let call = call.gather("triangles", triangles).constant("first", first as f32);
            let call = if self.loops { call.constant("count", max as f32) } else { call };
            call.in_out("before", "hit", &mut hit).run()?;
        }
        let mut colour = given.stream()?;
        let call = self.program.kernel("shade")?.stream("origin", &origin).stream("way", &way);
        let call = call.stream("weight", &weight).stream("hit", &hit);
        let call = call.gather("facets", &given.facets).gather("materials", &given.materials);
        let call = call.constant("lamp", LAMP).constant("light", LIGHT).constant("ambient", AMBIENT);
        let call = call.constant("ground", GROUND).constant("sky", SKY).constant("samples", 1.0);
        call.output("colour", &mut colour).run()?;
        Ok(colour)
    }
}

/// The paper's kernels, written by hand.
struct ByHand {
    setup: Kernel,
    begin: Kernel,
    intersect: Kernel,
    shade: Kernel,
}

impl ByHand {
    fn new(device: &Device) -> Result<ByHand, Error> {
        let kernel = |name: &'static str, text: &'static str| {
            device.kernel(&Source::new(name, text).part("nearest", NEAREST).part("shaded", SHADED))
        };
        Ok(ByHand {
            setup: kernel("setup_by_hand", SETUP)?,
            begin: kernel("begin_by_hand", BEGIN)?,
            intersect: kernel("intersect_by_hand", INTERSECT)?,
            shade: kernel("shade_by_hand", SHADE)?,
        })
    }

    fn run(&self, given: &RayInputs) -> Result<Stream<Pixel>, Error> {
        let [mut origin, mut way, mut weight, mut before] =
            [given.stream()?, given.stream()?, given.stream()?, given.stream()?];
        let pass = given.seen_from(given.device.pass(&self.setup)).constant("columns", given.width);
        let pass = pass.constant("samples", 1.0).constant("first_row", 0.0);
        pass.output("origin", &mut origin).output("way", &mut way).output("weight", &mut weight).run()?;
        given.device.pass(&self.begin).input("way", &way).output("hit", &mut before).run()?;
        let mut hit = given.stream()?;
        let pass = given.device.pass(&self.intersect).input("origin", &origin).input("way", &way);
        let pass = pass.input("before", &before).input("triangles", &given.triangles);
        pass.constant("steps", TRIANGLES).output("hit", &mut hit).run()?;
        let mut colour = given.stream()?;
        let pass = given.lit(given.device.pass(&self.shade)).input("origin", &origin).input("way", &way);
        let pass = pass.input("weight", &weight).input("hit", &hit).constant("samples", 1.0);
        pass.output("colour", &mut colour).run()?;
        Ok(colour)
    }
}
