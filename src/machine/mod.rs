//! Machine: devices, the streams and buffers on them, and the passes and dispatches that run kernels over those.

mod buffer;
mod builder;
pub mod capture;
mod compute_kernel;
mod device;
mod dispatch;
mod ints;
mod kernel;
pub(crate) mod layers;
mod pass;
mod plan;
mod pool;
mod room;
mod stream;

pub use crate::error::{DeviceError, PassError};
pub use buffer::{Buffer, Element};
pub use builder::DeviceBuilder;
pub use device::Device;
pub use kernel::Kernel;
pub use pass::Pass;
pub use stream::Stream;

pub(crate) use compute_kernel::{Compiled, ComputeSource};
pub(crate) use pass::Bound;
pub(crate) use plan::Lent;
pub(crate) use room::Room;
