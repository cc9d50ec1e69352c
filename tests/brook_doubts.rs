//! What is merely doubtful, and what is said about it: the whole text, as people see it.

use brooklet::brook::Unit;
use expect_test::{Expect, expect};

/// A program that compiles, with doubts.
fn doubtful(text: &str, expected: Expect) {
    let unit = Unit::compile("program.br", text).unwrap_or_else(|findings| panic!("{findings}"));
    expected.assert_eq(&unit.warnings.to_string());
}

#[test]
fn an_unused_parameter() {
    doubtful(
        r#"kernel void k(float a<>, float b, out float r<>) {
    r = a;
}"#,
        expect![[r#"
    warning[B0504]: parameter `b` is never used
     --> program.br:1:32
      |
    1 | kernel void k(float a<>, float b, out float r<>) {
      |                                ^"#]],
    );
}

#[test]
fn an_output_that_a_path_leaves() {
    doubtful(
        r#"kernel void k(float a<>, out float r<>) {
    if (a > 0)
        r = 1;
}"#,
        expect![[r#"
    warning[B0508]: output `r` is not written on every path
     --> program.br:1:36
      |
    1 | kernel void k(float a<>, out float r<>) {
      |                                    ^
    ...
    4 | }
      | - the end may be reached without
      |
      = help: what is not written is 0"#]],
    );
}

#[test]
fn components_never_written() {
    doubtful(
        r#"kernel void k(float a<>, out float4 r<>) {
    r.xy = a;
}"#,
        expect![[r#"
    warning[B0508]: output `r.zw` is never written
     --> program.br:1:37
      |
    1 | kernel void k(float a<>, out float4 r<>) {
      |                                     ^
      |
      = help: what is not written is 0"#]],
    );
}

#[test]
fn a_variable_without_a_value() {
    doubtful(
        r#"kernel void k(float a<>, out float r<>) {
    float t;
    r = t + a;
}"#,
        expect![[r#"
    warning[B0507]: `t` is read before it has a value
     --> program.br:3:9
      |
    3 |     r = t + a;
      |         ^"#]],
    );
}

#[test]
fn a_variable_that_may_have_no_value() {
    doubtful(
        r#"kernel void k(float a<>, out float r<>) {
    float2 t;
    t.x = a;
    if (a > 0) t.y = 1;
    r = t.y;
}"#,
        expect![[r#"
    warning[B0507]: `t` may be read before it has a value
     --> program.br:5:9
      |
    5 |     r = t.y;
      |         ^^^"#]],
    );
}

#[test]
fn an_assigning_condition() {
    doubtful(
        r#"kernel void k(float a<>, out float r<>) {
    r = 0;
    if (a = 1) r = 2;
}"#,
        expect![[r#"
    warning[B0504]: parameter `a` is never used
     --> program.br:1:21
      |
    1 | kernel void k(float a<>, out float r<>) {
      |                     ^

    warning[B0308]: this condition assigns
     --> program.br:3:9
      |
    3 |     if (a = 1) r = 2;
      |         ^^^^^
      |
      = help: to compare, write `==`"#]],
    );
}

#[test]
fn a_division_of_whole_numbers() {
    doubtful(
        r#"kernel void k(float a<>, out float r<>) {
    r = 1 / 2 * a;
}"#,
        expect![[r#"
    warning[B0322]: `1 / 2` divides whole numbers, and is 0
     --> program.br:2:9
      |
    2 |     r = 1 / 2 * a;
      |         ^^^^^
      |
      = help: for a fraction write `1.0 / 2.0`"#]],
    );
}

#[test]
fn a_statement_without_effect() {
    doubtful(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    r == 2;
}"#,
        expect![[r#"
    warning[B0312]: this computes something that nobody uses
     --> program.br:3:5
      |
    3 |     r == 2;
      |     ^^^^^^
      |
      = help: to keep it, assign it: `a = ..;`"#]],
    );
}

#[test]
fn nothing_ever_pushed() {
    doubtful(
        r#"kernel void k(float a<>, vout[1] float v<>) {
    v = a;
}"#,
        expect![[r#"
    warning[B0502]: nothing is ever pushed to `v`
     --> program.br:1:40
      |
    1 | kernel void k(float a<>, vout[1] float v<>) {
      |                                        ^
      |
      = help: give `v` a value and append it: `push(v);`"#]],
    );
}
