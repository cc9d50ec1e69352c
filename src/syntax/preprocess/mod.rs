//! The preprocessor. It supports the parts of C's preprocessor that kernels need: macros, conditions, and includes of files that
//! are found. All other lines that start with `#` are left to the host's compiler.

mod arithmetic;
mod condition;
mod define;
mod expand;
mod open;
mod sources;

use std::path::{Path, is_separator};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::syntax::lexer::{Token, TokenKind, lex};
use crate::syntax::steps::step;
use crate::syntax::{Code, Diagnostic, File, Files, MAX_DIAGNOSTICS, Severity, Span, with_line_ends};
use condition::Condition;
use define::Macro;
pub(crate) use open::open;
pub(crate) use sources::{Preprocessed, Rules, Sources};

/// The maximum depth of nested includes.
pub(crate) const MAX_INCLUDE_DEPTH: usize = 32;
/// The maximum number of files that a program may include, counting a file each time that it is included.
pub(crate) const MAX_FILES: usize = 1000;
/// The maximum depth of nested macros, and of nested expressions in a condition.
pub(crate) const MAX_MACRO_DEPTH: usize = 64;
/// The maximum number of tokens that macros may add to a program, including those that are dropped later.
pub(crate) const MAX_TOKENS: usize = 500_000;
/// The maximum size of a text in bytes.
pub(crate) const MAX_BYTES: usize = 16 << 20;
/// The maximum number of macro errors that are kept. It is large, because most of them may be in host code, which only the parser
/// can tell.
const MAX_MACRO_ERRORS: usize = 10_000;
/// The file name that messages give for macros of the command line.
const COMMAND_LINE: &str = "command line";
/// The file name that messages give for text that `##` joins.
const PASTED: &str = "joined by ##";
/// The maximum number of missing files that a message names.
const MAX_MISSING: usize = 3;

/// The state of the preprocessor: fields for what has been read, and a list for each kind of diagnostic, because each is treated in
/// a different way.
struct Preprocessor<'a> {
    files: Files,
    sources: &'a Sources<'a>,
    macros: FxHashMap<String, Rc<Macro>>,
    conditions: Vec<Condition>,
    out: Vec<Token>,
    /// Whether a condition is being expanded.
    evaluates: bool,
    /// The number of `kernel` and `reduce` words so far, and the number of those that conditions leave out.
    kernels: usize,
    left_out: usize,
    /// The number of tokens that macros have added.
    grown: usize,
    macro_errors: Vec<Diagnostic>,
    bare: Vec<Diagnostic>,
    diagnostics: Vec<Diagnostic>,
    error_directives: Vec<Diagnostic>,
    missing: Vec<String>,
    missing_at: Vec<Span>,
    inclusions: Vec<(Span, usize)>,
    fatal: Option<Diagnostic>,
}

/// Preprocesses a text and the files that it includes.
pub(crate) fn preprocess(name: &str, text: &str, sources: &Sources) -> Preprocessed {
    let mut this = Preprocessor {
        files: Files::default(),
        sources,
        macros: FxHashMap::default(),
        conditions: Vec::new(),
        out: Vec::new(),
        evaluates: false,
        kernels: 0,
        left_out: 0,
        grown: 0,
        macro_errors: Vec::new(),
        bare: Vec::new(),
        diagnostics: Vec::new(),
        error_directives: Vec::new(),
        missing: Vec::new(),
        missing_at: Vec::new(),
        inclusions: Vec::new(),
        fatal: None,
    };
    this.file(name.to_owned(), text.to_owned(), Span::default(), 0);
    Preprocessed {
        files: this.files,
        tokens: this.out,
        macro_errors: this.macro_errors,
        bare: this.bare,
        diagnostics: this.diagnostics,
        error_directives: this.error_directives,
        missing: this.missing,
        missing_at: this.missing_at,
        inclusions: this.inclusions,
        fatal: this.fatal,
    }
}

impl Preprocessor<'_> {
    fn stop(&mut self, diagnostic: Diagnostic) {
        self.fatal.get_or_insert(diagnostic);
    }

    /// Reports a diagnostic: as an error if it matters, else as a warning.
    fn report(&mut self, diagnostic: Diagnostic, matters: bool) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            let severity = if matters { Severity::Error } else { Severity::Warning };
            self.diagnostics.push(Diagnostic { severity, ..diagnostic });
        }
    }

    fn text(&self, token: &Token) -> &str {
        step();
        self.files.text(token.text)
    }

    fn is_directive(&self, token: &Token) -> bool {
        token.starts_line && self.text(token) == "#"
    }

    fn file(&mut self, name: String, text: String, from: Span, depth: usize) {
        let number = self.files.0.len() as u32;
        let at = if depth == 0 { Span { file: number, ..Span::default() } } else { from };
        if depth > MAX_INCLUDE_DEPTH {
            let title = format!("files include each other {depth} deep: the maximum is {MAX_INCLUDE_DEPTH}");
            return self.stop(Diagnostic::error(Code::B0001, at, title));
        }
        if self.files.0.len() >= MAX_FILES {
            let title =
                format!("this program includes more than {MAX_FILES} files, counting each as often as it is included");
            return self.stop(Diagnostic::error(Code::B0001, at, title));
        }
        if text.len() > MAX_BYTES {
            let title = format!("`{name}` has more than {MAX_BYTES} bytes");
            self.files.0.push(File { name, text: String::new() });
            return self.stop(Diagnostic::error(Code::B0002, at, title));
        }
        let text = with_line_ends(text);
        let tokens = lex(number, &text);
        self.files.0.push(File { name, text });
        if depth == 0 {
            self.define_beforehand();
        }
        let outer = self.conditions.len();
        let mut at = 0;
        while at < tokens.len() && self.fatal.is_none() {
            if self.is_directive(&tokens[at]) {
                let end = (at + 1..tokens.len()).find(|&i| tokens[i].starts_line).unwrap_or(tokens.len());
                self.directive(&tokens[at + 1..end], depth);
                at = end;
                continue;
            }
            // Expand all lines up to the next directive together: the arguments of a macro may be on the lines after its name.
            let end = (at + 1..tokens.len()).find(|&i| self.is_directive(&tokens[i])).unwrap_or(tokens.len());
            let part = &tokens[at..end];
            let begins =
                |token: &&Token| token.kind == TokenKind::Word && (self.sources.rules.matters)(self.text(token));
            let kernels = part.iter().filter(begins).count();
            self.kernels += kernels;
            if self.counts() {
                let mut out = std::mem::take(&mut self.out);
                self.expand(part, &mut Vec::new(), &mut out);
                self.out = out;
            } else {
                self.left_out += kernels;
            }
            at = end;
        }
        if let Some(open) = tokens.last().filter(|token| token.kind == TokenKind::OpenComment) {
            self.open_comment(open);
        }
        self.unclosed(outer);
    }

    /// Defines the macros of the command line. Their definitions form a file of their own, so that messages can point into it. It
    /// is the second file, because all paths are relative to the first.
    fn define_beforehand(&mut self) {
        if self.sources.defines.is_empty() {
            return;
        }
        let (number, text) = (self.files.0.len() as u32, self.sources.defines.to_owned());
        let tokens = lex(number, &text);
        self.files.0.push(File { name: COMMAND_LINE.to_owned(), text });
        let starts: Vec<usize> = (0..tokens.len()).filter(|&at| self.is_directive(&tokens[at])).collect();
        for (&start, end) in starts.iter().zip(starts.iter().skip(1).copied().chain([tokens.len()])) {
            self.directive(&tokens[start + 1..end], 0);
        }
    }

    /// Reports a comment without an end. It is an error if the comment contains kernels.
    fn open_comment(&mut self, open: &Token) {
        let file = self.files.0.get(open.text.file as usize).map_or("", |file| &file.text);
        let inside = file.get(open.text.end as usize..).unwrap_or_default();
        let kernels = lex(open.text.file, inside)
            .iter()
            .filter(|token| token.kind == TokenKind::Word)
            .any(|token| (self.sources.rules.matters)(&inside[token.text.start as usize..token.text.end as usize]));
        let diagnostic = Diagnostic::error(Code::B0120, open.span, "this comment has no end");
        self.report(diagnostic.help("it takes in all that follows: close it with `*/`"), kernels);
    }

    fn directive(&mut self, line: &[Token], depth: usize) {
        let Some((word, rest)) = line.split_first() else { return };
        match self.text(word) {
            "if" | "ifdef" | "ifndef" => self.open(word, rest),
            "elif" => self.branch(word, Some(rest)),
            "else" => self.branch(word, None),
            "endif" => self.close(),
            _ if !self.counts() => {}
            "define" => self.define(rest),
            "undef" => {
                if let Some(name) = rest.first() {
                    let name = self.text(name).to_owned();
                    self.macros.remove(&name);
                }
            }
            "include" => self.include(rest, depth),
            "error" if self.error_directives.len() < MAX_DIAGNOSTICS => {
                let span = rest.iter().fold(word.span, |span, token| span.to(token.span));
                let title = format!("`#{}`", self.files.text(span));
                self.error_directives.push(Diagnostic::error(Code::B0010, span, title));
            }
            _ => {}
        }
    }

    fn include(&mut self, rest: &[Token], depth: usize) {
        let Some(token) = rest.first() else { return };
        if self.text(token) == "<" {
            // System headers are left to the host's compiler, except those in an include folder.
            let Some(close) = rest.iter().position(|token| self.text(token) == ">") else { return };
            let name = self.files.text(rest[0].text.to(rest[close].text)).trim_matches(['<', '>']).trim().to_owned();
            if let Some((path, text)) = (self.sources.search)(&name) {
                self.found(path, text, token.span, depth);
            }
            return;
        }
        if token.kind != TokenKind::Quoted {
            return;
        }
        let name = self.text(token).trim_matches('"').to_owned();
        let folder = folder_of(&self.files.0[token.text.file as usize].name).map(str::to_owned);
        let first = folder_of(&self.files.0[0].name).map(str::to_owned);
        // The name is relative to the including file, but `load` takes names relative to the first file.
        let inside = match (folder, first) {
            (Some(folder), first) if Some(&folder) != first.as_ref() => {
                let below =
                    first.and_then(|first| folder.strip_prefix(&first)?.strip_prefix(is_separator).map(str::to_owned));
                format!("{}/{name}", below.unwrap_or(folder))
            }
            _ => name.clone(),
        };
        let shown = match folder_of(&self.files.0[0].name) {
            Some(folder) if !Path::new(&inside).has_root() => format!("{folder}/{inside}"),
            _ => inside.clone(),
        };
        if self.is_known(&shown) {
            return;
        }
        let loaded = (self.sources.load)(&inside).map(|text| (shown, text));
        match loaded.or_else(|| (self.sources.search)(&name)) {
            Some((path, text)) => self.found(path, text, token.span, depth),
            None => {
                if !self.missing.contains(&name) && self.missing.len() < MAX_MISSING {
                    self.missing.push(name);
                    self.missing_at.push(token.span);
                }
            }
        }
    }

    /// Whether a file has been read before and is not to be read again.
    fn is_known(&self, path: &str) -> bool {
        !self.sources.rules.includes_again && self.files.0.iter().any(|file| file.name == path)
    }

    /// Reads an included file, unless it has been read before and is not to be read again.
    fn found(&mut self, path: String, text: String, from: Span, depth: usize) {
        if !self.is_known(&path) {
            self.inclusions.push((from, self.files.0.len()));
            self.file(path, text, from, depth + 1);
        }
    }
}

/// Whether a file of this name is one that the preprocessor has made.
pub(crate) fn is_made(name: &str) -> bool {
    [COMMAND_LINE, PASTED].contains(&name)
}

/// Returns the folder of a file, if its name has one.
fn folder_of(name: &str) -> Option<&str> {
    name.rsplit_once(is_separator).map(|(folder, _)| folder)
}

/// Whether a text has a line with a directive of the preprocessor.
pub(crate) fn has_directive(text: &str) -> bool {
    const WORDS: [&str; 10] =
        ["define", "undef", "include", "if", "ifdef", "ifndef", "endif", "pragma", "error", "line"];
    let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
    directives.map(str::trim_start).any(|rest| {
        let word = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        // `# If it rains` is a heading.
        WORDS.contains(&word)
    })
}
