//! `brooklet fft` on real files.
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
            for method in ["radix-2", "autosort"] {
                place.ok(&["fft", input, "-o", "s.npy", "--dialect", dialect, "--method", method]);
                assert_eq!(complex(&place, "s.npy").0, "4,");
                near(&complex(&place, "s.npy").1, &LINE);
            }
        }
        place.ok(&["fft", "s.npy", "-o", "again.npy", "--inverse", "--dialect", dialect]);
        near(&complex(&place, "again.npy").1, &WAVE);
    }
}

#[test]
fn pairs_and_columns_are_real_and_imaginary_parts() {
    let place = Place::new();
    place.array("x.npy", &[4, 2], WAVE.as_flattened());
    place.ok(&["fft", "x.npy", "-o", "s.npy", "--pairs"]);
    let (shape, spectrum) = place.npy("s.npy");
    assert_eq!(shape, [4, 2]);
    near(spectrum.as_chunks::<2>().0, &LINE);
    place.ok(&["fft", "x.npy", "-o", "s.csv", "--pairs"]);
    assert_eq!(place.text("s.csv").lines().count(), 4);
    place.ok(&["fft", "s.csv", "-o", "again.csv", "--pairs", "--inverse"]);
    assert_eq!(place.text("again.csv").lines().count(), 4);
    // Without it, they are two real numbers: rows of sums and differences.
    place.ok(&["fft", "x.npy", "-o", "s.npy"]);
    let (shape, rows) = complex(&place, "s.npy");
    assert_eq!(shape, "4, 2");
    near(&rows, &[1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0].map(|re| [re, 0.0]));
    place.array("three.npy", &[4, 3], &[0.0; 12]);
    assert!(place.fails(&["fft", "three.npy", "-o", "s.npy", "--pairs"]).contains("three.npy is (4, 3): with --pairs"));
}

#[test]
fn real_numbers_have_half_a_spectrum() {
    let place = Place::new();
    for n in [1usize, 5, 6, 12] {
        let values: Vec<f32> = (0..n).map(|k| (k * k % 7) as f32).collect();
        place.list("x.npy", &values);
        place.ok(&["fft", "x.npy", "-o", "s.npy", "--real"]);
        let (shape, half) = complex(&place, "s.npy");
        assert_eq!(shape, format!("{},", n / 2 + 1));
        place.ok(&["fft", "x.npy", "-o", "whole.npy"]);
        near(&half, &complex(&place, "whole.npy").1[..n / 2 + 1]);
        place.ok(&["fft", "s.npy", "-o", "again.npy", "--real", "--inverse", "--length", &n.to_string()]);
        let (shape, again) = place.npy("again.npy");
        assert_eq!(shape, [n]);
        assert!(again.iter().zip(&values).all(|(a, b)| (a - b).abs() < 1e-5), "{again:?}");
    }
    // Without a length it is an even number, as in NumPy.
    place.ok(&["fft", "s.npy", "-o", "again.npy", "--real", "--inverse"]);
    assert_eq!(place.npy("again.npy").0, [12]);
    let error = place.fails(&["fft", "s.npy", "-o", "again.npy", "--real", "--inverse", "--length", "99"]);
    assert!(error.contains("s.npy") && error.contains("the spectrum of 99 real numbers has 50 elements"), "{error}");
    let error = place.fails(&["fft", "s.npy", "-o", "again.npy", "--real"]);
    assert!(error.contains("s.npy has complex numbers, and --real transforms real ones"), "{error}");
    place.misuse(&["fft", "s.npy", "-o", "again.npy", "--length", "4"]);
}

#[test]
fn axes_are_as_in_numpy() {
    let place = Place::new();
    let c_order: Vec<[f32; 2]> = (0..8).map(|k| [k as f32, -(k as f32)]).collect();
    let f_order: Vec<[f32; 2]> = (0..8).map(|k| c_order[4 * (k % 2) + k / 2]).collect();
    let stored = bytes_of(f_order.as_flattened());
    let text = npy("<c8", &[2, 4], &[]);
    let header = String::from_utf8_lossy(&text[10..]).replace("False, ", "True,  ");
    place.file("f.npy", [&text[..10], header.as_bytes(), &stored].concat());
    place.file("c.npy", npy("<c8", &[2, 4], &bytes_of(c_order.as_flattened())));
    for axes in ["-1", "0", "0,1", "-2,-1"] {
        place.ok(&["fft", "f.npy", "-o", "fs.npy", "--axis", axes]);
        place.ok(&["fft", "c.npy", "-o", "cs.npy", "--axis", axes]);
        assert_eq!(place.bytes("fs.npy"), place.bytes("cs.npy"));
    }
    // The first axis: sums and differences of the rows.
    place.ok(&["fft", "c.npy", "-o", "cs.npy", "--axis", "0"]);
    let wanted = [4.0, 6.0, 8.0, 10.0, -4.0, -4.0, -4.0, -4.0].map(|x: f32| [x, -x]);
    near(&complex(&place, "cs.npy").1, &wanted);
    assert!(place.fails(&["fft", "c.npy", "-o", "cs.npy", "--axis", "2"]).contains("c.npy"));
    let error = place.fails(&["fft", "c.npy", "-o", "cs.npy", "--axis", "0,-2"]);
    assert!(error.contains("list at least one, and each once"), "{error}");
}

#[test]
fn what_cannot_be_transformed_is_said() {
    let place = Place::new();
    place.list("none.npy", &[]);
    let error = place.fails(&["fft", "none.npy", "-o", "s.npy"]);
    assert!(error.contains("there is no Fourier transform of no elements"), "{error}");
    place.file("short.npy", npy("<c8", &[4], &[0; 31]));
    let error = place.fails(&["fft", "short.npy", "-o", "s.npy"]);
    assert!(error.contains("32"), "{error}");
    place.list("x.npy", &[1.0; 8]);
    place.misuse(&["fft", "x.npy"]);
    place.misuse(&["fft", "x.npy", "-o", "s.npy", "--method", "slow"]);
    assert!(place.fails(&["fft", "x.npy", "-o", "s.png"]).contains("s.png"));
}
