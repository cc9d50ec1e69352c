//! The machine: devices, the streams and buffers on them, and the passes and dispatches that run kernels over those.

mod buffer;
mod compute_kernel;
mod device;
mod dispatch;
pub(crate) mod layers;
mod pass;
mod pool;
mod stream;

pub use buffer::{Buffer, Element};
pub use device::{Device, DeviceBuilder};
pub use pass::Pass;
pub use stream::Stream;

pub(crate) use compute_kernel::{Compiled, ComputeSource};
pub(crate) use pass::Bound;
