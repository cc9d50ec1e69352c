//! The examples of the catalogue: every primitive by every method of both families, against its reference. What enters the catalogue
//! is tested here without another line.

use crate::support;
use crate::support::level::is_quick;

use brooklet::catalog::{Example, Floats, Options, Output, PRIMITIVES, Primitive};
use brooklet::{Device, Error};
use support::{each_dialect, fitting, has_compute, runs_here};

/// Of the first example: none, one and two elements, a few texels, and more than a work group of compute shaders takes. Of the
/// others the last alone.
const SIZES: [usize; 5] = [0, 1, 2, 5, 300];

/// The sizes of an example.
fn sizes(primitive: &Primitive, example: &Example) -> &'static [usize] {
    if std::ptr::eq(example, &primitive.examples[0]) && !is_quick() { &SIZES } else { &SIZES[4..] }
}

/// Every example, with its primitive.
fn examples() -> impl Iterator<Item = (&'static Primitive, &'static Example)> {
    PRIMITIVES.into_iter().flat_map(|primitive| primitive.examples.iter().map(move |example| (primitive, example)))
}

/// The inputs of an example. Their floats have 16 bits of precision, which every chip holds.
fn inputs(example: &Example, options: &Options, size: usize) -> Vec<Vec<f32>> {
    let size = size.next_multiple_of(options.rows.unwrap_or(1));
    let short = |x: f32| f32::from_bits(x.to_bits() & !0x7F);
    example.data.iter().map(|data| data.numbers(size, 4.0).into_iter().map(short).collect()).collect()
}

/// Holds a result against the reference, which may refuse the same inputs.
fn check<S: Floats + std::fmt::Debug>(what: &str, got: Result<Output<S>, Error>, wanted: &Result<Vec<f32>, Error>) {
    match wanted {
        Ok(wanted) => {
            let Some(got) = fitting(got) else { return };
            assert_eq!(got.read().unwrap(), *wanted, "{what}");
        }
        Err(wanted) => assert_eq!(got.unwrap_err().to_string(), wanted.to_string(), "{what}"),
    }
}

fn draw(device: &Device, primitive: &Primitive, example: &Example) {
    let options = (example.options)();
    let methods = primitive.fragment.methods.iter().filter(|method| example.fragment.has(method));
    for method in methods.filter(|method| runs_here(device, method.name, primitive.fragment.runs_on(method, device))) {
        let sizes = sizes(primitive, example).iter();
        for (&size, &layout) in sizes.flat_map(|size| method.layouts.iter().map(move |layout| (size, layout))) {
            let inputs = inputs(example, &options, size);
            let upload = |x: &Vec<f32>| device.upload_with(options.shape(x.len()), layout, x).unwrap();
            let streams: Vec<_> = inputs.iter().map(upload).collect();
            let slices: Vec<&[f32]> = inputs.iter().map(Vec::as_slice).collect();
            let got = primitive.draw(Some(method.name), &streams.iter().collect::<Vec<_>>(), &options);
            let what = format!("{} by {} of {size}, {layout}", primitive.name, method.name);
            check(&what, got, &primitive.expected_of(method.name, &slices, &options));
        }
    }
}

fn dispatch(device: &Device, primitive: &Primitive, example: &Example) {
    let (Some(family), options) = (&primitive.compute, (example.options)()) else { return };
    let methods = family.methods.iter().filter(|method| example.compute.has(method));
    for method in methods.filter(|method| family.runs_on(method, device)) {
        for &size in sizes(primitive, example) {
            let inputs = inputs(example, &options, size);
            let buffers: Vec<_> = inputs.iter().map(|x| device.upload_buffer(x).unwrap()).collect();
            let slices: Vec<&[f32]> = inputs.iter().map(Vec::as_slice).collect();
            let got = primitive.dispatch(Some(method.name), &buffers.iter().collect::<Vec<_>>(), &options);
            let what = format!("{} by {} of {size}, on compute shaders", primitive.name, method.name);
            check(&what, got, &primitive.expected_of(method.name, &slices, &options));
        }
    }
}

#[test]
fn every_method_draws_what_the_reference_says() {
    each_dialect(|device| {
        for (primitive, example) in examples() {
            draw(device, primitive, example);
        }
    });
}

#[test]
fn every_method_on_compute_shaders_gives_what_the_reference_says() {
    each_dialect(|device| {
        if !has_compute(device) {
            return;
        }
        for (primitive, example) in examples() {
            dispatch(device, primitive, example);
        }
    });
}
