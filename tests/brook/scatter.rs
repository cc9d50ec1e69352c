//! Scatter outputs, `out float a[]`: writes at computed indices, against plain Rust, and what is refused.

use crate::support;

use brooklet::brook::interpret::{Array, ParameterValue};
use brooklet::brook::{Error, Program, Unit, before};
use brooklet::{Layout, Shape};
use expect_test::expect;
use proptest::prelude::*;
use support::brook::fitting;
use support::diagnostics::{warns, wrong};
use support::{SPECIAL, bits, builder, each_dialect, noise, open};

const SPREAD: &str = "kernel void spread(float a<>, float at<>, float n, out float o[]) {
    float k;
    if (a > 0) o[at] = a;
    for (k = 0; k < n; k += 1) { if (at < 0) break; o[at + k * 7] = a * 10 + k; }
}";

/// What plain Rust makes of `SPREAD`.
fn spread(a: &[f32], at: &[f32], n: usize, o: &mut [f32]) {
    let mut write = |index: f32, value: f32| {
        let index = (index + 0.5).floor();
        if index >= 0.0 && index < o.len() as f32 {
            o[index as usize] = value;
        }
    };
    for (&a, &at) in a.iter().zip(at) {
        if a > 0.0 {
            write(at, a);
        }
        for k in (0..n).take_while(|_| at >= 0.0) {
            write(at + k as f32 * 7.0, a * 10.0 + k as f32);
        }
    }
}

fn check(program: &Program, elements: usize, count: usize, n: usize, packed: bool, seed: u64) {
    let device = program.device();
    let a: Vec<f32> = noise(count, seed).iter().map(|v| (v * 50.0).round()).collect();
    let at: Vec<f32> =
        noise(count, seed + 1).iter().map(|v| ((v * 0.6 + 0.5) * elements as f32 * 4.0).round() / 4.0).collect();
    let old = noise(elements, seed + 2);
    let layout = if packed { Layout::Packed } else { Layout::Plain };
    let (a_stream, at_stream) = (device.upload(&a).unwrap(), device.upload(&at).unwrap());
    let mut o = device.upload_with(elements, layout, &old).unwrap();
    let call = program.kernel("spread").unwrap().stream("a", &a_stream).stream("at", &at_stream);
    let call = call.constant("n", n as f32).output("o", &mut o).shape(count);
    if fitting(call.run()).is_none() {
        return;
    }
    let mut wanted = old;
    spread(&a, &at, n, &mut wanted);
    assert_eq!((o.shape(), o.layout()), (Shape::from(elements), layout));
    assert_eq!(o.read().unwrap(), wanted, "{count} to {elements}, {n} more each");
}

#[test]
fn every_size_and_more_writes_than_elements() {
    each_dialect(|device| {
        let program = Program::compile(device, "spread.br", SPREAD).unwrap();
        for (number, elements) in support::sizes().enumerate() {
            for (count, n) in [(elements, 0), (elements / 3 + 1, 2), (0, 1)] {
                check(&program, elements, count, n, number % 2 == 0, 5);
            }
        }
        check(&program, 5, 1000, 1, false, 6);
        check(&program, 1, 100, 3, true, 7);
    });
}

proptest! {
    #![proptest_config(support::cases(10, 60))]
    #[test]
    fn any_sizes(elements in 0usize..300, count in 0usize..300, n in 0usize..4, packed: bool, seed in 0u64..1000) {
        let device = open(builder(support::dialects()[0]));
        let program = Program::compile(&device, "spread.br", SPREAD).unwrap();
        check(&program, elements, count, n, packed, seed);
    }
}

#[test]
fn values_keep_their_bits() {
    let text = "kernel void turn(float4 a<>, out float4 o[]) { o[11 - indexof(a).x] = a; }";
    each_dialect(|device| {
        let program = Program::compile(device, "turn.br", text).unwrap();
        let mut four: Vec<[f32; 4]> = (0..12).map(|n| std::array::from_fn(|c| SPECIAL[(n + c) % 12])).collect();
        let a = device.upload(&four).unwrap();
        let mut o = device.stream::<[f32; 4]>(12).unwrap();
        program.kernel("turn").unwrap().stream("a", &a).output("o", &mut o).run().unwrap();
        four.reverse();
        let wanted: Vec<f32> = four.concat().into_iter().map(support::held).collect();
        assert_eq!(bits(o.read().unwrap().as_flattened()), bits(&wanted));
    });
}

#[test]
fn indices_of_several_axes() {
    // By brackets, by a vector, by a vector of integers, and by more numbers than the stream has axes.
    let text = "
        kernel void brackets(float a<>, out float o[][]) { o[indexof(a).x][indexof(a).y] = a; }
        kernel void vector(float a<>, out float o[]) { o[indexof(o).yx] = a; }
        kernel void whole(float a<>, out float o[][]) { int4 p = instance(); o[p.yx] = a; }
        kernel void three(float a<>, out float o[][][]) { o[9][indexof(a).x][indexof(a).y] = a; }
        kernel void four(float a<>, out float o[][][][]) { float4 p = indexof(a); o[p.x][p.y][p.z][p.w] = a; }";
    each_dialect(|device| {
        let program = Program::compile(device, "axes.br", text).unwrap();
        let values: Vec<f32> = (0..25).map(|n| n as f32).collect();
        let a = device.upload_shaped([5, 5], &values).unwrap();
        for kernel in ["brackets", "vector", "whole", "three"] {
            let mut o = device.upload_shaped([5, 5], &[-1.0; 25]).unwrap();
            program.kernel(kernel).unwrap().stream("a", &a).output("o", &mut o).run().unwrap();
            let wanted: Vec<f32> = (0..25).map(|n| (n % 5 * 5 + n / 5) as f32).collect();
            assert_eq!(o.read().unwrap(), wanted, "{kernel}");
        }
        let a = device.upload_shaped([2, 3, 3, 2], &(0..36).map(|n| n as f32).collect::<Vec<_>>()).unwrap();
        let mut o = device.upload_shaped([2, 3, 3, 2], &[-1.0; 36]).unwrap();
        program.kernel("four").unwrap().stream("a", &a).output("o", &mut o).run().unwrap();
        let turned = |n: usize| (n % 2 * 18 + n / 2 % 3 * 6 + n / 6 % 3 * 2 + n / 18) as f32;
        assert_eq!(o.read().unwrap(), (0..36).map(turned).collect::<Vec<_>>());
    });
}

#[test]
fn what_is_at_no_element_is_dropped() {
    let text = "kernel void k(float at<>, out float o[]) { o[at] = indexof(at).x; }";
    each_dialect(|device| {
        let program = Program::compile(device, "k.br", text).unwrap();
        let at = [-0.75, -0.25, -0.0, 2.5, 3.75, 4.0, 1.0e9, f32::INFINITY, f32::NEG_INFINITY];
        let stream = device.upload(&at).unwrap();
        let mut o = device.upload(&[-1.0; 4]).unwrap();
        program.kernel("k").unwrap().stream("at", &stream).output("o", &mut o).shape(at.len()).run().unwrap();
        assert_eq!(o.read().unwrap(), [2.0, -1.0, -1.0, 3.0]);
    });
}

#[test]
fn inputs_stretch_and_the_old_values_are_read() {
    let text = "kernel void k(float a<>, float old[], out float o[]) { o[5 - indexof(o).x] = old[indexof(o).x] + a; }";
    each_dialect(|device| {
        let program = Program::compile(device, "k.br", text).unwrap();
        let a = device.upload(&[10.0, 20.0]).unwrap();
        let mut o = device.upload(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        program.kernel("k").unwrap().stream("a", &a).in_out("old", "o", &mut o).run().unwrap();
        assert_eq!(o.read().unwrap(), [25.0, 24.0, 23.0, 12.0, 11.0, 10.0]);
        // Of a domain, the indices count from its corner, and the rest does not change.
        let mut o = device.upload_shaped([2, 4], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]).unwrap();
        let text =
            "kernel void k(float old[][], out float o[][]) { float2 p = indexof(o).xy; o[p.yx] = old[p] + 0.5; }";
        let program = Program::compile(device, "k.br", text).unwrap();
        let call = program.kernel("k").unwrap().in_out(before("old"), "o", o.domain_mut([0, 1], [2, 3]));
        call.run().unwrap();
        assert_eq!(o.read().unwrap(), [0.0, 0.5, 4.5, 3.0, 4.0, 1.5, 5.5, 7.0]);
    });
}

#[test]
fn integers_and_short_types() {
    let text = "kernel void k(int a<>, out uchar2 o[]) { uchar2 v; v.x = a; v.y = a / 2; o[a - 250] = v; }";
    let unit = support::brook::unit(text);
    each_dialect(|device| {
        let program = Program::new(device, unit.clone());
        let kernel = &unit.kernels[0];
        let mut a = program.stream_of(kernel.parameters[0].ty, 4).unwrap();
        a.write_bytes(&[251i32, 249, 252, 260].map(i32::to_ne_bytes).concat()).unwrap();
        let mut o = program.stream_of(kernel.parameters[1].ty, 4).unwrap();
        o.write_bytes(&[9; 8]).unwrap();
        program.kernel("k").unwrap().stream("a", &a).output("o", &mut o).run().unwrap();
        assert_eq!(o.read_bytes().unwrap(), [9, 9, 251, 125, 252, 126, 9, 9]);
    });
}

#[test]
fn the_interpreter_returns_what_is_pushed() {
    let unit = Unit::compile("spread.br", SPREAD).unwrap();
    let stream = |values: &[f32]| ParameterValue::Streams(vec![Array::new(&[values.len()], 1, values.to_vec())]);
    let given = [
        stream(&[1.0, -2.0]),
        stream(&[4.0, 6.0]),
        ParameterValue::Constants(vec![vec![1.0]]),
        ParameterValue::Nothing,
    ];
    let pushed = unit.kernels[0].run_pushing(&[2], &given).unwrap().remove(0);
    assert_eq!(pushed[0].values, [1.0, 10.0, -20.0]);
    assert_eq!(pushed[1].values, [4.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0]);
}

#[test]
fn passes_are_those_of_pushes_and_of_a_put() {
    let device = support::device(support::dialects()[0]);
    let program = Program::compile(&device, "k.br", "kernel void k(float a<>, out float o[]) { o[a] = a; }").unwrap();
    let a = device.upload(&[2.0, 0.0, 2.0, 1.0]).unwrap();
    let mut o = device.upload(&[0.0; 4]).unwrap();
    let call = program.kernel("k").unwrap().stream("a", &a).output("o", &mut o);
    let (ran, trace) = device.traced(|| call.run());
    ran.unwrap();
    let kernels: Vec<String> = trace.passes().map(|pass| pass.kernel.clone()).collect();
    let of = |name: &str| kernels.iter().position(|kernel| kernel.contains(name));
    let order = ["k.1", "scan", "brook_pusher", "brook_push_index", "k.2", "brook_position", "put_keys"].map(of);
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{kernels:?}");
}

#[test]
fn more_elements_than_floats_count_are_refused() {
    let device = support::device(support::dialects()[0]);
    let program = Program::compile(&device, "k.br", "kernel void k(float a<>, out float o[]) { o[0] = a; }").unwrap();
    let a = device.upload(&[1.0]).unwrap();
    let made = device.stream::<f32>((1 << 24) + 1);
    if !device.features().integers {
        // There are no such streams.
        let error = made.unwrap_err().to_string();
        assert!(error.contains("16777217") && error.contains("16777216"), "{error}");
        return;
    }
    let mut o = made.unwrap();
    let error = program.kernel("k").unwrap().stream("a", &a).output("o", &mut o).shape(1).run().unwrap_err();
    assert!(matches!(error, Error::Device(_)) && error.to_string().contains("16777217"), "{error}");
}

#[test]
fn what_is_no_scatter_is_refused() {
    let head = "kernel void k(float4 a<>, out float4 r[]) {\n";
    let said = |body: &str| Unit::compile("k.br", &format!("{head}    {body}\n}}")).unwrap_err().to_string();
    for (body, title) in [
        ("r[2] += a;", "only whole elements of scatter output `r` are written, and none is read"),
        ("r[2].x = a.x;", "only whole elements of scatter output `r` are written, and none is read"),
        ("r = a;", "only whole elements of scatter output `r` are written, and none is read"),
        ("r[2][1] = a.x;", "components of an element of scatter output `r` cannot be written alone"),
        ("r[0] = a + r[1];", "scatter output `r` is written, not read"),
        ("r[0] = a * r;", "scatter output `r`"),
    ] {
        assert!(said(body).contains(title), "{body}: {}", said(body));
    }
}

#[test]
fn outputs_beside_a_scatter_output() {
    wrong(
        r#"kernel void k(float a<>, out float r[], out float s<>) {
    r[2] = a;
    s = a;
}"#,
        expect![[r#"
            error[B0405]: kernel `k` has a scatter output, beside which there is no other output
             --> program.br:1:36
              |
            1 | kernel void k(float a<>, out float r[], out float s<>) {
              |                                    ^              - the other output
              |
              = help: make two kernels of it, with one of them each"#]],
    );
}

#[test]
fn a_scatter_output_of_structs() {
    wrong(
        r#"typedef struct { float x; float2 y; } Pair;
kernel void k(Pair a<>, out Pair r[]) {
    r[2] = a;
}"#,
        expect![[r#"
            error[B0414]: scatter output `r` is of a struct: it has numbers or vectors
             --> program.br:2:25
              |
            2 | kernel void k(Pair a<>, out Pair r[]) {
              |                         ^^^^^^^^^^^^
              |
              = help: write the fields with kernels of their own, each with an output such as `out float a[]`"#]],
    );
}

#[test]
fn a_call_of_a_kernel_that_scatters() {
    wrong(
        r#"kernel void k(float a<>, out float r[]) {
    r[2] = a;
}
kernel void l(float a<>, out float r<>) {
    k(a, r);
}"#,
        expect![[r#"
            error[B0314]: kernel `k` scatters to `r`: only the host can call it
             --> program.br:5:5
              |
            1 | kernel void k(float a<>, out float r[]) {
              |                                    - a scatter output
            ...
            5 |     k(a, r);
              |     ^
              |
              = help: let a kernel return the value, and write it where it is called"#]],
    );
}

#[test]
fn a_scatter_output_that_is_never_written() {
    warns(
        "kernel void k(float a<>, out float r[]) { a; }",
        expect![[r#"
        warning[B0502]: scatter output `r` is never written
         --> program.br:1:36
          |
        1 | kernel void k(float a<>, out float r[]) { a; }
          |                                    ^
          |
          = help: write its elements: `r[i] = ..;`

        warning[B0312]: the result of this expression is not used
         --> program.br:1:43
          |
        1 | kernel void k(float a<>, out float r[]) { a; }
          |                                           ^
          |
          = help: to keep it, assign it: `a = ..;`"#]],
    );
}
