//! The template phase: a kernel whose parameters have no values yet, with arrays.
//!
//! A kernel that varies (in how many streams it reads, how many steps it takes, by which radix) is written once. Its text declares
//! **parameters**, which have a value before anything is drawn, and arrays of streams, constants and variables, whose lengths follow
//! from them. It is checked into a [`Template`]. [`specialize`](super::passes::parameters::specialize) makes a
//! [`Kernel`] of it for given values. Other languages call such parameters specialization constants (Vulkan), function constants
//! (Metal) or overrides (WebGPU).

use super::{Expr, Kernel, Type};
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
    /// Where it is declared.
    pub span: Span,
}
