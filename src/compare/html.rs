//! Documents as HTML: one printable file that contains the charts.

use std::error::Error;
use std::fmt::Write;

use super::document::{Block, Document, Table};

const STYLE: &str = "\
body { font: 16px/1.5 Georgia, 'DejaVu Serif', serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2, table, figcaption { font-family: 'DejaVu Sans', Verdana, sans-serif; }
h1 { font-size: 1.8rem; } h2 { font-size: 1.3rem; margin-top: 2.5rem; border-bottom: 1px solid #888; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.78rem; }
caption { text-align: left; font-weight: bold; padding: 0.3rem 0; }
th, td { padding: 0.2rem 0.55rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child, .words th, .words td { text-align: left; }
thead th { border-bottom: 1px solid #444; vertical-align: bottom; }
thead tr.groups th { text-align: center; border-bottom: none; }
.published { background: #f3eee2; font-style: italic; }
.note { border-left: 4px solid #d55e00; background: #fdf3ea; padding: 0.5rem 1rem; }
figure { margin: 1.5rem 0; } figure svg { max-width: 100%; height: auto; border: 1px solid #ddd; }
code { font-family: 'DejaVu Sans Mono', monospace; font-size: 0.9em; }
@media print {
  body { font-size: 10pt; margin: 0; max-width: none; } h2 { break-after: avoid; }
  figure, table, .scroll, .note { break-inside: avoid; } .scroll { overflow: visible; } table { font-size: 7pt; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
";

impl Document {
    /// Returns the document as one HTML file that contains the charts.
    ///
    /// # Errors
    /// Returns an error if a chart cannot be drawn.
    pub fn to_html(&self) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        page(self)
    }
}

fn page(document: &Document) -> Result<String, Box<dyn Error + Send + Sync>> {
    let title = escaped(&document.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    for block in &document.opening {
        write(&mut out, block)?;
    }
    for section in &document.sections {
        let _ = writeln!(out, "<h2>{}</h2>", escaped(&section.title));
        for block in &section.blocks {
            write(&mut out, block)?;
        }
    }
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

fn write(out: &mut String, block: &Block) -> Result<(), Box<dyn Error + Send + Sync>> {
    match block {
        Block::Text(text) => writeln!(out, "<p>{}</p>", marked_up(text))?,
        Block::Note(text) => writeln!(out, "<p class=\"note\"><strong>Note.</strong> {}</p>", marked_up(text))?,
        Block::Figure(chart) => {
            let svg = chart.to_svg()?;
            let title = escaped(&chart.title);
            writeln!(out, "<figure role=\"img\" aria-label=\"{title}\">\n{}\n</figure>", svg.trim())?;
        }
        Block::Table(table) => write_table(out, table),
    }
    Ok(())
}

fn write_table(out: &mut String, table: &Table) {
    // Each cell of a published column has its own style.
    let mut classes = Vec::new();
    for (name, columns) in &table.groups {
        let class = if name.starts_with("published") { " class=\"published\"" } else { "" };
        classes.extend(std::iter::repeat_n(class, *columns));
    }
    out.push_str("<div class=\"scroll\">");
    out.push_str(if table.words { "<table class=\"words\">\n" } else { "<table>\n" });
    if !table.caption.is_empty() {
        let _ = writeln!(out, "<caption>{}</caption>", marked_up(&table.caption));
    }
    out.push_str("<thead>\n");
    if table.groups.iter().any(|(name, _)| !name.is_empty()) {
        out.push_str("<tr class=\"groups\">");
        let mut column = 0;
        for (name, columns) in &table.groups {
            let class = classes.get(column).unwrap_or(&"");
            let _ = write!(out, "<th colspan=\"{columns}\"{class}>{}</th>", escaped(name));
            column += columns;
        }
        out.push_str("</tr>\n");
    }
    let row = |tag: &str, cells: &[String]| -> String {
        let cell = |(cell, class): (&String, &&str)| format!("<{tag}{class}>{}</{tag}>", marked_up(cell));
        format!("<tr>{}</tr>\n", cells.iter().zip(&classes).map(cell).collect::<String>())
    };
    out.push_str(&row("th", &table.head));
    out.push_str("</thead>\n<tbody>\n");
    table.rows.iter().for_each(|cells| out.push_str(&row("td", cells)));
    out.push_str("</tbody></table></div>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes a text, and marks up code in backticks and emphasis in stars.
fn marked_up(text: &str) -> String {
    let emphasised = |text: &str| match text.matches('*').count() % 2 {
        0 => wrapped(text, '*', "em"),
        _ => text.to_owned(),
    };
    let text = escaped(text);
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { emphasised(part) }).collect()
}

fn wrapped(text: &str, mark: char, tag: &str) -> String {
    let parts = text.split(mark).enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("<{tag}>{part}</{tag}>") } else { part.to_owned() }).collect()
}
