//! Tests branches, loops, conditions, and fragments that end early.

use super::*;
use crate::level::sample;

const X: Component = Component::X;

/// Puts the column and the row of the fragment, as whole numbers, into x and y of temporary 0.
fn begin() -> Vec<Instruction> {
    vec![op(Opcode::Flr, 0, &[Operand::new(Register::Position)])]
}

fn flow(opcode: Opcode, guard: Option<Guard>) -> Instruction {
    Instruction { guard, ..Instruction::flow(opcode) }
}

/// Compares the x of temporary 0 with a constant, and writes the result to the condition code.
fn compare(opcode: Opcode, constant: usize) -> Instruction {
    let sources = vec![swizzled(temporary(0), [0; 4]), parameter(constant)];
    Instruction { sources, sets_condition: true, ..Instruction::flow(opcode) }
}

fn rep(sources: &[Operand]) -> Instruction {
    Instruction { sources: sources.to_vec(), ..Instruction::flow(Opcode::Rep) }
}

fn add(into: usize, a: Operand, b: Operand) -> Instruction {
    op(Opcode::Add, into, &[a, b])
}

/// Makes a case with four constants: 1, 5, 12, and the numbers of iterations.
fn case(chip: Chip, body: Vec<Instruction>) -> Case {
    let mut instructions = begin();
    instructions.extend(body);
    instructions.extend([out(0, temporary(1)), out(1, temporary(2))]);
    let mut program = program(chip, 2, instructions);
    let number = |x: f32| {
        let all = [x, x, x, x].map(|x| Scalar::Literal(x.to_bits()));
        Parameter { binding: Binding::Literal, components: all }
    };
    program.parameters = vec![number(1.0), number(5.0), number(12.0), given()];
    let mut case = Case::new(program, 37, 11);
    case.parameters = vec![[0; 4], [0; 4], [0; 4], [3.0f32, 300.0, 0.0, -2.0].map(f32::to_bits)];
    case
}

const BRANCHING: [Chip; 5] = [Chip::R520, Chip::Nv40, Chip::G70, Chip::G80, Chip::None];

#[track_caller]
fn check(body: Vec<Instruction>) {
    for chip in sample(BRANCHING, body.len(), 2) {
        let case = case(chip, body.clone());
        case.check(chip);
        // Counting fragment by fragment gives the same cost.
        assert_eq!(case.count(chip).unwrap(), case.emulate(chip).unwrap().1, "{chip}");
    }
}

#[test]
fn branches_nest() {
    check(vec![
        compare(Opcode::Sgt, 1),
        flow(Opcode::If, guard(Test::NotEqual, X)),
        add(1, temporary(0), parameter(0)),
        compare(Opcode::Slt, 2),
        flow(Opcode::If, guard(Test::NotEqual, X)),
        op(Opcode::Mov, 2, &[temporary(1)]),
        flow(Opcode::Else, None),
        add(1, temporary(1), parameter(1)),
        flow(Opcode::EndIf, None),
        flow(Opcode::Else, None),
        op(Opcode::Mov, 1, &[parameter(2)]),
        flow(Opcode::EndIf, None),
        add(2, temporary(2), temporary(1)),
    ]);
}

#[test]
fn loops_are_left_by_each_fragment_at_its_own_time() {
    // Sums up the numbers up to the column, and counts them.
    check(vec![
        rep(&[]),
        Instruction {
            sets_condition: true,
            ..op(Opcode::Sge, 3, &[swizzled(temporary(2), [0; 4]), swizzled(temporary(0), [0; 4])])
        },
        flow(Opcode::Brk, guard(Test::NotEqual, X)),
        add(2, temporary(2), parameter(0)),
        add(1, temporary(1), temporary(2)),
        flow(Opcode::EndRep, None),
        add(1, temporary(1), parameter(0)),
    ]);
}

#[test]
fn counted_loops_run_so_often() {
    for component in 0..4 {
        // 3, 300 (a chip runs 255 of them), 0 and -2 times.
        check(vec![
            rep(&[swizzled(parameter(3), [component; 4])]),
            add(1, temporary(1), parameter(0)),
            flow(Opcode::EndRep, None),
            op(Opcode::Mov, 2, &[temporary(1)]),
        ]);
    }
    // An inner loop with as many iterations as the column's number, in a loop of three.
    check(vec![
        rep(&[swizzled(parameter(3), [0; 4])]),
        rep(&[swizzled(temporary(0), [0; 4])]),
        add(1, temporary(1), temporary(2)),
        add(2, temporary(2), parameter(0)),
        flow(Opcode::EndRep, None),
        add(2, temporary(2), parameter(1)),
        flow(Opcode::EndRep, None),
    ]);
}

#[test]
fn variables_change_places_in_loops() {
    check(vec![
        op(Opcode::Mov, 1, &[temporary(0)]),
        op(Opcode::Mov, 2, &[parameter(1)]),
        rep(&[swizzled(temporary(0), [1; 4])]),
        op(Opcode::Mov, 3, &[temporary(1)]),
        op(Opcode::Mov, 1, &[temporary(2)]),
        op(Opcode::Mov, 2, &[temporary(3)]),
        Instruction { sets_condition: true, ..op(Opcode::Sgt, 4, &[temporary(0), parameter(2)]) },
        flow(Opcode::Brk, guard(Test::NotEqual, X)),
        add(2, temporary(2), temporary(1)),
        flow(Opcode::EndRep, None),
    ]);
}

#[test]
fn a_break_within_branches_keeps_what_was_written() {
    check(vec![
        rep(&[swizzled(parameter(2), [0; 4])]),
        add(1, temporary(1), parameter(0)),
        Instruction {
            sets_condition: true,
            ..op(Opcode::Sgt, 4, &[swizzled(temporary(1), [0; 4]), swizzled(temporary(0), [1; 4])])
        },
        flow(Opcode::If, guard(Test::NotEqual, X)),
        add(2, temporary(1), parameter(1)),
        compare(Opcode::Slt, 2),
        flow(Opcode::Brk, guard(Test::NotEqual, X)),
        add(2, temporary(2), parameter(1)),
        flow(Opcode::Else, None),
        add(2, temporary(2), parameter(2)),
        flow(Opcode::EndIf, None),
        add(1, temporary(1), parameter(0)),
        flow(Opcode::EndRep, None),
        add(2, temporary(2), parameter(0)),
    ]);
}

#[test]
fn fragments_end_early() {
    check(vec![
        op(Opcode::Mov, 1, &[parameter(1)]),
        out(0, temporary(1)),
        rep(&[swizzled(parameter(2), [0; 4])]),
        out(1, temporary(2)),
        compare(Opcode::Slt, 1),
        flow(Opcode::Ret, guard(Test::NotEqual, X)),
        add(2, temporary(2), parameter(0)),
        Instruction {
            sets_condition: true,
            ..op(Opcode::Sgt, 4, &[swizzled(temporary(2), [0; 4]), swizzled(temporary(0), [1; 4])])
        },
        flow(Opcode::If, guard(Test::NotEqual, X)),
        out(0, temporary(2)),
        flow(Opcode::Ret, guard(Test::True, X)),
        flow(Opcode::EndIf, None),
        flow(Opcode::EndRep, None),
    ]);
}

#[test]
fn fragments_are_killed() {
    // Kills by an operand, and by a condition.
    let operand = Instruction { sources: vec![temporary(3)], ..Instruction::flow(Opcode::Kil) };
    let body = |kill: Instruction| {
        vec![
            op(Opcode::Sub, 3, &[temporary(0), parameter(1)]),
            Instruction { sets_condition: true, ..op(Opcode::Mov, 1, &[temporary(3)]) },
            kill,
            add(2, temporary(3), parameter(0)),
        ]
    };
    check(body(operand.clone()));
    check(body(flow(Opcode::Kil, guard(Test::Equal, Component::Y))));
    for chip in [Chip::R300, Chip::Nv30] {
        let mut case = case(chip, body(operand.clone()));
        case.program.outputs = 1;
        case.program.instructions.pop();
        let conditions = chip.set().conditions();
        case.program.instructions.iter_mut().for_each(|instruction| instruction.sets_condition &= conditions);
        case.check(chip);
    }
    // Kills in a loop.
    check(vec![
        rep(&[swizzled(parameter(2), [0; 4])]),
        add(1, temporary(1), parameter(0)),
        Instruction { sets_condition: true, ..op(Opcode::Sub, 3, &[temporary(1), temporary(0)]) },
        flow(Opcode::Kil, guard(Test::Equal, Component::Y)),
        flow(Opcode::Brk, guard(Test::GreaterEqual, X)),
        flow(Opcode::EndRep, None),
    ]);
}

#[test]
fn results_are_written_where_conditions_hold() {
    let all = [
        Test::Equal,
        Test::GreaterEqual,
        Test::Greater,
        Test::LessEqual,
        Test::Less,
        Test::NotEqual,
        Test::True,
        Test::False,
    ];
    for test in all {
        let guarded = Guard { test, swizzle: [1, 0, 2, 1].map(Component::of) };
        let body = vec![
            Instruction { sets_condition: true, ..op(Opcode::Sub, 3, &[temporary(0), parameter(1)]) },
            Instruction { guard: Some(guarded), ..add(1, temporary(0), parameter(0)) },
            // The new condition code is written where the old one holds.
            Instruction { guard: Some(guarded), sets_condition: true, ..add(2, temporary(3), parameter(2)) },
            Instruction { guard: guard(Test::Greater, X), ..add(2, temporary(2), parameter(0)) },
        ];
        check(body.clone());
        let mut case = case(Chip::Nv30, body);
        case.program.outputs = 1;
        case.program.instructions.pop();
        case.check(Chip::Nv30);
    }
}

#[test]
fn integers_have_condition_codes() {
    for chip in [Chip::G80, Chip::None] {
        for kind in [NumberType::Signed, NumberType::Unsigned] {
            let body = vec![
                Instruction { kind, ..op(Opcode::Trunc, 3, &[temporary(0)]) },
                Instruction { kind: NumberType::Signed, ..op(Opcode::Trunc, 4, &[parameter(1)]) },
                Instruction { kind, sets_condition: true, ..op(Opcode::Sub, 1, &[temporary(3), temporary(4)]) },
                Instruction { guard: guard(Test::Less, X), ..op(Opcode::Mov, 2, &[parameter(0)]) },
                Instruction { guard: guard(Test::Equal, X), ..op(Opcode::Mov, 2, &[parameter(1)]) },
                Instruction { guard: guard(Test::Greater, X), ..op(Opcode::Mov, 2, &[parameter(2)]) },
                Instruction { kind: NumberType::Signed, ..rep(&[temporary(3)]) },
                Instruction { kind, ..op(Opcode::Add, 1, &[temporary(1), temporary(4)]) },
                flow(Opcode::EndRep, None),
            ];
            case(chip, body).check(chip);
        }
    }
}
