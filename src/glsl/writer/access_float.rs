//! Access by an element's number in dialects without integers: columns and rows are whole floats, exact up to 2^24.

use super::Access;
use crate::glsl::Dialect;
use crate::ir::Port;

/// What is said of an access function.
pub(super) const LINEAR: &str = "Element i.";

/// Column and row of a texel. The product with the reciprocal is off by at most one row, and the remainder says which way.
pub(super) const TEXEL: &str = "vec2 _texel(float i, float width, float inverse) {
    float row = floor((i + 0.5) * inverse);
    float column = i - row * width;
    float off = column < 0.0 ? -1.0 : column >= width ? 1.0 : 0.0;
    return vec2(column - off * width, row + off);
}";

/// i / divisor, rounded down. The quotient may be rounded to the one before or after: the remainder shows it.
pub(super) const QUOTIENT: &str = "float quotient(float i, float divisor) {
    float whole = floor((i + 0.5) / divisor);
    float rest = i - whole * divisor;
    return rest < 0.0 ? whole - 1.0 : rest >= divisor ? whole + 1.0 : whole;
}";

const POWER: &str =
    "Element i: the product with a power of two gives its row exactly; 0.5 more is the middle of the texel.";

/// `fetch` of an element by its number, and what a reader should know of it.
pub(super) fn linear(name: &str, port: &Port, access: Access) -> (String, &'static str) {
    let swizzle = swizzle(port);
    // A statement that finds the texel's column and row, and the texel.
    let find = |texel: &str| match access.power {
        true => format!("float row = floor({texel} * _inverse_{name}.x);"),
        false => format!("vec2 place = _texel({texel}, _layout_{name}.x, _inverse_{name}.x);"),
    };
    let texel = |texel: &str| {
        let place = match access.power {
            true => format!("vec2({texel} - row * _layout_{name}.x, row)"),
            false => "place".to_owned(),
        };
        format!("texture2D(_stream_{name}, ({place} + 0.5) * _inverse_{name})")
    };
    if access.packed {
        let text = format!(
            "float fetch_{name}(float i) {{\n    float texel = floor(0.25 * i);\n    float lane = i - 4.0 * texel;\n    \
             {}\n    vec4 t = {};\n    return {};\n}}",
            find("texel"),
            texel("texel"),
            lanes(Dialect::Gl2)
        );
        return (text, "Element i, one of the four in texel i / 4.");
    }
    let ty = port.components().type_name();
    let text = format!("{ty} fetch_{name}(float i) {{\n    {}\n    return {}{swizzle};\n}}", find("i"), texel("i"));
    (text, if access.power { POWER } else { LINEAR })
}

/// The letters that take an element out of a texel.
pub(super) fn swizzle(port: &Port) -> &'static str {
    [".x", ".xy", ".xyz", ""][port.components() as usize]
}

/// Of four, the one that `lane` says.
pub(super) fn lanes(dialect: Dialect) -> &'static str {
    match dialect.integers() {
        true => "lane == 0 ? t.x : lane == 1 ? t.y : lane == 2 ? t.z : t.w",
        false => "lane == 0.0 ? t.x : lane == 1.0 ? t.y : lane == 2.0 ? t.z : t.w",
    }
}
