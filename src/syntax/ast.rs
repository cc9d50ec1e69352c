//! The syntax tree of statements and expressions, shared by Brook, Cg and the kernel language.

use super::operators::{Binary, Unary};
use super::source::Span;

/// A name and its span.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Empty,
    Block(Vec<Stmt>),
    Declare(Name, Vec<Declarator>),
    Expr(Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    For(Option<Box<Stmt>>, Option<Expr>, Option<Expr>, Box<Stmt>),
    While(Expr, Box<Stmt>),
    Do(Box<Stmt>, Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    Discard,
}

#[derive(Clone, Debug)]
pub(crate) struct Declarator {
    pub name: Name,
    /// Whether it is declared `const`.
    pub constant: bool,
    /// Whether it is declared `static`.
    pub is_static: bool,
    /// The span of all `[..]` or `<..>` after the name.
    pub array: Option<Span>,
    /// The length in each `[..]`, if the language has arrays; `None` for `[]`.
    pub lengths: Vec<Option<Expr>>,
    pub value: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// The number of levels of the expression's tree, including itself.
    pub height: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Float(f32),
    Int(i64),
    /// `3u`, in the kernel language.
    Uint(u32),
    Name(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a ^^ b`, in the kernel language.
    LogicalXor(Box<Expr>, Box<Expr>),
    /// An assignment, with its operator if it is a compound one.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// `++` (`up`) or `--`, before or after its operand.
    Step {
        up: bool,
        before: bool,
        of: Box<Expr>,
    },
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call of a function, or of a type as a constructor.
    Call(Name, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Member(Box<Expr>, Name),
    /// A call of a method: `a.f(x)`, in Cg.
    Method(Box<Expr>, Name, Vec<Expr>),
    Cast(Name, Box<Expr>),
    IndexOf(Box<Expr>),
    /// `a, b`
    Comma(Vec<Expr>),
    /// `{a, b}`, in initialisers.
    Braces(Vec<Expr>),
}

impl Stmt {
    pub fn calls<'a>(&'a self, seen: &mut dyn FnMut(&'a str)) {
        let (mut exprs, mut statements) = (Vec::new(), Vec::new());
        self.children(&mut |expr| exprs.push(expr), &mut |inner| statements.push(inner));
        exprs.into_iter().for_each(|expr| expr.calls(seen));
        statements.into_iter().for_each(|inner| inner.calls(seen));
    }

    /// Calls `expr` for each expression, and `stmt` for each statement, directly within.
    pub fn children<'a>(&'a self, expr: &mut dyn FnMut(&'a Expr), stmt: &mut dyn FnMut(&'a Stmt)) {
        match &self.kind {
            StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) | StmtKind::Discard => {}
            StmtKind::Expr(value) | StmtKind::Return(Some(value)) => expr(value),
            StmtKind::Declare(_, items) => {
                let lengths = |item: &'a Declarator| item.lengths.iter().flatten();
                items.iter().flat_map(|item| lengths(item).chain(&item.value)).for_each(expr);
            }
            StmtKind::Block(inner) => inner.iter().for_each(stmt),
            StmtKind::If(condition, then, otherwise) => {
                expr(condition);
                stmt(then);
                otherwise.iter().for_each(|inner| stmt(inner));
            }
            StmtKind::For(first, condition, step, inner) => {
                first.iter().for_each(|first| stmt(first));
                condition.iter().chain(step).for_each(expr);
                stmt(inner);
            }
            StmtKind::While(condition, inner) | StmtKind::Do(inner, condition) => {
                expr(condition);
                stmt(inner);
            }
        }
    }
}

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        let mut below = 0;
        kind.children(&mut |part| below = below.max(part.height));
        Expr { kind, span, height: below + 1 }
    }

    /// Whether its operators alone show that the value is 0 or 1.
    pub fn is_truth(&self) -> bool {
        match &self.kind {
            ExprKind::Unary(Unary::Not, _) => true,
            ExprKind::Binary(Binary::And | Binary::Or, a, b) => a.is_truth() && b.is_truth(),
            ExprKind::Binary(operator, ..) => operator.compares() || operator.is_logical(),
            _ => false,
        }
    }

    pub fn calls<'a>(&'a self, seen: &mut dyn FnMut(&'a str)) {
        if let ExprKind::Call(name, _) = &self.kind {
            seen(&name.text);
        }
        self.kind.children(&mut |part| part.calls(seen));
    }
}

impl ExprKind {
    /// Calls `see` for each direct subexpression.
    pub fn children<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        match self {
            ExprKind::Float(_) | ExprKind::Int(_) | ExprKind::Uint(_) | ExprKind::Name(_) => {}
            ExprKind::Unary(_, a)
            | ExprKind::Step { of: a, .. }
            | ExprKind::Member(a, _)
            | ExprKind::Cast(_, a)
            | ExprKind::IndexOf(a) => see(a),
            ExprKind::Binary(_, a, b)
            | ExprKind::LogicalXor(a, b)
            | ExprKind::Assign(_, a, b)
            | ExprKind::Index(a, b) => {
                see(a);
                see(b);
            }
            ExprKind::Method(of, _, arguments) => {
                see(of);
                arguments.iter().for_each(see);
            }
            ExprKind::Select(a, b, c) => [a, b, c].into_iter().for_each(|part| see(part)),
            ExprKind::Call(_, parts) | ExprKind::Comma(parts) | ExprKind::Braces(parts) => parts.iter().for_each(see),
        }
    }
}
