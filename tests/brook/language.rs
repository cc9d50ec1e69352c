//! Every line of the language, run on the interpreter and from the plan in both dialects, against plain numbers.

use crate::support;

use brooklet::brook::interpret::{Array, ParameterValue};
use support::brook::{constant, everywhere, on_one, on_one_with_integers, on_pairs, stream};

const OUT: ParameterValue = ParameterValue::Nothing;

#[test]
fn scalars_and_vectors_mix() {
    assert_eq!(on_one("r = 4*float4(x, y, 1, 2) + 1;", 2.0, 3.0), [9.0, 13.0, 5.0, 9.0]);
    assert_eq!(on_one("float4 v = 2.0; r = v;", 0.0, 0.0), [2.0; 4]);
    assert_eq!(on_one("r = 0;", 0.0, 0.0), [0.0; 4]);
    assert_eq!(on_one("r = fmod(x, float4(1, 2, 3, 4));", 5.5, 0.0), [0.5, 1.5, 2.5, 1.5]);
}

#[test]
fn narrowing_keeps_the_first_components() {
    assert_eq!(
        on_one("float4 v = float4(x, y, 3, 4); float2 n = v; float s = v; r = float4(n, s, 0);", 1.0, 2.0),
        [1.0, 2.0, 1.0, 0.0]
    );
    assert_eq!(on_one("float4 v = float4(x, y, 3, 4); r = float4((float3)v, 9);", 1.0, 2.0), [1.0, 2.0, 3.0, 9.0]);
    assert_eq!(
        on_one("float4 v = float4(x, y, 3, 4); float2 w = v + float2(10, 20); r = float4(w, 0, 0);", 1.0, 2.0),
        [11.0, 22.0, 0.0, 0.0]
    );
}

/// As the first compilers had it.
#[test]
fn a_float3_is_a_float4_with_zero_where_it_is_assigned() {
    assert_eq!(on_one("float3 c = float3(x, y, 3); r = 7; r = c;", 1.0, 2.0), [1.0, 2.0, 3.0, 0.0]);
    assert_eq!(on_one("float4 v = float3(x, y, 3) + 1; r = 2 * v;", 1.0, 2.0), [4.0, 6.0, 8.0, 0.0]);
}

#[test]
fn relations_and_logic_are_by_component_and_give_floats() {
    assert_eq!(
        on_one("float2 i = float2(x, y); float2 t = (i >= 1) && (i < float2(2, 2)); r = float4(t, !t);", 1.0, 2.0),
        [1.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(on_one("float n = 3; n += (x <= y); r = n;", 1.0, 2.0), [4.0; 4]);
    assert_eq!(on_one("r = float4(x == y, x != y, x > y, !x);", 1.0, 2.0), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(on_one("float4 v = float4(x, 0, y, 0) || float4(0, 0, 0, 7); r = v;", 5.0, 0.0), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(on_one("r = float4(x && y, x || y, 5 && 0, 3 || 0);", 0.5, 0.0), [0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn choices_are_by_component() {
    assert_eq!(
        on_one("r = float4(1, 0, 1, 0) ? float4(x, x, x, x) : float4(y, y, y, y);", 1.0, 2.0),
        [1.0, 2.0, 1.0, 2.0]
    );
    assert_eq!(
        on_one("float3 z = 0; r.xyz = float3(x, -x, y) > z ? 1 : -1; r.w = 0;", 1.0, 2.0),
        [1.0, -1.0, 1.0, 0.0]
    );
    assert_eq!(on_one("r = x ? 10 : y ? 20 : 30;", 0.0, 0.0), [30.0; 4]);
    assert_eq!(on_one("r = 0; if (float2(0, y)) r = 1; if (float2(0, 0)) r = 2;", 0.0, 3.0), [1.0; 4]);
}

#[test]
fn vectors_index_and_start_in_braces() {
    assert_eq!(on_one("float4 v = {x, y}; r = v; r[3] = v[0];", 1.0, 2.0), [1.0, 2.0, 0.0, 1.0]);
    assert_eq!(
        on_one("float4 v = float4(5, 6, 7, 8); int i; r = 0; for (i = 0; i < 4; i++) r[3 - i] = v[i];", 0.0, 0.0),
        [8.0, 7.0, 6.0, 5.0]
    );
    assert_eq!(on_one("float4 v = float4(5, 6, 7, 8); r = v[x];", 2.0, 0.0), [7.0; 4]);
}

#[test]
fn assignments_chain_and_compound() {
    assert_eq!(
        on_one("float a, b; a = b = x + 1; a += 2; b *= a; a -= 1; b /= 2; r = float4(a, b, 0, 0);", 1.0, 0.0),
        [3.0, 4.0, 0.0, 0.0]
    );
    assert_eq!(
        on_one("float a = x; float b = a++ + a; float c = --a; r = float4(a, b, c, ++c);", 1.0, 0.0),
        [1.0, 3.0, 1.0, 2.0]
    );
    assert_eq!(on_one("float a = x, b; b = a++ * 10 + a++; r = float4(a, b, 0, 0);", 1.0, 0.0), [3.0, 12.0, 0.0, 0.0]);
    assert_eq!(
        on_one("float4 v = float4(1, 2, 3, 4); v.yzw /= 2; v.zyxw = float4(30, 20, 10, 40) + v; r = v;", 0.0, 0.0),
        [11.5, 21.0, 31.0, 42.0]
    );
    assert_eq!(
        on_one("float a = 1, b = 2; float t = x > 0 ? (a = 5) : (b = 7); r = float4(a, b, t, 0);", 1.0, 0.0),
        [5.0, 2.0, 5.0, 0.0]
    );
}

#[test]
fn loops_of_every_kind() {
    assert_eq!(on_one("float i, s = 0; for (i = 0; i < x; i++) s += i; r = s;", 5.0, 0.0), [10.0; 4]);
    assert_eq!(
        on_one(
            "float i = 0, s = 0; for (;;) { if (i >= x) break; i += 1; if (i == 2) continue; s += i; } r = s;",
            5.0,
            0.0
        ),
        [13.0; 4]
    );
    assert_eq!(on_one("float i = x; while (i > 1) i /= 2; r = i;", 20.0, 0.0), [0.625; 4]);
    assert_eq!(on_one("float i = 0; do { i += 1; if (i == 3) continue; } while (i < x); r = i;", 7.0, 0.0), [7.0; 4]);
    assert_eq!(on_one("float i = 0; do i++; while (i < x); r = i;", 0.0, 0.0), [1.0; 4]);
    assert_eq!(
        on_one(
            "float i, j, s = 0; for (i = 0, j = 10; i < j; i++, j--) { if (i == 1) continue; s += j - i; } r = s;",
            0.0,
            0.0
        ),
        [22.0; 4]
    );
    assert_eq!(
        on_one("float i = 0, n = 0; while (i++ < x) n += i; r = float4(i, n, 0, 0);", 3.0, 0.0),
        [4.0, 6.0, 0.0, 0.0]
    );
    assert_eq!(on_one("r = 1; if (x > 0) return; r = 2;", 1.0, 0.0), [1.0; 4]);
    assert_eq!(
        on_one("float i; float s = 0; for (i = 0; i < 3; i += 1) { float i = 10; s += i; } r = s;", 0.0, 0.0),
        [30.0; 4]
    );
}

#[test]
fn ints_truncate_and_divide_whole() {
    assert_eq!(on_one("int i = x; int j = y; r = float4(i, j, i / j, i % j);", 7.9, -2.9), [7.0, -2.0, -3.0, 1.0]);
    assert_eq!(on_one("int i = -x; r = float4(i / 2, i % 2, i / 0, i % 0);", 7.0, 0.0), [-3.0, -1.0, 0.0, 0.0]);
    assert_eq!(on_one("int i = x; r = float4(i & 6, i | 8, i ^ 1, i << 2);", 5.0, 0.0), [4.0, 13.0, 4.0, 20.0]);
    assert_eq!(
        on_one("int i = x; i += 0.6; i >>= 1; r = float4(i, ~i, (float) i / 2, i / 2.0f);", 7.0, 0.0),
        [3.0, -4.0, 1.5, 1.5]
    );
    assert_eq!(on_one("r = float4(7 / 2, (float) 7 / 2, 0x10, 1e1f);", 0.0, 0.0), [3.0, 3.5, 16.0, 10.0]);
    assert_eq!(on_one("int n; float s = 0; for (n = 0; n < 4; ++n) { s = s + n; } r = s;", 0.0, 0.0), [6.0; 4]);
}

#[test]
fn whole_numbers_beyond_32_bits_are_floats_until_an_int_is_wanted() {
    let n = 4294967296.0;
    assert_eq!(on_one("r = float4(4294967296, 0xFFFFFFFF, -4294967296, 10000000000);", 0.0, 0.0), [n, n, -n, 1e10]);
    assert_eq!(on_one("r = x > 0 ? 4294967296 : 1; r.y = 2147483648 + x;", 1.0, 0.0), [n, n / 2.0, n, n]);
    // As ints they are their 32 bits.
    assert_eq!(
        on_one("int i = 0xFFFFFFFF; r = float4(i, 4294967295 & 7, ~0xFFFFFFFF, i == 0xFFFFFFFF);", 0.0, 0.0),
        [-1.0, 7.0, 0.0, 1.0]
    );
    assert_eq!(
        on_one_with_integers("int i = -2147483648; r = float4(i, -i, i >> 31, - -2147483648);", 0.0, 0.0),
        [-n / 2.0, -n / 2.0, -1.0, n / 2.0]
    );
    assert_eq!(on_one("int i = x; int j = i - 0xFFFFFFFF; r = float4(j, i, 0, 0);", 2.5, 0.0), [3.0, 2.0, 0.0, 0.0]);
    // However deep it stands: the place settles all of it.
    assert_eq!(on_one("int i = x; int j = i * 0xFFFFFFFF - 1; r = j;", 2.5, 0.0), [-3.0; 4]);
    assert_eq!(
        on_one("int i = x > 0 ? 0x80000000 : 3; r = i; i = x < 0 ? 0x80000000 : x; r.y = i;", 2.5, 0.0),
        [-n / 2.0, 2.0, -n / 2.0, -n / 2.0]
    );
}

#[test]
fn side_effects_go_from_left_to_right() {
    let text = "
        typedef struct { float2 a; float b; } P;
        typedef float4 Hit;
        kernel void both(out float2 a, out float2 b) { a = 1; b = 2; }
        kernel float last(float x) { while (1) { if (x > 3) return x; x++; } }
        kernel float once(float x) { do { if (x > 3) return x; else return 2; } while (1); }
        kernel void k(float x<>, out float4 r<>, out float2 s<>) {
            float half = 4, e = 1;
            Hit h = Hit(half, (half) * 2, (half) - 1, (half));
            h = (Hit) h + (float4) 0;
            P p = { float2(e, e), e-- };
            float2 v = 0;
            both(v.yx, v);
            r = float4(p.a, p.b, v.x) + h - float4(4, 8, 3, 4);
            both(v, v.yx);
            s = float2(v.x + last(x), once(x));
        }";
    let found = everywhere(text, &[2], &[stream(&[2], 1, &[1.5, 4.0]), OUT, OUT]);
    assert_eq!(found[0], [1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 2.0]);
    assert_eq!(found[1], [5.5, 2.0, 6.0, 4.0]);
}

/// What a return takes along counts, though what comes behind the loop writes it anew.
#[test]
fn elements_return_from_within_loops() {
    let x: Vec<(f32, f32)> = (0..8).map(|x| (x as f32, 0.0)).collect();
    let turns = |x: f32| if x < 5.0 { x } else { 9.0 };
    let kernels = [
        "int i; r = 0; for (i = 0; i < 5; i++) { if (i == x) return; r += 1; } r = 9;",
        "int i = 0; r = 0; while (i < 5) { if (i == x) return; i++; r = i; } r = 9;",
        "int i = 0; r = 0; do { if (i == x) return; r += 1; i += 1; } while (i < 5); r = 9;",
        "int i, j; r = 0; for (i = 0; i < 5; i++) { for (j = 0; j < 2; j++) { if (i == x) return; } r += 1; } r = 9;",
        "int i; r = 0; for (i = 0; i < 5; i++) { if (i < x) { r += 1; continue; } return; } r = 9;",
        "int i; float t = 0; for (i = 0; i < 5; i++) { if (i == x) { r = t; return; } t += 1; } t = 9; r = t;",
        "int i; r = 0; for (i = 0; i < 5; i++) { if (i == x) return; r.xy += 1; r[2] += 1; r.w = r.x; } r = 9;",
    ];
    for body in kernels {
        for ([got, ..], (x, _)) in on_pairs(body, &x).into_iter().zip(&x) {
            assert_eq!(got, turns(*x), "of {x}: {body}");
        }
    }
    let text = "kernel void count(float a, out float n<>) {
        int i; n = 0; for (i = 0; i < 5; i++) { if (i == a) return; n += 1; } n = 9; }
        kernel void k(float a<>, out float r<>, out float twice<>) { count(a, r); twice = r + r; }";
    let a: Vec<f32> = x.iter().map(|(x, _)| *x).collect();
    let results = everywhere(text, &[8], &[stream(&[8], 1, &a), ParameterValue::Nothing, ParameterValue::Nothing]);
    assert_eq!(results[0], a.iter().map(|&a| turns(a)).collect::<Vec<_>>());
}

#[test]
fn elements_leave_loops_one_by_one() {
    let pairs: Vec<(f32, f32)> = [5.0, 1.0, 3.0, 0.0, 8.0, 2.0, 7.0, 4.0, 6.0].map(|x| (x, 0.0)).to_vec();
    for body in [
        "float q; do { q = x * .5; x -= 1; } while (x > 0); r = q;",
        "float q; for (;;) { q = x * .5; x -= 1; if (x <= 0) break; } r = q;",
        "float q; while (1) { q = x * .5; x -= 1; if (x <= 0) break; } r = q;",
        "float q; do { q = x * .5; x -= 1; if (x > 3) continue; y = q; } while (x > 0); r = q;",
        "float q; while ((x = x - 1) >= 0) { q = (x + 1) * .5; } r = q > 0 ? q : q + .5; if (x < -1) r = 0;",
        "for (;;) { r = x * .5; x -= 1; if (x <= 0) return; }",
        "float q, i; for (i = 0; ; i++) { q = x * .5; x -= 1; if (x <= 0) break; } r = q + 0 * i;",
    ] {
        let found = on_pairs(body, &pairs);
        for (result, (x, _)) in found.iter().zip(&pairs) {
            let wanted = if *x == 0.0 && !body.contains("(x = x") { 0.0 } else { 0.5 };
            assert_eq!(*result, [wanted; 4], "{body} of {x}");
        }
    }
}

#[test]
fn steps_look_at_their_place_once() {
    let found =
        on_one("float4 v = 0; int i = 0; float q = v[i++]++; r = float4(i, q + v[0] + 10 * v[1], 0, 0);", 0.0, 0.0);
    assert_eq!(found, [1.0, 1.0, 0.0, 0.0]);
    assert_eq!(
        on_one("float2 v = {1, 5}; float a = v.y--; float b = --v.y; r = float4(a, b, v);", 0.0, 0.0),
        [5.0, 3.0, 1.0, 3.0]
    );
    assert_eq!(on_one("int i = 7; int j = i++ + ++i; r = float4(i, j, i-- - i, i);", 0.0, 0.0), [9.0, 16.0, 1.0, 8.0]);
}

#[test]
fn gathers_round_clamp_and_cut_their_index() {
    let text = "kernel void k(float2 i<>, float a[][], out float r<>, out float s<>) {
        r = a[i]; s = a[i.y][i.x];
    }";
    let at: [[f32; 2]; 8] =
        [[0.0, 0.0], [1.5, 0.49], [2.49, 1.0], [-3.0, 9.0], [0.5, -0.5], [1e9, -1e9], [2.0, 0.5], [0.49999997, 0.0]];
    let a: Vec<f32> = (0..6).map(|n| n as f32).collect();
    let wanted: Vec<f32> = vec![0.0, 2.0, 5.0, 3.0, 1.0, 2.0, 5.0, 0.0];
    let given = [stream(&[8], 2, at.as_flattened()), stream(&[2, 3], 1, &a), OUT, OUT];
    assert_eq!(everywhere(text, &[8], &given), [wanted.clone(), wanted]);
}

#[test]
fn gathers_take_any_index_and_dimension() {
    let list: Vec<f32> = (0..24).map(|n| n as f32).collect();
    let read = |index: &str, extents: &[usize]| {
        let text = format!(
            "kernel void k(float x<>, float a[], out float r<>) {{ int i = x; float4 v = float4(x, 1, 2, 1); r = a{index}; }}"
        );
        everywhere(&text, &[1], &[stream(&[1], 1, &[1.0]), stream(extents, 1, &list), OUT])[0][0]
    };
    assert_eq!(read("[x]", &[24]), 1.0);
    assert_eq!(read("[v]", &[24]), 1.0);
    assert_eq!(read("[i + 4]", &[24]), 5.0);
    assert_eq!(read("[i - 7]", &[24]), 0.0);
    assert_eq!(read("[v]", &[4, 6]), 7.0);
    assert_eq!(read("[2][i]", &[4, 6]), 13.0);
    assert_eq!(read("[9][9]", &[4, 6]), 23.0);
    assert_eq!(read("[v]", &[3, 2, 4]), 21.0);
    assert_eq!(read("[v.zyx]", &[3, 2, 4]), 14.0);
    assert_eq!(read("[i][1][x]", &[3, 2, 4]), 13.0);
    assert_eq!(read("[v]", &[2, 3, 2, 2]), 12.0 + 8.0 + 2.0 + 1.0);
    assert_eq!(read("[1][2][1][i]", &[2, 3, 2, 2]), 23.0);
    assert_eq!(read("[x]", &[4, 6]), 1.0);
}

#[test]
fn indexof_of_outputs_and_inputs() {
    let text = "kernel void k(float a<>, float b<>, out float4 r<>, out float4 s<>, out float2 t<>) {
        r = indexof(r); s = indexof b; t = indexof b.yx + (indexof a).xy;
    }";
    let given = [stream(&[4, 6], 1, &[0.0; 24]), stream(&[2, 12], 1, &[0.0; 24]), OUT, OUT, OUT];
    let results = everywhere(text, &[4, 6], &given);
    for element in 0..24usize {
        let (x, y) = ((element % 6) as f32, (element / 6) as f32);
        let b = [2.0 * x, (y / 2.0).floor()];
        assert_eq!(results[0][4 * element..][..4], [x, y, 0.0, 0.0]);
        assert_eq!(results[1][4 * element..][..4], [b[0], b[1], 0.0, 0.0]);
        assert_eq!(results[2][2 * element..][..2], [b[1] + x, b[0] + y]);
    }
    for (extents, wanted) in [
        (vec![5], [3.0, 0.0, 0.0, 0.0]),
        (vec![2, 2, 3], [0.0, 1.0, 0.0, 0.0]),
        (vec![2, 1, 2, 2], [1.0, 1.0, 0.0, 0.0]),
    ] {
        let results = everywhere("kernel void k(out float4 r<>) { r = indexof(r); }", &extents, &[OUT]);
        assert_eq!(results[0][12..16], wanted, "{extents:?}");
    }
}

#[test]
fn inputs_repeat_and_stride() {
    let text = "kernel void k(float a<>, out float r<>) { r = a; }";
    let run = |from: &[usize], to: &[usize]| {
        let values: Vec<f32> = (0..from.iter().product()).map(|n: usize| n as f32).collect();
        everywhere(text, to, &[stream(from, 1, &values), OUT]).remove(0)
    };
    assert_eq!(run(&[3], &[9]), [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    assert_eq!(run(&[9], &[5]), [0.0, 2.0, 4.0, 6.0, 8.0]);
    assert_eq!(run(&[10], &[5]), [0.0, 2.0, 4.0, 6.0, 8.0]);
    assert_eq!(run(&[1, 3], &[2, 3]), [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]);
    assert_eq!(run(&[3], &[2, 3]), [0.0, 1.0, 2.0, 0.0, 1.0, 2.0]);
    assert_eq!(run(&[4, 2], &[2, 4]), [0.0, 0.0, 1.0, 1.0, 4.0, 4.0, 5.0, 5.0]);
    assert_eq!(run(&[2, 1, 2], &[2, 2, 4])[8..], [2.0, 2.0, 3.0, 3.0, 2.0, 2.0, 3.0, 3.0]);
    assert_eq!(
        run(&[1, 2, 1, 2], &[2, 2, 2, 2]),
        [0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 2.0, 3.0, 0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 2.0, 3.0]
    );
}

#[test]
fn iterators_leave_the_upper_bound_out() {
    let text = "kernel void k(iter float i<>, iter float2 j<>, out float r<>, out float2 s<>) { r = i; s = j; }";
    let given = [
        ParameterValue::Streams(vec![Array::iterator(&[4], &[0.0], &[2.0])]),
        ParameterValue::Streams(vec![Array::iterator(&[4], &[0.0, 4.0], &[4.0, 0.0])]),
        OUT,
        OUT,
    ];
    let results = everywhere(text, &[4], &given);
    assert_eq!(results[0], [0.0, 0.5, 1.0, 1.5]);
    assert_eq!(results[1], [0.0, 4.0, 1.0, 3.0, 2.0, 2.0, 3.0, 1.0]);
    let grid = Array::iterator(&[2, 3], &[0.0, 10.0], &[3.0, 12.0]);
    assert_eq!(grid.values, [0.0, 10.0, 1.0, 10.0, 2.0, 10.0, 0.0, 11.0, 1.0, 11.0, 2.0, 11.0]);
}

#[test]
fn records_are_their_fields() {
    let text = "
        typedef struct pair_t { float a; float2 b; } Pair;
        typedef struct { Pair first; float4 rest; } Both;
        kernel Pair swap_b(Pair p) { Pair q; q = p; q.b = p.b.yx; return q; }
        kernel void k(Both x<>, Both table[], Pair c, float i, out Both r<>, out float s<>) {
            Both other = table[i];
            Pair made = { 7, {8, 9} };
            r = x;
            r.first = swap_b(x.first);
            r.rest.zw = other.first.b + table[i + 1].rest.xy;
            s = c.a + made.b.y + other.rest.w;
        }";
    let both = |n: f32| {
        ParameterValue::Streams(vec![
            Array::new(&[2], 1, vec![n, n + 1.0]),
            Array::new(&[2], 2, vec![n + 10.0, n + 11.0, n + 12.0, n + 13.0]),
            Array::new(&[2], 4, (0..8).map(|k| n + 20.0 + k as f32).collect()),
        ])
    };
    let given = [
        both(0.0),
        both(100.0),
        ParameterValue::Constants(vec![vec![5.0], vec![6.0, 7.0]]),
        constant(&[0.0]),
        OUT,
        OUT,
    ];
    let results = everywhere(text, &[2], &given);
    assert_eq!(results[0], [0.0, 1.0]);
    assert_eq!(results[1], [11.0, 10.0, 13.0, 12.0]);
    assert_eq!(results[2], [20.0, 21.0, 234.0, 236.0, 24.0, 25.0, 234.0, 236.0]);
    assert_eq!(results[3], [5.0 + 9.0 + 123.0; 2]);
}

#[test]
fn kernels_call_kernels() {
    let text = "
        kernel float2 turn(float2 v) { return float2(-v.y, v.x); }
        kernel void half(float a<>, float table[], out float low<>, out float high<>) {
            if (a < 0) { low = -1; high = table[0]; return; }
            low = floor(a / 2);
            high = table[low];
        }
        kernel void place(float s<>, out float4 where_<>) { where_ = indexof(s); }
        kernel void k(float x<>, float table[], float other[], out float4 r<>, out float4 s<>) {
            float a, b;
            float2 t = turn(turn(float2(x, 2 * x + 1)));
            half(x + 1, table, a, b);
            r = float4(t, a, b);
            half(x - 2, other, r.y, b);
            place(x, s);
            s.w = b;
        }";
    let given = [
        stream(&[3], 1, &[0.0, 4.0, 7.0]),
        stream(&[4], 1, &[10.0, 11.0, 12.0, 13.0]),
        stream(&[4], 1, &[20.0, 21.0, 22.0, 23.0]),
        OUT,
        OUT,
    ];
    let results = everywhere(text, &[3], &given);
    assert_eq!(results[0], [0.0, -1.0, 0.0, 10.0, -4.0, 1.0, 2.0, 12.0, -7.0, 2.0, 4.0, 13.0]);
    assert_eq!(results[1], [0.0, 0.0, 0.0, 20.0, 1.0, 0.0, 0.0, 21.0, 2.0, 0.0, 0.0, 22.0]);
}

#[test]
fn arguments_may_alias() {
    let text = "
        kernel void step_to(float x, float y, float cx, float cy, out float nx<>, out float ny<>) {
            nx = x * x - y * y + cx; ny = 2 * x * y + cy;
        }
        kernel void k(float cx<>, float cy<>, out float2 r<>) {
            float x = 0, y = 0, n;
            for (n = 0; n < 3; n++) step_to(x, y, cx, cy, x, y);
            r = float2(x, y);
        }";
    let results = everywhere(text, &[1], &[stream(&[1], 1, &[0.25]), stream(&[1], 1, &[0.5]), OUT]);
    let (mut x, mut y) = (0.0f32, 0.0f32);
    for _ in 0..3 {
        (x, y) = (x * x - y * y + 0.25, 2.0 * x * y + 0.5);
    }
    assert_eq!(results[0], [x, y]);
    let both = "
        kernel void two(float a, out float p<>, out float q<>) { p = a + 1; q = p + a; }
        kernel void k(float a<>, out float r<>) { float t = a; two(t, t, t); r = t; }";
    assert_eq!(everywhere(both, &[1], &[stream(&[1], 1, &[3.0]), OUT])[0], [7.0]);
}

#[test]
fn parameters_may_be_assigned() {
    let text = "kernel void k(float x<>, float c, iter float i<>, out float r<>) { x += 1; c *= 2; i = i + c; r = x * c + i; }";
    let given = [
        stream(&[2], 1, &[1.0, 2.0]),
        constant(&[3.0]),
        ParameterValue::Streams(vec![Array::iterator(&[2], &[0.0], &[2.0])]),
        OUT,
    ];
    assert_eq!(everywhere(text, &[2], &given)[0], [18.0, 25.0]);
}

#[test]
fn names_of_glsl_are_free() {
    let text = "
        kernel float filter(float input, float output) { float active = input + output; return active; }
        kernel void sample(float input<>, float texture[], float uniform_, float attribute, out float output<>, out float fetch<>) {
            float min = filter(input, 1), max = 2, length = 3, sign = 4, sample = 5, gl_x = 6, _y = 7, a__b = 8;
            float here = texture[min], vec3 = attribute, main = uniform_, fetch_input = 1, element = 2, index = 3, int_ = 4;
            output = min + max + length + sign + sample + gl_x + _y + a__b;
            fetch = here + vec3 + main + fetch_input + element + index + int_;
        }";
    let given =
        [stream(&[1], 1, &[1.0]), stream(&[3], 1, &[1.0, 2.0, 3.0]), constant(&[10.0]), constant(&[20.0]), OUT, OUT];
    assert_eq!(everywhere(text, &[1], &given), [[37.0], [43.0]]);
}

#[test]
fn discarded_elements_keep_what_they_held() {
    use brooklet::brook::PlanLimits;
    let text = "
        kernel void no(float x, out float y<>) { y = x; if (x < 0) discard; y = x + 1; }
        kernel void k(float x<>, out float r<>, out float2 s<>) {
            float y; s = 1; if (x == 0) discard; no(x, y); r = y; s = float2(y, x);
        }";
    let unit = support::brook::unit(text);
    let given = [stream(&[3], 1, &[0.0, 5.0, -5.0]), OUT, OUT];
    let old =
        [Array::new(&[3], 1, vec![90.0, 91.0, 92.0]), Array::new(&[3], 2, vec![80.0, 81.0, 82.0, 83.0, 84.0, 85.0])];
    let wanted = [vec![90.0, 6.0, 92.0], vec![80.0, 81.0, 6.0, 5.0, 84.0, 85.0]];
    let results = unit.kernels[1].run(&[3], &given, &old).unwrap();
    assert_eq!([results[0].values.clone(), results[1].values.clone()], wanted);
    support::each_dialect(|device| {
        for outputs in [1, 2] {
            let targets = PlanLimits { outputs, inputs: 16, ..PlanLimits::default() };
            let results = support::brook::map_on(device, &unit, &unit.kernels[1], &[3], &given, &old, targets);
            assert_eq!(results, wanted);
        }
    });
}

#[test]
fn what_is_not_chosen_does_not_discard() {
    let text = "
        kernel float no(float x) { if (x < 0) discard; return x; }
        kernel float deeper(float x) { return no(x - 1); }
        kernel void k(float x<>, out float r<>) { r = x < 2 ? 2 * x : deeper(2 - x); }";
    let unit = support::brook::unit(text);
    let kernel = unit.kernels.last().unwrap();
    let given = [stream(&[3], 1, &[-5.0, 1.5, 2.5]), OUT];
    let old = [Array::new(&[3], 1, vec![90.0, 91.0, 92.0])];
    assert_eq!(kernel.run(&[3], &given, &old).unwrap()[0].values, [-10.0, 3.0, 92.0]);
    support::each_dialect(|device| {
        let results = support::brook::map_on(device, &unit, kernel, &[3], &given, &old, support::brook::CUTS[0]);
        assert_eq!(results, [[-10.0, 3.0, 92.0]]);
    });
}

#[test]
fn host_code_is_passed_over_and_macros_are_honoured() {
    let text = r##"
# 1 "file.br"
#pragma once
#include <stdio.h>
#include "not_there.h"
#ifndef SCALE
#define SCALE 3 // three
#endif
#define SQUARE(x) ((x) * (x))
#define LONG(a, b) SQUARE(a) \
    + SCALE * (b)
#if defined(SCALE) && SCALE > 2 && !defined(NO)
#define BIG 1
#else
#define BIG 0 }
#endif
extern "C" {
int puts(const char *);
}
typedef float4 Vector;
typedef struct { char *name; int *p; } Host;
typedef void (*Callback)(float<>, int);
static const char *text = "} kernel void no( { \" /*", letter = '"';
float table[2][2] = { { 1, 2 }, { 3, 4 } }, reduce = 3;
struct Node { struct Node *next; } node;
kernel void k(float a<>, float n, out Vector r<>);
extern kernel void other(float a<>, out float r<>);
int main(int argc, char **argv) {
    float s<10, 10>; /* } */ // }
    if (s < 3) { puts("} \" {"); } // comment \
    } still a comment
    return '}' == '{';
}
void kernel half(out Vector r<>, const float a) { r = a / 2; }
void static kernel k(float a<>, int n, out Vector r<>) {
    Vector t;
#define INSIDE 10
    half(t, LONG(a, 2) + INSIDE * BIG);
#undef INSIDE
    r = t + n;
}
"##;
    assert_eq!(everywhere(text, &[1], &[stream(&[1], 1, &[4.0]), constant(&[5.0]), OUT])[0], [21.0; 4]);
}

/// What a sub-kernel does not assign to its `out` arguments comes back as zero, whatever the variable held.
#[test]
fn out_arguments_start_as_zero() {
    let subs = "
        kernel void some(float x, out float a<>, out float2 b<>) { if (x > 1) { a = x; b = float2(x, -x); } }
        kernel void part(float x, out float4 v<>) { v.y = x; if (x < 2) v.w = 2 * x; }
        kernel void early(float x, out float a<>) { if (x > 2) return; a = x; }
        kernel void read(float x, out float a<>) { if (x > 1) a = x; a += 1; }
        kernel void loop(float x, out float a<>) { float i; for (i = 0; i < x - 1; i++) a = 10 * i + x; }
        kernel void inner(float x, out float a<>, out float2 b<>) { if (x > 2) some(x, a, b); }\n";
    // The variable holds something, has no value yet, or is an output of the kernel.
    let kernel = "kernel void k(float x<>, out float a<>, out float2 b<>, out float4 v<>, out float4 w<>) {
        float own = 7, fresh, other = 9;
        float2 pair = float2(5, 6);
        a = 1; b = 2; v = 3;
        some(x, a, b);
        part(x, v);
        early(x, own);
        read(x, fresh);
        w.xyz = float3(own, 5, fresh);
        inner(x, other, pair);
        w.w = other + 2 * pair.y;
        loop(x, own);
        w.x += 100 * own;
    }";
    let xs = [1.0, 1.5, 2.0, 3.0];
    let got = everywhere(&format!("{subs}{kernel}"), &[4], &[stream(&[4], 1, &xs), OUT, OUT, OUT, OUT]);
    for (at, x) in xs.into_iter().enumerate() {
        let when = |holds: bool, value: f32| if holds { value } else { 0.0 };
        assert_eq!(got[0][at], when(x > 1.0, x), "a of {x}");
        assert_eq!(got[1][2 * at..][..2], [when(x > 1.0, x), when(x > 1.0, -x)], "b of {x}");
        assert_eq!(got[2][4 * at..][..4], [0.0, x, 0.0, when(x < 2.0, 2.0 * x)], "v of {x}");
        let rounds = (x - 1.0).ceil();
        let looped = when(rounds > 0.0, 10.0 * (rounds - 1.0) + x);
        let (own, sum) = (when(x <= 2.0, x), when(x > 2.0, -x));
        assert_eq!(got[3][4 * at..][..4], [own + 100.0 * looped, 5.0, when(x > 1.0, x) + 1.0, sum], "w of {x}");
    }
}
