//! The syntax tree of a kernel: its declarations and functions.

use crate::syntax::Span;
use crate::syntax::ast::{Expr, Name, Stmt};

/// The syntax tree of a kernel's text and of all texts that it includes.
#[derive(Default, Debug)]
pub(crate) struct KernelText {
    /// The inputs, constants, outputs and parameters, in source order.
    pub ports: Vec<PortItem>,
    /// The `const` declarations outside functions: `const float name = value;`.
    pub constants: Vec<ConstantItem>,
    /// The functions, including `main`, in source order.
    pub functions: Vec<FunctionItem>,
    /// Whether floats have half precision: `precision mediump float;`.
    pub mediump: bool,
    /// Whether something could not be parsed. Errors that may only follow from that are not reported.
    pub broken: bool,
}

/// A declaration of an input, constant, output or parameter: `input float keys;`. A declaration of several names makes one item for
/// each.
#[derive(Debug)]
pub(crate) struct PortItem {
    pub role: PortRole,
    pub ty: Name,
    pub name: Name,
    /// The number of items of an array: `input vec4 keys[4];`.
    pub length: Option<Expr>,
    /// The value of a parameter: `parameter index steps = 4;`.
    pub value: Option<Expr>,
}

/// The role of a port in a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PortRole {
    Input,
    Constant,
    Output,
    /// A value that is known before the kernel runs.
    Parameter,
}

impl PortRole {
    /// Whether it is a stream: an input or an output.
    pub fn is_stream(self) -> bool {
        matches!(self, PortRole::Input | PortRole::Output)
    }
}

/// A `const` declaration outside functions.
#[derive(Debug)]
pub(crate) struct ConstantItem {
    pub ty: Name,
    pub name: Name,
    pub value: Expr,
}

/// A function, or its prototype.
#[derive(Debug)]
pub(crate) struct FunctionItem {
    pub result: Name,
    pub name: Name,
    pub parameters: Vec<FunctionParameter>,
    /// The body; `None` for a prototype.
    pub body: Option<Vec<Stmt>>,
    /// Whether it is a parameter of the kernel. Its body then comes from the [`Source`](super::Source), or is `body` if the source has
    /// none.
    pub parameter: bool,
    /// The span from the result type to the closing bracket of the parameters.
    pub head: Span,
    /// The span of the closing bracket of the body, or of the semicolon of a prototype.
    pub end: Span,
    /// Whether something in it could not be parsed. Its body is then not checked.
    pub broken: bool,
}

/// A parameter of a function: `inout vec4 a`.
#[derive(Debug)]
pub(crate) struct FunctionParameter {
    pub mode: ParameterMode,
    /// Whether it is declared `const`.
    pub constant: bool,
    pub ty: Name,
    pub name: Name,
}

/// Whether an argument is copied into the function, out of it, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParameterMode {
    In,
    Out,
    InOut,
}
