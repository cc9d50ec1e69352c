//! Collision of two meshes by trees of oriented bounding boxes: which of their triangles have a point in common.
//!
//! Horn, *Stream Reduction Operations for GPGPU Applications* (GPU Gems 2, ch. 36, section 36.2). Both meshes have a [tree](ObbTree) of
//! boxes down to single triangles, after Gottschalk, Lin and Manocha (1996), built once on the CPU; a [`Pose`] turns and moves the
//! second mesh. The device walks the trees in unison, breadth first. A stream of candidates, pairs of a box of each, begins with the
//! roots; a level
//!
//! 1. **tests** each pair by 15 separating axes, in a pass that makes null (infinity) what does not overlap,
//! 2. **filters** the null records out, by a [`Filter`] of choice,
//! 3. **splits** what is left: each pair becomes two, with the left and with the right child of the larger box, of the one that is no
//!    leaf where the other is.
//!
//! The two pairs that come of one have a box in common, and their other boxes are neighbours in memory. So they stay one record until
//! they are tested, and are tested together: the box in common is fetched once, and what is written is a quarter of two lists of pairs.
//!
//! Pairs of two leaves wait in the tests of their levels. When no candidates are left, those of all levels are gathered and filtered
//! at once; a last pass tests their triangles, and a last filter keeps those that meet.
//!
//! | | passes | read back |
//! |---|---|---|
//! | [`Collide::start`] | 2: vertices and boxes | nothing |
//! | [`Traversal::level`] | test, filter, split | a count |
//! | [`Traversal::gather`] | 1 for each level where leaves can meet, filter, 1 for each eight of these levels | a count |
//! | [`Traversal::touching`] | triangles, filter | a count |
//!
//! There are at most as many levels as both trees have below their roots, and one more. Work is the number of candidates; memory
//! about 20 bytes for each of a level, 8 for each of all levels where leaves can meet and 4 more while they are gathered, and 160 a
//! triangle; 96 more a triangle in a pose, and 48 of the second mesh. Two meshes of n triangles have 2n - 1 boxes each; how many pairs
//! of them overlap depends on how the meshes lie, and a level of more than a [limit](Collide::with_limit) is an error. A test writes
//! one number a pair, its position, so that filters move no more than that.
//!
//! # Exactness
//!
//! Vertices are rounded to a grid, whose [step](Collide::step) is a power of two and between 3 and 6 millionths of the sum of the meshes'
//! radii (half the diagonals of their bounds), and so are the vertices in their pose: all whole numbers. The entries of the rotation are
//! rounded to 2^-20; together a posed vertex is less than 3 steps from where it belongs, and a vertex of the first mesh half a step.
//! Meshes whose coordinates are multiples of the step, in poses of quarter turns and multiples of the step, are not rounded at all.
//!
//! From there on **the result is exact, and the same on every device**: all pairs of triangles that have a point in common, those that
//! touch in a corner or along an edge and those in one plane among them, and no others. The triangle test has no rounding. It compares
//! intervals on the line of two planes (Moller 1997) by the signs of determinants (Guigue and Devillers 2003); numbers are cut into
//! halves of 11 bits, so that all products and sums, in whatever order and fused or not, are whole and below 2^24. The test of boxes
//! rounds, and takes boxes that are up to 48 steps apart for overlapping, more than its roundings come to: it never drops a pair that
//! meets.
//!
//! Triangles without area, as they are rounded before or in the pose, meet nothing.
//!
//! It runs where whole numbers are exact to 2^24 and a [`Filter`] runs: OpenGL 3.3, ES 3.0 and 2.1, the chips from NV30 on and R520; an
//! R300 or R420 (floats of 24 bits) is refused with both numbers.
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

/// Whole numbers that the triangle test needs.
const EXACT: u32 = 1 << 24;

/// Two meshes and their trees on a device, to be collided in any pose. Clones share them.
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
    /// Pairs of boxes that were tested.
    pub candidates: usize,
    /// Those that overlap and are split.
    pub nodes: usize,
    /// Passes drawn.
    pub passes: usize,
}

/// What two meshes have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contacts {
    /// The triangles that have a point in common: of the first mesh, of the second; sorted.
    pub pairs: Vec<[u32; 2]>,
    /// The levels of the traversal.
    pub levels: Vec<Level>,
    /// Pairs of triangles that were tested: the leaves of all levels whose boxes overlap.
    pub tested: usize,
    /// Passes that gather these, test them and filter what meets.
    pub passes: usize,
}

impl Collide {
    /// Builds the trees, on the CPU, and uploads them and the meshes.
    ///
    /// # Errors
    /// [`CollideError::Mesh`], for a mesh of no triangle, a vertex that there is not, or a position that is no finite number;
    /// [`CollideError::Triangles`], for more triangles than positions tell apart; [`CollideError::Inexact`], for floats of less
    /// than 24 bits.
    pub fn new(device: &Device, a: &Mesh, b: &Mesh) -> Result<Collide, Error> {
        let exact = device.features().exact_integer;
        if exact < EXACT {
            let device = device.info().interface();
            return Err(CollideError::Inexact { needed: EXACT, available: exact, device }.into());
        }
        let largest = device.limits().texture;
        let texels = largest.saturating_mul(largest);
        let limit = texels.min(EXACT as usize);
        // Of a mesh of n triangles come less than 2n boxes; those of both lie in one stream. Without integers, places are floats.
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

    /// Filters by this method, in the place of the one that [`compact`](crate::primitives::compact) takes.
    pub fn with_filter(self, method: Filter) -> Collide {
        Collide { filter: Some(method), ..self }
    }

    /// Refuses more pairs at a time than this, in the place of as many as a stream holds.
    pub fn with_limit(self, pairs: usize) -> Collide {
        Collide { limit: self.limit.min(pairs), ..self }
    }

    /// Poses the second mesh and begins at the roots: two passes.
    ///
    /// # Errors
    /// A pose that is no rigid motion.
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

    /// The trees of the first and the second mesh, in steps of the grid around the middle of each.
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
