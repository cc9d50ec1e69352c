//! Finds what is defined twice: functions, parameters and members.

use rustc_hash::FxHashMap;

use super::Checker;
use crate::cg::ast::{FunctionItem, VariableItem};
use crate::syntax::{Code, Diagnostic, Span};

/// What tells a function from others of its name: its struct, its profile and the types of its parameters.
type Head<'a> = (&'a str, Option<usize>, Option<&'a str>, Vec<(&'a str, usize)>);

fn head(of: &FunctionItem) -> Head<'_> {
    let types = of.parameters.iter().map(|own| (own.ty.text.as_str(), own.lengths.len()));
    (&of.name.text, of.owner, of.profile.as_ref().map(|own| own.text.as_str()), types.collect())
}

impl Checker<'_> {
    /// Reports what is defined more than once.
    pub(super) fn once(&mut self) {
        let program = self.program;
        let mut known: FxHashMap<Head, Span> = FxHashMap::default();
        for function in program.functions.iter().filter(|own| own.body.is_some()) {
            if let Some(first) = known.insert(head(function), function.name.span) {
                let title = format!("function `{}` is already defined", function.name.text);
                let diagnostic = Diagnostic::error(Code::C1013, function.name.span, title);
                self.report(diagnostic.other(first, "here it is defined first"));
            }
            self.names_once("parameters", &function.parameters);
        }
        for item in &program.structs {
            self.names_once("members", &item.members);
        }
    }

    fn names_once(&mut self, what: &str, items: &[VariableItem]) {
        let mut known: FxHashMap<&str, Span> = FxHashMap::default();
        for item in items.iter().filter(|item| !item.name.text.is_empty()) {
            if let Some(first) = known.insert(&item.name.text, item.name.span) {
                let title = format!("two {what} are called `{}`", item.name.text);
                let diagnostic = Diagnostic::error(Code::C1002, item.name.span, title);
                self.report(diagnostic.other(first, "the first"));
            }
        }
    }
}
