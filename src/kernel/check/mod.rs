//! Checks the tree of a kernel and makes it a [`Kernel`]: every name resolved, every type exact, every conversion written
//! out, every side effect a statement. What is wrong is said here, so that it reads the same on every driver.
//!
//! The types are those of shaders, and conversions are those that a text asks for, but for two:
//!
//! - A whole number has no type until something wants one: in `float x = 1`, `2 * here()`, `vec2(1, 2)` and `x > 0` it is
//!   a float, an index, floats, a float. Two of them are computed exactly; `1 / 2` is 0, with a warning. In one-line
//!   expressions all numbers are floats from the start, and `1 / 2` is a half.
//! - An `index` and an `int` become each other. `/`, `%` and operators on bits make an int of an index. A kernel in which
//!   ints are left needs integers.
//!
//! Evaluation goes from left to right, and what an expression changes is changed there: values that a later change would
//! reach are kept in variables; what `&&`, `||` and `?:` do only sometimes stands in an `if`.

mod access;
mod arrays;
mod bound;
mod builtins;
mod call;
mod components;
mod constants;
mod construct;
mod convert;
mod definite_assignment;
mod effects;
mod expr;
mod function;
mod lvalue;
mod names;
mod operators;
mod order;
mod overloads;
mod parameters;
mod ports;
mod rules;
mod scope;
mod signatures;
mod stmt;
mod type_names;
mod types;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::{HashMap, HashSet};

use crate::ir::passes::definite_assignment::start_unassigned;
use crate::ir::passes::parameters::specialize;
use crate::ir::template::{Template, TemplateParameter};
use crate::ir::{Expr, Function, FunctionId, Interface, Kernel, Type};
use crate::syntax::ast;
use crate::syntax::{Code, Diagnostic, Diagnostics, Files, MAX_DIAGNOSTICS, Severity, Span};
use crate::texel::Components;

use super::ast::{KernelText, PortRole};
use super::source::{FunctionBody, ParameterValue};
use super::text::Text;
use definite_assignment::{Places, definite_assignment};
use function::CheckedFunction;
use signatures::Signature;

pub(super) use names::refuse_name;
pub(crate) use scope::{Body, Held, Variable};

/// Expressions within expressions: a chain of operators is one level.
const MAX_DEPTH: usize = 160;

/// What has been said about it already.
pub(crate) struct Failed;

pub(crate) type Checked<T> = Result<T, Failed>;

/// What a text is checked as.
pub(crate) struct Unit<'a> {
    /// The kernel's name.
    pub name: &'a str,
    pub files: &'a Files,
    /// What `element` stands for.
    pub element: Components,
    /// Of each file, whether it is a one-line expression, which sees what it is bound to alone.
    pub expressions: Vec<bool>,
    /// The values of its parameters, by name.
    pub values: &'a [(Text, ParameterValue)],
    /// The bodies of the functions that are parameters, by name.
    pub bodies: &'a [(Text, FunctionBody)],
}

/// A checked kernel, with warnings.
///
/// `diagnostics`: what was said about it while it was parsed.
pub(crate) fn check(
    unit: &Unit,
    text: &KernelText,
    diagnostics: Vec<Diagnostic>,
) -> Result<(Kernel, Diagnostics), Diagnostics> {
    let mut checker = Checker::new(unit, text, diagnostics);
    let functions = checker.kernel();
    let values = checker.parameter_values();
    let Checker { interface, diagnostics, parameters, lengths, .. } = checker;
    let mut outputs: Vec<Span> =
        text.ports.iter().filter(|item| item.role == PortRole::Output).map(|item| item.name.span).collect();
    let failed = text.broken || diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let mut diagnostics = Diagnostics::new(unit.files.clone(), diagnostics);
    let Some((functions, values)) = functions.zip(values).filter(|_| !failed) else { return Err(diagnostics) };
    let linked = bound::link(unit, text, functions)?;
    let (functions, mut places): (Vec<Function>, Vec<Places>) = linked.functions.into_iter().unzip();
    diagnostics.files = linked.files;
    let kernel = new_kernel(unit.name, &diagnostics.files, interface, functions);
    let Lengths { inputs, constants, outputs: lengths } = lengths;
    let template = Template { kernel, parameters, inputs, constants, outputs: lengths };
    #[cfg(debug_assertions)]
    if let Err(invalid) = crate::ir::validate_template(&template) {
        panic!("kernel `{}` was made into no valid template: {invalid}\n{template:#?}", template.kernel.name);
    }
    let kernel = match template.is_plain() {
        true => template.kernel,
        false => match specialize(&template, &values) {
            Ok(specialized) => {
                places = parameters::places_of(&specialized, &places);
                outputs = specialized.outputs.iter().map(|&output| outputs[output]).collect();
                specialized.kernel
            }
            Err(error) => {
                diagnostics.list.push(parameters::diagnostic(&error));
                return Err(diagnostics);
            }
        },
    };
    let found = definite_assignment(&kernel, &outputs, &places);
    let failed = found.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let diagnostics = Diagnostics::new(diagnostics.files, [diagnostics.list, found].concat());
    if failed { Err(diagnostics) } else { Ok((started(kernel), diagnostics)) }
}

/// The kernel of these functions, with the outputs and variables zero at first that a run may read or leave unassigned.
pub(crate) fn finish(unit: &Unit, interface: Interface, functions: Vec<Function>) -> Kernel {
    started(new_kernel(unit.name, unit.files, interface, functions))
}

fn new_kernel(name: &str, files: &Files, interface: Interface, functions: Vec<Function>) -> Kernel {
    let name = name.to_owned();
    Kernel { name, about: about(files), interface, functions, access: vec![], files: files.clone().into() }
}

fn started(mut kernel: Kernel) -> Kernel {
    start_unassigned(&mut kernel);
    #[cfg(debug_assertions)]
    if let Err(invalid) = crate::ir::validate(&kernel) {
        panic!("kernel `{}` was checked, but is not valid: {invalid}\n{kernel:#?}", kernel.name);
    }
    kernel
}

/// The comment at the head of the text.
fn about(files: &Files) -> Vec<String> {
    let lines = files.0.first().map_or("", |file| &file.text).lines();
    lines.map_while(|line| line.strip_prefix("//")).map(|line| line.trim().to_owned()).collect()
}

/// What a name outside functions stands for.
#[derive(Clone, Debug)]
pub(super) enum Global {
    Input(usize),
    Constant(usize),
    Output(usize),
    Parameter(usize),
    /// A `const`: its value, if that is known.
    Const(Option<Expr>),
}

/// For each input, constant and output, its number of items if it is an array.
#[derive(Default)]
struct Lengths {
    inputs: Vec<Option<Expr>>,
    constants: Vec<Option<Expr>>,
    outputs: Vec<Option<Expr>>,
}

/// A kernel at work.
pub(crate) struct Checker<'a> {
    pub(super) unit: &'a Unit<'a>,
    text: &'a KernelText,
    pub(super) interface: Interface,
    parameters: Vec<TemplateParameter>,
    lengths: Lengths,
    /// With where each was declared.
    globals: HashMap<&'a str, (Global, Span)>,
    /// By function, prototypes and definitions together.
    signatures: Vec<Signature>,
    by_name: HashMap<&'a str, Vec<usize>>,
    /// Names of functions whose calls change something besides giving a result.
    impure: HashSet<&'a str>,
    /// Inputs and constants that are used.
    used: HashSet<&'a str>,
    pub(super) diagnostics: Vec<Diagnostic>,
    depth: usize,
}

impl<'a> Checker<'a> {
    pub(super) fn new(unit: &'a Unit<'a>, text: &'a KernelText, diagnostics: Vec<Diagnostic>) -> Checker<'a> {
        Checker {
            unit,
            text,
            interface: Interface::default(),
            parameters: Vec::new(),
            lengths: Lengths::default(),
            globals: HashMap::new(),
            signatures: Vec::new(),
            by_name: HashMap::new(),
            impure: HashSet::new(),
            used: HashSet::new(),
            diagnostics,
            depth: 0,
        }
    }

    /// A one-line expression, which has to be of exactly this type. It may call the functions of the text.
    pub(crate) fn expression(&mut self, body: &mut Body, of: &ast::Expr, wanted: Option<Type>) -> Option<Expr> {
        self.declare_functions();
        let value = self.value(body, of).ok()?;
        // Where none is named, it is a number or a vector.
        let wanted = wanted.or_else(|| (!value.ty.is_float()).then_some(Type::FLOAT));
        if let Some(wanted) = wanted.filter(|wanted| *wanted != value.ty) {
            let diagnostic = self.mismatch(&value, wanted, "");
            self.say(diagnostic);
            return None;
        }
        Some(value)
    }

    /// The functions of a kernel, callees first; none where something is wrong.
    fn kernel(&mut self) -> Option<Vec<CheckedFunction>> {
        self.ports();
        self.declare_functions();
        self.constants();
        self.lengths();
        let bodies: Vec<Option<CheckedFunction>> =
            (0..self.signatures.len()).map(|number| self.function(number)).collect();
        let main = self.main();
        let functions = self.in_order(bodies, main?)?;
        self.unused();
        Some(functions)
    }

    /// The function of this name, with those that it calls before it; none where something is wrong.
    fn functions_of(&mut self, name: &str) -> Option<Vec<CheckedFunction>> {
        self.declare_functions();
        let bodies: Vec<Option<CheckedFunction>> =
            (0..self.signatures.len()).map(|number| self.function(number)).collect();
        let last = self.by_name.get(name)?.first().copied()?;
        self.in_order(bodies, last)
    }

    pub(super) fn say(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Checked<T> {
        self.say(diagnostic);
        Err(Failed)
    }

    /// One level deeper, for as long as `inside` runs.
    pub(super) fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        if self.depth >= MAX_DEPTH {
            let title = format!("this is nested more than {MAX_DEPTH} levels deep");
            let help = "keep parts of it in variables";
            return self.fail(Diagnostic::error(Code::K0404, span, title).help(help));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// Whether this stands in a one-line expression.
    pub(super) fn in_expression(&self, span: Span) -> bool {
        self.unit.expressions.get(span.file as usize).copied().unwrap_or(false)
    }

    /// What is written there, where it is short enough to be shown within a line; else `other`.
    pub(super) fn written(&self, span: Span, other: &str) -> String {
        let text = self.unit.files.text(span).trim();
        if text.is_empty() || text.len() > 40 || text.contains('\n') { other.to_owned() } else { text.to_owned() }
    }

    /// The same, in brackets where an operator or a member behind it would take hold of a part of it.
    pub(super) fn operand(&self, span: Span, other: &str) -> String {
        let text = self.written(span, other);
        let plain = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
        // One word, one call, or brackets around all of it.
        let open = text.find(|c| !plain(c)).unwrap_or(text.len());
        let closed = |from: usize| {
            let mut depth = 0;
            let end = text[from..].char_indices().find(|(_, c)| {
                depth += i32::from("([".contains(*c)) - i32::from(")]".contains(*c));
                depth == 0
            });
            end.is_some_and(|(at, _)| from + at + 1 == text.len())
        };
        if open == text.len() || text[open..].starts_with(['(', '[']) && closed(open) {
            text
        } else {
            format!("({text})")
        }
    }
}

/// A function by its number before the functions are put in order.
pub(super) fn id(number: usize) -> FunctionId {
    FunctionId(number)
}

/// A type with its article: "an `index`".
pub(super) fn one(ty: Type) -> String {
    let name = ty.name();
    match ty {
        Type::AbstractInt => "a whole number".to_owned(),
        _ if name.starts_with(['i', 'e']) => format!("an `{name}`"),
        _ => format!("a `{name}`"),
    }
}
