//! What the passes of a solution write, which answers are compared with. A handout holds it in place of the solution.

use std::rc::Rc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::capture::Replay;
use crate::error::Error;
use crate::fragment_program::Chip;
use crate::kernel::{self, Source};

use super::cost::Cost;
use super::data::{Size, filled};
use super::run::{Ran, lengths, run, written};
use super::{Puzzle, Solution};

/// What the passes of a solution write for each size of a puzzle, and what the solution costs: the file `expected.json` of a handout.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    cost: CostFields,
    sizes: Vec<Results>,
}

/// What passes write for a size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    size: Size,
    passes: Vec<Vec<Number>>,
}

/// The fields of a [`Cost`]. The chip is a name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CostFields {
    size: Size,
    passes: usize,
    texels: u64,
    chip: String,
    alu: usize,
    tex: usize,
    indirections: usize,
}

/// A number. JSON has words for finite ones alone; the others are strings.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Number(f32);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Number(number) = *self;
        match number.is_finite() {
            // Whole numbers are written without a point.
            true if number.fract() == 0.0 && number.abs() < 1e9 => serializer.serialize_i64(number as i64),
            true => serializer.serialize_f32(number),
            false => serializer.serialize_str(&number.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Finite(f32),
            Other(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Finite(number) => Ok(Number(number)),
            Written::Other(text) => text
                .parse()
                .map(Number)
                .map_err(|_| serde::de::Error::custom(format!("`{text}` is no number: inf, -inf or NaN"))),
        }
    }
}

impl Expected {
    /// Reads the text of `expected.json`.
    pub(super) fn parse(text: &str) -> Result<Expected, String> {
        serde_json::from_str(text).map_err(|cause| cause.to_string())
    }

    /// Returns what does not belong to a puzzle, or is missing.
    pub(super) fn fault(&self, puzzle: &Puzzle) -> Option<String> {
        if Chip::of_name(&self.cost.chip).is_none() {
            return Some(format!("there is no chip `{}`", self.cost.chip));
        }
        puzzle.shown.iter().chain(&puzzle.hidden).find_map(|&size| {
            let Some(results) = self.results(size) else {
                return Some(format!("there is nothing for a size of {size}"));
            };
            let wanted = lengths(puzzle, size);
            let found: Vec<usize> = results.passes.iter().map(Vec::len).collect();
            (found != wanted).then(|| {
                let passes = found.len();
                match found.iter().zip(&wanted).position(|(found, wanted)| found != wanted) {
                    Some(pass) => format!(
                        "pass {} for a size of {size} has {} numbers, and not {}",
                        pass + 1,
                        found[pass],
                        wanted[pass]
                    ),
                    None => format!("a size of {size} has {passes} passes, and not {}", wanted.len()),
                }
            })
        })
    }

    fn results(&self, size: Size) -> Option<&Results> {
        self.sizes.iter().find(|results| results.size == size)
    }

    /// Returns what the solution costs.
    pub(super) fn cost(&self) -> Cost {
        let CostFields { size, passes, texels, alu, tex, indirections, .. } = self.cost;
        let chip = Chip::of_name(&self.cost.chip).unwrap_or(Chip::None);
        Cost { size, passes, texels, chip, alu, tex, indirections }
    }
}

impl std::fmt::Display for Expected {
    /// Writes JSON with a line for each size.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let cost = serde_json::to_string(&self.cost).map_err(|_| std::fmt::Error)?;
        writeln!(f, "{{\n  \"cost\": {cost},\n  \"sizes\": [")?;
        for (number, results) in self.sizes.iter().enumerate() {
            let results = serde_json::to_string(results).map_err(|_| std::fmt::Error)?;
            writeln!(f, "    {results}{}", if number + 1 < self.sizes.len() { "," } else { "" })?;
        }
        writeln!(f, "  ]\n}}")
    }
}

/// What the passes of a solution write for a size.
pub(super) enum Wanted {
    /// It has just run.
    Ran(Ran, Option<Box<Replay>>),
    /// It was stored. The numbers of the last pass are beside those of all.
    Stored(Vec<f32>, Vec<Vec<f32>>),
}

impl Wanted {
    /// Returns the numbers of the last pass, or of the first input if there is no pass.
    pub fn last(&self) -> &[f32] {
        match self {
            Wanted::Ran(ran, _) => &ran.numbers,
            Wanted::Stored(last, _) => last,
        }
    }

    /// Returns the replay of the pass that was asked for last, if the solution has run.
    pub fn replay(&self) -> Option<&Replay> {
        match self {
            Wanted::Ran(_, replay) => replay.as_deref(),
            Wanted::Stored(..) => None,
        }
    }

    /// Returns the numbers that a pass writes, from 0.
    pub fn pass(&mut self, step: usize) -> Result<Vec<f32>, Error> {
        match self {
            Wanted::Ran(ran, replay) => written(replay.get_or_insert_with(|| Box::new(ran.capture.replay())), step),
            Wanted::Stored(_, passes) => Ok(passes.get(step).cloned().unwrap_or_default()),
        }
    }
}

impl Puzzle {
    /// Returns what the passes of the solution write for a size.
    pub(super) fn wanted(&self, size: Size) -> Result<Wanted, Error> {
        match &self.solution {
            Solution::Kernel(text) => {
                let (kernel, _) = kernel::compile(&Source::new(self.name.clone(), text.clone()))?;
                Ok(Wanted::Ran(run(self, &Rc::new(kernel), Chip::None, size)?, None))
            }
            Solution::Expected(expected) => {
                let passes = expected.results(size).map_or(&[][..], |results| &results.passes);
                let passes: Vec<Vec<f32>> =
                    passes.iter().map(|pass| pass.iter().map(|Number(number)| *number).collect()).collect();
                let last = passes.last().cloned().unwrap_or_else(|| filled(&self.inputs[0], size, 0));
                Ok(Wanted::Stored(last, passes))
            }
        }
    }

    /// Runs the solution for all sizes.
    pub(super) fn expected(&self, cost: Cost) -> Result<Expected, Error> {
        let mut sizes = Vec::new();
        for &size in self.shown.iter().chain(&self.hidden) {
            let mut wanted = self.wanted(size)?;
            let passes = (0..lengths(self, size).len())
                .map(|step| Ok(wanted.pass(step)?.into_iter().map(Number).collect()))
                .collect::<Result<Vec<Vec<Number>>, Error>>()?;
            sizes.push(Results { size, passes });
        }
        let Cost { size, passes, texels, chip, alu, tex, indirections } = cost;
        let chip = chip.name().to_owned();
        Ok(Expected { cost: CostFields { size, passes, texels, chip, alu, tex, indirections }, sizes })
    }
}
