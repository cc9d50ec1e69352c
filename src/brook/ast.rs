//! Syntax tree of a Brook program: its types and its kernels.

use std::ops::Range;

use crate::syntax::Span;
use crate::syntax::ast::{Name, Stmt};
use crate::syntax::nearest;
use crate::syntax::{Code, Diagnostic};

/// The parts of a program that kernels are compiled from. Host code is left out.
#[derive(Clone, Default, Debug)]
pub(crate) struct Program {
    pub types: Vec<TypeItem>,
    pub kernels: Vec<KernelItem>,
    /// The names of kernels that have a prototype, whether or not the program also has their body.
    pub declared: Vec<Name>,
    /// The names of host functions.
    pub host: Vec<Name>,
    /// The prototypes of declared kernels that parse without errors.
    pub prototypes: Vec<Prototype>,
    /// The items that define types or kernels, in source order.
    pub items: Vec<Item>,
}

/// An item that defines types or kernels.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The range of its tokens in the program.
    pub tokens: Range<usize>,
    /// The range of its types in [`Program::types`].
    pub types: Range<usize>,
}

/// The prototype of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Prototype {
    pub name: Name,
    pub reduction: bool,
    pub result: Name,
    pub parameters: Vec<ParameterItem>,
    /// The whole prototype, up to its `;`.
    pub span: Span,
}

/// `struct Name { .. }`, `typedef float4 Name;`
#[derive(Clone, Debug)]
pub(crate) struct TypeItem {
    pub name: Name,
    /// `typedef const float4 Name;`
    pub constant: bool,
    pub kind: TypeKind,
}

#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    Struct(Vec<FieldItem>),
    Alias(Name),
}

#[derive(Clone, Debug)]
pub(crate) struct FieldItem {
    pub ty: Name,
    pub name: Name,
    pub constant: bool,
    /// If only the host can use the field, the reason: `*` for a pointer, `[` for an array, `?` for any other type that kernels do
    /// not have.
    pub host: Option<&'static str>,
}

/// A kernel or reduction.
#[derive(Clone, Debug)]
pub(crate) struct KernelItem {
    pub name: Name,
    pub reduction: bool,
    pub result: Name,
    pub parameters: Vec<ParameterItem>,
    pub body: Vec<Stmt>,
    /// The span from the first word to the bracket that closes the parameters.
    pub head: Span,
    /// The bracket that closes the body.
    pub end: Span,
    /// Whether some part could not be parsed. If so, no more errors are reported for the kernel.
    pub broken: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ParameterItem {
    pub name: Name,
    pub ty: Name,
    pub qualifiers: Vec<Name>,
    /// For `vout[n]`, the number `n`, if it is written, and the span of the brackets.
    pub max: Option<(Option<i64>, Span)>,
    /// The span of its `<..>`.
    pub angles: Option<Span>,
    /// The number of bracket pairs `[..]` after the name.
    pub brackets: usize,
    /// What is written in each of them.
    pub sizes: Vec<String>,
    /// The whole parameter.
    pub span: Span,
}

impl Program {
    /// Drops all kernels except this one and those that it calls, and returns the dropped ones. Drops nothing if no kernel has this
    /// name.
    pub fn keep(&mut self, kernel: &str) -> Vec<KernelItem> {
        let mut wanted: Vec<bool> = self.kernels.iter().map(|item| item.name.text == kernel).collect();
        let mut next: Vec<usize> = (0..wanted.len()).filter(|&number| wanted[number]).collect();
        if next.is_empty() {
            return Vec::new();
        }
        while let Some(number) = next.pop() {
            self.kernels[number].calls(&mut |name| {
                for (called, item) in self.kernels.iter().enumerate() {
                    if item.name.text == name && !std::mem::replace(&mut wanted[called], true) {
                        next.push(called);
                    }
                }
            });
        }
        let mut wanted = wanted.into_iter();
        let (kept, dropped) =
            std::mem::take(&mut self.kernels).into_iter().partition(|_| wanted.next().unwrap_or_default());
        self.kernels = kept;
        dropped
    }

    /// Returns the error for a missing kernel, or `None` if the program defines or declares a kernel of this name.
    pub fn lacks(&self, kernel: &str) -> Option<Diagnostic> {
        let known = || self.kernels.iter().map(|item| &item.name).chain(&self.declared).map(|name| name.text.as_str());
        if known().any(|name| name == kernel) {
            return None;
        }
        let diagnostic = Diagnostic::error(Code::B0012, Span::default(), format!("there is no kernel `{kernel}`"));
        let names: Vec<String> = known().map(|name| format!("`{name}`")).collect();
        if kernel == "main" {
            return Some(match names.first() {
                Some(first) => {
                    diagnostic.help(format!("`main` is the host's code; kernels run one by one, as {first}"))
                }
                None => diagnostic.help("`main` is the host's code, and there are no kernels"),
            });
        }
        Some(match nearest(kernel, known()) {
            Some(best) => diagnostic.help(format!("did you mean `{best}`?")),
            None if names.is_empty() => diagnostic,
            None => diagnostic.help(format!("available: {}", names.join(", "))),
        })
    }
}

impl ParameterItem {
    /// Whether it is written at computed indices: `out float a[]`.
    pub fn scatters(&self) -> bool {
        self.brackets > 0 && self.qualifiers.iter().any(|qualifier| qualifier.text == "out")
    }
}

impl KernelItem {
    /// Calls `seen` with the name of each call in its body. A constructor of a vector also looks like a call.
    pub fn calls<'a>(&'a self, seen: &mut impl FnMut(&'a str)) {
        self.body.iter().for_each(|statement| statement.calls(seen));
    }
}
