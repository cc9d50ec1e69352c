//! Ray tracer: a picture with a pixel for every four elements, by the paper's three kernels, by propagation, and by plain
//! Rust with the same grid.

mod plain;

use std::cell::RefCell;
use std::rc::Rc;

use crate::applications::raytrace::{Light, Method, Settings, Tracer};
use crate::mesh::{Material, Mesh, Scene};
use crate::{Error, Layout, Stream};

use super::{Cases, Data, copy, device};

use plain::Plain;

/// The number of elements for each pixel.
const ELEMENTS: usize = 4;
/// Floats of a ray and of its hit.
const FLOATS: usize = 16;
/// The largest error of colours in single precision, except at edges.
const BOUND: f32 = 1e-3;
/// The maximum number of pixels of plain Rust's own picture that are checked without its grid.
const BY_BRUTE_FORCE: usize = 2048;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, pixels) = (device(cases), (cases.data.n / ELEMENTS).max(1));
    let height = pixels.isqrt().max(1);
    let scene = Rc::new(scene());
    let mut settings = Settings::of(&scene, pixels / height, height);
    settings.samples = 1;
    settings.look(Some([0.0, 1.4, 6.0]), Some([0.0, 0.7, 0.0]), [0.0, 1.0, 0.0], 35.0);
    settings.lights = vec![Light { place: [2.0, 5.0, 3.0], colour: [0.9; 3], radius: 0.0 }];
    let (settings, camera) = (Rc::new(settings.clone()), settings.camera);
    let bytes = 4 * FLOATS * settings.width * settings.height;
    copy(cases, "app-raytrace", FLOATS * settings.width * settings.height)?;
    let wanted = Rc::new(Plain::new(&scene, &settings).picture());
    for method in [Method::Brook, Method::BruteForce, Method::Grid] {
        if !method.runs_on(&device) {
            continue;
        }
        let own = Settings { method: Some(method), ..(*settings).clone() };
        let tracer = RefCell::new(super::plain(Tracer::new(&device, &scene, own))?);
        let run = move |_: &Data| {
            let mut tracer = tracer.borrow_mut();
            super::plain(tracer.restart(camera))?;
            super::plain(tracer.render())?;
            tracer.picture().to_layout(Layout::Plain)
        };
        let (scene, settings, wanted) = (scene.clone(), settings.clone(), wanted.clone());
        let right = move |_: &Data, picture: Stream<[f32; 3]>| {
            let picture = picture.read()?;
            Ok(match method {
                Method::Brook => are_close(&picture, &Plain::new(&scene, &settings).first_hits()),
                _ => are_close(&picture, &wanted),
            })
        };
        cases.add(("app-raytrace", "fragment", method.name(), "plain"), bytes, run, right);
    }
    let (of_all, all_settings) = (scene.clone(), settings.clone());
    let right = move |_: &Data, picture: Vec<[f32; 3]>| {
        let plain = Plain::without_grid(&of_all, &all_settings);
        let apart = picture.len().div_ceil(BY_BRUTE_FORCE);
        let (some, wanted): (Vec<_>, Vec<_>) =
            picture.iter().enumerate().step_by(apart).map(|(pixel, got)| (*got, plain.pixel(pixel))).unzip();
        Ok(are_close(&some, &wanted))
    };
    let run = move |_: &Data| Ok(Plain::new(&scene, &settings).picture());
    cases.add(("app-raytrace", "cpu", "grid-on-all-cores", "slice"), bytes, run, right);
    Ok(())
}

/// Returns whether all pixels are close, except for the few where a ray passes an edge.
fn are_close(a: &[[f32; 3]], b: &[[f32; 3]]) -> bool {
    let off = a.iter().zip(b).filter(|(a, b)| (0..3).any(|k| (a[k] - b[k]).abs() > BOUND)).count();
    100 * off <= 2 * a.len() + 100
}

/// Returns a floor and two balls of 320 triangles each: a mirror, and one of glass.
fn scene() -> Scene {
    let mut scene = Scene::default();
    let floor = Mesh {
        positions: vec![[-3.0, 0.0, 3.0], [3.0, 0.0, 3.0], [3.0, 0.0, -3.0], [-3.0, 0.0, -3.0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    scene.add(&floor, Material::default());
    let mirror =
        Material { diffuse: [0.1; 3], specular: [0.8; 3], shininess: 50.0, illumination: 3, ..Material::default() };
    let glass = Material { opacity: 0.0, refraction: 1.5, illumination: 7, ..mirror.clone() };
    for (x, material) in [(-0.9, mirror), (0.9, glass)] {
        let mut ball = Mesh::sphere(2);
        let first = scene.mesh.triangles.len();
        let normals: Vec<_> = (0..ball.triangles.len()).map(|triangle| Some(ball.corners(triangle))).collect();
        for position in &mut ball.positions {
            *position = [0.8 * position[0] + x, 0.8 * position[1] + 0.8, 0.8 * position[2]];
        }
        scene.add(&ball, material);
        scene.normals[first..].clone_from_slice(&normals);
    }
    scene
}
