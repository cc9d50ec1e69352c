//! Occlusion queries, on every device.

use crate::support::{devices, noise};

use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::{Compare, DepthTest, Device, Dialect, Layout, Rect};

const COPY: &str = "input float x; output float y; void main() { y = fetch(x, here()); }";
const DEPTH: &str = "input float x; output depth z; void main() { z = fetch(x, here()); }";

fn all_devices() -> Vec<Device> {
    let chips = Chip::ALL.map(|chip| Device::emulated(chip).unwrap());
    devices().into_iter().chain(chips).collect()
}

#[test]
fn the_fragments_that_pass_are_counted_over_all_passes() {
    for device in all_devices() {
        let depth = device.kernel(&Source::new("depth", DEPTH)).unwrap();
        let numbers: Vec<f32> = noise(777, 1).into_iter().map(|x| (x.abs() * 50.0).floor() / 64.0).collect();
        let x = device.upload(&numbers).unwrap();
        let mut buffer = device.depth_stencil(&x).unwrap();
        let (mut query, mut empty) = (device.occlusion_query().unwrap(), device.occlusion_query().unwrap());
        let mut wanted = 0;
        for limit in [0.25, 0.5, 0.0, 0.75] {
            buffer.clear(limit, 0).unwrap();
            let pass = device.pass(&depth).input("x", &x).depth_stencil(&mut buffer);
            pass.depth_test(DepthTest::new(Compare::Less)).count(&mut query).run().unwrap();
            wanted += numbers.iter().filter(|x| **x < limit).count() as u64;
        }
        buffer.clear(0.0, 0).unwrap();
        let pass = device.pass(&depth).input("x", &x).depth_stencil(&mut buffer);
        pass.depth_test(DepthTest::new(Compare::Less)).count(&mut empty).run().unwrap();
        assert!(query.any().unwrap() && !empty.any().unwrap() && query.is_ready().unwrap());
        match device.features().fragment_counts {
            true => assert_eq!((query.count().unwrap(), empty.count().unwrap()), (wanted, 0), "{device:?}"),
            false => {
                let error = query.count().unwrap_err();
                assert!(
                    error.is_missing_feature() && error.to_string().starts_with("a count of fragments needs"),
                    "{error}"
                );
            }
        }
    }
}

#[test]
fn passes_without_tests_count_all_that_they_draw() {
    for device in devices().into_iter().chain([Device::emulated(Chip::None).unwrap()]) {
        let copy = device.kernel(&Source::new("copy", COPY)).unwrap();
        for (n, layout, wanted) in [(1, Layout::Plain, 1), (1000, Layout::Plain, 1000), (1000, Layout::Packed, 250)] {
            let x = device.upload_with(n, layout, &vec![1.0; n]).unwrap();
            let mut y = device.stream_with::<f32>(n, layout).unwrap();
            let mut query = device.occlusion_query().unwrap();
            assert!(!query.any().unwrap());
            device.pass(&copy).input("x", &x).output("y", &mut y).count(&mut query).run().unwrap();
            if device.features().fragment_counts {
                assert_eq!(query.count().unwrap(), wanted, "{n} {layout:?}, {device:?}");
            }
            let (mut part, rect) = (device.occlusion_query().unwrap(), Rect::new(0, 0, 1, 1));
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y).rectangle(rect);
            pass.count(&mut part).run().unwrap();
            assert!(part.any().unwrap());
            assert_eq!(y.read().unwrap(), vec![1.0; n]);
        }
    }
}

#[test]
fn loops_that_depend_on_data_are_counted_too() {
    let text = "input float x; output float y;
        void main() { float left = fetch(x, here()); y = 0.0; for (index k = 0; k < 9; k++) { if (left < 0.5) break; left = left - 1.0; y = y + 1.0; } }";
    for device in devices().into_iter().chain([Device::emulated(Chip::None).unwrap()]) {
        let kernel = device.kernel(&Source::new("loops", text)).unwrap();
        let x = device.upload(&[1.0, 5.0, 8.0]).unwrap();
        let mut y = device.upload(&[0.0; 3]).unwrap();
        let mut query = device.occlusion_query().unwrap();
        device.pass(&kernel).input("x", &x).output("y", &mut y).count(&mut query).run().unwrap();
        assert!(query.any().unwrap());
        if device.features().fragment_counts {
            assert_eq!(query.count().unwrap(), 3);
        }
        assert_eq!(y.read().unwrap(), [1.0, 5.0, 8.0]);
    }
}

#[test]
fn many_passes_are_counted() {
    for device in devices() {
        let copy = device.kernel(&Source::new("copy", COPY)).unwrap();
        let x = device.upload(&[1.0; 10]).unwrap();
        let mut y = device.stream::<f32>(10).unwrap();
        let mut query = device.occlusion_query().unwrap();
        for _ in 0..200 {
            device.pass(&copy).input("x", &x).output("y", &mut y).count(&mut query).run().unwrap();
        }
        assert!(query.any().unwrap());
        if device.features().fragment_counts {
            assert_eq!(query.count().unwrap(), 2000);
        }
    }
}

#[test]
fn fragments_are_counted_where_nothing_is_written() {
    let (shape, n) = ([96, 96], 9216);
    let numbers: Vec<f32> = noise(n, 3).into_iter().map(|x| (x.abs() * 65536.0).floor() / 65536.0).collect();
    for device in all_devices().into_iter().filter(|device| device.features().fragment_counts) {
        let depth = device.kernel(&Source::new("depth", DEPTH)).unwrap();
        let copy = device.kernel(&Source::new("copy", COPY)).unwrap();
        let x = device.upload_with(shape, Layout::Plain, &numbers).unwrap();
        let mut y = device.upload_with(shape, Layout::Plain, &vec![7.0; n]).unwrap();
        let mut buffer = device.depth_stencil(&x).unwrap();
        // Some drivers take the direction of the tests from the cleared depth.
        for (compare, cleared) in [(Compare::Greater, 1.0), (Compare::Less, 0.0)] {
            buffer.clear(cleared, 0).unwrap();
            let always = DepthTest::new(Compare::Always).write();
            device.pass(&depth).input("x", &x).depth_stencil(&mut buffer).depth_test(always).run().unwrap();
            for mask in [[false; 4], [false, false, false, true]] {
                for limit in [2, 50, 5000, 20_000, 45_000, 65_000] {
                    // Between two depths, so that rounding does not matter.
                    let at = (limit as f32 - 0.5) / 65536.0;
                    let passes = |x: &&f32| if compare == Compare::Less { at < **x } else { at > **x };
                    let mut query = device.occlusion_query().unwrap();
                    let pass = device.pass(&copy).input("x", &x).output("y", &mut y).write_mask(mask);
                    let pass = pass.depth_stencil(&mut buffer).depth_test(DepthTest::new(compare).at(at));
                    let drawn = pass.count(&mut query).run();
                    if device.info().dialect == Some(Dialect::Arb) && device.info().vendor.starts_with("NVIDIA") {
                        let error = drawn.unwrap_err().to_string();
                        assert!(
                            error.starts_with("counting the fragments of a pass that writes no component"),
                            "{error}"
                        );
                        continue;
                    }
                    drawn.unwrap();
                    let wanted = numbers.iter().filter(passes).count() as u64;
                    assert_eq!(query.count().unwrap(), wanted, "{compare:?} {at}, {mask:?}, {device:?}");
                }
            }
        }
        assert!(y.read().unwrap().iter().all(|y| *y == 7.0), "{device:?}");
    }
}
