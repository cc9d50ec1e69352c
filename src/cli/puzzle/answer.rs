//! What is said of an answer to a puzzle, as text and as JSON.

use serde_json::json;

use brooklet::puzzle::{Answer, Cost, Failure, FetchedElement, Numbers, Puzzle};
use brooklet::syntax::{Diagnostic, Diagnostics, Severity};

use super::SHOWN;

/// Describes what an answer costs, beside what the solution does.
pub(super) fn costs(cost: Cost, par: Cost) -> String {
    let profile = cost.chip.profile();
    let card = profile.year.map_or(String::new(), |year| format!(", the chip of the {} ({year})", profile.cards));
    format!(
        "With {} elements: {}, {} texels read (the solution: {}).\nOn the {}{card}: {} arithmetic and {} texture instructions (the solution: {} and {}).",
        cost.size,
        if cost.passes == 1 { "1 pass".to_owned() } else { format!("{} passes", cost.passes) },
        cost.texels,
        par.texels,
        cost.chip.name().to_uppercase(),
        cost.alu,
        cost.tex,
        par.alu,
        par.tex
    )
}

/// Describes the first element that is wrong.
pub(super) fn failed(puzzle: &Puzzle, failure: &Failure) -> String {
    let Failure { size, hidden, pass: [pass, passes], element, .. } = failure;
    let size = format!("With {size} elements{}", if *hidden { " (a size that is not shown)" } else { "" });
    let which = if *passes > 1 { format!(", in pass {pass} of {passes}") } else { String::new() };
    let (found, expected) = (Numbers(&failure.found), Numbers(&failure.expected));
    let what = match failure.outside {
        true => "depends on what is outside of a stream".to_owned(),
        false => format!("is {found}, and should be {expected}"),
    };
    let text = format!("{size}{which}: {}[{element}] {what}.", puzzle.output.name);
    if failure.fetches.is_empty() {
        return text + " The kernel fetched nothing for it.";
    }
    let lines = FetchedElement::lines(&failure.fetches, SHOWN);
    text + " The kernel fetched for it:" + &lines.iter().map(|line| format!("\n  {line}")).collect::<String>()
}

/// Returns an answer as JSON.
pub(super) fn described(puzzle: &Puzzle, answer: &Answer) -> serde_json::Value {
    let mut all =
        json!({ "number": puzzle.number(), "title": puzzle.title, "solved": matches!(answer, Answer::Solved(_)) });
    match answer {
        Answer::Solved(cost) => {
            all["passes"] = cost.passes.into();
            all["texels"] = cost.texels.into();
            all["alu"] = cost.alu.into();
            all["tex"] = cost.tex.into();
            all["indirections"] = cost.indirections.into();
        }
        Answer::Wrong(failure) => {
            all["elements"] = failure.size.count().into();
            all["pass"] = failure.pass[0].into();
            all["element"] = failure.element.into();
            all["found"] = json!(failure.found);
            all["expected"] = json!(failure.expected);
        }
        Answer::Refused(why) => all["why"] = why.as_str().into(),
    }
    all
}

/// Returns the errors of an answer that does not compile as JSON.
pub(super) fn diagnosed(puzzle: &Puzzle, diagnostics: &Diagnostics) -> serde_json::Value {
    let diagnostic = |diagnostic: &Diagnostic| {
        let (line, column) = diagnostics.files.line_column(diagnostic.span);
        json!({
            "severity": if diagnostic.severity == Severity::Error { "error" } else { "warning" },
            "code": diagnostic.code.name(),
            "message": diagnostic.title,
            "line": line,
            "column": column,
            "label": diagnostic.label,
            "help": diagnostic.help,
        })
    };
    json!({
        "number": puzzle.number(),
        "title": puzzle.title,
        "solved": false,
        "diagnostics": diagnostics.list.iter().map(diagnostic).collect::<Vec<_>>(),
    })
}
