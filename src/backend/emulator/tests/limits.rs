//! Exceeding a chip is an error with the needed and the available amount, and nothing is drawn.

use super::*;
use crate::level::{is_quick, sample};

fn message(case: &Case, chip: Chip) -> String {
    let mut targets = vec![vec![Case::BEFORE; case.width * case.height * 4]; case.program.outputs];
    let error = case.emulate_on(chip, &mut targets, false).expect_err("it cannot be run");
    assert!(targets.iter().flatten().all(|&word| word == Case::BEFORE), "nothing is drawn");
    error.to_string()
}

fn endless(chip: Chip) -> Case {
    let instructions = vec![
        out(0, Operand::new(Register::Position)),
        Instruction::flow(Opcode::Rep),
        op(Opcode::Add, 0, &[temporary(0), Operand::new(Register::Position)]),
        out(0, temporary(0)),
        Instruction::flow(Opcode::EndRep),
    ];
    let (width, height) = if is_quick() { (2, 2) } else { (8, 4) };
    Case::new(program(chip, 1, instructions), width, height)
}

#[test]
fn a_chip_executes_so_many_instructions() {
    // The loop has two instructions, and two come before it.
    assert_eq!(
        message(&endless(Chip::Nv40), Chip::Nv40),
        "a fragment of kernel `test` needs 65538 instructions executed, and nv40 has 65536"
    );
    if !is_quick() {
        assert!(message(&endless(Chip::G70), Chip::G70).contains("65536"));
    }
}

#[test]
fn loops_without_an_end_are_ended() {
    for chip in sample([Chip::None, Chip::G80], 0, 2) {
        assert_eq!(
            message(&endless(chip), chip),
            "kernel `test`: the loops of a fragment have taken 40001 iterations; the maximum is 40000"
        );
    }
}

#[test]
fn what_a_chip_has_not_is_refused() {
    let single = |chip, instruction| Case::new(program(chip, 1, vec![instruction]), 2, 2);
    let guarded = Instruction { guard: guard(Test::Less, Component::X), ..op(Opcode::Mov, 0, &[temporary(0)]) };
    let integer = Instruction { kind: NumberType::Signed, ..op(Opcode::Add, 0, &[temporary(0), temporary(1)]) };
    let math = op(Opcode::Math(crate::ir::Math::Sinh), 0, &[temporary(0)]);
    for (chip, case, wanted) in [
        (
            Chip::R300,
            endless(Chip::R300),
            "kernel `test` needs branches and loops (REP), which this device (r300) does not have",
        ),
        (
            Chip::Nv30,
            endless(Chip::Nv30),
            "kernel `test` needs branches and loops (REP), which this device (nv30) does not have",
        ),
        (
            Chip::R420,
            single(Chip::R420, guarded),
            "kernel `test` needs condition codes (MOV), which this device (r420) does not have",
        ),
        (
            Chip::Nv40,
            single(Chip::Nv40, integer),
            "kernel `test` needs integers (ADD), which this device (nv40) does not have",
        ),
        (
            Chip::G80,
            single(Chip::G80, math),
            "kernel `test` needs functions as instructions, which this device (g80) does not have",
        ),
    ] {
        assert_eq!(message(&case, chip), wanted);
    }
    let two = Case::new(program(Chip::Nv30, 2, vec![out(0, temporary(0)), out(1, temporary(0))]), 2, 2);
    assert_eq!(message(&two, Chip::Nv30), "kernel `test` needs 2 render targets, and nv30 has 1");
}

#[test]
fn what_is_no_program_is_refused() {
    let flow = |opcode| Instruction::flow(opcode);
    let condition = guard(Test::Less, Component::X);
    let branch = || Instruction { guard: condition, ..flow(Opcode::If) };
    let mut fetch = op(Opcode::Tex, 0, &[temporary(0)]);
    fetch.sampler = Some(0);
    for (instructions, wanted) in [
        (vec![branch()], "IF without ENDIF"),
        (vec![flow(Opcode::If), flow(Opcode::EndIf)], "IF without a condition"),
        (vec![branch(), flow(Opcode::EndRep)], "IF without ENDIF"),
        (vec![flow(Opcode::Rep), flow(Opcode::EndLoop)], "REP without ENDREP"),
        (vec![flow(Opcode::Brk)], "BRK outside of a loop"),
        (vec![branch(), flow(Opcode::EndIf), flow(Opcode::EndIf)], "ENDIF without what it ends"),
        (vec![op(Opcode::Add, 0, &[temporary(0)])], "ADD takes 2 operands, not 1"),
        (vec![op(Opcode::Mov, 0, &[temporary(8)])], "there is no temporary 8"),
        (vec![op(Opcode::Mov, 8, &[temporary(0)])], "Temporary(8) cannot be written"),
        (vec![op(Opcode::Mov, 0, &[parameter(0)])], "there is no constant 0"),
        (vec![op(Opcode::Mov, 0, &[Operand::new(Register::Coordinate(0))])], "there is no coordinate 0"),
        (vec![fetch], "TEX without a sampler"),
        (vec![op(Opcode::Mod, 0, &[temporary(0), temporary(1)])], "MOD of floats"),
    ] {
        let error = message(&Case::new(program(Chip::None, 1, instructions), 2, 2), Chip::None);
        assert_eq!(error, format!("fragment program `test`: {wanted}"));
    }
    let deep = (0..300).map(|_| branch()).chain((0..300).map(|_| flow(Opcode::EndIf))).collect();
    let error = message(&Case::new(program(Chip::None, 1, deep), 2, 2), Chip::None);
    assert_eq!(error, "fragment program `test`: branches and loops in one another: 257, and at most 256 can be");
}
