//! Diagnostics: errors and warnings with a code, their place and what to do about it, shown as rustc shows them.

use std::borrow::Cow;
use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::code::Code;
use super::source::{Files, Span};
use super::visible::visible;

/// The most diagnostics of one program that are kept, so that a file of noise gets an answer that can be read.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

/// The most bytes of a text that are shown with one diagnostic.
const MAX_SHOWN: usize = 64 << 10;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// The program does not compile.
    Error,
    /// It compiles, and may not do what was meant.
    Warning,
}

/// A diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A number to look it up by: `B0301`.
    pub code: Code,
    /// What is wrong, in one line.
    pub title: String,
    /// The place in question.
    pub span: Span,
    /// What is to be said of the place itself; may be empty.
    pub label: String,
    /// Other places that have to do with it.
    pub others: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Vec<String>,
    /// What it is about, for those who decide what becomes of it.
    pub(crate) subject: Subject,
}

/// What a diagnostic is about, where something depends on that: whether it is said again, and what is added to it. The code
/// is for people alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Subject {
    /// Nothing that anything depends on.
    #[default]
    Other,
    /// A type that is not there, by its name.
    UnresolvedType(String),
    /// A variable that is not there.
    UnresolvedVariable(String),
    /// A function that is not there.
    UnresolvedFunction(String),
    /// A type that is known and cannot be used here, as messages call it.
    UnsupportedType(String),
    /// `void` where a value has to be: of a variable, or of something else.
    Void {
        /// Whether it is a variable.
        variable: bool,
    },
    /// Something that is no name, and that a macro may have been meant to make one.
    MalformedName,
}

impl Subject {
    /// Whether it is a name that nothing has.
    pub fn is_unresolved(&self) -> bool {
        matches!(self, Subject::UnresolvedType(_) | Subject::UnresolvedVariable(_) | Subject::UnresolvedFunction(_))
    }
}

impl Diagnostic {
    pub(crate) fn error(code: Code, span: Span, title: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            title: title.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            help: Vec::new(),
            subject: Subject::Other,
        }
    }

    pub(crate) fn warning(code: Code, span: Span, title: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, title) }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    pub(crate) fn other(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.others.push((span, label.into()));
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help.push(help.into());
        self
    }

    pub(crate) fn about(mut self, subject: Subject) -> Diagnostic {
        self.subject = subject;
        self
    }
}

/// The diagnostics about a program, in the order of their places, with the texts that they are about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    /// The texts.
    pub files: Files,
    /// The diagnostics: the first of them, where there are very many.
    pub list: Vec<Diagnostic>,
    /// Whether there may be more than are kept.
    pub cut: bool,
}

impl Diagnostics {
    pub(crate) fn new(files: Files, mut list: Vec<Diagnostic>) -> Diagnostics {
        let place = |diagnostic: &Diagnostic| (diagnostic.span.file, diagnostic.span.start, diagnostic.span.end);
        list.sort_by_key(place);
        list.dedup();
        let cut = list.len() >= MAX_DIAGNOSTICS;
        if list.len() > MAX_DIAGNOSTICS {
            // Errors before warnings.
            list.sort_by_key(|diagnostic| diagnostic.severity == Severity::Warning);
            list.truncate(MAX_DIAGNOSTICS);
            list.sort_by_key(place);
        }
        Diagnostics { files, list, cut }
    }

    /// How many are errors.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }

    /// How many are warnings.
    pub fn warnings(&self) -> usize {
        self.list.len() - self.errors()
    }

    /// All of them as text, with or without the terminal's colours, an empty line between two; empty where there are none.
    pub fn render(&self, colours: bool) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let lines: Vec<Lines> = self.files.0.iter().map(|file| Lines::of(&file.text)).collect();
        let mut texts: Vec<String> =
            self.list.iter().map(|diagnostic| self.one(diagnostic, &lines, &renderer)).collect();
        if self.cut {
            let title = format!("there may be more: after {} diagnostics no more are looked for", self.list.len());
            texts.push(renderer.render(&[Group::with_title(Level::NOTE.primary_title(title))]));
        }
        texts.join("\n\n")
    }

    fn one(&self, diagnostic: &Diagnostic, lines: &[Lines], renderer: &Renderer) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        // Whatever the renderer makes visible itself, of titles and sources, and of labels nothing: this is the one door.
        let mut group = Group::with_title(level.primary_title(visible(&diagnostic.title)).id(diagnostic.code.name()));
        let mut files: Vec<u32> = vec![diagnostic.span.file];
        files.extend(diagnostic.others.iter().map(|(span, _)| span.file));
        files.dedup();
        // What is about a file as a whole shows nothing of it.
        files.retain(|_| diagnostic.span != Span::default() || !diagnostic.others.is_empty());
        for number in files {
            let Some(file) = self.files.0.get(number as usize) else { continue };
            let path = visible(&file.name);
            // The primary place first: what follows goes below it.
            let own = Some((diagnostic.span, &diagnostic.label, AnnotationKind::Primary));
            let others = diagnostic.others.iter().map(|(span, label)| (*span, label, AnnotationKind::Context));
            let places: Vec<_> = own.into_iter().chain(others).filter(|(span, ..)| span.file == number).collect();
            let lines = &lines[number as usize];
            // The lines that matter alone: the renderer looks through all that it is given.
            let parts: Vec<&[_]> = match lines.around(&file.text, &places).0.len() > MAX_SHOWN {
                false => vec![&places],
                true => places.chunks(1).collect(),
            };
            for part in parts {
                let (shown, line) = lines.around(&file.text, part);
                if shown.len() > MAX_SHOWN {
                    // Nobody can look at such a line: the place is enough.
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
                    let annotation =
                        kind.span(source.at(range.start - shown.start)..source.at(range.end - shown.start));
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
}

/// Lines of a source as they are shown: with `�` for the control characters from U+0080 to U+009F, which a terminal obeys.
/// For those below, the renderer puts pictures of one column itself.
struct ShownSource<'a> {
    text: Cow<'a, str>,
    /// Where a byte more is shown than is written: behind each letter that was replaced.
    grown: Vec<usize>,
}

impl<'a> ShownSource<'a> {
    fn of(text: &'a str) -> ShownSource<'a> {
        let obeyed = |c: char| matches!(c, '\u{80}'..='\u{9f}');
        let grown: Vec<usize> = text.match_indices(obeyed).map(|(at, found)| at + found.len()).collect();
        let text = if grown.is_empty() { text.into() } else { text.replace(obeyed, "\u{fffd}").into() };
        ShownSource { text, grown }
    }

    /// Where a byte of the source is shown.
    fn at(&self, byte: usize) -> usize {
        byte + self.grown.partition_point(|&grown| grown <= byte)
    }
}

/// Where the lines of a text start.
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

    /// Where the line of this byte starts.
    fn start(&self, at: usize) -> usize {
        self.starts[self.number(at)]
    }

    /// The lines from the first to the last of these places, and the number of the first, from 1.
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

/// The span as bytes of the text, whole letters, whatever it is.
fn inside(text: &str, span: Span) -> std::ops::Range<usize> {
    let whole = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = whole(span.start as usize);
    start..whole(span.end as usize).max(start)
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::File;

    /// Every letter that a terminal may obey, in every place of a diagnostic: none is shown as it is, and the place in question
    /// stays where it is.
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
            let shown = Diagnostics::new(files, vec![diagnostic]).to_string();
            assert!(!shown.contains(c), "U+{:04X}: {}", u32::from(c), shown.escape_debug());
            let lines: Vec<Vec<char>> = shown.lines().map(|line| line.chars().collect()).collect();
            let under = lines.iter().position(|line| line.contains(&'^')).unwrap();
            let column = lines[under].iter().position(|c| *c == '^').unwrap();
            assert_eq!(lines[under - 1][column..column + 5].iter().collect::<String>(), "wrong", "{shown}");
        }
    }
}
