//! Errors and warnings about statements, assignments and numbers.

use expect_test::expect;

use super::cases;

#[test]
fn assignments() {
    cases(
        &[
            "x = 1.0;",
            "a = 1.0;",
            "const float c = 1.0; c = 2.0;",
            "one += 1.0;",
            "1.0 = y;",
            "helper(1.0) = 1.0;",
            "true++;",
            "bool b = true; b++;",
            "helper = 1.0;",
        ],
        expect![[r#"
            error[K0308]: input `x` is read, not written
              --> k:12:1
               |
             1 | input float x;
               |             - an input
            ...
            12 | x = 1.0;
               | ^
               |
               = help: what a kernel writes is an `output`

            error[K0308]: constant `a` is the same for all elements, and cannot be assigned to
              --> k:12:1
               |
             2 | constant float a;
               |                - a constant
            ...
            12 | a = 1.0;
               | ^
               |
               = help: change a copy of it

            error[K0308]: `c` is `const`, and cannot be assigned to
              --> k:12:22
               |
            12 | const float c = 1.0; c = 2.0;
               |             -        ^
               |             |
               |             declared `const`
               |
               = help: remove `const`, or change a copy of it

            error[K0308]: `one` is `const`, and cannot be assigned to
              --> k:12:1
               |
             4 | const float one = 1.0;
               |             --- declared `const`
            ...
            12 | one += 1.0;
               | ^^^
               |
               = help: change a copy of it

            error[K0308]: this cannot be assigned to
              --> k:12:1
               |
            12 | 1.0 = y;
               | ^^^
               |
               = help: only variables, outputs and their components can be assigned to: `a`, `a.xy`, `a[0]`

            error[K0308]: this cannot be assigned to
              --> k:12:1
               |
            12 | helper(1.0) = 1.0;
               | ^^^^^^^^^^^
               |
               = help: only variables, outputs and their components can be assigned to: `a`, `a.xy`, `a[0]`

            error[K0308]: this cannot be assigned to
              --> k:12:1
               |
            12 | true++;
               | ^^^^
               |
               = help: only variables, outputs and their components can be assigned to: `a`, `a.xy`, `a[0]`

            error[K0304]: `++` takes a number, not a `bool`
              --> k:12:16
               |
            12 | bool b = true; b++;
               |                ^

            error[K0308]: function `helper` cannot be assigned to
              --> k:12:1
               |
             5 | float helper(float v) { return v + a * fetch(x, 0); }
               |       ------ declared here
            ...
            12 | helper = 1.0;
               | ^^^^^^"#]],
    );
}

#[test]
fn numbers() {
    cases(
        &[
            "y = 1 / 0;",
            "int i = 4294967296;",
            "uint u = -1;",
            "index i = 3000000000;",
            "y = 1 << 40;",
            "y = 9223372036854775807 + 1;",
        ],
        expect![[r#"
            error[K0312]: `1 / 0` divides by zero
              --> k:12:5
               |
            12 | y = 1 / 0;
               |     ^^^^^

            error[K0108]: `4294967296` has more than 32 bits
              --> k:12:9
               |
            12 | int i = 4294967296;
               |         ^^^^^^^^^^
               |
               = help: a float has a point: `5e9`, `1.0`

            error[K0312]: -1 does not fit a `uint`
              --> k:12:10
               |
            12 | uint u = -1;
               |          ^^
               |
               = help: it holds 0 to 4294967295

            error[K0312]: 3000000000 does not fit an `index`
              --> k:12:11
               |
            12 | index i = 3000000000;
               |           ^^^^^^^^^^
               |
               = help: it holds -2147483648 to 2147483647

            error[K0312]: `1 << 40` shifts by more than the 31 places that there are
              --> k:12:5
               |
            12 | y = 1 << 40;
               |     ^^^^^^^

            error[K0108]: `9223372036854775807` has more than 32 bits
              --> k:12:5
               |
            12 | y = 9223372036854775807 + 1;
               |     ^^^^^^^^^^^^^^^^^^^
               |
               = help: a float has a point: `5e9`, `1.0`"#]],
    );
}

#[test]
fn statements() {
    cases(
        &[
            "break;",
            "return 1.0;",
            "while (true) { }",
            "discard;",
            "float v[3] = 1.0;",
            "const float c;",
            "void v;",
            "if (y = 1.0) { }",
        ],
        expect![[r#"
            error[K0403]: `break` stands in no loop
              --> k:12:1
               |
            12 | break;
               | ^^^^^

            error[K0402]: this function returns nothing
              --> k:12:8
               |
            12 | return 1.0;
               |        ^^^
               |
               = help: write `return;`

            error[K0113]: a kernel cannot use `while`
              --> k:12:1
               |
            12 | while (true) { }
               | ^^^^^
               |
               = help: `for (; condition; ) { .. }` goes on as long as the condition holds
               = help: the oldest chips take loops with a number of iterations: `for (index k = 0; k < 64; k++) { if (condition) { .. } }`

            error[K0113]: a kernel cannot use `discard`
              --> k:12:1
               |
            12 | discard;
               | ^^^^^^^
               |
               = help: every element of an output is written

            error[K0208]: array `v` cannot be `const` or initialized
              --> k:12:8
               |
            12 | float v[3] = 1.0;
               |        ^^^
               |
               = help: give each item a value in a loop

            error[K0308]: `c` is `const`, and has no value
              --> k:12:13
               |
            12 | const float c;
               |             ^
               |
               = help: give it one: `const float c = ..;`

            error[K0206]: a variable cannot be `void`
              --> k:12:1
               |
            12 | void v;
               | ^^^^

            error[K0301]: expected a `bool`, found a `float`
              --> k:12:5
               |
            12 | if (y = 1.0) { }
               |     ^^^^^^^ the condition of an `if`
               |
               = help: to compare, write `y == 1.0`"#]],
    );
}

#[test]
fn warnings() {
    cases(
        &["y = 1 / 2;", "y; y = 1.0;", "y == 1.0;", "bool b; if (b = true) { y = 1.0; }", "sqrt(2.0);"],
        expect![[r#"
            warning[K0504]: `1 / 2` divides whole numbers, and is 0
              --> k:12:5
               |
            12 | y = 1 / 2;
               |     ^^^^^
               |
               = help: for a fraction write `1.0 / 2.0`

            warning[K0502]: the result of this expression is not used
              --> k:12:1
               |
            12 | y; y = 1.0;
               | ^
               |
               = help: to keep it, assign it: `a = ..;`

            warning[K0508]: output `y` is never written
             --> k:3:14
              |
            3 | output float y;
              |              ^
              |
              = help: what is not written is 0

            warning[K0502]: the result of this expression is not used
              --> k:12:1
               |
            12 | y == 1.0;
               | ^^^^^^^^
               |
               = help: to assign it, write `=`

            warning[K0508]: output `y` is not written on every path
              --> k:3:14
               |
             3 | output float y;
               |              ^
            ...
            13 | }
               | - the end may be reached without an assignment
               |
               = help: what is not written is 0

            warning[K0503]: this condition assigns
              --> k:12:13
               |
            12 | bool b; if (b = true) { y = 1.0; }
               |             ^^^^^^^^
               |
               = help: to compare, write `b == true`

            warning[K0508]: output `y` is never written
             --> k:3:14
              |
            3 | output float y;
              |              ^
              |
              = help: what is not written is 0

            warning[K0502]: the result of this expression is not used
              --> k:12:1
               |
            12 | sqrt(2.0);
               | ^^^^^^^^^
               |
               = help: to keep it, assign it: `a = ..;`"#]],
    );
}
