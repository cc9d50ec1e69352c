//! Numbers that are no floats: how they are stored, converted and computed with, on every device.

use crate::support;

use brooklet::brook::Unit;
use support::bytewise::{Bytes, everywhere, on_any_chip, with_integers};

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
fn called_kernels_return_any_type_of_number() {
    let text = "kernel uint low(uint x) { return x & 15u; }
        kernel int2 swapped(int2 v) { return v.yx; }
        kernel void k(uint a<>, int2 b<>, out uint c<>, out int2 d<>) { c = low(a); d = swapped(b); }";
    let given = [("a", [0x1234u32, 7].bytes()), ("b", [1, -2, 3, -4].bytes())];
    assert_eq!(everywhere(text, &given, 2), [[4u32, 7].bytes(), [-2, 1, -4, 3].bytes()]);
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
fn odd_mixtures() {
    let x = ("x", [1u32, 2, 0xffff_fffe, 3].bytes());
    let text = "kernel void k(uint4 x<>, out uint4 y<>, out int z<>) {
        uint4 m = {1, 2u, 0xffffffff, 3}; y = x > 2u ? x : m; y += (uint4) (x == m); z = any(x == m) ? -1 : 1u; }";
    let made = with_integers(text, &[x], 1);
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

#[test]
fn what_is_narrow_is_not_narrowed_again() {
    let text = "kernel void k(uchar4 a<>, fixed b[], out uchar4 c<>, out short2 d<>, out fixed e<>, out uchar f<>) {
        uchar4 t = a; c = t.wzyx; d = a.xy; e = b[0]; f = d.x; }";
    let unit = Unit::compile("k.br", text).unwrap();
    let targets = brooklet::brook::PlanLimits::default();
    let (_, plan) = unit.plans(targets).next().unwrap();
    let glsl = |pass: &brooklet::brook::PlanPass| {
        brooklet::glsl::text(&pass.kernel, brooklet::Dialect::Gl, brooklet::Layout::Plain).unwrap()
    };
    let shader: String = plan.unwrap().passes.iter().map(glsl).collect();
    // A `short` need not be a `uchar`.
    assert_eq!(shader.matches("& 255").count(), 1, "{shader}");
    assert!(!shader.contains("65535") && !shader.contains("255.0"), "{shader}");
    let given = [("a", vec![1, 2, 3, 255]), ("b", vec![77])];
    let made = everywhere(text, &given, 1);
    assert_eq!(made, [vec![255, 3, 2, 1], [1i16, 2].bytes(), vec![77], vec![1]]);
}
