//! `brooklet app mandelbrot`: pictures, counts, and what was skipped.

use crate::support::{Place, backends};

#[test]
fn all_ways_to_skip_write_the_same_counts() {
    let place = Place::new();
    let small = ["app", "mandelbrot", "--size", "24x16", "--iterations", "30", "-q", "-o"];
    for [option, name] in backends(&["none", "nv40"]) {
        let counts = ["early-z", "branch", "none"].map(|method| {
            let words = [&small[..], &["m.npy", "--method", method, option, name]].concat();
            assert_eq!(place.ok(&words), "");
            place.npy("m.npy")
        });
        let (shape, first) = &counts[0];
        // 30 iterations are four rounds of 8.
        assert_eq!((shape.as_slice(), first.iter().copied().fold(0.0, f32::max)), (&[16, 24][..], 32.0), "{name}");
        assert!(counts.iter().all(|other| other == &counts[0]), "{name}");
    }
}

#[test]
fn a_picture_says_what_was_skipped() {
    let place = Place::new();
    let words = [
        "app",
        "mandelbrot",
        "--size",
        "48x32",
        "-o",
        "m.png",
        "--chip",
        "none",
        "--centre",
        "-0.75,0",
        "--trace",
        "t.json",
    ];
    let run = place.run(&words);
    assert!(
        run.err.starts_with("note: 32 rounds skipped ") && run.err.ends_with(" % of their points\n"),
        "{}",
        run.err
    );
    assert!(place.text("t.json").contains("mandelbrot_cull"));
    // An occlusion query would keep ATI's chips from skipping. The emulator knows what ran, in blocks of 2 × 2.
    let chip = place.run(&[&words[..4], &["--chip", "r420", "-o", "m.npy", "--trace", "t.json"]].concat());
    let share =
        |note: &str| note.split_whitespace().find_map(|word| word.parse::<f64>().ok().filter(|share| *share != 32.0));
    let (exact, blocks) = (share(&run.err).unwrap(), share(&chip.err).unwrap());
    assert!(blocks <= exact && blocks > 0.8 * exact, "{exact}, {blocks}");
    let passes = &place.json("t.json")["passes"];
    let steps = || passes.as_array().unwrap().iter().filter(|pass| pass["kernel"] == "mandelbrot_step");
    let ran: u64 = steps().map(|pass| pass["fragments"].as_u64().unwrap()).sum();
    assert_eq!(format!("{:.1}", 100.0 * (1.0 - ran as f64 / (32 * 48 * 32) as f64)), format!("{blocks:.1}"));
    let said = place.fails(&["app", "mandelbrot", "--size", "4x4", "-o", "m.png", "--iterations", "0"]);
    assert!(said.contains("the number of iterations is 0; it must be from 1 to 1048576"), "{said}");
    place.misuse(&["app", "mandelbrot", "--size", "0x4", "-o", "m.png"]);
    place.misuse(&["app", "mandelbrot", "-o", "m.png", "--centre", "1"]);
}
