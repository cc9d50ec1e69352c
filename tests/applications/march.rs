//! Marching cubes, against plain Rust.

use std::f64::consts::PI;

use brooklet::applications::march::{self, MarchError, MarchingCubes, Method, Volume};
use brooklet::applications::{Error, march::Surface};
use brooklet::fragment_program::Chip;
use brooklet::{Class, Device, Event, Mesh};
use proptest::prelude::*;

use crate::support::level::sample;
use crate::support::{self, noise};

/// The triangles of a volume, cell by cell, each from its own eight samples.
fn reference([planes, rows, columns]: [usize; 3], samples: &[f32], iso: f32) -> Vec<[[f32; 3]; 3]> {
    let at = |[x, y, z]: [usize; 3]| samples[(z * rows + y) * columns + x];
    let mut triangles = Vec::new();
    for z in 0..planes - 1 {
        for y in 0..rows - 1 {
            for x in 0..columns - 1 {
                let corner = |k: u8| [x + usize::from(k & 1), y + usize::from(k >> 1 & 1), z + usize::from(k >> 2)];
                let case = (0..8).fold(0, |case, k| case | u8::from(at(corner(k)) >= iso) << k);
                triangles.extend(march::triangles(case).iter().map(|edges| {
                    edges.map(|edge| {
                        let (low, high) = (corner(edge.corner), corner(edge.corner | 1 << edge.axis));
                        let mut vertex = low.map(|x| x as f32);
                        vertex[usize::from(edge.axis)] += (iso - at(low)) / (at(high) - at(low));
                        vertex
                    })
                }));
            }
        }
    }
    triangles
}

fn bits(triangles: &[[[f32; 3]; 3]]) -> Vec<u32> {
    support::bits(triangles.as_flattened().as_flattened())
}

/// How far a device's division may be off.
fn near(a: &[[[f32; 3]; 3]], b: &[[[f32; 3]; 3]], off: f32) -> bool {
    let (a, b) = (a.as_flattened().as_flattened(), b.as_flattened().as_flattened());
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= off * b.abs().max(1.0))
}

fn surface(volume: &Volume, iso: f32, method: Method) -> Result<Surface, Error> {
    MarchingCubes::new(volume.samples().device(), method)?.surface(volume, iso)
}

/// A surface, or none where a chip says what it lacks.
fn fitting(result: Result<Surface, Error>) -> Option<Surface> {
    match result {
        Ok(surface) => Some(surface),
        Err(error) => {
            assert!(support::chip().is_some() && error.is_missing_feature(), "{error}");
            None
        }
    }
}

fn holds(device: &Device, shape: [usize; 3], samples: &[f32], iso: f32) {
    let wanted = reference(shape, samples, iso);
    let volume = Volume::new(device, shape, samples).unwrap();
    let mut bitwise = Vec::new();
    for method in Method::ALL {
        let Some(surface) = fitting(surface(&volume, iso, method)) else { continue };
        let found = surface.triangles().unwrap();
        assert!(near(&found, &wanted, 4.0 * support::roundoff() as f32), "{method:?} {shape:?}: {found:?} {wanted:?}");
        bitwise.push(bits(&found));
    }
    if support::chip().is_none() {
        assert_eq!(bitwise.len(), 2);
        // GPUs divide within a unit or two in the last place; both methods do it alike, which is what closes the surface.
        if device.info().class != Class::Hardware {
            assert_eq!(bitwise[0], bits(&wanted), "Brook {shape:?}");
        }
        assert_eq!(bitwise[1], bitwise[0], "pyramid {shape:?}");
    }
}

#[test]
fn every_cell_by_itself_and_with_neighbours() {
    support::each_dialect(|device| {
        // All cases: 16 × 16 cells, each of samples of its own.
        let mut samples = vec![0.0; 2 * 32 * 32];
        for case in 0..256 {
            for corner in 0..8 {
                let (x, y, z) = (2 * (case % 16) + corner % 2, 2 * (case / 16) + corner / 2 % 2, corner / 4);
                samples[(z * 32 + y) * 32 + x] = if case >> corner & 1 == 1 { 0.75 } else { -0.375 };
            }
        }
        holds(device, [2, 32, 32], &samples, 0.125);
        holds(device, [9, 7, 18], &noise(9 * 7 * 18, 3), 0.1);
    });
}

#[test]
fn noise_that_is_closed_is_a_closed_surface() {
    let n = if cfg!(debug_assertions) { 10 } else { 40 };
    support::each_dialect(|device| {
        let values = noise(n * n * (n + 3), 5);
        let volume = Volume::closed(device, [n, n, n + 3], &values).unwrap();
        for method in Method::ALL {
            let Some(surface) = fitting(surface(&volume, 0.0, method)) else { continue };
            let mesh = surface.mesh().unwrap();
            mesh.edges().check_closed().unwrap_or_else(|error| panic!("{method:?}: {error}"));
            let (low, high) = mesh.bounds();
            assert_eq!(low, [0.0; 3]);
            assert_eq!(high, [(n + 2) as f32, (n - 1) as f32, (n - 1) as f32]);
            assert!(mesh.volume() > 0.0);
        }
        // The same from a stream.
        let stream = device.upload_shaped([n, n, n + 3], &values).unwrap();
        let other = Volume::of(&stream, true).unwrap();
        assert_eq!(support::bits(&other.samples().read().unwrap()).len(), volume.samples().len());
        let [a, b] = [&volume, &other].map(|volume| fitting(surface(volume, 0.0, Method::Pyramid)));
        if let (Some(a), Some(b)) = (a, b) {
            assert_eq!(bits(&a.triangles().unwrap()), bits(&b.triangles().unwrap()));
        }
    });
}

fn meshed(device: &Device, name: &str, n: usize) -> Mesh {
    let volume = Volume::new(device, [n, n, n], &march::generate(name, n).unwrap()).unwrap();
    surface(&volume, 0.0, Method::Pyramid).unwrap().mesh().unwrap()
}

#[test]
fn spheres_and_tori_converge_at_second_order() {
    if let Some(chip) = support::chip() {
        support::left_out(format!("what is so on drivers alone: the chip {chip}"));
        return;
    }
    let device = support::device(support::dialects()[0]);
    let sizes: &[usize] = if cfg!(debug_assertions) { &[13, 25, 49] } else { &[25, 49, 97, 193] };
    for (name, volume, area) in [
        ("sphere", 4.0 / 3.0 * PI * 0.512, 4.0 * PI * 0.64),
        ("torus", 2.0 * PI * PI * 0.6 * 0.0625, 4.0 * PI * PI * 0.15),
    ] {
        let mut before: Option<[f64; 2]> = None;
        for n in sizes {
            let mesh = meshed(&device, name, *n);
            mesh.edges().check_closed().unwrap();
            let scale = (*n as f64 - 1.0) / 2.0;
            let off = [mesh.volume() / scale.powi(3) / volume - 1.0, mesh.area() / scale.powi(2) / area - 1.0];
            if let Some(before) = before {
                for (now, before) in off.iter().zip(before) {
                    let ratio = before / now;
                    assert!((3.0..6.0).contains(&ratio), "{name} {n}: {before} then {now}");
                }
            }
            before = Some(off);
        }
    }
}

#[test]
fn passes_are_counted_and_one_count_is_read() {
    support::each_dialect(|device| {
        let n = 32;
        let volume = Volume::new(device, [n, n, n], &march::generate("sphere", n).unwrap()).unwrap();
        let march = MarchingCubes::new(device, Method::Pyramid).unwrap();
        let (found, trace) = device.traced(|| march.surface(&volume, 0.0));
        let Some(_) = fitting(found) else { return };
        // 32³ samples, 8192 counts of four cells; 512 sums; 32; 2.
        let expansions = if device.limits().targets >= 3 { 1 } else { 3 };
        assert_eq!(support::passes_of_kernels(&trace), 1 + 3 + expansions);
        let reads: Vec<usize> = trace
            .events
            .iter()
            .filter_map(|event| if let Event::ReadBack(transfer) = event { Some(transfer.bytes) } else { None })
            .collect();
        assert!(reads.len() == 1 && reads[0] <= 64, "{reads:?}");
    });
}

#[test]
fn samples_at_the_level_and_volumes_without_a_surface() {
    support::each_dialect(|device| {
        // A single sample at the level, and a plane of them: triangles without area are left out of the mesh.
        let mut samples = vec![-1.0; 125];
        samples[62] = 0.0;
        let volume = Volume::new(device, [5, 5, 5], &samples).unwrap();
        for method in Method::ALL {
            if let Some(surface) = fitting(surface(&volume, 0.0, method)) {
                assert_eq!((surface.len(), surface.mesh().unwrap().triangles.len()), (8, 0));
            }
            if let Some(surface) = fitting(surface(&volume, 0.5, method)) {
                assert!(surface.is_empty() && surface.triangles().unwrap().is_empty());
            }
            if let Some(surface) = fitting(surface(&volume, -2.0, method)) {
                assert!(surface.is_empty());
            }
        }
    });
}

#[test]
fn what_is_no_volume_is_said() {
    let device = support::device(support::dialects()[0]);
    let said = |shape: &[usize], samples: &[f32]| {
        let shape = brooklet::Shape::try_from(shape).unwrap();
        Volume::new(&device, shape, samples).unwrap_err().to_string()
    };
    assert_eq!(said(&[4, 4], &[0.0; 16]), "a volume has 3 dimensions, and this has 2: 4 × 4");
    assert_eq!(
        said(&[4, 1, 4], &[0.0; 16]),
        "a volume needs at least 2 samples along each axis, and axis 1 of this volume of 4 × 1 × 4 samples has 1"
    );
    assert_eq!(said(&[2, 2, 2], &[0.0; 7]), "7 samples were given for a volume of 2 × 2 × 2 = 8 samples");
    let mut samples = [0.0; 12];
    samples[9] = f32::NAN;
    assert_eq!(said(&[2, 2, 3], &samples), "sample (1, 1, 0) of the volume is NaN: samples are finite numbers");
    let volume = Volume::new(&device, [2, 2, 2], &[0.0; 8]).unwrap();
    let error = surface(&volume, f32::NAN, Method::Pyramid).unwrap_err();
    assert_eq!(error.to_string(), "the level of the surface is NaN: it must be finite");
    // What was never outside the device shows in the count.
    if support::chip().is_none() && device.features().nan {
        for place in [0, 7, 100, 1330] {
            let mut samples = noise(11 * 11 * 11, 4);
            samples[place] = f32::NAN;
            let stream = device.upload_shaped([11, 11, 11], &samples).unwrap();
            let error = surface(&Volume::of(&stream, false).unwrap(), 0.0, Method::Pyramid).unwrap_err();
            assert!(matches!(error, Error::March(MarchError::SomeNotFinite)), "{error}");
        }
    }
}

#[test]
fn emulated_chips_do_the_same_or_say_what_they_lack() {
    let shape = [2, 3, 4];
    let samples = noise(24, 9);
    let wanted = reference(shape, &samples, 0.1);
    let chips = [(Chip::R300, false), (Chip::None, true), (Chip::G80, true), (Chip::Nv40, true), (Chip::R420, false)];
    for (chip, runs) in sample(chips, 0, 3) {
        let device = Device::emulated(chip).unwrap();
        let volume = Volume::new(&device, shape, &samples).unwrap();
        for method in Method::ALL {
            match surface(&volume, 0.1, method) {
                Ok(surface) => {
                    let off = if runs { 1e-6 } else { 1e-3 };
                    let found = surface.triangles().unwrap();
                    assert!(near(&found, &wanted, off), "{chip:?} {method:?}: {found:?} {wanted:?}");
                }
                Err(error) => {
                    assert!(!runs && error.is_missing_feature(), "{chip:?} {method:?}: {error}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(support::cases_of_application(5, 100))]

    #[test]
    fn any_shape(planes in 2usize..6, rows in 2usize..8, columns in 2usize..40, seed in 0u64..1000, iso in -0.9f32..0.9) {
        let device = support::device(support::dialects()[0]);
        holds(&device, [planes, rows, columns], &noise(planes * rows * columns, seed), iso);
    }
}
