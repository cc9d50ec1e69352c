//! The predicate of a filter: a one-line expression in `x`, put into kernels as the function `keep(x)`.

use super::{CompileError, FunctionBody, Source, Text, expression};
use crate::ir::Type;
use crate::texel::Texel;

/// What the expression is called in messages.
const FILE: &str = "expression";
/// The function that includes it.
const KEEP: &str = "bool keep(element x) {\nreturn\n#include \"expression\"\n;\n}\n";

/// A kernel with this predicate.
pub(crate) fn source<T: Texel>(source: Source, keep: &str) -> Source {
    let (file, text) = (Text::Static(FILE), Text::from(keep.to_owned()));
    source.element::<T>().bind(Text::Static("keep"), FunctionBody { file, text, expression: true, includes: &[] })
}

/// A kernel with the predicate of compaction: whether a record is no null record.
pub(crate) fn is_data<T: Texel>(source: Source) -> Source {
    let (file, text) = (Text::Static(FILE), Text::Static("is_data(x)"));
    source
        .element::<T>()
        .bind(Text::Static("keep"), FunctionBody { file, text, expression: true, includes: &["shared/null.glsl"] })
}

/// The text of a compute kernel with this predicate, checked.
pub(crate) fn compute_source<T: Texel>(source: Source, keep: &str) -> Result<Source, Box<CompileError>> {
    check::<T>(keep)?;
    Ok(source.element::<T>().part("predicate", KEEP).part(FILE, expression::with_floats(keep)))
}

/// Says what is wrong with a predicate, about it alone.
pub(crate) fn check<T: Texel>(keep: &str) -> Result<(), Box<CompileError>> {
    let values = [("x", Type::Float(T::COMPONENTS))];
    expression::check(FILE, keep, &values, "", Type::BOOL).map_err(|found| CompileError::new("filter", found))
}
