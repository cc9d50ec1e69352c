//! Connectivity: finds the neighbours in a mesh, and makes its records and fans.

use super::error::SubdivideError;
use super::tables::PLACES;
use crate::mesh::{Mesh, MeshError};

/// The maximum coordinate. With larger ones, a sum of seven might not be finite.
const MAX_COORDINATE: f32 = 1e36;

/// The connectivity of a closed mesh: each triangle with the one-rings of its corners.
pub(super) struct Connected {
    /// For each triangle, the vertex at each place of its record.
    pub records: Vec<[u32; PLACES]>,
    /// For each corner of each triangle, the slot (from 1) of the edge to the next corner in the corner's fan, or 0 if the corner
    /// has no fan.
    pub slots: Vec<[u32; 3]>,
    /// The fans: one for each vertex whose number of neighbours is not six.
    pub fans: Vec<Fan>,
}

/// A vertex and its neighbours, counterclockwise.
pub(super) struct Fan {
    pub vertex: u32,
    /// The index of its first slot. A fan has one slot for each neighbour.
    pub first: usize,
    pub ring: Vec<u32>,
}

/// Checks that a mesh can be subdivided, and finds the neighbours of all triangles.
pub(super) fn connect(mesh: &Mesh) -> Result<Connected, crate::applications::Error> {
    mesh.check()?;
    for (vertex, position) in mesh.positions.iter().enumerate() {
        if let Some(coordinate) = position.iter().find(|x| x.abs() > MAX_COORDINATE) {
            return Err(SubdivideError::TooFar { vertex, coordinate: *coordinate, max: MAX_COORDINATE }.into());
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
        // Collect the edges that leave this vertex, counterclockwise.
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

/// Returns the twin of each edge: the same edge of the neighbouring triangle. Edges are numbered by the corners at which they
/// start.
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
