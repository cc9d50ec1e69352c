//! Functions that give values back through their arguments: `sincos`, `modf` and `frexp`.

use crate::cg::check::body::Body;
use crate::cg::check::convert::Purpose;
use crate::cg::check::number::{binary, math};
use crate::cg::check::value::Value;
use crate::cg::check::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::{Binary, Expr, Math};
use crate::syntax::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    pub(super) fn with_results(
        &mut self,
        body: &mut Body,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Option<Value>> {
        let wanted = match name.text.as_str() {
            "sincos" => 3,
            "modf" | "frexp" => 2,
            _ => return Ok(None),
        };
        self.takes(name, arguments.len(), wanted)?;
        let value = self.value(body, &arguments[0])?;
        let common = self.in_common(name, vec![body.reused_value(value)])?;
        let base = if common.base.is_integer() { Base::Float } else { common.base };
        let ty = Type::Vector(base, common.count);
        let of = body.reused(common.of[0].clone());
        let result = |this: &Self, value: Expr| Value::of(ty.clone(), this.rounded(value, base));
        let apply = |function: Math| math(function, vec![of.clone()], span);
        let (values, returned) = match name.text.as_str() {
            "sincos" => (vec![result(self, apply(Math::Sin)), result(self, apply(Math::Cos))], Value::void(span)),
            "modf" => {
                let whole = body.reused(apply(Math::Trunc));
                let rest = binary(Binary::Subtract, of.clone(), whole.clone());
                (vec![result(self, whole)], result(self, rest))
            }
            _ => (vec![result(self, apply(Math::FrexpExponent))], result(self, apply(Math::FrexpFraction))),
        };
        // An argument may be what is read: all is computed before the first assignment.
        let returned = if returned.items.is_empty() { returned } else { body.copied(&returned) };
        let values: Vec<Value> = values.iter().map(|value| body.copied(value)).collect();
        for (place, value) in arguments[1..].iter().zip(values) {
            let place = self.lvalue(body, place)?;
            let value = self.convert(value, &place.ty, Purpose::Assignment)?;
            self.store(body, &place, &value)?;
        }
        Ok(Some(returned))
    }
}
