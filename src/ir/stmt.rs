//! Statements of the intermediate representation.

use super::{Expr, FunctionId, LocalId};
use crate::syntax::Span;

/// Where a statement was written that has no expression to say it: debug information, in which equal statements may differ.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stmt {
    /// Makes a variable. Without a value: in the stream phase it is zero; in the kernel phase it holds anything, and what
    /// makes the module sees to it that nothing is read before it is assigned.
    Declare {
        /// Which.
        local: LocalId,
        /// What it starts as.
        value: Option<Expr>,
    },
    /// Gives a variable, or components of it, a value.
    Assign {
        /// What changes.
        place: Place,
        /// A value of the place's type.
        value: Expr,
    },
    /// Calls a function that gives something back through its arguments.
    Call {
        /// Which.
        function: FunctionId,
        /// What is handed over, in the order of its arguments.
        arguments: Vec<Passed>,
        /// Where the result goes, if it has one and somebody wants it.
        result: Option<LocalId>,
        /// Where.
        at: At,
    },
    /// `if`. Stream phase: the condition is a number, true where it is not 0, or a vector, true where any component is not
    /// 0. Kernel phase: it is a single truth value.
    If {
        /// The condition.
        condition: Expr,
        /// What is done where it is true.
        then: Vec<Stmt>,
        /// What is done where it is not.
        otherwise: Vec<Stmt>,
    },
    /// A loop. An iteration is: `before`, the test, the body, `step`; with `last`: the body, `step`, `before`, the test.
    Loop {
        /// What the condition needs to have done.
        before: Vec<Stmt>,
        /// Goes on while this is true, in the sense of `if`; always, where there is none.
        condition: Option<Expr>,
        /// What is done; `continue` leads to its end.
        body: Vec<Stmt>,
        /// What is done after each iteration.
        step: Vec<Stmt>,
        /// Whether the test comes last, as in `do`.
        last: bool,
    },
    /// Leaves the innermost loop.
    Break(At),
    /// Ends this iteration of the innermost loop.
    Continue(At),
    /// Leaves the function.
    Return(Option<Expr>, At),
    /// Leaves this element's outputs as they were. Stream phase alone, and only in the kernel's own body.
    Discard(At),
    /// Appends to a variable output. Stream phase alone, and only in the kernel's own body.
    Push {
        /// The parameter's place.
        parameter: usize,
        /// A value for each field; none at all where pushes are only counted.
        values: Vec<Expr>,
    },
}

/// What is handed over for an argument.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Passed {
    /// A value, copied in.
    Value(Expr),
    /// A variable of exactly the argument's type, copied out, or in and out.
    Local(LocalId),
}

/// What an assignment changes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    /// The variable.
    pub local: LocalId,
    /// Which part of it.
    pub part: Part,
}

/// A part of a variable.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// These components, each at most once: `v.zx`.
    Components(Vec<u8>),
    /// The component of this number, an int or, in the kernel phase, a position: `v[i]`. Outside of the vector nothing
    /// changes.
    At(Box<Expr>),
}
