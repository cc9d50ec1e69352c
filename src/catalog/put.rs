//! Put: scatters values to given positions.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Put};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive, Select};

pub(super) static PUT: Primitive = Primitive {
    name: "put",
    inputs: &[
        Input::new("into", Data::Noise),
        Input::new("positions", Data::Positions),
        Input::new("values", Data::Whole),
    ],
    fragment: Family { methods: Put::TABLE, shown: &["bitonic-search", "sort-search"], run: draw },
    compute: Some(Family { methods: compute::Put::TABLE, shown: &["atomic-max", "sort-scan"], run: dispatch }),
    reference: expected,
    published: &["bitonic-search"],
    examples: &[
        Example { title: Some(""), row: Some(""), data: DATA, bytes: |n, _| 16 * n, ..Example::ALL },
        Example {
            title: Some(", sums"),
            row: Some(", sums"),
            data: &[Data::Whole, Data::Positions, Data::Whole],
            options: || Options { combined: true, ..Options::default() },
            compute: Select::Only(&["sort-scan"]),
            quiet: true,
            bytes: |n, _| 16 * n,
            ..Example::ALL
        },
        // Elements and values are copied bit for bit, also denormals.
        Example { data: &[Data::Tiny, Data::Positions, Data::Tiny], ..Example::ALL },
    ],
};

const DATA: &[Data] = &[Data::Noise, Data::Positions, Data::Whole];

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (into, positions, values) = (inputs[0], inputs[1], inputs[2]);
    let fastest = if options.combined { Put::fastest_with } else { Put::fastest };
    let method = method.map_or_else(|| fastest(into.device()), |method| Put::ALL[method]);
    Ok(Output::Streams(vec![match options.combined {
        true => primitives::put_with_by(into, positions, values, &options.operator, method)?,
        false => primitives::put_by(into, positions, values, method)?,
    }]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let (into, positions, values) = (inputs[0], inputs[1], inputs[2]);
    Ok(Output::Streams(vec![match (method.map(|method| compute::Put::ALL[method]), options.combined) {
        // The only method that combines values.
        (None | Some(compute::Put::SortScan), true) => compute::put_with(into, positions, values, &options.operator)?,
        (Some(method @ compute::Put::AtomicMax), true) => {
            let (method, instead) = (method.name(), compute::Put::SortScan.name());
            return Err(compute::ComputeError::CombinesNothing { method, instead }.into());
        }
        (None, false) => compute::put(into, positions, values)?,
        (Some(method), false) => compute::put_by(into, positions, values, method)?,
    }]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(match options.combined {
        true => reference::put_with(inputs[0], inputs[1], inputs[2], &options.operator),
        false => reference::put(inputs[0], inputs[1], inputs[2]),
    })
}
