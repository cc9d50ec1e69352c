//! The part of C's preprocessor that kernels need: constants and simple macros, conditions, and includes that are found.
//! All other lines that start with `#` are the host's.

use std::collections::HashMap;

use super::diagnostics::Diagnostic;
use super::lex::{Kind, Token, lex};
use super::source::{File, Files, Span};

/// The most files that a program includes within each other.
pub(crate) const DEEPEST_INCLUDE: usize = 32;
/// The most macros within macros.
pub(crate) const DEEPEST_MACRO: usize = 64;
/// The most tokens that a program may have once its macros are expanded.
pub(crate) const MOST_TOKENS: usize = 500_000;
/// The most bytes of a text.
pub(crate) const MOST_BYTES: usize = 16 << 20;

#[derive(Clone)]
struct Macro {
    /// Names of parameters; none of a constant.
    parameters: Option<Vec<String>>,
    body: Vec<Token>,
}

/// What came of a program's texts.
pub(crate) struct Preprocessed {
    pub files: Files,
    pub tokens: Vec<Token>,
    /// What went wrong with macros: an error where a kernel is, nobody's business elsewhere.
    pub doubts: Vec<Diagnostic>,
    /// What stops everything.
    pub fatal: Option<Diagnostic>,
}

/// A condition that is open: whether its lines count, and whether one of its branches has.
struct Condition {
    open: bool,
    done: bool,
}

struct Preprocessor<'a> {
    files: Files,
    load: &'a dyn Fn(&str) -> Option<String>,
    macros: HashMap<String, Macro>,
    out: Vec<Token>,
    doubts: Vec<Diagnostic>,
    fatal: Option<Diagnostic>,
}

/// Reads a text and those that it includes; `load` gives those that there are.
pub(crate) fn preprocess(name: &str, text: &str, load: &dyn Fn(&str) -> Option<String>) -> Preprocessed {
    let mut this = Preprocessor {
        files: Files::default(),
        load,
        macros: HashMap::new(),
        out: Vec::new(),
        doubts: Vec::new(),
        fatal: None,
    };
    this.file(name.to_owned(), text.to_owned(), Span::default(), 0);
    Preprocessed { files: this.files, tokens: this.out, doubts: this.doubts, fatal: this.fatal }
}

impl Preprocessor<'_> {
    fn stop(&mut self, finding: Diagnostic) {
        self.fatal.get_or_insert(finding);
    }

    fn text(&self, token: &Token) -> &str {
        self.files.text(token.text)
    }

    fn file(&mut self, name: String, text: String, from: Span, depth: usize) {
        let number = self.files.0.len() as u32;
        let at = if depth == 0 { Span { file: number, ..Span::default() } } else { from };
        if depth > DEEPEST_INCLUDE {
            let title = format!("files include each other {depth} deep: {DEEPEST_INCLUDE} is the most");
            return self.stop(Diagnostic::error("B0001", at, title));
        }
        if text.len() > MOST_BYTES {
            let title = format!("`{name}` has more than {MOST_BYTES} bytes");
            self.files.0.push(File { name, text: String::new() });
            return self.stop(Diagnostic::error("B0002", at, title));
        }
        let tokens = lex(number, &text);
        self.files.0.push(File { name, text });
        let mut conditions: Vec<Condition> = Vec::new();
        let mut at = 0;
        while at < tokens.len() && self.fatal.is_none() {
            let token = tokens[at];
            let counts = conditions.iter().all(|condition| condition.open);
            if token.starts_line && self.text(&token) == "#" {
                let end = (at + 1..tokens.len()).find(|&i| tokens[i].starts_line).unwrap_or(tokens.len());
                self.directive(&tokens[at + 1..end], &mut conditions, counts, depth);
                at = end;
                continue;
            }
            if !counts {
                at += 1;
                continue;
            }
            // A line at a time would part macros from arguments on the next: up to the next directive.
            let is_directive = |i: usize| tokens[i].starts_line && self.text(&tokens[i]) == "#";
            let end = (at + 1..tokens.len()).find(|&i| is_directive(i)).unwrap_or(tokens.len());
            let mut out = std::mem::take(&mut self.out);
            self.expand(&tokens[at..end], &mut Vec::new(), &mut out);
            self.out = out;
            at = end;
        }
    }

    fn directive(&mut self, line: &[Token], conditions: &mut Vec<Condition>, counts: bool, depth: usize) {
        let Some(word) = line.first().map(|token| self.text(token).to_owned()) else { return };
        let rest = &line[1..];
        match word.as_str() {
            "ifdef" | "ifndef" => {
                let known = rest.first().is_some_and(|name| self.macros.contains_key(self.text(name)));
                let open = known == (word == "ifdef");
                conditions.push(Condition { open, done: open });
            }
            "if" => {
                let open = counts && self.holds(rest);
                conditions.push(Condition { open, done: open });
            }
            "elif" | "else" => {
                let holds = word == "else" || self.holds(rest);
                if let Some(condition) = conditions.last_mut() {
                    condition.open = !condition.done && holds;
                    condition.done |= condition.open;
                }
            }
            "endif" => {
                conditions.pop();
            }
            _ if !counts => {}
            "define" => self.define(rest),
            "undef" => {
                if let Some(name) = rest.first() {
                    let name = self.text(name).to_owned();
                    self.macros.remove(&name);
                }
            }
            "include" => self.include(rest, depth),
            _ => {}
        }
    }

    fn define(&mut self, rest: &[Token]) {
        let Some(name) = rest.first().filter(|token| token.kind == Kind::Word) else { return };
        let function = rest.get(1).is_some_and(|open| self.text(open) == "(" && open.text.start == name.text.end);
        let (parameters, body) = if function {
            let Some(close) = rest.iter().position(|token| self.text(token) == ")") else { return };
            let names = rest[2..close].iter().filter(|token| token.kind == Kind::Word);
            (Some(names.map(|token| self.text(token).to_owned()).collect()), &rest[close + 1..])
        } else {
            (None, &rest[1..])
        };
        let name = self.text(name).to_owned();
        self.macros.insert(name, Macro { parameters, body: body.to_vec() });
    }

    fn include(&mut self, rest: &[Token], depth: usize) {
        let Some(token) = rest.first().filter(|token| token.kind == Kind::Quoted) else { return };
        let name = self.text(token).trim_matches('"').to_owned();
        let folder = self.files.0[token.text.file as usize].name.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let first = self.files.0[0].name.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        // Names are relative to the file that includes; those handed on, to the first file.
        let inside = match (folder, first) {
            (Some(folder), first) if Some(&folder) != first.as_ref() => {
                let below = first.and_then(|first| folder.strip_prefix(&format!("{first}/")).map(str::to_owned));
                format!("{}/{name}", below.unwrap_or(folder))
            }
            _ => name,
        };
        let shown = match self.files.0[0].name.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{inside}"),
            None => inside.clone(),
        };
        // A file that is included twice comes once.
        if self.files.0.iter().any(|file| file.name == shown) {
            return;
        }
        if let Some(text) = (self.load)(&inside) {
            self.file(shown, text, token.span, depth + 1);
        }
    }

    /// Puts the tokens out with their macros expanded.
    fn expand(&mut self, tokens: &[Token], active: &mut Vec<String>, out: &mut Vec<Token>) {
        let mut at = 0;
        while at < tokens.len() && self.fatal.is_none() {
            let token = tokens[at];
            at += 1;
            if out.len() >= MOST_TOKENS {
                let title = format!("macros grow this program to {} tokens: {MOST_TOKENS} is the most", out.len() + 1);
                return self.stop(Diagnostic::error("B0003", token.span, title));
            }
            if token.kind != Kind::Word {
                out.push(token);
                continue;
            }
            let name = self.text(&token);
            let Some(found) = self.macros.get(name).filter(|_| !active.iter().any(|active| active == name)) else {
                out.push(token);
                continue;
            };
            let (name, found) = (name.to_owned(), found.clone());
            if active.len() >= DEEPEST_MACRO {
                let title = format!("macros expand {} deep: {DEEPEST_MACRO} is the most", active.len() + 1);
                return self.stop(Diagnostic::error("B0004", token.span, title));
            }
            let mut body = found.body;
            if let Some(parameters) = found.parameters {
                if tokens.get(at).is_none_or(|open| self.text(open) != "(") {
                    out.push(token);
                    continue;
                }
                let Some((arguments, end)) = self.arguments(tokens, at) else {
                    out.push(token);
                    continue;
                };
                let none = parameters.is_empty() && arguments.len() == 1 && arguments[0].is_empty();
                if arguments.len() != parameters.len() && !none {
                    let (takes, got) = (parameters.len(), arguments.len());
                    let title = format!("macro `{name}` takes {takes} argument{}, not {got}", plural(takes));
                    self.doubts.push(Diagnostic::error("B0005", token.span, title));
                    out.push(token);
                    continue;
                }
                at = end;
                let mut filled = Vec::new();
                let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
                for part in &body {
                    let parameter = parameters.iter().position(|parameter| parameter == self.text(part));
                    match parameter.filter(|_| part.kind == Kind::Word) {
                        Some(parameter) => {
                            if expanded[parameter].is_none() {
                                let mut argument = Vec::new();
                                // Deeper by one, so that arguments within arguments end.
                                active.push(String::new());
                                self.expand(&arguments[parameter], active, &mut argument);
                                active.pop();
                                expanded[parameter] = Some(argument);
                            }
                            filled.extend(expanded[parameter].iter().flatten().copied());
                        }
                        None => filled.push(Token { span: token.span, ..*part }),
                    }
                    if filled.len() > MOST_TOKENS {
                        let title =
                            format!("macro `{name}` grows to {} tokens: {MOST_TOKENS} is the most", filled.len());
                        return self.stop(Diagnostic::error("B0003", token.span, title));
                    }
                }
                body = filled;
            } else {
                for part in &mut body {
                    part.span = token.span;
                }
            }
            active.push(name);
            self.expand(&body, active, out);
            active.pop();
        }
    }

    /// The arguments of a call whose bracket is at `open`, and where it ends.
    fn arguments(&self, tokens: &[Token], open: usize) -> Option<(Vec<Vec<Token>>, usize)> {
        let mut arguments = vec![Vec::new()];
        let mut depth = 0;
        for (at, token) in tokens.iter().enumerate().skip(open) {
            let text = self.text(token);
            match text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            match text {
                "(" if depth == 1 => {}
                ")" if depth == 0 => return Some((arguments, at + 1)),
                "," if depth == 1 => arguments.push(Vec::new()),
                _ => arguments.last_mut()?.push(*token),
            }
        }
        None
    }

    /// Whether the condition of an `#if` is not 0. What is no condition is 0, as an unknown name is.
    fn holds(&mut self, line: &[Token]) -> bool {
        // `defined` comes before expansion.
        let mut resolved: Vec<Token> = Vec::new();
        let mut at = 0;
        while at < line.len() {
            if self.text(&line[at]) == "defined" {
                let open = usize::from(line.get(at + 1).is_some_and(|token| self.text(token) == "("));
                let known = line.get(at + 1 + open).is_some_and(|name| self.macros.contains_key(self.text(name)));
                resolved.push(Token { kind: Kind::Int(known.into()), ..line[at] });
                at += 2 + 2 * open;
            } else {
                resolved.push(line[at]);
                at += 1;
            }
        }
        let mut expanded = Vec::new();
        self.expand(&resolved, &mut Vec::new(), &mut expanded);
        let mut reader = Arithmetic { files: &self.files, tokens: &expanded, at: 0, depth: 0 };
        reader.binary(0).is_some_and(|value| value != 0)
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The whole-number arithmetic of `#if`.
struct Arithmetic<'a> {
    files: &'a Files,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

impl Arithmetic<'_> {
    fn sign(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| self.files.text(token.text))
    }

    fn binary(&mut self, least: u8) -> Option<i64> {
        let mut left = self.unary()?;
        loop {
            let sign = self.sign().to_owned();
            let strength = match sign.as_str() {
                "||" => 1,
                "&&" => 2,
                "==" | "!=" => 3,
                "<" | ">" | "<=" | ">=" => 4,
                "+" | "-" => 5,
                "*" | "/" | "%" => 6,
                _ => return Some(left),
            };
            if strength <= least {
                return Some(left);
            }
            self.at += 1;
            let right = self.binary(strength)?;
            left = match sign.as_str() {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "<" => i64::from(left < right),
                ">" => i64::from(left > right),
                "<=" => i64::from(left <= right),
                ">=" => i64::from(left >= right),
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "*" => left.wrapping_mul(right),
                "/" => left.checked_div(right)?,
                _ => left.checked_rem(right)?,
            };
        }
    }

    fn unary(&mut self) -> Option<i64> {
        let token = *self.tokens.get(self.at)?;
        let sign = self.sign().to_owned();
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST_MACRO {
            return None;
        }
        let value = match sign.as_str() {
            "!" => self.unary().map(|value| i64::from(value == 0)),
            "-" => self.unary().map(i64::wrapping_neg),
            "(" => {
                let value = self.binary(0);
                (self.sign() == ")").then(|| self.at += 1)?;
                value
            }
            _ => match token.kind {
                Kind::Int(value) => Some(value),
                Kind::Word => Some(0),
                _ => None,
            },
        };
        self.depth -= 1;
        value
    }
}
