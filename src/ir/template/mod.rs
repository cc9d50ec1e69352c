//! The template phase: a kernel whose parameters have no values yet, with arrays.
//!
//! A kernel that varies (how many streams, how many steps, which radix) is written once. Its text declares **parameters**, which
//! have a value before anything is drawn, and arrays of inputs, outputs and variables whose lengths follow from them. It is checked
//! once into a [`Template`]. [`specialize`] makes a [`Kernel`] of it for given values: an item of an array becomes a variable or
//! a stream of its own, loops over items are unrolled, conditions that are known are decided, and what nothing reads is left out.
//! Other languages call such parameters specialization constants (Vulkan), function constants (Metal) or overrides (WebGPU).

mod array;
mod dead;
mod fold;
mod specialize;
mod unroll;

pub(crate) use specialize::{Specialized, specialize};

use super::interpret::Value;
use super::{Expr, Kernel, LocalId, Type};
use crate::syntax::Span;

/// A kernel whose parameters have no values yet.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Template {
    /// The kernel. Its functions may have nodes of the template phase. An array of streams or constants is one port or constant of its interface.
    pub kernel: Kernel,
    /// The parameters.
    pub parameters: Vec<TemplateParameter>,
    /// For each input, its number of items if it is an array.
    pub inputs: Vec<Option<Expr>>,
    /// For each constant, its number of items if it is an array.
    pub constants: Vec<Option<Expr>>,
    /// For each output, its number of items if it is an array.
    pub outputs: Vec<Option<Expr>>,
}

impl Template {
    /// Returns whether the kernel has neither parameters nor arrays, so that there is nothing to specialize.
    pub fn is_plain(&self) -> bool {
        let arrays = self.inputs.iter().chain(&self.constants).chain(&self.outputs).any(Option::is_some);
        let locals = || self.kernel.functions.iter().flat_map(|function| &function.locals);
        !arrays && self.parameters.is_empty() && locals().all(|local| local.length.is_none())
    }
}

/// A parameter of a template: a value that is known before anything is drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TemplateParameter {
    /// Its name.
    pub name: String,
    /// Its type: float, int, bool or index.
    pub ty: Type,
    /// Its value if none is given.
    pub value: Option<Value>,
    /// Where it is declared.
    pub span: Span,
}

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
