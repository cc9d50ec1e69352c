//! What the instructions of a pass cost: how often a fragment executes each of them, on average over some fragments.

use std::collections::BTreeMap;

use brooklet::Error;
use brooklet::backend::debug::{self, Fragment};
use brooklet::capture::Step;
use brooklet::fragment_program::counts::{Counts, check};

use super::pane::Line;
use crate::app::track::Track;

/// The most fragments that are counted, spread evenly over the pass.
const SAMPLES: usize = 16;

/// Fragments of a pass, each by the programs of the pass.
pub fn sample(track: &mut Track, step: usize) -> Result<Vec<Vec<Fragment>>, Error> {
    let Some(fetches) = track.fetches(step)? else { return Ok(Vec::new()) };
    let Step::Pass(pass) = &track.steps()[step] else { return Ok(Vec::new()) };
    let lanes = pass.output.layout.lanes();
    let count = fetches.count().div_ceil(lanes);
    let mut fragments = Vec::new();
    for texel in (0..count).step_by(count.div_ceil(SAMPLES).max(1)) {
        if fetches.writes(texel * lanes) {
            fragments.push(track.debug(step, texel * lanes)?);
        }
    }
    // A pass over a small rectangle may have missed all of them.
    if fragments.is_empty()
        && let Some(element) = (0..fetches.count()).find(|element| fetches.writes(*element))
    {
        fragments.push(track.debug(step, element)?);
    }
    Ok(fragments)
}

/// Executions a fragment.
#[derive(Default)]
pub struct Costs {
    /// Of each instruction of each program.
    pub instructions: Vec<Vec<f64>>,
    /// Of the instructions that each line of the source became.
    pub lines: BTreeMap<Line, f64>,
}

impl Costs {
    /// The line that costs most, and how much.
    pub fn max(&self) -> Option<(Line, f64)> {
        self.lines.iter().map(|(line, cost)| (*line, *cost)).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    pub fn of(fragments: &[Vec<Fragment>]) -> Costs {
        let mut costs = Costs::default();
        let share = 1.0 / fragments.len().max(1) as f64;
        for (number, fragment) in fragments.iter().flat_map(|programs| programs.iter().enumerate()) {
            if costs.instructions.len() <= number {
                costs.instructions.push(vec![0.0; fragment.counts.len()]);
            }
            for (cost, count) in costs.instructions[number].iter_mut().zip(&fragment.counts) {
                *cost += *count as f64 * share;
            }
            for line in debug::lines(&fragment.program, &fragment.counts) {
                *costs.lines.entry((line.file, line.line)).or_default() += line.executed as f64 * share;
            }
        }
        costs
    }
}

/// What a pass takes of its chip, in words.
pub fn counts(programs: &[Fragment]) -> String {
    let of = |fragment: &Fragment| {
        let counts = Counts::of(&fragment.program);
        let profile = fragment.chip.profile();
        let with = |taken: usize, what: &str, max: Option<usize>| match max {
            Some(max) => format!("{taken} of {max} {what}"),
            None => format!("{taken} {what}"),
        };
        let alu = match counts.pairs {
            Some(pairs) => with(pairs, "ALU pairs", profile.alu.value.max()),
            None => with(counts.alu, "ALU", profile.alu.value.max()),
        };
        let mut parts = vec![alu, with(counts.tex, "TEX", profile.texture.value.max())];
        if let Some(max) = profile.indirections.value.max() {
            parts.push(with(counts.indirections, "indirections", Some(max)));
            if let Some(nodes) = counts.nodes {
                parts.push(with(nodes, "nodes", Some(max)));
            }
        }
        parts.push(with(counts.temporaries, "temporaries", profile.temporaries.value.max()));
        if !check(&fragment.program, fragment.chip).is_empty() {
            parts.push("it does not fit".to_owned());
        }
        parts.join(", ")
    };
    match programs {
        [only] => of(only),
        all => format!("cut into {} programs: {}", all.len(), all.iter().map(of).collect::<Vec<_>>().join("; ")),
    }
}
