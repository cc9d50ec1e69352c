//! The streams that a pass reads and writes, and their names in its text.

use super::{Emitter, PlanError};
use crate::brook::plan::{Feed, Input};
use crate::ir::passes::slice::read_by;
use crate::ir::{Kernel, Slot};
use crate::texel::Components;

impl Emitter<'_> {
    /// Names the streams that are read; joins some, where there are more than `most`.
    pub(super) fn ports(&mut self, most: usize, kernel: &Kernel, limit: usize, own: usize) -> Result<(), PlanError> {
        let reads = read_by(kernel);
        let mut slots: Vec<Slot> = reads.elements.iter().chain(&reads.gathers).copied().collect();
        slots.sort();
        slots.dedup();
        let mut groups: Vec<(Components, Vec<Slot>)> =
            slots.iter().map(|&slot| (kernel.ty(slot).components(), vec![slot])).collect();
        while groups.len() > most {
            // The type of which there are most streams: its last two become one.
            let count = |of: Components| groups.iter().filter(|(components, _)| *components == of).count();
            let Some(of) = Components::ALL.into_iter().filter(|&of| count(of) > 1).max_by_key(|&of| count(of)) else {
                let needed = groups.len() + own;
                return Err(PlanError::Inputs { kernel: kernel.name.clone(), needed, most: limit });
            };
            let last = groups.iter().rposition(|(components, _)| *components == of).unwrap_or(0);
            let (_, joined) = groups.remove(last);
            if let Some((_, before)) = groups.iter_mut().rev().find(|(components, _)| *components == of) {
                before.extend(joined);
            }
        }
        for (components, group) in groups {
            let wanted = match group.as_slice() {
                [one] => self.kernel.slot_name(*one),
                _ => format!("joined_{}", components.glsl()),
            };
            let name = self.port_name(&wanted);
            self.inputs.push(Input { name, components, feeds: group.into_iter().map(Feed::Slot).collect() });
        }
        Ok(())
    }

    /// A name for what the text declares beside its streams: theirs are apart from those of variables, not from these.
    pub(super) fn declared(&mut self, wanted: &str) -> String {
        loop {
            let name = self.names.global(wanted);
            if !self.ports.has(&name) {
                return name;
            }
        }
    }

    /// A name for a stream that is read.
    pub(super) fn port_name(&mut self, wanted: &str) -> String {
        loop {
            let name = self.ports.global(wanted);
            let outputs = self.outputs.iter().map(|(_, name)| name);
            if !outputs.chain(self.constants.iter().map(|(name, _)| name)).any(|other| *other == name) {
                return name;
            }
        }
    }

    /// The input that this field is read from.
    pub(super) fn port(&self, slot: Slot) -> String {
        let found = self.inputs.iter().find(|input| input.feeds.contains(&Feed::Slot(slot)));
        found.map(|input| input.name.clone()).unwrap_or_default()
    }

    /// Whether the field is one of several that one input holds.
    pub(super) fn pooled(&self, slot: Slot) -> bool {
        self.inputs.iter().any(|input| input.feeds.len() > 1 && input.feeds.contains(&Feed::Slot(slot)))
    }

    pub(super) fn output_name(&self, slot: Slot) -> String {
        self.outputs.iter().find(|(known, _)| *known == slot).map(|(_, name)| name.clone()).unwrap_or_default()
    }

    /// The input that holds what an output held before.
    pub(super) fn old_input(&mut self, slot: Slot) -> String {
        if let Some(input) = self.inputs.iter().find(|input| input.feeds == [Feed::Old(slot)]) {
            return input.name.clone();
        }
        let components = self.kernel.ty(slot).components();
        let wanted = format!("old_{}", self.kernel.slot_name(slot));
        let name = self.port_name(&wanted);
        self.inputs.push(Input { name: name.clone(), components, feeds: vec![Feed::Old(slot)] });
        name
    }

    /// Names the outputs of this pass.
    pub(super) fn name_outputs(&mut self, slots: &[Slot]) {
        for &slot in slots {
            let wanted = self.kernel.slot_name(slot);
            let name = self.declared(&wanted);
            self.outputs.push((slot, name));
        }
    }
}
