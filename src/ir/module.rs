//! The kernel phase: the code that one pass runs for each element, and the streams and constants that it reads and writes.

use std::rc::Rc;

use crate::syntax::Files;
use crate::texel::Components;

use super::{Function, Type};

/// A kernel as a backend gets it: typed, with every name resolved and every conversion written out. It is independent of how streams
/// lie in textures, of dialects and of drivers.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// The name, for messages and a [`Trace`](crate::Trace).
    pub name: String,
    /// A description for readers of the generated code, which starts with it. One entry per line.
    pub about: Vec<String>,
    /// What it reads and writes.
    pub interface: Interface,
    /// The functions that each element runs. A function calls only functions before it, so `main` is the last. `main` has no
    /// arguments and no result: it writes the outputs.
    pub(crate) functions: Vec<Function>,
    /// Texel phase: what each of the first functions does; empty in the kernel phase.
    pub(crate) access: Vec<AccessFunction>,
    /// The source texts that its spans refer to: debug information.
    pub files: Rc<Files>,
}

impl Kernel {
    /// The function that each element runs.
    pub(crate) fn main(&self) -> &Function {
        self.functions.last().expect("a module has a main")
    }
}

/// The purpose of a function that [`access::lower`](super::access::lower) creates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AccessFunction {
    /// Returns the number of the current element.
    Here,
    /// Returns the column of the current element.
    HereColumn,
    /// Returns the row of the current element.
    HereRow,
    /// Returns the column and row of a texel.
    TexelPlace,
    /// Returns the element of this input at the output's own number.
    FetchHere(usize),
    /// Returns an element of this input by its number, or by column and row.
    Fetch(usize),
    /// Returns an element of this input by its number, or by column and row, clamped to the stream.
    Clamped(usize),
}

/// The inputs, constants and outputs of a kernel, in the order of their declarations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interface {
    /// The streams it reads.
    pub inputs: Vec<Port>,
    /// The constants: values that are the same for all elements.
    pub constants: Vec<Constant>,
    /// The streams it writes.
    pub outputs: Vec<Port>,
    /// The names of inputs and constants that its text declares, and that it does not read for the values of its parameters. A pass
    /// may give them, and need not.
    pub unread: Vec<String>,
}

/// A stream that a kernel reads or writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Its element type.
    pub ty: Type,
}

impl Port {
    /// A port of floats.
    pub fn floats(name: impl Into<String>, components: Components) -> Port {
        Port { name: name.into(), ty: Type::Float(components) }
    }

    /// How many numbers an element has.
    pub fn components(&self) -> Components {
        self.ty.components()
    }
}

/// A constant of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}
