//! Scenes of the tests.

use brooklet::{Material, Mesh, Scene};

pub fn mirror() -> Material {
    Material { diffuse: [0.05; 3], specular: [0.8, 0.85, 0.9], shininess: 50.0, illumination: 3, ..Material::default() }
}

pub fn glass() -> Material {
    Material {
        diffuse: [0.2; 3],
        specular: [0.5; 3],
        shininess: 60.0,
        refraction: 1.5,
        opacity: 0.1,
        filter: [0.9, 1.0, 0.95],
        illumination: 7,
        ..Material::default()
    }
}

/// A ball, smooth.
pub fn ball(scene: &mut Scene, levels: u32, middle: [f32; 3], radius: f32, material: Material) {
    let mut mesh = Mesh::sphere(levels);
    let normals: Vec<_> = (0..mesh.triangles.len()).map(|triangle| Some(mesh.corners(triangle))).collect();
    for position in &mut mesh.positions {
        *position = std::array::from_fn(|k| middle[k] + radius * position[k]);
    }
    let first = scene.mesh.triangles.len();
    scene.add(&mesh, material);
    scene.normals[first..].clone_from_slice(&normals);
}

/// A floor that shines a little, a wall, a ball that is a mirror, one of glass, a cube with flat sides, and a lamp.
pub fn room() -> Scene {
    let mut scene = Scene::default();
    let square =
        |[a, b, c, d]: [[f32; 3]; 4]| Mesh { positions: vec![a, b, c, d], triangles: vec![[0, 1, 2], [0, 2, 3]] };
    let floor = square([[-3.0, 0.0, 3.0], [3.0, 0.0, 3.0], [3.0, 0.0, -3.0], [-3.0, 0.0, -3.0]]);
    let ivory = Material {
        diffuse: [0.7, 0.65, 0.5],
        specular: [0.1; 3],
        shininess: 20.0,
        illumination: 3,
        ..Material::default()
    };
    scene.add(&floor, ivory);
    let wall = square([[-3.0, 0.0, -3.0], [3.0, 0.0, -3.0], [3.0, 3.0, -3.0], [-3.0, 3.0, -3.0]]);
    scene.add(&wall, Material { diffuse: [0.6, 0.2, 0.2], ..Material::default() });
    ball(&mut scene, 1, [-1.1, 0.9, -0.6], 0.9, mirror());
    ball(&mut scene, 1, [0.9, 0.7, 0.8], 0.7, glass());
    let mut cube = Mesh::cube();
    for position in &mut cube.positions {
        *position = std::array::from_fn(|k| [-0.7, 0.3, 1.2][k] + 0.3 * position[k]);
    }
    let blue = Material {
        diffuse: [0.1, 0.2, 0.7],
        specular: [0.4; 3],
        shininess: 30.0,
        illumination: 2,
        ..Material::default()
    };
    scene.add(&cube, blue);
    let lamp = square([[1.2, 2.6, -2.9], [2.2, 2.6, -2.9], [2.2, 2.9, -2.9], [1.2, 2.9, -2.9]]);
    scene.add(&lamp, Material { emission: [1.5, 1.4, 1.2], ..Material::default() });
    scene
}
