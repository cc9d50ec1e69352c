//! The guide's tables of methods are those of the catalogue. `UPDATE_EXPECT=1 cargo test --lib catalog` writes them anew.

use std::fmt::Write;

use crate::catalog::{MethodInfo, PRIMITIVES};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/methods.md");

/// What each table begins with.
const PASSES: &str = "| | method | passes | of 2^20 | source |\n|---|---|---|---|---|\n";
const DISPATCHES: &str = "| | method | dispatches of 2^20 | source |\n|---|---|---|---|\n";

fn bold(method: &MethodInfo, name: &str) -> String {
    if method.default { format!("**`{name}`**") } else { format!("`{name}`") }
}

/// The rows of passes, with those of what has no methods.
fn passes() -> String {
    let mut rows = "| map | `map`, `map_with` | 1 | 1 | Buck and Purcell, GPU Gems ch. 37, 37.1 |\n".to_owned();
    for primitive in PRIMITIVES {
        let mut first = primitive.name;
        for method in primitive.fragment.methods {
            let MethodInfo { name, variant, remark, passes, of_2_20, citation, .. } = method;
            let variant = bold(method, variant);
            writeln!(rows, "| {first} | {variant} (`{name}`){remark} | {passes} | {of_2_20} | {} |", citation.full)
                .unwrap();
            first = "";
        }
        if primitive.name == "reduce" {
            let passes = "⌈log8 *k*⌉ for each axis that shrinks *k* times | 4 (rows)";
            writeln!(rows, "| | `reduce_to`, to a smaller stream | {passes} | Brook for GPUs, 3.3 |").unwrap();
        }
    }
    rows + "| convert | `Stream::to_layout`, plain ↔ packed | 1 | 1 | |\n"
}

/// The rows of dispatches.
fn dispatches() -> String {
    let mut rows = String::new();
    for primitive in PRIMITIVES {
        let mut first = primitive.name;
        for method in primitive.compute.iter().flat_map(|family| family.methods) {
            let MethodInfo { name, remark, of_2_20, citation, .. } = method;
            writeln!(rows, "| {first} | {}{remark} | {of_2_20} | {} |", bold(method, name), citation.full).unwrap();
            first = "";
        }
    }
    rows
}

/// The page with these rows below the line that a table begins with.
fn with(page: &str, head: &str, rows: &str) -> String {
    let start = page.find(head).unwrap_or_else(|| panic!("there is no table `{head}`")) + head.len();
    let end = page[start..].find("\n\n").map_or(page.len(), |end| start + end + 1);
    // A table without rows ends at once.
    let end = if page[start..].starts_with('\n') { start } else { end };
    format!("{}{}{}", &page[..start], rows.replace("|  |", "| |"), &page[end..])
}

#[test]
fn the_guide_has_every_method_with_its_passes_and_source() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let wanted = with(&with(&page, PASSES, &passes()), DISPATCHES, &dispatches());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(PAGE, &wanted).unwrap();
    } else {
        assert!(
            page == wanted,
            "the tables of src/guide/methods.md are not those of the catalogue; this writes them anew: \
             UPDATE_EXPECT=1 cargo test --lib catalog"
        );
    }
}
