//! Functions: their variables and statements.

use super::{At, Expr, LocalId, Slot, Stmt, Type};

/// A function: the body of a kernel, or a sub-kernel that is called.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Function {
    /// Its name, as written in the source.
    pub name: String,
    /// A description for readers of the generated code; may be empty.
    pub about: String,
    /// Its arguments; the kernel's own body has none.
    pub arguments: Vec<Argument>,
    /// What it returns, if anything.
    pub result: Option<Type>,
    /// All its variables, arguments among them.
    pub locals: Vec<Local>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// Where its head was written, if that is known: debug information.
    pub head: At,
}

impl Function {
    /// All components of a local, a bit for each.
    pub(crate) fn all_of(&self, local: LocalId) -> u8 {
        (1 << self.locals[local.0].ty.count()) - 1
    }
}

/// A mask of these components, a bit for each.
pub(crate) fn mask(components: &[u8]) -> u8 {
    components.iter().fold(0, |mask, k| mask | 1 << k)
}

/// An argument: a local that is copied in, out, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Argument {
    /// The local that holds it.
    pub local: LocalId,
    /// Which way it is copied.
    pub mode: Mode,
}

/// Which way an argument is copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Mode {
    /// Into the function.
    In,
    /// Out of it, when it returns.
    Out,
    /// Both.
    InOut,
}

/// A variable.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Local {
    /// As written, or after what it holds: fields come as `ray.o`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Stream phase: the parameter that it stands for, if it is an output or the accumulator of a reduction.
    pub output: Option<Slot>,
    /// Kernel phase: the output of the module that it stands for, by its number in [`Interface::outputs`](super::Interface). Such
    /// a variable is not declared: all functions that have a variable for an output share it, and it keeps its value between
    /// functions.
    pub target: Option<usize>,
    /// Template phase: the number of items, an index, if the local is an array.
    pub length: Option<Box<Expr>>,
    /// Template phase: whether the local is a `const` argument: a function is specialized by the values that are passed for it.
    pub constant: bool,
    /// Where it was declared, if that is known: debug information.
    pub span: At,
}

impl Local {
    /// A variable that belongs to the function alone.
    pub(crate) fn new(name: impl Into<String>, ty: Type) -> Local {
        Local { name: name.into(), ty, output: None, target: None, length: None, constant: false, span: At::default() }
    }
}
