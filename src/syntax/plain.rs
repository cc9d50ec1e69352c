//! Renders diagnostics without colours, in few lines of code: for the npm package, which has to be small.

use std::fmt::Write;

use super::diagnostic::{Diagnostic, Severity};
use super::source::{Files, Span};
use super::visible::visible;

/// The maximum number of characters of a line that is shown.
const MAX_SHOWN: usize = 500;

/// Renders each diagnostic.
#[cfg(feature = "web")]
pub(super) fn rendered(files: &Files, list: &[Diagnostic], cut: bool, _colours: bool) -> Vec<String> {
    let mut texts: Vec<String> = list.iter().map(|diagnostic| render(files, diagnostic)).collect();
    if cut {
        texts.push(format!("note: there may be more: after {} diagnostics no more are looked for", texts.len()));
    }
    texts
}

/// Renders a diagnostic: its title, the line where each of its spans starts, and its help. A diagnostic of one span within a line looks as
/// all others do.
fn render(files: &Files, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut text = format!("{level}[{}]: {}", diagnostic.code.name(), visible(&diagnostic.title));
    let mut places = vec![(diagnostic.span, diagnostic.label.as_str(), '^')];
    places.extend(diagnostic.others.iter().map(|(span, label)| (*span, label.as_str(), '-')));
    // A diagnostic about a file as a whole shows no source lines.
    places.retain(|_| diagnostic.span != Span::default() || !diagnostic.others.is_empty());
    let widest = places.iter().map(|(span, ..)| files.line(*span)).max().unwrap_or(0);
    let margin = " ".repeat(widest.to_string().len());
    for place in &places {
        show(&mut text, files, *place, &margin);
    }
    if !diagnostic.help.is_empty() && !places.is_empty() {
        let _ = write!(text, "\n{margin} |");
    }
    for help in &diagnostic.help {
        let help = visible(help).replace('\n', &format!("\n{margin}         "));
        let _ = write!(text, "\n{margin} = help: {help}");
    }
    text
}

/// Shows the line where a span starts, and marks under it.
fn show(text: &mut String, files: &Files, (span, label, mark): (Span, &str, char), margin: &str) {
    let Some(file) = files.0.get(span.file as usize) else { return };
    let (line, column) = files.line_column(span);
    let _ = write!(text, "\n{margin}--> {}:{line}:{column}", visible(&file.name));
    let source = file.text.lines().nth(line - 1).unwrap_or("");
    if source.chars().count() > MAX_SHOWN {
        return;
    }
    // Each control character takes one column.
    let shown = |c: char| if c.is_control() || visible(c.encode_utf8(&mut [0; 4])).len() > 4 { '\u{fffd}' } else { c };
    let source: String = source.replace('\t', "    ").chars().map(shown).collect();
    let tabs = files.text(Span { start: span.start - (column as u32 - 1).min(span.start), end: span.start, ..span });
    let before = column - 1 + 3 * tabs.matches('\t').count();
    let within = files.text(span).lines().next().map_or(0, |part| part.chars().count());
    let marks: String = std::iter::repeat_n(mark, within.max(1)).collect();
    let label = visible(label);
    let space = if label.is_empty() { "" } else { " " };
    let _ = write!(
        text,
        "\n{margin} |\n{line:<0$} | {source}\n{margin} | {1}{marks}{space}{label}",
        margin.len(),
        " ".repeat(before)
    );
}

#[cfg(all(test, not(feature = "web")))]
mod tests {
    use super::*;
    use crate::syntax::{Code, File};

    /// Returns what both renderers make of an error at the word `wrong`.
    fn both(source: &str, change: impl FnOnce(Diagnostic) -> Diagnostic) -> [String; 2] {
        let files = Files(vec![File { name: "expression".into(), text: source.into() }]);
        let start = source.find("wrong").unwrap() as u32;
        let span = Span { file: 0, start, end: start + 5 };
        let diagnostic = change(Diagnostic::error(Code::B0101, span, "there is no `wrong`"));
        let plain = render(&files, &diagnostic);
        [plain, super::super::render::rendered(&files, &[diagnostic], false, false).join("\n")]
    }

    #[test]
    fn one_place_looks_as_elsewhere() {
        for source in [
            "wrong",
            "a + wrong * 2\n",
            "first\n\n    b = wrong;\nlast\n",
            "α + wrong",
            &format!("{}wrong", "\n".repeat(99)),
        ] {
            let [plain, other] = both(source, |diagnostic| diagnostic);
            assert_eq!(plain, other);
            let [plain, other] =
                both(source, |diagnostic| diagnostic.label("here").help("write right").help("or left"));
            assert_eq!(plain, other);
        }
    }

    #[test]
    fn no_control_character_is_shown() {
        let [plain, _] =
            both("a\u{1b}[31m\u{202e}\u{9b} wrong\t", |diagnostic| diagnostic.label("\u{1b}").help("\u{9b}"));
        assert!(
            !plain.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'),
            "{}",
            plain.escape_debug()
        );
        let [plain, _] = both("\t\twrong", |diagnostic| diagnostic);
        assert!(plain.contains("1 |         wrong\n  |         ^^^^^"), "{plain}");
    }

    #[test]
    fn other_places_are_shown_below() {
        let other = Span { file: 0, start: 0, end: 3 };
        let [plain, _] = both("far\nwrong", |diagnostic| diagnostic.other(other, "first here"));
        assert!(plain.contains("2 | wrong\n  | ^^^^^\n"), "{plain}");
        assert!(plain.ends_with("1 | far\n  | --- first here"), "{plain}");
    }
}
