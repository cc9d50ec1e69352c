//! The interface of a pass: the streams that it reads and writes, its constants, and their names.

use super::build::{converted, expr};
use super::{Lowering, PlanError};
use crate::brook::plan::{Constant, Feed, Input, Output, Supply};
use crate::brook::types::LETTERS;
use crate::ir::passes::slice;
use crate::ir::{Expr, ExprKind, Slot, StreamKernel, Type};
use crate::texel::Components;

/// Returns the type of a constant in the interface. An integer is passed as an index, and converted where it is used.
pub(super) fn constant_type(kernel: &StreamKernel, supply: Supply) -> Type {
    match supply {
        Supply::Slot(slot) if kernel.ty(slot).is_float() => kernel.ty(slot),
        _ => Type::Index,
    }
}

impl Lowering<'_> {
    /// Adds inputs for the streams that the kernel reads. Joins some of them if there are more than `max`. For the error message,
    /// the pass has `own` other inputs, and may have `limit` inputs in all.
    pub(super) fn streams(&mut self, max: usize, limit: usize, own: usize) -> Result<(), PlanError> {
        let kernel = self.kernel;
        let reads = slice::read_by(kernel);
        let mut slots: Vec<Slot> = reads.elements.iter().chain(&reads.gathers).copied().collect();
        slots.sort();
        slots.dedup();
        let mut groups: Vec<(Components, Vec<Slot>)> =
            slots.iter().map(|&slot| (kernel.ty(slot).components(), vec![slot])).collect();
        while groups.len() > max {
            // Join the last two inputs of the most frequent type.
            let count = |of: Components| groups.iter().filter(|(components, _)| *components == of).count();
            let Some(of) = Components::ALL.into_iter().filter(|&of| count(of) > 1).max_by_key(|&of| count(of)) else {
                let needed = groups.len() + own;
                return Err(PlanError::Inputs { kernel: kernel.name.clone(), needed, max: limit });
            };
            let last = groups.iter().rposition(|(components, _)| *components == of).unwrap_or(0);
            let (_, joined) = groups.remove(last);
            if let Some((_, before)) = groups.iter_mut().rev().find(|(components, _)| *components == of) {
                before.extend(joined);
            }
        }
        for (components, group) in groups {
            let wanted = match group.as_slice() {
                [one] => kernel.slot_name(*one),
                _ => format!("joined_{}", components.type_name()),
            };
            self.input(&wanted, components, group.into_iter().map(Feed::Slot).collect());
        }
        Ok(())
    }

    /// Adds an input with this name, or with a number appended if it is taken. Returns the input's index.
    pub(super) fn input(&mut self, wanted: &str, components: Components, feeds: Vec<Feed>) -> usize {
        let name = self.names.global(wanted);
        self.inputs.push(Input { name, components, feeds });
        self.inputs.len() - 1
    }

    /// Adds an output with this name, or with a number appended if it is taken. Returns the output's index.
    pub(super) fn output(&mut self, wanted: &str, components: Components, slot: Option<Slot>) -> usize {
        let name = self.names.global(wanted);
        self.outputs.push(Output { name, components, slot });
        self.outputs.len() - 1
    }

    /// Adds the outputs for these fields.
    pub(super) fn output_slots(&mut self, slots: &[Slot]) {
        for &slot in slots {
            let components = self.kernel.ty(slot).components();
            self.output(&self.kernel.slot_name(slot), components, Some(slot));
        }
    }

    /// Returns the index of the input that has this feed.
    pub(super) fn input_of(&self, feed: Feed) -> usize {
        let found = self.inputs.iter().position(|input| input.feeds.contains(&feed));
        found.expect("what a pass reads is bound to an input")
    }

    /// Whether the field's stream is joined with others in one input.
    pub(super) fn joined(&self, slot: Slot) -> bool {
        self.inputs.iter().any(|input| input.feeds.len() > 1 && input.feeds.contains(&Feed::Slot(slot)))
    }

    /// Returns the index of the input with the previous content of an output.
    pub(super) fn old_input(&mut self, slot: Slot) -> usize {
        if let Some(known) = self.inputs.iter().position(|input| input.feeds == [Feed::Old(slot)]) {
            return known;
        }
        let components = self.kernel.ty(slot).components();
        self.input(&format!("old_{}", self.kernel.slot_name(slot)), components, vec![Feed::Old(slot)])
    }

    /// Returns the constant with this supply. It is an index, except for float constants of the kernel.
    pub(super) fn constant(&mut self, supply: Supply) -> Expr {
        let ty = constant_type(self.kernel, supply);
        let known = self.constants.iter().position(|constant| constant.supply == supply);
        let number = known.unwrap_or_else(|| {
            let name = self.names.global(&self.constant_name(supply));
            self.constants.push(Constant { name, supply });
            self.constants.len() - 1
        });
        expr(ExprKind::Uniform(number), ty)
    }

    /// Returns a constant parameter of the kernel, converted to its type.
    pub(super) fn kernel_constant(&mut self, slot: Slot) -> Expr {
        let ty = self.kernel_type(self.kernel.ty(slot));
        if ty.is_float() || ty.count() == 1 {
            return converted(self.constant(Supply::Slot(slot)), ty);
        }
        let mut component = |k: usize| converted(self.constant(Supply::Component(slot, k)), ty.scalar());
        expr(ExprKind::Vector((0..ty.count()).map(&mut component).collect()), ty)
    }

    fn constant_name(&self, supply: Supply) -> String {
        let kernel = self.kernel;
        // Axes have the names of components.
        let of = |parameter: usize, what: &str, axis: usize| {
            format!("{}_{what}_{}", kernel.parameters[parameter].name, LETTERS[axis])
        };
        match supply {
            Supply::Slot(slot) => kernel.slot_name(slot),
            Supply::Component(slot, k) => format!("{}_{}", kernel.slot_name(slot), LETTERS[k]),
            Supply::OutputExtent(axis) => format!("extent_{}", LETTERS[axis]),
            Supply::Base(slot) => format!("{}_base", kernel.slot_name(slot)),
            Supply::Divide(parameter, axis) => of(parameter, "divide", axis),
            Supply::Step(parameter, axis) => of(parameter, "step", axis),
            Supply::Times(parameter, axis) => of(parameter, "times", axis),
            Supply::GatherExtent(parameter, axis) => of(parameter, "extent", axis),
            Supply::Pitch(parameter, axis) => of(parameter, "pitch", axis),
            Supply::Extent => "extent".into(),
            Supply::Block => "block".into(),
            Supply::Groups => "groups".into(),
            Supply::Inner => "inner".into(),
        }
    }
}
