//! The transform of Brook's paper with kernels written by hand: the same passes on the same streams.

use std::f64::consts::TAU;

use crate::applications::fft::Channels;
use crate::kernel::Source;
use crate::{Device, Error, Kernel, Stream};

/// The functions with which [`BUTTERFLY`] reads along rows. Those for columns follow.
const ALONG_ROWS: &str = "index along() { return here_x(); }
vec4 re_at(index i) { return fetch(re, i, here_y()); }
vec4 im_at(index i) { return fetch(im, i, here_y()); }\n";
const DOWN_COLUMNS: &str = "index along() { return here_y(); }
vec4 re_at(index i) { return fetch(re, here_x(), i); }
vec4 im_at(index i) { return fetch(im, here_x(), i); }\n";

/// The butterfly of `demos/brook/fft_channels.br`, written by hand. Lengths are floats: they are powers of two, so products
/// with their reciprocals are exact.
const BUTTERFLY: &str = "input vec4 re, im; input vec2 roots; constant float half_length, per_length, stride;
output vec4 to_re, to_im;
#include \"axis\"
void main() {
    index at = along();
    float turns = float(at) * per_length;
    float within = (turns - floor(turns)) * 2.0 * half_length;
    float upper = within >= half_length ? 1.0 : 0.0;
    index even = at - index(upper * half_length);
    index odd = even + index(half_length);
    vec2 root = fetch(roots, index((within - upper * half_length) * stride), 0);
    vec2 w = (1.0 - 2.0 * upper) * root;
    vec4 x = re_at(odd);
    vec4 y = im_at(odd);
    to_re = re_at(even) + w.x * x - w.y * y;
    to_im = im_at(even) + w.x * y + w.y * x;
}";

/// The bit reversal of the transform.
const REVERSAL: &str = "input vec4 re, im; constant index bits_x, bits_y; output vec4 to_re, to_im;
float reversed(index n, index bits) {
    float rest = float(n), result = 0.0;
    for (index b = 0; b < bits; b++) {
        float others = floor(rest * 0.5);
        result = 2.0 * result + rest - 2.0 * others;
        rest = others;
    }
    return result;
}
void main() {
    index x = index(reversed(here_x(), bits_x));
    index y = index(reversed(here_y(), bits_y));
    to_re = fetch(re, x, y);
    to_im = fetch(im, x, y);
}";

pub struct ByHand {
    device: Device,
    size: [usize; 2],
    reversal: Kernel,
    /// The kernels along rows and down columns, with the roots of each.
    butterflies: [(Kernel, Stream<[f32; 2]>); 2],
}

impl ByHand {
    pub fn new(device: &Device, [rows, columns]: [usize; 2]) -> Result<ByHand, Error> {
        let roots = |n: usize| {
            let root = |k: usize| (-TAU * k as f64 / n as f64).sin_cos();
            let roots: Vec<[f32; 2]> =
                (0..n / 2).map(root).map(|(sine, cosine)| [cosine as f32, sine as f32]).collect();
            device.upload_shaped([1, n / 2], &roots)
        };
        let butterfly =
            |axis: &'static str| device.kernel(&Source::new("butterfly_by_hand", BUTTERFLY).part("axis", axis));
        Ok(ByHand {
            device: device.clone(),
            size: [rows, columns],
            reversal: device.kernel(&Source::new("reversal_by_hand", REVERSAL))?,
            butterflies: [(butterfly(ALONG_ROWS)?, roots(columns)?), (butterfly(DOWN_COLUMNS)?, roots(rows)?)],
        })
    }

    pub fn forward(&self, given: &Channels) -> Result<Channels, Error> {
        let new =
            || Ok::<_, Error>(Channels { re: self.device.stream(self.size)?, im: self.device.stream(self.size)? });
        let (mut from, mut to) = (new()?, new()?);
        let [rows, columns] = self.size;
        self.device
            .pass(&self.reversal)
            .input("re", &given.re)
            .input("im", &given.im)
            .constant("bits_x", columns.ilog2() as usize)
            .constant("bits_y", rows.ilog2() as usize)
            .output("to_re", &mut from.re)
            .output("to_im", &mut from.im)
            .run()?;
        for ((kernel, roots), n) in self.butterflies.iter().zip([columns, rows]) {
            for half in (0..n.ilog2()).map(|bit| 1 << bit) {
                self.device
                    .pass(kernel)
                    .input("re", &from.re)
                    .input("im", &from.im)
                    .input("roots", roots)
                    .constant("half_length", half as f32)
                    .constant("per_length", 0.5 / half as f32)
                    .constant("stride", (n / (2 * half)) as f32)
                    .output("to_re", &mut to.re)
                    .output("to_im", &mut to.im)
                    .run()?;
                std::mem::swap(&mut from, &mut to);
            }
        }
        Ok(from)
    }
}
