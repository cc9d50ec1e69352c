//! Bitonic sorts of keys with a payload, which write all columns at once if there are enough render targets.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Stream};
use crate::texel::{Components, Stored};

use super::bitonic::{addresses, steps};

/// The order of a sort, and the type of its addresses.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub descending: bool,
    pub stable: bool,
    /// Whether addresses are floats instead of integers.
    pub in_floats: bool,
}

/// A column of the records of a bitonic sort.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Keys,
    Values,
    Positions,
}

impl Column {
    /// Returns the name of the kernel's parameter that makes it write the column, and the name of the output for the column.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Column::Keys => ("writes_keys", "sorted_keys_0"),
            Column::Values => ("writes_values", "sorted_values_0"),
            Column::Positions => ("writes_positions", "sorted_positions_0"),
        }
    }

    /// Returns the columns that each pass of a step writes. A pass writes at most one column per render target. If the device
    /// requires that all targets have one format, the columns of a pass do.
    fn groups<T: Stored>(all: &[Column], device: &Device) -> Vec<Vec<Column>> {
        let apart = T::COMPONENTS != Components::One && !device.features().mixed_formats;
        let (values, floats): (Vec<Column>, Vec<Column>) =
            all.iter().partition(|column| apart && **column == Column::Values);
        [floats, values].iter().flat_map(|alike| alike.chunks(device.limits().targets)).map(<[_]>::to_vec).collect()
    }
}

/// Sorts pairs by the method of GPU Gems ch. 37, with one pass for each step. A step takes several passes if there are fewer render
/// targets than columns, or if all targets must have one format and the payload has another format than the keys.
pub(super) fn sort<T: Stored>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    order: Order,
    layout: Layout,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    let columns = match order.stable {
        true => &[Column::Keys, Column::Values, Column::Positions][..],
        false => &[Column::Keys, Column::Values][..],
    };
    let sorted = run(keys, values, columns, order, layout)?;
    Ok((sorted.0, sorted.1))
}

/// Sorts the positions of keys, stably, by the method of GPU Gems ch. 37, with one pass for each step, or two if there is one render target.
pub(super) fn positions(keys: &Stream<f32>, order: Order) -> Result<Stream<f32>, Error> {
    let columns = [Column::Keys, Column::Positions];
    let (_, _, positions) = run(keys, keys, &columns, order, keys.layout())?;
    // Only one key takes no step.
    positions.map_or_else(|| keys.device().upload_shaped(keys.shape(), &vec![0.0; keys.len()]), Ok)
}

/// Keys, values and, if they were sorted, positions.
type Sorted<T> = (Stream<f32>, Stream<T>, Option<Stream<f32>>);

/// Sorts these columns. The others are returned in no order.
fn run<T: Stored>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    columns: &[Column],
    order: Order,
    layout: Layout,
) -> Result<Sorted<T>, Error> {
    let device = keys.device();
    let file = match order.stable {
        true => glsl!("primitives/bitonic_sort_stable.frag"),
        false => glsl!("primitives/bitonic_sort_pairs.frag"),
    };
    let file = file.element::<T>().parameter("in_floats", order.in_floats);
    let groups = Column::groups::<T>(columns, device);
    let kernel = |group: &Vec<Column>| {
        let writes =
            |file: Source, column: &Column| file.parameter(column.names().0, i32::from(group.contains(column)));
        let all = [Column::Keys, Column::Values, Column::Positions];
        let written = all.iter().filter(|column| order.stable || **column != Column::Positions);
        device.kernel(&written.fold(file.clone(), writes))
    };
    let kernels = groups.iter().map(kernel).collect::<Result<Vec<_>, _>>()?;
    let mut sorted: Option<(Stream<f32>, Stream<T>)> = None;
    let mut positions: Option<Stream<f32>> = None;
    for (block, offset) in steps(keys.len()) {
        let mut next_keys = device.stream_with(keys.shape(), layout)?;
        let mut next_values = device.stream_with(keys.shape(), layout)?;
        let mut next_positions = match order.stable {
            true => Some(device.stream_with(keys.shape(), layout)?),
            false => None,
        };
        let (from_keys, from_values) = sorted.as_ref().map_or((keys, values), |(keys, values)| (keys, values));
        for (kernel, group) in kernels.iter().zip(&groups) {
            let mut pass = device.pass(kernel).input("keys", from_keys).input("values", from_values);
            pass = addresses(pass, block, offset, keys.len()).constant("descending", order.descending);
            if order.stable {
                // The first pass computes the positions. It does not read the stream that is bound in their place.
                pass = pass.input("positions", positions.as_ref().unwrap_or(keys));
                pass = pass.constant("begin", positions.is_none());
            }
            if group.contains(&Column::Keys) {
                pass = pass.output(Column::Keys.names().1, &mut next_keys);
            }
            if group.contains(&Column::Values) {
                pass = pass.output(Column::Values.names().1, &mut next_values);
            }
            if group.contains(&Column::Positions)
                && let Some(next_positions) = &mut next_positions
            {
                pass = pass.output(Column::Positions.names().1, next_positions);
            }
            pass.run()?;
        }
        sorted = Some((next_keys, next_values));
        positions = next_positions;
    }
    match sorted {
        Some((keys, values)) => Ok((keys, values, positions)),
        None => Ok((keys.to_layout(layout)?, values.to_layout(layout)?, None)),
    }
}
