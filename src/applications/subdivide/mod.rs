//! Adaptive subdivision: a closed triangle mesh is made smooth after Loop, on the device, triangle by triangle, and only where a
//! criterion says so. Horn, GPU Gems 2 ch. 36, section 36.2.
//!
//! A level makes four triangles of one: a vertex on each edge, 3/8 of its ends and 1/8 of the vertices across; and each old vertex
//! moves to 1 - n β of itself and β of each of its n neighbours, where β = (5/8 - (3/8 + cos(2π/n)/4)²)/n, 1/16 for six (Loop 1987).
//!
//! # Triangles that need no neighbour
//!
//! A mesh with indices would have to be kept up while it is split here and not there. Instead each triangle brings along the nine
//! vertices around its corners: 12 texels, from which all follows that it and its children ever need. The price is that a vertex is
//! computed by six triangles, and an edge by two, which have to agree to the last bit, or there are cracks:
//!
//! - what is summed is put in order first, of each coordinate by itself: the smaller end and the larger, the six neighbours from the
//!   smallest to the largest. So all triangles compute the same expression of the same numbers in the same order;
//! - each fragment computes one point, whichever it is: there is one copy of the expression in one kernel, and whatever a compiler fuses
//!   or reorders in it, it does so for all. A kernel that wrote all points of a triangle would hold the expression many times over;
//! - whether an edge is complete is decided the same way: a fragment an edge, ends and wings in the order of their coordinates.
//!
//! The chapter's triangles have corners of at most six neighbours. Here there may be any number: a vertex that has not six of them
//! is a *fan*, with its ring in a stream of its own, which becomes the fan of the next level without any triangle's help (a ring's points
//! and its centre are all that their successors need). A triangle at a fan only looks up what it knows: where the centre moves to, and the
//! two neighbours that lie in the middle of the fan. There are no more fans than the mesh began with, so they cost next to nothing.
//!
//! # Passes
//!
//! | pass | fragments | fetches of each | |
//! |---|---|---|---|
//! | `edge_points` | 15 a triangle | 6 | the points on its edges and on the spokes of its corners, Brook |
//! | `vertex_points` | 3 | 9 | where its corners move, Brook |
//! | `subdivide_criterion` | 27 | 4 to 11 | which of the edges that its children see are complete |
//! | `subdivide_status` | 4 | 21 | what becomes of each child: the chapter's flags |
//! | `subdivide_count`, a scan | 4 | | running counts of complete triangles, of others, and of slivers; one texel is read back |
//! | `subdivide_find` | 1 for each in a list | ⌈log2 n⌉ | the filter's search: which child is counted there |
//! | `chosen_children` | 3 or 12 | 4 | corners of complete triangles and of slivers; the records of the others |
//!
//! Without a criterion there are three passes a level, and nothing is read back: `all_children` in the place of the filter; fans
//! take three more, and one more with a criterion, for whose flags there is a map.
//! Memory: 31 texels a triangle, and with a criterion 46, of 16 bytes, beside what is complete.
//!
//! # Complete triangles, and slivers
//!
//! An edge is complete when the [`Criterion`] says so, or when it lies on one that is. A triangle with three such edges is complete: it is
//! filtered out, to be drawn. A vertex with such an edge stays where it is from then on (whoever of its triangles is complete can no
//! longer move it). A neighbour that is split puts a vertex on the edge that they share, which the complete triangle has not: between that
//! vertex and the edge a *sliver* is put, and again at each half whenever it is split. So each edge of the result has two triangles.
//!
//! # Exactness
//!
//! Within 10⁻⁵ of double precision for meshes of size 1 over several levels (a few roundings of 2⁻²⁴ a level); closed to the bit. Counts are
//! exact: at most 2^24 triangles a level, fewer where textures are smaller: an error says both numbers.
//!
//! # What it takes
//!
//! A closed surface: two triangles at each edge which agree on what is outside, one fan at each vertex, at least three triangles in
//! it; an error names the first edge, triangle or vertex that is not so. A mesh without triangles is an error, and so is a triangle that has a
//! vertex twice; a triangle of three vertices in a line is none: it is split like the others. Vertices of one place are not
//! one vertex here ([`Mesh::welded`] makes them one).
//!
//! ```
//! use brooklet::applications::subdivide::{Criterion, Subdivision};
//! use brooklet::{Device, Mesh};
//! let device = Device::headless()?;
//! let mut smooth = Subdivision::new(&device, &Mesh::icosahedron(), &Criterion::Uniform, 2)?;
//! smooth.run(|_| {})?;
//! assert_eq!(smooth.mesh()?.triangles.len(), 320);
//!
//! // Only the upper half.
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

pub use criterion::{Camera, Criterion};
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

/// The most levels: 4^12 is all that floats count.
pub const MOST_LEVELS: u32 = 12;

/// A mesh that is being subdivided, level by level.
pub struct Subdivision {
    device: Device,
    program: Program,
    judge: Option<Judge>,
    levels: u32,
    level: u32,
    fans: Fans,
    /// What the triangles of this level are made of; none where all is done.
    points: Option<Points>,
    drawn: Vec<Drawn>,
}

/// Triangles that are complete, on the device.
pub struct Drawn {
    /// The level at which they were.
    pub level: u32,
    /// Whether they are slivers, between a complete triangle and the halves of its neighbour's edge.
    pub slivers: bool,
    /// How many.
    pub count: usize,
    /// Their corners in x, y, z: three planes below one another, of `rows` rows each; triangle t is element t of each.
    pub corners: Stream<[f32; 4]>,
    /// Rows of a plane.
    pub rows: usize,
}

/// What happened to the triangles of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its number, from 0, the mesh itself.
    pub level: u32,
    /// Triangles that there were.
    pub triangles: usize,
    /// Those complete.
    pub completed: usize,
    /// Those split.
    pub continued: usize,
    /// Slivers beside those that were split.
    pub slivers: usize,
}

impl Subdivision {
    /// Takes a closed mesh. All that is left to the CPU is to find who is next to whom.
    ///
    /// # Errors
    /// A mesh that is no closed surface; a criterion with numbers that mean nothing; what the device refuses.
    pub fn new(device: &Device, mesh: &Mesh, criterion: &Criterion, levels: u32) -> Result<Subdivision, Error> {
        if levels > MOST_LEVELS {
            return Err(SubdivideError::Levels { levels, most: MOST_LEVELS }.into());
        }
        let connected = connect(mesh)?;
        let judge = Judge::new(device, criterion, mesh)?;
        let grid = Grid::of(device, 0, mesh.triangles.len())?;
        let edges = grid.upload(device, PLACES, |place, at| {
            let [x, y, z] = mesh.positions[connected.records[at][place] as usize];
            let slot = if place < 3 { connected.slots[at][place] as f32 } else { 0.0 };
            // Of zeros there is one.
            [x + 0.0, y + 0.0, z + 0.0, slot]
        })?;
        let flags = Rc::new(device.upload_shaped([1, 1], &[[0.0; 4]])?);
        Ok(Subdivision {
            program: Program::new(device)?,
            judge,
            levels,
            level: 0,
            fans: Fans::new(device, mesh, &connected)?,
            points: Some(Points { edges, vertices: None, flags, grid }),
            drawn: Vec::new(),
            device: device.clone(),
        })
    }

    /// Goes on by a level: filters out the triangles that are complete, and splits the others. None where all are complete.
    ///
    /// # Errors
    /// More triangles than there is room for: both numbers; what the device refuses. Then no step is left.
    pub fn step(&mut self) -> Result<Option<Level>, Error> {
        let Some(points) = self.points.take() else { return Ok(None) };
        let (level, points) = self.pass_level(&points)?;
        self.points = points;
        self.level += 1;
        Ok(Some(level))
    }

    /// What a step does, as often as it is asked for, of a mesh without fans: for benchmarks.
    pub(crate) fn again(&mut self) -> Result<Option<Level>, Error> {
        let Some(points) = self.points.take() else { return Ok(None) };
        let drawn = self.drawn.len();
        let level = self.pass_level(&points).map(|(level, _)| Some(level));
        self.drawn.truncate(drawn);
        self.points = Some(points);
        level
    }

    fn pass_level(&mut self, points: &Points) -> Result<(Level, Option<Points>), Error> {
        let device = self.device.clone();
        let triangles = points.grid.count * self.program.table(points).children;
        let mut level = Level { level: self.level, triangles, completed: 0, continued: triangles, slivers: 0 };
        if self.level == self.levels {
            let grid = Grid::of(&device, self.level, triangles)?;
            let corners = self.program.all(&device, points, &grid, 3)?;
            self.draw(corners, &grid, false);
            (level.completed, level.continued) = (triangles, 0);
            return Ok((level, None));
        }
        let mut slivers = None;
        let (record, flags, grid) = match &self.judge {
            None => {
                let grid = Grid::of(&device, self.level, triangles)?;
                (self.program.all(&device, points, &grid, PLACES)?, points.flags.clone(), grid)
            }
            Some(judge) => {
                self.fans.judge(&device, judge)?;
                let counted = Counted::new(&device, &self.program, points, judge)?;
                [level.completed, level.continued, level.slivers] = counted.counts;
                if level.completed > 0 {
                    let grid = Grid::of(&device, self.level, level.completed)?;
                    let list = counted.list(&device, Of::Complete, &grid)?;
                    let corners = self.program.chosen(&device, points, (&list, &grid), 3)?;
                    self.draw(corners, &grid, false);
                }
                if level.continued == 0 {
                    return Ok((level, None));
                }
                let grid = Grid::of(&device, self.level, level.continued)?;
                let list = counted.list(&device, Of::Continued, &grid)?;
                let record = self.program.chosen(&device, points, (&list, &grid), PLACES)?;
                let flags = self.program.flags(&device, (&counted.status, points.grid.rows), (&list, &grid))?;
                if level.slivers > 0 {
                    let own = Grid::of(&device, self.level, level.slivers)?;
                    slivers = Some((counted.list(&device, Of::Slivers(grid), &own)?, own));
                }
                (record, Rc::new(flags), grid)
            }
        };
        self.fans.split(&device, &self.program)?;
        let points = self.program.split(&device, &record, flags, grid, &self.fans)?;
        if let Some((list, grid)) = slivers {
            let corners = self.program.slivers(&device, &points, (&list, &grid))?;
            self.draw(corners, &grid, true);
        }
        Ok((level, Some(points)))
    }

    /// All levels, one after another, each shown when it is done.
    pub fn run(&mut self, mut done: impl FnMut(Level)) -> Result<(), Error> {
        while let Some(level) = self.step()? {
            done(level);
        }
        Ok(())
    }

    fn draw(&mut self, corners: Stream<[f32; 4]>, grid: &Grid, slivers: bool) {
        self.drawn.push(Drawn { level: self.level, slivers, count: grid.count, corners, rows: grid.rows });
    }

    /// What is complete so far.
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// The mesh of all that is complete: closed, once no step is left.
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
