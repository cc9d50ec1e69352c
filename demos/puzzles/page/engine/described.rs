//! Puzzles, answers and passes as JSON.

use brooklet::Error;
use brooklet::Value as Constant;
use brooklet::puzzle::{
    Answer, Cost, Failure, FetchedElement, LookError, PassLook, Puzzle, Size, StreamLook, StreamSpec,
};
use brooklet::syntax::Diagnostics;
use serde_json::{Value, json};

/// The most fetches of an element that are listed.
const SHOWN: usize = 12;

/// Numbers. JSON has no infinities and NaN: they are strings.
fn numbers(all: &[f32]) -> Value {
    let number = |x: &f32| if x.is_finite() { json!(x) } else { json!(x.to_string()) };
    all.iter().map(number).collect()
}

fn size(size: Size) -> Value {
    match size {
        Size::Grid(grid) => json!(grid),
        size => json!(size.count()),
    }
}

/// A puzzle, without its solution.
pub fn puzzle(puzzle: &Puzzle) -> Value {
    let stream = |spec: &StreamSpec| json!({ "name": spec.name, "components": spec.components });
    let profile = puzzle.chip.profile();
    json!({
        "number": puzzle.number(),
        "name": puzzle.name,
        "title": puzzle.title,
        "task": puzzle.task,
        "inputs": puzzle.inputs.iter().map(stream).collect::<Value>(),
        "output": stream(&puzzle.output),
        "constants": puzzle.schedule.constants(),
        "chip": puzzle.chip.name(),
        "cards": profile.year.map(|year| format!("{}, {year}", profile.cards)),
        "sizes": puzzle.shown.iter().map(|of| size(*of)).collect::<Value>(),
        "hidden": puzzle.hidden.len(),
        "hints": puzzle.hints,
        "start": puzzle.start,
        "brook": puzzle.brook.as_ref().map(|brook| &brook.start),
    })
}

fn cost(cost: &Cost) -> Value {
    json!({
        "size": size(cost.size), "passes": cost.passes, "texels": cost.texels,
        "chip": cost.chip.name(), "cards": cost.chip.profile().cards, "alu": cost.alu, "tex": cost.tex, "indirections": cost.indirections,
    })
}

/// What became of an answer, and the costs of the solution.
pub fn answer(puzzle: &Puzzle, answer: &Answer, par: Option<&Cost>) -> Value {
    match answer {
        Answer::Solved(ours) => json!({ "solved": true, "cost": cost(ours), "par": par.map(cost) }),
        Answer::Wrong(failure) => json!({ "solved": false, "failure": wrong(puzzle, failure) }),
        Answer::Refused(why) => json!({ "solved": false, "why": why }),
    }
}

fn wrong(puzzle: &Puzzle, failure: &Failure) -> Value {
    json!({
        "size": size(failure.size), "hidden": failure.hidden, "pass": failure.pass[0], "passes": failure.pass[1],
        "output": puzzle.output.name, "element": failure.element,
        "found": numbers(&failure.found), "expected": numbers(&failure.expected),
        "outside": failure.outside, "fetches": FetchedElement::lines(&failure.fetches, SHOWN),
    })
}

/// What a kernel fetched.
pub fn fetches(all: &[FetchedElement]) -> Value {
    let fetch = |of: &FetchedElement| json!({ "stream": of.stream, "element": of.element, "numbers": numbers(&of.numbers), "text": of.to_string() });
    all.iter().map(fetch).collect()
}

/// A pass.
pub fn pass(pass: &PassLook) -> Value {
    let stream = |of: &StreamLook| json!({ "name": of.name, "components": of.components, "columns": of.columns, "numbers": numbers(&of.numbers) });
    let constant = |(name, value): &(String, Constant)| {
        let value = match value {
            Constant::Index(value) => json!(value),
            Constant::Float(value) => json!(value),
            _ => Value::Null,
        };
        json!({ "name": name, "value": value })
    };
    json!({
        "constants": pass.constants.iter().map(constant).collect::<Value>(),
        "inputs": pass.inputs.iter().map(stream).collect::<Value>(),
        "output": stream(&pass.output),
        "expected": numbers(&pass.expected),
    })
}

/// An error: its message, and the diagnostics of a kernel that does not compile.
pub fn error(error: &Error) -> Value {
    match error {
        Error::Compile(error) => json!({ "diagnostics": diagnostics(&error.diagnostics) }),
        error => json!({ "why": error.to_string() }),
    }
}

/// Why an answer cannot be looked at.
pub fn not_run(why: &LookError) -> Value {
    match why {
        LookError::Device(why) => error(why),
        why => json!({ "why": why.to_string() }),
    }
}

fn diagnostics(all: &Diagnostics) -> Value {
    let described = all.list.iter().map(|diagnostic| {
        let (line, column) = all.files.line_column(diagnostic.span);
        json!({
            "line": line, "column": column, "length": diagnostic.span.end.saturating_sub(diagnostic.span.start),
            "code": diagnostic.code.name(), "title": diagnostic.title, "label": diagnostic.label, "help": diagnostic.help,
        })
    });
    described.collect()
}

/// An answer that was not run, because of this.
pub fn failed(mut error: Value) -> Value {
    error["solved"] = false.into();
    error
}
