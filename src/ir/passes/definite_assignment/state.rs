//! The state of definite assignment at a point of a function.

/// The components of each slot that are assigned at a point, one bit for each.
#[derive(Clone)]
pub(super) struct State {
    /// Components that are assigned on every path to the point.
    pub given: Vec<u8>,
    /// Like `given`, but an assignment to a component with an unknown index counts as an assignment to all components.
    pub likely: Vec<u8>,
    /// Components that are assigned on some path to the point.
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
