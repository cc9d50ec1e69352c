//! The engine as the page calls it.

use serde_json::{Value, json};

use crate::Engine;

fn engine() -> Engine {
    let texts = |puzzle: &brooklet::puzzle::Puzzle| {
        let path = |file: &str| format!("{}/../{}/{file}", env!("CARGO_MANIFEST_DIR"), puzzle.name);
        let text = |file: &str| std::fs::read_to_string(path(file)).unwrap();
        let brook =
            puzzle.brook.is_some().then(|| json!({ "start": text("start.br"), "solution": text("solution.br") }));
        json!({
            "name": puzzle.name, "puzzle": text("puzzle.json"), "start": text("start.frag"), "solution": text("solution.frag"),
            "brook": brook,
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
    let solved = engine.check(0, COPY, false);
    assert_eq!((&solved["solved"], &solved["par"]["texels"]), (&json!(true), &json!(1000)));
    let wrong = engine.check(0, &COPY.replace("here()", "0"), false);
    let failure = &wrong["failure"];
    assert_eq!((&failure["element"], &failure["fetches"][0]), (&json!(2), &json!("values[0] = 5")));
    let broken = engine.check(0, "void main() {", false);
    assert_eq!(broken["solved"], json!(false));
    assert_eq!(broken["diagnostics"][0]["line"], json!(1));
    assert!(engine.check(99, COPY, false)["why"].as_str().unwrap().contains("there are 24"));
}

#[test]
fn a_pass_is_looked_into() {
    let mut engine = engine();
    let doubling = engine.list()[7].clone();
    let start = doubling["start"].as_str().unwrap();
    let looked = engine.look(7, start, false, "8");
    let passes = looked["passes"].as_array().unwrap();
    assert_eq!(passes.len(), 3);
    // Names the constants of the solution, also where the kernel does not read them.
    assert_eq!(passes[2]["constants"], json!([{ "name": "offset", "value": 4 }]));
    assert_ne!(passes[0]["output"]["numbers"], passes[0]["expected"]);
    assert_eq!(engine.fetches(0, 3)["fetches"][0]["element"], json!(3));
    let debugged = engine.debug(0, 3);
    let steps = debugged["programs"][0]["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["fetch"]["element"] == json!(3)));
    assert_eq!(engine.look(7, start, false, "nine")["solved"], json!(false));
    assert!(engine.fetches(0, 3)["why"].is_string());
}

#[test]
fn an_answer_in_brook_is_checked() {
    let mut engine = engine();
    let all = brooklet::puzzle::Puzzle::all();
    let brook = all[16].brook.as_ref().unwrap();
    assert_eq!(engine.list()[16]["brook"], json!(brook.start));
    assert_eq!(engine.check(16, &brook.start, true)["solved"], json!(false));
    assert_eq!(engine.check(16, brook.solution.as_ref().unwrap(), true)["solved"], json!(true));
    assert!(engine.look(16, &brook.start, true, "24")["passes"].is_array());
}

#[test]
fn a_puzzle_of_a_handout_is_checked_and_drawn() {
    let puzzle = &brooklet::puzzle::Puzzle::all()[6];
    let files = puzzle.handout().unwrap().unwrap();
    let text = |name: &str| &files.iter().find(|(file, _)| *file == name).unwrap().1;
    let texts = json!([{
        "name": puzzle.name, "puzzle": text("puzzle.json"), "start": text("start.frag"), "expected": text("expected.json"),
    }]);
    let engine = Engine::new(&texts.to_string()).unwrap();
    let solved = engine.check(0, puzzle.solution.text().unwrap(), false);
    assert_eq!((&solved["solved"], &solved["par"]["passes"]), (&json!(true), &solved["cost"]["passes"]));
    let picture = engine.picture(0);
    assert_eq!(
        (&picture["passes"][0]["links"], picture["passes"][2]["output"]["numbers"][0].is_number()),
        (&json!([]), true)
    );
    assert!(Engine::new(r#"[{"name": "x", "puzzle": "{}", "start": ""}]"#).is_err_and(|why| why.contains("neither")));
}
