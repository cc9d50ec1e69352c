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
        let from = "brooklet: kernel `next` computes with ints from line 1 of ";
        let to = format!(") has no integers: results beyond {exact} are rounded and do not wrap\n");
        assert!(made.err.starts_with(from) && made.err.ends_with(&to), "{options:?}: {}", made.err);
        assert_eq!(made.err.lines().count(), 1, "{}", made.err);
        assert_eq!(place.ok(&[&["-q"], &args[..]].concat()), "13 19\n");
    }
    assert_eq!(place.ok(&["run", "whole.br", "--chip", "none"]), "13 19\n");
}
