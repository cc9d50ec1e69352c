//! Calls of intrinsic functions, which are the functions that the language defines.

use super::body::Body;
use super::convert::Value;
use super::typed::{as_floats, fitted};
use super::{Checked, Checker};
use crate::brook::intrinsics::Rule;
use crate::brook::types::Plain;
use crate::ir::Math;
use crate::ir::{Binary, Expr, ExprKind};
use crate::syntax::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic};
use crate::texel::Components;

impl Checker<'_> {
    pub(super) fn intrinsic(
        &mut self,
        body: &mut Body,
        (name, intrinsic, takes, rule): (&Name, Math, usize, Rule),
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Value> {
        if arguments.len() != takes {
            return self.wrong_count(name, takes, arguments.len(), None);
        }
        let refused =
            |record: &str| (Code::B0605, format!("`{}` takes numbers and vectors, not a struct `{record}`", name.text));
        let given = self.floats(body, arguments, &refused)?;
        if rule == Rule::Cross {
            let three = Plain::Float(Components::Three);
            if let Some(short) = given.iter().position(|value| value.ty.count() < 3) {
                let title = format!("`cross` takes two `float3`s, and this is a `{}`", given[short].ty.brook());
                return self.fail(Diagnostic::error(Code::B0605, given[short].span, title));
            }
            let given = given.into_iter().map(|value| fitted(value, three)).collect();
            return Ok(Value::Plain(Expr { kind: ExprKind::Math(intrinsic, given), ty: three, span }));
        }
        // Convert all arguments to one type. The shortest vector determines its length; a number fills all components.
        let vectors = given.iter().map(|value| value.ty.count()).filter(|&count| count > 1);
        let ty = Expr::floats(vectors.min().unwrap_or(1));
        let given: Vec<Expr> = given.into_iter().map(|value| fitted(value, ty)).collect();
        let ty = if rule == Rule::ToFloat { Plain::FLOAT } else { ty };
        Ok(Value::Plain(Expr { kind: ExprKind::Math(intrinsic, given), ty, span }))
    }

    /// Checks `modf(x, out whole)` or `frexp(x, out exponent)`.
    pub(super) fn parted(
        &mut self,
        body: &mut Body,
        word: &str,
        of: &ast::Expr,
        out: &ast::Expr,
        span: Span,
    ) -> Checked<Value> {
        let value = self.plain(body, of)?;
        let value = body.keep(as_floats(value), "value");
        let ty = value.ty;
        let apply = |function, value: &Expr| Expr { kind: ExprKind::Math(function, vec![value.clone()]), ty, span };
        let (given, result) = if word == "modf" {
            let whole = apply(Math::Trunc, &value);
            let rest = self.binary(Binary::Subtract, value, whole.clone(), span)?;
            (whole, rest)
        } else {
            (apply(Math::FrexpExponent, &value), apply(Math::FrexpFraction, &value))
        };
        // The result is computed before the lvalue changes.
        let result = body.keep(result, "part");
        self.give(body, out, given)?;
        Ok(Value::Plain(result))
    }

    /// Checks `sincos(x, out sine, out cosine)`.
    pub(super) fn sine_and_cosine(
        &mut self,
        body: &mut Body,
        of: &ast::Expr,
        places: [&ast::Expr; 2],
        span: Span,
    ) -> Checked<Value> {
        let value = self.plain(body, of)?;
        let value = body.keep(as_floats(value), "angle");
        for (function, place) in [Math::Sin, Math::Cos].into_iter().zip(places) {
            let result = Expr { ty: value.ty, kind: ExprKind::Math(function, vec![value.clone()]), span };
            self.give(body, place, result)?;
        }
        Ok(Value::Nothing)
    }

    /// Assigns a value to an `out` argument.
    fn give(&mut self, body: &mut Body, to: &ast::Expr, value: Expr) -> Checked<()> {
        let place = self.lvalue(body, to, false)?;
        let fields = self.coerce(Value::Plain(value), place.ty, "this argument", to.span)?;
        self.store(body, &place, fields);
        Ok(())
    }
}
