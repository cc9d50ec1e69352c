//! Matrices and pictures: transpose, summed-area tables, distance transforms and connected components.

use crate::compute;
use crate::error::{Error, PrimitiveError};
use crate::machine::{Buffer, Stream};
use crate::method::Methods;
use crate::primitives::{self, Connectivity, Convolve, Distance, Label, MedianFilter, Sat};
use crate::reference;

use super::axis::along;
use super::{Data, Example, Family, Input, Options, Output, Primitive, Select};

/// An example of a picture.
const PICTURE: Example = Example { title: Some(""), row: Some(""), options: || along(-1), ..Example::ALL };

pub(super) static TRANSPOSE: Primitive = Primitive {
    name: "transpose",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: primitives::Transpose::TABLE, shown: &["gather"], run: draw_transpose },
    compute: Some(Family { methods: compute::Transpose::TABLE, shown: &["gather", "tiles"], run: dispatch_transpose }),
    reference: expected_transpose,
    published: &["gather"],
    examples: &[PICTURE],
};

pub(super) static SAT: Primitive = Primitive {
    name: "sat",
    inputs: &[Input::new("values", Data::Whole)],
    fragment: Family { methods: Sat::TABLE, shown: &["recursive-doubling"], run: draw_sat },
    compute: Some(Family { methods: compute::Sat::TABLE, shown: &["runs", "tiles"], run: dispatch_sat }),
    reference: expected_sat,
    published: &["recursive-doubling"],
    examples: &[Example { data: &[Data::Whole], ..PICTURE }],
};

pub(super) static CONVOLVE: Primitive = Primitive {
    name: "convolve",
    inputs: &[Input::new("picture", Data::Whole)],
    fragment: Family { methods: Convolve::TABLE, shown: &["direct"], run: draw_convolve },
    compute: Some(Family { methods: compute::Convolve::TABLE, shown: &["runs", "tiles"], run: dispatch_convolve }),
    reference: expected_convolve,
    published: &["direct"],
    examples: &[
        Example {
            title: Some(" with 5 × 5 weights"),
            data: &[Data::Whole],
            fragment: Select::But(&["spectra"]),
            ..PICTURE
        },
        Example {
            title: Some(" with 5 × 5 weights"),
            data: &[Data::Whole],
            fragment: Select::Only(&["spectra"]),
            compute: Select::NONE,
            // Below the promise for 2^20 elements. The sum of these weights is 256, and that of their squares 70 times 70, which is how much
            // larger the result of noise is, root mean square.
            error: Some(3e-7 * 21.1 * 256.0 / 70.0),
            quiet: true,
            ..PICTURE
        },
    ],
};

pub(super) static MEDIAN_FILTER: Primitive = Primitive {
    name: "median-filter",
    inputs: &[Input::new("picture", Data::Noise)],
    fragment: Family { methods: MedianFilter::TABLE, shown: &["network"], run: draw_median },
    compute: None,
    reference: expected_median,
    published: &["network"],
    examples: &[Example { title: Some(" of 5 × 5"), ..PICTURE }],
};

pub(super) static DISTANCE: Primitive = Primitive {
    name: "distance",
    inputs: &[Input::new("mask", Data::Seeds)],
    fragment: Family { methods: Distance::TABLE, shown: &["jump-flooding"], run: draw_nearest },
    compute: None,
    reference: expected_nearest,
    published: &["jump-flooding"],
    examples: &[
        Example { title: Some(", the nearest of seeds"), data: &[Data::Seeds], by_method: true, ..PICTURE },
        Example {
            title: Some(", the nearest of flags"),
            row: Some(", flags"),
            data: &[Data::Flags],
            by_method: true,
            quiet: true,
            ..PICTURE
        },
    ],
};

pub(super) static LABEL: Primitive = Primitive {
    name: "label",
    inputs: &[Input::new("mask", Data::Islands)],
    fragment: Family { methods: Label::TABLE, shown: &["hooking"], run: draw_label },
    compute: None,
    reference: expected_label,
    published: &["hooking"],
    examples: &[
        Example { title: Some(" of islands"), data: &[Data::Islands], ..PICTURE },
        Example {
            title: Some(" of flags"),
            row: Some(", flags"),
            data: &[Data::Flags],
            fragment: Select::All,
            quiet: true,
            ..PICTURE
        },
    ],
};

/// Returns the numbers of rows and of columns of an input.
fn size(options: &Options, count: usize) -> Result<[usize; 2], Error> {
    let shape = options.shape(count);
    match *shape.extents() {
        [rows, columns] => Ok([rows, columns]),
        _ => Err(PrimitiveError::Rows { what: "this primitive", shape }.into()),
    }
}

fn one(stream: Result<Stream<f32>, Error>) -> Result<Output<Stream<f32>>, Error> {
    Ok(Output::Streams(vec![stream?]))
}

fn draw_transpose(_: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    one(primitives::transpose(inputs[0]))
}

fn dispatch_transpose(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (values, shape) = (inputs[0], options.shape(inputs[0].len()));
    Ok(Output::Streams(vec![match method {
        None => compute::transpose(values, shape)?,
        Some(method) => compute::transpose_by(values, shape, compute::Transpose::ALL[method])?,
    }]))
}

fn expected_transpose(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(reference::transpose(inputs[0], size(options, inputs[0].len())?))
}

fn draw_sat(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    one(match method {
        None => primitives::sat(inputs[0]),
        Some(method) => primitives::sat_by(inputs[0], Sat::ALL[method]),
    })
}

fn dispatch_sat(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (values, shape) = (inputs[0], options.shape(inputs[0].len()));
    Ok(Output::Streams(vec![match method {
        None => compute::sat(values, shape)?,
        Some(method) => compute::sat_by(values, shape, compute::Sat::ALL[method])?,
    }]))
}

fn expected_sat(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(reference::sat(inputs[0], size(options, inputs[0].len())?))
}

fn draw_convolve(
    method: Option<usize>,
    inputs: &[&Stream<f32>],
    options: &Options,
) -> Result<Output<Stream<f32>>, Error> {
    let (picture, weights, border) = (inputs[0], &options.neighbours.weights, options.neighbours.border);
    one(match method {
        None => primitives::convolve(picture, weights, border),
        Some(method) => primitives::convolve_by(picture, weights, border, Convolve::ALL[method]),
    })
}

fn dispatch_convolve(
    method: Option<usize>,
    inputs: &[&Buffer<f32>],
    options: &Options,
) -> Result<Output<Buffer<f32>>, Error> {
    let (picture, shape) = (inputs[0], options.shape(inputs[0].len()));
    let (weights, border) = (&options.neighbours.weights, options.neighbours.border);
    Ok(Output::Streams(vec![match method {
        None => compute::convolve(picture, shape, weights, border)?,
        Some(method) => compute::convolve_by(picture, shape, weights, border, compute::Convolve::ALL[method])?,
    }]))
}

fn expected_convolve(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let size = size(options, inputs[0].len())?;
    Ok(reference::convolve(inputs[0], size, &options.neighbours.weights, options.neighbours.border))
}

fn draw_median(
    method: Option<usize>,
    inputs: &[&Stream<f32>],
    options: &Options,
) -> Result<Output<Stream<f32>>, Error> {
    let (picture, side, border) = (inputs[0], options.neighbours.side, options.neighbours.border);
    one(match method {
        None => primitives::median_filter(picture, side, border),
        Some(method) => primitives::median_filter_by(picture, side, border, MedianFilter::ALL[method]),
    })
}

fn expected_median(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let size = size(options, inputs[0].len())?;
    Ok(reference::median_filter(inputs[0], size, options.neighbours.side, options.neighbours.border))
}

/// Finds the nearest elements, whose indices are the same on every device; distances are as exact as its root.
fn draw_nearest(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    one(match method {
        None => primitives::nearest(inputs[0]),
        Some(method) => primitives::nearest_by(inputs[0], Distance::ALL[method]),
    })
}

fn expected_nearest(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let size = size(options, inputs[0].len())?;
    Ok(match options.method.and_then(Distance::named) {
        Some(Distance::JumpFlooding) => reference::jump_flooding(inputs[0], size),
        _ => reference::nearest(inputs[0], size),
    })
}

fn draw_label(method: Option<usize>, inputs: &[&Stream<f32>], _: &Options) -> Result<Output<Stream<f32>>, Error> {
    let found = match method {
        None => primitives::label(inputs[0], Connectivity::Four),
        Some(method) => primitives::label_by(inputs[0], Connectivity::Four, Label::ALL[method]),
    };
    one(found.map(|found| found.labels))
}

fn expected_label(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    Ok(reference::label(inputs[0], size(options, inputs[0].len())?, false).0)
}
