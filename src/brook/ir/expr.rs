//! Expressions.

use super::{Binary, FunctionId, LocalId, Slot, Unary};
use crate::brook::intrinsics::Intrinsic;
use crate::brook::types::Plain;
use crate::syntax::Span;
use crate::texel::Components;

/// An expression, without side effects.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Plain,
    /// Where it was written.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ExprKind {
    /// A literal.
    Float(f32),
    /// A literal of type int.
    Int(i32),
    /// A variable.
    Local(LocalId),
    /// A constant of the kernel. Only in the kernel's own body; sub-kernels are passed it.
    Constant(Slot),
    /// The element of an input stream at this place. Only in the kernel's own body.
    Element(Slot),
    /// An element of a gather. The indices go `x` first: one vector, or a number for each dimension.
    Gather {
        /// Of which.
        slot: Slot,
        /// One expression of any type, or several numbers.
        index: Vec<Expr>,
    },
    /// `indexof`: the place of this element in that parameter, a float4. Only in the kernel's own body.
    IndexOf(usize),
    /// Components of a vector, or copies of a number: `v.xxz`.
    Swizzle(Box<Expr>, Vec<u8>),
    /// The component of this number, an int; 0 outside of the vector.
    At(Box<Expr>, Box<Expr>),
    /// The same value in another type: a number in all components, the first components of a vector, int as float,
    /// float as int (cut, towards 0).
    Convert(Box<Expr>),
    /// A vector of the components of its parts, as many as it has.
    Vector(Vec<Expr>),
    /// An operator on one operand of its own type.
    Unary(Unary, Box<Expr>),
    /// An operator on two. Of arithmetic on vectors one operand may be a float; otherwise both have one type.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `?:`: by component, where the condition is a vector.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function of the language.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// A sub-kernel that gives nothing back but its result.
    Call(FunctionId, Vec<Expr>),
}

impl Expr {
    /// The components of a type of this count, of floats.
    pub(crate) fn floats(count: usize) -> Plain {
        Plain::Float(Components::of(count).unwrap_or(Components::Four))
    }

    /// Whether it holds only ones and zeros: a comparison, what joins them, `!a`.
    pub(crate) fn is_truth(&self) -> bool {
        match &self.kind {
            ExprKind::Binary(operator, ..) => operator.compares() || operator.is_logical(),
            ExprKind::Unary(Unary::Not, _) => true,
            _ => false,
        }
    }

    /// Of a literal, whether it is true as a condition.
    pub(crate) fn truth(&self) -> Option<bool> {
        match &self.kind {
            ExprKind::Float(value) => Some(*value != 0.0),
            ExprKind::Int(value) => Some(*value != 0),
            _ => None,
        }
    }
}
