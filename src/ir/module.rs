//! The kernel phase: what one pass runs for each element, and what it reads and writes.

use std::rc::Rc;

use crate::syntax::Files;
use crate::texel::Components;

use super::{Function, Type};

/// A kernel as a backend gets it: typed, with every name resolved and every conversion written out. It knows nothing of how
/// streams lie in textures, of dialects or of drivers.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// The name, for messages and a [`Trace`](crate::Trace).
    pub name: String,
    /// What a reader should know of it, a line each, for the head of what is written from it.
    pub about: Vec<String>,
    /// What it reads and writes.
    pub interface: Interface,
    /// What each element runs, and what that calls; a function calls only those before it, so that `main` is the last. It
    /// has no arguments and no result: it writes the outputs.
    pub(crate) functions: Vec<Function>,
    /// Texel phase: what the first of the functions are; nothing in the kernel phase.
    pub(crate) access: Vec<AccessFunction>,
    /// The texts that its spans lead to: debug information.
    pub files: Rc<Files>,
}

impl Kernel {
    /// What each element runs.
    pub(crate) fn main(&self) -> &Function {
        self.functions.last().expect("a module has a main")
    }
}

/// What a function does that [`access::lower`](super::access::lower) makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AccessFunction {
    /// Returns the number of the element that is computed.
    Here,
    /// Returns its column.
    HereColumn,
    /// Returns its row.
    HereRow,
    /// Returns column and row of a texel.
    TexelPlace,
    /// Returns the element of this input at the output's own number.
    FetchHere(usize),
    /// Returns an element of this input by its number, or by column and row.
    Fetch(usize),
    /// The same, or the nearest element.
    Clamped(usize),
}

/// The inputs, constants and outputs of a kernel, in the order of their declarations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interface {
    /// The streams it reads.
    pub inputs: Vec<Port>,
    /// The numbers that are the same for all elements.
    pub constants: Vec<Constant>,
    /// The streams it writes.
    pub outputs: Vec<Port>,
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
