//! Where the lines of a kernel's shader come from.

use brooklet::kernel::{self, Source};
use brooklet::{Dialect, Layout, glsl};

#[test]
fn lines_lead_to_the_kernels_own_text_and_not_to_what_it_includes() {
    let text = "input float x;
output float y;
#include \"twice\"
void main() {
    float t = fetch(x, here());
    float u;
    if (t > 1.0) {
        u = t;
    } else {
        u = twice(t) +
            1.0;
    }
    for (int i = 0; i < 4; i++) {
        if (u > 9.0) break;
        u += 1.0;
    }
    y = u;
}";
    let source = Source::new("lines", text).part("twice", "float twice(float v) {\n    return v + v;\n}\n");
    let (kernel, _) = kernel::compile(&source).unwrap();
    for dialect in [Dialect::Gl, Dialect::Es, Dialect::Gl2] {
        for layout in [Layout::Plain, Layout::Packed] {
            let shader = glsl::mapped(&kernel, dialect, layout).unwrap();
            assert_eq!(shader.text, glsl::text(&kernel, dialect, layout).unwrap());
            assert_eq!(shader.text.lines().count(), shader.lines.len());
            let lines: Vec<&str> = shader.text.lines().collect();
            let became = |of: &str| -> Vec<&str> {
                let start = text.find(of).unwrap();
                shader.lines_of(start..start + of.len()).map(|line| lines[line].trim()).collect()
            };
            assert!(became("float t = fetch(x, here());")[0].contains(" t = "));
            assert_eq!(became("float u;"), ["float u;"]);
            assert_eq!(became("if (t > 1.0)"), ["if (t > 1.0) {"]);
            assert_eq!(became("            1.0;"), ["u = twice(t) + 1.0;"]);
            assert_eq!(became("break;"), ["break;"]);
            assert!(became("i < 4")[0].starts_with("for ("));
            assert_eq!(became("y = u;"), ["y = u;"]);
            let head = became("void main()");
            assert!(head == ["void main() {"] || head == ["void _run() {"], "{head:?}");
            let included = lines.iter().position(|line| line.contains("return v + v;")).unwrap();
            assert!(shader.lines[included].is_empty());
        }
    }
}
