//! The error of the crate: the sum of those of its layers.
//!
//! Layers below it (shapes, kernels, backends) have their own, and do not know this one. From the machine on all return the
//! sum, since each calls several of those below: their own errors are here, plain data that names nothing of what refuses, so
//! that the sum does not name its users. Each is exported by the module that refuses with it.

mod capture;
mod compute;
mod machine;
mod primitive;

pub use capture::CaptureError;
pub use compute::ComputeError;
pub use machine::{DeviceError, PassError};
pub use primitive::PrimitiveError;

use crate::backend::BackendError;
use crate::geometry::LayoutError;
use crate::kernel::CompileError;
use crate::operator::OperatorError;
use crate::shape::ShapeError;

/// Everything that can go wrong, by the layer that refuses it. Each message says what, where and what to do about it.
///
/// ```
/// use brooklet::{Device, Error, ShapeError};
/// let stream = Device::headless()?.upload(&[1.0, 2.0])?;
/// match stream.read_range(1..3) {
///     Err(Error::Shape(ShapeError::Range { end: 3, shape, .. })) => assert_eq!(shape.count(), 2),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Shapes, positions or numbers of elements do not go together.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A stream cannot lie in a texture as it is to.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A kernel does not compile.
    #[error(transparent)]
    Compile(#[from] Box<CompileError>),
    /// There is no driver, or it fails.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A device refuses: limits, and what does not belong to it.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// A pass is given what its kernel does not take.
    #[error(transparent)]
    Pass(#[from] PassError),
    /// An operator lacks what is asked of it.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// A primitive refuses.
    #[error(transparent)]
    Primitive(#[from] PrimitiveError),
    /// A method on compute shaders refuses.
    #[error(transparent)]
    Compute(#[from] ComputeError),
    /// A replay refuses.
    #[error(transparent)]
    Capture(#[from] CaptureError),
}

impl Error {
    /// Whether it says that the device has not what was asked of it, or not enough: another method, or another device, may do.
    ///
    /// ```
    /// use brooklet::primitives::{self, Sort};
    /// use brooklet::{Device, fragment_program::Chip};
    /// let device = Device::emulated(Chip::R300)?;
    /// let x = device.upload(&[3.0, 1.0, 2.0])?;
    /// let error = primitives::sort_by(&x, Sort::Merge).unwrap_err();
    /// assert!(error.is_missing_feature());
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn is_missing_feature(&self) -> bool {
        use BackendError::{Exceeds, Lacks, NoProgram, Unsupported};
        let of_backend =
            |error: &BackendError| matches!(error, Exceeds { .. } | Lacks { .. } | NoProgram(_) | Unsupported { .. });
        match self {
            Error::Backend(error) => of_backend(error),
            Error::Device(error) => {
                matches!(
                    error,
                    DeviceError::TooManySamplers { .. }
                        | DeviceError::TooManyTargets { .. }
                        | DeviceError::InexactInt { .. }
                )
            }
            Error::Layout(error) => matches!(error, LayoutError::TooLarge { .. } | LayoutError::Inexact { .. }),
            Error::Pass(error) => matches!(error, PassError::Inexact { .. } | PassError::Positions { .. }),
            Error::Primitive(error) => matches!(error, PrimitiveError::Lacks { .. }),
            _ => false,
        }
    }
}
