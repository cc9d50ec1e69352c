//! The intermediate form of a checked program: what is emitted as a kernel's text, cut into passes and interpreted.
//!
//! Every name is resolved and every conversion written out. Records are gone: a stream, constant, output or local of a
//! record type is one of each for every field, a [`Slot`] says which. Expressions have no side effects: assignments,
//! increments, calls with `out` arguments and pushes inside expressions have become statements, in the order of
//! evaluation. Sub-kernels are functions with `in`, `out` and `inout` arguments, one for each way in which gathers
//! are passed to them.
//!
//! From outside, a kernel is its name and parameters. What it does is the compiler's own: nobody can hand on statements
//! that have not been checked.

mod expr;
mod operators;
mod stmt;
mod visit;

pub(crate) use expr::{Expr, ExprKind};
pub(crate) use operators::{Binary, Unary};
pub(crate) use stmt::{Part, Passed, Place, Stmt};
pub(crate) use visit::{any_stmt, changes, each_expr, each_expr_mut, each_stmt, each_stmt_mut};

use super::types::{Field, Plain, Type};
use crate::syntax::Span;

/// A field of a parameter of the kernel: what one texture, or one constant, holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot {
    /// The parameter's place among [`Kernel::parameters`].
    pub parameter: usize,
    /// The field's place among [`Parameter::fields`].
    pub field: usize,
}

/// A kernel or reduction, ready to be emitted or interpreted.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// As written.
    pub name: String,
    /// The name, where it was written.
    pub span: Span,
    /// Whether it is a reduction.
    pub reduction: bool,
    /// Its parameters, in the order written.
    pub parameters: Vec<Parameter>,
    /// What each element runs first, and the sub-kernels that it calls; a function calls only those before it, so that
    /// the kernel's own body is the last.
    pub(crate) functions: Vec<Function>,
    /// Whether an element may be discarded: its outputs then keep what they held.
    pub discards: bool,
}

impl Kernel {
    /// The kernel's own body.
    pub(crate) fn main(&self) -> &Function {
        self.functions.last().expect("a kernel has a body")
    }

    /// The parameter called `name`, with its place.
    pub fn parameter(&self, name: &str) -> Option<(usize, &Parameter)> {
        self.parameters.iter().enumerate().find(|(_, parameter)| parameter.name == name)
    }

    /// The slots of all parameters of one kind, in order.
    pub fn slots(&self, wanted: impl Fn(&Role) -> bool) -> Vec<Slot> {
        let of = |(parameter, p): (usize, &Parameter)| {
            (0..p.fields.len()).map(move |field| Slot { parameter, field }).collect::<Vec<_>>()
        };
        self.parameters.iter().enumerate().filter(|(_, p)| wanted(&p.role)).flat_map(of).collect()
    }

    /// The name of a slot, for people: `a`, or `rays.o` of a record.
    ///
    /// # Panics
    /// Panics if the kernel has no such slot.
    pub fn slot_name(&self, slot: Slot) -> String {
        let parameter = &self.parameters[slot.parameter];
        parameter.fields[slot.field].of(&parameter.name)
    }

    /// The type of a slot.
    ///
    /// # Panics
    /// Panics if the kernel has no such slot.
    pub fn ty(&self, slot: Slot) -> Plain {
        self.parameters[slot.parameter].fields[slot.field].ty
    }
}

/// A parameter of a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// As written.
    pub name: String,
    /// Where.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub role: Role,
    /// The fields of its type; one where it is no record.
    pub fields: Vec<Field>,
}

/// What a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// `T a<>`: the element at this place.
    Stream,
    /// `iter T a<>`: the same, as a rule of an iterator.
    Iterator,
    /// `T a`: the same for all elements.
    Constant,
    /// `T a[]`: any element, by index.
    Gather {
        /// How many brackets were written; the stream given says how many dimensions there are.
        brackets: usize,
    },
    /// `out T a<>`
    Output,
    /// `vout[N] T a<>`
    Variable {
        /// The most pushes for an element, where the program says it.
        most: Option<u32>,
    },
    /// `reduce T a`: what a reduction has so far.
    Accumulator,
}

impl Role {
    /// Whether it is an input with an element at this place.
    pub fn is_stream(&self) -> bool {
        matches!(self, Role::Stream | Role::Iterator)
    }

    /// Whether it is a gather.
    pub fn is_gather(&self) -> bool {
        matches!(self, Role::Gather { .. })
    }

    /// As messages name it.
    pub fn noun(&self) -> &'static str {
        match self {
            Role::Stream => "input stream",
            Role::Iterator => "iterator",
            Role::Constant => "constant",
            Role::Gather { .. } => "gather",
            Role::Output => "output",
            Role::Variable { .. } => "variable output",
            Role::Accumulator => "accumulator",
        }
    }

    /// The same with its article.
    pub fn one(&self) -> String {
        let noun = self.noun();
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {noun}")
    }
}

/// A function of a kernel, by its number in [`Kernel::functions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct FunctionId(pub usize);

/// A local of a function, by its number in [`Function::locals`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct LocalId(pub usize);

/// The body of a kernel, or a sub-kernel as it is called.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Function {
    /// As written.
    pub name: String,
    /// Its arguments; the kernel's own body has none.
    pub arguments: Vec<Argument>,
    /// What it returns, if anything.
    pub result: Option<Plain>,
    /// All its variables, arguments among them.
    pub locals: Vec<Local>,
    /// What it does.
    pub body: Vec<Stmt>,
}

impl Function {
    /// All components of a local, a bit for each.
    pub(crate) fn all_of(&self, local: LocalId) -> u8 {
        (1 << self.locals[local.0].ty.count()) - 1
    }
}

/// These components, a bit for each.
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
    pub ty: Plain,
    /// Whether it is a parameter of the kernel: an output, or the accumulator of a reduction.
    pub output: Option<Slot>,
}
