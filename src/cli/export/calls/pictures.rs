//! Calls of primitives on matrices and pictures.

use brooklet::primitives::{self, Border, Convolve, Distance, Matmul, MedianFilter, Sat, Transpose, Weights};

use super::{Draw, input};
use crate::cli::export::options::Options;
use crate::cli::usage;

/// The names of the primitives whose inputs have rows and columns.
pub(super) const PICTURES: [&str; 6] = ["transpose", "matmul", "convolve", "median-filter", "sat", "distance"];

/// Returns the call of such a primitive. `words` are the weights of a convolution, or the side of a median filter.
pub(super) fn of_picture(name: &'static str, words: Option<&str>, options: &Options) -> Draw {
    match name {
        "transpose" => {
            options.method::<Transpose>(name);
            Box::new(move |recording, extents, _| {
                let values = input(recording, extents, "values")?;
                recording.output("transposed", primitives::transpose(&values)?);
                Ok(())
            })
        }
        "matmul" => {
            let method = options.method::<Matmul>(name);
            Box::new(move |recording, extents, _| {
                let (a, b) = (input(recording, extents, "a")?, input(recording, extents, "b")?);
                let product = match method {
                    None => primitives::matmul(&a, &b)?,
                    Some(method) => primitives::matmul_by(&a, &b, method)?,
                };
                recording.output("product", product);
                Ok(())
            })
        }
        "convolve" | "median-filter" => of_neighbours(name, words, options),
        "sat" => {
            let method = options.method::<Sat>(name);
            Box::new(move |recording, extents, _| {
                let values = input(recording, extents, "values")?;
                let sums = match method {
                    None => primitives::sat(&values)?,
                    Some(method) => primitives::sat_by(&values, method)?,
                };
                recording.output("sums", sums);
                Ok(())
            })
        }
        _ => {
            let method = options.method::<Distance>(name);
            Box::new(move |recording, extents, _| {
                let mask = input(recording, extents, "mask")?;
                let nearest = match method {
                    None => primitives::nearest(&mask)?,
                    Some(method) => primitives::nearest_by(&mask, method)?,
                };
                recording.output("distances", primitives::distance_to(&nearest)?);
                recording.output("nearest", nearest);
                Ok(())
            })
        }
    }
}

/// Returns the call of a primitive that combines the neighbours of each element.
fn of_neighbours(name: &'static str, words: Option<&str>, options: &Options) -> Draw {
    let Some(words) = words else {
        let (what, example) = match name {
            "convolve" => ("weights, rows after semicolons", "'1,2,1;2,4,2;1,2,1'"),
            _ => ("the side of squares", "5"),
        };
        usage("export", format!("{name} needs {what}: brooklet export {name} {example} ..."))
    };
    match name {
        "convolve" => {
            let (weights, method) = (weights(words), options.method::<Convolve>(name));
            Box::new(move |recording, extents, _| {
                let picture = input(recording, extents, "picture")?;
                let method = method.unwrap_or(Convolve::Separable);
                let convolved = primitives::convolve_by(&picture, &weights, Border::Reflect, method)?;
                recording.output("convolved", convolved);
                Ok(())
            })
        }
        _ => {
            let (side, method) = (number(name, words), options.method::<MedianFilter>(name));
            Box::new(move |recording, extents, _| {
                let picture = input(recording, extents, "picture")?;
                let median = match method {
                    None => primitives::median_filter(&picture, side, Border::Reflect)?,
                    Some(method) => primitives::median_filter_by(&picture, side, Border::Reflect, method)?,
                };
                recording.output("median", median);
                Ok(())
            })
        }
    }
}

/// Parses a number. Another text ends the program.
fn number<T: std::str::FromStr>(name: &str, text: &str) -> T {
    text.trim().parse().unwrap_or_else(|_| usage("export", format!("{name}: `{text}` is no such number")))
}

/// Parses weights: numbers with commas between them, and rows with semicolons.
fn weights(text: &str) -> Weights {
    let rows: Vec<Vec<f32>> =
        text.split(';').map(|row| row.split(',').map(|weight| number("convolve", weight)).collect()).collect();
    match Weights::new([rows.len(), rows[0].len()], &rows.concat()) {
        Ok(weights) if rows.iter().all(|row| row.len() == rows[0].len()) => weights,
        _ => usage("export", format!("convolve: `{text}` is no matrix, whose rows have as many weights each")),
    }
}
