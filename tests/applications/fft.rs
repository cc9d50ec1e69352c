//! The Fourier transform, against rustfft in f64.

use brooklet::applications::Error;
use brooklet::applications::fft::{Channels, FftError, Keep, PaperFft, filter_picture};
use brooklet::fragment_program::Chip;
use brooklet::primitives::{self, FftPlan};
use brooklet::{Device, Shape, Stream};
use proptest::prelude::*;
use rustfft::{FftPlanner, num_complex::Complex};

use crate::support::{chip, devices, each_dialect, noise, passes_of_kernels};

/// Sizes of the issue, or those that debug builds have time for.
const SIDE: usize = if cfg!(debug_assertions) { 64 } else { 1024 };

fn complex(count: usize, seed: u64) -> Vec<[f32; 2]> {
    noise(2 * count, seed).chunks(2).map(|pair| [pair[0], pair[1]]).collect()
}

fn wide(signal: &[[f32; 2]]) -> Vec<Complex<f64>> {
    signal.iter().map(|[re, im]| Complex::new(f64::from(*re), f64::from(*im))).collect()
}

/// The transform along rows, and down columns if asked for.
fn reference(signal: &[[f32; 2]], columns: usize, both: bool) -> Vec<Complex<f64>> {
    let mut result = wide(signal);
    let rows = result.len() / columns;
    let mut planner = FftPlanner::new();
    for row in result.chunks_mut(columns) {
        planner.plan_fft_forward(columns).process(row);
    }
    if both && rows > 1 {
        for column in 0..columns {
            let mut line: Vec<Complex<f64>> = (0..rows).map(|row| result[row * columns + column]).collect();
            planner.plan_fft_forward(rows).process(&mut line);
            (0..rows).for_each(|row| result[row * columns + column] = line[row]);
        }
    }
    result
}

/// The root of the mean square of the error, relative to that of what is right.
fn relative(found: &[[f32; 2]], wanted: &[Complex<f64>]) -> f64 {
    let errors: f64 = wide(found).iter().zip(wanted).map(|(found, wanted)| (found - wanted).norm_sqr()).sum();
    (errors / wanted.iter().map(Complex::norm_sqr).sum::<f64>()).sqrt()
}

/// What the relative error must stay below: the promise for floats of 32 bits; on a chip of fewer, that much more.
fn bound(n: usize) -> f64 {
    let of_floats = 1e-6 * (n as f64).log2();
    match chip() {
        Some(Chip::R300 | Chip::R420) => 256.0 * of_floats,
        Some(_) => 4.0 * of_floats,
        None => of_floats,
    }
}

#[track_caller]
fn assert_near(found: &[[f32; 2]], wanted: &[Complex<f64>], what: &str) {
    let error = relative(found, wanted);
    assert!(error <= bound(wanted.len()), "{what}: {error:e} of {:e}", bound(wanted.len()));
}

/// What was made; none on a chip that has no room for it and says so.
fn fitting<T>(result: Result<T, Error>) -> Option<T> {
    match result {
        Err(Error::Device(error)) => crate::support::fitting(Err(error)),
        result => Some(result.unwrap()),
    }
}

#[test]
fn the_paper_s_method_finds_the_same() {
    each_dialect(|device| {
        let (rows, columns) = (SIDE / 2, SIDE / 4);
        let signals: Vec<Vec<[f32; 2]>> = (0..4).map(|k| complex(rows * columns, 20 + k)).collect();
        let part = |part: usize| {
            let texels: Vec<[f32; 4]> =
                (0..rows * columns).map(|at| std::array::from_fn(|channel| signals[channel][at][part])).collect();
            device.upload_shaped([rows, columns], &texels).unwrap()
        };
        let given = Channels { re: part(0), im: part(1) };
        let Some(paper) = fitting(PaperFft::new(device, [rows, columns])) else { return };
        let (spectra, trace) = device.traced(|| paper.forward(&given));
        let Some(spectra) = fitting(spectra) else { return };
        // As printed: bit reversal once, a kernel call for each binary digit.
        if chip().is_none() {
            assert_eq!(passes_of_kernels(&trace), 1 + rows.ilog2() as usize + columns.ilog2() as usize);
        }
        let channel = |of: &Channels, k: usize| -> Vec<[f32; 2]> {
            of.re.read().unwrap().iter().zip(of.im.read().unwrap()).map(|(re, im)| [re[k], im[k]]).collect()
        };
        let again = paper.inverse(&spectra).unwrap();
        for (k, signal) in signals.iter().enumerate() {
            assert_near(&channel(&spectra, k), &reference(signal, columns, true), "Brook");
            let count = (rows * columns) as f32;
            let scaled: Vec<[f32; 2]> = channel(&again, k).iter().map(|x| [x[0] / count, x[1] / count]).collect();
            assert_near(&scaled, &wide(signal), "Brook there and back");
        }
    });
}

#[test]
fn other_lengths_are_refused_with_the_number() {
    let device = &devices()[0];
    assert_eq!(
        PaperFft::new(device, [8, 12]).map(|_| ()).unwrap_err().to_string(),
        "a Fourier transform along an axis of 12 columns: the length must be a power of two from 2 to 2048; fill up to 16 with zeros"
    );
}

#[test]
fn a_filter_multiplies_each_wave_by_its_weight() {
    each_dialect(|device| {
        // Columns of a wave of 4 cycles in 64 elements, of amplitude 1, on a ground of 0.5; a square that needs no filling up.
        let wave =
            |x: usize, amplitude: f64| (0.5 + amplitude * (std::f64::consts::TAU * 4.0 * x as f64 / 64.0).sin()) as f32;
        let picture: Vec<[f32; 4]> =
            (0..32 * 64).map(|at| [wave(at % 64, 1.0), 0.25, 1.0, wave(at % 64, 0.5)]).collect();
        let stream = device.upload_shaped([32, 64], &picture).unwrap();
        let Some(low) = fitting(filter_picture(&stream, Keep::Low(4.0 / 64.0))) else { return };
        let Some(high) = fitting(filter_picture(&stream, Keep::High(4.0 / 64.0))) else { return };
        let max = if chip().is_some() { 2e-2 } else { 1e-5 };
        for (at, (low, high)) in low.read().unwrap().iter().zip(high.read().unwrap()).enumerate() {
            // At the cutoff one half is kept.
            let wanted = [wave(at % 64, 0.5), 0.25, 1.0, wave(at % 64, 0.25)];
            for channel in 0..4 {
                assert!((low[channel] - wanted[channel]).abs() < max, "{at}: {low:?} and not {wanted:?}");
                let mean = [0.5, 0.25, 1.0, 0.5][channel];
                let both = low[channel] + high[channel] - mean;
                assert!((both - picture[at][channel]).abs() < 2.0 * max, "{at}: {low:?} and {high:?}");
            }
        }
    });
}

#[test]
fn pictures_of_any_size_are_filtered() {
    each_dialect(|device| {
        for [rows, columns] in [[1, 1], [1, 7], [5, 3], [33, 20]] {
            let flat = vec![[0.25, 0.5, 0.75, 1.0]; rows * columns];
            let picture = device.upload_shaped([rows, columns], &flat).unwrap();
            let Some(kept) = fitting(filter_picture(&picture, Keep::Low(0.1))) else { continue };
            assert_eq!(kept.shape(), Shape::from([rows, columns]));
            let max = if chip().is_some() { 2e-2 } else { 1e-5 };
            for found in kept.read().unwrap() {
                assert!((0..4).all(|c| (found[c] - flat[0][c]).abs() < max), "{rows} × {columns}: {found:?}");
            }
        }
        let picture = device.upload_shaped([2, 2], &[[0.0; 4]; 4]).unwrap();
        for cutoff in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(filter_picture(&picture, Keep::Low(cutoff)), Err(Error::Fft(FftError::Cutoff { .. }))));
        }
    });
}

/// The papers' chips, and the exact one: right, or refused in words.
#[test]
fn emulated_chips() {
    for chip in [Chip::None, Chip::R300, Chip::R420, Chip::Nv30, Chip::Nv40] {
        let device = Device::emulated(chip).unwrap();
        let signal = complex(8 * 16, 2);
        let wanted = reference(&signal, 16, true);
        let max = match chip {
            Chip::R300 | Chip::R420 => 2e-3,
            Chip::None => bound(8 * 16),
            _ => 1e-5,
        };
        let right = |method: &str, found: Result<Vec<[f32; 2]>, Error>| match found {
            Ok(found) => {
                let error = relative(&found, &wanted);
                assert!(error <= max, "{method} on {chip:?}: {error:e}");
            }
            Err(error) => {
                assert!(error.is_missing_feature(), "{method} on {chip:?}: {error}");
                assert!(!matches!(chip, Chip::None | Chip::Nv40), "{method} on {chip:?}: {error}");
            }
        };
        let stream = device.upload_shaped([8, 16], &signal).unwrap();
        let found = primitives::fft(&stream, &[0, 1]).map_err(Error::from);
        right("the primitive", found.map(|spectrum| spectrum.read().unwrap()));
        let part = |part: usize| {
            device.upload_shaped([8, 16], &signal.iter().map(|x| [x[part]; 4]).collect::<Vec<_>>()).unwrap()
        };
        let given = Channels { re: part(0), im: part(1) };
        let found = PaperFft::new(&device, [8, 16]).and_then(|paper| paper.forward(&given));
        let last = |of: &Stream<[f32; 4]>| of.read().unwrap().into_iter().map(|x| x[3]);
        right("brook", found.map(|found| last(&found.re).zip(last(&found.im)).map(|(re, im)| [re, im]).collect()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// Sums go to sums, and energy stays (Parseval), for all shapes.
    #[test]
    fn linear_and_keeps_energy(rows in 0u32..5, columns in 1u32..7, seed in any::<u64>()) {
        for device in devices() {
            let (rows, columns) = (1 << rows, 1 << columns);
            let count = rows * columns;
            let fft = FftPlan::new(&device, [rows, columns], &[0, 1]).unwrap();
            let (a, b) = (complex(count, seed), complex(count, seed ^ 1));
            let sum: Vec<[f32; 2]> = a.iter().zip(&b).map(|(a, b)| [a[0] + b[0], a[1] + b[1]]).collect();
            let spectrum = |signal: &[[f32; 2]]| {
                let stream = device.upload_shaped([rows, columns], signal).unwrap();
                fitting(fft.forward(&stream).map_err(Error::from)).map(|spectrum| wide(&spectrum.read().unwrap()))
            };
            let (Some(a), Some(b), Some(both)) = (spectrum(&a), spectrum(&b), spectrum(&sum)) else { continue };
            let energy = |of: &[Complex<f64>]| of.iter().map(Complex::norm_sqr).sum::<f64>();
            let apart: Vec<Complex<f64>> = a.iter().zip(&b).zip(&both).map(|((a, b), both)| a + b - both).collect();
            prop_assert!(energy(&apart).sqrt() <= 4.0 * bound(count.max(2)) * energy(&both).sqrt());
            let kept = energy(&both) / (count as f64 * energy(&wide(&sum)));
            prop_assert!((kept - 1.0).abs() <= 4.0 * bound(count.max(2)), "{kept}");
        }
    }
}
