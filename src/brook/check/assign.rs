//! Assignments: reads and writes lvalues.

use super::body::Body;
use super::convert::Value;
use super::lvalue::Lvalue;
use super::{Checked, Checker};
use crate::brook::types::Type;
use crate::ir::{Binary, Expr, ExprKind, LocalId, Part, Place, Stmt};
use crate::syntax::Span;
use crate::syntax::ast;
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    /// Returns the value of an lvalue.
    pub(super) fn read(&self, body: &Body, place: &Lvalue) -> Value {
        if let Some(chosen) = &place.chosen {
            return self.read_chosen(body, place, chosen);
        }
        match (&place.ty, &place.part) {
            (Type::Record(id), _) => Value::Record(*id, body.variables(&place.locals, place.span)),
            (_, part) => {
                let whole = body.variable(place.locals[0], place.span);
                let span = place.span;
                Value::Plain(match part {
                    Part::Whole => whole,
                    Part::Components(taken) => Expr {
                        ty: whole.ty.with(Expr::floats(taken.len()).components()),
                        kind: ExprKind::Swizzle(Box::new(whole), taken.clone()),
                        span,
                    },
                    Part::At(index) => {
                        let ty = whole.ty.scalar();
                        Expr { kind: ExprKind::At(Box::new(whole), index.clone()), ty, span }
                    }
                })
            }
        }
    }

    /// Checks `a = b` or `a += b`, and returns the lvalue.
    pub(super) fn assign(
        &mut self,
        body: &mut Body,
        operator: Option<Binary>,
        of: &ast::Expr,
        given: &ast::Expr,
        span: Span,
    ) -> Checked<Lvalue> {
        let Some(operator) = operator else {
            if let Some(scattered) = self.scatter(body, of, given) {
                return scattered;
            }
            // Evaluate the right side first: the lvalue is resolved after all its side effects.
            let value = self.value(body, given);
            let place = self.lvalue(body, of, false)?;
            let value = self.with_zero(value?, place.ty, given.span);
            let fields = self.coerce_of(body, value, place.ty, "what it is assigned to", given)?;
            self.store(body, &place, fields);
            return Ok(place);
        };
        let right = self.plain(body, given);
        let place = self.lvalue(body, of, true)?;
        let right = right?;
        let Value::Plain(left) = self.read(body, &place) else {
            let title = format!("`{}=` is not for structs", operator.sign());
            return self.fail(Diagnostic::error(Code::B0320, span, title).help("change its fields one by one"));
        };
        let (ty, from) = (left.ty, right.ty);
        if ty.count() > 1 && from.count() > 1 && from.count() < ty.count() {
            return self.coerce(Value::Plain(right), place.ty, "what it is assigned to", given.span).map(|_| place);
        }
        let value = self.binary(operator, left, right, span)?;
        let fields = self.coerce(Value::Plain(value), place.ty, "what it is assigned to", span)?;
        self.store(body, &place, fields);
        Ok(place)
    }

    /// Stores values, one for each field, in an lvalue.
    pub(super) fn store(&self, body: &mut Body, place: &Lvalue, mut fields: Vec<Expr>) {
        if let Some(chosen) = &place.chosen {
            return self.store_chosen(body, place, chosen, fields);
        }
        match place.part {
            Part::Whole => self.assign_fields(body, &place.locals, fields),
            _ => {
                if let Some(value) = fields.pop() {
                    let place = Place { local: place.locals[0], part: place.part.clone() };
                    body.out.push(Stmt::Assign { place, value });
                }
            }
        }
    }

    pub(super) fn assign_fields(&self, body: &mut Body, locals: &[LocalId], fields: Vec<Expr>) {
        // Keep the values in variables first: otherwise `a = cond ? a : b`, for example, would read fields that have already been
        // overwritten.
        let fields: Vec<Expr> = match fields.len() {
            0 | 1 => fields,
            _ => fields
                .into_iter()
                .map(|field| if is_simple(&field) { field } else { body.keep(field, "field") })
                .collect(),
        };
        for (&local, value) in locals.iter().zip(fields) {
            body.out.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
        }
    }
}

/// Whether the value is a variable or a literal. Such a value does not change when another field is written.
fn is_simple(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Float(_) | ExprKind::Int(_) | ExprKind::Uint(_) | ExprKind::Local(_))
}
