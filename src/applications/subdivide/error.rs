//! Errors of subdivision.

/// Why a mesh is not subdivided.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SubdivideError {
    /// Triangles around a vertex that are not one fan.
    #[error(
        "vertex {vertex} joins {fans} fans of triangles, and a vertex of a surface has 1: make it a vertex for each fan"
    )]
    Fans {
        /// The vertex.
        vertex: usize,
        /// How many fans.
        fans: usize,
    },
    /// Two triangles, back to back.
    #[error("vertex {vertex} has {triangles} triangles around it: a closed surface has at least 3 there")]
    Valence {
        /// The vertex.
        vertex: usize,
        /// Its triangles.
        triangles: usize,
    },
    /// A vertex farther from the origin than sums of neighbours can be.
    #[error("vertex {vertex} has the coordinate {coordinate}: they are at most {max:e} in size")]
    TooFar {
        /// The vertex.
        vertex: usize,
        /// Its coordinate.
        coordinate: f32,
        /// The most.
        max: f32,
    },
    /// More triangles than the device has places for.
    #[error(
        "level {level} has {triangles} triangles to split or to test, and this device has room for {max}: take fewer levels, or end more edges early"
    )]
    TooMany {
        /// The level.
        level: u32,
        /// Triangles at it.
        triangles: usize,
        /// The most.
        max: usize,
    },
    /// More levels than make sense.
    #[error("{levels} levels: at most {max}")]
    Levels {
        /// Levels asked for.
        levels: u32,
        /// The most.
        max: u32,
    },
    /// A number of a criterion that it cannot work with.
    #[error("{what} is {value}: it is {wanted}")]
    Criterion {
        /// Which number.
        what: &'static str,
        /// What it is.
        value: f32,
        /// What it may be.
        wanted: &'static str,
    },
    /// A camera that looks nowhere.
    #[error("the camera is where it looks, or looks along its own up: move one of the three")]
    Camera,
}
