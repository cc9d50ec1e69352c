//! Numbers that are no floats: how they are stored, converted and computed with, on every device.

use brooklet::brook::interpret::{Array, Given, Number};
use brooklet::brook::ir::{Kernel, Parameter, Role};
use brooklet::brook::{AnyStream, Field, Program, Scalar, Unit};
use brooklet::{Device, Shape};

use crate::support;
use expect_test::expect;
use support::brook::unit;
use support::diagnostics::wrong;

/// The bytes of an element's components.
trait Bytes {
    fn bytes(&self) -> Vec<u8>;
}

macro_rules! bytes {
    ($($ty:ty),*) => {$(
        impl Bytes for [$ty] {
            fn bytes(&self) -> Vec<u8> {
                self.iter().flat_map(|value| value.to_ne_bytes()).collect()
            }
        }
    )*};
}
bytes!(f32, i32, u32, i8, u8, i16, u16);

/// What a parameter is given: the bytes of its elements.
type Bytewise<'a> = (&'a str, Vec<u8>);

fn fields_bytes(parameter: &Parameter) -> usize {
    parameter.fields.iter().map(Field::host_bytes).sum()
}

/// Runs a kernel over `count` elements on a device: the bytes of its outputs.
fn on_device(
    device: &Device,
    unit: &Unit,
    kernel: &Kernel,
    given: &[Bytewise],
    count: usize,
) -> Result<Vec<Vec<u8>>, brooklet::brook::Error> {
    let program = Program::new(device, unit.clone());
    let mut streams: Vec<Option<AnyStream>> = Vec::new();
    for parameter in &kernel.parameters {
        let bytes = given.iter().find(|(name, _)| *name == parameter.name).map(|(_, bytes)| bytes);
        streams.push(match (parameter.role, bytes) {
            (Role::Constant, _) | (_, None) => None,
            (_, Some(bytes)) => {
                let shape = Shape::from(bytes.len() / fields_bytes(parameter));
                let mut stream = program.stream_of(parameter.ty, shape)?;
                stream.write_bytes(bytes)?;
                assert_eq!(&stream.read_bytes()?, bytes, "{}", parameter.name);
                Some(stream)
            }
        });
    }
    let outputs = kernel.parameters.iter().filter(|parameter| parameter.role == Role::Output);
    let mut outputs: Vec<(&str, AnyStream)> = outputs
        .map(|parameter| Ok((parameter.name.as_str(), program.stream_of(parameter.ty, count)?)))
        .collect::<Result<_, brooklet::brook::Error>>()?;
    let mut call = program.kernel(&kernel.name)?;
    for (parameter, stream) in kernel.parameters.iter().zip(&streams) {
        let bytes = given.iter().find(|(name, _)| *name == parameter.name).map(|(_, bytes)| bytes);
        call = match (stream, bytes) {
            (Some(stream), _) => call.stream(&parameter.name, stream),
            (None, Some(bytes)) => {
                let is_record = !parameter.fields[0].path.is_empty();
                let value = brooklet::brook::ConstantArgument::from_bytes(&parameter.fields, is_record, bytes);
                call.constant(&parameter.name, value)
            }
            _ => call,
        };
    }
    for (name, output) in &mut outputs {
        call = call.output(name, output);
    }
    call.run()?;
    outputs.iter().map(|(_, output)| output.read_bytes()).collect()
}

/// A field's number out of its bytes, and back.
fn number(field: &Field, bytes: &[u8]) -> Number {
    let n = field.ty.count();
    let int = |c: usize| -> i64 {
        let own = &bytes[c * field.scalar.bytes()..];
        match field.scalar {
            Scalar::Int => i32::from_ne_bytes(own[..4].try_into().unwrap()).into(),
            Scalar::Uint | Scalar::Float => u32::from_ne_bytes(own[..4].try_into().unwrap()).into(),
            Scalar::Char => (own[0] as i8).into(),
            Scalar::Uchar | Scalar::Fixed => own[0].into(),
            Scalar::Short => i16::from_ne_bytes([own[0], own[1]]).into(),
            Scalar::Ushort | Scalar::ShortFixed => u16::from_ne_bytes([own[0], own[1]]).into(),
        }
    };
    let all: Vec<i64> = (0..n).map(int).collect();
    match field.scalar {
        Scalar::Float => Number::floats(&all.iter().map(|&x| f32::from_bits(x as u32)).collect::<Vec<_>>()),
        Scalar::Uint => Number::uints(&all.iter().map(|&x| x as u32).collect::<Vec<_>>()),
        Scalar::Fixed => Number::floats(&all.iter().map(|&x| x as f32 / 255.0).collect::<Vec<_>>()),
        Scalar::ShortFixed => Number::floats(&all.iter().map(|&x| x as f32 / 65535.0).collect::<Vec<_>>()),
        _ => Number::ints(&all.iter().map(|&x| x as i32).collect::<Vec<_>>()),
    }
}

fn bytes_of(field: &Field, number: &Number) -> Vec<u8> {
    let component = |c: usize| {
        let word = number.words()[c];
        match field.scalar {
            Scalar::Float | Scalar::Int | Scalar::Uint => word.to_ne_bytes().to_vec(),
            Scalar::Char | Scalar::Uchar => vec![word as u8],
            Scalar::Short | Scalar::Ushort => (word as u16).to_ne_bytes().to_vec(),
            Scalar::Fixed => vec![(number.float(c) * 255.0).round() as u8],
            Scalar::ShortFixed => ((number.float(c) * 65535.0).round() as u16).to_ne_bytes().to_vec(),
        }
    };
    (0..field.ty.count()).flat_map(component).collect()
}

/// The same on the interpreter.
fn interpreted(kernel: &Kernel, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    let arguments: Vec<Given> = kernel
        .parameters
        .iter()
        .map(|parameter| {
            let Some((_, bytes)) = given.iter().find(|(name, _)| *name == parameter.name) else {
                return Given::Nothing;
            };
            let mut start = 0;
            let each = fields_bytes(parameter);
            let mut numbers = parameter.fields.iter().map(|field| {
                let own = start..start + field.host_bytes();
                start = own.end;
                let all = bytes.chunks(each).map(|element| number(field, &element[own.clone()]));
                (field, all.collect::<Vec<_>>())
            });
            match parameter.role {
                Role::Constant => Given::Numbers(numbers.map(|(_, all)| all[0]).collect()),
                _ => Given::Streams(
                    numbers
                        .by_ref()
                        .map(|(field, all)| {
                            let n = field.ty.count();
                            let floats = all.iter().flat_map(|value| field.encode(value)[..n].to_vec());
                            Array::new(&[all.len()], n, floats.collect())
                        })
                        .collect(),
                ),
            }
        })
        .collect();
    let arrays = kernel.run(&[count], &arguments, &[]).unwrap();
    let mut arrays = arrays.into_iter();
    let outputs = kernel.parameters.iter().filter(|parameter| parameter.role == Role::Output);
    outputs
        .map(|parameter| {
            let own: Vec<(&Field, Array)> = parameter.fields.iter().zip(arrays.by_ref()).collect();
            let element = |k: usize| {
                let field = |(field, array): &(&Field, Array)| {
                    let n = field.ty.count();
                    bytes_of(field, &field.decode(&array.values[k * n..(k + 1) * n]))
                };
                own.iter().flat_map(field).collect::<Vec<u8>>()
            };
            (0..count).flat_map(element).collect()
        })
        .collect()
}

/// Runs the last kernel of a program on the interpreter and every device on which integers are exact so far; they must agree.
fn run_on(exact: u32, text: &str, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    let unit = unit(text);
    let kernel = unit.kernels.last().expect("a kernel that the host can call");
    let reference = interpreted(kernel, given, count);
    support::each_dialect(|device| {
        if device.info().features.exact_integer < exact {
            return;
        }
        if let Some(results) = support::brook::fitting(on_device(device, &unit, kernel, given, count)) {
            assert_eq!(results, reference, "{:?}: {text}", support::dialect(device));
        }
    });
    reference
}

fn everywhere(text: &str, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    run_on(1 << 24, text, given, count)
}

fn on_any_chip(text: &str, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    run_on(0, text, given, count)
}

fn with_integers(text: &str, given: &[Bytewise], count: usize) -> Vec<Vec<u8>> {
    run_on(i32::MAX as u32, text, given, count)
}

fn sum(ty: &str) -> String {
    format!("kernel void sum({ty} a<>, {ty} b<>, out {ty} c<>) {{ c = a + b; }}")
}

#[test]
fn bytes_wrap_and_fractions_clamp() {
    let two = |a: &[u8], b: &[u8]| [("a", a.bytes()), ("b", b.bytes())];
    assert_eq!(on_any_chip(&sum("uchar"), &two(&[130, 250, 255, 0], &[80, 10, 1, 0]), 4), [vec![210, 4, 0, 0]]);
    let signed = [("a", [127i8, 125, -128, 3].bytes()), ("b", [1i8, 70, -1, -5].bytes())];
    assert_eq!(on_any_chip(&sum("char"), &signed, 4), [[-128i8, -61, 127, -2].bytes()]);
    assert_eq!(on_any_chip(&sum("char4"), &signed, 1), [[-128i8, -61, 127, -2].bytes()]);
    for (ty, count) in [("fixed", 12), ("fixed2", 6), ("fixed3", 4), ("fixed4", 3)] {
        let a = [200, 200, 0, 255, 1, 128, 200, 200, 0, 255, 1, 128];
        let b = [50, 90, 0, 255, 1, 127, 50, 90, 0, 255, 1, 127];
        let wanted = vec![250, 255, 0, 255, 2, 255, 250, 255, 0, 255, 2, 255];
        assert_eq!(on_any_chip(&sum(ty), &two(&a, &b), count), [wanted]);
    }
    let mean = "kernel void mean(fixed a<>, fixed b<>, out fixed c<>) { c = (a + b) * 0.5; }";
    assert_eq!(on_any_chip(mean, &two(&[200], &[200]), 1), [[200]]);
    let shorts = [("a", [32767i16, -32768, 5].bytes()), ("b", [1i16, -1, 6].bytes())];
    assert_eq!(everywhere(&sum("short"), &shorts, 3), [[-32768i16, 32767, 11].bytes()]);
    let shorts = [("a", [65535u16, 1, 5].bytes()), ("b", [1u16, 2, 6].bytes())];
    assert_eq!(everywhere(&sum("unsigned short"), &shorts, 3), [[0u16, 3, 11].bytes()]);
    assert_eq!(everywhere(&sum("shortfixed"), &shorts, 3), [[65535u16, 3, 11].bytes()]);
}

#[test]
fn integers_are_exact() {
    let two = [("a", [8388608u32, 7].bytes()), ("b", [3u32, 9].bytes())];
    assert_eq!(everywhere(&sum("uint"), &two, 2), [[8388611u32, 16].bytes()]);
    let two = [("a", [-256, 5].bytes()), ("b", [7, -9].bytes())];
    assert_eq!(everywhere(&sum("int"), &two, 2), [[-249, -4].bytes()]);
    let large = [0u32, 1, 2, 0x8000_0000, 0x7fff_ffff, u32::MAX, 0x7f80_0001, 0x7fc0_0000, 0x0080_0000, 0xdead_beef];
    let twice = "kernel void k(uint a<>, out uint b<>, out int c<>, out uint d<>) { b = a; c = a; d = a * 2u; }";
    let wanted: Vec<u32> = large.iter().map(|a| a.wrapping_mul(2)).collect();
    let given = [("a", large.bytes())];
    let count = large.len();
    assert_eq!(with_integers(twice, &given, count), [large.bytes(), large.bytes(), wanted[..].bytes()]);
}

#[test]
fn floats_become_integers() {
    let text = "kernel void k(float x<>, out uchar a<>, out char b<>, out int c<>, out uint d<>, out fixed e<>) {
        a = x; b = x; c = x; d = x; e = x; }";
    let given = [300.7f32, -2.9, 0.5, 1.0, -0.0];
    let made = everywhere(text, &[("x", given.bytes())], 5);
    assert_eq!(made[0], [44, 254, 0, 1, 0]);
    assert_eq!(made[1], [44i8, -2, 0, 1, 0].bytes());
    assert_eq!(made[2], [300, -2, 0, 1, 0].bytes());
    assert_eq!(made[4], [255, 0, 128, 255, 0]);
    let beyond = [3e9f32, -3e9, 5e9, f32::INFINITY, f32::NEG_INFINITY, 2147483648.0, -2147483648.0, 2147483520.0, 1e38];
    let made = with_integers(text, &[("x", beyond.bytes())], beyond.len());
    let (low, high) = (i32::MIN, i32::MAX);
    assert_eq!(made[2], [high, low, high, high, low, high, low, 2147483520, high].bytes());
    let top = 0x8000_0000u32;
    assert_eq!(made[3], [3000000000, top, u32::MAX, u32::MAX, top, top, top, 2147483520, u32::MAX].bytes());
    let none = with_integers(&text.replace("e = x;", "e = 0;"), &[("x", [f32::NAN].bytes())], 1);
    assert_eq!(none[2], [0i32].bytes());
    assert_eq!(none[3], [0u32].bytes());
}

#[test]
fn what_is_narrow_is_computed_with_as_int() {
    let text = "kernel void k(uchar a<>, out uchar b<>, out int c<>) { b = a * 2 / 3; c = a * 2 / 3 - 300; }";
    assert_eq!(everywhere(text, &[("a", vec![200, 3])], 2), [vec![133, 2], [-167, -298].bytes()]);
}

#[test]
fn vectors_of_integers_in_all_places() {
    let text =
        "kernel void k(int4 a<>, uchar4 table[], int2 shift, uint big, out int4 p<>, out uchar2 q<>, out int r<>) {
        int4 v = int4(a.wzy, 1);
        v.x += shift.y;
        v[3] = big > 5 ? -v.y : 0;
        p = v;
        uchar4 t = table[shift.x];
        q = t.zw + table[a].xy;
        int3 w = {1, a.x};
        r = (int) (w.x + w.y * 2 + w.z) % 5;
    }";
    let given = [
        ("a", [1, 2, -3, 4, 0, 5, 6, 7].bytes()),
        ("table", vec![1, 2, 3, 4, 5, 6, 7, 255]),
        ("shift", [1, 100].bytes()),
        ("big", [7u32].bytes()),
    ];
    let made = everywhere(text, &given, 2);
    assert_eq!(made[0], [104, -3, 2, 3, 107, 6, 5, -6].bytes());
    assert_eq!(made[1], [7 + 5, 5, 7 + 1, 1]);
    assert_eq!(made[2], [3, 1].bytes());
}

#[test]
fn bits_of_integers() {
    let text = "kernel void k(int4 a<>, int4 b<>, out int4 p<>, out int4 q<>, out int4 r<>, out int4 s<>) {
        p = int4(a.x & b.x, a.y | b.y, a.z ^ b.z, ~a.w); q = a & b ^ 21; r = (a | 6) & 12; s = a << 2 | b >> 3; }";
    let a = [5, -6, 1000, 77777, -1, 0, 65535, -4096];
    let b = [3, 12, -7, 5, 123456, -99, 4095, 1];
    everywhere(text, &[("a", a.bytes()), ("b", b.bytes())], 2);
    let text = "kernel void k(uint2 a<>, uint b<>, out uint2 p<>, out uint2 q<>) {
        p = a << b; q = (a >> b) + (a & ~3u) % 1000u; }";
    everywhere(text, &[("a", [5u32, 9, 1000, 77].bytes()), ("b", [3u32, 34].bytes())], 2);
    let text = "kernel void k(int a<>, uint b<>, out int p<>, out uint q<>, out int r<>, out int s<>) {
        p = a >> 4; q = b >> 4; r = b < 2u; s = a < 2; }";
    let given = [("a", [-256, i32::MIN].bytes()), ("b", [0xffff_ff00u32, 1].bytes())];
    let made = with_integers(text, &given, 2);
    assert_eq!(made[0], [-16, i32::MIN >> 4].bytes());
    assert_eq!(made[1], [0x0fff_fff0u32, 0].bytes());
    assert_eq!((&made[2], &made[3]), (&[0, 1].bytes(), &[1, 1].bytes()));
}

#[test]
fn words_of_types_and_literals() {
    let text = "kernel void k(unsigned
        int4 a<>, signed char b<>, out unsigned char c<>, out uint d<>) {
        unsigned n = 7U; unsigned int4 v = a; bool t = true; signed s = (unsigned char) 300;
        const unsigned short w = 0x1ffffu; short u = 40000;
        c = (unsigned char) b + (t ? s : false); d = n + v.w + w + u + 25536 + 0xffU; }";
    let made = everywhere(text, &[("a", [1u32, 2, 3, 4].bytes()), ("b", [-2i8].bytes())], 1);
    assert_eq!(made[0], [42]);
    assert_eq!(made[1], [7u32 + 4 + 65535 + 255].bytes());
}

#[test]
fn arrays_of_a_kernels_own() {
    let text = "#define N 4
        typedef struct { int n; float2 v; } Cell;
        kernel void k(int i<>, int4 a<>, out int4 p<>, out float4 q<>, out uchar r<>) {
        int t[N] = {1, 2, 3}, u[] = {7, 8}; float4 v[2]; Cell c[3]; uchar b[2 * N];
        t[i] += 10; t[3] = t[i] * 2;
        v[1] = 1; v[i].y = 5; v[i - 1].zw = a.xy; v[0][i] -= 1;
        c[i].n = 300; c[2].v = float2(i, 1); c[i].v.y += 2;
        b[i + 1] = c[i].n; b[0]++;
        p = int4(t[0], t[1], t[2], t[3]) + u[i] * 1000;
        q = v[0] + 10 * v[1] + 100 * float4(c[0].v, c[2].v);
        r = b[i] + b[i + 1] * 2; }";
    let given = [("i", [1, 0, 2, -1, 5].bytes()), ("a", [3; 20].bytes())];
    let made = everywhere(text, &given, 5);
    assert_eq!(made[0][..16], [8001, 8012, 8003, 8024].bytes());
    assert_eq!(made[2][..2], [88, 1 + 88]);
}

/// Of a device, what a reduction makes of a stream of these bytes.
fn reduced(device: &Device, unit: &Unit, bytes: &[u8]) -> Result<Vec<u8>, brooklet::brook::Error> {
    let program = Program::new(device, unit.clone());
    let kernel = unit.kernels.last().unwrap();
    let operand = kernel.parameters.iter().find(|parameter| parameter.role.is_stream()).unwrap();
    let mut stream = program.stream_of(operand.ty, bytes.len() / fields_bytes(operand))?;
    stream.write_bytes(bytes)?;
    let value = program.reduction(&kernel.name)?.stream(&operand.name, &stream).bytes()?;
    let mut one = program.stream_of(operand.ty, 1)?;
    program.reduction(&kernel.name)?.stream(&operand.name, &stream).output(&mut one)?;
    assert_eq!(one.read_bytes()?, value);
    Ok(value)
}

fn reduces_to(exact: u32, text: &str, bytes: Vec<u8>, wanted: Vec<u8>) {
    let unit = unit(text);
    support::each_dialect(|device| {
        if device.info().features.exact_integer >= exact
            && let Some(made) = support::brook::fitting(reduced(device, &unit, &bytes))
        {
            assert_eq!(made, wanted, "{:?}: {text}", support::dialect(device));
        }
    });
}

#[test]
fn reductions_store_each_step() {
    let sum = |ty: &str| format!("reduce void sum({ty} a<>, reduce {ty} r<>) {{ r += a; }}");
    let numbers: Vec<i32> = (0..20).map(|k| 1000 * k - 5).collect();
    reduces_to(1 << 24, &sum("int"), numbers[..].bytes(), [190_000 - 100].bytes());
    reduces_to(0, &sum("uchar"), vec![200; 11], vec![(11 * 200 % 256) as u8]);
    reduces_to(
        0,
        &sum("char2"),
        [100i8, -3].repeat(9)[..].bytes(),
        [(900 + 128) % 256 - 128, -27].map(|x| x as i8).bytes(),
    );
    reduces_to(0, &sum("fixed"), vec![100, 100, 100], vec![255]);
    let large = [0xffff_fff0u32, 0x7000_0001, 0x1234_5678];
    let all = large.iter().fold(0u32, |a, b| a.wrapping_add(*b));
    reduces_to(i32::MAX as u32, &sum("uint"), large.bytes(), [all].bytes());
    let text = "typedef struct { int n; uchar2 b; float f; } S;
        reduce void most(S a<>, reduce S r<>) { if (a.n > r.n) r = a; r.b += a.b; r.f = max(r.f, a.f); }";
    let element =
        |n: i32, b: [u8; 2], f: f32| [n.to_ne_bytes().to_vec(), b.to_vec(), f.to_ne_bytes().to_vec()].concat();
    let given = [element(3, [250, 1], 0.5), element(-9, [10, 2], 2.5), element(1, [1, 3], -1.0)].concat();
    reduces_to(0, text, given, element(3, [5, 6], 2.5));
}

#[test]
fn integers_are_pushed() {
    let text = "typedef struct { ushort n; int4 v; } S;
        kernel void k(int a<>, vout[] S s<>, vout[] uchar b<>) {
            s.n = a; s.v = a * int4(1, 2, 3, 4); if (a > 0) push(s);
            b = a; push(b); b = b + 200; push(b); }";
    let unit = unit(text);
    support::each_dialect(|device| {
        let program = Program::new(device, unit.clone());
        let run = || -> Result<[Vec<u8>; 2], brooklet::brook::Error> {
            let ty = |k: usize| unit.kernels[0].parameters[k].ty;
            let mut a = program.stream_of(ty(0), 3)?;
            a.write_bytes(&[100, -1, 7].bytes())?;
            let (mut s, mut b) = (program.stream_of(ty(1), 1)?, program.stream_of(ty(2), 1)?);
            program.kernel("k")?.stream("a", &a).output("s", &mut s).output("b", &mut b).run()?;
            Ok([s.read_bytes()?, b.read_bytes()?])
        };
        let Some([s, b]) = support::brook::fitting(run()) else { return };
        let record = |a: i32| [(a as u16).to_ne_bytes().to_vec(), [a, 2 * a, 3 * a, 4 * a].bytes()].concat();
        assert_eq!(s, [record(100), record(7)].concat());
        assert_eq!(b, [100, 44, 255, 199, 7, 207]);
    });
}

#[test]
fn integers_in_sub_kernels_structs_and_indirect_operations() {
    let text = "typedef struct { char4 c; uint n; } S;
        kernel unsigned char low(int a) { return a; }
        kernel void split(int a, out char high, out uchar bottom) { high = a / 256; bottom = a; }
        kernel void k(S s<>, S all[], S one, out S r<>, out int n<>) {
            int h; uchar l;
            split(s.c.x * 100 + one.c.y, h, l);
            r = all[s.n]; r.c.yz = s.c.zw + 120; r.n += one.n;
            n = low(s.c.w * 100) + h * 1000 + l; if (n > 12) return; n = -n; }";
    let element = |c: [i8; 4], n: u32| [c.bytes(), n.to_ne_bytes().to_vec()].concat();
    let s = [element([1, 2, 3, 4], 1), element([-5, -6, 127, -8], 0)].concat();
    let given = [("s", s.clone()), ("all", s), ("one", element([9, 8, 7, 6], 5))];
    let made = everywhere(text, &given, 2);
    assert_eq!(made[0], [element([-5, 123, 124, -8], 5), element([1, -9, 112, 4], 6)].concat());
    let sum = unit("reduce void sum(int a<>, reduce int r<>) { r += a; }");
    support::each_dialect(|device| {
        let program = Program::new(device, sum.clone());
        let int = sum.kernels[0].parameters[0].ty;
        let stream = |values: &[i32]| {
            let mut stream = program.stream_of(int, values.len()).unwrap();
            stream.write_bytes(&values.bytes()).unwrap();
            stream
        };
        let (mut target, index, values) = (stream(&[1, 2, 3]), stream(&[2, 0, 2]), stream(&[10, 20, 30000]));
        program.reduction("sum").unwrap().scatter_op(&mut target, &index, &values).unwrap();
        assert_eq!(target.read_bytes().unwrap(), [21, 2, 30013].bytes());
        let mut taken = stream(&[0; 3]);
        program.reduction("sum").unwrap().gather_op(&mut taken, &index, &mut target).unwrap();
        assert_eq!(taken.read_bytes().unwrap(), [30013, 21, 60026].bytes());
        assert_eq!(target.read_bytes().unwrap(), [42, 2, 120052].bytes());
        target.write_domain_bytes(1, 2, &[-7].bytes()).unwrap();
        assert_eq!(target.read_domain_bytes(1, 3).unwrap(), [-7, 120052].bytes());
        assert_eq!(target.read().unwrap(), [42.0, -7.0, 120052.0]);
        let error = target.write_bytes(&[0; 3]).unwrap_err().to_string();
        assert_eq!(error, "3 bytes given for a stream of 3 elements of 4 bytes: 12 are needed");
        if !support::has_integers(device) {
            let exact = device.info().features.exact_integer;
            let error = target.write_bytes(&[1, 16777217, 0].bytes()).unwrap_err().to_string();
            let why = format!("this device has no integers: whole numbers are exact up to {exact}");
            assert_eq!(error, format!("element 1 of a stream of int is 16777217, and {why}"));
        }
    });
}

#[test]
fn instances_are_places() {
    let text = "kernel int right() { return instance().x; }
        kernel void down(out int y) { y = instance().y; }
        kernel void k(float a<>, out int4 p<>, out int x<>, out float4 at<>) {
            int y; down(y); p = instance(); x = right() + y; at = indexof(p); }";
    let made = everywhere(text, &[("a", [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0].bytes())], 6);
    let places: Vec<i32> = (0..6).flat_map(|k| [k, 0, 0, 0]).collect();
    assert_eq!(made[0], places[..].bytes());
    assert_eq!(made[1], [0, 1, 2, 3, 4, 5].bytes());
}

#[test]
fn thread_groups_are_refused_before_all_else() {
    wrong(
        r#"Attribute[GroupSize(64)]
kernel void k(float a[], out float r[]) { r = unknown; }
kernel void l(float a[], out float r<>) { shared float b[64]; r = unknown; }
kernel void m(float a[], out float r<>) { r = unknown + instanceInGroup().x; syncGroup(); }
kernel void n(float a<>, out float r<>) { float shared = a; r = shared; }"#,
        expect![[r#"
            error[B0129]: `Attribute[GroupSize(64)]` needs thread groups; a fragment pipeline has none
             --> program.br:1:1
              |
            1 | Attribute[GroupSize(64)]
              | ^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: elements know nothing of each other: make passes of it, each a kernel that gathers what it needs

            error[B0129]: `shared` memory needs thread groups; a fragment pipeline has none
             --> program.br:3:43
              |
            3 | kernel void l(float a[], out float r<>) { shared float b[64]; r = unknown; }
              |                                           ^^^^^^
              |
              = help: elements know nothing of each other: make passes of it, each a kernel that gathers what it needs

            error[B0129]: `instanceInGroup()` needs thread groups; a fragment pipeline has none
             --> program.br:4:57
              |
            4 | kernel void m(float a[], out float r<>) { r = unknown + instanceInGroup().x; syncGroup(); }
              |                                                         ^^^^^^^^^^^^^^^
              |
              = help: elements know nothing of each other: make passes of it, each a kernel that gathers what it needs

            error[B0129]: `syncGroup()` needs thread groups; a fragment pipeline has none
             --> program.br:4:78
              |
            4 | kernel void m(float a[], out float r<>) { r = unknown + instanceInGroup().x; syncGroup(); }
              |                                                                              ^^^^^^^^^
              |
              = help: elements know nothing of each other: make passes of it, each a kernel that gathers what it needs"#]],
    );
}

/// Integers made up at random.
struct Random(u64);

impl Random {
    fn next(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.next(from.len())]
    }

    /// An expression of numbers. `wide`: all operators, on numbers that wrap around; else such as stay small.
    fn number(&mut self, depth: usize, wide: bool) -> String {
        if depth == 0 {
            return self
                .pick(&["a", "b.x", "c", "d.y", "i", "j", "3", "-7", "12", "t[j & 3]", "g[i & 3]", "v.z", "s"])
                .into();
        }
        let d = depth - 1;
        let (left, right) = (self.number(d, wide), self.number(d, wide));
        match self.next(if wide { 14 } else { 10 }) {
            0 | 1 => format!("({left} + {right})"),
            2 | 3 => format!("({left} - {right})"),
            4 => format!("({left} / {})", self.pick(&["3", "-5", "c", "d.x", "0"])),
            5 => format!("({left} % {})", self.pick(&["3", "-5", "c", "i"])),
            6 => format!("({left} {} {right} ? {right} : {left})", self.pick(&["<", ">=", "==", "!="])),
            7 => format!("({left} & {})", self.pick(&["15", "255", "-4", "6"])),
            8 => format!("({} ({left}))", self.pick(&["(uchar)", "(char)", "(short)", "~", "-"])),
            9 => format!("({left} >> {})", self.pick(&["1", "3"])),
            10 => format!("({left} * {right})"),
            11 => format!("({left} {} {right})", self.pick(&["|", "^", "&"])),
            12 => format!("({left} {} {right})", self.pick(&["<<", ">>"])),
            _ => format!("({}) ({left})", self.pick(&["uint", "int", "ushort", "unsigned char"])),
        }
    }

    fn program(&mut self, wide: bool) -> String {
        let mut body = String::new();
        for _ in 0..4 {
            let value = self.number(3, wide);
            let place = self.pick(&["i", "j", "t[1]", "t[j & 3]", "v.x", "v[i & 3]", "n", "s", "v.zy"]);
            body += &format!("{place} {} {value};\n", self.pick(&["=", "=", "+=", "-="]));
        }
        let (p, q) = (self.number(2, wide), self.number(2, wide));
        format!(
            "kernel void k(int a<>, int4 b<>, uchar c<>, char2 d<>, int g[], out int p<>, out uchar4 q<>, out short r<>) {{
            int i = a, j = 2, t[4] = {{1, a, 3, 4}}; int4 v = b; uint n = 5; char s = d.x;
            {body} p = {p} + t[2]; q = {q} + v; r = i + n + s; q.y = j; }}"
        )
    }
}

#[test]
fn random_integers_mean_the_same_everywhere() {
    let mut random = Random(11);
    let small = [
        ("a", [5, -3, 100].bytes()),
        ("b", [1, -2, 30, 4, 5, 60, -7, 8, 0, 0, 9, -1].bytes()),
        ("c", vec![200, 0, 17]),
        ("d", [-128i8, 127, 3, -4, 0, 1].bytes()),
        ("g", [10, -20, 30, 40].bytes()),
    ];
    let mut large = small.clone();
    large[0].1 = [i32::MAX, -2000000000, 0x1234567].bytes();
    large[4].1 = [i32::MIN, 70000, -1, 99].bytes();
    for _ in 0..40 {
        // `n` has no sign: what is below zero wraps around, and only where there are integers.
        everywhere(&random.program(false).replace("uint n", "short n"), &small, 3);
        with_integers(&random.program(true), &large, 3);
    }
}

#[test]
fn odd_mixtures() {
    let x = ("x", [1u32, 2, 0xffff_fffe, 3].bytes());
    let text = "kernel void k(uint4 x<>, out uint4 y<>, out int z<>) {
        uint4 m = {1, 2u, 0xffffffff, 3}; y = x > 2u ? x : m; y += (uint4) (x == m); z = any(x == m) ? -1 : 1u; }";
    let made = with_integers(text, &[x.clone()], 1);
    assert_eq!(made[0], [2u32, 3, 0xffff_fffe, 4].bytes());
    let text = "typedef unsigned char byte; typedef struct { short n; unsigned char b, c; unsigned u; } S;
        kernel void k(char x<>, S s, out byte y<>, out S t<>, out fixed4 f<>) {
        if (x) y = x++; else y = --x; y <<= 1; y |= 0x81; t = s; t.n *= x; t.b--; t.c = y; t.u -= 3;
        f = fixed4(y / 255.0, 0, 1, 2); f.x += 0.3; f.yz *= f.xx; f.w = x; }";
    let s = [300i16.to_ne_bytes().to_vec(), vec![0, 9], 5u32.to_ne_bytes().to_vec()].concat();
    let made = everywhere(text, &[("x", vec![0, 200, 127]), ("s", s)], 3);
    assert_eq!(made[0], [0xff, 0x91, 0xff]);
    assert_eq!(made[1][..8], [(-300i16).to_ne_bytes().to_vec(), vec![255, 255], 2u32.to_ne_bytes().to_vec()].concat());
    let text = "kernel void k(short4 x<>, int g[], uint u, out int y<>, out int2 z<>, out float f<>) {
        y = dot(x, x) + length(x) * 0 + max(x.x, 3); int2 t = x.xy; z = -t * 2 + t.yx % 3; z.x = ~z.x + !z.y;
        y += g[u] + g[-3] + g[x.xx] + g[(char) u]; f = (float) (u - 1u) / 2 + u; }";
    let given = [("x", [1i16, -2, 3, 4].bytes()), ("g", [10, 20, 30].bytes()), ("u", [2u32].bytes())];
    let made = everywhere(text, &given, 1);
    assert_eq!(made[0], [30 + 3 + 30 + 10 + 20 + 30].bytes());
    assert_eq!(made[1], [!-4, 4 + 1].bytes());
    assert_eq!(made[2], [2.5f32].bytes());
    let error = Unit::compile("k.br", "kernel void k(int2 x<>, out int4 y<>) { y = x; }").unwrap_err().to_string();
    assert!(error.starts_with("error[B0304]: an `int2` cannot become the longer `int4`"), "{error}");
}
