//! Scan: reduces every prefix.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::operator::Operator;
use crate::primitives::{self, Scan};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive};

pub(super) static SCAN: Primitive = Primitive {
    name: "scan",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: Scan::TABLE, shown: &["hillis-steele", "up-down-sweep", "pyramid"], run: draw },
    compute: Some(Family { methods: compute::Scan::TABLE, shown: &["work-efficient"], run: dispatch }),
    reference: expected,
    published: &["hillis-steele"],
    examples: &[
        Example { title: Some(" of sum"), row: Some(""), data: &[Data::Whole], ..Example::ALL },
        Example {
            title: Some(" of sum, exclusive"),
            data: &[Data::Whole],
            options: || Options { exclusive: true, ..Options::default() },
            ..Example::ALL
        },
        Example {
            title: Some(" of max"),
            data: &[Data::Whole],
            options: || Options { operator: Operator::max(), ..Options::default() },
            ..Example::ALL
        },
    ],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (values, op) = (inputs[0], &options.operator);
    let scanned = match (method.map(|method| Scan::ALL[method]), options.exclusive) {
        (None, false) => primitives::scan(values, op)?,
        (None, true) => primitives::exclusive_scan(values, op)?,
        (Some(method), false) => primitives::scan_by(values, op, method)?,
        (Some(method), true) => primitives::exclusive_scan_by(values, op, method)?,
    };
    Ok(Output::Streams(vec![scanned]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let (values, op) = (inputs[0], &options.operator);
    let scanned = match (method.map(|method| compute::Scan::ALL[method]), options.exclusive) {
        (None, false) => compute::scan(values, op)?,
        (None, true) => compute::exclusive_scan(values, op)?,
        (Some(method), false) => compute::scan_by(values, op, method)?,
        (Some(method), true) => compute::exclusive_scan_by(values, op, method)?,
    };
    Ok(Output::Streams(vec![scanned]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    match options.exclusive {
        false => Ok(reference::scan(inputs[0], &options.operator)),
        true => reference::exclusive_scan(inputs[0], &options.operator),
    }
}
