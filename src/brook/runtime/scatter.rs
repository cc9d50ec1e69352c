//! Scatter outputs: puts the values that a kernel has pushed at the indices that it has pushed with them.

use super::argument::Output;
use super::column::Column;
use super::domain::extent;
use super::error::Error;
use crate::glsl;

/// Returns new columns for an output, with the pushed values in them. `pushed` are the columns of the values, and last that of their
/// indices. Of several values for one element the last one stays. Values whose index the stream does not have are dropped, and elements
/// at no index keep their values. Returns no columns if nothing changes.
pub(super) fn put(output: &Output, mut pushed: Vec<Box<dyn Column>>) -> Result<Vec<Box<dyn Column>>, Error> {
    let (view, window) = (output.view(), output.window()?);
    let Some(indices) = pushed.pop() else { return Ok(Vec::new()) };
    let shape = window.map_or(view.columns[0].shape(), |window| window.shape());
    if indices.shape().count() == 0 || shape.count() == 0 {
        return Ok(Vec::new());
    }
    let device = indices.device();
    let mut positions = device.stream::<f32>(indices.shape())?;
    let kernel = device.kernel(&glsl!("brook/brook_position.frag"))?;
    let mut pass = device.pass(&kernel).bound("indices", indices.bound());
    for (axis, name) in ["extent_x", "extent_y", "extent_z", "extent_w"].into_iter().enumerate() {
        pass = pass.constant(name, extent(shape, axis) as f32);
    }
    pass.constant("axes", shape.rank() as f32).output("position", &mut positions).run()?;
    let mut made = Vec::new();
    for (column, values) in view.columns.iter().zip(pushed) {
        made.push(match window {
            Some(window) => window.merge(*column, &*window.extract(*column)?.put(&positions, values)?)?,
            None => column.put(&positions, values)?,
        });
    }
    Ok(made)
}
