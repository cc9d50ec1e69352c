//! `brooklet app segment`.

use crate::support::{Place, backends};

/// A bright square of 4 × 5 in a dark picture of 10 × 12.
fn square() -> (Vec<f32>, Vec<f32>) {
    let inside = |at: usize| (3..8).contains(&(at % 12)) && (2..6).contains(&(at / 12));
    let of = |bright: f32, dark: f32| (0..120).map(|at| if inside(at) { bright } else { dark }).collect();
    (of(0.8, 0.25), of(1.0, 0.0))
}

#[test]
fn a_square_is_found_in_every_dialect_and_on_chips() {
    let place = Place::new();
    let (picture, mask) = square();
    place.array("in.npy", &[10, 12], &picture);
    for [option, name] in backends(&["none", "r300"]) {
        for method in ["brook", "packed"] {
            let words =
                ["app", "segment", "in.npy", "--seed", "4,3", "-o", "out.npy", "-q", "--method", method, option, name];
            assert_eq!(place.ok(&words), "");
            assert_eq!(place.npy("out.npy"), (vec![10, 12], mask.clone()), "{option} {name} {method}");
        }
    }
    let run = place.run(&["app", "segment", "in.npy", "--seed", "4,3", "-o", "out.png", "--trace", "t.json"]);
    assert!(run.err.starts_with("note: 20 of 120 pixels, after "), "{}", run.err);
    assert!(place.text("t.json").contains("segment_step"));
    assert_eq!(place.run(&["app", "segment", "out.png", "--seed", "4,3", "-q", "-o", "again.npy"]).code, Some(0));
    assert_eq!(place.npy("again.npy").1, mask);
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_written() {
    let place = Place::new();
    place.array("in.npy", &[10, 12], &square().0);
    place.array("list.npy", &[120], &square().0);
    place.array("nan.npy", &[2, 2], &[0.0, 1.0, f32::NAN, 1.0]);
    let with = |input, seed, more: &[&'static str]| {
        [&["app", "segment", input, "--seed", seed, "-o", "out.npy"], more].concat()
    };
    let outside = place.fails(&with("in.npy", "12,3", &[]));
    assert_eq!(outside, "brooklet: the seed (12, 3) is outside the picture of 12 columns and 10 rows, from 0\n");
    let flat = place.fails(&with("list.npy", "1,1", &[]));
    assert_eq!(flat, "brooklet: list.npy: a picture has rows and columns, and this has 1 dimensions\n");
    let nan = place.fails(&with("nan.npy", "1,1", &[]));
    assert_eq!(nan, "brooklet: the pixel at (0, 1) is NaN: brightness is a finite number\n");
    let limit = place.fails(&with("in.npy", "4,3", &["--limit", "2"]));
    assert!(limit.starts_with("brooklet: after 2 iterations labels still change by "), "{limit}");
    assert!(place.misuse(&with("in.npy", "4", &[])).contains("`4` is not 2 whole numbers with commas between them"));
    assert!(place.misuse(&["app", "segment", "in.npy", "-o", "out.npy"]).contains("--seed <X,Y>"));
    assert!(place.misuse(&with("in.npy", "4,3", &["--depth", "16"])).contains("--depth is only for .png output"));
}
