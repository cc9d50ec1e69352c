//! The Fourier transform of real numbers.

use crate::error::Error;
use crate::lines::Lines;
use crate::machine::Stream;
use crate::method::Methods;
use crate::primitives::{self, Fft};
use crate::reference;

use super::axis::along;
use super::{Data, Example, Family, Input, Options, Output, Primitive};

/// The promise for lines of 2^20 elements, which are as long as any that are measured.
const ERROR: Option<f64> = Some(21.0 * 1e-7);

pub(super) static FFT: Primitive = Primitive {
    name: "fft",
    inputs: &[Input::new("values", Data::Noise)],
    fragment: Family { methods: Fft::TABLE, shown: &["radix-2", "autosort"], run: draw },
    compute: None,
    reference: expected,
    published: &["radix-2"],
    examples: &[
        Example {
            title: Some(" of rows of real numbers"),
            row: Some(""),
            options: || along(-1),
            error: ERROR,
            ..Example::ALL
        },
        Example {
            title: Some(" of one line of real numbers"),
            row: Some(", one line"),
            error: ERROR,
            quiet: true,
            ..Example::ALL
        },
    ],
};

/// Returns the axis of the lines that are transformed.
fn axis(options: &Options) -> i32 {
    options.axis.unwrap_or(-1)
}

fn draw(method: Option<usize>, inputs: &[&Stream<f32>], options: &Options) -> Result<Output<Stream<f32>>, Error> {
    let (values, axes) = (inputs[0], [axis(options)]);
    Ok(Output::Complex(match method {
        None => primitives::rfft(values, &axes)?,
        Some(method) => primitives::rfft_by(values, &axes, Fft::ALL[method])?,
    }))
}

fn expected(inputs: &[&[f32]], options: &Options) -> Result<Vec<f32>, Error> {
    let shape = options.shape(inputs[0].len());
    Lines::new(shape, axis(options))?.check_elements("Fourier transform")?;
    let spectrum = reference::rfft(inputs[0], shape, &[axis(options)])?;
    Ok(spectrum.as_flattened().iter().map(|x| *x as f32).collect())
}
