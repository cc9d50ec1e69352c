//! The tree of a program as written: its types and its kernels.

use std::collections::HashMap;

use crate::ir::{Binary, Unary};
use crate::syntax::Span;
use crate::syntax::nearest;
use crate::syntax::{Code, Diagnostic};

/// A name, and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Name {
    pub text: String,
    pub span: Span,
}

/// What a program holds for a compiler of kernels.
#[derive(Default, Debug)]
pub(crate) struct Program {
    pub types: Vec<TypeItem>,
    pub kernels: Vec<KernelItem>,
    /// Kernels that are declared without a body, here at least.
    pub declared: Vec<Name>,
    /// Functions of the host, for messages.
    pub host: Vec<Name>,
}

/// `struct Name { .. }`, `typedef float4 Name;`
#[derive(Debug)]
pub(crate) struct TypeItem {
    pub name: Name,
    /// `typedef const float4 Name;`
    pub constant: bool,
    pub kind: TypeKind,
}

#[derive(Debug)]
pub(crate) enum TypeKind {
    Struct(Vec<FieldItem>),
    Alias(Name),
}

#[derive(Debug)]
pub(crate) struct FieldItem {
    pub ty: Name,
    pub name: Name,
    pub constant: bool,
    /// What makes it the host's alone: `*` of a pointer, `[` of an array, `?` of what is no field that a kernel knows.
    pub host: Option<&'static str>,
}

/// A kernel or reduction.
#[derive(Debug)]
pub(crate) struct KernelItem {
    pub name: Name,
    pub reduction: bool,
    pub result: Name,
    pub parameters: Vec<ParameterItem>,
    pub body: Vec<Stmt>,
    /// From the first word to the bracket that closes the parameters.
    pub head: Span,
    /// The bracket that closes the body.
    pub end: Span,
    /// Whether something in it could not be read: no more is said about it then.
    pub broken: bool,
}

#[derive(Debug)]
pub(crate) struct ParameterItem {
    pub name: Name,
    pub ty: Name,
    pub qualifiers: Vec<Name>,
    /// What stands in `vout[..]`.
    pub most: Option<(Option<i64>, Span)>,
    /// `<..>`
    pub angles: Option<Span>,
    /// How many `[..]`, and where the first opens.
    pub brackets: usize,
    /// All of it.
    pub span: Span,
}

#[derive(Debug)]
pub(crate) struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Debug)]
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

#[derive(Debug)]
pub(crate) struct Declarator {
    pub name: Name,
    /// Whether it is declared `const`.
    pub constant: bool,
    /// `[..]` or `<..>` behind the name, which no local has.
    pub array: Option<Span>,
    pub value: Option<Expr>,
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// How many levels it has, itself counted.
    pub height: usize,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Float(f32),
    Int(i64),
    Name(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// With the operator of a compound assignment.
    Assign(Option<Binary>, Box<Expr>, Box<Expr>),
    /// `++` and `--`: whether up, whether before, of what.
    Step {
        up: bool,
        before: bool,
        of: Box<Expr>,
    },
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function, or a type that makes a vector.
    Call(Name, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Member(Box<Expr>, Name),
    Cast(Name, Box<Expr>),
    IndexOf(Box<Expr>),
    /// `a, b`
    Comma(Vec<Expr>),
    /// `{a, b}`, in initialisers.
    Braces(Vec<Expr>),
}

impl Program {
    /// Drops all kernels but this one and those that it calls, and gives them back; none, where there is no such kernel.
    pub fn keep(&mut self, kernel: &str) -> Vec<KernelItem> {
        let mut wanted: Vec<bool> = self.kernels.iter().map(|item| item.name.text == kernel).collect();
        let mut next: Vec<usize> = (0..wanted.len()).filter(|&number| wanted[number]).collect();
        if next.is_empty() {
            return Vec::new();
        }
        while let Some(number) = next.pop() {
            self.kernels[number].calls(&mut |name| {
                for (called, item) in self.kernels.iter().enumerate() {
                    if item.name.text == name && !std::mem::replace(&mut wanted[called], true) {
                        next.push(called);
                    }
                }
            });
        }
        let mut wanted = wanted.into_iter();
        let (kept, dropped) =
            std::mem::take(&mut self.kernels).into_iter().partition(|_| wanted.next().unwrap_or_default());
        self.kernels = kept;
        dropped
    }

    /// What is said where there is no kernel of this name.
    pub fn lacks(&self, kernel: &str) -> Option<Diagnostic> {
        let known = || self.kernels.iter().map(|item| &item.name).chain(&self.declared).map(|name| name.text.as_str());
        if known().any(|name| name == kernel) {
            return None;
        }
        let finding = Diagnostic::error(Code::B0012, Span::default(), format!("there is no kernel `{kernel}`"));
        let names: Vec<String> = known().map(|name| format!("`{name}`")).collect();
        Some(match nearest(kernel, known()) {
            Some(best) => finding.help(format!("did you mean `{best}`?")),
            None if names.is_empty() => finding,
            None => finding.help(format!("there is {}", names.join(", "))),
        })
    }

    /// Of each kernel, whether it discards, or one that it calls does; `by_name` says which one a name is.
    pub fn discarding(&self, by_name: &HashMap<&str, usize>) -> Vec<bool> {
        let mut callers = vec![Vec::new(); self.kernels.len()];
        for (number, kernel) in self.kernels.iter().enumerate() {
            kernel.calls(&mut |name| by_name.get(name).into_iter().for_each(|&called| callers[called].push(number)));
        }
        let discards = |kernel: &KernelItem| kernel.body.iter().any(Stmt::discards);
        let mut discarding: Vec<bool> = self.kernels.iter().map(discards).collect();
        let mut next: Vec<usize> = (0..discarding.len()).filter(|&number| discarding[number]).collect();
        while let Some(number) = next.pop() {
            for &caller in &callers[number] {
                if !std::mem::replace(&mut discarding[caller], true) {
                    next.push(caller);
                }
            }
        }
        discarding
    }
}

impl KernelItem {
    /// Calls `seen` with the name of everything that looks like a call in its body.
    pub fn calls<'a>(&'a self, seen: &mut impl FnMut(&'a str)) {
        self.body.iter().for_each(|statement| statement.calls(seen));
    }
}

impl Stmt {
    /// Whether there is a `discard` in it.
    fn discards(&self) -> bool {
        let mut found = matches!(self.kind, StmtKind::Discard);
        self.children(&mut |_| {}, &mut |inner| found = found || inner.discards());
        found
    }

    fn calls<'a>(&'a self, seen: &mut dyn FnMut(&'a str)) {
        let (mut exprs, mut statements) = (Vec::new(), Vec::new());
        self.children(&mut |expr| exprs.push(expr), &mut |inner| statements.push(inner));
        exprs.into_iter().for_each(|expr| expr.calls(seen));
        statements.into_iter().for_each(|inner| inner.calls(seen));
    }

    /// Calls `expr` for each expression, and `stmt` for each statement, directly within.
    fn children<'a>(&'a self, expr: &mut dyn FnMut(&'a Expr), stmt: &mut dyn FnMut(&'a Stmt)) {
        match &self.kind {
            StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Return(None) | StmtKind::Discard => {}
            StmtKind::Expr(value) | StmtKind::Return(Some(value)) => expr(value),
            StmtKind::Declare(_, items) => items.iter().filter_map(|item| item.value.as_ref()).for_each(expr),
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

    /// Whether it is 0 or 1 as it is written.
    pub fn is_truth(&self) -> bool {
        match &self.kind {
            ExprKind::Unary(Unary::Not, _) => true,
            ExprKind::Binary(Binary::And | Binary::Or, a, b) => a.is_truth() && b.is_truth(),
            ExprKind::Binary(operator, ..) => operator.compares() || operator.is_logical(),
            _ => false,
        }
    }

    fn calls<'a>(&'a self, seen: &mut dyn FnMut(&'a str)) {
        if let ExprKind::Call(name, _) = &self.kind {
            seen(&name.text);
        }
        self.kind.children(&mut |part| part.calls(seen));
    }
}

impl ExprKind {
    /// Calls `see` for each expression directly within.
    pub fn children<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        match self {
            ExprKind::Float(_) | ExprKind::Int(_) | ExprKind::Name(_) => {}
            ExprKind::Unary(_, a)
            | ExprKind::Step { of: a, .. }
            | ExprKind::Member(a, _)
            | ExprKind::Cast(_, a)
            | ExprKind::IndexOf(a) => see(a),
            ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Index(a, b) => {
                see(a);
                see(b);
            }
            ExprKind::Select(a, b, c) => [a, b, c].into_iter().for_each(|part| see(part)),
            ExprKind::Call(_, parts) | ExprKind::Comma(parts) | ExprKind::Braces(parts) => parts.iter().for_each(see),
        }
    }
}
