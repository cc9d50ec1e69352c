//! Kernels of long and deep expressions: whatever looks at them fits on the stack of a thread.

use brooklet::ir::interpret::{Array, Grid, Run};
use brooklet::kernel::{self, Source};
use brooklet::{Components, Dialect, Layout, glsl};

/// What it gives for elements of 1.
fn result(value: &str) -> f32 {
    let text = format!("input float x; output float y; void main() {{ float a = fetch(x, here()); y = {value}; }}");
    let (kernel, _) = kernel::compile(&Source::new("deep", text)).unwrap_or_else(|error| panic!("{error}"));
    for dialect in Dialect::ALL {
        let lacks_integers = dialect == Dialect::Gl2 && (value.contains('&') || value.contains(">>"));
        assert!(lacks_integers || glsl::text(&kernel, dialect, Layout::Plain).is_ok());
    }
    let inputs = [Array::floats(Components::One, 1, &[1.0])];
    let run = Run::new(&kernel, &inputs, &[], Grid { count: 1, width: 1 }).unwrap();
    run.outputs().unwrap()[0].to_floats()[0]
}

/// In debug builds frames are large, and threads have 2 MiB where nobody says otherwise.
#[test]
fn whatever_its_shape_it_fits_on_the_stack() {
    let chain = |operator: &str| format!("a{}", format!(" {operator} a").repeat(1000));
    let around = |n: usize, open: &str, close: &str| format!("{}a{}", open.repeat(n), close.repeat(n));
    let cases = [
        (chain("+"), 1001.0),
        (chain("*"), 1.0),
        (format!("float({})", "a > 0.0 && ".repeat(1000) + "true"), 1.0),
        (format!("float({})", "a < 0.0 || ".repeat(1000) + "false"), 0.0),
        (format!("float({})", "a < 0.0 ^^ ".repeat(100) + "true"), 1.0),
        (format!("float(index(a){} & 1)", " & 1".repeat(1000)), 1.0),
        (format!("float(index(a){})", " / 1".repeat(1000)), 1.0),
        (format!("float(index(a){})", " >> 0".repeat(1000)), 1.0),
        (format!("vec2(a){}.x", ".xy".repeat(100)), 1.0),
        (around(100, "(1.0 + ", ")"), 101.0),
        (around(100, "max(a, ", ")"), 1.0),
        (around(100, "a > 2.0 ? a : ", ""), 1.0),
        (around(100, "-(", ")"), 1.0),
        (around(50, "(a + a - ", ")") + &" + a".repeat(800), 801.0),
        (around(8, "(", &format!("{})", " + a".repeat(100))), 801.0),
    ];
    for (value, wanted) in cases {
        let start = value[..value.len().min(40)].to_owned();
        let deep = move || result(&value);
        let got = std::thread::Builder::new().stack_size(2 << 20).spawn(deep).unwrap().join();
        assert_eq!(got.unwrap_or_else(|_| panic!("{start}")), wanted, "{start}");
    }
}
