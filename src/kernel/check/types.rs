//! Resolves the names of types.

use super::names::refuse_word;
use super::type_names::{NAMES, find, foreign};
use super::{Checked, Checker};
use crate::ir::Type;
use crate::syntax::ast::Name;
use crate::syntax::{Code, Diagnostic, nearest};

impl Checker<'_> {
    /// Returns the type of this name, if there is one.
    pub(super) fn find_type(&self, name: &str) -> Option<Type> {
        find(name, self.unit.element)
    }

    /// Returns the type of a variable. Reports a name that is not such a type.
    pub(super) fn variable_type(&mut self, name: &Name) -> Checked<Type> {
        let word = name.text.as_str();
        if let Some(ty) = self.find_type(word) {
            return Ok(ty);
        }
        let diagnostic = if word == "void" {
            Diagnostic::error(Code::K0206, name.span, "a variable cannot be `void`")
        } else if let Some(why) = refuse_word(word) {
            Diagnostic::error(Code::K0209, name.span, format!("a kernel cannot use `{word}`")).help(why)
        } else {
            let diagnostic = Diagnostic::error(Code::K0206, name.span, format!("there is no type `{word}`"));
            match foreign(word) {
                Some(own) => diagnostic.help(format!("it is called `{own}` here")),
                None => match nearest(word, NAMES.into_iter().chain(["element"])) {
                    Some(best) => diagnostic.help(format!("did you mean `{best}`?")),
                    None => diagnostic
                        .help("the types are float, vec2, vec3, vec4, index, bool, and int, uint and their vectors"),
                },
            }
        };
        self.fail(diagnostic)
    }

    /// Returns the type of a function's result, or `None` for `void`.
    pub(super) fn result_type(&mut self, name: &Name) -> Checked<Option<Type>> {
        if name.text == "void" { Ok(None) } else { self.variable_type(name).map(Some) }
    }
}
