//! Listings: their heads, and that the reader takes them.

use super::compiled;
use crate::cg::{Options, Profile};
use crate::fragment_program::listing;

const TEXT: &str = "uniform float4x4 turn : C4;
    struct Input { float2 tex : TEXCOORD1; float4 color : COLOR0; float4 place : POSITION; };
    float4 shade(Input IN, uniform sampler2D base : TEXUNIT2, uniform float gain = 0.45, uniform float unused) : COLOR {
        return pow(tex2D(base, IN.tex) * mul(turn, IN.color), gain) + float4(2, 1, 0, 0);
    }";

#[test]
fn the_head_names_what_programs_bind() {
    let options = Options { entry: "shade".into(), ..Options::default() };
    let program = compiled(TEXT, &options);
    let made = program.lower(None, &[]).unwrap();
    let text = program.listing(&made, "-profile arbfp1 -entry shade").unwrap();
    for line in [
        "# source file: test.cg",
        "#profile arbfp1",
        "#program shade",
        "#semantic shade.base : TEXUNIT2",
        "#semantic turn : C4",
        "#var float2 IN.tex : $vin.TEXCOORD1 : TEX1 : 0 : 1",
        "#var float4 IN.color : $vin.COLOR0 : COL0 : 0 : 1",
        "#var float4 IN.place : $vin.POSITION :  : 0 : 0",
        "#var sampler2D base : TEXUNIT2 : texunit 2 : 1 : 1",
        "#var float gain :  : c[0] : 2 : 1",
        "#var float unused :  :  : 3 : 0",
        "#var float4x4 turn : C4 : c[4], 4 : -1 : 1",
        "#var float4 shade : $vout.COLOR : COL : -1 : 1",
        "#default gain = 0.45",
        "#const c[8] = 2 1 0",
    ] {
        assert!(text.lines().any(|own| own == line), "{line} is missing:\n{text}");
    }
    assert!(text.starts_with("!!ARBfp1.0\n# made by brooklet"), "{text}");
    assert!(text.lines().last().unwrap().ends_with(" R-regs"), "{text}");
    assert!(!text.contains("command line\n"), "{text}");
}

#[test]
fn the_reader_takes_what_is_printed() {
    for profile in Profile::ALL {
        let program = compiled(TEXT, &Options { entry: "shade".into(), ..Options::of(profile) });
        let made = program.lower(None, &[]).unwrap();
        let text = program.listing(&made, "").unwrap();
        let read = listing::read("test.fp", &text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        assert_eq!(read.program.instructions.len(), made.program.instructions.len(), "{text}");
    }
}

#[test]
fn common_forms_take_few_instructions() {
    let count = |profile, text: &str| {
        let program = compiled(text, &Options::of(profile));
        program.lower(None, &[]).unwrap().program.executable().count()
    };
    let body = |body: &str| {
        format!("float4 main(float4 at : TEXCOORD0, uniform float4 a, uniform float4x4 m) : COLOR {{ {body} }}")
    };
    for (text, most) in [
        ("return at * a + a;", 1),
        ("return mul(m, at);", 4),
        ("return dot(at.xyz, a.xyz);", 1),
        ("float sum = 0; sum += at.x; return sum * 1.0;", 1),
        ("return at.x < a.x ? at : a;", 2),
        ("return saturate(at * a);", 1),
        ("return lerp(at, a, at.w);", 2),
        ("return float4(normalize(at.xyz), 1);", 4),
    ] {
        let made = count(Profile::Arbfp1, &body(text));
        assert!(made <= most, "{text} takes {made} instructions, more than {most}");
    }
}

/// Returns the listing of a program with this body.
fn listing_of(profile: Profile, body: &str) -> String {
    let text = format!(
        "float4 main(float4 at : TEXCOORD0, float2 wp : WPOS, uniform float4 a, uniform float4 b, uniform samplerRECT s) : COLOR {{ {body} }}"
    );
    let program = compiled(&text, &Options::of(profile));
    program.listing(&program.lower(None, &[]).unwrap(), "").unwrap()
}

#[test]
fn forms_of_the_time_take_few_instructions() {
    use Profile::{Arbfp1, Fp30, Fp40};
    for (profile, most, body) in [
        // A return within an `if`.
        (Arbfp1, 4, "if (at.x < a.x) { if (at.y < a.y) return at; return at * 2; } return a;"),
        (Fp40, 4, "if (at.x < a.x) { if (at.y < a.y) return at; return at * 2; } return a;"),
        (Arbfp1, 3, "if (at.x > 0.8) return a; if (at.x > 0.3) return at; return b;"),
        // Both orders of an inner product.
        (Arbfp1, 3, "return dot(at.xyz, a.xyz) + dot(a.xyz, at.xyz);"),
        (Arbfp1, 1, "return 2 * (at - 0.5);"),
        (Arbfp1, 1, "return min(max(at, 0), 1);"),
        (Arbfp1, 1, "return clamp(at, 0, 1);"),
        // A component that goes on apart from the others.
        (Arbfp1, 4, "float4 r = lerp(at, a, at.w); r.xyz = r.xyz * r.xyz; return r;"),
        // Scalars that compute alike.
        (Arbfp1, 4, "float2 z = at.xy * a.xy; float p = z.x * a.z, q = z.y * a.w; return min(p, q);"),
        (Arbfp1, 3, "float n = 0; if (at.x > a.x) n += 1; if (at.y > a.y) n += 1; return n;"),
        // Components of one vector at different distances from the inputs.
        (Arbfp1, 6, "float r = floor(at.x / a.x); return texRECT(s, float2(at.x - r * a.x, r) + 0.5);"),
        (Arbfp1, 2, "return texRECT(s, float2(wp.x, 3.5));"),
        (Fp40, 4, "return texRECT(s, wp + float2(1, 0)) + texRECT(s, wp + float2(2, 3));"),
        (Arbfp1, 2, "float d = max(at.x, 0); return d <= 0 ? a : b;"),
        // Texels of half precision, in another order, and a half number that is clamped.
        (Fp40, 3, "half4 t = texRECT(s, wp); return saturate(t.wzyx * t);"),
        (Fp30, 3, "half4 t = texRECT(s, wp); return saturate(t.wzyx * t);"),
        // The components of a variable that a branch merges.
        (
            Fp40,
            29,
            "float4 c = at; if (at.x < a.x) { c = sin(at * a) * cos(at) + exp2(at * b) * log2(at) + sin(b * at); } return c + 1;",
        ),
        // An NV30 selects by writing where a condition holds.
        (Fp30, 3, "return at.x < a.x ? at * 2 : at * 3;"),
        (Fp30, 4, "return at.x > 0 && at.y > 0 ? a : b;"),
    ] {
        let text = listing_of(profile, body);
        let count: usize = text.lines().last().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        assert!(count <= most, "{body} takes {count} instructions, more than {most}:\n{text}");
    }
}

#[test]
fn numbers_of_half_precision_and_truth_values_have_registers_of_their_own() {
    let text = listing_of(Profile::Fp30, "half4 t = texRECT(s, wp); half4 u = t * t; return at.x < a.x ? u : t;");
    assert!(text.contains("TEX   H0, f[WPOS], TEX0, RECT;\n") && text.contains("MULH  H"), "{text}");
    assert!(text.contains("SLTRC H") && text.contains("o[COLH]"), "{text}");
    assert!(text.ends_with(", 0 R-regs, 3 H-regs\n"), "{text}");
    let text = listing_of(Profile::Fp40, "half4 t = texRECT(s, wp); half4 u = t * t; return at * u + t;");
    assert!(text.contains("SHORT TEMP H0, H1;\n") && text.contains("MULH "), "{text}");
}

#[test]
fn two_registers_of_half_precision_take_the_room_of_one() {
    let text =
        "half4 main(uniform samplerRECT s, float2 wp : WPOS) : COLOR { half4 t = texRECT(s, wp); half4 u = t * t.x;
        half4 v = u * t.y; return (t < u ? u : t) * v; }";
    let program = compiled(text, &Options::of(Profile::Fp30));
    let made = program.lower(None, &[]).unwrap();
    let halves = made.program.halves().iter().filter(|half| **half).count();
    assert_eq!((made.program.temporaries, halves, made.counts.temporaries), (5, 4, 3));
}

#[test]
fn an_nv30_reads_one_constant_at_a_time() {
    let text = listing_of(Profile::Fp30, "return (at * a + b) * a + b;");
    let moves = text.lines().filter(|line| line.starts_with("MOVR")).count();
    // The copy serves both instructions.
    assert_eq!(moves, 1, "{text}");
    let text = listing_of(Profile::Fp30, "return at * 2 + 3;");
    assert!(text.contains("MADR  o[COLR], f[TEX0], {2, 3}.x, {2, 3}.y;\n"), "{text}");
    let text = listing_of(Profile::Fp30, "return at * wp.xyxy;");
    assert!(text.contains("MOVR  R0"), "{text}");
}

#[test]
fn a_program_for_a_radeon_takes_what_its_pairs_of_operations_can_do() {
    use crate::fragment_program::{Chip, counts::Counts};
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("demos/cg/search.cg");
    let program = crate::cg::open(path, &Options::of(Profile::Arbfp1)).unwrap().unwrap();
    let pairs = |chip| Counts::of(&program.lower(chip, &[]).unwrap().program).pairs;
    assert!(pairs(Some(Chip::R420)) < pairs(None), "{:?}, {:?}", pairs(Some(Chip::R420)), pairs(None));
}
