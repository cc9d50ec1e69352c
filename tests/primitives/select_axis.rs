//! Selections along an axis, against the plain-Rust reference of each line.

use crate::support;

use brooklet::primitives::{self, ArgsortAxis, SortAxis, TopAxisOptions};
use brooklet::{Device, Layout, Shape, reference};
use proptest::prelude::*;
use support::level::is_quick;
use support::{SPECIAL, bits, builder, each_dialect, fitting, held, noise, open, runs_here};

/// Quantiles in no order.
const SOME: [f64; 4] = [0.5, 0.0, 0.37, 1.0];

/// Keys of which many are equal.
fn few(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 9.0).round() + 0.0).collect()
}

/// Shapes with an axis: lines of lengths around powers of two and of groups, beside each other and one after the other.
fn shapes() -> Vec<(Shape, i32)> {
    let mut shapes = Vec::new();
    for (number, length) in [1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 513, 1025].into_iter().enumerate() {
        let (few, some) = ([1, 2, 3][number % 3], [4, 5, 6][number % 3]);
        shapes.push((Shape::from([some, length]), -1));
        shapes.push((Shape::from([few, length, some]), 1));
        if !is_quick() {
            shapes.push((Shape::from([length]), 0));
            shapes.push((Shape::from([length, some]), 0));
            shapes.push((Shape::from([few, some, length, few]), -2));
        }
    }
    shapes.extend([([0, 3], 1), ([3, 0], 0)].map(|(shape, axis)| (Shape::from(shape), axis)));
    shapes
}

/// The shape without the axis.
fn without(shape: Shape, axis: i32) -> Vec<usize> {
    let mut extents = shape.extents().to_vec();
    extents.remove(shape.axis(axis).unwrap());
    extents
}

fn check_top(device: &Device, keys: &[f32], shape: Shape, axis: i32, layout: Layout) {
    let x = device.upload_with(shape, layout, keys).unwrap();
    let length = shape.extents()[shape.axis(axis).unwrap()];
    for (k, smallest) in [(0, false), (1, true), (length.div_ceil(3), false), (length, true)] {
        let (values, places) = reference::top_axis(keys, shape, k, axis, smallest).unwrap();
        let options = TopAxisOptions::default();
        let options = if smallest { options.smallest() } else { options };
        let methods = ArgsortAxis::ALL.into_iter().filter(|m| runs_here(device, m.name(), m.runs_on(device)));
        for options in methods.map(|method| options.method(method)).chain([options]) {
            let Some((own, at)) = fitting(primitives::top_axis_with(&x, k, axis, options)) else { continue };
            let what = format!("{options:?}: {k} of {shape} along {axis}, {layout}");
            let mut extents = shape.extents().to_vec();
            extents[shape.axis(axis).unwrap()] = k;
            assert_eq!((own.shape().extents(), own.layout()), (&*extents, layout), "{what}");
            assert_eq!((at.shape().extents(), at.layout()), (&*extents, layout), "{what}");
            assert_eq!(at.read().unwrap(), places, "{what}");
            assert_eq!(bits(&own.read().unwrap()), bits(&values), "{what}");
        }
    }
    let own = [primitives::argmax_axis(&x, axis), primitives::argmin_axis(&x, axis)];
    for (own, smallest) in own.into_iter().zip([false, true]) {
        let Some(own) = fitting(own) else { continue };
        let what = format!("smallest {smallest} of {shape} along {axis}, {layout}");
        let wanted = if shape.rank() == 1 { vec![1] } else { without(shape, axis) };
        assert_eq!((own.shape().extents(), own.layout()), (&*wanted, layout), "{what}");
        let places =
            if keys.is_empty() { Vec::new() } else { reference::top_axis(keys, shape, 1, axis, smallest).unwrap().1 };
        assert_eq!(own.read().unwrap(), places, "{what}");
    }
}

fn check_quantile(device: &Device, values: &[f32], shape: Shape, axis: i32, layout: Layout) {
    let x = device.upload_with(shape, layout, values).unwrap();
    let largest = values.iter().fold(0.0f32, |most, v| most.max(v.abs()));
    let bound = 5.0 * support::roundoff() * f64::from(largest);
    for quantiles in [&SOME[..], &SOME[2..3], &SOME[..0]] {
        let wanted = if values.is_empty() {
            Vec::new()
        } else {
            reference::quantile_axis(values, shape, quantiles, axis).unwrap()
        };
        let mut extents = without(shape, axis);
        if quantiles.len() != 1 {
            extents.insert(0, quantiles.len());
        } else if extents.is_empty() {
            extents.push(1);
        }
        let methods = SortAxis::ALL.into_iter().filter(|m| runs_here(device, m.name(), m.runs_on(device)));
        for method in methods.map(Some).chain([None]) {
            let found = match method {
                None => primitives::quantile_axis(&x, quantiles, axis),
                Some(method) => primitives::quantile_axis_by(&x, quantiles, axis, method),
            };
            let Some(found) = fitting(found) else { continue };
            let what = format!("{method:?}: {quantiles:?} of {shape} along {axis}, {layout}");
            assert_eq!((found.shape().extents(), found.layout()), (&*extents, layout), "{what}");
            let found = found.read().unwrap();
            assert_eq!(found.len(), wanted.len(), "{what}");
            let lines = if quantiles.is_empty() { 1 } else { (wanted.len() / quantiles.len()).max(1) };
            let length = values.len() / lines;
            for (at, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
                let whole = (quantiles[at / lines] * (length - 1) as f64).fract() == 0.0;
                let near = (f64::from(*found) - f64::from(*wanted)).abs() <= bound;
                assert!(found == wanted || (!whole && near), "{what}: {found} instead of {wanted} at {at}");
            }
        }
    }
}

#[test]
fn lines_of_all_lengths() {
    each_dialect(|device| {
        for (number, (shape, axis)) in shapes().into_iter().enumerate() {
            let layout = if number % 2 == 0 { Layout::Packed } else { Layout::Plain };
            check_top(device, &few(shape.count(), number as u64), shape, axis, layout);
            // Numbers that all chips hold.
            let noise = noise(shape.count(), number as u64);
            let values: Vec<f32> = noise.iter().map(|v| (v * 1000.0).round() / 1024.0).collect();
            check_quantile(device, &values, shape, axis, layout);
        }
    });
}

#[test]
fn special_keys_have_the_order_of_the_sorts() {
    let special: Vec<f32> = SPECIAL.iter().copied().filter(|v| !v.is_subnormal() && held(*v) == *v).collect();
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let keys: Vec<f32> = (0..special.len() * 21).map(|i| special[i * 7 % special.len()]).collect();
        for (shape, axis) in [([21, special.len()], 1), ([special.len(), 21], 0), ([special.len(), 21], 1)] {
            check_top(device, &keys, shape.into(), axis, Layout::Plain);
        }
    });
}

#[test]
fn the_best_of_nan_is_that_of_an_argsort() {
    each_dialect(|device| {
        if !device.features().integers {
            return;
        }
        let keys =
            [1.0, f32::NAN, f32::INFINITY, -0.0, 0.0, 2.0, f32::NEG_INFINITY, -f32::NAN, 1.0e-40, 0.0, -0.0, 0.0];
        let x = device.upload_shaped([3, 4], &keys).unwrap();
        for axis in [0, 1] {
            let first = |options| primitives::top_axis_with(&x, 1, axis, options).unwrap().1.read().unwrap();
            let largest = primitives::argmax_axis(&x, axis).unwrap().read().unwrap();
            let smallest = primitives::argmin_axis(&x, axis).unwrap().read().unwrap();
            assert_eq!(largest, first(TopAxisOptions::default()));
            assert_eq!(smallest, first(TopAxisOptions::default().smallest()));
        }
        assert_eq!(primitives::argmax_axis(&x, 1).unwrap().read().unwrap(), [1.0, 1.0, 0.0]);
        assert_eq!(primitives::argmin_axis(&x, 1).unwrap().read().unwrap(), [3.0, 3.0, 1.0]);
    });
}

#[test]
fn passes_depend_on_the_length_of_a_line_only() {
    each_dialect(|device| {
        if support::chip().is_some() || !runs_here(device, "merge", SortAxis::Merge.runs_on(device)) {
            return;
        }
        let rows = device.upload_shaped([4, 1024], &noise(4096, 1)).unwrap();
        let columns = device.upload_shaped([1024, 12], &noise(1024 * 12, 1)).unwrap();
        for (x, axis) in [(&rows, 1), (&columns, 0)] {
            let count = |run: &dyn Fn()| device.traced(run).1.passes().count();
            assert_eq!(count(&|| drop(primitives::argmax_axis(x, axis).unwrap())), 2);
            assert_eq!(count(&|| drop(primitives::top_axis(x, 10, axis).unwrap())), 9);
            assert_eq!(count(&|| drop(primitives::quantile_axis(x, &SOME, axis).unwrap())), 7);
        }
    });
}

#[test]
fn errors_have_the_numbers() {
    let device = open(builder(support::dialects()[0]));
    let x = device.upload_shaped([2, 3], &[0.0; 6]).unwrap();
    let said = |error: Result<(), brooklet::Error>| error.unwrap_err().to_string();
    let wanted = "there is no axis 2: a stream of 2 × 3 has 2 axes, 0 to 1 or -2 to -1";
    assert_eq!(said(primitives::top_axis(&x, 1, 2).map(drop)), wanted);
    assert_eq!(said(primitives::quantile_axis(&x, &[0.5], 2).map(drop)), wanted);
    assert_eq!(said(primitives::argmin_axis(&x, 2).map(drop)), wanted);
    let wanted = "the top 4 of 3 elements are wanted: there must be at least as many elements";
    assert_eq!(said(primitives::top_axis(&x, 4, 1).map(drop)), wanted);
    let wanted = "1.5 is not a quantile: it must be from 0 (the smallest element) to 1 (the largest)";
    assert_eq!(said(primitives::quantile_axis(&x, &[1.5], 0).map(drop)), wanted);
    let none = device.upload_shaped([3, 0], &[0.0; 0]).unwrap();
    let wanted =
        |what| format!("there is no {what} of no elements: the lines along axis 1 of a stream of 3 × 0 have none");
    assert_eq!(said(primitives::median_axis(&none, -1).map(drop)), wanted("median"));
    assert_eq!(said(primitives::quantile_axis(&none, &SOME, 1).map(drop)), wanted("quantile"));
    assert_eq!(said(primitives::argmax_axis(&none, 1).map(drop)), wanted("argmax"));
    assert_eq!(primitives::top_axis(&none, 0, 1).unwrap().0.shape().extents(), [3, 0]);
}

proptest! {
    #![proptest_config(support::cases(12, 100))]

    #[test]
    fn any_shape_along_any_axis(extents in prop::collection::vec(1..14usize, 1..=4), axis in 0..4i32, seed in 0..1000u64) {
        let shape = Shape::try_from(extents.as_slice()).unwrap();
        let axis = axis % shape.rank() as i32 - if seed % 3 == 0 { shape.rank() as i32 } else { 0 };
        let layout = if seed % 2 == 0 { Layout::Packed } else { Layout::Plain };
        let values = few(shape.count(), seed);
        each_dialect(|device| {
            check_top(device, &values, shape, axis, layout);
            check_quantile(device, &values, shape, axis, layout);
        });
    }
}
