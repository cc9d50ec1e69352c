//! The command line of `demos/python/run_export.py`: what is wrong is said in a line, with what there is.

use std::process::{Command, Stdio};

use crate::support::{self, bytes_of, left_out};
use support::Place;

#[test]
fn the_runner_in_python_says_what_is_wrong() {
    let place = Place::new();
    place.ok(&["export", "map", "a * x + w.y", "-i", "x", "-i", "w=vec2", "-c", "a=2", "--count", "3", "-o", "map"]);
    place.file("x.f32", bytes_of(&[1.0, 2.0, 3.0]));
    place.file("w.f32", bytes_of(&[0.0; 6]));
    place.file("odd.f32", "odd");
    if Command::new("python3").arg("--version").stdout(Stdio::null()).status().is_err() {
        return left_out("what the runner in Python says: there is no python3");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/demos/python/run_export.py");
    let inputs = ["-i", "x=x.f32", "-i", "w=w.f32"];
    let with_inputs = |words: &[&'static str]| [&["map"], &inputs[..], words].concat();
    for (words, code, message) in [
        (vec!["none"], 1, "none is no export: there is no none/plan.json"),
        (vec!["map", "--count", "7"], 1, "no plan for 7: there are 3"),
        (vec!["map", "-i", "x=x.f32"], 1, "these inputs are missing: w"),
        (vec!["map", "-i", "x"], 2, "argument -i/--input: expected NAME=FILE, found x"),
        (vec!["map", "-i", "x=gone.f32", "-i", "w=w.f32"], 1, "gone.f32: No such file or directory"),
        (vec!["map", "-i", "x=w.f32", "-i", "w=w.f32"], 1, "x takes 3 numbers, not 6"),
        (
            vec!["map", "-i", "x=odd.f32", "-i", "w=w.f32"],
            1,
            "odd.f32 has 3 bytes: a file of float32 has 4 for each number",
        ),
        (with_inputs(&["-i", "y=x.f32"]), 1, "there is no input y: there are x, w"),
        (with_inputs(&["-o", "mapped"]), 2, "argument -o/--output: expected NAME=FILE, found mapped"),
        (with_inputs(&["-o", "y=y.f32"]), 1, "there is no output y: there are mapped"),
        (with_inputs(&["-c", "a=b"]), 2, "argument -c/--constant: expected NAME=NUMBER[,..], found a=b"),
        (with_inputs(&["-c", "b=3"]), 1, "there is no constant b: there are a"),
        (with_inputs(&["-c", "a=1,2"]), 1, "the number of values of a, a float, is 2 instead of 1"),
    ] {
        let output =
            Command::new("python3").args(["-B", script]).args(&words).current_dir(place.path("")).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said), (Some(code), format!("run_export.py: {message}\n")), "{words:?}");
    }
}
