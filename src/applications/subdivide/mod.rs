//! Adaptive subdivision: smooths a closed triangle mesh by Loop's scheme, on the device. Each triangle is processed separately, and
//! a criterion decides where it is split. Horn, GPU Gems 2 ch. 36, section 36.2.
//!
//! A level splits a triangle into four. It puts a new vertex on each edge: 3/8 of each end plus 1/8 of each of the two vertices
//! across. It moves each old vertex to 1 - n β of itself plus β of each of its n neighbours, where β = (5/8 - (3/8 +
//! cos(2π/n)/4)²)/n, which is 1/16 for six neighbours (Loop 1987).
//!
//! # Triangles that need no neighbour
//!
//! An indexed mesh would have to be updated whenever parts of it are split. Instead, each triangle has a record of 12 texels: its
//! corners and the nine vertices around them. The triangle and all its descendants can be computed from this record. The price is
//! that a vertex is computed by six triangles, and an edge by two. Their results must agree to the last bit, otherwise there are
//! cracks:
//!
//! - The terms of a sum are sorted first, for each coordinate separately: the two ends of an edge, or the six neighbours of a
//!   vertex. All triangles then compute the same expression of the same numbers in the same order.
//! - Each fragment computes a single point, so the kernel contains the expression only once. If a compiler fuses or reorders
//!   operations, it does so for all points. A kernel that wrote all points of a triangle would contain many copies of the
//!   expression.
//! - Whether an edge is complete is decided in the same way: one fragment for each edge, with its ends and wings (the two vertices
//!   across) in the order of their coordinates.
//!
//! In the chapter, a corner has at most six neighbours. Here it may have any number. A vertex whose number of neighbours is not six
//! is a *fan*, and the ring of its neighbours is in a separate stream. The fan of the next level is computed from the centre and
//! the ring alone, without any triangle. A triangle at a fan only looks up points of the fan: the new position of the centre, and
//! the two neighbours that its record cannot have. The number of fans does not grow, so they cost very little.
//!
//! # Passes
//!
//! | pass | fragments for each triangle | fetches of each fragment | result |
//! |---|---|---|---|
//! | `edge_points` (Brook) | 15 | 6 | the points on its edges and on the spokes of its corners |
//! | `vertex_points` (Brook) | 3 | 9 | the new positions of its corners |
//! | `subdivide_criterion` | 27 | 4 to 11 | which edges of its children are complete |
//! | `subdivide_status` | 4 | 21 | the flags of each child, as in the chapter |
//! | `subdivide_count`, a scan | 4 | | running counts of complete triangles, of others, and of slivers; one texel is read back |
//! | `subdivide_find` | 1 for each in a list | ⌈log2 n⌉ | the filter's search: the child that belongs to each entry of a list |
//! | `chosen_children` | 3 or 12 | 4 | the corners of complete triangles and of slivers; the records of the others |
//!
//! Without a criterion, a level takes three passes, with `all_children` instead of the filter, and nothing is read back. Fans take
//! three more passes. With a criterion, they take one more pass, and a map for their flags. Memory, in texels of 16 bytes: 31 for
//! the record and the points of each triangle that is split; with a criterion, 20 more while it is evaluated for the children; 12
//! for each child that is to be split in turn; and 3 for each complete triangle.
//!
//! # Complete triangles, and slivers
//!
//! An edge is complete if the [`Criterion`] says so, or if it lies on a complete edge. A triangle with three complete edges is
//! complete: it is filtered out, and is ready to be drawn. A vertex of a complete edge does not move any more, because complete
//! triangles cannot change. If the neighbour of a complete triangle is split, it puts a vertex on their common edge, which the
//! complete triangle does not have. A *sliver*, a triangle between that vertex and the edge, fills the gap. If a half of the edge
//! is split again, it gets another sliver. In this way each edge of the result has two triangles.
//!
//! # Exactness
//!
//! For meshes of size 1, results are within 10⁻⁵ of double precision over several levels (a few roundings of 2⁻²⁴ in each level).
//! The surface is closed to the last bit. Counts are exact. A level has at most 2^24 triangles, or fewer if textures are small;
//! exceeding this is an error that gives both numbers.
//!
//! # What it takes
//!
//! The mesh must be a closed surface: each edge has two triangles with consistent orientation, and the triangles around a vertex
//! form one fan of at least three. Otherwise an error names the first edge, triangle or vertex that is wrong. A mesh without
//! triangles is an error, and so is a triangle that has a vertex twice. A triangle whose vertices lie on a line is allowed, and
//! split like the others. Different vertices at the same position are not merged; use [`Mesh::welded`] for this.
//!
//! ```
//! use brooklet::applications::subdivide::{Criterion, Subdivision};
//! use brooklet::{Device, Mesh};
//! let device = Device::headless()?;
//! let mut smooth = Subdivision::new(&device, &Mesh::icosahedron(), &Criterion::Uniform, 2)?;
//! smooth.run(|_| {})?;
//! assert_eq!(smooth.mesh()?.triangles.len(), 320);
//!
//! // Split only the upper half.
//! let below = Criterion::Edge("max(a.z, b.z) < 0".to_owned());
//! let mut half = Subdivision::new(&device, &Mesh::icosahedron(), &below, 2)?;
//! half.run(|level| println!("{level:?}"))?;
//! let mesh = half.mesh()?;
//! assert!(mesh.triangles.len() < 320);
//! mesh.edges().check_closed()?;
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod connect;
mod criterion;
mod error;
mod fans;
mod filter;
mod grid;
mod program;
mod tables;

pub use criterion::Criterion;
pub use error::SubdivideError;

use connect::connect;
use criterion::Judge;
use fans::Fans;
use filter::{Counted, Of};
use grid::Grid;
use program::{Points, Program};
use tables::PLACES;

use std::rc::Rc;

use super::Error;
use crate::machine::{Device, Stream};
use crate::mesh::Mesh;

/// The maximum number of levels. Floats cannot count more than 4^12 triangles.
pub const MAX_LEVELS: u32 = 12;

/// A mesh that is being subdivided, level by level.
pub struct Subdivision {
    device: Device,
    program: Rc<Program>,
    judge: Option<Judge>,
    levels: u32,
    level: u32,
    fans: Fans,
    state: State,
    drawn: Vec<Drawn>,
}

/// The remaining work.
enum State {
    /// The triangles of the mesh, to which the criterion has not been applied yet.
    New(Points),
    /// Triangles that are to be split.
    Records(Records),
    /// Nothing is left.
    Done,
}

/// Triangles that are to be split, with all their data.
struct Records {
    /// The records: [`PLACES`] planes.
    record: Stream<[f32; 4]>,
    flags: Rc<Stream<[f32; 4]>>,
    grid: Grid,
    /// The list of slivers to make when these triangles are split.
    slivers: Option<(Stream<[f32; 4]>, Grid)>,
}

/// Complete triangles on the device.
pub struct Drawn {
    /// The level at which they were completed. For slivers, the level of the triangles beside them.
    pub level: u32,
    /// Whether they are slivers, between a complete triangle and the halves of its neighbour's edge.
    pub slivers: bool,
    /// The number of triangles.
    pub count: usize,
    /// Their corners as x, y and z, in three planes that are stacked vertically and have `rows` rows each. Triangle t is element t
    /// of each plane.
    pub corners: Stream<[f32; 4]>,
    /// The number of rows of a plane.
    pub rows: usize,
}

/// The result of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The number of the level. Level 0 is the mesh itself.
    pub level: u32,
    /// The number of triangles of the level.
    pub triangles: usize,
    /// The number of complete triangles, which were filtered out.
    pub completed: usize,
    /// The number of triangles that the next step splits.
    pub continued: usize,
    /// The number of slivers that the next step makes beside the triangles that it splits.
    pub slivers: usize,
}

impl Subdivision {
    /// Prepares the subdivision of a closed mesh. The CPU only finds the neighbours of its triangles.
    ///
    /// # Errors
    /// A mesh that is not a closed surface; a criterion with invalid numbers; any error of the device.
    pub fn new(device: &Device, mesh: &Mesh, criterion: &Criterion, levels: u32) -> Result<Subdivision, Error> {
        Subdivision::with(device, Rc::new(Program::new(device)?), mesh, criterion, levels)
    }

    /// Prepares another subdivision with the same compiled kernels, for example of another mesh or for another camera.
    ///
    /// # Errors
    /// The same as for [`new`](Subdivision::new).
    pub fn restarted(&self, mesh: &Mesh, criterion: &Criterion, levels: u32) -> Result<Subdivision, Error> {
        Subdivision::with(&self.device, self.program.clone(), mesh, criterion, levels)
    }

    fn with(
        device: &Device,
        program: Rc<Program>,
        mesh: &Mesh,
        criterion: &Criterion,
        levels: u32,
    ) -> Result<Subdivision, Error> {
        if levels > MAX_LEVELS {
            return Err(SubdivideError::Levels { levels, max: MAX_LEVELS }.into());
        }
        let connected = connect(mesh)?;
        let judge = Judge::new(device, criterion, mesh)?;
        let grid = Grid::of(device, 0, mesh.triangles.len())?;
        let edges = grid.upload(device, PLACES, |place, at| {
            let [x, y, z] = mesh.positions[connected.records[at][place] as usize];
            let slot = if place < 3 { connected.slots[at][place] as f32 } else { 0.0 };
            // Adding 0 turns -0 into 0.
            [x + 0.0, y + 0.0, z + 0.0, slot]
        })?;
        let flags = Rc::new(device.upload_shaped([1, 1], &[[0.0; 4]])?);
        Ok(Subdivision {
            program,
            judge,
            levels,
            level: 0,
            fans: Fans::new(device, mesh, &connected)?,
            state: State::New(Points { edges, vertices: None, flags, grid }),
            drawn: Vec::new(),
            device: device.clone(),
        })
    }

    /// Computes the next level: splits the triangles that were not complete, and filters out their complete children. The first
    /// step only filters the triangles of the mesh. Returns `None` if all triangles are complete.
    ///
    /// # Errors
    /// More triangles than the device has room for: the error has both numbers; any error of the device. After an error, there are
    /// no further steps.
    pub fn step(&mut self) -> Result<Option<Level>, Error> {
        let (level, state) = match std::mem::replace(&mut self.state, State::Done) {
            State::Done => return Ok(None),
            State::New(points) => self.filter(&points)?,
            State::Records(records) => {
                self.level += 1;
                let points = self.split(&records)?;
                drop(records);
                self.filter(&points)?
            }
        };
        self.state = state;
        Ok(Some(level))
    }

    /// Repeats the work of the next step without advancing, for benchmarks. The mesh must not have fans.
    #[cfg(feature = "compare")]
    pub(crate) fn again(&mut self) -> Result<(), Error> {
        let (drawn, level) = (self.drawn.len(), self.level);
        let state = std::mem::replace(&mut self.state, State::Done);
        if let State::Records(records) = &state {
            self.level += 1;
            let points = self.split(records)?;
            self.filter(&points)?;
        }
        self.drawn.truncate(drawn);
        (self.state, self.level) = (state, level);
        Ok(())
    }

    /// Computes the points of the triangles' children, and makes the slivers beside them.
    fn split(&mut self, records: &Records) -> Result<Points, Error> {
        let Records { record, flags, grid, slivers } = records;
        self.fans.split(&self.device, &self.program)?;
        let points = self.program.split(&self.device, record, flags.clone(), *grid, self.fans.slots())?;
        if let Some((list, grid)) = slivers {
            let corners = self.program.slivers(&self.device, &points, (list, grid))?;
            self.draw(corners, grid, true);
        }
        Ok(points)
    }

    /// Collects the complete triangles, and returns those that are to be split.
    fn filter(&mut self, points: &Points) -> Result<(Level, State), Error> {
        let (device, number) = (self.device.clone(), self.level);
        let triangles = points.grid.count * self.program.table(points).children;
        let mut level = Level { level: number, triangles, completed: 0, continued: triangles, slivers: 0 };
        if number == self.levels {
            let grid = Grid::of(&device, number, triangles)?;
            let corners = self.program.all(&device, points, &grid, 3)?;
            self.draw(corners, &grid, false);
            (level.completed, level.continued) = (triangles, 0);
            return Ok((level, State::Done));
        }
        let Some(judge) = &self.judge else {
            let grid = Grid::of(&device, number, triangles)?;
            let record = self.program.all(&device, points, &grid, PLACES)?;
            let records = Records { record, flags: points.flags.clone(), grid, slivers: None };
            return Ok((level, State::Records(records)));
        };
        self.fans.judge(&device, judge)?;
        let counted = Counted::new(&device, &self.program, points, judge)?;
        [level.completed, level.continued, level.slivers] = counted.counts;
        if level.completed > 0 {
            let grid = Grid::of(&device, number, level.completed)?;
            let list = counted.list(&device, Of::Complete, &grid)?;
            let corners = self.program.chosen(&device, points, (&list, &grid), 3)?;
            self.draw(corners, &grid, false);
        }
        if level.continued == 0 {
            return Ok((level, State::Done));
        }
        let grid = Grid::of(&device, number, level.continued)?;
        let list = counted.list(&device, Of::Continued, &grid)?;
        let record = self.program.chosen(&device, points, (&list, &grid), PLACES)?;
        let flags = self.program.flags(&device, (&counted.status, points.grid.rows), (&list, &grid))?;
        let mut slivers = None;
        if level.slivers > 0 {
            let own = Grid::of(&device, number, level.slivers)?;
            slivers = Some((counted.list(&device, Of::Slivers(grid), &own)?, own));
        }
        Ok((level, State::Records(Records { record, flags: Rc::new(flags), grid, slivers })))
    }

    /// Computes all levels, and calls `done` after each.
    pub fn run(&mut self, mut done: impl FnMut(Level)) -> Result<(), Error> {
        while let Some(level) = self.step()? {
            done(level);
        }
        Ok(())
    }

    fn draw(&mut self, corners: Stream<[f32; 4]>, grid: &Grid, slivers: bool) {
        self.drawn.push(Drawn { level: self.level, slivers, count: grid.count, corners, rows: grid.rows });
    }

    /// Returns the triangles that are still to be split, if any, and their number. The stream has their corners and the one-rings
    /// of these as x, y and z, in twelve planes with the same number of rows. Triangle t is element t of each plane. See [the
    /// module](self#triangles-that-need-no-neighbour).
    pub fn continued(&self) -> Option<(&Stream<[f32; 4]>, usize)> {
        match &self.state {
            State::Records(records) => Some((&records.record, records.grid.count)),
            _ => None,
        }
    }

    /// Returns the triangles that are complete so far.
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// Returns the mesh of all complete triangles. It is closed when no step is left.
    pub fn mesh(&self) -> Result<Mesh, Error> {
        let mut mesh = Mesh::default();
        for drawn in &self.drawn {
            let corners = drawn.corners.read()?;
            let plane = corners.len() / 3;
            for triangle in 0..drawn.count {
                let first = mesh.positions.len() as u32;
                for corner in 0..3 {
                    let [x, y, z, _] = corners[corner * plane + triangle];
                    mesh.positions.push([x, y, z]);
                }
                mesh.triangles.push([first, first + 1, first + 2]);
            }
        }
        Ok(mesh.welded())
    }
}
