//! `brooklet app fft` on real files.
use crate::support;

use support::Place;

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
    place.array("empty.npy", &[0, 4], &[]);
    place.fails(&["app", "fft", "empty.npy", "-o", "s.npy", "--low-pass", "3"]);
    place.list("wave.npy", &[1.0; 8]);
    place.fails(&["app", "fft", "wave.npy", "-o", "s.npy", "--low-pass", "3"]);
    place.misuse(&["app", "fft", "wave.npy", "-o", "s.npy", "--low-pass", "0"]);
    place.misuse(&["app", "fft", "wave.npy", "-o", "s.npy", "--low-pass", "3", "--high-pass", "4"]);
    place.misuse(&["app", "fft", "wave.npy", "-o", "s.npy"]);
    place.misuse(&["app", "fft", "wave.npy"]);
}
