//! Compiles answers to puzzles: kernels, and kernels of Brook.

use std::rc::Rc;

use crate::brook::{CallLayouts, InputLayout, PlanLimits, PlanPass, Role, Supply, Unit};
use crate::error::Error;
use crate::fragment_program::Chip;
use crate::ir::Slot;
use crate::ir::{Kernel, StreamKernel};
use crate::kernel::{self, CompileError, Source};

use super::bits::refuse_bits;

/// The start of the names of constants in Brook that hold the number of elements of an input: `count_values`.
pub(super) const COUNT: &str = "count_";

/// Returns whether a file of this name is a program of Brook.
pub(super) fn is_brook(name: &str) -> bool {
    name.ends_with(".br")
}

/// A compiled text.
pub(super) enum Program {
    /// A kernel, whose inputs, constants and output have the names of the text.
    Kernel(Rc<Kernel>),
    /// It is nothing that a puzzle runs, for this reason.
    Refused(String),
}

/// Compiles the text of a file: Brook if its name ends in `.br`, else a kernel.
///
/// # Errors
/// A text that does not compile, or that works on bits if the chip has no integers.
pub(super) fn compile(name: &str, text: &str, chip: Chip) -> Result<Program, Error> {
    let program = match is_brook(name) {
        true => brook(name, text)?,
        false => Program::Kernel(kernel::compile(&Source::new(name.to_owned(), text.to_owned()))?.0.into()),
    };
    if let Program::Kernel(kernel) = &program {
        refuse_bits(kernel, chip)?;
    }
    Ok(program)
}

/// Compiles a program of Brook, and returns the pass of its kernel.
fn brook(name: &str, text: &str) -> Result<Program, Error> {
    let unit = Unit::compile(name, text).map_err(|diagnostics| CompileError::new(name, diagnostics))?;
    let refused = |why: String| Ok(Program::Refused(why));
    let [kernel] = &unit.kernels[..] else {
        let names: Vec<&str> = unit.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        let known = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        return refused(format!("the program has {} kernels{known}. An answer has one", names.len()));
    };
    for parameter in &kernel.parameters {
        let is_known = matches!(parameter.role, Role::Stream | Role::Constant | Role::Gather { .. } | Role::Output);
        if !is_known || parameter.fields.len() != 1 {
            let what = "the parameters of an answer are streams, gathers, constants and one output, of floats";
            return refused(format!("`{}` is of another kind: {what}", parameter.name));
        }
    }
    let layout = |parameter: &crate::ir::Parameter| match parameter.role {
        Role::Gather { .. } => InputLayout::Gathered { dimensions: 1, placed: false },
        _ => InputLayout::LikeOutput,
    };
    let layouts = CallLayouts { output: 1, parameters: kernel.parameters.iter().map(layout).collect() };
    // All chips that puzzles are for have floats.
    let limits = PlanLimits { integers: false, ..PlanLimits::default() };
    let plan = match unit.plan(kernel, &layouts, limits) {
        Ok(plan) => plan,
        Err(error) => return refused(error.to_string()),
    };
    match &plan.passes[..] {
        [pass] => Ok(named(kernel, pass)),
        passes => refused(format!("the kernel takes {} passes. An answer takes one", passes.len())),
    }
}

/// Returns the kernel of a pass, with the names of its parameters.
fn named(kernel: &StreamKernel, pass: &PlanPass) -> Program {
    let name = |slot: Slot| kernel.parameters[slot.parameter].name.clone();
    let mut own = (*pass.kernel).clone();
    for (port, input) in own.interface.inputs.iter_mut().zip(&pass.inputs) {
        match &input.feeds[..] {
            [crate::brook::Feed::Slot(slot)] => port.name = name(*slot),
            _ => return Program::Refused("the kernel keeps elements of its output, which has none before".to_owned()),
        }
    }
    for (constant, of) in own.interface.constants.iter_mut().zip(&pass.constants) {
        match of.supply {
            Supply::Slot(slot) => constant.name = name(slot),
            _ => {
                return Program::Refused(
                    "the kernel depends on the shapes of streams of several dimensions".to_owned(),
                );
            }
        }
    }
    for (port, output) in own.interface.outputs.iter_mut().zip(&pass.outputs) {
        if let Some(slot) = output.slot {
            port.name = name(slot);
        }
    }
    Program::Kernel(own.into())
}
