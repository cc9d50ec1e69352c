//! Renders diagnostics in the style of rustc.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Severity};
use super::source::{Files, Span};
use super::visible::visible;

/// The maximum number of bytes of source text that are shown with one diagnostic.
const MAX_SHOWN: usize = 64 << 10;

/// Renders each diagnostic.
pub(super) fn rendered(files: &Files, list: &[Diagnostic], cut: bool, colours: bool) -> Vec<String> {
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    let lines: Vec<Lines> = files.0.iter().map(|file| Lines::of(&file.text)).collect();
    let mut texts: Vec<String> = list.iter().map(|diagnostic| one(files, diagnostic, &lines, &renderer)).collect();
    if cut {
        let title = format!("there may be more: after {} diagnostics no more are looked for", texts.len());
        texts.push(renderer.render(&[Group::with_title(Level::NOTE.primary_title(title))]));
    }
    texts
}

fn one(files: &Files, diagnostic: &Diagnostic, lines: &[Lines], renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    // The renderer makes control characters visible in titles and sources, but not in labels. So all text that it is given
    // is made visible in this function.
    let mut group = Group::with_title(level.primary_title(visible(&diagnostic.title)).id(diagnostic.code.name()));
    let mut numbers: Vec<u32> = vec![diagnostic.span.file];
    numbers.extend(diagnostic.others.iter().map(|(span, _)| span.file));
    numbers.dedup();
    // A diagnostic about a file as a whole shows no source lines.
    numbers.retain(|_| diagnostic.span != Span::default() || !diagnostic.others.is_empty());
    for number in numbers {
        let Some(file) = files.0.get(number as usize) else { continue };
        let path = visible(&file.name);
        // The primary span comes first; the others are shown below it.
        let own = Some((diagnostic.span, &diagnostic.label, AnnotationKind::Primary));
        let others = diagnostic.others.iter().map(|(span, label)| (*span, label, AnnotationKind::Context));
        let places: Vec<_> = own.into_iter().chain(others).filter(|(span, ..)| span.file == number).collect();
        let lines = &lines[number as usize];
        // Give the renderer only the lines that matter, because it searches all text that it is given.
        let parts: Vec<&[_]> = match lines.around(&file.text, &places).0.len() > MAX_SHOWN {
            false => vec![&places],
            true => places.chunks(1).collect(),
        };
        for part in parts {
            let (shown, line) = lines.around(&file.text, part);
            if shown.len() > MAX_SHOWN {
                // The line is too long to read: show only the position.
                let at = inside(&file.text, part[0].0).start;
                let column = file.text[lines.start(at)..at].chars().count() + 1;
                group = group.element(Origin::path(path.clone()).line(line).char_column(column));
                continue;
            }
            let source = ShownSource::of(&file.text[shown.clone()]);
            let mut snippet = Snippet::source(source.text.clone()).line_start(line).path(path.clone());
            for (span, label, kind) in part {
                let range = inside(&file.text, *span);
                let label = Some(visible(label)).filter(|label| !label.is_empty());
                let annotation = kind.span(source.at(range.start - shown.start)..source.at(range.end - shown.start));
                snippet = snippet.annotation(annotation.label(label));
            }
            group = group.element(snippet);
        }
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    renderer.render(&[group])
}

/// Source lines as they are shown, with `�` in place of the control characters from U+0080 to U+009F, which a terminal obeys.
/// The renderer itself replaces the lower control characters by pictures of one column.
struct ShownSource<'a> {
    text: Cow<'a, str>,
    /// The offsets after the replaced characters; each makes the shown text one byte longer than the source.
    grown: Vec<usize>,
}

impl<'a> ShownSource<'a> {
    fn of(text: &'a str) -> ShownSource<'a> {
        let obeyed = |c: char| matches!(c, '\u{80}'..='\u{9f}');
        let grown: Vec<usize> = text.match_indices(obeyed).map(|(at, found)| at + found.len()).collect();
        let text = if grown.is_empty() { text.into() } else { text.replace(obeyed, "\u{fffd}").into() };
        ShownSource { text, grown }
    }

    /// The offset in the shown text of a byte of the source.
    fn at(&self, byte: usize) -> usize {
        byte + self.grown.partition_point(|&grown| grown <= byte)
    }
}

/// The offsets where the lines of a text start.
struct Lines {
    starts: Vec<usize>,
    end: usize,
}

impl Lines {
    fn of(text: &str) -> Lines {
        let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(behind).collect(), end: text.len() }
    }

    fn number(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at).saturating_sub(1)
    }

    /// The start of the line that contains this byte.
    fn start(&self, at: usize) -> usize {
        self.starts[self.number(at)]
    }

    /// The byte range of the lines from the first to the last of these spans, and the number of the first line, from 1.
    fn around<A>(&self, text: &str, places: &[(Span, A, AnnotationKind)]) -> (std::ops::Range<usize>, usize) {
        let (mut first, mut last) = (usize::MAX, 0);
        for (span, ..) in places {
            let range = inside(text, *span);
            (first, last) = (first.min(range.start), last.max(range.end));
        }
        let (first, last) = (self.number(first), self.number(last));
        (self.starts[first]..self.starts.get(last + 1).copied().unwrap_or(self.end), first + 1)
    }
}

/// The byte range of a span, moved to character boundaries within the text. Any span is valid.
fn inside(text: &str, span: Span) -> std::ops::Range<usize> {
    let whole = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = whole(span.start as usize);
    start..whole(span.end as usize).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Code, File};

    /// Puts every character that a terminal may obey into every part of a diagnostic. None may be shown as it is, and the
    /// marks must stay under the primary span.
    #[test]
    fn no_control_character_is_shown() {
        let obeyed = ('\0'..='\u{9f}').filter(|c| c.is_control() && !matches!(c, '\n' | '\t'));
        for c in obeyed.chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            let wrong = format!("a{c}b");
            let text = format!("first {c}{c}\nx{c}y wrong z{c}\n");
            let at = text.find("wrong").unwrap() as u32;
            let files = Files(vec![File { name: wrong.clone(), text: text.clone() }]);
            let span = Span { file: 0, start: at, end: at + 5 };
            let diagnostic = Diagnostic::error(Code::B0101, span, wrong.as_str()).label(wrong.as_str());
            let other = Span { start: 0, end: 5, ..span };
            let diagnostic = diagnostic.other(other, wrong.as_str()).help(wrong.as_str());
            let shown = rendered(&files, &[diagnostic], false, false).join("\n");
            assert!(!shown.contains(c), "U+{:04X}: {}", u32::from(c), shown.escape_debug());
            let lines: Vec<Vec<char>> = shown.lines().map(|line| line.chars().collect()).collect();
            let under = lines.iter().position(|line| line.contains(&'^')).unwrap();
            let column = lines[under].iter().position(|c| *c == '^').unwrap();
            assert_eq!(lines[under - 1][column..column + 5].iter().collect::<String>(), "wrong", "{shown}");
        }
    }
}
