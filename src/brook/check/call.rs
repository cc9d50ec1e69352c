//! Calls: of kernels, of the language's functions, of types that make vectors.

use super::body::Body;
use super::convert::Value;
use super::{Checked, Checker, Failed};
use crate::brook::intrinsics;
use crate::brook::parse::is_float_type;
use crate::brook::types::Type;
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span};

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl Checker<'_> {
    pub(super) fn call(&mut self, body: &mut Body, name: &Name, arguments: &[ast::Expr], span: Span) -> Checked<Value> {
        let word = name.text.as_str();
        if let Some(&kernel) = self.by_name.get(word) {
            return self.call_kernel(body, kernel, name, arguments, span);
        }
        if is_float_type(word) || word == "float1" {
            let count = word.strip_prefix("float").and_then(|n| n.parse().ok()).unwrap_or(1);
            if arguments.is_empty() {
                let title = format!("`{word}()` has no value");
                return self.fail(Diagnostic::error(Code::B0328, span, title).help(format!("a zero is `{word}(0.0)`")));
            }
            return Ok(Value::Plain(self.vector(body, arguments, count, span, false)?));
        }
        // `typedef float4 Hit;`, and `Hit(a, b, c, d)`.
        if let Some(Type::Float(components)) = self.types.alias(name) {
            return Ok(Value::Plain(self.vector(body, arguments, components.count(), span, false)?));
        }
        match (word, arguments) {
            ("int", [one]) => {
                let value = self.value(body, one)?;
                let mut fields = self.coerce(value, Type::Int, "this cast", one.span)?;
                return Ok(Value::Plain(fields.pop().ok_or(Failed)?));
            }
            ("modf" | "frexp", [of, out]) => return self.parted(body, word, of, out, span),
            ("sincos", [of, sine, cosine]) => return self.sine_and_cosine(body, of, [sine, cosine], span),
            ("modf" | "frexp" | "sincos", _) => {
                let takes = if word == "sincos" { 3 } else { 2 };
                return self.wrong_count(name, takes, arguments.len(), None);
            }
            ("push", _) => {
                let title = "`push` stands alone, it gives nothing";
                return self.fail(Diagnostic::error(Code::B0313, span, title).help("write `push(v);`"));
            }
            _ => {}
        }
        match intrinsics::find(word) {
            Some((intrinsic, takes, rule)) => self.intrinsic(body, (name, intrinsic, takes, rule), arguments, span),
            None => self.unresolved_function(body, name),
        }
    }

    pub(super) fn wrong_count<T>(&mut self, name: &Name, takes: usize, got: usize, at: Option<Span>) -> Checked<T> {
        let title = format!("`{}` takes {takes} argument{}, not {got}", name.text, plural(takes));
        let diagnostic = Diagnostic::error(Code::B0603, name.span, title);
        self.fail(match at {
            Some(at) => diagnostic.other(at, "declared here"),
            None => diagnostic,
        })
    }
}
