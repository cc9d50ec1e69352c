//! The runtime: executes Brook programs on a device. It checks the arguments of a call, binds them to the passes of the
//! kernel's [plan](super::Plan), and draws these passes.

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
mod scatter;
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
