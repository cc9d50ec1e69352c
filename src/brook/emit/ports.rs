//! The interface of a pass, as its text names it.

use super::Emitter;
use crate::brook::plan::{Feed, Supply};
use crate::ir::Slot;

impl Emitter<'_> {
    /// The constant of this supply: its name in the text.
    pub(super) fn constant(&mut self, supply: Supply) -> String {
        let found = self.constants.iter().find(|constant| constant.supply == supply);
        found.expect("what a text uses is in the module").name.clone()
    }

    /// The input that this is read from.
    fn input(&self, feed: Feed) -> String {
        let found = self.inputs.iter().find(|input| input.feeds.contains(&feed));
        found.expect("what a text reads is in the module").name.clone()
    }

    /// The input that this field is read from.
    pub(super) fn port(&self, slot: Slot) -> String {
        self.input(Feed::Slot(slot))
    }

    /// The input that holds what an output held before.
    pub(super) fn old_input(&self, slot: Slot) -> String {
        self.input(Feed::Old(slot))
    }

    /// The input that says which element pushes.
    pub(super) fn element_input(&self) -> String {
        self.input(Feed::Element)
    }

    /// The input that says which of its pushes it is.
    pub(super) fn push_index_input(&self) -> String {
        self.input(Feed::PushIndex)
    }

    /// Whether the field is one of several that one input holds.
    pub(super) fn pooled(&self, slot: Slot) -> bool {
        self.inputs.iter().any(|input| input.feeds.len() > 1 && input.feeds.contains(&Feed::Slot(slot)))
    }

    pub(super) fn output_name(&self, slot: Slot) -> String {
        self.outputs
            .iter()
            .find(|output| output.slot == Some(slot))
            .map(|output| output.name.clone())
            .unwrap_or_default()
    }
}
