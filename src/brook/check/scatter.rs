//! Writes to scatter outputs, `a[i] = v`: each pushes the value and its index.

use super::access::GatherIndex;
use super::body::{Body, Variable};
use super::components::swizzled;
use super::lvalue::Lvalue;
use super::typed::as_floats;
use super::{Checked, Checker};
use crate::brook::types::Plain;
use crate::ir::{Expr, ExprKind, LocalId, Part, Role, Stmt};
use crate::syntax::{Code, Diagnostic, Span, ast};

impl Checker<'_> {
    /// Checks an assignment to an element of a scatter output. Returns `None` if `of` is no such element, else variables with the value.
    pub(super) fn scatter(&mut self, body: &mut Body, of: &ast::Expr, given: &ast::Expr) -> Option<Checked<Lvalue>> {
        let mut brackets = Vec::new();
        let mut inner = of;
        while let ast::ExprKind::Index(base, index) = &inner.kind {
            brackets.push(&**index);
            inner = base;
        }
        brackets.reverse();
        let ast::ExprKind::Name(name) = &inner.kind else { return None };
        let variable = body.find(name).filter(|variable| !variable.poisoned && !brackets.is_empty())?.clone();
        let Some(Role::Scatter { brackets: written }) = variable.role else { return None };
        Some(self.scatter_to(body, (name, &variable), written, (&brackets, of.span), given))
    }

    fn scatter_to(
        &mut self,
        body: &mut Body,
        (name, variable): (&str, &Variable),
        written: usize,
        (brackets, span): (&[&ast::Expr], Span),
        given: &ast::Expr,
    ) -> Checked<Lvalue> {
        let value = self.value(body, given);
        let GatherIndex { values, used, is_vector } = self.gather_index(body, (name, variable), written, brackets)?;
        self.check_dimensions((name, variable), written, (used, is_vector), span)?;
        if let Some(more) = brackets.get(used) {
            let title = format!("components of an element of scatter output `{name}` cannot be written alone");
            let diagnostic = Diagnostic::error(Code::B0315, more.span, title).other(variable.span, "a scatter output");
            return self.fail(diagnostic.help("write the whole element: all of its components"));
        }
        let value = self.with_zero(value?, variable.ty, given.span);
        let fields = self.coerce_of(body, value, variable.ty, "what it is assigned to", given)?;
        let index = index_of(body, values, span);
        let locals: Vec<LocalId> = fields.into_iter().map(|field| hold(body, field, "written")).collect();
        let mut pushed = body.variables(&locals, given.span);
        pushed.push(index);
        body.out.push(Stmt::Push { parameter: variable.number, values: pushed });
        Ok(Lvalue { locals, chosen: None, ty: variable.ty, part: Part::Whole, span: given.span })
    }
}

/// Returns an index as four floats, x first, with zeros for missing ones.
fn index_of(body: &mut Body, values: Vec<Expr>, span: Span) -> Expr {
    let mut parts = Vec::new();
    for value in values {
        let value = as_floats(value);
        if value.ty.count() == 1 {
            parts.push(value);
            continue;
        }
        let count = value.ty.count() as u8;
        let local = hold(body, value, "index");
        parts.extend((0..count).map(|k| swizzled(body.variable(local, span), vec![k], span)));
    }
    parts.resize(4, Expr { kind: ExprKind::Float(0.0), ty: Plain::FLOAT, span });
    Expr { kind: ExprKind::Vector(parts), ty: Plain::floats(4), span }
}

/// Stores a value in a new variable.
fn hold(body: &mut Body, value: Expr, name: &str) -> LocalId {
    let local = body.local(name, value.ty);
    body.out.push(Stmt::Declare { local, value: Some(value) });
    local
}
