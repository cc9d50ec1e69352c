//! Checks a program, and brings its kernels into the intermediate form.

mod access;
mod body;
mod call;
mod components;
mod convert;
mod declare;
mod effect;
mod expr;
mod flow;
mod instance;
mod intrinsic;
mod operator;
mod parameters;
mod place;
mod stmt;
mod sub_kernel;
mod turns;
mod type_error;
mod types;
mod unknown;
mod unused;
mod whole;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::types::{Records, Type};
use crate::brook::ast::{KernelItem, Program};
use crate::ir;
use crate::ir::passes::copy_propagation::propagate_constants;
use crate::ir::passes::sinking::sink_declarations;
use crate::syntax::{Code, Diagnostic, MOST_FINDINGS, Subject};
use crate::syntax::{Files, Span};
use body::Body;
use instance::{Instance, Made};
use parameters::Signature;
use types::Types;
use unknown::named_again;

/// The most functions that a kernel may call, each counted once for each way in which gathers are passed to it.
pub(crate) const MOST_FUNCTIONS: usize = 500;

/// The most levels of statements, expressions and calls within each other, those of the kernels that are called counted.
pub(crate) const DEEPEST: usize = 160;

/// How many levels a call counts.
pub(crate) const CALL: usize = 8;

/// The most statements and operators of a kernel, those of the kernels that it calls counted for each call: a driver puts
/// them all in one place.
pub(crate) const MOST_PARTS: u128 = 1_000_000;

/// The most kernels that call each other.
pub(crate) const DEEPEST_CALL: usize = 32;

/// Where checking failed; what is wrong has been said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

pub(crate) type Checked<T> = Result<T, Failed>;

pub(crate) struct Checker<'a> {
    program: &'a Program,
    types: Types<'a>,
    /// The kernels, by name; of two with one name the first.
    by_name: HashMap<&'a str, usize>,
    signatures: Vec<Option<Signature>>,
    /// Of each kernel, whether it discards, or one that it calls does.
    discarding: Vec<bool>,
    pub findings: Vec<Diagnostic>,
    /// Sub-kernels are checked once as kernels of their own: nothing is said of them again where they are called.
    silent: bool,
    /// Kernels whose bodies are being checked, innermost last.
    open: Vec<usize>,
    /// The call in the first of them that leads to the others.
    led_by: Span,
    /// Kernels of which, or of whose callers, it has been said that they are too much.
    too_much: HashSet<usize>,
    /// Levels of statements, expressions and calls at this point.
    depth: usize,
    /// The functions of the kernel at hand, and which of them an instance is.
    functions: Vec<ir::Function>,
    instances: HashMap<Instance, Made>,
    /// Those that cannot be made, so that nobody tries again.
    failed: HashSet<Instance>,
    /// Where else names that are not there, or not supported, were written, by what they are and, of variables, in which
    /// kernel; and which finding says it.
    names: HashMap<(Subject, Option<usize>), (Vec<Span>, usize)>,
    /// Literals that no `int` holds, by their place and the bits of the float that they are.
    wholes: HashMap<(Span, u32), i64>,
}

/// The kernels of a program, its records, and what is to be said about them.
pub(crate) fn check(program: &Program, files: &Files) -> (Vec<ir::Kernel>, Records, Vec<Diagnostic>) {
    let mut by_name = HashMap::new();
    let mut checker_findings = Vec::new();
    for (number, kernel) in program.kernels.iter().enumerate() {
        if let Some(first) = by_name.get(kernel.name.text.as_str()) {
            let first: &KernelItem = &program.kernels[*first];
            let title = format!("there are two kernels `{}`", kernel.name.text);
            let finding = Diagnostic::error(Code::B0401, kernel.name.span, title).other(first.name.span, "the first");
            checker_findings.push(finding);
            continue;
        }
        by_name.insert(kernel.name.text.as_str(), number);
    }
    let discarding = program.discarding(&by_name);
    let mut checker = Checker {
        program,
        types: Types::new(program),
        discarding,
        by_name,
        signatures: Vec::new(),
        findings: checker_findings,
        silent: false,
        open: Vec::new(),
        led_by: Span::default(),
        too_much: HashSet::new(),
        depth: 0,
        functions: Vec::new(),
        instances: HashMap::new(),
        failed: HashSet::new(),
        names: HashMap::new(),
        wholes: HashMap::new(),
    };
    for kernel in &program.kernels {
        let signature = checker.signature(kernel);
        checker.signatures.push(signature);
    }
    let mut kernels = Vec::new();
    for number in 0..program.kernels.len() {
        if checker.findings.len() >= MOST_FINDINGS {
            break;
        }
        kernels.extend(checker.kernel(number));
    }
    for (others, number) in checker.names.values().filter(|(others, _)| !others.is_empty()) {
        if let Some(finding) = checker.findings.get_mut(*number) {
            finding.help.push(named_again(files, finding.span, others));
        }
    }
    (kernels, checker.types.records, checker.findings)
}

impl<'a> Checker<'a> {
    pub(super) fn say(&mut self, finding: Diagnostic) {
        if self.silent {
            return;
        }
        // A name that is not there, or not supported, is missed wherever it is written: once is enough.
        if let Some(key) = self.missing(&finding) {
            match self.names.entry(key) {
                Entry::Occupied(known) => {
                    known.into_mut().0.push(finding.span);
                    return;
                }
                Entry::Vacant(new) => drop(new.insert((Vec::new(), self.findings.len()))),
            }
        }
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(finding);
        }
    }

    /// What a name that is not there, or not supported, is counted by.
    fn missing(&self, finding: &Diagnostic) -> Option<(Subject, Option<usize>)> {
        let kernel = match finding.subject {
            Subject::Other | Subject::MalformedName => return None,
            Subject::UnresolvedVariable(_) => self.open.first().copied(),
            _ => None,
        };
        Some((finding.subject.clone(), kernel))
    }

    pub(super) fn fail<T>(&mut self, finding: Diagnostic) -> Checked<T> {
        self.say(finding);
        Err(Failed)
    }

    /// Fails, and says so also where a sub-kernel is looked at again.
    pub(super) fn always<T>(&mut self, finding: Diagnostic) -> Checked<T> {
        let silent = std::mem::replace(&mut self.silent, false);
        self.say(finding);
        self.silent = silent;
        Err(Failed)
    }

    /// One level deeper, for as long as `inside` runs.
    pub(super) fn deeper<T>(&mut self, span: Span, inside: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        if self.depth >= DEEPEST {
            let title =
                format!("with what is called, this is nested {} levels deep: {DEEPEST} is the most", self.depth + 1);
            return self.too_much(Diagnostic::error(Code::B0103, span, title));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// Fails where kernels that call each other are too much: once, in the first of them.
    pub(super) fn too_much<T>(&mut self, finding: Diagnostic) -> Checked<T> {
        if self.open.len() < 2 {
            return self.fail(finding);
        }
        let known = self.open.iter().any(|open| self.too_much.contains(open));
        self.too_much.extend(&self.open);
        if known {
            return Err(Failed);
        }
        self.always(Diagnostic { span: self.led_by, ..finding })
    }

    /// Whether the kernel at hand, all that it calls in one place, is too large; says so once for kernels that call each
    /// other.
    fn too_large(&mut self, number: usize) -> bool {
        let parts = super::cost::parts(&self.functions);
        if parts <= MOST_PARTS {
            return false;
        }
        let mut all: Vec<usize> = self.instances.keys().map(|instance| instance.kernel).collect();
        all.push(number);
        if !all.iter().any(|kernel| self.too_much.contains(kernel)) {
            let name = &self.program.kernels[number].name;
            let title = format!("with what it calls, kernel `{}` has {parts} statements and operators", name.text);
            let finding = Diagnostic::error(Code::B0608, name.span, format!("{title}: {MOST_PARTS} is the most"));
            self.say(finding.help("what a kernel calls is put in its place, once for each call"));
        }
        self.too_much.extend(all);
        true
    }

    pub(super) fn type_name(&self, ty: Type) -> String {
        self.types.records.name(ty).to_owned()
    }

    /// A kernel as the host calls it; nothing, where it is wrong or only other kernels can call it.
    fn kernel(&mut self, number: usize) -> Option<ir::Kernel> {
        let item = &self.program.kernels[number];
        let signature = self.signatures[number].clone()?;
        self.functions.clear();
        self.instances.clear();
        self.failed.clear();
        self.open = vec![number];
        let before = self.findings.len();
        let mut body = Body::of_kernel(self, number, &signature);
        let checked = self.body(&mut body, item);
        if checked.is_err() || item.broken {
            return None;
        }
        self.unused(item, &body);
        let errors = |finding: &Diagnostic| finding.severity == crate::syntax::Severity::Error;
        if self.findings[before..].iter().any(errors) {
            return None;
        }
        let discards = body.discards;
        let main = body.finish();
        self.functions.push(main);
        for function in &mut self.functions {
            propagate_constants(function);
        }
        for finding in flow::check(self.functions.last()?, item, &signature) {
            self.say(finding);
        }
        for finding in turns::check(self.functions.last()?, &signature) {
            self.say(finding);
        }
        for function in &mut self.functions {
            sink_declarations(function);
        }
        let large = self.too_large(number);
        if large || signature.result.is_some() || self.findings[before..].iter().any(errors) {
            return None;
        }
        let kernel = ir::Kernel {
            name: item.name.text.clone(),
            span: item.name.span,
            reduction: signature.reduction,
            parameters: signature.parameters,
            functions: std::mem::take(&mut self.functions),
            discards,
        };
        if cfg!(debug_assertions)
            && let Err(invalid) = ir::validate_stream(&kernel)
        {
            panic!("kernel `{}` has become something that is not valid: {invalid}", kernel.name);
        }
        Some(kernel)
    }
}
