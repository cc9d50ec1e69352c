//! The puzzles of a page, and the answer that is looked at.

use brooklet::Error;
use brooklet::puzzle::{Answer, Look, Puzzle, Size};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::described;

/// A puzzle as `puzzles.js` holds it.
#[derive(Deserialize)]
struct Texts {
    name: String,
    puzzle: String,
    start: String,
    /// Of a handout, `expected` is there instead: the text of its `expected.json`.
    solution: Option<String>,
    expected: Option<String>,
    brook: Option<Brook>,
}

/// Its texts in Brook.
#[derive(Deserialize)]
struct Brook {
    start: String,
    solution: Option<String>,
}

impl Texts {
    fn parse(&self) -> Result<Puzzle, String> {
        let puzzle = match (&self.solution, &self.expected) {
            (Some(solution), _) => Puzzle::parse(&self.name, [&self.puzzle, &self.start, solution]),
            (None, Some(expected)) => Puzzle::parse_handout(&self.name, [&self.puzzle, &self.start, expected]),
            (None, None) => return Err(format!("{} has neither a solution nor what one writes", self.name)),
        };
        let mut puzzle = puzzle.map_err(|error| error.to_string())?;
        let brook = self.brook.as_ref();
        puzzle.brook =
            brook.map(|of| brooklet::puzzle::Brook { start: of.start.clone(), solution: of.solution.clone() });
        Ok(puzzle)
    }
}

/// The name of an answer's file, which says its language.
fn file(brook: bool) -> &'static str {
    if brook { "answer.br" } else { "answer.frag" }
}

/// The puzzles of a page.
#[derive(Default)]
pub struct Engine {
    puzzles: Vec<Puzzle>,
    look: Option<Look>,
}

impl Engine {
    /// Reads puzzles: a JSON array of objects with `name`, `puzzle` (the text of `puzzle.json`), `start`, `solution` or `expected`, and perhaps
    /// `brook`.
    ///
    /// # Errors
    /// Texts that are no puzzles, in words.
    pub fn new(texts: &str) -> Result<Engine, String> {
        let texts: Vec<Texts> = serde_json::from_str(texts).map_err(|error| format!("puzzles.js: {error}"))?;
        let puzzles = texts.iter().map(Texts::parse).collect::<Result<_, String>>()?;
        Ok(Engine { puzzles, look: None })
    }

    /// Returns all puzzles, as an array of objects.
    pub fn list(&self) -> Value {
        self.puzzles.iter().map(described::puzzle).collect()
    }

    fn puzzle(&self, index: usize) -> Result<&Puzzle, Value> {
        let count = self.puzzles.len();
        self.puzzles
            .get(index)
            .ok_or_else(|| json!({ "why": format!("there is no puzzle {index}: there are {count}") }))
    }

    /// Checks an answer. Returns an object with `solved`; the `cost`, or what is wrong.
    pub fn check(&self, index: usize, text: &str, brook: bool) -> Value {
        let checked = self.puzzle(index).and_then(|puzzle| {
            let answer = puzzle.check_file(file(brook), text).map_err(|error| described::error(&error))?;
            let par = match &answer {
                Answer::Solved(_) => puzzle.solution_cost().ok().flatten(),
                _ => None,
            };
            Ok(described::answer(puzzle, &answer, par.as_ref()))
        });
        checked.unwrap_or_else(described::failed)
    }

    /// Runs an answer over data of a size, to be looked at: a number, or `[rows, columns]`. Returns an object with its `passes`.
    pub fn look(&mut self, index: usize, text: &str, brook: bool, size: &str) -> Value {
        self.look = None;
        let looked = self.puzzle(index).and_then(|puzzle| {
            let size: Size = serde_json::from_str(size).map_err(|error| json!({ "why": error.to_string() }))?;
            let mut look = puzzle.look_file(file(brook), text, size).map_err(|error| described::not_run(&error))?;
            let passes: Result<Vec<Value>, Error> =
                (0..look.passes()).map(|pass| look.pass(pass).map(|pass| described::pass(&pass))).collect();
            Ok((json!({ "passes": passes.map_err(|error| described::error(&error))? }), look))
        });
        match looked {
            Ok((described, look)) => {
                self.look = Some(look);
                described
            }
            Err(error) => described::failed(error),
        }
    }

    /// Returns the passes of the solution over data of the first size, each with what was fetched for each element: for a picture. Of a puzzle
    /// without a solution, it has what the passes have to write.
    pub fn picture(&self, index: usize) -> Value {
        let drawn = self.puzzle(index).and_then(|puzzle| {
            let text = puzzle.solution.text();
            let mut look =
                puzzle.look(text.unwrap_or(&puzzle.start), puzzle.shown[0]).map_err(|why| described::not_run(&why))?;
            let passes = (0..look.passes()).map(|index| drawn(&mut look, index, text.is_some()));
            let passes: Vec<Value> = passes.collect::<Result<_, Error>>().map_err(|error| described::error(&error))?;
            Ok(json!({ "passes": passes }))
        });
        drawn.unwrap_or_else(described::failed)
    }

    fn looked<R>(&mut self, with: impl FnOnce(&mut Look) -> Result<R, Error>) -> Result<R, Value> {
        let look = self.look.as_mut().ok_or_else(|| json!({ "why": "nothing is looked at" }))?;
        with(look).map_err(|error| described::error(&error))
    }

    /// Returns what was fetched for an element of a pass of the answer that is looked at.
    pub fn fetches(&mut self, pass: usize, element: usize) -> Value {
        let fetches = self.looked(|look| look.fetches(pass, element));
        fetches.map(|all| json!({ "fetches": described::fetches(&all) })).unwrap_or_else(described::failed)
    }

    /// Returns the instructions that the chip executed for an element of a pass of the answer that is looked at.
    pub fn debug(&mut self, pass: usize, element: usize) -> Value {
        let fragments = self.looked(|look| look.debug(pass, element));
        let programs = |all: Vec<_>| all.iter().map(brooklet::backend::debug::Fragment::to_json).collect::<Value>();
        fragments.map(|all| json!({ "programs": programs(all) })).unwrap_or_else(described::failed)
    }
}

/// Describes a pass of the solution, with what was fetched for each element; of another text, what should have been written.
fn drawn(look: &mut Look, index: usize, is_solution: bool) -> Result<Value, Error> {
    let mut pass = look.pass(index)?;
    let count = if is_solution { pass.output.numbers.len() / pass.output.components } else { 0 };
    let links: Result<Vec<Value>, Error> =
        (0..count).map(|element| look.fetches(index, element).map(|all| described::fetches(&all))).collect();
    pass.output.numbers.clone_from(&pass.expected);
    let mut described = described::pass(&pass);
    described["links"] = links?.into();
    Ok(described)
}
