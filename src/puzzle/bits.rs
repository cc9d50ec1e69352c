//! Refuses what works on the bits of integers: chips without integers have no such operators.

use crate::error::Error;
use crate::fragment_program::Chip;
use crate::ir::passes::reachable::reachable;
use crate::ir::{Binary, Expr, ExprKind, Kernel, Type, Unary, each_expr};
use crate::kernel::CompileError;
use crate::syntax::{Code, Diagnostic, Diagnostics};

/// Reports each operation of a kernel on bits, if the chip has no integers.
///
/// # Errors
/// The operations, at their places, with what to write instead.
pub(super) fn refuse_bits(kernel: &Kernel, chip: Chip) -> Result<(), Error> {
    if chip.profile().integers.value {
        return Ok(());
    }
    let mut list = Vec::new();
    let called = kernel.functions.iter().zip(reachable(&kernel.functions)).filter(|(_, called)| *called);
    for (function, _) in called {
        each_expr(&function.body, &mut |expr| {
            if let Some((what, instead)) = on_bits(expr) {
                let title = format!("the {} has no integers, and therefore no {what}", chip.name().to_uppercase());
                list.push(Diagnostic::error(Code::K0209, expr.span, title).help(instead));
            }
        });
    }
    if list.is_empty() {
        return Ok(());
    }
    Err(CompileError::new(&kernel.name, Diagnostics::new((*kernel.files).clone(), list)).into())
}

/// Returns what an expression does with bits, and what to write instead; `None` if it does nothing with them.
fn on_bits(expr: &Expr) -> Option<(String, &'static str)> {
    let operator = |sign: &str| format!("operator `{sign}`");
    match &expr.kind {
        ExprKind::Binary(binary, ..) => {
            let instead = match binary {
                Binary::ShiftRight => {
                    "divide, and round down: `quotient(i, 2)` for `i >> 1`, `quotient(i, 4)` for `i >> 2`"
                }
                Binary::ShiftLeft => "multiply: `2 * i` for `i << 1`, `4 * i` for `i << 2`",
                Binary::And => {
                    "take what is left of a division: `i - 2 * quotient(i, 2)` for `i & 1`; a higher bit is that of \
                     `quotient(i, 4)` and so on"
                }
                Binary::Or => "add, where no bit is set in both: `2 * i + 1` for `2 * i | 1`",
                Binary::Xor => {
                    "add or subtract what the bit stands for: for `i ^ 1`, `i - 1` where `i - 2 * quotient(i, 2)` is 1, \
                     else `i + 1`"
                }
                _ => return None,
            };
            Some((operator(binary.sign()), instead))
        }
        ExprKind::Unary(Unary::BitNot, _) => Some((operator("~"), "subtract: `-1 - i` for `~i`")),
        ExprKind::Math(function, _) if function.needs_integers() => {
            Some(("access to the bits of a number".to_owned(), "compute with the number itself"))
        }
        ExprKind::Convert(inner) if is_unsigned(expr) && !is_unsigned(inner) => {
            Some(("unsigned integers".to_owned(), "compute with an `index`, or with a `float`"))
        }
        _ => None,
    }
}

fn is_unsigned(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Uint(_))
}
