//! Builders for tests: they create functions, statements and expressions of the kernel phase, without source spans.

use super::*;
use crate::syntax::Span;

/// The local for the first output in a function that [`Build::main`] has started.
pub(crate) const OUT: LocalId = LocalId(0);

/// A function under construction.
pub(crate) struct Build {
    pub function: Function,
}

impl Build {
    pub fn new(name: &str) -> Build {
        let (name, about) = (name.into(), String::new());
        let function = Function {
            name,
            about,
            arguments: vec![],
            result: None,
            locals: vec![],
            body: vec![],
            head: At::default(),
        };
        Build { function }
    }

    /// Starts the main function, with a float as its first output.
    pub fn main() -> Build {
        let mut build = Build::new("main");
        build.target(0, Type::FLOAT);
        build
    }

    fn add(&mut self, local: Local) -> LocalId {
        self.function.locals.push(local);
        LocalId(self.function.locals.len() - 1)
    }

    pub fn local(&mut self, ty: Type) -> LocalId {
        let name = format!("v{}", self.function.locals.len());
        self.add(Local::new(name, ty))
    }

    pub fn target(&mut self, output: usize, ty: Type) -> LocalId {
        self.add(Local { target: Some(output), ..Local::new(format!("out{output}"), ty) })
    }

    pub fn argument(&mut self, mode: Mode, ty: Type) -> LocalId {
        let local = self.local(ty);
        self.function.arguments.push(Argument { local, mode });
        local
    }

    pub fn gives(mut self, ty: Type) -> Build {
        self.function.result = Some(ty);
        self
    }

    pub fn body(self, body: Vec<Stmt>) -> Function {
        Function { body, ..self.function }
    }
}

/// Returns a main function with this body and without variables of its own.
pub(crate) fn main(body: Vec<Stmt>) -> Function {
    Build::main().body(body)
}

pub(crate) fn new_kernel(inputs: &[Type], constants: &[Type], outputs: &[Type], functions: Vec<Function>) -> Kernel {
    let port = |what: &str, number: usize, ty: Type| Port { name: format!("{what}{number}"), ty };
    let ports = |what: &str, types: &[Type]| types.iter().enumerate().map(|(k, &ty)| port(what, k, ty)).collect();
    let constant = |(k, &ty): (usize, &Type)| Constant { name: format!("constant{k}"), ty };
    let interface = Interface {
        inputs: ports("input", inputs),
        constants: constants.iter().enumerate().map(constant).collect(),
        outputs: ports("output", outputs),
        unread: vec![],
        shared: vec![],
    };
    let (name, files) = ("test".into(), Default::default());
    Kernel { name, about: vec![], interface, mediump: false, functions, access: vec![], files }
}

pub(crate) fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr::new(kind, ty, Span::default())
}

pub(crate) fn float(value: f32) -> Expr {
    expr(ExprKind::Float(value), Type::FLOAT)
}

pub(crate) fn int(value: i32) -> Expr {
    expr(ExprKind::Int(value), Type::INT)
}

pub(crate) fn uint(value: u32) -> Expr {
    expr(ExprKind::Uint(value), Type::UINT)
}

pub(crate) fn boolean(value: bool) -> Expr {
    expr(ExprKind::Bool(value), Type::BOOL)
}

pub(crate) fn index(value: i32) -> Expr {
    expr(ExprKind::Index(value), Type::Index)
}

pub(crate) fn local(local: LocalId, ty: Type) -> Expr {
    expr(ExprKind::Local(local), ty)
}

pub(crate) fn vector(parts: Vec<Expr>) -> Expr {
    let count = parts.iter().map(|part| part.ty.count()).sum();
    let ty = parts[0].ty.with(crate::Components::of(count).unwrap());
    expr(ExprKind::Vector(parts), ty)
}

pub(crate) fn swizzle(of: Expr, taken: &[u8]) -> Expr {
    let ty = of.ty.with(crate::Components::of(taken.len()).unwrap());
    expr(ExprKind::Swizzle(of.into(), taken.to_vec()), ty)
}

pub(crate) fn unary(operator: Unary, of: Expr) -> Expr {
    let ty = of.ty;
    expr(ExprKind::Unary(operator, of.into()), ty)
}

pub(crate) fn binary(operator: Binary, a: Expr, b: Expr) -> Expr {
    let both = if a.ty.count() >= b.ty.count() { a.ty } else { b.ty };
    let compares = operator.compares() || operator.is_logical();
    let ty = if compares { Type::bools(both.count()) } else { both };
    expr(ExprKind::Binary(operator, a.into(), b.into()), ty)
}

pub(crate) fn select(test: Expr, a: Expr, b: Expr) -> Expr {
    let ty = a.ty;
    expr(ExprKind::Select(test.into(), a.into(), b.into()), ty)
}

pub(crate) fn convert(of: Expr, ty: Type) -> Expr {
    expr(ExprKind::Convert(of.into()), ty)
}

pub(crate) fn math(function: Math, of: Vec<Expr>, ty: Type) -> Expr {
    expr(ExprKind::Math(function, of), ty)
}

pub(crate) fn here() -> Expr {
    expr(ExprKind::Here(Axis::Linear), Type::Index)
}

pub(crate) fn fetch_here(input: usize, ty: Type) -> Expr {
    expr(ExprKind::Fetch { input, at: Address::Here, clamped: false }, ty)
}

pub(crate) fn fetch(input: usize, at: Expr, clamped: bool, ty: Type) -> Expr {
    expr(ExprKind::Fetch { input, at: Address::Linear(at.into()), clamped }, ty)
}

pub(crate) fn fetch_at(input: usize, x: Expr, y: Expr, clamped: bool, ty: Type) -> Expr {
    expr(ExprKind::Fetch { input, at: Address::ColumnRow(x.into(), y.into()), clamped }, ty)
}

pub(crate) fn declare(local: LocalId, value: Expr) -> Stmt {
    Stmt::Declare { local, value: Some(value) }
}

pub(crate) fn assign(local: LocalId, value: Expr) -> Stmt {
    Stmt::Assign { place: Place { local, part: Part::Whole }, value }
}

pub(crate) fn assign_part(local: LocalId, part: Part, value: Expr) -> Stmt {
    Stmt::Assign { place: Place { local, part }, value }
}

pub(crate) fn call(function: usize, arguments: Vec<Passed>) -> Stmt {
    Stmt::Call { function: FunctionId(function), arguments, result: None, at: At::default() }
}

pub(crate) fn when(condition: Expr, then: Vec<Stmt>) -> Stmt {
    Stmt::If { condition, then, otherwise: vec![] }
}

pub(crate) fn either(condition: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    Stmt::If { condition, then, otherwise }
}

pub(crate) fn for_loop(condition: Option<Expr>, body: Vec<Stmt>, step: Vec<Stmt>) -> Stmt {
    Stmt::Loop { before: vec![], condition, body, step, last: false }
}

pub(crate) fn do_loop(body: Vec<Stmt>, condition: Expr) -> Stmt {
    Stmt::Loop { before: vec![], condition: Some(condition), body, step: vec![], last: true }
}
