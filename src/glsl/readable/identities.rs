//! Removes operations on whole numbers that change nothing, such as `x ^ 0`. They are left where a parameter of a kernel has a value.

use crate::ir::{Binary, Expr, ExprKind, Kernel, Type, each_expr_mut};

/// Removes such operations.
pub(super) fn remove(kernel: &mut Kernel) {
    for function in &mut kernel.functions {
        each_expr_mut(&mut function.body, &mut |expr| {
            while let Some(operand) = unchanged(expr) {
                *expr = operand;
            }
        });
    }
}

/// Returns the operand that an operation returns as it is.
fn unchanged(expr: &Expr) -> Option<Expr> {
    let ExprKind::Binary(operator, left, right) = &expr.kind else { return None };
    let is_whole = matches!(expr.ty, Type::Int(_) | Type::Uint(_) | Type::Index);
    let (left_is, right_is) = (literal(left), literal(right));
    let (kept, neutral) = match operator {
        Binary::Add | Binary::Or | Binary::Xor if left_is == Some(0) => (right, true),
        Binary::Add | Binary::Or | Binary::Xor => (left, right_is == Some(0)),
        Binary::Subtract | Binary::ShiftLeft | Binary::ShiftRight => (left, right_is == Some(0)),
        Binary::Multiply if left_is == Some(1) => (right, true),
        Binary::Multiply | Binary::Divide => (left, right_is == Some(1)),
        _ => return None,
    };
    // A scalar beside a vector becomes a vector.
    (is_whole && neutral && kept.ty == expr.ty).then(|| (**kept).clone())
}

/// Returns the value of a literal, or that of all components of a vector.
fn literal(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(value) | ExprKind::Index(value) => Some((*value).into()),
        ExprKind::Uint(value) => Some((*value).into()),
        ExprKind::Convert(scalar) if !scalar.ty.is_float() => literal(scalar),
        _ => None,
    }
}
