//! Lowers gathers: reads of elements at an index, which is rounded to the nearest and clamped along each axis.

use super::Lowering;
use super::build::{
    Builder, add, as_index, binary, column_row, converted, expr, extent, fetch, float, index, linear, math, multiply,
    select, subtract,
};
use crate::brook::plan::{Feed, InputLayout, Supply};
use crate::brook::types::LETTERS;
use crate::ir::{Address, Binary, Expr, ExprKind, Extent, Math, Slot, Type};

impl Lowering<'_> {
    /// Lowers a read of an element of a gather. Ints need no rounding.
    pub(super) fn gather(&mut self, slot: Slot, given: &[Expr]) -> Expr {
        let (dimensions, placed) = match self.layouts.parameters.get(slot.parameter) {
            Some(InputLayout::Gathered { dimensions, placed }) => {
                ((*dimensions).clamp(1, 4), *placed || *dimensions > 2)
            }
            _ => (1, false),
        };
        let placed = placed || self.joined(slot);
        let ty = self.raw_type(slot);
        let given: Vec<Expr> = given.iter().map(|part| self.value(part)).collect();
        if given.iter().all(|part| part.ty.is_integer()) {
            let numbers = given.into_iter().flat_map(components);
            let mut at: Vec<Expr> = numbers.take(dimensions).map(position).collect();
            at.resize(dimensions, index(0));
            if placed {
                let name = format!("element_of_{}", self.kernel.slot_name(slot));
                let types = vec![Type::Index; dimensions];
                return self.gathered(&name, slot, &types, placed, at);
            }
            let at = match <[Expr; 2]>::try_from(at) {
                Ok([x, y]) => column_row(x, y),
                Err(mut at) => linear(at.swap_remove(0)),
            };
            let raw = expr(ExprKind::Fetch { input: self.input_of(Feed::Slot(slot)), at, clamped: true }, ty);
            return self.loaded(slot, raw);
        }
        let name = format!("gather_{}", self.kernel.slot_name(slot));
        let at = fitted(given, dimensions);
        self.gathered(&name, slot, &[Type::floats(dimensions)], placed, vec![at])
    }

    /// Makes a call of the helper function that reads a gather. Its arguments `at` are one vector of floats, or a position for each
    /// axis.
    fn gathered(&mut self, name: &str, slot: Slot, types: &[Type], placed: bool, at: Vec<Expr>) -> Expr {
        let ty = self.kernel_type(self.kernel.ty(slot));
        let function = self.accessor(name, |this| {
            let input = this.input_of(Feed::Slot(slot));
            let mut builder = Builder::new(name, "");
            let axes: Vec<Expr> = match types {
                [Type::Float(components)] => {
                    let at = builder.argument("i", types[0]);
                    let component = |axis: usize| match components.count() {
                        1 => at.clone(),
                        _ => expr(ExprKind::Swizzle(Box::new(at.clone()), vec![axis as u8]), Type::FLOAT),
                    };
                    (0..components.count()).map(component).collect()
                }
                _ => types.iter().zip(LETTERS).map(|(ty, axis)| builder.argument(axis, *ty)).collect(),
            };
            let address = match placed {
                true => this.placed(slot, axes),
                false => {
                    let extents = if axes.len() == 1 { [Extent::Count; 2] } else { [Extent::Width, Extent::Height] };
                    let at = axes.into_iter().zip(extents).map(|(at, of)| this.inside(at, extent(input, of)));
                    match <[Expr; 2]>::try_from(at.collect::<Vec<_>>()) {
                        Ok([x, y]) => column_row(x, y),
                        Err(mut at) => linear(at.swap_remove(0)),
                    }
                }
            };
            let raw = fetch(input, address, this.raw_type(slot));
            builder.returns(this.loaded(slot, raw))
        });
        expr(ExprKind::Call(function, at), ty)
    }

    /// Returns the address of an element of a gather that is a domain, has 3 or 4 dimensions, or is joined with other streams.
    fn placed(&mut self, slot: Slot, axes: Vec<Expr>) -> Address {
        let mut sum = self.constant(Supply::Base(slot));
        for (axis, at) in axes.into_iter().enumerate() {
            let extent = self.constant(Supply::GatherExtent(slot.parameter, axis));
            let pitch = self.constant(Supply::Pitch(slot.parameter, axis));
            sum = add(sum, multiply(self.inside(at, extent), pitch));
        }
        linear(sum)
    }

    /// Rounds an index along an axis to the nearest of `extent` elements, and clamps it.
    fn inside(&mut self, at: Expr, extent: Expr) -> Expr {
        if at.ty == Type::Index {
            return math(Math::Clamp, vec![at, index(0), subtract(extent, index(1))]);
        }
        let function = self.accessor("nearest", |_| {
            let about = "The nearest of `extent` elements: halves go up, what lies outside to the edge.";
            let mut builder = Builder::new("nearest", about);
            let (i, extent) = (builder.argument("i", Type::FLOAT), builder.argument("extent", Type::Index));
            let below = builder.declare("below", math(Math::Floor, vec![i.clone()]));
            let near = binary(Binary::Less, subtract(i, below.clone()), float(0.5));
            let whole = builder.declare("whole", select(near, below.clone(), add(below, float(1.0))));
            // Clamp to what an int can hold. NaN becomes the index of some element.
            let whole = math(Math::Min, vec![math(Math::Max, vec![float(0.0), whole]), float(1e9)]);
            let last = subtract(extent, index(1));
            builder.returns(math(Math::Min, vec![converted(whole, Type::Index), last]))
        });
        expr(ExprKind::Call(function, vec![at, extent]), Type::Index)
    }
}

/// Splits a vector into its components.
fn components(of: Expr) -> Vec<Expr> {
    let (ty, span) = (of.ty.scalar(), of.span);
    match of.ty.count() {
        1 => vec![of],
        n => (0..n as u8).map(|k| Expr::new(ExprKind::Swizzle(Box::new(of.clone()), vec![k]), ty, span)).collect(),
    }
}

/// Converts an integer to a position. An unsigned integer is clamped to the maximum.
fn position(of: Expr) -> Expr {
    match of.ty {
        Type::Uint(_) => {
            let max = expr(ExprKind::Uint(i32::MAX as u32), Type::UINT);
            as_index(math(Math::Min, vec![of, max]))
        }
        _ => as_index(of),
    }
}

/// Returns the index as a vector of `dimensions` floats. Missing components are 0, excess ones are dropped.
fn fitted(mut given: Vec<Expr>, dimensions: usize) -> Expr {
    let ty = Type::floats(dimensions);
    if let [one] = given.as_slice()
        && one.ty.count() >= dimensions
    {
        let one = given.swap_remove(0);
        if one.ty.count() == dimensions {
            return converted(one, ty);
        }
        let span = one.span;
        return Expr::new(ExprKind::Swizzle(Box::new(one), (0..dimensions as u8).collect()), ty, span);
    }
    // If there are several parts, each is a scalar.
    if given.len() > 1 {
        given.truncate(dimensions);
    }
    let has: usize = given.iter().map(|part| part.ty.count()).sum();
    let as_floats = |part: Expr| {
        let ty = Type::floats(part.ty.count());
        converted(part, ty)
    };
    let mut parts: Vec<Expr> = given.into_iter().map(as_floats).collect();
    parts.extend((has..dimensions).map(|_| float(0.0)));
    match dimensions {
        1 => parts.swap_remove(0),
        _ => expr(ExprKind::Vector(parts), ty),
    }
}
