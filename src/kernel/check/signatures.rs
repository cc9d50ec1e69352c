//! Signatures of functions: the types of their parameters and results. A prototype and its definition have one signature.

use super::{Checker, Failed};
use crate::ir::{Mode, Type};
use crate::kernel::ast::{FunctionItem, ParameterMode};
use crate::syntax::ast::{self, StmtKind};
use crate::syntax::{Code, Diagnostic, Span};

/// A function as its callers see it.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub name: String,
    pub span: Span,
    /// Its types. `None` if its declaration is wrong, which has been reported.
    pub types: Option<Types>,
    /// The number of its definition in the text, if it has one.
    pub item: Option<usize>,
    /// The number of its declaration in the text, if its body comes from outside the text.
    pub parameter: Option<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Types {
    pub parameters: Vec<(Mode, Type)>,
    pub result: Option<Type>,
}

impl Types {
    /// Whether a call could not distinguish functions with these parameters. An index and an int count as one type, because they
    /// convert to each other.
    fn clashes(&self, other: &Types) -> bool {
        let same = |a: Type, b: Type| if a == Type::Index { Type::INT == b || b == a } else { a == b };
        let like = |((_, a), (_, b)): (&(Mode, Type), &(Mode, Type))| same(*a, *b) || same(*b, *a);
        self.parameters.len() == other.parameters.len() && self.parameters.iter().zip(&other.parameters).all(like)
    }
}

impl Signature {
    /// Returns the signature as messages show it: `larger(float, float)`.
    pub fn head(&self) -> String {
        let Some(types) = &self.types else { return self.name.clone() };
        let one = |(mode, ty): &(Mode, Type)| {
            let mode = match mode {
                Mode::In => "",
                Mode::Out => "out ",
                Mode::InOut => "inout ",
            };
            format!("{mode}{}", ty.name())
        };
        let parameters: Vec<String> = types.parameters.iter().map(one).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }
}

impl<'a> Checker<'a> {
    /// Declares all functions of the text.
    pub(super) fn declare_functions(&mut self) {
        let text = self.text;
        for (number, item) in text.functions.iter().enumerate() {
            self.declare_function(number, item);
        }
        self.find_impure();
    }

    fn declare_function(&mut self, number: usize, item: &'a FunctionItem) {
        let name = item.name.text.as_str();
        let entry = name == "main";
        let mut fine = entry || self.function_name(&item.name).is_ok();
        if let Some((_, first)) = self.globals.get(name).filter(|_| fine) {
            let diagnostic = Diagnostic::error(Code::K0203, item.name.span, format!("`{name}` is declared twice"));
            let diagnostic = diagnostic.other(*first, "the first");
            self.report(diagnostic);
            fine = false;
        }
        let result = self.result_type(&item.result);
        let mut parameters = Vec::new();
        for parameter in &item.parameters {
            let mode = match parameter.mode {
                ParameterMode::In => Mode::In,
                ParameterMode::Out => Mode::Out,
                ParameterMode::InOut => Mode::InOut,
            };
            match self.variable_type(&parameter.ty) {
                Ok(ty) => parameters.push((mode, ty)),
                Err(Failed) => fine = false,
            }
        }
        let types = result.ok().filter(|_| fine).map(|result| Types { parameters, result });
        if let (true, Some(types)) = (entry, &types)
            && (types.result.is_some() || !types.parameters.is_empty())
        {
            let diagnostic = Diagnostic::error(Code::K0205, item.head, "`main` takes nothing and returns nothing");
            self.report(diagnostic.help("what each element runs is `void main() { .. }`"));
        }
        let defined = item.body.is_some().then_some(number);
        let parameter = item.parameter.then_some(number);
        let same = |other: &usize| match (&self.signatures[*other].types, &types) {
            (Some(a), Some(b)) => a.clashes(b),
            _ => false,
        };
        let earlier = self.by_name.get(name).and_then(|all| all.iter().copied().find(same));
        let Some(earlier) = earlier else {
            let (name_of, span) = (name.to_owned(), item.name.span);
            self.signatures.push(Signature { name: name_of, span, types, item: defined, parameter });
            self.by_name.entry(name).or_default().push(self.signatures.len() - 1);
            return;
        };
        let first = &mut self.signatures[earlier];
        let span = first.span;
        if first.types != types {
            let title = format!("`{name}` is declared twice, and a call cannot tell the two apart");
            let diagnostic = Diagnostic::error(Code::K0207, item.name.span, title).other(span, "the first");
            let help =
                "functions of one name differ in the types of their arguments; an `index` and an `int` are alike";
            self.report(diagnostic.help(help));
        } else if (first.item.or(first.parameter)).is_some() && defined.or(parameter).is_some() {
            let title = format!("there are two functions `{}`", first.head());
            self.report(Diagnostic::error(Code::K0207, item.name.span, title).other(span, "the first"));
        } else {
            first.item = first.item.or(defined);
            first.parameter = first.parameter.or(parameter);
        }
    }

    /// Finds the names of the functions whose calls have side effects: those with `out` or `inout` parameters, those that assign an
    /// output, and those that call such a function.
    fn find_impure(&mut self) {
        let text = self.text;
        for item in &text.functions {
            if item.parameters.iter().any(|parameter| parameter.mode != ParameterMode::In) {
                self.impure.insert(&item.name.text);
            }
        }
        loop {
            let before = self.impure.len();
            for item in &text.functions {
                let body = item.body.iter().flatten();
                if body.into_iter().any(|statement| self.is_impure(statement)) {
                    self.impure.insert(&item.name.text);
                }
            }
            if self.impure.len() == before {
                return;
            }
        }
    }

    fn is_impure(&self, statement: &ast::Stmt) -> bool {
        let (mut exprs, mut inner) = (Vec::new(), Vec::new());
        statement.children(&mut |expr| exprs.push(expr), &mut |statement| inner.push(statement));
        debug_assert!(!matches!(statement.kind, StmtKind::Empty) || exprs.is_empty());
        exprs.iter().any(|expr| self.changes_outputs(expr)) || inner.iter().any(|inner| self.is_impure(inner))
    }

    /// Whether an expression may assign an output, by itself or by a call.
    fn changes_outputs(&self, of: &ast::Expr) -> bool {
        let output = |place: &ast::Expr| {
            let root = root(place);
            root.is_some_and(|name| self.interface.outputs.iter().any(|port| port.name == name))
        };
        let mut found = match &of.kind {
            ast::ExprKind::Assign(_, place, _) | ast::ExprKind::Step { of: place, .. } => output(place),
            ast::ExprKind::Call(name, arguments) if name.text == "modf" => arguments.iter().any(output),
            ast::ExprKind::Call(name, _) => self.impure.contains(name.text.as_str()),
            _ => false,
        };
        of.kind.children(&mut |part| found = found || self.changes_outputs(part));
        found
    }
}

/// Returns the variable that an lvalue is a part of.
pub(super) fn root(place: &ast::Expr) -> Option<&str> {
    match &place.kind {
        ast::ExprKind::Name(name) => Some(name),
        ast::ExprKind::Member(base, _) | ast::ExprKind::Index(base, _) => root(base),
        _ => None,
    }
}
