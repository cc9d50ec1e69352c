//! Calls of kernels, of the language's functions, and of types that construct vectors.

use super::body::Body;
use super::convert::Value;
use super::typed::fitted;
use super::{Checked, Checker};
use crate::Components;
use crate::brook::intrinsics;
use crate::brook::types::{Plain, Type, builtin};
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
        // After `typedef float4 Hit;`, `Hit(a, b, c, d)` also constructs a vector.
        let made = self.types.alias(name).or_else(|| builtin(word)).filter(|ty| ty.numbers().is_some());
        if let Some(ty) = made {
            if arguments.is_empty() {
                let zero = if matches!(ty, Type::Float(_)) { "0.0" } else { "0" };
                let title = format!("`{word}()` has no value");
                let help = format!("a zero is `{word}({zero})`");
                return self.fail(Diagnostic::error(Code::B0328, span, title).help(help));
            }
            return Ok(Value::Plain(self.vector(body, arguments, ty, span, false)?));
        }
        match (word, arguments) {
            ("instance", []) => {
                let place = self.own_place(body, span)?;
                return Ok(Value::Plain(fitted(place, Plain::Int(Components::Four))));
            }
            ("instance", _) => return self.wrong_count(name, 0, arguments.len(), None),
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
