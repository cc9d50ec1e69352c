//! Tests that a listing is the same after it is read and printed again, and that errors are reported with their places.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::read;
use crate::fragment_program::listing::print_bare;
use crate::fragment_program::listing::random::{Random, Recipe, program};
use crate::fragment_program::{InstructionSet, NumberType, Opcode, Operand, Register, Scalar};
use crate::syntax::parse::mutants::{prefixes, replaced};
use crate::syntax::steps::within;

const SETS: [InstructionSet; 6] = [
    InstructionSet::Arb,
    InstructionSet::Nv30,
    InstructionSet::Nv40,
    InstructionSet::G80,
    InstructionSet::R520,
    InstructionSet::Plain,
];

fn listing(seed: u64, set: InstructionSet) -> String {
    let opcodes: Vec<Opcode> = Opcode::ALL
        .iter()
        .copied()
        .filter(|opcode| set.has(*opcode) && !opcode.is_texture())
        .filter(|opcode| opcode.shape() != crate::fragment_program::Shape::Flow)
        .collect();
    let all = program(seed, Recipe { set, opcodes: &opcodes, length: 30, dependent: true });
    print_bare(&all).unwrap()
}

proptest! {
    #[test]
    fn printed_and_read_again_it_is_the_same(seed: u64, set in 0..6usize) {
        let text = listing(seed, SETS[set]);
        let again = read("random.fp", &text).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        prop_assert_eq!(again.program.set, SETS[set]);
        prop_assert_eq!(print_bare(&again.program).unwrap(), text);
    }

    #[test]
    fn no_text_is_too_much(seed: u64, set in 0..6usize, changes in 1..12usize) {
        let mut random = Random::new(seed);
        let mut text = listing(seed, SETS[set]).into_bytes();
        let odd = b"{}[].,;-+|()#!0129eDxXRC \n\"\x01_$";
        for _ in 0..changes {
            let at = 11 + random.below(text.len() - 11);
            match random.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, odd[random.below(odd.len())]),
                _ => text[at] = odd[random.below(odd.len())],
            }
        }
        let text = String::from_utf8(text).unwrap();
        match read("hostile.fp", &text) {
            // A program that was read has a listing, unless one of its numbers has no literal.
            Ok(read) => drop(print_bare(&read.program)),
            Err(errors) => prop_assert!(!errors.to_string().is_empty()),
        }
    }

    #[test]
    fn noise_is_refused(text in "\\PC{0,200}") {
        let _ = read("noise.fp", &text);
        let _ = read("noise.fp", &format!("!!ARBfp1.0\n{text}"));
    }
}

#[test]
fn prefixes_of_listings_get_an_answer() {
    for set in SETS {
        let text = listing(5, set);
        let replaced = replaced(&text).step_by(7);
        for text in prefixes(&text).map(str::to_owned).chain(replaced) {
            _ = within(1_000_000, || read("prefix.fp", &text));
        }
    }
}

#[test]
fn the_whole_grammar() {
    let text = "!!ARBfp1.0 OPTION ARB_precision_hint_nicest; OPTION ATI_draw_buffers;
        ATTRIB t = fragment.texcoord; ATTRIB t3 = fragment.texcoord[3]; # two
        PARAM a[] = { program.local[2..4], {1}, -3.5, program.env[1] }; PARAM half = .5;
        TEMP u, v; ALIAS w = v; OUTPUT o = result.color[1];
        TEX u.rgb, t, texture, RECT; KIL -u.wwww;
        SWZ v, u, 0, -y, 1, w; MAD_SAT w.xw, -a[3], u.bgra, +half; POW v.a, u.r, a[0].y; MUL u, u, {2, 3};
        SUB o, v, program.local[3]; MOV result.color, 2;
        END";
    let read = read("grammar.fp", text).unwrap();
    assert_eq!((read.program.outputs, read.program.temporaries, read.program.parameters.len()), (2, 2, 9));
    expect![[r#"
        !!ARBfp1.0
        OPTION ARB_draw_buffers;
        PARAM c0 = program.local[2];
        PARAM c1 = program.local[3];
        PARAM c2 = program.local[4];
        PARAM c3 = { 1.0, 0.0, 0.0, 1.0 };
        PARAM c4 = { -3.5, -3.5, -3.5, -3.5 };
        PARAM c5 = program.env[1];
        PARAM c6 = { 0.5, 0.5, 0.5, 0.5 };
        PARAM c7 = { 2.0, 3.0, 0.0, 1.0 };
        PARAM c8 = { 2.0, 2.0, 2.0, 2.0 };
        TEMP R0, R1;

        TEX     R0.xyz,          fragment.texcoord[0], texture[0],  RECT;
        KIL     -R0.w;
        SWZ     R1,              R0,                   0, -y, 1, w;
        MAD_SAT R1.xw,           -c3,                  R0.zzzw,     c6;
        POW     R1.w,            R0.x,                 c0.y;
        MUL     R0,              R0,                   c7;
        SUB     result.color[1], R1,                   c1;
        MOV     result.color[0], c8;
        END
    "#]]
    .assert_eq(&print_bare(&read.program).unwrap());
}

fn refused(text: &str, expected: Expect) {
    expected.assert_eq(&format!("{}\n", read("wrong.fp", text).unwrap_err()));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    refused(
        "TEMP a;",
        expect![[r#"
        error[F0001]: the text does not begin with `!!ARBfp1.0`
         --> wrong.fp:1:1
          |
        1 | TEMP a;
          | ^^^^^^^
          |
          = help: a listing begins with `!!ARBfp1.0`, after comments at most; `!!FP1.0` and `!!NVfp4.0` are read too
    "#]],
    );
    refused(
        "!!ARBfp1.0\nTEMP a\nMOV b, fragment.texcoord[77];\nSGT a, a, a;\nEND\n",
        expect![[r#"
            error[F0002]: a `;` is missing
             --> wrong.fp:2:7
              |
            2 | TEMP a
              |       ^
              |
              = help: write `;` behind each statement

            error[F0101]: `b` is not declared
             --> wrong.fp:3:5
              |
            3 | MOV b, fragment.texcoord[77];
              |     ^
              |
              = help: declare it before it is used: `TEMP b;`

            error[F0104]: ARB_fragment_program has no SGT
             --> wrong.fp:4:1
              |
            4 | SGT a, a, a;
              | ^^^
              |
              = help: `OPTION NV_fragment_program2;` at the start brings NVIDIA's instructions
        "#]],
    );
    refused(
        "!!ARBfp1.0\nMOV result.color, state.fog.colour;\nMOV result.color[1], 1.0;\nADD result.color, fragment.normal, 1;",
        expect![[r#"
            error[F0101]: OpenGL has no `state.fog.colour`
             --> wrong.fp:2:19
              |
            2 | MOV result.color, state.fog.colour;
              |                   ^^^^^^^^^^^^^^^^

            error[F0103]: a second render target needs an option
             --> wrong.fp:3:5
              |
            3 | MOV result.color[1], 1.0;
              |     ^^^^^^^^^^^^
              |
              = help: write `OPTION ARB_draw_buffers;` at the start

            error[F0101]: fragments have no `normal`
             --> wrong.fp:4:28
              |
            4 | ADD result.color, fragment.normal, 1;
              |                            ^^^^^^

            error[F0002]: the listing has no `END`
             --> wrong.fp:4:38
              |
            4 | ADD result.color, fragment.normal, 1;
              |                                      ^
              |
              = help: write `END` behind the last instruction
        "#]],
    );
    refused(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP a, a;\nMVO a, 1;\nENDIF;\nREP 4; IF GT.x; ENDREP;\nEND",
        expect![[r#"
            error[F0102]: `a` is declared twice
             --> wrong.fp:3:9
              |
            3 | TEMP a, a;
              |      -  ^
              |      |
              |      here it is declared first

            error[F0104]: there is no instruction `MVO`
             --> wrong.fp:4:1
              |
            4 | MVO a, 1;
              | ^^^
              |
              = help: did you mean `MOV`?

            error[F0107]: `ENDIF` without a beginning
             --> wrong.fp:5:1
              |
            5 | ENDIF;
              | ^^^^^

            error[F0107]: `IF` without its end
             --> wrong.fp:6:8
              |
            6 | REP 4; IF GT.x; ENDREP;
              |        ^^
              |
              = help: end it with `ENDIF`

            error[F0107]: `ENDREP` does not end the innermost block, `IF`
             --> wrong.fp:6:17
              |
            6 | REP 4; IF GT.x; ENDREP;
              |        --       ^^^^^^
              |        |
              |        it begins here
        "#]],
    );
}

#[test]
fn the_register_for_conditions_alone_is_one_like_any_other_where_it_is_read() {
    let head = "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP a, CC;\nMOVC CC, fragment.texcoord[0];\n";
    let alone = read("a.fp", &format!("{head}MOV result.color (GT.x), 1;\nEND")).unwrap().program;
    assert_eq!((alone.temporaries, alone.instructions[0].destination), (1, None));
    let used = read("a.fp", &format!("{head}MOV result.color, CC;\nEND")).unwrap().program;
    assert_eq!(used.temporaries, 2);
    assert_eq!(used.instructions[0].destination.unwrap().register, Register::Temporary(1));
}

#[test]
fn options_of_another_header_are_named_as_such() {
    let errors = read("o.fp", "!!NVfp4.0\nOPTION NV_fragment_program2;\nMOV result.color, 1;\nEND\n").unwrap_err();
    let text = errors.to_string();
    assert!(text.contains("= help: it goes with `!!ARBfp1.0`") && !text.contains("did you mean"), "{text}");
}

#[test]
fn constants_of_the_oldest_syntax_are_numbers_where_one_is_wanted() {
    let text =
        "!!FP1.0\nDEFINE pi = 3.5;\nPOWR R0.x, f[TEX0].x, pi;\nMADH H0, R0, {0.5}.x, -R0;\nMOVR o[COLR], H0;\nEND\n";
    let read = read("old.fp", text).unwrap_or_else(|errors| panic!("{errors}"));
    let literal = |operand: &Operand| {
        let Register::Parameter(number) = operand.register else { panic!("{operand:?} is no constant") };
        read.program.parameters[number].components[0]
    };
    assert_eq!(literal(&read.program.instructions[0].sources[1]), Scalar::Literal(3.5f32.to_bits()));
    assert_eq!(literal(&read.program.instructions[1].sources[1]), Scalar::Literal(0.5f32.to_bits()));
    assert_eq!(read.program.instructions[1].kind, NumberType::Half);
}
