//! The product of a sparse matrix whose rows are sorted by their length.

use crate::error::Error;
use crate::geometry::{Layout, Rect};
use crate::glsl;
use crate::machine::Stream;

use super::super::needs::with_steps;
use super::super::take::take_to;
use super::super::{argsort, upper_bound};
use super::parts::Parts;
use super::split::lengths;

/// The rows of a matrix, sorted by their length.
#[derive(Debug)]
pub(super) struct SortedRows {
    /// The rows, the shortest first.
    order: Stream<f32>,
    /// The place of each row in that order.
    ranks: Stream<f32>,
    /// What is drawn, in order.
    steps: Vec<Step>,
}

/// Entries of rows that are summed in one pass.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Step {
    /// The number of the first of these entries in its row.
    from: usize,
    /// How many entries.
    entries: usize,
    /// How many rows, the first in order, have no more than `from` entries.
    shorter: usize,
}

/// The number of entries of the first step. From there on they double, until a step has [`MOST`].
const LEAST: usize = 8;

/// The number of entries of later steps.
const MOST: usize = 64;

/// Returns the first entry of each step, and how many there are, for a longest row of so many entries: the last entries first.
fn steps(longest: usize) -> Vec<(usize, usize)> {
    let (mut steps, mut from) = (Vec::new(), 0);
    while from < longest.max(1) {
        let entries = from.clamp(LEAST, MOST);
        steps.push((from, entries.min(longest.max(1) - from)));
        from += entries;
    }
    steps.reverse();
    steps
}

impl SortedRows {
    pub fn new(parts: &Parts<'_>) -> Result<SortedRows, Error> {
        let device = parts.values.device();
        let own = lengths(&parts.offsets, 1, parts.rows)?;
        let order = argsort(&own)?;
        let sorted = take_to(&own, &order, Layout::Plain)?;
        let ranks = argsort(&order)?;
        let last = parts.rows - 1;
        let longest = match device.is_planning() {
            true => 2 * LEAST,
            false => sorted.read_range(last..last + 1)?[0] as usize,
        };
        let steps = steps(longest);
        let froms: Vec<f32> = steps.iter().map(|(from, _)| *from as f32).collect();
        let shorter = upper_bound(&sorted, &device.upload(&froms)?)?;
        let shorter = if device.is_planning() { vec![0.0; steps.len()] } else { shorter.read()? };
        let step = |((from, entries), shorter): (_, f32)| Step {
            from,
            entries,
            // The first step is drawn for all rows, so that those without entries become 0.
            shorter: if from == 0 { 0 } else { shorter as usize },
        };
        let steps = steps.into_iter().zip(shorter).map(step).collect();
        Ok(SortedRows { order, ranks, steps })
    }

    pub fn multiply(&self, parts: &Parts<'_>, x: &Stream<f32>) -> Result<Stream<f32>, Error> {
        let device = x.device();
        let mut sums: Option<Stream<f32>> = None;
        let mut summed = parts.rows;
        for step in &self.steps {
            let source = with_steps(glsl!("primitives/spmv_rows.frag"), device, step.entries);
            let kernel = device.kernel(&source)?;
            let mut next = device.stream_with(parts.rows, Layout::Plain)?;
            let geometry = *next.geometry();
            let first = step.shorter / geometry.width;
            let pass = device.pass(&kernel).input("order", &self.order).input("offsets", &parts.offsets);
            let pass = pass.input("indices", &parts.indices).input("values", &parts.values).input("x", x);
            let pass = pass.input("sums", sums.as_ref().unwrap_or(x)).constant("summed", summed);
            let pass = pass.constant("from", step.from).constant("steps", step.entries);
            let rectangle = Rect::new(0, first, geometry.width, geometry.height - first);
            pass.rectangle(rectangle).output("result", &mut next).run()?;
            (sums, summed) = (Some(next), first * geometry.width);
        }
        take_to(&sums.expect("there is always a step"), &self.ranks, x.layout())
    }
}

#[test]
fn steps_cover_all_entries_once() {
    assert_eq!(steps(0), [(0, 1)]);
    assert_eq!(steps(8), [(0, 8)]);
    assert_eq!(steps(200), [(192, 8), (128, 64), (64, 64), (32, 32), (16, 16), (8, 8), (0, 8)]);
    for longest in 1..300 {
        let mut ends = longest;
        for (from, entries) in steps(longest) {
            assert_eq!(from + entries, ends);
            ends = from;
        }
        assert_eq!(ends, 0);
    }
}
