//! What is said of declarations and functions that are wrong.

use expect_test::expect;

use super::said;

#[test]
fn what_a_kernel_declares() {
    let texts = [
        "input floot x;\noutput float y;\nvoid main() { y = 1.0; }",
        "input index x;\noutput float y;\nvoid main() { y = fetch(x, 0); }",
        "constant int a;\noutput float y;\nvoid main() { y = a; }",
        "input float x, y;\noutput float y;\nvoid main() { y = fetch(x, 0); }",
        "constant float mix;\noutput float y;\nvoid main() { y = mix; }",
        "input float x;\noutput float y;\nvoid main() { y = 1.0; }",
    ];
    let said: Vec<String> = texts.iter().map(|text| said(text)).collect();
    expect![[r#"
        error[K0201]: `floot` cannot be the type of a stream
         --> k:1:7
          |
        1 | input floot x;
          |       ^^^^^
          |
          = help: did you mean `float`?
          = help: it may be float, vec2, vec3, vec4, element

        error[K0201]: `index` cannot be the type of a stream
         --> k:1:7
          |
        1 | input index x;
          |       ^^^^^
          |
          = help: it may be float, vec2, vec3, vec4, element

        error[K0201]: `int` cannot be the type of a constant
         --> k:1:10
          |
        1 | constant int a;
          |          ^^^
          |
          = help: it may be float, vec2, vec3, vec4, element, index or bool

        error[K0203]: `y` is declared twice
         --> k:2:14
          |
        1 | input float x, y;
          |                - the first
        2 | output float y;
          |              ^

        error[K0308]: input `y` is read, not written
         --> k:3:15
          |
        1 | input float x, y;
          |                - an input
        2 | output float y;
        3 | void main() { y = fetch(x, 0); }
          |               ^
          |
          = help: what a kernel writes is an `output`

        error[K0202]: `mix` cannot be the name of the constant
         --> k:1:16
          |
        1 | constant float mix;
          |                ^^^
          |
          = help: it is a function of the kernel language

        warning[K0501]: input `x` is never used
         --> k:1:13
          |
        1 | input float x;
          |             ^
          |
          = help: remove it, or use it"#]]
    .assert_eq(&said.join("\n\n"));
}

/// What is never used may stand where something is wrong.
#[test]
fn beside_an_error_nothing_is_said_to_be_unused() {
    let used = |value: &str| {
        let text = "input float x;\nconstant float c;\noutput float y;\nfloat f(float a) { return VALUE; }\n";
        said(&format!("{}void main() {{ y = f(1.0); }}", text.replace("VALUE", value)))
    };
    assert!(used("a").contains("`x` is never used") && used("a").contains("`c` is never used"));
    for wrong in ["a + q * c * fetch(x, 0)", "g(fetch(x, c))", "true ? c : fetch(x, here()).q", "(a", "a.b"] {
        let said = used(wrong);
        assert!(said.contains("error[") && !said.contains("never used"), "{said}");
    }
}

#[test]
fn functions() {
    let texts = [
        "output float y;\nfloat f(float a) { return f(a); }\nvoid main() { y = f(1.0); }",
        "output float y;\nfloat g(float a);\nfloat f(float a) { return g(a); }\nfloat g(float a) { return f(a); }\nvoid main() { y = f(1.0); }",
        "output float y;\nfloat f(float a) { if (a > 0.0) { return a; } }\nvoid main() { y = f(1.0); }",
        "output float y;\nfloat f(float a) { return vec2(a); }\nfloat f(float b) { return; }\nvoid main() { y = f(1.0); }",
        "output float y;\nfloat f(float a);\nvoid main() { y = f(1.0); }",
        "output float y;\nfloat sqrt(float a) { return a; }\nvoid main() { y = sqrt(1.0); }",
        "output float y;\nfloat f(index a) { return 1.0; }\nfloat f(int a) { return 2.0; }\nvoid main() { y = f(1); }",
        "output float y;\nint main(float a) { return 1; }",
        "output float y;\nfloat f(float a, float a) { float a = 1.0; return a; }\nfloat y() { return 1.0; }\nvoid main() { y = 1.0; }",
        "output float y;\nfloat f(int a, float b) { return 1.0; }\nfloat f(float a, int b) { return 2.0; }\nvoid main() { y = f(1, 1); }",
        "output float y;\nfloat f(mat2 a) { return 1.0; }\nvoid main() { y = f(1.0); }",
    ];
    let said: Vec<String> = texts.iter().map(|text| said(text)).collect();
    expect![[r#"
        error[K0313]: `f` calls itself
         --> k:2:7
          |
        2 | float f(float a) { return f(a); }
          |       ^
          |
          = help: kernels have no recursion: write a `for` loop

        error[K0313]: `g` calls itself, by way of `f`
         --> k:2:7
          |
        2 | float g(float a);
          |       ^
          |
          = help: kernels have no recursion: write a `for` loop

        error[K0401]: `f` does not return a value on every path
         --> k:2:47
          |
        2 | float f(float a) { if (a > 0.0) { return a; } }
          | ----- the type that it must return            ^ the end is reached here
          |
          = help: end it with `return ..;`

        error[K0301]: expected a `float`, found a `vec2`
         --> k:2:27
          |
        2 | float f(float a) { return vec2(a); }
          |                           ^^^^^^^ the function returns a `float`
          |
          = help: name a component: `vec2(a).x`, or take its length: `length(vec2(a))`

        error[K0207]: there are two functions `f(float)`
         --> k:3:7
          |
        2 | float f(float a) { return vec2(a); }
          |       - the first
        3 | float f(float b) { return; }
          |       ^

        error[K0210]: `f` is declared, but never defined
         --> k:3:19
          |
        2 | float f(float a);
          |       - declared here
        3 | void main() { y = f(1.0); }
          |                   ^
          |
          = help: give it a body: `{ .. }`

        error[K0202]: `sqrt` cannot be the name of a variable or function
         --> k:2:7
          |
        2 | float sqrt(float a) { return a; }
          |       ^^^^
          |
          = help: it is a function of the kernel language

        error[K0207]: `f` is declared twice, and a call cannot tell the two apart
         --> k:3:7
          |
        2 | float f(index a) { return 1.0; }
          |       - the first
        3 | float f(int a) { return 2.0; }
          |       ^
          |
          = help: functions of one name differ in the types of their arguments; an `index` and an `int` are alike

        error[K0205]: `main` takes nothing and returns nothing
         --> k:2:1
          |
        2 | int main(float a) { return 1; }
          | ^^^^^^^^^^^^^^^^^
          |
          = help: what each element runs is `void main() { .. }`

        error[K0203]: there are two parameters `a`
         --> k:2:24
          |
        2 | float f(float a, float a) { float a = 1.0; return a; }
          |               -        ^
          |               |
          |               the first

        error[K0203]: there are two variables `a`
         --> k:2:35
          |
        2 | float f(float a, float a) { float a = 1.0; return a; }
          |               - the first         ^

        error[K0203]: `y` is declared twice
         --> k:3:7
          |
        1 | output float y;
          |              - the first
        2 | float f(float a, float a) { float a = 1.0; return a; }
        3 | float y() { return 1.0; }
          |       ^

        error[K0315]: this call is ambiguous: it may be `f(int, float)` or `f(float, int)`
         --> k:4:19
          |
        4 | void main() { y = f(1, 1); }
          |                   ^
          |
          = help: say the type of the whole numbers: `float(1)`, `index(1)`

        error[K0209]: a kernel cannot use `mat2`
         --> k:2:9
          |
        2 | float f(mat2 a) { return 1.0; }
          |         ^^^^
          |
          = help: a kernel has vectors; a matrix is its columns"#]]
    .assert_eq(&said.join("\n\n"));
}

#[test]
fn constants_of_the_text() {
    let texts = [
        "input float x;\nconst float a = fetch(x, 0);\nconst vec2 b = 1.0;\nconst float c = a + b.x;\nconst float a = 1.0;\noutput float y;\nvoid main() { y = c; }",
    ];
    let said: Vec<String> = texts.iter().map(|text| said(text)).collect();
    expect![[r#"
        error[K0211]: the value of `a` is not known before the kernel runs
         --> k:2:17
          |
        2 | const float a = fetch(x, 0);
          |                 ^^^^^^^^^^^
          |
          = help: a `const` is made of numbers and other `const`s; others are variables in a function

        error[K0301]: expected a `vec2`, found a `float`
         --> k:3:16
          |
        3 | const vec2 b = 1.0;
          |                ^^^ `b` is a `vec2`
          |
          = help: write `vec2(1.0)`

        error[K0203]: `a` is declared twice
         --> k:5:13
          |
        2 | const float a = fetch(x, 0);
          |             - the first
        ...
        5 | const float a = 1.0;
          |             ^"#]]
    .assert_eq(&said.join("\n\n"));
}

#[test]
fn several_errors_at_once() {
    let texts = [
        "output float y;\nvoid main() {\n    float a = missing;\n    float b = a + 1.0;\n    y = b + wrong;\n    vec2 v = 1.0;\n    y = v;\n}",
    ];
    let said: Vec<String> = texts.iter().map(|text| said(text)).collect();
    expect![[r#"
        error[K0302]: there is no `missing`
         --> k:3:15
          |
        3 |     float a = missing;
          |               ^^^^^^^
          |
          = help: declare it: `float missing = ..;`, or `index missing = ..;` for a position
          = help: what a pass is given is a `constant`, at the top

        error[K0302]: there is no `wrong`
         --> k:5:13
          |
        5 |     y = b + wrong;
          |             ^^^^^
          |
          = help: declare it: `float wrong = ..;`, or `index wrong = ..;` for a position
          = help: what a pass is given is a `constant`, at the top

        error[K0301]: expected a `vec2`, found a `float`
         --> k:6:14
          |
        6 |     vec2 v = 1.0;
          |              ^^^ `v` is a `vec2`
          |
          = help: write `vec2(1.0)`

        error[K0301]: expected a `float`, found a `vec2`
         --> k:7:9
          |
        7 |     y = v;
          |         ^ `y` is a `float`
          |
          = help: name a component: `v.x`, or take its length: `length(v)`"#]]
    .assert_eq(&said.join("\n\n"));
}

#[test]
fn a_depth_is_one_number() {
    let texts = [
        "output depth a, b;\nvoid main() { a = 1.0; b = 1.0; }",
        "output depth a[2];\nvoid main() { a[0] = 1.0; }",
        "input depth x;\noutput float y;\nvoid main() { y = fetch(x, 0); }",
        "output dept z;\nvoid main() { z = 1.0; }",
        "output depth z;\nvoid main() { z.x = 1.0; z = vec2(1.0, 2.0); }",
        "output float y;\noutput depth z;\nvoid main() { y = 1.0; }",
    ];
    let said: Vec<String> = texts.iter().map(|text| said(text)).collect();
    expect![[r#"
        error[K0203]: a kernel writes one depth, and has `a`
         --> k:1:17
          |
        1 | output depth a, b;
          |              -  ^
          |              |
          |              the first

        error[K0201]: a kernel writes one depth, and not several
         --> k:1:16
          |
        1 | output depth a[2];
          |                ^
          |
          = help: remove the `[..]`

        error[K0201]: `depth` cannot be the type of a stream
         --> k:1:7
          |
        1 | input depth x;
          |       ^^^^^
          |
          = help: it may be float, vec2, vec3, vec4, element

        error[K0201]: `dept` cannot be the type of a stream
         --> k:1:8
          |
        1 | output dept z;
          |        ^^^^
          |
          = help: did you mean `depth`?
          = help: it may be float, vec2, vec3, vec4, element or depth

        error[K0307]: a `float` has no component `x`
         --> k:2:17
          |
        2 | void main() { z.x = 1.0; z = vec2(1.0, 2.0); }
          |                 ^
          |
          = help: only vectors have components: write it without `.x`

        error[K0301]: expected a `float`, found a `vec2`
         --> k:2:30
          |
        2 | void main() { z.x = 1.0; z = vec2(1.0, 2.0); }
          |                              ^^^^^^^^^^^^^^ `z` is a `float`
          |
          = help: name a component: `vec2(1.0, 2.0).x`, or take its length: `length(vec2(1.0, 2.0))`

        warning[K0508]: output `z` is never written
         --> k:2:14
          |
        2 | output depth z;
          |              ^
          |
          = help: what is not written is 0"#]]
    .assert_eq(&said.join("\n\n"));
}
