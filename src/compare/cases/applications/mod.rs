//! The applications. Each is measured by all its methods, with plain Rust and a copy of its own data for comparison.
//!
//! A primitive `app-NAME` has a method `copy` of the family fragment: an RGBA32F copy of the data that one step of the
//! application reads. The other rows of the application are given as multiples of it.

mod bodies;
mod cloth;
mod collide;
mod database;
mod fft;
mod fft_by_hand;
#[cfg(not(target_family = "wasm"))]
mod fft_on_cpu;
mod fluid;
mod kmeans;
mod life;
mod linear;
mod mandelbrot;
mod march;
mod particles;
mod rays;
mod raytrace;
mod segment;
mod sph;
mod subdivide;

use crate::applications;
use crate::backend::BackendError;
use crate::{Device, Error, Layout, Stream};

use super::Cases;
use super::data::Data;

/// The name of the method that copies an application's data.
pub const COPY: &str = "copy";

/// Adds the cases of the wanted applications. Their number of elements is that of the data.
pub fn cases(cases: &mut Cases<Data>) {
    type Add = fn(&mut Cases<Data>) -> Result<(), Error>;
    let all: [(&str, Add); 18] = [
        ("app-cloth", cloth::cases),
        ("app-collide", collide::cases),
        ("app-database", database::cases),
        ("app-fft", fft::cases),
        ("app-fluid", fluid::cases),
        ("app-kmeans", kmeans::cases),
        ("app-life", life::cases),
        ("app-mandelbrot", mandelbrot::cases),
        ("app-march", march::cases),
        ("app-particles", particles::cases),
        ("app-raytrace", raytrace::cases),
        ("app-segment", segment::cases),
        ("app-sph", sph::cases),
        ("app-subdivide", subdivide::cases),
        ("app-saxpy", linear::saxpy),
        ("app-sgemv", linear::sgemv),
        ("app-product", linear::product),
        ("app-rays", rays::cases),
    ];
    for (name, add) in all {
        if (cases.wanted)(name) {
            let n = cases.data.n;
            cases.attempt(name, n, add);
        }
    }
}

/// Converts the error of a result to that of the crate.
fn plain<T>(result: Result<T, applications::Error>) -> Result<T, Error> {
    result.map_err(|error| match error {
        applications::Error::Device(error) => error,
        other => BackendError::Driver { during: "an application", what: other.to_string() }.into(),
    })
}

/// Adds the case that copies the data of an application, which have this number of floats.
fn copy(cases: &mut Cases<Data>, primitive: &'static str, floats: usize) -> Result<(), Error> {
    let data: Stream<[f32; 4]> = cases.data.device.upload(&vec![[1.0; 4]; floats.div_ceil(4)])?;
    let run = move |_: &Data| data.to_layout(Layout::Plain);
    let right = |_: &Data, copied: Stream<[f32; 4]>| Ok(copied.read()?.iter().all(|texel| *texel == [1.0; 4]));
    cases.add((primitive, "fragment", COPY, "plain"), 8 * floats, run, right);
    Ok(())
}

/// Returns the device of the data.
fn device(cases: &Cases<Data>) -> Device {
    cases.data.device.clone()
}
