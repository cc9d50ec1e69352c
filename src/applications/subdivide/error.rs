//! Errors of subdivision.

/// Why a mesh cannot be subdivided.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SubdivideError {
    /// The triangles around a vertex do not form a single fan.
    #[error(
        "vertex {vertex} joins {fans} fans of triangles, and a vertex of a surface has 1: split it into one vertex for each fan"
    )]
    Fans {
        /// The vertex.
        vertex: usize,
        /// The number of fans.
        fans: usize,
    },
    /// A vertex has only two triangles, which lie back to back.
    #[error("vertex {vertex} has {triangles} triangles around it: a closed surface has at least 3 there")]
    Valence {
        /// The vertex.
        vertex: usize,
        /// The number of its triangles.
        triangles: usize,
    },
    /// A vertex is so far from the origin that a sum of its neighbours might not be finite.
    #[error("vertex {vertex} has the coordinate {coordinate}: the maximum magnitude is {max:e}")]
    TooFar {
        /// The vertex.
        vertex: usize,
        /// Its coordinate.
        coordinate: f32,
        /// The maximum.
        max: f32,
    },
    /// A level has more triangles than the device has room for.
    #[error(
        "level {level} has {triangles} triangles to split or to test, and this device has room for {max}: take fewer levels, or end more edges early"
    )]
    TooMany {
        /// The level.
        level: u32,
        /// The number of its triangles.
        triangles: usize,
        /// The maximum.
        max: usize,
    },
    /// Too many levels.
    #[error("{levels} levels are too many: the maximum is {max}")]
    Levels {
        /// The number of levels requested.
        levels: u32,
        /// The maximum.
        max: u32,
    },
    /// A number of a criterion is invalid.
    #[error("{what} is {value}: it must be {wanted}")]
    Criterion {
        /// The name of the number.
        what: &'static str,
        /// Its value.
        value: f32,
        /// The values that are valid.
        wanted: &'static str,
    },
    /// The camera has no direction: it is where it looks, or looks along its own up vector.
    #[error(
        "the camera is at the point that it looks at, or looks along its up vector: change its place, that point or the up vector"
    )]
    Camera,
}
