//! The engine as the page calls it.

use serde_json::{Value, json};

use crate::Engine;

fn engine() -> Engine {
    let texts = |puzzle: &brooklet::puzzle::Puzzle| {
        let path = |file: &str| format!("{}/../{}/{file}", env!("CARGO_MANIFEST_DIR"), puzzle.name);
        let text = |file: &str| std::fs::read_to_string(path(file)).unwrap();
        json!({
            "name": puzzle.name, "puzzle": text("puzzle.json"), "start": text("start.frag"), "solution": text("solution.frag"),
        })
    };
    let all: Vec<Value> = brooklet::puzzle::Puzzle::all().iter().map(texts).collect();
    Engine::new(&json!(all).to_string()).unwrap()
}

const COPY: &str = "input float values; output float copied; void main() { copied = fetch(values, here()); }";

#[test]
fn an_answer_is_checked() {
    let engine = engine();
    let list = engine.list();
    assert_eq!((list.as_array().unwrap().len(), &list[0]["title"]), (24, &json!("Copy")));
    let solved = engine.check(0, COPY);
    assert_eq!((&solved["solved"], &solved["par"]["texels"]), (&json!(true), &json!(1000)));
    let wrong = engine.check(0, &COPY.replace("here()", "0"));
    let failure = &wrong["failure"];
    assert_eq!((&failure["element"], &failure["fetches"][0]["element"]), (&json!(2), &json!(0)));
    let broken = engine.check(0, "void main() {");
    assert_eq!(broken["solved"], json!(false));
    assert_eq!(broken["diagnostics"][0]["line"], json!(1));
    assert!(engine.check(99, COPY)["why"].as_str().unwrap().contains("there are 24"));
}

#[test]
fn a_pass_is_looked_into() {
    let mut engine = engine();
    let doubling = engine.list()[7].clone();
    let start = doubling["start"].as_str().unwrap();
    let looked = engine.look(7, start, "8");
    let passes = looked["passes"].as_array().unwrap();
    assert_eq!(passes.len(), 3);
    // Names the constants of the solution, also where the kernel does not read them.
    assert_eq!(passes[2]["constants"], json!([{ "name": "offset", "value": 4 }]));
    assert_ne!(passes[0]["output"]["numbers"], passes[0]["expected"]);
    assert_eq!(engine.fetches(0, 3)["fetches"][0]["element"], json!(3));
    let debugged = engine.debug(0, 3);
    let steps = debugged["programs"][0]["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["fetch"]["element"] == json!(3)));
    assert_eq!(engine.look(7, start, "nine")["solved"], json!(false));
    assert!(engine.fetches(0, 3)["why"].is_string());
}
