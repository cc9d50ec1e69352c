//! What a collision refuses.

use crate::mesh::MeshError;

/// Why two meshes cannot be collided.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CollideError {
    /// One of the meshes is invalid.
    #[error("mesh {mesh}: {fault}")]
    Mesh {
        /// Which: a or b.
        mesh: char,
        /// What is wrong with it.
        fault: MeshError,
    },
    /// A mesh has more triangles than the device's floats can number.
    #[error("mesh {mesh} has {triangles} triangles, and here there is room for {limit}")]
    Triangles {
        /// Which: a or b.
        mesh: char,
        /// How many it has.
        triangles: usize,
        /// How many it may have.
        limit: usize,
    },
    /// A component of a translation is not a valid number.
    #[error("the translation is {value} along {}: give finite numbers", ["x", "y", "z"][*.axis])]
    Translation {
        /// Along which axis.
        axis: usize,
        /// The number.
        value: f64,
    },
    /// A matrix is not a rotation.
    #[error(
        "the rotation {rotation:?} is none: its rows have length 1 and right angles between them, and it mirrors nothing"
    )]
    NotRigid {
        /// Its rows.
        rotation: [[f64; 3]; 3],
    },
    /// A quaternion is not a rotation.
    #[error("the quaternion {quaternion:?} turns nothing: give finite numbers that are not all 0")]
    Quaternion {
        /// Its numbers, the real part last.
        quaternion: [f64; 4],
    },
    /// An axis of rotation has no direction, or a number is not finite.
    #[error("{degrees} degrees around ({}, {}, {}) are no rotation: give a finite angle and an axis of some length", .axis[0], .axis[1], .axis[2])]
    Axis {
        /// The axis.
        axis: [f64; 3],
        /// The angle.
        degrees: f64,
    },
    /// More candidates than there is room for.
    #[error(
        "level {level} has {pairs} pairs of boxes, and the limit is {limit}: the meshes lie too close to each other over too many triangles"
    )]
    Pairs {
        /// The level, from 0.
        level: usize,
        /// The pairs that it would have.
        pairs: usize,
        /// How many it may have.
        limit: usize,
    },
    /// More pairs of triangles than there is room for.
    #[error(
        "{pairs} pairs of triangles have boxes that overlap, and the limit is {limit}: the meshes lie too close to each other over too many triangles"
    )]
    Leaves {
        /// The pairs that there are, as far as they were counted.
        pairs: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Floats too short for the triangle test.
    #[error(
        "the triangle test computes with whole numbers up to {needed}, and on this device ({device}) they are exact up to {available}"
    )]
    Inexact {
        /// The whole numbers up to this have to be exact.
        needed: u32,
        /// The whole numbers up to this are exact.
        available: u32,
        /// The device.
        device: String,
    },
}

impl CollideError {
    /// Whether the error is that the device lacks a feature, or has too little of it: another device may do.
    pub fn is_missing_feature(&self) -> bool {
        matches!(self, CollideError::Inexact { .. } | CollideError::Triangles { .. })
    }
}
