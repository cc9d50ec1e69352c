//! The runtime: executes Brook programs on a device. What a call is given is checked, bound to the passes of its
//! [plan](super::Plan), and drawn.

mod argument;
mod bind;
mod call;
mod checks;
mod column;
#[cfg(feature = "capi")]
mod direct;
mod domain;
mod draw;
mod error;
mod host_bytes;
mod indirect;
mod iterator;
mod map;
mod program;
mod push;
mod record;
mod reduce;
mod stream;

pub use argument::{AnyArgument, ConstantArgument, InputArgument, OutputArgument, record};
pub use call::{Before, KernelCall, Names, before};
#[cfg(feature = "capi")]
pub(crate) use direct::Floats;
pub use domain::{Domain, DomainMut};
pub use error::{Error, Mismatch};
pub use iterator::{Iter, iter};
pub use program::Program;
pub use record::RecordStream;
pub use reduce::ReductionCall;
pub use stream::AnyStream;
