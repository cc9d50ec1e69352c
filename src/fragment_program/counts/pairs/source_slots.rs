//! Source slots: the registers that the halves of a pair read.

use super::{Half, MAX_SOURCES, Operation, Source};

/// The registers that the two halves of a pair read. A register whose RGB and alpha are both read has the same slot in both.
#[derive(Clone, Default)]
pub(super) struct SourceSlots {
    rgb: [Option<Source>; MAX_SOURCES],
    alpha: [Option<Source>; MAX_SOURCES],
    /// The number of halves that read a sum or a difference.
    pub presubtractions: usize,
}

impl SourceSlots {
    /// Returns the slots of an operation's registers. It always fits alone.
    pub fn of(operation: &Operation) -> SourceSlots {
        let mut slots = SourceSlots::default();
        for argument in operation.arguments() {
            slots.add(argument.source, argument.components);
        }
        let halves = operation.rgb.iter().chain(&operation.alpha);
        let presubtracted =
            |half: &&Half| half.arguments.iter().any(|argument| argument.presubtracted && argument.components != 0);
        slots.presubtractions = halves.filter(presubtracted).count();
        slots
    }

    /// Adds a register of which these components are read. Returns whether there is room for it.
    pub fn add(&mut self, source: Source, components: u8) -> bool {
        let (rgb, alpha) = (components & 0b0111 != 0, components & 0b1000 != 0);
        if !rgb && !alpha {
            return true;
        }
        // The number of halves that already read it in a slot, if the slot is free for the others.
        let held = |at: usize| {
            let of = |read: bool, slot: Option<Source>| match slot {
                _ if !read => Some(0),
                None => Some(0),
                Some(other) => (other == source).then_some(1),
            };
            Some(of(rgb, self.rgb[at])? + of(alpha, self.alpha[at])?)
        };
        let slots = (0..MAX_SOURCES).filter_map(|at| held(at).map(|held| (at, held)));
        let Some((at, _)) = slots.min_by_key(|(at, held)| (std::cmp::Reverse(*held), *at)) else { return false };
        if rgb {
            self.rgb[at] = Some(source);
        }
        if alpha {
            self.alpha[at] = Some(source);
        }
        true
    }

    /// Returns the number of registers that are read.
    pub fn len(&self) -> usize {
        self.rgb.iter().chain(&self.alpha).flatten().count() + self.presubtractions
    }

    /// Whether the alpha half can read another register.
    pub fn has_free_alpha(&self) -> bool {
        self.alpha.iter().any(Option::is_none)
    }
}
