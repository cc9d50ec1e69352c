//! Multipass partition: brings kernels within the limits of a device by splitting them into several passes.
//!
//! A pass with more outputs than render targets is split. So is a pass that reads too many streams, if one of the halves reads
//! fewer. Where splitting does not help, streams of one type are joined: the pass reads one stream that contains all of them, one
//! after the other.

use super::{Context, Lowering, PlanError, channels, reduce};
use crate::brook::plan::{CallLayouts, Feed, PassRole, Plan, PlanKind, PlanLimits, PlanPass};
use crate::brook::types::Records;
use crate::ir::passes::slice::{Criterion, read_by, slice};
use crate::ir::{Role, Slot, StreamKernel, validate_stream};
use crate::syntax::Files;
use crate::texel::Components;

/// Returns the passes of a kernel for streams of these layouts, within these limits.
///
/// # Errors
/// Fails for a kernel that cannot be brought within the limits.
pub(in crate::brook) fn plan(
    kernel: &StreamKernel,
    layouts: &CallLayouts,
    records: &Records,
    files: &Files,
    targets: PlanLimits,
) -> Result<Plan, PlanError> {
    let context = Context { records, files, layouts };
    if targets.outputs == 0 || targets.inputs == 0 {
        let (outputs, inputs) = (targets.outputs, targets.inputs);
        return Err(PlanError::NoTargets { kernel: kernel.name.clone(), outputs, inputs });
    }
    if kernel.reduction {
        return reduce::plan(kernel, context, targets);
    }
    let variable = kernel.parameters.iter().enumerate().filter(|(_, p)| p.role.is_pushed());
    let variable: Vec<usize> = variable.map(|(number, _)| number).collect();
    let mut parts: Vec<(PassRole, Criterion, Vec<Slot>)> = Vec::new();
    for &parameter in &variable {
        parts.push((PassRole::Count(parameter), Criterion::Count(parameter), Vec::new()));
        let fields = 0..kernel.parameters[parameter].fields.len();
        let slots: Vec<Slot> = fields.map(|field| Slot { parameter, field }).collect();
        for part in targets.together(&slots, |slot| channels(kernel, slot)) {
            parts.push((PassRole::Values(parameter), Criterion::Values(part.clone()), part));
        }
    }
    if variable.is_empty() {
        let slots = kernel.slots(|role| *role == Role::Output);
        for part in targets.together(&slots, |slot| channels(kernel, slot)) {
            parts.push((PassRole::Whole, Criterion::Outputs(part.clone()), part));
        }
    }
    let mut passes = Vec::new();
    let mut waiting: Vec<_> = parts.into_iter().rev().collect();
    while let Some((part, goal, slots)) = waiting.pop() {
        let cut = slice(kernel, &goal);
        debug_assert_eq!(validate_stream(&cut), Ok(()), "the slice of `{}` for {goal:?}", kernel.name);
        let needed = inputs_of(&cut, part, slots.len());
        if needed > targets.inputs && slots.len() > 1 {
            let (first, second) = slots.split_at(slots.len() / 2);
            let halves = [second, first].map(|half| match &goal {
                Criterion::Outputs(_) => (Criterion::Outputs(half.to_vec()), half),
                Criterion::Values(_) => (Criterion::Values(half.to_vec()), half),
                Criterion::Count(parameter) => (Criterion::Count(*parameter), half),
            });
            // Split only if one of the halves reads fewer streams. Otherwise streams are joined, once for all passes.
            let fewer =
                |(goal, half): &(Criterion, &[Slot])| inputs_of(&slice(kernel, goal), part, half.len()) < needed;
            if halves.iter().any(fewer) {
                waiting.extend(halves.map(|(goal, half)| (part, goal, half.to_vec())));
                continue;
            }
        }
        // Lower the slice immediately: keeping all slices of a kernel with many outputs would take too much memory.
        let number = passes.len() + 1;
        let several = number > 1 || !waiting.is_empty();
        let name = if several { format!("{}.{number}", kernel.name) } else { kernel.name.clone() };
        passes.push(pass(&cut, context, targets, part, &slots, &name)?);
    }
    let kind = if variable.is_empty() { PlanKind::Map } else { PlanKind::Push };
    Ok(Plan { kind, passes })
}

/// Returns the number of streams that a pass reads.
fn inputs_of(kernel: &StreamKernel, part: PassRole, outputs: usize) -> usize {
    let reads = read_by(kernel);
    reads.elements.len() + reads.gathers.len() + own_inputs(kernel, part, outputs)
}

/// Returns the number of inputs of a pass other than the streams that its kernel reads.
fn own_inputs(kernel: &StreamKernel, part: PassRole, outputs: usize) -> usize {
    match part {
        PassRole::Values(_) => 2,
        PassRole::Whole if kernel.discards => outputs,
        _ => 0,
    }
}

fn pass(
    kernel: &StreamKernel,
    context: Context,
    targets: PlanLimits,
    part: PassRole,
    slots: &[Slot],
    name: &str,
) -> Result<PlanPass, PlanError> {
    let mut lowering = Lowering::new(kernel, context.layouts, part, targets.integers);
    let own = own_inputs(kernel, part, slots.len());
    lowering.streams(targets.inputs.saturating_sub(own), targets.inputs, own)?;
    match part {
        PassRole::Count(parameter) => {
            let name = format!("{}_pushes", kernel.parameters[parameter].name);
            lowering.output(&name, Components::One, None);
        }
        _ => lowering.output_slots(slots),
    }
    if let PassRole::Values(_) = part {
        lowering.input("element", Components::One, vec![Feed::Element]);
        lowering.input("push_index", Components::One, vec![Feed::PushIndex]);
    }
    lowering.sub_kernels();
    lowering.main();
    let partial = slots.len() < kernel.slots(|role| *role == Role::Output).len();
    Ok(lowering.finish(context, name, partial))
}
