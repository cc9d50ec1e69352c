//! Reads a kernel and rewrites it for whoever writes shaders out: `fetch(keys, i)` becomes a call of `fetch_keys( i)`, and
//! so on. Every replacement has the length of what it replaces, so that lines and columns stay those of the kernel.

use crate::syntax::nearest;

use super::diagnose::{CompileError, Problem};
use super::interface::{self, Interface, Refusal};
use super::source::{Line, Source};
use super::token::{Kind, Token, tokens};
use super::words::{NEEDS_INTEGERS, is_integer_type, is_of_bits, is_type, refuse_word};
use super::written::unsure;

/// A kernel that has been read.
pub(crate) struct Parsed {
    pub name: String,
    pub interface: Interface,
    /// The text, rewritten.
    pub body: String,
    /// Where each line of the body was written.
    pub lines: Vec<Line>,
    pub uses: Uses,
    /// Of each output, whether a run may leave it unwritten, or read it before it is written: such are zero at first.
    pub unsure: Vec<bool>,
}

/// Which of the access functions the text calls that are not known by their names alone.
#[derive(Clone, Default, Debug)]
pub(crate) struct Uses {
    /// An entry for each input.
    pub inputs: Vec<InputUse>,
    pub here_x: bool,
    pub here_y: bool,
    /// Names whose `count`, `width` or `height` is asked, with which.
    pub extents: Vec<(&'static str, String)>,
}

/// How an input is read.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct InputUse {
    pub linear: bool,
    pub column_row: bool,
    pub here: bool,
    pub clamped_linear: bool,
    pub clamped_column_row: bool,
}

impl Parsed {
    pub fn of(source: &Source) -> Result<Parsed, Box<CompileError>> {
        let lines = source.lines()?;
        let text: String = lines.iter().flat_map(|line| [line.code.as_str(), "\n"]).collect();
        let locate = |start: usize, end: usize, message: String| {
            let (index, column) = line_of(&lines, start);
            match lines.get(index) {
                Some(line) => {
                    let column = column.min(line.text.len());
                    Problem::at(line, column, (end - start).min(line.text.len() - column), message)
                }
                None => {
                    let (text, code) = (String::new(), String::new());
                    let line = Line { file: source.path().to_owned(), number: 1, text, code };
                    Problem::at(&line, 0, 0, message)
                }
            }
        };
        let found = tokens(&text)
            .map_err(|bad| CompileError::of(source.name(), locate(bad.at, bad.at + bad.length, bad.message.clone())))?;
        let refuse = |refusal: Refusal| {
            let start = found.get(refusal.first).map_or(0, |token| token.start);
            let end = found.get(refusal.last).map_or(start, |token| token.end);
            let mut problem = locate(start, end, refusal.message);
            problem.help = refusal.help;
            CompileError::of(source.name(), problem)
        };
        let (interface, declarations) = interface::read(&text, &found, source.element_type()).map_err(refuse)?;
        let integers = lines.iter().any(|line| line.text.to_ascii_lowercase().contains(NEEDS_INTEGERS));
        let mut rewriter = Rewriter {
            text: &text,
            tokens: &found,
            interface: &interface,
            out: text.clone().into_bytes(),
            uses: Uses { inputs: vec![InputUse::default(); interface.inputs.len()], ..Uses::default() },
        };
        let mut skip = vec![false; found.len()];
        for declaration in declarations {
            skip[declaration.first..=declaration.last].fill(true);
            rewriter.blank(declaration.first, declaration.last);
        }
        let mut has_main = false;
        let mut depth = 0;
        for at in (0..found.len()).filter(|&at| !skip[at]) {
            let word = rewriter.word(at);
            has_main |= depth == 0 && word == "main" && at > 0 && rewriter.word(at - 1) == "void";
            match word {
                "{" | "(" => depth += 1,
                "}" | ")" => depth -= 1,
                ";" | "=" | "[" if depth == 0 => rewriter.global(at).map_err(refuse)?,
                _ => {}
            }
            rewriter.token(at, source.element_type().glsl(), integers).map_err(refuse)?;
        }
        if !has_main {
            let last = found.len().saturating_sub(1);
            return Err(refuse(
                Refusal::new(last, last, "this kernel has no main")
                    .help("what each element runs is `void main() { .. }`"),
            ));
        }
        let Rewriter { out, uses, .. } = rewriter;
        let code: Vec<Token> = found.iter().zip(&skip).filter(|(_, skip)| !**skip).map(|(token, _)| *token).collect();
        let unsure = unsure(&text, &code, &interface.outputs);
        let body = String::from_utf8(out).expect("replacements are ASCII and replace ASCII tokens");
        let body = body.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        Ok(Parsed { name: source.name().to_owned(), interface, body, lines, uses, unsure })
    }

    /// The message for a log of the driver's, about a shader whose prelude has `prelude` lines.
    pub fn refused(&self, log: &str, prelude: usize) -> Box<CompileError> {
        let mut error = CompileError::from_log(&self.name, log, prelude, &self.lines);
        for problem in &mut error.problems {
            let start = problem.column - 1;
            let word = problem.text.get(start..start + problem.length).unwrap_or("");
            if self.interface.inputs.iter().any(|port| port.name == word) {
                problem.help = Some(format!(
                    "an element of the stream is `fetch({word}, i)`; this one's is `fetch({word}, here())`"
                ));
            }
        }
        error
    }
}

/// The index of the line that holds byte `at` of the joined text, and the column in it.
fn line_of(lines: &[Line], at: usize) -> (usize, usize) {
    let mut start = 0;
    for (index, line) in lines.iter().enumerate() {
        let end = start + line.code.len() + 1;
        if at < end {
            return (index, at - start);
        }
        start = end;
    }
    (lines.len(), 0)
}

struct Rewriter<'a> {
    text: &'a str,
    tokens: &'a [Token],
    interface: &'a Interface,
    out: Vec<u8>,
    uses: Uses,
}

impl Rewriter<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    fn blank(&mut self, first: usize, last: usize) {
        for byte in &mut self.out[self.tokens[first].start..self.tokens[last].end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }

    /// Puts `new` in the place of the tokens `first` to `last`, filled up with spaces.
    fn replace(&mut self, first: usize, last: usize, new: &str) -> Result<(), Refusal> {
        let (start, end) = (self.tokens[first].start, self.tokens[last].end);
        if self.text[start..end].contains('\n') {
            return Err(Refusal::new(first, first, "write this call on one line, up to the comma or bracket"));
        }
        self.blank(first, last);
        self.out[start..start + new.len()].copy_from_slice(new.as_bytes());
        Ok(())
    }

    /// A variable outside functions: elements are computed each by itself, and a packed output runs the kernel four times.
    fn global(&self, at: usize) -> Result<(), Refusal> {
        let first = (0..at).rev().take_while(|&before| ![";", "}"].contains(&self.word(before))).last();
        // A prototype ends in its bracket.
        let Some(first) = first.filter(|&first| self.word(first) != "const" && self.word(at - 1) != ")") else {
            return Ok(());
        };
        let help = "declare it in a function, or as `const`; what stays the same for all elements is a `constant`";
        Err(Refusal::new(first, at - 1, "a kernel has no variables outside its functions").help(help))
    }

    fn token(&mut self, at: usize, element: &str, integers: bool) -> Result<(), Refusal> {
        let token = self.tokens[at];
        if token.kind != Kind::Word {
            let unsigned = token.kind == Kind::Number && self.word(at).ends_with(['u', 'U']);
            if unsigned && !integers {
                return Err(Refusal::new(at, at, "a kernel has no unsigned numbers").help("leave the `u` away"));
            }
            return if integers { Ok(()) } else { self.operator(at) };
        }
        let member = at > 0 && self.word(at - 1) == "." && self.tokens[at - 1].end == token.start;
        let word = token.text(self.text).to_owned();
        match word.as_str() {
            _ if member => {}
            "element" | "index" | "here" | "here_x" | "here_y" | "quotient" | "fetch" | "clamped" | "count"
            | "width" | "height"
                if at > 0 && is_type(self.word(at - 1)) =>
            {
                let message = format!("`{word}` cannot be the name of a variable or function");
                return Err(Refusal::new(at, at, message).help("it is a word of the kernel contract"));
            }
            "element" => self.replace(at, at, element)?,
            "index" => self.replace(at, at, "int")?,
            "main" | "here" | "quotient" => {}
            "here_x" => self.uses.here_x = true,
            "here_y" => self.uses.here_y = true,
            "fetch" | "clamped" => self.access(at, &word)?,
            "count" => self.extent(at, "_cnt_", "count")?,
            "width" => self.extent(at, "_wid_", "width")?,
            "height" => self.extent(at, "_hei_", "height")?,
            _ if !integers && (is_integer_type(&word) || is_of_bits(&word)) => {
                let help = format!("say in a comment that the kernel {NEEDS_INTEGERS}, or use floats and `index`");
                return Err(Refusal::new(at, at, format!("a kernel cannot use `{word}`")).help(help));
            }
            _ => refuse_word(&word)
                .map_or(Ok(()), |why| Err(Refusal::new(at, at, format!("a kernel cannot use `{word}`")).help(why)))?,
        }
        Ok(())
    }

    /// Operators on bits and remainders, which old hardware has not: alone, and not as part of `&&`, `||`, `^^`.
    fn operator(&self, at: usize) -> Result<(), Refusal> {
        let sign = self.word(at);
        let touches = |a: usize, b: usize| self.tokens[a].end == self.tokens[b].start;
        let doubled = (at > 0 && self.word(at - 1) == sign && touches(at - 1, at))
            || (self.word(at + 1) == sign && touches(at, at + 1));
        let refused = match sign {
            "%" | "~" => true,
            "&" | "|" | "^" => !doubled,
            "<" | ">" => doubled,
            _ => false,
        };
        if !refused {
            return Ok(());
        }
        let help = format!("say in a comment that the kernel {NEEDS_INTEGERS}, or use quotient(i, d) and floats");
        Err(Refusal::new(at, at, "a kernel has no operators on bits and no remainder").help(help))
    }

    /// `fetch(keys, ..)`: which function it is depends on the number of arguments.
    fn access(&mut self, at: usize, function: &str) -> Result<(), Refusal> {
        let name = self.word(at + 2).to_owned();
        if self.word(at + 1) != "(" || self.word(at + 3) != "," {
            let help =
                format!("it is called as `{function}(name, i)` or `{function}(name, x, y)`, name being an input's");
            return Err(Refusal::new(at, at, format!("`{function}` takes an input and a position")).help(help));
        }
        let Some(input) = self.interface.inputs.iter().position(|port| port.name == name) else {
            return Err(
                Refusal::new(at + 2, at + 2, format!("this kernel has no input `{name}`")).help(self.inputs(&name))
            );
        };
        let clamped = function == "clamped";
        let one_line = |last: usize| !self.text[self.tokens[at].start..self.tokens[last].end].contains('\n');
        if !clamped && (4..8).map(|k| self.word(at + k)).eq(["here", "(", ")", ")"]) && one_line(at + 7) {
            self.uses.inputs[input].here = true;
            return self.replace(at, at + 7, &format!("fetch_{name}_here()"));
        }
        let uses = &mut self.uses.inputs[input];
        match (arguments(self.text, self.tokens, at + 1), clamped) {
            (Some(2), false) => uses.linear = true,
            (Some(2), true) => uses.clamped_linear = true,
            (Some(3), false) => uses.column_row = true,
            (Some(3), true) => uses.clamped_column_row = true,
            (Some(n), _) => {
                let message = format!("`{function}` takes an input and one or two indices, not {}", n - 1);
                return Err(Refusal::new(at, at + 3, message));
            }
            (None, _) => return Err(Refusal::new(at + 1, at + 1, "this bracket is not closed")),
        }
        self.replace(at, at + 3, &format!("{function}_{name}("))
    }

    fn extent(&mut self, at: usize, prefix: &'static str, function: &str) -> Result<(), Refusal> {
        let name = self.word(at + 2).to_owned();
        if self.word(at + 1) != "(" || self.word(at + 3) != ")" {
            let help = format!(
                "it is called as `{function}(name)`, name being an input's or an output's; the word is kept for it"
            );
            return Err(Refusal::new(at, at, format!("`{function}` takes a stream")).help(help));
        }
        if !self.interface.inputs.iter().chain(&self.interface.outputs).any(|port| port.name == name) {
            let message = format!("this kernel has no input or output `{name}`");
            return Err(Refusal::new(at + 2, at + 2, message).help(self.inputs(&name)));
        }
        self.replace(at, at + 3, &format!("{prefix}{name}()"))?;
        if !self.uses.extents.contains(&(prefix, name.clone())) {
            self.uses.extents.push((prefix, name));
        }
        Ok(())
    }

    fn inputs(&self, wrong: &str) -> String {
        let names: Vec<_> = self.interface.inputs.iter().map(|port| port.name.as_str()).collect();
        match (nearest(wrong, names.iter().copied()), names.is_empty()) {
            (_, true) => format!("declare it: `input float {wrong};`"),
            (Some(best), _) => format!("did you mean `{best}`?"),
            (None, _) => format!("its inputs: {}", names.join(", ")),
        }
    }
}

/// How many arguments the call has whose bracket is the token `open`.
fn arguments(text: &str, tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0;
    let mut count = 1;
    for token in &tokens[open..] {
        match token.text(text) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth -= 1;
                if depth == 0 {
                    return Some(count);
                }
            }
            "," if depth == 1 => count += 1,
            _ => {}
        }
    }
    None
}
