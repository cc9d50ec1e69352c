//! Makes expressions of the intermediate representation, and computes those of literals.

use crate::cg::types::Base;
use crate::ir::{self, Binary, Expr, ExprKind, FragmentExpr, LocalId, Math, Precision, Unary};
use crate::syntax::Span;

/// Returns the type of a leaf.
pub(super) fn leaf_type(base: Base, count: u8) -> ir::Type {
    match base {
        Base::Bool => ir::Type::bools(count.into()),
        _ => ir::Type::floats(count.into()),
    }
}

pub(super) fn float(value: f32, span: Span) -> Expr {
    Expr::new(ExprKind::Float(value), ir::Type::FLOAT, span)
}

pub(super) fn boolean(value: bool, span: Span) -> Expr {
    Expr::new(ExprKind::Bool(value), ir::Type::BOOL, span)
}

pub(super) fn local(local: LocalId, ty: ir::Type, span: Span) -> Expr {
    Expr::new(ExprKind::Local(local), ty, span)
}

/// Returns the numbers of a literal; a truth value is 0 or 1.
pub(super) fn literal(expr: &Expr) -> Option<Vec<f32>> {
    match &expr.kind {
        ExprKind::Float(value) => Some(vec![*value]),
        ExprKind::Bool(value) => Some(vec![f32::from(*value)]),
        ExprKind::Vector(parts) => {
            let parts: Option<Vec<Vec<f32>>> = parts.iter().map(literal).collect();
            Some(parts?.concat())
        }
        _ => None,
    }
}

/// Returns a literal with these numbers.
pub(super) fn of_numbers(numbers: &[f32], ty: ir::Type, span: Span) -> Expr {
    let one = |value: f32| match ty.is_bool() {
        true => boolean(value != 0.0, span),
        false => float(value, span),
    };
    match numbers {
        [value] => one(*value),
        _ => Expr::new(ExprKind::Vector(numbers.iter().map(|&value| one(value)).collect()), ty, span),
    }
}

/// Returns an expression, or the literal that it is.
pub(super) fn expr(kind: ExprKind, ty: ir::Type, span: Span) -> Expr {
    match folded(&kind, ty) {
        Some(numbers) => of_numbers(&numbers, ty, span),
        None => Expr::new(kind, ty, span),
    }
}

pub(super) fn binary(operator: Binary, a: Expr, b: Expr) -> Expr {
    let span = a.span.to(b.span);
    let count = a.ty.count().max(b.ty.count());
    let truth = operator.compares() || operator.is_logical();
    let ty = if truth { ir::Type::bools(count) } else { a.ty.with(widest(&a, &b)) };
    expr(ExprKind::Binary(operator, a.into(), b.into()), ty, span)
}

fn widest(a: &Expr, b: &Expr) -> crate::Components {
    if a.ty.count() >= b.ty.count() { a.ty.components() } else { b.ty.components() }
}

pub(super) fn negative(a: Expr) -> Expr {
    let (ty, span) = (a.ty, a.span);
    expr(ExprKind::Unary(Unary::Neg, a.into()), ty, span)
}

/// Returns a math function of numbers or vectors that are all of the type of the first.
pub(super) fn math(function: Math, of: Vec<Expr>, span: Span) -> Expr {
    let count = of[0].ty.count();
    let ty = match function {
        Math::Dot | Math::Length | Math::Distance => ir::Type::FLOAT,
        Math::IsNan | Math::IsInf | Math::IsFinite => ir::Type::bools(count),
        Math::All | Math::Any => ir::Type::BOOL,
        _ => of[0].ty,
    };
    expr(ExprKind::Math(function, of), ty, span)
}

pub(super) fn select(test: Expr, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (a.ty, test.span.to(b.span));
    match literal(&test).as_deref() {
        Some([value]) => {
            if *value != 0.0 {
                a
            } else {
                b
            }
        }
        _ => expr(ExprKind::Select(test.into(), a.into(), b.into()), ty, span),
    }
}

/// Returns components of a vector, or copies of a number.
pub(super) fn swizzle(of: Expr, taken: &[u8], span: Span) -> Expr {
    let count = of.ty.count();
    if taken.len() == count && taken.iter().enumerate().all(|(k, &own)| usize::from(own) == k) {
        return of;
    }
    let ty = of.ty.with(crate::Components::of(taken.len()).expect("1 to 4 components"));
    match of.kind {
        ExprKind::Swizzle(inner, own) => {
            let taken: Vec<u8> = taken.iter().map(|&k| own[usize::from(k)]).collect();
            swizzle(*inner, &taken, span)
        }
        // The parts of a vector are picked if they are all numbers.
        ExprKind::Vector(parts) if parts.iter().all(|part| part.ty.count() == 1) => {
            let picked: Vec<Expr> = taken.iter().map(|&k| parts[usize::from(k)].clone()).collect();
            match picked.len() {
                1 => picked.into_iter().next().expect("one part"),
                _ => Expr::new(ExprKind::Vector(picked), ty, span),
            }
        }
        ExprKind::Convert(inner) if inner.ty.count() == 1 && count > 1 && inner.ty.scalar() == ty.scalar() => {
            smear(*inner, taken.len())
        }
        kind => expr(
            ExprKind::Swizzle(Expr { kind, ..Expr::new(ExprKind::Float(0.0), of.ty, of.span) }.into(), taken.to_vec()),
            ty,
            span,
        ),
    }
}

/// Returns a vector of copies of a number.
pub(super) fn smear(of: Expr, count: usize) -> Expr {
    if count == 1 {
        return of;
    }
    let (ty, span) = (of.ty.with(crate::Components::of(count).expect("1 to 4 components")), of.span);
    expr(ExprKind::Convert(of.into()), ty, span)
}

/// Returns a vector of the components of its parts.
pub(super) fn vector(parts: Vec<Expr>, span: Span) -> Expr {
    if parts.len() == 1 {
        return parts.into_iter().next().expect("one part");
    }
    let count = parts.iter().map(|part| part.ty.count()).sum();
    let ty = parts[0].ty.with(crate::Components::of(count).expect("1 to 4 components"));
    expr(ExprKind::Vector(parts), ty, span)
}

/// Returns a number of this precision.
pub(super) fn rounded(of: Expr, precision: Precision) -> Expr {
    let (ty, span) = (of.ty, of.span);
    if let Some(numbers) = literal(&of) {
        let numbers: Vec<f32> = numbers.into_iter().map(|value| precision.round(value)).collect();
        return of_numbers(&numbers, ty, span);
    }
    Expr::new(ExprKind::Fragment(Box::new(FragmentExpr::Rounded(of, precision))), ty, span)
}

/// Returns the numbers of an expression of literals.
fn folded(kind: &ExprKind, ty: ir::Type) -> Option<Vec<f32>> {
    match kind {
        ExprKind::Unary(Unary::Neg, a) => Some(literal(a)?.into_iter().map(|a| -a).collect()),
        ExprKind::Unary(Unary::Not, a) => Some(literal(a)?.into_iter().map(|a| f32::from(a == 0.0)).collect()),
        ExprKind::Binary(operator, a, b) => {
            let (a, b) = (literal(a)?, literal(b)?);
            let at = |of: &[f32], k: usize| of[if of.len() == 1 { 0 } else { k }];
            (0..a.len().max(b.len())).map(|k| operate(*operator, at(&a, k), at(&b, k))).collect()
        }
        ExprKind::Swizzle(a, taken) => {
            let a = literal(a)?;
            Some(taken.iter().map(|&k| a[usize::from(k)]).collect())
        }
        ExprKind::Convert(a) => {
            let a = literal(a)?;
            let value = |a: f32| if ty.is_bool() { f32::from(a != 0.0) } else { a };
            let all = if a.len() == ty.count() { a } else { vec![a[0]; ty.count()] };
            Some(all.into_iter().map(value).collect())
        }
        ExprKind::Math(function, of) => {
            let of: Option<Vec<Vec<f32>>> = of.iter().map(literal).collect();
            let of = of?;
            (0..of[0].len())
                .map(|k| apply(*function, &of.iter().map(|a| a[k.min(a.len() - 1)]).collect::<Vec<_>>()))
                .collect()
        }
        ExprKind::Select(test, a, b) => {
            let (test, a, b) = (literal(test)?, literal(a)?, literal(b)?);
            let chosen = |k: usize| if test[k.min(test.len() - 1)] != 0.0 { a[k] } else { b[k] };
            Some((0..a.len()).map(chosen).collect())
        }
        _ => None,
    }
}

fn operate(operator: Binary, a: f32, b: f32) -> Option<f32> {
    Some(match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Less => f32::from(a < b),
        Binary::LessEqual => f32::from(a <= b),
        Binary::Greater => f32::from(a > b),
        Binary::GreaterEqual => f32::from(a >= b),
        Binary::Equal => f32::from(a == b),
        Binary::NotEqual => f32::from(a != b),
        Binary::LogicalAnd => f32::from(a != 0.0 && b != 0.0),
        Binary::LogicalOr => f32::from(a != 0.0 || b != 0.0),
        _ => return None,
    })
}

fn apply(function: Math, of: &[f32]) -> Option<f32> {
    let a = of[0];
    Some(match function {
        Math::Abs => a.abs(),
        Math::Floor => a.floor(),
        Math::Ceil => a.ceil(),
        Math::Trunc => a.trunc(),
        Math::Fract => a - a.floor(),
        Math::Min => a.min(of[1]),
        Math::Max => a.max(of[1]),
        Math::Clamp => a.max(of[1]).min(of[2]),
        Math::Sqrt => a.sqrt(),
        Math::Exp2 => a.exp2(),
        Math::Log2 => a.log2(),
        Math::Exp => a.exp(),
        Math::Log => a.ln(),
        Math::Sin => a.sin(),
        Math::Cos => a.cos(),
        Math::Pow => a.powf(of[1]),
        Math::Fmod if of[1] != 0.0 => a % of[1],
        _ => return None,
    })
}
