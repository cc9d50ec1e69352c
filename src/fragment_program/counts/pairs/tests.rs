//! Tests of the count, against what Mesa's r300 compiler made of the same listings for an R420 (Mesa 22.3): pairs and nodes.

use super::schedule::Scheduled;
use crate::fragment_program::Chip;
use crate::fragment_program::counts::{Counts, check};
use crate::fragment_program::listing::read;

fn counted(listing: &str) -> (usize, usize) {
    let program = read("example.fp", &format!("!!ARBfp1.0\n{listing}\nEND\n")).unwrap().program;
    let Scheduled { pairs, nodes } = super::schedule(&program);
    (pairs, nodes)
}

#[test]
fn a_sum_that_two_operands_read_is_computed_first() {
    let listing = "PARAM c0 = program.local[0];
        TEMP R0;
        FLR R0.xy, fragment.texcoord[0];
        MAD result.color.x, R0.y, c0.x, R0.x;";
    assert_eq!(counted(listing), (3, 1));
}

#[test]
fn a_step_of_a_scan() {
    let listing = "PARAM c0 = program.local[0];
        PARAM c1 = program.local[1];
        TEMP R0, R1, R2, R3;
        FLR R0.xy, fragment.texcoord[0];
        MAD R0.x, R0.y, c0.x, R0.x;
        ADD R0.y, R0.x, c0.y;
        MAD R0.z, R0.y, c0.z, c0.w;
        FRC R1.x, R0.z;
        MUL R1.y, R0.z, c1.x;
        ADD R1.z, R0.x, c1.y;
        ADD R1.w, R1.z, c0.y;
        MAD R0.x, R1.w, c0.z, c0.w;
        FRC R0.z, R0.x;
        MUL R0.w, R0.x, c1.x;
        TEX R2.x, R1, texture[0], 2D;
        TEX R3.x, R0.zwww, texture[0], 2D;
        CMP R1.x, R0.y, c1.z, R2.x;
        CMP R1.y, R1.w, c1.z, R3.x;
        ADD R1.y, R1.x, R1.y;
        CMP result.color.x, R1.z, R1.x, R1.y;";
    assert_eq!(counted(listing), (14, 2));
}

#[test]
fn coordinates_in_texels_and_the_position_take_more() {
    let listing = "PARAM c0 = { 1.0, 0.0, -1.0, -0.0 };
        TEMP R0, R1, R2, R3, R4, R5, R6;
        ADD R0.xy, fragment.position, c0;
        ADD R0.zw, fragment.position.xxxy, c0;
        ADD R1.xy, fragment.position, c0.yxxx;
        ADD R1.zw, fragment.position.xxxy, c0.wwwz;
        TEX R2.x, R0, texture[0], RECT;
        TEX R3.x, R0.zwww, texture[0], RECT;
        TEX R4.x, R1, texture[0], RECT;
        TEX R5.x, R1.zwww, texture[0], RECT;
        TEX R6.x, fragment.position, texture[1], RECT;
        ADD R0.x, R2.x, R3.x;
        ADD R0.x, R0.x, R4.x;
        ADD R0.x, R0.x, R5.x;
        ADD result.color.x, R0.x, -R6.x;";
    assert_eq!(counted(listing), (22, 2));
}

#[test]
fn conditions_and_constants_of_one_kind_are_computed_together() {
    let listing = "PARAM c0 = program.local[0];
        PARAM c1 = { 0.25, -4.0, 0.0, 0.0 };
        PARAM c2 = { -3.0, -2.0, -1.0, 0.0 };
        TEMP R0, R1, R2;
        FLR R0.xy, fragment.texcoord[0];
        MAD R0.x, R0.y, c0.x, R0.x;
        MUL R0.y, R0.x, c1.x;
        FLR R0.y, R0.y;
        MAD R0.w, R0.y, c0.y, c0.z;
        FRC R1.x, R0.w;
        MUL R1.y, R0.w, c0.w;
        TEX R2, R1, texture[0], 2D;
        MAD R0.z, R0.y, c1.y, R0.x;
        ADD R0.xyz, R0.z, c2;
        CMP R0.w, R0.x, R2.z, R2.w;
        CMP R0.w, R0.y, R2.y, R0.w;
        CMP result.color.x, R0.z, R2.x, R0.w;";
    assert_eq!(counted(listing), (15, 2));
}

/// A search by four fetches, each at a place that depends on the one before. Mesa's compiler refuses it.
#[test]
fn nodes_may_be_more_than_indirections() {
    let step = |up: &str, down: &str| {
        format!(
            "MIN R1.y, R1.x, c0.w;
            MAD R1.y, R1.y, c1.x, c1.y;
            FRC R1.z, R1.y;
            MUL R1.w, R1.y, c1.z;
            TEX R2.x, R1.zwww, texture[1], 2D;
            SGE R1.y, R1.x, c1.w;
            SGE R1.z, R2.x, R0.x;
            MAX R1.y, R1.y, R1.z;
            ADD R1.z, R1.x, {up};
            ADD R1.x, R1.x, {down};
            CMP R1.x, -R1.y, R1.z, R1.x;"
        )
    };
    let listing = format!(
        "!!ARBfp1.0
        PARAM c0 = program.local[0];
        PARAM c1 = program.local[1];
        PARAM c2 = program.local[2];
        PARAM c3 = program.local[3];
        TEMP R0, R1, R2;
        TEX R0.x, fragment.texcoord[0], texture[0], 2D;
        TEX R1.x, fragment.texcoord[1], texture[1], 2D;
        SGE R1.x, R1.x, R0.x;
        MAX R1.x, c0.x, R1.x;
        CMP R1.x, -R1.x, c0.y, c0.z;
        {}{}{}
        MOV result.color.x, R1.x;\nEND\n",
        step("c2.x", "c2.y"),
        step("c2.z", "c2.w"),
        step("c3.x", "c3.y")
    );
    let program = read("search.fp", &listing).unwrap().program;
    let excess = check(&program, Chip::R420);
    assert_eq!(Counts::of(&program).indirections, 4);
    assert_eq!(excess.len(), 1);
    assert_eq!(excess[0].to_string(), "5 nodes of texture instructions, and the chip has 4");
}
