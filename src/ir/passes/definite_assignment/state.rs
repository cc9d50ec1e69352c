//! What has a value at a point of a function.

/// Which components have a value at a point, a bit for each, by slot.
#[derive(Clone)]
pub(super) struct State {
    /// On every path to it.
    pub given: Vec<u8>,
    /// The same, if each component that is assigned by a number which is not known were all of them.
    pub likely: Vec<u8>,
    /// On some path to it.
    pub some: Vec<u8>,
    pub reached: bool,
}

impl State {
    pub fn join(&mut self, other: &State) {
        if !other.reached {
            return;
        }
        if !self.reached {
            *self = other.clone();
            return;
        }
        for slot in 0..self.given.len() {
            self.given[slot] &= other.given[slot];
            self.likely[slot] &= other.likely[slot];
            self.some[slot] |= other.some[slot];
        }
    }

    pub fn nowhere(&self) -> State {
        State { reached: false, ..self.clone() }
    }

    pub fn give(&mut self, slot: usize, mask: u8, likely: u8) {
        self.given[slot] |= mask;
        self.likely[slot] |= likely;
        self.some[slot] |= likely;
    }
}
