//! Collision of two meshes: finds the triangles that have a point in common, with trees of oriented bounding boxes.
//!
//! Horn, *Stream Reduction Operations for GPGPU Applications* (GPU Gems 2, ch. 36, section 36.2). Each mesh has a [tree](ObbTree)
//! of boxes down to single triangles, after Gottschalk, Lin and Manocha (1996), which the CPU builds once. A [`Pose`] rotates and
//! moves the second mesh. The device traverses both trees together, breadth first. It has a stream of candidates, which are pairs
//! of one box from each tree. At first, it contains only the pair of roots. A level
//!
//! 1. **tests** each pair with 15 separating axes, in a pass that writes null (infinity) for pairs that do not overlap,
//! 2. **filters** the null records out, with any [`Filter`],
//! 3. **splits** each remaining pair into two, with the left and with the right child of the larger box. If one box is a leaf, the
//!    other is split.
//!
//! The two pairs that come from one pair share a box, and their other boxes are neighbours in memory. They are stored as one record
//! until they are tested, and are tested together. The shared box is fetched once, and only a quarter of the data is written,
//! compared with a list of pairs.
//!
//! Pairs of two leaves stay in the test results of their levels. When no candidates are left, the pairs of all levels are gathered
//! and filtered together. A last pass tests their triangles, and a last filter keeps those that intersect.
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
//! (and 4 more while they are gathered), and 160 for each triangle. A pose takes 96 more for each triangle, and 48 more for each
//! triangle of the second mesh. A mesh of n triangles has 2n - 1 boxes. The number of overlapping pairs of boxes depends on the
//! position of the meshes; a level with more pairs than the [limit](Collide::with_limit) is an error. A test writes one number for
//! each pair, its position, so that filters move only that number.
//!
//! # Exactness
//!
//! Vertices are rounded to a grid. Its [step](Collide::step) is a power of two, between 3 and 6 millionths of the sum of the
//! meshes' radii (half the diagonals of their bounds). Posed vertices are rounded to the same grid, so that all coordinates are
//! integers. The entries of the rotation are rounded to 2^-20. Altogether, a posed vertex is less than 3 steps from its exact
//! position, and a vertex of the first mesh at most half a step. There is no rounding at all if the coordinates of the meshes are
//! multiples of the step, and the pose is a quarter turn with a translation by multiples of the step.
//!
//! For the rounded vertices, **the result is exact, and the same on every device**: all pairs of triangles that have a point in
//! common, and no others. Triangles that touch in a corner or along an edge are included, and so are triangles that overlap in one
//! plane. The triangle test has no rounding. It compares intervals on the line where the two planes intersect (Moller 1997) by the
//! signs of determinants (Guigue and Devillers 2003). Numbers are split into halves of 11 bits, so that all products and sums are
//! integers below 2^24, in any order, fused or not. The box test does round. It reports boxes up to 48 steps apart as overlapping,
//! which is more than its rounding errors, so that it never drops a pair of boxes that overlap.
//!
//! A triangle without area intersects nothing. This includes triangles that lose their area by rounding or in the pose.
//!
//! The device must represent integers up to 2^24 exactly, and must be able to run a [`Filter`]. Suitable are OpenGL 3.3, ES 3.0 and
//! 2.1, the chips from NV30 on, and R520. On an R300 or R420, which have floats of 24 bits, [`Collide::new`] returns an error with
//! both numbers.
//!
//! ```
//! use brooklet::{Device, Mesh, applications::collide::{Collide, Pose}};
//! let device = Device::headless()?;
//! // Cubes from -1 to 1, with two triangles on each side.
//! let collide = Collide::new(&device, &Mesh::cube(), &Mesh::cube())?;
//! let apart = collide.run(&Pose::translated([2.5, 0.0, 0.0]))?;
//! assert!(apart.pairs.is_empty());
//! let touching = collide.run(&Pose::translated([2.0, 2.0, 2.0]))?; // a corner touches a corner
//! assert!(touching.pairs.len() >= 9);
//! let turned = collide.run(&Pose::around([0.0, 0.0, 1.0], 45.0, [2.0, 0.0, 0.0])?)?; // an edge goes through a side
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

/// The triangle test needs exact integers up to this number.
const EXACT: u32 = 1 << 24;

/// Two meshes and their trees on a device, which can be collided in any pose. Clones share the data.
#[derive(Clone)]
pub struct Collide {
    device: Device,
    grid: Grid,
    models: Rc<Models>,
    filter: Option<Filter>,
    limit: usize,
}

/// The statistics of a level of a traversal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its number, from 0.
    pub level: usize,
    /// The number of pairs of boxes that were tested.
    pub candidates: usize,
    /// The number of these pairs that overlap and are split.
    pub nodes: usize,
    /// The number of passes.
    pub passes: usize,
}

/// The contacts of two meshes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contacts {
    /// The pairs of triangles that have a point in common, sorted. A pair has the index of the first mesh's triangle, then that of
    /// the second's.
    pub pairs: Vec<[u32; 2]>,
    /// The levels of the traversal.
    pub levels: Vec<Level>,
    /// The number of pairs of triangles that were tested: those whose boxes overlap.
    pub tested: usize,
    /// The number of passes that gather these pairs, test them, and filter those that intersect.
    pub passes: usize,
}

impl Collide {
    /// Builds the trees on the CPU, and uploads them and the meshes.
    ///
    /// # Errors
    /// [`CollideError::Mesh`], for a mesh without triangles, a vertex index out of range, or a position that is not finite;
    /// [`CollideError::Triangles`], for more triangles than the device's floats can count exactly; [`CollideError::Inexact`], if
    /// the device's floats are too short.
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

    /// Selects a filter, instead of the one that [`compact`](crate::primitives::compact) chooses.
    pub fn with_filter(self, method: Filter) -> Collide {
        Collide { filter: Some(method), ..self }
    }

    /// Sets the maximum number of pairs of a level. The default is the maximum size of a stream.
    pub fn with_limit(self, pairs: usize) -> Collide {
        Collide { limit: self.limit.min(pairs), ..self }
    }

    /// Poses the second mesh and starts a traversal at the roots. This takes two passes.
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
    /// The same as for [`start`](Collide::start), [`Traversal::level`] and [`Traversal::gather`].
    pub fn run(&self, pose: &Pose) -> Result<Contacts, Error> {
        let mut traversal = self.start(pose)?;
        while traversal.level()?.is_some() {}
        traversal.contacts()
    }

    /// Returns the device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the trees of the first and the second mesh. Coordinates are in steps of the grid, relative to the middle of the
    /// mesh.
    pub fn trees(&self) -> [&ObbTree; 2] {
        [&self.models.meshes[0].tree, &self.models.meshes[1].tree]
    }

    /// Returns the vertices of the first mesh, three for each triangle, in steps of the grid from the origin.
    pub fn vertices(&self) -> &Stream<[f32; 3]> {
        &self.models.meshes[0].vertices
    }

    /// Returns the step of the grid, which is a power of two.
    pub fn step(&self) -> f64 {
        self.grid.step
    }

    /// Returns the origin of the grid, which is near the middle of the first mesh.
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
