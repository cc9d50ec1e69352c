//! Who is next to whom: the records and fans of a mesh.

use super::error::SubdivideError;
use super::tables::PLACES;
use crate::mesh::{Mesh, MeshError};

/// Coordinates beyond which a sum of seven might not be finite.
const MOST: f32 = 1e36;

/// A closed mesh, each triangle with the one-ring of its corners.
pub(super) struct Connected {
    /// For each triangle, the vertex at each place.
    pub records: Vec<[u32; PLACES]>,
    /// For each triangle, of each corner 0 or the slot of its fan, from 1, at which its edge to the next begins.
    pub slots: Vec<[u32; 3]>,
    /// The vertices that have not six neighbours.
    pub fans: Vec<Fan>,
}

/// A vertex and its neighbours, counterclockwise.
pub(super) struct Fan {
    pub vertex: u32,
    /// The first of its slots, from 0: one for each neighbour.
    pub first: usize,
    pub ring: Vec<u32>,
}

/// Checks a mesh, and finds all neighbours.
pub(super) fn connect(mesh: &Mesh) -> Result<Connected, crate::applications::Error> {
    mesh.check()?;
    for (vertex, position) in mesh.positions.iter().enumerate() {
        if let Some(coordinate) = position.iter().find(|x| x.abs() > MOST) {
            return Err(SubdivideError::TooFar { vertex, coordinate: *coordinate, max: MOST }.into());
        }
    }
    let twins = twins(mesh)?;
    let (mut slots, mut fans) = (vec![[0; 3]; mesh.triangles.len()], Vec::new());
    let mut seen = vec![false; twins.len()];
    let mut met = vec![0_usize; mesh.positions.len()];
    let mut count = 0;
    for half in 0..twins.len() {
        if seen[half] {
            continue;
        }
        // The edges out of this vertex, counterclockwise.
        let vertex = from(mesh, half);
        met[vertex as usize] += 1;
        let mut out = vec![half];
        loop {
            let following = twins[previous(out[out.len() - 1])];
            if following == half {
                break;
            }
            out.push(following);
        }
        out.iter().for_each(|half| seen[*half] = true);
        if out.len() < 3 {
            return Err(SubdivideError::Valence { vertex: vertex as usize, triangles: out.len() }.into());
        }
        if out.len() != 6 {
            for (number, half) in out.iter().enumerate() {
                slots[half / 3][half % 3] = (count + number + 1) as u32;
            }
            let ring = out.iter().map(|half| from(mesh, next(*half))).collect();
            fans.push(Fan { vertex, first: count, ring });
            count += out.len();
        }
    }
    if let Some(vertex) = met.iter().position(|fans| *fans > 1) {
        return Err(SubdivideError::Fans { vertex, fans: met[vertex] }.into());
    }
    let records = (0..mesh.triangles.len()).map(|triangle| {
        std::array::from_fn(|place| {
            let half = 3 * triangle + place % 3;
            let across = twins[half];
            let found = match place / 3 {
                0 => half,
                1 => previous(across),
                2 => previous(twins[next(across)]),
                _ => previous(twins[previous(twins[previous(half)])]),
            };
            from(mesh, found)
        })
    });
    Ok(Connected { records: records.collect(), slots, fans })
}

fn next(half: usize) -> usize {
    half - half % 3 + (half + 1) % 3
}

fn previous(half: usize) -> usize {
    half - half % 3 + (half + 2) % 3
}

fn from(mesh: &Mesh, half: usize) -> u32 {
    mesh.triangles[half / 3][half % 3]
}

/// For each corner, which is the edge from it to the next, the same edge of the other triangle.
fn twins(mesh: &Mesh) -> Result<Vec<usize>, MeshError> {
    let edges = mesh.edges();
    edges.check_closed()?;
    let mut twins = vec![0; 3 * mesh.triangles.len()];
    for (_, sides) in edges.iter() {
        let [a, b] = [0, 1].map(|k| 3 * sides[k].triangle + sides[k].corner);
        (twins[a], twins[b]) = (b, a);
    }
    Ok(twins)
}
