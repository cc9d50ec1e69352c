//! The predicate of a filter: a one-line expression in `x`, put into kernels as the function `keep(x)`.

use super::{CompileError, FunctionBody, Source, Text, expression};
use crate::ir::Type;
use crate::texel::Texel;

/// The file name of the expression in messages.
const FILE: &str = "expression";
/// The function of compute kernels that includes the expression.
const KEEP: &str = "bool keep(element x) {\nreturn\n#include \"expression\"\n;\n}\n";

/// Returns a kernel with this predicate.
pub(crate) fn source<T: Texel>(source: Source, keep: &str) -> Source {
    let (file, text) = (Text::Static(FILE), Text::from(keep.to_owned()));
    source.element::<T>().bind(Text::Static("keep"), FunctionBody { file, text, expression: true, includes: &[] })
}

/// Returns a kernel with the predicate of compaction, which keeps all records but null records.
pub(crate) fn is_data<T: Texel>(source: Source) -> Source {
    let (file, text) = (Text::Static(FILE), Text::Static("is_data(x)"));
    source
        .element::<T>()
        .bind(Text::Static("keep"), FunctionBody { file, text, expression: true, includes: &["shared/null.glsl"] })
}

/// Checks the predicate, and returns a compute kernel with it.
pub(crate) fn compute_source<T: Texel>(source: Source, keep: &str) -> Result<Source, Box<CompileError>> {
    check::<T>(keep)?;
    Ok(source.element::<T>().part("predicate", KEEP).part(FILE, expression::with_floats(keep)))
}

/// Checks a predicate by itself, so that messages are about it alone.
pub(crate) fn check<T: Texel>(keep: &str) -> Result<(), Box<CompileError>> {
    let values = [("x", Type::Float(T::COMPONENTS))];
    expression::check(FILE, keep, &values, "", Type::BOOL).map_err(|found| CompileError::new("filter", found))
}
