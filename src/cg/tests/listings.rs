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
