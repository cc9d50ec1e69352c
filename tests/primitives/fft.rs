//! The Fourier transform, against rustfft and the reference, both in f64.

use brooklet::fragment_program::Chip;
use brooklet::primitives::{self, Fft, FftPlan};
use brooklet::{Device, Event, Layout, Shape, Stream, reference};
use proptest::prelude::*;
use rustfft::{FftPlanner, num_complex::Complex};

use crate::support::level::{is_full, is_quick};
use crate::support::{chip, each_dialect, fitting, left_out, noise, passes_of_kernels, runs_here};

fn complex(count: usize, seed: u64) -> Vec<[f32; 2]> {
    noise(2 * count, seed).chunks(2).map(|pair| [pair[0], pair[1]]).collect()
}

fn wide(signal: &[[f32; 2]]) -> Vec<[f64; 2]> {
    signal.iter().map(|x| x.map(f64::from)).collect()
}

/// The transform of each row of `length` elements, by rustfft.
fn judged(signal: &[[f32; 2]], length: usize) -> Vec<[f64; 2]> {
    let mut numbers: Vec<Complex<f64>> =
        signal.iter().map(|[re, im]| Complex::new(f64::from(*re), f64::from(*im))).collect();
    let transform = FftPlanner::new().plan_fft_forward(length);
    numbers.chunks_mut(length).for_each(|row| transform.process(row));
    numbers.iter().map(|x| [x.re, x.im]).collect()
}

/// The root of the mean square of the error, relative to that of what is right.
fn relative(found: &[[f32; 2]], wanted: &[[f64; 2]]) -> f64 {
    let square = |x: [f64; 2]| x[0] * x[0] + x[1] * x[1];
    let errors: f64 = wide(found).iter().zip(wanted).map(|(a, b)| square([a[0] - b[0], a[1] - b[1]])).sum();
    (errors / wanted.iter().copied().map(square).sum::<f64>().max(f64::MIN_POSITIVE)).sqrt()
}

/// What the relative error of a transform of so many elements must stay below: the promise for floats of 32 bits; on a chip of fewer, that
/// much more.
fn bound(lengths: &[usize]) -> f64 {
    let of_floats = 1e-7 * (1.0 + (lengths.iter().product::<usize>() as f64).log2());
    match chip() {
        Some(Chip::R300 | Chip::R420) => 768.0 * of_floats,
        Some(_) => 12.0 * of_floats,
        None => of_floats,
    }
}

#[track_caller]
fn assert_near(found: &[[f32; 2]], wanted: &[[f64; 2]], bound: f64, what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    let error = relative(found, wanted);
    assert!(error <= bound, "{what}: {error:e} of {bound:e}");
}

/// Methods that the device runs, each with what it makes.
fn methods(device: &Device) -> impl Iterator<Item = Fft> {
    Fft::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device)))
}

/// Lengths with each radix, primes, and their neighbours.
fn lengths() -> Vec<usize> {
    match () {
        () if chip().is_some() => vec![1, 2, 3, 5, 7, 8, 60, 64],
        () if is_quick() => vec![1, 2, 3, 4, 5, 7, 8, 15, 17, 60, 64, 100, 128, 240, 257, 1000, 1024],
        () => (1..=40)
            .chain([45, 60, 63, 64, 65, 75, 96, 100, 125, 127, 128, 240, 256, 257, 500, 512, 719, 1000, 1024, 1500])
            .collect(),
    }
}

#[test]
fn the_reference_is_that_of_rustfft() {
    for n in [1, 2, 12, 61, 67, 134, 257, 1009, 5003] {
        let signal = complex(n, 5);
        let (found, wanted) = (reference::fft(&signal, n.into(), &[0]).unwrap(), judged(&signal, n));
        let square = |x: [f64; 2]| x[0] * x[0] + x[1] * x[1];
        let errors: f64 = found.iter().zip(&wanted).map(|(a, b)| square([a[0] - b[0], a[1] - b[1]])).sum();
        let all: f64 = wanted.iter().copied().map(square).sum();
        assert!((errors / all).sqrt() < 1e-14 * (2.0 * n as f64).log2(), "{n}: {errors:e} of {all:e}");
    }
}

#[test]
fn every_length_of_one_line() {
    each_dialect(|device| {
        for n in lengths() {
            let signal = complex(n, n as u64);
            let stream = device.upload(&signal).unwrap();
            let wanted = judged(&signal, n);
            for method in methods(device) {
                let Some(spectrum) = fitting(primitives::fft_by(&stream, &[0], method)) else { continue };
                assert_eq!(spectrum.shape(), Shape::from(n));
                let bound = bound(&[n]);
                assert_near(&spectrum.read().unwrap(), &wanted, bound, &format!("{n} by {method:?}"));
                let again = primitives::ifft_by(&spectrum, &[-1], method).unwrap().read().unwrap();
                assert_near(&again, &wide(&signal), bound, &format!("{n} there and back by {method:?}"));
            }
        }
    });
}

#[test]
fn long_lines_are_folded() {
    if chip().is_some() {
        left_out("long lines, for which an emulated chip is slow".to_owned());
        return;
    }
    let lengths =
        if is_full() { vec![4096, 8192, 1 << 15, 10_000, 5003, 48_000, 1 << 17] } else { vec![8192, 10_000, 5003] };
    each_dialect(|device| {
        for n in &lengths {
            let (n, signal) = (*n, complex(*n, 7));
            let stream = device.upload(&signal).unwrap();
            let wanted = judged(&signal, n);
            for method in methods(device) {
                let bound = bound(&[n]);
                let spectrum = primitives::fft_by(&stream, &[0], method).unwrap();
                assert_near(&spectrum.read().unwrap(), &wanted, bound, &format!("{n} by {method:?}"));
                let again = primitives::ifft_by(&spectrum, &[0], method).unwrap().read().unwrap();
                assert_near(&again, &wide(&signal), bound, &format!("{n} there and back by {method:?}"));
            }
        }
        // Three lines beside each other, as columns and as rows.
        let n = 8000;
        let signal = complex(3 * n, 8);
        let wanted = reference::fft(&signal, [3, n].into(), &[1]).unwrap();
        let rows = device.upload_shaped([3, n], &signal).unwrap();
        let found = primitives::fft(&rows, &[1]).unwrap();
        assert_near(&found.read().unwrap(), &wanted, bound(&[n]), "rows of 8000");
        let wanted = reference::fft(&signal, [n, 3].into(), &[0]).unwrap();
        let columns = device.upload_shaped([n, 3], &signal).unwrap();
        let found = primitives::fft(&columns, &[0]).unwrap();
        assert_near(&found.read().unwrap(), &wanted, bound(&[n]), "columns of 8000");
    });
}

#[test]
fn any_axes_of_any_shape() {
    each_dialect(|device| {
        let shapes: &[(&[usize], &[i32])] = &[
            (&[4, 8], &[1]),
            (&[4, 8], &[0]),
            (&[8, 4], &[0, 1]),
            (&[6, 10], &[1, 0]),
            (&[7, 3], &[0, -1]),
            (&[3, 4, 5], &[1]),
            (&[2, 3, 4], &[0, 1, 2]),
            (&[8, 2, 3], &[0]),
            (&[2, 2, 3, 4], &[-2, 0]),
            (&[1, 16], &[0]),
            (&[16, 1], &[0]),
            (&[64, 32], &[0, 1]),
        ];
        for (shape, axes) in shapes.iter().take(if is_quick() || chip().is_some() { 8 } else { 12 }) {
            let shape = Shape::try_from(*shape).unwrap();
            let signal = complex(shape.count(), 3);
            let stream = device.upload_shaped(shape, &signal).unwrap();
            let wanted = reference::fft(&signal, shape, axes).unwrap();
            let lengths: Vec<usize> = axes.iter().map(|axis| shape.extents()[shape.axis(*axis).unwrap()]).collect();
            for method in methods(device) {
                let what = format!("{shape} along {axes:?} by {method:?}");
                let plan = FftPlan::by(device, shape, axes, method).unwrap();
                let Some(spectrum) = fitting(plan.forward(&stream)) else { continue };
                assert_eq!(spectrum.shape(), shape);
                assert_near(&spectrum.read().unwrap(), &wanted, bound(&lengths), &what);
                let again = plan.inverse(&spectrum).unwrap().read().unwrap();
                assert_near(&again, &wide(&signal), bound(&lengths), &what);
            }
        }
    });
}

#[test]
fn two_signals_are_transformed_together() {
    each_dialect(|device| {
        for shape in [Shape::from([8, 16]), Shape::from(35), Shape::from([3, 10])] {
            let (one, two) = (complex(shape.count(), 3), complex(shape.count(), 4));
            let both: Vec<[f32; 4]> = one.iter().zip(&two).map(|(a, b)| [a[0], a[1], b[0], b[1]]).collect();
            let stream = device.upload_shaped(shape, &both).unwrap();
            for method in methods(device) {
                let Some(spectrum) = fitting(primitives::fft_by(&stream, &[-1], method)) else { continue };
                let again = primitives::ifft_by(&spectrum, &[-1], method).unwrap();
                let bound = bound(&[shape.last()]);
                for (lane, signal) in [(0, &one), (2, &two)] {
                    let of = |stream: &Stream<[f32; 4]>| -> Vec<[f32; 2]> {
                        stream.read().unwrap().iter().map(|x| [x[lane], x[lane + 1]]).collect()
                    };
                    let wanted = reference::fft(signal, shape, &[-1]).unwrap();
                    assert_near(&of(&spectrum), &wanted, bound, &format!("{shape} by {method:?}"));
                    assert_near(&of(&again), &wide(signal), bound, &format!("{shape} there and back by {method:?}"));
                }
            }
        }
    });
}

#[test]
fn real_numbers_have_half_a_spectrum() {
    each_dialect(|device| {
        let lines = lengths().into_iter().map(|n| (Shape::from(n), vec![0]));
        let more = [
            (vec![3, 8], vec![1]),
            (vec![8, 3], vec![0]),
            (vec![5, 6], vec![0, 1]),
            (vec![4, 9], vec![0, 1]),
            (vec![2, 6, 4], vec![2, 1]),
        ];
        let more = more.into_iter().map(|(shape, axes)| (Shape::try_from(&shape[..]).unwrap(), axes));
        for (shape, axes) in lines.chain(more) {
            let values = noise(shape.count(), 9);
            let wanted = reference::rfft(&values, shape, &axes).unwrap();
            let axis = shape.axis(*axes.last().unwrap()).unwrap();
            let lengths: Vec<usize> = axes.iter().map(|axis| shape.extents()[shape.axis(*axis).unwrap()]).collect();
            for (number, method) in methods(device).enumerate() {
                let layout = [Layout::Packed, Layout::Plain][(number + shape.count()) % 2];
                let what = format!("{shape} along {axes:?} by {method:?}, {layout}");
                let stream = device.upload_with(shape, layout, &values).unwrap();
                let Some(spectrum) = fitting(primitives::rfft_by(&stream, &axes, method)) else { continue };
                assert_eq!(spectrum.shape().extents()[axis], shape.extents()[axis] / 2 + 1, "{what}");
                let bound = bound(&lengths);
                assert_near(&spectrum.read().unwrap(), &wanted, bound, &what);
                let again = primitives::irfft_by(&spectrum, shape.extents()[axis], &axes, method).unwrap();
                assert_eq!(again.shape(), shape, "{what}");
                let found: Vec<[f32; 2]> = again.read().unwrap().iter().map(|x| [*x, 0.0]).collect();
                let wanted: Vec<[f64; 2]> = values.iter().map(|x| [f64::from(*x), 0.0]).collect();
                assert_near(&found, &wanted, bound, &format!("{what}, there and back"));
            }
        }
        // Imaginary parts that no real numbers have count as 0.
        let half = device.upload(&[[4.0f32, 9.0], [0.0, 0.0], [0.0, 9.0]]).unwrap();
        let Some(found) = fitting(primitives::irfft(&half, 4, &[0])) else { return };
        assert_eq!(found.read().unwrap(), [1.0; 4]);
    });
}

#[test]
fn passes_are_as_documented() {
    each_dialect(|device| {
        if let Some(chip) = chip() {
            left_out(format!("what is so on drivers alone: the chip {chip}"));
            return;
        }
        let targets = device.limits().targets;
        let count = |shape: Shape, axes: &[i32], method: Fft| {
            let signal = device.upload_shaped(shape, &complex(shape.count(), 1)).unwrap();
            let plan = FftPlan::by(device, shape, axes, method).unwrap();
            let (spectrum, trace) = device.traced(|| plan.forward(&signal).unwrap());
            assert!(trace.events.iter().all(|event| matches!(event, Event::Pass(_))), "nothing is read back");
            let written: usize = trace.passes().map(|pass| pass.traffic.texels_written).sum();
            drop(spectrum);
            (written as f64 / shape.count() as f64, passes_of_kernels(&trace))
        };
        // A pass of radix 2 is one kernel call; one of a higher radix writes all elements once, in several rectangles.
        assert_eq!(count([4, 64].into(), &[1], Fft::RadixTwo), (6.0, 6));
        assert_eq!(count(256.into(), &[0], Fft::RadixTwo), (8.0, 8));
        let each = if targets >= 8 { [2.0, 2.0] } else { [2.0, 3.0] };
        assert_eq!(count([64, 256].into(), &[0, 1], Fft::Autosort).0, each[0] + each[1] + 1.0);
        assert_eq!(count([4, 64].into(), &[1], Fft::Autosort).0, each[0] + 1.0);
        if targets >= 8 {
            assert_eq!(count(8192.into(), &[0], Fft::Autosort).0, 2.0 + 2.0 + 1.0);
        }
    });
}

#[test]
fn what_cannot_be_transformed_is_refused() {
    each_dialect(|device| {
        let said = |shape: &[usize], axes: &[i32]| {
            FftPlan::new(device, Shape::try_from(shape).unwrap(), axes).unwrap_err().to_string()
        };
        assert_eq!(
            said(&[4, 8], &[]),
            "a Fourier transform along the axes [] of a stream of 4 × 8: list at least one, and each once"
        );
        assert_eq!(
            said(&[4, 8], &[1, -1]),
            "a Fourier transform along the axes [1, -1] of a stream of 4 × 8: list at least one, and each once"
        );
        assert_eq!(
            said(&[8], &[0; 1000]).get(..44),
            Some("a Fourier transform along the axes [0, 0, 0,"),
            "more axes than there are"
        );
        assert!(said(&[4, 8], &[2]).contains("axis 2"), "{}", said(&[4, 8], &[2]));
        assert!(said(&[4, 0], &[1]).contains("no Fourier transform of no elements"), "{}", said(&[4, 0], &[1]));
        // Longer lines than any device takes, of small factors, of others, and a power of two. The limit is that of the device's textures.
        let largest = device.limits().texture.min(4096).pow(2) / 2;
        for length in [30_000_000, 33_554_433, 1 << 25] {
            assert_eq!(
                said(&[length], &[0]),
                format!(
                    "a Fourier transform takes lines of up to {largest} elements, or of up to {} if their number is a power of two: these have {length}",
                    2 * largest
                )
            );
        }
        let stream = device.upload(&complex(8, 1)).unwrap();
        let error = FftPlan::new(device, 4, &[0]).unwrap().forward(&stream).unwrap_err().to_string();
        assert_eq!(error, "this Fourier transform was planned for 4, and the stream is 8");
        let error = primitives::irfft(&stream, 20, &[0]).unwrap_err().to_string();
        assert_eq!(
            error,
            "the spectrum of 20 real numbers has 11 elements along its axis, and this one has 8: say how many numbers it is of"
        );
        // No lines have no spectra.
        let none = device.stream::<[f32; 2]>([0, 4]).unwrap();
        assert_eq!(primitives::fft(&none, &[1]).unwrap().shape(), Shape::from([0, 4]));
    });
}

proptest! {
    #![proptest_config(crate::support::cases(12, 60))]

    #[test]
    fn shapes_at_random(rows in 1usize..30, columns in 1usize..200, seed in 0u64..1000, down in any::<bool>()) {
        let shape = Shape::from([rows, columns]);
        let signal = complex(shape.count(), seed);
        let axis = if down { 0 } else { 1 };
        let wanted = reference::fft(&signal, shape, &[axis]).unwrap();
        each_dialect(|device| {
            let stream = device.upload_shaped(shape, &signal).unwrap();
            let Some(found) = fitting(primitives::fft(&stream, &[axis])) else { return };
            let bound = bound(&[shape.extents()[axis as usize]]);
            assert_near(&found.read().unwrap(), &wanted, bound, &format!("{shape} along {axis}"));
        });
    }
}
