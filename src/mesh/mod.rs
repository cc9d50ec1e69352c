//! Triangle meshes in memory: positions, and triangles that share them.

mod edges;
mod scene;
mod shapes;
pub(crate) mod vector;

pub use edges::{Edges, Side};
pub use scene::{Material, Scene};
use vector::{cross, dot, length, sub};

/// A triangle mesh: positions of vertices, and for each triangle the numbers of its three corners, counterclockwise as seen
/// from outside.
///
/// ```
/// use brooklet::Mesh;
/// let mesh = Mesh::cube();
/// mesh.check()?;
/// let edges = mesh.edges();
/// assert_eq!((mesh.positions.len(), mesh.triangles.len(), edges.len()), (8, 12, 18));
/// edges.check_closed()?;
/// # Ok::<(), brooklet::MeshError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mesh {
    /// Where the vertices are.
    pub positions: Vec<[f32; 3]>,
    /// The corners of each triangle, as places in `positions`.
    pub triangles: Vec<[u32; 3]>,
}

/// What a mesh is that an algorithm cannot work on. Vertices and triangles are numbered from 0.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// No triangle at all.
    #[error("the mesh has no triangle")]
    Empty,
    /// A position that is no point.
    #[error("vertex {vertex} is at ({}, {}, {}): positions must be finite", .position[0], .position[1], .position[2])]
    NotFinite {
        /// The vertex.
        vertex: usize,
        /// Its position.
        position: [f32; 3],
    },
    /// A corner that does not exist.
    #[error("triangle {triangle} uses vertex {vertex}, but the number of vertices is {vertices} (the first is 0)")]
    NoVertex {
        /// The triangle.
        triangle: usize,
        /// Its corner.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A triangle that has one vertex twice.
    #[error("triangle {triangle} has vertex {vertex} twice: a triangle has three corners; leave it out")]
    Degenerate {
        /// The triangle.
        triangle: usize,
        /// The vertex.
        vertex: u32,
    },
    /// An edge of one triangle alone.
    #[error("the edge from vertex {} to {} belongs to only one triangle: the surface must be closed", .edge[0], .edge[1])]
    Open {
        /// Its ends.
        edge: [u32; 2],
    },
    /// An edge of more than two triangles.
    #[error("the edge from vertex {} to {} has {triangles} triangles, and an edge of a surface has 2", .edge[0], .edge[1])]
    NonManifold {
        /// Its ends.
        edge: [u32; 2],
        /// How many triangles share it.
        triangles: usize,
    },
    /// Of something that each triangle has, another number than there are triangles.
    #[error("there are {count} {what} for {triangles} triangles: each triangle needs one")]
    PerTriangle {
        /// What each has one of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many triangles there are.
        triangles: usize,
    },
    /// A normal that is no direction.
    #[error("triangle {triangle} has a normal that is not finite")]
    Normal {
        /// The triangle.
        triangle: usize,
    },
    /// A material that does not exist.
    #[error(
        "triangle {triangle} uses material {material}, but the number of materials is {materials} (the first is 0)"
    )]
    NoMaterial {
        /// The triangle.
        triangle: usize,
        /// Its material.
        material: u32,
        /// How many materials there are.
        materials: usize,
    },
    /// Two neighbours that do not agree on what is outside.
    #[error("triangles {first} and {second} run along their edge in the same direction: turn one of them around")]
    Orientation {
        /// One triangle.
        first: usize,
        /// Its neighbour.
        second: usize,
    },
}

impl Mesh {
    /// The corners of a triangle.
    pub fn corners(&self, triangle: usize) -> [[f32; 3]; 3] {
        self.triangles[triangle].map(|corner| self.positions[corner as usize])
    }

    /// Checks that all positions are finite, and that triangles have vertices that there are.
    ///
    /// # Errors
    /// The first that is not so, by its number.
    pub fn check(&self) -> Result<(), MeshError> {
        let finite = |position: &[f32; 3]| position.iter().all(|x| x.is_finite());
        if let Some(vertex) = self.positions.iter().position(|position| !finite(position)) {
            return Err(MeshError::NotFinite { vertex, position: self.positions[vertex] });
        }
        let vertices = self.positions.len();
        for (triangle, corners) in self.triangles.iter().enumerate() {
            if let Some(vertex) = corners.iter().find(|corner| **corner as usize >= vertices) {
                return Err(MeshError::NoVertex { triangle, vertex: *vertex, vertices });
            }
        }
        Ok(())
    }

    /// Its edges, with the triangles on both sides.
    pub fn edges(&self) -> Edges {
        Edges::of(&self.triangles)
    }

    /// The same surface with vertices of the same place made one: of the same bits, with -0 taken for 0. Order is kept;
    /// triangles stay, in their order, also those that lose their area.
    pub fn welded(&self) -> Mesh {
        let mut known = rustc_hash::FxHashMap::default();
        let mut mesh = Mesh::default();
        let merged: Vec<u32> = self
            .positions
            .iter()
            .map(|position| {
                *known.entry(position.map(|x| (x + 0.0).to_bits())).or_insert_with(|| {
                    mesh.positions.push(*position);
                    mesh.positions.len() as u32 - 1
                })
            })
            .collect();
        mesh.triangles = self.triangles.iter().map(|corners| corners.map(|corner| merged[corner as usize])).collect();
        mesh
    }

    /// The smallest box around all positions, as its lowest and highest corner; of no position, at the origin.
    pub fn bounds(&self) -> ([f32; 3], [f32; 3]) {
        let Some(first) = self.positions.first() else { return ([0.0; 3], [0.0; 3]) };
        let grow = |(low, high): ([f32; 3], [f32; 3]), p: &[f32; 3]| {
            (std::array::from_fn(|k| low[k].min(p[k])), std::array::from_fn(|k| high[k].max(p[k])))
        };
        self.positions.iter().fold((*first, *first), grow)
    }

    /// The area of all triangles.
    pub fn area(&self) -> f64 {
        (0..self.triangles.len()).map(|triangle| 0.5 * length(self.twice_area(triangle))).sum()
    }

    /// The volume inside, of a closed surface: negative where it is inside out.
    pub fn volume(&self) -> f64 {
        let of = |triangle: usize| {
            let [a, ..] = self.corners(triangle).map(|corner| corner.map(f64::from));
            dot(a, self.twice_area(triangle)) / 6.0
        };
        (0..self.triangles.len()).map(of).sum()
    }

    /// The normal of a triangle, as long as twice its area.
    fn twice_area(&self, triangle: usize) -> [f64; 3] {
        let [a, b, c] = self.corners(triangle).map(|corner| corner.map(f64::from));
        cross(sub(b, a), sub(c, a))
    }
}
