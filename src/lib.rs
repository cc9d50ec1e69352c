//! # brooklet: stream computing on the fragment pipeline
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod carrier;
mod device;
mod dialect;
mod error;
mod geometry;
#[allow(unsafe_code)]
pub mod gl;
#[cfg(feature = "cli")]
pub mod io;
pub mod kernel;
mod operator;
mod pass;
mod pool;
pub mod primitives;
pub mod reference;
mod shape;
mod stream;
mod texel;
mod trace;

pub use carrier::{Compute, DeviceInfo, Limits};
pub use device::{Device, DeviceBuilder};
pub use dialect::Dialect;
pub use error::{Error, Named};
pub use geometry::{Geometry, Layout, Rect};
pub use kernel::Kernel;
pub use operator::Operator;
pub use pass::Pass;
pub use shape::Shape;
pub use stream::Stream;
pub use texel::{Components, Texel};
pub use trace::{Event, PassEvent, Trace, Transfer};
