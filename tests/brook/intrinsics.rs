//! The functions of the language, and what its operators make of numbers that are none.

use crate::support;

use brooklet::brook::interpret::ParameterValue;
use support::SPECIAL;
use support::brook::{everywhere, on_one, on_pairs, on_pairs_within, stream};

type Function = fn(f32, f32) -> f32;

#[test]
fn fmod_has_the_sign_of_its_first_argument() {
    let pairs = [
        (5.5, 3.0),
        (-5.5, 3.0),
        (5.5, -3.0),
        (-5.5, -3.0),
        (6.0, 3.0),
        (0.0, 2.0),
        (1.0, 1e6),
        (16777215.0, 10.0),
        (-3.0, f32::INFINITY),
        (0.7, 0.7),
        (0.3, 0.7),
    ];
    for (at, result) in on_pairs("r = fmod(x, y);", &pairs).iter().enumerate() {
        assert_eq!(result[0], pairs[at].0 % pairs[at].1);
    }
    // Denormals may be flushed.
    let special = SPECIAL.iter().filter(|x| !x.is_subnormal());
    let xs = special.chain(&[2.0, -3.5, 16777215.0, 1e9, -7.25, 1e30]).map(|&x| (x, 0.0));
    let xs: Vec<(f32, f32)> = xs.collect();
    let found = on_pairs("r = float4(fmod(x, 2), fmod(x, -8), fmod(float2(x, x), 4));", &xs);
    for (result, (x, _)) in found.iter().zip(xs) {
        for (found, wanted) in result.iter().zip([x % 2.0, x % -8.0, x % 4.0, x % 4.0]) {
            assert!(*found == wanted || found.is_nan() && wanted.is_nan(), "{x}: {found}, not {wanted}");
        }
    }
}

/// Drivers may move sums about: what `fmod` takes off a large number is not to be what they round.
#[test]
fn fmod_of_large_numbers_is_exact_in_sums() {
    let given = [stream(&[2], 1, &[2.0, 3.0]), stream(&[4], 1, &[7.0, -8.0, 9.0, 10.0]), ParameterValue::Nothing];
    for sum in ["fmod(s, 256) + 2", "fmod(float2(s, s), 256).y + 2"] {
        let text = format!(
            "kernel void low(float a, out float r) {{ r = min(a, 3); }}
             kernel void k(float x<>, float g[], out float r<>) {{
                 float s = x, n; int i = 1;
                 for (n = 0; n < 3; n++) {{ if ((i -= g[i])) {{ low(i << i, s); }} }}
                 r = {sum};
             }}"
        );
        assert_eq!(everywhere(&text, &[2], &given)[0], [2.0; 2], "{sum}");
    }
}

#[test]
fn nothing_compares_with_nan() {
    let pairs = [(f32::NAN, 0.0), (0.0, f32::NAN), (f32::NAN, f32::NAN)];
    let bodies = [
        "r = float4(!(x > y), !(x < y), !(x >= y), !(x <= y));",
        "r = 1; if (!(x > y)) r.x = 1; else r.x = 0; if (!(x <= y)) r.y = 1; else r.y = 0;",
        "if (x > y) r = 0; else r = 1;",
        "r = x > y ? 0 : 1; r.x = (x < y) ? y : 1;",
        "r = !(x > y) ? 1 : 0;",
        "r = (x > y) == 0;",
        "r = !(x > y) && !(x < y);",
        "r = !(x > y || x <= y);",
        "r = !(float4(x, x, x, x) > float4(y, y, y, y));",
        "r = 1; while (x > y) { r = 0; break; } if (x == y) r.x = 0; r.y = x != y; if (x != y) r.z = 1; else r.z = 0;",
        "float2 v = float2(x, x), w = float2(y, y); r = float4(v > w ? float2(0, 0) : float2(1, 1), !(v < w));",
        "r = 1 - float4(x < y, x > y, x == y, (x <= y) || (x >= y));",
        "float t = 0; while (x > 0) { t++; if (t > 5) break; } r = t == 0;",
        "float t = 0, i; for (i = x; i < 3; i++) { t++; if (t > 5) break; } r = t == (x == 0 ? 3 : 0);",
        "float t = 0; while (!(x <= y)) { t++; if (t > 5) break; } r = t > 5;",
        "float t = 0; do { t++; } while (t < 5 && !(x > y)); r = t == 5;",
        "float t; for (t = 0; !(x >= y); t++) if (t >= 5) break; r = t == 5;",
    ];
    let right = |body: &str| std::panic::catch_unwind(|| on_pairs(body, &pairs) == [[1.0; 4]; 3]).unwrap_or(false);
    assert_eq!(bodies.into_iter().filter(|body| !right(body)).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_literal_zero_divides_as_any_other() {
    let pairs = [(1.0, 0.0), (-2.0, 0.0), (f32::INFINITY, 0.0)];
    let found = on_pairs("float t = x; t /= 0; r = float4(t, isinf(x / 0), -x / 0.0f, 1 / 0.0);", &pairs);
    let inf = f32::INFINITY;
    assert_eq!(found, [[inf, 1.0, -inf, inf], [-inf, 1.0, inf, inf], [inf, 1.0, -inf, inf]]);
    assert!(on_one("r = x / 0;", 0.0, 0.0).iter().all(|value| value.is_nan()));
}

#[test]
fn powers_of_negative_numbers_by_whole_ones() {
    let mut pairs = Vec::new();
    for x in [-2.5f32, -1.0, -0.5, 0.0, 1.0, 2.5] {
        for y in [-3.0f32, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 7.0, 0.5, 2.5] {
            pairs.push((x, y));
        }
    }
    let found = on_pairs_within(1e-5, "r = pow(float4(x, x, -x, 2), y);", &pairs);
    for (result, (x, y)) in found.iter().zip(pairs) {
        for (found, wanted) in result.iter().zip([x.powf(y), x.powf(y), (-x).powf(y), 2f32.powf(y)]) {
            let near = (found - wanted).abs() <= 1e-5 * wanted.abs();
            assert!(near || *found == wanted || found.is_nan() && wanted.is_nan(), "{x}, {y}: {found}, not {wanted}");
        }
    }
}

#[test]
fn arcs_are_exact_to_the_last_bits() {
    let pairs: Vec<(f32, f32)> = (-1024..=1024).map(|n| (n as f32 / 1024.0, n as f32 * 1e-5)).collect();
    let found = on_pairs_within(1e-6, "r.xy = asin(float2(x, y)); r.zw = acos(float2(x, y));", &pairs);
    for (result, (x, y)) in found.iter().zip(&pairs) {
        for (found, wanted) in result.iter().zip([x.asin(), y.asin(), x.acos(), y.acos()]) {
            let bound = 4.0 * f32::EPSILON * wanted.abs() + f32::EPSILON * f32::from(u8::from(wanted.abs() > 1.0));
            assert!((found - wanted).abs() <= bound, "{x}, {y}: {found}, not {wanted}");
        }
    }
}

#[test]
fn round_goes_away_from_zero() {
    let pairs: Vec<(f32, f32)> =
        [0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, -0.4, 8388609.0, 1e10, 0.0].iter().map(|&x| (x, 0.0)).collect();
    for (at, result) in on_pairs("r = round(float4(x, x, x, x));", &pairs).iter().enumerate() {
        assert_eq!(result[0], pairs[at].0.round());
    }
}

#[test]
fn every_function_of_the_language() {
    let scalar: [(&str, Function); 44] = [
        ("floor(x)", |x, _| x.floor()),
        ("ceil(x)", |x, _| x.ceil()),
        ("sqrt(y)", |_, y| y.sqrt()),
        ("rsqrt(y)", |_, y| 1.0 / y.sqrt()),
        ("abs(x)", |x, _| x.abs()),
        ("fabs(x)", |x, _| x.abs()),
        ("exp(x)", |x, _| x.exp()),
        ("exp2(x)", |x, _| x.exp2()),
        ("log(y)", |_, y| y.ln()),
        ("log2(y)", |_, y| y.log2()),
        ("log10(y)", |_, y| y.log10()),
        ("sin(x)", |x, _| x.sin()),
        ("cos(x)", |x, _| x.cos()),
        ("tan(x)", |x, _| x.tan()),
        ("asin(x / 4)", |x, _| (x / 4.0).asin()),
        ("acos(x / 4)", |x, _| (x / 4.0).acos()),
        ("atan(x)", |x, _| x.atan()),
        ("atan2(x, y)", |x, y| x.atan2(y)),
        ("sinh(x)", |x, _| x.sinh()),
        ("cosh(x)", |x, _| x.cosh()),
        ("tanh(x)", |x, _| x.tanh()),
        ("degrees(x)", |x, _| x.to_degrees()),
        ("radians(x)", |x, _| x.to_radians()),
        ("max(x, y)", |x, y| x.max(y)),
        ("min(x, y)", |x, y| x.min(y)),
        ("pow(y, x)", |x, y| y.powf(x)),
        ("frac(x)", |x, _| x - x.floor()),
        ("sign(x)", |x, _| if x > 0.0 { 1.0 } else { -1.0 }),
        ("saturate(x)", |x, _| x.clamp(0.0, 1.0)),
        ("step(x, y)", |x, y| if y >= x { 1.0 } else { 0.0 }),
        ("clamp(x, -1, 1)", |x, _| x.clamp(-1.0, 1.0)),
        ("lerp(x, y, 0.25)", |x, y| x + 0.25 * (y - x)),
        ("smoothstep(-3, 3, x)", |x, _| {
            let t = (x + 3.0) / 6.0;
            t * t * (3.0 - 2.0 * t)
        }),
        ("ldexp(x, 3)", |x, _| x * 8.0),
        ("isinf(x)", |_, _| 0.0),
        ("isnan(x)", |_, _| 0.0),
        ("isfinite(x)", |_, _| 1.0),
        ("all(float2(x, 0))", |_, _| 0.0),
        ("any(float2(x, 0))", |_, _| 1.0),
        ("length(float2(x, y))", |x, y| (x * x + y * y).sqrt()),
        ("len(float2(x, y))", |x, y| (x * x + y * y).sqrt()),
        ("distance(float2(x, y), float2(1, 1))", |x, y| ((x - 1.0).powi(2) + (y - 1.0).powi(2)).sqrt()),
        ("dot(float2(x, y), float2(2, 3))", |x, y| 2.0 * x + 3.0 * y),
        ("trunc(x)", |x, _| x.trunc()),
    ];
    let pairs = [(-2.25f32, 3.5f32), (1.75, 0.5), (0.625, 2.0)];
    // Four in a kernel, each in a component.
    for four in scalar.chunks(4) {
        let texts: Vec<&str> = four.iter().map(|(text, _)| *text).collect();
        let found = on_pairs_within(1e-3, &format!("r = float4({});", texts.join(", ")), &pairs);
        for (result, (x, y)) in found.iter().zip(pairs) {
            for (found, (text, rust)) in result.iter().zip(four) {
                let wanted = rust(x, y);
                assert!((found - wanted).abs() <= 1e-4 * wanted.abs().max(1.0), "{text} of {x}, {y}: {found}");
            }
        }
    }
    let odd = [(f32::INFINITY, f32::NAN), (f32::NEG_INFINITY, 0.0), (1.0, f32::MAX)];
    let found = on_pairs("r = float4(isinf(x), isnan(y), isfinite(x), isfinite(y));", &odd);
    assert_eq!(found, [[1.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]]);
    let found = on_pairs("r = isinf(float4(x, y, -x, 0)) + 2 * isnan(float4(0, y, x, y));", &odd[..1]);
    assert_eq!(found, [[1.0, 2.0, 1.0, 2.0]]);
    assert_eq!(on_pairs("r = x ? 1 : 2; if (y) r += 10;", &odd), [[11.0; 4], [1.0; 4], [11.0; 4]]);
    assert_eq!(on_one("r.xyz = cross(float3(1, 0, 0), float3(0, 1, x)); r.w = 0;", 0.0, 0.0), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(on_one("r = normalize(float4(x, 0, y, 0));", 3.0, 4.0)[..3], [0.6, 0.0, 0.8]);
    assert_eq!(
        on_one("float whole; float part = modf(x, whole); r = float4(part, whole, 0, 0);", -2.25, 0.0),
        [-0.25, -2.0, 0.0, 0.0]
    );
    assert_eq!(on_one("float e; float m = frexp(x, e); r = float4(m, e, 0, 0);", 12.0, 0.0), [0.75, 4.0, 0.0, 0.0]);
    assert_eq!(on_one("r.xy = reflect(float2(1, -1), float2(0, 1)); r.zw = 0;", 0.0, 0.0), [1.0, 1.0, 0.0, 0.0]);
}
