//! Rounding: finds the ints of a kernel that a device without integers would round, since it holds them in floats.
//!
//! The value of an int that is a literal or is computed from literals alone is known. It is an error if such a float does not represent it
//! exactly. For all other ints, a range is tracked through variables, calls and loops ([`walk`]). Arithmetic is safe if its results always
//! stay within the exact range. The first arithmetic that is not safe is reported.
//!
//! The kernel is walked up to twice. In a loop like `for (i = 0; i < n; i++)`, whose end is an unknown number, the first walk assumes that
//! the counter stays exact. Streams of such a device have no more elements than it can index exactly, so an `n` that is a length or a count
//! is within the exact range. If the first walk finds nothing, the second walk assumes that every unknown int is exact, and lets counters
//! run to their ends. It finds the counter of `i < s << 10`, where the largest `short` times 1024 is not exact, and the negation of an int
//! that may be the smallest int, which has no positive counterpart.
//!
//! Data and constants are assumed to be exact, which the code that passes them in ensures. Positions are assumed to be exact, since a pass
//! has no more elements than can be indexed exactly. So is the code that brooklet itself adds to a kernel, which has no place in its
//! source.

mod expr;
mod loops;
mod range;
mod walk;

use crate::ir::{Binary, Expr, ExprKind, Function, Kernel, Slot, StreamKernel, Type, Unary, each_expr, each_stmt};
use crate::syntax::Span;

use loops::MAX_STRIDE;
use range::Range;
use walk::{Walk, first_arithmetic};

/// The ints of a kernel that a device without integers rounds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rounding {
    /// An int whose value is known and not exact.
    pub inexact: Option<Inexact>,
    /// The first arithmetic of ints whose results may exceed the exact range.
    pub arithmetic: Option<Span>,
}

/// An int whose value is known and not exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inexact {
    /// The int, before any wraparound.
    pub value: i64,
    /// Where it is in the source.
    pub span: Span,
}

impl Rounding {
    /// Checks a kernel of the stream phase, for a device whose floats represent all integers up to `exact`.
    pub fn of_stream_kernel(kernel: &StreamKernel, exact: u32) -> Rounding {
        let data = |slot: Slot| {
            let field = kernel.field(slot);
            field.scalar.range().map_or(Range::of_type(field.ty, exact.into()), |(low, high)| Range::between(low, high))
        };
        Rounding::of(&kernel.functions, &data, exact)
    }

    /// Checks a kernel of the kernel phase. Nothing is reported for a kernel with bitwise operators or unsigned ints, since it does not run
    /// on such a device at all.
    pub fn of_kernel(kernel: &Kernel, exact: u32) -> Rounding {
        if kernel.functions.iter().any(needs_bits) {
            return Rounding::default();
        }
        Rounding::of(&kernel.functions, &|_| Range::of_type(Type::INT, exact.into()), exact)
    }

    fn of(functions: &[Function], data: &dyn Fn(Slot) -> Range, exact: u32) -> Rounding {
        if let Some(inexact) = functions.iter().find_map(|function| literal(function, exact)) {
            return Rounding { inexact: Some(inexact), arithmetic: None };
        }
        let computes = |function: &Function| {
            let mut found = false;
            each_expr(&function.body, &mut |expr| found |= expr.ty.is_integer());
            found
        };
        if !functions.iter().any(computes) {
            return Rounding::default();
        }
        let mut walk = Walk::new(functions, data, exact);
        if !walk.run() {
            let arithmetic = walk.found.arithmetic.or_else(|| first_arithmetic(functions));
            return Rounding { arithmetic, ..walk.found };
        }
        if walk.found != Rounding::default() {
            return walk.found;
        }
        let max = i128::from(exact) - MAX_STRIDE;
        let mut walk = Walk::new(functions, data, exact).second_walk(Range::between(-max, max));
        match walk.run() {
            true => Rounding { inexact: None, ..walk.found },
            false => Rounding::default(),
        }
    }
}

/// Returns whether a float that represents all integers up to `exact` represents this integer exactly.
pub(crate) fn is_exact(value: i128, exact: u32) -> bool {
    value == 0 || value.unsigned_abs() >> value.trailing_zeros() <= exact.into()
}

/// Returns whether a function of the kernel phase uses unsigned ints or operations on bits, which need real integers.
fn needs_bits(function: &Function) -> bool {
    use Binary::{And, Or, ShiftLeft, ShiftRight, Xor};
    let mut found = function.locals.iter().any(|local| matches!(local.ty, Type::Uint(_)));
    each_expr(&function.body, &mut |expr| {
        found |= matches!(expr.ty, Type::Uint(_))
            || match &expr.kind {
                ExprKind::Math(function, _) => function.needs_integers(),
                ExprKind::Unary(operator, _) => *operator == Unary::BitNot,
                ExprKind::Binary(operator, ..) => matches!(operator, And | Or | Xor | ShiftLeft | ShiftRight),
                _ => false,
            };
    });
    found
}

/// Returns the first literal of a function that such a device rounds.
fn literal(function: &Function, exact: u32) -> Option<Inexact> {
    let mut found = None;
    each_stmt(&function.body, &mut |statement| statement.exprs(&mut |expr| literal_in(expr, exact, &mut found)));
    found
}

fn literal_in(expr: &Expr, exact: u32, found: &mut Option<Inexact>) {
    let value = match expr.kind {
        ExprKind::Int(value) | ExprKind::Index(value) => i64::from(value),
        ExprKind::Uint(value) => i64::from(value),
        _ => 0,
    };
    if !is_exact(value.into(), exact) && found.is_none() {
        *found = Some(Inexact { value, span: expr.span });
    }
    match &expr.kind {
        // The literal is converted to a float, which every device rounds.
        ExprKind::Convert(inner) if expr.ty.is_float() && inner.is_literal() => {}
        ExprKind::Binary(Binary::And, value, mask) if mask_of(mask).is_some() => literal_in(value, exact, found),
        _ => expr.children(&mut |child| literal_in(child, exact, found)),
    }
}

/// Returns the range of a literal mask on the right of `&` that keeps only low bits. The mask -1 keeps all bits.
fn mask_of(expr: &Expr) -> Option<Range> {
    match &expr.kind {
        ExprKind::Int(-1) => Some(Range::of_type(Type::INT, 0)),
        ExprKind::Int(mask) if *mask >= 0 && (i64::from(*mask) + 1).count_ones() == 1 => Some(Range::between(0, *mask)),
        ExprKind::Uint(mask) if i32::try_from(*mask).is_ok() && (mask + 1).is_power_of_two() => {
            Some(Range::between(0, *mask))
        }
        ExprKind::Convert(inner) if expr.ty.is_integer() => mask_of(inner),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
