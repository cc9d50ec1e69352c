//! How particles move without each other.

/// How particles move without each other: by gravity, and between walls.
pub(crate) struct Motion {
    pub gravity: [f32; 3],
    pub time_step: f32,
    /// The share of a speed that a wall leaves.
    pub bounce: f32,
    /// The lowest and the highest corner of where particles can be.
    pub room: ([f32; 3], [f32; 3]),
}
