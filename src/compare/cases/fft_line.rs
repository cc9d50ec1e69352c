//! The Fourier transform of one line of complex numbers, by each method, and by plain Rust.

use std::rc::Rc;

use crate::Error;
use crate::Stream;
use crate::catalog::noise;
use crate::method::Methods;
use crate::primitives::{Fft, fft_by};
use crate::reference;

use super::Cases;
use super::data::Data;

/// Adds the transform of as many complex numbers as there are elements.
pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    if !(cases.wanted)("fft-line") {
        return Ok(());
    }
    let (device, n) = (cases.data.device.clone(), cases.data.n);
    let signal: Vec<[f32; 2]> = noise(2 * n, 51).as_chunks().0.to_vec();
    let line = Rc::new(device.upload(&signal)?);
    let wanted = Rc::new(std::cell::OnceCell::new());
    let expected = {
        let signal = signal.clone();
        move || reference::fft(&signal, signal.len().into(), &[0])
    };
    let expected = Rc::new(expected);
    for method in Fft::ALL.into_iter().filter(|method| method.runs_on(&device)) {
        let (line, wanted, expected) = (line.clone(), wanted.clone(), expected.clone());
        let run = move |_: &Data| fft_by(&line, &[0], method);
        let right = move |_: &Data, found: Stream<[f32; 2]>| {
            if wanted.get().is_none() {
                wanted.set(expected()?).ok();
            }
            Ok(wanted.get().is_some_and(|wanted: &Vec<[f64; 2]>| is_near(&found.read().unwrap_or_default(), wanted)))
        };
        cases.add(("fft-line", "fragment", method.method().name, "plain"), 16 * n, run, right);
    }
    #[cfg(not(target_family = "wasm"))]
    {
        use rustfft::{FftPlanner, num_complex::Complex};
        let transform = FftPlanner::new().plan_fft_forward(n);
        let numbers: Vec<Complex<f32>> = signal.iter().map(|[re, im]| Complex::new(*re, *im)).collect();
        let run = move |_: &Data| {
            let mut numbers = numbers.clone();
            transform.process(&mut numbers);
            Ok(numbers)
        };
        let right = move |_: &Data, found: Vec<Complex<f32>>| {
            let found: Vec<[f32; 2]> = found.iter().map(|x| [x.re, x.im]).collect();
            Ok(is_near(&found, &expected()?))
        };
        cases.add(("fft-line", "cpu", "rustfft", "slice"), 16 * n, run, right);
    }
    Ok(())
}

/// Returns whether the root mean square error is within the documented bound.
fn is_near(found: &[[f32; 2]], wanted: &[[f64; 2]]) -> bool {
    let square = |x: [f64; 2]| x[0] * x[0] + x[1] * x[1];
    let off = found.iter().zip(wanted).map(|(a, b)| square([f64::from(a[0]) - b[0], f64::from(a[1]) - b[1]]));
    let all: f64 = wanted.iter().map(|x| square(*x)).sum();
    let bound = 4.0 * 3e-7 * (1.0 + (wanted.len() as f64).log2());
    found.len() == wanted.len() && (off.sum::<f64>() / all.max(f64::MIN_POSITIVE)).sqrt() <= bound
}
