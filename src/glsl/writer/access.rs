//! Access functions, by which a kernel reads an input, for each layout. For dialects without integers, see
//! [`access_float`](super::access_float).

use super::access_float::{LINEAR, lanes, swizzle};
use super::literal::type_name;
use super::prelude::Piece;
use super::{Access, InputUse, Writer, access_float};
use crate::glsl::Dialect;
use crate::ir::{Port, Type};

/// Texel and remainder by the reciprocal, as Brook's address translation does it, and exact: `float(i) * inverse` is off
/// by at most one row for any index that a texture holds, and the remainder says which way. Where the width is a power of
/// two, a mask and a shift do; and where column and row are known, the texel is sampled at its centre, without filtering:
/// that is 1.4 times faster on llvmpipe than `texelFetch`.
pub(super) const TEXEL: &str = "ivec2 _texel(int i, int width, float inverse) {
    int row = int(float(i) * inverse);
    int column = i - row * width;
    int off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}";

const POWER: &str = "Element i: a mask gives its column, a shift its row; 0.5 more is the middle of the texel.";
const PACKED: &str = "Element i, one of the four in texel i / 4.";
const LAYERED: &str = "Element i; neighbours are in the layers of one texel.";
const ALIGNED: &str = "The element at the output's own place: the stream lies texel for texel as the output does.";
const HERE: &str = "The element of the output's own number.";
const COLUMN_ROW: &str = "The element in column x of row y.";
const CLAMPED: &str = "Element i, or the first or last where there is none.";
const NEAREST: &str = "The element in column x of row y, or the nearest; the last row of a 1-D stream may be short.";

impl Writer<'_> {
    /// What the text may use of an input, most of it by way of `uses`.
    pub(super) fn input(&self, input: usize, uses: InputUse, access: Access) -> Vec<Piece> {
        let (name, port) = (&self.inputs[input], &self.module.interface.inputs[input]);
        let (dialect, swizzle) = (self.dialect, swizzle(port));
        let (ty, index) = (type_name(dialect, port.ty), type_name(dialect, Type::Index));
        let integers = dialect.integers();
        let mut pieces = uniforms(name, port, access, dialect);
        let (fetch, clamped) = (format!("fetch_{name}"), format!("clamped_{name}"));
        let mut put = |function: &str, text: String, about| pieces.push(Piece::new(function, text, about));
        let column_row = uses.by_column_row();
        let by_number = access.packed || access.wrapped || access.layers > 1;
        if uses.by_number() || (uses.here && !access.aligned) || (column_row && by_number) {
            let (text, about) = match integers {
                true => linear(name, port, access),
                false => access_float::linear(name, port, access),
            };
            put(&fetch, text, about);
        }
        // The texel that is sampled at this place, without filtering.
        let texel = |at: &str| match integers {
            true => format!("textureLod(_stream_{name}, {at}, 0.0)"),
            false => format!("texture2D(_stream_{name}, {at})"),
        };
        if uses.here {
            let here = texel("_at");
            let body = match (access.aligned, access.packed) {
                // The lane past the end reads what it likes: nothing is made of it.
                (true, true) => format!("vec4 t = {here}; {index} lane = _lane; return {};", lanes(dialect)),
                (true, false) => format!("return {here}{swizzle};"),
                (false, _) => format!("return {fetch}(here());"),
            };
            let about = if access.aligned { ALIGNED } else { HERE };
            put(&format!("{fetch}_here"), format!("{ty} {fetch}_here() {{ {body} }}"), about);
        }
        if column_row {
            let body = match by_number {
                true => format!("return fetch_{name}(y * _layout_{name}.y + x);"),
                false => format!("return {}{swizzle};", texel(&format!("(vec2(x, y) + 0.5) * _inverse_{name}"))),
            };
            put(&fetch, format!("{ty} fetch_{name}({index} x, {index} y) {{ {body} }}"), COLUMN_ROW);
        }
        let (zero, one) = if integers { ("0", "1") } else { ("0.0", "1.0") };
        if uses.clamped_linear {
            let body = format!("return fetch_{name}(clamp(i, {zero}, _layout_{name}.w - {one}));");
            put(&clamped, format!("{ty} clamped_{name}({index} i) {{ {body} }}"), CLAMPED);
        }
        if uses.clamped_column_row {
            let rest = format!("min(_layout_{name}.y, _layout_{name}.w - y * _layout_{name}.y)");
            let text = format!(
                "{ty} clamped_{name}({index} x, {index} y) {{\n    y = clamp(y, {zero}, _layout_{name}.z - {one});\n    \
                 return fetch_{name}(clamp(x, {zero}, {rest} - {one}), y);\n}}"
            );
            put(&clamped, text, NEAREST);
        }
        pieces.extend(self.extents(name, &format!("_layout_{name}")));
        pieces
    }
}

fn uniforms(name: &str, port: &Port, access: Access, dialect: Dialect) -> Vec<Piece> {
    let kind = match port.ty {
        Type::Int(_) => "i",
        Type::Uint(_) => "u",
        _ => "",
    };
    let array = if access.layers > 1 { "Array" } else { "" };
    let layout = if dialect.integers() { "ivec4" } else { "vec4" };
    [
        (format!("{kind}sampler2D{array}"), "_stream", "the texture that the stream is in"),
        (
            layout.to_owned(),
            "_layout",
            "how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements",
        ),
        ("vec2".to_owned(), "_inverse", "1 / texels a row, and 1 / rows of texels"),
        ("int".to_owned(), "_shift", "the texels a row are 2 to this power"),
    ]
    .map(|(ty, what, about)| Piece::new(format!("{what}_{name}"), format!("uniform {ty} {what}_{name};"), about))
    .into()
}

/// `fetch` of an element by its number, and what a reader should know of it.
fn linear(name: &str, port: &Port, access: Access) -> (String, &'static str) {
    let (ty, swizzle) = (port.ty.name(), swizzle(port));
    let centre = |texel: &str| {
        let place = format!("vec2({texel} & (_layout_{name}.x - 1), {texel} >> _shift_{name})");
        format!("({place} + 0.5) * _inverse_{name}")
    };
    let place = |texel: &str| format!("_texel({texel}, _layout_{name}.x, _inverse_{name}.x)");
    let at = |texel: &str| match access.power {
        true => format!("textureLod(_stream_{name}, {}, 0.0)", centre(texel)),
        false => format!("texelFetch(_stream_{name}, {}, 0)", place(texel)),
    };
    if access.packed {
        let text = format!(
            "float fetch_{name}(int i) {{\n    int texel = i >> 2;\n    int lane = i & 3;\n    \
             vec4 t = {};\n    return {};\n}}",
            at("texel"),
            lanes(Dialect::Gl)
        );
        (text, PACKED)
    } else if access.layers > 1 {
        // Neighbours lie in the layers of one texel: a fragment that writes all layers writes neighbours.
        let (bits, mask) = (access.layers.ilog2(), access.layers - 1);
        let texel = match access.power {
            true => format!("textureLod(_stream_{name}, vec3({}, float(i & {mask})), 0.0)", centre("texel")),
            false => format!("texelFetch(_stream_{name}, ivec3({}, i & {mask}), 0)", place("texel")),
        };
        let text =
            format!("{ty} fetch_{name}(int i) {{\n    int texel = i >> {bits};\n    return {texel}{swizzle};\n}}");
        (text, LAYERED)
    } else {
        let text = format!("{ty} fetch_{name}(int i) {{ return {}{swizzle}; }}", at("i"));
        (text, if access.power { POWER } else { LINEAR })
    }
}
