//! Reads scenes: OBJ files with the MTL files that they name.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use crate::mesh::{Material, Scene};

use super::obj::{Lines, check_extension, faces_alone, fault};
use super::{Error, contained, contents, excerpt, source};

/// Reads a scene from an `.obj` file: positions, normals, faces, and materials from the `.mtl` files that it names, which lie beside it.
/// The scene may come from stdin (`-`); the `.mtl` files then lie in the current directory.
/// The notes say, one line each, which of these are missing; faces whose material is unknown are grey.
///
/// # Errors
/// Those of [`read_obj`](super::read_obj), and an `.mtl` file that is malformed, with the line.
pub fn read_scene(path: &Path) -> Result<(Scene, Vec<String>), Error> {
    check_extension(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let (name, bytes) = source::mesh(path)?;
    decode(&name, &bytes, |name| contents(&folder.join(name)))
}

/// Reads a scene from an `.obj` file that lies in memory. `find` returns the contents of an `.mtl` file.
///
/// ```
/// use brooklet::io;
/// let obj = b"mtllib red.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
/// let (scene, notes) = io::decode_scene("one.obj", obj, |_| Ok(b"newmtl red\nKd 1 0 0\nillum 1\n".to_vec()))?;
/// assert_eq!(scene.materials[scene.material_of[0] as usize].diffuse, [1.0, 0.0, 0.0]);
/// assert!(notes.is_empty());
///
/// let missing = |path: &std::path::Path| Err(io::Error::Empty { path: path.into() });
/// let (scene, notes) = io::decode_scene("one.obj", obj, missing)?;
/// assert_eq!(scene.materials[scene.material_of[0] as usize].name, "grey");
/// assert_eq!(notes[0], "one.obj: red.mtl is empty (0 bytes); its materials are grey");
/// # Ok::<(), io::Error>(())
/// ```
///
/// # Errors
/// Those of [`read_scene`], except for those of the disk.
pub fn decode_scene(
    name: impl AsRef<Path>,
    bytes: &[u8],
    find: impl Fn(&Path) -> Result<Vec<u8>, Error>,
) -> Result<(Scene, Vec<String>), Error> {
    check_extension(name.as_ref())?;
    decode(name.as_ref(), bytes, find)
}

fn decode(
    path: &Path,
    bytes: &[u8],
    find: impl Fn(&Path) -> Result<Vec<u8>, Error>,
) -> Result<(Scene, Vec<String>), Error> {
    let malformed = |reason: String| Error::Malformed { path: path.into(), format: "OBJ", reason };
    contained(path, "OBJ", || {
        let mut reader = Lines::of(bytes);
        let notes = RefCell::new(Vec::new());
        let broken = RefCell::new(None);
        let load = |name: &Path| {
            let bytes = find(name).unwrap_or_else(|missing| {
                notes.borrow_mut().push(format!("{}: {missing}; its materials are grey", path.display()));
                Vec::new()
            });
            let mut reader = Lines::of(&bytes);
            tobj::load_mtl_buf(&mut reader).inspect_err(|cause| {
                let reason = fault(reader.line, *cause);
                broken.borrow_mut().get_or_insert((PathBuf::from(name), reason));
            })
        };
        let (models, materials) = tobj::load_obj_buf(&mut reader, &faces_alone(), load)
            .map_err(|cause| fault(reader.line, cause))
            .map_err(malformed)?;
        if let Some((name, reason)) = broken.take() {
            return Err(Error::Malformed { path: name, format: "MTL", reason });
        }
        let mut scene = Scene::default();
        for material in materials.unwrap_or_default() {
            scene.materials.push(material_of(material));
        }
        let grey = scene.materials.len() as u32;
        scene.materials.push(Material::default());
        let mut unnamed = 0;
        let smooth = smooth_triangles(bytes);
        for model in models {
            let mesh = model.mesh;
            let first = scene.mesh.positions.len() as u32;
            scene.mesh.positions.extend(mesh.positions.as_chunks::<3>().0);
            let faces = mesh.indices.as_chunks::<3>().0;
            scene.mesh.triangles.extend(faces.iter().map(|face| face.map(|corner| first + corner)));
            let (normals, places) = (mesh.normals.as_chunks::<3>().0, mesh.normal_indices.as_chunks::<3>().0);
            for face in 0..faces.len() {
                let smooth = smooth.get(scene.normals.len()).is_some_and(|smooth| *smooth);
                let own = places.get(face).filter(|_| smooth);
                scene.normals.push(own.map(|places| places.map(|place| normals[place as usize])));
            }
            let material = mesh.material_id.map_or(grey, |id| id as u32);
            unnamed += if material == grey { faces.len() } else { 0 };
            scene.material_of.resize(scene.mesh.triangles.len(), material);
        }
        if scene.mesh.triangles.is_empty() {
            return Err(malformed("it has no faces (lines that begin with f)".to_owned()));
        }
        scene.check().map_err(|fault| malformed(fault.to_string()))?;
        let mut notes = notes.into_inner();
        if unnamed > 0 && scene.materials.len() > 1 {
            notes.push(format!(
                "{}: {unnamed} triangles have no material or an unknown one; they are grey",
                path.display()
            ));
        }
        Ok((scene, notes))
    })
}

/// Returns, for each triangle, whether all corners of its face have normals; a polygon of n corners is n - 2 triangles. This reads the
/// text again because tobj gives a corner without a normal that of a neighbour.
fn smooth_triangles(bytes: &[u8]) -> Vec<bool> {
    let mut smooth = Vec::new();
    for line in String::from_utf8_lossy(bytes).lines() {
        let mut words = line.split_whitespace();
        if !matches!(words.next(), Some("f" | "l")) {
            continue;
        }
        let normals = words.map(|corner| corner.split('/').nth(2).is_some_and(|normal| !normal.is_empty()));
        let (corners, with) = normals.fold((0usize, 0), |(all, with), has| (all + 1, with + usize::from(has)));
        smooth.extend(std::iter::repeat_n(with == corners, corners.saturating_sub(2)));
    }
    smooth
}

/// Converts a material: missing properties get their defaults, and numbers are clamped to their valid ranges.
fn material_of(read: tobj::Material) -> Material {
    let default = Material::default();
    let colour = |colour: Option<[f32; 3]>, default: [f32; 3]| {
        colour.unwrap_or(default).map(|x| if x.is_finite() { x.max(0.0) } else { 0.0 })
    };
    let number = |number: Option<f32>, low: f32, high: f32, default: f32| {
        number.filter(|x| x.is_finite()).unwrap_or(default).clamp(low, high)
    };
    let other = |name: &str| {
        let numbers = read.unknown_param.get(name)?.split_whitespace().map(|word| word.parse().ok());
        numbers.collect::<Option<Vec<f32>>>()
    };
    let filter = other("Tf").and_then(|numbers| <[f32; 3]>::try_from(numbers).ok());
    // Some programs write the transparency (`Tr`) instead of the opacity (`d`).
    let transparent = other("Tr").and_then(|numbers| Some(1.0 - numbers.first()?));
    Material {
        name: excerpt(&read.name),
        diffuse: colour(read.diffuse, default.diffuse),
        specular: colour(read.specular, default.specular),
        shininess: number(read.shininess, 1.0, 10_000.0, default.shininess),
        emission: colour(read.emissive, default.emission),
        refraction: number(read.optical_density, 0.1, 10.0, default.refraction),
        opacity: number(read.dissolve.or(transparent), 0.0, 1.0, default.opacity),
        filter: colour(filter, default.filter),
        illumination: read.illumination_model.unwrap_or(2),
    }
}
