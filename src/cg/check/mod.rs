//! The checker: resolves names, gives every expression its type, makes every conversion explicit, and brings an entry function with all that it
//! calls into the kernel phase of the intermediate representation.
//!
//! Structs, arrays and matrices are split into their numbers and vectors, their **leaves**. A sampler is known when a function is called, so a
//! function that is called with different samplers, or with different structs for an interface, becomes several functions.

mod assign;
mod body;
mod bound;
mod call;
mod construct;
mod convert;
mod declare;
mod duplicates;
mod entry;
mod expr;
mod function;
mod globals;
mod initializer;
mod inputs;
mod invoke;
mod kernel;
mod leaves;
mod lvalue;
mod member;
mod number;
mod operator;
mod overload;
mod results;
mod stmt;
mod types;
mod uniforms;
mod unset;
mod value;

pub(super) mod library;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::ast::Program;
use super::parameters::Parameter;
use super::{Options, Precisions};
use crate::ir::{self, Kernel, Shared};
use crate::syntax::{Code, Diagnostic, Files, MAX_DIAGNOSTICS, Severity, Span};
use function::{Instance, InstanceKey, Signature};
use globals::Global;
use types::Types;

/// The maximum number of functions that a program becomes, counting a function once for each combination of samplers and structs.
const MAX_FUNCTIONS: usize = 2000;

/// The maximum depth of nested calls, statements and expressions.
const MAX_DEPTH: usize = 160;

/// The error of a check that failed. Its diagnostic has already been reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

pub(super) type Checked<T> = Result<T, Failed>;

/// A checked program, for one entry.
pub(super) struct CheckedProgram {
    pub kernel: Kernel,
    pub parameters: Vec<Parameter>,
    /// The type of each colour result.
    pub outputs: Vec<Output>,
}

pub(super) use results::Output;

/// The state of the checker: fields for the program, for what has been resolved, and for what has been made.
pub(super) struct Checker<'a> {
    program: &'a Program,
    options: &'a Options,
    types: Types<'a>,
    /// The functions that are not methods, by name.
    functions: FxHashMap<&'a str, Vec<usize>>,
    signatures: FxHashMap<usize, Checked<Rc<Signature<'a>>>>,
    globals: FxHashMap<&'a str, usize>,
    global_values: FxHashMap<usize, Checked<Global>>,
    /// The `static` variables of functions, by where they are declared.
    statics: FxHashMap<Span, Global>,
    /// The texture coordinates that no parameter asks for, last first.
    free_coordinates: Vec<usize>,
    parameters: Vec<Parameter>,
    constants: Vec<ir::Constant>,
    shared: Vec<Shared>,
    /// The functions that give global variables their first values, in order.
    starts: Vec<ir::FunctionId>,
    /// For each constant, its index in `parameters`.
    constant_parameters: Vec<usize>,
    instances: FxHashMap<InstanceKey, Rc<Instance>>,
    made: Vec<ir::Function>,
    /// The functions whose bodies are being checked, outermost first.
    active: Vec<usize>,
    depth: usize,
    diagnostics: Vec<Diagnostic>,
}

/// Checks a program for one entry. Returns it if there is no error, and the diagnostics.
pub(super) fn check(
    program: &Program,
    files: &Rc<Files>,
    options: &Options,
) -> (Option<CheckedProgram>, Vec<Diagnostic>) {
    let mut checker = Checker {
        program,
        options,
        types: Types::default(),
        functions: FxHashMap::default(),
        signatures: FxHashMap::default(),
        globals: FxHashMap::default(),
        global_values: FxHashMap::default(),
        statics: FxHashMap::default(),
        free_coordinates: Vec::new(),
        parameters: Vec::new(),
        constants: Vec::new(),
        shared: Vec::new(),
        starts: Vec::new(),
        constant_parameters: Vec::new(),
        instances: FxHashMap::default(),
        made: Vec::new(),
        active: Vec::new(),
        depth: 0,
        diagnostics: Vec::new(),
    };
    checker.collect();
    let checked = checker.entry(files).ok();
    let wrong = checker.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    (checked.filter(|_| !wrong), checker.diagnostics)
}

impl<'a> Checker<'a> {
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    pub fn fail<T>(&mut self, diagnostic: Diagnostic) -> Checked<T> {
        self.report(diagnostic);
        Err(Failed)
    }

    /// Fails with an error at a span; `help` may be empty.
    pub fn refuse<T>(&mut self, code: Code, span: Span, title: impl Into<String>, help: &str) -> Checked<T> {
        let error = Diagnostic::error(code, span, title);
        self.fail(if help.is_empty() { error } else { error.help(help) })
    }

    /// Runs `inside` one nesting level deeper.
    pub fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        if self.depth >= MAX_DEPTH {
            let title =
                format!("this is nested {} levels deep, with its calls: the maximum is {MAX_DEPTH}", MAX_DEPTH + 1);
            return self.refuse(Code::C0001, span, title, "");
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// Whether numbers of less precision are rounded.
    pub fn rounds(&self) -> bool {
        self.options.precisions == Precisions::Rounded
    }

    /// Collects the names of types, functions and global variables.
    fn collect(&mut self) {
        let program = self.program;
        for (number, function) in program.functions.iter().enumerate().filter(|(_, function)| function.owner.is_none())
        {
            self.functions.entry(&function.name.text).or_default().push(number);
        }
        self.collect_types();
        self.once();
        for (number, global) in program.globals.iter().enumerate() {
            if let Some(first) = self.globals.insert(&global.name.text, number) {
                let first = &program.globals[first];
                // A declaration with a semantic may stand in several headers.
                if first.value.is_some() && global.value.is_some() {
                    let title = format!("`{}` is already defined", global.name.text);
                    let diagnostic = Diagnostic::error(Code::C1002, global.name.span, title);
                    self.report(diagnostic.other(first.name.span, "here it is defined first"));
                }
            }
        }
    }
}
