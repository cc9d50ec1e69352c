//! Where the lines of a shader come from: each statement of a kernel leads to the lines that it became, and back.

use std::ops::Range;

use crate::support;
use crate::support::level::is_full;

use brooklet::brook::{CallLayouts, Files, PassRole, PlanLimits, Span, Unit};
use brooklet::fragment_program::{Chip, Settings, compile};
use brooklet::ir::{Constant, Type};
use brooklet::{Components, Dialect, Layout, Value, glsl};

const DIALECTS: [Dialect; 3] = [Dialect::Gl, Dialect::Es, Dialect::Gl2];

/// The demos, by name and text.
fn demos() -> Vec<(String, String)> {
    programs(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook"))
}

/// Those with host code.
fn whole_programs() -> Vec<(String, String)> {
    programs(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/programs"))
}

fn programs(folder: &str) -> Vec<(String, String)> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let programs = paths.filter(|path| path.extension().is_some_and(|extension| extension == "br"));
    programs.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

/// The lines of functions that the program has, with their numbers: of `main` (or `_run`) and of the kernels that it calls.
fn bodies<'a>(shader: &'a str, program: &str) -> Vec<(usize, &'a str)> {
    let runs = shader.contains("void _run() {");
    let mut inside = false;
    let mut lines = Vec::new();
    for (number, line) in shader.lines().enumerate() {
        if let Some(head) = line.strip_suffix(") {").filter(|_| !line.starts_with([' ', '}'])) {
            let name = head.split('(').next().and_then(|head| head.split(' ').next_back()).unwrap();
            let written = program.contains(&format!(" {name}(")) || program.contains(&format!(" {name} ("));
            inside = name == "_run" || (name == "main" && !runs) || (name != "main" && written);
        } else if line == "}" {
            inside = false;
        } else if inside && !["", "}", "} else {"].contains(&line.trim()) {
            lines.push((number, line.trim()));
        }
    }
    lines
}

/// The variable that a line of a shader assigns to first, without what makes names distinct.
fn assigned(line: &str) -> Option<&str> {
    let line = line.strip_prefix("for (").unwrap_or(line);
    let before = line.split_once(" = ").map(|(before, _)| before)?;
    let name = before.split(' ').next_back()?.split('.').next()?;
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('_').unwrap_or(name);
    before.chars().all(|c| c.is_alphanumeric() || " _.".contains(c)).then_some(stem)
}

/// The statement of the program around a place.
fn statement(files: &Files, span: Span) -> &str {
    let text = &files.0[0].text;
    let start = text[..span.start as usize].rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let end = text[span.end as usize..].find([';', '{']).map_or(text.len(), |at| span.end as usize + at);
    &text[start..end]
}

#[test]
fn every_statement_of_the_demos_leads_to_its_lines_and_back() {
    let demos = demos();
    assert!(demos.len() >= 11);
    for (name, text) in &demos {
        let unit = Unit::compile(name, text).unwrap();
        for dialect in DIALECTS {
            let mut reached = vec![false; text.lines().count()];
            for kernel in &unit.kernels {
                let plan = unit.plan(kernel, &CallLayouts::as_written(kernel), PlanLimits::default()).unwrap();
                for pass in &plan.passes {
                    let files = &pass.kernel.files;
                    // The demos need nothing that a dialect lacks.
                    let shader = glsl::mapped(&pass.kernel, dialect, Layout::Plain)
                        .unwrap_or_else(|error| panic!("{name}, {}: {error}", pass.name()));
                    assert_eq!(shader.text, glsl::text(&pass.kernel, dialect, Layout::Plain).unwrap());
                    assert_eq!(shader.text.lines().count(), shader.lines.len());
                    for span in shader.lines.iter().flatten() {
                        assert!(span.file == 0 && !files.text(*span).is_empty());
                        assert!(shader.lines_of(span.start as usize..span.end as usize).next().is_some());
                        let first = files.line(*span) - 1;
                        let count = files.text(*span).lines().count();
                        reached[first..first + count].iter_mut().for_each(|reached| *reached = true);
                    }
                    for (number, line) in bodies(&shader.text, text) {
                        let Some(span) = shader.lines[number].first() else {
                            // What counts pushes, and the loop of a reduction, were not written by anybody.
                            let made = kernel.reduction || pass.role != PassRole::Whole;
                            assert!(made, "{name}, {}: `{line}` comes from nowhere", pass.name());
                            continue;
                        };
                        if let Some(assigned) = assigned(line) {
                            // A field, `ray.o`, is a variable of its own: `ray_o`. Pushes assign to outputs.
                            let found = statement(files, *span);
                            let variable = assigned.split('_').next().unwrap();
                            let fits = found.contains(assigned) || found.contains(variable) || found.contains("push(");
                            assert!(fits, "{name}: `{line}` does not come from `{found}`");
                        }
                    }
                }
            }
            for (line, reached) in text.lines().zip(&reached) {
                let code = line.split("//").next().unwrap().trim();
                let is_statement = code.ends_with(';') && line.starts_with("    ") && code.contains(['=', '(']);
                assert!(*reached || !is_statement, "{name}, {}: `{line}` became nothing", dialect.name());
            }
        }
    }
}

/// For each line of a shader that was written for something, what that is.
fn places(text: &str, load: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let unit = Unit::compile_with("a.br", text, load).unwrap();
    let mut places = Vec::new();
    for (_, plan) in unit.plans(PlanLimits::default()) {
        for pass in plan.unwrap().passes {
            let files = &pass.kernel.files;
            let shader = glsl::mapped(&pass.kernel, Dialect::Gl, Layout::Plain).unwrap();
            for (line, spans) in shader.text.lines().zip(&shader.lines).filter(|(_, spans)| !spans.is_empty()) {
                let spans: Vec<&str> = spans.iter().map(|span| files.text(*span)).collect();
                places.push(format!("{} | {}", line.trim(), spans.join(" | ")));
            }
        }
    }
    places
}

#[test]
fn statements_without_a_value_have_their_places_too() {
    let text = "kernel void f(float a<>, out float b<>) {
    float t;
    int i;
    b = 0;
    if (a < 0) discard;
    for (i = 0; i < 9; i++) {
        if (a > 5) break;
        if (a > 4) continue;
        t += a;
    }
    if (t > 9) return;
    b = t;
}";
    let found = places(text, &|_| None);
    for (line, place) in [
        ("void main() {", "kernel void f(float a<>, out float b<>)"),
        ("float t = 0.0;", "t"),
        ("break;", "break;"),
        ("continue;", "continue;"),
        ("return;", "return;"),
        ("return;", "discard;"),
        ("t += a;", "t += a"),
        ("b = t;", "t"),
    ] {
        assert!(found.contains(&format!("{line} | {place}")), "{line} of {place} is not in {found:#?}");
    }
}

#[test]
fn macros_are_where_they_are_used_and_included_lines_are_nowhere() {
    let text = "#include \"other.h\"
#define TWICE(v) ((v) * 2)
kernel void f(float a<>, out float b<>) {
    float t = TWICE(a);
    b = other(t);
}";
    let other = "kernel float other(float v) {\n    float u = v * 3;\n    return u;\n}\n";
    let found = places(text, &|name| (name == "other.h").then(|| other.to_owned()));
    assert!(found.iter().any(|line| line.starts_with("float t = ") && line.contains("| TWICE")), "{found:#?}");
    assert!(found.contains(&"b = other(t); | other(t)".to_owned()), "{found:#?}");
    assert!(!found.iter().any(|line| line.contains("v * 3")), "{found:#?}");
}

/// Where each kernel of a program stands: its name, and its bytes. Kernels of the demos end at a `}` that begins a line.
fn kernels(text: &str) -> Vec<(&str, Range<usize>)> {
    let lines = text.match_indices('\n').map(|(at, _)| at + 1).filter(|at| {
        let line = &text[*at..];
        line.starts_with("kernel ") || line.starts_with("reduce ")
    });
    let kernel = |at: usize| {
        let head = &text[at..at + text[at..].find('(').unwrap()];
        (head.rsplit(' ').next().unwrap(), at..at + text[at..].find("\n}").unwrap())
    };
    lines.map(kernel).collect()
}

/// Every instruction of every demo on chips that have few functions of their own, so that much of brooklet's library is
/// inlined: it comes from the kernel, or from one that it calls, and never from what the library's own text has there. Each kernel is
/// compiled for one of three chips in turn, or for all of them where all is asked for.
#[test]
fn every_instruction_of_the_demos_comes_from_its_kernel() {
    let mut instructions = 0;
    let chips = [Chip::R300, Chip::Nv30, Chip::G80];
    let mut turns = (0..chips.len()).cycle();
    for (name, text) in demos().iter().chain(&whole_programs()) {
        let unit = Unit::open(name).unwrap();
        let written = kernels(text);
        // Those that it includes have files of their own.
        for kernel in unit.kernels.iter().filter(|kernel| kernel.span.file == 0) {
            let mut own: Vec<&Range<usize>> = Vec::new();
            let mut wanted = vec![kernel.name.as_str()];
            while let Some(name) = wanted.pop() {
                let Some((_, range)) = written.iter().find(|(known, _)| *known == name) else { continue };
                own.push(range);
                let calls = |name: &&str| text[range.clone()].contains(&format!("{name}("));
                wanted.extend(written.iter().filter(|(_, r)| !own.contains(&r)).map(|(name, _)| *name).filter(calls));
            }
            assert!(!own.is_empty(), "{name}: {} is not found", kernel.name);
            let turn = turns.next().unwrap();
            for &chip in if is_full() { &chips[..] } else { &chips[turn..=turn] } {
                let integers = chip.profile().integers.value;
                let targets = PlanLimits { outputs: 1, inputs: 16, integers, ..PlanLimits::default() };
                let plan = unit.plan(kernel, &CallLayouts::as_written(kernel), targets).unwrap();
                for pass in &plan.passes {
                    // One that has no program there has no listing.
                    let three = |constant: &Constant| {
                        let value = match constant.ty {
                            Type::Float(Components::Two) => Value::Vec2([3.0; 2]),
                            Type::Float(Components::Three) => Value::Vec3([3.0; 3]),
                            Type::Float(Components::Four) => Value::Vec4([3.0; 4]),
                            _ => Value::Index(3),
                        };
                        (constant.name.clone(), value)
                    };
                    let constants = pass.kernel.interface.constants.iter().map(three).collect();
                    let settings = Settings { constants, ..Settings::default() };
                    let compiled = match compile(&pass.kernel, chip, &settings) {
                        Ok(compiled) => compiled,
                        Err(error) => {
                            support::left_out(format!("a program for a kernel of the demos on {chip}: {error}"));
                            continue;
                        }
                    };
                    let parts = compiled.partition.iter().flat_map(|partition| &partition.passes);
                    for program in parts.map(|part| &part.program).chain([&compiled.program]) {
                        for span in program.instructions.iter().flat_map(|instruction| &instruction.spans) {
                            let inside = |range: &&Range<usize>| {
                                range.contains(&(span.start as usize)) && span.end as usize <= range.end
                            };
                            let found = *span == Span::default() || span.file == 0 && own.iter().any(inside);
                            let line = program.files.line(*span);
                            assert!(found, "{name}, {} on {chip}: line {line} is not of this kernel", kernel.name);
                            instructions += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(instructions > 1000, "{instructions}");
}
