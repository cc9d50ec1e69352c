//! Errors of collisions.

use crate::mesh::MeshError;

/// Why two meshes cannot be collided.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CollideError {
    /// One of the meshes is invalid.
    #[error("mesh {mesh}: {fault}")]
    Mesh {
        /// Which mesh: a or b.
        mesh: char,
        /// What is wrong with it.
        fault: MeshError,
    },
    /// A mesh has more triangles than the device's floats can count exactly.
    #[error("mesh {mesh} has {triangles} triangles; the maximum on this device is {limit}")]
    Triangles {
        /// Which mesh: a or b.
        mesh: char,
        /// The number of its triangles.
        triangles: usize,
        /// The maximum.
        limit: usize,
    },
    /// A component of a translation is not a valid number.
    #[error("the translation is {value} along {}: give finite numbers", ["x", "y", "z"][*.axis])]
    Translation {
        /// The axis, from 0.
        axis: usize,
        /// The number.
        value: f64,
    },
    /// A matrix is not a rotation.
    #[error(
        "the matrix {rotation:?} is not a rotation: its rows must have length 1 and be perpendicular, and it must not mirror"
    )]
    NotRigid {
        /// The rows of the matrix.
        rotation: [[f64; 3]; 3],
    },
    /// A quaternion is not a rotation.
    #[error("the quaternion {quaternion:?} is not a rotation: its numbers must be finite and not all 0")]
    Quaternion {
        /// The numbers of the quaternion, the real part last.
        quaternion: [f64; 4],
    },
    /// An axis of rotation has no direction, or a number is not finite.
    #[error("{degrees} degrees around ({}, {}, {}) is not a rotation: the angle must be finite, and the axis finite and not zero", .axis[0], .axis[1], .axis[2])]
    Axis {
        /// The axis.
        axis: [f64; 3],
        /// The angle.
        degrees: f64,
    },
    /// A level has more candidates than the limit.
    #[error(
        "level {level} has {pairs} pairs of boxes, and the limit is {limit}: the meshes lie too close to each other over too many triangles"
    )]
    Pairs {
        /// The level, from 0.
        level: usize,
        /// The number of pairs that it would have.
        pairs: usize,
        /// The maximum.
        limit: usize,
    },
    /// There are more pairs of triangles than the limit.
    #[error(
        "{pairs} pairs of triangles have boxes that overlap, and the limit is {limit}: the meshes lie too close to each other over too many triangles"
    )]
    Leaves {
        /// The number of pairs, as far as they were counted.
        pairs: usize,
        /// The maximum.
        limit: usize,
    },
    /// The device's floats have too few bits for the triangle test.
    #[error(
        "the triangle test computes with whole numbers up to {needed}, and on this device ({device}) they are exact up to {available}"
    )]
    Inexact {
        /// The integer up to which all have to be exact.
        needed: u32,
        /// The integer up to which all are exact.
        available: u32,
        /// The device.
        device: String,
    },
}

impl CollideError {
    /// Whether the device lacks a feature, or has too little of it, so that another device may work.
    pub fn is_missing_feature(&self) -> bool {
        matches!(self, CollideError::Inexact { .. } | CollideError::Triangles { .. })
    }
}
