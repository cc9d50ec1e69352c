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
