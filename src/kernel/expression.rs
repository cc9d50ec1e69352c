//! One-line expressions. The expression of a map is compiled to a kernel of its own; a predicate or an operator is put into another
//! kernel.
//!
//! The numbers of an expression are floats, and it must have exactly the type that is wanted.

mod reading;
mod unused;

pub use reading::{Reading, reading};
pub use unused::unused;

use super::Source;
use super::ast::KernelText;
use super::check::{self, Body, Checker, Held, Unit, Variable, finish};
use super::parse::{ParsedText, parse, parse_expression};
use crate::ir::{Address, At, Constant, Expr, ExprKind, Function, Interface, Kernel, Part, Place, Port, Stmt, Type};
use crate::syntax::ast::{self, StmtKind};
use crate::syntax::lexer::lex_lines;
use crate::syntax::{Code, Diagnostic, Diagnostics, File, Files, Severity, Span};
use crate::texel::Components;

/// The file name of a map's expression in messages.
const FILE: &str = "expression";

/// Compiles an expression to a kernel `map`, which computes it for each element. The expression sees these constants, and of each input
/// the element at the same position. The kernel's only output has the type `output`, or else that of the expression.
/// A condition (`output` is a boolean) becomes a float: 1 where it is true, and 0 elsewhere.
pub(crate) fn map(
    written: &str,
    inputs: &[Port],
    constants: &[Constant],
    output: Option<Type>,
) -> Result<Kernel, Diagnostics> {
    let names = || {
        let constants = constants.iter().map(|constant| constant.name.as_str());
        inputs.iter().map(|port| port.name.as_str()).chain(constants)
    };
    for name in names() {
        refuse_name(name, written)?;
    }
    let (value, files, diagnostics) = parse_expression(FILE, written);
    let Some(value) = value.filter(|_| diagnostics.is_empty()) else {
        return Err(Diagnostics::new(files, diagnostics));
    };
    let mut result = "result".to_owned();
    while names().any(|name| name == result) {
        result.push('0');
    }
    let mut body = Body::new(None);
    let mut elements = Vec::new();
    for (number, port) in inputs.iter().enumerate() {
        let local = body.local(&port.name, port.ty);
        let kind = ExprKind::Fetch { input: number, at: Address::Here, clamped: false };
        let value = Expr::new(kind, port.ty, Span::default());
        elements.push((local, Stmt::Declare { local, value: Some(value) }));
        bind(&mut body, &port.name, port.ty, Held::Local(local));
    }
    for (number, constant) in constants.iter().enumerate() {
        let value = Expr::new(ExprKind::Uniform(number), constant.ty, Span::default());
        bind(&mut body, &constant.name, constant.ty, Held::Value(value));
    }
    let text = KernelText::default();
    let unit = Unit {
        name: "map",
        files: &files,
        element: Components::One,
        expressions: vec![true],
        values: &[],
        bodies: &[],
    };
    let mut value = typed(&unit, &text, &mut body, &value, output)?;
    if value.ty == Type::BOOL {
        let span = value.span;
        value = Expr::new(ExprKind::Convert(Box::new(value)), Type::FLOAT, span);
    }
    let output = value.ty;
    let local = body.output(0, &result, output, None);
    let fetched = elements.into_iter().filter(|(local, _)| value.mentions(*local)).map(|(_, statement)| statement);
    let mut statements: Vec<Stmt> = fetched.collect();
    statements.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
    let main = Function {
        name: "main".to_owned(),
        about: String::new(),
        arguments: Vec::new(),
        result: None,
        locals: body.locals,
        body: statements,
        head: At::default(),
    };
    let outputs = vec![Port { name: result, ty: output }];
    let interface =
        Interface { inputs: inputs.to_vec(), constants: constants.to_vec(), outputs, unread: vec![], shared: vec![] };
    Ok(finish(&unit, interface, vec![main]))
}

/// Checks an expression of these values, which is put into kernels as the part `file`. It may call the functions of the text
/// `functions`.
pub(crate) fn check(
    file: &str,
    written: &str,
    values: &[(&str, Type)],
    functions: &str,
    wanted: Type,
) -> Result<(), Diagnostics> {
    // It is parsed as the body of a function, in a kernel that also has those functions.
    let host = format!("{functions}\nfloat value() {{ return\n#include \"{file}\"\n; }}\n");
    let source = Source::new(file.to_owned(), host).expression(file.to_owned(), written.to_owned());
    let ParsedText { mut text, files, expressions, diagnostics } = parse(&source);
    let own = |span: Span| expressions.get(span.file as usize).copied().unwrap_or(false);
    let diagnostics: Vec<Diagnostic> = diagnostics.into_iter().filter(|diagnostic| own(diagnostic.span)).collect();
    if !diagnostics.is_empty() {
        return Err(Diagnostics::new(files, diagnostics));
    }
    // The host text is no complete kernel, but that is not an error of the expression.
    text.broken = false;
    text.ports.clear();
    let value = text.functions.pop().and_then(|function| function.body).and_then(|mut body| body.pop());
    let Some(ast::Stmt { kind: StmtKind::Return(Some(value)), .. }) = value else {
        let diagnostic = Diagnostic::error(Code::K0301, Span::default(), "this is no expression");
        return Err(Diagnostics::new(files, vec![diagnostic]));
    };
    let mut body = Body::new(None);
    for (name, ty) in values {
        let local = body.local(name, *ty);
        bind(&mut body, name, *ty, Held::Local(local));
    }
    let unit = Unit {
        name: file,
        files: &files,
        element: wanted.components(),
        expressions: expressions.clone(),
        values: &[],
        bodies: &[],
    };
    typed(&unit, &text, &mut body, &value, Some(wanted)).map(drop)
}

fn bind(body: &mut Body, name: &str, ty: Type, held: Held) {
    body.bind(name, Variable { ty, held, span: Span::default(), constant: true });
}

/// Checks an expression, which must have exactly the type `wanted`, if one is given.
fn typed(
    unit: &Unit,
    text: &KernelText,
    body: &mut Body,
    value: &ast::Expr,
    wanted: Option<Type>,
) -> Result<Expr, Diagnostics> {
    let mut checker = Checker::new(unit, text, Vec::new());
    let made = checker.expression(body, value, wanted);
    let errors = checker.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match made {
        Some(made) if !errors => Ok(made),
        _ => Err(Diagnostics::new(unit.files.clone(), checker.diagnostics)),
    }
}

/// Reports a name that no input and no constant can have.
fn refuse_name(name: &str, written: &str) -> Result<(), Diagnostics> {
    let Some(why) = check::refuse_name(name) else { return Ok(()) };
    let files = Files(vec![File { name: FILE.to_owned(), text: written.to_owned() }]);
    let start = written.find(name).filter(|_| !name.is_empty());
    let span =
        start.map_or(Span::default(), |start| Span { file: 0, start: start as u32, end: (start + name.len()) as u32 });
    let title = format!("`{name}` cannot be the name of an input or a constant");
    Err(Diagnostics::new(files, vec![Diagnostic::error(Code::K0202, span, title).help(why)]))
}

/// Returns the expression with its int literals as floats (`2` as `2.0`), except those within `[..]`. Compute kernels need that,
/// because not every version of their language converts ints to floats implicitly.
pub(crate) fn with_floats(written: &str) -> String {
    let mut out = String::new();
    let mut copied = 0;
    let mut depth = 0;
    for token in lex_lines(0, written) {
        let (start, end) = (token.text.start as usize, token.text.end as usize);
        let word = &written[start..end];
        match word {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && word.bytes().all(|byte| byte.is_ascii_digit()) {
            out.push_str(&written[copied..end]);
            out.push_str(".0");
            copied = end;
        }
    }
    out.push_str(&written[copied..]);
    out
}

#[cfg(test)]
mod tests;
