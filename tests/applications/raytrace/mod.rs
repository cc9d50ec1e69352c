//! The ray tracer, against one in double precision.

mod reference;
mod scenes;

use brooklet::applications::raytrace::{Light, Method, Settings, Tracer};
use brooklet::{Device, Scene};

use crate::support::each_dialect;
use reference::{Reference, V, scale};
use scenes::room;

/// What a colour may be off: a pixel is a sum of some hundred products of single precision, and highlights raise a cosine to a
/// power of up to 60.
const BOUND: f64 = 2e-4;

fn small(scene: &Scene) -> Settings {
    let (width, height) = if cfg!(debug_assertions) { (14, 11) } else { (48, 36) };
    let mut settings = Settings::of(scene, width, height);
    settings.samples = 1;
    settings.look(Some([0.3, 1.6, 5.5]), Some([0.0, 0.8, 0.0]), [0.0, 1.0, 0.0], 50.0);
    settings.lights = vec![Light { place: [1.5, 4.0, 3.0], colour: [0.9, 0.85, 0.8], radius: 0.0 }];
    settings
}

fn rendered(device: &Device, scene: &Scene, settings: &Settings) -> Vec<V> {
    let mut tracer = Tracer::new(device, scene, settings.clone()).unwrap();
    tracer.render().unwrap();
    tracer.picture().read().unwrap().into_iter().map(|colour| colour.map(f64::from)).collect()
}

fn apart(a: V, b: V) -> f64 {
    (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max)
}

/// Whether a picture is the reference's: where it is not within the bound, the reference itself must change by as much when the
/// eye moves by a hundred-thousandth of what it looks at: a ray there passes an edge. Of all pixels at most one in twenty.
fn is_right(picture: &[V], scene: &Scene, settings: &Settings, said: &str) {
    let noise = noise();
    let reference = Reference { scene, settings, noise: &noise };
    let wanted = reference.picture([0.0; 3]);
    let mut edges = 0;
    for (pixel, (got, wanted)) in picture.iter().zip(&wanted).enumerate() {
        if apart(*got, *wanted) <= BOUND {
            continue;
        }
        let ways = [[1.0, 0.3, 0.2], [-0.2, 1.0, 0.3], [0.3, -0.2, 1.0], [1.0, -1.0, 0.4], [0.5, 0.9, -0.7]];
        let moved = ways.iter().flat_map(|way| [2e-5, -2e-5, 1e-4, -1e-4].map(|far| scale(far, *way)));
        let jumps = moved.map(|moved| apart(reference.pixel(pixel, moved), *wanted)).fold(0.0, f64::max);
        let (got_off, jumps) = (apart(*got, *wanted), jumps);
        assert!(jumps > 0.3 * got_off, "{said}: pixel {pixel} is {got:?} and not {wanted:?}, off by {got_off}");
        edges += 1;
    }
    assert!(20 * edges <= picture.len() + 40, "{said}: {edges} of {} pixels are at edges", picture.len());
}

/// The random vectors of the library, which both share.
fn noise() -> Vec<[f32; 4]> {
    brooklet::applications::raytrace::noise()
}

#[test]
fn pictures_are_those_of_double_precision() {
    let scene = room();
    each_dialect(|device| {
        let settings = small(&scene);
        for method in [Method::Grid, Method::BruteForce].into_iter().filter(|method| method.runs_on(device)) {
            let settings = Settings { method: Some(method), ..settings.clone() };
            is_right(&rendered(device, &scene, &settings), &scene, &settings, method.name());
        }
    });
}

#[test]
fn light_that_is_scattered_and_soft_is_that_of_double_precision() {
    let scene = room();
    each_dialect(|device| {
        let mut settings = small(&scene);
        (settings.scattering, settings.bounces) = (true, 2);
        settings.lights[0].radius = 0.5;
        settings.lights.push(Light { place: [-2.0, 3.0, 2.0], colour: [0.1, 0.2, 0.4], radius: 0.0 });
        settings.lights.push(Light { place: [0.0, 2.5, 0.0], colour: [0.2, 0.1, 0.1], radius: 0.1 });
        (settings.width, settings.height, settings.samples) = (9, 7, 2);
        is_right(&rendered(device, &scene, &settings), &scene, &settings, "scattered");
    });
}
