//! Surfaces: triangles on a device.

use crate::Mesh;
use crate::applications::Error;
use crate::machine::Stream;

/// The triangles of a surface on a device: three streams, one for each corner of a triangle.
#[derive(Debug)]
pub struct Surface {
    pub(super) corners: [Stream<[f32; 3]>; 3],
}

impl Surface {
    /// Returns the number of triangles.
    pub fn len(&self) -> usize {
        self.corners[0].len()
    }

    /// Whether there are no triangles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the streams of the first, second and third corners of all triangles. Corners are counterclockwise, seen from the
    /// side where samples are lower.
    pub fn corners(&self) -> &[Stream<[f32; 3]>; 3] {
        &self.corners
    }

    /// Reads back all triangles unchanged, each with its three corners.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn triangles(&self) -> Result<Vec<[[f32; 3]; 3]>, Error> {
        let [a, b, c] = &self.corners;
        let (a, b, c) = (a.read()?, b.read()?, c.read()?);
        Ok((0..a.len()).map(|triangle| [a[triangle], b[triangle], c[triangle]]).collect())
    }

    /// Reads back the triangles as a mesh. Vertices at the same position are merged, and triangles that have a vertex twice are
    /// left out.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn mesh(&self) -> Result<Mesh, Error> {
        let triangles = self.triangles()?;
        let count = triangles.len() as u32;
        let positions = triangles.into_flattened();
        let loose = Mesh { positions, triangles: (0..count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect() };
        let mut mesh = loose.welded();
        mesh.triangles.retain(|[a, b, c]| a != b && b != c && c != a);
        Ok(mesh)
    }
}
