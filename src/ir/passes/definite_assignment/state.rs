//! The state of definite assignment at a point of a function.

/// Which components of each slot have a value at a point, a bit for each.
#[derive(Clone)]
pub(super) struct State {
    /// Components that have a value on every path to the point.
    pub given: Vec<u8>,
    /// As `given`, but an assignment to a component with an unknown index counts as one to all components.
    pub likely: Vec<u8>,
    /// Components that have a value on some path to the point.
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
