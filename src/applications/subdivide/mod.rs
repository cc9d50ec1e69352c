//! Adaptive subdivision: smooths a closed triangle mesh by Loop's scheme, on the device. Each triangle is processed separately, and
//! a criterion decides where it is split. Horn, GPU Gems 2 ch. 36, section 36.2.
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
//! Memory, in texels of 16 bytes: 31 for each triangle that is split, its record and its points; with a criterion 20 more while its
//! children are judged; 12 for each child that is to be split in turn; and 3 for each complete triangle.
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

/// The most levels: 4^12 is all that floats count.
pub const MOST_LEVELS: u32 = 12;

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

/// What there is to be done.
enum State {
    /// Triangles that nobody has judged yet: those of the mesh.
    New(Points),
    /// Triangles that are to be split.
    Records(Records),
    /// Nothing.
    Done,
}

/// Triangles that are to be split, with all that they know.
struct Records {
    /// Their [`PLACES`].
    record: Stream<[f32; 4]>,
    flags: Rc<Stream<[f32; 4]>>,
    grid: Grid,
    /// Where slivers go when they are.
    slivers: Option<(Stream<[f32; 4]>, Grid)>,
}

/// Triangles that are complete, on the device.
pub struct Drawn {
    /// The level at which they were; of slivers, that of the triangles beside them.
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
    /// Those complete: filtered out.
    pub completed: usize,
    /// Those that are split in the next step.
    pub continued: usize,
    /// Slivers that there will be beside those that are split.
    pub slivers: usize,
}

impl Subdivision {
    /// Takes a closed mesh. All that is left to the CPU is to find who is next to whom.
    ///
    /// # Errors
    /// A mesh that is no closed surface; a criterion with numbers that mean nothing; what the device refuses.
    pub fn new(device: &Device, mesh: &Mesh, criterion: &Criterion, levels: u32) -> Result<Subdivision, Error> {
        Subdivision::with(device, Rc::new(Program::new(device)?), mesh, criterion, levels)
    }

    /// Another subdivision by the same kernels, which need not be compiled again: of another mesh, or as another camera sees it.
    ///
    /// # Errors
    /// As [`new`](Subdivision::new).
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
        if levels > MOST_LEVELS {
            return Err(SubdivideError::Levels { levels, max: MOST_LEVELS }.into());
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

    /// Goes on by a level: splits the triangles that were not complete, and filters out those of their children that are. The first
    /// step filters the triangles of the mesh. None where all are complete.
    ///
    /// # Errors
    /// More triangles than there is room for: both numbers; what the device refuses. Then no step is left.
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

    /// What a step does, as often as it is asked for, of a mesh without fans: for benchmarks.
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

    /// The points of the triangles' children, and the slivers beside them.
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

    /// Draws what is complete, and says what is to be split.
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

    /// The triangles that are still to be split, if any: their corners, and the one-ring of these, in x, y, z, in twelve planes of as many
    /// rows each; triangle t is element t of each. See [the tables](self#triangles-that-need-no-neighbour).
    pub fn continued(&self) -> Option<(&Stream<[f32; 4]>, usize)> {
        match &self.state {
            State::Records(records) => Some((&records.record, records.grid.count)),
            _ => None,
        }
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
