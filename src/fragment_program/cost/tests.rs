//! Tests of the model on programs that can be counted by hand.

use super::*;
use crate::fragment_program::listing::read;
use crate::fragment_program::{Chip, FragmentProgram, Status};

const TEXEL: &str = "!!ARBfp1.0\nTEMP R0;\nTEX R0, fragment.texcoord[0], texture[0], 2D;\n";
const COUNT: f64 = (1 << 20) as f64;

fn program(text: &str) -> FragmentProgram {
    read("hand", text).expect("a listing").program
}

fn near(found: f64, wanted: f64) {
    assert!((found / wanted - 1.0).abs() < 1e-9, "{found:e} for {wanted:e}");
}

/// Predicts a pass of a program without flow control over 2^20 fragments, with textures of this many channels.
fn pass(chip: Chip, text: &str, channels: usize) -> Predicted {
    let program = program(text);
    let demand = Demand::of(&program, chip);
    let work = Work {
        fragments: 1 << 20,
        instructions: (demand.straight.instructions as u64) << 20,
        fetches: (demand.straight.samplers.len() as u64) << 20,
        textures: &[TexelFormat::floats(channels); 4],
        targets: &[TexelFormat::floats(channels)],
        ..Work::default()
    };
    assert_eq!(demand.nested, Demand::of(&program, chip).nested);
    Model::of(chip).unwrap().pass(&demand, &work)
}

#[test]
fn a_multiply_add_of_a_texel_on_r420() {
    let found = pass(Chip::R420, &format!("{TEXEL}MAD result.color, R0, R0, R0;\nEND\n"), 1);
    // One pair at 33 / 4 G/s; one float at 4.5 G/s; 8 bytes at 35.8 GB/s; 23 µs of the CPU.
    near(found.arithmetic, COUNT / 8.25e9);
    near(found.fetches, COUNT / 4.5e9);
    near(found.memory, 8.0 * COUNT / 35.8e9);
    near(found.issue, 23e-6);
    // All of these run in parallel, so the longest time counts.
    near(found.seconds, 8.0 * COUNT / 35.8e9);
    // Through OpenGL, 4 bytes are read and written once more, and 64 µs are added.
    near(found.seconds_opengl, found.seconds + 64e-6 + 8.0 * COUNT / 35.8e9);
}

#[test]
fn a_multiply_add_of_a_texel_on_nv40() {
    let found = pass(Chip::Nv40, &format!("{TEXEL}MAD result.color, R0, R0, R0;\nEND\n"), 4);
    // The fetch takes a cycle, and the instruction that waits for it takes one more. There are 40 / 8 G cycles per second at 350 MHz.
    near(found.arithmetic, 2.0 * COUNT / (5e9 * 400.0 / 350.0));
    near(found.fetches, 4.0 * COUNT / (1.2e9 * 400.0 / 350.0));
    near(found.memory, 32.0 * COUNT / 35.2e9);
    // They do not run in parallel, so both times add up.
    near(found.seconds, found.arithmetic + found.fetches);
    near(found.seconds_opengl, found.seconds + 210e-6 + 32.0 * COUNT / 35.2e9);
    // NV40 fetches four channels instead of two. R420 has formats with two channels.
    let two = pass(Chip::Nv40, &format!("{TEXEL}MOV result.color, R0;\nEND\n"), 2);
    near(two.fetches, found.fetches);
    near(pass(Chip::R420, &format!("{TEXEL}MOV result.color, R0;\nEND\n"), 2).fetches, 2.0 * COUNT / 4.5e9);
}

#[test]
fn units_behind_one_another_share_a_cycle() {
    let cycles = |body: &str| {
        let text = format!("!!ARBfp1.0\nTEMP R0, R1;\nPARAM c = {{ 1.0, 2.0, 3.0, 4.0 }};\n{body}END\n");
        [Chip::Nv40, Chip::G70].map(|chip| Demand::of(&program(&text), chip).straight.cycles)
    };
    // The first unit multiplies, and the second unit uses the product.
    assert_eq!(cycles("MUL R0, c, c;\nMAD result.color, R0, c, c;\n"), [1.0, 1.0]);
    // On NV40, the first unit can only multiply.
    assert_eq!(cycles("ADD R0, c, c;\nADD result.color, R0, c;\n"), [2.0, 1.0]);
    assert_eq!(cycles("MUL R0, c, c;\nMUL R0, R0, c;\nMUL result.color, R0, c;\n"), [2.0, 2.0]);
    // A texel arrives in the next cycle. An instruction that does not depend on it is issued in the same cycle as the fetch.
    let fetch = "TEX R0, fragment.texcoord[0], texture[0], 2D;\n";
    assert_eq!(cycles(&format!("{fetch}MOV result.color, R0;\n")), [2.0, 2.0]);
    assert_eq!(cycles(&format!("{fetch}ADD R1, c, c;\nADD result.color, R0, R1;\n")), [2.0, 2.0]);
    // An interpolation takes a product and a sum.
    assert_eq!(cycles("LRP result.color, c, c, c;\n"), [2.0, 2.0]);
}

#[test]
fn a_small_pass_costs_what_it_takes_to_issue_it() {
    let demand = Demand::of(&program("!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND\n"), Chip::R420);
    let work = Work {
        fragments: 1,
        instructions: 1,
        fetches: 0,
        textures: &[],
        targets: &[TexelFormat::floats(4)],
        ..Work::default()
    };
    for (chip, issue, pbuffer) in [(Chip::R420, 23e-6, 64e-6), (Chip::Nv40, 16e-6, 210e-6)] {
        let found = Model::of(chip).unwrap().pass(&demand, &work);
        near(found.seconds, issue);
        assert!((found.seconds_opengl - issue - pbuffer).abs() < 1e-8);
    }
    // G70 no longer needed pbuffers.
    let found = Model::of(Chip::G70).unwrap().pass(&demand, &work);
    assert_eq!(found.seconds, found.seconds_opengl);
}

#[test]
fn loops_count_as_often_as_they_run() {
    let text = "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP R0;\nPARAM c = { 7.0, 0.0, 0.0, 0.0 };\nMOV R0, c.y;\n\
                REP c.x;\nTEX R0, R0, texture[0], 2D;\nADD R0, R0, c;\nENDREP;\nMOV result.color, R0;\nEND\n";
    let demand = Demand::of(&program(text), Chip::Nv40);
    // MOV, REP, MOV. A loop takes two cycles at its start and two at its end.
    assert_eq!((demand.straight.instructions, demand.straight.cycles), (3, 4.0));
    assert_eq!((demand.nested.instructions, demand.nested.cycles, demand.nested.samplers.len()), (2, 4.0, 1));
    let work = Work {
        fragments: 10,
        instructions: 10 * (3 + 7 * 2),
        fetches: 70,
        textures: &[TexelFormat::floats(1)],
        targets: &[TexelFormat::floats(1)],
        ..Work::default()
    };
    let model = Model::of(Chip::Nv40).unwrap();
    let found = model.pass(&demand, &work);
    near(found.arithmetic, 10.0 * (4.0 + 7.0 * 4.0) / (model.cycles.value * 1e9));
    near(found.fetches, 70.0 / (model.fetches.value * 1e9));
}

#[test]
fn constants_are_those_of_the_facts() {
    for chip in [Chip::R300, Chip::R420, Chip::R520, Chip::Nv30, Chip::Nv40, Chip::G70] {
        let model = Model::of(chip).unwrap();
        for constant in model.constants() {
            assert!(constant.value > 0.0 && !constant.source.is_empty(), "{chip} {constant:?}");
            // No constant may come from the times that predictions are compared with.
            assert!(!constant.source.contains("36-1"), "{chip} {constant:?}");
        }
        let measured = chip.profile().cost.is_some();
        assert_eq!(!model.fetches.source.contains("is missing"), measured, "{chip}");
        assert_eq!(!model.pass.source.contains("is missing"), measured, "{chip}");
    }
    // R420 was measured at the clock of its profile, so nothing is scaled.
    let r420 = Model::of(Chip::R420).unwrap();
    assert_eq!((r420.fetches.value, r420.fetches.status), (4.5, Status::Published));
    // R300 has 8 pipes instead of 16, and 412 MHz instead of 520.
    near(Model::of(Chip::R300).unwrap().fetches.value, 4.5 * 0.5 * 412.0 / 520.0);
    near(Model::of(Chip::G70).unwrap().fetches.value, 1.2 * 24.0 * 430.0 / (16.0 * 350.0));
    near(Model::of(Chip::Nv30).unwrap().cycles.value, 20.0 / 4.0);
    assert_eq!(Model::of(Chip::Nv30).unwrap().fetches.status, Status::Recalled);
    let refused = Model::of(Chip::G80).unwrap_err().to_string();
    assert!(refused.contains("floats fetched") && refused.contains("g80"), "{refused}");
    assert_eq!(
        Model::of(Chip::None).unwrap_err().to_string(),
        "there is no cost model of chip none: it is no chip, but a plain machine of this program"
    );
}

#[test]
fn transfers_take_their_bytes_by_the_rate_of_agp() {
    let model = Model::of(Chip::Nv40).unwrap();
    near(model.transfer(4 << 20, Direction::Upload), 4.0 * COUNT / 2.1e9);
    near(model.transfer(4 << 20, Direction::ReadBack), 4.0 * COUNT / 0.16e9);
}

#[test]
fn blending_and_the_depth_test_take_memory() {
    let demand = Demand::of(&program("!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND\n"), Chip::R420);
    let (model, fragments) = (Model::of(Chip::R420).unwrap(), 1 << 22);
    let work = Work { fragments, instructions: fragments, targets: &[TexelFormat::floats(4)], ..Work::default() };
    let memory = |work: &Work| model.pass(&demand, work).memory;
    let plain = memory(&work);
    near(plain, 16.0 * fragments as f64 / (model.bandwidth.value * 1e9));
    near(memory(&Work { blends: true, ..work }), 2.0 * plain);
    near(memory(&Work { depth_bytes: 8 * fragments, ..work }), 1.5 * plain);
}
