//! Kernels that compile, and those that do not.
mod assignment;
pub(crate) mod crate_kernels;
mod declarations;
mod errors;
mod habits;
mod mutants;
mod parameters;
mod values;

use crate::kernel::{Source, compile};

/// What is said of a kernel.
fn said(text: &str) -> String {
    match compile(&Source::new("k", text.to_owned())) {
        Ok((_, warnings)) => warnings.render(false),
        Err(errors) => errors.diagnostics.render(false),
    }
}
