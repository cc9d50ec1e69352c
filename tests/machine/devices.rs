//! Devices beside each other: on one thread, on many, with drops in any order.

use crate::support;

use std::process::Command;

use brooklet::{Device, DeviceError, Error, Operator, Stream, compute, primitives};
use support::{builder, device, each_dialect, noise, open};

fn sum_of_squares(device: &Device, x: &Stream<f32>) -> f32 {
    let squares: Stream<f32> = primitives::map(device, "x * x").input("x", x).run().unwrap();
    primitives::reduce(&squares, &Operator::sum()).unwrap()
}

#[test]
fn two_devices_on_one_thread_do_not_mix() {
    let dialects = support::dialects();
    for (first, second) in dialects.iter().flat_map(|first| dialects.iter().map(|second| (*first, *second))) {
        let (a, b) = (device(first), device(second));
        // Textures of the same number and size in both, so that a mix-up reads the other's data and not nothing.
        let mut x = a.upload(&[1.0; 100]).unwrap();
        let mut y = b.upload(&[2.0; 100]).unwrap();
        for _ in 0..3 {
            assert_eq!(x.read().unwrap(), [1.0; 100]);
            assert_eq!(y.read().unwrap(), [2.0; 100]);
            assert_eq!(sum_of_squares(&a, &x), 100.0);
            assert_eq!(sum_of_squares(&b, &y), 400.0);
            x.write(&[1.0; 100]).unwrap();
            y.write(&[2.0; 100]).unwrap();
        }
    }
}

#[test]
fn a_drop_meets_its_own_context() {
    let (a, b) = (device(support::dialects()[0]), device(support::dialects()[0]));
    let x = a.upload(&[1.0; 64]).unwrap();
    let y = b.upload(&[2.0; 64]).unwrap();
    assert_eq!(x.native_texture(), y.native_texture(), "the same number in both contexts, or this test shows nothing");
    // b is current; what a drops and trims must not be b's.
    drop(x);
    a.trim();
    assert_eq!(y.read().unwrap(), [2.0; 64]);
    drop(a);
    assert_eq!(y.read().unwrap(), [2.0; 64]);
}

#[test]
fn streams_outlive_the_handle_of_their_device() {
    let stream = device(support::dialects()[0]).upload(&[5.0; 10]).unwrap();
    let other = device(support::dialects()[0]);
    assert_eq!(other.upload(&[1.0]).unwrap().read().unwrap(), [1.0]);
    assert_eq!(stream.read().unwrap(), [5.0; 10]);
}

#[test]
fn devices_on_many_threads() {
    let threads: Vec<_> = (0..8)
        .map(|thread| {
            std::thread::spawn(move || {
                for round in 0..3 {
                    let device = device(support::dialects()[(thread + round) % support::dialects().len()]);
                    let x = noise(1000 + thread, (10 * thread + round) as u64);
                    let stream = device.upload(&x).unwrap();
                    let max = primitives::reduce(&stream, &Operator::max()).unwrap();
                    assert_eq!(max, x.iter().copied().fold(f32::MIN, f32::max));
                    assert_eq!(stream.read().unwrap(), x);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Mesa's llvmpipe looks through the work of all contexts whenever one of them hands data over. Where freed memory is
/// overwritten (glibc does that when asked to), reading what another thread has just given back ends the process.
#[test]
fn devices_on_many_threads_keep_out_of_each_others_memory() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["fenced_in_where_freed_memory_is_overwritten", "--ignored", "--nocapture"])
        .env("MALLOC_PERTURB_", "165")
        .output()
        .unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("1 passed"), "{}: {said}", output.status);
}

#[test]
#[ignore = "run by devices_on_many_threads_keep_out_of_each_others_memory"]
fn fenced_in_where_freed_memory_is_overwritten() {
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for round in 0..10 {
                    let device = device(support::dialects()[(thread + round) % support::dialects().len()]);
                    let x = noise(100 + 37 * round, thread as u64);
                    let mut sorted = x.clone();
                    sorted.sort_by(f32::total_cmp);
                    let stream = device.upload(&x).unwrap();
                    assert_eq!(primitives::sort(&stream).unwrap().read().unwrap(), sorted);
                    if device.compute().is_some() {
                        assert_eq!(compute::sort(&stream).unwrap().read().unwrap(), sorted);
                        assert_eq!(compute::sort(&device.upload_buffer(&x).unwrap()).unwrap().read().unwrap(), sorted);
                    }
                }
            });
        }
    });
}

#[test]
fn a_stream_of_another_device_is_refused_by_name() {
    each_dialect(|a| {
        let b = device(support::dialects()[0]);
        let (x, y) = (a.upload(&[1.0]).unwrap(), b.upload(&[1.0]).unwrap());
        let error = primitives::map(a, "x + y").input("x", &x).input("y", &y).run::<f32>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "input `y` of pass `map` belongs to another device; read it back and upload it here"
        );
        let kernel = b.kernel(&brooklet::kernel::Source::new("k", "output float y; void main() { y = 1.0; }")).unwrap();
        let mut out = a.stream::<f32>(1).unwrap();
        assert!(matches!(
            a.pass(&kernel).output("y", &mut out).run(),
            Err(Error::Device(DeviceError::OtherDevice { .. }))
        ));
    });
}

#[test]
fn what_a_device_says_of_itself_is_true() {
    each_dialect(|device| {
        let info = device.info();
        assert!(!info.vendor.is_empty() && !info.renderer.is_empty() && !info.version.is_empty());
        // What OpenGL 3.3 and ES 3.0 promise, and what all chips have.
        let (targets, formats) = match info.dialect {
            Some(_) => (4, &["R32F", "RG32F", "RGBA32F"][..]),
            None => (1, &["R32F", "RGBA32F"][..]),
        };
        assert!(info.limits.texture >= 1024 && info.limits.targets >= targets && info.limits.samplers >= 16);
        for &name in formats {
            assert!(info.formats.iter().any(|format| format.name == name && format.renders), "{name}");
        }
        assert_eq!(device.compute().is_some(), info.compute.is_some());
        // The widest texture that it claims can be made and used.
        let wide = device.upload_shaped([1, info.limits.texture], &vec![1.0; info.limits.texture]).unwrap();
        assert_eq!(wide.geometry().width, info.limits.texture);
        assert_eq!(primitives::reduce(&wide, &Operator::sum()).unwrap(), info.limits.texture as f32);
    });
}

#[test]
fn a_lowered_limit_is_never_raised() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(1 << 30).max_targets(1000));
        let own = open(builder(dialect)).limits();
        assert_eq!(device.limits(), own);
    }
}

#[test]
fn the_device_times_its_own_work() {
    each_dialect(|device| {
        let x = device.upload(&noise(1 << 16, 1)).unwrap();
        let (sum, time) = device.timed(|| sum_of_squares(device, &x)).unwrap();
        assert!(sum > 0.0);
        assert_eq!(time.is_some(), device.info().timer_queries);
        // Timers do not nest, and say so.
        let ((_, inner), outer) = device.timed(|| device.timed(|| ()).unwrap()).unwrap();
        assert_eq!((inner, outer.is_some()), (None, device.info().timer_queries));
        device.finish().unwrap();
    });
}
