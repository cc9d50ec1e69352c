//! Runs Brook programs on a device: what a call is given is checked, bound to the passes of its [plan](super::Plan), and
//! drawn.

mod argument;
mod bind;
mod call;
mod column;
mod draw;
mod error;
mod indirect;
mod program;
mod push;
mod reduce;
mod stream;

pub use argument::{ConstantArgument, Domain, DomainMut, InputArgument, Iter, OutputArgument, iter, record};
pub use call::{KernelCall, Names};
pub use error::Error;
pub use program::Program;
pub use reduce::ReductionCall;
pub use stream::{AnyStream, RecordStream};
