//! Collision of two meshes by trees of oriented bounding boxes: which of their triangles have a point in common.
//!
//! Horn, *Stream Reduction Operations for GPGPU Applications* (GPU Gems 2, ch. 36, section 36.2). Each mesh has a [tree](ObbTree)
//! of boxes down to single triangles, after Gottschalk, Lin and Manocha (1996), built once on the CPU; a [`Pose`] turns and moves
//! the second mesh. The device walks both trees together, breadth first. It keeps a stream of candidates: pairs of a box of each
//! tree. The stream begins with the pair of roots. A level
//!
//! 1. **tests** each pair by 15 separating axes, in a pass that writes null (infinity) for pairs that do not overlap,
//! 2. **filters** the null records out, by a [`Filter`] of choice,
//! 3. **splits** the remaining pairs: each becomes two, with the left and with the right child of the larger box, or of the box
//!    that is not a leaf if the other is.
//!
//! The two pairs that come from one pair share a box, and their other boxes are neighbours in memory. So they stay one record until
//! they are tested, and are tested together: the shared box is fetched once, and a quarter as much is written as for two lists of
//! pairs.
//!
//! Pairs of two leaves stay in the test results of their levels. When no candidates are left, the pairs of all levels are gathered
//! and filtered at once; a last pass tests their triangles, and a last filter keeps the triangles that meet.
//!
//! | | passes | read back |
//! |---|---|---|
//! | [`Collide::start`] | 2: vertices and boxes | nothing |
//! | [`Traversal::level`] | test, filter, split | a count |
//! | [`Traversal::gather`] | 1 for each level where leaves can meet, filter, 1 for each eight of these levels | a count |
//! | [`Traversal::touching`] | triangles, filter | a count |
//!
//! The number of levels is at most the number of levels below the roots of both trees, plus one. Work is proportional to the number
//! of candidates. Memory is about 20 bytes for each candidate of a level, 8 for each candidate of all levels where leaves can meet
//! and 4 more while they are gathered, and 160 a triangle; a pose takes 96 more a triangle, and 48 more for each triangle of the
//! second mesh. Two meshes of n triangles have 2n - 1 boxes each. How many pairs of boxes overlap depends on how the meshes lie; a
//! level with more pairs than the [limit](Collide::with_limit) is an error. A test writes one number a pair, its position, so that
//! filters move only that number.
//!
//! # Exactness
//!
//! Vertices are rounded to a grid. Its [step](Collide::step) is a power of two, between 3 and 6 millionths of the sum of the
//! meshes' radii (half the diagonals of their bounds). Posed vertices are rounded to the same grid, so that all coordinates are
//! whole numbers. The entries of the rotation are rounded to 2^-20. Altogether a posed vertex is less than 3 steps from its exact
//! place, and a vertex of the first mesh at most half a step. Meshes whose coordinates are multiples of the step, in poses of
//! quarter turns and multiples of the step, are not rounded at all.
//!
//! From there on **the result is exact, and the same on every device**: all pairs of triangles that have a point in common, and no
//! others. Triangles that touch in a corner or along an edge count, and so do triangles that overlap in one plane. The triangle
//! test has no rounding. It compares intervals on the line where the two planes meet (Moller 1997) by the signs of determinants
//! (Guigue and Devillers 2003). Numbers are cut into halves of 11 bits, so that all products and sums are whole and below 2^24, in
//! any order, fused or not. The box test does round. It reports boxes up to 48 steps apart as overlapping, which is more than its
//! rounding errors: it never drops a pair that meets.
//!
//! Triangles that have no area, before or after rounding or in the pose, meet nothing.
//!
//! It needs whole numbers exact to 2^24 and a device that runs a [`Filter`]: OpenGL 3.3, ES 3.0 and 2.1, the chips from NV30 on and
//! R520. An R300 or R420 (floats of 24 bits) is refused with an error that says both numbers.
//!
//! ```
//! use brooklet::{Device, Mesh, applications::collide::{Collide, Pose}};
//! let device = Device::headless()?;
//! // Cubes from -1 to 1, of two triangles a side.
//! let collide = Collide::new(&device, &Mesh::cube(), &Mesh::cube())?;
//! let apart = collide.run(&Pose::translated([2.5, 0.0, 0.0]))?;
//! assert!(apart.pairs.is_empty());
//! let touching = collide.run(&Pose::translated([2.0, 2.0, 2.0]))?; // corner at corner
//! assert!(touching.pairs.len() >= 9);
//! let turned = collide.run(&Pose::around([0.0, 0.0, 1.0], 45.0, [2.0, 0.0, 0.0])?)?; // an edge through a side
//! for level in &turned.levels {
//!     println!("{}: {} of {} pairs are split", level.level, level.nodes, level.candidates);
//! }
//! assert!(!turned.pairs.is_empty());
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod candidates;
mod error;
mod grid;
mod leaves;
mod model;
mod pose;
mod quaternion;
mod traversal;
mod tree;

use std::rc::Rc;

use crate::machine::{Device, Stream};
use crate::mesh::Mesh;
use crate::primitives::Filter;

use super::Error;
use grid::Grid;
use model::{BOX, Models};

pub use candidates::Candidates;
pub use error::CollideError;
pub use pose::Pose;
pub use traversal::Traversal;
#[cfg(feature = "compare")]
pub(crate) use traversal::{MARGIN, Next};
pub use tree::{ObbContent, ObbNode, ObbTree};

/// The triangle test needs whole numbers up to this.
const EXACT: u32 = 1 << 24;

/// Two meshes and their trees on a device, to be collided in any pose. Clones share the data.
#[derive(Clone)]
pub struct Collide {
    device: Device,
    grid: Grid,
    models: Rc<Models>,
    filter: Option<Filter>,
    limit: usize,
}

/// What a level of a traversal did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its number, from 0.
    pub level: usize,
    /// Pairs of boxes that overlap and are split.
    pub candidates: usize,
    /// Those that overlap and are split.
    pub nodes: usize,
    /// Passes drawn.
    pub passes: usize,
}

/// What two meshes have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contacts {
    /// The pairs of triangles that have a point in common: the first mesh's triangle, then the second's; sorted.
    pub pairs: Vec<[u32; 2]>,
    /// The levels of the traversal.
    pub levels: Vec<Level>,
    /// Pairs of triangles that were tested: the leaves of all levels whose boxes overlap.
    pub tested: usize,
    /// Passes that gather these pairs, test them and filter the ones that meet.
    pub passes: usize,
}

impl Collide {
    /// Builds the trees on the CPU, and uploads them and the meshes.
    ///
    /// # Errors
    /// [`CollideError::Mesh`], for a mesh without triangles, a vertex index out of range, or a position that is not finite;
    /// [`CollideError::Triangles`], for more triangles than the device's floats can number; [`CollideError::Inexact`], for floats
    /// of less than 24 bits.
    pub fn new(device: &Device, a: &Mesh, b: &Mesh) -> Result<Collide, Error> {
        let exact = device.features().exact_integer;
        if exact < EXACT {
            let device = device.info().interface();
            return Err(CollideError::Inexact { needed: EXACT, available: exact, device }.into());
        }
        let largest = device.limits().texture;
        let texels = largest.saturating_mul(largest);
        let limit = texels.min(EXACT as usize);
        // A mesh of n triangles has fewer than 2n boxes; the boxes of both meshes share one stream. Without integers, indices are
        // floats.
        let boxes = if device.features().integers { texels } else { limit };
        let room = (limit / 3).min(boxes / (4 * BOX));
        for (mesh, name) in [(a, 'a'), (b, 'b')] {
            let triangles = mesh.triangles.len();
            if triangles > room {
                return Err(CollideError::Triangles { mesh: name, triangles, limit: room }.into());
            }
            let empty = if triangles == 0 { Err(crate::mesh::MeshError::Empty) } else { Ok(()) };
            empty.and_then(|()| mesh.check()).map_err(|fault| CollideError::Mesh { mesh: name, fault })?;
        }
        let grid = Grid::of(a, b);
        let models = Rc::new(Models::new(device, [a, b], &grid)?);
        Ok(Collide { device: device.clone(), grid, models, filter: None, limit })
    }

    /// Uses this filter instead of the one that [`compact`](crate::primitives::compact) chooses.
    pub fn with_filter(self, method: Filter) -> Collide {
        Collide { filter: Some(method), ..self }
    }

    /// Limits the pairs at a time to this number. The default limit is the size of a stream.
    pub fn with_limit(self, pairs: usize) -> Collide {
        Collide { limit: self.limit.min(pairs), ..self }
    }

    /// Poses the second mesh and starts a traversal at the roots: two passes.
    ///
    /// # Errors
    /// A pose that is not a rigid motion.
    pub fn start(&self, pose: &Pose) -> Result<Traversal, Error> {
        pose.check()?;
        let [a, b] = &self.models.meshes;
        let pose = pose.on(&self.grid, &a.snapped, &b.snapped);
        Traversal::new(self.clone(), self.models.posed(&self.device, &pose)?)
    }

    /// Finds all pairs of triangles that have a point in common.
    ///
    /// # Errors
    /// As [`start`](Collide::start), [`Traversal::level`] and [`Traversal::gather`].
    pub fn run(&self, pose: &Pose) -> Result<Contacts, Error> {
        let mut traversal = self.start(pose)?;
        while traversal.level()?.is_some() {}
        traversal.contacts()
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The trees of the first and the second mesh, each in steps of the grid around the middle of its mesh.
    pub fn trees(&self) -> [&ObbTree; 2] {
        [&self.models.meshes[0].tree, &self.models.meshes[1].tree]
    }

    /// The vertices of the first mesh, three a triangle, in steps of the grid from the origin.
    pub fn vertices(&self) -> &Stream<[f32; 3]> {
        &self.models.meshes[0].vertices
    }

    /// A step of the grid: a power of two.
    pub fn step(&self) -> f64 {
        self.grid.step
    }

    /// The origin of the grid, near the middle of the first mesh.
    pub fn origin(&self) -> [f64; 3] {
        self.models.meshes[0].snapped.origin
    }

    fn models(&self) -> &Models {
        &self.models
    }

    fn filter(&self) -> Option<Filter> {
        self.filter
    }

    fn limit(&self) -> usize {
        self.limit
    }
}
