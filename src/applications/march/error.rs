//! Errors of marching cubes.

use crate::shape::Shape;

/// Why no surface can be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MarchError {
    /// A volume that does not have three extents.
    #[error("a volume has 3 dimensions, and this has {}: {shape}", .shape.rank())]
    Rank {
        /// Its shape.
        shape: Shape,
    },
    /// A volume without a cell.
    #[error("a cell lies between 2 samples along each axis, and axis {axis} of this volume of {shape} samples has {}",
        .shape.extents()[*.axis])]
    Thin {
        /// Its shape.
        shape: Shape,
        /// The axis that is too short, 0 the slowest.
        axis: usize,
    },
    /// The number of samples does not match the extents.
    #[error("{got} samples were given for a volume of {shape} = {} samples", .shape.count())]
    Count {
        /// Samples given.
        got: usize,
        /// The shape they should fill.
        shape: Shape,
    },
    /// A sample that is not a finite number.
    #[error("sample ({}, {}, {}) of the volume is {value}: samples are finite numbers", .at[0], .at[1], .at[2])]
    NotFinite {
        /// Where it is, the slowest axis first.
        at: [usize; 3],
        /// What it is.
        value: f32,
    },
    /// A sample that is not a finite number, in a volume that was made on the device.
    #[error("a sample of the volume is no finite number")]
    SomeNotFinite,
    /// A level that is not a finite number.
    #[error("the surface is asked for at {iso}: give a finite number")]
    Iso {
        /// The level.
        iso: f32,
    },
    /// More triangles than can be counted.
    #[error("the surface has more than {max} triangles, and floats count no farther: cut the volume into parts")]
    TooMany {
        /// The limit up to which counts are exact.
        max: usize,
    },
    /// More samples than this device can number.
    #[error("the volume takes {samples} samples, and this device numbers no more than {max}: cut it into parts")]
    Large {
        /// The number of samples, with the padding of the rows.
        samples: usize,
        /// The limit up to which numbers are exact.
        max: usize,
    },
}
