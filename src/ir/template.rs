//! The template phase: a kernel of the kernel language whose parameters have no values yet, and which may have arrays.
//!
//! Kernels that differ only in, for example, the number of streams that they read, the number of their steps or their radix are written
//! once, as one text. The text declares **parameters**, whose values are known when the kernel is compiled, and arrays of streams,
//! constants and variables, whose lengths are computed from the parameters. The front end checks it into a [`Template`].
//! [`specialize`](super::passes::parameters::specialize) generates a [`Kernel`] from the template for given values. Such parameters are
//! called specialization constants in Vulkan, function constants in Metal and overrides in WebGPU.

use super::{Expr, Kernel, Type};
use crate::syntax::Span;

/// A kernel whose parameters have no values yet.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Template {
    /// The kernel. Its functions may have nodes of the template phase. An array of streams or constants is one port or constant of its
    /// interface.
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
    /// Returns whether the kernel has neither parameters nor arrays, so that it needs no specialization.
    pub fn is_plain(&self) -> bool {
        let arrays = self.inputs.iter().chain(&self.constants).chain(&self.outputs).any(Option::is_some);
        let locals = || self.kernel.functions.iter().flat_map(|function| &function.locals);
        !arrays && self.parameters.is_empty() && locals().all(|local| local.length.is_none())
    }
}

/// A parameter of a template. Its value is known when the kernel is compiled.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TemplateParameter {
    /// Its name.
    pub name: String,
    /// Its type: float, int, bool or index.
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
}
