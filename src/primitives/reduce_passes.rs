//! The passes of each reduction, until few enough elements are left.

use crate::error::Error;
use crate::geometry::Geometry;
use crate::glsl;
use crate::machine::{Kernel, Stream};
use crate::operator::Operator;
use crate::shape::Shape;
use crate::texel::Texel;

use super::kernels::Kernels;
use super::texels::Texels;

/// Halves both dimensions until they are at most `stop_at`. Returns none if they already are.
pub(super) fn two_by_two<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    stop_at: usize,
) -> Result<Option<Stream<T>>, Error> {
    let device = values.device();
    let even = device.kernel(&op.bind(glsl!("primitives/reduce_2x2.frag"))?)?;
    let edge = device.kernel(&op.bind(glsl!("primitives/reduce_2x2_edge.frag"))?)?;
    let mut work = None;
    let mut grid = values.geometry().as_grid(device.limits().texture, 2, 2);
    while grid.row > stop_at || grid.rows() > stop_at {
        let last_row = grid.count - (grid.rows() - 1) * grid.row;
        let full = last_row == grid.row;
        let (width, height) = (grid.row.div_ceil(2), grid.rows().div_ceil(2));
        // With an odd number of rows, the last row has no partner. If it is also short, the last row of the result is short.
        let lonely = grid.rows() % 2 == 1;
        let count = (height - 1) * width + if lonely { last_row.div_ceil(2) } else { width };
        let kernel = if full && grid.row.is_multiple_of(2) && !lonely { &even } else { &edge };
        let next = Geometry::grid(width, count);
        work = Some(step(kernel, work.as_ref().unwrap_or(values), grid, next)?);
        grid = next;
    }
    Ok(work)
}

/// Combines up to 8 neighbours in rows, then up to 8 in columns, until both dimensions are at most `stop_at`. Every row is reduced
/// to one element before columns are combined, which keeps the order.
pub(super) fn brook<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    stop_at: usize,
) -> Result<Option<Stream<T>>, Error> {
    let device = values.device();
    let mut work = None;
    let mut kernels = Kernels::new();
    let mut grid = values.geometry().as_grid(device.limits().texture, 8, 1);
    let stop_row = if grid.rows() > stop_at { 1 } else { stop_at };
    while grid.row > stop_row || grid.rows() > stop_at {
        let along_rows = grid.row > stop_row;
        let next = if along_rows {
            let width = grid.row.div_ceil(8);
            let last_row = grid.count - (grid.rows() - 1) * grid.row;
            let count = (grid.rows() - 1) * width + last_row.div_ceil(8);
            Geometry::grid(width, count)
        } else {
            Geometry::grid(1, grid.rows().div_ceil(8))
        };
        let kernel = kernels.get(along_rows, || {
            let rows = glsl!("primitives/reduce_brook_x.frag");
            let columns = glsl!("primitives/reduce_brook_y.frag");
            device.kernel(&op.bind(if along_rows { rows } else { columns })?)
        })?;
        work = Some(step(kernel, work.as_ref().unwrap_or(values), grid, next)?);
        grid = next;
    }
    Ok(work)
}

/// The number of texels that are combined into one element.
pub(super) const RUN: usize = 64;

/// Combines runs of texels until at most `enough` elements are left.
pub(super) fn runs<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    enough: usize,
    columns: bool,
) -> Result<Option<Stream<T>>, Error> {
    let device = values.device();
    let mut work: Option<Stream<T>> = None;
    let kernel = |columns: bool, packed: bool| {
        device.kernel(&op.bind(match (columns, packed) {
            (false, false) => glsl!("primitives/reduce_runs.frag"),
            (false, true) => glsl!("primitives/reduce_runs_packed.frag"),
            (true, false) => glsl!("primitives/reduce_columns.frag"),
            (true, true) => glsl!("primitives/reduce_columns_packed.frag"),
        })?)
    };
    // If there are few elements, nothing is drawn. An operator that does not compile must still be an error.
    let mut kernels = Kernels::new();
    let packed = Texels::of(values).packed();
    kernels.get((false, packed), || kernel(false, packed))?;
    while work.as_ref().unwrap_or(values).len() > enough {
        let texels = Texels::of(work.as_ref().unwrap_or(values));
        let rows = texels.bound().geometry().height;
        let columns = columns && rows >= 2 * RUN;
        let next = if columns { texels.columns(RUN) } else { texels.runs(RUN, device.limits().texture) };
        let packed = texels.packed();
        let kernel = kernels.get((columns, packed), || kernel(columns, packed))?;
        let mut reduced = Stream::new(device, Shape::from(next.count), next)?;
        let mut pass = device.pass(kernel).bound("values", texels.bound());
        if let Some(lanes) = texels.lanes_of_last() {
            pass = pass.constant("lanes", lanes);
        }
        pass.output("reduced", &mut reduced).run()?;
        work = Some(reduced);
    }
    Ok(work)
}

/// Draws one pass, from a grid to the next.
fn step<T: Texel>(kernel: &Kernel, values: &Stream<T>, grid: Geometry, next: Geometry) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut reduced = Stream::new(device, Shape::from(next.count), next)?;
    device.pass(kernel).input_as("values", values, grid).output("reduced", &mut reduced).run()?;
    Ok(reduced)
}
