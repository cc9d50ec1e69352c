//! Specialization by parameters: generates a kernel from a template, for given values of its parameters. Each item of an array becomes a
//! variable, a constant or a stream of its own. Loops over items are unrolled, branches with a known condition are resolved, and dead code
//! is eliminated.

mod array;
mod dead;
mod fold;
mod specialize;
mod unroll;

pub(crate) use specialize::{Specialized, specialize};

use crate::ir::LocalId;
use crate::syntax::Span;

/// Why a template cannot be specialized for the given values of its parameters.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SpecializeError {
    /// The number of items of an array is not known, or not from 0 to the maximum.
    Length { name: String, length: Option<i64>, max: usize, span: Span },
    /// All outputs are arrays of no items.
    NoOutput { name: String, span: Span },
    /// The index of an item is not known when the kernel is compiled.
    UnknownItem { name: String, span: Span },
    /// An array has no item with this index.
    NoItem { name: String, item: i64, length: usize, span: Span },
    /// One item is passed for two arguments that a call writes.
    PassedTwice { name: String, item: usize, span: Span },
    /// The end of a loop over items is not known when the kernel is compiled.
    UnknownEnd { span: Span },
    /// A loop over items has a `break` or `continue` under a condition that is not known when the kernel is compiled.
    LeftByData { span: Span },
    /// The kernel has more statements than the maximum after its loops are unrolled.
    TooLong { max: usize, span: Span },
}

/// The origin of a function of a specialized kernel.
#[derive(Debug)]
pub(crate) struct Origin {
    /// The index of the template's function that it is specialized from.
    pub function: usize,
    /// For each local, the template's local of which it is a copy or an item.
    pub locals: Vec<LocalId>,
}
