//! Type errors: why a name does not stand for a type that kernels can use, and the diagnostic of each.

use crate::brook::types::{MAX_FIELDS, MAX_RECORD_DEPTH};
use crate::syntax::ast::Name;
use crate::syntax::{Code, Diagnostic, Span, Subject};

/// Why a name does not stand for a type that kernels can use.
#[derive(Clone, Debug)]
pub(crate) enum TypeError {
    /// No type has this name; `nearest` is the name that may be meant.
    Unresolved { name: Name, nearest: Option<String> },
    /// A type of C or of a later dialect; `instead` says what to write.
    Unsupported { name: Name, instead: String },
    /// `void`.
    Void(Span),
    /// Two different types with the same name.
    Conflict { first: Span, second: Name },
    /// A chain of `typedef`s that is too long.
    LongAlias { name: Name, count: usize },
    /// A record that contains itself.
    Recursive { used: Span, declared: Name },
    /// Records that are nested too deep.
    Nested { used: Span, levels: usize },
    /// A record with a field that only the host can use.
    HostField { record: String, used: Span, field: Span, what: String },
    /// A record without fields.
    Empty { record: String, used: Span, declared: Span },
    /// Two fields with the same name.
    TwoFields { record: String, first: Span, second: Name },
    /// A record with too many fields.
    Large { record: String, used: Span, count: usize },
}

impl TypeError {
    /// Returns the diagnostic of the error.
    pub fn diagnostic(self) -> Diagnostic {
        let error = |code: Code, span: Span, title: String| Diagnostic::error(code, span, title);
        match self {
            TypeError::Unresolved { name, nearest } => {
                let diagnostic = error(Code::B0203, name.span, format!("there is no type `{}`", name.text));
                let help = match nearest {
                    Some(best) => format!("did you mean `{best}`?"),
                    None => {
                        "there are `float`, `int`, `uint`, `char`, `uchar`, `short`, `ushort`, `fixed`, `shortfixed`, vectors such as `float4`, and the structs of this file".into()
                    }
                };
                diagnostic.help(help).about(Subject::UnresolvedType(name.text))
            }
            TypeError::Unsupported { name, instead } => {
                let title = format!("type `{}` is not supported in kernels yet", name.text);
                error(Code::B0202, name.span, title).help(instead).about(Subject::UnsupportedType(name.text))
            }
            TypeError::Void(span) => error(Code::B0203, span, "a value cannot have the type `void`".into())
                .help("write `float`, or another type")
                .about(Subject::Void { variable: false }),
            TypeError::Conflict { first, second } => {
                let title = format!("there are two types `{}`, and they differ", second.text);
                let diagnostic = error(Code::B0208, second.span, title).label("the second").other(first, "the first");
                diagnostic.help("give one of them another name")
            }
            TypeError::LongAlias { name, count } => {
                let title = format!(
                    "type `{}` is an alias through {count} names: the maximum is {MAX_RECORD_DEPTH}",
                    name.text
                );
                error(Code::B0201, name.span, title)
            }
            TypeError::Recursive { used, declared } => {
                let title = format!("struct `{}` contains itself", declared.text);
                error(Code::B0204, used, title).other(declared.span, "this struct")
            }
            TypeError::Nested { used, levels } => {
                let title = format!("structs are nested {levels} deep: the maximum is {MAX_RECORD_DEPTH}");
                error(Code::B0204, used, title)
            }
            TypeError::HostField { record, used, field, what } => {
                let title = format!("struct `{record}` cannot be used in kernels");
                let diagnostic = error(Code::B0205, used, title).other(field, what);
                diagnostic.help("its fields must be numbers and vectors of up to four, or structs of these")
            }
            TypeError::Empty { record, used, declared } => {
                let title = format!("struct `{record}` has no fields that kernels know");
                error(Code::B0205, used, title).other(declared, "this struct")
            }
            TypeError::TwoFields { record, first, second } => {
                let title = format!("struct `{record}` has two fields `{}`", second.text);
                error(Code::B0206, second.span, title).other(first, "the first")
            }
            TypeError::Large { record, used, count } => {
                let title = format!(
                    "struct `{record}` has {count} fields, with those of its structs: the maximum is {MAX_FIELDS}"
                );
                error(Code::B0207, used, title)
            }
        }
    }
}
