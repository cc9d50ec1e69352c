//! The typed intermediate representation (IR) of kernels. It has four phases.
//!
//! - The **template phase** is a kernel of the kernel language before specialization: its parameters have no values yet, and it may have
//!   arrays of streams, constants and variables. Apart from this it has the nodes of the kernel phase.
//! - The **stream phase** ([`StreamKernel`]) is a Brook kernel after checking. It has elements of streams, gathers, `indexof`, pushes to
//!   variable outputs, and accumulators of reductions.
//! - The **kernel phase** ([`Kernel`]) is what a backend executes. It has fetches by linear index or by column and row, the position of the
//!   current element, and the extents of streams. Templates are specialized to it, and Brook kernels are lowered to it.
//! - The **texel phase** is a [`Kernel`] too, but for given layouts of its streams in textures. Each fetch has become the read of a texel,
//!   with the arithmetic that finds the texel. GLSL and programs for chips are generated from it.
//!
//! All phases share the types of expressions, statements and functions. The docs of a node name the phases that have it if not all do, and
//! the validator of each phase rejects the nodes of other phases. Every name is resolved and every conversion is explicit. Records are
//! split into their fields: a stream, constant, output or local of a record type becomes one for each field, identified by a [`Slot`].
//! Expressions have no side effects: assignments, increments, calls with `out` arguments and pushes inside of expressions have become
//! statements, in the order of evaluation.
//!
//! Only a kernel's name and interface are visible outside of the crate. Its statements are private, so that no code outside of the crate
//! can create a kernel that has not been checked.

pub(crate) mod access;
#[cfg(test)]
pub(crate) mod build;
pub(crate) mod control_flow;
mod expr;
mod fragment;
mod function;
pub(crate) mod generic;
mod id;
pub mod interpret;
mod kernel;
mod math;
mod needs;
pub(crate) mod passes;
mod records;
mod stmt;
mod stream;
pub(crate) mod template;
mod types;
mod validate;
mod visit;

pub(crate) use crate::syntax::operators::{Binary, Unary};
pub(crate) use expr::{
    Address, Axis, Expr, ExprKind, Extent, FragmentExpr, Measure, Stream, TemplateExpr, TexelAddress,
};
pub use fragment::{Attribute, Precision};
pub(crate) use fragment::{Packing, Sample, SampleMode, SharedUse, TextureKind};
pub(crate) use function::{Argument, Function, Local, Mode, mask};
pub use id::Slot;
pub(crate) use id::{FunctionId, LocalId};
pub(crate) use kernel::{AccessFunction, Shared};
pub use kernel::{Constant, Interface, Kernel, Port};
pub use math::Math;
pub use needs::{Loops, Needs};
pub use records::{ElementType, Field, Record, RecordId, Records, Scalar};
pub(crate) use stmt::{At, ItemPassed, Part, Passed, Place, Stmt, TemplateStmt};
pub use stream::{Parameter, Role, StreamKernel};
pub use types::Type;
pub(crate) use types::{LETTERS, letters};
pub use validate::{Invalid, validate, validate_stream};
pub(crate) use validate::{validate_template, validate_texel};
pub(crate) use visit::{
    any_stmt, changes, each_call, each_call_mut, each_expr, each_expr_mut, each_stmt, each_stmt_mut,
};
