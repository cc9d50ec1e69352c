//! Diagnostics of unresolved names, with suggestions.

use super::body::Body;
use super::{Checked, Checker};
use crate::brook::intrinsics;
use crate::syntax::Span;
use crate::syntax::ast::Name;
use crate::syntax::nearest;
use crate::syntax::{Code, Diagnostic, Subject};

impl Checker<'_> {
    /// Reports a variable that does not exist.
    pub(super) fn unresolved_variable<T>(&mut self, body: &Body, name: &str, span: Span) -> Checked<T> {
        let diagnostic = Diagnostic::error(Code::B0324, span, format!("there is no variable `{name}`"));
        let known = body.scopes.iter().flat_map(|scope| scope.keys().map(String::as_str));
        let diagnostic = if self.by_name.contains_key(name) {
            diagnostic.help(format!("`{name}` is a kernel: call it, `{name}(..)`"))
        } else if name.starts_with("__") && (name.ends_with("__") || name == "__cplusplus") {
            diagnostic
                .help("macros that compilers define by themselves are not there: write the value, or `#define` it")
        } else if name == "M_PI" || name == "PI" {
            diagnostic.help("write `3.14159265f`, or `#define PI 3.14159265f`")
        } else {
            match nearest(name, known) {
                Some(best) => diagnostic.help(format!("did you mean `{best}`?")),
                None => {
                    diagnostic.help("kernels do not see the host's variables: pass it as a parameter, or `#define` it")
                }
            }
        };
        self.fail(diagnostic.about(Subject::UnresolvedVariable(name.to_owned())))
    }

    /// Reports a function that does not exist.
    pub(super) fn unresolved_function<T>(&mut self, body: &Body, name: &Name) -> Checked<T> {
        let word = name.text.as_str();
        let diagnostic = Diagnostic::error(Code::B0604, name.span, format!("there is no function `{word}`"));
        let same = |meant: &str| format!("it is called `{meant}` here");
        let diagnostic = match word {
            "mix" => diagnostic.help(same("lerp")),
            "fract" => diagnostic.help(same("frac")),
            "inversesqrt" => diagnostic.help(same("rsqrt")),
            "mod" => diagnostic.help("the remainder is `fmod`, with the sign of the first argument"),
            "sqrtf" | "sinf" | "cosf" | "expf" | "logf" | "powf" | "fabsf" | "floorf" | "ceilf" | "fmodf" => {
                diagnostic.help(same(&word[..word.len() - 1]))
            }
            "tex1D" | "tex2D" | "tex3D" | "texture2D" | "texRECT" => {
                diagnostic.help("streams are read as gathers: `a[i]`")
            }
            "vec2" | "vec3" | "vec4" => diagnostic.help(same(&word.replace("vec", "float"))),
            "ddx" | "ddy" => diagnostic.help("elements know nothing of their neighbours: gather them"),
            "rand" | "random" | "drand48" | "noise" => diagnostic.help("pass random numbers in as a stream"),
            "printf" | "kprintf" | "fprintf" => {
                diagnostic.help("kernels cannot print: what you want to see can be an output of its own")
            }
            "assert" | "malloc" | "free" | "exit" => diagnostic.help("only the host can do that"),
            "pack_4ubyte" | "unpack_4ubyte" | "pack_2half" | "unpack_2half" => {
                diagnostic.help("kernels cannot access the bits of a float: keep the four numbers in a float4")
            }
            "here" => diagnostic.help("the own index is `indexof(a).x`, of a stream `a`"),
            "fetch" => diagnostic.help("an element of a gather is `a[i]`"),
            "mul" => diagnostic.help("there are no matrices: a row times a vector is `dot(row, v)`"),
            _ if word.contains(|c: char| c.is_ascii_uppercase())
                && intrinsics::find(&word.to_lowercase()).is_some() =>
            {
                diagnostic.help(format!("did you mean `{}`?", word.to_lowercase()))
            }
            _ if body.find(word).is_some() => {
                let variable = body.find(word).map_or(name.span, |variable| variable.span);
                diagnostic.other(variable, "a variable").help("an element of a gather is `a[i]`")
            }
            _ => {
                match self.program.host.iter().find(|host| host.text == word) {
                    Some(host) => diagnostic
                        .other(host.span, "a function of the host")
                        .help(format!("make it a kernel, to call it from kernels: `kernel float {word}(..)`")),
                    None if self.program.declared.iter().any(|declared| declared.text == word) => {
                        let declared = self.program.declared.iter().find(|declared| declared.text == word);
                        let title = format!("`{word}` is only declared here, and defined in another file");
                        let diagnostic = Diagnostic { title, ..diagnostic };
                        let diagnostic =
                            declared.map_or(diagnostic.clone(), |name| diagnostic.other(name.span, "declared here"));
                        diagnostic.help("kernels can call only kernels of the same file: move it into this one, or `#include` its file")
                    }
                    None => {
                        let intrinsics = intrinsics::TABLE.iter().map(|(known, ..)| *known);
                        let known = intrinsics.chain(["modf", "frexp", "sincos"]).chain(self.by_name.keys().copied());
                        match nearest(word, known) {
                            Some(best) => diagnostic.help(format!("did you mean `{best}`?")),
                            None => diagnostic
                                .help("kernels can call only kernels of this file, and functions of the language"),
                        }
                    }
                }
            }
        };
        self.fail(diagnostic.about(Subject::UnresolvedFunction(word.to_owned())))
    }
}
