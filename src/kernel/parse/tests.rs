use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use expect_test::{Expect, expect};

use super::{ParsedText, parse, parse_expression};
use crate::kernel::Source;
use crate::kernel::ast::ParameterMode;
use crate::level::sample;
use crate::syntax::Diagnostics;
use crate::syntax::ast::{ExprKind, StmtKind};
use crate::syntax::parse::mutants::{Random, mutant, prefixes, replaced};
use crate::syntax::steps::within;

/// The kernels of this crate, by their paths in `glsl/`.
fn kernels() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("glsl");
    let mut folders = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "frag") {
                let name = path.strip_prefix(&root).unwrap().display().to_string();
                found.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

fn said(parsed: &ParsedText) -> String {
    Diagnostics::new(parsed.files.clone(), parsed.diagnostics.clone()).render(false)
}

fn refused(text: &'static str, expected: Expect) {
    expected.assert_eq(&said(&parse(&Source::new("k", text))));
}

fn expression(written: &str, expected: Expect) {
    let (value, files, diagnostics) = parse_expression("expression", written);
    assert!(value.is_none());
    expected.assert_eq(&Diagnostics::new(files, diagnostics).render(false));
}

#[test]
fn a_kernel_as_a_tree() {
    let text = "input float keys, more; constant index n; output vec2 y;
        const float one = 1.0, two = 2.0;
        float f(const in float x, out vec2 a, inout bool b);
        float f(in float x, out vec2 a, inout bool b) { b = b ^^ true; return x; }
        void main() { for (index i = 0, j = 1; i < n; i++, j++) { y.x += 3u == 0x10U ? 1.f : 2.0e1; } }";
    let parsed = parse(&Source::new("k", text));
    assert_eq!(said(&parsed), "");
    let names: Vec<&str> = parsed.text.ports.iter().map(|port| port.name.text.as_str()).collect();
    assert_eq!(names, ["keys", "more", "n", "y"]);
    assert_eq!(parsed.text.constants.len(), 2);
    let [prototype, f, main] = parsed.text.functions.as_slice() else { panic!("three functions") };
    assert!(prototype.body.is_none() && main.body.is_some());
    let modes: Vec<ParameterMode> = f.parameters.iter().map(|parameter| parameter.mode).collect();
    assert_eq!(modes, [ParameterMode::In, ParameterMode::Out, ParameterMode::InOut]);
    let StmtKind::Expr(assigned) = &f.body.as_ref().unwrap()[0].kind else { panic!("an assignment") };
    assert!(
        matches!(&assigned.kind, ExprKind::Assign(None, _, value) if matches!(value.kind, ExprKind::LogicalXor(..)))
    );
    let (value, ..) = parse_expression("e", "2 * v[1] + 010");
    assert_eq!(
        format!("{:?}", value.unwrap().kind).matches("Int(1)").count()
            + format!("{:?}", parsed.text).matches("Uint(16)").count(),
        2
    );
}

#[test]
fn parts_are_files_of_their_own_and_come_once() {
    let source = Source::new("k", "#include \"a\"\noutput float y;\nvoid main() {\n#include \"b\"\n}")
        .part("a", "#include \"b\"\n#include \"a\"\n")
        .part("b", "float one() { return 1.0 2.0; }\n");
    let parsed = parse(&source);
    assert_eq!(parsed.files.0.len(), 3);
    expect![[r#"
        error[K0106]: an operator is missing between `1.0` and `2.0`
         --> b:1:26
          |
        1 | float one() { return 1.0 2.0; }
          |                          ^^^"#]]
    .assert_eq(&said(&parsed));
    assert!(!parsed.text.broken && parsed.text.functions[0].broken && !parsed.text.functions[1].broken);
}

#[test]
fn several_errors_are_found_at_once() {
    refused(
        "uniform float a;\ninput flaot;\nouput float z;\noutput float y\nfloat f(float a, highp float b) { return (a; }\n\
         float g() {\n    while (true) { }\n    discard;\n    float element = 1.0;\n    y = 1 x;\n\
         void main() { y = a b; else y = 2.0; x: y = 08; goto x; y = 1e39 + \"a\"; }\n}\nfloat h();",
        expect![[r#"
            error[K0113]: a kernel cannot use `uniform`
             --> k:1:1
              |
            1 | uniform float a;
              | ^^^^^^^
              |
              = help: declare `input`, `constant` and `output`; the rest is generated

            error[K0102]: expected the name of the input
             --> k:2:12
              |
            2 | input flaot;
              |            ^ found `;`
              |
              = help: it is declared as `input float name;`

            error[K0116]: there is no declaration `ouput`
             --> k:3:1
              |
            3 | ouput float z;
              | ^^^^^
              |
              = help: did you mean `output`?

            error[K0101]: a `;` is missing after this output
             --> k:4:14
              |
            4 | output float y
              |              ^

            error[K0113]: a kernel cannot use `highp`
             --> k:5:18
              |
            5 | float f(float a, highp float b) { return (a; }
              |                  ^^^^^
              |
              = help: it is for the whole kernel: `precision mediump float;` at the top, if half precision suffices

            error[K0104]: this `(` is not closed
             --> k:5:42
              |
            5 | float f(float a, highp float b) { return (a; }
              |                                          ^

            error[K0104]: the body of function `g` is never closed
             --> k:6:11
              |
            6 | float g() {
              |           ^ `}` is missing

            error[K0106]: an operator is missing between `a` and `b`
              --> k:11:21
               |
            11 | void main() { y = a b; else y = 2.0; x: y = 08; goto x; y = 1e39 + "a"; }
               |                     ^

            error[K0112]: this `else` belongs to no `if`
              --> k:11:24
               |
            11 | void main() { y = a b; else y = 2.0; x: y = 08; goto x; y = 1e39 + "a"; }
               |                        ^^^^

            error[K0113]: a kernel has no labels: `x:`
              --> k:11:38
               |
            11 | void main() { y = a b; else y = 2.0; x: y = 08; goto x; y = 1e39 + "a"; }
               |                                      ^

            error[K0113]: a kernel cannot use `goto`
              --> k:11:49
               |
            11 | void main() { y = a b; else y = 2.0; x: y = 08; goto x; y = 1e39 + "a"; }
               |                                                 ^^^^
               |
               = help: loops are left with `break`, functions with `return`

            error[K0108]: `1e39` is beyond float32
              --> k:11:61
               |
            11 | void main() { y = a b; else y = 2.0; x: y = 08; goto x; y = 1e39 + "a"; }
               |                                                             ^^^^
               |
               = help: its largest is 3.4028235e38

            error[K0105]: this `}` closes nothing
              --> k:12:1
               |
            12 | }
               | ^
               |
               = help: a function above may end too early: check its brackets"#]],
    );
}

#[test]
fn what_is_missing_is_named() {
    refused(
        "",
        expect![[r#"
        error[K0124]: this kernel has no output
         |
         = help: declare one: `output float result;`"#]],
    );
    refused(
        "input float x;\nvoid main() { }",
        expect![[r#"
        error[K0124]: this kernel has no output
         --> k:2:15
          |
        2 | void main() { }
          |               ^
          |
          = help: declare one: `output float result;`"#]],
    );
    refused(
        "output float y;\nmain() { y = 1.0; }",
        expect![[r#"
        error[K0117]: the type of `main` is missing
         --> k:2:1
          |
        2 | main() { y = 1.0; }
          | ^^^^
          |
          = help: write `void main() { .. }`"#]],
    );
    refused(
        "output float y;\nvoid main() { y = 1.0; } /* and then",
        expect![[r#"
        error[K0110]: this comment has no end
         --> k:2:26
          |
        2 | void main() { y = 1.0; } /* and then
          |                          ^^
          |
          = help: it takes in all that follows: close it with `*/`"#]],
    );
    refused(
        "output float y;\ny = 1.0;\nvoid main() { y = é; }",
        expect![[r#"
        error[K0122]: a kernel has no statements outside its functions
         --> k:2:1
          |
        2 | y = 1.0;
          | ^
          |
          = help: statements stand in a function; what each element runs is `void main() { .. }`

        error[K0109]: the kernel language has no `é`
         --> k:3:19
          |
        3 | void main() { y = é; }
          |                   ^"#]],
    );
    refused(
        "output float y;\nvoid main() { y = (1.0 + 2.0; }",
        expect![[r#"
        error[K0104]: this `(` is not closed
         --> k:2:19
          |
        2 | void main() { y = (1.0 + 2.0; }
          |                   ^"#]],
    );
    refused(
        "output float y;\nvoid main() { if (y > 1.0 { y = 2.0; }\n}",
        expect![[r#"
        error[K0104]: this `(` is not closed
         --> k:2:18
          |
        2 | void main() { if (y > 1.0 { y = 2.0; }
          |                  ^"#]],
    );
    refused(
        "#define z 1\n#include \"selekt.glsl\"\noutput float y[2];\nconstant float c = 1.0;\nvoid main();",
        expect![[r#"
            error[K0114]: the only `#` line in a kernel is `#include "name"`; write constants as `const float name = value;`
             --> k:1:1
              |
            1 | #define z 1
              | ^^^^^^^^^^^

            error[K0114]: there is no `selekt.glsl` to include
             --> k:2:1
              |
            2 | #include "selekt.glsl"
              | ^^^^^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `shared/select.glsl`?

            error[K0116]: a `constant` has no value of its own
             --> k:4:18
              |
            4 | constant float c = 1.0;
              |                  ^
              |
              = help: whoever runs the kernel gives it; what is always the same is `const float name = value;`"#]],
    );
}

#[test]
fn a_declaration_in_a_body_is_one_error() {
    refused(
        "output float y;\nvoid main() {\n    constant float i;\n    y = 1.0;\n}\n",
        expect![[r#"
        error[K0116]: `constant` stands outside functions, at the top
         --> k:3:5
          |
        3 |     constant float i;
          |     ^^^^^^^^"#]],
    );
}

#[test]
fn errors_in_expressions() {
    for written in
        ["alpha * x + y", "-x", "a < b ? vec2(x, 7)[1] : 08", "!(a && b || c ^^ d)", "x /* c */ + 1e-3f // d"]
    {
        let (value, files, diagnostics) = parse_expression("expression", written);
        assert!(value.is_some() && diagnostics.is_empty(), "{}", Diagnostics::new(files, diagnostics));
    }
    expression(
        "x + (2 * x",
        expect![[r#"
        error[K0104]: this `(` is not closed
         --> expression:1:5
          |
        1 | x + (2 * x
          |     ^"#]],
    );
    expression(
        "1,5 * x",
        expect![[r#"
        error[K0120]: a comma separates the arguments of a function
         --> expression:1:2
          |
        1 | 1,5 * x
          |  ^
          |
          = help: decimals are written with a point, and vectors as vec2(a, b)"#]],
    );
    expression(
        "x ? 1 : 2 : 3",
        expect![[r#"
            error[K0118]: `:` cannot be part of this expression
             --> expression:1:11
              |
            1 | x ? 1 : 2 : 3
              |           ^"#]],
    );
    let title = |written: &str| {
        let (_, files, diagnostics) = parse_expression("expression", written);
        let text = Diagnostics::new(files, diagnostics).render(false);
        text.lines().next().unwrap_or_default().split_once("]: ").map_or(String::new(), |(_, title)| title.to_owned())
    };
    for (written, expected) in [
        ("x + 2) * x", "this `)` closes nothing"),
        ("2 x", "an operator is missing between `2` and `x`"),
        ("x +", "nothing follows this `+`"),
        ("x = 2", "`=` cannot be part of an expression"),
        ("x; discard", "`;` cannot be part of an expression"),
        ("x += 2", "`+=` cannot be part of an expression"),
        ("x++ + x", "`++` cannot be part of an expression"),
        ("x × 2", "the kernel language has no `×`"),
        ("x\u{a0}+ 1", "the kernel language has no U+00A0, an invisible character"),
        ("x # 2", "the kernel language has no `#`"),
        ("\"x\"", "the kernel language has no `\"`"),
        ("x /* y", "this comment has no end"),
        ("x & y", "`&` is for bits"),
        ("x << 2", "`<<` is for bits"),
        ("x % 2", "`%` is for integers"),
        ("x^2", "`^` is not a power"),
        ("x**2", "the kernel language has no `**`"),
        ("0x10", "`0x10` is not a number here"),
        ("1u + x", "`1u` is not a number here"),
        ("1.2.3", "`1.2.3` is not a number here"),
        ("1e39", "`1e39` is beyond float32"),
        (" ", "there is no expression"),
        ("", "there is no expression"),
        ("x\n+ y", "an expression must be on one line"),
        ("x +* y", "expected a value, found `*`"),
        ("vec2", "`vec2` is a type"),
        ("f(x,)", "expected a value, found `)`"),
    ] {
        assert_eq!(title(written), expected, "{written}");
    }
    assert_eq!(title(&vec!["x"; 20_000].join("+")), "this expression has 39999 words and signs; the maximum is 4096");
    assert_eq!(title(&"(".repeat(1000)), "brackets are nested 129 deep; the maximum is 128");
    assert_eq!(title(&("-!".repeat(1000) + "x")), "this is nested 401 levels deep: the maximum is 400");
    assert_eq!(title(&("(".repeat(128) + "x" + &")".repeat(128) + &"+x".repeat(1000))), "");
    assert_eq!(title(&("1+(".repeat(128) + "x" + &")".repeat(128))), "");
}

#[test]
fn kernels_have_limits() {
    let title = |body: String| {
        let parsed = parse(&Source::new("k", format!("output float y;\nvoid main() {{ {body} }}")));
        assert!(parsed.diagnostics.len() <= 101);
        said(&parsed).lines().next().unwrap_or_default().to_owned()
    };
    let deep = |open: &str, inner: &str, close: &str| open.repeat(100_000) + inner + &close.repeat(100_000);
    let limit = "error[K0103]: this is nested 401 levels deep: the maximum is 400";
    assert_eq!(title(deep("{", "", "}")), limit);
    assert_eq!(title(format!("y = {};", deep("(", "y", ")"))), limit);
    assert_eq!(title(format!("y = {};", deep("y[", "y", "]"))), limit);
    assert_eq!(title(format!("y = {}y;", "y ? y : ".repeat(100_000))), limit);
    assert_eq!(title("if (y) y = 1.0; else ".repeat(100_000) + ";"), limit);
    let chain = title(format!("y = y{};", " + y".repeat(100_000)));
    assert_eq!(chain, "error[K0103]: this expression has 1025 operators in a row: the maximum is 1024");
    let mut source = Source::new("k", "#include \"0\"\n");
    for n in 0..100 {
        source = source.part(n.to_string(), format!("#include \"{}\"\n", n + 1));
    }
    assert!(said(&parse(&source)).starts_with("error[K0103]: files include each other 33 deep: the maximum is 32"));
}

#[test]
fn mutants_of_kernels_get_an_answer() {
    let mut random = Random(3);
    for (name, text) in kernels() {
        for _ in sample(0..40, 0, 4) {
            let text = mutant(&text, &mut random);
            let start = Instant::now();
            let parsed = parse(&Source::new(name.clone(), text.clone()));
            assert!(parsed.diagnostics.len() < 200 && said(&parsed).len() < 1 << 20, "{text}");
            assert!(start.elapsed() < Duration::from_secs(2), "{text}");
        }
        let line: String = mutant(&text, &mut random).lines().last().unwrap_or_default().into();
        parse_expression("expression", &line);
    }
}

#[test]
fn prefixes_of_kernels_get_an_answer() {
    let kernels = kernels();
    let short: Vec<_> = kernels.iter().filter(|(_, text)| text.len() < 900).collect();
    assert!(short.len() > 10);
    let all = short.iter().flat_map(|(name, text)| prefixes(text).map(move |text| (name, text.to_owned())));
    let some = short.iter().take(3).flat_map(|(name, text)| replaced(text).map(move |text| (name, text)));
    for (name, text) in all.chain(some) {
        within(1_000_000, || parse(&Source::new(name.to_owned(), text.clone())));
        within(1_000_000, || parse_expression("expression", text.lines().last().unwrap_or_default()));
    }
}
