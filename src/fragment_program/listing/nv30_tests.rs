//! Tests of listings in `!!FP1.0`: what is printed is read as the same program, and what the syntax lacks is refused.

use expect_test::expect;
use proptest::prelude::*;

use super::random::{Random, Recipe, program};
use super::{ListingError, print_nv30, read};
use crate::cg::{self, Options, Profile};
use crate::fragment_program::{
    Destination, FragmentProgram, Instruction, InstructionSet, NumberType, Opcode, Operand, Register, Shape,
};

/// The instructions that came after NV_fragment_program.
const LATER: [Opcode; 7] = [Opcode::Abs, Opcode::Cmp, Opcode::Dph, Opcode::Scs, Opcode::Swz, Opcode::Txb, Opcode::Xpd];

/// Returns a random program that keeps the rules of an NV30. Some of its registers are of half precision.
fn random(seed: u64) -> FragmentProgram {
    let opcodes: Vec<Opcode> = Opcode::ALL
        .iter()
        .copied()
        .filter(|opcode| InstructionSet::Nv30.has(*opcode) && !opcode.is_texture() && !LATER.contains(opcode))
        .filter(|opcode| opcode.shape() != Shape::Flow)
        .collect();
    let mut made = program(seed, Recipe { set: InstructionSet::Nv30, opcodes: &opcodes, length: 30, dependent: true });
    let mut random = Random::new(seed);
    made.instructions
        .retain(|own| !matches!(own.destination, Some(Destination { register: Register::Output(k), .. }) if k > 0));
    made.outputs = 1;
    let mut halves: Vec<bool> = (0..made.temporaries).map(|_| random.one_in(3)).collect();
    for own in &made.instructions {
        let packs = matches!(own.opcode, Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub);
        if let (true, Some(Destination { register: Register::Temporary(k), .. })) = (packs, own.destination) {
            halves[k] = false;
        }
    }
    for own in &mut made.instructions {
        if let Some(Destination { register: Register::Temporary(k), .. }) = own.destination
            && halves[k]
        {
            own.kind = NumberType::Half;
        }
        let mut constant = None;
        let mut attribute = None;
        for source in &mut own.sources {
            let only = match source.register {
                Register::Parameter(_) => *constant.get_or_insert(source.register),
                Register::Coordinate(_) | Register::Position => *attribute.get_or_insert(source.register),
                register => register,
            };
            if only != source.register {
                source.register = Register::Temporary(0);
            }
        }
    }
    made
}

/// Returns what does not depend on how registers are numbered.
fn shape(own: &Instruction) -> String {
    let Instruction { opcode, kind, saturate, sets_condition, destination, sources, guard, .. } = own;
    let signs = |source: &Operand| (source.absolute, source.negate);
    let mask = destination.map(|destination| destination.mask);
    let signs: Vec<(bool, u8)> = sources.iter().map(signs).collect();
    format!("{:?}", (opcode, kind, saturate, sets_condition, mask, signs, guard))
}

proptest! {
    #[test]
    fn printed_and_read_again_it_is_the_same(seed: u64) {
        let made = random(seed);
        let text = print_nv30(&made, &[], &[]).unwrap();
        let again = read("random.fp", &text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        prop_assert_eq!(again.program.set, InstructionSet::Nv30);
        let shapes = |program: &FragmentProgram| program.instructions.iter().map(shape).collect::<Vec<_>>();
        prop_assert_eq!(shapes(&again.program), shapes(&made), "{}", text);
        prop_assert_eq!(again.program.halves().iter().filter(|half| **half).count(), made.halves().iter().filter(|half| **half).count());
        prop_assert_eq!(print_nv30(&again.program, &[], &again.parameters).unwrap(), text);
    }
}

#[test]
fn all_programs_of_the_demos_are_read_again() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("demos/cg");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_none_or(|ending| ending != "cg") {
            continue;
        }
        for entry in cg::entries(&file, &Options::of(Profile::Fp30)).unwrap().unwrap() {
            let options = Options { entry, ..Options::of(Profile::Fp30) };
            let Ok(program) = cg::open(&file, &options).unwrap() else { continue };
            let Ok(made) = program.lower(None, &[]) else { continue };
            let text = program.listing(&made, "").unwrap_or_else(|error| panic!("{file:?} {}: {error}", options.entry));
            assert!(text.starts_with("!!FP1.0\n"), "{text}");
            let again = read("demo.fp", &text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
            let printed = print_nv30(&again.program, &[], &again.parameters).unwrap();
            let bare: String =
                text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
            assert_eq!(printed, bare);
            count += 1;
        }
    }
    assert!(count >= 15, "{count} programs");
}

#[test]
fn a_listing_is_as_cgc_wrote_it() {
    let text = "half4 main(float2 at : TEXCOORD0, half4 tint : COLOR0, uniform samplerRECT image, uniform float4x3 m,
        uniform float2 K[2], uniform float edge : C7) : COLOR {
        half4 texel = texRECT(image, at);
        float3 turned = mul(m, texel.xyz).xyz + K[1].xyx * 2;
        if (at.x < edge) return texel * tint;
        return half4(turned, 1);
    }";
    let program = cg::compile("turn.cg", text, &Options::of(Profile::Fp30)).unwrap();
    let made = program.lower(None, &[]).unwrap();
    let listing = program.listing(&made, "-profile fp30").unwrap();
    let body = &listing[listing.find("#semantic").unwrap()..];
    expect![[r#"
        #semantic main.edge : C7
        #var float2 at : $vin.TEXCOORD0 : TEX0 : 0 : 1
        #var half4 tint : $vin.COLOR0 : COL0 : 1 : 1
        #var samplerRECT image :  : texunit 0 : 2 : 1
        #var float4x3 m :  :  : 3 : 1
        #var float2 K[0] :  :  : 4 : 0
        #var float2 K[1] :  :  : 4 : 1
        #var float edge : C7 : c[7] : 5 : 1
        #var half4 main : $vout.COLOR : COL : -1 : 1
        DECLARE m$0;
        DECLARE m$1;
        DECLARE m$2;
        DECLARE K$1;
        DECLARE edge;
        MOVR  H0, f[COL0];
        TEX   H1, f[TEX0], TEX0, RECT;
        DP3R  R0.x, m$0, H1;
        DP3R  R0.y, m$1, H1;
        DP3R  R0.z, m$2, H1;
        MOVR  R1.xy, {2, 1};
        MULR  R1.xy, K$1, R1.x;
        SLTRC H2.x, f[TEX0].x, edge.x;
        MULH  H0, H0, H1;
        ADDR  H1.xyz, R0, R1.xyxx;
        MOVH  o[COLH].xyz, H1;
        MOVH  o[COLH].xyz(GT.x), H0;
        MOVH  o[COLH].w, {1}.x;
        MOVH  o[COLH].w(GT.x), H0.w;
        END
        # 14 instructions, 2 R-regs, 3 H-regs
    "#]]
    .assert_eq(body);
}

#[test]
fn what_the_syntax_lacks_is_refused() {
    let two = "float4 main(uniform float4 a) : COLOR0 { return a; }";
    let mut made = cg::compile("two.cg", two, &Options::of(Profile::Fp30)).unwrap().lower(None, &[]).unwrap().program;
    made.outputs = 2;
    let error = print_nv30(&made, &[], &[]).unwrap_err();
    assert!(matches!(error, ListingError::TooManyColors { got: 2, max: 1, .. }), "{error}");
    assert!(error.to_string().starts_with("the program writes 2 colours, and NV_fragment_program has 1"), "{error}");
    let refused = |text: &str| print_nv30(&read("x.fp", text).unwrap().program, &[], &[]).unwrap_err().to_string();
    let option = "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP a;\n";
    assert_eq!(
        refused(&format!("{option}CMP a, a, a, a;\nEND")),
        "instruction 0 is CMP, which NV_fragment_program does not have"
    );
    assert_eq!(
        refused(&format!("{option}ADD a, program.local[0], program.local[1];\nEND")),
        "instruction 0, ADD: it reads 2 constants, and can read 1: copy the others before it"
    );
    assert_eq!(
        refused(&format!("{option}ADD a, fragment.texcoord[0], fragment.position;\nEND")),
        "instruction 0, ADD: it reads 2 attributes, and can read 1: copy the others before it"
    );
    let state = refused(&format!("{option}MOV a, program.env[0];\nEND"));
    assert!(state.contains("NV_fragment_program has local parameters alone"), "{state}");
}
