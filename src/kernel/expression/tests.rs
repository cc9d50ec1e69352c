//! Tests of expressions: their values, and the errors of invalid ones.

use expect_test::{Expect, expect};

use super::{check, map, with_floats};
use crate::ir::interpret::{Array, Grid, Run, Value};
use crate::ir::{Constant, Kernel, Port, Type};
use crate::syntax::Diagnostics;
use crate::texel::Components;

const SELECT: &str = "#include \"shared/select.glsl\"";

/// Compiles an expression over a float `x`, a vec2 `v`, and the constants `alpha` and `yes`.
fn compiled(written: &str, output: Type) -> Result<Kernel, Diagnostics> {
    let inputs = [Port { name: "x".into(), ty: Type::FLOAT }, Port { name: "v".into(), ty: Type::floats(2) }];
    let constants =
        [Constant { name: "alpha".into(), ty: Type::FLOAT }, Constant { name: "yes".into(), ty: Type::BOOL }];
    map(written, &inputs, &constants, Some(output))
}

/// Computes an expression where `x` is 3, `v` is (4, 5), `alpha` is 2 and `yes` is true.
fn computed(written: &str) -> f32 {
    let kernel = compiled(written, Type::FLOAT).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let inputs = [Array::floats(Components::One, 1, &[3.0]), Array::floats(Components::Two, 1, &[4.0, 5.0])];
    let constants = [Value::from(2.0), Value::bools(&[true])];
    let run = Run::new(&kernel, &inputs, &constants, Grid { count: 1, width: 1 }).unwrap();
    match run.element(0).unwrap().outputs[0] {
        Value::Float(_, [y, ..]) => y,
        other => panic!("{other:?}"),
    }
}

fn refused(cases: &[&str], expected: Expect) {
    let said = |written: &&str| match compiled(written, Type::FLOAT) {
        Ok(_) => format!("`{written}` is fine"),
        Err(errors) => errors.render(false),
    };
    expected.assert_eq(&cases.iter().map(said).collect::<Vec<_>>().join("\n\n"));
}

#[test]
fn numbers_are_floats_and_indices_stay() {
    for (written, expected) in [
        ("alpha * x + v.y", 11.0),
        ("1/2*x", 1.5),
        ("7", 7.0),
        ("-x", -3.0),
        ("07 + x", 10.0),
        ("x > 0 ? 1.0 : 0.0", 1.0),
        ("clamp(x, 0, 1)", 1.0),
        ("v[1] + v[0]", 9.0),
        ("vec2(x, 7)[1]", 7.0),
        ("yes ? v[1] : v[0] <= 2 ? 10 : 0.5e1", 5.0),
        ("x > 1 ^^ x > 2 ? 1 : 2", 2.0),
        ("float(x > 2 && yes || v.x < 0)", 1.0),
        ("dot(v, vec2(1))", 9.0),
        ("x - - x", 6.0),
    ] {
        assert_eq!(computed(written), expected, "{written}");
    }
}

#[test]
fn what_is_not_read_is_not_fetched() {
    let kernel = compiled("x * x", Type::FLOAT).unwrap();
    assert_eq!(kernel.main().body.len(), 2);
    assert_eq!(kernel.interface.inputs.len(), 2);
    assert_eq!(kernel.interface.outputs, [Port { name: "result".into(), ty: Type::FLOAT }]);
    let inputs = [Port { name: "result".into(), ty: Type::FLOAT }];
    let kernel = map("result + 1", &inputs, &[], Some(Type::FLOAT)).unwrap();
    assert_eq!(kernel.interface.outputs[0].name, "result0");
}

#[test]
fn errors_are_shown_in_the_expression() {
    refused(
        &[
            "alpha * x + alpa",
            "alpha * x + z",
            "squrt(x)",
            "x > 0",
            "v * 2",
            "2 * 3 * x + dot(x, v)",
            "7 + x + v.q",
            "vec3(v, 1)",
            "fetch(x, 1)",
            "here()",
            "gl_FragCoord.x",
            "dFdx(x)",
            "int(x)",
            "ivec2(x).x",
            "sin",
            "fmod(x, 2)",
            "x(2)",
            "main()",
            "result",
            "transpose(x)",
            "x + (2 * x",
            "x + 2) * x",
            "2 x",
            "x +",
            "x = 2",
            "x++ + x",
            "x % 2",
            "x^2",
            "x**2",
            "x > 0 & x < 2 ? 1 : 0",
            "1,5 * x",
            "0x10",
            "1e39",
            "x; discard",
            "x × 2",
            " ",
        ],
        expect![[r#"
            error[K0302]: there is no `alpa`
             --> expression:1:13
              |
            1 | alpha * x + alpa
              |             ^^^^
              |
              = help: did you mean `alpha`?

            error[K0302]: there is no `z`
             --> expression:1:13
              |
            1 | alpha * x + z
              |             ^
              |
              = help: it is not bound; the bound names are x, v, alpha, yes

            error[K0303]: there is no `squrt`
             --> expression:1:1
              |
            1 | squrt(x)
              | ^^^^^
              |
              = help: did you mean `sqrt`?

            error[K0301]: expected a `float`, found a `bool`
             --> expression:1:1
              |
            1 | x > 0
              | ^^^^^
              |
              = help: choose by it: `x > 0 ? 1.0 : 0.0`

            error[K0301]: expected a `float`, found a `vec2`
             --> expression:1:1
              |
            1 | v * 2
              | ^^^^^
              |
              = help: name a component: `(v * 2).x`, or take its length: `length(v * 2)`

            error[K0306]: `dot` does not take a `float` and a `vec2`
             --> expression:1:13
              |
            1 | 2 * 3 * x + dot(x, v)
              |             ^^^ -  - a `vec2`
              |                 |
              |                 a `float`
              |
              = help: `dot` takes two floats, or two vectors of one length

            error[K0307]: `vec2` has no component `q`
             --> expression:1:11
              |
            1 | 7 + x + v.q
              |           ^
              |
              = help: it has x, y

            error[K0301]: expected a `float`, found a `vec3`
             --> expression:1:1
              |
            1 | vec3(v, 1)
              | ^^^^^^^^^^
              |
              = help: name a component: `vec3(v, 1).x`, or take its length: `length(vec3(v, 1))`

            error[K0303]: there is no `fetch`
             --> expression:1:1
              |
            1 | fetch(x, 1)
              | ^^^^^
              |
              = help: an expression sees one element of each input, at its own place; to fetch others, write a kernel

            error[K0303]: there is no `here`
             --> expression:1:1
              |
            1 | here()
              | ^^^^
              |
              = help: an expression does not know the place of its element; a kernel has `here()`, `here_x()` and `here_y()`

            error[K0302]: there is no `gl_FragCoord`
             --> expression:1:1
              |
            1 | gl_FragCoord.x
              | ^^^^^^^^^^^^
              |
              = help: an expression does not know the place of its element; a kernel has `here()`, `here_x()` and `here_y()`

            error[K0303]: there is no `dFdx`
             --> expression:1:1
              |
            1 | dFdx(x)
              | ^^^^
              |
              = help: an expression sees one element of each input, at its own place; to fetch others, write a kernel

            error[K0303]: there is no `int`
             --> expression:1:1
              |
            1 | int(x)
              | ^^^
              |
              = help: all numbers are floats; floor(x) and trunc(x) drop the fraction

            error[K0303]: there is no `ivec2`
             --> expression:1:1
              |
            1 | ivec2(x).x
              | ^^^^^
              |
              = help: did you mean `vec2`?

            error[K0316]: `sin` is a function
             --> expression:1:1
              |
            1 | sin
              | ^^^
              |
              = help: it is called with brackets, as in sin(x)

            error[K0303]: there is no `fmod`
             --> expression:1:1
              |
            1 | fmod(x, 2)
              | ^^^^
              |
              = help: the remainder is `mod`, with the sign of the second argument

            error[K0303]: `x` is a variable, not a function
             --> expression:1:1
              |
            1 | x(2)
              | ^
              |
              = help: to multiply, write `x * (..)`

            error[K0303]: there is no `main`
             --> expression:1:1
              |
            1 | main()
              | ^^^^
              |
              = help: did you mean `min`?

            error[K0302]: there is no `result`
             --> expression:1:1
              |
            1 | result
              | ^^^^^^
              |
              = help: it is not bound; the bound names are x, v, alpha, yes

            error[K0303]: there is no `transpose`
             --> expression:1:1
              |
            1 | transpose(x)
              | ^^^^^^^^^
              |
              = help: a kernel has vectors; a matrix is its columns

            error[K0104]: this `(` is not closed
             --> expression:1:5
              |
            1 | x + (2 * x
              |     ^

            error[K0105]: this `)` closes nothing
             --> expression:1:6
              |
            1 | x + 2) * x
              |      ^

            error[K0106]: an operator is missing between `2` and `x`
             --> expression:1:3
              |
            1 | 2 x
              |   ^

            error[K0107]: nothing follows this `+`
             --> expression:1:3
              |
            1 | x +
              |   ^

            error[K0118]: `=` cannot be part of an expression
             --> expression:1:3
              |
            1 | x = 2
              |   ^
              |
              = help: to compare, write `==`; for statements, write a kernel

            error[K0118]: `++` cannot be part of an expression
             --> expression:1:2
              |
            1 | x++ + x
              |  ^^
              |
              = help: an expression cannot change a value; to write two operators, put a space or brackets between them

            error[K0119]: `%` is for integers
             --> expression:1:3
              |
            1 | x % 2
              |   ^
              |
              = help: of floats, write mod(a, b)

            error[K0119]: `^` is not a power
             --> expression:1:2
              |
            1 | x^2
              |  ^
              |
              = help: write pow(a, b), or a * a

            error[K0119]: the kernel language has no `**`
             --> expression:1:2
              |
            1 | x**2
              |  ^
              |
              = help: write pow(a, b), or a * a

            error[K0119]: `&` is for bits
             --> expression:1:7
              |
            1 | x > 0 & x < 2 ? 1 : 0
              |       ^
              |
              = help: write `&&`

            error[K0120]: a comma separates the arguments of a function
             --> expression:1:2
              |
            1 | 1,5 * x
              |  ^
              |
              = help: decimals are written with a point, and vectors as vec2(a, b)

            error[K0108]: `0x10` is not a number here
             --> expression:1:1
              |
            1 | 0x10
              | ^^^^
              |
              = help: numbers are decimal: 16, 0.5, 1e-3

            error[K0108]: `1e39` is beyond float32
             --> expression:1:1
              |
            1 | 1e39
              | ^^^^
              |
              = help: its largest is 3.4028235e38

            error[K0118]: `;` cannot be part of an expression
             --> expression:1:2
              |
            1 | x; discard
              |  ^
              |
              = help: for statements, write a kernel

            error[K0109]: the kernel language has no `×`
             --> expression:1:3
              |
            1 | x × 2
              |   ^

            error[K0121]: there is no expression
             --> expression:1:1
              |
            1 |  
              | ^
              |
              = help: write one, as in `alpha * x + y`"#]],
    );
}

#[test]
fn an_expression_has_an_end() {
    let said = |written: &str| compiled(written, Type::FLOAT).unwrap_err().render(false);
    assert!(said(&vec!["x"; 20_000].join("+")).contains("39999 words and signs; the maximum is 4096"));
    assert!(
        said(&("(".repeat(1000) + "x" + &")".repeat(1000)))
            .contains("brackets are nested 129 deep; the maximum is 128")
    );
    let deep = "(".repeat(128) + "x" + &")".repeat(128) + &"+x".repeat(1000);
    assert!(compiled(&deep, Type::FLOAT).is_ok());
    let calls = "sqrt(".repeat(128) + "x" + &")".repeat(128);
    assert!(compiled(&calls, Type::FLOAT).is_ok());
}

#[test]
fn names_that_the_language_keeps_are_refused() {
    for name in
        ["in", "mix", "float", "element", "gl_x", "_x", "1x", "", "fetch_x", "ä", "for", "main", "uniform", "true"]
    {
        let inputs = [Port { name: name.into(), ty: Type::FLOAT }];
        let said = map("1", &inputs, &[], Some(Type::FLOAT)).unwrap_err().render(false);
        assert!(said.contains("cannot be the name of an input or a constant"), "{name}: {said}");
    }
    for name in [
        "input1", "keys", "Sample", "textures", "e", "pi", "main2", "lane", "values", "count1", "sample", "texture",
        "a__b", "x_",
    ] {
        let inputs = [Port { name: name.into(), ty: Type::FLOAT }];
        assert!(map(name, &inputs, &[], Some(Type::FLOAT)).is_ok(), "{name}");
    }
}

#[test]
fn predicates_and_operators_are_checked_by_themselves() {
    let predicate = |written: &str| check("expression", written, &[("x", Type::floats(2))], "", Type::BOOL);
    assert!(predicate("length(x) < 2").is_ok());
    let ab = [("a", Type::FLOAT), ("b", Type::FLOAT)];
    let operator = |written: &str| check("operator mine", written, &ab, SELECT, Type::FLOAT);
    for fine in ["a + b", "larger(a, b)", "1/2 * smaller(a, b)", "a * b + 1"] {
        operator(fine).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    }
    let mut said = Vec::new();
    for wrong in ["length(x)", "x.x > y", "x > 1 && }"] {
        said.push(predicate(wrong).unwrap_err().render(false));
    }
    for wrong in ["a > b", "a + c", "larger(a, vec2(b))", "value(a)", "a + b) + (a", "combine(a, b)"] {
        said.push(operator(wrong).unwrap_err().render(false));
    }
    expect![[r#"
        error[K0301]: expected a `bool`, found a `float`
         --> expression:1:1
          |
        1 | length(x)
          | ^^^^^^^^^
          |
          = help: compare it: `length(x) != 0.0`

        error[K0302]: there is no `y`
         --> expression:1:7
          |
        1 | x.x > y
          |       ^
          |
          = help: it is not bound; the bound names are x

        error[K0118]: `}` cannot be part of an expression
         --> expression:1:10
          |
        1 | x > 1 && }
          |          ^
          |
          = help: for statements, write a kernel

        error[K0301]: expected a `float`, found a `bool`
         --> operator mine:1:1
          |
        1 | a > b
          | ^^^^^
          |
          = help: choose by it: `a > b ? 1.0 : 0.0`

        error[K0302]: there is no `c`
         --> operator mine:1:5
          |
        1 | a + c
          |     ^
          |
          = help: it is not bound; the bound names are a, b

        error[K0306]: `larger` does not take a `float` and a `vec2`
         --> operator mine:1:1
          |
        1 | larger(a, vec2(b))
          | ^^^^^^ -  ------- a `vec2`
          |        |
          |        a `float`
          |
          = help: candidates: `larger(float, float)`, `larger(vec2, vec2)`, `larger(vec3, vec3)`, `larger(vec4, vec4)`

        error[K0303]: there is no `value`
         --> operator mine:1:1
          |
        1 | value(a)
          | ^^^^^
          |
          = help: it is not bound; the bound names are a, b

        error[K0105]: this `)` closes nothing
         --> operator mine:1:6
          |
        1 | a + b) + (a
          |      ^

        error[K0303]: there is no `combine`
         --> operator mine:1:1
          |
        1 | combine(a, b)
          | ^^^^^^^
          |
          = help: it is not bound; the bound names are a, b"#]]
    .assert_eq(&said.join("\n\n"));
}

#[test]
fn an_expression_in_a_kernel_has_its_own_place_and_its_own_numbers() {
    let text = "input float values;\noutput float y;\nbool keep(float x) { return\n#include \"expression\"\n; }\n\
                void main() { y = keep(fetch(values, here())) ? 1 : 2; }";
    let source = |written: &'static str| crate::kernel::Source::new("k", text).expression("expression", written);
    let (_, warnings) = crate::kernel::compile(&source("1/2 * x > 0")).unwrap();
    assert!(warnings.list.is_empty(), "{}", warnings.render(false));
    let said = crate::kernel::compile(&source("x > values")).unwrap_err().render(false);
    assert!(said.contains("--> expression:1:5") && said.contains("there is no `values`"), "{said}");
}

#[test]
fn whole_numbers_become_floats_and_indices_stay() {
    assert_eq!(with_floats("2*x[1] + 3.5e2 - 07"), "2.0*x[1] + 3.5e2 - 07.0");
}
