//! Lowers element access: computes the position of the current element, and the elements of the inputs that it reads.

use super::Lowering;
use super::build::{Builder, add, converted, expr, fetch, float, here, linear, multiply, quotient, subtract};
use crate::brook::plan::{Feed, InputLayout, PassRole, Supply};
use crate::ir::{Address, Axis, Expr, ExprKind, Function, FunctionId, Slot, Type};

impl Lowering<'_> {
    /// Returns the helper function for this purpose. `make` builds it at its first use.
    pub(super) fn accessor(&mut self, purpose: &str, make: impl FnOnce(&mut Self) -> Function) -> FunctionId {
        let own = self.kernel.functions.len();
        if let Some(known) = self.accessors.iter().position(|(known, _)| known == purpose) {
            return FunctionId(own + known);
        }
        // `make` adds the functions that it calls first, so that they come before it.
        let function = make(self);
        self.accessors.push((purpose.to_owned(), function));
        FunctionId(own + self.accessors.len() - 1)
    }

    /// Returns the position of the current element in the output, along each axis.
    fn axes(&mut self) -> Vec<Expr> {
        let dimensions = self.layouts.output.clamp(1, 4);
        let values = matches!(self.role, PassRole::Values(_));
        let (mut axes, rest) = match (values, dimensions) {
            (true, _) => (Vec::new(), self.pusher()),
            (false, 1) => (Vec::new(), here(Axis::Linear)),
            (false, _) => (vec![here(Axis::Column)], here(Axis::Row)),
        };
        let mut rest = rest;
        for axis in axes.len()..dimensions - 1 {
            let extent = self.constant(Supply::OutputExtent(axis));
            axes.push(self.remainder(rest.clone(), extent.clone()));
            rest = quotient(rest, extent);
        }
        axes.push(rest);
        axes
    }

    fn remainder(&mut self, of: Expr, divisor: Expr) -> Expr {
        let function = self.accessor("remainder", |_| {
            let mut builder = Builder::new("remainder", "");
            let (i, divisor) = (builder.argument("i", Type::Index), builder.argument("divisor", Type::Index));
            builder.returns(subtract(i.clone(), multiply(quotient(i, divisor.clone()), divisor)))
        });
        expr(ExprKind::Call(function, vec![of, divisor]), Type::Index)
    }

    /// In a pass that computes pushed values, returns the number of the element that pushes.
    fn pusher(&mut self) -> Expr {
        let input = self.input_of(Feed::Element);
        let function = self.accessor("me", |_| {
            let element = fetch(input, Address::Here, Type::FLOAT);
            Builder::new("me", "The element that pushes.").returns(converted(element, Type::Index))
        });
        expr(ExprKind::Call(function, Vec::new()), Type::Index)
    }

    /// Returns whether the position in a parameter is computed with divisions. Returns `None` if it is the position in the output.
    fn resized(&self, parameter: usize) -> Option<bool> {
        match self.layouts.parameters.get(parameter) {
            Some(InputLayout::Resized) => Some(true),
            Some(InputLayout::Strided) => Some(false),
            _ => None,
        }
    }

    /// Returns the result of `indexof`: the position in a parameter that belongs to the current element.
    pub(super) fn index_of(&mut self, parameter: usize) -> Expr {
        let read = self.kernel.parameters.get(parameter).is_some_and(|parameter| parameter.role.is_stream());
        let function = match self.resized(parameter).filter(|_| read) {
            None => self.accessor("position", |this| {
                let axes = this.axes();
                Builder::new("position", "The place of this element in the output.").returns(place(axes))
            }),
            Some(divided) => {
                let own = &self.kernel.parameters[parameter].name;
                let name = format!("position_in_{own}");
                let about = format!("The place of this element in {own}, which is repeated or strided.");
                self.accessor(&name, |this| {
                    let axes = this.axes().into_iter().enumerate();
                    let axes = axes.map(|(axis, at)| {
                        let at = this.divided(at, parameter, axis, divided);
                        multiply(at, this.constant(Supply::Times(parameter, axis)))
                    });
                    let axes = axes.collect();
                    Builder::new(name.as_str(), about).returns(place(axes))
                })
            }
        };
        expr(ExprKind::Call(function, Vec::new()), Type::floats(4))
    }

    /// Returns a position along an axis, divided by the number of times that the input repeats its elements there. Without
    /// `divided`, returns the position unchanged.
    fn divided(&mut self, at: Expr, parameter: usize, axis: usize, divided: bool) -> Expr {
        match divided {
            true => quotient(at, self.constant(Supply::Divide(parameter, axis))),
            false => at,
        }
    }

    /// Returns the element of an input stream that belongs to the current element.
    pub(super) fn element(&mut self, slot: Slot) -> Expr {
        let raw = self.raw_element(slot);
        self.loaded(slot, raw)
    }

    /// Returns the texel that holds that element, without conversion to the field's type.
    fn raw_element(&mut self, slot: Slot) -> Expr {
        let (input, ty) = (self.input_of(Feed::Slot(slot)), self.raw_type(slot));
        let Some(divided) = self.resized(slot.parameter) else {
            let values = matches!(self.role, PassRole::Values(_));
            let at = match (self.joined(slot), values) {
                (false, false) => return fetch(input, Address::Here, ty),
                (_, true) => self.pusher(),
                (_, false) => here(Axis::Linear),
            };
            let at = if self.joined(slot) { add(self.constant(Supply::Base(slot)), at) } else { at };
            return fetch(input, linear(at), ty);
        };
        let own = self.kernel.slot_name(slot);
        let name = format!("place_in_{own}");
        let function = self.accessor(&name, |this| {
            let mut sum = this.constant(Supply::Base(slot));
            for (axis, at) in this.axes().into_iter().enumerate() {
                let at = this.divided(at, slot.parameter, axis, divided);
                sum = add(sum, multiply(at, this.constant(Supply::Step(slot.parameter, axis))));
            }
            Builder::new(name.as_str(), format!("Which element of {own} belongs to this place.")).returns(sum)
        });
        fetch(input, linear(expr(ExprKind::Call(function, Vec::new()), Type::Index)), ty)
    }
}

/// Combines the positions along each axis to a float4, with zeros for missing axes.
fn place(axes: Vec<Expr>) -> Expr {
    let mut parts: Vec<Expr> = axes.into_iter().map(|at| converted(at, Type::FLOAT)).collect();
    parts.resize(4, float(0.0));
    expr(ExprKind::Vector(parts), Type::floats(4))
}
