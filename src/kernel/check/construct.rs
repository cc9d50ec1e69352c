//! Checks constructors: `vec3(v.xy, 1)`, `index(x)`.

use super::{Body, Checked, Checker, one};
use crate::ir::{Expr, ExprKind, Type};
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks a call of a type as a constructor.
    pub(super) fn construct(
        &mut self,
        body: &mut Body,
        name: &Name,
        to: Type,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Expr> {
        let values = self.values(body, arguments)?;
        let wanted = to.count();
        let word = to.name();
        if values.is_empty() {
            let title = format!("`{word}` is made of a value");
            return self.fail(Diagnostic::error(Code::K0314, name.span, title).help(form(to)));
        }
        if wanted == 1 && values.len() > 1 {
            let title = format!("`{word}` is made of one value, not {}", values.len());
            return self.fail(Diagnostic::error(Code::K0314, name.span, title).help(form(to)));
        }
        if let [value] = values.as_slice()
            && (value.ty.count() == 1 || value.ty.count() >= wanted)
        {
            let value = first_of(value.clone(), wanted);
            return Ok(Expr { span, ..self.convert(value, to)? });
        }
        let mut parts = Vec::new();
        let mut left = wanted;
        for value in values {
            if left == 0 {
                let title = format!("`{word}` has all its {wanted} components before this");
                return self.fail(Diagnostic::error(Code::K0314, value.span, title).help("remove it"));
            }
            let taken = value.ty.count().min(left);
            left -= taken;
            let part = first_of(value, taken);
            let ty = to.scalar().with(part.ty.components());
            parts.push(self.convert(part, ty)?);
        }
        if left > 0 {
            let given = wanted - left;
            let title = format!("`{word}` has {wanted} components, and this gives {given}");
            let diagnostic = Diagnostic::error(Code::K0314, span, title);
            let zeros = vec![if to.is_bool() { "false" } else { "0.0" }; left].join(", ");
            let inside = arguments.iter().map(|value| self.written(value.span, "v")).collect::<Vec<_>>().join(", ");
            return self.fail(diagnostic.help(format!("say what the others are: `{word}({inside}, {zeros})`")));
        }
        Ok(Expr::new(ExprKind::Vector(parts), to, span))
    }
}

/// Describes the arguments of a type's constructor, for messages.
fn form(to: Type) -> String {
    match to.count() {
        1 => format!("`{}(a)` makes a number {}", to.name(), one(to)),
        count => format!("`{}` takes {count} numbers, vectors that have as many, or one number for all", to.name()),
    }
}

/// Returns the first `count` components of a value.
pub(super) fn first_of(value: Expr, count: usize) -> Expr {
    if value.ty.count() <= count {
        return value;
    }
    let span = value.span;
    let components = crate::texel::Components::of(count).unwrap_or(crate::texel::Components::One);
    swizzled(value, (0..components.count() as u8).collect(), span)
}

/// Returns these components of a vector. A swizzle of a swizzle becomes a single swizzle.
pub(super) fn swizzled(value: Expr, wanted: Vec<u8>, span: Span) -> Expr {
    let ty = crate::texel::Components::of(wanted.len()).map_or(value.ty, |components| value.ty.with(components));
    match value.kind {
        ExprKind::Swizzle(inner, taken) => {
            let wanted = wanted.iter().map(|&k| taken[usize::from(k)]).collect();
            Expr::new(ExprKind::Swizzle(inner, wanted), ty, span)
        }
        _ => Expr::new(ExprKind::Swizzle(Box::new(value), wanted), ty, span),
    }
}
