//! The error type of the crate: an enum of the errors of its layers.
//!
//! Lower layers (shapes, kernels, backends) have their own error types, and do not depend on this one. The machine and all layers
//! above it return [`Error`], since each calls several lower layers. The error types of these layers are defined here, as plain
//! data without types of those layers, so that this module does not depend on its users. Each error type is exported by the module
//! that returns it.

mod capture;
mod compute;
mod machine;
mod primitive;
mod sparse;

pub use capture::CaptureError;
pub use compute::ComputeError;
pub use machine::{DeviceError, PassError};
pub use primitive::PrimitiveError;
pub use sparse::SparseError;

use crate::backend::BackendError;
use crate::bins::BinsError;
use crate::geometry::LayoutError;
use crate::kernel::CompileError;
use crate::operator::OperatorError;
use crate::shape::ShapeError;

/// Every error of the crate, by the layer that returns it. Each message says what is wrong, where, and what to do about it.
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
    /// Shapes, positions or numbers of elements do not match.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A stream cannot have the requested layout in a texture.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A kernel does not compile.
    #[error(transparent)]
    Compile(#[from] Box<CompileError>),
    /// There is no driver, or it fails.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A limit of a device is exceeded, or an object belongs to another device.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The inputs, constants or outputs of a pass do not match its kernel.
    #[error(transparent)]
    Pass(#[from] PassError),
    /// An operator lacks a property that an operation requires.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// The bins of a histogram are invalid.
    #[error(transparent)]
    Bins(#[from] BinsError),
    /// A primitive cannot run.
    #[error(transparent)]
    Primitive(#[from] PrimitiveError),
    /// Numbers are no sparse matrix, or it cannot be multiplied.
    #[error(transparent)]
    Sparse(#[from] SparseError),
    /// A method on compute shaders cannot run.
    #[error(transparent)]
    Compute(#[from] ComputeError),
    /// A replay cannot show what was asked for.
    #[error(transparent)]
    Capture(#[from] CaptureError),
}

impl Error {
    /// Returns whether the device lacks a feature or exceeds a limit, so that another method or another device may succeed.
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
                        | DeviceError::NoCompute { .. }
                        | DeviceError::TooManyGroups { .. }
                        | DeviceError::BufferTooLarge { .. }
                )
            }
            Error::Layout(error) => matches!(error, LayoutError::TooLarge { .. } | LayoutError::Inexact { .. }),
            Error::Pass(error) => matches!(error, PassError::Inexact { .. } | PassError::Positions { .. }),
            Error::Primitive(error) => {
                matches!(error, PrimitiveError::Lacks { .. } | PrimitiveError::InexactIntegers { .. })
            }
            Error::Compute(error) => matches!(error, ComputeError::NoPrecise { .. }),
            _ => false,
        }
    }
}
