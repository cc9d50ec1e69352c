//! The checker: resolves the names of a program, gives every expression its type, and brings kernels into the stream phase of
//! the intermediate representation.

use rustc_hash::{FxHashMap, FxHashSet};

mod access;
mod array;
mod assign;
mod body;
mod call;
mod call_graph;
mod components;
mod convert;
mod declare;
mod effect;
mod expr;
mod int_literal;
mod intrinsic;
mod lvalue;
mod operator;
mod parameters;
mod report;
mod scatter;
mod select;
mod stmt;
mod sub_kernel;
mod type_error;
mod typed;
mod types;
mod unresolved;

use super::types::{Records, Type};
use crate::brook::ast::{KernelItem, Program};
use crate::brook::lint::lint;
use crate::ir;
use crate::ir::generic::GenericKernel;
use crate::ir::passes::copy_propagation::propagate_constants;
use crate::ir::passes::sinking::sink_declarations;
use crate::ir::passes::specialize::specialize;
use crate::syntax::{Code, Diagnostic, MAX_DIAGNOSTICS, Severity};
use crate::syntax::{Files, Span};
use body::Body;
use call_graph::{Calls, too_deep};
use parameters::Signature;
use report::Report;
use types::Types;

/// The maximum number of functions that a kernel may call. A function counts once for each combination of gathers that is passed to
/// it.
pub(crate) const MAX_FUNCTIONS: usize = 500;

/// The maximum nesting depth of statements, expressions and calls, including those of the kernels that are called.
pub(crate) const MAX_DEPTH: usize = 160;

/// The number of nesting levels that a call counts as.
pub(crate) const CALL_DEPTH: usize = 8;

/// The maximum number of statements and operators of a kernel. Those of a called kernel count once for each call, because a
/// driver inlines them all.
pub(crate) const MAX_PARTS: u128 = 1_000_000;

/// The maximum length of a chain of kernels that call each other.
pub(crate) const MAX_CALLS: usize = 32;

/// The error of a check that failed. Its diagnostic has already been reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

pub(crate) type Checked<T> = Result<T, Failed>;

pub(crate) struct Checker<'a> {
    program: &'a Program,
    /// The texts of the program, for diagnostics.
    files: &'a Files,
    types: Types<'a>,
    /// The index of each kernel, by name. If two kernels have one name, it is that of the first.
    by_name: FxHashMap<&'a str, usize>,
    signatures: Vec<Option<Signature>>,
    /// The diagnostics so far. While the body of a kernel is checked, it has only the diagnostics of that kernel.
    report: Report,
    /// The diagnostics of kernels that were checked early, as callees, and come later in the program.
    early: FxHashMap<usize, Report>,
    /// The number of errors in `early`.
    early_errors: usize,
    /// The calls of each kernel that has been checked.
    calls: Vec<Option<Calls>>,
    /// The kernels that were checked without an error.
    generic: FxHashMap<usize, GenericKernel>,
    /// Kernels for which an exceeded limit has been reported, either for the kernel itself or for one of its callers.
    too_much: FxHashSet<usize>,
    /// The nesting depth of statements and expressions at this point, and its maximum in this kernel.
    depth: usize,
    max_depth: usize,
}

/// Checks a program, and returns its kernels, its records and the diagnostics.
pub(crate) fn check(program: &Program, files: &Files) -> (Vec<ir::StreamKernel>, Records, Vec<Diagnostic>) {
    let mut by_name = FxHashMap::default();
    let mut report = Report::default();
    for (number, kernel) in program.kernels.iter().enumerate() {
        if let Some(first) = by_name.get(kernel.name.text.as_str()) {
            let first: &KernelItem = &program.kernels[*first];
            let title = format!("there are two kernels `{}`", kernel.name.text);
            let diagnostic = Diagnostic::error(Code::B0401, kernel.name.span, title);
            report.report(diagnostic.other(first.name.span, "the first"));
            continue;
        }
        by_name.insert(kernel.name.text.as_str(), number);
    }
    let mut checker = Checker {
        program,
        files,
        types: Types::new(program),
        by_name,
        signatures: Vec::new(),
        report,
        early: FxHashMap::default(),
        early_errors: 0,
        calls: program.kernels.iter().map(|_| None).collect(),
        generic: FxHashMap::default(),
        too_much: FxHashSet::default(),
        depth: 0,
        max_depth: 0,
    };
    for kernel in &program.kernels {
        let signature = checker.signature(kernel);
        checker.signatures.push(signature);
    }
    let mut kernels = Vec::new();
    for number in 0..program.kernels.len() {
        if checker.report.is_full() {
            break;
        }
        kernels.extend(checker.kernel(number));
    }
    (kernels, checker.types.records, checker.report.finish(files))
}

impl Checker<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.report.report(diagnostic);
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Checked<T> {
        self.report(diagnostic);
        Err(Failed)
    }

    /// Runs `inside` one nesting level deeper.
    pub(super) fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        self.max_depth = self.max_depth.max(self.depth + 1);
        if self.depth >= MAX_DEPTH {
            return self.fail(too_deep(span, self.depth + 1));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    pub(super) fn type_name(&self, ty: Type) -> String {
        self.types.records.name(ty).to_owned()
    }

    /// Checks the body of a kernel, once for all its callers.
    fn check_kernel(&mut self, number: usize) {
        let item = &self.program.kernels[number];
        let Some(signature) = self.signatures[number].clone() else {
            self.calls[number] = Some(Calls::default());
            return;
        };
        let outer = std::mem::take(&mut self.report);
        self.max_depth = 0;
        let mut body = Body::of_kernel(self, number, &signature);
        let fine = self.body(&mut body, item).is_ok();
        self.calls[number] = Some(body.calls(fine, self.max_depth));
        if fine {
            self.generic.insert(number, body.finish(signature));
        }
        let report = std::mem::replace(&mut self.report, outer);
        self.early_errors += report.errors();
        self.early.insert(number, report);
    }

    /// Returns a kernel as the host calls it. Returns `None` if it has errors, or if only other kernels can call it.
    fn kernel(&mut self, number: usize) -> Option<ir::StreamKernel> {
        for callee in self.unchecked(number) {
            // The first errors are enough: nobody reads more of them.
            if self.early_errors < MAX_DIAGNOSTICS {
                self.check_kernel(callee);
            }
        }
        let mut errors = 0;
        if let Some(report) = self.early.remove(&number) {
            errors = report.errors();
            self.early_errors -= errors;
            self.report.append(report, number);
        }
        let called = self.called(number)?;
        let generic = self.generic.get(&number).filter(|_| errors == 0)?;
        let item = &self.program.kernels[number];
        let mut functions = specialize(&self.generic, number);
        functions.iter_mut().for_each(propagate_constants);
        let signature = self.signatures[number].as_ref()?;
        let mut kernel = ir::StreamKernel {
            name: item.name.text.clone(),
            span: item.name.span,
            reduction: signature.reduction,
            parameters: generic.parameters.clone(),
            functions,
            discards: generic.discards,
        };
        kernel.functions.iter_mut().for_each(sink_declarations);
        let returns = signature.result.is_some();
        // A kernel that returns a value does not run by itself.
        if cfg!(debug_assertions)
            && !returns
            && let Err(invalid) = ir::validate_stream(&kernel)
        {
            panic!("kernel `{}` has become something that is not valid: {invalid}", kernel.name);
        }
        let lints = lint(&kernel, item.end, &generic.used);
        let wrong = lints.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        lints.into_iter().for_each(|diagnostic| self.report(diagnostic));
        let fine = !wrong && !self.too_large(number, &kernel, called);
        (fine && !returns).then_some(kernel)
    }

    /// Whether a kernel is too large when all its calls are inlined. Reports this once for a kernel and all kernels that it calls.
    fn too_large(&mut self, number: usize, kernel: &ir::StreamKernel, called: FxHashSet<usize>) -> bool {
        let parts = super::cost::parts(&kernel.functions);
        if parts <= MAX_PARTS {
            return false;
        }
        let all = || called.iter().copied().chain([number]);
        if !all().any(|kernel| self.too_much.contains(&kernel)) {
            let title = format!("with what it calls, kernel `{}` has {parts} statements and operators", kernel.name);
            let diagnostic =
                Diagnostic::error(Code::B0608, kernel.span, format!("{title}: the maximum is {MAX_PARTS}"));
            self.report(diagnostic.help("what a kernel calls is put in its place, once for each call"));
        }
        self.too_much.extend(all());
        true
    }
}
