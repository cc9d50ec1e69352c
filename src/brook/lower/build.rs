//! Constructors of kernel IR: the expressions, statements and functions that lowering adds.

use crate::ir::{
    Address, Argument, At, Axis, Binary, Expr, ExprKind, Extent, Function, Local, LocalId, Math, Mode, Part, Place,
    Stmt, Stream, Type,
};
use crate::syntax::Span;

pub(super) fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr::new(kind, ty, Span::default())
}

pub(super) fn float(value: f32) -> Expr {
    expr(ExprKind::Float(value), Type::FLOAT)
}

pub(super) fn int(value: i32) -> Expr {
    expr(ExprKind::Int(value), Type::INT)
}

pub(super) fn index(value: i32) -> Expr {
    expr(ExprKind::Index(value), Type::Index)
}

pub(super) fn here(axis: Axis) -> Expr {
    expr(ExprKind::Here(axis), Type::Index)
}

/// Returns an extent of an input.
pub(super) fn extent(input: usize, extent: Extent) -> Expr {
    expr(ExprKind::Extent(Stream::Input(input), extent), Type::Index)
}

pub(super) fn quotient(of: Expr, by: Expr) -> Expr {
    expr(ExprKind::Quotient(Box::new(of), Box::new(by)), Type::Index)
}

pub(super) fn add(left: Expr, right: Expr) -> Expr {
    binary(Binary::Add, left, right)
}

pub(super) fn subtract(left: Expr, right: Expr) -> Expr {
    binary(Binary::Subtract, left, right)
}

pub(super) fn multiply(left: Expr, right: Expr) -> Expr {
    binary(Binary::Multiply, left, right)
}

/// Makes an operator on two values of one type, or on a vector and a number.
pub(super) fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    let wider = if left.ty.count() >= right.ty.count() { left.ty } else { right.ty };
    let ty = if operator.compares() || operator.is_logical() { Type::Bool(wider.components()) } else { wider };
    let span = left.span;
    Expr::new(ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty, span)
}

/// Makes a call of a function whose result has the type of its first operand.
pub(super) fn math(function: Math, operands: Vec<Expr>) -> Expr {
    let ty = operands[0].ty;
    expr(ExprKind::Math(function, operands), ty)
}

pub(super) fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let ty = then.ty;
    expr(ExprKind::Select(Box::new(condition), Box::new(then), Box::new(otherwise)), ty)
}

/// Converts a value to another type: first to its scalar type, then to its number of components, which a single number fills.
pub(super) fn converted(value: Expr, ty: Type) -> Expr {
    let step = |value: Expr, ty: Type| match value.ty == ty {
        true => value,
        false => {
            let span = value.span;
            Expr::new(ExprKind::Convert(Box::new(value)), ty, span)
        }
    };
    let same_count = ty.with(value.ty.components());
    step(step(value, same_count), ty)
}

/// Converts a value to a position. If it is a position that was converted to an int, removes that conversion.
pub(super) fn as_index(value: Expr) -> Expr {
    match value.kind {
        ExprKind::Int(number) => Expr::new(ExprKind::Index(number), Type::Index, value.span),
        ExprKind::Convert(inner) if inner.ty == Type::Index => *inner,
        _ => converted(value, Type::Index),
    }
}

/// Returns the zero of a type.
pub(super) fn zero(ty: Type) -> Expr {
    Expr::zero(ty, Span::default())
}

pub(super) fn fetch(input: usize, at: Address, ty: Type) -> Expr {
    expr(ExprKind::Fetch { input, at, clamped: false }, ty)
}

pub(super) fn linear(at: Expr) -> Address {
    Address::Linear(Box::new(at))
}

pub(super) fn column_row(column: Expr, row: Expr) -> Address {
    Address::ColumnRow(Box::new(column), Box::new(row))
}

pub(super) fn assign(local: LocalId, value: Expr) -> Stmt {
    Stmt::Assign { place: Place { local, part: Part::Whole }, value }
}

/// A function under construction.
pub(super) struct Builder(Function);

impl Builder {
    pub fn new(name: impl Into<String>, about: impl Into<String>) -> Builder {
        let (name, about) = (name.into(), about.into());
        Builder(Function {
            name,
            about,
            arguments: Vec::new(),
            result: None,
            locals: Vec::new(),
            body: Vec::new(),
            head: At::default(),
        })
    }

    /// Adds an input argument, and returns its value.
    pub fn argument(&mut self, name: &str, ty: Type) -> Expr {
        let local = self.local(name, ty);
        self.0.arguments.push(Argument { local, mode: Mode::In });
        expr(ExprKind::Local(local), ty)
    }

    pub fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.0.locals.push(Local::new(name, ty));
        LocalId(self.0.locals.len() - 1)
    }

    /// Declares a variable with this initial value, and returns the variable's value.
    pub fn declare(&mut self, name: &str, value: Expr) -> Expr {
        let ty = value.ty;
        let local = self.local(name, ty);
        self.0.body.push(Stmt::Declare { local, value: Some(value) });
        expr(ExprKind::Local(local), ty)
    }

    pub fn push(&mut self, statement: Stmt) {
        self.0.body.push(statement);
    }

    /// Adds a variable that is an output of the kernel.
    pub fn target(&mut self, number: usize, name: &str, ty: Type) -> LocalId {
        let local = self.local(name, ty);
        self.0.locals[local.0].target = Some(number);
        local
    }

    /// Finishes the function, which returns this value.
    pub fn returns(mut self, value: Expr) -> Function {
        self.0.result = Some(value.ty);
        self.0.body.push(Stmt::Return(Some(value), At::default()));
        self.0
    }

    /// Finishes the function, which returns nothing.
    pub fn finish(self) -> Function {
        self.0
    }
}
