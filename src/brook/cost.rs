//! The cost of a kernel, counted in its intermediate representation. It counts texture fetches and arithmetic, as Table 1 of
//! the Brook paper does, but not instructions of assembly.

use crate::ir::{Binary, Expr, ExprKind, Function, FunctionId, Stmt, StreamKernel, each_expr, each_stmt};

/// The cost per element. Each statement counts once, however often a loop runs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub struct Cost {
    /// The number of elements read.
    pub fetches: usize,
    /// The number of operators and intrinsic functions. An operation on vectors counts as one, and so does a multiply-add.
    pub arithmetic: usize,
}

/// Returns the cost of computing one element with the kernel.
pub(crate) fn of(kernel: &StreamKernel) -> Cost {
    let mut functions: Vec<Cost> = Vec::new();
    for function in &kernel.functions {
        let mut cost = Cost::default();
        let mut add = |fetches: usize, arithmetic: usize| {
            cost.fetches = cost.fetches.saturating_add(fetches);
            cost.arithmetic = cost.arithmetic.saturating_add(arithmetic);
        };
        each_stmt(&function.body, &mut |statement| {
            if let Stmt::Call { function, .. } = statement
                && let Some(called) = functions.get(function.0)
            {
                add(called.fetches, called.arithmetic);
            }
        });
        each_expr(&function.body, &mut |expr| match &expr.kind {
            ExprKind::Element(_) | ExprKind::Gather { .. } => add(1, 0),
            ExprKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                // `a * b + c` counts as one.
                let product = |expr: &Expr| matches!(expr.kind, ExprKind::Binary(Binary::Multiply, ..));
                add(0, usize::from(!product(left) && !product(right)));
            }
            ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Select(..) | ExprKind::Math(..) => add(0, 1),
            ExprKind::Call(function, _) => {
                if let Some(called) = functions.get(function.0) {
                    add(called.fetches, called.arithmetic);
                }
            }
            _ => {}
        });
        functions.push(cost);
    }
    functions.pop().unwrap_or_default()
}

/// Returns the number of statements and operators of the last function, with all calls inlined.
pub(crate) fn parts(functions: &[Function]) -> u128 {
    let mut counts: Vec<u128> = Vec::new();
    for function in functions {
        let mut count: u128 = 0;
        let called = |function: &FunctionId| counts.get(function.0).copied().unwrap_or_default();
        each_stmt(&function.body, &mut |statement| {
            count = count.saturating_add(1);
            if let Stmt::Call { function, .. } = statement {
                count = count.saturating_add(called(function));
            }
        });
        each_expr(&function.body, &mut |expr| {
            count = count.saturating_add(match &expr.kind {
                ExprKind::Call(function, _) => called(function),
                _ => 1,
            });
        });
        counts.push(count);
    }
    counts.pop().unwrap_or_default()
}
