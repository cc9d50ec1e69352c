//! The ray tracer, against one in double precision.

mod files;
mod reference;
mod refusals;
mod scenes;

use brooklet::applications::raytrace::{Light, Method, Settings, Tracer};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Mesh, Scene};
use proptest::prelude::*;

use crate::support::level::{is_full, sample};
use crate::support::{chip, devices, each_dialect, passes_of_kernels, runs_here};
use reference::{Reference, V, scale};
use scenes::room;

/// What a colour may be off: a pixel is a sum of some hundred products of single precision, and highlights raise a cosine to a
/// power of up to 60.
const BOUND: f64 = 2e-4;

fn small(scene: &Scene) -> Settings {
    let (width, height) = if cfg!(debug_assertions) { (9, 7) } else { (48, 36) };
    let mut settings = Settings { samples: 1, ..Settings::of(scene, width, height) };
    settings.look(Some([0.3, 1.6, 5.5]), Some([0.0, 0.8, 0.0]), [0.0, 1.0, 0.0], 50.0);
    settings.lights = vec![Light { place: [1.5, 4.0, 3.0], colour: [0.9, 0.85, 0.8], radius: 0.0 }];
    settings
}

fn rendered(device: &Device, scene: &Scene, settings: &Settings) -> Vec<[f32; 3]> {
    let mut tracer = Tracer::new(device, scene, settings.clone()).unwrap();
    tracer.render().unwrap();
    tracer.picture().read().unwrap()
}

fn apart(a: V, b: V) -> f64 {
    (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max)
}

/// A picture in double precision, and where it changes when the eye is moved a little: rays pass edges there.
struct Wanted {
    colours: Vec<V>,
    edges: Vec<f64>,
    /// How far a colour may be off that is at no edge.
    bound: f64,
}

impl Wanted {
    /// `first` asks for what the eye sees alone, in one light without shadows.
    fn new(scene: &Scene, settings: &Settings, first: bool) -> Wanted {
        let noise = brooklet::applications::raytrace::noise();
        let reference = Reference { scene, settings, noise: &noise, first };
        let colours = reference.picture([0.0; 3]);
        let ways = [[1.0, 0.3, 0.2], [-0.2, 1.0, 0.3], [0.3, -0.2, 1.0], [1.0, -1.0, 0.4], [0.5, 0.9, -0.7]];
        let moved: Vec<V> = ways.iter().flat_map(|way| [1e-4, -1e-4].map(|far| scale(far, *way))).collect();
        let edge = |(pixel, colour): (usize, &V)| {
            moved.iter().map(|moved| apart(reference.pixel(pixel, *moved), *colour)).fold(0.0, f64::max)
        };
        let edges = colours.iter().enumerate().map(edge).collect();
        Wanted { colours, edges, bound: BOUND }
    }

    /// A picture has these colours within the bound, but at edges; of all pixels at most one in twenty, and one.
    fn check(&self, picture: &[[f32; 3]], said: &str) {
        let mut off = 0;
        for (pixel, got) in picture.iter().enumerate() {
            let (got, wanted) = (got.map(f64::from), self.colours[pixel]);
            let far = apart(got, wanted);
            if far > self.bound {
                let edge = self.edges[pixel];
                assert!(edge > 0.3 * far, "{said}: pixel {pixel} is {got:?} and not {wanted:?}; an edge is {edge}");
                off += 1;
            }
        }
        assert!(20 * off <= picture.len() + 20, "{said}: {off} of {} pixels are off, at edges", picture.len());
    }
}

#[test]
fn pictures_are_those_of_double_precision() {
    let scene = room();
    let settings = small(&scene);
    let wanted = Wanted::new(&scene, &settings, false);
    each_dialect(|device| {
        for method in [Method::Grid, Method::BruteForce, Method::GridMultipass] {
            let settings = Settings { method: Some(method), ..settings.clone() };
            if runs_here(device, method.name(), method.runs_on(device)) {
                wanted.check(&rendered(device, &scene, &settings), method.name());
            }
        }
    });
}

#[test]
fn light_that_is_scattered_and_soft_is_that_of_double_precision() {
    let scene = room();
    let mut settings = small(&scene);
    (settings.scattering, settings.bounces) = (true, 2);
    settings.lights[0].radius = 0.5;
    settings.lights.push(Light { place: [-2.0, 3.0, 2.0], colour: [0.1, 0.2, 0.4], radius: 0.0 });
    settings.lights.push(Light { place: [0.0, 2.5, 0.0], colour: [0.2, 0.1, 0.1], radius: 0.1 });
    (settings.width, settings.height, settings.samples) = if cfg!(debug_assertions) { (4, 3, 2) } else { (16, 12, 3) };
    let wanted = Wanted::new(&scene, &settings, false);
    each_dialect(|device| wanted.check(&rendered(device, &scene, &settings), "scattered"));
}

#[test]
fn the_three_kernels_of_the_paper_show_what_the_eye_sees() {
    let scene = room();
    let settings = Settings { method: Some(Method::Brook), samples: 2, ..small(&scene) };
    let wanted = Wanted::new(&scene, &settings, true);
    each_dialect(|device| {
        let (picture, trace) = device.traced(|| rendered(device, &scene, &settings));
        wanted.check(&picture, "brook");
        if chip().is_none() {
            // The two black pictures, setup, begin, intersect, shade, gather, and the rows' place.
            assert_eq!(passes_of_kernels(&trace), 8);
        }
    });
}

#[test]
fn a_bounce_is_five_kernels_and_one_count_and_rays_stay_in_order() {
    let scene = room();
    each_dialect(|device| {
        let mut tracer = Tracer::new(device, &scene, Settings { samples: 2, ..small(&scene) }).unwrap();
        if tracer.method() != Method::Grid {
            return;
        }
        let mut bounces = 0;
        let mut rays = 4 * tracer.settings().width * tracer.settings().height;
        while !tracer.is_done() {
            let traced = tracer.rays_traced();
            let (on, trace) = device.traced(|| tracer.step().unwrap());
            assert_eq!(tracer.rays_traced() - traced, rays);
            let kernels = ["raytrace_grid", "raytrace_light", "raytrace_gather", "raytrace_children", "raytrace_spawn"];
            for kernel in kernels {
                let wanted = usize::from(kernel != "raytrace_spawn" || on > 0);
                assert_eq!(trace.passes().filter(|pass| pass.kernel == kernel).count(), wanted, "{kernel}");
            }
            assert!(trace.readbacks().count() <= 1);
            assert!(trace.passes().count() <= 12, "{}", trace.passes().count());
            if let Some(on_their_way) = tracer.rays() {
                let numbers: Vec<f32> = on_their_way.origin.read().unwrap().iter().map(|origin| origin[3]).collect();
                assert_eq!(numbers.len(), on);
                assert!(numbers.is_sorted());
                let hits = tracer.hits().unwrap().read().unwrap();
                assert_eq!(hits.len(), rays);
                assert!(hits.iter().all(|hit| hit[3] == -1.0 || (hit[3] as usize) < scene.mesh.triangles.len()));
            }
            (rays, bounces) = (on, bounces + 1);
        }
        // Mirrored four times, then a ray to the light, perhaps through glass.
        assert!((6..=21).contains(&bounces), "{bounces}");
    });
}

#[test]
fn few_rays_at_once_make_the_same_picture() {
    let scene = room();
    each_dialect(|device| {
        let settings = small(&scene);
        let all = rendered(device, &scene, &settings);
        assert_eq!(rendered(device, &scene, &Settings { rays: 2 * settings.width + 1, ..settings.clone() }), all);
        assert_eq!(rendered(device, &scene, &Settings { rays: 0, ..settings }), all);
    });
}

#[test]
fn triangles_without_an_area_are_never_hit() {
    each_dialect(|device| {
        let mut scene = Scene::of(Mesh::cube());
        let settings = Settings { width: 8, height: 8, ..Settings::of(&scene, 8, 8) };
        for method in [Method::Grid, Method::BruteForce]
            .into_iter()
            .filter(|method| runs_here(device, method.name(), method.runs_on(device)))
        {
            let settings = Settings { method: Some(method), ..settings.clone() };
            let before = rendered(device, &Scene::of(Mesh::cube()), &settings);
            scene.add(
                &Mesh {
                    positions: vec![[-1.0; 3], [0.0; 3], [1.0; 3]],
                    triangles: vec![[0, 1, 2], [0, 0, 1], [2, 2, 2]],
                },
                scenes::mirror(),
            );
            assert_eq!(rendered(device, &scene, &settings), before);
        }
        let line = Mesh { positions: vec![[-1.0; 3], [0.0; 3], [1.0; 3]], triangles: vec![[0, 1, 2]] };
        let sky = rendered(device, &Scene::of(line), &settings);
        assert!(sky.iter().all(|colour| colour[2] > 0.4 && colour[2] < 0.76), "nothing but the sky");
    });
}

proptest! {
    #![proptest_config(crate::support::cases_of_application(4, 40))]

    /// Triangles that lie anywhere: all methods see the same, in bits.
    #[test]
    fn methods_agree_on_random_triangles(
        corners in proptest::collection::vec(proptest::array::uniform3(-1.0f32..1.0), 3..120),
        glass in any::<bool>(),
        samples in 1usize..3,
    ) {
        let count = corners.len() / 3;
        let triangles = (0..count as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let mut scene = Scene::default();
        scene.add(&Mesh { positions: corners, triangles }, if glass { scenes::glass() } else { scenes::mirror() });
        let settings = Settings { samples, bounces: 2, ..Settings::of(&scene, 7, 5) };
        for device in devices() {
            let methods = [Method::BruteForce, Method::Grid, Method::GridMultipass];
            let pictures: Vec<_> = methods
                .into_iter()
                .filter(|method| crate::support::runs_here(&device, method.name(), method.runs_on(&device)))
                .map(|method| rendered(&device, &scene, &Settings { method: Some(method), ..settings.clone() }))
                .collect();
            for picture in &pictures {
                prop_assert_eq!(picture, &pictures[0]);
            }
        }
    }
}

/// The chips of the papers render it, or say what they lack. Brook's Ray ran on an X800 (R420) and a 6800 (NV40).
#[test]
fn chips_render_or_say_what_is_missing() {
    let scene = Scene::of(Mesh::tetrahedron());
    let mut settings = Settings { samples: 1, bounces: 1, ..Settings::of(&scene, 5, 4) };
    settings.lights[0].colour = [0.8, 0.7, 0.6];
    // It takes long where nothing is optimised.
    let all = is_full() || !cfg!(debug_assertions);
    let chips = if all { &Chip::ALL[..] } else { &[Chip::Nv40, Chip::R300, Chip::None] };
    for &chip in sample(chips, 0, 3) {
        let device = Device::emulated(chip).unwrap();
        for method in Method::ALL {
            let settings = Settings { method: Some(method), ..settings.clone() };
            let done = Tracer::new(&device, &scene, settings.clone()).and_then(|mut tracer| {
                tracer.render()?;
                Ok(tracer.picture().read()?)
            });
            let wanted = Wanted::new(&scene, &settings, method == Method::Brook);
            // Seventeen bits of mantissa, where there are 24 bits of a float.
            let bound = if matches!(chip, Chip::R300 | Chip::R420) { 2e-3 } else { BOUND };
            match done {
                Ok(picture) => {
                    for (pixel, got) in picture.iter().enumerate() {
                        let far = apart(got.map(f64::from), wanted.colours[pixel]);
                        let edge = wanted.edges[pixel];
                        assert!(far < bound || edge > 0.3 * far, "{chip:?} {method:?}: pixel {pixel} is off by {far}");
                    }
                }
                Err(error) => assert!(error.is_missing_feature(), "{chip:?} {method:?}: {error}"),
            }
        }
    }
}
