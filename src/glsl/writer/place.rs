//! Position functions: where the element is that is computed, and how large streams are.

use super::literal::type_name;
use super::prelude::Piece;
use super::{Variant, Writer, access, access_float};
use crate::ir::Type;

const TEXEL: &str =
    "Column and row of texel i. The product with 1 / width may round to the row before or after: the column shows it.";

impl Writer<'_> {
    /// The number of the first element of this fragment's texel, over the elements in a texel.
    pub(super) fn first(&self) -> &'static str {
        match self.dialect.integers() {
            true => "int(gl_FragCoord.y) * _layout.x + int(gl_FragCoord.x)",
            false => "floor(gl_FragCoord.y) * _layout.x + floor(gl_FragCoord.x)",
        }
    }

    /// Where the element is that is computed, and how the output lies.
    pub(super) fn place(&self, variant: &Variant) -> Vec<Piece> {
        let integers = self.dialect.integers();
        let index = type_name(self.dialect, Type::Index);
        let first = self.first();
        let (here, about) = match (variant.output.packed, integers) {
            (true, true) => (format!("min(({first}) * 4 + _lane, _layout.w - 1)"), LAST),
            (true, false) => (format!("min(({first}) * 4.0 + _lane, _layout.w - 1.0)"), LAST),
            _ => (
                first.to_owned(),
                "The number of the element that this fragment computes: texels are numbered row by row.",
            ),
        };
        let (x, y) = match (variant.output.packed || variant.output.wrapped, integers) {
            (true, true) => ("here() - here() / _layout.y * _layout.y", "here() / _layout.y"),
            (true, false) => ("here() - quotient(here(), _layout.y) * _layout.y", "quotient(here(), _layout.y)"),
            (false, true) => ("int(gl_FragCoord.x)", "int(gl_FragCoord.y)"),
            (false, false) => ("floor(gl_FragCoord.x)", "floor(gl_FragCoord.y)"),
        };
        let varying = if integers { "in" } else { "varying" };
        let layout = if integers { "ivec4" } else { "vec4" };
        let quotient = match integers {
            true => "int quotient(int i, int divisor) { return i / divisor; }",
            false => access_float::QUOTIENT,
        };
        let function =
            |name: &str, body: &str, about| Piece::new(name, format!("{index} {name}() {{ return {body}; }}"), about);
        let mut pieces = vec![
            Piece::new(
                "_at",
                format!("{varying} vec2 _at;"),
                "from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture",
            ),
            Piece::new(
                "_layout",
                format!("uniform {layout} _layout;"),
                "how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements",
            ),
            Piece::new("_tail", "uniform float _tail;", "what the last texel has past the last element"),
            Piece::new("_lane", format!("{index} _lane;"), "which of the texel's four elements is computed"),
            function("here", &here, about),
            Piece::new("quotient", quotient, "i / divisor, rounded down; neither is negative."),
            function("here_x", x, "The column of the element that is computed."),
            function("here_y", y, "The row of the element that is computed."),
            Piece::new("_texel", if integers { access::TEXEL } else { access_float::TEXEL }, TEXEL),
        ];
        pieces.extend(self.outputs.iter().flat_map(|name| self.extents(name, "_layout")));
        pieces
    }

    /// The extents of a stream, which lies as the uniform `layout` says.
    pub(super) fn extents(&self, name: &str, layout: &str) -> [Piece; 3] {
        let index = type_name(self.dialect, Type::Index);
        [
            ("_count_", "w", "How many elements the stream has."),
            ("_width_", "y", "How many elements a row of the stream has."),
            ("_height_", "z", "How many rows the stream has."),
        ]
        .map(|(what, part, about)| {
            let function = format!("{what}{name}");
            Piece::new(&function, format!("{index} {function}() {{ return {layout}.{part}; }}"), about)
        })
    }
}

const LAST: &str = "The number of the element that is computed. The lanes past the end run the last once more: they read nothing else.";
