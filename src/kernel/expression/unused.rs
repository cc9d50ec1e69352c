//! Finds names that an expression does not use.

use super::FILE;
use crate::kernel::parse::parse_expression;
use crate::syntax::ast::{Expr, ExprKind};

/// Returns the names that an expression does not mention. It returns none if the expression cannot be parsed, because then only that
/// error matters.
///
/// ```
/// use brooklet::kernel::unused;
/// assert_eq!(unused("length(v.xy) * k", &["v", "x", "k", "length"]), ["x", "length"]);
/// ```
pub fn unused<'a>(written: &str, names: &[&'a str]) -> Vec<&'a str> {
    let (value, _, diagnostics) = parse_expression(FILE, written);
    let Some(value) = value.filter(|_| diagnostics.is_empty()) else { return Vec::new() };
    let mut mentioned = Vec::new();
    collect(&value, &mut mentioned);
    names.iter().copied().filter(|name| !mentioned.contains(name)).collect()
}

fn collect<'a>(value: &'a Expr, names: &mut Vec<&'a str>) {
    if let ExprKind::Name(name) = &value.kind {
        names.push(name);
    }
    value.kind.children(&mut |part| collect(part, names));
}

#[cfg(test)]
mod tests {
    use super::unused;

    #[test]
    fn components_and_functions_are_no_use_of_a_name() {
        for (written, expected) in [
            ("x", &["y"][..]),
            ("x + y", &[]),
            ("v.y + sin(x)", &["y"]),
            ("y[0] * f(x)", &[]),
            ("1", &["x", "y"]),
            ("x > 0 ? -y : 1", &[]),
            ("x + // y", &[]),
            ("x y", &[]),
        ] {
            assert_eq!(unused(written, &["x", "y"]), expected, "{written}");
        }
    }
}
