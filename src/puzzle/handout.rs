//! Handouts: puzzles without their solutions.

use crate::error::Error;

use super::check::Answer;
use super::cost::Cost;
use super::{Puzzle, Solution};

impl Puzzle {
    /// Returns what the solution costs, or `None` if it is wrong.
    ///
    /// # Errors
    /// The same as for [`check`](Puzzle::check).
    pub fn solution_cost(&self) -> Result<Option<Cost>, Error> {
        match &self.solution {
            Solution::Expected(expected) => Ok(Some(expected.cost())),
            Solution::Kernel(text) => Ok(match self.check(text)? {
                Answer::Solved(cost) => Some(cost),
                _ => None,
            }),
        }
    }

    /// Returns the files of the puzzle without its solution, each with its name: `puzzle.json`, `start.frag` and `expected.json`, and `start.br`
    /// if it can be solved in Brook, too. With them, answers are checked as with the solution. Returns `None` if the solution is wrong.
    ///
    /// # Errors
    /// The same as for [`check`](Puzzle::check).
    pub fn handout(&self) -> Result<Option<Vec<(&'static str, String)>>, Error> {
        let expected = match (&self.solution, self.solution_cost()?) {
            (Solution::Expected(expected), _) => expected.clone(),
            (_, None) => return Ok(None),
            (_, Some(cost)) => self.expected(cost)?,
        };
        let files =
            [("puzzle.json", &self.json), ("start.frag", &self.start), ("expected.json", &expected.to_string())];
        let brook = self.brook.iter().map(|brook| ("start.br", &brook.start));
        Ok(Some(files.into_iter().chain(brook).map(|(name, text)| (name, text.clone())).collect()))
    }
}
