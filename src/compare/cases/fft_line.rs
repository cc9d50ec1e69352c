//! The Fourier transform of one line of complex numbers, by each method, and by plain Rust.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::catalog::noise;
use crate::method::Methods;
use crate::primitives::{Fft, fft_by};
use crate::{Buffer, Error, Stream, compute, reference};

use super::Cases;
use super::data::Data;
use super::spectra::is_near;

/// Adds the transform of as many complex numbers as there are elements.
pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    if !(cases.wanted)("fft-line") {
        return Ok(());
    }
    let (device, n) = (cases.data.device.clone(), cases.data.n);
    let signal: Rc<Vec<[f32; 2]>> = Rc::new(noise(2 * n, 51).as_chunks().0.to_vec());
    let line = Rc::new(device.upload(&signal)?);
    // It is computed once, for all methods.
    let wanted: Rc<OnceCell<Vec<[f64; 2]>>> = Rc::default();
    let is_right = {
        let signal = signal.clone();
        move |found: &[[f32; 2]]| -> Result<bool, Error> {
            let wanted = match wanted.get() {
                Some(wanted) => wanted,
                None => {
                    let computed = reference::fft(&signal, signal.len().into(), &[0])?;
                    wanted.get_or_init(|| computed)
                }
            };
            Ok(is_near(found, wanted, 1e-7 * (1.0 + (wanted.len() as f64).log2())))
        }
    };
    for method in Fft::ALL.into_iter().filter(|method| method.runs_on(&device)) {
        let (line, is_right) = (line.clone(), is_right.clone());
        let run = move |_: &Data| fft_by(&line, &[0], method);
        let right = move |_: &Data, found: Stream<[f32; 2]>| is_right(&found.read()?);
        cases.add(("fft-line", "fragment", method.method().name, "plain"), 16 * n, run, right);
    }
    if device.compute().is_some() {
        let line = Rc::new(device.upload_buffer(&signal)?);
        for method in compute::Fft::ALL {
            let (line, is_right) = (line.clone(), is_right.clone());
            let run = move |_: &Data| compute::fft_by(&*line, 0, method);
            let right = move |_: &Data, found: Buffer<[f32; 2]>| is_right(&found.read()?);
            cases.add(("fft-line", "compute", method.name(), "buffer"), 16 * n, run, right);
        }
    }
    #[cfg(not(target_family = "wasm"))]
    {
        use rustfft::{FftPlanner, num_complex::Complex};
        let transform = FftPlanner::new().plan_fft_forward(n);
        let run = move |_: &Data| {
            let mut numbers: Vec<Complex<f32>> = signal.iter().map(|[re, im]| Complex::new(*re, *im)).collect();
            transform.process(&mut numbers);
            Ok(numbers)
        };
        let right =
            move |_: &Data, found: Vec<Complex<f32>>| is_right(&found.iter().map(|x| [x.re, x.im]).collect::<Vec<_>>());
        cases.add(("fft-line", "cpu", "rustfft", "slice"), 16 * n, run, right);
    }
    Ok(())
}
