//! Access: where the element is that is computed, and how elements of inputs are found in their textures.

use crate::fragment_program::{InstructionSet, Kind, Measure, Opcode, TextureTarget, Uniform};
use crate::glsl::Access;
use crate::ir::{Binary, Type};

use super::LowerError;
use super::builder::{Builder, Vector};
use super::graph::{Node, Ref};

const INDEX: Type = Type::Index;

impl Builder<'_> {
    /// An element of an input: of the output's own number, by its number, or by column and row.
    pub fn fetch(&mut self, input: usize, at: &[Ref], clamped: bool, ty: Type) -> Result<Vector, LowerError> {
        let access = self.variant.inputs[input];
        let texel = match at {
            [] if access.aligned && !clamped => {
                let (x, y) = (self.place(0), self.place(1));
                let texel = self.texel_at(input, x, y, true);
                if access.packed {
                    return Ok(Vector::new(&[self.component(texel, self.lane)]));
                }
                texel
            }
            [] | [_] => {
                let number = if at.is_empty() { self.here() } else { at[0] };
                let number = if clamped { self.clamp_number(input, number) } else { number };
                return self.by_number(input, number, access, ty);
            }
            _ => {
                let (x, y) = if clamped { self.clamp_place(input, at[0], at[1]) } else { (at[0], at[1]) };
                if access.packed || access.wrapped || access.layers > 1 {
                    let row = self.input(input, Measure::Row);
                    let before = self.multiply_whole(y, row, INDEX);
                    let number = self.add_whole(before, x, INDEX);
                    return self.by_number(input, number, access, ty);
                }
                self.texel_at(input, x, y, false)
            }
        };
        Ok(self.components(texel, ty))
    }

    fn component(&mut self, texel: Ref, component: usize) -> Ref {
        Ref::new(self.graph.add(Node::Texel(texel.node, component as u8)))
    }

    fn components(&mut self, texel: Ref, ty: Type) -> Vector {
        let parts: Vec<Ref> = (0..ty.count()).map(|component| self.component(texel, component)).collect();
        Vector::new(&parts)
    }

    fn clamp_number(&mut self, input: usize, number: Ref) -> Ref {
        let count = self.input(input, Measure::Count);
        self.clamp_below(number, count)
    }

    /// At least 0, and below this.
    fn clamp_below(&mut self, number: Ref, count: Ref) -> Ref {
        let kind = self.kind(INDEX);
        let zero = self.whole(0, INDEX);
        let minus_one = self.whole(-1, INDEX);
        let last = self.add_whole(count, minus_one, INDEX);
        let inside = self.graph.alu(Opcode::Max, kind, &[number, zero]);
        self.graph.alu(Opcode::Min, kind, &[inside, last])
    }

    /// The nearest column and row that there are; the last row may be short.
    fn clamp_place(&mut self, input: usize, x: Ref, y: Ref) -> (Ref, Ref) {
        let (row, rows) = (self.input(input, Measure::Row), self.input(input, Measure::Rows));
        let y = self.clamp_below(y, rows);
        if self.full[input] {
            return (self.clamp_below(x, row), y);
        }
        let count = self.input(input, Measure::Count);
        let before = self.multiply_whole(y, row, INDEX);
        let rest = self.subtract_whole(count, before, INDEX);
        let kind = self.kind(INDEX);
        let length = self.graph.alu(Opcode::Min, kind, &[row, rest]);
        (self.clamp_below(x, length), y)
    }

    /// An element by its number.
    fn by_number(&mut self, input: usize, number: Ref, access: Access, ty: Type) -> Result<Vector, LowerError> {
        if access.packed {
            let (texel, lane) = self.texel_and_lane(number);
            let texel = self.texel_of_number(input, texel, access, None);
            if let Some(lane) = self.literal_index(lane) {
                return Ok(Vector::new(&[self.component(texel, lane as usize)]));
            }
            // The first that the number is not behind.
            let kind = self.kind(INDEX);
            let mut chosen = self.component(texel, 3);
            for component in (0..3).rev() {
                let past = self.whole(-i64::from(component + 1), INDEX);
                let behind = self.add_whole(lane, past, INDEX);
                let part = self.component(texel, component as usize);
                chosen = self.graph.alu(Opcode::Cmp, kind, &[behind, part, chosen]);
            }
            return Ok(Vector::new(&[chosen]));
        }
        let texel = match access.layers {
            0 | 1 => self.texel_of_number(input, number, access, None),
            layers => {
                let bits = self.whole(layers.ilog2().into(), INDEX);
                let mask = self.whole(layers as i64 - 1, INDEX);
                let layer = self.graph.alu(Opcode::And, Kind::Signed, &[number, mask]);
                let texel = self.graph.alu(Opcode::Shr, Kind::Signed, &[number, bits]);
                self.texel_of_number(input, texel, access, Some(layer))
            }
        };
        Ok(self.components(texel, ty))
    }

    /// Of an element of a packed stream, its texel and which of the four it is.
    fn texel_and_lane(&mut self, number: Ref) -> (Ref, Ref) {
        let kind = self.kind(INDEX);
        // What is a multiple of four and a literal needs no division.
        if let Some((texels, literal)) = self.fours(number, 8) {
            let texel = self.whole(literal.div_euclid(4), INDEX);
            let lane = self.whole(literal.rem_euclid(4), INDEX);
            return (self.add_whole(texels, texel, INDEX), lane);
        }
        if kind != Kind::Float {
            let (two, three) = (self.whole(2, INDEX), self.whole(3, INDEX));
            let texel = self.graph.alu(Opcode::Shr, kind, &[number, two]);
            return (texel, self.graph.alu(Opcode::And, kind, &[number, three]));
        }
        let quarter = self.graph.float(0.25);
        let near = self.graph.alu(Opcode::Mul, kind, &[number, quarter]);
        let texel = self.graph.alu(Opcode::Flr, kind, &[near]);
        let four = self.graph.float(-4.0);
        let back = self.graph.alu(Opcode::Mul, kind, &[texel, four]);
        (texel, self.graph.alu(Opcode::Add, kind, &[back, number]))
    }

    /// The value of a position that is a literal.
    fn literal_index(&self, of: Ref) -> Option<i64> {
        match self.kind(INDEX) {
            Kind::Float => {
                self.graph.literal_float(of).filter(|value| value.trunc() == *value).map(|value| value as i64)
            }
            kind => self.graph.literal_bits(of, kind).map(|bits| i64::from(bits as i32)),
        }
    }

    /// A number as four times another, plus a literal, where that shows within a few sums.
    fn fours(&mut self, number: Ref, depth: usize) -> Option<(Ref, i64)> {
        let kind = self.kind(INDEX);
        if let Some(value) = self.literal_index(number) {
            return Some((self.whole(0, INDEX), value));
        }
        match self.graph.node(number.node).clone() {
            Node::Alu(Opcode::Mul, inner, of) if inner == kind && number.plain() => {
                let (factor, other) = match (self.literal_index(of[0]), self.literal_index(of[1])) {
                    (Some(factor), _) => (factor, of[1]),
                    (_, Some(factor)) => (factor, of[0]),
                    _ => return None,
                };
                if factor % 4 != 0 {
                    return None;
                }
                let quarter = self.whole(factor / 4, INDEX);
                Some((self.multiply_whole(other, quarter, INDEX), 0))
            }
            Node::Alu(Opcode::Add, inner, of) if inner == kind && number.plain() && depth > 0 => {
                let (a, x) = self.fours(of[0], depth - 1)?;
                let (b, y) = self.fours(of[1], depth - 1)?;
                Some((self.add_whole(a, b, INDEX), x + y))
            }
            _ => None,
        }
    }

    /// The texel of this number.
    fn texel_of_number(&mut self, input: usize, number: Ref, access: Access, layer: Option<Ref>) -> Ref {
        let width = self.input(input, Measure::Width);
        if self.set == InstructionSet::Plain && layer.is_none() {
            let node = Node::Fetch { input, opcode: Opcode::Txf, target: TextureTarget::Buffer, at: vec![number] };
            return Ref::new(self.graph.add(node));
        }
        if self.set.integers() {
            let (column, row) = match access.power {
                true => {
                    let one = self.whole(-1, INDEX);
                    let mask = self.add_whole(width, one, INDEX);
                    let shift = self.input(input, Measure::Shift);
                    let column = self.graph.alu(Opcode::And, Kind::Signed, &[number, mask]);
                    (column, self.graph.alu(Opcode::Shr, Kind::Signed, &[number, shift]))
                }
                false => {
                    let row = self.graph.alu(Opcode::Div, Kind::Signed, &[number, width]);
                    let before = self.multiply_whole(row, width, INDEX);
                    (self.subtract_whole(number, before, INDEX), row)
                }
            };
            return self.texel_of_integers(input, column, row, layer);
        }
        let inverse = self.input(input, Measure::InverseWidth);
        if !access.power {
            let (row, column) = self.quotient_by(number, width, inverse);
            return self.texel_at(input, column, row, false);
        }
        let float = Kind::Float;
        let half = self.graph.float(0.5);
        let start = self.graph.alu(Opcode::Mul, float, &[half, inverse]);
        let product = self.graph.alu(Opcode::Mul, float, &[number, inverse]);
        if self.infinities {
            // number / width is the row, and behind the point how far along it the texel is: exact, as the width is a power of
            // two, where number + 1/2 would be rounded beyond 2^23.
            let left = self.graph.alu(Opcode::Frc, float, &[product]);
            let row = self.graph.alu(Opcode::Add, float, &[product, Ref { negate: true, ..left }]);
            let across = self.graph.alu(Opcode::Add, float, &[left, start]);
            let (x, y) = match self.rectangles {
                true => (
                    self.graph.alu(Opcode::Mul, float, &[across, width]),
                    self.graph.alu(Opcode::Add, float, &[row, half]),
                ),
                false => {
                    let inverse = self.input(input, Measure::InverseHeight);
                    let middle = self.graph.alu(Opcode::Mul, float, &[half, inverse]);
                    let down = self.graph.alu(Opcode::Mul, float, &[row, inverse]);
                    (across, self.graph.alu(Opcode::Add, float, &[down, middle]))
                }
            };
            return self.texture(input, vec![x, y]);
        }
        // On the small chips, whose sums are chopped, two instructions less: (number + 1/2) / width is the row with how far along it
        // the texel's middle is, and as a coordinate the row may have that fraction too: it stays within the row.
        let down = self.graph.alu(Opcode::Add, float, &[product, start]);
        let across = self.graph.alu(Opcode::Frc, float, &[down]);
        let inverse = self.input(input, Measure::InverseHeight);
        let (x, y) = (across, self.graph.alu(Opcode::Mul, float, &[down, inverse]));
        self.texture(input, vec![x, y])
    }

    /// The texel in this column and row; of a texture that lies as the output does, what is asked of its size is asked of that.
    fn texel_at(&mut self, input: usize, column: Ref, row: Ref, aligned: bool) -> Ref {
        let measure = |measure| if aligned { Uniform::Output(measure) } else { Uniform::Input(input, measure) };
        if self.set == InstructionSet::Plain {
            let width = self.leaf(measure(Measure::Width));
            let before = self.multiply_whole(row, width, INDEX);
            let number = self.add_whole(before, column, INDEX);
            let node = Node::Fetch { input, opcode: Opcode::Txf, target: TextureTarget::Buffer, at: vec![number] };
            return Ref::new(self.graph.add(node));
        }
        if self.set.integers() {
            return self.texel_of_integers(input, column, row, None);
        }
        let half = self.graph.float(0.5);
        let float = Kind::Float;
        let mut at = Vec::with_capacity(2);
        for (place, extent) in [(column, Measure::InverseWidth), (row, Measure::InverseHeight)] {
            at.push(match self.rectangles {
                true => self.graph.alu(Opcode::Add, float, &[place, half]),
                false => {
                    let inverse = self.leaf(measure(extent));
                    let start = self.graph.alu(Opcode::Mul, float, &[half, inverse]);
                    let product = self.graph.alu(Opcode::Mul, float, &[place, inverse]);
                    self.graph.alu(Opcode::Add, float, &[product, start])
                }
            });
        }
        self.texture(input, at)
    }

    fn texture(&mut self, input: usize, at: Vec<Ref>) -> Ref {
        let target = if self.rectangles { TextureTarget::Rectangle } else { TextureTarget::TwoD };
        Ref::new(self.graph.add(Node::Fetch { input, opcode: Opcode::Tex, target, at }))
    }

    fn texel_of_integers(&mut self, input: usize, column: Ref, row: Ref, layer: Option<Ref>) -> Ref {
        let target = if layer.is_some() { TextureTarget::Array } else { TextureTarget::TwoD };
        let at = [Some(column), Some(row), layer].into_iter().flatten().collect();
        Ref::new(self.graph.add(Node::Fetch { input, opcode: Opcode::Txf, target, at }))
    }

    /// What a lane past the end of a packed output holds: this instead.
    pub fn or_fill(&mut self, lane: usize, value: Ref) -> Ref {
        let first = self.first_here();
        let lane = self.whole(lane as i64, INDEX);
        let here = self.add_whole(first, lane, INDEX);
        let count = self.output(Measure::Count);
        let kind = self.kind(INDEX);
        let inside = self.compare_whole(Binary::Less, kind, here, count);
        let fill = self.leaf(Uniform::Fill);
        self.select(inside, value, fill)
    }
}
