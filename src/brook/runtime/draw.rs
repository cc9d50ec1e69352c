//! Draws a pass of a plan: binds the streams that it reads, and sets its constants.

use std::rc::Rc;

use super::bind::Bindings;
use super::checks::whole;
use super::column::Column;
use super::domain::extent;
use crate::backend::Value;
use crate::brook::interpret::Number;
use crate::brook::plan::{Feed, Input, PlanPass, Supply};
use crate::error::Error;
use crate::glsl;
use crate::ir::Slot;
use crate::machine::Kernel;
use crate::machine::{Device, PassError};
use crate::shape::Shape;

/// The inputs of a pass other than the bindings of its call.
#[derive(Default)]
pub(super) struct Extra<'r> {
    /// The previous content of outputs.
    pub old: Vec<(Slot, &'r dyn Column)>,
    /// In a pass that computes pushed values: the element that pushes, and which of its pushes it is.
    pub element: Option<&'r dyn Column>,
    pub push_index: Option<&'r dyn Column>,
    /// In a reduction: the stream that the pass reduces, field by field.
    pub operand: Vec<&'r dyn Column>,
    pub axis: Axis,
}

/// The axis along which a pass of a reduction combines neighbours: see [`Supply::Extent`] to [`Supply::Inner`].
#[derive(Clone, Copy, Default)]
pub(super) struct Axis {
    pub extent: usize,
    pub block: usize,
    pub groups: usize,
    pub inner: usize,
}

/// Draws a pass into these columns, one for each of its outputs.
pub(super) fn draw(
    device: &Device,
    kernel: &Kernel,
    pass: &PlanPass,
    bindings: &Bindings,
    extra: &Extra,
    outputs: &[&dyn Column],
) -> Result<(), Error> {
    let mut joined: Vec<Option<Rc<Box<dyn Column>>>> = Vec::with_capacity(pass.inputs.len());
    let mut starts: Vec<(Slot, usize)> = Vec::new();
    for input in &pass.inputs {
        if input.feeds.len() == 1 {
            joined.push(None);
            continue;
        }
        let mut columns = Vec::new();
        let mut start = 0;
        for feed in &input.feeds {
            let column = find(pass, input, feed, bindings, extra)?;
            if let Feed::Slot(slot) = feed {
                starts.push((*slot, start));
            }
            start += column.shape().count();
            columns.push(column);
        }
        // Keep joined streams for later passes. In a reduction, each pass reduces another stream.
        let lasting: Option<Vec<Slot>> = input
            .feeds
            .iter()
            .map(|feed| match feed {
                Feed::Slot(slot) if !bindings.kernel.reduction => Some(*slot),
                _ => None,
            })
            .collect();
        let known = lasting.as_ref().and_then(|slots| {
            let joined = bindings.joined.borrow();
            joined.iter().find(|(known, _)| known == slots).map(|(_, column)| column.clone())
        });
        let column = match (known, lasting) {
            (Some(column), _) => column,
            (None, lasting) => {
                let column = Rc::new(join(device, &columns)?);
                if let Some(slots) = lasting {
                    bindings.joined.borrow_mut().push((slots, column.clone()));
                }
                column
            }
        };
        joined.push(Some(column));
    }
    let mut drawing = device.pass(kernel);
    for (input, joined) in pass.inputs.iter().zip(&joined) {
        let bound = match joined {
            Some(joined) => joined.bound(),
            None => find(pass, input, &input.feeds[0], bindings, extra)?.bound(),
        };
        drawing = drawing.bound(&input.name, bound);
    }
    for constant in &pass.constants {
        drawing = drawing.constant(&constant.name, supply(constant.supply, device, bindings, &starts, extra.axis));
    }
    for (output, column) in pass.outputs.iter().zip(outputs) {
        drawing = drawing.bound_output(&output.name, column.bound());
    }
    drawing.run()
}

/// Returns the column of a feed.
fn find<'r>(
    pass: &PlanPass,
    input: &Input,
    feed: &Feed,
    bindings: &'r Bindings,
    extra: &Extra<'r>,
) -> Result<&'r dyn Column, Error> {
    let found = match feed {
        Feed::Slot(slot)
            if bindings.kernel.reduction && bindings.kernel.parameters[slot.parameter].role.is_stream() =>
        {
            extra.operand.get(slot.field).copied()
        }
        Feed::Slot(slot) => bindings.column(*slot),
        Feed::Old(slot) => extra.old.iter().find(|(known, _)| known == slot).map(|(_, column)| *column),
        Feed::Element => extra.element,
        Feed::PushIndex => extra.push_index,
    };
    Ok(found.ok_or_else(|| PassError::Missing {
        kernel: pass.name().to_owned(),
        role: "input",
        name: input.name.clone(),
        ty: input.components.type_name(),
    })?)
}

/// Joins streams of one type into one stream that contains them one after the other. It joins pairs, then pairs of pairs, and so
/// copies each stream at most ⌈log2 n⌉ times, where n is the number of streams.
fn join(device: &Device, columns: &[&dyn Column]) -> Result<Box<dyn Column>, Error> {
    let halves = columns.split_at(columns.len() / 2);
    let (mut left, mut right) = (None, None);
    for (half, made) in [(halves.0, &mut left), (halves.1, &mut right)] {
        if half.len() > 1 {
            *made = Some(join(device, half)?);
        }
    }
    let first = left.as_deref().unwrap_or(halves.0[0]);
    let second = right.as_deref().unwrap_or(halves.1[0]);
    let kernel = device.kernel(&glsl!("brook/brook_join.frag").element_of(second.components()))?;
    let count = first.shape().count() + second.shape().count();
    let whole = super::column::column(device, second.components(), Shape::from(count))?;
    let pass = device.pass(&kernel).bound("first", first.bound()).bound("second", second.bound());
    pass.bound_output("joined", whole.bound()).run()?;
    Ok(whole)
}

/// Converts a number to a constant of a pass: a float number or vector as a whole, an integer vector's component `k`.
fn value(device: &Device, number: &Number, k: usize) -> Value {
    match *number {
        Number::Floats(1, [x, ..]) => Value::Float(x),
        Number::Floats(2, [x, y, ..]) => Value::Vec2([x, y]),
        Number::Floats(3, [x, y, z, _]) => Value::Vec3([x, y, z]),
        Number::Floats(_, all) => Value::Vec4(all),
        Number::Uints(_, all) if device.features().integers => Value::Index((all[k] as i32).into()),
        _ => Value::Index(whole(number, k)),
    }
}

/// Returns the value of a constant.
fn supply(supply: Supply, device: &Device, bindings: &Bindings, starts: &[(Slot, usize)], axis: Axis) -> Value {
    let source = |parameter: usize| bindings.sources[parameter].as_ref();
    let resize = |parameter, axis| bindings.resize(parameter, axis);
    let has = |parameter: usize, axis| source(parameter).is_some_and(|source| extent(source.shape, axis) != 1);
    let number = match supply {
        Supply::Slot(slot) => return value(device, &bindings.constants[slot.parameter][slot.field], 0),
        Supply::Component(slot, k) => return value(device, &bindings.constants[slot.parameter][slot.field], k),
        Supply::OutputExtent(axis) => extent(bindings.shape, axis),
        Supply::Base(slot) => {
            let start = starts.iter().find(|(known, _)| *known == slot).map_or(0, |(_, start)| *start);
            // If a reduction reduces a domain, it has been copied to a stream of its own.
            let operand = bindings.kernel.reduction && bindings.kernel.parameters[slot.parameter].role.is_stream();
            start + if operand { 0 } else { source(slot.parameter).map_or(0, |source| source.base()) }
        }
        Supply::Divide(parameter, axis) => resize(parameter, axis).map_or(1, |resize| resize.divide),
        Supply::Step(parameter, axis) => match (resize(parameter, axis), source(parameter)) {
            (Some(resize), Some(source)) if has(parameter, axis) => resize.times * source.pitch(axis),
            _ => 0,
        },
        Supply::Times(parameter, axis) => match resize(parameter, axis) {
            Some(resize) if has(parameter, axis) => resize.times,
            _ => 0,
        },
        Supply::GatherExtent(parameter, axis) => source(parameter).map_or(1, |source| extent(source.shape, axis)),
        Supply::Pitch(parameter, axis) => source(parameter).map_or(0, |source| source.pitch(axis)),
        Supply::Extent => axis.extent,
        Supply::Block => axis.block,
        Supply::Groups => axis.groups,
        Supply::Inner => axis.inner,
    };
    Value::from(number)
}
