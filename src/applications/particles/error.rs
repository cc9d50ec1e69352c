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
        /// Its value.
        value: f32,
        /// The values that are valid.
        wanted: &'static str,
    },
    /// The particles are larger than their box.
    #[error("particles of radius {radius} have no room in a box of {} x {} x {}: the radius is at most half an edge",
        .size[0], .size[1], .size[2])]
    Box {
        /// The radius.
        radius: f32,
        /// The edges of the box.
        size: [f32; 3],
    },
    /// The smoothing radius of a fluid is too large for its box.
    #[error("the smoothing radius is {radius}, twice the distance of neighbours, and too large for a box of {} x {} x {}: it is at most half an edge",
        .size[0], .size[1], .size[2])]
    Smoothing {
        /// The smoothing radius.
        radius: f32,
        /// The edges of the box.
        size: [f32; 3],
    },
    /// The box has no room for so many particles side by side.
    #[error("{count} particles of radius {radius} do not fit in the box: {fits} do; make them smaller, or fewer")]
    NoRoom {
        /// The number of particles wanted.
        count: usize,
        /// Their radius.
        radius: f32,
        /// The number of particles that fit.
        fits: usize,
    },
    /// The box has no room for so much fluid.
    #[error(
        "{count} particles at a distance of {spacing} do not fit in the box: {fits} do; take a smaller distance, or fewer"
    )]
    NoRoomForFluid {
        /// The number of particles wanted.
        count: usize,
        /// The distance of neighbours at rest.
        spacing: f32,
        /// The number of particles that fit.
        fits: usize,
    },
    /// There are more particles than floats can count exactly.
    #[error("{count} particles are too many: their numbers are kept in floats, which here are exact up to {max}")]
    TooMany {
        /// The number of particles given.
        count: usize,
        /// The maximum.
        max: usize,
    },
    /// A position or velocity is not finite.
    #[error("the {what} of particle {particle} is ({}, {}, {}): it has to be three finite numbers",
        .value[0], .value[1], .value[2])]
    NotFinite {
        /// What is not finite: the position or the velocity.
        what: &'static str,
        /// The particle, from 0.
        particle: usize,
        /// Its position or velocity.
        value: [f32; 3],
    },
    /// A particle is outside the box.
    #[error("particle {particle} is at ({}, {}, {}), outside the box from (0, 0, 0) to ({}, {}, {})",
        .position[0], .position[1], .position[2], .size[0], .size[1], .size[2])]
    Outside {
        /// The particle, from 0.
        particle: usize,
        /// The position of its middle.
        position: [f32; 3],
        /// The edges of the box.
        size: [f32; 3],
    },
    /// More particles are in a cell than its square of texels holds.
    #[error(
        "more than {max} particles are in one cell of the grid, and stencil routing has no room for more here: use the grid that is sorted"
    )]
    Crowded {
        /// The maximum.
        max: usize,
    },
    /// The numbers of positions and of velocities differ.
    #[error("there are {positions} positions and {velocities} velocities: every particle has one of each")]
    Lengths {
        /// The number of positions.
        positions: usize,
        /// The number of velocities.
        velocities: usize,
    },
}
