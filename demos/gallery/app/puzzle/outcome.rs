//! What became of an answer, in words.

use brooklet::Error;
use brooklet::fragment_program::Chip;
use brooklet::puzzle::{Answer, Cost, Failure, FetchedElement, Puzzle, Size};
use brooklet::syntax::Diagnostic;

/// What became of an answer.
pub enum Outcome {
    /// It is right: its costs, and those of the solution.
    Solved(Cost, Option<Cost>),
    /// An element is wrong.
    Wrong(Box<Failure>),
    /// It is refused, for a reason.
    Refused(String),
    /// It does not compile.
    Broken(Vec<Diagnostic>),
}

impl Outcome {
    /// Checks an answer.
    pub fn of(puzzle: &Puzzle, file: &str, text: &str) -> Outcome {
        match puzzle.check_file(file, text) {
            Ok(Answer::Solved(cost)) => Outcome::Solved(cost, puzzle.solution_cost().ok().flatten()),
            Ok(Answer::Wrong(failure)) => Outcome::Wrong(failure),
            Ok(Answer::Refused(why)) => Outcome::Refused(why),
            Err(Error::Compile(error)) => Outcome::Broken(error.diagnostics.list.clone()),
            Err(error) => Outcome::Refused(error.to_string()),
        }
    }

    pub fn is_solved(&self) -> bool {
        matches!(self, Outcome::Solved(..))
    }

    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        match self {
            Outcome::Broken(diagnostics) => diagnostics.clone(),
            _ => Vec::new(),
        }
    }

    /// The size, the pass and the element that are wrong.
    pub fn place(&self) -> Option<(Size, usize, usize)> {
        match self {
            Outcome::Wrong(failure) => Some((failure.size, failure.pass[0] - 1, failure.element)),
            _ => None,
        }
    }
}

/// A number, or a vector in brackets.
pub fn written(numbers: &[f32]) -> String {
    let one = |x: &f32| if x.is_infinite() { x.to_string().replace("inf", "∞") } else { x.to_string() };
    match numbers {
        [x] => one(x),
        all => format!("({})", all.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

/// What was fetched for an element.
pub fn fetched(fetches: &[FetchedElement]) -> String {
    const MOST: usize = 12;
    if fetches.is_empty() {
        return "the kernel fetched nothing for it.".to_owned();
    }
    format!("the kernel fetched for it:\n{}", FetchedElement::lines(fetches, MOST).join("\n"))
}

/// What is wrong with an element.
pub fn failure(puzzle: &Puzzle, failure: &Failure) -> String {
    let Failure { size, hidden, pass: [pass, passes], element, .. } = failure;
    let shown = if *hidden { " (a size that is not shown)" } else { "" };
    let pass = if *passes > 1 { format!(", in pass {pass} of {passes}") } else { String::new() };
    let what = match failure.outside {
        true => "depends on what is outside of a stream".to_owned(),
        false => format!("is {}, and should be {}", written(&failure.found), written(&failure.expected)),
    };
    format!(
        "With {size} elements{shown}{pass}: {}[{element}] {what}; {}",
        puzzle.output.name,
        fetched(&failure.fetches)
    )
}

/// The rows of a table: what is counted, and how much of it the answer and the solution take.
pub fn costs(cost: &Cost, par: Option<&Cost>) -> Vec<[String; 3]> {
    let row = |what: &str, of: &dyn Fn(&Cost) -> u64| {
        [what.to_owned(), of(cost).to_string(), par.map_or(String::new(), |par| of(par).to_string())]
    };
    vec![
        row("passes", &|cost| cost.passes as u64),
        row("texels read", &|cost| cost.texels),
        row("arithmetic instructions", &|cost| cost.alu as u64),
        row("texture instructions", &|cost| cost.tex as u64),
        row("indirections", &|cost| cost.indirections as u64),
    ]
}

/// What a puzzle says of its chip.
pub fn limits(puzzle: &Puzzle) -> Option<String> {
    let (name, profile) = (puzzle.chip.name().to_uppercase(), puzzle.chip.profile());
    let year = profile.year.map_or(String::new(), |year| format!(", {year}"));
    let text = format!("The kernel runs on the {name} ({}{year}), and has to keep its limits.", profile.cards);
    (puzzle.chip != Chip::None).then_some(text)
}
