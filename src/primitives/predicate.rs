//! The predicate of a filter: a one-line expression in `x`, put into kernels as the function `keep(x)`.

use crate::error::Error;
use crate::ir::Type;
use crate::kernel::{CompileError, Source, expression};
use crate::machine::{Device, Kernel};
use crate::texel::Texel;

/// What the expression is called in messages.
const FILE: &str = "expression";
/// The function that includes it.
const KEEP: &str = "bool keep(element x) {\nreturn\n#include \"expression\"\n;\n}\n";

/// A kernel with this predicate.
pub(super) fn kernel<T: Texel>(device: &Device, source: Source, keep: &str) -> Result<Kernel, Error> {
    let source = source.element::<T>().part("predicate", KEEP).expression(FILE, keep.to_owned());
    // Where the expression is wrong, the message is about it alone.
    device.kernel(&source).map_err(|error| check::<T>(keep).err().map_or(error, Error::from))
}

/// The text of a compute kernel with this predicate, checked.
pub(crate) fn compute_source<T: Texel>(source: Source, keep: &str) -> Result<Source, Error> {
    check::<T>(keep)?;
    Ok(source.element::<T>().part("predicate", KEEP).part(FILE, expression::with_floats(keep)))
}

fn check<T: Texel>(keep: &str) -> Result<(), Box<CompileError>> {
    let values = [("x", Type::Float(T::COMPONENTS))];
    expression::check(FILE, keep, &values, "", Type::BOOL).map_err(|found| CompileError::new("filter", found))
}
