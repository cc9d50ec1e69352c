//! Applications: what the papers built from the toolkit, each a few kernels and the passes that run them.
//!
//! Each module says which paper it follows, what its passes are, and where it differs. Data lie on the device from the first
//! pass to the last; what is read back in between is one count a step at most.

pub mod cloth;
pub mod collide;
pub mod fft;
pub mod linear;
pub mod march;
pub mod particles;
pub mod raytrace;
pub mod segment;
pub mod subdivide;
pub mod view;

use crate::brook;
use crate::mesh::MeshError;

use cloth::ClothError;
use collide::CollideError;
use fft::FftError;
use linear::LinearError;
use march::MarchError;
use particles::ParticlesError;
use raytrace::RaytraceError;
use segment::SegmentError;
use subdivide::SubdivideError;

/// Why an application does not run, by who refuses.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The device refuses, or lacks something: a pass, a stream, a primitive.
    #[error(transparent)]
    Device(#[from] crate::Error),
    /// A call of a Brook program.
    #[error(transparent)]
    Brook(brook::Error),
    /// A particle system.
    #[error(transparent)]
    Particles(#[from] ParticlesError),
    /// A mesh that it cannot work on.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The cloth.
    #[error(transparent)]
    Cloth(#[from] ClothError),
    /// The collision.
    #[error(transparent)]
    Collide(#[from] CollideError),
    /// Marching cubes.
    #[error(transparent)]
    March(#[from] MarchError),
    /// The segmentation.
    #[error(transparent)]
    Segment(#[from] SegmentError),
    /// A scene that it cannot render as asked.
    #[error(transparent)]
    Raytrace(#[from] RaytraceError),
    /// The subdivision.
    #[error(transparent)]
    Subdivide(#[from] SubdivideError),
    /// A Fourier transform that there is none of.
    #[error(transparent)]
    Fft(#[from] FftError),
    /// Linear algebra on what does not fit.
    #[error(transparent)]
    Linear(#[from] LinearError),
}

impl From<brook::Error> for Error {
    /// What a device refuses within a Brook program is the device's.
    fn from(error: brook::Error) -> Error {
        match error {
            brook::Error::Device(error) => Error::Device(error),
            error => Error::Brook(error),
        }
    }
}

impl Error {
    /// Whether it says that the device has not what was asked of it, or not enough: another device may do.
    pub fn is_missing_feature(&self) -> bool {
        match self {
            Error::Device(error) => error.is_missing_feature(),
            Error::Collide(error) => error.is_missing_feature(),
            Error::Raytrace(error) => matches!(error, RaytraceError::Lacks { .. }),
            _ => false,
        }
    }
}
