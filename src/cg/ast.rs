//! The syntax tree of a Cg program.

use crate::syntax::Span;
use crate::syntax::ast::{Expr, Name, Stmt};

/// A program: what stands outside of functions.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub aliases: Vec<AliasItem>,
    pub structs: Vec<StructItem>,
    pub functions: Vec<FunctionItem>,
    pub globals: Vec<VariableItem>,
}

/// `typedef float4 Colour;`
#[derive(Clone, Debug)]
pub(super) struct AliasItem {
    pub name: Name,
    pub ty: Name,
    pub lengths: Vec<Option<Expr>>,
}

/// A struct or an interface.
#[derive(Clone, Debug)]
pub(super) struct StructItem {
    pub name: Name,
    /// Whether it is an interface, which has methods without bodies and no members.
    pub is_interface: bool,
    /// The interface that it implements.
    pub implements: Option<Name>,
    pub members: Vec<VariableItem>,
}

/// What a declaration says before the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Qualifiers {
    pub uniform: bool,
    pub varying: bool,
    pub constant: bool,
    pub is_static: bool,
    /// `in` or `inout`.
    pub is_in: bool,
    /// `out` or `inout`.
    pub is_out: bool,
}

/// A global variable, a parameter, or a member of a struct.
#[derive(Clone, Debug)]
pub(super) struct VariableItem {
    pub name: Name,
    pub ty: Name,
    /// The length in each `[..]`; `None` for `[]`.
    pub lengths: Vec<Option<Expr>>,
    pub qualifiers: Qualifiers,
    pub semantic: Option<Name>,
    pub value: Option<Expr>,
}

/// A function, or a method of a struct.
#[derive(Clone, Debug)]
pub(super) struct FunctionItem {
    /// The profile before its head, for which alone it is meant.
    pub profile: Option<Name>,
    pub name: Name,
    pub result: Name,
    /// The semantic of its result.
    pub semantic: Option<Name>,
    pub parameters: Vec<VariableItem>,
    /// `None` if it is only declared.
    pub body: Option<Vec<Stmt>>,
    /// The struct of a method, by its index in [`Program::structs`].
    pub owner: Option<usize>,
    /// Whether there was a syntax error in it.
    pub broken: bool,
    /// Its closing brace.
    pub end: Span,
}

impl Program {
    /// Returns the names of the functions that look like entries: they have a body and a semantic or a uniform parameter.
    pub fn entries(&self) -> Vec<&str> {
        let is_entry = |function: &&FunctionItem| {
            let parameters = function.parameters.iter();
            let bound = function.semantic.is_some()
                || parameters.clone().any(|own| own.semantic.is_some() || own.qualifiers.uniform);
            bound && function.body.is_some() && function.owner.is_none()
        };
        let mut names: Vec<&str> = Vec::new();
        for function in self.functions.iter().filter(is_entry) {
            if !names.contains(&function.name.text.as_str()) {
                names.push(&function.name.text);
            }
        }
        names
    }
}
