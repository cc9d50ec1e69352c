//! Mistakes in the names of types and in structs, and what is said about each: the whole text, as people see it.

use crate::support;

use expect_test::expect;
use support::diagnostics::wrong;

#[test]
fn an_unknown_type() {
    wrong(
        r#"kernel void k(flaot a<>, out Vector r<>) {
    r = a;
}"#,
        expect![[r#"
            error[B0203]: there is no type `flaot`
             --> program.br:1:15
              |
            1 | kernel void k(flaot a<>, out Vector r<>) {
              |               ^^^^^
              |
              = help: did you mean `float`?

            error[B0203]: there is no type `Vector`
             --> program.br:1:30
              |
            1 | kernel void k(flaot a<>, out Vector r<>) {
              |                              ^^^^^^
              |
              = help: there are `float`, `int`, `uint`, `char`, `uchar`, `short`, `ushort`, `fixed`, `shortfixed`, vectors such as `float4`, and the structs of this file"#]],
    );
}

#[test]
fn a_stream_of_ints() {
    wrong(
        r#"kernel void k(int a<>, uint b<>, char4 c<>, fixed2 d<>, double e<>, out float r<>) {
    r = 1;
}"#,
        expect![[r#"
            error[B0202]: streams of `double` are not supported yet
             --> program.br:1:57
              |
            1 | kernel void k(int a<>, uint b<>, char4 c<>, fixed2 d<>, double e<>, out float r<>) {
              |                                                         ^^^^^^
              |
              = help: no device of a fragment pipeline computes with 64 bits: write `float`"#]],
    );
}

#[test]
fn a_local_of_another_dialect() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    double t = a;
    int2 u;
    r = t;
}"#,
        expect![[r#"
            error[B0202]: type `double` is not supported in kernels yet
             --> program.br:2:5
              |
            2 |     double t = a;
              |     ^^^^^^
              |
              = help: no device of a fragment pipeline computes with 64 bits: write `float`"#]],
    );
}

#[test]
fn a_struct_of_the_host() {
    wrong(
        r#"typedef struct { float *data; int n; } Buffer;
kernel void k(Buffer b, out float r<>) {
    r = 1;
}"#,
        expect![[r#"
            error[B0205]: struct `Buffer` cannot be used in kernels
             --> program.br:2:15
              |
            1 | typedef struct { float *data; int n; } Buffer;
              |                         ---- a pointer
            2 | kernel void k(Buffer b, out float r<>) {
              |               ^^^^^^
              |
              = help: its fields must be numbers and vectors of up to four, or structs of these"#]],
    );
}

#[test]
fn a_struct_that_holds_itself() {
    wrong(
        r#"typedef struct node { float a; node next; } Node;
kernel void k(Node n<>, out float r<>) {
    r = n.a;
}"#,
        expect![[r#"
            error[B0204]: struct `node` contains itself
             --> program.br:1:32
              |
            1 | typedef struct node { float a; node next; } Node;
              |                ----            ^^^^
              |                |
              |                this struct"#]],
    );
}

#[test]
fn indexof_of_nothing() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) { r = indexof; }"#,
        expect![[r#"
        error[B0123]: `indexof` needs the name of a stream
         --> program.br:1:47
          |
        1 | kernel void k(float a<>, out float r<>) { r = indexof; }
          |                                               ^^^^^^^
          |
          = help: it is the place of this element in a stream: `indexof(result)`"#]],
    );
}

#[test]
fn a_struct_with_a_comma_for_a_semicolon() {
    wrong(
        r#"typedef struct { float4 first, float4 second } Pair;
kernel void k(float4 a<>, out Pair p<>) { p.first = a; p.second = a; }"#,
        expect![[r#"
            error[B0205]: struct `Pair` cannot be used in kernels
             --> program.br:2:31
              |
            1 | typedef struct { float4 first, float4 second } Pair;
              |                  ------ a line of fields is `type name, name;`
            2 | kernel void k(float4 a<>, out Pair p<>) { p.first = a; p.second = a; }
              |                               ^^^^
              |
              = help: its fields must be numbers and vectors of up to four, or structs of these"#]],
    );
}

#[test]
fn a_struct_of_another_language() {
    wrong(
        r#"struct Vertex { float4 place : POSITION; };
kernel void k(Vertex a<>, out float4 r<>) { r = a.place; }"#,
        expect![[r#"
            error[B0205]: struct `Vertex` cannot be used in kernels
             --> program.br:2:15
              |
            1 | struct Vertex { float4 place : POSITION; };
              |                 ------ a line of fields is `type name, name;`
            2 | kernel void k(Vertex a<>, out float4 r<>) { r = a.place; }
              |               ^^^^^^
              |
              = help: its fields must be numbers and vectors of up to four, or structs of these"#]],
    );
}

#[test]
fn streams_of_two_words() {
    wrong(
        r#"kernel void k(long int a<>, long int b<>, out float r<>) { r = 1; }"#,
        expect![[r#"
            error[B0202]: streams of `long int` are not supported yet
             --> program.br:1:15
              |
            1 | kernel void k(long int a<>, long int b<>, out float r<>) { r = 1; }
              |               ^^^^^^^^
              |
              = help: a whole number has 32 bits at most: write `int`, or `uint` for one without a sign
              = help: it is named again in the same line"#]],
    );
}

#[test]
fn a_register_variable() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) { register float t = a; r = t; }
kernel void l(float a<>, out float r<>) { volatile float t = a; r = t; }"#,
        expect![[r#"
            error[B0114]: kernels have no `register` variables
             --> program.br:1:43
              |
            1 | kernel void k(float a<>, out float r<>) { register float t = a; r = t; }
              |                                           ^^^^^^^^
              |
              = help: remove `register`

            error[B0114]: kernels have no `volatile` variables
             --> program.br:2:43
              |
            2 | kernel void l(float a<>, out float r<>) { volatile float t = a; r = t; }
              |                                           ^^^^^^^^
              |
              = help: remove `volatile`"#]],
    );
}
