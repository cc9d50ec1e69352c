//! Ints where there are none: an error, or one note.

use crate::support::{Place, dialects, has_integers, left_out, npy};

const PROGRAM: &str = "
kernel void copy(int a<>, out int r<>) { r = a; }
kernel void next(int a<>, out int r<>) { r = a; r++; }
kernel void odd(int a<>, out int r<>) {
    r = a;
    if (a > 16777217) r = 0;
}
reduce void sum(int a<>, reduce int r<>) { r += a; }
";

/// The options that choose a device without integers, and how far its ints are exact.
fn without_integers() -> Vec<([&'static str; 2], u32)> {
    let mut all = vec![(["--chip", "r300"], 131_072), (["--chip", "nv40"], 16_777_216)];
    match std::env::var("BROOKLET_TEST_DIALECTS") {
        Ok(names) if !names.split(',').any(|name| name == "gl2") => left_out("the dialect gl2"),
        _ => all.push((["--dialect", "gl2"], 16_777_216)),
    }
    all
}

fn with_integers() -> Vec<[&'static str; 2]> {
    let drivers = dialects().into_iter().filter(|dialect| has_integers(dialect)).map(|dialect| ["--dialect", dialect]);
    drivers.chain([["--chip", "g80"], ["--chip", "none"]]).collect()
}

fn place() -> Place {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    place.file("a.npy", npy("<i4", &[3], &[1i32, 7, -9].map(i32::to_le_bytes).concat()));
    place
}

fn run<'a>(options: &[&'a str; 2], words: &[&'a str]) -> Vec<&'a str> {
    [&["run", "p.br"], words, options].concat()
}

#[test]
fn a_note_where_ints_may_be_rounded() {
    let place = place();
    for (options, exact) in without_integers() {
        let said = |words: &[&str], line: usize| {
            let made = place.run(&run(&options, words));
            let (from, to) = (
                format!(
                    "note: kernel `{}` computes with ints from line {line} of p.br on, and this device (",
                    words[0]
                ),
                format!(") has no integers: results beyond {exact} are rounded and do not wrap\n"),
            );
            assert_eq!(made.code, Some(0), "{}", made.err);
            assert!(made.err.starts_with(&from) && made.err.ends_with(&to), "{options:?}: {}", made.err);
            assert_eq!(made.err.lines().count(), 1, "{}", made.err);
            made.out
        };
        assert_eq!(said(&["next", "a=a.npy", "r=@r.csv"], 3), "");
        assert_eq!(place.text("r.csv"), "2\n8\n-8\n");
        assert_eq!(said(&["sum", "a=a.npy"], 8), "-1\n");
        // Whoever wants no notes gets none.
        assert_eq!(place.ok(&[&["-q"], &run(&options, &["sum", "a=a.npy"])[..]].concat()), "-1\n");
        assert_eq!(place.ok(&run(&options, &["copy", "a=a.npy", "r=@r.csv"])), "");
        assert_eq!(place.text("r.csv"), "1\n7\n-9\n");
    }
    for options in with_integers() {
        assert_eq!(place.ok(&run(&options, &["next", "a=a.npy", "r=@r.csv"])), "");
        assert_eq!(place.text("r.csv"), "2\n8\n-8\n");
    }
}

#[test]
fn an_error_where_they_surely_are() {
    let place = place();
    for (options, exact) in without_integers() {
        let said = place.fails(&run(&options, &["odd", "a=a.npy", "r=@r.npy"]));
        assert!(
            said.starts_with("brooklet: kernel `odd`: line 6 of p.br has the int 16777217, and this device ("),
            "{said}"
        );
        assert!(
            said.contains(&format!(") has no integers: its ints are floats, and exact up to {exact}; take ")),
            "{said}"
        );
    }
    for options in with_integers() {
        assert_eq!(place.ok(&run(&options, &["odd", "a=a.npy", "r=@r.csv"])), "");
        assert_eq!(place.text("r.csv"), "1\n7\n-9\n");
    }
}

/// Once a program, however many kernels and calls it has.
#[test]
fn whole_programs_say_it_once() {
    let place = Place::new();
    place.file(
        "whole.br",
        "kernel void next(int a<>, out int b<>) { b = a + 1; }
         kernel void twice(int a<>, out int b<>) { b = 2 * a; b += a; }
         int main() {
             int a<2>, b<2>, data[2] = {3, 5};
             streamRead(a, data); next(a, b); twice(b, a); next(a, b); streamWrite(b, data);
             printf(\"%d %d\\n\", data[0], data[1]); return 0;
         }",
    );
    for (options, exact) in without_integers() {
        let args = [&["run", "whole.br"], &options[..]].concat();
        let made = place.run(&args);
        assert_eq!((made.code, made.out.as_str()), (Some(0), "13 19\n"), "{}", made.err);
        let from = "brooklet: note: kernel `next` computes with ints from line 1 of ";
        let to = format!(") has no integers: results beyond {exact} are rounded and do not wrap\n");
        assert!(made.err.starts_with(from) && made.err.ends_with(&to), "{options:?}: {}", made.err);
        assert_eq!(made.err.lines().count(), 1, "{}", made.err);
        assert_eq!(place.ok(&[&["-q"], &args[..]].concat()), "13 19\n");
    }
    assert_eq!(place.ok(&["run", "whole.br", "--chip", "none"]), "13 19\n");
}

/// What only compiles says the same, for a chip and for OpenGL 2.1, of which no driver is asked.
#[test]
fn compile_says_what_run_does() {
    let place = place();
    place.file(
        "k.frag",
        "input float x;\noutput float y;\nvoid main() {\n    y = float(int(fetch(x, here())) * 3);\n}\n",
    );
    place.file("odd.frag", "output float y;\nvoid main() {\n    y = float(int(here()) / 16777217);\n}\n");
    let chips = [(["--chip", "r300"], 131_072), (["--chip", "nv40"], 16_777_216)];
    for (options, exact) in chips.into_iter().chain([(["--dialect", "gl2"], 16_777_216)]) {
        let compile = |words: &[&'static str]| [&["compile"], words, &options[..]].concat();
        let device = |text: &str| {
            let (_, rest) = text.split_once("this device (").unwrap();
            let (device, rest) = rest.split_once(") has no integers").unwrap();
            (device.to_owned(), rest.to_owned())
        };
        for (words, named) in [
            (&["p.br", "--kernel", "next"][..], "kernel `next` computes with ints from line 3 of p.br on"),
            (&["p.br", "--kernel", "next", "--json"], "kernel `next` computes with ints from line 3 of p.br on"),
            (&["p.br", "--kernel", "sum"], "kernel `sum` computes with ints from line 8 of p.br on"),
            (&["k.frag"], "kernel `k` computes with ints from line 4 of k.frag on"),
        ] {
            let made = place.run(&compile(words));
            assert_eq!(made.code, Some(0), "{words:?}: {}", made.err);
            assert!(made.err.starts_with(&format!("note: {named}, and this device (")), "{words:?}: {}", made.err);
            assert_eq!(device(&made.err).1, format!(": results beyond {exact} are rounded and do not wrap\n"));
            assert_eq!(place.run(&[&["-q"], &compile(words)[..]].concat()).err, "");
        }
        assert_eq!(place.run(&compile(&["p.br", "--kernel", "copy"])).err, "");
        for (words, named) in [
            (&["p.br", "--kernel", "odd"][..], "kernel `odd`: line 6 of p.br has the int 16777217, and "),
            (&["p.br", "--kernel", "odd", "-o", "out"], "kernel `odd`: line 6 of p.br has the int 16777217, and "),
            (&["odd.frag"], "kernel `odd`: line 3 of odd.frag has the int 16777217, and "),
        ] {
            let said = place.fails(&compile(words));
            assert!(said.starts_with(&format!("brooklet: {named}this device (")), "{words:?}: {said}");
            let wanted =
                format!(": its ints are floats, and exact up to {exact}; take a dialect or chip with integers, ");
            assert!(device(&said).1.starts_with(&wanted), "{words:?}: {said}");
        }
        assert!(!place.path("out").exists());
    }
    for options in [["--chip", "g80"], ["--chip", "none"], ["--dialect", "gl"], ["--dialect", "es"]] {
        let made = place.run(&[&["compile", "p.br"], &options[..]].concat());
        assert_eq!((made.code, made.err.as_str()), (Some(0), ""), "{options:?}");
    }
}

/// The other kernels of a program are compiled for a chip all the same, as where one does not fit it.
#[test]
fn a_kernel_that_a_chip_rounds_leaves_the_others() {
    let place = place();
    let made = place.run(&["compile", "p.br", "--chip", "nv40", "-q"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert!(
        made.out.contains("\n# odd: kernel `odd`: line 6 of p.br has the int 16777217, and this device ("),
        "{}",
        made.out
    );
    assert!(made.out.contains("# next: fits chip nv40: "), "{}", made.out);
    let json: serde_json::Value =
        serde_json::from_str(&place.ok(&["compile", "p.br", "--chip", "nv40", "-q", "--json"])).unwrap();
    let passes = json["passes"].as_array().unwrap();
    let refused: Vec<bool> = passes.iter().map(|pass| pass["refused"].is_string()).collect();
    assert_eq!(refused, [false, false, true, false]);
    assert_eq!(passes[2]["runs"], false);
    assert!(place.fails(&["compile", "p.br", "--dialect", "gl2", "-q"]).contains("kernel `odd`: line 6"));
}
