//! The note on sums and products of integers that float32 may not hold.

use std::collections::HashMap;
use std::path::Path;

use brooklet::io::{Array, ExactDtype, input_name};

use super::arrays::ExactNumbers;
use super::keys;
use super::operation::Op;
use super::session::Session;

/// Prints a note if a sum or a product of integers may exceed those that floats hold. `line` returns which number is combined with which
/// others: those of the same line. Nothing is said of numbers that were rounded before, of which another note says so.
pub fn note(
    session: &Session,
    path: &Path,
    array: &Array,
    exact: Option<&ExactNumbers>,
    op: Op,
    line: impl Fn(usize) -> usize,
) {
    if are_held(exact) {
        let terms = array.data.iter().enumerate().map(|(at, value)| (line(at), *value));
        note_terms(session, path, op, terms);
    }
}

/// Returns whether numbers are integers that floats hold.
pub fn are_held(exact: Option<&ExactNumbers>) -> bool {
    exact.is_some_and(|exact| exact.notes.is_empty() && exact.dtype != ExactDtype::Float64)
}

/// Prints a note as [`note`] does, on terms with their lines.
pub fn note_terms(session: &Session, path: &Path, op: Op, mut terms: impl Iterator<Item = (usize, f32)>) {
    let what = match op {
        Op::Sum => "sums",
        Op::Product => "products",
        Op::Max | Op::Min => return,
    };
    let exact = keys::exact_integers(&session.device);
    let mut lines: HashMap<usize, f64> = HashMap::new();
    let exceeds = terms.any(|(line, value)| {
        let size = f64::from(value.abs());
        let bound = match op {
            Op::Product => lines.get(&line).copied().unwrap_or(1.0) * size.max(1.0),
            _ => lines.get(&line).copied().unwrap_or(0.0) + size,
        };
        lines.insert(line, bound);
        bound > exact as f64
    });
    if exceeds {
        session.notes(&[format!(
            "{}: {what} may be rounded: the result is float32, which holds integers up to {exact} exactly",
            input_name(path)
        )]);
    }
}

/// Returns the line of each number of an array along an axis; without one, all elements are one line. Components are apart.
pub fn lines(array: &Array, axis: Option<usize>) -> impl Fn(usize) -> usize + use<> {
    let (inner, length) = match axis {
        Some(axis) => (array.shape[axis + 1..].iter().product::<usize>() * array.components, array.shape[axis]),
        None => (array.components, array.data.len()),
    };
    move |at| at / (inner * length.max(1)).max(1) * inner + at % inner.max(1)
}

/// Returns the line of each number of an array whose elements have these groups.
pub fn lines_of_groups(array: &Array, groups: Vec<usize>) -> impl Fn(usize) -> usize + use<> {
    let components = array.components;
    move |at| groups.get(at / components).map_or(0, |group| group * components) + at % components
}
