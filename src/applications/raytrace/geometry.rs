//! The scene as streams.

use crate::error::Error;
use crate::machine::{Device, Stream};
use crate::mesh::Scene;
use crate::mesh::vector::{cross, length, normalized, sub};

use super::Light;

/// The number of random vectors that rays choose from. It is a prime, so that rows of a picture do not use the same ones.
const NOISE: usize = 16_381;

/// The geometry and materials of surfaces, as streams that kernels gather.
pub(super) struct Surfaces {
    pub facets: Stream<[f32; 4]>,
    pub materials: Stream<[f32; 4]>,
    pub lights: Stream<[f32; 4]>,
    pub noise: Stream<[f32; 4]>,
}

impl Surfaces {
    pub fn new(device: &Device, scene: &Scene, lights: &[Light]) -> Result<Surfaces, Error> {
        let lights: Vec<[f32; 4]> =
            lights.iter().flat_map(|light| [with(light.place, light.radius), with(light.colour, 0.0)]).collect();
        Ok(Surfaces {
            facets: device.upload(&facets(scene))?,
            materials: device.upload(&materials(scene))?,
            // The stream must not be empty, even without lights.
            lights: device.upload(if lights.is_empty() { &[[0.0; 4]; 2] } else { &lights })?,
            noise: device.upload(&noise())?,
        })
    }
}

/// Scales a vector to length 1. Returns `None` if it has no direction.
fn unit(a: [f64; 3]) -> Option<[f64; 3]> {
    (length(a) > 0.0).then(|| normalized(a))
}

/// Returns, for each triangle, its normal and material, the smooth normal at its first corner, and the differences of those at the
/// other corners to it.
fn facets(scene: &Scene) -> Vec<[f32; 4]> {
    let of = |triangle: usize| {
        let [a, b, c] = scene.mesh.corners(triangle).map(|corner| corner.map(f64::from));
        let facet = unit(cross(sub(b, a), sub(c, a))).unwrap_or([0.0; 3]);
        // A normal without length is replaced by the triangle's own.
        let smooth = scene.normals[triangle].map(|normals| normals.map(|n| unit(n.map(f64::from)).unwrap_or(facet)));
        let [na, nb, nc] = smooth.unwrap_or([facet; 3]);
        let material = scene.material_of[triangle] as f32;
        [with(f32s(facet), material), with(f32s(na), 0.0), with(f32s(sub(nb, na)), 0.0), with(f32s(sub(nc, na)), 0.0)]
    };
    (0..scene.mesh.triangles.len()).flat_map(of).collect()
}

fn materials(scene: &Scene) -> Vec<[f32; 4]> {
    let of = |material: &crate::mesh::Material| {
        let kind = match (material.mirrors(), material.shines()) {
            (true, _) => 2.0,
            (false, true) => 1.0,
            (false, false) => 0.0,
        };
        [
            with(material.diffuse, material.opacity),
            with(material.specular, material.shininess),
            with(material.emission, material.refraction),
            with(material.filter, kind),
        ]
    };
    scene.materials.iter().flat_map(of).collect()
}

/// Returns the random vectors that rays choose from. A vector has a point on the unit sphere, and the distance of a random point in
/// a ball from its middle. The vectors are always the same. The rays of eye ray i use vector i + 1021 · depth + 517 · kind, modulo
/// the number of vectors. The kind is 2 for scattered rays, and 3 and up for the lights.
pub fn noise() -> Vec<[f32; 4]> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let point = |_| {
        let (z, angle, far) = (2.0 * next() - 1.0, std::f64::consts::TAU * next(), next().cbrt());
        let around = (1.0 - z * z).sqrt();
        [around * angle.cos(), around * angle.sin(), z, far].map(|x| x as f32)
    };
    (0..NOISE).map(point).collect()
}

fn with([x, y, z]: [f32; 3], w: f32) -> [f32; 4] {
    [x, y, z, w]
}

fn f32s(a: [f64; 3]) -> [f32; 3] {
    a.map(|x| x as f32)
}
