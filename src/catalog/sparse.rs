//! The product of a sparse matrix and a vector.

use crate::error::{Error, SparseError};
use crate::machine::Stream;
use crate::method::Methods;
use crate::primitives::{self, SparseMatrix, Spmv};
use crate::reference;

use super::{Data, Example, Family, Input, Options, Output, Primitive};

pub(super) static SPMV: Primitive = Primitive {
    name: "spmv",
    inputs: &[
        Input::new("offsets", Data::Offsets),
        Input::new("indices", Data::Positions),
        Input::new("values", Data::Whole),
        Input::new("x", Data::Whole),
    ],
    fragment: Family { methods: Spmv::TABLE, shown: &["sorted-rows", "split-rows"], run: draw },
    compute: None,
    reference: expected,
    published: &["sorted-rows", "segmented-scan"],
    examples: &[Example {
        title: Some(""),
        row: Some(", prepared anew"),
        data: &[Data::Offsets, Data::Positions, Data::Whole, Data::Whole],
        bytes: |n, _| 20 * n,
        ..Example::ALL
    }],
};

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    let [offsets, indices, values, x] = *inputs else { unreachable!("there are four inputs") };
    let matrix = match method {
        None => SparseMatrix::new(x.len(), offsets, indices, values)?,
        Some(method) => SparseMatrix::new_by(x.len(), offsets, indices, values, Spmv::ALL[method])?,
    };
    Ok(Output::Streams(vec![primitives::spmv(&matrix, x)?]))
}

fn expected(inputs: &[&[f32]], _: &Options) -> Result<Vec<f32>, Error> {
    let [offsets, indices, values, x] = *inputs else { unreachable!("there are four inputs") };
    if offsets.is_empty() {
        return Err(SparseError::NoOffsets.into());
    }
    // A single offset is that of no rows, and there may be entries behind it only if it says so.
    if offsets.len() == 1 && !values.is_empty() {
        return Err(SparseError::Offset { row: 0, found: offsets[0].into(), entries: values.len() }.into());
    }
    Ok(reference::spmv(offsets, indices, values, x))
}
