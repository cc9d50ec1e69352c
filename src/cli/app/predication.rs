//! The option by which commands choose how elements are skipped, and the share that was.

use brooklet::Trace;
use brooklet::applications::predication::Predication;
use clap::ValueEnum;

#[derive(Clone, Copy, ValueEnum)]
pub enum Method {
    /// By the depth test, before the kernel runs
    EarlyZ,
    /// By a branch in the kernel
    Branch,
    /// Not at all
    None,
}

impl From<Method> for Predication {
    fn from(method: Method) -> Predication {
        match method {
            Method::EarlyZ => Predication::EarlyZ,
            Method::Branch => Predication::Branch,
            Method::None => Predication::None,
        }
    }
}

/// Returns the share of the fragments of these kernels that were skipped, from 0 to 1. Only emulated chips know which fragments ran, and need
/// no occlusion query for it, which keeps some of them from skipping.
pub fn skipped(trace: &Trace, is_counted: impl Fn(&str) -> bool) -> Option<f64> {
    let (mut all, mut ran) = (0, 0);
    for pass in trace.passes().filter(|pass| is_counted(&pass.kernel)) {
        pass.cost.instructions?;
        all += pass.width * pass.height;
        ran += pass.cost.fragments;
    }
    (all > 0).then(|| (1.0 - ran as f64 / all as f64).clamp(0.0, 1.0))
}
