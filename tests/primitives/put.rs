//! Scatters against the plain-Rust reference.

use crate::support;

use brooklet::primitives::{self, Put};
use brooklet::{Device, Layout, Operator, Texel, reference};
use proptest::prelude::*;
use support::{bits, builder, each_dialect, fitting, noise, open};

/// Whole numbers.
fn whole(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 50.0).round() + 0.0).collect()
}

/// Positions among `elements`, and a few beyond them on either side.
fn positions(count: usize, elements: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| ((v * 0.55 + 0.5) * elements as f32).floor()).collect()
}

fn check<T: Texel + PartialEq>(device: &Device, into: &[T], at: &[f32], values: &[T], op: &Operator<T>, packed: bool) {
    let layout = if packed { Layout::Packed } else { Layout::Plain };
    let target = device.upload_with(into.len(), layout, into).unwrap();
    let stream = device.upload_with(at.len(), layout, at).unwrap();
    let payload = device.upload_with(values.len(), layout, values).unwrap();
    for method in Put::ALL {
        let what = format!("{method:?} of {} to {}", at.len(), into.len());
        if let Some(result) = fitting(primitives::put_by(&target, &stream, &payload, method)) {
            assert_eq!((result.shape(), result.layout()), (target.shape(), layout), "{what}");
            assert!(result.read().unwrap() == reference::put(into, at, values), "{what}");
        }
        let result = primitives::put_with_by(&target, &stream, &payload, op, method);
        if method == Put::Points && !["sum", "product", "min", "max"].contains(&op.name()) {
            let said = result.expect_err("the blending unit has four operators").to_string();
            assert!(said.contains("the method points combines by sum") || said.contains("blending"), "{said}");
            continue;
        }
        if let Some(result) = fitting(result) {
            let expected = reference::put_with(into, at, values, op);
            assert!(result.read().unwrap() == expected, "{what}, by {}", op.name());
        }
    }
}

#[test]
fn values_of_all_sizes_are_put() {
    each_dialect(|device| {
        for (number, n) in support::sizes().enumerate() {
            let into = whole(n, 1);
            let packed = number % 2 == 0;
            for count in [n, n / 3 + 1, 1] {
                let (at, values) = (positions(count, n, 2), whole(count, 3));
                check(device, &into, &at, &values, &Operator::sum(), packed);
            }
            check(device, &into, &vec![(n / 2) as f32; n], &whole(n, 4), &Operator::min(), packed);
            let vectors: Vec<[f32; 3]> = into.iter().map(|&v| [v, 1.0, -v]).collect();
            check(device, &vectors, &positions(n, n, 5), &vectors, &Operator::max(), false);
        }
    });
}

#[test]
fn more_values_than_elements_are_put() {
    each_dialect(|device| {
        let (at, values) = (positions(1000, 5, 2), whole(1000, 3));
        check(device, &whole(5, 1), &at, &values, &Operator::sum(), false);
        check(device, &[7.0], &at, &values, &Operator::max(), true);
    });
}

#[test]
fn values_of_one_position_are_combined_in_their_order() {
    let last = Operator::new("last", "b", |_: f32, b: f32| b);
    let first = Operator::new("first", "a", |a: f32, _: f32| a);
    each_dialect(|device| {
        for n in [1, 7, 64, 300] {
            let values: Vec<f32> = (0..n).map(|i| i as f32).collect();
            for op in [&last, &first] {
                check(device, &whole(n, 1), &positions(n, n / 5 + 1, 6), &values, op, false);
            }
        }
    });
}

#[test]
fn elements_keep_their_bits_and_positions_beyond_are_not_written() {
    each_dialect(|device| {
        let odd = [-0.0, f32::INFINITY, f32::NEG_INFINITY, f32::from_bits(1), -1.5, 0.0];
        let at = [5.0, -1.0, 6.0, 4.0, 1e30, -1e30, 4.0];
        let values = [f32::from_bits(2), 9.0, 9.0, 8.0, 9.0, 9.0, -0.0];
        let expected = reference::put(&odd, &at, &values);
        if support::chip().is_some() {
            return;
        }
        let (into, at) = (device.upload(&odd).unwrap(), device.upload(&at).unwrap());
        let result = primitives::put(&into, &at, &device.upload(&values).unwrap()).unwrap();
        assert_eq!(bits(&result.read().unwrap()), bits(&expected));
        let zeros = device.upload(&[0.0; 7]).unwrap();
        // The elements at no position.
        let sums = primitives::put_with(&into, &at, &zeros, &Operator::sum()).unwrap().read().unwrap();
        assert_eq!(bits(&sums[..4]), bits(&odd[..4]));
    });
}

#[test]
fn nothing_is_put_and_nothing_is_put_into() {
    each_dialect(|device| {
        let (none, one) = (device.upload::<f32>(&[]).unwrap(), device.upload(&[3.0]).unwrap());
        assert_eq!(primitives::put(&one, &none, &none).unwrap().read().unwrap(), [3.0]);
        assert_eq!(primitives::put(&none, &one, &one).unwrap().read().unwrap(), Vec::<f32>::new());
        let error = primitives::put(&one, &one, &none).unwrap_err().to_string();
        assert_eq!(
            error,
            "positions and values of a put: `positions` is 1, `values` is 0; they must have the same shape"
        );
    });
}

#[test]
fn passes_of_a_put() {
    each_dialect(|device| {
        if support::chip().is_some() {
            return;
        }
        let n = 1 << 12;
        let into = device.upload_with(n, Layout::Packed, &whole(n, 1)).unwrap();
        let at = device.upload_with(n, Layout::Packed, &positions(n, n, 2)).unwrap();
        let (_, trace) = device.traced(|| primitives::put_by(&into, &at, &into, Put::BitonicSearch).unwrap());
        assert_eq!(trace.passes().count(), 78 + 5);
        let (_, trace) = device.traced(|| primitives::put_by(&into, &at, &into, Put::SortSearch).unwrap());
        let own = trace.passes().filter(|pass| pass.kernel.starts_with("put_") || pass.kernel.starts_with("take"));
        assert_eq!(own.count(), 4);
        // A GPU has another default.
        if Put::fastest(device) == Put::SortSearch {
            let (_, fastest) = device.traced(|| primitives::put(&into, &at, &into).unwrap());
            assert_eq!(fastest.passes().count(), trace.passes().count());
        }
    });
}

proptest! {
    #![proptest_config(support::cases(10, 200))]

    #[test]
    fn random_puts(rows in 1usize..30, columns in 1usize..30, count in 0usize..900, seed in any::<u64>()) {
        let n = rows * columns;
        let (into, at, values) = (whole(n, seed), positions(count, n, seed ^ 1), whole(count, seed ^ 2));
        for dialect in support::dialects() {
            let device = open(builder(dialect).largest_texture(64));
            check(&device, &into, &at, &values, &Operator::sum(), seed % 2 == 0);
        }
    }
}
