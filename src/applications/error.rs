//! Errors of applications.

use crate::brook;
use crate::mesh::MeshError;

use super::cloth::ClothError;
use super::collide::CollideError;
use super::fft::FftError;
use super::linear::LinearError;
use super::march::MarchError;
use super::particles::ParticlesError;
use super::raytrace::RaytraceError;
use super::segment::SegmentError;
use super::subdivide::SubdivideError;

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
