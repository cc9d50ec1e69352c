//! Lowers texel reads, measures of stream layouts, and the fragment's position. The kernel is in the texel phase, so it computes itself
//! which texel contains an element ([`access`](crate::ir::access)).

use crate::fragment_program::{InstructionSet, LowerTarget, Measure, NumberType, Opcode, TextureTarget, Uniform};
use crate::ir::access::{Addressing, Form};
use crate::ir::{self, Binary, Expr, ExprKind, FunctionId, Stream, TexelAddress, Type};

use super::LowerError;
use super::builder::{Builder, Frame, Vector};
use super::graph::{Node, Ref};

const INDEX: Type = Type::Index;

/// Returns how access functions of programs for a target address texels.
pub fn form(target: LowerTarget) -> Form {
    let addressing = match target.set {
        InstructionSet::Plain => Addressing::Linear,
        set if set.integers() => Addressing::Texels,
        _ if !target.infinities => Addressing::NormalizedShort,
        _ if target.rectangles => Addressing::Rectangle,
        _ => Addressing::Normalized,
    };
    Form { addressing, clamps_lanes: target.set.branches() }
}

impl<'a> Builder<'a> {
    /// Inlines an access function, which reads a stream or returns the element's position. Its operations have the source place of the
    /// expression that calls it.
    pub(super) fn access(
        &mut self,
        expr: &'a Expr,
        function: FunctionId,
        of: &[Vector],
        frame: &Frame<'a>,
    ) -> Result<Vector, LowerError> {
        self.at(expr);
        let outer = std::mem::replace(&mut self.in_access, true);
        let result = self.call_from(frame, function, of, expr.ty);
        self.in_access = outer;
        result
    }

    /// Returns these components of a texel.
    pub(super) fn texel(&mut self, expr: &'a Expr, components: &[u8], frame: &Frame<'a>) -> Result<Vector, LowerError> {
        let ExprKind::Texel { input, at } = &expr.kind else { unreachable!("a texel") };
        let (opcode, target, at) = match at {
            TexelAddress::Number(number) => {
                (Opcode::Txf, TextureTarget::Buffer, vec![self.value(number, frame)?.get(0)])
            }
            TexelAddress::Cell(place, layer) => {
                let mut at = self.value(place, frame)?.parts().to_vec();
                if let Some(layer) = layer {
                    at.push(self.value(layer, frame)?.get(0));
                }
                (Opcode::Txf, if layer.is_some() { TextureTarget::Array } else { TextureTarget::TwoD }, at)
            }
            TexelAddress::Coordinates(place, _) => {
                let target = if self.rectangles { TextureTarget::Rectangle } else { TextureTarget::TwoD };
                (Opcode::Tex, target, self.value(place, frame)?.parts().to_vec())
            }
        };
        self.at(expr);
        let texel = self.graph.add(Node::Fetch { input: *input, opcode, target, at });
        let component = |&k: &u8| Ref::new(self.graph.add(Node::Texel(texel, k)));
        let parts: Vec<Ref> = components.iter().map(component).collect();
        Ok(Vector::new(&parts))
    }

    /// Returns a measure of a stream's layout, which has one or two components.
    pub(super) fn measure(&mut self, stream: Stream, what: ir::Measure) -> Vector {
        let inverse_height = self.inverse_height;
        let mut leaf = |measure| {
            self.leaf(match stream {
                Stream::Input(input) => Uniform::Input(input, measure),
                Stream::Output(_) => Uniform::Output(measure),
            })
        };
        let measure = match what {
            ir::Measure::Width => Measure::Width,
            ir::Measure::Row => Measure::Row,
            ir::Measure::Rows => Measure::Rows,
            ir::Measure::Count => Measure::Count,
            ir::Measure::Shift => Measure::Shift,
            ir::Measure::Inverse => {
                return Vector::new(&[Measure::InverseWidth, inverse_height].map(leaf));
            }
        };
        Vector::new(&[leaf(measure)])
    }

    /// Returns the column (0) or row (1) of the fragment.
    pub(super) fn place(&mut self, axis: u8) -> Ref {
        Ref::new(self.graph.add(Node::Place(axis)))
    }

    /// Returns the centre of the fragment's texel, from 0 to 1. It is linear in the fragment's position, so it is interpolated.
    pub(super) fn centre(&mut self) -> Vector {
        let half = self.graph.float(0.5);
        let axes = [(0, Measure::InverseWidth), (1, self.inverse_height)];
        let parts = axes.map(|(axis, inverse)| {
            let (place, inverse) = (self.place(axis), self.leaf(Uniform::Output(inverse)));
            let start = self.graph.alu(Opcode::Mul, NumberType::Float, &[half, inverse]);
            let product = self.graph.alu(Opcode::Mul, NumberType::Float, &[place, inverse]);
            self.graph.alu(Opcode::Add, NumberType::Float, &[product, start])
        });
        Vector::new(&parts)
    }

    /// Returns `value`, or the fill value if the lane is past the last element of a packed output.
    pub fn or_fill(&mut self, lane: usize, value: Ref) -> Ref {
        let (x, y) = (self.place(0), self.place(1));
        let width = self.leaf(Uniform::Output(Measure::Width));
        let row = self.multiply_whole(y, width, INDEX);
        let texel = self.add_whole(row, x, INDEX);
        let four = self.int_literal(4, INDEX);
        let first = self.multiply_whole(texel, four, INDEX);
        let lane = self.int_literal(lane as i64, INDEX);
        let here = self.add_whole(first, lane, INDEX);
        let count = self.leaf(Uniform::Output(Measure::Count));
        let kind = self.kind(INDEX);
        let inside = self.compare_whole(Binary::Less, kind, here, count);
        let fill = self.leaf(Uniform::Fill);
        self.select(inside, value, fill)
    }
}
