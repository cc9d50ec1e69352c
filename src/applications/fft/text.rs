//! Generates the text of the kernels: butterflies for a radix, along an axis.

use crate::glsl;
use crate::kernel::Source;
use crate::texel::{Components, Texel};

use super::plan::Step;

/// The output names of a pass.
pub(super) const PLANES: [&str; 8] =
    ["plane_0", "plane_1", "plane_2", "plane_3", "plane_4", "plane_5", "plane_6", "plane_7"];

/// The input of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Read {
    /// Planes of an earlier pass along the same axis, which runs down their columns.
    Planes,
    /// The signal, or planes of the other axis: this axis runs along their rows.
    Rows,
    /// A signal of one dimension.
    Line,
}

/// How the first pass interprets its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Load {
    /// Complex numbers.
    Same,
    /// Complex numbers with real and imaginary parts exchanged, which turns a forward transform into an inverse one.
    Swapped,
    /// Real numbers.
    Real,
}

/// A pass without its constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pass {
    pub step: Step,
    /// The index of this draw among those that write all planes.
    pub part: usize,
    /// Whether it is the first pass along its axis, which multiplies by no twiddle factors.
    pub first: bool,
    pub read: Read,
    pub load: Load,
}

impl Pass {
    pub fn source<T: Texel>(self) -> Source {
        let Step { radix, targets, .. } = self.step;
        let real = self.load == Load::Real;
        let from = if real { "float" } else { "element" };
        let mut planes = format!("input {from} from;\nconst index radix = {radix};\n");
        PLANES[..targets].iter().for_each(|name| planes += &format!("output element {name};\n"));
        glsl!("applications/fft_pass.frag")
            .element::<T>()
            .part("signal", signal(T::COMPONENTS))
            .part("planes", planes)
            .part(
                "twiddles",
                if self.first { "" } else { "input vec4 twiddles; // w to the power k, and to the power 2 k\n" },
            )
            .part("axis", self.axis(T::COMPONENTS))
            .part("butterflies", self.butterflies())
    }

    /// The function that reads an element along the axis. The axis runs down the columns of what is drawn.
    fn axis(self, components: Components) -> String {
        let found = match self.read {
            Read::Line => "fetch(from, at)",
            Read::Rows => "fetch(from, at, here_x() - shift)",
            Read::Planes => "fetch(from, here_x() - shift, at)",
        };
        let found = match self.load {
            Load::Same => found.to_owned(),
            Load::Swapped => swapped(found, components),
            Load::Real => format!("vec2({found}, 0.0)"),
        };
        // The position at which the first line of the input would be drawn.
        let shift = if self.read == Read::Line { "" } else { "constant index shift;\n" };
        format!("{shift}element read(index at) {{ return {found}; }}\n")
    }

    /// The lines that read, multiply by twiddle factors, transform and write.
    fn butterflies(self) -> String {
        let Step { radix, targets, .. } = self.step;
        let mut text = Lines::default();
        for k in 0..radix {
            text.add("element", format!("a{k}"), format!("read(first + {k} * run)"));
        }
        let mut values: Vec<String> = (0..radix).map(|k| format!("a{k}")).collect();
        if !self.first {
            text.twiddles(radix);
            for (k, value) in values.iter_mut().enumerate().skip(1) {
                *value = text.value("element", format!("turned({value}, w{k})"));
            }
        }
        // A draw computes only every parts-th output: the inputs are summed up first (decimation in frequency).
        let parts = self.step.parts();
        let mut folded = Vec::new();
        for k in 0..targets {
            let apart: Vec<String> = (0..parts).map(|q| values[k + q * targets].clone()).collect();
            let one = text.one_output(&apart, self.part);
            folded.push(text.power(one, k * self.part, radix));
        }
        let outputs = text.transform(folded);
        for (name, value) in PLANES.iter().zip(outputs) {
            text.text += &format!("    {name} = {value};\n");
        }
        text.text
    }
}

/// The kernel that joins planes, for an axis down columns or along rows.
pub(super) fn join<T: Texel>(down: bool, inverse: bool) -> Source {
    let ending = match inverse {
        true => format!("scale * {}", swapped("x", T::COMPONENTS)),
        false => "x".to_owned(),
    };
    // The factor of the inverse.
    let scale = if inverse { "constant float scale;\n" } else { "" };
    let place = if down { "x, y" } else { "y, x" };
    glsl!("applications/fft_join.frag")
        .element::<T>()
        .part("axis", format!("element read(index x, index y) {{ return fetch(plane, {place}); }}\n"))
        .part("ending", format!("{scale}element ending(element x) {{ return {ending}; }}\n"))
}

fn swapped(text: &str, components: Components) -> String {
    format!("{text}.{}", if components == Components::Two { "yx" } else { "yxwz" })
}

/// GLSL functions that multiply an element (one complex number or two) by a complex number, and by -i.
fn signal(components: Components) -> &'static str {
    match components {
        Components::Two => {
            "vec2 turned(vec2 x, vec2 w) { return vec2(x.x * w.x - x.y * w.y, x.x * w.y + x.y * w.x); }
vec2 quarter(vec2 x) { return vec2(x.y, -x.x); }
vec2 product(vec2 x, vec2 w) { return turned(x, w); }\n"
        }
        _ => {
            "vec2 product(vec2 x, vec2 w) { return vec2(x.x * w.x - x.y * w.y, x.x * w.y + x.y * w.x); }
vec4 turned(vec4 x, vec2 w) { return vec4(product(x.xy, w), product(x.zw, w)); }
vec4 quarter(vec4 x) { return vec4(x.y, -x.x, x.w, -x.z); }\n"
        }
    }
}

/// Lines of a kernel; each computes one value.
#[derive(Default)]
struct Lines {
    text: String,
    names: usize,
}

impl Lines {
    fn add(&mut self, ty: &str, name: String, value: String) -> String {
        self.text += &format!("    {ty} {name} = {value};\n");
        name
    }

    fn value(&mut self, ty: &str, value: String) -> String {
        self.names += 1;
        self.add(ty, format!("t{}", self.names), value)
    }

    /// Adds the powers of the twiddle factor: two come from the table, the others are products of as few as possible.
    fn twiddles(&mut self, radix: usize) {
        self.add("vec4", "w".to_owned(), "fetch(twiddles, low, 0)".to_owned());
        for k in 1..radix {
            let value = match k {
                1 => "w.xy".to_owned(),
                2 => "w.zw".to_owned(),
                k => format!("product(w{}, w{})", k - k / 2, k / 2),
            };
            self.add("vec2", format!("w{k}"), value);
        }
    }

    /// Multiplies a value by exp(-2 pi i k / n).
    fn power(&mut self, value: String, k: usize, n: usize) -> String {
        let k = k % n;
        match 4 * k {
            0 => value,
            quarters if quarters == n => self.value("element", format!("quarter({value})")),
            quarters if quarters == 2 * n => self.value("element", format!("-{value}")),
            quarters if quarters == 3 * n => self.value("element", format!("-quarter({value})")),
            _ => {
                let angle = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
                let (x, y) = (angle.cos() as f32, angle.sin() as f32);
                self.value("element", format!("turned({value}, vec2({x:?}, {y:?}))"))
            }
        }
    }

    /// Output number `which` of the transform of a few values.
    fn one_output(&mut self, values: &[String], which: usize) -> String {
        match values {
            [only] => only.clone(),
            values => {
                let evens: Vec<String> = values.iter().step_by(2).cloned().collect();
                let odds: Vec<String> = values.iter().skip(1).step_by(2).cloned().collect();
                let half = values.len() / 2;
                let (even, odd) = (self.one_output(&evens, which % half), self.one_output(&odds, which % half));
                let odd = self.power(odd, which % half, values.len());
                self.value("element", format!("{even} {} {odd}", if which < half { '+' } else { '-' }))
            }
        }
    }

    /// The transform of `values`, in order; their number is a power of two.
    fn transform(&mut self, values: Vec<String>) -> Vec<String> {
        if values.len() == 1 {
            return values;
        }
        let n = values.len();
        let evens = self.transform(values.iter().step_by(2).cloned().collect());
        let odds = self.transform(values.iter().skip(1).step_by(2).cloned().collect());
        let odds: Vec<String> = odds.into_iter().enumerate().map(|(k, odd)| self.power(odd, k, n)).collect();
        let pairs: Vec<(&String, &String)> = evens.iter().zip(&odds).collect();
        let mut outputs: Vec<String> =
            pairs.iter().map(|(even, odd)| self.value("element", format!("{even} + {odd}"))).collect();
        outputs.extend(
            pairs.iter().map(|(even, odd)| self.value("element", format!("{even} - {odd}"))).collect::<Vec<_>>(),
        );
        outputs
    }
}
