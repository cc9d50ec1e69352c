//! The tree of a program as written: its types and its kernels.

use super::ir::{Binary, Unary};
use super::source::Span;

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
    /// Functions of the host, for messages.
    pub host: Vec<Name>,
}

/// `struct Name { .. }`, `typedef float4 Name;`
#[derive(Debug)]
pub(crate) struct TypeItem {
    pub name: Name,
    pub kind: TypeKind,
}

#[derive(Debug)]
pub(crate) enum TypeKind {
    /// With what stands between the type and the name of each field that is none for a kernel: `*`, `[4]`.
    Struct(Vec<FieldItem>),
    Alias(Name),
}

#[derive(Debug)]
pub(crate) struct FieldItem {
    pub ty: Name,
    pub name: Name,
    /// `*` or `[`, where it has one.
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
    /// `[..]` or `<..>` behind the name, which no local has.
    pub array: Option<Span>,
    pub value: Option<Expr>,
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
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
