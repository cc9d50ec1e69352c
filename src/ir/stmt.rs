//! Statements of the intermediate representation.

use super::{Expr, FunctionId, LocalId};
use crate::syntax::Span;

/// Where a statement without an expression was written: debug information. Statements that are equal may differ in it.
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
    /// Declares a variable. Without a value, it is zero in the stream phase. In the kernel phase it is undefined, and the creator
    /// of the kernel ensures that it is not read before it is assigned.
    Declare {
        /// Which variable.
        local: LocalId,
        /// Its initial value.
        value: Option<Expr>,
    },
    /// Gives a variable, or components of it, a value.
    Assign {
        /// The part of a variable that changes.
        place: Place,
        /// A value of the place's type.
        value: Expr,
    },
    /// Calls a function that returns values through its arguments.
    Call {
        /// Which function.
        function: FunctionId,
        /// The arguments, in order.
        arguments: Vec<Passed>,
        /// Where the result goes, if the function has one and it is used.
        result: Option<LocalId>,
        /// Where the call is.
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
    /// A loop. An iteration runs `before`, the test, the body and `step`; with `last`, the body, `step`, `before` and the test.
    Loop {
        /// Statements that the condition needs.
        before: Vec<Stmt>,
        /// The loop continues while this is true, in the sense of `if`; without a condition, always.
        condition: Option<Expr>,
        /// The body; `continue` leads to its end.
        body: Vec<Stmt>,
        /// Statements that run after each iteration.
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
    /// Leaves this element's outputs as they were. Stream phase only, and only in the kernel's own body.
    Discard(At),
    /// Appends to a variable output. Stream phase only, and only in the kernel's own body.
    Push {
        /// The index of the parameter.
        parameter: usize,
        /// A value for each field; empty in a slice that only counts pushes.
        values: Vec<Expr>,
    },
    /// Template phase: what only this phase has.
    Template(Box<TemplateStmt>),
}

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Passed {
    /// A value, copied in.
    Value(Expr),
    /// A variable of exactly the argument's type, copied out, or in and out.
    Local(LocalId),
}

/// A statement that only the template phase has.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TemplateStmt {
    /// Gives an item of a local array, or a part of it, a value.
    Assign {
        /// Which array.
        array: LocalId,
        /// The index of the item.
        item: Expr,
        /// The part of the item that changes.
        part: Part,
        /// A value of the part's type.
        value: Expr,
    },
    /// A call that returns values through items of arrays, among its other arguments.
    Call {
        /// Which function.
        function: FunctionId,
        /// The arguments, in order.
        arguments: Vec<ItemPassed>,
        /// Where the result goes, if the function has one and it is used.
        result: Option<LocalId>,
        /// Where the call is.
        at: At,
    },
}

/// An argument of a [`TemplateStmt::Call`].
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ItemPassed {
    /// As in every phase.
    Plain(Passed),
    /// The item of a local array with this index, copied out, or in and out.
    Item(LocalId, Expr),
}

/// The target of an assignment.
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
    /// The component with this index, an int or, in the kernel phase, a position: `v[i]`. Outside of the vector nothing changes.
    At(Box<Expr>),
}

/// The expressions of a statement of the template phase, for shared and for exclusive borrows alike.
macro_rules! each_expr {
    ($statement:expr, $see:expr) => {
        match $statement {
            TemplateStmt::Assign { item, part, value, .. } => {
                $see(item);
                if let Part::At(index) = part {
                    $see(index);
                }
                $see(value);
            }
            TemplateStmt::Call { arguments, .. } => {
                for argument in arguments {
                    if let ItemPassed::Plain(Passed::Value(value)) | ItemPassed::Item(_, value) = argument {
                        $see(value);
                    }
                }
            }
        }
    };
}

impl TemplateStmt {
    /// Calls `see` for each expression of the statement, not for nested ones.
    pub fn exprs<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        each_expr!(self, see)
    }

    /// Calls `see` for each expression of the statement, to change it.
    pub fn exprs_mut(&mut self, see: &mut dyn FnMut(&mut Expr)) {
        each_expr!(self, see)
    }

    /// Returns the function that the statement calls.
    pub fn function_mut(&mut self) -> Option<&mut FunctionId> {
        match self {
            TemplateStmt::Call { function, .. } => Some(function),
            TemplateStmt::Assign { .. } => None,
        }
    }

    /// Returns the variables that the statement assigns, wholly or in part.
    pub fn changed(&self) -> impl Iterator<Item = LocalId> {
        let (array, arguments, result) = match self {
            TemplateStmt::Assign { array, .. } => (Some(*array), [].as_slice(), None),
            TemplateStmt::Call { arguments, result, .. } => (None, arguments.as_slice(), *result),
        };
        let passed = arguments.iter().filter_map(|argument| match argument {
            ItemPassed::Plain(Passed::Local(local)) | ItemPassed::Item(local, _) => Some(*local),
            ItemPassed::Plain(Passed::Value(_)) => None,
        });
        array.into_iter().chain(passed).chain(result)
    }
}
