//! What a fragment program takes of a chip, and the lines of its source that take too much.

use brooklet::fragment_program::counts::{Counts, Excess};
use brooklet::syntax::{Files, Span};

use super::brook::counted;

/// The maximum number of source lines that are shown for a resource.
const MAX_LINES: usize = 8;

/// Describes the resources that a program takes.
pub fn taken(counts: &Counts) -> String {
    let pairs = counts.pairs.map_or(String::new(), |pairs| format!(" in {}", counted(pairs, "pair")));
    let nodes = counts.nodes.filter(|nodes| *nodes != counts.indirections);
    let nodes = nodes.map_or(String::new(), |nodes| format!(" in {}", counted(nodes, "node")));
    let mut parts = vec![
        format!("{} ALU{pairs}", counts.alu),
        format!("{} TEX", counts.tex),
        format!("{}{nodes}", counted(counts.indirections, "indirection")),
        format!("{} {}", counts.temporaries, if counts.temporaries == 1 { "temporary" } else { "temporaries" }),
        counted(counts.parameters, "constant"),
    ];
    if counts.loop_nesting + counts.branch_nesting > 0 {
        parts.push(format!("loops {} deep", counts.loop_nesting));
        parts.push(format!("branches {} deep", counts.branch_nesting));
    }
    parts.join(", ")
}

/// Returns the source lines that use a resource, each once, with the number of their instructions that use it.
pub fn lines(excess: &Excess, files: &Files) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for (span, instructions) in &excess.spans {
        let line = match files.0.get(span.file as usize) {
            _ if *span == Span::default() => "what brooklet adds to the kernel".to_owned(),
            Some(file) => {
                let number = files.line(*span);
                format!("{}:{number}: {}", file.name, file.text.lines().nth(number - 1).unwrap_or("").trim())
            }
            None => continue,
        };
        match counted.iter_mut().find(|(known, _)| *known == line) {
            Some((_, count)) => *count += instructions,
            None => counted.push((line, *instructions)),
        }
    }
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let more = counted.len().saturating_sub(MAX_LINES);
    let mut lines: Vec<String> =
        counted.into_iter().take(MAX_LINES).map(|(line, count)| format!("{count:>4}  {line}")).collect();
    if more > 0 {
        lines.push(format!("      and {more} lines more"));
    }
    lines
}
