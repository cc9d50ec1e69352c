//! Shapes: meshes that are computed.

use std::f64::consts::TAU;

use rustc_hash::FxHashMap;

use super::Mesh;

/// Corners and sides of the Platonic solid of twenty triangles, from the golden ratio.
const GOLDEN: f64 = 1.618_033_988_749_895;

impl Mesh {
    /// A cube from -1 to 1, of 12 triangles.
    pub fn cube() -> Mesh {
        let positions =
            (0..8).map(|k| std::array::from_fn(|axis| if k >> axis & 1 == 0 { -1.0 } else { 1.0 })).collect();
        let squares: [[u32; 4]; 6] =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = squares.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
        Mesh { positions, triangles }
    }

    /// A tetrahedron whose corners are four of the corners of a cube from -1 to 1.
    pub fn tetrahedron() -> Mesh {
        Mesh {
            positions: vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]],
            triangles: vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]],
        }
    }

    /// An icosahedron in the unit sphere: 12 vertices, 20 triangles.
    pub fn icosahedron() -> Mesh {
        let scale = 1.0 / (1.0 + GOLDEN * GOLDEN).sqrt();
        let (short, long) = (scale as f32, (GOLDEN * scale) as f32);
        let mut positions = Vec::new();
        for axis in 0..3 {
            for signs in 0..4 {
                let mut at = [0.0; 3];
                at[(axis + 1) % 3] = if signs & 1 == 0 { short } else { -short };
                at[(axis + 2) % 3] = if signs & 2 == 0 { long } else { -long };
                positions.push(at);
            }
        }
        // Three vertices are a side where each two are as near as any.
        let near = |a: usize, b: usize| {
            let square: f32 = (0..3).map(|k| (positions[a][k] - positions[b][k]).powi(2)).sum();
            a != b && square < 4.1 * short * short
        };
        let mut triangles = Vec::new();
        for a in 0..12 {
            for b in (a + 1)..12 {
                for c in (b + 1)..12 {
                    if near(a, b) && near(b, c) && near(a, c) {
                        triangles.push(outwards(&positions, [a as u32, b as u32, c as u32]));
                    }
                }
            }
        }
        Mesh { positions, triangles }
    }

    /// The unit sphere: an icosahedron, whose triangles are cut into four `levels` times: 20 · 4^levels triangles.
    pub fn sphere(levels: u32) -> Mesh {
        let mut mesh = Mesh::icosahedron();
        for _ in 0..levels {
            let mut middles: FxHashMap<[u32; 2], u32> = FxHashMap::default();
            let mut positions = mesh.positions;
            let mut middle = |a: u32, b: u32| {
                *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                    let (p, q) = (positions[a as usize], positions[b as usize]);
                    let sum: [f64; 3] = std::array::from_fn(|k| f64::from(p[k]) + f64::from(q[k]));
                    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
                    positions.push(sum.map(|x| (x / length) as f32));
                    positions.len() as u32 - 1
                })
            };
            let quartered = mesh.triangles.iter().flat_map(|[a, b, c]| {
                let (ab, bc, ca) = (middle(*a, *b), middle(*b, *c), middle(*c, *a));
                [[*a, ab, ca], [*b, bc, ab], [*c, ca, bc], [ab, bc, ca]]
            });
            let triangles = quartered.collect();
            mesh = Mesh { positions, triangles };
        }
        mesh
    }

    /// A torus around the z axis: its tube, of this radius, runs along a circle of radius 1. `around` × `along` squares,
    /// each of two triangles; at least 3 of both.
    pub fn torus(around: u32, along: u32, radius: f32) -> Mesh {
        let (around, along) = (around.max(3), along.max(3));
        let mut positions = Vec::new();
        for i in 0..around {
            for j in 0..along {
                let (a, b) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(along));
                let far = 1.0 + f64::from(radius) * b.cos();
                positions.push([far * a.cos(), far * a.sin(), f64::from(radius) * b.sin()].map(|x| x as f32));
            }
        }
        let at = |i: u32, j: u32| (i % around) * along + j % along;
        let squares = (0..around).flat_map(|i| (0..along).map(move |j| (i, j)));
        let triangles = squares.flat_map(|(i, j)| {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            [[a, b, c], [a, c, d]]
        });
        Mesh { triangles: triangles.collect(), positions }
    }
}

/// A triangle's corners in the order that has the origin behind it.
fn outwards(positions: &[[f32; 3]], corners: [u32; 3]) -> [u32; 3] {
    let [a, b, c] = corners.map(|corner| positions[corner as usize]);
    let cross: [f32; 3] = std::array::from_fn(|k| b[(k + 1) % 3] * c[(k + 2) % 3] - b[(k + 2) % 3] * c[(k + 1) % 3]);
    let volume: f32 = (0..3).map(|k| a[k] * cross[k]).sum();
    if volume > 0.0 { corners } else { [corners[0], corners[2], corners[1]] }
}
