//! Numbers that are no floats in all the places that a program has: arrays, accumulators, pushes, structs, calls; the place of an
//! element as one; and what of later dialects has no place.

use crate::support;

use brooklet::Device;
use brooklet::brook::{Program, Unit};
use expect_test::expect;
use support::brook::unit;
use support::bytewise::{Bytes, everywhere, fields_bytes};
use support::diagnostics::wrong;

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

/// Integers whose bits are those of NaNs, of denormals and of zeros below zero.
const ODD: [u32; 8] = [0x7fc0_0001, 0x7f80_0001, 0xff80_0001, 1, 0x8000_0000, 0x007f_ffff, 0xffff_ffff, 0x7fff_ffff];

#[test]
fn all_bits_go_through_copies() {
    let text =
        "kernel void many(uint a<>, uint b<>, uint c<>, uint d<>, uint e<>, uint2 g[][], out uint r<>, out uint2 s<>) {
            r = a ^ b ^ c ^ d ^ e; s = g[1][indexof(r).x]; }
        kernel void some(uint a<>, uint h[][][], out uint r<>, out uint s<>) {
            r = a; s = h[1][0][indexof(r).x]; if (a & 2) discard; }";
    let unit = unit(text);
    for dialect in support::dialects() {
        let device = support::open(support::builder(dialect).max_samplers(4));
        if !support::has_integers(&device) {
            continue;
        }
        let program = Program::new(&device, unit.clone());
        let uint = |kernel: usize, k: usize| unit.kernels[kernel].parameters[k].ty;
        let stream = |shape: &[usize], ty, values: &[u32]| {
            let mut stream = program.stream_of(ty, brooklet::Shape::try_from(shape).unwrap()).unwrap();
            stream.write_bytes(&values.bytes()).unwrap();
            stream
        };
        let odd = stream(&[8], uint(0, 0), &ODD);
        let others: Vec<_> = (1..5).map(|k| stream(&[8], uint(0, 0), &ODD.map(|x| x.rotate_left(k)))).collect();
        let table: Vec<u32> = (0..2).flat_map(|k| ODD.map(|x| [x, x.rotate_left(k)])).flatten().collect();
        let table = stream(&[2, 8], uint(0, 5), &table);
        let mut r = stream(&[10], uint(0, 6), &[0xffc0_0001; 10]);
        let mut s = stream(&[8], uint(0, 7), &[0; 16]);
        let call = program.kernel("many").unwrap().stream("a", &odd).gather("g", &table);
        let call = call.stream("b", &others[0]).stream("c", &others[1]).stream("d", &others[2]).stream("e", &others[3]);
        let made = call.output("r", r.domain_mut(1, 9)).output("s", &mut s).run();
        if support::brook::fitting(made).is_some() {
            let all = ODD.map(|x| (0..5).fold(0, |sum, k| sum ^ x.rotate_left(k)));
            let ends = [0xffc0_0001u32];
            assert_eq!(r.read_bytes().unwrap(), [&ends[..], &all, &ends].concat().bytes());
            assert_eq!(s.read_bytes().unwrap(), ODD.map(|x| [x, x.rotate_left(1)]).as_flattened().bytes());
        }
        let planes: Vec<u32> = [ODD, ODD.map(|x| !x)].concat();
        let planes = stream(&[2, 1, 8], uint(1, 1), &planes);
        let (mut p, mut q) = (stream(&[16], uint(1, 2), &[7; 16]), stream(&[16], uint(1, 3), &[9; 16]));
        // Each element for two.
        let call = program.kernel("some").unwrap().stream("a", &odd).gather("h", &planes);
        if support::brook::fitting(call.output("r", &mut p).output("s", &mut q).run()).is_some() {
            let kept = |k: usize| ODD[k / 2] & 2 != 0;
            let wanted: Vec<u32> = (0..16).map(|k| if kept(k) { 7 } else { ODD[k / 2] }).collect();
            assert_eq!(p.read_bytes().unwrap(), wanted[..].bytes());
            let wanted: Vec<u32> = (0..16).map(|k: usize| if kept(k) { 9 } else { !ODD[k.min(7)] }).collect();
            assert_eq!(q.read_bytes().unwrap(), wanted[..].bytes());
        }
    }
}
