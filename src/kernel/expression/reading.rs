//! Finds whether an expression takes its inputs as scalars or as vectors, if their files can be read as either.

use super::{FILE, bind, typed};
use crate::ir::{Expr, ExprKind, LocalId, Math, Type};
use crate::kernel::ast::KernelText;
use crate::kernel::check::{Body, Held, Unit};
use crate::kernel::parse::parse_expression;
use crate::syntax::ast;
use crate::syntax::{Diagnostics, Files};
use crate::texel::Components;

/// How an expression takes inputs that can be read as scalars or as vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As scalars: nothing in the expression suggests vectors.
    Scalars,
    /// Certainly as scalars: with vectors the expression is not valid.
    OnlyScalars,
    /// Certainly as vectors: the expression takes components of them, or passes them to a function of vectors.
    Vectors,
    /// Most likely as vectors: an operator combines them with a vector of the same width. With scalars the expression is valid, too.
    LikelyVectors,
}

/// Returns whether an expression takes its inputs as scalars or as vectors of `width` components.
///
/// The inputs are vectors if the expression is not valid with scalars (`v.x`, `cross(a, b)`), or if a function of vectors is called on
/// them (`length(v)`, `dot(a, b)`). They are most likely vectors if an operator combines them with a vector of the same width.
/// Otherwise they are scalars. `condition` says that the expression must be a bool, as that of a filter.
///
/// ```
/// use brooklet::Components;
/// use brooklet::kernel::{Reading, reading};
/// let of_v = |expression| reading(expression, &["v"], Components::Three, &[("tint", Components::Three)], false);
/// assert_eq!(of_v("length(v)"), Reading::Vectors);
/// assert_eq!(of_v("v * tint"), Reading::LikelyVectors);
/// assert_eq!(of_v("v * 2"), Reading::Scalars);
/// assert_eq!(of_v("v > 2 ? 1 : 0"), Reading::OnlyScalars);
/// ```
pub fn reading(
    written: &str,
    inputs: &[&str],
    width: Components,
    constants: &[(&str, Components)],
    condition: bool,
) -> Reading {
    let (value, files, diagnostics) = parse_expression(FILE, written);
    let Some(value) = value.filter(|_| diagnostics.is_empty()) else { return Reading::Scalars };
    let wanted = condition.then_some(Type::BOOL);
    let checked = |components| check_as(&value, &files, inputs, components, constants, wanted);
    match (checked(Components::One), checked(width)) {
        (Ok((scalar, locals)), Ok(_)) => {
            let of_inputs = |value: &Expr| locals.iter().any(|local| value.mentions(*local));
            let (mut sure, mut likely) = (false, false);
            scalar.each(&mut |part| {
                sure |= about_vectors(part) && of_inputs(part);
                likely |= beside_vector(part, Type::Float(width), &of_inputs);
            });
            match (sure, likely) {
                (true, _) => Reading::Vectors,
                (_, true) => Reading::LikelyVectors,
                _ => Reading::Scalars,
            }
        }
        (Err(_), Ok(_)) => Reading::Vectors,
        (Ok(_), Err(_)) => Reading::OnlyScalars,
        // Both are wrong: the reading with fewer errors was probably meant.
        (Err(scalars), Err(vectors)) if vectors < scalars => Reading::Vectors,
        _ => Reading::Scalars,
    }
}

/// Checks the expression with inputs of this width. Returns it with the local variables of the inputs, or the number of its errors.
fn check_as(
    value: &ast::Expr,
    files: &Files,
    inputs: &[&str],
    width: Components,
    constants: &[(&str, Components)],
    wanted: Option<Type>,
) -> Result<(Expr, Vec<LocalId>), usize> {
    let mut body = Body::new(None);
    let mut locals = Vec::new();
    let names = inputs.iter().map(|name| (*name, width, true));
    for (name, components, input) in names.chain(constants.iter().map(|(name, width)| (*name, *width, false))) {
        let ty = Type::Float(components);
        let local = body.local(name, ty);
        bind(&mut body, name, ty, Held::Local(local));
        locals.extend(input.then_some(local));
    }
    let unit = Unit { name: FILE, files, element: Components::One, expressions: vec![true], values: &[], bodies: &[] };
    let checked = typed(&unit, &KernelText::default(), &mut body, value, wanted);
    checked.map(|value| (value, locals)).map_err(|found: Diagnostics| found.errors())
}

/// Whether an expression is a call of a function of vectors with scalars.
fn about_vectors(value: &Expr) -> bool {
    use Math::{Cross, Distance, Dot, FaceForward, Length, Normalize, Reflect, Refract};
    let ExprKind::Math(function, arguments) = &value.kind else { return false };
    matches!(function, Length | Distance | Dot | Cross | Normalize | FaceForward | Reflect | Refract)
        && arguments.iter().all(|argument| argument.ty == Type::FLOAT)
}

/// Whether an expression is a binary operator on a scalar that depends on the inputs and a vector that does not.
fn beside_vector(value: &Expr, vector: Type, of_inputs: &dyn Fn(&Expr) -> bool) -> bool {
    let ExprKind::Binary(_, left, right) = &value.kind else { return false };
    let beside =
        |one: &Expr, other: &Expr| one.ty == Type::FLOAT && of_inputs(one) && other.ty == vector && !of_inputs(other);
    beside(left, right) || beside(right, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the reading of inputs `a` and `b`, which may be vectors of three, with constants `k`, a scalar, and `tint`, a vector.
    fn of(written: &str) -> Reading {
        reading(written, &["a", "b"], Components::Three, &[("k", Components::One), ("tint", Components::Three)], false)
    }

    #[test]
    fn components_and_functions_of_vectors_make_vectors() {
        for written in [
            "a.x",
            "a.rgb * 2",
            "a[0]",
            "length(a)",
            "length(k * a + 1)",
            "distance(a, b)",
            "dot(a, b) + k",
            "dot(a, tint)",
            "cross(a, b)",
            "normalize(a)",
            "reflect(a, b)",
            "mix(a, tint, 0.5)",
            "length(a) * b",
            // These are wrong with scalars and with vectors.
            "a.x + nothing",
        ] {
            assert_eq!(of(written), Reading::Vectors, "{written}");
        }
    }

    #[test]
    fn a_vector_as_wide_beside_them_makes_vectors_likely() {
        for written in ["a * tint", "tint - k * a", "a + vec3(1, 0, 0)", "(a + b) / tint", "length(a * tint)"] {
            assert_eq!(of(written), Reading::LikelyVectors, "{written}");
        }
    }

    #[test]
    fn all_else_is_of_scalars() {
        for written in ["a", "a * 2 + b", "sqrt(a)", "length(k) * a", "length(tint) * a", "a + nothing", "a +", ""] {
            assert_eq!(of(written), Reading::Scalars, "{written}");
        }
        for written in [
            "a > 0 ? 1 : 0",
            "vec3(a, b, 1)",
            "length(vec2(a, b))",
            "length(a * vec2(1, 2)) > k ? a : b",
            "a + vec2(1, 0)",
        ] {
            assert_eq!(of(written), Reading::OnlyScalars, "{written}");
        }
    }

    #[test]
    fn conditions_are_read_likewise() {
        let of = |written| reading(written, &["x"], Components::Two, &[], true);
        assert_eq!(of("length(x) < 1"), Reading::Vectors);
        assert_eq!(of("x.x > x.y"), Reading::Vectors);
        assert_eq!(of("x > 0.5"), Reading::OnlyScalars);
        assert_eq!(of("x"), Reading::Scalars);
    }
}
