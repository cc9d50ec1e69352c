//! Marching cubes: extracts the surface at which the samples of a volume equal a level, as triangles.
//!
//! It is one of the applications of Horn, *Stream Reduction Operations for GPGPU Applications* (GPU Gems 2, section 36.3). A cell
//! is between eight samples and has 0 to 5 triangles. They depend on the corners that are inside, that is, at or above the level.
//! Cells that have triangles are selected by a filter, and expanded into triangles.
//!
//! | [`Method`] | passes | what they do |
//! |---|---|---|
//! | [`Brook`](Method::Brook) | 1, then twice a count, a scan, a search and a gather | `demos/brook/march.br` computes the case of each cell, pushes the cells with triangles, and pushes these (`vout[5]`). Reads back two counts |
//! | [`Pyramid`](Method::Pyramid) | 1 + log₁₆(n / 64), then 1 | counts the triangles of each four cells, builds a pyramid, and reads back its top; then each triangle finds its cell |
//!
//! The pyramid's kernel counts the triangles of sixteen cells in each fragment, from texels of four samples. Each triangle is a
//! fragment that writes three render targets (three passes on a device with fewer). Memory for n samples, with rows padded to
//! multiples of 16: n floats, their pyramid of n/4 · 16/15 counts, and three times four floats for each triangle.
//!
//! **No holes.** The [table](triangles) of the cases is computed. On a face whose corners alternate between inside and outside,
//! each inside corner is cut off separately, in both cells that share the face. Both cells compute the vertex on a shared edge from
//! the same samples, from the lower to the higher corner, so that it has the same bits: `lower + (iso - a) / (b - a)`. The surface
//! is closed, except where it leaves the volume; [`Volume::closed`] closes it there as well. Triangles are counterclockwise, seen
//! from the side where samples are below the level. They are in the order of their cells (C order).
//!
//! Positions are in units of samples, x along the last axis. If a sample equals the level, the vertices on its edges coincide, and
//! some triangles have no area; [`Surface::mesh`] leaves them out. If the level does not occur in the volume, the surface has no
//! triangles. Samples must be finite. If a volume is made from numbers, a number that is not finite is an error, which gives the
//! position of the first one. If it is made from a stream, NaN is detected in the count, on devices that preserve it. Counts are
//! floats, so there are at most 2^24 triangles. A driver that rounds divisions differently moves a vertex by a few units in the
//! last place, but by the same amount for both cells.
//!
//! ```
//! use brooklet::{Device, applications::march::{self, MarchingCubes, Volume}};
//! let device = Device::headless()?;
//! // A ball of radius 6 in 16 × 16 × 16 samples. Samples inside are positive.
//! let volume = Volume::new(&device, [16, 16, 16], &march::generate("sphere", 16).unwrap())?;
//! let mesh = MarchingCubes::new(&device, Default::default())?.surface(&volume, 0.0)?.mesh()?;
//! mesh.edges().check_closed()?;
//! assert!((mesh.volume() / (4.0 / 3.0 * std::f64::consts::PI * 216.0) - 1.0).abs() < 0.02);
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod brook;
mod error;
mod generate;
mod pyramid;
mod surface;
mod table;
mod volume;

pub use error::MarchError;
pub use generate::{GENERATED, generate};
pub use surface::Surface;
pub use table::{CellEdge, MAX_TRIANGLES, triangles};
pub use volume::Volume;

use crate::machine::{Device, Stream};

use super::Error;

/// How the cells that have triangles are found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// As in the paper, with variable outputs of Brook kernels.
    Brook,
    /// The fastest method, with a pyramid of counts.
    #[default]
    Pyramid,
}

impl Method {
    /// Both methods.
    pub const ALL: [Method; 2] = [Method::Brook, Method::Pyramid];

    /// Returns the name of the method on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Brook => "brook",
            Method::Pyramid => "pyramid",
        }
    }
}

/// The number up to which floats count exactly.
const EXACT: usize = 1 << 24;

/// Marching cubes on a device. It has the table of cases, and can be used for many volumes and levels.
#[derive(Debug)]
pub struct MarchingCubes {
    device: Device,
    method: Method,
    /// The number of triangles of each case.
    counts: Stream<f32>,
    /// The edges on which the triangles' corners lie, fifteen for each case: the start of the edge, and its axis.
    edges: Stream<[f32; 4]>,
}

impl MarchingCubes {
    /// Uploads the table to a device.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn new(device: &Device, method: Method) -> Result<MarchingCubes, Error> {
        let cases: Vec<Vec<[CellEdge; 3]>> = (0..=255).map(triangles).collect();
        let counts: Vec<f32> = cases.iter().map(|triangles| triangles.len() as f32).collect();
        let mut edges = vec![[0.0; 4]; 256 * 3 * MAX_TRIANGLES];
        for (case, triangles) in cases.iter().enumerate() {
            for (number, edge) in triangles.iter().flatten().enumerate() {
                let [x, y, z] = edge.start().map(f32::from);
                edges[3 * MAX_TRIANGLES * case + number] = [x, y, z, f32::from(edge.axis)];
            }
        }
        let (counts, edges) = (device.upload(&counts)?, device.upload(&edges)?);
        Ok(MarchingCubes { device: device.clone(), method, counts, edges })
    }

    /// Computes the surface at which the samples of a volume equal `iso`. The number of triangles is read back ([`Method::Brook`]
    /// also reads back the number of cells first).
    ///
    /// # Errors
    /// A level that is not finite; more than 2^24 triangles; any error of the device.
    pub fn surface(&self, volume: &Volume, iso: f32) -> Result<Surface, Error> {
        if !iso.is_finite() {
            return Err(MarchError::Iso { iso }.into());
        }
        match self.method {
            Method::Brook => brook::surface(self, volume, iso),
            Method::Pyramid => pyramid::surface(self, volume, iso),
        }
    }
}
