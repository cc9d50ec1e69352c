//! Applications that the papers built from the toolkit. Each consists of a few kernels and the passes that run them.
//!
//! Each module documents the paper that it follows, its passes, and its differences from the paper. Data stay on the device from
//! the first pass to the last; in between, at most one count is read back in each step.

pub mod cloth;
pub mod collide;
pub mod database;
pub mod fft;
pub mod fluid;
pub mod kmeans;
pub mod life;
pub mod linear;
pub mod mandelbrot;
pub mod march;
pub mod particles;
pub mod predication;
pub mod raytrace;
pub mod segment;
pub mod sph;
pub mod subdivide;
pub mod view;

use crate::brook;
use crate::mesh::MeshError;

use cloth::ClothError;
use collide::CollideError;
use database::DatabaseError;
use fft::FftError;
use fluid::FluidError;
use kmeans::KmeansError;
use life::LifeError;
use linear::LinearError;
use mandelbrot::MandelbrotError;
use march::MarchError;
use particles::ParticlesError;
use raytrace::RaytraceError;
use segment::SegmentError;
use subdivide::SubdivideError;

/// Why an application does not run. The variant says where the error comes from.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error of the device, of a pass, a stream or a primitive, or a feature that the device lacks.
    #[error(transparent)]
    Device(#[from] crate::Error),
    /// An error in a call of a Brook program.
    #[error(transparent)]
    Brook(brook::Error),
    /// Settings or a state of a particle system or of a fluid of particles are invalid.
    #[error(transparent)]
    Particles(#[from] ParticlesError),
    /// The application cannot process a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// An error of the cloth.
    #[error(transparent)]
    Cloth(#[from] ClothError),
    /// An error of the collision.
    #[error(transparent)]
    Collide(#[from] CollideError),
    /// A table cannot be made or asked.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// There is no such fluid on a grid.
    #[error(transparent)]
    Fluid(#[from] FluidError),
    /// Points cannot be divided into groups.
    #[error(transparent)]
    Kmeans(#[from] KmeansError),
    /// There is no such field of cells.
    #[error(transparent)]
    Life(#[from] LifeError),
    /// A picture of the Mandelbrot set cannot be computed.
    #[error(transparent)]
    Mandelbrot(#[from] MandelbrotError),
    /// An error of marching cubes.
    #[error(transparent)]
    March(#[from] MarchError),
    /// An error of the segmentation.
    #[error(transparent)]
    Segment(#[from] SegmentError),
    /// A scene cannot be rendered with these settings.
    #[error(transparent)]
    Raytrace(#[from] RaytraceError),
    /// An error of the subdivision.
    #[error(transparent)]
    Subdivide(#[from] SubdivideError),
    /// A Fourier transform is not supported.
    #[error(transparent)]
    Fft(#[from] FftError),
    /// The operands of a linear algebra operation do not match.
    #[error(transparent)]
    Linear(#[from] LinearError),
}

impl From<brook::Error> for Error {
    /// Converts an error. A device error within a Brook program becomes [`Error::Device`].
    fn from(error: brook::Error) -> Error {
        match error {
            brook::Error::Device(error) => Error::Device(error),
            error => Error::Brook(error),
        }
    }
}

impl Error {
    /// Whether the device lacks a feature, or has too little of it, so that another device may work.
    pub fn is_missing_feature(&self) -> bool {
        match self {
            Error::Device(error) => error.is_missing_feature(),
            Error::Collide(error) => error.is_missing_feature(),
            Error::Database(error) => matches!(error, DatabaseError::Counts { .. }),
            Error::Raytrace(error) => matches!(error, RaytraceError::Lacks { .. }),
            _ => false,
        }
    }
}
