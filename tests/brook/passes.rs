//! What a kernel becomes: reductions, pushes, and kernels cut to few outputs and few inputs.

use crate::support;
use crate::support::level::sample;

use brooklet::brook::interpret::{Array, ParameterValue};
use brooklet::brook::{CallLayouts, InputLayout, Plan, PlanLimits, Unit};
use brooklet::{Dialect, Layout, glsl};
use support::brook::{CUTS, close, constant, cuts, everywhere, map_on, push_on, reduce_on, stream, unit};
use support::noise;

const OUT: ParameterValue = ParameterValue::Nothing;

/// Reduces on the interpreter and on every device; what the interpreter gives.
fn reduced(text: &str, extents: &[usize], given: &[ParameterValue], tolerance: f32) -> Vec<Vec<f32>> {
    let unit = unit(text);
    let kernel = unit.kernels.last().unwrap();
    let reference: Vec<Vec<f32>> =
        kernel.reduce(extents, given).unwrap().into_iter().map(|array| array.values).collect();
    support::each_dialect(|device| {
        for targets in cuts() {
            let results = reduce_on(device, &unit, kernel, extents, given, targets);
            assert_eq!(results.len(), reference.len(), "{text}");
            for (result, wanted) in results.iter().zip(&reference) {
                assert!(close(wanted, result, tolerance), "{targets:?}: {result:?} and not {wanted:?}\n{text}");
            }
        }
    });
    reference
}

const SUM: &str = "reduce void sum(float a<>, reduce float r<>) { r += a; }";

#[test]
fn reductions_to_a_value() {
    for count in sample([1, 2, 7, 8, 9, 63, 64, 65, 100, 1000], 0, 2) {
        let values: Vec<f32> = (0..count).map(|n| (n % 17) as f32).collect();
        let wanted: f32 = values.iter().sum();
        assert_eq!(reduced(SUM, &[1], &[stream(&[count], 1, &values), OUT], 0.0), [[wanted]]);
        let max = "reduce void most(reduce float r, float a<>) { r = max(a, r); }";
        assert_eq!(
            reduced(max, &[1], &[OUT, stream(&[count], 1, &values)], 0.0)[0][0],
            values.iter().copied().fold(0.0, f32::max)
        );
    }
}

#[test]
fn reductions_to_smaller_streams() {
    let values: Vec<f32> = (0..100).map(|n| n as f32).collect();
    let given = [stream(&[10, 10], 1, &values), OUT];
    let blocks = reduced(SUM, &[2, 5], &given, 0.0).remove(0);
    for (at, block) in blocks.iter().enumerate() {
        let (column, row) = (at % 5, at / 5);
        let wanted: f32 = (0..10).map(|k| values[(5 * row + k / 2) * 10 + 2 * column + k % 2]).sum();
        assert_eq!(*block, wanted);
    }
    assert_eq!(reduced(SUM, &[10, 1], &given, 0.0)[0][3], (30..40).sum::<i32>() as f32);
    assert_eq!(reduced(SUM, &[1, 10], &given, 0.0)[0][3], (0..10).map(|row| (10 * row + 3) as f32).sum::<f32>());
}

#[test]
fn operators_need_not_commute() {
    // Products of 2 × 2 matrices, with early returns and a gather and a constant beside.
    let text = "
        reduce void product(float4 b<>, reduce float4 a<>, float table[], float k) {
            float4 c = a * k * table[0];
            if (k < 0) return;
            a = float4(dot(c.xy, b.xz), dot(c.xy, b.yw), dot(c.zw, b.xz), dot(c.zw, b.yw));
        }";
    for count in [1, 2, 9, 30] {
        // Rotations, so that nothing grows.
        let angles = noise(count, 7);
        let values: Vec<f32> = angles.iter().flat_map(|a| [a.cos(), -a.sin(), a.sin(), a.cos()]).collect();
        let given = [stream(&[count], 4, &values), OUT, stream(&[1], 1, &[0.5]), constant(&[2.0])];
        let result = reduced(text, &[1], &given, 1e-4).remove(0);
        let sum: f32 = angles.iter().sum();
        assert!(close(&[sum.cos(), -sum.sin(), sum.sin(), sum.cos()], &result, 1e-4), "{result:?}");
    }
    let last = "reduce void last(float2 a<>, reduce float2 r<>) { r = float2(r.x, a.y); }";
    let values: Vec<f32> = (0..200).map(|n| n as f32).collect();
    assert_eq!(reduced(last, &[1], &[stream(&[100], 2, &values), OUT], 0.0), [[0.0, 199.0]]);
    assert_eq!(
        reduced(last, &[2, 2], &[stream(&[10, 10], 2, &values), OUT], 0.0)[0],
        [0.0, 89.0, 10.0, 99.0, 100.0, 189.0, 110.0, 199.0]
    );
}

#[test]
fn reductions_of_records() {
    let text = "
        typedef struct { float low; float2 sums; } Summary;
        reduce void join(Summary a<>, reduce Summary r<>) { r.sums += a.sums; if (a.low < r.low) r.low = a.low; }";
    let low: Vec<f32> = (0..20).map(|n| ((n * 7) % 20) as f32 + 3.0).collect();
    let sums: Vec<f32> = (0..40).map(|n| n as f32).collect();
    let fields = ParameterValue::Streams(vec![Array::new(&[20], 1, low), Array::new(&[20], 2, sums)]);
    assert_eq!(reduced(text, &[1], &[fields, OUT], 0.0), [vec![3.0], vec![380.0, 400.0]]);
}

#[test]
fn pushes_keep_the_order_of_elements() {
    let text = "
        kernel void k(float a<>, float table[], vout[3] float2 v<>, vout[1] float w<>) {
            v = float2(a, table[a]);
            if (a > 2) push(v);
            if (fmod(a, 2) == 0) { v.y = -1; push(v); w = a * 10; push(w); }
            v = indexof(a).xy;
            if (a == 5) push(v);
        }";
    let unit = unit(text);
    let kernel = &unit.kernels[0];
    for extents in [vec![7], vec![2, 3], vec![2, 1, 3]] {
        let count: usize = extents.iter().product();
        let values: Vec<f32> = (0..count).map(|n| n as f32).collect();
        let given =
            [stream(&extents, 1, &values), stream(&[9], 1, &[9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]), OUT, OUT];
        let reference: Vec<Vec<Vec<f32>>> = kernel
            .run_pushing(&extents, &given)
            .unwrap()
            .into_iter()
            .map(|fields| fields.into_iter().map(|field| field.values).collect())
            .collect();
        if count == 7 {
            assert_eq!(reference[1], [[0.0, 20.0, 40.0, 60.0]]);
            assert_eq!(reference[0][0][..8], [0.0, -1.0, 2.0, -1.0, 3.0, 6.0, 4.0, 5.0]);
            assert_eq!(reference[0][0][8..], [4.0, -1.0, 5.0, 4.0, 5.0, 0.0, 6.0, 3.0, 6.0, -1.0]);
        }
        support::each_dialect(|device| {
            for targets in cuts() {
                assert_eq!(push_on(device, &unit, kernel, &extents, &given, targets), reference);
            }
        });
    }
}

#[test]
fn fields_of_pushed_structs_are_cut_like_outputs() {
    let text = "
        typedef struct { float a; float2 b; float c; float4 d; float e; } Five;
        kernel void k(float x<>, float y<>, vout[2] Five v<>) {
            v.a = x; v.b = float2(10 * x, y); v.c = 100 * x; v.d = 1000 * x; v.e = y;
            push(v);
            v.c = -x;
            if (x > 1) push(v);
        }";
    let unit = unit(text);
    let kernel = &unit.kernels[0];
    let given = [stream(&[3], 1, &[1.0, 2.0, 3.0]), stream(&[3], 1, &[7.0, 8.0, 9.0]), OUT];
    let reference = kernel.run_pushing(&[3], &given).unwrap().remove(0);
    let reference: Vec<Vec<f32>> = reference.into_iter().map(|field| field.values).collect();
    assert_eq!(reference[0], [1.0, 2.0, 2.0, 3.0, 3.0]);
    assert_eq!(reference[2], [100.0, 200.0, -2.0, 300.0, -3.0]);
    support::each_dialect(|device| {
        for targets in cuts() {
            assert_eq!(
                push_on(device, &unit, kernel, &[3], &given, targets),
                std::slice::from_ref(&reference),
                "{targets:?}"
            );
        }
    });
}

#[test]
fn streams_are_joined_once_for_all_passes() {
    let inputs: Vec<String> = (0..20).map(|n| format!("float a{n}<>")).collect();
    let outputs: Vec<String> = (0..16).map(|n| format!("out float r{n}<>")).collect();
    let sum: Vec<String> = (0..20).map(|n| format!("a{n}")).collect();
    let body: Vec<String> = (0..16).map(|n| format!("r{n} = {n} + {};", sum.join(" + "))).collect();
    let text = format!("kernel void k({}, {}) {{ {} }}", inputs.join(", "), outputs.join(", "), body.join(" "));
    let device = support::open(support::builder(support::dialects()[0]).max_targets(8).max_samplers(16));
    let program = brooklet::brook::Program::new(&device, unit(&text));
    let streams: Vec<_> = (0..20).map(|n| device.upload(&[n as f32, 1.0]).unwrap()).collect();
    let mut results: Vec<_> = (0..16).map(|_| device.stream::<f32>(2).unwrap()).collect();
    let names: Vec<String> = (0..20).map(|n| format!("a{n}")).chain((0..16).map(|n| format!("r{n}"))).collect();
    let mut call = program.kernel("k").unwrap();
    for (name, stream) in names.iter().zip(&streams) {
        call = call.stream(name, stream);
    }
    for (name, result) in names[20..].iter().zip(&mut results) {
        call = call.output(name, result);
    }
    let (ran, trace) = device.traced(|| call.run());
    ran.unwrap();
    for (n, result) in results.iter().enumerate() {
        assert_eq!(result.read().unwrap(), [190.0 + n as f32, 20.0 + n as f32]);
    }
    // 20 streams in 16 places: five become one in four passes; then two passes of eight outputs, or four of four.
    let passes: Vec<String> = trace.passes().map(|pass| pass.kernel.clone()).collect();
    let joined = ["brook_join"; 4].map(str::to_owned);
    let parts = (1..=16 / device.limits().targets).map(|part| format!("k.{part}"));
    assert_eq!(passes, joined.into_iter().chain(parts).collect::<Vec<_>>());
}

#[test]
fn what_was_pushed_before_a_discard_stays() {
    let unit =
        unit("kernel void k(float a<>, vout[2] float v<>) { v = a; push(v); if (a > 1) discard; v = -a; push(v); }");
    let given = [stream(&[3], 1, &[1.0, 2.0, 3.0]), OUT];
    let wanted = [1.0, -1.0, 2.0, 3.0];
    assert_eq!(unit.kernels[0].run_pushing(&[3], &given).unwrap()[0][0].values, wanted);
    support::each_dialect(|device| {
        assert_eq!(push_on(device, &unit, &unit.kernels[0], &[3], &given, CUTS[0]), [[wanted]]);
    });
}

#[test]
fn nothing_pushed_is_an_empty_stream() {
    let unit = unit("kernel void k(float a<>, vout[1] float v<>) { v = a; if (a > 100) push(v); }");
    let given = [stream(&[5], 1, &[1.0; 5]), OUT];
    assert_eq!(unit.kernels[0].run_pushing(&[5], &given).unwrap()[0][0].extents, [0]);
    support::each_dialect(|device| {
        assert_eq!(push_on(device, &unit, &unit.kernels[0], &[5], &given, CUTS[0]), [[Vec::<f32>::new()]]);
    });
}

#[test]
fn gather_and_scatter_ops_go_element_by_element() {
    let unit = unit("reduce void add(float a<>, reduce float r<>) { r = r * 2 + a; }");
    let add = &unit.kernels[0];
    let index = Array::new(&[4], 1, vec![1.0, 0.0, 1.0, 9.0]);
    let mut array = [Array::new(&[3], 1, vec![1.0, 2.0, 3.0])];
    let taken = add.gather_op(&index, &mut array, &[]).unwrap();
    assert_eq!(taken[0].values, [2.0, 1.0, 6.0, 3.0]);
    assert_eq!(array[0].values, [3.0, 18.0, 9.0]);
    let mut dst = [Array::new(&[3], 1, vec![1.0, 2.0, 3.0])];
    add.scatter_op(&mut dst, &index, &[Array::new(&[4], 1, vec![10.0, 20.0, 30.0, 40.0])], &[]).unwrap();
    assert_eq!(dst[0].values, [22.0, 58.0, 46.0]);
}

fn planned(unit: &Unit, kernel: usize, outputs: usize) -> Plan {
    let kernel = &unit.kernels[kernel];
    unit.plan(kernel, &CallLayouts::as_written(kernel), PlanLimits { outputs, inputs: 16, ..PlanLimits::default() })
        .unwrap()
}

/// Passes, fetches and arithmetic.
fn cost(plan: &Plan) -> (usize, usize, usize) {
    let sum = |of: fn(&brooklet::brook::PlanPass) -> usize| plan.passes.iter().map(of).sum();
    (plan.passes.len(), sum(|pass| pass.cost.fetches), sum(|pass| pass.cost.arithmetic))
}

/// Brook, section 4.2 and Table 1: a product of 4 × 4 matrices, a row an output.
const MATRICES: &str = "
    kernel float4 row(float4 a, float4 b0, float4 b1, float4 b2, float4 b3) {
        return a.x * b0 + a.y * b1 + a.z * b2 + a.w * b3;
    }
    kernel void mat4mult(float4 a0<>, float4 a1<>, float4 a2<>, float4 a3<>, float4 b0<>, float4 b1<>, float4 b2<>, float4 b3<>,
                         out float4 c0<>, out float4 c1<>, out float4 c2<>, out float4 c3<>) {
        c0 = row(a0, b0, b1, b2, b3);
        c1 = row(a1, b0, b1, b2, b3);
        c2 = row(a2, b0, b1, b2, b3);
        c3 = row(a3, b0, b1, b2, b3);
    }";

#[test]
fn the_matrix_product_is_split_as_in_the_paper() {
    let unit = unit(MATRICES);
    // The paper's 8 fetches and 16 instructions, against 20 and 16: no arithmetic is repeated, one matrix is read again.
    assert_eq!(cost(&planned(&unit, 0, 4)), (1, 8, 16));
    assert_eq!(cost(&planned(&unit, 0, 1)), (4, 20, 16));
    let values: Vec<Vec<f32>> = (0..8).map(|n| noise(20, n)).collect();
    let mut given: Vec<ParameterValue> = values.iter().map(|values| stream(&[5], 4, values)).collect();
    given.extend([OUT, OUT, OUT, OUT]);
    let results = everywhere(MATRICES, &[5], &given);
    for element in 0..5 {
        for (row, result) in results.iter().enumerate() {
            for column in 0..4 {
                let wanted: f32 =
                    (0..4).map(|k| values[row][4 * element + k] * values[4 + k][4 * element + column]).sum();
                assert!((result[4 * element + column] - wanted).abs() < 1e-5);
            }
        }
    }
}

/// A particle of a cloth between its four neighbours, held by springs.
const CLOTH: &str = "
    kernel float3 pull(float3 here, float3 there, float stiffness, float rest) {
        float3 way = there - here;
        float far = sqrt(dot(way, way));
        return stiffness * (far - rest) / far * way;
    }
    kernel void cloth(float3 position<>, float3 speed<>, float3 all[][], float2 most, float stiffness, float rest, float step,
                      out float3 new_position<>, out float3 new_speed<>) {
        float2 at = indexof(new_position).xy;
        float3 force = float3(0, -9.81, 0);
        if (at.x > 0) force += pull(position, all[at + float2(-1, 0)], stiffness, rest);
        if (at.y > 0) force += pull(position, all[at + float2(0, -1)], stiffness, rest);
        if (at.x < most.x) force += pull(position, all[at + float2(1, 0)], stiffness, rest);
        if (at.y < most.y) force += pull(position, all[at + float2(0, 1)], stiffness, rest);
        new_speed = speed + step * force;
        new_position = position + step * new_speed;
    }";

#[test]
fn the_cloth_repeats_its_forces_as_in_the_paper() {
    let unit = unit(CLOTH);
    let (passes, fetches, arithmetic) = cost(&planned(&unit, 0, 4));
    assert_eq!((passes, fetches), (1, 6));
    let split = cost(&planned(&unit, 0, 1));
    // As in the paper, nearly all is done twice: both outputs need the force.
    assert_eq!((split.0, split.1), (2, 12));
    assert!(split.2 > 3 * arithmetic / 2 && split.2 < 2 * arithmetic + 1, "{split:?} of {arithmetic}");
    let position: Vec<f32> =
        (0..12).flat_map(|n| [(n % 4) as f32 * 1.1, (n / 4) as f32 * 0.9, 0.1 * n as f32]).collect();
    let given = [
        stream(&[3, 4], 3, &position),
        stream(&[3, 4], 3, &noise(36, 3)),
        stream(&[3, 4], 3, &position),
        constant(&[3.0, 2.0]),
        constant(&[10.0]),
        constant(&[1.0]),
        constant(&[0.01]),
        OUT,
        OUT,
    ];
    everywhere(CLOTH, &[3, 4], &given);
}

#[test]
fn each_pass_has_the_code_of_its_outputs_alone() {
    let unit = unit(
        "
        kernel void work(float a, out float p<>, out float q<>) { p = sin(a); q = cos(a); }
        kernel void k(float a<>, float b<>, float t[], out float r<>, out float s<>, out float n<>) {
            float i, p, q, dead = b * 3;
            work(a, p, q);
            r = p;
            s = 0;
            for (i = 0; i < 4; i++) { s += t[i] * b; dead += t[i]; }
            n = q;
            if (b > 100) { n = 7; dead = 1; }
        }",
    );
    let plan = planned(&unit, 1, 1);
    let text = |pass: usize| glsl::text(&plan.passes[pass].kernel, Dialect::Gl, Layout::Plain).unwrap();
    assert!(text(0).contains("sin(") && !text(0).contains("cos(") && !text(0).contains("for ("), "{}", text(0));
    assert!(text(1).contains("for (") && !text(1).contains("sin(") && !text(1).contains("dead"), "{}", text(1));
    assert!(text(2).contains("cos(") && !text(2).contains("sin(") && !text(2).contains("_stream_t"), "{}", text(2));
    assert_eq!(plan.passes[0].inputs.len(), 1);
    for pass in &plan.passes {
        glsl::text(&pass.kernel, Dialect::Es, Layout::Plain).unwrap();
    }
}

#[test]
fn sixteen_outputs_and_thirty_two_inputs() {
    let inputs: Vec<String> = (0..32).map(|n| format!("float a{n}<>")).collect();
    let outputs: Vec<String> = (0..16).map(|n| format!("out float r{n}<>")).collect();
    let sum: Vec<String> = (0..32).map(|n| format!("{} * a{n}", n + 1)).collect();
    let body: Vec<String> = (0..16).map(|n| format!("r{n} = {n} * ({}) + a{n};", sum.join(" + "))).collect();
    let text = format!("kernel void k({}, {}) {{ {} }}", inputs.join(", "), outputs.join(", "), body.join("\n"));
    let mut given: Vec<ParameterValue> = (0..32).map(|n| stream(&[2, 3], 1, &noise(6, n))).collect();
    given.extend((0..16).map(|_| OUT));
    everywhere(&text, &[2, 3], &given);
}

#[test]
fn joined_inputs_may_be_resized_and_gathered() {
    let text = "kernel void k(float a<>, float b<>, float c[][], float d[], float e<>, float4 f<>, out float r<>) {
        r = a + 10 * b + 100 * c[indexof r] + 1000 * d[a] + 10000 * e + f.w;
    }";
    let values: Vec<f32> = (0..8).map(|n| n as f32).collect();
    let given = [
        stream(&[2, 4], 1, &values),
        stream(&[2, 2], 1, &values[..4]),
        stream(&[2, 4], 1, &values),
        stream(&[5], 1, &values[..5]),
        stream(&[1, 4], 1, &values[..4]),
        stream(&[2, 4], 4, &noise(32, 1)),
        OUT,
    ];
    everywhere(text, &[2, 4], &given);
}

#[test]
fn what_cannot_be_cut_is_an_error_with_both_numbers() {
    let unit = unit("kernel void k(float a<>, float2 b<>, out float r<>) { r = a + b.y; }");
    let kernel = &unit.kernels[0];
    let shapes = CallLayouts { output: 1, parameters: vec![InputLayout::LikeOutput; 3] };
    let error = unit.plan(kernel, &shapes, PlanLimits { outputs: 1, inputs: 1, ..PlanLimits::default() }).unwrap_err();
    assert_eq!(
        error.to_string(),
        "kernel `k`: a pass reads 2 streams even when those of one type are joined; the maximum is 1"
    );
}

#[test]
fn places_are_exact_in_long_streams() {
    let text = "kernel void k(float a[], float i<>, out float r<>, out float4 at<>) { r = a[i]; at = indexof(r); }";
    let unit = unit(text);
    // 2^20 + 3 elements, gathered at places around those where floats lose halves.
    let count = (1 << 20) + 3;
    let long: Vec<f32> = (0..count).map(|n| n as f32).collect();
    let index: Vec<f32> = (0..count).map(|n| (count - 1 - n) as f32).collect();
    support::each_dialect(|device| {
        let given = [stream(&[count], 1, &long), stream(&[count], 1, &index), OUT, OUT];
        let results = map_on(device, &unit, &unit.kernels[0], &[count], &given, &[], CUTS[0]);
        assert_eq!(results[0], index);
        assert!(results[1].chunks(4).enumerate().all(|(n, at)| at == [n as f32, 0.0, 0.0, 0.0]));
    });
}
