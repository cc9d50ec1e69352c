//! Fourier transforms on compute shaders against double precision.

use crate::each;
use crate::support;

use brooklet::compute::{self, Axis, Fft};
use brooklet::{Device, Layout, reference};
use support::noise;

fn complex(count: usize, seed: u64) -> Vec<[f32; 2]> {
    noise(2 * count, seed).as_chunks().0.to_vec()
}

/// Returns the error of a spectrum, as a part of the spectrum, root mean square.
fn error(found: &[[f32; 2]], wanted: &[[f64; 2]]) -> f64 {
    let square = |[re, im]: [f64; 2]| re * re + im * im;
    let off = found.iter().zip(wanted).map(|(f, w)| square([f64::from(f[0]) - w[0], f64::from(f[1]) - w[1]]));
    let all: f64 = wanted.iter().map(|w| square(*w)).sum();
    if all > 0.0 { (off.sum::<f64>() / all).sqrt() } else { off.sum::<f64>().sqrt() }
}

fn check(device: &Device, shape: [usize; 3], axis: i32) {
    let signal = complex(shape.iter().product(), 5);
    let wanted = reference::fft(&signal, shape.into(), &[axis]).unwrap();
    let buffer = device.upload_buffer(&signal).unwrap();
    let exact: Vec<[f64; 2]> = signal.iter().map(|x| x.map(f64::from)).collect();
    let bound = 1e-7 * (1.0 + (shape[axis as usize] as f64).log2());
    for method in Fft::ALL {
        let spectrum = compute::fft_by(&buffer, Axis::of(shape, axis), method).unwrap();
        let off = error(&spectrum.read().unwrap(), &wanted);
        assert!(off <= bound, "{method:?} of {shape:?} along {axis}: {off:e} > {bound:e}");
        let back = compute::ifft_by(&spectrum, Axis::of(shape, axis), method).unwrap();
        let off = error(&back.read().unwrap(), &exact);
        assert!(off <= 2.0 * bound, "{method:?} of {shape:?} along {axis} and back: {off:e}");
    }
}

#[test]
fn lines_of_any_length_are_transformed() {
    each(|device| {
        for length in [1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 17, 27, 60, 64, 125, 243, 256, 360, 512, 625] {
            check(device, [1, length, 1], 1);
            check(device, [2, length, 3], 1);
        }
        if device.compute().unwrap().invocations > 32 {
            for length in [1000, 1009, 1024, 1080, 2048, 2187, 4096, 5000, 8192, 10_007, 1 << 16] {
                check(device, [1, 1, length], 2);
            }
            check(device, [3, 4096, 5], 1);
            check(device, [3, 10_000, 2], 1);
            check(device, [2, 10_007, 3], 1);
            check(device, [37, 5, 64], 0);
        }
    });
}

#[test]
fn streams_keep_their_shape_and_wrong_calls_are_refused() {
    each(|device| {
        let signal = complex(12, 6);
        let stream = device.upload_with([3, 4], Layout::Plain, &signal).unwrap();
        let spectrum = compute::fft(&stream, -1).unwrap();
        let wanted = reference::fft(&signal, stream.shape(), &[-1]).unwrap();
        assert_eq!(spectrum.shape(), stream.shape());
        assert!(error(&spectrum.read().unwrap(), &wanted) < 1e-6);
        let none = device.upload_buffer::<[f32; 2]>(&[]).unwrap();
        for method in Fft::ALL {
            assert!(compute::fft_by(&none, Axis::of([0, 4], 1), method).unwrap().read().unwrap().is_empty());
            assert!(compute::ifft_by(&none, Axis::of([4, 0], 1), method).is_err());
        }
        let empty = device.stream::<[f32; 2]>([0, 4]).unwrap();
        assert_eq!(compute::fft(&empty, 1).unwrap().shape(), empty.shape());
        let error = compute::fft(&stream, 2).unwrap_err().to_string();
        assert!(error.contains("axis 2"), "{error}");
        let error = compute::fft(&stream, Axis::of([3, 5], 1)).unwrap_err().to_string();
        assert!(error.contains("3 × 4") && error.contains("3 × 5"), "{error}");
    });
}

#[test]
fn lines_that_are_too_long_are_refused() {
    let device = support::device(support::dialects()[0]);
    if support::has_compute(&device) {
        let long = device.buffer::<[f32; 2]>((1 << 23) + 1).unwrap();
        assert_eq!(
            compute::fft(&long, 0).unwrap_err().to_string(),
            "a Fourier transform takes lines of up to 8388608 elements, or of up to 16777216 if they have no other factors than 2, 3 and 5: \
             these have 8388609"
        );
    }
}

#[test]
fn dispatches_of_lines_of_2_20() {
    for dialect in support::dialects() {
        let device = support::device(dialect);
        if !support::has_compute(&device) || device.compute().unwrap().invocations < 256 {
            continue;
        }
        let buffer = device.upload_buffer(&complex(1 << 20, 7)).unwrap();
        use brooklet::catalog::Methods;
        for (method, of_1024) in [(Fft::Runs, 4), (Fft::Tiles, 1)] {
            let count = |run: &dyn Fn()| device.traced(run).1.dispatches().count();
            let of_one_line = count(&|| drop(compute::fft_by(&buffer, 0, method).unwrap()));
            assert_eq!(of_one_line.to_string(), Fft::TABLE[method as usize].of_2_20);
            let rows = Axis::of([1024, 1024], 1);
            assert_eq!(count(&|| drop(compute::fft_by(&buffer, rows, method).unwrap())), of_1024);
        }
    }
}
