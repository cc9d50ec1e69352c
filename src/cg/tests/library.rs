//! The standard library, function by function, against its definition.

use super::{color, compiled};
use crate::cg::{Draw, Options, Profile};
use crate::fragment_program::Chip;

/// Compares the values of an expression of `x` and `y` with those of a function, on the plain machine.
fn agrees(expression: &str, function: impl Fn(f32, f32) -> f32) {
    let text = format!("float4 main(uniform float x, uniform float y) : COLOR {{ return {expression}; }}");
    let program = compiled(&text, &Options::default());
    let compiled = program.lower(None, &[]).unwrap();
    for (x, y) in [(0.5f32, 0.25f32), (-0.75, 2.0), (2.5, -1.5), (3.0, 3.0), (-2.25, 0.5), (0.125, 7.0)] {
        let wanted = function(x, y);
        if !wanted.is_finite() {
            continue;
        }
        let mut draw = Draw::new(&program, 1, 1);
        draw.uniform("x", &[x]).ok();
        draw.uniform("y", &[y]).ok();
        let given = draw.run_compiled(&compiled, Chip::None).unwrap().0[0].texels[0][0];
        let bound = 1e-5 * wanted.abs().max(1.0);
        assert!((given - wanted).abs() <= bound, "{expression} of {x}, {y} is {given}, not {wanted}");
    }
}

#[test]
fn functions_of_one_number() {
    agrees("abs(x)", |x, _| x.abs());
    agrees("ceil(x)", |x, _| x.ceil());
    agrees("floor(x)", |x, _| x.floor());
    agrees("frac(x)", |x, _| x - x.floor());
    agrees("round(x)", |x, _| (x + 0.5).floor());
    agrees("trunc(x)", |x, _| x.trunc());
    agrees("sign(x)", |x, _| {
        if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            0.0
        }
    });
    agrees("saturate(x)", |x, _| x.clamp(0.0, 1.0));
    agrees("sqrt(abs(x))", |x, _| x.abs().sqrt());
    agrees("rsqrt(abs(x))", |x, _| 1.0 / x.abs().sqrt());
    agrees("exp(x)", |x, _| x.exp());
    agrees("exp2(x)", |x, _| x.exp2());
    agrees("log(abs(x))", |x, _| x.abs().ln());
    agrees("log2(abs(x))", |x, _| x.abs().log2());
    agrees("log10(abs(x))", |x, _| x.abs().log10());
    agrees("sin(x)", |x, _| x.sin());
    agrees("cos(x)", |x, _| x.cos());
    agrees("tan(x)", |x, _| x.tan());
    agrees("asin(saturate(x))", |x, _| x.clamp(0.0, 1.0).asin());
    agrees("acos(saturate(x))", |x, _| x.clamp(0.0, 1.0).acos());
    agrees("atan(x)", |x, _| x.atan());
    agrees("sinh(x)", |x, _| x.sinh());
    agrees("cosh(x)", |x, _| x.cosh());
    agrees("tanh(x)", |x, _| x.tanh());
    agrees("degrees(x)", |x, _| x.to_degrees());
    agrees("radians(x)", |x, _| x.to_radians());
    agrees("isnan(x) + 2 * isinf(x) + 4 * isfinite(x)", |_, _| 4.0);
}

#[test]
fn functions_of_several_numbers() {
    agrees("min(x, y)", f32::min);
    agrees("max(x, y)", f32::max);
    agrees("clamp(x, 0.2, y)", |x, y| x.max(0.2).min(y));
    agrees("pow(abs(x), y)", |x, y| x.abs().powf(y));
    agrees("atan2(x, y)", f32::atan2);
    agrees("step(x, y)", |x, y| if y >= x { 1.0 } else { 0.0 });
    agrees("lerp(x, y, 0.25)", |x, y| x + 0.25 * (y - x));
    agrees("ldexp(x, 3)", |x, _| x * 8.0);
    let smooth = |a: f32, b: f32, x: f32| {
        let t = ((x - a) / (b - a)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    agrees("smoothstep(x, y, 1)", |x, y| smooth(x, y, 1.0));
    agrees("fmod(x, y)", |x, y| {
        let c = (x / y).abs().fract() * y.abs();
        if x < 0.0 { -c } else { c }
    });
}

#[test]
fn functions_that_give_back() {
    assert_eq!(
        color("float s, c; sincos(0, s, c); float i; float f = modf(-2.25, i); return float4(s, c, i, f);"),
        [0.0, 1.0, -2.0, -0.25]
    );
    assert_eq!(
        color("float e; float m = frexp(12, e); float z; float n = frexp(0, z); return float4(m, e, n, z);"),
        [0.75, 4.0, 0.0, 0.0]
    );
}

#[test]
fn functions_of_vectors() {
    let four = |body: &str| color(body);
    assert_eq!(four("return dot(float3(1, 2, 3), float3(4, 5, 6));"), [32.0; 4]);
    assert_eq!(
        four("return float4(cross(float3(1, 0, 0), float3(0, 1, 0)), length(float2(3, 4)));"),
        [0.0, 0.0, 1.0, 5.0]
    );
    assert_eq!(
        four("return float4(normalize(float3(0, 3, 4)) * 5, distance(float2(1, 1), float2(4, 5)));"),
        [0.0, 3.0, 4.0, 5.0]
    );
    assert_eq!(four("return float4(reflect(float3(1, -1, 0), float3(0, 1, 0)), 0);"), [1.0, 1.0, 0.0, 0.0]);
    assert_eq!(
        four("return float4(faceforward(float3(1, 2, 3), float3(0, 0, 1), float3(0, 0, 1)), 0);"),
        [-1.0, -2.0, -3.0, 0.0]
    );
    assert_eq!(four("return lit(0.5, 2, 3);"), [1.0, 0.5, 8.0, 1.0]);
    assert_eq!(four("return lit(-0.5, 2, 3);"), [1.0, 0.0, 0.0, 1.0]);
    let [x, y, z, _] = four("return float4(refract(float3(0, -1, 0), float3(0, 1, 0), 0.5), 0);");
    assert_eq!([x, y, z], [0.0, -1.0, 0.0]);
    assert_eq!(
        four("return float4(refract(normalize(float3(1, -0.1, 0)), float3(0, 1, 0), 2), 1);"),
        [0.0, 0.0, 0.0, 1.0]
    );
}

#[test]
fn numbers_are_packed_into_a_float() {
    let text = "float4 main(uniform float4 v) : COLOR {
        return float4(unpack_2half(pack_2half(v.xy)), unpack_4ubyte(pack_4ubyte(v)).zw); }";
    let program = compiled(text, &Options::of(Profile::Fp30));
    let mut draw = Draw::new(&program, 1, 1);
    draw.uniform("v", &[0.1, 3.0, 0.5, 2.0]).unwrap();
    let half = crate::ir::Precision::Half.round(0.1);
    let [a, b, c, d] = draw.run(Chip::Nv30).unwrap().0[0].texels[0];
    assert_eq!([a, b, d], [half, 3.0, 1.0]);
    assert!((c - 128.0 / 255.0).abs() < 1e-3, "{c}");
    let text = "float4 main(uniform float4 v) : COLOR { return float4(unpack_2ushort(pack_2ushort(v.xy)), unpack_4byte(pack_4byte(v)).xw); }";
    let program = compiled(text, &Options::of(Profile::Fp40));
    let mut draw = Draw::new(&program, 1, 1);
    draw.uniform("v", &[0.0, 1.0, 0.0, -1.0]).unwrap();
    assert_eq!(draw.run(Chip::Nv40).unwrap().0[0].texels[0], [0.0, 1.0, 0.0, -1.0]);
}

#[test]
fn literals_are_packed_as_other_numbers_are() {
    let text = "float4 main(uniform float k) : COLOR {
        float all = pack_4ubyte(float4(1, 1, 1, 1)); float few = pack_4ubyte(float4(1, 0, 0, 0));
        float own = pack_2half(half2(k, 1));
        return unpack_4ubyte(all) + 10 * unpack_4ubyte(few) + 100 * unpack_2half(own).xyxy + ddx(k) + ddy(0.5);
    }";
    for (profile, chip) in [(Profile::Fp30, Chip::Nv30), (Profile::Fp40, Chip::Nv40)] {
        let program = super::compiled(text, &Options::of(profile));
        let mut draw = Draw::new(&program, 1, 1);
        draw.uniform("k", &[2.0]).unwrap();
        assert_eq!(draw.run(chip).unwrap().0[0].texels[0], [211.0, 101.0, 201.0, 101.0], "{chip}");
    }
}
