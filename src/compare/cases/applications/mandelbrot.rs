//! The Mandelbrot set: all ways to skip points that have escaped, and plain Rust.

use std::rc::Rc;

use crate::Error;
use crate::applications::mandelbrot::{Mandelbrot, Predication, Settings, mandelbrot};

use super::{Cases, Data, copy, device, plain};

/// The number of iterations of a round.
const PER_ROUND: usize = 16;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let columns = (n as f64).sqrt() as usize;
    let size = [columns.max(1), n / columns.max(1)];
    let settings = Settings { size, per_round: PER_ROUND, ..Settings::default() };
    copy(cases, "app-mandelbrot", 4 * n)?;
    let bytes = 32 * n * settings.iterations.div_ceil(PER_ROUND);
    let wanted = Rc::new(counts(&settings));
    for predication in Predication::ALL {
        let (device, wanted) = (device.clone(), wanted.clone());
        let run = move |_: &Data| plain(mandelbrot(&device, &Settings { predication, ..settings }));
        let right = move |_: &Data, found: Mandelbrot| {
            // Rounding moves the points at the edge.
            let counts = found.counts.read()?;
            let off = counts.iter().zip(wanted.iter()).filter(|(count, wanted)| count != wanted).count();
            Ok(off <= counts.len() / 50 + 4)
        };
        cases.add(("app-mandelbrot", "fragment", predication.name(), "plain"), bytes, run, right);
    }
    let (count, own) = (wanted.len(), settings);
    let run = move |_: &Data| Ok(counts(&own));
    let right = move |_: &Data, found: Vec<f32>| Ok(found.len() == count);
    cases.add(("app-mandelbrot", "cpu", "all-cores", "slice"), bytes, run, right);
    Ok(())
}

/// Returns the number of iterations of each point, on all cores.
fn counts(settings: &Settings) -> Vec<f32> {
    let [columns, rows] = settings.size;
    let spacing = settings.width / columns as f32;
    let corner = [columns, rows].map(|count| 0.5 * spacing * (count as f32 - 1.0));
    let corner = [settings.centre[0] - corner[0], settings.centre[1] - corner[1]];
    let point = |k: usize| {
        let c = [corner[0] + spacing * (k % columns) as f32, corner[1] + spacing * (k / columns) as f32];
        let (mut z, mut count) = ([0.0f32; 2], 0);
        while count < settings.iterations && z[0] * z[0] + z[1] * z[1] <= 4.0 {
            z = [z[0] * z[0] - z[1] * z[1] + c[0], 2.0 * z[0] * z[1] + c[1]];
            count += 1;
        }
        count as f32
    };
    #[cfg(not(target_family = "wasm"))]
    {
        use rayon::prelude::*;
        (0..columns * rows).into_par_iter().map(point).collect()
    }
    #[cfg(target_family = "wasm")]
    (0..columns * rows).map(point).collect()
}
