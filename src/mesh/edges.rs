//! Edges of a mesh: which triangles share them.

use rustc_hash::FxHashMap;

use super::MeshError;

/// The edges of a mesh, each with the triangles that have it.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    /// Of an edge, the smaller vertex first: triangle and side, and whether it runs from the smaller vertex to the larger.
    sides: FxHashMap<[u32; 2], Vec<Side>>,
    /// In the order in which they are first met.
    order: Vec<[u32; 2]>,
}

/// An edge as one triangle has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// The triangle.
    pub triangle: usize,
    /// From which of its corners the edge runs: 0 to 2.
    pub corner: usize,
    /// Whether it runs from the vertex of the smaller number to the other.
    pub upwards: bool,
}

impl Edges {
    pub(super) fn of(triangles: &[[u32; 3]]) -> Edges {
        let mut edges = Edges::default();
        for (triangle, corners) in triangles.iter().enumerate() {
            for corner in 0..3 {
                let (from, to) = (corners[corner], corners[(corner + 1) % 3]);
                let edge = [from.min(to), from.max(to)];
                let sides = edges.sides.entry(edge).or_default();
                if sides.is_empty() {
                    edges.order.push(edge);
                }
                sides.push(Side { triangle, corner, upwards: from < to });
            }
        }
        edges
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The triangles that have the edge between two vertices.
    pub fn sides(&self, from: u32, to: u32) -> &[Side] {
        self.sides.get(&[from.min(to), from.max(to)]).map_or(&[], Vec::as_slice)
    }

    /// Every edge with its triangles, in the order in which triangles have them.
    pub fn iter(&self) -> impl Iterator<Item = ([u32; 2], &[Side])> {
        self.order.iter().map(|edge| (*edge, self.sides[edge].as_slice()))
    }

    /// Checks that the surface is closed: exactly two triangles at every edge, which run along it in opposite directions.
    ///
    /// # Errors
    /// The first edge that is not so, by its vertices.
    pub fn check_closed(&self) -> Result<(), MeshError> {
        if self.is_empty() {
            return Err(MeshError::Empty);
        }
        // What is no triangle shows at its other edges as well.
        if let Some((edge, sides)) = self.iter().find(|(edge, _)| edge[0] == edge[1]) {
            return Err(MeshError::Degenerate { triangle: sides[0].triangle, vertex: edge[0] });
        }
        for (edge, sides) in self.iter() {
            match sides {
                [_] => return Err(MeshError::Open { edge }),
                [a, b] if a.upwards == b.upwards => {
                    return Err(MeshError::Orientation { first: a.triangle, second: b.triangle });
                }
                [_, _] => {}
                more => return Err(MeshError::NonManifold { edge, triangles: more.len() }),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Mesh, MeshError};

    fn broken(change: impl Fn(&mut Mesh)) -> MeshError {
        let mut mesh = Mesh::cube();
        change(&mut mesh);
        mesh.check().and_then(|()| mesh.edges().check_closed()).unwrap_err()
    }

    #[test]
    fn what_is_no_closed_surface_is_named() {
        assert_eq!(broken(|mesh| mesh.triangles.clear()), MeshError::Empty);
        assert!(matches!(broken(|mesh| mesh.triangles.truncate(11)), MeshError::Open { .. }));
        let twice = broken(|mesh| mesh.triangles.push(mesh.triangles[0]));
        assert!(matches!(twice, MeshError::NonManifold { triangles: 3, .. }), "{twice:?}");
        assert!(matches!(broken(|mesh| mesh.triangles[3].swap(0, 1)), MeshError::Orientation { .. }));
        let vertex = broken(|mesh| mesh.triangles[2][1] = 8);
        assert_eq!(vertex.to_string(), "triangle 2 uses vertex 8, but the number of vertices is 8 (the first is 0)");
        assert!(matches!(broken(|mesh| mesh.positions[3][1] = f32::NAN), MeshError::NotFinite { vertex: 3, .. }));
        let same = broken(|mesh| mesh.triangles = vec![[0, 1, 1], [1, 0, 1]]);
        assert!(matches!(same, MeshError::Degenerate { triangle: 0, vertex: 1 }), "{same:?}");
    }

    #[test]
    fn shapes_are_closed_and_right_side_out() {
        for mesh in [Mesh::cube(), Mesh::tetrahedron(), Mesh::icosahedron(), Mesh::sphere(3), Mesh::torus(24, 12, 0.4)]
        {
            mesh.check().unwrap();
            mesh.edges().check_closed().unwrap();
            assert!(mesh.volume() > 0.0);
            let open = Mesh { triangles: mesh.triangles[1..].to_vec(), ..mesh.clone() };
            // The edge is one of the triangle that is gone.
            let gone = mesh.triangles[0];
            let error = open.edges().check_closed().unwrap_err();
            assert!(
                matches!(&error, MeshError::Open { edge } if edge.iter().all(|vertex| gone.contains(vertex))),
                "{error:?}"
            );
        }
        assert!((Mesh::cube().volume() - 8.0).abs() < 1e-12 && (Mesh::cube().area() - 24.0).abs() < 1e-12);
        let (sphere, pi) = (Mesh::sphere(4), std::f64::consts::PI);
        assert!((sphere.volume() / (4.0 * pi / 3.0) - 1.0).abs() < 0.01);
        assert!((sphere.area() / (4.0 * pi) - 1.0).abs() < 0.01);
        let torus = Mesh::torus(96, 48, 0.4);
        assert!((torus.volume() / (2.0 * pi * pi * 0.16) - 1.0).abs() < 0.01);
    }

    #[test]
    fn welding_joins_what_has_the_same_place() {
        let cube = Mesh::cube();
        let corners: Vec<[f32; 3]> = (0..12).flat_map(|triangle| cube.corners(triangle)).collect();
        let loose = Mesh { positions: corners, triangles: (0..12).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect() };
        assert_eq!(loose.edges().check_closed(), Err(MeshError::Open { edge: [0, 1] }));
        let welded = loose.welded();
        assert_eq!(welded.positions.len(), 8);
        welded.edges().check_closed().unwrap();
        let zeros = Mesh { positions: vec![[0.0, 1.0, 2.0], [-0.0, 1.0, 2.0]], triangles: Vec::new() };
        assert_eq!(zeros.welded().positions.len(), 1);
    }
}
