//! Brook: the language of 2003 for kernels on streams, compiled to kernels of this crate.
//!
//! A `.br` file is read ([`Unit`]), checked, and brought into an intermediate form ([`ir`]), from which come the kernels'
//! texts and what to bind to them ([`Plan`]). Nothing here knows a device.

mod cost;
mod intrinsics;
pub mod ir;
mod plan;
mod source;
mod types;

pub use cost::Cost;
pub use intrinsics::{Intrinsic, Rule};
pub use plan::{Constant, Feed, Input, Lies, Method, Output, Pass, PassPart, Plan, Shapes, Supply, Targets};
pub use source::{File, Files, Span};
pub use types::{Field, Plain, Record, RecordId, Records, Type};

/// A program that has been read and checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its texts.
    pub files: Files,
    /// Its records.
    pub records: Records,
    /// Its kernels and reductions, in the order written.
    pub kernels: Vec<ir::Kernel>,
}

impl Unit {
    /// The kernel or reduction called `name`.
    pub fn kernel(&self, name: &str) -> Option<&ir::Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }
}
