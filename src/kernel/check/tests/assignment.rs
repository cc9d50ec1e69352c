//! What is said of variables and outputs that may lack a value, and what they hold then.

use expect_test::{Expect, expect};

use super::said;
use crate::ir::interpret::{Array, Grid, Run, Value};
use crate::ir::passes::definite_assignment::{UnassignedLocals, unassigned_locals};
use crate::ir::{Stmt, any_stmt};
use crate::kernel::{Source, compile};
use crate::texel::Components;

/// A kernel with this body, and these functions before it.
fn kernel(functions: &str, body: &str) -> String {
    format!("input float x;\noutput float y;\n{functions}\nvoid main() {{\n{body}\n}}\n")
}

fn cases(of: &[(&str, &str)], expected: Expect) {
    let said: Vec<String> = of.iter().map(|(functions, body)| said(&kernel(functions, body))).collect();
    expected.assert_eq(&said.join("\n\n"));
}

#[test]
fn what_may_lack_a_value_is_told() {
    cases(
        &[
            ("", "float t;\ny = t + fetch(x, 0);"),
            ("", "float t;\nif (fetch(x, 0) > 0.0) t = 1.0;\ny = t;"),
            ("", "vec4 v;\nv.xy = vec2(fetch(x, 0));\ny = v.x + v.w;"),
            ("", "vec4 v;\nv.xy = vec2(fetch(x, 0));\ny = dot(v, v);"),
            ("", "float t;\nfor (index k = 0; k < count(x); k++) t = fetch(x, k);\ny = t;"),
            ("", "float t;\nt += fetch(x, 0);\ny = t;"),
            ("void grow(inout float v) { v += 1.0; }", "float t;\nif (fetch(x, 0) > 0.0) t = 1.0;\ngrow(t);\ny = t;"),
            ("void put(out float v) { if (fetch(x, 0) > 0.0) v = 1.0; }", "float t;\nput(t);\ny = t;"),
            ("void put(out float v) { }", "float t;\nput(t);\ny = t + fetch(x, 0);"),
            ("void put(out float v) { v += fetch(x, 0); }", "float t;\nput(t);\ny = t;"),
            ("", "y += fetch(x, 0);"),
            ("", "if (fetch(x, 0) > 0.0) y = 1.0;\ny += 1.0;"),
            ("", "if (fetch(x, 0) > 0.0) y = 1.0;"),
            ("", "if (fetch(x, 0) > 0.0) return;\ny = 1.0;"),
            ("output vec3 z;", "y = fetch(x, 0);\nz.y = y;"),
            ("float now() { return y; }", "y = now() + fetch(x, 0);"),
        ],
        expect![[r#"
            warning[K0507]: `t` is read before it has a value
             --> k:6:5
              |
            5 | float t;
              |       - declared without a value
            6 | y = t + fetch(x, 0);
              |     ^
              |
              = help: give it one there, or on every path; without one it is 0

            warning[K0507]: `t` may be read before it has a value
             --> k:7:5
              |
            5 | float t;
              |       - declared without a value
            6 | if (fetch(x, 0) > 0.0) t = 1.0;
            7 | y = t;
              |     ^
              |
              = help: give it one there, or on every path; without one it is 0

            warning[K0507]: `v.w` is read before it has a value
             --> k:7:11
              |
            5 | vec4 v;
              |      - declared without a value
            6 | v.xy = vec2(fetch(x, 0));
            7 | y = v.x + v.w;
              |           ^^^
              |
              = help: give it one there, or on every path; without one it is 0

            warning[K0507]: `v.zw` is read before it has a value
             --> k:7:9
              |
            5 | vec4 v;
              |      - declared without a value
            6 | v.xy = vec2(fetch(x, 0));
            7 | y = dot(v, v);
              |         ^
              |
              = help: give it one there, or on every path; without one it is 0

            warning[K0507]: `t` may be read before it has a value
             --> k:7:5
              |
            5 | float t;
              |       - declared without a value
            6 | for (index k = 0; k < count(x); k++) t = fetch(x, k);
            7 | y = t;
              |     ^
              |
              = help: give it one there, or on every path; without one it is 0

            warning[K0507]: `t` is read before it has a value
             --> k:6:1
              |
            5 | float t;
              |       - declared without a value
            6 | t += fetch(x, 0);
              | ^
              |
              = help: give it one there, or on every path; without one it is 0

            warning[K0507]: `t` may be read before it has a value
             --> k:7:6
              |
            5 | float t;
              |       - declared without a value
            6 | if (fetch(x, 0) > 0.0) t = 1.0;
            7 | grow(t);
              |      ^
              |
              = help: give it one there, or on every path; without one it is 0

            warning[K0508]: `out` argument `v` is not assigned on every path
             --> k:3:20
              |
            3 | void put(out float v) { if (fetch(x, 0) > 0.0) v = 1.0; }
              |                    ^                                    - the end may be reached without an assignment
              |
              = help: what is not assigned is 0

            warning[K0508]: `out` argument `v` is never assigned
             --> k:3:20
              |
            3 | void put(out float v) { }
              |                    ^
              |
              = help: what is not assigned is 0

            warning[K0507]: `v` is read before it has a value
             --> k:3:25
              |
            3 | void put(out float v) { v += fetch(x, 0); }
              |                    -    ^
              |                    |
              |                    an `out` argument: it does not receive the value that is passed
              |
              = help: to change what is passed, make it `inout`

            error[K0506]: output `y` is read before it is written
             --> k:5:1
              |
            5 | y += fetch(x, 0);
              | ^
              |
              = help: an output holds nothing yet: to change a stream, take it as an input as well

            warning[K0507]: output `y` may be read before it is written
             --> k:6:1
              |
            6 | y += 1.0;
              | ^
              |
              = help: until then it is 0

            warning[K0508]: output `y` is not written on every path
             --> k:2:14
              |
            2 | output float y;
              |              ^
            ...
            6 | }
              | - the end may be reached without an assignment
              |
              = help: what is not written is 0

            warning[K0508]: output `y` is not written on every path
             --> k:2:14
              |
            2 | output float y;
              |              ^
            ...
            7 | }
              | - the end may be reached without an assignment
              |
              = help: what is not written is 0

            warning[K0508]: output `z.xz` is never written
             --> k:3:13
              |
            3 | output vec3 z;
              |             ^
              |
              = help: what is not written is 0

            error[K0506]: output `y` is read before it is written
             --> k:5:5
              |
            5 | y = now() + fetch(x, 0);
              |     ^^^^^
              |
              = help: an output holds nothing yet: to change a stream, take it as an input as well"#]],
    );
}

#[test]
fn of_very_many_variables_those_beyond_are_0_without_a_word() {
    let more: String = (0..2000).map(|k| format!("float t{k};\nif (y > {k}.0) t{k} = 1.0;\ny += t{k};\n")).collect();
    let (kernel, warnings) = compile(&Source::new("k", kernel("", &format!("y = fetch(x, 0);\n{more}")))).unwrap();
    assert!(warnings.cut && warnings.list.len() == 100);
    let left = |statement: &Stmt| matches!(statement, Stmt::Declare { value: None, .. });
    assert!(!any_stmt(&kernel.main().body, &left));
}

#[test]
fn what_has_a_value_is_not() {
    let bodies = [
        "float t;\nif (fetch(x, 0) > 0.0) t = 1.0; else t = 2.0;\ny = t;",
        "float t;\nfor (index k = 0; k < 4; k++) t = fetch(x, k);\ny = t;",
        "float t;\nfor (index k = 0; k < 4; k++) { t = fetch(x, k); if (t > 1.0) break; }\ny = t;",
        "vec4 v;\nfor (index k = 0; k < 4; k++) v[k] = fetch(x, k);\ny = dot(v, v);",
        "vec2 v;\nv.y = fetch(x, 0);\nv.x = v.y;\ny = v.x + v.y;",
        "float whole;\ny = modf(fetch(x, 0), whole) + whole;",
        "float t;\nput(t);\ny = t;",
        "vec2 v;\nput(v.x);\nput(v[1]);\ny = v.x + v.y;",
        "float t;\nbool found = fetch(x, 0) > 0.0 && (t = fetch(x, 1)) > 0.0;\ny = found ? 1.0 : 0.0;",
        "float t;\ny = fetch(x, 0) > 0.0 ? (t = 1.0) : (t = 2.0);\ny += t;",
    ];
    for body in bodies {
        assert_eq!(said(&kernel("void put(out float v) { v = fetch(x, 0); }", body)), "", "{body}");
    }
}

#[test]
fn what_lacks_a_value_is_0_whatever_a_device_makes_of_it() {
    let put = "void put(out float v, float a) { if (a > 2.0) v = a; }\nvoid grow(inout float v) { v += 1.0; }";
    let cases = [
        ("float t;\nif (fetch(x, 0) > 2.0) t = 5.0;\ny = t + 1.0;", 1.0),
        ("float t;\nt += 3.0;\ny = t + fetch(x, 0);", 4.0),
        ("vec2 v;\nv.x = 1.0;\ny = v.x + 10.0 * v.y;", 1.0),
        ("vec4 v;\nv[index(fetch(x, 0))] = 1.0;\ny = dot(v, vec4(1.0, 10.0, 100.0, 1000.0));", 10.0),
        ("float t = 7.0;\nput(t, fetch(x, 0));\ny = t;", 0.0),
        ("float t;\ngrow(t);\ny = t;", 1.0),
        ("y = 0.0;\nfor (index k = 0; k < 3; k++) { float t; y += t; t = 5.0; }", 0.0),
        ("if (fetch(x, 0) > 2.0) y = 1.0;", 0.0),
    ];
    for (body, expected) in cases {
        let source = Source::new("k", kernel(put, body));
        let (kernel, _) = compile(&source).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
        // Nothing is left to the device.
        let unassigned = unassigned_locals(&kernel);
        assert!(unassigned.iter().all(|of| *of == UnassignedLocals::default()), "{body}: {unassigned:?}");
        let inputs = [Array::floats(Components::One, 1, &[1.0])];
        let run = Run::new(&kernel, &inputs, &[], Grid { count: 1, width: 1 }).unwrap();
        let Value::Float(_, [y, ..]) = run.element(0).unwrap().outputs[0] else { panic!() };
        assert_eq!(y, expected, "{body}");
    }
}
