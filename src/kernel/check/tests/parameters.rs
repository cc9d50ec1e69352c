//! Kernels with parameters and arrays: what they compute for given values, and what is said of those that have no kernel.

use expect_test::{Expect, expect};

use crate::glsl;
use crate::ir::interpret::{Array, Grid, Run, Value};
use crate::kernel::{Source, compile};
use crate::{Components, Dialect, Layout};

/// The elements of the outputs at the second element, for the inputs 10, 20, 30 and 1, 2, 3, .., each one float.
fn computed(source: &Source) -> Vec<f32> {
    let (kernel, _) = compile(source).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let input =
        |k: usize| Array::floats(Components::One, 4, &[10.0, 20.0, 30.0].map(|x: f32| x / 10f32.powi(k as i32)));
    let inputs: Vec<Array> = (0..kernel.interface.inputs.len()).map(input).collect();
    let run = Run::new(&kernel, &inputs, &[], Grid { count: 3, width: 4 }).unwrap();
    let value = |value: &Value| match value {
        Value::Float(_, [y, ..]) => *y,
        other => panic!("{other:?}"),
    };
    run.element(1).unwrap().outputs.iter().map(value).collect()
}

fn of(text: &str) -> Source {
    Source::new("k", text.to_owned())
}

fn refused(source: &Source, expected: Expect) {
    expected.assert_eq(&compile(source).map_or_else(|errors| errors.diagnostics.render(false), |_| "none".to_owned()));
}

const SUMS: &str = "
parameter index taps;
parameter bool doubled = false;
input float x[taps];
output float sum[taps];
void main() {
    float item[taps];
    for (index k = 0; k < taps; k++) {
        item[k] = fetch(x[taps - 1 - k], here());
    }
    for (index k = 1; k < taps; k++) {
        item[k] += item[k - 1];
    }
    for (index k = 0; k < taps; k++) {
        sum[k] = doubled ? 2.0 * item[k] : item[k];
    }
}
";

#[test]
fn lengths_follow_from_parameters() {
    for taps in 1..=5 {
        let inputs: Vec<f32> = (0..taps).map(|k: usize| 20.0 / 10f32.powi(k as i32)).rev().collect();
        let sums: Vec<f32> = inputs
            .iter()
            .scan(0.0, |sum, x| {
                *sum += x;
                Some(*sum)
            })
            .collect();
        assert_eq!(computed(&of(SUMS).parameter("taps", taps)), sums);
        let doubled: Vec<f32> = sums.iter().map(|sum| 2.0 * sum).collect();
        assert_eq!(computed(&of(SUMS).parameter("taps", taps).parameter("doubled", true)), doubled);
    }
}

#[test]
fn what_is_known_leaves_no_trace() {
    let (kernel, _) = compile(&of(SUMS).parameter("taps", 2)).unwrap();
    let shader = glsl::text(&kernel, Dialect::Es, Layout::Plain).unwrap();
    let main = &shader[shader.find("void main").unwrap()..];
    expect![[r#"
        void main() {
            float item_0 = fetch_x_1_here();
            float item_1 = fetch_x_0_here();
            item_1 += item_0;
            sum_0 = item_0;
            sum_1 = item_1;
        }
    "#]]
    .assert_eq(main);
}

#[test]
fn loops_over_items_are_unrolled_and_others_stay() {
    let text = "
        input float x;
        output float y;
        void change(inout float a, inout float b) { float c = a; a = b; b = c + 1.0; }
        void main() {
            float t[6];
            for (index k = 0; k < 6; k++) {
                if (k == 1) { continue; }
                if (k > 3) { break; }
                t[k] = float(k);
            }
            t[1] = 100.0;
            for (index run = 1; run < 4; run *= 2) {
                for (index k = 0; k + run < 4; k += 2 * run) {
                    change(t[k], t[k + run]);
                }
            }
            float sum = 0.0;
            for (index i = 0; i < count(x); i++) {
                for (index k = 0; k < 2; k++) {
                    t[k] += fetch(x, i);
                }
                sum += t[0];
            }
            y = sum + 1000.0 * t[3];
        }";
    // 0, 100, 2, 3 become 100, 1, 3, 3 and then 3, 1, 101, 3.
    assert_eq!(computed(&of(text)), [(13.0 + 33.0 + 63.0) + 3000.0]);
    let (kernel, _) = compile(&of(text)).unwrap();
    let shader = glsl::text(&kernel, Dialect::Gl, Layout::Plain).unwrap();
    assert_eq!(shader.matches("for (").count(), 1, "{shader}");
}

#[test]
fn parts_of_items_and_constants_in_arrays() {
    let text = "
        parameter index n = 2;
        constant float a[n];
        output vec2 y;
        void main() {
            vec2 v[n];
            for (index k = 0; k < n; k++) { v[k] = vec2(1.0, 2.0); v[k].y += 10.0; v[k][0] -= float(k); }
            y = n == 2 ? v[0] + a[1] * v[1].yx : v[0];
        }";
    let (kernel, _) = compile(&of(text)).unwrap();
    let names: Vec<&str> = kernel.interface.constants.iter().map(|constant| constant.name.as_str()).collect();
    assert_eq!((names.as_slice(), kernel.interface.unread.as_slice()), (&["a_1"][..], &["a_0".to_owned()][..]));
    let constants = [3.0.into()];
    let run = Run::new(&kernel, &[], &constants, Grid { count: 1, width: 1 }).unwrap();
    assert_eq!(run.element(0).unwrap().outputs, [Value::floats(&[1.0 + 36.0, 12.0])]);
}

#[test]
fn functions_are_specialized_by_constant_arguments() {
    let text = "
        input float x;
        output float y;
        float power(float a, const index n) {
            if (n == 0) { return 1.0; }
            float t[n];
            t[0] = a;
            for (index k = 1; k < n; k++) { t[k] = a * t[k - 1]; }
            return t[n - 1];
        }
        void main() { float a = 0.1 * fetch(x, here()); y = power(a, 0) + power(a, 3) + power(a, 2 + 1) + power(a, 1); }";
    assert_eq!(computed(&of(&text.replace("t[n]", "t[4]"))), [1.0 + 8.0 + 8.0 + 2.0]);
    let (kernel, _) = compile(&of(&text.replace("t[n]", "t[4]"))).unwrap();
    // One for each exponent, and `main`.
    assert_eq!(kernel.functions.len(), 4);
}

#[test]
fn functions_from_outside_see_their_arguments_alone() {
    let text = "
        parameter float combine(float a, float b);
        input float first;
        output float y;
        float helper(float a) { return a + 1.0; }
        void main() { y = helper(combine(fetch(first, here()), 2.0)); }";
    assert_eq!(computed(&of(text).function("combine", "a * b")), [41.0]);
    let default = text.replace("float b);", "float b) { return helper(a) - b; }");
    assert_eq!(computed(&of(&default)), [20.0]);
    assert_eq!(computed(&of(&default).function("combine", "a * b")), [41.0]);
    refused(
        &of(text).function("combine", "helper(a) + first"),
        expect![[r#"
            error[K0303]: there is no `helper`
             --> function combine:1:1
              |
            1 | helper(a) + first
              | ^^^^^^
              |
              = help: it is not bound; the bound names are a, b

            error[K0302]: there is no `first`
             --> function combine:1:13
              |
            1 | helper(a) + first
              |             ^^^^^
              |
              = help: it is not bound; the bound names are a, b"#]],
    );
}

#[test]
fn parameters_have_values() {
    refused(
        &of(SUMS),
        expect![[r#"
            error[K0212]: parameter `taps` has no value
             --> k:2:17
              |
            2 | parameter index taps;
              |                 ^^^^
              |
              = help: give it one when the kernel is compiled, or declare one: `taps = 1`"#]],
    );
    refused(
        &of(SUMS).parameter("taps", 1.5),
        expect![[r#"
        error[K0212]: parameter `taps` is an `index`, and is given the float 1.5
         --> k:2:17
          |
        2 | parameter index taps;
          |                 ^^^^"#]],
    );
    refused(
        &of(SUMS).parameter("taps", 3).parameter("tap", 3),
        expect![[r#"
        error[K0212]: this kernel has no parameter `tap`, which is given a value
         |
         = help: its parameters: taps, doubled"#]],
    );
    refused(
        &of("parameter index few = 0;\noutput float y[few];\nvoid main() { float x = float(here()); }"),
        expect![[r#"
            error[K0124]: this kernel has no output: all are arrays of no items
             --> k:2:16
              |
            2 | output float y[few];
              |                ^^^
              |
              = help: give `y`, or another output, at least one item"#]],
    );
    refused(
        &of(SUMS).parameter("taps", 65),
        expect![[r#"
        error[K0213]: the length of `x` is 65, and not from 0 to 64
         --> k:4:15
          |
        4 | input float x[taps];
          |               ^^^^"#]],
    );
    refused(
        &of(SUMS).parameter("taps", 3).function("f", "a"),
        expect![[r#"
        error[K0212]: this kernel has no parameter `f`, which is given a body
         |
         = help: declare it: `parameter float f(float a);`"#]],
    );
    refused(
        &of("parameter vec2 p = 1.0; output float y; void main() { y = 1.0; }"),
        expect![[r#"
            error[K0201]: `vec2` cannot be the type of a parameter
             --> k:1:11
              |
            1 | parameter vec2 p = 1.0; output float y; void main() { y = 1.0; }
              |           ^^^^
              |
              = help: it may be float, int, index or bool"#]],
    );
    refused(
        &of("parameter float f(float a); output float y; void main() { y = f(1.0); }"),
        expect![[r#"
        error[K0212]: function `f` is a parameter, and has no body
         --> k:1:17
          |
        1 | parameter float f(float a); output float y; void main() { y = f(1.0); }
          |                 ^
          |
          = help: give it one as the kernel is compiled, or write one here: `{ .. }`"#]],
    );
    refused(
        &of("constant float c; parameter float p = c; output float y; void main() { y = p; }"),
        expect![[r#"
        warning[K0501]: constant `c` is never used
         --> k:1:16
          |
        1 | constant float c; parameter float p = c; output float y; void main() { y = p; }
          |                ^
          |
          = help: remove it, or use it

        error[K0212]: the value of parameter `p` is not made of numbers alone
         --> k:1:39
          |
        1 | constant float c; parameter float p = c; output float y; void main() { y = p; }
          |                                       ^"#]],
    );
    refused(
        &of("parameter float p = 1.0; output float y; void main() { p = 2.0; y = p; }"),
        expect![[r#"
        error[K0308]: parameter `p` is known before the kernel runs, and cannot be assigned to
         --> k:1:56
          |
        1 | parameter float p = 1.0; output float y; void main() { p = 2.0; y = p; }
          |                 - a parameter                          ^
          |
          = help: change a copy of it"#]],
    );
}

#[test]
fn arrays_are_used_item_by_item() {
    let body = |body: &str| {
        of(&format!("input float x[2]; input float z; constant index n; output float y;\nvoid main() {{\n{body}\n}}"))
    };
    refused(
        &body("float t[2]; y = t;"),
        expect![[r#"
        error[K0208]: `t` is an array: an item of it is needed here
         --> k:3:17
          |
        3 | float t[2]; y = t;
          |       -         ^
          |       |
          |       declared here
          |
          = help: for example `t[0]`"#]],
    );
    refused(
        &body("float t[2]; t = 1.0; y = 1.0;"),
        expect![[r#"
        error[K0208]: `t` is an array: an item of it is needed here
         --> k:3:13
          |
        3 | float t[2]; t = 1.0; y = 1.0;
          |       -     ^
          |       |
          |       declared here
          |
          = help: for example `t[0]`"#]],
    );
    refused(
        &body("float t[2]; y = t[2];"),
        expect![[r#"
        warning[K0501]: input `x` is never used
         --> k:1:13
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |             ^
          |
          = help: remove it, or use it

        warning[K0501]: input `z` is never used
         --> k:1:31
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |                               ^
          |
          = help: remove it, or use it

        warning[K0501]: constant `n` is never used
         --> k:1:49
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |                                                 ^
          |
          = help: remove it, or use it

        error[K0213]: `t` has no item 2
         --> k:3:19
          |
        3 | float t[2]; y = t[2];
          |                   ^
          |
          = help: its 2 items are numbered from 0 to 1"#]],
    );
    refused(
        &body("float t[n]; y = t[0];"),
        expect![[r#"
        error[K0208]: the length of `t` is not known before the kernel runs
         --> k:3:9
          |
        3 | float t[n]; y = t[0];
          |         ^
          |
          = help: a length is made of numbers, `const`s and `parameter`s"#]],
    );
    refused(
        &body("float t[2][2]; y = 1.0;"),
        expect![[r#"
        error[K0208]: a kernel has no arrays of arrays: `t`
         --> k:3:8
          |
        3 | float t[2][2]; y = 1.0;
          |        ^^^^^^
          |
          = help: number the items in one dimension: `t[4 * y + x]`"#]],
    );
    refused(
        &body("y = fetch(x, here());"),
        expect![[r#"
        error[K0208]: `x` is an array: an item of it is needed here
         --> k:3:11
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |             - declared here
        2 | void main() {
        3 | y = fetch(x, here());
          |           ^
          |
          = help: for example `x[0]`"#]],
    );
    refused(
        &body("y = fetch(z[0], here());"),
        expect![[r#"
            error[K0208]: `z` is a single stream, not an array of streams
             --> k:3:11
              |
            1 | input float x[2]; input float z; constant index n; output float y;
              |                               - declared here
            2 | void main() {
            3 | y = fetch(z[0], here());
              |           ^^^^
              |
              = help: an element of it is `fetch(z, i)`; an array is declared with its length"#]],
    );
    refused(
        &body("y = fetch(x[n], here());"),
        expect![[r#"
        warning[K0501]: input `z` is never used
         --> k:1:31
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |                               ^
          |
          = help: remove it, or use it

        error[K0213]: the index of this item of `x` is not known before the kernel runs
         --> k:3:13
          |
        3 | y = fetch(x[n], here());
          |             ^
          |
          = help: an index of an array may use only numbers, parameters, and counters of loops whose bounds use only these"#]],
    );
    refused(
        &body("float t[2]; for (index k = 0; k < n; k++) { t[k] = 1.0; } y = t[0];"),
        expect![[r#"
        warning[K0501]: input `x` is never used
         --> k:1:13
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |             ^
          |
          = help: remove it, or use it

        warning[K0501]: input `z` is never used
         --> k:1:31
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |                               ^
          |
          = help: remove it, or use it

        error[K0214]: the bounds of this loop are not known before the kernel runs
         --> k:3:31
          |
        3 | float t[2]; for (index k = 0; k < n; k++) { t[k] = 1.0; } y = t[0];
          |                               ^^^^^
          |
          = help: it counts items of an array and is unrolled: its bounds may use only numbers and parameters"#]],
    );
    refused(
        &body("float t[2]; for (index k = 0; k < 2; k++) { if (n > 2) { break; } t[k] = 1.0; } y = t[0];"),
        expect![[r#"
            warning[K0501]: input `x` is never used
             --> k:1:13
              |
            1 | input float x[2]; input float z; constant index n; output float y;
              |             ^
              |
              = help: remove it, or use it

            warning[K0501]: input `z` is never used
             --> k:1:31
              |
            1 | input float x[2]; input float z; constant index n; output float y;
              |                               ^
              |
              = help: remove it, or use it

            error[K0214]: a condition on data cannot leave a loop over items of an array
             --> k:3:58
              |
            3 | float t[2]; for (index k = 0; k < 2; k++) { if (n > 2) { break; } t[k] = 1.0; } y = t[0];
              |                                                          ^^^^^^
              |
              = help: it is unrolled: test the condition in each iteration, in an `if` around its statements"#]],
    );
    refused(
        &body("float t[2]; for (index k = 0; ; k++) { t[k * 0] = 1.0; } y = t[0];"),
        expect![[r#"
        warning[K0501]: input `x` is never used
         --> k:1:13
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |             ^
          |
          = help: remove it, or use it

        warning[K0501]: input `z` is never used
         --> k:1:31
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |                               ^
          |
          = help: remove it, or use it

        warning[K0501]: constant `n` is never used
         --> k:1:49
          |
        1 | input float x[2]; input float z; constant index n; output float y;
          |                                                 ^
          |
          = help: remove it, or use it

        error[K0214]: this kernel has more than 65536 statements once its loops over items are unrolled
         --> k:2:1
          |
        2 | void main() {
          | ^^^^^^^^^^^"#]],
    );
}

#[test]
fn an_item_is_passed_once() {
    refused(
        &of(
            "output float y; void f(inout float a, inout float b) { a = b; }\nvoid main() { float t[2]; f(t[0], t[0]); y = t[0]; }",
        ),
        expect![[r#"
            error[K0213]: `t[0]` is passed for two arguments that this call writes
             --> k:2:27
              |
            2 | void main() { float t[2]; f(t[0], t[0]); y = t[0]; }
              |                           ^"#]],
    );
}
