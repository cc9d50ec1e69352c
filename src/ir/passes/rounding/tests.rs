//! Tests of the analysis of rounding, on the texts of kernels.

use super::*;
use crate::brook::Unit;
use crate::kernel::{self, Source};

const GL2: u32 = 1 << 24;
const R300: u32 = 1 << 17;

/// Returns what the analysis reports for a Brook kernel: the text of the arithmetic, or as an error the value that is known.
fn of(text: &str, exact: u32) -> Result<String, i64> {
    let unit = Unit::compile("k.br", text).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    let Rounding { inexact, arithmetic } = Rounding::of_stream_kernel(unit.kernels.last().unwrap(), exact);
    match inexact {
        Some(Inexact { value, .. }) => Err(value),
        None => Ok(arithmetic.map_or(String::new(), |span| unit.warnings.files.text(span).to_owned())),
    }
}

/// Returns the same for the body of a kernel that reads an int `a`, a uint `u`, a short `s`, a float `f` and the constant `n`, and writes
/// an int.
fn body(text: &str, exact: u32) -> Result<String, i64> {
    let head = "kernel void k(int a<>, uint u<>, short s<>, float f<>, int n, int g[], out int r<>)";
    of(&format!("{head} {{ r = a; {text} }}"), exact)
}

#[test]
fn literals_that_floats_do_not_hold_are_known() {
    for (text, exact, value) in [
        ("r = 16777217;", GL2, 16_777_217),
        ("r = -16777217;", GL2, -16_777_217),
        ("r = 131073;", R300, 131_073),
        ("if (a < 16777217) r = 1;", GL2, 16_777_217),
        ("r = a + 2147483647;", GL2, 2_147_483_647),
        ("u = 0xFFFFFFFFu; r = u;", GL2, 4_294_967_295),
        ("r = (2147483647) & a;", GL2, 2_147_483_647),
        ("r = a | 0x7FFFFFFF;", GL2, 2_147_483_647),
        ("r = g[16777217];", GL2, 16_777_217),
    ] {
        assert_eq!(body(text, exact), Err(value), "{text}");
    }
    for (text, exact) in [
        ("r = 16777216;", GL2),
        ("r = 16777218;", GL2),
        ("r = 131073;", GL2),
        ("r = 131072;", R300),
        ("r = 0x40000000;", R300),
        ("r = a & 0x7FFFFFFF;", GL2),
        ("r = a & 0xFFFFFFFF;", GL2),
        ("float x = 16777217; if (x < f) r = 1;", GL2),
    ] {
        assert_eq!(body(text, exact), Ok(String::new()), "{text}");
    }
}

#[test]
fn what_is_computed_of_literals_alone_is_known_too() {
    for (text, value) in [
        ("r = 16777216 + 1;", 16_777_217),
        ("int x = 5000; x *= 5001; r = x;", 25_005_000),
        ("int x = 16777216, i; for (i = 0; i < 3; i++) x += 1; r = x;", 16_777_217),
        ("r = 1 << 31;", 1 << 31),
        ("r = 0x40000000 / 3;", 0x4000_0000 / 3),
    ] {
        let found = body(text, GL2);
        // 25005000 is exact: it is 3125625 times 8.
        let expected = if value == 25_005_000 { Ok(String::new()) } else { Err(value) };
        assert_eq!(found, expected, "{text}");
    }
    // Arithmetic that may not run, or that depends on data, is reported as arithmetic.
    assert_eq!(body("int x = 16777216; if (a > 0) x += 1; r = x;", GL2), Ok("x += 1".into()));
    assert_eq!(body("int x = 16777216; r = a > 0 ? x + 1 : x;", GL2), Ok("x + 1".into()));
    assert_eq!(body("int x = 16777216; if (a > 0) x = 16777215; r = x + 3;", GL2), Ok("x + 3".into()));
}

#[test]
fn arithmetic_on_ints_of_any_size_is_named() {
    for (text, named) in [
        ("r = a + 1;", "a + 1"),
        ("r = 2; r = a - n; r = a * n;", "a - n"),
        ("r = a * 3;", "a * 3"),
        ("r = a << 3;", "a << 3"),
        ("r = a / 3;", "a / 3"),
        ("r = a % 10;", "a % 10"),
        ("r = ~a;", "~a"),
        ("r = a ^ 5;", "a ^ 5"),
        ("u = u - 1u; r = u;", "u - 1u"),
        ("r += a;", "r += a"),
        ("r++;", "r++"),
        ("r = s * s;", "s * s"),
        ("int x = f; r = x + 1;", "x + 1"),
        ("r = g[a + 1];", "a + 1"),
        ("int i; for (i = 0; i < n; i++) r += g[i];", "r += g[i]"),
        ("int i; for (i = 0; i < n; i++) r = i * 5;", "i * 5"),
        ("int i = 0; while (1) { i += 1; if (i > n) break; } r = i;", "i += 1"),
        ("int i, j; for (i = 0; i < n; ) { for (j = 0; j < n; j++) i += 1; } r = i;", "i += 1"),
    ] {
        assert_eq!(body(text, GL2), Ok(named.into()), "{text}");
    }
}

#[test]
fn what_stays_small_is_not() {
    for text in [
        "r = a;",
        "r = a > n ? a : n;",
        "if (a == n) r = -a;",
        "r = abs(f);",
        "r = a >> 3;",
        "r = a & 255;",
        "r = (a & 255) * 3 + 1;",
        "r = (a & 1023) * (n & 1023);",
        "r = s + s;",
        "r = s * 255 / 3 % 7;",
        "r = (s ^ 5) | 2;",
        "int i = indexof(a); r = g[i + 1];",
        "int i; for (i = 0; i < n; i++) if (g[i] > r) r = g[i];",
        "int i; for (i = 0; i <= 10; i++) r = g[i * 4 + 1];",
        "int i = 9; while (i > 0 && a > 0) { r = g[i]; i--; }",
        "int i, j, c = 0; for (i = 0; i < 8; i++) for (j = 0; j < 8; j++) if (g[i * 8 + j] > 0) c++; r = c;",
        "int i; for (i = 0; i < 200000; i++) if (g[i] == a) r = i;",
        "int c = 0, i; for (i = 0; i < 30; i++) { if (a > 0) break; c += 2; } r = c;",
        "r = a; f = f * 3.5 + 1.0; if (f > 2.0) r = 7;",
        "r = (a > 0) + (n > 0);",
    ] {
        assert_eq!(body(text, GL2), Ok(String::new()), "{text}");
    }
    assert_eq!(body("r = s + s + s + s;", GL2), Ok(String::new()));
    assert_eq!(body("r = s + s + s + s + s;", R300), Ok("s + s + s + s + s".into()));
}

/// The end of an ordinary loop is a length that is passed in, and lengths are exact.
#[test]
fn counters_that_may_go_beyond_are_named() {
    let loops = |head: &str| body(&format!("int i; for ({head}) if (g[i] > r) r = g[i];"), GL2);
    for (head, named) in [
        ("i = 0; i < (s << 10); i++", "i++"),
        ("i = 0; (s << 10) >= i; i += 3", "i += 3"),
        ("i = 0; i > -(s << 10); i--", "i--"),
        ("i = 0; i < (n & 0x3FFFFFF); i++", "i++"),
        ("i = 0; i < (a > 0 ? n : 30000000); i++", "i++"),
        ("i = 0; i < 30000000 && a > 0; i++", "i++"),
        ("i = 16777216 - n; i < 4; i++", "16777216 - n"),
    ] {
        assert_eq!(loops(head), Ok(named.into()), "{head}");
    }
    for head in [
        "i = 0; i < n; i++",
        "i = 0; i <= n; i++",
        "i = 0; n > i; i++",
        "i = 0; i != n; i += 1",
        "i = n; i > 0; i--",
        "i = a; i >= n; i -= 2",
        "i = 0; i < a && i < (s << 10); i++",
        "i = 0; i < (s << 10) && i < a; i++",
        "i = 0; i < (n >> 1); i++",
        "i = 0; i < abs(n); i++",
        "i = 0; i < f; i++",
        "i = 0; f * 2.0 >= i; i++",
        "i = f; i > 0.5; i -= 2",
        "i = 0; i < (s << 8); i++",
        "i = 0; i < g[n]; i++",
        "i = 0; i < (n & 1023); i++",
    ] {
        assert_eq!(loops(head), Ok(String::new()), "{head}");
    }
    // What it is behind the loop it may be from the start.
    let behind = "int i = n; while (i > 0 && a > 0) { r = g[i]; i--; } r = i + 1;";
    assert_eq!(body(behind, GL2), Ok("i + 1".into()));
    let counted = "int i; for (i = 0; i < s; i++) r = g[i]; for (i = 0; i < (s << 4); i++) r = g[i];";
    assert_eq!(body(counted, GL2), Ok(String::new()));
    assert_eq!(body(counted, R300), Ok("i++".into()));
    // The end may be a function's argument, too.
    let called = |end: &str| {
        of(
            &format!(
                "kernel int most(int g[], int n) {{ int i, r = 0; for (i = 0; i < n; i++) if (g[i] > r) r = g[i]; return r; }}
                kernel void k(short s<>, int n, int g[], out int r<>) {{ r = most(g, {end}); }}"
            ),
            GL2,
        )
    };
    assert_eq!(called("n"), Ok(String::new()));
    assert_eq!(called("s << 10"), Ok("i++".into()));
}

#[test]
fn the_int_without_a_negative_is_named() {
    for (text, named) in [
        ("int x = -1073741824 * 2; if (a > 0) x = 5; r = -x;", "-x"),
        ("int x = a > 0 ? a : -1073741824 * 2; if (n > 0) x = 7; r = -x;", "-x"),
    ] {
        assert_eq!(body(text, GL2), Ok(named.into()), "{text}");
    }
    // A shifted short may be the smallest int, too.
    assert_eq!(body("r = -(s << 16);", GL2), Ok("-(s << 16)".into()));
    assert_eq!(body("int x = -1073741824 * 2; r = -x;", GL2), Err(1 << 31));
    for text in [
        "r = -a;",
        "r = -(a > 0 ? a : n);",
        "int x = a; if (n > 0) x = -3; r = -x;",
        "r = -(s << 15);",
        "r = -(a > 5 ? 5 : a);",
    ] {
        assert_eq!(body(text, GL2), Ok(String::new()), "{text}");
    }
}

#[test]
fn calls_are_followed() {
    let calls = |body: &str| {
        let text = format!(
            "kernel int twice(int x) {{ return x + x; }}
            kernel void both(int x, out int y<>, out int z<>) {{ y = x; z = x; if (x > 3) return; z = 2 * x; }}
            kernel void k(short s<>, int a<>, out int r<>) {{ int p, q; r = s; {body} }}"
        );
        of(&text, GL2)
    };
    assert_eq!(calls("r = twice(twice(s));"), Ok(String::new()));
    assert_eq!(calls("r = twice(s) + twice(a);"), Ok("x + x".into()));
    assert_eq!(calls("both(s, p, q); r = p * q;"), Ok("p * q".into()));
    assert_eq!(calls("both(s & 127, p, q); r = p * q;"), Ok(String::new()));
    assert_eq!(calls("r = twice(9000000);"), Ok(String::new()));
    assert_eq!(calls("r = twice(16777215);"), Ok(String::new()));
}

#[test]
fn a_reduction_adds_and_kernels_of_floats_do_not() {
    assert_eq!(of("reduce void sum(int a<>, reduce int r<>) { r += a; }", GL2), Ok("r += a".into()));
    assert_eq!(of("reduce void most(int a<>, reduce int r<>) { if (a > r) r = a; }", GL2), Ok(String::new()));
    assert_eq!(of("kernel void k(float a<>, out float r<>) { r = a * 16777217; }", GL2), Ok(String::new()));
    // Values of the types `char` and `uchar` stay narrow and wrap around.
    let narrow =
        "kernel void k(uchar a<>, char b<>, out uchar r<>) { char c = a * 3; r = a + b; r = r * c; c++; r = c; }";
    assert_eq!(of(narrow, R300), Ok(String::new()));
}

#[test]
fn kernels_of_the_kernel_language_too() {
    let of = |body: &str| {
        let text = format!("input float x; output float y; void main() {{ y = fetch(x, here()); {body} }}");
        let (kernel, _) = kernel::compile(&Source::new("k", text)).unwrap();
        let Rounding { inexact, arithmetic } = Rounding::of_kernel(&kernel, GL2);
        (inexact.map(|inexact| inexact.value), arithmetic.map(|span| kernel.files.text(span).to_owned()))
    };
    assert_eq!(of(""), (None, None));
    // Positions are exact, since there are no more of them than can be exact.
    assert_eq!(of("y = fetch(x, 3 * here() + 1);"), (None, None));
    let squared = "int n = 1; index i = here(); for (index k = 0; k < 100; k++) i = i * i; y = float(n + i);";
    assert_eq!(of(squared), (None, Some("n + i".into())));
    assert_eq!(of("int n = int(y); y = float(n * 3);"), (None, Some("n * 3".into())));
    assert_eq!(of("int n = int(here_x()); y = float(n + 1);"), (None, None));
    assert_eq!(of("int n = 16777217; y = float(n);"), (Some(16_777_217), None));
    assert_eq!(of("index n = 16777217; y = fetch(x, n);"), (Some(16_777_217), None));
}

/// The analysis of very long kernels ends, with enough steps or without.
#[test]
fn very_long_kernels_end() {
    let nested = "int i, j, k, c = 0;
        for (i = 0; i < 200; i++) for (j = 0; j < 200; j++) for (k = 0; k < 200; k++) if (g[k] > j) c = k + i; r = c;";
    assert_eq!(body(nested, GL2), Ok(String::new()));
    let four = |k: usize| format!("(f{k}(x) > f{k}(x + 1)) == (f{k}(x + 2) > f{k}(x + 3))");
    let many: String = (0..8).map(|k| format!("kernel int f{}(int x) {{ return {}; }}", k + 1, four(k))).collect();
    let first = "kernel int f0(int x) { return x & 7; }";
    let text = format!("{first} {many} kernel void k(int a<>, out int r<>) {{ r = f8(a & 7); }}");
    assert!(of(&text, GL2).is_ok_and(|named| !named.is_empty()));
}

/// A chain of calls with brackets in each: the analysis ends, within the stack of a test thread.
#[test]
fn very_deep_kernels_end() {
    let brackets = |inner: &str| format!("{}{inner}{}", "(".repeat(100), " + 1)".repeat(100));
    for (count, inner) in [(3000, "f(a) + 1".to_owned()), (1000, brackets("f(a)"))] {
        let chain: String = (1..count)
            .map(|k| format!("int f{k}(int a) {{ return {}; }}\n", inner.replace("f(", &format!("f{}(", k - 1))))
            .collect();
        let text = format!(
            "input float x; output float y; int f0(int a) {{ return a * a; }}\n{chain} void main() {{ y = float(f{}(int(fetch(x, here())))); }}",
            count - 1
        );
        let (kernel, _) = kernel::compile(&Source::new("deep", text)).unwrap();
        let Rounding { inexact, arithmetic } = Rounding::of_kernel(&kernel, GL2);
        assert!(inexact.is_none() && arithmetic.is_some());
    }
}

/// The toolkit's own kernels compute with positions, which are exact, apart from kernels that need integers anyway.
#[test]
fn no_kernel_of_the_crate_is_rounded() {
    for (name, kernel) in crate::fragment_program::lower::tests::forms(false) {
        assert_eq!(Rounding::of_kernel(&kernel, R300), Rounding::default(), "{name}");
    }
}
