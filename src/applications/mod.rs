//! Applications: what the papers built from the toolkit. Each is a few kernels and the passes that run them.
//!
//! Each module names the paper it follows, its passes, and how it differs from the paper. Data stay on the device from the first
//! pass to the last; in between, at most one count a step is read back.

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

/// Why an application does not run; the variant says which part refuses.
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
    /// A mesh that the application cannot work on.
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
    /// A scene that cannot be rendered as asked.
    #[error(transparent)]
    Raytrace(#[from] RaytraceError),
    /// The subdivision.
    #[error(transparent)]
    Subdivide(#[from] SubdivideError),
    /// A Fourier transform that is not supported.
    #[error(transparent)]
    Fft(#[from] FftError),
    /// Linear algebra on operands that do not match.
    #[error(transparent)]
    Linear(#[from] LinearError),
}

impl From<brook::Error> for Error {
    /// A device error within a Brook program counts as a device error.
    fn from(error: brook::Error) -> Error {
        match error {
            brook::Error::Device(error) => Error::Device(error),
            error => Error::Brook(error),
        }
    }
}

impl Error {
    /// Whether the error is that the device lacks a feature, or has too little of it: another device may do.
    pub fn is_missing_feature(&self) -> bool {
        match self {
            Error::Device(error) => error.is_missing_feature(),
            Error::Collide(error) => error.is_missing_feature(),
            Error::Raytrace(error) => matches!(error, RaytraceError::Lacks { .. }),
            _ => false,
        }
    }
}
