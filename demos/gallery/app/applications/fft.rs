//! The Fourier transform: a picture through a filter whose cutoff goes up and down.

use brooklet::applications::fft::{Channels, Keep, PaperFft, filter_picture};
use brooklet::primitives::FftPlan;
use brooklet::{Device, Error, Stream, primitives};
use egui::ColorImage;

use super::moving::{Look, Moving, of_pixels};
use super::{BROOK, OURS, fragment, plain};
use crate::app::brook;
use crate::app::method::{Method, Run};
use crate::app::picture::Picture;

pub const USUAL_N: usize = 1 << 14;

pub fn methods(_: &Device) -> Vec<Method> {
    vec![fragment("autosort", OURS, true), fragment("brook", BROOK, true)]
}

/// The transform of a picture's four channels.
pub fn run(device: &Device, method: &str, n: usize) -> Result<Run, Error> {
    let picture = square(n);
    let side = picture.len().isqrt();
    let (result, capture) = device.capture(|| {
        let spectrum = match method {
            "brook" => {
                let zero = vec![[0.0; 4]; picture.len()];
                let channels = Channels {
                    re: device.upload_shaped([side; 2], &picture)?,
                    im: device.upload_shaped([side; 2], &zero)?,
                };
                plain(plain(PaperFft::new(device, [side; 2]))?.forward(&channels))?.re
            }
            _ => FftPlan::new(device, [side; 2], &[0, 1])?.forward(&device.upload_shaped([side; 2], &picture)?)?,
        };
        Ok(spectrum.read()?.into_iter().flatten().collect())
    })?;
    Ok(Run { capture, result })
}

pub fn start(device: &Device, _: &'static str, n: usize) -> Result<Box<dyn Moving>, Error> {
    let pixels = square(n);
    let side = pixels.len().isqrt();
    let picture = device.upload_shaped([side; 2], &pixels)?;
    Ok(Box::new(Filtered { picture, pixels, side, steps: 0 }))
}

/// The gallery's picture, on a screen's scale, about so many pixels of it: as many rows as columns, a power of two.
fn square(n: usize) -> Vec<[f32; 4]> {
    let picture = brook::known();
    let Picture { width, height, ref pixels } = *picture;
    let side = (1 << (n.max(4).ilog2() / 2)).min(512usize);
    let at = |k: usize| {
        let (x, y) = (k % side * height.min(width) / side, k / side * height.min(width) / side);
        let [r, g, b] =
            pixels[y * width + x + (width - height.min(width)) / 2].map(|light| (light / (1.0 + light)).sqrt());
        [r, g, b, 1.0]
    };
    (0..side * side).map(at).collect()
}

struct Filtered {
    picture: Stream<[f32; 4]>,
    pixels: Vec<[f32; 4]>,
    side: usize,
    steps: usize,
}

impl Filtered {
    /// Low frequencies first, then high ones; at the beginning, about half of what can be seen.
    fn keep(&self) -> (Keep, f32) {
        let steps = self.steps + 75;
        let at = steps % 300;
        let cutoff = 0.25 * (-3.5 * (0.5 + 0.5 * (std::f32::consts::TAU * at as f32 / 300.0).cos())).exp();
        (if (steps / 300).is_multiple_of(2) { Keep::Low(cutoff) } else { Keep::High(0.3 * cutoff) }, cutoff)
    }
}

impl Moving for Filtered {
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        Ok(())
    }

    fn picture(&mut self, _: Look) -> Result<ColorImage, Error> {
        let (keep, _) = self.keep();
        let filtered = plain(filter_picture(&self.picture, keep))?;
        let shown: Stream<[f32; 4]> = match keep {
            Keep::Low(_) => filtered,
            // Around grey, since edges are brighter and darker.
            Keep::High(_) => primitives::map(filtered.device(), "0.5 + 2.0 * (x - mean)")
                .input("x", &filtered)
                .constant("mean", self.mean())
                .run()?,
        };
        let side = self.side;
        let shown = shown.read()?;
        let pixel = |at: usize| {
            let (x, y) = (at % (2 * side + GAP), at / (2 * side + GAP));
            let of = |pixels: &[[f32; 4]], x: usize| [0, 1, 2].map(|k| pixels[y * side + x][k]);
            match x {
                x if x < side => of(&self.pixels, x),
                x if x < side + GAP => [0.5; 3],
                x => of(&shown, x - side - GAP),
            }
        };
        let pixels: Vec<[f32; 3]> = (0..side * (2 * side + GAP)).map(pixel).collect();
        Ok(of_pixels(2 * side + GAP, side, &pixels))
    }

    fn says(&self) -> String {
        let (keep, side) = (self.keep().0, self.side);
        match keep {
            Keep::Low(cutoff) => {
                format!("{side} × {side}: what changes slower than {cutoff:.3} cycles a pixel is left")
            }
            Keep::High(cutoff) => {
                format!("{side} × {side}: what changes faster than {cutoff:.3} cycles a pixel is left")
            }
        }
    }

    fn turns(&self) -> bool {
        false
    }
}

/// Columns between the picture and what is left of it.
const GAP: usize = 2;

impl Filtered {
    /// The mean of each channel, which a filter for high frequencies keeps.
    fn mean(&self) -> [f32; 4] {
        let count = self.pixels.len() as f32;
        [0, 1, 2, 3].map(|k| self.pixels.iter().map(|pixel| pixel[k]).sum::<f32>() / count)
    }
}
