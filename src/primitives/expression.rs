//! A one-line expression as a kernel.
//!
//! What is wrong with an expression is found before a driver sees it, as far as it can be: see `mistakes`.

use crate::glsl::dialect;
use crate::kernel::{CompileError, Constant, Kind, Port, Problem, Source, Token, tokens};
use crate::texel::Components;

use super::mistakes::{MAX_TOKENS, check};

/// The name of the expression in messages.
const FILE: &str = "expression";

/// A one-line expression, checked, to be put into a kernel.
pub(crate) struct Snippet {
    kernel: &'static str,
    written: String,
    /// As a kernel has it.
    text: String,
    /// The GLSL type that it must have.
    ty: &'static str,
    /// The name of the functions that let values of that type through.
    exactly: String,
    /// Where a zero was put behind a whole number.
    inserted: Vec<usize>,
}

impl Snippet {
    /// Checks an expression over these names, for a kernel called `kernel`.
    pub fn new(
        kernel: &'static str,
        written: &str,
        names: &[&str],
        ty: &'static str,
    ) -> Result<Snippet, Box<CompileError>> {
        let found = checked(kernel, FILE, written, names)?;
        let (text, inserted) = with_floats(written, &found);
        let exactly = free("exactly", names);
        Ok(Snippet { kernel, written: written.to_owned(), text, ty, exactly, inserted })
    }

    /// The functions of which [`call`](Snippet::call) calls one: that of the right type gives the value, and those of the
    /// others give nothing, since some drivers would narrow a vector in silence.
    pub fn function(&self) -> String {
        let name = &self.exactly;
        let overload = |ty: &str| match ty == self.ty {
            true => format!("{ty} {name}({ty} value) {{ return value; }}\n"),
            false => format!("void {name}({ty} value) {{ }}\n"),
        };
        ["float", "vec2", "vec3", "vec4", "bool"].map(overload).concat()
    }

    /// The expression, where a value of its type may stand.
    pub fn call(&self) -> String {
        format!("{}(\n#include \"{FILE}\"\n)", self.exactly)
    }

    /// The part that the call includes: its name and text.
    pub fn part(&self) -> (&'static str, String) {
        (FILE, self.text.clone())
    }

    /// Puts a driver's findings back into the expression as written.
    pub fn explain(&self, mut error: Box<CompileError>) -> Box<CompileError> {
        // One line, one mistake: what follows from the first is noise.
        let of_expression = error.problems.iter().position(|problem| problem.file == FILE).unwrap_or(0);
        error.problems = error.problems.into_iter().skip(of_expression).take(1).collect();
        error.kernel = self.kernel.to_owned();
        for problem in &mut error.problems {
            // How drivers say that a function gave nothing, or the wrong thing.
            let of_type = [self.exactly.as_str(), "void", "incompatible types", "function return type", "implicit"]
                .iter()
                .any(|words| problem.message.contains(words));
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
                problem.message = format!("this is no {}, which it is to be", self.ty);
            }
            problem.line = 1;
            problem.text = self.written.clone();
            problem.help = None;
        }
        error
    }
}

/// Checks an expression over these names, which stands in `file` of a kernel called `kernel`: its tokens.
fn checked(kernel: &str, file: &str, written: &str, names: &[&str]) -> Result<Vec<Token>, Box<CompileError>> {
    let fail = |at: usize, length: usize, message: String, help: Option<String>| {
        let text = written.to_owned();
        let problem = Problem { file: file.to_owned(), line: 1, column: at + 1, length, text, message, help };
        CompileError::of(kernel, problem)
    };
    for name in names {
        if let Some(why) = dialect::refuse_name(name) {
            let at = written.find(name).unwrap_or(0);
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
    if found.len() > MAX_TOKENS {
        let message = format!("this expression has {} words and signs; {MAX_TOKENS} is the most", found.len());
        return Err(fail(found[MAX_TOKENS].start, 1, message, Some("longer ones go into a kernel".into())));
    }
    check(written, &found, names)
        .map_err(|(token, message, help)| fail(token.start, token.end - token.start, message, help))?;
    Ok(found)
}

/// Checks an expression that goes into a kernel as it is written.
pub(crate) fn check_expression(file: &str, written: &str, names: &[&str]) -> Result<(), Box<CompileError>> {
    checked(file, file, written, names).map(drop)
}

/// A name like `wanted` that is none of `names`.
fn free(wanted: &str, names: &[&str]) -> String {
    let mut name = wanted.to_owned();
    while names.contains(&name.as_str()) {
        name.push('0');
    }
    name
}

/// An expression made ready to be a kernel of its own.
pub(super) struct Expression {
    pub source: Source,
    /// The name of the kernel's output.
    pub output: String,
    snippet: Snippet,
}

impl Expression {
    /// Reads an expression over these inputs and constants, whose value is an `output` element.
    pub fn new(
        written: &str,
        inputs: &[Port],
        constants: &[Constant],
        output: Components,
    ) -> Result<Expression, Box<CompileError>> {
        let names: Vec<&str> = (inputs.iter().map(|port| port.name.as_str()))
            .chain(constants.iter().map(|constant| constant.name.as_str()))
            .collect();
        let snippet = Snippet::new("map", written, &names, output.glsl())?;
        let name = free("result", &names);
        let mut kernel = String::new();
        for port in inputs {
            kernel += &format!("input {} {};\n", port.components.glsl(), port.name);
        }
        for constant in constants {
            kernel += &format!("constant {} {};\n", constant.ty.glsl(), constant.name);
        }
        kernel += &format!("output {} {name};\n{}void main() {{\n", output.glsl(), snippet.function());
        for port in inputs {
            kernel += &format!("{} {} = fetch({}, here());\n", port.components.glsl(), port.name, port.name);
        }
        kernel += &format!("{name} = {};\n}}\n", snippet.call());
        let (file, text) = snippet.part();
        let source = Source::new("map", kernel).part(file, text);
        Ok(Expression { source, output: name, snippet })
    }

    /// Puts a driver's findings back into the expression as written.
    pub fn explain(&self, error: Box<CompileError>) -> Box<CompileError> {
        self.snippet.explain(error)
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
