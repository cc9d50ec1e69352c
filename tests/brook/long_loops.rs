//! Loops of very many iterations: on a driver that ends them, an error with both numbers, or right; elsewhere right.

use crate::support;

use brooklet::brook::Program;
use brooklet::kernel::Source;
use brooklet::{Blend, Device, Layout, Stream};

/// Whether the driver ends the loops of an invocation after 65,535 iterations.
fn ends(device: &Device) -> bool {
    device.info().renderer.contains("llvmpipe")
}

/// A device of the driver in each dialect of GLSL, or in those that the tests are run in.
fn devices() -> impl Iterator<Item = Device> {
    support::all_dialects().into_iter().map(|dialect| support::open_driver(support::builder(dialect)))
}

/// What becomes of `kernel void f(float x<>, float n, out float r<>)` with this body.
fn outcome(device: &Device, body: &str, x: &[f32], n: f32) -> Result<Vec<f32>, String> {
    let text = format!("{SUB}kernel void f(float x<>, float n, out float r<>) {{ {body} }}");
    let program = Program::compile(device, "loops.br", &text).unwrap();
    let x = device.upload(x).unwrap();
    let mut r = device.stream::<f32>(x.len()).unwrap();
    let call = program.kernel("f").unwrap().stream("x", &x).constant("n", n).output("r", &mut r);
    call.run().map_err(|error| format!("run: {error}"))?;
    r.read().map_err(|error| format!("read: {error}"))
}

/// A kernel that others call, with a loop of its own.
const SUB: &str = "kernel float count(float n) { float s = 0, k; for (k = 0; k < n; k += 1) s += 1; return s; }\n";

fn message(when: &str, needed: Option<&str>, device: &Device) -> String {
    let renderer = &device.info().renderer;
    let taken = match needed {
        Some(needed) => format!("{needed} iterations"),
        None => "more than 65535 iterations".to_owned(),
    };
    format!(
        "{when}: kernel `f`: its loops take {taken}, but after 65535 this driver ({renderer}) silently ends the loops of an \
         element: do the work in several calls, each continuing where the last one stopped, or use another device"
    )
}

/// Bodies that count to `n`, of a constant, with the iterations that constants say.
const BY_CONSTANTS: [(&str, f32, &str); 7] = [
    ("float k; r = 0; for (k = 0; k < n; k += 1) r += 1;", 200_000.0, "200000"),
    ("float k; r = 0; for (k = n; k > 0; k -= 2) r += 2;", 400_000.0, "200000"),
    ("float k; r = 0; for (k = 0; k < 200000; k += 1) r += n / 200000;", 200_000.0, "200000"),
    ("int k; r = 0; for (k = 0; k < 1000000; k++) { if (k >= n) continue; r += 1; }", 200_000.0, "1000000"),
    ("float k = 0; r = 0; while (k < n) { k += 1; r += 1; }", 200_000.0, "200000"),
    ("float k = 0; r = 0; do { k += 1; r += 1; } while (k < n);", 200_000.0, "200000"),
    ("float j, k; r = 0; for (j = 0; j < 400; j += 1) for (k = 0; k < n / 400; k += 1) r += 1;", 200_000.0, "200400"),
];

#[test]
fn iterations_that_constants_give_are_known_before_drawing() {
    for device in devices() {
        for (body, n, needed) in BY_CONSTANTS {
            let found = outcome(&device, body, &[1.0; 5], n);
            match ends(&device) {
                true => assert_eq!(found.unwrap_err(), message("run", Some(needed), &device), "{body}"),
                false => assert_eq!(found.unwrap(), [n; 5], "{body}"),
            }
        }
    }
}

/// Bodies that count to `x`, which is data.
const BY_DATA: [&str; 10] = [
    "float k; r = 0; for (k = 0; k < x; k += 1) r += 1;",
    "float k = 0; r = 0; while (k < x && r < n) { k += 1; r += 1; }",
    "r = 0; for (;;) { if (r >= x) break; r += 1; }",
    "r = 0; while (1) { r += 1; if (r < x) continue; break; }",
    "r = 0; do { r += 1; } while (r < x);",
    "r = 0; do { r += 1; if (r < 0) continue; } while (r < x);",
    "float k; r = 0; for (k = 0; k < n; k += 1) { r += 1; if (r >= x) break; }",
    "float k; r = 0; for (k = 0; ; k += 1) { r += 1; if (r >= x) return; }",
    "float j, k; r = 0; for (j = 0; j < 10; j += 1) for (k = 0; k < x / 10; k += 1) r += 1;",
    "r = count(x);",
];

#[test]
fn loops_that_the_driver_ends_are_errors() {
    for device in devices() {
        for body in BY_DATA {
            let right = [10.0, 60_000.0, 20.0, 60_000.0, 500.0, 30.0, 50.0];
            assert_eq!(outcome(&device, body, &right, 1.0e6), Ok(right.to_vec()), "{body} {:?}", device.info().dialect);
            // One element in the middle is enough.
            let wrong = [10.0, 40.0, 20.0, 200_000.0, 500.0, 30.0, 50.0];
            let found = outcome(&device, body, &wrong, 1.0e6);
            match ends(&device) {
                true => assert_eq!(found.unwrap_err(), message("read", None, &device), "{body}"),
                false => assert_eq!(found.unwrap(), wrong, "{body}"),
            }
        }
    }
}

/// Elements beside each other share an invocation's iterations, however each of them goes.
#[test]
fn elements_that_go_apart_are_right_or_an_error() {
    let body = "float j, k; r = 0;
        for (j = 0; j < 8; j += 1) {
            if (fmod(x, 8) == j) { for (k = 0; k < n; k += 1) { r += 1; if (r >= x) break; } }
            else if (x < 0) { while (r > x) { r -= 1; if (r < x) continue; } }
            r = r + 0;
        }";
    for device in devices() {
        let mut errors = 0;
        for max in [100.0, 5_000.0, 12_000.0, 40_000.0] {
            let x: Vec<f32> = (0..61).map(|i| (i as f32 * 977.0 + 13.0) % max - max / 16.0).map(f32::floor).collect();
            // Each element counts to its own number, or down to it.
            let wanted: Vec<f32> = x.iter().map(|&x| if x < 0.0 { x } else { x.max(1.0) }).collect();
            match outcome(&device, body, &x, 1.0e6) {
                Ok(found) => assert_eq!(found, wanted, "{max}"),
                Err(error) => {
                    assert!(ends(&device), "{error}");
                    assert_eq!(error, message("read", None, &device), "{max}");
                    errors += 1;
                }
            }
        }
        assert_eq!(errors > 0, ends(&device));
        assert!(errors < 3, "{errors}");
    }
}

/// What is read is computed from what another pass wrote.
#[test]
fn an_ended_loop_is_an_error_of_what_is_read_later() {
    let text = "
        kernel void f(float x<>, out float r<>) { float k; r = 0; for (k = 0; k < x; k += 1) r += 1; }
        kernel void twice(float x<>, out float r<>) { r = 2 * x; }";
    for device in devices() {
        let program = Program::compile(&device, "later.br", text).unwrap();
        let run = |x: &[f32]| -> Result<Vec<f32>, brooklet::brook::Error> {
            let x = device.upload(x)?;
            let [mut counted, mut doubled] = [device.stream::<f32>(x.len())?, device.stream::<f32>(x.len())?];
            program.kernel("f")?.stream("x", &x).output("r", &mut counted).run()?;
            program.kernel("twice")?.stream("x", &counted).output("r", &mut doubled).run()?;
            Ok(doubled.read()?)
        };
        match ends(&device) {
            true => {
                let error = run(&[3.0, 100_000.0]).unwrap_err().to_string();
                assert_eq!(format!("read: {error}"), message("read", None, &device));
            }
            false => assert_eq!(run(&[3.0, 100_000.0]).unwrap(), [6.0, 200_000.0]),
        }
        // It was said once; what comes after is right.
        assert_eq!(run(&[3.0, 100.0]).unwrap(), [6.0, 200.0]);
        // Waiting asks as well.
        let x = device.upload(&[70_000.0]).unwrap();
        let mut r = device.stream::<f32>(1).unwrap();
        program.kernel("f").unwrap().stream("x", &x).output("r", &mut r).run().unwrap();
        assert_eq!(device.finish().is_err(), ends(&device));
    }
}

/// What an ended loop has spoilt stays an error, and so does what is computed from it, until it is written again.
#[test]
fn what_an_ended_loop_has_spoilt_stays_an_error() {
    let text = "
        kernel void f(float x<>, out float r<>) { float k; r = 0; for (k = 0; k < x; k += 1) r += 1; }
        kernel void twice(float x<>, out float r<>) { r = 2 * x; }";
    for device in devices().filter(ends) {
        let program = Program::compile(&device, "later.br", text).unwrap();
        let run = |name: &str, x: &Stream<f32>, r: &mut Stream<f32>| {
            program.kernel(name).unwrap().stream("x", x).output("r", r).run().unwrap();
        };
        let wrong = message("", None, &device);
        let read = |stream: &Stream<f32>| stream.read().map_err(|error| format!(": {error}"));
        let x = device.upload(&[3.0, 100_000.0]).unwrap();
        let [mut counted, mut doubled, mut other] = [(); 3].map(|()| device.stream::<f32>(2).unwrap());
        run("f", &x, &mut counted);
        run("twice", &counted, &mut doubled);
        run("twice", &x, &mut other);
        for _ in 0..3 {
            assert_eq!([read(&counted), read(&doubled)], [Err(wrong.clone()), Err(wrong.clone())]);
            assert_eq!(read(&other), Ok(vec![6.0, 200_000.0]));
        }
        // Found once already, when something else was waited for.
        device.finish().unwrap();
        run("twice", &doubled, &mut other);
        assert_eq!(read(&other), Err(wrong.clone()));
        // In a buffer too.
        if device.compute().is_some() {
            let buffer = counted.to_buffer().unwrap();
            let copied = buffer.to_stream().unwrap();
            for _ in 0..2 {
                assert_eq!(buffer.read().map_err(|error| format!(": {error}")), Err(wrong.clone()));
                assert_eq!(read(&copied), Err(wrong.clone()));
            }
            assert_eq!(x.to_buffer().unwrap().read().unwrap(), [3.0, 100_000.0]);
        }
        // One element is written again, then the other; and all of it by a pass.
        counted.write_range(0, &[5.0]).unwrap();
        assert_eq!(counted.read_range(0..1).unwrap(), [5.0]);
        assert_eq!(read(&counted), Err(wrong.clone()));
        counted.write_range(1, &[7.0]).unwrap();
        run("twice", &counted, &mut doubled);
        assert_eq!([read(&counted), read(&doubled)], [Ok(vec![5.0, 7.0]), Ok(vec![10.0, 14.0])]);
    }
}

/// Of a packed stream four elements share a texel, and its iterations.
#[test]
fn kernels_of_ones_own_are_guarded_likewise() {
    let text = "input float x;
        constant index most;
        output float r;
        void main() { r = 0.0; float limit = fetch(x, here()); for (index i = 0; i < most; i++) { if (r >= limit) { break; } r += 1.0; } }";
    for device in devices() {
        let kernel = device.kernel(&Source::new("f", text)).unwrap();
        for (layout, good, bad) in [(Layout::Plain, 60_000.0, 70_000.0), (Layout::Packed, 16_000.0, 17_000.0)] {
            let run = |limit: f32, max: i32| -> Result<Vec<f32>, brooklet::Error> {
                let x: Stream<f32> = device.upload_with(9, layout, &[limit; 9])?;
                let mut r = device.stream_with::<f32>(9, layout)?;
                device.pass(&kernel).input("x", &x).constant("most", max).output("r", &mut r).run()?;
                r.read()
            };
            assert_eq!(run(good, 1_000_000).unwrap(), [good; 9], "{layout}");
            assert_eq!(run(bad, 100).unwrap(), [100.0; 9], "{layout}");
            match ends(&device) {
                true => {
                    let four = if layout == Layout::Packed {
                        "four elements, which share a packed texel"
                    } else {
                        "an element"
                    };
                    let wanted = message("", None, &device).replace("an element", four);
                    assert_eq!(format!(": {}", run(bad, 1_000_000).unwrap_err()), wanted);
                }
                false => assert_eq!(run(bad, 1_000_000).unwrap(), [bad; 9], "{layout}"),
            }
        }
    }
}

#[test]
fn what_is_blended_into_spoilt_elements_is_spoilt() {
    let long = "input float x; output float r;
        void main() { r = 0.0; for (; r < fetch(x, here()); ) { r = r + 1.0; } }";
    let copy = "input float x; output float r; void main() { r = fetch(x, here()); }";
    for device in devices().filter(|device| device.features().float_blending()) {
        let [long, copy] = [long, copy].map(|text| device.kernel(&Source::new("f", text)).unwrap());
        let counts = device.upload(&[3.0, 200_000.0]).unwrap();
        let ones = device.upload(&[1.0, 1.0]).unwrap();
        let mut r = device.stream::<f32>(2).unwrap();
        device.pass(&long).input("x", &counts).output("r", &mut r).run().unwrap();
        device.pass(&copy).input("x", &ones).output("r", &mut r).blend(Blend::ADD).run().unwrap();
        match ends(&device) {
            true => {
                // The first error is of the pass, wherever it wrote; the second one of the elements that are read.
                for _ in 0..2 {
                    let error = r.read().unwrap_err().to_string();
                    assert_eq!(format!("read: {error}"), message("read", None, &device));
                }
            }
            false => assert_eq!(r.read().unwrap(), [4.0, 200_001.0]),
        }
        // A pass that replaces them makes them right.
        device.pass(&copy).input("x", &ones).output("r", &mut r).run().unwrap();
        assert_eq!(r.read().unwrap(), [1.0, 1.0]);
    }
}
