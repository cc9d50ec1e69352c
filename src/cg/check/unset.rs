//! Variables that are read although nothing has given them a value, and results that nothing sets.

use std::ops::Range;

use super::Checker;
use super::function::Instance;
use crate::ir::passes::definite_assignment::unassigned_locals;
use crate::ir::{ExprKind, Function, Kernel, LocalId, Stmt, any_stmt, changes, each_stmt};
use crate::syntax::{Code, Diagnostic};

/// Whether nothing in a function sets this variable of its own.
fn is_unset(function: &Function, local: LocalId) -> bool {
    let gives = |statement: &Stmt| matches!(statement, Stmt::Declare { local: own, value: Some(_) } if *own == local);
    function.locals[local.0].target.is_none()
        && function.arguments.iter().all(|argument| argument.local != local)
        && !any_stmt(&function.body, &gives)
        && !changes(&function.body, local)
}

impl Checker<'_> {
    /// Warns of variables that no path assigns before they are read.
    pub(super) fn unset(&mut self, kernel: &Kernel) {
        for (function, unassigned) in kernel.functions.iter().zip(unassigned_locals(kernel)) {
            for read in unassigned.reads.iter().filter(|read| read.never && !read.uncertain) {
                let (Some(local), Some(span)) = (read.local, read.span) else { continue };
                let name = &function.locals[local.0].name;
                // A struct or an array may be copied before all of it has a value.
                if kernel.files.text(span) != *name && name.contains(['.', '[']) && is_whole(kernel.files.text(span)) {
                    continue;
                }
                let title = format!("`{name}` is used before it has a value");
                self.report(Diagnostic::warning(Code::C7050, span, title).help("it is 0"));
            }
        }
    }

    /// Returns, for each leaf of a struct that a function returns, whether nothing sets it: a struct for results may have a depth that the
    /// program does not write.
    pub(super) fn unset_results(&self, instance: &Instance) -> Vec<bool> {
        let function = &self.made[instance.id.0];
        let first = function.arguments.len() - instance.returned.len();
        let unset = |result: LocalId| {
            let mut all = true;
            each_stmt(&function.body, &mut |statement| {
                if let Stmt::Assign { place, value } = statement
                    && place.local == result
                {
                    all &= matches!(value.kind, ExprKind::Local(from) if is_unset(function, from));
                }
            });
            all
        };
        function.arguments[first..].iter().map(|argument| unset(argument.local)).collect()
    }

    /// Returns, for each of these `out` arguments of a function, whether nothing sets it.
    pub(super) fn unset_arguments(&self, instance: &Instance, arguments: Range<usize>) -> Vec<bool> {
        let function = &self.made[instance.id.0];
        let own = &function.arguments[arguments];
        own.iter().map(|own| own.mode == crate::ir::Mode::Out && !changes(&function.body, own.local)).collect()
    }
}

/// Whether a text of a program is the name of a variable.
fn is_whole(text: &str) -> bool {
    text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}
