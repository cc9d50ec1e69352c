//! Segmentation, against plain Rust in double precision.

use brooklet::applications::Error;
use brooklet::applications::segment::{CHECK, Method, Options, SegmentError, Segmentation};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Event};
use proptest::prelude::*;

use crate::support::level::sample;
use crate::support::{devices, each_dialect, noise};

/// A disc in a picture that gets brighter from left to right, with noise.
fn phantom(height: usize, width: usize) -> (Vec<f32>, Vec<f32>) {
    let noise = noise(height * width, 5);
    let inside = |at: usize| {
        let (x, y) = ((at % width) as f32 - 0.45 * width as f32, (at / width) as f32 - 0.5 * height as f32);
        (x * x + y * y).sqrt() < 0.3 * height.min(width) as f32
    };
    let truth: Vec<f32> = (0..height * width).map(|at| if inside(at) { 1.0 } else { 0.0 }).collect();
    let ramp = |at: usize| 0.1 * (at % width) as f32 / width as f32;
    ((0..height * width).map(|at| 0.2 + 0.6 * truth[at] + 0.01 * noise[at] + ramp(at)).collect(), truth)
}

/// The neighbours of a pixel: those that there are.
fn neighbours(at: usize, height: usize, width: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (at % width, at / width);
    let all = [
        (x > 0, at.wrapping_sub(1)),
        (x + 1 < width, at + 1),
        (y > 0, at.wrapping_sub(width)),
        (y + 1 < height, at + width),
    ];
    all.into_iter().filter(|(there, _)| *there).map(|(_, at)| at)
}

/// What flows to each pixel, in double precision: of `values`, over the edges of `picture`.
fn flow(picture: &[f32], values: &[f32], contrast: f32, height: usize, width: usize) -> Vec<f64> {
    let conductance = |a: usize, b: usize| {
        let r = (f64::from(picture[a]) - f64::from(picture[b])) / f64::from(contrast);
        (-r * r).exp()
    };
    let of = |at: usize| {
        let flows = |to: usize| conductance(at, to) * (f64::from(values[to]) - f64::from(values[at]));
        neighbours(at, height, width).map(flows).sum()
    };
    (0..height * width).map(of).collect()
}

/// An iteration holds within 4 · 10^-6: of conductances of relative error 2^-20, and labels from 0 to 1.
const BOUND: f64 = 4e-6;

/// Whether labels follow from those before, in double precision; where a label is about a half, joining may go either way.
fn follows(before: &[f32], after: &[f32], flow: &[f64], leak: f32) {
    for at in 0..before.len() {
        let label = f64::from(before[at]) + 0.24 * (flow[at] - f64::from(leak) * f64::from(before[at]));
        let joined = before[at] == 1.0 || label > 0.5;
        if before[at] != 1.0 && (label - 0.5).abs() < BOUND {
            continue;
        }
        let wanted = if joined { 1.0 } else { label };
        assert!((f64::from(after[at]) - wanted).abs() < BOUND, "pixel {at}: {wanted} and {}", after[at]);
    }
}

fn options() -> Options {
    Options::default()
}

#[test]
fn each_iteration_is_that_of_double_precision() {
    each_dialect(|device| {
        for (height, width) in [(1, 1), (1, 2), (3, 1), (5, 4), (4, 5), (7, 9), (12, 16), (17, 33)] {
            let (picture, _) = phantom(height, width);
            for method in Method::ALL {
                let seeds = [[width / 2, height / 2], [width - 1, 0]];
                let mut segmentation =
                    Segmentation::new(device, [height, width], &picture, &seeds, options(), method).unwrap();
                for _ in 0..12 {
                    let before = segmentation.labels().unwrap();
                    let (step, trace) = device.traced(|| segmentation.step());
                    step.unwrap();
                    assert_eq!(trace.passes().count(), 1);
                    let after = segmentation.labels().unwrap();
                    let flow = flow(&picture, &before, options().contrast, height, width);
                    follows(&before, &after, &flow, options().leak);
                    let moved = before.iter().zip(&after).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                    assert_eq!(segmentation.moved().unwrap(), moved, "{} on {height} × {width}", method.name());
                }
            }
        }
    });
}

#[test]
fn smoothing_is_that_of_double_precision() {
    each_dialect(|device| {
        let (height, width) = (9, 14);
        let (picture, _) = phantom(height, width);
        let mut wanted = picture.clone();
        for _ in 0..3 {
            let flow = flow(&wanted, &wanted, 0.1, height, width);
            wanted = wanted.iter().zip(&flow).map(|(value, flow)| (f64::from(*value) + 0.24 * flow) as f32).collect();
        }
        let options = Options { smoothing: 3, ..options() };
        let segmentation =
            Segmentation::new(device, [height, width], &picture, &[[0, 0]], options, Method::Brook).unwrap();
        for (pixel, wanted) in segmentation.pixels().unwrap().read().unwrap().iter().zip(&wanted) {
            assert!((pixel[0] - wanted).abs() < 1e-5, "{} and {wanted}", pixel[0]);
        }
        // Packed, the smoothed picture is seen in what flows.
        let mut segmentation =
            Segmentation::new(device, [height, width], &picture, &[[7, 4]], options, Method::Packed).unwrap();
        for _ in 0..4 {
            let before = segmentation.labels().unwrap();
            segmentation.step().unwrap();
            let after = segmentation.labels().unwrap();
            for at in 0..before.len() {
                let flow = flow(&wanted, &before, 0.1, height, width)[at];
                let label = f64::from(before[at]) + 0.24 * (flow - 0.02 * f64::from(before[at]));
                let joined = before[at] == 1.0 || label > 0.5;
                let wanted = if joined { 1.0 } else { label };
                assert!((f64::from(after[at]) - wanted).abs() < 1e-4, "pixel {at}");
            }
        }
    });
}

#[test]
fn the_disc_is_found_and_then_nothing_moves() {
    each_dialect(|device| {
        let (height, width) = (37, 50);
        let (picture, truth) = phantom(height, width);
        for method in Method::ALL {
            let mut segmentation =
                Segmentation::new(device, [height, width], &picture, &[[22, 18]], options(), method).unwrap();
            let mut looks = 0;
            let (iterations, trace) = device.traced(|| segmentation.run(|_, _| looks += 1));
            let iterations = iterations.unwrap();
            assert_eq!(segmentation.mask().unwrap(), truth, "{}", method.name());
            assert_eq!((segmentation.iterations(), iterations), (looks * CHECK, looks * CHECK));
            // A look reads one number back.
            let read = trace.events.iter().filter(|event| matches!(event, Event::ReadBack(_))).count();
            assert_eq!(read, looks);
            segmentation.step().unwrap();
            assert!(segmentation.moved().unwrap() <= options().tolerance);
        }
    });
}

proptest! {
    #![proptest_config(crate::support::cases_of_application(16, 16))]

    #[test]
    fn both_methods_find_the_same(height in 1usize..20, width in 1usize..20, seed in 0u64..1000) {
        // Of few levels, so that no change is near what stops a region.
        let picture: Vec<f32> = noise(height * width, seed).iter().map(|x| (x * 1.2).round()).collect();
        for device in devices() {
            let masks = Method::ALL.map(|method| {
                let place = [seed as usize % width, seed as usize % height];
                let mut segmentation =
                    Segmentation::new(&device, [height, width], &picture, &[place], options(), method).unwrap();
                segmentation.run(|_, _| {}).unwrap();
                segmentation.mask().unwrap()
            });
            prop_assert_eq!(&masks[0], &masks[1]);
        }
    }
}

#[test]
fn chips_of_the_time_find_it_too() {
    let (picture, truth) = phantom(24, 30);
    for chip in sample([Chip::None, Chip::R300, Chip::R420, Chip::Nv30, Chip::Nv40, Chip::G80], 1, 3) {
        let device = Device::emulated(chip).unwrap();
        for method in Method::ALL {
            let mut segmentation =
                Segmentation::new(&device, [24, 30], &picture, &[[13, 12]], options(), method).unwrap();
            segmentation.run(|_, _| {}).unwrap();
            assert_eq!(segmentation.mask().unwrap(), truth, "{} on {chip}", method.name());
        }
    }
}

#[test]
fn what_is_wrong_is_named_with_its_numbers() {
    let device = crate::support::devices().remove(0);
    let attempt = |shape, pixels: &[f32], seeds: &[[usize; 2]], options| match Segmentation::new(
        &device,
        shape,
        pixels,
        seeds,
        options,
        Method::Packed,
    )
    .and_then(|mut s| s.run(|_, _| {}))
    {
        Err(Error::Segment(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let four = [0.0, 1.0, 2.0, 3.0];
    assert_eq!(attempt([2, 3], &four, &[[0, 0]], options()), "a picture of 2 × 3 has 6 pixels, and 4 are given");
    assert_eq!(
        attempt([0, 0], &[], &[[0, 0]], options()),
        "the seed (0, 0) is outside the picture of 0 columns and 0 rows, from 0"
    );
    assert!(attempt([2, 2], &four, &[], options()).starts_with("a region grows from seeds, and there is none"));
    let nan = [0.0, f32::NAN, 2.0, 3.0];
    assert_eq!(
        attempt([2, 2], &nan, &[[0, 0]], options()),
        "the pixel at (1, 0) is NaN: brightness is a finite number"
    );
    let wrong = Options { contrast: 0.0, ..options() };
    assert_eq!(attempt([2, 2], &four, &[[0, 0]], wrong), "contrast is 0: it must be more than 0");
    let short = Options { contrast: 10.0, limit: 2, tolerance: 0.0, ..options() };
    let error = Segmentation::new(&device, [2, 2], &four, &[[0, 0]], short, Method::Brook).unwrap().run(|_, _| {});
    assert!(matches!(error, Err(Error::Segment(SegmentError::Limit { limit: 2, .. }))), "{error:?}");
}
