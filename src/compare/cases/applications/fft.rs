//! The Fourier transform of four channels from Brook's paper: by the paper's method, both in Brook and by hand, by the fastest
//! method, and by plain Rust.

use std::rc::Rc;

use crate::applications::fft::{Channels, LARGEST, PaperFft};
use crate::compare::noise;
use crate::primitives::FftPlan;
use crate::{Error, Stream, reference};

use super::super::spectra::is_near;
use super::fft_by_hand::ByHand;
use super::{Cases, Data, copy, device, plain};

/// Floats per element: four complex numbers.
const FLOATS: usize = 8;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let bits = n.max(4).ilog2().min(2 * LARGEST.ilog2());
    let [rows, columns] = [1 << (bits / 2), 1 << bits.div_ceil(2)];
    let signals: Rc<[Vec<[f32; 2]>; 4]> =
        Rc::new(std::array::from_fn(|channel| noise(2 * rows * columns, 31 + channel as u32).as_chunks().0.to_vec()));
    copy(cases, "app-fft", FLOATS * rows * columns)?;
    let spectrum = |channel: usize| reference::fft(&signals[channel], [rows, columns].into(), &[0, 1]);
    let wanted = Rc::new([spectrum(0)?, spectrum(3)?]);
    let bytes = 8 * FLOATS * rows * columns;

    let part = |part: usize| -> Result<Stream<[f32; 4]>, Error> {
        let texel = |at: usize| std::array::from_fn(|channel| signals[channel][at][part]);
        device.upload_shaped([rows, columns], &(0..rows * columns).map(texel).collect::<Vec<_>>())
    };
    let channels = Rc::new(Channels { re: part(0)?, im: part(1)? });
    let right = |wanted: &Rc<[Vec<[f64; 2]>; 2]>| {
        let wanted = wanted.clone();
        move |_: &Data, found: Channels| {
            let (re, im) = (found.re.read()?, found.im.read()?);
            let one =
                |channel: usize| re.iter().zip(&im).map(|(re, im)| [re[channel], im[channel]]).collect::<Vec<_>>();
            Ok(close(&one(0), &wanted[0]) && close(&one(3), &wanted[1]))
        }
    };
    let (paper, given) = (plain(PaperFft::new(&device, [rows, columns]))?, channels.clone());
    let run = move |_: &Data| plain(paper.forward(&given));
    cases.add(("app-fft", "fragment", "brook", "plain"), bytes, run, right(&wanted));
    // Real and imaginary parts are two render targets.
    if device.limits().targets >= 2 {
        let hand = ByHand::new(&device, [rows, columns])?;
        let run = move |_: &Data| hand.forward(&channels);
        cases.add(("app-fft", "fragment", "by-hand", "plain"), bytes, run, right(&wanted));
    }

    let pair = |k: usize| -> Result<Stream<[f32; 4]>, Error> {
        let pairs = signals[k].iter().zip(&signals[k + 1]).map(|(a, b)| [a[0], a[1], b[0], b[1]]);
        device.upload_shaped([rows, columns], &pairs.collect::<Vec<_>>())
    };
    let (pairs, fft) = ([pair(0)?, pair(2)?], FftPlan::new(&device, [rows, columns], &[0, 1])?);
    let run = move |_: &Data| Ok([fft.forward(&pairs[0])?, fft.forward(&pairs[1])?]);
    let same = wanted.clone();
    let right = move |_: &Data, [first, last]: [Stream<[f32; 4]>; 2]| {
        let first: Vec<[f32; 2]> = first.read()?.iter().map(|x| [x[0], x[1]]).collect();
        let last: Vec<[f32; 2]> = last.read()?.iter().map(|x| [x[2], x[3]]).collect();
        Ok(close(&first, &same[0]) && close(&last, &same[1]))
    };
    cases.add(("app-fft", "fragment", "autosort", "plain"), bytes, run, right);

    #[cfg(not(target_family = "wasm"))]
    {
        let cpu = std::cell::RefCell::new(super::fft_on_cpu::Transform::new([rows, columns]));
        let run = move |_: &Data| Ok([0, 1, 2, 3].map(|channel| cpu.borrow_mut().forward(&signals[channel])));
        let right =
            move |_: &Data, found: [Vec<[f32; 2]>; 4]| Ok(close(&found[0], &wanted[0]) && close(&found[3], &wanted[1]));
        cases.add(("app-fft", "cpu", "rustfft-rayon", "slice"), bytes, run, right);
    }
    Ok(())
}

/// Returns whether the root mean square error is within the bound of all methods, of which Brook's is the least exact.
fn close(found: &[[f32; 2]], wanted: &[[f64; 2]]) -> bool {
    is_near(found, wanted, 1e-6 * (wanted.len() as f64).log2())
}
