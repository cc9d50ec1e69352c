//! Segmentation: an iteration on a picture, by both methods and by plain Rust.

use std::cell::RefCell;
use std::rc::Rc;

use crate::applications::segment::{Method, Options, Segmentation};
use crate::compare::noise;
use crate::kernel::Source;
use crate::{Error, Layout, Stream};

use super::{Cases, Data, copy, device, plain};

/// Floats per pixel: its brightness and its label.
const FLOATS: usize = 2;

/// The number of iterations that are timed together.
const CALLS: usize = 4;

/// The kernel of `demos/brook/grow.br`, written by hand: one iteration on the labels.
const GROW: &str = "input vec2 pixels; constant float per_contrast, rate, leak; output vec2 next;
float conductance(float d) {
    float r = d * per_contrast;
    return exp(-r * r);
}
void main() {
    index x = here_x();
    index y = here_y();
    vec2 pixel = fetch(pixels, x, y);
    vec2 east = clamped(pixels, x + 1, y) - pixel;
    vec2 west = clamped(pixels, x - 1, y) - pixel;
    vec2 south = clamped(pixels, x, y + 1) - pixel;
    vec2 north = clamped(pixels, x, y - 1) - pixel;
    float flow = conductance(east.x) * east.y + conductance(west.x) * west.y
               + conductance(south.x) * south.y + conductance(north.x) * north.y;
    float label = pixel.y + rate * (flow - leak * pixel.y);
    next = vec2(pixel.x, pixel.y == 1.0 || label > 0.5 ? 1.0 : label);
}";

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let width = n.isqrt().max(1);
    let shape = [n / width, width];
    let pixels = Rc::new(noise(shape[0] * width, 11));
    let seed = [width / 2, shape[0] / 2];
    copy(cases, "app-segment", FLOATS * pixels.len())?;
    let options = Options { contrast: 1.0, ..Options::default() };
    let wanted = Rc::new(Plain::new(shape, &pixels, seed, options).stepped().labels);
    for method in Method::ALL {
        let new = {
            let (device, pixels) = (device.clone(), pixels.clone());
            move || plain(Segmentation::new(&device, shape, &pixels, &[seed], options, method))
        };
        let (running, wanted) = (RefCell::new(new()?), wanted.clone());
        let run = move |_: &Data| plain(running.borrow_mut().step());
        let right = move |_: &Data, ()| {
            let mut one = new()?;
            plain(one.step())?;
            let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
            Ok(plain(one.labels())?.iter().zip(&*wanted).all(close))
        };
        let bytes = 4 * (FLOATS + 1) * pixels.len();
        cases.add(("app-segment", "fragment", method.name(), "plain"), bytes, run, right);
        cases.calls(CALLS);
    }
    let kernel = device.kernel(&Source::new("grow_by_hand", GROW))?;
    let start: Vec<[f32; 2]> = pixels.iter().map(|brightness| [*brightness, 0.0]).collect();
    let mut start = device.upload_shaped(shape, &start)?;
    let at_seed = seed[1] * width + seed[0];
    start.write_range(at_seed, &[[pixels[at_seed], 1.0]])?;
    let step = move |from: &Stream<[f32; 2]>, to: &mut Stream<[f32; 2]>| {
        let pass = from.device().pass(&kernel).input("pixels", from).constant("per_contrast", 1.0 / options.contrast);
        pass.constant("rate", 0.24).constant("leak", options.leak).output("next", to).run()
    };
    let first = start.to_layout(Layout::Plain)?;
    let (running, step) = (RefCell::new((start, device.stream::<[f32; 2]>(shape)?)), Rc::new(step));
    let again = step.clone();
    let run = move |_: &Data| {
        let (from, to) = &mut *running.borrow_mut();
        step(from, to)?;
        from.swap(to);
        Ok(())
    };
    let right = move |_: &Data, ()| {
        let mut next = first.device().stream(shape)?;
        again(&first, &mut next)?;
        Ok(next.read()?.iter().zip(&*wanted).all(|(pixel, wanted)| (pixel[1] - wanted).abs() < 1e-5))
    };
    cases.add(("app-segment", "fragment", "by-hand", "plain"), 4 * (FLOATS + 1) * pixels.len(), run, right);
    cases.calls(CALLS);
    let running = Rc::new(RefCell::new(Plain::new(shape, &pixels, seed, options)));
    let (stepped, bytes) = (running.clone(), 12 * pixels.len());
    let run = move |_: &Data| {
        running.borrow_mut().step();
        Ok(())
    };
    let right = move |_: &Data, ()| Ok(stepped.borrow().follows(&pixels, options));
    cases.add(("app-segment", "cpu", "rows-on-all-cores", "slice"), bytes, run, right);
    cases.calls(CALLS);
    Ok(())
}

/// Plain Rust: conductances are computed once. The rows are distributed over all cores, and the compiler vectorises the loop over a
/// row.
struct Plain {
    width: usize,
    /// The conductance to the next pixel of the row. `south` is that to the next row.
    east: Vec<f32>,
    south: Vec<f32>,
    labels: Vec<f32>,
    next: Vec<f32>,
    leak: f32,
}

impl Plain {
    fn new([height, width]: [usize; 2], pixels: &[f32], seed: [usize; 2], options: Options) -> Plain {
        let conductance = |at: usize, inside: bool, to: usize| match inside {
            true => (-((pixels[to] - pixels[at]) / options.contrast).powi(2)).exp(),
            false => 0.0,
        };
        let count = height * width;
        let mut labels = vec![0.0; count];
        labels[seed[1] * width + seed[0]] = 1.0;
        Plain {
            width,
            east: (0..count).map(|at| conductance(at, (at + 1) % width > 0, at + 1)).collect(),
            south: (0..count).map(|at| conductance(at, at + width < count, at + width)).collect(),
            next: labels.clone(),
            labels,
            leak: options.leak,
        }
    }

    fn row(&self, y: usize, next: &mut [f32]) {
        let width = self.width;
        let own = &self.labels[y * width..][..width];
        let (east, south) = (&self.east[y * width..][..width], &self.south[y * width..][..width]);
        let above = if y > 0 { (y - 1) * width } else { 0 };
        let (north, above) = (&self.south[above..][..width], &self.labels[above..][..width]);
        let below = if (y + 1) * width < self.labels.len() { &self.labels[(y + 1) * width..][..width] } else { own };
        // At the upper edge `above` is the row itself, so nothing flows there.
        for x in 0..width {
            let (left, right) = (x.saturating_sub(1), (x + 1).min(width - 1));
            let sideways = east[x] * (own[right] - own[x]) + east[left] * (own[left] - own[x]);
            let flow = sideways + south[x] * (below[x] - own[x]) + north[x] * (above[x] - own[x]);
            let label = own[x] + 0.24 * (flow - self.leak * own[x]);
            next[x] = if own[x] == 1.0 || label > 0.5 { 1.0 } else { label };
        }
    }

    /// Checks, for each pixel in double precision, whether the last iteration follows the equation.
    fn follows(&self, pixels: &[f32], options: Options) -> bool {
        let (width, count) = (self.width, pixels.len());
        let (before, after) = (&self.next, &self.labels);
        (0..count).all(|at| {
            let (x, own) = (at % width, f64::from(before[at]));
            let flow_from = |inside: bool, to: usize| {
                let to = if inside { to } else { at };
                let change = f64::from(pixels[to] - pixels[at]) / f64::from(options.contrast);
                (-change * change).exp() * (f64::from(before[to]) - own)
            };
            let flow = flow_from(x > 0, at.wrapping_sub(1))
                + flow_from(x + 1 < width, at + 1)
                + flow_from(at >= width, at.wrapping_sub(width))
                + flow_from(at + width < count, at + width);
            let label = own + 0.24 * (flow - f64::from(options.leak) * own);
            let stays = own == 1.0 || label > 0.5;
            // This close to one half, single precision may round to either side.
            (f64::from(after[at]) - if stays { 1.0 } else { label }).abs() < 1e-5 || (label - 0.5).abs() < 1e-5
        })
    }

    fn step(&mut self) {
        let mut next = std::mem::take(&mut self.next);
        #[cfg(not(target_family = "wasm"))]
        {
            use rayon::prelude::*;
            next.par_chunks_mut(self.width).enumerate().for_each(|(y, row)| self.row(y, row));
        }
        #[cfg(target_family = "wasm")]
        next.chunks_mut(self.width).enumerate().for_each(|(y, row)| self.row(y, row));
        self.next = std::mem::replace(&mut self.labels, next);
    }

    fn stepped(mut self) -> Plain {
        self.step();
        self
    }
}
