//! The kernel phase: the code that one pass runs for each element, and its interface of streams and constants.

use std::rc::Rc;

use crate::syntax::Files;
use crate::texel::Components;

use super::{Function, SharedUse, Type};

/// A kernel in the form that a backend receives: typed, with every name resolved and every conversion explicit. In the kernel phase it does
/// not depend on the layout of streams in textures, on a dialect or on a driver.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// The name, for messages and a [`Trace`](crate::Trace).
    pub name: String,
    /// A description for readers of the generated code, which starts with it. There is one entry per line.
    pub about: Vec<String>,
    /// The streams and constants that it reads, and the streams that it writes.
    pub interface: Interface,
    /// Whether half precision suffices for its floats: `precision mediump float;`. Chips with registers of half precision then round what the
    /// kernel computes to halves, and OpenGL ES may. Positions keep full precision.
    pub mediump: bool,
    /// The functions that each element runs. A function calls only earlier functions, so `main` is the last. `main` has no arguments and no
    /// result: it writes the outputs.
    pub(crate) functions: Vec<Function>,
    /// Texel phase: the purpose of each access function. These functions come first in `functions`. Empty in the kernel phase.
    pub(crate) access: Vec<AccessFunction>,
    /// Debug information: the source texts that its spans refer to.
    pub files: Rc<Files>,
}

impl Kernel {
    /// Returns the function that each element runs.
    pub(crate) fn main(&self) -> &Function {
        self.functions.last().expect("a kernel has a main")
    }
}

/// The purpose of a function that [`access::lower`](super::access::lower) creates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AccessFunction {
    /// Returns the linear index of the current element.
    Here,
    /// Returns the column of the current element.
    HereColumn,
    /// Returns the row of the current element.
    HereRow,
    /// Returns the column and row of a texel.
    TexelPlace,
    /// Returns the element of this input at the linear index of the current element.
    FetchHere(usize),
    /// Returns an element of this input by its linear index, or by column and row.
    Fetch(usize),
    /// Returns an element of this input by its linear index, or by column and row, clamped to the stream.
    Clamped(usize),
}

/// The inputs, constants and outputs of a kernel, in the order of their declarations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interface {
    /// The streams that it reads.
    pub inputs: Vec<Port>,
    /// The constants: values that are the same for all elements.
    pub constants: Vec<Constant>,
    /// The streams that it writes.
    pub outputs: Vec<Port>,
    /// The names of inputs and constants that the kernel's text declares but that are never read for the values of its parameters. A pass
    /// may bind them, but need not.
    pub unread: Vec<String>,
    /// Variables that all functions share, such as the depth. A [target](super::Local) past the outputs is one of these.
    pub(crate) shared: Vec<Shared>,
}

/// A variable that all functions of a fragment program share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shared {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What it is for.
    pub purpose: SharedUse,
}

impl Interface {
    /// Returns the name of the depth that the kernel writes, if it writes one.
    pub fn depth(&self) -> Option<&str> {
        let depth = self.shared.iter().find(|shared| shared.purpose == SharedUse::Depth);
        depth.map(|shared| shared.name.as_str())
    }

    /// Returns whether the kernel may discard its element: nothing is written for it then.
    pub fn discards(&self) -> bool {
        self.shared.iter().any(|shared| shared.purpose == SharedUse::Discard)
    }

    /// Returns the type of each variable that all functions share: of the outputs, then of the others.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Type> + '_ {
        self.outputs.iter().map(|port| port.ty).chain(self.shared.iter().map(|shared| shared.ty))
    }
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
    /// Returns a port whose elements are floats or vectors of floats.
    pub fn floats(name: impl Into<String>, components: Components) -> Port {
        Port { name: name.into(), ty: Type::Float(components) }
    }

    /// Returns the number of components of an element.
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
