//! What a kernel costs, counted in its intermediate form: in the terms of Table 1 of the Brook paper, texture fetches and
//! arithmetic, though not in those of its assembly.

use super::check::tidy::each_expr_mut;
use super::ir::{self, Binary, ExprKind, Kernel, Stmt};

/// What an element costs, each statement counted once, however often a loop runs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub struct Cost {
    /// Elements that are read.
    pub fetches: usize,
    /// Operators and functions; of a vector one. A product that is added counts with the sum, as one.
    pub arithmetic: usize,
}

/// What an element of the kernel costs.
pub(crate) fn of(kernel: &Kernel) -> Cost {
    let mut functions: Vec<Cost> = Vec::new();
    for function in &kernel.functions {
        let mut cost = Cost::default();
        let mut body = function.body.clone();
        calls(&body, &functions, &mut cost);
        each_expr_mut(&mut body, &mut |expr| match &expr.kind {
            ExprKind::Element(_) | ExprKind::Gather { .. } => cost.fetches += 1,
            ExprKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                // `a * b + c` is one.
                let product = |expr: &ir::Expr| matches!(expr.kind, ExprKind::Binary(Binary::Multiply, ..));
                cost.arithmetic += usize::from(!product(left) && !product(right));
            }
            ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Select(..) | ExprKind::Intrinsic(..) => {
                cost.arithmetic += 1;
            }
            ExprKind::Call(function, _) => {
                if let Some(called) = functions.get(function.0) {
                    cost.fetches += called.fetches;
                    cost.arithmetic += called.arithmetic;
                }
            }
            _ => {}
        });
        functions.push(cost);
    }
    functions.pop().unwrap_or_default()
}

fn calls(statements: &[Stmt], functions: &[Cost], cost: &mut Cost) {
    for statement in statements {
        match statement {
            Stmt::Call { function, .. } => {
                if let Some(called) = functions.get(function.0) {
                    cost.fetches += called.fetches;
                    cost.arithmetic += called.arithmetic;
                }
            }
            Stmt::If { then, otherwise, .. } => {
                calls(then, functions, cost);
                calls(otherwise, functions, cost);
            }
            Stmt::Loop { before, body, step, .. } => {
                for part in [before, body, step] {
                    calls(part, functions, cost);
                }
            }
            _ => {}
        }
    }
}
