//! Evaluates the expressions of a kernel for one element.

use super::arithmetic::{apply, binary, unary};
use super::machine::{Frame, Machine};
use super::{Array, Number, ParameterValue, RunError};
use crate::brook::types::{Field, Plain};
use crate::ir::interpret::execute::Execute;
use crate::ir::{Expr, ExprKind, Slot};

/// Returns the nearest of `extent` elements to an index. Halves are rounded up, and indices outside are clamped.
pub(super) fn nearest(index: f32, extent: usize) -> usize {
    let whole = index.floor();
    let whole = if index - whole < 0.5 { whole } else { whole + 1.0 };
    // NaN becomes 0.
    (whole.max(0.0) as usize).min(extent.saturating_sub(1))
}

/// Returns the element of an array at an index: one vector, or a number for each axis, `x` first.
fn gathered(array: &Array, index: &[Number], field: &Field) -> Number {
    let mut at = [0; 4];
    let mut axis = 0;
    for number in index {
        for c in 0..number.count() {
            if axis == array.extents.len() {
                break;
            }
            let extent = array.extent(axis);
            at[axis] = match number {
                Number::Floats(..) => nearest(number.float(c), extent),
                Number::Ints(..) => number.int_of(c).clamp(0, extent as i32 - 1) as usize,
                Number::Uints(..) => (number.uint_of(c) as usize).min(extent - 1),
            };
            axis += 1;
        }
    }
    array.element(array.number(at), field)
}

impl<'a> Machine<'a> {
    fn array(&self, slot: Slot) -> Option<&'a Array> {
        match self.streams.given.get(slot.parameter) {
            Some(ParameterValue::Streams(fields)) => fields.get(slot.field),
            _ => None,
        }
    }

    /// Returns the position of this element in an input.
    fn place_in(&self, parameter: usize) -> [usize; 4] {
        // A number past the last parameter stands for the element's own position.
        let Some(resize) = self.streams.resize.get(parameter) else { return self.at };
        std::array::from_fn(|axis| self.at[axis] / resize[axis].divide * resize[axis].times)
    }

    fn constant(&self, slot: Slot, ty: Plain) -> Number {
        match self.streams.given.get(slot.parameter) {
            Some(ParameterValue::Constants(fields)) => Number::floats(&fields[slot.field]).converted(ty),
            Some(ParameterValue::Numbers(fields)) => fields[slot.field],
            _ => Number::zero(ty),
        }
    }

    fn values(&mut self, of: &'a [Expr], frame: &Frame<'a>) -> Result<Vec<Number>, RunError> {
        of.iter().map(|expr| self.value(expr, frame)).collect()
    }

    pub fn evaluate(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Number, RunError> {
        let zero = Number::zero(expr.ty);
        Ok(match &expr.kind {
            ExprKind::Float(value) => Number::floats(&[*value]),
            ExprKind::Int(value) => Number::ints(&[*value]),
            ExprKind::Uint(value) => Number::uints(&[*value]),
            ExprKind::Local(local) => frame.locals[local.0],
            ExprKind::Constant(slot) => self.constant(*slot, expr.ty),
            ExprKind::Element(slot) => match self.array(*slot) {
                Some(array) => array.element(array.number(self.place_in(slot.parameter)), self.kernel.field(*slot)),
                None => zero,
            },
            ExprKind::Gather { slot, index } => {
                let index = self.values(index, frame)?;
                let field = self.kernel.field(*slot);
                self.array(*slot).map_or(zero, |array| gathered(array, &index, field))
            }
            ExprKind::IndexOf(parameter) => Number::floats(&self.place_in(*parameter).map(|at| at as f32)),
            ExprKind::Swizzle(inner, taken) => {
                let value = self.value(inner, frame)?;
                let (words, single) = (value.words(), value.count() == 1);
                let word = |c: &u8| words[if single { 0 } else { usize::from(*c) }];
                Number::from_words(expr.ty, std::array::from_fn(|c| taken.get(c).map_or(0, word)))
            }
            ExprKind::At(inner, number) => {
                let value = self.value(inner, frame)?;
                let number = self.value(number, frame)?.int();
                let inside = (0..value.count() as i32).contains(&number);
                let word = if inside { value.words()[number as usize] } else { 0 };
                Number::from_words(expr.ty, [word, 0, 0, 0])
            }
            ExprKind::Convert(inner) => self.value(inner, frame)?.converted(expr.ty),
            ExprKind::Vector(parts) => {
                let parts = self.values(parts, frame)?;
                let words = parts.iter().flat_map(|part| part.words().into_iter().take(part.count()));
                let mut all = [0; 4];
                all.iter_mut().zip(words).for_each(|(word, part)| *word = part);
                Number::from_words(expr.ty, all)
            }
            ExprKind::Unary(operator, inner) => unary(*operator, self.value(inner, frame)?),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left, frame)?, self.value(right, frame)?);
                binary(*operator, left, right)
            }
            ExprKind::Select(condition, then, otherwise) => {
                let test = self.value(condition, frame)?;
                if test.count() == 1 {
                    return self.value(if test.is_true() { then } else { otherwise }, frame);
                }
                let (then, otherwise) = (self.value(then, frame)?, self.value(otherwise, frame)?);
                let (a, b) = (then.words(), otherwise.words());
                let pick = |c: usize| if c < then.count() && test.holds(c) { a[c] } else { b[c] };
                Number::from_words(expr.ty, std::array::from_fn(pick))
            }
            ExprKind::Math(intrinsic, arguments) => apply(*intrinsic, &self.values(arguments, frame)?),
            ExprKind::Bool(_)
            | ExprKind::Index(_)
            | ExprKind::AbstractInt(_)
            | ExprKind::Uniform(_)
            | ExprKind::Fetch { .. }
            | ExprKind::Here(_)
            | ExprKind::Extent(..)
            | ExprKind::Texel { .. }
            | ExprKind::Measure(..)
            | ExprKind::FragmentColumn
            | ExprKind::FragmentRow
            | ExprKind::FragmentCentre
            | ExprKind::Lane
            | ExprKind::Remainder(..)
            | ExprKind::Template(_)
            | ExprKind::Fragment(_)
            | ExprKind::Quotient(..) => unreachable!("of another phase"),
            ExprKind::Call(function, arguments) => {
                let values = self.values(arguments, frame)?;
                self.call(*function, values.into_iter().map(Some))?.1.unwrap_or(zero)
            }
        })
    }
}
