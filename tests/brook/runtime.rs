//! Calls of Brook programs: what they take, what they leave alone, and what they do on devices with small limits.

use crate::support;

use brooklet::brook::{self, Program, Unit};
use brooklet::{Device, Layout, Shape, Stream};
use support::{SPECIAL, bits, each_dialect, noise};

const COPY: &str = "kernel void copy(float a<>, out float r<>) { r = a; }";

fn program(device: &Device, text: &str) -> Program {
    Program::compile(device, "test.br", text).unwrap_or_else(|error| panic!("{error}"))
}

fn upload(device: &Device, shape: impl Into<Shape>, values: &[f32]) -> Stream<f32> {
    device.upload_shaped(shape, values).unwrap()
}

fn counted(count: usize) -> Vec<f32> {
    (0..count).map(|n| n as f32).collect()
}

#[test]
fn what_is_only_copied_and_compared_keeps_its_bits() {
    let text = "kernel void k(float a<>, float4 b<>, float g[], out float r<>, out float4 s<>, out float t<>) {
        r = a; s = b; t = a > 0 ? g[indexof(a).x] : a;
    }";
    each_dialect(|device| {
        let program = program(device, text);
        let a = device.upload(&SPECIAL).unwrap();
        let four: Vec<[f32; 4]> = (0..12).map(|n| std::array::from_fn(|c| SPECIAL[(n + c) % 12])).collect();
        let b = device.upload(&four).unwrap();
        let (mut r, mut t) = (device.stream::<f32>(12).unwrap(), device.stream::<f32>(12).unwrap());
        let mut s = device.stream::<[f32; 4]>(12).unwrap();
        let call = program.kernel("k").unwrap().stream("a", &a).stream("b", &b).gather("g", &a);
        call.output("r", &mut r).output("s", &mut s).output("t", &mut t).run().unwrap();
        let (special, four) =
            (SPECIAL.map(support::held), four.concat().into_iter().map(support::held).collect::<Vec<_>>());
        assert_eq!(bits(&r.read().unwrap()), bits(&special));
        assert_eq!(bits(s.read().unwrap().as_flattened()), bits(&four));
        assert_eq!(bits(&t.read().unwrap()), bits(&special));
    });
}

#[test]
fn every_size() {
    let text = "
        kernel void k(float a<>, out float r<>) { r = a + indexof(r).x; }
        kernel void keep(float a<>, vout[1] float v<>) { v = a; if (fmod(a, 3) == 1) push(v); }
        reduce void last(float a<>, reduce float r<>) { r = a; }";
    each_dialect(|device| {
        let program = program(device, text);
        for n in support::sizes() {
            let a = device.upload(&counted(n)).unwrap();
            let mut r = device.stream::<f32>(n).unwrap();
            program.kernel("k").unwrap().stream("a", &a).output("r", &mut r).run().unwrap();
            assert_eq!(r.read().unwrap(), counted(n).iter().map(|a| 2.0 * a).collect::<Vec<_>>());
            program.kernel("keep").unwrap().stream("a", &a).output("v", &mut r).run().unwrap();
            let wanted: Vec<f32> = counted(n).into_iter().filter(|a| a % 3.0 == 1.0).collect();
            assert_eq!((r.shape(), r.read().unwrap()), (Shape::from(wanted.len()), wanted));
            let last = program.reduction("last").unwrap().stream("a", &a).value::<f32>();
            match n {
                0 => assert_eq!(
                    last.unwrap_err().to_string(),
                    "reduction `last`: `a` has no elements to reduce: its shape is 0"
                ),
                n => assert_eq!(last.unwrap(), (n - 1) as f32),
            }
        }
    });
}

#[test]
fn streams_longer_than_a_row_wrap() {
    let text = "
        kernel void k(float a<>, float b<>, float g[][], out float r<>, out float2 at<>) {
            at = indexof(r).xy; r = a + b + g[at.y][at.x + 1];
        }
        kernel void keep(float a<>, vout[] float v<>) { v = a; if (a > 10) { push(v); push(v); } }
        reduce void last(float a<>, reduce float r<>) { r = a; }";
    for dialect in support::dialects() {
        // Rows of 37 and 100 elements in textures of 16 and 32.
        for (texture, columns) in [(16, 37), (32, 100)] {
            let device = support::open(support::builder(dialect).largest_texture(texture).max_targets(1));
            let program = program(&device, text);
            let rows = 6;
            let a = upload(&device, [rows, columns], &counted(rows * columns));
            let b = upload(&device, columns, &counted(columns));
            let mut r = device.stream::<f32>([rows, columns]).unwrap();
            let mut at = device.stream::<[f32; 2]>([rows, columns]).unwrap();
            let call = program.kernel("k").unwrap().stream("a", &a).stream("b", &b).gather("g", &a);
            call.output("r", &mut r).output("at", &mut at).run().unwrap();
            let (r, at) = (r.read().unwrap(), at.read().unwrap());
            for n in 0..rows * columns {
                let (x, y) = (n % columns, n / columns);
                assert_eq!(at[n], [x as f32, y as f32]);
                assert_eq!(r[n], (n + x + y * columns + (x + 1).min(columns - 1)) as f32);
            }
            let mut kept = device.stream::<f32>(1).unwrap();
            let few = upload(&device, 40, &counted(40));
            program.kernel("keep").unwrap().stream("a", &few).output("v", &mut kept).run().unwrap();
            let twice: Vec<f32> = (11..40).flat_map(|n| [n as f32; 2]).collect();
            assert_eq!(kept.read().unwrap(), twice);
            let mut ends = device.stream::<f32>([rows, 1]).unwrap();
            program.reduction("last").unwrap().stream("a", &a).output(&mut ends).unwrap();
            assert_eq!(ends.read().unwrap(), (1..=rows).map(|row| (row * columns - 1) as f32).collect::<Vec<_>>());
        }
    }
}

#[test]
fn domains_are_read_gathered_and_written() {
    let text = "
        kernel void k(float a<>, float g[][], float2 shift, out float r<>) { r = a + 100 * g[indexof(r).xy + shift]; }
        kernel void old(float a<>, out float r<>) { r = a; if (a > 7) discard; }
        reduce void sum(float a<>, reduce float r<>) { r += a; }";
    each_dialect(|device| {
        let program = program(device, text);
        let x = upload(device, [4, 5], &counted(20));
        let mut y = upload(device, [5, 6], &[-1.0; 30]);
        // a: rows 1 to 2, columns 2 to 4; g: rows 0 to 1, columns 0 to 1, so that it clamps within.
        let call = program.kernel("k").unwrap().stream("a", x.domain([1, 2], [3, 5])).constant("shift", [0.0, 0.0]);
        call.gather("g", x.domain([0, 0], [2, 2])).output("r", y.domain_mut([2, 1], [4, 4])).run().unwrap();
        let result = y.read().unwrap();
        for (n, found) in result.into_iter().enumerate() {
            let (row, column) = (n / 6, n % 6);
            let wanted = match (2..4).contains(&row) && (1..4).contains(&column) {
                true => {
                    let (i, j) = (row - 2, column - 1);
                    ((i + 1) * 5 + j + 2) as f32 + 100.0 * (i.min(1) * 5 + j.min(1)) as f32
                }
                false => -1.0,
            };
            assert_eq!(found, wanted, "row {row}, column {column}");
        }
        // An input that is repeated is a domain; an output is read and written.
        let mut z = upload(device, 8, &counted(8));
        let call = program.kernel("k").unwrap().stream("a", z.domain(1, 3)).constant("shift", [-9.0, 3.0]);
        let mut r = device.stream::<f32>(4).unwrap();
        call.gather("g", z.domain(6, 8)).output("r", &mut r).run().unwrap();
        assert_eq!(r.read().unwrap(), [601.0, 601.0, 602.0, 602.0]);
        program.kernel("old").unwrap().in_out("a", "r", z.domain_mut(4, 8)).run().unwrap();
        assert_eq!(z.read().unwrap(), counted(8));
        let big = upload(device, 4, &[50.0, 1.0, 60.0, 2.0]);
        program.kernel("old").unwrap().stream("a", &big).output("r", z.domain_mut(2, 6)).run().unwrap();
        assert_eq!(z.read().unwrap(), [0.0, 1.0, 2.0, 1.0, 4.0, 2.0, 6.0, 7.0]);
        assert_eq!(
            program.reduction("sum").unwrap().stream("a", x.domain([1, 1], [3, 3])).value::<f32>().unwrap(),
            36.0
        );
        let mut sums = upload(device, 4, &[9.0; 4]);
        let call = program.reduction("sum").unwrap().stream("a", z.domain(1, 5));
        call.output(sums.domain_mut(1, 3)).unwrap();
        assert_eq!(sums.read().unwrap(), [9.0, 3.0, 5.0, 9.0]);
        // Three and four dimensions, and the host.
        for shape in [vec![2, 3, 4], vec![2, 2, 3, 4]] {
            let shape = Shape::try_from(shape.as_slice()).unwrap();
            let mut whole = upload(device, shape, &counted(shape.count()));
            let low = Shape::try_from(vec![1; shape.rank()].as_slice()).unwrap();
            let part = whole.read_domain(low, shape).unwrap();
            assert_eq!(part.len(), shape.extents().iter().map(|extent| extent - 1).product::<usize>());
            let doubled: Vec<f32> = part.iter().map(|v| -v).collect();
            whole.write_domain(low, shape, &doubled).unwrap();
            let wanted: Vec<f32> = (0..shape.count())
                .map(|n| {
                    let mut rest = n;
                    let inside = shape.extents().iter().rev().all(|extent| {
                        let at = rest % extent;
                        rest /= extent;
                        at >= 1
                    });
                    if inside { -(n as f32) } else { n as f32 }
                })
                .collect();
            assert_eq!(whole.read().unwrap(), wanted);
        }
    });
}

#[test]
fn a_stream_may_be_read_and_written_at_once() {
    let text = "
        kernel void sum(float a<>, float b<>, out float c<>) { c = a + b; }
        kernel void swap(float a<>, float b<>, out float c<>, out float d<>) { c = b; d = a; }";
    for targets in [1, 2] {
        for dialect in support::dialects() {
            let device = support::open(support::builder(dialect).max_targets(targets));
            let program = program(&device, text);
            let (a, mut b) = (upload(&device, 3, &[1.0, 2.0, 3.0]), upload(&device, 3, &[10.0, 20.0, 30.0]));
            program.kernel("sum").unwrap().stream("a", &a).in_out("b", "c", &mut b).run().unwrap();
            assert_eq!(b.read().unwrap(), [11.0, 22.0, 33.0]);
            let mut c = upload(&device, 3, &[0.5; 3]);
            program.kernel("swap").unwrap().in_out("a", "c", &mut b).in_out("b", "d", &mut c).run().unwrap();
            assert_eq!((b.read().unwrap(), c.read().unwrap()), (vec![0.5; 3], vec![11.0, 22.0, 33.0]));
            program.kernel("sum").unwrap().in_out(["a", "b"], "c", &mut c).run().unwrap();
            assert_eq!(c.read().unwrap(), [22.0, 44.0, 66.0]);
        }
    }
}

#[test]
fn packed_streams_will_do() {
    let text = "
        kernel void k(float a<>, float g[], out float r<>) { r = a + g[indexof(a).x - 1]; }
        reduce void last(float a<>, reduce float r<>) { r = a; }
        kernel void both(float a<>, out float r<>, out float2 s<>) { r = a; s = float2(a, 1); }
        kernel void keep(float a<>, vout[1] float v<>) { v = a; if (a > 5) push(v); }";
    each_dialect(|device| {
        let program = program(device, text);
        for n in [1, 3, 4, 5, 63, 130] {
            let a = device.upload_with(n, Layout::Packed, &counted(n)).unwrap();
            let mut r = device.stream_with::<f32>(n, Layout::Packed).unwrap();
            program.kernel("k").unwrap().stream("a", &a).gather("g", &a).output("r", &mut r).run().unwrap();
            let wanted: Vec<f32> = (0..n).map(|n| (n + n.saturating_sub(1)) as f32).collect();
            assert_eq!(r.read().unwrap(), wanted);
            assert_eq!(program.reduction("last").unwrap().stream("a", &a).value::<f32>().unwrap(), (n - 1) as f32);
            program.kernel("keep").unwrap().stream("a", &a).output("v", &mut r).run().unwrap();
            assert_eq!(r.read().unwrap(), counted(n)[n.min(6)..]);
            assert_eq!(r.layout(), Layout::Packed);
            // A packed output beside one that cannot be packed.
            let (mut p, mut q) =
                (device.stream_with::<f32>(n, Layout::Packed).unwrap(), device.stream::<[f32; 2]>(n).unwrap());
            program.kernel("both").unwrap().stream("a", &a).output("r", &mut p).output("s", &mut q).run().unwrap();
            assert_eq!((p.read().unwrap(), p.layout()), (counted(n), Layout::Packed));
            assert_eq!(q.read().unwrap()[n - 1], [(n - 1) as f32, 1.0]);
        }
    });
}

#[test]
fn kernels_are_compiled_once_and_named_in_the_trace() {
    let text = "kernel void two(float a<>, out float r<>, out float s<>) { r = a; s = -a; }";
    for (targets, names) in [(1, vec!["two.1", "two.2"]), (2, vec!["two"])] {
        let device = support::open(support::builder(support::dialects()[0]).max_targets(targets));
        let names = if device.limits().targets < targets { vec!["two.1", "two.2"] } else { names };
        let program = program(&device, text);
        let (mut r, mut s) = (device.stream::<f32>(5).unwrap(), device.stream::<f32>(5).unwrap());
        for n in [5, 5, 1] {
            let a = upload(&device, n, &counted(n));
            let call = program.kernel("two").unwrap().stream("a", &a).output("r", &mut r).output("s", &mut s);
            let (ran, trace) = device.traced(|| call.run());
            ran.unwrap();
            assert_eq!(trace.passes().map(|pass| pass.kernel.clone()).collect::<Vec<_>>(), names);
            assert_eq!(trace.readbacks().count(), 0);
        }
        // What is forgotten comes back.
        device.trim();
        let a = upload(&device, 5, &counted(5));
        program.kernel("two").unwrap().stream("a", &a).output("r", &mut r).output("s", &mut s).run().unwrap();
        assert_eq!(s.read().unwrap()[4], -4.0);
    }
}

#[test]
fn pushes_over_any_shape_and_several_at_once() {
    let text = "
        typedef struct { float a; float3 b; } Pair;
        kernel void k(float a<>, iter float2 i<>, vout[2] Pair p<>, vout[] float w<>) {
            p.a = a; p.b = float3(i, a); push(p);
            if (fmod(a, 2) == 1) { p.b.z = -1; push(p); w = a; push(w); push(w); push(w); }
        }";
    #[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
    #[repr(C)]
    struct Pair {
        a: f32,
        b: [f32; 3],
    }
    each_dialect(|device| {
        let program = program(device, text);
        let a = upload(device, [3, 4], &counted(12));
        let mut pairs = program.stream::<Pair>("Pair", [7, 7]).unwrap();
        let mut w = device.stream::<f32>(1).unwrap();
        let call = program.kernel("k").unwrap().stream("a", &a).stream("i", brook::iter([0.0, 0.0], [4.0, 3.0]));
        call.output("p", &mut pairs).output("w", &mut w).run().unwrap();
        let mut wanted = Vec::new();
        for n in 0..12 {
            let (x, y, a) = ((n % 4) as f32, (n / 4) as f32, n as f32);
            wanted.push(Pair { a, b: [x, y, a] });
            if n % 2 == 1 {
                wanted.push(Pair { a, b: [x, y, -1.0] });
            }
        }
        assert_eq!((pairs.shape(), pairs.read().unwrap()), (Shape::from(18), wanted));
        let thrice: Vec<f32> = (0..12).filter(|n| n % 2 == 1).flat_map(|n| [n as f32; 3]).collect();
        assert_eq!(w.read().unwrap(), thrice);
    });
}

#[test]
fn indirect_operations_on_structs_domains_and_two_dimensions() {
    let text = "
        typedef struct { float n; float2 s; } Bin;
        reduce void join(Bin a<>, float k, float t[], reduce Bin r<>) { r.n += k * a.n; r.s = r.s * t[1] + a.s; }
        reduce void add(float a<>, reduce float r<>) { r += a; }";
    each_dialect(|device| {
        let program = program(device, text);
        let record = |n: f32, a: f32, b: f32| [n, a, b];
        let mut bins = program.upload("Bin", 2, &[record(0.0, 1.0, 1.0), record(0.0, 2.0, 2.0)]).unwrap();
        let values =
            program.upload("Bin", 3, &[record(1.0, 1.0, 0.0), record(2.0, 0.0, 1.0), record(3.0, 5.0, 5.0)]).unwrap();
        let (index, t) = (upload(device, 3, &[1.0, 1.0, 0.0]), upload(device, 2, &[9.0, 10.0]));
        let join = program.reduction("join").unwrap().constant("k", 2.0).gather("t", &t);
        join.scatter_op(&mut bins, &index, &values).unwrap();
        // In the order of the index: (2 · 10 + 1) · 10 + 0.
        assert_eq!(bins.read().unwrap(), [record(6.0, 15.0, 15.0), record(6.0, 210.0, 201.0)]);
        let mut grid = upload(device, [3, 3], &counted(9));
        let at = device.upload(&[[1.0, 0.0], [1.4, 0.0], [-5.0, 9.0]]).unwrap();
        let mut taken = device.stream::<f32>(3).unwrap();
        program.reduction("add").unwrap().gather_op(&mut taken, &at, grid.domain_mut([1, 1], [3, 3])).unwrap();
        assert_eq!(taken.read().unwrap(), [5.0, 10.0, 7.0]);
        assert_eq!(grid.read().unwrap(), [0.0, 1.0, 2.0, 3.0, 4.0, 20.0, 6.0, 14.0, 8.0]);
    });
}

#[test]
fn what_one_device_compiled_another_compiles_too() {
    let unit = Unit::compile("copy.br", COPY).unwrap();
    each_dialect(|device| {
        let program = Program::new(device, unit.clone());
        let (a, mut r) = (upload(device, 3, &counted(3)), device.stream::<f32>(3).unwrap());
        program.clone().kernel("copy").unwrap().stream("a", &a).output("r", &mut r).run().unwrap();
        assert_eq!(r.read().unwrap(), counted(3));
        // A stream of another device is refused by name.
        let other = support::device(support::dialects()[0]);
        let b = upload(&other, 3, &counted(3));
        let error = program.kernel("copy").unwrap().stream("a", &b).output("r", &mut r).run().unwrap_err();
        assert!(error.to_string().starts_with("`a` of kernel `copy` belongs to another device"), "{error}");
    });
}

#[test]
fn random_shapes_repeat_stride_and_gather() {
    use brooklet::brook::interpret::{Array, ParameterValue};
    let text = "kernel void k(float a<>, float b<>, float g[][], out float r<>, out float2 at<>) {
        r = a + 1000 * b + 1000000 * g[indexof(b).xy]; at = indexof(a).xy;
    }";
    let unit = Unit::compile("k.br", text).unwrap();
    let mut state = noise(4000, 77).into_iter();
    let mut next = |n: usize| ((state.next().unwrap() * 0.5 + 0.5) * n as f32) as usize % n;
    let mut cases = Vec::new();
    while cases.len() < 40 {
        let rank = 1 + next(4);
        let out: Vec<usize> = (0..rank).map(|_| 1 + next(6)).collect();
        let mut resized = |_: usize| -> Vec<usize> {
            out.iter()
                .map(|&extent| match next(4) {
                    0 => 1,
                    1 => extent,
                    2 => extent * (1 + next(3)),
                    _ => (1..=extent).rev().find(|d| extent % d == 0 && *d < extent).unwrap_or(extent),
                })
                .collect()
        };
        let (a, b) = (resized(0), resized(1));
        let g = vec![1 + next(5), 1 + next(5)];
        cases.push((out, a, b, g));
    }
    each_dialect(|device| {
        for (out, a, b, g) in &cases {
            let array = |extents: &[usize]| {
                ParameterValue::Streams(vec![Array::new(extents, 1, counted(extents.iter().product()))])
            };
            let given = [array(a), array(b), array(g), ParameterValue::Nothing, ParameterValue::Nothing];
            let wanted = unit.kernels[0].run(out, &given, &[]).unwrap();
            let program = Program::new(device, unit.clone());
            let results = support::brook::map_with(&program, &unit.kernels[0], out, &given, &[]);
            assert_eq!(results[0], wanted[0].values, "{out:?} from {a:?}, {b:?}, {g:?}");
            assert_eq!(results[1], wanted[1].values, "{out:?} from {a:?}, {b:?}, {g:?}");
        }
    });
}
