//! Assignments, and `++` and `--`.

use super::body::Body;
use super::convert::Purpose;
use super::lvalue::Lvalue;
use super::value::Value;
use super::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::Binary;
use crate::syntax::{Code, Span, ast};

impl Checker<'_> {
    /// Checks `a = b` or `a += b`, and returns the lvalue.
    pub(super) fn assignment(
        &mut self,
        body: &mut Body,
        operator: Option<Binary>,
        (place, given): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Checked<Lvalue> {
        let given = self.value(body, given)?;
        let place = self.lvalue(body, place)?;
        if let Type::Sampler(_) = place.ty {
            let help = "textures are bound before a program runs";
            return self.refuse(Code::C1060, place.span, "a sampler cannot be assigned to", help);
        }
        let value = match operator {
            None => given,
            Some(operator) => {
                let before = self.read(body, &place)?;
                // The target says how long the result is.
                let given = match (before.vector(), given.vector()) {
                    (Some((_, count)), Some((base, own))) if own > count => {
                        self.convert(given, &Type::Vector(base, count), Purpose::Assignment)?
                    }
                    _ => given,
                };
                self.binary(body, operator, before, given, span)?
            }
        };
        let value = self.convert(value, &place.ty, Purpose::Assignment)?;
        self.store(body, &place, &value)?;
        Ok(place)
    }

    /// Checks `++a`, `a++`, `--a` or `a--`.
    pub(super) fn step(
        &mut self,
        body: &mut Body,
        (up, before): (bool, bool),
        of: &ast::Expr,
        span: Span,
    ) -> Checked<Value> {
        let place = self.lvalue(body, of)?;
        let old = self.read(body, &place)?;
        let old = if before { old } else { body.copied(&old) };
        let one = Value::of(Type::Vector(Base::CInt, 1), super::number::float(1.0, span));
        let operator = if up { Binary::Add } else { Binary::Subtract };
        let new = self.binary(body, operator, old.clone(), one, span)?;
        let new = self.convert(new, &place.ty, Purpose::Assignment)?;
        self.store(body, &place, &new)?;
        if before { self.read(body, &place) } else { Ok(old) }
    }
}
