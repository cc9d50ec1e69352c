//! What people write out of habit, from other languages or by a slip: the help names what is meant.

use super::said;
use crate::ir::{Port, Type};
use crate::kernel::expression;

#[track_caller]
fn says(said: &str, wanted: &[&str], of: &str) {
    for wanted in wanted {
        assert!(said.contains(wanted), "{of}: no {wanted:?} in\n{said}");
    }
}

#[test]
fn of_kernels() {
    let with = |body: &str| format!("input float x;\noutput float y;\nvoid main() {{ {body} }}");
    let cases = [
        (with("y = fetch(x here());"), ["a `,` or an operator is missing between `x` and `here`", ":27"]),
        (with("y = (x here());"), ["an operator is missing between `x` and `here`", ":22"]),
        (with("y = float2(1.0, 2.0).x;"), ["it is called `vec2` here", "K0303"]),
        (with("y = 1.0 < y < 2.0 ? 1.0 : 0.0;"), ["write `1.0 < y && y < 2.0`", "K0304"]),
        (with("y = 1.0;").replace("main", "mian"), ["is this one meant?", ":3:6"]),
        (with("y = 1.0;").replace("main", "run"), ["`void main() { .. }`", ":3:23"]),
        (with("y = 1.0;").replace("float y", "float größe"), ["the kernel language has no `ö`", "letters a to z"]),
        (with("y = 1.0;").replace("output", "out"), ["a stream that is written is an `output`", "K0122"]),
        (with("y = 1.0;").replace("input", "in"), ["a stream that is read is an `input`", "K0122"]),
    ];
    for (text, wanted) in cases {
        says(&said(&text), &wanted, &text);
    }
}

#[test]
fn of_expressions() {
    let cases = [
        ("float3(x, x, x).x", "it is called `vec3` here"),
        ("x and 1", "for `and` write `&&`"),
        ("x or 1", "for `or` write `||`"),
        ("not x", "for `not` write `!`"),
        ("x = 2", "to compare, write `==`"),
        ("x => 2", "write `>=`"),
        ("1 < x < 3 ? x : 0", "write `1 < x && x < 3`"),
        ("1 < x + 1 < 3 ? x : 0", "write `1 < x + 1 && (x + 1) < 3`"),
        ("x == nan ? 1 : 0", "isnan(x)"),
        ("x < inf ? 1 : 0", "isinf(x)"),
    ];
    for (written, wanted) in cases {
        let x = Port { name: "x".to_owned(), ty: Type::FLOAT };
        let errors = expression::map(written, &[x], &[], Some(Type::FLOAT)).unwrap_err();
        says(&errors.render(false), &[wanted], written);
    }
}
