//! Syntax tree of a kernel: its declarations and functions.

use crate::syntax::Span;
use crate::syntax::ast::{Expr, Name, Stmt};

/// A kernel's text, with all that it includes.
#[derive(Default, Debug)]
pub(crate) struct KernelText {
    /// Inputs, constants, outputs and parameters, in the order written.
    pub ports: Vec<PortItem>,
    /// `const float name = value;` outside functions.
    pub constants: Vec<ConstantItem>,
    /// Functions, `main` among them, in the order written.
    pub functions: Vec<FunctionItem>,
    /// Whether something in it could not be read: what follows from that is not said.
    pub broken: bool,
}

/// `input float keys;`: one for each name.
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

/// What a declaration outside functions makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PortRole {
    Input,
    Constant,
    Output,
    /// A value that is known before anything is drawn.
    Parameter,
}

impl PortRole {
    /// Whether it is a stream, which may be an array.
    pub fn is_stream(self) -> bool {
        matches!(self, PortRole::Input | PortRole::Output)
    }
}

/// A constant of the text's own.
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
    /// None of a prototype.
    pub body: Option<Vec<Stmt>>,
    /// Whether it is a parameter: its body comes from outside, or is its own if none does.
    pub parameter: bool,
    /// From the result's type to the bracket that closes the parameters.
    pub head: Span,
    /// The bracket that closes the body, or the semicolon of a prototype.
    pub end: Span,
    /// Whether something in it could not be read: no more is said about it then.
    pub broken: bool,
}

/// `inout vec4 a`
#[derive(Debug)]
pub(crate) struct FunctionParameter {
    pub mode: ParameterMode,
    /// Whether it is declared `const`.
    pub constant: bool,
    pub ty: Name,
    pub name: Name,
}

/// Which way an argument is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParameterMode {
    In,
    Out,
    InOut,
}
