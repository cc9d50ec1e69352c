//! Devices, the streams and buffers on them, and the passes and dispatches that run kernels over streams and buffers.

#[cfg(feature = "headless")]
mod adapters;
mod batch;
mod borrowed;
mod buffer;
mod builder;
pub mod capture;
mod compiled;
mod compute_kernel;
mod depth_stencil;
mod device;
mod dispatch;
mod element;
mod fit;
mod ints;
mod kernel;
pub(crate) mod layers;
mod listing;
mod memory;
mod mip_levels;
mod occlusion_query;
mod pass;
mod plan;
mod pool;
mod recorder;
mod step;
mod stream;
mod traced;
mod upload;

pub use crate::error::{DeviceError, PassError};
pub use buffer::Buffer;
pub use builder::DeviceBuilder;
pub use depth_stencil::DepthStencil;
pub use device::Device;
pub use element::Element;
pub use ints::FloatInts;
pub use kernel::Kernel;
pub use occlusion_query::OcclusionQuery;
pub use pass::Pass;
pub use stream::Stream;

pub(crate) use compiled::{Compiled, ComputeSource};
pub(crate) use dispatch::Dispatch;
pub(crate) use fit::KernelFit;
pub(crate) use pass::StreamBinding;
pub(crate) use plan::Lent;
