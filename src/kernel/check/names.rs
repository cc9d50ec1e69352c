//! Reserved names, and errors for names that cannot be resolved.

use super::{Body, Checked, Checker, Global, rules, type_names};
use crate::kernel::parse::refuse_keyword;
use crate::syntax::ast::Name;
use crate::syntax::{Code, Diagnostic, Span, nearest};

/// The functions of the kernel contract, which access streams, extents and positions.
pub(super) const ACCESS: [&str; 9] =
    ["fetch", "clamped", "count", "width", "height", "here", "here_x", "here_y", "quotient"];

/// The words of the kernel language besides its types and functions.
const KEYWORDS: [&str; 17] = [
    "void",
    "const",
    "in",
    "out",
    "inout",
    "if",
    "else",
    "for",
    "return",
    "break",
    "continue",
    "true",
    "false",
    "input",
    "constant",
    "output",
    "parameter",
];

/// The derivative functions of other shaders, which read neighbouring elements.
const NEIGHBOURS: [&str; 3] = ["dFdx", "dFdy", "fwidth"];

/// The help for an expression that asks for the position of its element.
pub(super) const PLACE: &str =
    "an expression does not know the place of its element; a kernel has `here()`, `here_x()` and `here_y()`";

/// The maximum number of names that a message lists.
const MAX_LISTED: usize = 12;

/// Whether a word belongs to the kernel contract.
fn of_contract(word: &str) -> bool {
    ["element", "index"].contains(&word) || ACCESS.contains(&word)
}

/// Returns why nothing in a kernel can have this name, or `None` if something can. Words that a dialect or a driver reserves are
/// allowed: the writer of the dialect renames them.
pub(in crate::kernel) fn refuse_name(name: &str) -> Option<&'static str> {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    Some(match name {
        _ if !starts || !letters.all(|c| c.is_ascii_alphanumeric() || c == '_') => {
            "a name is a letter, then letters, digits and underscores"
        }
        _ if name.starts_with("gl_") => "names that start with `gl_` are those of other shaders",
        _ if name.starts_with("fetch_") || name.starts_with("clamped_") => {
            "brooklet reserves names that start like this"
        }
        "main" => "it is what each element runs",
        _ if of_contract(name) => "it is a built-in name of kernels",
        _ if KEYWORDS.contains(&name) || type_names::NAMES.contains(&name) => "it is a word of the kernel language",
        _ if refuse_keyword(name).is_some() => "it is a word of other shaders, which kernels do not have",
        _ if rules::find(name).is_some() => "it is a function of the kernel language",
        _ => return None,
    })
}

/// Whether a word belongs to the textures of other shaders: a sampler type, or a texture function.
fn is_texture_word(word: &str) -> bool {
    let version =
        |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
    let sampler = word.trim_start_matches(['i', 'u']).strip_prefix("sampler");
    ["texture", "texelFetch"].iter().any(|start| word.strip_prefix(start).is_some_and(version))
        || sampler.is_some_and(|rest| !rest.is_empty() && version(rest))
}

/// Returns why a kernel can neither use nor declare a word.
fn refuse_reserved(word: &str) -> Option<&'static str> {
    Some(match word {
        _ if refuse_keyword(word).is_some() => return refuse_keyword(word),
        _ if word.starts_with("gl_") => "the position of this element is `here()`, or `here_x()` and `here_y()`",
        _ if word.starts_with("fetch_") || word.starts_with("clamped_") => {
            "brooklet reserves names that start like this"
        }
        _ if word.starts_with('_') => "names that start with `_` are brooklet's",
        _ => return None,
    })
}

/// Returns why a kernel cannot use a word that has a meaning in other shaders only.
pub(super) fn refuse_word(word: &str) -> Option<&'static str> {
    refuse_reserved(word).or(match word {
        _ if word.starts_with("mat") && word[3..].starts_with(|c: char| c.is_ascii_digit()) => Some(MATRICES),
        _ if NEIGHBOURS.contains(&word) => Some("elements know nothing of their neighbours: fetch them"),
        _ if is_texture_word(word) => Some("streams are read with `fetch(name, i)`"),
        _ => None,
    })
}

/// Returns why a kernel cannot call a function that only other shaders have.
pub(super) fn refuse_function(word: &str) -> Option<&'static str> {
    let other = match word {
        "matrixCompMult" | "outerProduct" | "transpose" | "determinant" | "inverse" => Some(MATRICES),
        "noise1" | "noise2" | "noise3" | "noise4" => Some("pass random numbers in as a stream"),
        _ if ["Unorm", "Snorm", "Half"].iter().any(|kind| {
            word.strip_prefix("pack").or(word.strip_prefix("unpack")).is_some_and(|rest| rest.starts_with(kind))
        }) =>
        {
            Some("not every device has it")
        }
        _ => None,
    };
    refuse_word(word).or(other)
}

const MATRICES: &str = "a kernel has vectors; a matrix is its columns";

impl Checker<'_> {
    /// Reports a name that a variable cannot have. It may hide a built-in function.
    pub(super) fn variable_name(&mut self, name: &Name) -> Checked<()> {
        self.own_name(name, rules::find(&name.text).is_some())
    }

    /// Reports a name that a function cannot have. Built-in functions cannot be redefined.
    pub(super) fn function_name(&mut self, name: &Name) -> Checked<()> {
        self.own_name(name, false)
    }

    fn own_name(&mut self, name: &Name, hides: bool) -> Checked<()> {
        let word = name.text.as_str();
        let diagnostic = if let Some(why) = refuse_reserved(word) {
            Diagnostic::error(Code::K0209, name.span, format!("a kernel cannot use `{word}`")).help(why)
        } else if let Some(why) = refuse_name(word).filter(|_| !hides) {
            let title = format!("`{word}` cannot be the name of a variable or function");
            Diagnostic::error(Code::K0202, name.span, title).help(why)
        } else {
            return Ok(());
        };
        self.fail(diagnostic)
    }

    /// Reports a variable that does not exist.
    pub(super) fn unknown<T>(&mut self, body: &Body, name: &str, span: Span) -> Checked<T> {
        let diagnostic = Diagnostic::error(Code::K0302, span, format!("there is no `{}`", shortened(name)));
        if self.in_expression(span) {
            let help = self.unknown_in_expression(body, name);
            return self.fail(diagnostic.help(help));
        }
        if let Some(why) = refuse_word(name) {
            return self.fail(Diagnostic::error(Code::K0209, span, format!("a kernel cannot use `{name}`")).help(why));
        }
        if self.text.broken {
            // It may be declared in the part that could not be parsed.
            return Err(super::Failed);
        }
        let known = body.names().chain(self.globals.keys().copied()).chain(["here"]);
        let diagnostic = match name {
            "PI" | "M_PI" => diagnostic.help("write `const float pi = 3.14159265;` outside functions"),
            "INFINITY" | "inf" | "NAN" | "nan" => diagnostic.help("pass numbers that are not finite as constants"),
            "element" | "index" => diagnostic.help(format!("`{name}` is a type: `{name}(a)`")),
            _ => match nearest(name, known) {
                Some(best) => diagnostic.help(format!("did you mean `{best}`?")),
                None => {
                    let of_function =
                        format!("declare it: `float {name} = ..;`, or `index {name} = ..;` for a position");
                    diagnostic.help(of_function).help("what a pass is given is a `constant`, at the top")
                }
            },
        };
        self.fail(diagnostic)
    }

    /// Reports a function that does not exist.
    pub(super) fn unknown_function<T>(&mut self, body: &Body, name: &Name) -> Checked<T> {
        let word = name.text.as_str();
        let diagnostic = Diagnostic::error(Code::K0303, name.span, format!("there is no `{}`", shortened(word)));
        if self.in_expression(name.span) {
            let help = self.unknown_in_expression(body, word);
            return self.fail(diagnostic.help(help));
        }
        if let Some(why) = refuse_function(word) {
            let title = format!("a kernel cannot use `{word}`");
            return self.fail(Diagnostic::error(Code::K0209, name.span, title).help(why));
        }
        if self.text.broken {
            return Err(super::Failed);
        }
        let mut known: Vec<&str> = rules::names().chain(ACCESS).chain(type_names::NAMES).collect();
        known.extend(self.by_name.keys().copied());
        let diagnostic = match meant(word).map(str::to_owned).or_else(|| vector(word)) {
            Some(meant) => diagnostic.help(meant),
            None => match nearest(word, known.into_iter()) {
                Some(best) => diagnostic.help(format!("did you mean `{best}`?")),
                None => diagnostic.help("a kernel calls functions of its own text, and those of the kernel language"),
            },
        };
        self.fail(diagnostic)
    }

    /// Returns the help for a name that is not bound in a one-line expression.
    fn unknown_in_expression(&self, body: &Body, word: &str) -> String {
        if ["here", "here_x", "here_y"].contains(&word) || word.starts_with("gl_") {
            return PLACE.into();
        }
        if ACCESS.contains(&word) || NEIGHBOURS.contains(&word) || is_texture_word(word) {
            return "an expression sees one element of each input, at its own place; to fetch others, write a kernel"
                .into();
        }
        if ["int", "uint", "index"].contains(&word) {
            return "all numbers are floats; floor(x) and trunc(x) drop the fraction".into();
        }
        if let Some(why) = meant(word).or_else(|| refuse_function(word)) {
            return why.into();
        }
        if let Some(vector) = vector(word) {
            return vector;
        }
        if ["nan", "NaN", "NAN"].contains(&word) {
            return "to test for NaN, write isnan(x); to use NaN as a value, pass it as a constant".into();
        }
        if ["inf", "Inf", "INFINITY", "infinity"].contains(&word) {
            return "to test for infinity, write isinf(x); to use infinity as a value, pass it as a constant".into();
        }
        let word = shortened(word);
        let own = self.by_name.keys().map(|own| (*own).to_owned());
        let bound = body.names().map(str::to_owned).chain(own);
        let words = rules::names().chain(["vec2", "vec3", "vec4"]).map(str::to_owned);
        let known: Vec<String> = bound.chain(words).collect();
        if let Some(best) = nearest(&word, known.iter().map(String::as_str)) {
            return format!("did you mean `{best}`?");
        }
        let mut names: Vec<&str> = body.names().collect();
        match names.is_empty() {
            true => "no input and no constant is bound".into(),
            false => {
                if names.len() > MAX_LISTED {
                    names.truncate(MAX_LISTED);
                    names.push("..");
                }
                format!("it is not bound; the bound names are {}", names.join(", "))
            }
        }
    }

    /// Reports a name that is not an input (or output) in a place where one is needed.
    pub(super) fn unknown_stream<T>(&mut self, wrong: &str, span: Span, outputs: bool) -> Checked<T> {
        let kinds = if outputs { "input or output" } else { "input" };
        let diagnostic =
            Diagnostic::error(Code::K0310, span, format!("this kernel has no {kinds} `{}`", shortened(wrong)));
        if self.text.broken {
            return Err(super::Failed);
        }
        let diagnostic = match self.globals.get(wrong) {
            Some((Global::Output(_), declared)) => diagnostic.other(*declared, "an output: it is written"),
            Some((Global::Constant(_) | Global::Const(_), declared)) => diagnostic.other(*declared, "a constant"),
            Some((Global::Parameter(_), declared)) => diagnostic.other(*declared, "a parameter"),
            _ => diagnostic,
        };
        let inputs = self.interface.inputs.iter().map(|port| port.name.as_str());
        let written = self.interface.outputs.iter().filter(|_| outputs).map(|port| port.name.as_str());
        let names: Vec<&str> = inputs.chain(written).collect();
        let help = match nearest(wrong, names.iter().copied()) {
            _ if names.is_empty() => format!("declare it: `input float {wrong};`"),
            Some(best) => format!("did you mean `{best}`?"),
            None => format!("its {}: {}", if outputs { "streams" } else { "inputs" }, names.join(", ")),
        };
        self.fail(diagnostic.help(help))
    }
}

/// Returns the help for a function that has this name in another language.
fn meant(word: &str) -> Option<&'static str> {
    Some(match word {
        "lerp" => "it is called `mix` here",
        "frac" => "it is called `fract` here",
        "rsqrt" => "it is called `inversesqrt` here",
        "fmod" => "the remainder is `mod`, with the sign of the second argument",
        "atan2" => "it is `atan(y, x)`",
        "saturate" => "it is `clamp(x, 0.0, 1.0)`",
        "fabs" | "fabsf" => "it is called `abs` here",
        "log10" => "it is `log2(x) * 0.30103`",
        "cbrt" => "it is `sign(x) * pow(abs(x), 1.0 / 3.0)`",
        "rand" | "random" => "pass random numbers in as a stream",
        _ => return None,
    })
}

/// Returns the help for a vector type that has this name in another language: `float2`.
fn vector(word: &str) -> Option<String> {
    type_names::foreign(word).filter(|own| own.contains("vec")).map(|own| format!("it is called `{own}` here"))
}

/// Returns a word as messages show it: cut off after 40 characters.
pub(super) fn shortened(word: &str) -> String {
    let end = word.char_indices().nth(40).map_or(word.len(), |(at, _)| at);
    if end < word.len() { format!("{}..", &word[..end]) } else { word.to_owned() }
}
