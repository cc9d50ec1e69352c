//! Matrix product.

use crate::compute;
use crate::error::Error;
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Matmul};
use crate::reference;

use super::axis::along;
use super::{Data, Example, Family, Input, Options, Output, Primitive};

pub(super) static MATMUL: Primitive = Primitive {
    name: "matmul",
    inputs: &[Input::new("a", Data::Whole), Input::new("b", Data::Whole)],
    fragment: Family { methods: Matmul::TABLE, shown: &["blocks"], run: draw },
    compute: Some(Family { methods: compute::Matmul::TABLE, shown: &["runs", "tiles"], run: dispatch }),
    reference: expected,
    published: &["inner-product"],
    examples: &[Example {
        title: Some(""),
        row: Some(""),
        data: &[Data::Whole, Data::Whole],
        options: || along(-1),
        bytes: |n, _| 12 * n,
        ..Example::ALL
    }],
};

/// Returns the numbers of rows and of columns of both inputs. Examples have two matrices of one shape: the second is transposed if it is not
/// square.
fn size(options: &Options, count: usize) -> [usize; 2] {
    match *options.shape(count).extents() {
        [.., rows, columns] => [rows, columns],
        _ => [1, count],
    }
}

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (a, b) = (inputs[0], inputs[1]);
    let (of_a, of_b) = (a.shape(), b.shape());
    let exchanged = (of_a == of_b && of_a.rank() == 2 && of_a.extents()[0] != of_a.extents()[1])
        .then(|| primitives::transpose(b))
        .transpose()?;
    let b = exchanged.as_ref().unwrap_or(b);
    Ok(Output::Streams(vec![match method {
        None => primitives::matmul(a, b)?,
        Some(method) => primitives::matmul_by(a, b, Matmul::ALL[method])?,
    }]))
}

fn dispatch(method: Option<usize>, inputs: &[&Buffer<f32>], options: &Options) -> Result<Output<Buffer<f32>>, Error> {
    let (a, b) = (inputs[0], inputs[1]);
    let [rows, columns] = size(options, a.len());
    let exchanged = (rows != columns).then(|| compute::transpose(b, [rows, columns])).transpose()?;
    let b = exchanged.as_ref().unwrap_or(b);
    let shapes = [[rows, columns], [columns, rows]];
    Ok(Output::Streams(vec![match method {
        None => compute::matmul(a, b, shapes)?,
        Some(method) => compute::matmul_by(a, b, shapes, compute::Matmul::ALL[method])?,
    }]))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let [rows, columns] = size(options, inputs[0].len());
    let b = match rows == columns {
        true => inputs[1].to_vec(),
        false => reference::transpose(inputs[1], [rows, columns]),
    };
    Ok(reference::matmul(inputs[0], &b, [rows, columns, rows]))
}
