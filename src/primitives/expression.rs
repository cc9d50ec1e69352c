//! A one-line expression as a kernel.
//!
//! What is wrong with an expression is found here as far as it can be: a driver's words differ from driver to driver.

use crate::dialect;
use crate::error::nearest;
use crate::kernel::{CompileError, Constant, Kind, Port, Problem, Source, Token, tokens};
use crate::texel::Components;

/// The name of the expression in messages.
const FILE: &str = "expression";

/// An expression made ready to be a kernel.
pub(super) struct Expression {
    pub source: Source,
    /// The name of the kernel's output.
    pub output: String,
    written: String,
    components: Components,
    /// A function that takes the result's type and no other: some drivers narrow a vector in silence.
    exactly: String,
    /// Where a zero was put behind a whole number.
    inserted: Vec<usize>,
}

impl Expression {
    /// Reads an expression over these inputs and constants, whose value is an `output` element.
    pub fn new(
        written: &str,
        inputs: &[Port],
        constants: &[Constant],
        output: Components,
    ) -> Result<Expression, Box<CompileError>> {
        let fail = |at: usize, length: usize, message: String, help: Option<String>| {
            let problem = Problem {
                file: FILE.to_owned(),
                line: 1,
                column: at + 1,
                length,
                text: written.to_owned(),
                message,
                help,
            };
            CompileError::of("map", problem)
        };
        let names = || inputs.iter().map(|port| &port.name).chain(constants.iter().map(|constant| &constant.name));
        for name in names() {
            if let Some(why) = dialect::refuse_name(name) {
                let at = written.find(name.as_str()).unwrap_or(0);
                let message = format!("`{name}` cannot be the name of an input or a constant");
                return Err(fail(at, name.len(), message, Some(why.to_owned())));
            }
        }
        if let Some(at) = written.trim_end().find(['\n', '\r']) {
            return Err(fail(at, 1, "an expression is one line".into(), None));
        }
        let found = tokens(written).map_err(|bad| fail(bad.at, bad.length, bad.message, None))?;
        if found.is_empty() {
            return Err(fail(0, 0, "there is no expression".into(), Some("write one, as in `alpha * x + y`".into())));
        }
        for (number, token) in found.iter().enumerate() {
            let word = token.text(written);
            let member = number > 0 && found[number - 1].text(written) == ".";
            if token.kind == Kind::Sign && "{};#=".contains(word) && !comparison(written, &found, number) {
                let message = format!("`{word}` is no part of an expression");
                return Err(fail(token.start, 1, message, Some("for statements, write a kernel".into())));
            }
            let known = names().any(|name| name == word) || dialect::is_function(word) || is_type(word);
            if token.kind == Kind::Word && !member && !known {
                let help = unknown(word, names().map(String::as_str).collect());
                return Err(fail(token.start, word.len(), format!("there is no `{word}`"), Some(help)));
            }
        }
        brackets(written, &found).map_err(|(at, message)| fail(at, 1, message, None))?;
        gaps(written, &found).map_err(|(at, message)| fail(at, 1, message, None))?;
        let (text, inserted) = with_floats(written, &found);
        let free = |mut name: String| {
            while names().any(|taken| *taken == name) {
                name.push('0');
            }
            name
        };
        let (name, exactly) = (free("result".to_owned()), free("exactly".to_owned()));
        let mut kernel = String::new();
        for port in inputs {
            kernel += &format!("input {} {};\n", port.components.glsl(), port.name);
        }
        for constant in constants {
            kernel += &format!("constant {} {};\n", constant.ty.glsl(), constant.name);
        }
        let ty = output.glsl();
        kernel += &format!("output {ty} {name};\n{ty} {exactly}({ty} value) {{ return value; }}\nvoid main() {{\n");
        for port in inputs {
            kernel += &format!("{} {} = fetch({}, here());\n", port.components.glsl(), port.name, port.name);
        }
        kernel += &format!("{name} = {exactly}(\n#include \"{FILE}\"\n);\n}}\n");
        let source = Source::new("map", kernel).part(FILE, text);
        Ok(Expression { source, output: name, written: written.to_owned(), components: output, exactly, inserted })
    }

    /// Puts a driver's findings back into the expression as written.
    pub fn explain(&self, mut error: Box<CompileError>) -> Box<CompileError> {
        // One line, one mistake: what follows from the first is noise.
        let of_expression = error.problems.iter().position(|problem| problem.file == FILE).unwrap_or(0);
        error.problems = error.problems.into_iter().skip(of_expression).take(1).collect();
        for problem in &mut error.problems {
            let of_type = problem.message.contains(&format!("{}(", self.exactly));
            if problem.file == FILE && !of_type {
                let before = self.inserted.iter().filter(|&&at| at < problem.column - 1).count();
                problem.column = (problem.column - 2 * before).max(1);
            } else {
                // It was the type of the whole expression that the driver minded.
                problem.file = FILE.to_owned();
                problem.column = 1;
                problem.length = self.written.len();
            }
            if of_type {
                problem.message = format!("this is no {}, which the result is to be", self.components.glsl());
            }
            problem.line = 1;
            problem.text = self.written.clone();
            problem.help = None;
        }
        error
    }
}

fn is_type(word: &str) -> bool {
    ["float", "vec2", "vec3", "vec4", "bool", "bvec2", "bvec3", "bvec4", "true", "false"].contains(&word)
}

/// Whether the `=` at `number` belongs to `==`, `<=`, `>=` or `!=`.
fn comparison(text: &str, tokens: &[Token], number: usize) -> bool {
    let sign = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.text(text));
    let (before, after) = (sign(number.checked_sub(1)), sign(number.checked_add(1)));
    let touches = |a: usize, b: usize| tokens[a].end == tokens[b].start;
    (["=", "<", ">", "!"].contains(&before) && touches(number - 1, number))
        || (after == "=" && touches(number, number + 1))
}

fn unknown(word: &str, names: Vec<&str>) -> String {
    if ["here", "here_x", "here_y", "fetch", "clamped", "count", "width", "height"].contains(&word) {
        return "an expression sees one element of each input, at its own place; to fetch others, write a kernel"
            .into();
    }
    let mut known = names.clone();
    for function in dialect::functions().chain(["vec2", "vec3", "vec4"]) {
        known.push(function);
    }
    if let Some(best) = nearest(word, known.into_iter()) {
        return format!("did you mean `{best}`?");
    }
    match names.is_empty() {
        true => format!("no input and no constant is bound; bind one to `{word}`"),
        false => format!("it is bound to nothing; bound are {}", names.join(", ")),
    }
}

/// Looks for brackets that do not match.
fn brackets(text: &str, tokens: &[Token]) -> Result<(), (usize, String)> {
    let mut open: Vec<&Token> = Vec::new();
    for token in tokens {
        let sign = token.text(text);
        match sign {
            "(" | "[" => open.push(token),
            ")" | "]" => {
                let matching = if sign == ")" { "(" } else { "[" };
                if open.pop().is_none_or(|opened| opened.text(text) != matching) {
                    return Err((token.start, format!("this `{sign}` closes nothing")));
                }
            }
            _ => {}
        }
    }
    match open.last() {
        Some(token) => Err((token.start, format!("this `{}` is not closed", token.text(text)))),
        None => Ok(()),
    }
}

/// Looks for two values with nothing between them, and for an operator with nothing after it.
fn gaps(text: &str, tokens: &[Token]) -> Result<(), (usize, String)> {
    for pair in tokens.windows(2) {
        let (before, after) = (pair[0].text(text), pair[1].text(text));
        let value_before = pair[0].kind != Kind::Sign || before == ")" || before == "]";
        let value_after = pair[1].kind != Kind::Sign || (after == "(" && pair[0].kind != Kind::Word);
        if value_before && value_after {
            return Err((pair[1].start, format!("an operator is missing between `{before}` and `{after}`")));
        }
    }
    match tokens.last() {
        Some(last) if last.kind == Kind::Sign && ![")", "]"].contains(&last.text(text)) => {
            Err((last.start, format!("nothing follows this `{}`", last.text(text))))
        }
        _ => Ok(()),
    }
}

/// Writes whole numbers as floats (`2` as `2.0`), since ES converts none by itself; those that index stay.
fn with_floats(text: &str, tokens: &[Token]) -> (String, Vec<usize>) {
    let mut out = String::new();
    let mut inserted = Vec::new();
    let mut copied = 0;
    let mut depth = 0;
    for token in tokens {
        let word = token.text(text);
        match word {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        if token.kind == Kind::Number && depth == 0 && word.bytes().all(|byte| byte.is_ascii_digit()) {
            out.push_str(&text[copied..token.end]);
            inserted.push(out.len());
            out.push_str(".0");
            copied = token.end;
        }
    }
    out.push_str(&text[copied..]);
    (out, inserted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_become_floats_and_indices_stay() {
        let text = "2*x[1] + 3.5e2 - 07";
        assert_eq!(with_floats(text, &tokens(text).unwrap()).0, "2.0*x[1] + 3.5e2 - 07.0");
    }
}
