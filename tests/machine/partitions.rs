//! Kernels that are too large for a chip: drawn in several passes they give what one large program gives, bit for bit.

use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;

use brooklet::{Device, Error, Layout, PassPart, Rect, Shape, Stream, Trace};

use crate::support::noise;
use crate::support::random::Random;

/// A power of two: 24 bits hold it.
const POISON: f32 = -1_073_741_824.0;

/// A kernel with its inputs `x0, x1 ..` and outputs `y0, y1 ..`, all of one float.
fn kernel(inputs: usize, outputs: usize, body: &str) -> Source {
    let ports =
        |word: &str, name: &str, count| (0..count).map(|k| format!("{word} float {name}{k};\n")).collect::<String>();
    let text = format!("{}{}void main() {{\n{body}}}\n", ports("input", "x", inputs), ports("output", "y", outputs));
    Source::new("large", text)
}

/// From 0 up to below 8, by the largest and smallest steps that 24 bits have there.
fn data(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v.abs() * 8.0 * 8192.0).floor() / 8192.0).collect()
}

/// The bits of a kernel's outputs.
fn run(
    device: &Device,
    source: &Source,
    shape: Shape,
    layout: Layout,
    part: Option<Rect>,
) -> Result<Vec<Vec<u32>>, Error> {
    let kernel = device.kernel(source)?;
    let names = |ports: &[brooklet::ir::Port]| ports.iter().map(|port| port.name.clone()).collect::<Vec<_>>();
    let (inputs, outputs) = (names(&kernel.interface().inputs), names(&kernel.interface().outputs));
    let upload = |k: usize| device.upload_with(shape, layout, &data(shape.count(), k as u64 + 1));
    let given = (0..inputs.len()).map(upload).collect::<Result<Vec<_>, _>>()?;
    let stream = |_: &String| device.stream_with::<f32>(shape, layout);
    let mut made = outputs.iter().map(stream).collect::<Result<Vec<Stream<f32>>, _>>()?;
    let mut pass = device.pass(&kernel);
    for (name, stream) in inputs.iter().zip(&given) {
        pass = pass.input(name, stream);
    }
    for (name, stream) in outputs.iter().zip(&mut made) {
        pass = pass.output(name, stream);
    }
    if let Some(part) = part {
        pass = pass.rectangle(part);
    }
    pass.run()?;
    made.iter().map(|stream| Ok(stream.read()?.iter().map(|value| value.to_bits()).collect())).collect()
}

/// Runs it in passes that fit, and as one program that does not; the passes.
fn same_in_parts(chip: Chip, source: &Source, shape: Shape, layout: Layout, part: Option<Rect>) -> Trace {
    let device = Device::builder().poison(POISON).emulated(chip).unwrap();
    let (found, trace) = device.traced(|| run(&device, source, shape, layout, part));
    let found = found.unwrap_or_else(|error| panic!("{error}\n{}", source.text()));
    let mut wanted = Vec::new();
    Device::surveyed(chip, |device| {
        // What is not drawn is what was there.
        wanted = run(device, source, shape, layout, part)?;
        Ok(())
    })
    .unwrap();
    if part.is_none() {
        assert!(found == wanted, "on {chip}:\n{}", source.text());
    } else {
        let drawn = |(found, wanted): (&u32, &u32)| found == wanted || *found == POISON.to_bits();
        assert!(found.iter().flatten().zip(wanted.iter().flatten()).all(drawn), "on {chip}");
    }
    let numbers: Vec<Option<PassPart>> = trace.passes().map(|pass| pass.part).collect();
    let of = numbers.len();
    match of {
        1 => assert_eq!(numbers, [None]),
        _ => assert!(numbers.iter().copied().eq((1..=of).map(|number| Some(PassPart { number, of }))), "{numbers:?}"),
    }
    trace
}

fn parts(chip: Chip, source: &Source) -> usize {
    same_in_parts(chip, source, Shape::from(300), Layout::Plain, None).passes().count()
}

fn polynomial(terms: usize) -> Source {
    let steps: String = (0..terms).map(|k| format!("a = a * fetch(x1, here()) + {}.5;\n", k % 7)).collect();
    kernel(2, 1, &format!("float a = fetch(x0, here());\n{steps}y0 = a;\n"))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn long_kernels_are_cut_by_their_instructions() {
    assert_eq!(parts(Chip::R300, &polynomial(64)), 1);
    assert_eq!(parts(Chip::R300, &polynomial(65)), 2);
    assert_eq!(parts(Chip::R300, &polynomial(200)), 4);
    assert_eq!(parts(Chip::R420, &polynomial(600)), 2);
    assert_eq!(parts(Chip::R520, &polynomial(600)), 2);
    assert_eq!(parts(Chip::Nv30, &polynomial(1100)), 2);
    assert_eq!(parts(Chip::Nv40, &polynomial(4100)), 2);
}

#[test]
fn deep_kernels_are_cut_by_their_indirections() {
    let follow: String = (0..11).map(|_| "a = fetch(x1, int(clamp(a, 0.0, 299.0)));\n".to_owned()).collect();
    let source = kernel(2, 1, &format!("float a = fetch(x0, here());\n{follow}y0 = a;\n"));
    for chip in [Chip::R300, Chip::R420] {
        // Three fetches that wait for one another a pass, behind those of its coordinates.
        assert_eq!(parts(chip, &source), 4, "{chip}");
    }
}

#[test]
fn kernels_of_many_streams_are_cut_by_their_samplers() {
    let sum: String = (0..40).map(|k| format!("a += fetch(x{k}, here());\n")).collect();
    let source = kernel(40, 1, &format!("float a = 0.0;\n{sum}y0 = a;\n"));
    for chip in [Chip::R300, Chip::R420, Chip::R520, Chip::Nv30, Chip::Nv40, Chip::G70, Chip::G80] {
        let device = Device::builder().poison(POISON).emulated(chip).unwrap();
        let kernel = device.kernel(&source).unwrap();
        let values = |k: usize| (0..70).map(|i| ((i * 7 + k * 13) % 31) as f32).collect::<Vec<f32>>();
        let given: Vec<Stream<f32>> = (0..40).map(|k| device.upload(&values(k)).unwrap()).collect();
        let mut found = device.stream::<f32>(70).unwrap();
        let mut pass = device.pass(&kernel).output("y0", &mut found);
        for (port, stream) in kernel.interface().inputs.iter().zip(&given) {
            pass = pass.input(&port.name, stream);
        }
        let (done, trace) = device.traced(|| pass.run());
        done.unwrap();
        let samplers = chip.profile().samplers.value;
        assert_eq!(trace.passes().count(), 40_usize.div_ceil(samplers - 1), "{chip}");
        let sum = |i: usize| (0..40).map(|k| values(k)[i]).sum::<f32>();
        assert_eq!(found.read().unwrap(), (0..70).map(sum).collect::<Vec<f32>>(), "{chip}");
    }
    // Texture image units that were taken away on purpose are not given back.
    let device = Device::builder().max_samplers(8).emulated(Chip::R300).unwrap();
    let error = device.kernel(&source).map(drop).unwrap_err().to_string();
    assert!(error.contains("40") && error.contains('8'), "{error}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn kernels_of_many_numbers_are_cut_by_their_temporaries_and_constants() {
    // All of the first are read again, in the other order.
    let first: String = (0..150).map(|k| format!("float a{k} = fetch(x0, int(fetch(x1, here())) + {k});\n")).collect();
    let second: String = (0..150).rev().map(|k| format!("b = b * a{k} + {}.25;\n", k)).collect();
    let source = kernel(2, 1, &format!("{first}float b = 0.0;\n{second}y0 = b;\n"));
    for chip in [Chip::R300, Chip::R420] {
        assert!(parts(chip, &source) > 1, "{chip}");
    }
}

#[test]
fn outputs_share_what_they_have_in_common() {
    let steps: String = (0..50).map(|k| format!("a = a * b + {k}.0; b = fract(a);\n")).collect();
    let body = format!(
        "float a = fetch(x0, here()); float b = fetch(x1, here());\n{steps}y0 = a; y1 = b; y2 = a * b; y3 = a - b;\n"
    );
    let trace = same_in_parts(Chip::R300, &kernel(2, 4, &body), Shape::from(300), Layout::Plain, None);
    let targets: Vec<usize> = trace.passes().map(|pass| pass.outputs).collect();
    assert_eq!(targets, [1, 4]);
    // What is between them is read and written too: 300 elements in a texture of 32 by 16.
    let first = trace.passes().next().unwrap();
    assert_eq!((first.traffic.texels_written, first.traffic.bytes_written), (300, 300 * 16));
}

#[test]
fn packed_streams_rectangles_and_rows_that_end_early() {
    let source = polynomial(100);
    for shape in [Shape::from(1), Shape::from(5), Shape::from(1023), Shape::from([31, 7])] {
        assert!(same_in_parts(Chip::R300, &source, shape, Layout::Packed, None).passes().count() > 1);
    }
    // 118 rows, which are no power of two.
    same_in_parts(Chip::R300, &polynomial(100), Shape::from(30_000), Layout::Plain, None);
    let part = Some(Rect::new(3, 2, 9, 4));
    same_in_parts(Chip::R300, &polynomial(100), Shape::from([10, 20]), Layout::Plain, part);
}

#[test]
fn outputs_of_several_formats_are_written_by_several_passes() {
    let text = |more: &str| {
        format!(
            "input float x;\noutput float a;\noutput vec4 b;\noutput vec2 c;\nvoid main() {{\n  float own = fetch(x, here());\n  {more}\n  \
             a = own + 1.0;\n  b = vec4(own, 2.0 * own, 1.0, a);\n  c = vec2(a, 3.0);\n}}\n"
        )
    };
    let steps: String = (0..70).map(|k| format!("own = fract(own * 1.5) + {k}.0;\n")).collect();
    for chip in [Chip::R300, Chip::R420, Chip::Nv40] {
        let device = Device::builder().poison(POISON).emulated(chip).unwrap();
        for (more, passes) in [("", 3), (&*steps, 4)] {
            let kernel = device.kernel(&Source::new("formats", text(more))).unwrap();
            let x = device.upload(&data(50, 1)).unwrap();
            let mut a = device.stream::<f32>(50).unwrap();
            let mut b = device.stream::<[f32; 4]>(50).unwrap();
            let mut c = device.stream::<[f32; 2]>(50).unwrap();
            let pass = device.pass(&kernel).input("x", &x);
            let (done, trace) =
                device.traced(|| pass.output("a", &mut a).output("b", &mut b).output("c", &mut c).run());
            done.unwrap_or_else(|error| panic!("{chip}: {error}"));
            assert!(trace.passes().count() >= 3 && (chip != Chip::R300 || trace.passes().count() >= passes), "{chip}");
            let (a, b, c) = (a.read().unwrap(), b.read().unwrap(), c.read().unwrap());
            for i in 0..50 {
                assert_eq!((b[i][3], c[i], b[i][2]), (a[i], [a[i], 3.0], 1.0), "{chip}");
            }
        }
    }
}

/// Statements that read what was there before, fetches among them.
fn random(seed: u64, statements: usize, outputs: usize) -> Source {
    let mut numbers = Random::new(seed);
    let mut below = |n: usize| numbers.below(n);
    let mut body = String::from("float v0 = fetch(x0, here());\nvec3 w0 = vec3(fetch(x1, here()), v0, 2.0);\n");
    let (mut scalars, mut vectors) = (1, 1);
    for _ in 0..statements {
        let (a, b, v, w) = (below(scalars), below(scalars), below(vectors), below(vectors));
        let statement = match below(9) {
            0 => format!("float v{scalars} = fetch(x{}, int(clamp(v{a}, 0.0, 99.0)));\n", below(3)),
            1 => format!("float v{scalars} = v{a} < v{b} ? v{b} * 0.5 : v{a} + 1.0;\n"),
            2 => format!("float v{scalars} = dot(w{v}, w{w}) * 0.0625;\n"),
            3 => format!("float v{scalars} = fract(v{a} * w{v}.y);\n"),
            4 => format!("float v{scalars} = clamp(v{a}, 0.0, 20.0) - floor(v{b});\n"),
            5 => format!("vec3 w{vectors} = w{v} * v{a} - w{w};\n"),
            6 => format!("vec3 w{vectors} = min(w{v}.zxy, vec3(v{a}, v{b}, 4.0));\n"),
            7 => format!("vec3 w{vectors} = fract(w{v} + v{b}) * 3.0;\n"),
            _ => format!("vec3 w{vectors} = vec3(v{a}, w{v}.x, fetch(x{}, here()));\n", below(3)),
        };
        match statement.starts_with("float") {
            true => scalars += 1,
            false => vectors += 1,
        }
        body += &statement;
    }
    for output in 0..outputs {
        body += &format!("y{output} = v{} + w{}.x;\n", scalars - 1 - output % scalars, vectors - 1 - output % vectors);
    }
    kernel(3, outputs, &body)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn random_kernels_are_the_same_in_parts() {
    let (mut cut, mut max) = (0, 0);
    for seed in 0..24 {
        let source = random(seed, 30 + 12 * (seed as usize % 8), 1 + seed as usize % 4);
        for chip in [Chip::R300, Chip::R420] {
            let passes = parts(chip, &source);
            cut += usize::from(passes > 1);
            max = max.max(passes);
        }
    }
    assert!(cut >= 12 && max >= 3, "{cut} are cut, into up to {max}");
}
