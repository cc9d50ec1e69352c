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
            ExprKind::Element(_) | ExprKind::Gather { .. } => cost.fetches = cost.fetches.saturating_add(1),
            ExprKind::Binary(Binary::Add | Binary::Subtract, left, right) => {
                // `a * b + c` is one.
                let product = |expr: &ir::Expr| matches!(expr.kind, ExprKind::Binary(Binary::Multiply, ..));
                let counts = usize::from(!product(left) && !product(right));
                cost.arithmetic = cost.arithmetic.saturating_add(counts);
            }
            ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Select(..) | ExprKind::Intrinsic(..) => {
                cost.arithmetic = cost.arithmetic.saturating_add(1);
            }
            ExprKind::Call(function, _) => {
                if let Some(called) = functions.get(function.0) {
                    cost.fetches = cost.fetches.saturating_add(called.fetches);
                    cost.arithmetic = cost.arithmetic.saturating_add(called.arithmetic);
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
                    cost.fetches = cost.fetches.saturating_add(called.fetches);
                    cost.arithmetic = cost.arithmetic.saturating_add(called.arithmetic);
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

/// How many statements and operators the last function has with all that is called in its place.
pub(crate) fn parts(functions: &[ir::Function]) -> u128 {
    let mut counts: Vec<u128> = Vec::new();
    for function in functions {
        let mut count = 0;
        parts_of(&function.body, &counts, &mut count);
        counts.push(count);
    }
    counts.pop().unwrap_or_default()
}

fn parts_of(statements: &[Stmt], called: &[u128], count: &mut u128) {
    fn of(expr: &ir::Expr, called: &[u128], count: &mut u128) {
        let own = match &expr.kind {
            ExprKind::Call(function, _) => called.get(function.0).copied().unwrap_or_default(),
            _ => 1,
        };
        *count = count.saturating_add(own);
        expr.children(&mut |child| of(child, called, count));
    }
    for statement in statements {
        *count = count.saturating_add(1);
        match statement {
            Stmt::Declare { value, .. } | Stmt::Return(value) => {
                value.iter().for_each(|value| of(value, called, count))
            }
            Stmt::Assign { value, .. } => of(value, called, count),
            Stmt::Call { function, arguments, .. } => {
                *count = count.saturating_add(called.get(function.0).copied().unwrap_or_default());
                for argument in arguments {
                    if let ir::Passed::Value(value) = argument {
                        of(value, called, count);
                    }
                }
            }
            Stmt::If { condition, then, otherwise } => {
                of(condition, called, count);
                parts_of(then, called, count);
                parts_of(otherwise, called, count);
            }
            Stmt::Loop { before, condition, body, step, .. } => {
                condition.iter().for_each(|condition| of(condition, called, count));
                [before, body, step].into_iter().for_each(|part| parts_of(part, called, count));
            }
            Stmt::Push { values, .. } => values.iter().for_each(|value| of(value, called, count)),
            Stmt::Break | Stmt::Continue | Stmt::Discard => {}
        }
    }
}
