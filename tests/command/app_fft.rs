//! `brooklet app fft` on real files.
use crate::support;

use support::{Place, bytes_of, dialects, npy};

/// The numbers of a complex64 file, and its shape as NumPy writes it.
fn complex(place: &Place, name: &str) -> (String, Vec<[f32; 2]>) {
    let bytes = place.bytes(name);
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let header = String::from_utf8_lossy(&bytes[10..end]).into_owned();
    assert!(header.contains("'<c8'") && header.contains("'fortran_order': False"), "{header}");
    let (_, rest) = header.split_once('(').unwrap();
    let shape = rest.split_once(')').unwrap().0.to_owned();
    let floats: Vec<f32> = bytes[end..].as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
    (shape, floats.as_chunks::<2>().0.to_vec())
}

#[track_caller]
fn near(found: &[[f32; 2]], wanted: &[[f32; 2]]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found[0] - wanted[0]).hypot(found[1] - wanted[1]) < 1e-5, "{found:?} and not {wanted:?}");
    }
}

/// A wave of one turn in four elements, whose spectrum is one line.
const WAVE: [[f32; 2]; 4] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
const LINE: [[f32; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0], [0.0, 0.0]];

#[test]
fn complex_files_are_transformed_and_back() {
    let place = Place::new();
    place.file("x.npy", npy("<c8", &[4], &bytes_of(WAVE.as_flattened())));
    let doubles: Vec<u8> = WAVE.as_flattened().iter().flat_map(|x| f64::from(*x).to_be_bytes()).collect();
    place.file("d.npy", npy(">c16", &[4], &doubles));
    for dialect in dialects() {
        for input in ["x.npy", "d.npy"] {
            place.ok(&["app", "fft", input, "-o", "s.npy", "--dialect", dialect]);
            assert_eq!(complex(&place, "s.npy").0, "4,");
            near(&complex(&place, "s.npy").1, &LINE);
        }
        place.ok(&["app", "fft", "s.npy", "-o", "again.npy", "--inverse", "--dialect", dialect]);
        near(&complex(&place, "again.npy").1, &WAVE);
    }
}

#[test]
fn a_last_axis_of_two_and_real_numbers() {
    let place = Place::new();
    place.array("x.npy", &[4, 2], WAVE.as_flattened());
    place.ok(&["app", "fft", "x.npy", "-o", "s.npy"]);
    let (shape, spectrum) = place.npy("s.npy");
    assert_eq!(shape, [4, 2]);
    near(spectrum.as_chunks::<2>().0, &LINE);
    place.ok(&["app", "fft", "x.npy", "-o", "s.csv"]);
    assert_eq!(place.text("s.csv").lines().count(), 4);

    // As real numbers, two columns: rows of sums and differences.
    place.ok(&["app", "fft", "x.npy", "-o", "s.npy", "--real", "--rows"]);
    let (shape, rows) = complex(&place, "s.npy");
    assert_eq!(shape, "4, 2");
    near(&rows, &[1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0].map(|re| [re, 0.0]));
}

#[test]
fn complex_numbers_in_fortran_order() {
    let place = Place::new();
    let c_order: Vec<[f32; 2]> = (0..8).map(|k| [k as f32, -(k as f32)]).collect();
    let f_order: Vec<[f32; 2]> = (0..8).map(|k| c_order[4 * (k % 2) + k / 2]).collect();
    let stored = bytes_of(f_order.as_flattened());
    let text = npy("<c8", &[2, 4], &[]);
    let header = String::from_utf8_lossy(&text[10..]).replace("False, ", "True,  ");
    place.file("f.npy", [&text[..10], header.as_bytes(), &stored].concat());
    place.file("c.npy", npy("<c8", &[2, 4], &bytes_of(c_order.as_flattened())));
    place.ok(&["app", "fft", "f.npy", "-o", "fs.npy"]);
    place.ok(&["app", "fft", "c.npy", "-o", "cs.npy"]);
    assert_eq!(place.bytes("fs.npy"), place.bytes("cs.npy"));
}

#[test]
fn pictures_are_filtered_at_any_size() {
    let place = Place::new();
    // Of a checkerboard only the mean varies slowly.
    let board: Vec<f32> = (0..64 * 48).map(|at| ((at / 48 + at % 48) % 2) as f32).collect();
    place.array("x.npy", &[64, 48], &board);
    place.ok(&["app", "fft", "x.npy", "-o", "low.npy", "--low-pass", "4"]);
    let (shape, low) = place.npy("low.npy");
    assert_eq!(shape, [64, 48]);
    assert!(low.iter().all(|x| (x - 0.5).abs() < 0.02), "the mean is left: {:?}", &low[..8]);
    place.ok(&["app", "fft", "x.npy", "-o", "high.npy", "--high-pass", "4"]);
    let (_, high) = place.npy("high.npy");
    assert!(high.iter().zip(&board).all(|(a, b)| (a - b).abs() < 0.02), "all but what the mean has");
    place.ok(&["app", "fft", "x.npy", "-o", "low.png", "--low-pass", "4"]);
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = Place::new();
    place.list("x.npy", &[1.0; 1000]);
    let error = place.fails(&["app", "fft", "x.npy", "-o", "s.npy"]);
    assert!(error.contains("an axis of 1000 columns: the length must be a power of two from 2 to 2048"), "{error}");
    assert!(error.contains("x.npy"), "{error}");
    place.list("l.npy", &[1.0; 4096]);
    let error = place.fails(&["app", "fft", "l.npy", "-o", "s.npy"]);
    assert!(error.contains("4096 columns"), "{error}");
    place.array("three.npy", &[2, 4, 8], &[1.0; 64]);
    let error = place.fails(&["app", "fft", "three.npy", "-o", "s.npy"]);
    assert!(error.contains("2 × 4 × 8, which has 3 dimensions"), "{error}");
    place.list("none.npy", &[]);
    place.fails(&["app", "fft", "none.npy", "-o", "s.npy"]);
    place.file("short.npy", npy("<c8", &[4], &[0; 31]));
    let error = place.fails(&["app", "fft", "short.npy", "-o", "s.npy"]);
    assert!(error.contains("32 bytes") || error.contains("32"), "{error}");
    place.array("empty.npy", &[0, 4], &[]);
    place.fails(&["app", "fft", "empty.npy", "-o", "s.npy", "--low-pass", "3"]);
    place.list("wave.npy", &[1.0; 8]);
    place.fails(&["app", "fft", "wave.npy", "-o", "s.npy", "--low-pass", "3"]);
    place.misuse(&["app", "fft", "wave.npy", "-o", "s.npy", "--low-pass", "0"]);
    place.misuse(&["app", "fft", "wave.npy", "-o", "s.npy", "--low-pass", "3", "--inverse"]);
    place.misuse(&["app", "fft", "wave.npy"]);
}
