//! Errors of marching cubes.

use crate::shape::Shape;

/// Why a surface cannot be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MarchError {
    /// A volume does not have three extents.
    #[error("a volume has 3 dimensions, and this has {}: {shape}", .shape.rank())]
    Rank {
        /// Its shape.
        shape: Shape,
    },
    /// A volume does not have any cell.
    #[error("a volume needs at least 2 samples along each axis, and axis {axis} of this volume of {shape} samples has {}",
        .shape.extents()[*.axis])]
    Thin {
        /// Its shape.
        shape: Shape,
        /// The axis that is too short. 0 is the slowest.
        axis: usize,
    },
    /// The number of samples does not match the extents.
    #[error("{got} samples were given for a volume of {shape} = {} samples", .shape.count())]
    Count {
        /// The number of samples given.
        got: usize,
        /// The shape that they should fill.
        shape: Shape,
    },
    /// A sample is not a finite number.
    #[error("sample ({}, {}, {}) of the volume is {value}: samples are finite numbers", .at[0], .at[1], .at[2])]
    NotFinite {
        /// Its position, the slowest axis first.
        at: [usize; 3],
        /// Its value.
        value: f32,
    },
    /// Some sample is not a finite number, in a volume that was made on the device.
    #[error("a sample of the volume is not finite")]
    SomeNotFinite,
    /// The level is not a finite number.
    #[error("the level of the surface is {iso}: it must be finite")]
    Iso {
        /// The level.
        iso: f32,
    },
    /// The surface has more triangles than can be counted.
    #[error("the surface has more triangles than floats can count ({max}): split the volume")]
    TooMany {
        /// The number up to which counts are exact.
        max: usize,
    },
    /// The volume has more samples than this device can count exactly.
    #[error("the volume takes {samples} samples, and this device can index only {max}: split it")]
    Large {
        /// The number of samples, including the padding of the rows.
        samples: usize,
        /// The number up to which indices are exact.
        max: usize,
    },
}
