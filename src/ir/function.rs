//! Functions of the intermediate representation, with their arguments and variables.

use super::{At, Expr, LocalId, Slot, Stmt, Type};

/// A function: the body of a kernel, or a function that it calls.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Function {
    /// Its name, as written in the source.
    pub name: String,
    /// A description for readers of the generated code; may be empty.
    pub about: String,
    /// Its arguments; the kernel's own body has none.
    pub arguments: Vec<Argument>,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
    /// All its variables, including its arguments.
    pub locals: Vec<Local>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Debug information: where its head is in the source, if that is known.
    pub head: At,
}

impl Function {
    /// Returns the mask of all components of a local, one bit for each.
    pub(crate) fn all_of(&self, local: LocalId) -> u8 {
        (1 << self.locals[local.0].ty.count()) - 1
    }
}

/// Returns the mask of these components, one bit for each.
pub(crate) fn mask(components: &[u8]) -> u8 {
    components.iter().fold(0, |mask, k| mask | 1 << k)
}

/// An argument: a local that is copied in, out, or in and out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Argument {
    /// The local that holds it.
    pub local: LocalId,
    /// The direction in which it is copied.
    pub mode: Mode,
}

/// The direction in which an argument is copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Mode {
    /// Into the function, when it is called.
    In,
    /// Out of the function, when it returns.
    Out,
    /// Into the function, when it is called, and out of it, when it returns.
    InOut,
}

/// A variable.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Local {
    /// Its name in the source, or a name for what it holds: a field of a record variable is called `ray.o`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Stream phase: the output, or the accumulator of a reduction, that it stands for, if any.
    pub output: Option<Slot>,
    /// Kernel phase: the output that it stands for, if any, by its index in [`Interface::outputs`](super::Interface). Such a local is not
    /// declared. The locals of all functions that stand for the same output share one variable, which keeps its value between functions.
    pub target: Option<usize>,
    /// Template phase: the number of items if the local is an array. The expression is of type index.
    pub length: Option<Box<Expr>>,
    /// Template phase: whether the local is a `const` argument. The function is specialized for each value that calls pass for it.
    pub constant: bool,
    /// Debug information: where it is declared in the source, if that is known.
    pub span: At,
}

impl Local {
    /// Returns a variable that is neither an output, nor an array, nor a `const` argument.
    pub(crate) fn new(name: impl Into<String>, ty: Type) -> Local {
        Local { name: name.into(), ty, output: None, target: None, length: None, constant: false, span: At::default() }
    }
}
