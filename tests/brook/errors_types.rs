//! Mistakes of types, components and indices, and what is said about each: the whole text, as people see it.

use crate::support;

use brooklet::brook::Unit;
use expect_test::expect;
use support::diagnostics::wrong;

#[test]
fn a_struct_for_a_number() {
    wrong(
        r#"typedef struct { float a; float b; } Pair;
kernel void k(Pair p<>, out float r<>) {
    r = p;
}"#,
        expect![[r#"
            error[B0303]: a struct `Pair` cannot be a `float`
             --> program.br:3:9
              |
            3 |     r = p;
              |         ^ what it is assigned to has the type `float`
              |
              = help: name one of its fields"#]],
    );
}

#[test]
fn a_number_for_a_struct() {
    wrong(
        r#"typedef struct { float a; float b; } Pair;
kernel void k(float x<>, out Pair p<>) {
    p = x;
}"#,
        expect![[r#"
            error[B0303]: a `float` cannot be a struct `Pair`
             --> program.br:3:9
              |
            3 |     p = x;
              |         ^ what it is assigned to has the type `Pair`
              |
              = help: give its fields one by one"#]],
    );
}

#[test]
fn arithmetic_of_structs() {
    wrong(
        r#"typedef struct { float a; float b; } Pair;
kernel void k(Pair p<>, out float r<>) {
    r = (p + p).a;
}"#,
        expect![[r#"
            error[B0323]: expected a number or vector, found a struct `Pair`
             --> program.br:3:10
              |
            3 |     r = (p + p).a;
              |          ^
              |
              = help: name one of its fields

            error[B0323]: expected a number or vector, found a struct `Pair`
             --> program.br:3:14
              |
            3 |     r = (p + p).a;
              |              ^
              |
              = help: name one of its fields"#]],
    );
}

#[test]
fn an_unknown_field() {
    wrong(
        r#"typedef struct { float3 origin; float3 way; } Ray;
kernel void k(Ray ray<>, out float3 r<>) {
    r = ray.orgin;
}"#,
        expect![[r#"
            error[B0326]: struct `Ray` has no field `orgin`
             --> program.br:3:13
              |
            3 |     r = ray.orgin;
              |             ^^^^^
              |
              = help: did you mean `origin`?"#]],
    );
}

#[test]
fn colours_for_components() {
    wrong(
        r#"kernel void k(float4 v<>, out float r<>) {
    r = v.r + v.gb.x;
}"#,
        expect![[r#"
            error[B0327]: a `float4` has no `r`
             --> program.br:2:11
              |
            2 |     r = v.r + v.gb.x;
              |           ^
              |
              = help: the components are called x, y, z and w: `.x`

            error[B0327]: a `float4` has no `gb`
             --> program.br:2:17
              |
            2 |     r = v.r + v.gb.x;
              |                 ^^
              |
              = help: the components are called x, y, z and w: `.yz`"#]],
    );
}

#[test]
fn a_component_beyond() {
    wrong(
        r#"kernel void k(float2 v<>, out float r<>) {
    r = v.z;
}"#,
        expect![[r#"
            error[B0327]: a `float2` has no component `z`
             --> program.br:2:11
              |
            2 |     r = v.z;
              |           ^
              |
              = help: it has `x`, `y`"#]],
    );
}

#[test]
fn a_field_of_a_vector() {
    wrong(
        r#"kernel void k(float2 v<>, out float r<>) {
    r = v.length;
}"#,
        expect![[r#"
            error[B0327]: a `float2` has no `length`
             --> program.br:2:11
              |
            2 |     r = v.length;
              |           ^^^^^^
              |
              = help: its components are `x` and `y`; fields are those of structs"#]],
    );
}

#[test]
fn a_component_assigned_twice() {
    wrong(
        r#"kernel void k(float2 v<>, out float2 r<>) {
    r.xx = v;
}"#,
        expect![[r#"
            error[B0317]: `.xx` assigns `x` twice
             --> program.br:2:7
              |
            2 |     r.xx = v;
              |       ^^"#]],
    );
}

#[test]
fn too_few_components() {
    wrong(
        r#"kernel void k(float x<>, out float4 r<>) {
    r = float4(x, 1, 2);
}"#,
        expect![[r#"
            error[B0328]: `float4` has 4 components, and 3 are given
             --> program.br:2:9
              |
            2 |     r = float4(x, 1, 2);
              |         ^^^^^^^^^^^^^^^
              |
              = help: a number alone fills all of them: `float4(0.0)`"#]],
    );
}

#[test]
fn too_many_components() {
    wrong(
        r#"kernel void k(float4 v<>, out float4 r<>) {
    r = float4(v, 1);
}"#,
        expect![[r#"
            error[B0328]: `float4` has 4 components, and 5 are given
             --> program.br:2:9
              |
            2 |     r = float4(v, 1);
              |         ^^^^^^^^^^^^
              |
              = help: remove some, or take components of a vector: `v.xy`"#]],
    );
}

#[test]
fn an_index_beyond_a_vector() {
    wrong(
        r#"kernel void k(float4 v<>, out float r<>) {
    r = v[4];
}"#,
        expect![[r#"
            error[B0318]: this vector has 4 components: there is no `[4]`
             --> program.br:2:11
              |
            2 |     r = v[4];
              |           ^
              |
              = help: they are numbered from 0"#]],
    );
}

#[test]
fn an_indexed_number() {
    wrong(
        r#"kernel void k(out float r<>) {
    int i = 3;
    r = i[0];
}"#,
        expect![[r#"
            error[B0318]: an `int` has no components to index
             --> program.br:3:9
              |
            3 |     r = i[0];
              |         ^"#]],
    );
}

#[test]
fn an_indexed_stream() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a[0];
}"#,
        expect![[r#"
            error[B0329]: `a` is an input stream: it is the one element at this place
             --> program.br:2:9
              |
            1 | kernel void k(float a<>, out float r<>) {
              |                     - declared here
            2 |     r = a[0];
              |         ^^^^
              |
              = help: to read any element, make it a gather: `float a[]`"#]],
    );
}

#[test]
fn too_few_indices() {
    wrong(
        r#"kernel void k(float a[][], float i<>, out float r<>) {
    r = a[i];
}"#,
        expect![[r#"
            error[B0330]: gather `a` has 2 dimensions, and 1 index is given
             --> program.br:2:9
              |
            1 | kernel void k(float a[][], float i<>, out float r<>) {
              |                     - the gather
            2 |     r = a[i];
              |         ^^^^
              |
              = help: write `a[i][i]`, or one vector"#]],
    );
}

#[test]
fn too_many_indices() {
    wrong(
        r#"kernel void k(float a[], float2 i<>, out float r<>) {
    r = a[i][0][1];
}"#,
        expect![[r#"
            error[B0330]: gather `a` takes 1 index, and 3 are given, of which one is a vector
             --> program.br:2:14
              |
            1 | kernel void k(float a[], float2 i<>, out float r<>) {
              |                     - the gather
            2 |     r = a[i][0][1];
              |              ^"#]],
    );
}

#[test]
fn a_missing_index() {
    wrong(
        r#"kernel void k(float a[], out float r<>) {
    r = a[];
}"#,
        expect![[r#"
            error[B0116]: the index is missing
             --> program.br:2:11
              |
            2 |     r = a[];
              |           ^ expected a number or vector"#]],
    );
}

#[test]
fn the_remainder_of_floats() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a % 2;
}"#,
        expect![[r#"
            error[B0321]: `%` works on `int`s, and this is a `float`
             --> program.br:2:9
              |
            2 |     r = a % 2;
              |         ^
              |
              = help: the remainder of floats is `fmod(a, b)`"#]],
    );
}

#[test]
fn bits_of_floats() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a & 1;
    r = ~a;
}"#,
        expect![[r#"
            error[B0321]: `&` works on `int`s, and this is a `float`
             --> program.br:2:9
              |
            2 |     r = a & 1;
              |         ^
              |
              = help: keep it in an `int` variable first

            error[B0321]: `~` works on `int`s, and this is a `float`
             --> program.br:3:10
              |
            3 |     r = ~a;
              |          ^
              |
              = help: to negate a condition, write `!`"#]],
    );
}

#[test]
fn indexof_of_a_variable() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    float t = a;
    r = indexof(t).x;
}"#,
        expect![[r#"
            error[B0331]: `indexof` takes a stream, and `t` is a variable
             --> program.br:3:17
              |
            3 |     r = indexof(t).x;
              |                 ^
              |
              = help: `indexof(a)` is the place of this element in a stream or output of this kernel"#]],
    );
}

#[test]
fn indexof_of_a_gather() {
    wrong(
        r#"kernel void k(float a[], out float r<>) {
    r = indexof(a).x + a[0];
}"#,
        expect![[r#"
            error[B0331]: `indexof` takes a stream, and `a` is a gather
             --> program.br:2:17
              |
            2 |     r = indexof(a).x + a[0];
              |                 ^
              |
              = help: `indexof(a)` is the place of this element in a stream or output of this kernel"#]],
    );
}

#[test]
fn indexof_of_a_constant() {
    wrong(
        r#"kernel void k(float a, out float r<>) {
    r = indexof(a).x;
}"#,
        expect![[r#"
            error[B0331]: `indexof` takes a stream, and `a` is a constant
             --> program.br:2:17
              |
            2 |     r = indexof(a).x;
              |                 ^
              |
              = help: `indexof(a)` is the place of this element in a stream or output of this kernel"#]],
    );
}

#[test]
fn indexof_of_a_value_in_a_call() {
    wrong(
        r#"kernel float at(float s<>) { return indexof(s).x; }
kernel void k(float a<>, out float r<>) {
    r = at(a + 1);
}"#,
        expect![[r#"
            error[B0607]: `at` asks for the `indexof` of `s`, and this has no place
             --> program.br:3:12
              |
            3 |     r = at(a + 1);
              |            ^^^^^
              |
              = help: pass one of this kernel's own streams or outputs"#]],
    );
}

#[test]
fn an_assigned_indexof() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
    indexof(r) = 3;
}"#,
        expect![[r#"
            error[B0319]: `indexof` is read, not written
             --> program.br:3:5
              |
            3 |     indexof(r) = 3;
              |     ^^^^^^^^^^
              |
              = help: an element is written at its own place"#]],
    );
}

#[test]
fn an_assigned_value() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    a + 1 = 2;
    r = a;
}"#,
        expect![[r#"
            error[B0319]: this cannot be assigned to
             --> program.br:2:5
              |
            2 |     a + 1 = 2;
              |     ^^^^^
              |
              = help: only variables, outputs, their fields and components can be assigned to: `a`, `a.field`, `a.xy`, `a[0]`"#]],
    );
}

#[test]
fn an_output_read_first() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r += a;
}"#,
        expect![[r#"
            error[B0506]: output `r` is read before it is written
             --> program.br:2:5
              |
            2 |     r += a;
              |     ^
              |
              = help: an output holds nothing yet: to change a stream, take it as an input as well"#]],
    );
}

#[test]
fn vectors_of_two_lengths() {
    wrong(
        r#"kernel void k(float2 a<>, float3 b<>, out float3 r<>) {
    r = a + b;
    r = a ? float4(b, 1) : 0;
    r = max(b, a) * 2 + b;
    r += a;
    r = a.xy + b.yz;
}"#,
        expect![[r#"
            error[B0304]: the operands of `+` have 2 and 3 components, but a `float3` is needed
             --> program.br:2:9
              |
            2 |     r = a + b;
              |         ^   - a `float3`
              |         |
              |         a `float2`
              |
              = help: the shorter one determines the length: extend it, `float3(a, 0.0)`

            error[B0304]: the parts of `?:` have 2 and 4 components, but a `float3` is needed
             --> program.br:3:9
              |
            3 |     r = a ? float4(b, 1) : 0;
              |         ^   ------------ a `float4`
              |         |
              |         a `float2`
              |
              = help: the shorter one determines the length: extend it, `float3(a, 0.0)`

            error[B0304]: the arguments have 2 and 3 components, but a `float3` is needed
             --> program.br:4:16
              |
            4 |     r = max(b, a) * 2 + b;
              |             -  ^ a `float2`
              |             |
              |             a `float3`
              |
              = help: the shorter one determines the length: extend it, `float3(a, 0.0)`

            error[B0304]: a `float2` cannot become the longer `float3`
             --> program.br:5:10
              |
            5 |     r += a;
              |          ^ what it is assigned to has the type `float3`
              |
              = help: say what the others are: `float3(a, 0.0)`

            error[B0304]: a `float2` cannot become the longer `float3`
             --> program.br:6:9
              |
            6 |     r = a.xy + b.yz;
              |         ^^^^^^^^^^^ what it is assigned to has the type `float3`
              |
              = help: say what the others are: `float3(a.xy + b.yz, 0.0)`"#]],
    );
}

#[test]
fn an_index_too_many_for_the_brackets() {
    let text = r#"kernel void k(float g[], float i<>, float j<>, out float r<>) {
    r = g[i][j];
}"#;
    let unit = Unit::compile("program.br", text).unwrap();
    expect![[r#"
        warning[B0339]: gather `g[]` is indexed by 2 numbers
         --> program.br:2:9
          |
        1 | kernel void k(float g[], float i<>, float j<>, out float r<>) {
          |                     - the gather
        2 |     r = g[i][j];
          |         ^^^^^^^
          |
          = help: of a stream with fewer than 2 dimensions, only the last of them count
          = help: if it has as many, say so: `g[][]`"#]]
    .assert_eq(&unit.warnings.to_string());
}
