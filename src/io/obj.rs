//! Reads and writes Wavefront OBJ: triangle meshes as text.

use std::io::{self, BufRead, Read};
use std::path::Path;

use tobj::{LoadError, LoadOptions};

use crate::mesh::Mesh;

use super::sink::{Memory, Sink};
use super::{Error, contained, source};

/// Reads a mesh from an `.obj` file, or from stdin (`-`): positions and faces, with polygons cut into triangles. Vertices at the same position are merged, so
/// that the objects and groups of a file share them. Normals, texture coordinates, lines, points and materials are ignored.
///
/// # Errors
/// The extension is not `.obj`; the file is malformed, with the line; it has no triangle; a position is not finite.
pub fn read_obj(path: &Path) -> Result<Mesh, Error> {
    check_extension(path)?;
    let (name, bytes) = source::mesh(path)?;
    decode(&name, &bytes)
}

/// Reads a mesh from an `.obj` file that lies in memory. Errors begin with its name.
///
/// ```
/// use brooklet::io::decode_obj;
/// let mesh = decode_obj("square.obj", b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
/// assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
/// let error = decode_obj("square.obj", b"v 0 0 0\nv 1 zero 0\n").unwrap_err();
/// assert_eq!(error.to_string(), "square.obj is not a valid OBJ file: line 2: position parse error");
/// # Ok::<(), brooklet::io::Error>(())
/// ```
///
/// # Errors
/// Those of [`read_obj`], except for those of the disk.
pub fn decode_obj(name: impl AsRef<Path>, bytes: &[u8]) -> Result<Mesh, Error> {
    check_extension(name.as_ref())?;
    decode(name.as_ref(), bytes)
}

fn decode(path: &Path, bytes: &[u8]) -> Result<Mesh, Error> {
    let malformed = |reason: String| Error::Malformed { path: path.into(), format: "OBJ", reason };
    contained(path, "OBJ", || {
        let mut reader = Lines::of(bytes);
        // A mesh has no materials, and they would be files of their own.
        let none = |_: &Path| Err(LoadError::OpenFileFailed);
        let (models, _) = tobj::load_obj_buf(&mut reader, &faces_alone(), none)
            .map_err(|cause| fault(reader.line, cause))
            .map_err(malformed)?;
        let mut mesh = Mesh::default();
        for model in models {
            let first = mesh.positions.len() as u32;
            mesh.positions.extend(model.mesh.positions.as_chunks::<3>().0);
            let faces = model.mesh.indices.as_chunks::<3>().0;
            mesh.triangles.extend(faces.iter().map(|face| face.map(|corner| first + corner)));
        }
        if mesh.triangles.is_empty() {
            return Err(malformed("it has no faces (lines that begin with f)".to_owned()));
        }
        let mesh = mesh.welded();
        mesh.check().map_err(|fault| malformed(fault.to_string()))?;
        Ok(mesh)
    })
}

pub(super) fn fault(line: usize, cause: LoadError) -> String {
    format!("line {line}: {cause}")
}

/// A reader that counts the lines it has passed on, since tobj does not say where it stops.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    pub line: usize,
}

impl Lines<'_> {
    pub fn of(bytes: &[u8]) -> Lines<'_> {
        Lines { rest: bytes, line: 0 }
    }
}

impl Read for Lines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.rest.read(buffer)
    }
}

impl BufRead for Lines<'_> {
    /// Returns one line at a time, so that each call of `consume` is one line.
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let end = self.rest.iter().position(|byte| *byte == b'\n').map_or(self.rest.len(), |at| at + 1);
        Ok(&self.rest[..end])
    }

    fn consume(&mut self, bytes: usize) {
        self.line += usize::from(bytes > 0);
        self.rest = &self.rest[bytes..];
    }
}

/// Returns the options for tobj: polygons are cut into triangles, points and lines are ignored.
pub(super) fn faces_alone() -> LoadOptions {
    LoadOptions { triangulate: true, ignore_points: true, ignore_lines: true, ..LoadOptions::default() }
}

/// Writes a mesh as an `.obj` file in memory. Numbers have the fewest digits that read back as the same float.
///
/// ```
/// use brooklet::{Mesh, io};
/// let file = io::encode_obj("cube.obj", &Mesh::cube())?;
/// assert!(file.starts_with(b"v -1 -1 -1\nv 1 -1 -1\n"));
/// assert_eq!(io::decode_obj("cube.obj", &file)?.volume(), 8.0); // vertices may be in another order
/// # Ok::<(), io::Error>(())
/// ```
///
/// # Errors
/// The extension is not `.obj`.
pub fn encode_obj(name: impl AsRef<Path>, mesh: &Mesh) -> Result<Vec<u8>, Error> {
    encode(name.as_ref(), mesh, Memory)
}

/// Writes a mesh to a temporary file beside `path`, which [`Staged::commit`](super::Staged::commit) moves there; to stdout, if it is `-`.
///
/// # Errors
/// The extension is not `.obj`, or the file cannot be written.
#[cfg(not(target_family = "wasm"))]
pub fn prepare_obj(path: &Path, mesh: &Mesh) -> Result<super::Staged, Error> {
    encode(path, mesh, super::sink::Beside)
}

/// Checks whether [`prepare_obj`] can write to `path`: the extension is `.obj`, and the directory takes new files.
///
/// # Errors
/// The extension is not `.obj`, or the directory takes no new files.
#[cfg(not(target_family = "wasm"))]
pub fn check_obj_output(path: &Path) -> Result<(), Error> {
    check_extension(path)?;
    super::check_place(path)
}

fn encode<S: Sink>(path: &Path, mesh: &Mesh, sink: S) -> Result<S::Filled, Error> {
    check_extension(path)?;
    sink.fill(path, |file| {
        mesh.positions.iter().try_for_each(|[x, y, z]| writeln!(file, "v {x} {y} {z}"))?;
        // OBJ numbers vertices from 1.
        mesh.triangles.iter().try_for_each(|[a, b, c]| writeln!(file, "f {} {} {}", a + 1, b + 1, c + 1))
    })
}

/// Returns an error if a name is neither that of an `.obj` file nor `-`.
pub(super) fn check_extension(path: &Path) -> Result<(), Error> {
    match path.extension() {
        _ if path == Path::new("-") => Ok(()),
        Some(extension) if extension.eq_ignore_ascii_case("obj") => Ok(()),
        found => {
            let found = found.map(|extension| extension.to_string_lossy().to_ascii_lowercase());
            Err(Error::MeshExtension { path: path.into(), found })
        }
    }
}
