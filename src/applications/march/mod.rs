//! Marching cubes: the surface at which the samples of a volume have a level, as triangles.
//!
//! One of the applications of Horn, *Stream Reduction Operations for GPGPU Applications* (GPU Gems 2, section 36.3): each cell
//! between eight samples has some triangles, 0 to 5, which follow from which of its corners are inside, at or above the level.
//! Cells that have any are filtered out of the volume, and expanded.
//!
//! | [`Method`] | passes | what they do |
//! |---|---|---|
//! | [`Brook`](Method::Brook) | 1, then twice a count, a scan, a search and a gather | `demos/brook/march.br`: the case of each cell; cells that have triangles pushed; their triangles pushed (`vout[5]`). Two counts read back |
//! | [`Pyramid`](Method::Pyramid) | 1 + log₁₆(n / 64), then 1 | a pyramid of how many triangles each four cells have, its top read back; then each triangle finds its cell, down the pyramid |
//!
//! The pyramid counts sixteen cells a fragment from texels of four samples; each triangle is a fragment of three render targets
//! (where a device has fewer, three passes). Memory for n samples, with rows filled up to 16: n floats, their pyramid of
//! n/4 · 16/15 counts, and three times four floats a triangle.
//!
//! **No holes.** The [table](triangles) of the cases is computed: on a face whose corners are inside and outside by turns, those
//! that are inside are cut off one by one, in both cells that share the face. Both cells compute the vertex on an edge that they
//! share from the same samples, from the lower to the higher, so that it has the same bits: `lower + (iso - a) / (b - a)`. The
//! surface is closed, but for where it leaves the volume; [`Volume::closed`] closes it there too. Seen from where samples are
//! below the level, triangles are counterclockwise. The triangles lie in the order of their cells (C order).
//!
//! Positions are numbers of samples, x along the last axis. Where a sample is the level itself, vertices on the edges from it
//! fall together, and some triangles have no area: [`Surface::mesh`] leaves them out. A volume without a surface has one of no
//! triangles. Samples are finite: of a volume that was made from numbers the first that is not is an error by its place; where it
//! was made of a stream, NaN shows in the count, on devices that keep it. Counts are floats: 2^24 triangles at most. A driver that
//! rounds divisions otherwise moves a vertex by a few units in the last place, for both its cells in the same way.
//!
//! ```
//! use brooklet::{Device, applications::march::{self, MarchingCubes, Volume}};
//! let device = Device::headless()?;
//! // A ball of radius 6 in 16 × 16 × 16 samples: positive inside.
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
pub use table::{CellEdge, MOST, triangles};
pub use volume::Volume;

use crate::machine::{Device, Stream};

use super::Error;

/// How cells without triangles are left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// As the paper: variable outputs of kernels in Brook.
    Brook,
    /// The fastest: a pyramid of counts.
    #[default]
    Pyramid,
}

impl Method {
    /// Both of them.
    pub const ALL: [Method; 2] = [Method::Brook, Method::Pyramid];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Brook => "brook",
            Method::Pyramid => "pyramid",
        }
    }
}

/// How far floats count.
const EXACT: usize = 1 << 24;

/// Marching cubes on a device: its table of cases, to be used for many volumes and levels.
#[derive(Debug)]
pub struct MarchingCubes {
    device: Device,
    method: Method,
    /// How many triangles each case has.
    counts: Stream<f32>,
    /// The edges of their corners, fifteen a case: where an edge starts, and its axis.
    edges: Stream<[f32; 4]>,
}

impl MarchingCubes {
    /// Puts the table on a device.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn new(device: &Device, method: Method) -> Result<MarchingCubes, Error> {
        let cases: Vec<Vec<[CellEdge; 3]>> = (0..=255).map(triangles).collect();
        let counts: Vec<f32> = cases.iter().map(|triangles| triangles.len() as f32).collect();
        let mut edges = vec![[0.0; 4]; 256 * 3 * MOST];
        for (case, triangles) in cases.iter().enumerate() {
            for (number, edge) in triangles.iter().flatten().enumerate() {
                let [x, y, z] = edge.start().map(f32::from);
                edges[3 * MOST * case + number] = [x, y, z, f32::from(edge.axis)];
            }
        }
        let (counts, edges) = (device.upload(&counts)?, device.upload(&edges)?);
        Ok(MarchingCubes { device: device.clone(), method, counts, edges })
    }

    /// The surface at which the samples of a volume are `iso`. What is read back is how many triangles it has (by
    /// [`Method::Brook`], how many cells before).
    ///
    /// # Errors
    /// A level that is not finite; more than 2^24 triangles; what the device refuses.
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
