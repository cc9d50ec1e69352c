//! Writes the expressions of the texel phase that read texels, measures of stream layouts, and the fragment's position. Also writes the
//! declarations that these need.

use super::expr::{ADD, MULTIPLY, PREFIX, SHIFT, bracketed};
use super::literal::type_name;
use super::prelude::Piece;
use super::{Writer, numbers_float};
use crate::glsl::Dialect;
use crate::ir::{AccessFunction, Expr, ExprKind, Measure, Port, Stream, TexelAddress, Type};

const LAYOUT: &str = "how the stream lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements";

impl Writer<'_> {
    /// Returns the name of an access function, which lowering has generated.
    pub(super) fn access_name(&self, what: AccessFunction) -> String {
        match what {
            AccessFunction::Here => "here".into(),
            AccessFunction::HereColumn => "here_x".into(),
            AccessFunction::HereRow => "here_y".into(),
            AccessFunction::TexelPlace => "_texel".into(),
            AccessFunction::FetchHere(input) => format!("fetch_{}_here", self.inputs[input]),
            AccessFunction::Fetch(input) => format!("fetch_{}", self.inputs[input]),
            AccessFunction::Clamped(input) => format!("clamped_{}", self.inputs[input]),
        }
    }

    /// Writes a texel read.
    pub(super) fn texel(&mut self, input: usize, at: &TexelAddress) -> String {
        let sampler = format!("_stream_{}", self.inputs[input]);
        let integers = self.dialect.integers();
        match at {
            TexelAddress::Coordinates(place, _) if !integers => {
                format!("texture2D({sampler}, {})", self.value(place, 0))
            }
            TexelAddress::Coordinates(place, None) => format!("textureLod({sampler}, {}, 0.0)", self.value(place, 0)),
            TexelAddress::Coordinates(place, Some(layer)) => {
                let (place, layer) = (self.value(place, 0), self.value(layer, 0));
                format!("textureLod({sampler}, vec3({place}, float({layer})), 0.0)")
            }
            TexelAddress::Cell(place, None) => format!("texelFetch({sampler}, {}, 0)", self.value(place, 0)),
            TexelAddress::Cell(place, Some(layer)) => {
                format!("texelFetch({sampler}, ivec3({}, {}), 0)", self.value(place, 0), self.value(layer, 0))
            }
            TexelAddress::Number(_) => unreachable!("GLSL has no textures without rows"),
        }
    }

    /// Writes a measure of a stream's layout.
    pub(super) fn measure(&self, stream: Stream, what: Measure) -> String {
        let name = match stream {
            Stream::Input(input) => format!("_{}", self.inputs[input]),
            Stream::Output(_) => String::new(),
        };
        match what {
            Measure::Width => format!("_layout{name}.x"),
            Measure::Row => format!("_layout{name}.y"),
            Measure::Rows => format!("_layout{name}.z"),
            Measure::Count => format!("_layout{name}.w"),
            Measure::Shift => format!("_shift{name}"),
            Measure::Inverse => format!("_inverse{name}"),
        }
    }

    /// Writes the column or row of the fragment.
    pub(super) fn fragment_place(&self, axis: &str) -> String {
        let function = if self.dialect.integers() { "int" } else { "floor" };
        let place = if self.points { "_place" } else { "gl_FragCoord" };
        format!("{function}({place}.{axis})")
    }

    /// Writes a division of positions, rounded down.
    pub(super) fn quotient(&mut self, left: &Expr, right: &Expr, least: u8) -> String {
        if let ExprKind::Index(divisor @ 1..) = right.kind
            && (divisor as u32).is_power_of_two()
        {
            return match self.dialect.integers() {
                true => bracketed(format!("{} >> {}", self.value(left, PREFIX), divisor.ilog2()), SHIFT, least),
                // The product is exact, as the inverse is.
                false => format!("floor({} * {:?})", self.value(left, MULTIPLY), 1.0 / divisor as f32),
            };
        }
        match self.dialect.integers() {
            true => {
                let (left, right) = (self.value(left, MULTIPLY), self.value(right, MULTIPLY + 1));
                bracketed(format!("{left} / {right}"), MULTIPLY, least)
            }
            false => format!("quotient({}, {})", self.value(left, 0), self.value(right, 0)),
        }
    }

    /// Writes the remainder of a position divided by a power of two, `divisor`.
    pub(super) fn remainder(&mut self, of: &Expr, divisor: u32, least: u8) -> String {
        if self.dialect.integers() {
            return bracketed(format!("{} & {}", self.value(of, PREFIX), divisor - 1), 0, least);
        }
        let inverse = 1.0 / divisor as f32;
        let floor = format!("floor({} * {inverse:?})", self.value(of, MULTIPLY));
        bracketed(format!("{} - {divisor}.0 * {floor}", self.value(of, ADD)), ADD, least)
    }

    /// Returns the declarations that all reads share, and those of the outputs' layout.
    pub(super) fn place(&self) -> Vec<Piece> {
        let integers = self.dialect.integers();
        let index = type_name(self.dialect, Type::Index);
        let varying = if integers { "in" } else { "varying" };
        let layout = if integers { "ivec4" } else { "vec4" };
        let flat = if integers { "flat " } else { "" };
        let at = "from the vertex shader: the middle of this fragment's texel, from 0 to 1 over the texture";
        let output = "how the output lies. x: texels a row of the texture; y: elements a row; z: rows; w: elements";
        vec![
            Piece::new(
                "_place",
                format!("{flat}{varying} vec2 _place;"),
                "from the vertex shader: the middle of the point's own texel",
            ),
            Piece::new("_at", format!("{varying} vec2 _at;"), at),
            Piece::new("_layout", format!("uniform {layout} _layout;"), output),
            Piece::new("_tail", "uniform float _tail;", "what the last texel has past the last element"),
            Piece::new("_lane", format!("{index} _lane;"), "which of the texel's four elements is computed"),
            Piece::new("quotient", numbers_float::QUOTIENT, "i / divisor, rounded down; neither is negative."),
        ]
    }

    /// Returns the uniforms that the reads of an input use.
    pub(super) fn input(&self, input: usize, layers: usize) -> Vec<Piece> {
        let (name, port) = (&self.inputs[input], &self.kernel.interface.inputs[input]);
        let layout = if self.dialect.integers() { "ivec4" } else { "vec4" };
        [
            (sampler(port, layers), "_stream", "the texture that the stream is in"),
            (layout.to_owned(), "_layout", LAYOUT),
            ("vec2".to_owned(), "_inverse", "1 / texels a row, and 1 / rows of texels"),
            ("int".to_owned(), "_shift", "the texels a row are 2 to this power"),
        ]
        .map(|(ty, what, about)| Piece::new(format!("{what}_{name}"), format!("uniform {ty} {what}_{name};"), about))
        .into()
    }

    /// Writes the number of this fragment's texel. Times the number of elements in a texel, it is the number of the texel's first
    /// element.
    pub(super) fn first(&self) -> String {
        format!("{} * _layout.x + {}", self.fragment_place("y"), self.fragment_place("x"))
    }
}

fn sampler(port: &Port, layers: usize) -> String {
    let kind = match port.ty {
        Type::Int(_) => "i",
        Type::Uint(_) => "u",
        _ => "",
    };
    format!("{kind}sampler2D{}", if layers > 1 { "Array" } else { "" })
}

/// Returns how access functions address texels in a dialect.
pub(super) fn form(dialect: Dialect) -> crate::ir::access::Form {
    use crate::ir::access::{Addressing, Form};
    let addressing = if dialect.integers() { Addressing::SampleOrFetch } else { Addressing::Normalized };
    Form { addressing, clamps_lanes: true }
}
