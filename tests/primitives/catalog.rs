//! The examples of the catalogue: every primitive by every method of both families, against its reference. What enters the catalogue
//! is tested here without another line.

use crate::support;
use crate::support::level::is_quick;

use brooklet::Device;
use brooklet::catalog::{Case, Example, Memory, PRIMITIVES, Primitive};
use support::{each_dialect, fitting, has_compute, runs_here};

/// Of the first example: none, one and two elements, a few texels, and more than a work group of compute shaders takes. Of the
/// others the last alone.
const SIZES: [usize; 5] = [0, 1, 2, 5, 300];

/// The sizes of an example.
fn sizes(primitive: &Primitive, example: &Example) -> &'static [usize] {
    if std::ptr::eq(example, &primitive.examples[0]) && !is_quick() { &SIZES } else { &SIZES[4..] }
}

/// Every case of every example, on passes or on compute shaders.
fn cases(on_passes: bool) -> impl Iterator<Item = Case> {
    let examples =
        PRIMITIVES.into_iter().flat_map(|primitive| primitive.examples.iter().map(move |of| (primitive, of)));
    let sized = examples.flat_map(|(primitive, example)| {
        sizes(primitive, example).iter().flat_map(move |&size| Case::of(primitive, example, size))
    });
    sized.filter(move |case| on_passes == matches!(case.memory, Memory::Streams(_)))
}

/// Compares a case with the reference, unless a chip has no room for the method's kernels.
fn check(device: &Device, case: Case) {
    if let Some(difference) = fitting(case.difference(device)) {
        assert_eq!(difference, None, "{case}");
    }
}

#[test]
fn every_method_draws_what_the_reference_says() {
    each_dialect(|device| {
        for case in cases(true).filter(|case| runs_here(device, case.method.name, case.runs_on(device))) {
            check(device, case);
        }
    });
}

#[test]
fn every_method_on_compute_shaders_gives_what_the_reference_says() {
    each_dialect(|device| {
        if !has_compute(device) {
            return;
        }
        for case in cases(false).filter(|case| case.runs_on(device)) {
            check(device, case);
        }
    });
}
