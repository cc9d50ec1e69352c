//! Errors of a particle system.

/// Why settings or a state are invalid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParticlesError {
    /// A setting has an invalid value.
    #[error("the {name} is {value}, and has to be {wanted}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// What it is.
        value: f32,
        /// The values it may have.
        wanted: &'static str,
    },
    /// Particles that are larger than their box.
    #[error("particles of radius {radius} have no room in a box of {} x {} x {}: the radius is at most half an edge",
        .size[0], .size[1], .size[2])]
    Box {
        /// The radius.
        radius: f32,
        /// The edges of the box.
        size: [f32; 3],
    },
    /// More particles than the box holds side by side.
    #[error("{count} particles of radius {radius} do not fit in the box: {fits} do; make them smaller, or fewer")]
    NoRoom {
        /// Particles wanted.
        count: usize,
        /// Their radius.
        radius: f32,
        /// How many there is room for.
        fits: usize,
    },
    /// More particles than floats can number.
    #[error("{count} particles are too many: their numbers are kept in floats, which here are exact up to {max}")]
    TooMany {
        /// Particles given.
        count: usize,
        /// The maximum.
        max: usize,
    },
    /// A position or velocity that is not finite.
    #[error("the {what} of particle {particle} is ({}, {}, {}): it has to be three finite numbers",
        .value[0], .value[1], .value[2])]
    NotFinite {
        /// Position or velocity.
        what: &'static str,
        /// The particle, from 0.
        particle: usize,
        /// Its position or velocity.
        value: [f32; 3],
    },
    /// A particle outside its box.
    #[error("particle {particle} is at ({}, {}, {}), outside the box from (0, 0, 0) to ({}, {}, {})",
        .position[0], .position[1], .position[2], .size[0], .size[1], .size[2])]
    Outside {
        /// The particle, from 0.
        particle: usize,
        /// Where its middle is.
        position: [f32; 3],
        /// The edges of the box.
        size: [f32; 3],
    },
    /// Positions and velocities of different numbers of particles.
    #[error("there are {positions} positions and {velocities} velocities: every particle has one of each")]
    Lengths {
        /// Positions given.
        positions: usize,
        /// Velocities given.
        velocities: usize,
    },
}
