//! Puzzles: small tasks for which a reader writes a kernel, and which a program checks element by element.
//!
//! A puzzle is a folder of text files, so that teachers can write their own: see `demos/puzzles/README.md`. [`Puzzle::all`] returns those that
//! come with brooklet, and [`Puzzle::open`] reads others. [`Puzzle::check`] runs a kernel on an emulated chip, so that neither a
//! driver nor a GPU is needed.
//!
//! ```
//! use brooklet::puzzle::{Answer, Puzzle};
//! let copy = &Puzzle::all()[0];
//! let wrong = "input float values; output float copied; void main() { copied = fetch(values, 0); }";
//! let Answer::Wrong(failure) = copy.check(wrong)? else { panic!("it copies the first element to all") };
//! assert_eq!((failure.element, failure.fetches.len()), (2, 1));
//! let solution = copy.solution.text().unwrap();
//! assert!(matches!(copy.check(solution)?, Answer::Solved(_)));
//! # Ok::<(), brooklet::Error>(())
//! ```

mod bits;
mod check;
mod cost;
mod data;
mod expected;
mod fetched;
mod file;
mod handout;
mod limits;
mod look;
mod passes;
mod program;
mod run;

pub use check::{Answer, Failure};
pub use cost::Cost;
pub use data::{Fill, Size, StreamSpec};
pub use expected::Expected;
pub use fetched::{FetchedElement, Numbers, Position};
pub use file::{FileError, read_text};
pub use look::{Look, LookError, PassLook, StreamLook};
pub use passes::Schedule;

use crate::error::Error;
use crate::fragment_program::Chip;

/// A task with what checks its answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The name of its folder, such as `01-copy`.
    pub name: String,
    /// A title of one or two words.
    pub title: String,
    /// What is to be done, in three lines.
    pub task: Vec<String>,
    /// The streams that the kernel can read, in the order of the first pass.
    pub inputs: Vec<StreamSpec>,
    /// The stream that it writes.
    pub output: StreamSpec,
    /// How often the kernel runs, and on what.
    pub schedule: Schedule,
    /// The chip whose limits the kernel has to keep.
    pub chip: Chip,
    /// The sizes that are shown to the reader, and others that an answer has to be right for.
    pub shown: Vec<Size>,
    /// The sizes that are not shown.
    pub hidden: Vec<Size>,
    /// Two hints, of which the second says more.
    pub hints: Vec<String>,
    /// The kernel that the reader begins with. It compiles.
    pub start: String,
    /// What answers are compared with.
    pub solution: Solution,
    /// Its texts in Brook, if it can be solved in that language, too.
    pub brook: Option<Brook>,
    /// The text of its `puzzle.json`.
    json: String,
}

/// The texts of a puzzle in Brook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brook {
    /// The program that the reader begins with: `start.br`.
    pub start: String,
    /// A program that solves the puzzle: `solution.br`, which a handout does not have.
    pub solution: Option<String>,
}

/// What answers to a puzzle are compared with.
#[derive(Clone, PartialEq, Debug)]
pub enum Solution {
    /// A kernel that solves the puzzle.
    Kernel(String),
    /// What the passes of such a kernel write, as in a handout.
    Expected(Expected),
}

impl Solution {
    /// Returns the text of the kernel, or `None` in a handout.
    pub fn text(&self) -> Option<&str> {
        match self {
            Solution::Kernel(text) => Some(text),
            Solution::Expected(_) => None,
        }
    }
}

impl Puzzle {
    /// Returns the puzzles that come with brooklet, in the order in which they are to be solved.
    pub fn all() -> Vec<Puzzle> {
        let parsed = |(name, files): &(&str, Files)| {
            let brook = BUILT_IN_BROOK.iter().find(|(other, _)| other == name).map(|(_, [start, solution])| Brook {
                start: (*start).to_owned(),
                solution: Some((*solution).to_owned()),
            });
            Some(Puzzle { brook, ..Puzzle::parse(name, *files).ok()? })
        };
        BUILT_IN.iter().filter_map(parsed).collect()
    }

    /// Returns the streams of a size with their numbers: the inputs, and last the output of the solution.
    ///
    /// # Errors
    /// A solution that does not compile, and any error of the device.
    pub fn example(&self, size: Size) -> Result<Vec<(&StreamSpec, Vec<f32>)>, Error> {
        let output = self.wanted(size)?.last().to_vec();
        let inputs = self.inputs.iter().enumerate();
        let filled = inputs.map(|(index, stream)| (stream, data::filled(stream, size, index)));
        Ok(filled.chain([(&self.output, output)]).collect())
    }

    /// Returns its number: the digits at the front of its name, or 0.
    pub fn number(&self) -> usize {
        let digits = self.name.split(|c: char| !c.is_ascii_digit()).next();
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    }
}

/// The texts of a puzzle: `puzzle.json`, `start.frag` and `solution.frag`.
pub type Files<'a> = [&'a str; 3];

macro_rules! built_in {
    ($($name:literal)*) => {
        [$(($name, [
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/puzzles/", $name, "/puzzle.json")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/puzzles/", $name, "/start.frag")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/puzzles/", $name, "/solution.frag")),
        ])),*]
    };
}

/// The folders of the puzzles that come with brooklet, and their files.
const BUILT_IN: [(&str, Files); 24] = built_in! {
    "01-copy"
    "02-add"
    "03-reverse"
    "04-neighbours"
    "05-rows"
    "06-pack"
    "07-halves"
    "08-doubling"
    "09-gather"
    "10-scatter"
    "11-search"
    "12-bitonic"
    "13-compaction"
    "14-histogram"
    "15-jumping"
    "16-flooding"
    "17-rows-of-16"
    "18-carry"
    "19-cells"
    "20-window"
    "21-tree"
    "22-merge"
    "23-median"
    "24-network"
};

macro_rules! built_in_brook {
    ($($name:literal)*) => {
        [$(($name, [
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/puzzles/", $name, "/start.br")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/puzzles/", $name, "/solution.br")),
        ])),*]
    };
}

/// The puzzles that can be solved in Brook, too: `start.br` and `solution.br`.
const BUILT_IN_BROOK: [(&str, [&str; 2]); 8] = built_in_brook! {
    "17-rows-of-16"
    "18-carry"
    "19-cells"
    "20-window"
    "21-tree"
    "22-merge"
    "23-median"
    "24-network"
};

#[cfg(test)]
mod tests;
