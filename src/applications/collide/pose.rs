//! Poses: the position and rotation of the second mesh in the space of the first.

use crate::mesh::vector::{cross, dot, normalized};

use super::error::CollideError;
use super::grid::{Grid, ONE, Snapped, round};
use super::quaternion::{self, Quaternion};

/// The tolerance for the columns of a rotation, which must have unit length and be orthogonal.
const RIGID: f64 = 1e-5;

/// A rigid motion of the second mesh into the space of the first: x becomes `rotation` x + `translation`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    /// The rows of the rotation.
    pub rotation: [[f64; 3]; 3],
    /// The translation.
    pub translation: [f64; 3],
}

impl Default for Pose {
    fn default() -> Pose {
        Pose::IDENTITY
    }
}

impl Pose {
    /// The pose that does not move the second mesh.
    pub const IDENTITY: Pose =
        Pose { rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], translation: [0.0; 3] };

    /// Returns a pose with a translation and no rotation.
    pub fn translated(translation: [f64; 3]) -> Pose {
        Pose { translation, ..Pose::IDENTITY }
    }

    /// Returns the pose of a rotation by a quaternion, whose real part comes last, followed by a translation.
    ///
    /// # Errors
    /// A quaternion that is 0 or not finite.
    pub fn turned(quaternion: [f64; 4], translation: [f64; 3]) -> Result<Pose, CollideError> {
        let largest = quaternion.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        if !(largest > 0.0 && quaternion.iter().all(|x| x.is_finite())) {
            return Err(CollideError::Quaternion { quaternion });
        }
        let columns = quaternion::axes(quaternion.map(|x| x / largest));
        Ok(Pose { rotation: transposed(columns), translation })
    }

    /// Returns the pose of a rotation around an axis through the origin by an angle in degrees, followed by a translation.
    /// Multiples of 90 degrees around a coordinate axis are exact.
    ///
    /// # Errors
    /// An axis of length 0, or numbers that are not finite.
    pub fn around(axis: [f64; 3], degrees: f64, translation: [f64; 3]) -> Result<Pose, CollideError> {
        let largest = axis.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        if !(largest > 0.0 && largest.is_finite() && axis.iter().all(|x| x.is_finite()) && degrees.is_finite()) {
            return Err(CollideError::Axis { axis, degrees });
        }
        let [x, y, z] = normalized(axis.map(|x| x / largest));
        let (sine, cosine) = match degrees.rem_euclid(360.0) {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            degrees => degrees.to_radians().sin_cos(),
        };
        let rest = 1.0 - cosine;
        let rotation = [
            [cosine + rest * x * x, rest * x * y - sine * z, rest * x * z + sine * y],
            [rest * x * y + sine * z, cosine + rest * y * y, rest * y * z - sine * x],
            [rest * x * z - sine * y, rest * y * z + sine * x, cosine + rest * z * z],
        ];
        Ok(Pose { rotation, translation })
    }

    /// Returns an error if this is not a rigid motion.
    pub(super) fn check(&self) -> Result<(), CollideError> {
        if let Some(axis) = self.translation.iter().position(|x| !x.is_finite()) {
            return Err(CollideError::Translation { axis, value: self.translation[axis] });
        }
        let rows = self.rotation;
        let product = |i: usize, j: usize| (dot(rows[i], rows[j]) - f64::from(u8::from(i == j))).abs();
        let right_angles = (0..3).all(|i| (0..3).all(|j| product(i, j) <= RIGID));
        let volume = dot(cross(rows[0], rows[1]), rows[2]);
        // Written like this, the condition also catches NaN.
        match right_angles && volume > 0.0 {
            true => Ok(()),
            false => Err(CollideError::NotRigid { rotation: self.rotation }),
        }
    }

    /// Returns the motion on the grid.
    pub(super) fn on(&self, grid: &Grid, a: &Snapped, b: &Snapped) -> GridPose {
        let rows = self.rotation.map(|row| row.map(|x| round(x * ONE)));
        let offset = |k: usize| {
            let moved = dot(self.rotation[k], b.origin) + self.translation[k] - a.origin[k];
            // Meshes at a greater distance do not touch. The clamp keeps the numbers exact integers.
            round((moved / grid.step).clamp(-FAR, FAR))
        };
        let quaternion = quaternion::of_axes(transposed(self.rotation));
        GridPose { rows, offset: std::array::from_fn(offset), quaternion }
    }
}

/// The maximum distance that is represented: three times the maximum sum of the radii of two meshes, in steps.
const FAR: f64 = (1 << 21) as f64;

/// A motion from the grid of the second mesh to that of the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct GridPose {
    /// The rows of the rotation, times [`ONE`].
    pub rows: [[f64; 3]; 3],
    /// The translation, in steps.
    pub offset: [f64; 3],
    /// The rotation.
    pub quaternion: Quaternion,
}

fn transposed(m: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|i| std::array::from_fn(|j| m[j][i]))
}
