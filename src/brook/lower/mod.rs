//! Lowers kernels of the stream phase to kernels of the kernel phase, one for each pass.
//!
//! - Elements of inputs become fetches. If an input has the output's shape, the address is the number of the output's element,
//!   otherwise it is computed from the position. Gathers round and clamp their index. `indexof` becomes a position.
//! - Truth values are floats in Brook, 1 or 0. They become booleans where they are used as conditions, and floats where they are
//!   used as numbers.
//! - A kernel with more outputs than a pass has render targets is split into several passes, each with only the code that its
//!   outputs need. (Section 4.2 of Brook's paper leaves this to the shader compiler.) See [`partition`].
//! - A kernel that pushes becomes a pass that counts the pushes, and passes that compute the values of one push. A reduction
//!   becomes a loop over neighbours.
//! - Variables are initialised with zero. So are outputs that may be read or left without a value.

mod access;
mod build;
mod condition;
mod error;
mod expr;
mod function;
mod gather;
pub(in crate::brook) mod names;
mod numbers;
mod partition;
mod ports;
mod reduce;
mod stmt;

use std::rc::Rc;

use super::cost;
use super::plan::{CallLayouts, Constant, Input, Output, PassRole, PlanPass};
use super::types::Records;
use crate::ir::passes::definite_assignment::zero_initialize;
use crate::ir::{
    Function, FunctionId, Interface, Kernel, Local, LocalId, Parameter, Port, Role, Slot, StreamKernel, each_call_mut,
    validate,
};
use crate::syntax::Files;
pub use error::PlanError;
use names::Names;
pub(super) use partition::plan;

/// The program that a kernel belongs to.
#[derive(Clone, Copy)]
struct Context<'a> {
    records: &'a Records,
    files: &'a Files,
    layouts: &'a CallLayouts,
}

/// A pass that is being lowered.
struct Lowering<'a> {
    kernel: &'a StreamKernel,
    layouts: &'a CallLayouts,
    role: PassRole,
    /// Whether the device has integers.
    integers: bool,
    /// The names that the interface uses so far.
    names: Names,
    inputs: Vec<Input>,
    constants: Vec<Constant>,
    outputs: Vec<Output>,
    /// Helper functions that find and read elements, each with its purpose. They are numbered after the kernel's own functions
    /// until the kernel is put together.
    accessors: Vec<(String, Function)>,
    /// The kernel's functions that have been lowered so far, in the order of the kernel.
    functions: Vec<Function>,
    /// The variables of the current function.
    locals: Vec<Local>,
    /// In `main`: the variables that are the outputs, in their order.
    targets: Vec<LocalId>,
    /// In `main`: for each output that is not a float, the target, the variable that is converted and stored there at the end, and
    /// the slot.
    held_outputs: Vec<(LocalId, LocalId, Slot)>,
    /// In passes for pushes: the variable that counts the pushes, and the variable with the index of the push to compute.
    counter: Option<LocalId>,
    wanted: Option<LocalId>,
}

impl<'a> Lowering<'a> {
    fn new(kernel: &'a StreamKernel, layouts: &'a CallLayouts, role: PassRole, integers: bool) -> Lowering<'a> {
        Lowering {
            kernel,
            layouts,
            role,
            integers,
            names: Names::default(),
            inputs: Vec::new(),
            constants: Vec::new(),
            outputs: Vec::new(),
            accessors: Vec::new(),
            functions: Vec::new(),
            locals: Vec::new(),
            targets: Vec::new(),
            held_outputs: Vec::new(),
            counter: None,
            wanted: None,
        }
    }

    /// Assembles the pass. `partial` says whether it writes only some of the kernel's outputs.
    fn finish(mut self, context: Context, name: &str, partial: bool) -> PlanPass {
        let about = self.about(context.records, partial);
        let functions = self.linked();
        let interface = self.interface();
        let mut kernel = Kernel {
            name: name.to_owned(),
            about,
            interface,
            mediump: false,
            functions,
            access: vec![],
            files: context.files.clone().into(),
        };
        zero_initialize(&mut kernel);
        debug_assert_eq!(validate(&kernel), Ok(()), "{kernel:#?}");
        let cost = cost::of(self.kernel);
        let Lowering { role, inputs, constants, outputs, .. } = self;
        PlanPass { role, kernel: Rc::new(kernel), inputs, constants, outputs, cost }
    }

    /// Returns the lines of the comment that describes the pass.
    fn about(&self, records: &Records, partial: bool) -> Vec<String> {
        let kernel = self.kernel;
        let mut about = vec![signature(kernel, records)];
        let name = |parameter: usize| &kernel.parameters[parameter].name;
        match self.role {
            PassRole::Count(parameter) => about.push(format!("How many elements each pushes to {}.", name(parameter))),
            PassRole::Values(parameter) => about.push(format!("What is pushed to {}.", name(parameter))),
            PassRole::Whole if kernel.reduction => about.push("Up to 8 neighbours along an axis become one.".into()),
            PassRole::Whole if partial => {
                let slots = self.outputs.iter().filter_map(|output| output.slot);
                let names: Vec<String> = slots.map(|slot| kernel.slot_name(slot)).collect();
                about.push(format!("The part of it for {}.", names.join(", ")));
            }
            PassRole::Whole => {}
        }
        about
    }

    fn interface(&self) -> Interface {
        let constant = |constant: &Constant| crate::ir::Constant {
            name: constant.name.clone(),
            ty: ports::constant_type(self.kernel, constant.supply),
        };
        Interface {
            inputs: self.inputs.iter().map(|input| Port::floats(&input.name, input.components)).collect(),
            constants: self.constants.iter().map(constant).collect(),
            outputs: self.outputs.iter().map(|output| Port::floats(&output.name, output.components)).collect(),
            unread: Vec::new(),
            shared: Vec::new(),
        }
    }

    /// Returns all functions. Those that read elements come before the kernel's own, which call them.
    fn linked(&mut self) -> Vec<Function> {
        let own = self.kernel.functions.len();
        let accessors = std::mem::take(&mut self.accessors);
        let first = accessors.len();
        let renumber = |called: &mut FunctionId| match called.0.checked_sub(own) {
            Some(accessor) => called.0 = accessor,
            None => called.0 += first,
        };
        let accessors = accessors.into_iter().map(|(_, function)| function);
        let mut functions: Vec<Function> = accessors.chain(std::mem::take(&mut self.functions)).collect();
        for function in &mut functions {
            each_call_mut(&mut function.body, &mut |called| renumber(called));
        }
        functions
    }
}

/// Returns the kernel's signature in Brook's syntax.
pub fn signature(kernel: &StreamKernel, records: &Records) -> String {
    let parameter = |p: &Parameter| {
        let ty = records.name(p.ty);
        let name = &p.name;
        match p.role {
            Role::Stream => format!("{ty} {name}<>"),
            Role::Iterator => format!("iter {ty} {name}<>"),
            Role::Constant => format!("{ty} {name}"),
            Role::Gather { brackets } => format!("{ty} {name}{}", "[]".repeat(brackets)),
            Role::Output => format!("out {ty} {name}<>"),
            Role::Variable { max: Some(max) } => format!("vout[{max}] {ty} {name}<>"),
            Role::Scatter { brackets } => format!("out {ty} {name}{}", "[]".repeat(brackets)),
            Role::Variable { max: None } => format!("vout[] {ty} {name}<>"),
            Role::Accumulator => format!("reduce {ty} {name}<>"),
        }
    };
    let parameters: Vec<String> = kernel.parameters.iter().map(parameter).collect();
    let word = if kernel.reduction { "reduce" } else { "kernel" };
    format!("{word} void {}({})", kernel.name, parameters.join(", "))
}

/// Returns the number of channels of the texture that a slot is written to.
fn channels(kernel: &StreamKernel, slot: Slot) -> usize {
    kernel.parameters[slot.parameter].fields[slot.field].ty.components().channels()
}
