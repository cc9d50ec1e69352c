//! What can be wrong with an expression, found before a driver sees it: its words would differ from driver to driver, and
//! some take in silence what others refuse.

use crate::glsl::dialect;
use crate::kernel::{Kind, Token};
use crate::syntax::nearest;

/// Compilers recurse, and some run out of stack without a word.
pub(super) const MAX_TOKENS: usize = 4096;
/// Brackets in brackets.
const MAX_BRACKET_DEPTH: usize = 128;

/// The token in question, what is wrong, and what to do about it.
pub(super) type Mistake<'a> = (&'a Token, String, Option<String>);

/// Finds the first mistake in an expression over these names.
pub(super) fn check<'a>(text: &str, tokens: &'a [Token], names: &[&str]) -> Result<(), Mistake<'a>> {
    words(text, tokens, names)?;
    brackets(text, tokens)?;
    gaps(text, tokens)
}

/// Words that mean nothing here, signs that are no operators, numbers that are none.
fn words<'a>(text: &str, tokens: &'a [Token], names: &[&str]) -> Result<(), Mistake<'a>> {
    for (at, token) in tokens.iter().enumerate() {
        let word = token.text(text);
        let sign = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.text(text));
        let member = sign(at.checked_sub(1)) == ".";
        let called = sign(Some(at + 1)) == "(";
        let fail = |message: String, help: Option<&str>| Err((token, message, help.map(str::to_owned)));
        match token.kind {
            Kind::Sign if "{};=".contains(word) && !comparison(text, tokens, at) => {
                return fail(format!("`{word}` is no part of an expression"), Some("for statements, write a kernel"));
            }
            Kind::Sign if "+-".contains(word) && sign(Some(at + 1)) == word && touching(tokens, at) => {
                let help = "an expression changes no value; part two signs by a space or by brackets";
                return fail(format!("`{word}{word}` is no part of an expression"), Some(help));
            }
            Kind::Sign if "&|".contains(word) && !doubled(text, tokens, at) => {
                return fail(
                    format!("`{word}` is for bits"),
                    Some(if word == "&" { "write `&&`" } else { "write `||`" }),
                );
            }
            Kind::Sign if word == "^" && doubled(text, tokens, at) => {}
            Kind::Sign if word == "%" => return fail("`%` is for integers".into(), Some("of floats, write mod(a, b)")),
            Kind::Sign if word == "~" => return fail("`~` is for integers".into(), None),
            Kind::Sign if word == "^" => {
                return fail("`^` is no power".into(), Some("write pow(a, b), or a * a"));
            }
            Kind::Sign if word == "*" && sign(Some(at + 1)) == "*" => {
                return fail("GLSL has no `**`".into(), Some("write pow(a, b), or a * a"));
            }
            Kind::Number => number(word).or_else(|(message, help)| fail(message, Some(help)))?,
            Kind::Word if member => {}
            Kind::Word if dialect::is_function(word) && !names.contains(&word) && !called => {
                return fail(format!("`{word}` is a function"), Some("it is called with brackets, as in sin(x)"));
            }
            Kind::Word if !(names.contains(&word) || dialect::is_function(word) || is_type(word)) => {
                return Err((token, format!("there is no `{}`", shortened(word)), Some(unknown(word, names))));
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_type(word: &str) -> bool {
    ["float", "vec2", "vec3", "vec4", "bool", "bvec2", "bvec3", "bvec4", "true", "false"].contains(&word)
}

/// Whether nothing stands between a token and the next.
fn touching(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|next| next.start == tokens[at].end)
}

/// Whether a sign is half of `&&`, `||` or `^^`.
fn doubled(text: &str, tokens: &[Token], at: usize) -> bool {
    let same = |other: usize| tokens.get(other).is_some_and(|token| token.text(text) == tokens[at].text(text));
    (same(at + 1) && touching(tokens, at)) || (at > 0 && same(at - 1) && touching(tokens, at - 1))
}

/// Whether the `=` at `number` belongs to `==`, `<=`, `>=` or `!=`.
fn comparison(text: &str, tokens: &[Token], number: usize) -> bool {
    let sign = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.text(text));
    let (before, after) = (sign(number.checked_sub(1)), sign(number.checked_add(1)));
    let touches = |a: usize, b: usize| tokens[a].end == tokens[b].start;
    (["=", "<", ">", "!"].contains(&before) && touches(number - 1, number))
        || (after == "=" && touches(number, number + 1))
}

/// Numbers are decimal floats that `f32` holds; `2` is one of them.
fn number(word: &str) -> Result<(), (String, &'static str)> {
    let digits = word.strip_suffix(['f', 'F']).filter(|digits| digits.contains(['.', 'e', 'E'])).unwrap_or(word);
    let decimal = digits.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
    match digits.parse::<f32>() {
        Ok(value) if decimal && value.is_finite() => Ok(()),
        Ok(_) if decimal => Err((format!("`{word}` is beyond float32"), "its largest is 3.4028235e38")),
        _ => Err((format!("`{word}` is no number here"), "numbers are decimal: 16, 0.5, 1e-3")),
    }
}

fn unknown(word: &str, names: &[&str]) -> String {
    if ["here", "here_x", "here_y", "fetch", "clamped", "count", "width", "height"].contains(&word) {
        return "an expression sees one element of each input, at its own place; to fetch others, write a kernel"
            .into();
    }
    if ["int", "uint"].contains(&word) {
        return "all numbers are floats; floor(x) and trunc(x) drop the fraction".into();
    }
    let mut known = names.to_vec();
    for function in dialect::functions().chain(["vec2", "vec3", "vec4"]) {
        known.push(function);
    }
    if let Some(best) = nearest(&shortened(word), known.into_iter()) {
        return format!("did you mean `{best}`?");
    }
    match names.is_empty() {
        true => "no input and no constant is bound".into(),
        false => format!("it is bound to nothing; bound are {}", names.join(", ")),
    }
}

/// A word as messages show it.
fn shortened(word: &str) -> String {
    if word.len() > 40 { format!("{}..", &word[..40]) } else { word.to_owned() }
}

/// Brackets that do not match or nest too deep, and commas that part no arguments.
fn brackets<'a>(text: &str, tokens: &'a [Token]) -> Result<(), Mistake<'a>> {
    // Each open bracket, and whether it belongs to a call.
    let mut open: Vec<(&Token, bool)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let sign = token.text(text);
        match sign {
            "(" | "[" => {
                let called = sign == "(" && at > 0 && tokens[at - 1].kind == Kind::Word;
                open.push((token, called));
                if open.len() > MAX_BRACKET_DEPTH {
                    let message = format!("{} brackets in brackets; {MAX_BRACKET_DEPTH} is the most", open.len());
                    return Err((token, message, Some("deeper ones go into a kernel".into())));
                }
            }
            ")" | "]" => {
                let matching = if sign == ")" { "(" } else { "[" };
                if open.pop().is_none_or(|(opened, _)| opened.text(text) != matching) {
                    return Err((token, format!("this `{sign}` closes nothing"), None));
                }
            }
            "," if !open.last().is_some_and(|(_, called)| *called) => {
                let help = "decimals are written with a point, and vectors as vec2(a, b)";
                return Err((token, "a comma parts the arguments of a function".into(), Some(help.into())));
            }
            _ => {}
        }
    }
    match open.last() {
        Some((token, _)) => Err((token, format!("this `{}` is not closed", token.text(text)), None)),
        None => Ok(()),
    }
}

/// Two values with nothing between them, or an operator with nothing after it.
fn gaps<'a>(text: &str, tokens: &'a [Token]) -> Result<(), Mistake<'a>> {
    for pair in tokens.windows(2) {
        let (before, after) = (pair[0].text(text), pair[1].text(text));
        let value_before = pair[0].kind != Kind::Sign || before == ")" || before == "]";
        let value_after = pair[1].kind != Kind::Sign || (after == "(" && pair[0].kind != Kind::Word);
        if value_before && value_after {
            return Err((&pair[1], format!("an operator is missing between `{before}` and `{after}`"), None));
        }
    }
    match tokens.last() {
        Some(last) if last.kind == Kind::Sign && ![")", "]"].contains(&last.text(text)) => {
            Err((last, format!("nothing follows this `{}`", last.text(text)), None))
        }
        _ => Ok(()),
    }
}
