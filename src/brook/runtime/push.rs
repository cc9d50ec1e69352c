//! Runs kernels with variable outputs. The first pass counts the pushes of each element, and a scan computes the running sums of
//! the counts. Each element of the result then searches these sums for the element that pushed it, and runs the kernel again for
//! that element. This is Horn's method for filters (GPU Gems 2, ch. 36). What is pushed to a scatter output is then put.

use super::argument::Argument;
use super::bind::{Bindings, NewColumns};
use super::column::{Column, column};
use super::draw::{Extra, draw};
use super::error::Error;
use super::program::CompiledPlan;
use super::scatter;
use crate::brook::plan::PassRole;
use crate::glsl;
use crate::ir::Role;
use crate::machine::{Device, Stream};
use crate::operator::Operator;
use crate::primitives;
use crate::shape::Shape;

/// The largest integer up to which floats count exactly.
const EXACT: usize = 1 << 24;

/// For each pushed value, the element that pushed it, and which of that element's pushes it was.
struct Pushers {
    element: Stream<f32>,
    push_index: Stream<f32>,
}

/// Runs a kernel with variable outputs or a scatter output. Returns, for each variable output, the columns of the pushed values, and for a
/// scatter output its new columns.
pub(super) fn run(
    device: &Device,
    ready: &CompiledPlan,
    bindings: &Bindings,
    given: &[Option<Argument>],
) -> Result<NewColumns, Error> {
    let kernel = bindings.kernel;
    let too_many = |parameter: usize, count, what| Error::TooMany {
        kernel: kernel.name.clone(),
        parameter: kernel.parameters[parameter].name.clone(),
        count,
        what,
        max: EXACT,
    };
    let mut made: NewColumns = Vec::new();
    let mut pushers: Option<Pushers> = None;
    for (pass, compiled) in ready.plan.passes.iter().zip(&ready.kernels) {
        match pass.role {
            PassRole::Count(parameter) => {
                let elements = bindings.shape.count();
                if elements > EXACT {
                    return Err(too_many(parameter, elements, "elements push"));
                }
                let mut total = 0;
                pushers = None;
                if elements > 0 {
                    let counts = device.stream::<f32>(bindings.shape)?;
                    draw(device, compiled, pass, bindings, &Extra::default(), &[&counts])?;
                    let sums = primitives::scan(&counts, &Operator::sum())?;
                    total = sums.read_range(elements - 1..elements)?[0] as usize;
                    if total > EXACT {
                        return Err(too_many(parameter, total, "pushes"));
                    }
                    if total > 0 {
                        pushers = Some(find(device, &sums, total)?);
                    }
                }
                let fields = &kernel.parameters[parameter].fields;
                let columns = fields.iter().map(|field| column(device, field.ty.components(), Shape::from(total)));
                made.push((parameter, columns.collect::<Result<_, _>>()?));
            }
            PassRole::Values(parameter) => {
                let (Some(pushers), Some((_, columns))) =
                    (&pushers, made.iter().find(|(known, _)| *known == parameter))
                else {
                    continue;
                };
                let extra = Extra {
                    element: Some(&pushers.element),
                    push_index: Some(&pushers.push_index),
                    ..Extra::default()
                };
                let slots = pass.outputs.iter().filter_map(|output| output.slot);
                let outputs: Vec<&dyn Column> = slots.map(|slot| &*columns[slot.field]).collect();
                draw(device, compiled, pass, bindings, &extra, &outputs)?;
            }
            PassRole::Whole => {}
        }
    }
    for (parameter, columns) in &mut made {
        if let (Role::Scatter { .. }, Some(Argument::Write(output))) =
            (kernel.parameters[*parameter].role, &given[*parameter])
        {
            *columns = scatter::put(output, std::mem::take(columns))?;
        }
    }
    Ok(made)
}

fn find(device: &Device, sums: &Stream<f32>, total: usize) -> Result<Pushers, Error> {
    let steps = sums.len().next_power_of_two().ilog2() as usize;
    let mut element = device.stream::<f32>(total)?;
    let kernel = device.kernel(&glsl!("brook/brook_pusher.frag"))?;
    let pass = device.pass(&kernel).input("sums", sums).constant("steps", steps);
    pass.output("pusher", &mut element).run()?;
    let mut push_index = device.stream::<f32>(total)?;
    let kernel = device.kernel(&glsl!("brook/brook_push_index.frag"))?;
    let pass = device.pass(&kernel).input("sums", sums).input("pushers", &element);
    pass.output("push_index", &mut push_index).run()?;
    Ok(Pushers { element, push_index })
}
