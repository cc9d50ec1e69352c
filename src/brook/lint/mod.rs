//! Lints: diagnostics beyond those of checking, about finished kernels in the stream phase and about prototypes.

mod definite_assignment;
mod loops;
mod prototypes;
mod pushes;
mod unused;

use crate::ir::StreamKernel;
use crate::syntax::{Diagnostic, Severity, Span};
pub(crate) use prototypes::prototypes;

/// Runs the lints on a kernel. `end` is the end of its body, and `used` says which parameters its text reads.
pub(crate) fn lint(kernel: &StreamKernel, end: Span, used: &[bool]) -> Vec<Diagnostic> {
    let mut diagnostics = unused::unused(kernel, used);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return diagnostics;
    }
    diagnostics.extend(definite_assignment::definite_assignment(kernel, end));
    diagnostics.extend(loops::loops(kernel.main()));
    diagnostics.extend(pushes::pushes(kernel));
    diagnostics
}
