//! The intermediate representation of kernels, typed, in four phases.
//!
//! - The **template phase** is a kernel written by hand whose parameters have no values yet, with arrays.
//! - The **stream phase** ([`StreamKernel`]) is what a checked Brook kernel is: elements of streams, gathers, `indexof`, pushes,
//!   accumulators.
//! - The **kernel phase** ([`Kernel`]) is what a backend executes: fetches with their kind of address, the position of the
//!   element that is computed, extents. Kernels written by hand are checked straight into it; Brook's are lowered to it.
//! - The **texel phase** is a [`Kernel`] too, for streams that lie in textures in a given way: a fetch has become the read of a
//!   texel, with the arithmetic that finds it. GLSL and programs of chips are written from it.
//!
//! Expressions, statements and functions have the same types in all phases. A node that belongs to one phase says so, and each phase
//! has a validator that checks this. Every name is resolved and every conversion written out. Records are split into their fields: a
//! stream, constant, output or local of a record type becomes one for every field, which a [`Slot`] identifies. Expressions have no
//! side effects: assignments, increments, calls with `out` arguments and pushes inside expressions have become statements, in the
//! order of evaluation.
//!
//! Outside of the crate only a kernel's name and interface are visible. Its statements are private, so nobody can pass on statements
//! that have not been checked.

pub(crate) mod access;
#[cfg(test)]
pub(crate) mod build;
pub(crate) mod control_flow;
mod expr;
mod function;
pub(crate) mod generic;
mod id;
pub mod interpret;
mod math;
mod module;
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
pub(crate) use expr::{Address, Axis, Expr, ExprKind, Extent, Measure, Stream, TemplateExpr, TexelAddress};
pub(crate) use function::{Argument, Function, Local, Mode, mask};
pub use id::Slot;
pub(crate) use id::{FunctionId, LocalId};
pub use math::Math;
pub(crate) use module::AccessFunction;
pub use module::{Constant, Interface, Kernel, Port};
pub use needs::{Loops, Needs};
pub use records::{ElementType, Field, Record, RecordId, Records, Scalar};
pub(crate) use stmt::{At, ItemPassed, Part, Passed, Place, Stmt, TemplateStmt};
pub use stream::{Parameter, Role, StreamKernel};
pub use types::Type;
pub(crate) use types::{LETTERS, letters};
pub use validate::{Invalid, validate, validate_stream};
pub(crate) use validate::{validate_template, validate_texel};
pub(crate) use visit::{any_stmt, changes, each_expr, each_expr_mut, each_stmt, each_stmt_mut};
