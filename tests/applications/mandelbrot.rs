//! Pictures of the Mandelbrot set: all ways to skip points compute the same, and early z draws what it should.

use brooklet::applications::Error;
use brooklet::applications::mandelbrot::{Mandelbrot, MandelbrotError, Predication, Settings, mandelbrot};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Trace};

use crate::support::each_dialect;

const SETTINGS: Settings = Settings {
    size: [33, 22],
    centre: [-0.75, 0.0],
    width: 3.5,
    iterations: 40,
    per_round: 8,
    predication: Predication::EarlyZ,
};

fn drawn(device: &Device, predication: Predication) -> (Mandelbrot, Trace) {
    let (found, trace) = device.traced(|| mandelbrot(device, &Settings { predication, ..SETTINGS }));
    (found.unwrap(), trace)
}

/// The number of iterations of each point in single precision.
fn reference() -> Vec<f32> {
    let [columns, rows] = SETTINGS.size;
    let spacing = SETTINGS.width / columns as f32;
    let corner = [columns, rows].map(|count| 0.5 * spacing * (count as f32 - 1.0));
    let point = |k: usize| {
        let c = [(k % columns) as f32, (k / columns) as f32];
        let c = [SETTINGS.centre[0] - corner[0] + spacing * c[0], SETTINGS.centre[1] - corner[1] + spacing * c[1]];
        let (mut z, mut count) = ([0.0f32; 2], 0);
        while count < SETTINGS.iterations && z[0] * z[0] + z[1] * z[1] <= 4.0 {
            z = [z[0] * z[0] - z[1] * z[1] + c[0], 2.0 * z[0] * z[1] + c[1]];
            count += 1;
        }
        count as f32
    };
    (0..columns * rows).map(point).collect()
}

#[test]
fn all_ways_to_skip_compute_the_same() {
    each_dialect(|device| {
        let wanted = reference();
        let (first, _) = drawn(device, Predication::None);
        let counts = first.counts.read().unwrap();
        // Rounding moves the few points at the edge.
        let off = counts.iter().zip(&wanted).filter(|(count, wanted)| count != wanted).count();
        assert!(off <= wanted.len() / 20, "{off} of {} points are off", wanted.len());
        for predication in [Predication::Branch, Predication::EarlyZ] {
            let (found, _) = drawn(device, predication);
            assert_eq!(found.counts.read().unwrap(), counts, "{predication:?}");
        }
    });
}

#[test]
fn early_z_draws_what_has_not_escaped_a_round_before() {
    each_dialect(|device| {
        let (all, trace) = drawn(device, Predication::None);
        assert_eq!(trace.passes().count(), 5 + 1);
        let (skipping, trace) = drawn(device, Predication::EarlyZ);
        assert_eq!(trace.passes().count(), 5 + 4 + 1);
        if !device.features().fragment_counts {
            assert!(all.drawn.is_empty() && skipping.skipped().is_none());
            return;
        }
        let counts = skipping.counts.read().unwrap();
        assert_eq!((all.drawn.as_slice(), all.skipped()), (&[counts.len() as u64; 5][..], Some(0.0)));
        // A point with so many iterations is found to have escaped in the next iteration: after this round it is drawn once more, and then
        // it is put behind.
        let per_round = SETTINGS.per_round as f32;
        let last = |count: f32| if count < 40.0 { (count / per_round).floor() as usize + 1 } else { usize::MAX };
        for (round, drawn) in skipping.drawn.iter().enumerate() {
            let wanted = counts.iter().filter(|count| round <= last(**count)).count();
            assert_eq!(*drawn, wanted as u64, "round {round}");
        }
        assert!(skipping.skipped().unwrap() > 0.3);
    });
}

#[test]
fn emulated_chips_run_fewer_fragments() {
    let fragments = |chip: Chip, predication: Predication| -> u64 {
        let device = Device::emulated(chip).unwrap();
        let (found, trace) = drawn(&device, predication);
        assert_eq!(found.counts.len(), 33 * 22);
        trace.passes().filter(|pass| pass.kernel == "mandelbrot_step").map(|pass| pass.cost.fragments).sum()
    };
    let all = 5 * 33 * 22;
    assert_eq!(fragments(Chip::None, Predication::None), all);
    let (exact, blocks) = (fragments(Chip::None, Predication::EarlyZ), fragments(Chip::Nv40, Predication::EarlyZ));
    assert!(exact < blocks && blocks < all, "{exact}, {blocks}");
    // ATI's chips would run all fragments while a query counts: they are not counted, and skipped.
    assert_eq!(fragments(Chip::R420, Predication::EarlyZ), blocks);
    let device = Device::emulated(Chip::R420).unwrap();
    let (early, (other, _)) = (drawn(&device, Predication::EarlyZ).0, drawn(&device, Predication::Branch));
    assert!(early.drawn.is_empty() && early.skipped().is_none() && other.skipped() == Some(0.0));
}

#[test]
fn settings_out_of_range_are_named() {
    let device = Device::emulated(Chip::None).unwrap();
    let said = |settings: Settings| match mandelbrot(&device, &settings) {
        Err(Error::Mandelbrot(error)) => error,
        other => panic!("{other:?}"),
    };
    let found = said(Settings { size: [0, 5], ..SETTINGS });
    assert_eq!(found.to_string(), "the number of columns is 0; it must be from 1 to 16384");
    let found = said(Settings { per_round: 257, ..SETTINGS });
    assert_eq!(found.to_string(), "the number of iterations in a round is 257; it must be from 1 to 256");
    assert_eq!(said(Settings { width: 0.0, ..SETTINGS }), MandelbrotError::Plane { width: 0.0 });
}
