//! Applications: what the papers built from the toolkit, each a few kernels and the passes that run them.
//!
//! Each module says which paper it follows, what its passes are, and where it differs. Data lie on the device from the first
//! pass to the last; what is read back in between is one count a step at most.

pub mod cloth;
pub mod collide;
mod error;
pub mod fft;
pub mod linear;
pub mod march;
pub mod particles;
pub mod raytrace;
pub mod segment;
pub mod subdivide;
pub mod view;

pub use error::Error;
