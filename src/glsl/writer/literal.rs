//! Names of types, and literals, in each dialect.

use crate::glsl::Dialect;
use crate::ir::Type;

/// Returns the type's name in a dialect. In dialects without integers, ints and positions are floats with integer values.
pub(super) fn type_name(dialect: Dialect, ty: Type) -> &'static str {
    match (dialect.integers(), ty) {
        (true, Type::Index) => "int",
        (false, Type::Index | Type::Int(_) | Type::Uint(_)) => ty.components().type_name(),
        _ => ty.name(),
    }
}

/// Returns a literal of a float. GLSL has no literals of infinity or NaN. Infinity is written as a product that overflows, and NaN as
/// `0.0 / 0.0`.
pub(super) fn float(value: f32) -> String {
    match (value.is_nan(), value.is_infinite(), value < 0.0) {
        (true, ..) => "(0.0 / 0.0)".into(),
        (_, true, negative) => format!("({}3.4028235e38 * 2.0)", if negative { "-" } else { "" }),
        _ if value.abs() == f32::MAX => format!("{}3.4028234e38", if value < 0.0 { "-" } else { "" }),
        _ => format!("{value:?}"),
    }
}

/// Returns a literal of an int or position.
pub(super) fn int_literal(dialect: Dialect, value: i32) -> String {
    match (dialect.integers(), value) {
        (false, _) => format!("{:?}", value as f32),
        // In `-2147483648`, the minus sign is an operator, and the number behind it does not fit into an int.
        (true, i32::MIN) => "-2147483647 - 1".into(),
        (true, _) => value.to_string(),
    }
}

/// Returns the literal zero of a type.
pub(super) fn zero(dialect: Dialect, ty: Type) -> String {
    let one = match (ty.scalar(), dialect.integers()) {
        (Type::Bool(_), _) => "false",
        (Type::Float(_), _) | (_, false) => "0.0",
        (Type::Uint(_), _) => "0u",
        _ => "0",
    };
    match ty.count() {
        1 => one.into(),
        _ => format!("{}({one})", type_name(dialect, ty)),
    }
}
