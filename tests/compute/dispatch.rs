//! Compute shaders by themselves: dispatches, bounds, limits, and what is said where there are none. That the results are
//! those of the other families is in `families`.

use crate::support;
use crate::support::level::is_quick;

use std::process::Command;

use brooklet::compute::{self, ComputeError, Filter, Reduce, Scan, Sort, SortOptions};
use brooklet::{Buffer, Device, DeviceError, Dialect, Error, Event, Layout, Operator, ShapeError, Stream, reference};
use support::{SPECIAL, bits, builder, device, noise, open};

/// Runs a test on a device of each dialect that has compute shaders, with the invocations of a work group.
fn each_compute(test: impl Fn(&Device, usize)) {
    for device in support::dialects().into_iter().map(device) {
        if support::has_compute(&device) {
            test(&device, device.compute().unwrap().invocations);
        }
    }
}

fn kernels(device: &Device, work: impl FnOnce()) -> Vec<String> {
    let ((), trace) = device.traced(work);
    trace.dispatches().map(|dispatch| dispatch.kernel.clone()).collect()
}

#[test]
fn mesas_newest_context_has_compute_shaders() {
    // Where it is not fenced in, or a comparison would run without them and nobody see it.
    if ["MESA_GL_VERSION_OVERRIDE", "MESA_GLES_VERSION_OVERRIDE"].iter().all(|name| std::env::var_os(name).is_none()) {
        for dialect in support::dialects().into_iter().filter(|dialect| *dialect != Dialect::Gl2) {
            let device = device(dialect);
            assert!(device.compute().is_some() || !device.info().version.contains("Mesa"), "{device:?}");
        }
    }
}

#[test]
fn buffers_keep_what_is_written_bit_for_bit() {
    each_compute(|device, _| {
        for n in support::sizes() {
            let x: Vec<f32> = (0..n).map(|i| SPECIAL[i % SPECIAL.len()]).collect();
            let v: Vec<[f32; 3]> = (0..n).map(|i| [x[i], i as f32, x[n - 1 - i]]).collect();
            let buffer = device.upload_buffer(&x).unwrap();
            assert_eq!(bits(&buffer.read().unwrap()), bits(&x));
            assert_eq!(bits(&buffer.read_range(n / 3..n).unwrap()), bits(&x[n / 3..]));
            let counts: Vec<u32> = (0..n as u32).map(|i| i.wrapping_mul(0x9E37_79B9)).collect();
            assert_eq!(device.upload_buffer(&counts).unwrap().read().unwrap(), counts);
            for layout in [Layout::Plain, Layout::Packed] {
                let stream = device.upload_with(n, layout, &x).unwrap();
                assert_eq!(bits(&stream.to_buffer().unwrap().read().unwrap()), bits(&x));
                assert_eq!(bits(&buffer.to_stream_with(n, layout).unwrap().read().unwrap()), bits(&x));
            }
            let vectors = device.upload(&v).unwrap().to_buffer().unwrap();
            assert_eq!(bits(vectors.read().unwrap().as_flattened()), bits(v.as_flattened()));
            assert_eq!(bits(vectors.to_stream().unwrap().read().unwrap().as_flattened()), bits(v.as_flattened()));
            let pairs: Vec<[f32; 2]> = v.iter().map(|v| [v[0], v[1]]).collect();
            let stream = device.upload_buffer(&pairs).unwrap().to_stream().unwrap();
            assert_eq!(bits(stream.read().unwrap().as_flattened()), bits(pairs.as_flattened()));
        }
    });
}

#[test]
fn what_does_not_fit_a_buffer_is_refused_with_both_numbers() {
    each_compute(|device, _| {
        let limit = device.compute().unwrap().buffer_bytes;
        let max = limit / 16;
        let error = device.buffer::<[f32; 4]>(max + 1).unwrap_err();
        let bytes = 16 * (max + 1);
        assert_eq!(
            error.to_string(),
            format!("a buffer of {} elements takes {bytes} bytes; the largest here has {limit}", max + 1)
        );
        assert!(matches!(device.buffer::<f32>(usize::MAX), Err(Error::Device(DeviceError::BufferTooLarge { .. }))));
        let mut buffer = device.upload_buffer(&[1.0, 2.0]).unwrap();
        assert!(matches!(buffer.write(&[1.0]), Err(Error::Shape(ShapeError::Count { got: 1, .. }))));
        assert!(matches!(buffer.read_range(1..3), Err(Error::Shape(ShapeError::Range { start: 1, end: 3, .. }))));
        assert!(matches!(
            buffer.to_stream_with([3, 1], Layout::Plain),
            Err(Error::Shape(ShapeError::Count { got: 2, .. }))
        ));
    });
}

#[test]
fn data_in_buffers_are_not_copied_and_their_memory_is_used_again() {
    each_compute(|device, _| {
        let x = device.upload_buffer(&noise(5000, 1)).unwrap();
        let once = || drop(compute::scan(&x, &Operator::sum()).unwrap());
        let ((), trace) = device.traced(once);
        assert!(trace.events.iter().all(|event| matches!(event, Event::Dispatch(_))), "{trace}");
        let made = device.buffers_created();
        once();
        assert_eq!(device.buffers_created(), made);
        let (_, time) = device.timed(once).unwrap();
        assert_eq!(time.is_some(), device.info().timer_queries);
        // A stream is copied in and out.
        let stream = x.to_stream().unwrap();
        let (_, trace) = device.traced(|| compute::scan(&stream, &Operator::sum()).unwrap());
        assert_eq!(trace.dispatches().next().unwrap().kernel, "unpack");
        assert_eq!(trace.copies().map(|copy| copy.bytes).sum::<usize>(), 5000 * 4);
    });
}

#[test]
fn a_trace_shows_dispatches_beside_passes() {
    let device = open(Device::builder().dialect(support::dialects()[0]).max_invocations(32));
    if !support::has_compute(&device) {
        return;
    }
    let x = device.upload_buffer(&[1.0; 100]).unwrap();
    let (_, trace) = device.traced(|| compute::reduce_by(&x, &Operator::sum(), Reduce::SequentialAddressing).unwrap());
    expect_test::expect![[r#"
         #  what                                  texels  targets  rectangle  bytes
         0  reduce_sequential_addressing  4 groups of 32
         1  reduce_sequential_addressing   1 group of 32
         2  read back                              1 × 1                          4
    "#]]
    .assert_eq(&trace.to_string());
    let json = trace.to_json("any");
    assert_eq!(json["passes"], serde_json::json!([]));
    assert_eq!(
        json["dispatches"][0],
        serde_json::json!({
            "kernel": "reduce_sequential_addressing", "groups": [4, 1, 1], "invocations": 128, "order": 0
        })
    );
    assert_eq!(json["readbacks"][0]["order"], 2);
}

#[test]
fn a_reduction_takes_the_dispatches_of_its_method() {
    each_compute(|device, invocations| {
        if invocations < 512 {
            support::lacks(device, "work groups of 512 invocations");
            return;
        }
        for (n, by_512, by_1024, fixed, runs, tiles) in [
            (1, 0, 0, 0, 0, 0),
            (2, 1, 1, 1, 0, 1),
            (64, 1, 1, 1, 0, 1),
            (65, 1, 1, 1, 1, 1),
            (512, 1, 1, 1, 1, 1),
            (513, 2, 1, 1, 1, 1),
            (1024, 2, 1, 1, 1, 1),
            (1025, 2, 2, 2, 1, 1),
            (1 << 14, 2, 2, 2, 1, 1),
            ((1 << 14) + 1, 2, 2, 2, 2, 1),
            (1 << 17, 2, 2, 2, 2, 1),
            ((1 << 20) + 1, 3, 3, 2, 2, 1),
        ] {
            let x = device.upload_buffer(&vec![1.0; n]).unwrap();
            for method in Reduce::general() {
                let expected = match method {
                    Reduce::Runs => runs,
                    Reduce::Tiles => tiles,
                    Reduce::InterleavedDivergent | Reduce::InterleavedBankConflicts | Reduce::SequentialAddressing => {
                        by_512
                    }
                    Reduce::MultipleElements => fixed,
                    _ => by_1024,
                };
                let ran = kernels(device, || {
                    assert_eq!(compute::reduce_by(&x, &Operator::sum(), method).unwrap(), n as f32);
                });
                assert_eq!(ran.len(), expected, "{n} by {}", method.name());
                let kernel = match method {
                    Reduce::Tiles => "tile_sums".to_owned(),
                    _ => format!("reduce_{}", method.name().replace('-', "_")),
                };
                assert!(ran.iter().all(|ran| *ran == kernel), "{ran:?}");
            }
        }
    });
}

#[test]
fn sums_stay_within_the_bound() {
    each_compute(|device, _| {
        let n = (1 << 20) - 3;
        let mut x: Vec<f32> = noise(n, 8).iter().map(|v| v * 1.0e6).collect();
        x[n / 2..].iter_mut().for_each(|v| *v = v.abs());
        let exact: f64 = x.iter().map(|v| f64::from(*v)).sum();
        let size: f64 = x.iter().map(|v| f64::from(v.abs())).sum();
        let buffer = device.upload_buffer(&x).unwrap();
        for method in Reduce::ALL {
            let got = f64::from(compute::reduce_by(&buffer, &Operator::sum(), method).unwrap());
            let roundings = match method {
                Reduce::Kahan => 3.0,
                Reduce::MultipleElements => 21.0 + 2.0 * 4.0,
                Reduce::Runs => 68.0 * 2.0 + 6.0,
                Reduce::Tiles => 22.0 + 2.0 * 2.0,
                _ => 21.0,
            };
            let bound = roundings * 2f64.powi(-24) * 1.01 * size;
            assert!((got - exact).abs() <= bound, "{}: {got}, not {exact}", method.name());
        }
        let mean = compute::mean_by(&buffer, Reduce::Kahan).unwrap();
        assert!((f64::from(mean) - exact / n as f64).abs() <= 4.0 * 2f64.powi(-24) * size / n as f64);
    });
}

#[test]
fn kahan_keeps_what_every_naive_sum_loses() {
    each_compute(|device, _| {
        if !device.compute().unwrap().precise {
            support::lacks(device, "`precise` in compute shaders");
            return;
        }
        // The large number is 2^24, next to which a one alone is nothing; all the ones make 2^20.
        let mut x = vec![1.0; (1 << 20) + 1];
        x[0] = 16_777_216.0;
        let exact = 17_825_792.0;
        let buffer = device.upload_buffer(&x).unwrap();
        let naive = compute::reduce_by(&buffer, &Operator::sum(), Reduce::MultipleElements).unwrap();
        assert_ne!(naive, exact, "this shows nothing");
        assert_eq!(compute::reduce_by(&buffer, &Operator::sum(), Reduce::Kahan).unwrap(), exact);

        // What the first invocation of a group adds, and no other: 1 + 2^-25 + 2^-25 + ..
        for n in [1500, 350_000] {
            let mut x = vec![2f32.powi(-25); n];
            x.iter_mut().take(512).for_each(|v| *v = 1.0);
            let exact: f64 = x.iter().map(|v| f64::from(*v)).sum();
            let kahan =
                compute::reduce_by(&device.upload_buffer(&x).unwrap(), &Operator::sum(), Reduce::Kahan).unwrap();
            assert!((f64::from(kahan) - exact).abs() <= exact * 2f64.powi(-23), "{n}: {kahan}, not {exact}");
        }
        // Elements of one sign: right to the last digits, whatever their number.
        for n in [1, 2, 1000, (1 << 18) + 7, (1 << 21) + 5] {
            let x: Vec<f32> = noise(n, 3).iter().map(|v| v.abs() + 0.1).collect();
            let exact: f64 = x.iter().map(|v| f64::from(*v)).sum();
            let got = compute::reduce_by(&device.upload(&x).unwrap(), &Operator::sum(), Reduce::Kahan).unwrap();
            assert!((f64::from(got) - exact).abs() <= exact * 2f64.powi(-23), "{n}: {got}, not {exact}");
        }
        let v: Vec<[f32; 3]> = x.iter().map(|x| [*x, -x, 0.0]).collect();
        let got = compute::reduce_by(&device.upload(&v).unwrap(), &Operator::sum(), Reduce::Kahan).unwrap();
        assert_eq!(got, [exact, -exact, 0.0]);
    });
}

#[test]
fn kahan_is_for_sums() {
    each_compute(|device, _| {
        let x = device.upload(&[1.0, 2.0]).unwrap();
        assert_eq!(
            compute::reduce_by(&x, &Operator::max(), Reduce::Kahan).unwrap_err().to_string(),
            format!(
                "the method kahan only computes sums, but the operator is `max`: use Operator::sum(), or the method {}",
                Reduce::fastest(device, &Operator::<f32>::max()).name()
            )
        );
        // A name alone makes no sum.
        let product = Operator::new("sum", "a * b", |a: f32, b: f32| a * b).commutative();
        assert!(matches!(
            compute::reduce_by(&x, &product, Reduce::Kahan),
            Err(Error::Compute(ComputeError::NotASum { .. }))
        ));
    });
}

#[test]
fn scans_stay_within_the_bound_over_many_levels() {
    each_compute(|device, _| {
        let n = (1 << 19) + 77;
        let x: Vec<f32> = noise(n, 8).iter().map(|v| v * 1.0e6).collect();
        let buffer = device.upload_buffer(&x).unwrap();
        for (method, roundings) in [
            (Scan::Naive, 23.0),
            (Scan::WorkEfficient, 43.0),
            (Scan::BankConflictFree, 43.0),
            (Scan::Runs, 162.0 * 5.0 + 94.0),
            (Scan::Tiles, 24.0 + 2.0 * 2.0),
        ] {
            let got = compute::scan_by(&buffer, &Operator::sum(), method).unwrap().read().unwrap();
            let shifted = compute::exclusive_scan_by(&buffer, &Operator::sum(), method).unwrap().read().unwrap();
            let (mut sum, mut size) = (0.0, 0.0);
            for ((got, shifted), x) in got.iter().zip(&shifted).zip(&x) {
                let bound = |size: f64| roundings * 2f64.powi(-24) * 1.01 * size;
                assert!((f64::from(*shifted) - sum).abs() <= bound(size), "{}, exclusive", method.name());
                sum += f64::from(*x);
                size += f64::from(x.abs());
                assert!((f64::from(*got) - sum).abs() <= bound(size), "{}", method.name());
            }
        }
    });
}

#[test]
fn sorts_take_their_dispatches() {
    each_compute(|device, invocations| {
        if invocations < 512 {
            support::lacks(device, "work groups of 512 invocations");
            return;
        }
        for (n, steps, shared, radix) in
            [(1, 0, 1, 24), (1000, 55, 1, 24), (1025, 66, 1 + 2, 24), (1 << 16, 136, 1 + 2 + 3 + 4 + 5 + 6 + 7, 24)]
        {
            let keys = device.upload_buffer(&noise(n, 1)).unwrap();
            let tiles = 4 * if n > 16_384 { 4 } else { 3 };
            for (method, expected) in [
                (Sort::Bitonic, steps),
                (Sort::BitonicShared, shared),
                (Sort::Radix, radix),
                (Sort::RadixRuns, 12),
                (Sort::RadixTiles, tiles),
            ] {
                let ran = kernels(device, || drop(compute::sort_by(&keys, method).unwrap()));
                let copies = ran.iter().filter(|kernel| *kernel == "copy").count();
                assert_eq!(ran.len() - copies, expected, "{n} by {}: {ran:?}", method.name());
            }
        }
    });
}

#[test]
fn nan_comes_last_and_denormals_are_told_apart() {
    each_compute(|device, _| {
        let odd = [f32::NAN, f32::from_bits(0xffc1_2345), f32::from_bits(0x7f80_0001)];
        let tiny = [1e-45, -1e-45, 3e-45, 1e-40, -1e-40, 0.0, -0.0, f32::MIN_POSITIVE];
        for n in [5, 100, 3000] {
            let mut keys = noise(n, 4);
            keys.iter_mut().enumerate().filter(|(i, _)| i % 3 == 0).for_each(|(i, key)| *key = tiny[i / 3 % 8]);
            keys.extend(odd);
            keys.rotate_right(n / 2);
            let stream = device.upload(&keys).unwrap();
            for method in Sort::ALL {
                for descending in [false, true] {
                    let mut options = SortOptions::default().method(method).stable();
                    options = if descending { options.descending() } else { options };
                    let sorted = compute::sort_with(&stream, options).unwrap().read().unwrap();
                    let numbers: Vec<f32> = keys.iter().copied().filter(|key| !key.is_nan()).collect();
                    let expected = reference::sort(&numbers, descending);
                    assert_eq!(bits(&sorted[..n]), bits(&expected), "{method:?} {descending}");
                    // In the order in which they came.
                    let nans: Vec<f32> = keys.iter().copied().filter(|key| key.is_nan()).collect();
                    assert_eq!(bits(&sorted[n..]), bits(&nans), "{method:?} {descending}");
                }
            }
        }
    });
}

/// More groups than fit in one dimension, with the smallest groups.
#[test]
fn groups_beyond_one_dimension_spill_into_the_next() {
    let device = open(builder(support::dialects()[0]).max_invocations(32));
    if !support::has_compute(&device) {
        return;
    }
    let compute = device.compute().unwrap();
    let n = compute.groups[0] * 32 + 33;
    if compute.groups[0] > 1 << 16 || n * 8 > compute.buffer_bytes {
        support::left_out("more groups than fit in one dimension: a device with room for them all in one");
        return;
    }
    let x: Vec<f32> = (0..n).map(|i| ((i * 37) % 1021) as f32).collect();
    let buffer = device.upload_buffer(&x).unwrap();
    for method in [Reduce::InterleavedDivergent, Reduce::SequentialAddressing] {
        let (max, trace) = device.traced(|| compute::reduce_by(&buffer, &Operator::max(), method).unwrap());
        assert_eq!(max, 1020.0);
        assert_eq!(trace.dispatches().next().unwrap().groups[1], 2);
    }
    let running = compute::scan_by(&buffer, &Operator::max(), Scan::Naive).unwrap().read().unwrap();
    assert!(running == reference::scan(&x, &Operator::max()));
    let kept = compute::filter(&buffer, "x < 2.0").unwrap().read().unwrap();
    assert!(kept == reference::filter(&x, |v| *v < 2.0));
    let found = compute::lower_bound(&device.upload_buffer(&[0.5, 7.0]).unwrap(), &buffer).unwrap().read().unwrap();
    assert!(found == reference::lower_bound(&[0.5, 7.0], &x));
}

#[test]
fn the_papers_largest_sizes_reduce_scan_and_sort() {
    let device = open(Device::builder().dialect(support::dialects()[0]));
    if !support::has_compute(&device) {
        return;
    }
    let compute = device.compute().unwrap();
    let largest = if is_quick() { 21 } else { 25 };
    for log in [17, 21, 25].into_iter().filter(|log| *log <= largest) {
        let n = 1 << log;
        if n * 4 > compute.buffer_bytes {
            let error = device.buffer::<f32>(n).unwrap_err();
            assert!(matches!(error, Error::Device(DeviceError::BufferTooLarge { .. })), "{error}");
            continue;
        }
        let mut x = vec![0.0; n];
        x[n - 1] = 3.0;
        x[n / 3] = 4.0;
        let buffer = device.upload_buffer(&x).unwrap();
        for method in [Reduce::SequentialAddressing, Reduce::CompletelyUnrolled, Reduce::MultipleElements] {
            assert_eq!(compute::reduce_by(&buffer, &Operator::sum(), method).unwrap(), 7.0, "2^{log} by {method:?}");
        }
        if log < largest {
            continue;
        }
        let scanned = compute::scan(&buffer, &Operator::sum()).unwrap();
        assert_eq!(scanned.read_range(n / 3 - 1..n / 3 + 1).unwrap(), [0.0, 4.0]);
        assert_eq!(scanned.read_range(n - 2..n).unwrap(), [4.0, 7.0]);
        assert_eq!(compute::filter(&buffer, "x > 0.0").unwrap().read().unwrap(), [4.0, 3.0]);
    }
    let keys = noise((1 << (largest - 5)) + 1, 5);
    let sorted = compute::sort(&device.upload_buffer(&keys).unwrap()).unwrap().read().unwrap();
    assert!(sorted == reference::sort(&keys, false));
}

#[test]
fn filters_count_beyond_what_floats_do() {
    each_compute(|device, _| {
        let x = device.upload_buffer(&noise(1 << 12, 1)).unwrap();
        for method in Filter::ALL {
            let ran = kernels(device, || drop(compute::filter_by(&x, "x > 2.0", method).unwrap()));
            let last = ran.last().unwrap();
            assert!(
                !last.ends_with("scatter") && !last.ends_with("write"),
                "where nothing is kept, nothing is written"
            );
        }
        let many: Buffer<f32> = device.buffer((1 << 24) + 1).unwrap();
        assert!(matches!(compute::lower_bound(&many, &x), Err(Error::Compute(ComputeError::FloatAddress { .. }))));
    });
}

#[test]
fn data_of_two_devices_do_not_mix() {
    each_compute(|one, _| {
        let other = device(support::dialects()[0]);
        let (mine, theirs) = (one.upload_buffer(&[1.0]).unwrap(), other.upload_buffer(&[2.0]).unwrap());
        assert!(matches!(compute::lower_bound(&mine, &theirs), Err(Error::Device(DeviceError::OtherDevice { .. }))));
        assert!(matches!(compute::sort_pairs(&mine, &theirs), Err(Error::Device(DeviceError::OtherDevice { .. }))));
        assert_eq!((mine.read().unwrap(), theirs.read().unwrap()), (vec![1.0], vec![2.0]));
        let two = one.upload_buffer(&[1.0, 2.0]).unwrap();
        assert_eq!(
            compute::sort_pairs(&two, &mine).unwrap_err().to_string(),
            "keys and payload of a sort: `keys` is 2, `values` is 1; they must have the same shape"
        );
        drop(other);
        assert_eq!(theirs.read().unwrap(), [2.0]);
    });
}

/// Runs one of the ignored tests below in a process of its own, where Mesa offers these versions and no more, in these
/// dialects.
fn fenced(test: &str, gl: &str, glsl: &str, es: &str, dialects: &str) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([test, "--ignored", "--nocapture"])
        .envs([
            ("MESA_GL_VERSION_OVERRIDE", gl),
            ("MESA_GLSL_VERSION_OVERRIDE", glsl),
            ("MESA_GLES_VERSION_OVERRIDE", es),
            ("BROOKLET_TEST_DIALECTS", dialects),
        ])
        .output()
        .unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn where_there_are_no_compute_shaders_every_function_says_so() {
    if device(support::dialects()[0]).info().version.contains("Mesa") {
        fenced("fenced_in_without_compute_shaders", "3.3", "330", "3.0", "gl,es,gl2");
    }
}

#[test]
fn where_arithmetic_cannot_be_precise_kahan_says_so() {
    if device(support::dialects()[0]).info().version.contains("Mesa") {
        fenced("fenced_in_without_precise", "4.3", "430", "3.1", "gl,es");
    }
}

#[test]
#[ignore = "run by where_there_are_no_compute_shaders_every_function_says_so"]
fn fenced_in_without_compute_shaders() {
    for device in support::dialects().into_iter().map(device) {
        let x = device.upload(&[1.0, 2.0]).unwrap();
        let none: Stream<f32> = device.stream(0).unwrap();
        let expected = support::no_compute(&device);
        assert!(device.compute().is_none() && expected.contains("OpenGL"), "{expected}");
        let sum = Operator::sum();
        for x in [&x, &none] {
            for error in [
                compute::reduce(x, &sum).unwrap_err(),
                compute::mean(x).unwrap_err(),
                compute::reduce_by(x, &sum, Reduce::Kahan).unwrap_err(),
                compute::scan(x, &sum).unwrap_err(),
                compute::exclusive_scan(x, &Operator::new("any", "a", |a: f32, _| a)).unwrap_err(),
                compute::sort(x).unwrap_err(),
                compute::sort_by(x, Sort::Bitonic).unwrap_err(),
                compute::sort_pairs(x, x).unwrap_err(),
                compute::lower_bound(x, x).unwrap_err(),
                compute::upper_bound(x, x).unwrap_err(),
                compute::compact(x).unwrap_err(),
                compute::filter(x, "x > 0").unwrap_err(),
                x.to_buffer().unwrap_err(),
                device.upload_buffer(&[1.0]).unwrap_err(),
            ] {
                assert!(matches!(error, Error::Device(DeviceError::NoCompute { .. })), "{error}");
                assert_eq!(error.to_string(), expected);
            }
        }
    }
}

#[test]
#[ignore = "run by where_arithmetic_cannot_be_precise_kahan_says_so"]
fn fenced_in_without_precise() {
    let device = device(Dialect::Es);
    let x = device.upload(&[1.0, 2.0]).unwrap();
    assert_eq!(compute::reduce(&x, &Operator::sum()).unwrap(), 3.0);
    let error = compute::reduce_by(&x, &Operator::sum(), Reduce::Kahan).unwrap_err();
    assert!(matches!(error, Error::Compute(ComputeError::NoPrecise { .. })));
    let version = &device.info().version;
    assert_eq!(
        error.to_string(),
        format!(
            "kahan needs the GLSL qualifier `precise`, or compilers may undo it: use OpenGL 4.3 or OpenGL ES 3.2, not {version}"
        )
    );
    // Everything else runs on OpenGL 4.3 and ES 3.1.
    for device in [device, support::device(support::dialects()[0])] {
        let x = device.upload(&noise(2000, 1)).unwrap();
        for method in Reduce::general() {
            compute::reduce_by(&x, &Operator::max(), method).unwrap();
        }
        for method in Scan::ALL {
            compute::scan_by(&x, &Operator::sum(), method).unwrap();
        }
        for method in Sort::ALL {
            assert!(compute::sort_by(&x, method).unwrap().read().unwrap().is_sorted());
        }
        assert_eq!(
            compute::sort_pairs(&x, &x).unwrap().1.read().unwrap()[0],
            reference::sort(&noise(2000, 1), false)[0]
        );
        compute::filter(&x, "x > 0").unwrap();
    }
}
