//! Formats the figures as a table. On a narrow terminal it leaves out columns.

use comfy_table::{CellAlignment, Table, presets};

use brooklet::compare::Row;

/// A column: its name, whether it is aligned to the right, and the text of its cell for a row.
type Column = (&'static str, bool, fn(&Row) -> String);

const COLUMNS: [Column; 16] = [
    ("", false, |row| row.primitive.clone()),
    ("n", true, |row| row.n.to_string()),
    ("family", false, |row| row.family.clone()),
    ("method", false, |row| row.method.clone()),
    ("layout", false, |row| row.layout.clone()),
    ("ms", true, |row| format!("{:.3}", row.median_ms)),
    ("min", true, |row| format!("{:.3}", row.min_ms)),
    ("max", true, |row| format!("{:.3}", row.max_ms)),
    ("GPU ms", true, |row| optional(row.gpu_ms, 3)),
    ("ns/elem", true, |row| format!("{:.2}", row.ns_per_element)),
    ("GB/s", true, |row| format!("{:.2}", row.gb_per_s)),
    ("passes", true, |row| row.passes.to_string()),
    ("us over bare", true, |row| optional(row.over_bare_us, 2)),
    ("x copy", true, |row| optional(row.copies, 1)),
    ("x paper", true, |row| optional(row.times_paper, 2)),
    ("x OpenGL", true, |row| optional(row.opengl, 2)),
];

/// The columns that a narrow table replaces by lines above its rows.
const ABOVE: [&str; 2] = ["n", "family"];

/// The columns that a narrow table leaves out, in this order.
const SPARED: [&str; 9] = ["min", "max", "ns/elem", "GB/s", "us over bare", "GPU ms", "passes", "x copy", "x OpenGL"];

fn optional(value: Option<f64>, digits: usize) -> String {
    value.map_or(String::new(), |value| format!("{value:.digits$}"))
}

/// Formats the table: all of it, or the columns that fit a terminal of `width` characters.
pub fn table(rows: &[Row], width: Option<usize>) -> String {
    let all = drawn(rows, &[]);
    let Some(width) = width.filter(|width| widest(&all) > *width) else { return all };
    let mut spared = SPARED.iter();
    let mut without = ABOVE.to_vec();
    loop {
        let text = in_parts(rows, &without);
        let more = if widest(&text) > width { spared.next() } else { None };
        let Some(more) = more else {
            let left_out = &without[ABOVE.len()..];
            return match left_out.is_empty() {
                true => text,
                false => format!(
                    "{text}\n\nLeft out on a narrow terminal; in a pipe and in --json it is there:\n{}",
                    left_out.join(", ")
                ),
            };
        };
        without.push(more);
    }
}

/// Formats the rows in groups of one n and family, in their order.
fn in_parts(rows: &[Row], without: &[&str]) -> String {
    let same = |a: &Row, b: &Row| (a.n, &a.family) == (b.n, &b.family);
    let whole = drawn(rows, without);
    let mut lines = whole.lines();
    let mut text: Vec<String> = lines.next().map(str::to_owned).into_iter().collect();
    for part in rows.chunk_by(same) {
        text.push(format!("{} elements, {}:", part[0].n, part[0].family));
        text.extend(lines.by_ref().take(part.len()).map(str::to_owned));
    }
    text.join("\n")
}

fn drawn(rows: &[Row], without: &[&str]) -> String {
    let columns: Vec<&Column> = COLUMNS.iter().filter(|(name, ..)| !without.contains(name)).collect();
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(columns.iter().map(|(name, ..)| *name));
    for row in rows {
        table.add_row(columns.iter().map(|(.., cell)| cell(row)));
    }
    for (column, (_, right, _)) in table.column_iter_mut().zip(&columns) {
        column.set_padding((0, 2));
        if *right {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |primitive: &str, n, family: &str, method: &str| Row {
            primitive: primitive.to_owned(),
            family: family.to_owned(),
            method: method.to_owned(),
            layout: "packed".to_owned(),
            n,
            median_ms: 1234.5,
            min_ms: 1000.25,
            max_ms: 2000.125,
            gpu_ms: Some(1111.0),
            ns_per_element: 12345.0,
            gb_per_s: 1.5,
            passes: 210,
            texels_read: 0,
            texels_written: 0,
            bytes_moved: 0,
            over_bare_us: Some(12.25),
            copies: Some(123.0),
            times_paper: Some(1.0),
            opengl: Some(0.75),
            ok: true,
            note: None,
        };
        vec![
            row("search-indexed", 1 << 24, "fragment", "scan-search-gather-multipass"),
            row("copy", 1 << 24, "fragment", "r32f"),
            row("reduce", 1 << 24, "compute", "kahan"),
            row("copy", 64, "fragment", "r32f"),
        ]
    }

    #[test]
    fn what_is_not_read_on_a_terminal_is_whole() {
        let text = table(&rows(), None);
        assert_eq!(text, table(&rows(), Some(widest(&text))));
        assert_eq!(text.lines().count(), 5);
        for (name, ..) in COLUMNS {
            assert!(text.lines().next().unwrap().contains(name), "{name}");
        }
    }

    #[test]
    fn a_narrow_terminal_has_every_row_and_the_columns_that_fit() {
        for width in [80, 100, 120, 140] {
            let text = table(&rows(), Some(width));
            assert!(widest(&text) <= width, "{text}");
            for part in ["16777216 elements, fragment:", "16777216 elements, compute:", "64 elements, fragment:"] {
                assert_eq!(text.lines().filter(|line| *line == part).count(), 1, "{text}");
            }
            assert_eq!(text.matches("1234.500").count(), 4, "{text}");
            let head = text.lines().next().unwrap();
            let left_out = text.lines().last().unwrap();
            for (name, ..) in COLUMNS.iter().filter(|(name, ..)| !ABOVE.contains(name)) {
                assert!(head.contains(name) || left_out.split(", ").any(|other| other == *name), "{name}: {text}");
            }
        }
        // However narrow the terminal, the most important column stays.
        assert!(table(&rows(), Some(10)).contains("x paper"));
    }
}
