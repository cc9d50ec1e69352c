//! Compares kernels compiled from Brook with the same kernels written by hand, on the same streams, with the same rounding and
//! clamping of indices.

use std::rc::Rc;

use crate::backend::BackendError;
use crate::brook::{self, CallLayouts, Program};
use crate::kernel::Source;
use crate::{Device, Dialect, Error, Kernel, Layout, Operator, Stream, glsl, primitives};

use super::Cases;
use super::data::Data;
use crate::compare::noise;

/// Expands to the name and the text of a demo.
macro_rules! demo {
    ($name:literal) => {
        ($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/", $name)))
    };
}

pub(super) use demo;

const SAXPY: &str = "input float x, y; constant float alpha; output float result;
void main() { result = alpha * fetch(x, here()) + fetch(y, here()); }";

const MULTIPLY: &str = "input float a, x; output float product;
void main() { product = fetch(a, here()) * fetch(x, here_x()); }";

const COMBINE: &str = "input float ax, y; constant float alpha, beta; output float result;
void main() { result = alpha * fetch(ax, here()) + beta * fetch(y, here()); }";

const GATHER: &str = "
vec2 at(vec2 i) {
    return clamped(data, index(floor(i.x + 0.5)), index(floor(i.y + 0.5)));
}
float remainder(float a, float b) {
    return a - b * floor(a / b);
}
";

const REORDER: &str = "input vec2 data; constant vec2 along; constant float bits; output vec2 result;
#include \"gather\"
void main() {
    vec2 here_at = vec2(here_x(), here_y());
    float from = dot(here_at, along), rest = from, reversed = 0.0;
    index digits = index(bits);
    for (index b = 0; b < digits; b++) {
        float others = floor(rest / 2.0);
        reversed = 2.0 * reversed + rest - 2.0 * others;
        rest = others;
    }
    result = at(here_at + (reversed - from) * along);
}";

const BUTTERFLY: &str =
    "input vec2 data; constant vec2 along; constant float half_length, direction; output vec2 result;
#include \"gather\"
void main() {
    vec2 here_at = vec2(here_x(), here_y());
    float place = dot(here_at, along);
    float within = remainder(place, 2.0 * half_length);
    float angle = direction * 3.14159265358979 * remainder(place, half_length) / half_length;
    float upper = within >= half_length ? 1.0 : 0.0;
    vec2 w = vec2(cos(angle), sin(angle));
    vec2 even = at(here_at - along * upper * half_length);
    vec2 odd = at(here_at + along * (1.0 - upper) * half_length);
    vec2 turned = vec2(w.x * odd.x - w.y * odd.y, w.x * odd.y + w.y * odd.x);
    result = upper != 0.0 ? even - turned : even + turned;
}";

/// Returns small integers, whose sums are exact.
pub fn whole(n: usize, seed: u32) -> Vec<f32> {
    noise(n, seed).iter().map(|v| (v * 4.0).round() + 0.0).collect()
}

/// Converts the error of a result to that of the crate.
pub fn plain<T>(result: Result<T, brook::Error>) -> Result<T, Error> {
    result.map_err(|error| match error {
        brook::Error::Device(error) => error,
        other => BackendError::Driver { during: "a Brook program", what: other.to_string() }.into(),
    })
}

pub fn program(device: &Device, (name, text): (&str, &str)) -> Result<Program, Error> {
    plain(Program::compile(device, name, text))
}

fn by_hand(device: &Device, name: &'static str, text: &'static str) -> Result<Kernel, Error> {
    device.kernel(&Source::new(name, text).part("gather", GATHER))
}

/// Adds the cases. Their number of elements is that of the data.
pub fn cases(cases: &mut Cases<Data>) {
    let (device, n) = (&cases.data.device.clone(), cases.data.n);
    if (cases.wanted)("brook-saxpy") {
        cases.attempt("brook-saxpy", n, |cases| saxpy(cases, device, n, "brook-saxpy", [false, true]));
    }
    if (cases.wanted)("brook-sgemv") {
        cases.attempt("brook-sgemv", n, |cases| sgemv(cases, device, n, "brook-sgemv", [false, true]));
    }
    if (cases.wanted)("brook-fft") {
        cases.attempt("brook-fft", n, |cases| fft(cases, device, n));
    }
    if (cases.wanted)("brook-compile") {
        compile(cases);
    }
}

/// Adds a case that compiles the text of a 300-line kernel to GLSL, without the driver. It runs on the CPU, and its time does not
/// depend on the size.
fn compile(cases: &mut Cases<Data>) {
    let mut text =
        "kernel void long_one(float x<>, float2 y<>, float g[], out float4 r<>) {\n    float4 sum = 0;\n".to_owned();
    for step in 0..74 {
        text += &format!("    float t{step} = fmod(x * {step}.5, y.x) - floor(g[{step} + y.y]);\n");
        text += &format!("    if (t{step} > {step}.0)\n        sum.xy += sqrt(abs(t{step})) * y;\n");
        text += &format!("    else sum = lerp(sum, float4(t{step}, x, y), 0.5);\n");
    }
    text += "    r = sum;\n}\n";
    assert_eq!(text.lines().count(), 300);
    let targets = brook::PlanLimits::default();
    let run = move |_: &Data| -> Result<String, Error> {
        let unit = plain(brook::Unit::compile("long_one.br", &text).map_err(brook::Error::from))?;
        let kernel = &unit.kernels[0];
        let plan = unit.plan(kernel, &CallLayouts::as_written(kernel), targets);
        let text = glsl::text(&plain(plan.map_err(brook::Error::from))?.passes[0].kernel, Dialect::Gl, Layout::Plain);
        text.map_err(|lacks| BackendError::Driver { during: "a Brook program", what: lacks.to_string() }.into())
    };
    let right = |_: &Data, text: String| Ok(text.contains("t73"));
    cases.add(("brook-compile", "cpu", "300-lines", "text"), 0, run, right);
}

/// Adds SAXPY: the kernel written by hand, then the compiled one.
pub fn saxpy(
    cases: &mut Cases<Data>,
    device: &Device,
    n: usize,
    primitive: &'static str,
    order: [bool; 2],
) -> Result<(), Error> {
    let (x, y) = (whole(n, 5), whole(n, 6));
    let wanted: Rc<Vec<f32>> = Rc::new(x.iter().zip(&y).map(|(x, y)| 2.5 * x + y).collect());
    let streams = Rc::new((device.upload(&x)?, device.upload(&y)?));
    let program = program(device, demo!("saxpy.br"))?;
    let kernel = by_hand(device, "saxpy_by_hand", SAXPY)?;
    for compiled in order {
        let (streams, wanted, program) = (streams.clone(), wanted.clone(), program.clone());
        let kernel = kernel.clone();
        let run = move |Data { device, .. }: &Data| -> Result<Stream<f32>, Error> {
            let (x, y) = &*streams;
            let mut result = device.stream(x.shape())?;
            if compiled {
                let call = plain(program.kernel("saxpy"))?.constant("alpha", 2.5).stream("x", x).stream("y", y);
                plain(call.output("result", &mut result).run())?;
            } else {
                let pass = device.pass(&kernel).constant("alpha", 2.5).input("x", x).input("y", y);
                pass.output("result", &mut result).run()?;
            }
            Ok(result)
        };
        let method = if compiled { "brook" } else { "by-hand" };
        cases.add((primitive, "fragment", method, "plain"), 12 * n, run, move |_, got| Ok(got.read()? == *wanted));
    }
    Ok(())
}

/// Adds SGEMV, a matrix times a vector, in the same two ways.
pub fn sgemv(
    cases: &mut Cases<Data>,
    device: &Device,
    n: usize,
    primitive: &'static str,
    order: [bool; 2],
) -> Result<(), Error> {
    let columns = n.isqrt().max(1);
    let rows = n / columns;
    let (a, x, y) = (whole(rows * columns, 7), whole(columns, 8), whole(rows, 9));
    let dot = |row: usize| a[row * columns..][..columns].iter().zip(&x).map(|(a, x)| a * x).sum::<f32>();
    let wanted: Rc<Vec<f32>> = Rc::new((0..rows).map(|row| 2.0 * dot(row) - y[row]).collect());
    let a = device.upload_shaped([rows, columns], &a)?;
    let streams = Rc::new((a, device.upload(&x)?, device.upload_shaped([rows, 1], &y)?));
    let program = program(device, demo!("sgemv.br"))?;
    let multiply = by_hand(device, "multiply_by_hand", MULTIPLY)?;
    let combine = by_hand(device, "combine_by_hand", COMBINE)?;
    for compiled in order {
        let (streams, wanted, program) = (streams.clone(), wanted.clone(), program.clone());
        let (multiply, combine) = (multiply.clone(), combine.clone());
        let run = move |Data { device, .. }: &Data| -> Result<Stream<f32>, Error> {
            let (a, x, y) = &*streams;
            let mut product = device.stream::<f32>(a.shape())?;
            let mut result = device.stream(y.shape())?;
            if compiled {
                let call = plain(program.kernel("multiply"))?.stream("a", a).stream("x", x);
                plain(call.output("product", &mut product).run())?;
                let mut sums = device.stream::<f32>(y.shape())?;
                plain(plain(program.reduction("sum"))?.stream("product", &product).output(&mut sums))?;
                let call = plain(program.kernel("combine"))?.constant("alpha", 2.0).constant("beta", -1.0);
                plain(call.stream("ax", &sums).stream("y", y).output("result", &mut result).run())?;
            } else {
                device.pass(&multiply).input("a", a).input("x", x).output("product", &mut product).run()?;
                let sums = primitives::reduce_to(&product, &Operator::sum(), y.shape())?;
                let pass = device.pass(&combine).constant("alpha", 2.0).constant("beta", -1.0);
                pass.input("ax", &sums).input("y", y).output("result", &mut result).run()?;
            }
            Ok(result)
        };
        let method = if compiled { "brook" } else { "by-hand" };
        cases.add((primitive, "fragment", method, "plain"), 8 * n, run, move |_, got| Ok(got.read()? == *wanted));
    }
    Ok(())
}

/// Adds the transform along x of rows whose length is a power of two, each with an impulse somewhere.
fn fft(cases: &mut Cases<Data>, device: &Device, n: usize) -> Result<(), Error> {
    let bits = n.max(1).ilog2() / 2;
    let columns = 1usize << bits;
    let rows = n / columns;
    let impulse = |at: usize| [f32::from(u8::from(at % columns == (at / columns) % columns)), 0.0];
    let data = Rc::new(device.upload_shaped([rows, columns], &(0..rows * columns).map(impulse).collect::<Vec<_>>())?);
    let program = program(device, demo!("fft.br"))?;
    let reorder = by_hand(device, "reorder_by_hand", REORDER)?;
    let butterfly = by_hand(device, "butterfly_by_hand", BUTTERFLY)?;
    for compiled in [false, true] {
        let (data, program) = (data.clone(), program.clone());
        let (reorder, butterfly) = (reorder.clone(), butterfly.clone());
        let run = move |Data { device, .. }: &Data| -> Result<Stream<[f32; 2]>, Error> {
            let along = [1.0, 0.0];
            let mut from = device.stream(data.shape())?;
            if compiled {
                let call = plain(program.kernel("reorder"))?.gather("data", &*data).constant("along", along);
                plain(call.constant("bits", bits as f32).output("result", &mut from).run())?;
            } else {
                let pass = device.pass(&reorder).input("data", &data).constant("along", along);
                pass.constant("bits", bits as f32).output("result", &mut from).run()?;
            }
            for stage in 0..bits {
                let half = (1u32 << stage) as f32;
                let mut to = device.stream(data.shape())?;
                if compiled {
                    let call = plain(program.kernel("butterfly"))?.gather("data", &from).constant("along", along);
                    let call = call.constant("half", half).constant("direction", -1.0);
                    plain(call.output("result", &mut to).run())?;
                } else {
                    let pass = device.pass(&butterfly).input("data", &from).constant("along", along);
                    let pass = pass.constant("half_length", half).constant("direction", -1.0);
                    pass.output("result", &mut to).run()?;
                }
                from = to;
            }
            Ok(from)
        };
        let right = move |_: &Data, got: Stream<[f32; 2]>| {
            // A 24-bit float has 7 fewer bits in each of the sums.
            let short = got.device().features().exact_integer < 1 << 24;
            let bound = if short { 5e-4 } else { 1e-4 };
            // The transform of an impulse at p is a wave: e^(-2 pi i p k / columns).
            let near = |(at, found): (usize, &[f32; 2])| {
                let (k, p) = (at % columns, (at / columns) % columns);
                let angle = -2.0 * std::f64::consts::PI * (p * k % columns) as f64 / columns as f64;
                let near = |found: f32, wanted: f64| (f64::from(found) - wanted).abs() < bound;
                near(found[0], angle.cos()) && near(found[1], angle.sin())
            };
            Ok(got.read()?.iter().enumerate().all(near))
        };
        let method = if compiled { "brook" } else { "by-hand" };
        cases.add(("brook-fft", "fragment", method, "plain"), 16 * n * (bits as usize + 1), run, right);
    }
    Ok(())
}
