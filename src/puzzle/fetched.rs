//! The elements that a kernel fetched for one of its own.

use crate::capture::{Replay, Step};
use crate::error::Error;
pub use crate::ir::interpret::Position;

/// An element that a kernel fetched.
#[derive(Clone, PartialEq, Debug)]
pub struct FetchedElement {
    /// The name of the stream.
    pub stream: String,
    /// Its index, or `None` if there is no such element.
    pub element: Option<usize>,
    /// The position that the kernel asked for.
    pub position: Position,
    /// The number of elements of the stream.
    pub count: usize,
    /// The number of elements of a row.
    pub columns: usize,
    /// Its numbers; none, if there is no such element.
    pub numbers: Vec<f32>,
}

impl std::fmt::Display for FetchedElement {
    /// Writes `values[3] = 7`, or where the fetch went if there is no such element.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let FetchedElement { stream, position, count, columns, .. } = self;
        match (self.element, position) {
            (Some(element), Position::ColumnRow([column, row])) => {
                write!(f, "{stream}[{element}] (column {column}, row {row}) = {}", Numbers(&self.numbers))
            }
            (Some(element), Position::Linear(_)) => write!(f, "{stream}[{element}] = {}", Numbers(&self.numbers)),
            (None, Position::Linear(index)) => {
                let (end, last) = if *index < 0 { ("first", 0) } else { ("last", count.saturating_sub(1)) };
                write!(f, "{stream}[{index}] (outside: the {end} is {stream}[{last}])")
            }
            (None, Position::ColumnRow([column, row])) => {
                let rows = count.div_ceil(*columns.max(&1));
                write!(
                    f,
                    "{stream} in column {column} of row {row} (outside: it has {columns} columns and {rows} rows)"
                )
            }
        }
    }
}

impl FetchedElement {
    /// Writes fetches, one a line, of which equal ones are one line with their number: at most so many lines, and then how many more there are.
    pub fn lines(all: &[FetchedElement], max: usize) -> Vec<String> {
        let mut known: Vec<(String, usize)> = Vec::new();
        for line in all.iter().map(FetchedElement::to_string) {
            match known.iter_mut().find(|(other, _)| *other == line) {
                Some((_, times)) => *times += 1,
                None => known.push((line, 1)),
            }
        }
        let folded = |(line, times): &(String, usize)| match times {
            1 => line.clone(),
            times => format!("{line} ({times} times)"),
        };
        let more = known.len().checked_sub(max).filter(|more| *more > 0);
        known.iter().take(max).map(folded).chain(more.map(|more| format!("and {more} more"))).collect()
    }
}

/// The numbers of an element, which are written as one, or as a vector in brackets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Numbers<'a>(pub &'a [f32]);

impl std::fmt::Display for Numbers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.0 {
            [number] => write!(f, "{number}"),
            all => write!(f, "({})", all.iter().map(f32::to_string).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// Returns what the step that ran last fetched for an element.
pub(super) fn fetched(replay: &Replay, step: usize, element: usize) -> Result<Vec<FetchedElement>, Error> {
    let capture = replay.capture().clone();
    let Step::Pass(pass) = &capture.steps()[step] else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for fetch in replay.fetches()?.of(element)?.fetches {
        let input = &pass.inputs[fetch.input];
        let contents = replay.read(input)?;
        let value = fetch.element.and_then(|element| contents.value(element));
        let numbers = value.map_or(Vec::new(), |value| {
            value.words()[..value.count()].iter().map(|word| f32::from_bits(*word)).collect()
        });
        all.push(FetchedElement {
            stream: input.name.clone(),
            element: fetch.element,
            position: fetch.position,
            count: contents.len(),
            columns: contents.grid.width,
            numbers,
        });
    }
    Ok(all)
}
