//! Checks expressions. Their side effects become statements.

use super::{Body, Checked, Checker, Failed, Global, Held, one};
use crate::ir::TemplateExpr;
use crate::ir::{Binary, Expr, ExprKind, Part, Place, Stmt, Type};
use crate::syntax::ast;
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks an expression, and returns its value.
    pub(super) fn value(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Expr> {
        match self.deeper(of.span, |this| this.optional_value(body, of))? {
            Some(value) => Ok(value),
            None => {
                let title = "this function returns nothing that could be used here";
                let help = "it returns its results through its `out` arguments";
                self.fail(Diagnostic::error(Code::K0311, of.span, title).help(help))
            }
        }
    }

    /// Checks several expressions, which are evaluated in order. Values before the last one with side effects are kept in variables,
    /// because that may change what they read.
    pub(super) fn values(&mut self, body: &mut Body, of: &[ast::Expr]) -> Checked<Vec<Expr>> {
        let last = of.iter().rposition(|value| self.has_effects(value)).unwrap_or(0);
        let mut values = Vec::new();
        for (number, value) in of.iter().enumerate() {
            if let Ok(value) = self.value(body, value) {
                values.push(if number < last { body.keep(value, "before") } else { value });
            }
        }
        if values.len() == of.len() { Ok(values) } else { Err(Failed) }
    }

    /// Checks an expression, and returns its value, or `None` if it is a call of a function that returns nothing.
    pub(super) fn optional_value(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Option<Expr>> {
        let span = of.span;
        match &of.kind {
            ast::ExprKind::Call(name, arguments) => self.call(body, name, arguments, span),
            ast::ExprKind::Float(value) => self.float(*value, span).map(Some),
            ast::ExprKind::Int(value) => Ok(Some(Expr::new(ExprKind::AbstractInt(*value), Type::AbstractInt, span))),
            ast::ExprKind::Uint(value) => Ok(Some(Expr::new(ExprKind::Uint(*value), Type::UINT, span))),
            ast::ExprKind::Name(name) => self.name(body, name, span).map(Some),
            ast::ExprKind::Unary(operator, inner) => {
                let value = self.value(body, inner)?;
                self.unary(*operator, value, span).map(Some)
            }
            ast::ExprKind::Binary(..) => self.chain(body, of).map(Some),
            ast::ExprKind::LogicalXor(a, b) => self.differ(body, a, b, span).map(Some),
            ast::ExprKind::Assign(operator, place, given) => {
                let place = self.assign(body, *operator, place, given, span)?;
                Ok(Some(self.read(body, &place)))
            }
            ast::ExprKind::Step { up, before, of: inner } => self.step(body, *up, *before, inner, span).map(Some),
            ast::ExprKind::Select(condition, then, otherwise) => {
                self.select(body, condition, then, otherwise, span).map(Some)
            }
            ast::ExprKind::Index(base, index) => self.component(body, base, index, span).map(Some),
            ast::ExprKind::Member(base, member) => self.member(body, base, member, span).map(Some),
            ast::ExprKind::Comma(parts) => self.comma(body, parts).map(Some),
            ast::ExprKind::Cast(name, inner) => {
                let title = "a kernel has no casts";
                let help = format!("write `{}({})`", name.text, self.written(inner.span, "a"));
                self.fail(Diagnostic::error(Code::K0209, span, title).help(help))
            }
            ast::ExprKind::IndexOf(_) => {
                let (title, help) = match self.in_expression(span) {
                    true => ("an expression cannot use `indexof`", super::names::PLACE),
                    false => ("a kernel cannot use `indexof`", "the place of this element is `here()`"),
                };
                self.fail(Diagnostic::error(Code::K0209, span, title).help(help))
            }
            ast::ExprKind::Method(..) => unreachable!("only Cg's parser makes one"),
            ast::ExprKind::Braces(_) => {
                let title = "values in braces are not an expression";
                self.fail(
                    Diagnostic::error(Code::K0209, span, title).help("a vector is made with its type: `vec2(a, b)`"),
                )
            }
        }
    }

    fn float(&mut self, value: f32, span: Span) -> Checked<Expr> {
        if value.is_finite() {
            return Ok(Expr::new(ExprKind::Float(value), Type::FLOAT, span));
        }
        let title = format!("`{}` is beyond float32", self.written(span, "this"));
        self.fail(Diagnostic::error(Code::K0312, span, title).help("its largest is 3.4028235e38"))
    }

    /// Checks `a ^^ b`.
    fn differ(&mut self, body: &mut Body, a: &ast::Expr, b: &ast::Expr, span: Span) -> Checked<Expr> {
        let left = self.value(body, a);
        let effects = self.has_effects(b);
        let left = left.map(|value| if effects { body.keep(value, "before") } else { value });
        let (right, left) = (self.value(body, b)?, left?);
        for side in [&left, &right] {
            if side.ty != Type::BOOL {
                let diagnostic = self.mismatch(side, Type::BOOL, "`^^` joins two `bool`s");
                return self.fail(diagnostic);
            }
        }
        Ok(super::operators::join(Binary::NotEqual, left, right, Type::BOOL, span))
    }

    fn comma(&mut self, body: &mut Body, parts: &[ast::Expr]) -> Checked<Expr> {
        let Some((last, first)) = parts.split_last() else { return Err(Failed) };
        for part in first {
            self.effect(body, part)?;
        }
        self.value(body, last)
    }

    /// Checks a chain of binary operators, such as `a + b - c`, by a loop instead of recursion.
    fn chain(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Expr> {
        let mut chain = Vec::new();
        let mut left = of;
        while let ast::ExprKind::Binary(operator, a, b) = &left.kind {
            chain.push((*operator, &**b, left));
            left = a;
        }
        let mut value = self.value(body, left);
        for (operator, right, whole) in chain.into_iter().rev() {
            let effects = self.has_effects(right);
            if operator.is_logical() && effects {
                value = value.and_then(|value| self.either(body, operator, value, right, whole.span));
                continue;
            }
            let a = value.map(|value| if effects { body.keep(value, "before") } else { value });
            let b = self.value(body, right);
            value = match (a, b) {
                (Ok(a), Ok(b)) => self.binary(operator, a, b, whole.span),
                _ => Err(Failed),
            };
        }
        value
    }

    /// Checks `a && b` or `a || b` if the right operand has side effects. It becomes an `if`, so that the right operand is evaluated
    /// only if the left one does not decide the result.
    fn either(
        &mut self,
        body: &mut Body,
        operator: Binary,
        left: Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        let (mut statements, given) = body.block(|body| self.value(body, right));
        let given = given?;
        for side in [&left, &given] {
            if side.ty != Type::BOOL {
                let diagnostic = self.mismatch(side, Type::BOOL, &format!("`{}` joins two `bool`s", operator.sign()));
                return self.fail(diagnostic);
            }
        }
        let local = body.local("both", Type::BOOL);
        body.out.push(Stmt::Declare { local, value: Some(left) });
        statements.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value: given });
        let condition = body.variable(local, span);
        let (then, otherwise) = match operator {
            Binary::LogicalAnd => (statements, Vec::new()),
            _ => (Vec::new(), statements),
        };
        body.out.push(Stmt::If { condition, then, otherwise });
        Ok(body.variable(local, span))
    }

    fn name(&mut self, body: &mut Body, name: &str, span: Span) -> Checked<Expr> {
        if let Some(variable) = body.find(name) {
            return match &variable.held {
                Held::Local(local) => Ok(body.variable(*local, span)),
                Held::Value(value) => Ok(Expr { span, ..value.clone() }),
                Held::Array(_) => {
                    let declared = variable.span;
                    self.whole_array(name, span, declared)
                }
                Held::Poisoned => Err(Failed),
            };
        }
        if let "true" | "false" = name {
            return Ok(Expr::new(ExprKind::Bool(name == "true"), Type::BOOL, span));
        }
        let expression = self.in_expression(span);
        let global = self.globals.get(name).filter(|_| !expression);
        if let Some((global, declared)) = global.cloned() {
            return match global {
                Global::Output(number) if self.lengths.outputs[number].is_some() => {
                    self.whole_array(name, span, declared)
                }
                Global::Constant(number) if self.lengths.constants[number].is_some() => {
                    self.use_port(name);
                    self.whole_array(name, span, declared)
                }
                Global::Parameter(number) => {
                    self.use_port(name);
                    let kind = ExprKind::Template(Box::new(TemplateExpr::Parameter(number)));
                    Ok(Expr::new(kind, self.parameters[number].ty, span))
                }
                Global::Const(value) => value.map(|value| Expr { span, ..value }).ok_or(Failed),
                Global::Constant(number) => {
                    let constant = &self.interface.constants[number];
                    let ty = constant.ty;
                    self.use_port(name);
                    Ok(Expr::new(ExprKind::Uniform(number), ty, span))
                }
                Global::Output(number) => {
                    let ty = self.interface.outputs[number].ty;
                    let local = body.output(number, name, ty, None);
                    Ok(body.variable(local, span))
                }
                Global::Input(_) => self.unfetched(name, span),
            };
        }
        let own = self.by_name.get(name).filter(|_| !expression);
        let called = own.map(|all| self.signatures[all[0]].span);
        if let Some(declared) = called {
            let diagnostic = Diagnostic::error(Code::K0316, span, format!("`{name}` is a function"));
            let diagnostic = diagnostic.other(declared, "declared here");
            return self.fail(if name == "main" {
                diagnostic
            } else {
                diagnostic.help(format!("call it: `{name}(..)`"))
            });
        }
        if super::rules::find(name).is_some() || super::names::ACCESS.contains(&name) && !expression {
            let help = match expression {
                true => "it is called with brackets, as in sin(x)".to_owned(),
                false => format!("it is called with brackets: `{name}(..)`"),
            };
            return self.fail(Diagnostic::error(Code::K0316, span, format!("`{name}` is a function")).help(help));
        }
        self.unknown(body, name, span)
    }

    /// Reports a stream in a place where an element is needed.
    pub(super) fn unfetched<T>(&mut self, name: &str, span: Span) -> Checked<T> {
        self.use_port(name);
        let declared = self.globals.get(name).map_or(span, |(_, declared)| *declared);
        let title = format!("input `{name}` is a stream, not an element of it");
        let help = format!("an element of the stream is `fetch({name}, i)`; this one's is `fetch({name}, here())`");
        self.fail(Diagnostic::error(Code::K0309, span, title).other(declared, "an input").help(help))
    }

    pub(super) fn use_port(&mut self, name: &str) {
        let text = self.text;
        if let Some(item) = text.ports.iter().find(|item| item.name.text == name) {
            self.used.insert(&item.name.text);
        }
    }

    fn select(
        &mut self,
        body: &mut Body,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Checked<Expr> {
        let effects = self.has_effects(then) || self.has_effects(otherwise);
        let test = self.condition(body, condition, "`?:` chooses by a `bool`");
        if !effects {
            let (a, b) = (self.value(body, then), self.value(body, otherwise));
            let (test, [a, b]) = (test?, self.alike([a?, b?], span)?);
            let ty = a.ty;
            return Ok(Expr::new(ExprKind::Select(Box::new(test), Box::new(a), Box::new(b)), ty, span));
        }
        // Only one of the two branches may be evaluated.
        let test = test.map(|test| body.keep(test, "condition"));
        let (mut first, a) = body.block(|body| self.value(body, then));
        let (mut second, b) = body.block(|body| self.value(body, otherwise));
        let [a, b] = self.alike([a?, b?], span)?;
        let (a, b) = (self.settle(a, Type::Index)?, self.settle(b, Type::Index)?);
        let local = body.local("chosen", a.ty);
        for (statements, value) in [(&mut first, a), (&mut second, b)] {
            statements.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
        }
        body.out.push(Stmt::Declare { local, value: None });
        body.out.push(Stmt::If { condition: test?, then: first, otherwise: second });
        Ok(body.variable(local, span))
    }

    /// Converts the two values of `?:` to a common type.
    fn alike(&mut self, [a, b]: [Expr; 2], span: Span) -> Checked<[Expr; 2]> {
        let operands = [a, b];
        let counts = operands[0].ty.count() == operands[1].ty.count();
        let [a, b] = &operands;
        match super::convert::common(&operands) {
            Ok(shared) if counts => {
                let wanted = |value: &Expr| shared.with(value.ty.components());
                let (to_a, to_b) = (wanted(a), wanted(b));
                let [a, b] = operands;
                Ok([self.convert(a, to_a)?, self.convert(b, to_b)?])
            }
            _ => {
                let title = format!("the two values of `?:` are {} and {}", one(a.ty), one(b.ty));
                let diagnostic = Diagnostic::error(Code::K0304, span, title).other(a.span, one(a.ty));
                let diagnostic = diagnostic.other(b.span, one(b.ty));
                let (odd, other) = if b.ty.is_float() && !a.ty.is_float() { (a, b) } else { (b, a) };
                let diagnostic = match self.conversion(odd, other.ty) {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                };
                self.fail(diagnostic)
            }
        }
    }
}
