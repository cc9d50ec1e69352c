//! Occlusion queries, on every device.

use crate::support::{devices, noise};

use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::{
    Compare, DepthStencil, DepthTest, Device, Dialect, Layout, OcclusionQuery, Pass, Rect, StencilOperation,
    StencilTest, Stream,
};

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

/// Numbers of 16 bits as depths, and a buffer that a kernel has written them to. Some drivers take the direction of the tests from the cleared
/// depth.
fn depths(device: &Device, cleared: f32) -> (Vec<f32>, Stream<f32>, DepthStencil) {
    let numbers: Vec<f32> = noise(96 * 96, 3).into_iter().map(|x| (x.abs() * 65536.0).floor() / 65536.0).collect();
    let depth = device.kernel(&Source::new("depth", DEPTH)).unwrap();
    let x = device.upload_with([96, 96], Layout::Plain, &numbers).unwrap();
    let mut buffer = device.depth_stencil(&x).unwrap();
    buffer.clear(cleared, 0).unwrap();
    let always = DepthTest::new(Compare::Always).write();
    device.pass(&depth).input("x", &x).depth_stencil(&mut buffer).depth_test(always).run().unwrap();
    (numbers, x, buffer)
}

/// A depth between two of 16 bits, so that rounding does not matter.
fn between(limit: u32) -> f32 {
    (limit as f32 - 0.5) / 65536.0
}

/// Runs a pass that counts and writes nothing. Returns whether it has run: where NVIDIA's driver draws with assembled listings, it is an error.
fn counts(device: &Device, pass: Pass, query: &mut OcclusionQuery) -> bool {
    let drawn = pass.count(query).run();
    if device.info().dialect == Some(Dialect::Arb) && device.info().vendor.starts_with("NVIDIA") {
        let error = drawn.unwrap_err().to_string();
        assert!(error.starts_with("counting the fragments of a pass that writes no component"), "{error}");
        return false;
    }
    drawn.unwrap();
    true
}

#[test]
fn fragments_are_counted_where_nothing_is_written() {
    for device in all_devices() {
        let copy = device.kernel(&Source::new("copy", COPY)).unwrap();
        for (compare, cleared) in [(Compare::Greater, 1.0), (Compare::Less, 0.0)] {
            let (numbers, x, mut buffer) = depths(&device, cleared);
            let mut y = device.upload_with([96, 96], Layout::Plain, &vec![7.0; numbers.len()]).unwrap();
            for mask in [[false; 4], [false, false, false, true]] {
                for limit in [0, 2, 50, 5000, 20_000, 45_000, 65_000, 65_536] {
                    let at = between(limit).clamp(0.0, 1.0);
                    let passes = |x: &&f32| if compare == Compare::Less { at < **x } else { at > **x };
                    let wanted = numbers.iter().filter(passes).count() as u64;
                    let mut query = device.occlusion_query().unwrap();
                    let pass = device.pass(&copy).input("x", &x).output("y", &mut y).write_mask(mask);
                    let pass = pass.depth_stencil(&mut buffer).depth_test(DepthTest::new(compare).at(at));
                    if counts(&device, pass, &mut query) {
                        let context = format!("{compare:?} {at}, {mask:?}, {device:?}");
                        assert_eq!(query.any().unwrap(), wanted > 0, "{context}");
                        if device.features().fragment_counts {
                            assert_eq!(query.count().unwrap(), wanted, "{context}");
                        }
                    }
                }
            }
            assert!(y.read().unwrap().iter().all(|y| *y == 7.0), "{device:?}");
        }
    }
}

/// Depths that are written, stencils, several outputs, points, and passes that do and do not write, by turns.
#[test]
fn all_kinds_of_passes_are_counted_where_nothing_is_written() {
    const TWO: &str = "output float a; output vec3 b; void main() { a = 1.0; b = vec3(2.0); }";
    for device in all_devices().into_iter().filter(|device| device.features().fragment_counts) {
        let copy = device.kernel(&Source::new("copy", COPY)).unwrap();
        let (numbers, x, mut buffer) = depths(&device, 1.0);
        let mut y = device.upload_with([96, 96], Layout::Plain, &vec![7.0; numbers.len()]).unwrap();
        let below = |limit: u32| numbers.iter().filter(|x| **x < between(limit)).count() as u64;
        let greater = |limit: u32| DepthTest::new(Compare::Greater).at(between(limit));
        let check = |query: OcclusionQuery, wanted: u64, what: &str| {
            assert_eq!(query.count().unwrap(), wanted, "{what}, {device:?}");
        };
        let query = || device.occlusion_query().unwrap();

        for (limit, mask) in [(20_000, [false; 4]), (30_000, [true; 4]), (40_000, [false; 4])] {
            let mut query = query();
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y).write_mask(mask);
            let pass = pass.depth_stencil(&mut buffer).depth_test(greater(limit));
            let runs = match mask[0] {
                true => pass.count(&mut query).run().is_ok(),
                false => counts(&device, pass, &mut query),
            };
            if runs {
                check(query, below(limit), "by turns");
            }
        }

        if device.info().limits.targets > 1 {
            let two = device.kernel(&Source::new("two", TWO)).unwrap();
            for mask in [[false; 4], [false, false, false, true]] {
                let mut query = query();
                let mut a = device.stream_with::<f32>([96, 96], Layout::Plain).unwrap();
                let mut b = device.stream_with::<[f32; 3]>([96, 96], Layout::Plain).unwrap();
                let pass = device.pass(&two).output("a", &mut a).output("b", &mut b).write_mask(mask);
                let pass = pass.depth_stencil(&mut buffer).depth_test(greater(30_000));
                let runs = match mask[3] {
                    true => pass.count(&mut query).run().is_ok(),
                    false => counts(&device, pass, &mut query),
                };
                if runs {
                    check(query, below(30_000), "two outputs");
                }
            }
        }

        // Each place twice: twice as many fragments.
        if device.features().points.is_some() {
            let places: Vec<[f32; 2]> =
                (0..2 * numbers.len()).map(|k| [(k % 96) as f32, (k / 96 % 96) as f32]).collect();
            let places = device.upload_with(places.len(), Layout::Plain, &places).unwrap();
            let one = device.kernel(&Source::new("one", "output float y; void main() { y = 1.0; }")).unwrap();
            let mut query = query();
            let pass = device.pass(&one).output("y", &mut y).points(&places).write_mask([false; 4]);
            if counts(&device, pass.depth_stencil(&mut buffer).depth_test(greater(30_000)), &mut query) {
                check(query, 2 * below(30_000), "points");
            }
        }

        let (mut stencils, mut written) = (query(), query());
        let raise = StencilTest::new(Compare::Always, 1).pass(StencilOperation::Replace);
        let pass = device.pass(&copy).input("x", &x).output("y", &mut y).write_mask([false; 4]);
        let pass = pass.depth_stencil(&mut buffer).depth_test(greater(30_000)).stencil_test(raise);
        if counts(&device, pass, &mut stencils) {
            check(stencils, below(30_000), "stencils that are written");
            let mut query = query();
            let pass = device.pass(&copy).input("x", &x).output("y", &mut y).write_mask([false; 4]);
            let test = StencilTest::new(Compare::Equal, 1);
            pass.depth_stencil(&mut buffer).stencil_test(test).count(&mut query).run().unwrap();
            check(query, below(30_000), "a stencil test alone");
        }
        let pass = device.pass(&copy).input("x", &x).output("y", &mut y).write_mask([false; 4]);
        if counts(&device, pass.depth_stencil(&mut buffer).depth_test(greater(40_000).write()), &mut written) {
            check(written, below(40_000), "depths that are written");
        }
    }
}
