//! Scenes: a mesh with what its surfaces are made of.

use super::{Mesh, MeshError};

/// A mesh whose triangles have materials, and normals where the surface is to look smooth.
///
/// ```
/// use brooklet::{Material, Mesh, Scene};
/// let mut scene = Scene::of(Mesh::cube());
/// scene.add(&Mesh::sphere(3), Material { diffuse: [0.8, 0.1, 0.1], ..Material::default() });
/// assert_eq!((scene.mesh.triangles.len(), scene.materials.len()), (12 + 1280, 2));
/// scene.check()?;
/// # Ok::<(), brooklet::MeshError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Where the triangles are. Vertices of the same place need not be one.
    pub mesh: Mesh,
    /// The normals at the three corners of each triangle; `None` for a flat one. Their lengths do not matter.
    pub normals: Vec<Option<[[f32; 3]; 3]>>,
    /// What triangles are made of.
    pub materials: Vec<Material>,
    /// The material of each triangle, as a place in `materials`.
    pub material_of: Vec<u32>,
}

/// What a surface is made of, in the words of `.mtl` files. Colours are linear, red, green and blue.
#[derive(Clone, PartialEq, Debug)]
pub struct Material {
    /// Its name in the file.
    pub name: String,
    /// `Kd`: the part of the light that is scattered to all sides.
    pub diffuse: [f32; 3],
    /// `Ks`: the colour of highlights, and of mirror images where `illumination` has them.
    pub specular: [f32; 3],
    /// `Ns`: how sharp highlights are, as the exponent of the cosine.
    pub shininess: f32,
    /// `Ke`: the light of its own.
    pub emission: [f32; 3],
    /// `Ni`: the index of refraction.
    pub refraction: f32,
    /// `d`: how opaque it is, from 0, glass, to 1.
    pub opacity: f32,
    /// `Tf`: the colour of light that passes through.
    pub filter: [f32; 3],
    /// `illum`: 0 and 1 have no highlights, 2 has them, 3 and 5 are mirrors too, 4, 6, 7 and 9 glass.
    pub illumination: u8,
}

impl Default for Material {
    /// A grey surface without highlights.
    fn default() -> Material {
        Material {
            name: "grey".to_owned(),
            diffuse: [0.6; 3],
            specular: [0.0; 3],
            shininess: 1.0,
            emission: [0.0; 3],
            refraction: 1.0,
            opacity: 1.0,
            filter: [1.0; 3],
            illumination: 1,
        }
    }
}

impl Material {
    /// Whether it shows mirror images of strength `specular`.
    pub fn mirrors(&self) -> bool {
        matches!(self.illumination, 3 | 5 | 8)
    }

    /// Whether `specular` makes highlights.
    pub fn shines(&self) -> bool {
        self.illumination >= 2
    }

    /// How much of the light is refracted or reflected as by glass, from 0 to 1.
    pub fn glass(&self) -> f32 {
        1.0 - self.opacity
    }
}

impl Scene {
    /// A mesh of the grey default material, its triangles flat.
    pub fn of(mesh: Mesh) -> Scene {
        let triangles = mesh.triangles.len();
        Scene {
            mesh,
            normals: vec![None; triangles],
            materials: vec![Material::default()],
            material_of: vec![0; triangles],
        }
    }

    /// Adds a mesh of a material, its triangles flat.
    pub fn add(&mut self, mesh: &Mesh, material: Material) {
        let first = self.mesh.positions.len() as u32;
        self.mesh.positions.extend(&mesh.positions);
        self.mesh.triangles.extend(mesh.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
        self.normals.resize(self.mesh.triangles.len(), None);
        self.material_of.resize(self.mesh.triangles.len(), self.materials.len() as u32);
        self.materials.push(material);
    }

    /// Checks the mesh, and that there is a material, and normals or none, for each triangle.
    ///
    /// # Errors
    /// No triangle; the first position or number that is wrong.
    pub fn check(&self) -> Result<(), MeshError> {
        if self.mesh.triangles.is_empty() {
            return Err(MeshError::Empty);
        }
        self.mesh.check()?;
        let triangles = self.mesh.triangles.len();
        for (what, count) in [("materials", self.material_of.len()), ("normals", self.normals.len())] {
            if count != triangles {
                return Err(MeshError::PerTriangle { what, count, triangles });
            }
        }
        let finite = |normals: &[[f32; 3]; 3]| normals.as_flattened().iter().all(|x| x.is_finite());
        if let Some(triangle) = self.normals.iter().position(|normals| !normals.as_ref().is_none_or(finite)) {
            return Err(MeshError::Normal { triangle });
        }
        let materials = self.materials.len();
        match self.material_of.iter().position(|material| *material as usize >= materials) {
            Some(triangle) => Err(MeshError::NoMaterial { triangle, material: self.material_of[triangle], materials }),
            None => Ok(()),
        }
    }
}
