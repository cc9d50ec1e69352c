//! A convolution with many weights that are not separable, by each method.

use std::rc::Rc;

use crate::catalog::noise;
use crate::method::Methods;
use crate::primitives::{Border, Convolve, Weights, convolve_by};
use crate::{Error, Layout, Stream, reference};

use super::Cases;
use super::data::Data;

/// The sides of the weights, by the names of their cases.
const SIDES: [(&str, usize); 2] = [("convolve-15", 15), ("convolve-31", 31)];

/// Adds the convolution of a square picture of as many elements.
pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    for (name, side) in SIDES {
        if (cases.wanted)(name) {
            convolutions(cases, name, side)?;
        }
    }
    Ok(())
}

fn convolutions(cases: &mut Cases<Data>, name: &'static str, side: usize) -> Result<(), Error> {
    let (device, size) = (cases.data.device.clone(), [cases.data.n.isqrt(); 2]);
    // Whole numbers, whose sums are exact.
    let whole = |count, seed| -> Vec<f32> { noise(count, seed).iter().map(|v| (v * 7.0).round() + 0.0).collect() };
    let picture = whole(size[0] * size[1], 71);
    let weights = Rc::new(Weights::new([side; 2], &whole(side * side, 72))?);
    let wanted = Rc::new(reference::convolve(&picture, size, &weights, Border::Reflect));
    let most: f32 = weights.values().iter().map(|weight| weight.abs()).sum();
    for method in [Convolve::Direct, Convolve::Spectra].into_iter().filter(|method| method.runs_on(&device)) {
        let stream = device.upload_with(size, Layout::Packed, &picture)?;
        let (weights, wanted) = (weights.clone(), wanted.clone());
        let run = move |_: &Data| convolve_by(&stream, &weights, Border::Reflect, method);
        let right = move |_: &Data, found: Stream<f32>| {
            // No element is off by as much as one of a million of the largest sum that there can be.
            let near = |(found, wanted): (&f32, &f32)| (found - wanted).abs() <= 7.0e-6 * most;
            Ok(found.read()?.iter().zip(&*wanted).all(near))
        };
        cases.add((name, "fragment", method.method().name, "packed"), 8 * size[0] * size[1], run, right);
    }
    Ok(())
}
