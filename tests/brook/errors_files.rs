//! Mistakes of `#` lines, and files in which kernels would vanish: the whole text, as people see it.

use crate::support;

use brooklet::brook::Unit;
use expect_test::expect;
use support::diagnostics::{warns, wrong};

#[test]
fn a_condition_that_is_not_understood() {
    wrong(
        r#"#if 1 +
kernel void k(float a<>, out float r<>) { r = a; }
#endif"#,
        expect![[r#"
            error[B0008]: this condition is not understood
             --> program.br:1:7
              |
            1 | #if 1 +
              |       ^ expected a whole number, found the end of the line"#]],
    );
}

#[test]
fn an_empty_condition() {
    wrong(
        r#"#if
kernel void k(float a<>, out float r<>) { r = a; }
#endif"#,
        expect![[r#"
            error[B0008]: this condition is empty
             --> program.br:1:2
              |
            1 | #if
              |  ^^
              |
              = help: write `#if 0` or `#if 1`"#]],
    );
}

#[test]
fn a_condition_of_floats() {
    wrong(
        r#"#define VERSION 1.5
#if VERSION > 1
kernel void k(float a<>, out float r<>) { r = a; }
#endif"#,
        expect![[r#"
            error[B0008]: this condition is not understood
             --> program.br:2:5
              |
            2 | #if VERSION > 1
              |     ^^^^^^^ expected a whole number, found `1.5`"#]],
    );
}

#[test]
fn a_condition_without_a_kernel() {
    warns(
        r#"#if HAVE(THIS)
int x;
#endif
kernel void k(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            warning[B0008]: this condition is not understood
             --> program.br:1:9
              |
            1 | #if HAVE(THIS)
              |         ^ expected an operator or the end of the line, found `(`"#]],
    );
}

#[test]
fn a_condition_within_a_kernel() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) {
    r = a;
#if 2 *
    r = 2;
#endif
}"#,
        expect![[r#"
            error[B0008]: this condition is not understood
             --> program.br:3:7
              |
            3 | #if 2 *
              |       ^ expected a whole number, found the end of the line"#]],
    );
}

#[test]
fn a_condition_that_divides_by_zero() {
    wrong(
        r#"#if 1 / 0
kernel void k(float a<>, out float r<>) { r = a; }
#endif"#,
        expect![[r#"
            error[B0008]: this condition divides by 0
             --> program.br:1:7
              |
            1 | #if 1 / 0
              |       ^"#]],
    );
}

#[test]
fn a_branch_that_is_not_asked_for() {
    warns(
        r#"#if 1
kernel void k(float a<>, out float r<>) { r = a; }
#elif 1 +
#endif
#if 0
#if 1 +
#elif 2 +
#endif
#endif"#,
        expect![[""]],
    );
}

#[test]
fn a_conditional_without_an_end() {
    wrong(
        r#"kernel void k(float a<>, out float r<>) { r = a; }
#ifdef SLOW
kernel void slow(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            error[B0009]: this `#ifdef` has no `#endif`
             --> program.br:2:2
              |
            2 | #ifdef SLOW
              |  ^^^^^
              |
              = help: it leaves out all that follows, including kernels"#]],
    );
}

#[test]
fn a_conditional_without_an_end_that_holds() {
    warns(
        r#"#if 1
kernel void k(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            warning[B0009]: this `#if` has no `#endif`
             --> program.br:1:2
              |
            1 | #if 1
              |  ^^"#]],
    );
}

#[test]
fn an_error_that_is_live() {
    let guarded = "#ifndef SIZE
#error \"say how large: -DSIZE=..\"
#endif
kernel void k(float a<>, out float r<>) { r = a; }";
    warns(
        guarded,
        expect![[r#"
        warning[B0010]: `#error "say how large: -DSIZE=.."`
         --> program.br:2:2
          |
        2 | #error "say how large: -DSIZE=.."
          |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"#]],
    );
    wrong(
        &guarded.replace("r = a;", "r = a * SIZE;"),
        expect![[r#"
        error[B0010]: `#error "say how large: -DSIZE=.."`
         --> program.br:2:2
          |
        2 | #error "say how large: -DSIZE=.."
          |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        error[B0324]: there is no variable `SIZE`
         --> program.br:4:51
          |
        4 | kernel void k(float a<>, out float r<>) { r = a * SIZE; }
          |                                                   ^^^^
          |
          = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]],
    );
    // Where there is no kernel it is nobody's business.
    warns("#error \"no\"\nint x;", expect!["warning[B0011]: no kernels in program.br"]);
}

#[test]
fn a_macro_that_joins() {
    wrong(
        r#"#define JOIN(a, b) a##b
#define TEXT(a) #a
#define MOST(a, ...) a
kernel void k(float ab<>, out float r<>) {
    r = JOIN(a, b) + TEXT(a) + MOST(a, 2);
}"#,
        expect![[r#"
            error[B0006]: macro `TEXT` uses `#`, which is not supported
             --> program.br:5:22
              |
            5 |     r = JOIN(a, b) + TEXT(a) + MOST(a, 2);
              |                      ^^^^
              |
              = help: write what it stands for

            error[B0006]: macro `MOST` uses a varying number of arguments, which is not supported
             --> program.br:5:32
              |
            5 |     r = JOIN(a, b) + TEXT(a) + MOST(a, 2);
              |                                ^^^^
              |
              = help: write what it stands for"#]],
    );
}

#[test]
fn a_macro_without_its_arguments() {
    wrong(
        r#"#define TWICE(x) (2 * (x))
kernel void k(float a<>, out float r<>) {
    r = TWICE * a;
}"#,
        expect![[r#"
            error[B0007]: macro `TWICE` needs arguments
             --> program.br:3:9
              |
            3 |     r = TWICE * a;
              |         ^^^^^
              |
              = help: write `TWICE(..)`"#]],
    );
}

#[test]
fn a_variable_that_is_called_like_a_macro() {
    warns(
        r#"#define twice(x) (2 * (x))
kernel void k(float a<>, out float r<>) {
    float twice = twice(a);
    r = twice;
}"#,
        expect![[""]],
    );
}

#[test]
fn a_comment_that_takes_a_kernel() {
    wrong(
        r#"/* This one is fast
kernel void k(float a<>, out float r<>) { r = a; }"#,
        expect![[r#"
            error[B0120]: this comment has no end
             --> program.br:1:1
              |
            1 | /* This one is fast
              | ^^
              |
              = help: it takes in all that follows: close it with `*/`"#]],
    );
}

#[test]
fn a_comment_at_the_end() {
    warns(
        r#"kernel void k(float a<>, out float r<>) { r = a; }
/* the end"#,
        expect![[r#"
            warning[B0120]: this comment has no end
             --> program.br:2:1
              |
            2 | /* the end
              | ^^
              |
              = help: it takes in all that follows: close it with `*/`"#]],
    );
}

#[test]
fn no_kernels() {
    warns(r#"int main() { return 0; }"#, expect!["warning[B0011]: no kernels in program.br"]);
}

#[test]
fn a_prototype_that_nothing_else_names() {
    warns(
        "kernel void scale(float a<>, out float r<>);
kernel void scales(float a<>, out float r<>) { r = 2 * a; }
kernel void host(float a<>, out float r<>);
kernel void host(float a<>, out float r<>);
kernel void late(float a<>, out float r<>);
kernel void late(float a<>, out float r<>) { r = a; }
reduce void sum(float a<>, reduce float r<>);
int main() { host(a, r); return 0; }",
        expect![[r#"
            warning[B0513]: kernel `scale` is declared, but neither defined nor called in this file
             --> program.br:1:13
              |
            1 | kernel void scale(float a<>, out float r<>);
              |             ^^^^^
              |
              = help: write its body, or remove the declaration

            warning[B0513]: kernel `sum` is declared, but neither defined nor called in this file
             --> program.br:7:13
              |
            7 | reduce void sum(float a<>, reduce float r<>);
              |             ^^^
              |
              = help: write its body, or remove the declaration"#]],
    );
    // What is wrong with others does not matter where one is asked for, nor what a header declares.
    let text = "#include \"k.h\"\nkernel void k(float a<>, out float r<>) { r = a; }\nkernel void own(float a<>);";
    let load = |name: &str| (name == "k.h").then(|| "kernel void elsewhere(float a<>, out float r<>);\n".to_owned());
    let warnings = |kernel| Unit::compile_for("k.br", text, &load, kernel).unwrap().warnings.to_string();
    assert!(warnings(None).contains("kernel `own` is declared") && !warnings(None).contains("elsewhere"));
    assert_eq!(warnings(Some("k")), "");
}

#[test]
fn kernels_that_are_only_declared() {
    warns(
        r#"kernel void k(float a<>, out float r<>);"#,
        expect!["warning[B0011]: no kernels in program.br: they are only declared there"],
    );
}

#[test]
fn conditions_as_in_c() {
    let holds = [
        "1",
        "-1 < 0",
        "!0",
        "~0 == -1",
        "1 << 3 == 8",
        "-8 >> 1 == -4",
        "(6 & 3) == 2 && (6 | 1) == 7 && (6 ^ 3) == 5",
        "7 % 4 == 3",
        "1 ? 1 : 0",
        "0 ? 0 : 1 ? 2 : 0",
        "1 || 1 / 0",
        "!(0 && 1 / 0)",
        "1 ? 1 : 1 / 0",
        "'A' == 65",
        "'\\n' == 10 && '\\0' == 0 && '\\x41' == 65 && '\\'' == 39",
        "0x10 == 16 && 010 == 8 && 3L == 3u",
        "defined(KNOWN) && defined KNOWN && !defined(OTHER)",
        "KNOWN == 7 && UNKNOWN == 0",
        "TWICE(4) == 8",
        "2 + 3 * 4 == 14 && (2 + 3) * 4 == 20",
        "1 == 1 == 1",
        "10 - 4 - 3 == 3",
        "+1",
        "HAS",
    ];
    for condition in holds {
        for (condition, kernels) in [(condition.to_owned(), 1), (format!("!({condition})"), 0)] {
            let text = format!(
                "#define KNOWN 7\n#define TWICE(x) (2 * (x))\n#define HAS defined(KNOWN)\n#if {condition}\n{}\n#endif\nkernel float f(float x) {{ return x; }}",
                "kernel void k(float a<>, out float r<>) { r = a; }"
            );
            let unit = Unit::compile("program.br", &text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
            assert_eq!(unit.kernels.len(), kernels, "{condition}");
        }
    }
}

#[test]
fn files_that_are_not_there() {
    let text = "#include \"gone.h\"\n#include \"far/away.h\"\n#include <stdio.h>
kernel void k(Thing t<>, float a<>, out float r<>) {
    r = SCALE * a + other(a);
}";
    wrong(
        text,
        expect![[r#"
            error[B0203]: there is no type `Thing`
             --> program.br:4:15
              |
            4 | kernel void k(Thing t<>, float a<>, out float r<>) {
              |               ^^^^^
              |
              = help: there are `float`, `int`, `uint`, `char`, `uchar`, `short`, `ushort`, `fixed`, `shortfixed`, vectors such as `float4`, and the structs of this file
              = help: `gone.h` and `far/away.h` are included, and not found beside this file"#]],
    );
    wrong(
        &text.replace("#include \"far/away.h\"\n", "").replace("Thing t<>, ", ""),
        expect![[r#"
        error[B0324]: there is no variable `SCALE`
         --> program.br:4:9
          |
        4 |     r = SCALE * a + other(a);
          |         ^^^^^
          |
          = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it
          = help: `gone.h` is included, and not found beside this file

        error[B0604]: there is no function `other`
         --> program.br:4:21
          |
        4 |     r = SCALE * a + other(a);
          |                     ^^^^^
          |
          = help: kernels can call only kernels of this file, and functions of the language
          = help: `gone.h` is included, and not found beside this file"#]],
    );
}

#[test]
fn files_in_utf_16() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.br");
    let text = "// größe\nkernel void k(float a<>, out float r<>) { r = a; }\n";
    let words: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let big: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    for bytes in [[&[0xff, 0xfe], little.as_slice()].concat(), [&[0xfe, 0xff], big.as_slice()].concat()] {
        std::fs::write(&path, bytes).unwrap();
        let unit = Unit::open(&path).unwrap();
        assert_eq!((unit.kernels.len(), unit.warnings.list.len()), (1, 0));
    }
    for bytes in [little, big] {
        std::fs::write(&path, bytes).unwrap();
        let refused = Unit::open(&path).unwrap_err().to_string();
        let why = "it looks like UTF-16 without a mark at its start: save it as UTF-8";
        assert_eq!(refused, format!("cannot read {}: {why}", path.display()));
    }
}

#[test]
fn lines_that_end_as_on_the_old_macintosh() {
    let text = "// a copy\rkernel void k(float a<>, out float r<>) {\r    r = b; // of what?\r}\r";
    let diagnostics = Unit::compile("program.br", text).expect_err("an error");
    expect![[r#"
        error[B0324]: there is no variable `b`
         --> program.br:3:9
          |
        3 |     r = b; // of what?
          |         ^
          |
          = help: kernels do not see the host's variables: pass it as a parameter, or `#define` it"#]]
    .assert_eq(&diagnostics.to_string());
    for end in ["\r\n", "\r\r\n", "\n"] {
        let text =
            text.replace("= b", "= a").replace("\r", end).replace("a copy", "a \\") + "#define B \\" + end + " a";
        let text = text.clone() + end + "kernel void l(float a<>, out float r<>) { r = B; }";
        assert!(Unit::compile("program.br", &text).is_ok_and(|unit| unit.kernels.len() == 1), "{text:?}");
    }
}
