//! Documents as Markdown.

use std::fmt::Write;

use super::document::{Block, Document, Table};

impl Document {
    /// Returns the document as Markdown, with the charts as files beside it.
    pub fn to_markdown(&self) -> String {
        page(self)
    }
}

fn page(document: &Document) -> String {
    let mut out = format!("# {}\n\n", document.title);
    document.opening.iter().for_each(|block| write(&mut out, block));
    for section in &document.sections {
        let _ = write!(out, "## {}\n\n", section.title);
        section.blocks.iter().for_each(|block| write(&mut out, block));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn write(out: &mut String, block: &Block) {
    let _ = match block {
        Block::Text(text) => write!(out, "{text}\n\n"),
        Block::Note(text) => write!(out, "> **Note.** {text}\n\n"),
        Block::Figure(chart) => write!(out, "![{}]({}.png)\n\n", chart.title, chart.name),
        Block::Table(table) => {
            write_table(out, table);
            Ok(())
        }
    };
}

/// Writes a table. A Markdown table has only one header line, so the name of the group is written before each head.
fn write_table(out: &mut String, table: &Table) {
    let mut heads = Vec::new();
    for (name, columns) in &table.groups {
        for head in &table.head[heads.len()..][..*columns] {
            heads.push(match name.is_empty() {
                true => head.clone(),
                false => format!("*{name}:* {head}"),
            });
        }
    }
    if !table.caption.is_empty() {
        let _ = write!(out, "**{}**\n\n", table.caption);
    }
    let cells = |cells: &[String]| cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | ");
    let _ = writeln!(out, "| {} |", cells(&heads));
    let rule: Vec<&str> =
        (0..heads.len()).map(|column| if column == 0 || table.words { "---" } else { "--:" }).collect();
    let _ = writeln!(out, "| {} |", rule.join(" | "));
    for row in &table.rows {
        let _ = writeln!(out, "| {} |", cells(row));
    }
    out.push('\n');
}
