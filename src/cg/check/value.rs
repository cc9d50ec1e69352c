//! Values: expressions of the intermediate representation, one for each leaf of a type.

use super::number;
use crate::cg::types::Type;
use crate::ir::{Expr, LocalId};
use crate::syntax::Span;

/// A number or vector, or the sampler that a value is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Item {
    Number(Expr),
    /// A sampler, by its index among the program's parameters.
    Sampler(usize),
}

impl Item {
    /// Returns the number or vector.
    ///
    /// # Panics
    /// Panics for a sampler: the type of the value says what it is.
    pub fn number(&self) -> &Expr {
        match self {
            Item::Number(expr) => expr,
            Item::Sampler(_) => panic!("a sampler is not a number"),
        }
    }
}

/// A value.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub ty: Type,
    pub items: Vec<Item>,
    pub span: Span,
}

impl Value {
    /// Returns the value of a type that has one number or vector.
    pub fn of(ty: Type, expr: Expr) -> Value {
        Value { span: expr.span, ty, items: vec![Item::Number(expr)] }
    }

    /// Returns a value without leaves.
    pub fn void(span: Span) -> Value {
        Value { ty: Type::Void, items: Vec::new(), span }
    }

    /// Returns the number or vector of a value that has one.
    pub fn expr(&self) -> &Expr {
        self.items[0].number()
    }

    /// Whether it is a sampler, or holds one.
    pub fn has_samplers(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Sampler(_)))
    }

    /// Returns the numbers and vectors.
    pub fn exprs(&self) -> Vec<Expr> {
        self.items.iter().map(|item| item.number().clone()).collect()
    }

    /// Returns the type of its numbers and the number of components, if it is a number or a vector.
    pub fn vector(&self) -> Option<(crate::cg::types::Base, u8)> {
        match self.ty {
            Type::Vector(base, count) => Some((base, count)),
            _ => None,
        }
    }

    /// Returns the value of a number that is known.
    pub fn literal(&self) -> Option<f32> {
        match (&self.ty, self.items.as_slice()) {
            (Type::Vector(_, 1), [Item::Number(expr)]) => Some(number::literal(expr)?[0]),
            _ => None,
        }
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub ty: Type,
    pub items: Vec<Held>,
    /// Why it cannot be assigned to, if it cannot.
    pub fixed: Option<&'static str>,
    pub span: Span,
}

/// What holds a leaf of a variable.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Held {
    Local(LocalId),
    Sampler(usize),
    /// A constant value.
    Constant(Expr),
}
