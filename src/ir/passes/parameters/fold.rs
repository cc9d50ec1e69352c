//! Constant folding: replaces expressions that literals determine.

use crate::ir::interpret::Value;
use crate::ir::passes::Known;
use crate::ir::{Binary, Expr, ExprKind, Type};
use crate::syntax::Span;

/// Returns the literal of a scalar value; `None` for vectors and for floats that are not finite.
pub(super) fn literal(value: Value, span: Span) -> Option<Expr> {
    let kind = match (value, value.ty()) {
        (Value::Float(_, [x, ..]), Type::FLOAT) if x.is_finite() => ExprKind::Float(x),
        (Value::Int(_, [x, ..]), Type::INT) => ExprKind::Int(x),
        (Value::Uint(_, [x, ..]), Type::UINT) => ExprKind::Uint(x),
        (Value::Bool(_, [x, ..]), Type::BOOL) => ExprKind::Bool(x),
        (Value::Index(x), _) => ExprKind::Index(x),
        _ => return None,
    };
    Some(Expr::new(kind, value.ty(), span))
}

/// Returns the operand that remains of a `?:`, `&&` or `||` whose first operand is a literal. For `&&` and `||`, this may be the literal
/// itself.
pub(super) fn short_circuit(expr: &mut Expr) -> Option<Expr> {
    match &mut expr.kind {
        ExprKind::Select(condition, then, otherwise) => match condition.kind {
            ExprKind::Bool(true) => Some(take(then)),
            ExprKind::Bool(false) => Some(take(otherwise)),
            _ => None,
        },
        ExprKind::Binary(operator, a, b) if operator.is_logical() => match a.kind {
            ExprKind::Bool(value) if value == (*operator == Binary::LogicalOr) => Some(take(a)),
            ExprKind::Bool(_) => Some(take(b)),
            _ => None,
        },
        _ => None,
    }
}

/// Folds an expression whose operands have been folded: replaces it by a literal, or by one of its operands, if they determine it.
pub(super) fn fold(expr: &mut Expr, known: &Known) {
    let (span, ty) = (expr.span, expr.ty);
    let replacement = match &mut expr.kind {
        // A literal as the first operand is handled by `short_circuit`.
        ExprKind::Binary(operator, a, b) if operator.is_logical() => match b.kind {
            ExprKind::Bool(value) => Some(if value == (*operator == Binary::LogicalOr) { take(b) } else { take(a) }),
            _ => None,
        },
        ExprKind::At(vector, number) => match number.kind {
            ExprKind::Int(k) | ExprKind::Index(k) if (0..vector.ty.count() as i32).contains(&k) => {
                Some(Expr::new(ExprKind::Swizzle(Box::new(take(vector)), vec![k as u8]), ty, span))
            }
            _ => None,
        },
        ExprKind::Quotient(a, b) if b.kind == ExprKind::Index(1) => Some(take(a)),
        ExprKind::Binary(_, a, b) | ExprKind::Quotient(a, b) if a.is_literal() && b.is_literal() => None,
        ExprKind::Binary(operator, a, b) if matches!(ty, Type::Index | Type::INT) => identity(*operator, a, b),
        _ => None,
    };
    if let Some(replacement) = replacement {
        *expr = replacement;
        return;
    }
    if let ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Convert(_) | ExprKind::Quotient(..) = expr.kind {
        let mut literals = true;
        expr.children(&mut |child| literals &= child.is_literal());
        let folded = literals.then(|| known.value(expr)).flatten().and_then(|value| literal(value, span));
        if let Some(folded) = folded {
            *expr = folded;
        }
    }
}

/// Simplifies an operator on two integers: returns `a` for `a + 0` and `a * 1`, and 0 for `a * 0`.
fn identity(operator: Binary, a: &mut Expr, b: &mut Expr) -> Option<Expr> {
    let int = |expr: &Expr| match expr.kind {
        ExprKind::Int(value) | ExprKind::Index(value) => Some(value),
        _ => None,
    };
    Some(match (operator, int(a), int(b)) {
        (Binary::Add | Binary::Subtract, _, Some(0)) | (Binary::Multiply, _, Some(1)) => take(a),
        (Binary::Add, Some(0), _) | (Binary::Multiply, Some(1), _) => take(b),
        (Binary::Multiply, _, Some(0)) => take(b),
        (Binary::Multiply, Some(0), _) => take(a),
        _ => return None,
    })
}

fn take(expr: &mut Expr) -> Expr {
    let zero = Expr::new(ExprKind::Bool(false), Type::BOOL, expr.span);
    std::mem::replace(expr, zero)
}
