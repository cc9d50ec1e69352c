//! Runs maps: the passes that compute every output of a kernel.

use super::argument::{Argument, View};
use super::bind::{Bindings, NewColumns};
use super::column::{self, Column};
use super::domain::Window;
use super::draw::{Extra, draw};
use super::error::Error;
use super::program::CompiledPlan;
use crate::ir::Slot;
use crate::machine::Device;

/// An output of a map, and the columns that the passes draw to.
struct Target<'r> {
    parameter: usize,
    view: View<'r>,
    window: Option<Window>,
    /// The columns to draw to if the passes cannot draw to the stream itself. The reason may be that it is also read, that it is a
    /// domain, that elements may be discarded, or that the outputs have several layouts.
    fresh: Option<Vec<Box<dyn Column>>>,
    /// The previous content of a domain if elements may be discarded, else empty.
    old: Vec<Box<dyn Column>>,
}

/// Draws the passes of a map. The returned columns replace those of the outputs that could not be drawn to directly.
pub(super) fn run(
    device: &Device,
    ready: &CompiledPlan,
    bindings: &Bindings,
    given: &[Option<Argument>],
) -> Result<NewColumns, Error> {
    let (kernel, shape) = (bindings.kernel, bindings.shape);
    let layouts = given.iter().filter_map(|argument| match argument {
        Some(Argument::Write(output)) => Some(output.columns.iter().map(|column| column.bound().layout())),
        _ => None,
    });
    let mut layouts = layouts.flatten();
    let first = layouts.next();
    let mixed = layouts.any(|layout| Some(layout) != first);
    let mut targets: Vec<Target> = Vec::new();
    for (parameter, argument) in given.iter().enumerate() {
        let Some(Argument::Write(output)) = argument else { continue };
        let (view, window) = (output.view(), output.window()?);
        let name = kernel.parameters[parameter].name.as_str();
        let read = given.iter().any(|other| matches!(other, Some(Argument::Old(output, _)) if *output == name));
        // A pass cannot draw to streams of several layouts, so it draws to columns in the plain layout.
        let fresh = match (mixed, read || kernel.discards || window.is_some()) {
            (true, _) => {
                let plain = |column: &&dyn Column| column::column(device, column.components(), shape);
                Some(view.columns.iter().map(plain).collect::<Result<_, _>>()?)
            }
            (false, true) => Some(view.columns.iter().map(|column| column.fresh(shape)).collect::<Result<_, _>>()?),
            (false, false) => None,
        };
        let old = match window {
            Some(window) if kernel.discards && shape.count() > 0 => {
                view.columns.iter().map(|column| window.extract(*column)).collect::<Result<_, _>>()?
            }
            _ => Vec::new(),
        };
        targets.push(Target { parameter, view, window, fresh, old });
    }
    if shape.count() > 0 {
        let mut extra = Extra::default();
        for target in &targets {
            for (field, column) in target.view.columns.iter().enumerate() {
                let before = target.old.get(field).map_or(*column, |old| &**old);
                extra.old.push((Slot { parameter: target.parameter, field }, before));
            }
        }
        for (pass, compiled) in ready.plan.passes.iter().zip(&ready.kernels) {
            let slots = pass.outputs.iter().filter_map(|output| output.slot);
            let outputs = slots.filter_map(|slot| {
                let target = targets.iter().find(|target| target.parameter == slot.parameter)?;
                Some(match &target.fresh {
                    Some(fresh) => &*fresh[slot.field],
                    None => target.view.columns[slot.field],
                })
            });
            draw(device, compiled, pass, bindings, &extra, &outputs.collect::<Vec<_>>())?;
        }
    }
    let mut made: NewColumns = Vec::new();
    for target in targets {
        let Some(mut fresh) = target.fresh else { continue };
        if let Some(window) = target.window {
            if window.count() == 0 {
                continue;
            }
            for (part, column) in fresh.iter_mut().zip(&target.view.columns) {
                *part = window.merge(*column, &**part)?;
            }
        }
        made.push((target.parameter, fresh));
    }
    Ok(made)
}
