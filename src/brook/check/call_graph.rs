//! The call graph: orders the kernels for checking, and reports kernels that recurse or call too much.

use rustc_hash::FxHashSet;

use super::report::Report;
use super::{CALL_DEPTH, Checker, MAX_CALLS, MAX_DEPTH, MAX_FUNCTIONS};
use crate::brook::ast::Program;
use crate::ir::generic::Specialization;
use crate::syntax::{Code, Diagnostic, Span};

/// A call in the body of a kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallSite {
    /// The number of the callee in [`Calls::callees`].
    pub callee: usize,
    pub span: Span,
    /// The number of levels of statements and expressions around the call.
    pub depth: usize,
}

/// The calls of a kernel. They are known even if the kernel has errors.
#[derive(Default, Debug)]
pub(super) struct Calls {
    /// The numbers of the parameters that are gathers.
    pub gathers: Vec<usize>,
    /// Each kernel that it calls, with those of its own gathers that it passes.
    pub callees: Vec<Specialization>,
    pub sites: Vec<CallSite>,
    /// The maximum nesting depth of statements and expressions.
    pub depth: usize,
    /// Whether the kernel, or one that it calls, may discard.
    pub discards: bool,
    /// Whether the kernel has no errors other than those of its calls.
    pub fine: bool,
}

impl Checker<'_> {
    /// Returns this kernel and those that it calls, directly or not, if they have not been checked yet. Callees come first,
    /// except where kernels recurse.
    pub(super) fn unchecked(&self, kernel: usize) -> Vec<usize> {
        let mut order = Vec::new();
        let mut entered = FxHashSet::default();
        let mut open: Vec<(usize, bool)> = vec![(kernel, false)];
        while let Some((kernel, left)) = open.pop() {
            if left {
                order.push(kernel);
                continue;
            }
            if self.calls[kernel].is_some() || !entered.insert(kernel) {
                continue;
            }
            open.push((kernel, true));
            let first = open.len();
            self.program.kernels[kernel].calls(&mut |name| {
                open.extend(self.by_name.get(name).map(|&called| (called, false)));
            });
            open[first..].reverse();
        }
        order
    }

    /// Walks over all kernels that this one calls, directly or not, as the host would call it. Reports recursion and exceeded
    /// limits. Returns the called kernels, or `None` if there are errors.
    pub(super) fn called(&mut self, kernel: usize) -> Option<FxHashSet<usize>> {
        let calls = self.calls[kernel].as_ref()?;
        let mut walk = Walk {
            program: self.program,
            calls: &self.calls,
            report: &mut self.report,
            too_much: &mut self.too_much,
            open: vec![kernel],
            led_by: Span::default(),
            made: FxHashSet::default(),
            failed: FxHashSet::default(),
        };
        let fine = walk.sites(calls, &calls.gathers, 0);
        (fine && calls.fine).then(|| walk.made.into_iter().map(|made| made.kernel).collect())
    }
}

/// A walk over all kernels that a kernel calls, directly or not.
struct Walk<'a> {
    program: &'a Program,
    calls: &'a [Option<Calls>],
    report: &'a mut Report,
    /// Kernels for which an exceeded limit has been reported, either for the kernel itself or for one of its callers.
    too_much: &'a mut FxHashSet<usize>,
    /// The current chain of calls, which starts with the kernel that the host calls.
    open: Vec<usize>,
    /// The call in the chain's first kernel that leads to the rest of the chain.
    led_by: Span,
    made: FxHashSet<Specialization>,
    /// Specializations that have errors in their calls or below.
    failed: FxHashSet<Specialization>,
}

impl Walk<'_> {
    /// Checks the calls of a kernel that is nested `depth` levels deep. Returns whether none has an error.
    fn sites(&mut self, calls: &Calls, gathers: &[usize], depth: usize) -> bool {
        let passed = |gather: &usize| calls.gathers.iter().position(|own| own == gather).map(|at| gathers[at]);
        let mut fine = true;
        for site in calls.sites.iter().filter(|site| depth + site.depth <= MAX_DEPTH) {
            let callee = &calls.callees[site.callee];
            let gathers = callee.gathers.iter().filter_map(passed).collect();
            fine &= self.call(Specialization { kernel: callee.kernel, gathers }, site.span, depth + site.depth);
        }
        fine
    }

    fn call(&mut self, specialization: Specialization, call: Span, depth: usize) -> bool {
        if self.made.contains(&specialization) {
            return true;
        }
        if self.failed.contains(&specialization) {
            return false;
        }
        if let Some(from) = self.open.iter().position(|&open| open == specialization.kernel) {
            self.recursion(from, call);
            return false;
        }
        if self.made.len() >= MAX_FUNCTIONS {
            let title = format!("kernel calls {} functions: the maximum is {MAX_FUNCTIONS}", self.made.len() + 1);
            self.report.report(Diagnostic::error(Code::B0602, call, title));
            return false;
        }
        if self.open.len() >= MAX_CALLS {
            let title = format!("kernels call each other {} deep: the maximum is {MAX_CALLS}", self.open.len() + 1);
            self.too_much(Diagnostic::error(Code::B0602, call, title));
            return false;
        }
        // The callee has errors, which are reported when it is checked itself.
        let Some(calls) = &self.calls[specialization.kernel] else { return false };
        if self.open.len() == 1 {
            self.led_by = call;
        }
        self.open.push(specialization.kernel);
        let depth = depth + CALL_DEPTH;
        let mut fine = calls.fine;
        if depth + calls.depth > MAX_DEPTH {
            self.too_much(too_deep(call, (depth + 1).max(MAX_DEPTH + 1)));
            fine = false;
        }
        fine &= self.sites(calls, &specialization.gathers, depth);
        self.open.pop();
        if fine {
            self.made.insert(specialization)
        } else {
            self.failed.insert(specialization)
        };
        fine
    }

    fn recursion(&mut self, from: usize, call: Span) {
        let name = |&open: &usize| self.program.kernels[open].name.text.as_str();
        let names: Vec<&str> = self.open[from..].iter().map(name).collect();
        let title = match names.as_slice() {
            [own] => format!("kernel `{own}` calls itself"),
            _ => format!("kernel `{}` calls itself, by way of `{}`", names[0], names[1..].join("`, `")),
        };
        let help = "kernels cannot recurse: write it as a loop, or as several passes";
        self.report.report(Diagnostic::error(Code::B0601, call, title).help(help));
    }

    /// Reports an exceeded limit at the call in the chain's first kernel, once for all kernels of the chain.
    fn too_much(&mut self, diagnostic: Diagnostic) {
        let known = self.open.iter().any(|open| self.too_much.contains(open));
        self.too_much.extend(&self.open);
        if !known {
            let span = if self.open.len() > 1 { self.led_by } else { diagnostic.span };
            self.report.report(Diagnostic { span, ..diagnostic });
        }
    }
}

/// Returns the diagnostic for statements, expressions and calls that are nested too deep.
pub(super) fn too_deep(span: Span, levels: usize) -> Diagnostic {
    let title = format!("with what is called, this is nested {levels} levels deep: the maximum is {MAX_DEPTH}");
    Diagnostic::error(Code::B0103, span, title)
}
