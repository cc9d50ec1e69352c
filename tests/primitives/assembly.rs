//! OpenGL by assembly: the primitives, on a device whose kernels are listings of ARB_fragment_program.

use brooklet::primitives::{self, Reduce};
use brooklet::{Device, Dialect, Operator, Stream, reference};

use crate::support;

/// Numbers whose sums are exact.
fn data(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7919 + i / 5) % 31) as f32 - 9.0).collect()
}

fn device() -> Device {
    support::open_driver(support::builder(Dialect::Arb))
}

#[test]
fn primitives_agree_with_the_reference_on_their_fastest_methods() {
    let device = device();
    assert!(!device.features().branches && !device.features().integers);
    for count in [1, 5, 64, 1000, 4096] {
        let values = data(count);
        let x = device.upload(&values).unwrap();
        let y: Stream<f32> = primitives::map(&device, "x * x + 1.0").input("x", &x).run().unwrap();
        assert_eq!(y.read().unwrap(), values.iter().map(|x| x * x + 1.0).collect::<Vec<_>>());
        let sum = Operator::sum();
        assert_eq!(primitives::reduce(&x, &sum).unwrap(), values.iter().sum::<f32>());
        let running = primitives::scan(&x, &sum).unwrap();
        assert_eq!(running.read().unwrap(), reference::scan(&values, &sum));
        let mut sorted = values.clone();
        sorted.sort_by(f32::total_cmp);
        assert_eq!(primitives::sort(&x).unwrap().read().unwrap(), sorted);
    }
}

#[test]
fn what_takes_a_loop_that_ends_by_data_is_refused() {
    let device = device();
    let x = device.upload(&data(100)).unwrap();
    let refused = primitives::reduce_by(&x, &Operator::sum(), Reduce::Runs).unwrap_err();
    let said = refused.to_string();
    assert!(said.contains("loops whose end depends on data"), "{said}");
}
