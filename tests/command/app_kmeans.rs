//! `brooklet app kmeans` on real files.

use crate::axis::int64;
use crate::support::{Place, backends};

#[test]
fn points_are_divided_in_every_dialect_and_on_a_plain_machine() {
    let place = Place::new();
    // Pairs near (0, 0) and near (9, 9).
    place.array("p.npy", &[4, 2], &[0.0, 0.0, 9.0, 9.0, 0.0, 1.0, 9.0, 8.0]);
    for [option, name] in backends(&["none"]) {
        let words = ["app", "kmeans", "p.npy", "-k", "2", "-o", "l.npy", "--centres", "c.npy", "-q", option, name];
        assert_eq!(place.ok(&words), "");
        let labels = int64(&place, "l.npy");
        assert_eq!(labels[..2], labels[2..], "{name}");
        assert_ne!(labels[0], labels[1], "{name}");
        let (shape, centres) = place.npy("c.npy");
        assert_eq!(shape, [2, 2]);
        let of = |label: i64| &centres[2 * label as usize..][..2];
        assert_eq!((of(labels[0]), of(labels[1])), (&[0.0, 0.5][..], &[9.0, 8.5][..]), "{name}");
    }
    let run = place.run(&["app", "kmeans", "p.npy", "-k", "2", "-o", "l.csv", "--trace", "t.json"]);
    assert!(run.err.starts_with("note: 2 centres after ") && run.err.contains("sum up to 1.0"), "{}", run.err);
    assert_eq!(place.text("l.csv").lines().count(), 4);
    assert!(place.text("t.json").contains("kmeans_nearest"));
    // A list of numbers, of which each is a point.
    place.list("n.npy", &[1.0, 7.0, 1.5, 7.5]);
    place.ok(&["app", "kmeans", "n.npy", "-k", "2", "-o", "l.npy", "--centres", "c.npy", "-q"]);
    let mut centres = place.npy("c.npy").1;
    centres.sort_by(f32::total_cmp);
    assert_eq!(centres, [1.25, 7.25]);
}

#[test]
fn pictures_get_the_colours_of_the_centres() {
    let place = Place::new();
    let colours = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.2], [0.8, 0.0, 0.0]].concat();
    place.array("p.npy", &[2, 2, 3], &colours);
    place.ok(&["app", "kmeans", "p.npy", "-k", "2", "-o", "p.hdr", "-q"]);
    place.ok(&["app", "kmeans", "p.npy", "-k", "2", "-o", "p.png", "-q"]);
    place.ok(&["map", "x", "-i", "x=p.png", "-o", "again.npy", "-q"]);
    let (shape, again) = place.npy("again.npy");
    assert_eq!(shape, [2, 2, 3]);
    let close =
        |at: usize, wanted: [f32; 3]| again[3 * at..][..3].iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.01);
    assert!(close(0, [0.0, 0.0, 0.1]) && close(2, [0.0, 0.0, 0.1]), "{again:?}");
    assert!(close(1, [0.9, 0.0, 0.0]) && close(3, [0.9, 0.0, 0.0]), "{again:?}");
}

#[test]
fn what_cannot_be_divided_is_said() {
    let place = Place::new();
    place.list("n.npy", &[1.0, 2.0]);
    let said = place.fails(&["app", "kmeans", "n.npy", "-k", "3", "-o", "l.npy"]);
    assert!(said.contains("n.npy") && said.contains("2 points cannot have 3 centres"), "{said}");
    place.list("i.npy", &[1.0, f32::INFINITY]);
    let said = place.fails(&["app", "kmeans", "i.npy", "-k", "2", "-o", "l.npy"]);
    assert!(said.contains("i.npy") && said.contains("points are finite numbers"), "{said}");
    let said = place.fails(&["app", "kmeans", "n.npy", "-k", "1", "-o", "l.npy", "--centres", "l.npy"]);
    assert!(said.contains("name two files"), "{said}");
    assert!(place.fails(&["app", "kmeans", "n.npy", "-o", "l.f32"]).contains("l.f32"));
    place.misuse(&["app", "kmeans", "n.npy", "-k", "two", "-o", "l.npy"]);
}
