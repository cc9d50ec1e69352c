//! The texts of a pass: its kernel or the GLSL that it becomes, and the listings of its programs.

use std::collections::BTreeSet;

use brooklet::backend::debug::Fragment;
use brooklet::capture::PassStep;
use brooklet::fragment_program::FragmentProgram;
use brooklet::syntax::{Files, Span};
use brooklet::{Dialect, glsl};
use egui::FontId;
use egui::text::{LayoutJob, TextFormat};

use super::costs::Costs;
use super::pane::{Line, Row, Text};
use crate::app::text;
use crate::app::theme::Theme;

/// The dialect that kernels are shown in: where the library runs in a browser, that of WebGL 2.
const DIALECT: Dialect = if cfg!(target_arch = "wasm32") { Dialect::Es } else { Dialect::Gl };

/// The kernel of a pass with what it includes, or the GLSL that it becomes.
pub fn source(pass: &PassStep, native: bool, costs: &Costs, size: f32, theme: Theme) -> Text {
    let kernel = pass.kernel.ir();
    let layout = pass.output.layout;
    let (written, mut rows) = match native {
        true => match glsl::mapped(kernel, DIALECT, layout) {
            Ok(shader) => {
                let of = |(own, included): (&Vec<Span>, &Vec<Span>)| Row {
                    lines: own.iter().chain(included).flat_map(|span| lines(&kernel.files, *span)).collect(),
                    ..Row::default()
                };
                let rows = shader.lines.iter().zip(&shader.included).map(of).collect();
                (shader.text, rows)
            }
            Err(error) => (format!("// {error}, which this kernel needs"), vec![Row::default()]),
        },
        false => kernel_text(&kernel.files),
    };
    // A line that became several is counted at the first of them.
    let mut counted: BTreeSet<Line> = BTreeSet::new();
    for row in &mut rows {
        let new = row.lines.iter().filter(|line| counted.insert(**line));
        row.cost = new.filter_map(|line| costs.lines.get(line)).sum();
        row.heat = row.cost;
    }
    let mut job = text::coloured(&written, size, theme);
    job.wrap.max_width = f32::INFINITY;
    Text { job, rows }
}

/// The texts of a kernel one after the other, each under its name.
fn kernel_text(files: &Files) -> (String, Vec<Row>) {
    let (mut written, mut rows) = (String::new(), Vec::new());
    for (number, file) in files.0.iter().enumerate() {
        if number > 0 {
            written.push_str("\n\n");
            rows.push(Row::default());
        }
        written += &format!("// {}", file.name);
        rows.push(Row::default());
        for (line, text) in file.text.trim_end().lines().enumerate() {
            written += &format!("\n{text}");
            rows.push(Row { lines: BTreeSet::from([(number, line + 1)]), ..Row::default() });
        }
    }
    (written, rows)
}

/// The lines that a span is in: of one that goes on for long its first.
fn lines(files: &Files, span: Span) -> Option<Line> {
    (span != Span::default()).then(|| (span.file as usize, files.line(span)))
}

/// The lines of the source that an instruction comes from.
pub fn of_instruction(program: &FragmentProgram, instruction: usize) -> BTreeSet<Line> {
    program.instructions[instruction].spans.iter().filter_map(|span| lines(&program.files, *span)).collect()
}

/// What the line of the source costs that an instruction belongs to.
fn heat(fragment: &Fragment, instruction: usize, costs: &Costs) -> f64 {
    let line = fragment.source_line(instruction).map(|(file, line, _)| (file, line));
    line.and_then(|line| costs.lines.get(&line)).copied().unwrap_or(0.0)
}

/// The listings of the programs of a pass, one after the other.
pub fn listing(programs: &[Fragment], costs: &Costs, size: f32, theme: Theme) -> Text {
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |line: &str, row: Row| {
        let colour = if line.trim_start().starts_with('#') { theme.faint() } else { theme.ink() };
        let text = if rows.is_empty() { line.to_owned() } else { format!("\n{line}") };
        job.append(&text, 0.0, TextFormat::simple(FontId::monospace(size), colour));
        rows.push(row);
    };
    for (number, fragment) in programs.iter().enumerate() {
        if programs.len() > 1 {
            if number > 0 {
                add("", Row::default());
            }
            add(&format!("# program {} of {}", number + 1, programs.len()), Row::default());
        }
        let mapped = match fragment.listing() {
            Ok(mapped) => mapped,
            Err(error) => {
                add(&format!("# no assembler takes it: {error}"), Row::default());
                continue;
            }
        };
        let all: Vec<&str> = mapped.text.lines().collect();
        // What comes before the instructions says what inputs and constants are; it is long, and comes after them.
        let begin = mapped.lines.first().map_or(0, |first| {
            let before = all[..first - 1].iter().rev().take_while(|line| line.starts_with('#')).count();
            first - 1 - before
        });
        for (at, line) in all.iter().enumerate().skip(begin) {
            // Without the columns: there is not the room for them.
            let line = match mapped.lines.iter().position(|number| *number == at + 1).map(|at| &mapped.cells[at]) {
                Some(cells) => {
                    let indent = line.len() - line.trim_start().len();
                    let (opcode, rest) =
                        cells.split_first().map_or(("", &[][..]), |(opcode, rest)| (opcode.as_str(), rest));
                    let text = format!("{}{opcode:<3} {}", " ".repeat(indent), rest.join(", "));
                    format!("{};", text.trim_end())
                }
                None => (*line).to_owned(),
            };
            let instruction = mapped.lines.iter().position(|number| *number == at + 1);
            let row = instruction.map_or(Row::default(), |instruction| Row {
                lines: of_instruction(&fragment.program, instruction),
                instruction: Some((number, instruction)),
                cost: costs.instructions.get(number).and_then(|all| all.get(instruction)).copied().unwrap_or(0.0),
                heat: heat(fragment, instruction, costs),
            });
            add(&line, row);
        }
        for line in all[..begin].iter().filter(|line| !line.trim().is_empty()) {
            add(&if line.starts_with('#') { (*line).to_owned() } else { format!("# {line}") }, Row::default());
        }
    }
    Text { job, rows }
}
