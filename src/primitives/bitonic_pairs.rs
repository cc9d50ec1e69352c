//! Bitonic sorts of keys with a payload, which write all columns at once if there are enough render targets.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::texel::{Components, Texel};

use super::bitonic::{addresses, source, steps};

/// The order of a sort, and the type of its addresses.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub descending: bool,
    pub stable: bool,
    /// Whether positions are floats and not integers.
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
    /// Returns the name of the kernel's output, its element type, and the function that writes it.
    fn output(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Column::Keys => ("sorted_keys", "float", "put_key"),
            Column::Values => ("sorted_values", "element", "put_value"),
            Column::Positions => ("sorted_positions", "float", "put_position"),
        }
    }

    /// Returns the part "outputs" of a kernel that writes only the columns in `written`.
    fn part(written: &[Column], all: &[Column]) -> String {
        let line = |column: &Column| {
            let (output, ty, put) = column.output();
            match written.contains(column) {
                true => format!("output {ty} {output};\nvoid {put}({ty} x) {{ {output} = x; }}\n"),
                false => format!("void {put}({ty} x) {{}}\n"),
            }
        };
        all.iter().map(line).collect()
    }

    /// Returns the columns that each pass of a step writes: as many as there are render targets, and all of one format if the
    /// device requires that.
    fn groups<T: Texel>(all: &[Column], device: &Device) -> Vec<Vec<Column>> {
        let apart = T::COMPONENTS != Components::One && !device.features().mixed_formats;
        let (values, floats): (Vec<Column>, Vec<Column>) =
            all.iter().partition(|column| apart && **column == Column::Values);
        [floats, values].iter().flat_map(|alike| alike.chunks(device.limits().targets)).map(<[_]>::to_vec).collect()
    }
}

/// Sorts pairs by the chapter's method, with one pass for each step. A step takes several passes if there are fewer render targets
/// than columns, or if all targets must have one format and the payload has another format than the keys.
pub(super) fn sort<T: Texel>(
    keys: &Stream<f32>,
    values: &Stream<T>,
    order: Order,
    layout: Layout,
) -> Result<(Stream<f32>, Stream<T>), Error> {
    let device = keys.device();
    let (file, columns) = match order.stable {
        true => (glsl!("primitives/bitonic_sort_stable.frag"), &[Column::Keys, Column::Values, Column::Positions][..]),
        false => (glsl!("primitives/bitonic_sort_pairs.frag"), &[Column::Keys, Column::Values][..]),
    };
    let file = source(file.element::<T>(), order.in_floats);
    let groups = Column::groups::<T>(columns, device);
    let kernel = |group: &Vec<Column>| device.kernel(&file.clone().part("outputs", Column::part(group, columns)));
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
            pass = addresses(pass, order.in_floats, block, offset, keys.len()).constant("descending", order.descending);
            if order.stable {
                // The first pass makes the positions; it does not read the stream that is bound in their place.
                pass = pass.input("positions", positions.as_ref().unwrap_or(keys));
                pass = pass.constant("begin", positions.is_none());
            }
            if group.contains(&Column::Keys) {
                pass = pass.output("sorted_keys", &mut next_keys);
            }
            if group.contains(&Column::Values) {
                pass = pass.output("sorted_values", &mut next_values);
            }
            if group.contains(&Column::Positions)
                && let Some(next_positions) = &mut next_positions
            {
                pass = pass.output("sorted_positions", next_positions);
            }
            pass.run()?;
        }
        sorted = Some((next_keys, next_values));
        positions = next_positions;
    }
    match sorted {
        Some(sorted) => Ok(sorted),
        None => Ok((keys.to_layout(layout)?, values.to_layout(layout)?)),
    }
}
