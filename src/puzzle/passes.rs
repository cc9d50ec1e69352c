//! The passes in which a puzzle's kernel runs.

use serde::Deserialize;

/// How often a puzzle's kernel runs. Where it runs several times, the first input of a pass is the output of the one before, and the first pass
/// reads the puzzle's data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Schedule {
    /// Once.
    #[default]
    Once,
    /// Until one element is left. Each pass writes half as many elements as it reads, rounded up.
    Halving,
    /// With the constant `offset` = 1, 2, 4 and so on below the number of elements.
    Doubling,
    /// With the constant `offset` = ... 4, 2, 1, beginning with half the number of elements, as a power of two.
    Closing,
    /// Down the levels of a tree, from one element to all: the second input of a pass holds the sums of pairs of the level below, those of the
    /// puzzle's data in the last pass, and the output has as many elements.
    Descending,
    /// For each `span` = 2, 4, 8 up to the number of elements, which is a power of two: with the constant `offset` = half of it ... 2, 1.
    Bitonic,
}

/// A pass: the elements that it writes, and its constants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The elements that it writes; none: those of the puzzle's output.
    pub count: Option<usize>,
    /// How often pairs of the second input are added up before the pass reads it.
    pub halvings: usize,
    pub constants: Vec<(&'static str, usize)>,
}

/// Returns numbers of elements, each half of the one before, rounded up, until 1.
fn halves(count: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(count), |count| (*count > 1).then(|| count.div_ceil(2)))
}

impl Schedule {
    /// Returns the passes over so many elements.
    pub(super) fn steps(self, count: usize) -> Vec<Step> {
        let with = |constants: Vec<(&'static str, usize)>| Step { count: None, halvings: 0, constants };
        let powers = || (0..usize::BITS).map(|bit| 1usize << bit);
        match self {
            Schedule::Once => vec![with(Vec::new())],
            Schedule::Halving => {
                let written = halves(count).skip(1);
                written.map(|count| Step { count: Some(count), halvings: 0, constants: Vec::new() }).collect()
            }
            Schedule::Doubling => {
                powers().take_while(|offset| *offset < count).map(|offset| with(vec![("offset", offset)])).collect()
            }
            Schedule::Closing => {
                let offsets: Vec<usize> = powers().take_while(|offset| *offset < count).collect();
                offsets.into_iter().rev().map(|offset| with(vec![("offset", offset)])).collect()
            }
            Schedule::Descending => {
                let levels: Vec<usize> = halves(count).collect();
                let step =
                    |(halvings, count): (usize, &usize)| Step { count: Some(*count), halvings, constants: Vec::new() };
                levels.iter().enumerate().rev().map(step).collect()
            }
            Schedule::Bitonic => {
                let spans = powers().skip(1).take_while(|span| *span <= count);
                let offsets = |span: usize| powers().take_while(move |offset| *offset < span).collect::<Vec<_>>();
                let of = |span: usize| {
                    offsets(span).into_iter().rev().map(move |offset| vec![("span", span), ("offset", offset)])
                };
                spans.flat_map(of).map(with).collect()
            }
        }
    }

    /// Returns the names of the constants that a kernel can declare.
    pub fn constants(self) -> &'static [&'static str] {
        match self {
            Schedule::Once | Schedule::Halving | Schedule::Descending => &[],
            Schedule::Doubling | Schedule::Closing => &["offset"],
            Schedule::Bitonic => &["span", "offset"],
        }
    }
}
