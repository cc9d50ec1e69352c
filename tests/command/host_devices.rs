//! Brook programs choose what they run on: by `BRT_RUNTIME`, `BRT_ADAPTER` and options.

use crate::support::{Place, left_out, printed};

const PROGRAM: &str = r#"#include <stdio.h>
kernel void twice(float a<>, out float b<>) { b = 2 * a; }
int main() {
    float a<3>, b<3>, data[3] = { 0, 1, 2 };
    streamRead(a, data);
    twice(a, b);
    streamWrite(b, data);
    printf("%g %g %g\n", data[0], data[1], data[2]);
    return 0;
}
"#;

#[test]
fn old_names_of_runtimes_are_opengl_with_a_word() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    let run = |runtime: &str| {
        let mut command = place.command(&["-q", "run", "p.br"]);
        let output = command.env("BRT_RUNTIME", runtime).output().unwrap();
        assert_eq!(printed(output.stdout), "0 2 4\n", "{runtime}");
        printed(output.stderr)
    };
    assert_eq!(run("cpu"), "");
    assert_eq!(run("cpu:0"), "");
    // A chip is a runtime of ours.
    assert_eq!(run("nv40"), "");
    if std::env::var_os("BROOKLET_TEST_DIALECTS").is_some() {
        left_out("devices by the names of BRT_RUNTIME: BROOKLET_TEST_DIALECTS names others");
        return;
    }
    assert_eq!(run("ogl:0.0"), "");
    assert_eq!(run("gles"), "");
    assert_eq!(run("ogl:0"), "");
    assert_eq!(run("dx9"), "brooklet: BRT_RUNTIME is dx9, which is not supported: OpenGL is used instead\n");
    let unknown = run("abc");
    let start =
        "brooklet: BRT_RUNTIME is abc, which is not a runtime (ogl, gles, gl2, arb, cpu; and the emulated chips ";
    assert!(unknown.starts_with(start) && unknown.ends_with("): OpenGL is used instead\n"), "{unknown}");
}

#[test]
fn programs_choose_an_adapter() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    let run = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = place.command(&[&["-q", "run", "p.br"], args].concat());
        let output = command.envs(variables.iter().copied()).output().unwrap();
        let (out, said) = (printed(output.stdout), printed(output.stderr));
        assert_eq!(out, if output.status.success() { "0 2 4\n" } else { "" }, "{args:?} {variables:?}: {said}");
        said
    };
    // An emulated chip has no adapters.
    assert_eq!(run(&["--chip", "none"], &[("BRT_ADAPTER", "99")]), "");
    assert_eq!(run(&[], &[("BRT_RUNTIME", "cpu"), ("BRT_ADAPTER", "first")]), "");
    if std::env::var_os("BROOKLET_TEST_DIALECTS").is_some() {
        left_out("devices by the number of BRT_ADAPTER: BROOKLET_TEST_DIALECTS names others");
        return;
    }
    assert_eq!(run(&[], &[("BRT_ADAPTER", "0")]), "");
    let word = "which does not name an adapter by its number, from 0: the first that works is used instead\n";
    assert_eq!(run(&[], &[("BRT_ADAPTER", "first")]), format!("brooklet: BRT_ADAPTER is first, {word}"));
    assert_eq!(run(&[], &[("BRT_RUNTIME", "gles:-1")]), format!("brooklet: BRT_RUNTIME is gles:-1, {word}"));
    let missing = |variable: &str, value: &str, said: &str| {
        let start = format!("brooklet: {variable} is {value}, and this machine has ");
        assert!(said.starts_with(&start) && said.ends_with(": the first that works is used instead\n"), "{said}");
    };
    missing("BRT_ADAPTER", "99", &run(&[], &[("BRT_ADAPTER", "99")]));
    // The variable goes with a dialect, and with a trace.
    missing("BRT_ADAPTER", "99", &run(&["--dialect", "es"], &[("BRT_ADAPTER", "99")]));
    missing("BRT_ADAPTER", "99", &run(&["--trace", "t.json"], &[("BRT_ADAPTER", "99")]));
    missing("BRT_RUNTIME", "ogl:99", &run(&["--max-targets", "2"], &[("BRT_RUNTIME", "ogl:99"), ("BRT_ADAPTER", "0")]));
    // What says more of the device goes first.
    missing("BRT_RUNTIME", "ogl:99", &run(&[], &[("BRT_RUNTIME", "ogl:99"), ("BRT_ADAPTER", "first")]));
    assert_eq!(run(&["--adapter", "0"], &[("BRT_RUNTIME", "ogl:99"), ("BRT_ADAPTER", "99")]), "");
    // An option that asks for what there is not is an error, as for other commands.
    assert!(run(&["--adapter", "99"], &[]).contains("there is no adapter 99: this machine has "));
}

#[test]
fn a_trace_is_of_the_runtime_that_the_variable_names() {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    let output =
        place.command(&["-q", "run", "p.br", "--trace", "t.json"]).env("BRT_RUNTIME", "nv40").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(place.text("t.json").to_lowercase().contains("nv40"), "{}", place.text("t.json"));
}
