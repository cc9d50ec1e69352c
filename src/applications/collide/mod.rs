//! Collision of two meshes by trees of oriented bounding boxes.

mod error;
mod grid;
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
use model::Model;

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
    models: Rc<[Model; 2]>,
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
    /// Those that overlap and are two leaves: pairs of triangles.
    pub leaves: usize,
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
    /// Pairs of triangles that were tested.
    pub tested: usize,
    /// Passes of the test of triangles and its filter.
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
        let limit = largest.saturating_mul(largest).min(EXACT as usize);
        for (mesh, name) in [(a, 'a'), (b, 'b')] {
            let triangles = mesh.triangles.len();
            if triangles > limit / 3 {
                return Err(CollideError::Triangles { mesh: name, triangles, limit: limit / 3 }.into());
            }
            let empty = if triangles == 0 { Err(crate::mesh::MeshError::Empty) } else { Ok(()) };
            empty.and_then(|()| mesh.check()).map_err(|fault| CollideError::Mesh { mesh: name, fault })?;
        }
        let grid = Grid::of(a, b);
        let models = Rc::new([Model::new(device, a, &grid)?, Model::new(device, b, &grid)?]);
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

    /// Poses the second mesh and begins at the roots: three passes.
    ///
    /// # Errors
    /// A pose that is no rigid motion.
    pub fn start(&self, pose: &Pose) -> Result<Traversal, Error> {
        pose.check()?;
        let [a, b] = &*self.models;
        let pose = pose.on(&self.grid, &a.snapped, &b.snapped);
        Traversal::new(self.clone(), b.posed(&self.device, &pose)?)
    }

    /// Finds all pairs of triangles that have a point in common.
    ///
    /// # Errors
    /// As [`start`](Collide::start) and [`Traversal::level`].
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
        [&self.models[0].tree, &self.models[1].tree]
    }

    /// The vertices of the first mesh, three a triangle, in steps of the grid from the origin.
    pub fn vertices(&self) -> &Stream<[f32; 3]> {
        &self.models[0].vertices
    }

    /// A step of the grid: a power of two.
    pub fn step(&self) -> f64 {
        self.grid.step
    }

    /// The origin of the grid, near the middle of the first mesh.
    pub fn origin(&self) -> [f64; 3] {
        self.models[0].snapped.origin
    }

    /// Whether one of the trees has no box.
    fn is_empty(&self) -> bool {
        self.trees().iter().any(|tree| tree.nodes().is_empty())
    }

    fn models(&self) -> &[Model; 2] {
        &self.models
    }

    fn filter(&self) -> Option<Filter> {
        self.filter
    }

    fn limit(&self) -> usize {
        self.limit
    }
}
