//! Whether an expression takes its inputs as numbers or as vectors, where the files they come from can be read as either.

use super::{FILE, bind, typed};
use crate::ir::{Expr, ExprKind, LocalId, Math, Type};
use crate::kernel::ast::KernelText;
use crate::kernel::check::{Body, Held, Unit};
use crate::kernel::parse::parse_expression;
use crate::syntax::ast;
use crate::syntax::{Diagnostics, Files};
use crate::texel::Components;

/// What an expression makes of inputs that can be scalars or vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Nothing says that they are vectors.
    Scalars,
    /// Scalars, for sure: with vectors it makes no sense.
    OnlyScalars,
    /// Vectors, for sure: it takes components of them, or a function that is about vectors.
    Vectors,
    /// Vectors, most likely: a vector of the same width is added to them, or the like; with scalars it means something, too.
    LikelyVectors,
}

/// Whether an expression takes its inputs as scalars or as vectors of `width` components.
///
/// They are vectors where as scalars they would make no sense (`v.x`, `cross(a, b)`), where a function of vectors is called on
/// them (`length(v)`, `dot(a, b)`), and most likely where an operator takes them together with a vector as wide. Otherwise
/// they are scalars. `condition` says that the expression is one, as that of a filter.
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
    let made = |components| made(&value, &files, inputs, components, constants, wanted);
    match (made(Components::One), made(width)) {
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
        // Both are wrong: the reading with fewer errors was meant.
        (Err(scalars), Err(vectors)) if vectors < scalars => Reading::Vectors,
        _ => Reading::Scalars,
    }
}

/// The expression over inputs of this width, with what stands for these in it; or how many errors it has.
fn made(
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
    let made = typed(&unit, &KernelText::default(), &mut body, value, wanted);
    made.map(|value| (value, locals)).map_err(|found: Diagnostics| found.errors())
}

/// Whether it is a function of vectors, called on numbers.
fn about_vectors(value: &Expr) -> bool {
    use Math::{Cross, Distance, Dot, FaceForward, Length, Normalize, Reflect, Refract};
    let ExprKind::Math(function, arguments) = &value.kind else { return false };
    matches!(function, Length | Distance | Dot | Cross | Normalize | FaceForward | Reflect | Refract)
        && arguments.iter().all(|argument| argument.ty == Type::FLOAT)
}

/// Whether it joins a number of the inputs to a vector in which they have no part.
fn beside_vector(value: &Expr, vector: Type, of_inputs: &dyn Fn(&Expr) -> bool) -> bool {
    let ExprKind::Binary(_, left, right) = &value.kind else { return false };
    let beside =
        |one: &Expr, other: &Expr| one.ty == Type::FLOAT && of_inputs(one) && other.ty == vector && !of_inputs(other);
    beside(left, right) || beside(right, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of inputs `a` and `b` that may be vectors of three, beside a number `k` and a vector `tint`.
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
            // What is wrong with it is wrong with either.
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
