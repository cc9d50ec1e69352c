//! Checks the syntax tree of a kernel, and makes a [`Kernel`] of it. In the result, every name is resolved, every type is known, every
//! conversion is explicit, and every side effect is a statement. Errors are reported here and not by drivers, so that the messages are
//! the same on every driver.
//!
//! The types are those of shaders. All conversions are explicit in the text, with two exceptions:
//!
//! - An int literal is an abstract int: it has no type until its use determines one. The literals in `float x = 1` and `x > 0` become
//!   floats, that in `2 * here()` an index, and those in `vec2(1, 2)` floats. Operators on two abstract ints are folded exactly;
//!   `1 / 2` is 0, with a warning. In one-line expressions all numbers are floats from the start, and `1 / 2` is 0.5.
//! - An `index` and an `int` convert to each other. `/`, `%` and the bitwise operators convert an index to an int. A kernel in which
//!   ints are left needs a device with integers.
//!
//! Expressions are evaluated from left to right, with their side effects in that order. A value that a later side effect could change
//! is kept in a variable. An operand of `&&`, `||` or `?:` that has side effects and is not always evaluated becomes the branch of an
//! `if`.

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

use crate::ir::passes::definite_assignment::zero_initialize;
use crate::ir::passes::parameters::specialize;
use crate::ir::template::{Template, TemplateParameter};
use crate::ir::{Expr, Function, FunctionId, Interface, Kernel, Shared, SharedUse, Type};
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

/// The maximum depth of nested expressions and statements. A chain of operators is one level.
const MAX_DEPTH: usize = 160;

/// The error of a failed check. It carries nothing: the checker has already reported a diagnostic.
pub(crate) struct Failed;

pub(crate) type Checked<T> = Result<T, Failed>;

/// The context in which a text is checked.
pub(crate) struct Unit<'a> {
    /// The kernel's name.
    pub name: &'a str,
    pub files: &'a Files,
    /// The type that `element` stands for.
    pub element: Components,
    /// For each file, whether it is a one-line expression. Such an expression sees only the names that are bound for it.
    pub expressions: Vec<bool>,
    /// The values of the kernel's parameters, by name.
    pub values: &'a [(Text, ParameterValue)],
    /// The bodies of the functions that are parameters, by name.
    pub bodies: &'a [(Text, FunctionBody)],
}

/// Checks a kernel. Returns it with its warnings.
///
/// `diagnostics` are those of the parser.
pub(crate) fn check(
    unit: &Unit,
    text: &KernelText,
    diagnostics: Vec<Diagnostic>,
) -> Result<(Kernel, Diagnostics), Diagnostics> {
    let mut checker = Checker::new(unit, text, diagnostics);
    let functions = checker.kernel();
    let values = checker.parameter_values();
    let Checker { interface, diagnostics, parameters, lengths, written_depth, .. } = checker;
    let mut outputs: Vec<Span> =
        text.ports.iter().filter(|item| item.role == PortRole::Output).map(|item| item.name.span).collect();
    let failed = text.broken || diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let mut diagnostics = Diagnostics::new(unit.files.clone(), diagnostics);
    let Some((functions, values)) = functions.zip(values).filter(|_| !failed) else { return Err(diagnostics) };
    let linked = bound::link(unit, text, functions)?;
    let (functions, mut places): (Vec<Function>, Vec<Places>) = linked.functions.into_iter().unzip();
    diagnostics.files = linked.files;
    let kernel = new_kernel(unit.name, &diagnostics.files, interface, functions);
    let kernel = Kernel { mediump: text.mediump, ..kernel };
    let Lengths { inputs, constants, outputs: lengths } = lengths;
    let template = Template { kernel, parameters, inputs, constants, outputs: lengths };
    if cfg!(debug_assertions)
        && let Err(invalid) = crate::ir::validate_template(&template)
    {
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
    if failed {
        return Err(diagnostics);
    }
    let kernel = started(kernel);
    let kernel = match written_depth {
        Some((name, _)) => with_depth(kernel, &name),
        None => kernel,
    };
    Ok((kernel, diagnostics))
}

/// Makes an output the depth of the element, which is no stream.
fn with_depth(mut kernel: Kernel, name: &str) -> Kernel {
    let Some(depth) = kernel.interface.outputs.iter().position(|port| port.name == name) else { return kernel };
    kernel.interface.outputs.remove(depth);
    let shared = Shared { name: name.to_owned(), ty: Type::FLOAT, purpose: SharedUse::Depth };
    kernel.interface.shared.push(shared);
    let last = kernel.interface.outputs.len();
    for target in kernel.functions.iter_mut().flat_map(|function| &mut function.locals) {
        target.target = target.target.map(|target| match target {
            target if target == depth => last,
            target if target > depth => target - 1,
            target => target,
        });
    }
    kernel
}

/// Makes a kernel of these functions. Outputs and variables that may be read or left before they are assigned start as 0.
pub(crate) fn finish(unit: &Unit, interface: Interface, functions: Vec<Function>) -> Kernel {
    started(new_kernel(unit.name, unit.files, interface, functions))
}

fn new_kernel(name: &str, files: &Files, interface: Interface, functions: Vec<Function>) -> Kernel {
    let name = name.to_owned();
    let (about, files) = (about(files), files.clone().into());
    Kernel { name, about, interface, mediump: false, functions, access: vec![], files }
}

fn started(mut kernel: Kernel) -> Kernel {
    zero_initialize(&mut kernel);
    #[cfg(debug_assertions)]
    if let Err(invalid) = crate::ir::validate(&kernel) {
        panic!("kernel `{}` was checked, but is not valid: {invalid}\n{kernel:#?}", kernel.name);
    }
    kernel
}

/// Returns the lines of the comment at the start of the text.
fn about(files: &Files) -> Vec<String> {
    let lines = files.0.first().map_or("", |file| &file.text).lines();
    lines.map_while(|line| line.strip_prefix("//")).map(|line| line.trim().to_owned()).collect()
}

/// The meaning of a name that is declared outside functions.
#[derive(Clone, Debug)]
pub(super) enum Global {
    Input(usize),
    Constant(usize),
    Output(usize),
    Parameter(usize),
    /// A `const` with its value. `None` if the declaration of the name is wrong.
    Const(Option<Expr>),
}

/// For each input, constant and output, its number of items if it is an array.
#[derive(Default)]
struct Lengths {
    inputs: Vec<Option<Expr>>,
    constants: Vec<Option<Expr>>,
    outputs: Vec<Option<Expr>>,
}

/// The checker of a kernel, with the state of its work.
pub(crate) struct Checker<'a> {
    pub(super) unit: &'a Unit<'a>,
    text: &'a KernelText,
    pub(super) interface: Interface,
    parameters: Vec<TemplateParameter>,
    lengths: Lengths,
    /// The name of the depth that the kernel writes, and the place of its declaration. Until the end, it is one of the outputs.
    written_depth: Option<(String, Span)>,
    /// The names that are declared outside functions, with the spans of their declarations.
    globals: HashMap<&'a str, (Global, Span)>,
    /// The signatures of the functions. A prototype and its definition have one signature.
    signatures: Vec<Signature>,
    by_name: HashMap<&'a str, Vec<usize>>,
    /// The names of the functions whose calls change something besides returning a result.
    impure: HashSet<&'a str>,
    /// The inputs, constants and parameters that are used.
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
            written_depth: None,
            globals: HashMap::new(),
            signatures: Vec::new(),
            by_name: HashMap::new(),
            impure: HashSet::new(),
            used: HashSet::new(),
            diagnostics,
            depth: 0,
        }
    }

    /// Checks a one-line expression, which must have exactly the type `wanted`. Without `wanted`, it must be a float or a vector of
    /// floats. It may call the functions of the text.
    pub(crate) fn expression(&mut self, body: &mut Body, of: &ast::Expr, wanted: Option<Type>) -> Option<Expr> {
        self.declare_functions();
        let value = self.value(body, of).ok()?;
        let wanted = wanted.or_else(|| (!value.ty.is_float()).then_some(Type::FLOAT));
        if let Some(wanted) = wanted.filter(|wanted| *wanted != value.ty) {
            let diagnostic = self.mismatch(&value, wanted, "");
            self.report(diagnostic);
            return None;
        }
        Some(value)
    }

    /// Checks a kernel. Returns the functions that `main` needs, callees first, or `None` if there are errors.
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

    /// Checks the function of this name. Returns it after the functions that it calls, or `None` if there are errors.
    fn functions_of(&mut self, name: &str) -> Option<Vec<CheckedFunction>> {
        self.declare_functions();
        let bodies: Vec<Option<CheckedFunction>> =
            (0..self.signatures.len()).map(|number| self.function(number)).collect();
        let last = self.by_name.get(name)?.first().copied()?;
        self.in_order(bodies, last)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Checked<T> {
        self.report(diagnostic);
        Err(Failed)
    }

    /// Runs `inside` one nesting level deeper; fails if that is too deep.
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

    /// Whether a span is in a one-line expression.
    pub(super) fn in_expression(&self, span: Span) -> bool {
        self.unit.expressions.get(span.file as usize).copied().unwrap_or(false)
    }

    /// Returns the source text of a span if it is short enough for a message, else `other`.
    pub(super) fn written(&self, span: Span, other: &str) -> String {
        let text = self.unit.files.text(span).trim();
        if text.is_empty() || text.len() > 40 || text.contains('\n') { other.to_owned() } else { text.to_owned() }
    }

    /// Returns the source text of a span as [`written`](Checker::written) does, but in brackets if an operator or a `.` after the text
    /// would apply to only a part of it.
    pub(super) fn operand(&self, span: Span, other: &str) -> String {
        let text = self.written(span, other);
        let plain = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
        // A single word, a call, and a text that is in brackets as a whole need no brackets.
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

/// Returns the id of a function in calls until the functions are put in order: the number of its signature.
pub(super) fn id(number: usize) -> FunctionId {
    FunctionId(number)
}

/// Returns the name of a type with its article: "an `index`".
pub(super) fn one(ty: Type) -> String {
    let name = ty.name();
    match ty {
        Type::AbstractInt => "a whole number".to_owned(),
        _ if name.starts_with(['i', 'e']) => format!("an `{name}`"),
        _ => format!("a `{name}`"),
    }
}
