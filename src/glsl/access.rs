//! The functions by which a kernel reads an input, for how it lies.

use crate::kernel::{InputUse, Port};

use super::expand::Access;
use super::prelude::Piece;

/// Texel and remainder by the reciprocal, as Brook's address translation does it, and exact: `float(i) * inverse` is off
/// by at most one row for any index that a texture holds, and the remainder says which way. Where the width is a power of
/// two, a mask and a shift do; and where column and row are known, the texel is sampled at its centre, without filtering:
/// that is 1.4 times faster on llvmpipe than `texelFetch`.
pub(super) fn texel(index: &str) -> Piece {
    let text = "ivec2 _texel(index i, index width, float inverse) {
    index row = index(float(i) * inverse);
    index column = i - row * width;
    index off = column < 0 ? -1 : column >= width ? 1 : 0;
    return ivec2(column - off * width, row + off);
}";
    let about = "Column and row of texel i. The product with 1 / width may round to the row before or after: the column shows it.";
    Piece::new("_texel", text.replace("index", index), about)
}

/// Of four, the one that `lane` says.
const LANES: &str = "lane == 0 ? t.x : lane == 1 ? t.y : lane == 2 ? t.z : t.w";

/// What the text may use of an input, most of it by way of `uses`.
pub(super) fn input(port: &Port, uses: InputUse, access: Access, index: &str) -> Vec<Piece> {
    let (name, ty) = (&port.name, port.components.glsl());
    let mut pieces = uniforms(name, access, index);
    let (fetch, clamped) = (format!("fetch_{name}"), format!("clamped_{name}"));
    let mut put = |function: &str, text: String, about| pieces.push(Piece::new(function, text, about));
    let swizzle = [".x", ".xy", ".xyz", ""][port.components as usize];
    let column_row = uses.column_row || uses.clamped_column_row;
    let by_number = access.packed || access.wrapped || access.layers > 1;
    if uses.linear || uses.clamped_linear || (uses.here && !access.aligned) || (column_row && by_number) {
        let (text, about) = linear(name, ty, swizzle, access, index);
        put(&fetch, text, about);
    }
    if uses.here {
        let here = format!("textureLod(_stream_{name}, _at, 0.0)");
        let body = match (access.aligned, access.packed) {
            // The lane past the end reads what it likes: nothing is made of it.
            (true, true) => format!("vec4 t = {here}; {index} lane = _lane; return {LANES};"),
            (true, false) => format!("return {here}{swizzle};"),
            (false, _) => format!("return {fetch}(here());"),
        };
        let about = match access.aligned {
            true => "The element at the output's own place: the stream lies texel for texel as the output does.",
            false => "The element of the output's own number.",
        };
        put(&format!("{fetch}_here"), format!("{ty} {fetch}_here() {{ {body} }}"), about);
    }
    if column_row {
        let body = if by_number {
            format!("return fetch_{name}(y * _lie_{name}.y + x);")
        } else {
            format!("return textureLod(_stream_{name}, (vec2(x, y) + 0.5) * _inverse_{name}, 0.0){swizzle};")
        };
        put(
            &fetch,
            format!("{ty} fetch_{name}({index} x, {index} y) {{ {body} }}"),
            "The element in column x of row y.",
        );
    }
    if uses.clamped_linear {
        let text = format!("{ty} clamped_{name}({index} i) {{ return fetch_{name}(clamp(i, 0, _lie_{name}.w - 1)); }}");
        put(&clamped, text, "Element i, or the first or last where there is none.");
    }
    if uses.clamped_column_row {
        let text = format!(
            "{ty} clamped_{name}({index} x, {index} y) {{\n    y = clamp(y, 0, _lie_{name}.z - 1);\n    \
             return fetch_{name}(clamp(x, 0, min(_lie_{name}.y, _lie_{name}.w - y * _lie_{name}.y) - 1), y);\n}}"
        );
        put(
            &clamped,
            text,
            "The element in column x of row y, or the nearest; the last row of a 1-D stream may be short.",
        );
    }
    pieces
}

fn uniforms(name: &str, access: Access, index: &str) -> Vec<Piece> {
    let sampler = if access.layers > 1 { "sampler2DArray" } else { "sampler2D" };
    [
        (sampler, "_stream", "the texture that the stream is in"),
        (
            "ivec4",
            "_lie",
            "how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements",
        ),
        ("vec2", "_inverse", "1 / texels a row, and 1 / rows of texels"),
        (index, "_shift", "the texels a row are 2 to this power"),
    ]
    .map(|(ty, what, about)| Piece::new(format!("{what}_{name}"), format!("uniform {ty} {what}_{name};"), about))
    .into()
}

/// `fetch` of an element by its number, and what a reader should know of it.
fn linear(name: &str, ty: &str, swizzle: &str, access: Access, index: &str) -> (String, &'static str) {
    let centre = |texel: &str| {
        let place = format!("vec2({texel} & (_lie_{name}.x - 1), {texel} >> _shift_{name})");
        format!("({place} + 0.5) * _inverse_{name}")
    };
    let place = |texel: &str| format!("_texel({texel}, _lie_{name}.x, _inverse_{name}.x)");
    let at = |texel: &str| match access.power {
        true => format!("textureLod(_stream_{name}, {}, 0.0)", centre(texel)),
        false => format!("texelFetch(_stream_{name}, {}, 0)", place(texel)),
    };
    if access.packed {
        let text = format!(
            "float fetch_{name}({index} i) {{\n    {index} texel = i >> 2;\n    {index} lane = i & 3;\n    \
             vec4 t = {};\n    return {LANES};\n}}",
            at("texel")
        );
        (text, "Element i, one of the four in texel i / 4.")
    } else if access.layers > 1 {
        // Neighbours lie in the layers of one texel: a fragment that writes all layers writes neighbours.
        let (bits, mask) = (access.layers.ilog2(), access.layers - 1);
        let texel = match access.power {
            true => format!("textureLod(_stream_{name}, vec3({}, float(i & {mask})), 0.0)", centre("texel")),
            false => format!("texelFetch(_stream_{name}, ivec3({}, i & {mask}), 0)", place("texel")),
        };
        let text = format!(
            "{ty} fetch_{name}({index} i) {{\n    {index} texel = i >> {bits};\n    return {texel}{swizzle};\n}}"
        );
        (text, "Element i; neighbours are in the layers of one texel.")
    } else {
        let text = format!("{ty} fetch_{name}({index} i) {{ return {}{swizzle}; }}", at("i"));
        let about = match access.power {
            true => "Element i: a mask gives its column, a shift its row; 0.5 more is the middle of the texel.",
            false => "Element i.",
        };
        (text, about)
    }
}
