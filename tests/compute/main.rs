//! Compute shaders.

#[path = "../support/mod.rs"]
mod support;

mod axis;
mod dispatch;
mod fourier;
mod groups;
mod pictures;
mod seam;
mod select;
mod sparse;
mod today;

use brooklet::Device;

/// Runs a test on devices as usual, and with work groups of 32, so that few elements make many groups and levels. What is not written has been
/// poisoned.
fn each(test: impl Fn(&Device)) {
    for dialect in support::dialects() {
        for invocations in [usize::MAX, 32] {
            let device = support::open(support::builder(dialect).max_invocations(invocations));
            if support::has_compute(&device) {
                test(&device);
            }
        }
    }
}
