//! Tests that odd and broken host code is translated in few steps.

use super::Host;
use crate::brook::file;
use crate::syntax::parse::mutants::{prefixes, replaced};
use crate::syntax::preprocess::Sources;
use crate::syntax::steps::within;

/// Translates a program, looking at tokens at most `steps` times. Returns none if its kernels have errors.
fn translated(text: &str, steps: u64) -> Option<String> {
    let sources = Sources { defines: "", load: &|_| None, search: &|_| None, rules: &crate::brook::file::RULES };
    let translate = || Some(Host::new(&file::parsed("program.br", text, &sources).ok()?).program().text);
    within(steps, translate).0
}

const PROGRAM: &str = "reduce void sum(float a<>, reduce float r<>) { r += a; }
float s<10> = iter(0, 1), (*p)<> = &s, a[4] = {1, 2};
extern void printf();
static const unsigned char4 v<2, 3>;
void main(const float t<>, float (*q)<>, iter float i<2>) {
    struct z { int a; } b;
    short unsigned c = static_cast<int>(a[1]), d<2> = (c, 1);
    streamGatherOp(a, s, s, sum);
}
";

#[test]
fn prefixes_of_host_code_get_an_answer() {
    assert!(translated(PROGRAM, 100_000).is_some_and(|text| text.contains("brook_reduction_sum()")));
    let mut translations = 0;
    for text in prefixes(PROGRAM).map(str::to_owned).chain(replaced(PROGRAM)) {
        translations += usize::from(translated(&text, 100_000).is_some());
    }
    assert!(translations > 100, "{translations}");
}

/// Nests declarations within the values of what turns out not to be a declaration. An earlier version read each level twice for
/// each level around it.
#[test]
fn declarations_in_values_take_few_steps() {
    for (open, close) in [("int s<2> = (", "), x"), ("float a = {", "}"), ("float4 (*p)<> = [", "], y)")] {
        let nested = format!("void f() {{ {}{} }}\n", open.repeat(60), close.repeat(60));
        assert!(translated(&nested, 200_000).is_some(), "{nested}");
    }
}
