//! Statements of the intermediate representation.

use super::{Expr, FunctionId, LocalId};
use crate::syntax::Span;

/// Debug information: where a statement is in the source. Comparisons ignore it, so that equal statements may have different spans.
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
    /// Declares a variable. Without an initial value, it is zero in the stream phase. In the kernel phase it is then undefined, and the
    /// creator of the kernel ensures that it is not read before it is assigned.
    Declare {
        /// The variable.
        local: LocalId,
        /// Its initial value.
        value: Option<Expr>,
    },
    /// Assigns to a variable or to components of it.
    Assign {
        /// The variable or the part of it that is assigned.
        place: Place,
        /// The value, which has the type of the place.
        value: Expr,
    },
    /// Calls a function that returns values through its arguments, or that assigns outputs.
    Call {
        /// The function.
        function: FunctionId,
        /// The arguments, in order.
        arguments: Vec<Passed>,
        /// The variable that receives the result, if the function has one and it is used.
        result: Option<LocalId>,
        /// Where the call is in the source.
        at: At,
    },
    /// An `if`. Stream phase: the condition is a number or a vector, and true if any component is not 0. Kernel phase: the condition is a
    /// scalar boolean.
    If {
        /// The condition.
        condition: Expr,
        /// The statements that run if it is true.
        then: Vec<Stmt>,
        /// The statements that run if it is false.
        otherwise: Vec<Stmt>,
    },
    /// A loop. An iteration runs `before`, the test, `body` and `step`, in this order. If `last`, it runs `body`, `step`, `before` and the
    /// test.
    Loop {
        /// Statements that compute what the condition reads.
        before: Vec<Stmt>,
        /// The loop continues while this is true, as for an `if`. Without a condition, the test never ends the loop.
        condition: Option<Expr>,
        /// The body; a `continue` jumps to its end.
        body: Vec<Stmt>,
        /// Statements that run after the body in each iteration.
        step: Vec<Stmt>,
        /// Whether the test comes after the body, as in a `do` loop.
        last: bool,
    },
    /// Leaves the innermost loop.
    Break(At),
    /// Ends the current iteration of the innermost loop.
    Continue(At),
    /// Returns from the function, with its result if it has one.
    Return(Option<Expr>, At),
    /// Discards the element: its outputs keep their old values. Stream phase only, and only in the kernel's own body.
    Discard(At),
    /// Appends an element to a variable output. Stream phase only, and only in the kernel's own body.
    Push {
        /// The index of the parameter.
        parameter: usize,
        /// A value for each field; empty in a slice that only counts pushes.
        values: Vec<Expr>,
    },
    /// Template phase: a statement that only this phase has.
    Template(Box<TemplateStmt>),
}

/// An argument that is passed to a call.
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
    /// Assigns to an item of a local array or to a part of an item.
    Assign {
        /// The array.
        array: LocalId,
        /// The index of the item.
        item: Expr,
        /// The part of the item that is assigned.
        part: Part,
        /// The value, which has the type of the part.
        value: Expr,
    },
    /// Calls a function that returns values through items of arrays. It may have other arguments as well.
    Call {
        /// The function.
        function: FunctionId,
        /// The arguments, in order.
        arguments: Vec<ItemPassed>,
        /// The variable that receives the result, if the function has one and it is used.
        result: Option<LocalId>,
        /// Where the call is in the source.
        at: At,
    },
}

/// An argument that is passed to a [`TemplateStmt::Call`].
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ItemPassed {
    /// An argument that every phase has.
    Plain(Passed),
    /// The item of a local array with this index, copied out, or in and out.
    Item(LocalId, Expr),
}

/// The target of an assignment: a variable or a part of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    /// The variable.
    pub local: LocalId,
    /// The part of it that is assigned.
    pub part: Part,
}

/// A part of a variable.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// These components, each at most once: `v.zx`.
    Components(Vec<u8>),
    /// The component with this index: `v[i]`. The index is an int or, in the kernel phase, a position. If it is out of range, nothing is
    /// assigned.
    At(Box<Expr>),
}

/// Visits the expressions of a statement of the template phase, for shared and for exclusive borrows.
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
    /// Calls `see` for each expression of the statement, but not for the expressions nested in it.
    pub fn exprs<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        each_expr!(self, see)
    }

    /// Calls `see` for each expression of the statement, to change it.
    pub fn exprs_mut(&mut self, see: &mut dyn FnMut(&mut Expr)) {
        each_expr!(self, see)
    }

    /// Returns the function that the statement calls.
    pub fn function(&self) -> Option<FunctionId> {
        match self {
            TemplateStmt::Call { function, .. } => Some(*function),
            TemplateStmt::Assign { .. } => None,
        }
    }

    /// Returns the function that the statement calls, to change it.
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
