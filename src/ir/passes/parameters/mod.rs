//! Specialization by parameters: makes a kernel of a template, for given values of its parameters. An item of an array becomes a variable
//! or a stream of its own, loops over items are unrolled, conditions that are known are decided, and what nothing reads is left out.

mod array;
mod dead;
mod fold;
mod specialize;
mod unroll;

pub(crate) use specialize::{Specialized, specialize};

use crate::ir::LocalId;
use crate::syntax::Span;

/// Why a template has no kernel for the values given.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SpecializeError {
    /// The number of items of an array is not known, or not from 0 to the maximum.
    Length { name: String, length: Option<i64>, max: usize, span: Span },
    /// The index of an item is not known before anything is drawn.
    UnknownItem { name: String, span: Span },
    /// An array has no item with this index.
    NoItem { name: String, item: i64, length: usize, span: Span },
    /// One item is passed for two arguments that a call writes.
    PassedTwice { name: String, item: usize, span: Span },
    /// A loop over items whose end depends on what is read.
    UnknownEnd { span: Span },
    /// A loop over items that `break`, `continue` or `return` leaves under a condition that depends on what is read.
    LeftByData { span: Span },
    /// A kernel with more statements than the maximum once its loops are unrolled.
    TooLong { max: usize, span: Span },
}

/// Where a function of a specialized kernel comes from.
#[derive(Debug)]
pub(crate) struct Origin {
    /// The number of the template's function.
    pub function: usize,
    /// For each local, the template's local that it is, a copy of, or an item of.
    pub locals: Vec<LocalId>,
}
