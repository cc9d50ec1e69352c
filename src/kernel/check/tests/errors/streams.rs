//! What is said of streams that are used wrongly.

use expect_test::expect;

use super::cases;

#[test]
fn streams() {
    cases(
        &[
            "y = x;",
            "y = x.x;",
            "y = x[3];",
            "y = fetch(kyes, 0);",
            "y = fetch(y, 0);",
            "y = fetch(x);",
            "y = fetch(x, 1, 2, 3);",
            "y = fetch(x, 1.5);",
            "y = fetch(1.0, 0);",
            "y = count(z);",
            "y = count();",
            "y = here(1);",
            "y = quotient(1);",
        ],
        expect![[r#"
            error[K0309]: input `x` is a stream, not an element of it
              --> k:12:5
               |
             1 | input float x;
               |             - an input
            ...
            12 | y = x;
               |     ^
               |
               = help: an element of the stream is `fetch(x, i)`; this one's is `fetch(x, here())`

            error[K0309]: input `x` is a stream, not an element of it
              --> k:12:5
               |
             1 | input float x;
               |             - an input
            ...
            12 | y = x.x;
               |     ^
               |
               = help: an element of the stream is `fetch(x, i)`; this one's is `fetch(x, here())`

            error[K0309]: input `x` is a stream, not an element of it
              --> k:12:5
               |
             1 | input float x;
               |             - an input
            ...
            12 | y = x[3];
               |     ^
               |
               = help: an element of the stream is `fetch(x, i)`; this one's is `fetch(x, here())`

            error[K0310]: this kernel has no input `kyes`
              --> k:12:11
               |
            12 | y = fetch(kyes, 0);
               |           ^^^^
               |
               = help: its inputs: x

            error[K0310]: this kernel has no input `y`
              --> k:12:11
               |
             3 | output float y;
               |              - an output: it is written
            ...
            12 | y = fetch(y, 0);
               |           ^
               |
               = help: its inputs: x

            error[K0310]: `fetch` takes an input and a position
              --> k:12:5
               |
            12 | y = fetch(x);
               |     ^^^^^
               |
               = help: it is called as `fetch(name, i)` or `fetch(name, x, y)`, name being an input's

            error[K0310]: `fetch` takes an input and one or two indices, not 3
              --> k:12:5
               |
            12 | y = fetch(x, 1, 2, 3);
               |     ^^^^^

            error[K0301]: expected an `index`, found a `float`
              --> k:12:14
               |
            12 | y = fetch(x, 1.5);
               |              ^^^ a position is an `index`
               |
               = help: `index(1.5)` cuts off the fraction

            error[K0310]: `fetch` takes an input and a position
              --> k:12:11
               |
            12 | y = fetch(1.0, 0);
               |           ^^^ no input
               |
               = help: it is called as `fetch(name, i)` or `fetch(name, x, y)`, name being an input's

            error[K0310]: this kernel has no input or output `z`
              --> k:12:11
               |
            12 | y = count(z);
               |           ^
               |
               = help: its streams: x, y

            error[K0310]: `count` takes a stream
              --> k:12:5
               |
            12 | y = count();
               |     ^^^^^
               |
               = help: it is called as `count(name)`, name being an input's or an output's; the word is kept for it

            error[K0305]: `here` takes no arguments
              --> k:12:5
               |
            12 | y = here(1);
               |     ^^^^
               |
               = help: it is the place of the element that is computed

            error[K0305]: `quotient` takes 2 arguments, not 1
              --> k:12:5
               |
            12 | y = quotient(1);
               |     ^^^^^^^^
               |
               = help: `quotient(i, d)` is `i / d` of two positions, rounded down"#]],
    );
}
