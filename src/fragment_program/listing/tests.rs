//! Tests of printed listings, and of programs that cannot be printed.

use std::rc::Rc;

use expect_test::expect;

use super::{ListingError, Names, print, print_bare};
use crate::fragment_program::{
    Binding, Component, Coordinate, Destination, FragmentProgram, Guard, Instruction, InstructionSet, Linear, Measure,
    Opcode, Operand, Parameter, Register, Sampler, Scalar, Test, TextureTarget, Uniform, UniformId,
};
use crate::syntax::{File, Files, Span};

/// Returns a program that computes the maximum of an element and the next one, times a constant.
fn sample() -> FragmentProgram {
    let text =
        "void main() {\n    float a = fetch(keys, here());\n    y = max(a, fetch(keys, here() + 1)) * scale;\n}\n";
    let at = |needle: &str| {
        let start = text.find(needle).unwrap() as u32;
        Span { file: 0, start, end: start + needle.len() as u32 }
    };
    let to = |register, mask| Destination { register, mask };
    let fetch = |result, coordinate, span| Instruction {
        sampler: Some(0),
        spans: vec![span],
        ..Instruction::new(
            Opcode::Tex,
            to(Register::Temporary(result), 0b1111),
            vec![Operand::new(Register::Coordinate(coordinate))],
        )
    };
    let x = |register| Operand { swizzle: [Component::X; 4], ..Operand::new(register) };
    let linear = |start| Linear { across: UniformId(0), down: UniformId(3), start: UniformId(start) };
    let coordinate = |number, start| Coordinate {
        attribute: crate::ir::Attribute::TexCoord(number),
        components: [Some(linear(start)), None, None, None],
    };
    FragmentProgram {
        name: "larger".into(),
        set: InstructionSet::Arb,
        about: vec!["The larger of an element and the one behind it.".into()],
        uniforms: vec![
            Uniform::Input(0, Measure::InverseWidth),
            Uniform::Constant { constant: 0, component: 0 },
            Uniform::Apply(Opcode::Mul, Default::default(), vec![UniformId(0), UniformId(1)]),
            Uniform::Literal(0),
        ],
        states: Vec::new(),
        parameters: vec![
            Parameter {
                binding: Binding::Local(0),
                components: [Scalar::Uniform(UniformId(2)), Scalar::Unused, Scalar::Unused, Scalar::Unused],
            },
            Parameter {
                binding: Binding::Literal,
                components: [
                    Scalar::Literal(0.1f32.to_bits()),
                    Scalar::Literal((-1.0f32).to_bits()),
                    Scalar::Unused,
                    Scalar::Unused,
                ],
            },
        ],
        coordinates: vec![coordinate(0, 3), coordinate(1, 0)],
        samplers: vec![Sampler { unit: 0, input: 0, target: TextureTarget::TwoD }],
        temporaries: 2,
        outputs: 1,
        instructions: vec![
            fetch(0, 0, at("fetch(keys, here())")),
            fetch(1, 1, at("fetch(keys, here() + 1)")),
            Instruction {
                spans: vec![at("max")],
                ..Instruction::new(
                    Opcode::Max,
                    to(Register::Temporary(0), 0b0001),
                    vec![Operand::new(Register::Temporary(0)), Operand { negate: 0b1111, ..x(Register::Temporary(1)) }],
                )
            },
            Instruction {
                saturate: true,
                spans: vec![at("* scale")],
                ..Instruction::new(
                    Opcode::Mul,
                    to(Register::Output(0), 0b1111),
                    vec![x(Register::Temporary(0)), x(Register::Parameter(0))],
                )
            },
        ],
        files: Rc::new(Files(vec![File { name: "larger.frag".into(), text: text.into() }])),
    }
}

#[test]
fn a_listing_says_what_it_reads_and_where_it_comes_from() {
    let names = Names { inputs: vec!["keys".into()], constants: vec!["scale".into()] };
    expect![[r#"
        !!ARBfp1.0
        # larger
        # The larger of an element and the one behind it.
        #
        # texture[0] = keys, 2D
        # fragment.texcoord[0].x = x * (1 / width of keys)
        # fragment.texcoord[1].x = x * (1 / width of keys) + 1 / width of keys
        # c0 = program.local[0].x = (1 / width of keys) * scale
        PARAM c0 = program.local[0];
        PARAM c1 = { 0.1, -1.0, 0.0, 0.0 };
        TEMP R0, R1;

        # larger.frag:2: float a = fetch(keys, here());
        TEX     R0,           fragment.texcoord[0], texture[0], 2D;
        # larger.frag:3: y = max(a, fetch(keys, here() + 1)) * scale;
        TEX     R1,           fragment.texcoord[1], texture[0], 2D;
        MAX     R0.x,         R0.x,                 -R1.x;
        MUL_SAT result.color, R0.x,                 c0.x;
        END
    "#]]
    .assert_eq(&print(&sample(), &names).unwrap());
}

#[test]
fn conditions_and_branches() {
    let mut program = sample();
    let guard = Some(Guard { test: Test::Greater, swizzle: [Component::X; 4] });
    let max = program.instructions[2].clone();
    program.instructions[2] = Instruction { sets_condition: true, destination: None, ..max.clone() };
    program.instructions[3].guard = Some(Guard { test: Test::Less, swizzle: Component::XYZW });
    program.instructions.splice(
        3..3,
        [
            Instruction { guard, ..Instruction::flow(Opcode::If) },
            max,
            Instruction { guard, ..Instruction::flow(Opcode::Ret) },
            Instruction::flow(Opcode::EndIf),
        ],
    );
    program.outputs = 2;
    program.set = InstructionSet::Nv40;
    expect![[r#"
        !!ARBfp1.0
        OPTION NV_fragment_program2;
        OPTION ARB_draw_buffers;
        PARAM c0 = program.local[0];
        PARAM c1 = { 0.1, -1.0, 0.0, 0.0 };
        TEMP R0, R1, CC;

        TEX     R0,                   fragment.texcoord[0], texture[0], 2D;
        TEX     R1,                   fragment.texcoord[1], texture[0], 2D;
        MAXC    CC,                   R0,                   -R1.x;
        IF      GT.x;
          MAX     R0.x,                 R0.x,                 -R1.x;
          RET     (GT.x);
        ENDIF;
        MUL_SAT result.color[0] (LT), R0.x,                 c0.x;
        END
    "#]]
    .assert_eq(&print_bare(&program).unwrap());
    program.set = InstructionSet::Arb;
    let error = print_bare(&program).unwrap_err();
    assert_eq!(error.to_string(), "instruction 2 is a condition code, which ARB_fragment_program does not have");
}

#[test]
fn what_has_no_literal_is_refused() {
    let mut program = sample();
    program.parameters[1].components[0] = Scalar::Literal(f32::INFINITY.to_bits());
    let error = print_bare(&program).unwrap_err();
    assert!(matches!(error, ListingError::NoLiteral { parameter: 1, bits: 0x7f80_0000, .. }), "{error}");
    program.parameters[1].binding = Binding::Local(1);
    assert!(print_bare(&program).is_ok());
    program.instructions[0].sources[0].register = Register::Temporary(7);
    let error = print_bare(&program).unwrap_err().to_string();
    assert_eq!(error, "instruction 0 uses R7, but the number of such registers is 2");
}
