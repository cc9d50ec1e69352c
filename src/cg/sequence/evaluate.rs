//! Evaluates the expressions of a sequence.

use super::SequenceValue;
use super::run::{Ran, Runner};
use crate::ir::{Binary, Unary};
use crate::syntax::{Code, Span, ast, nearest};

/// The maximum number of passes that a sequence may draw.
const MAX_PASSES: usize = 1_000_000;
/// The maximum number of numbers of a value.
const MAX_NUMBERS: usize = 4096;

/// The functions on numbers.
const FUNCTIONS: [&str; 10] = ["floor", "ceil", "abs", "log2", "exp2", "sqrt", "min", "max", "pow", "fmod"];

impl Runner<'_> {
    pub(super) fn truth(&mut self, of: &ast::Expr) -> Ran<bool> {
        Ok(self.number(of)? != 0.0)
    }

    /// Returns the value of an expression that is one number.
    pub fn number(&mut self, of: &ast::Expr) -> Ran<f64> {
        match self.value(of)? {
            SequenceValue::Numbers(numbers) if numbers.len() == 1 => Ok(numbers[0]),
            other => {
                self.fail(Code::C1022, of.span, format!("a number is needed here, and this is {}", other.kind()), "")
            }
        }
    }

    fn numbers(&mut self, of: &ast::Expr) -> Ran<Vec<f64>> {
        match self.value(of)? {
            SequenceValue::Numbers(numbers) => Ok(numbers),
            other => {
                self.fail(Code::C1022, of.span, format!("numbers are needed here, and this is {}", other.kind()), "")
            }
        }
    }

    pub fn value(&mut self, of: &ast::Expr) -> Ran<SequenceValue> {
        let span = of.span;
        Ok(match &of.kind {
            ast::ExprKind::Float(value) => SequenceValue::number((*value).into()),
            ast::ExprKind::Int(value) => SequenceValue::number(*value as f64),
            ast::ExprKind::Name(name) => match self.variables.get(name) {
                Some(value) => value.clone(),
                None => {
                    let near = nearest(name, self.variables.keys().map(String::as_str));
                    let help = near.map_or(String::new(), |near| format!("did you mean `{near}`?"));
                    return self.fail(Code::C1008, span, format!("undefined variable `{name}`"), &help);
                }
            },
            ast::ExprKind::Unary(operator, inner) => {
                let numbers = self.numbers(inner)?;
                let apply = |x: f64| match operator {
                    Unary::Neg => -x,
                    _ => f64::from(x == 0.0),
                };
                SequenceValue::Numbers(numbers.into_iter().map(apply).collect())
            }
            ast::ExprKind::Binary(operator, a, b) => self.binary(*operator, (a, b), span)?,
            ast::ExprKind::Assign(operator, place, given) => {
                let ast::ExprKind::Name(name) = &place.kind else {
                    return self.fail(Code::C1060, place.span, "only a variable can be assigned to", "");
                };
                let value = match operator {
                    None => self.value(given)?,
                    Some(operator) => self.binary(*operator, (place, given), span)?,
                };
                self.variables.insert(name.clone(), value.clone());
                value
            }
            ast::ExprKind::Step { up, before, of } => {
                let ast::ExprKind::Name(name) = &of.kind else {
                    return self.fail(Code::C1060, of.span, "only a variable can be assigned to", "");
                };
                let old = self.number(of)?;
                let new = if *up { old + 1.0 } else { old - 1.0 };
                self.variables.insert(name.clone(), SequenceValue::number(new));
                SequenceValue::number(if *before { new } else { old })
            }
            ast::ExprKind::Select(test, a, b) => match self.truth(test)? {
                true => self.value(a)?,
                false => self.value(b)?,
            },
            ast::ExprKind::Call(name, arguments) => self.call(name, arguments, span)?,
            ast::ExprKind::Member(base, member) => self.member(base, member)?,
            ast::ExprKind::Index(base, index) => {
                let (numbers, at) = (self.numbers(base)?, self.number(index)?);
                match numbers.get(at as usize).filter(|_| at >= 0.0) {
                    Some(number) => SequenceValue::number(*number),
                    None => {
                        let title = format!("index {at} is outside of 0 to {}", numbers.len().saturating_sub(1));
                        return self.fail(Code::C1068, span, title, "");
                    }
                }
            }
            ast::ExprKind::Cast(_, inner) => self.value(inner)?,
            ast::ExprKind::Braces(parts) | ast::ExprKind::Comma(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.numbers(part)?);
                }
                self.counted(all, span)?
            }
            _ => return self.fail(Code::C0000, span, "a sequence has no such expression", ""),
        })
    }

    /// Returns a value of these numbers, of which there is at least one.
    fn counted(&self, numbers: Vec<f64>, span: Span) -> Ran<SequenceValue> {
        match numbers.len() {
            0 => self.fail(Code::C1067, span, "there are no numbers here", ""),
            1..=MAX_NUMBERS => Ok(SequenceValue::Numbers(numbers)),
            count => {
                let title = format!("this value has {count} numbers: the maximum is {MAX_NUMBERS}");
                self.fail(Code::C0001, span, title, "keep more numbers in a texture")
            }
        }
    }

    fn member(&mut self, base: &ast::Expr, member: &ast::Name) -> Ran<SequenceValue> {
        let value = self.value(base)?;
        match (&value, member.text.as_str()) {
            (SequenceValue::Texture { texels, .. }, "width") => Ok(SequenceValue::number(texels.width as f64)),
            (SequenceValue::Texture { texels, .. }, "height") => Ok(SequenceValue::number(texels.height as f64)),
            (SequenceValue::Numbers(numbers), letters) => {
                let at = |letter: char| "xyzw".find(letter).and_then(|k| numbers.get(k).copied());
                match letters.chars().map(at).collect::<Option<Vec<f64>>>() {
                    Some(picked) => Ok(SequenceValue::Numbers(picked)),
                    None => self.fail(Code::C1031, member.span, format!("there is no component `{letters}`"), ""),
                }
            }
            _ => {
                let title = format!("a texture has no `{}`", member.text);
                self.fail(Code::C1031, member.span, title, "it has a `width` and a `height`")
            }
        }
    }

    fn binary(&mut self, operator: Binary, (a, b): (&ast::Expr, &ast::Expr), span: Span) -> Ran<SequenceValue> {
        let (a, b) = (self.numbers(a)?, self.numbers(b)?);
        let count = a.len().max(b.len());
        if a.len() != b.len() && a.len() != 1 && b.len() != 1 {
            let title = format!("`{}` of {} and {} numbers", operator.sign(), a.len(), b.len());
            return self.fail(Code::C1020, span, title, "");
        }
        let at = |of: &[f64], k: usize| of[if of.len() == 1 { 0 } else { k }];
        let mut results = Vec::with_capacity(count);
        for k in 0..count {
            let Some(result) = operate(operator, at(&a, k), at(&b, k)) else {
                return self.fail(Code::C1021, span, format!("a sequence has no `{}`", operator.sign()), "");
            };
            results.push(result);
        }
        Ok(SequenceValue::Numbers(results))
    }

    fn call(&mut self, name: &ast::Name, arguments: &[ast::Expr], span: Span) -> Ran<SequenceValue> {
        let functions = &self.sequences.tree.functions;
        if functions.iter().any(|own| own.name.text == name.text && own.body.is_some()) {
            self.passes += 1;
            if self.passes > MAX_PASSES {
                let title = format!("this sequence draws more than {MAX_PASSES} passes");
                return self.fail(Code::C0001, span, title, "does its loop end?");
            }
            return self.pass(name, arguments, span);
        }
        let each: Option<fn(&[f64]) -> f64> = match (name.text.as_str(), arguments.len()) {
            ("floor", 1) => Some(|x| x[0].floor()),
            ("ceil", 1) => Some(|x| x[0].ceil()),
            ("abs", 1) => Some(|x| x[0].abs()),
            ("log2", 1) => Some(|x| x[0].log2()),
            ("exp2", 1) => Some(|x| x[0].exp2()),
            ("sqrt", 1) => Some(|x| x[0].sqrt()),
            ("min", 2) => Some(|x| x[0].min(x[1])),
            ("max", 2) => Some(|x| x[0].max(x[1])),
            ("pow", 2) => Some(|x| x[0].powf(x[1])),
            ("fmod", 2) => Some(|x| x[0] % x[1]),
            _ => None,
        };
        if each.is_none() && crate::cg::types::numeric(&name.text).is_none() {
            let entries = functions.iter().filter(|own| own.body.is_some()).map(|own| own.name.text.as_str());
            let near = nearest(&name.text, entries.chain(FUNCTIONS));
            let help = near.map_or(String::new(), |near| format!("did you mean `{near}`?"));
            let title = format!("there is no entry and no function `{}` of {} arguments", name.text, arguments.len());
            return self.fail(Code::C3002, name.span, title, &help);
        }
        let mut numbers = Vec::new();
        for argument in arguments {
            numbers.push(self.numbers(argument)?);
        }
        let Some(each) = each else { return self.counted(numbers.concat(), span) };
        let count = numbers.iter().map(Vec::len).max().unwrap_or(1);
        let at = |k: usize| -> Vec<f64> { numbers.iter().map(|own| own[k.min(own.len() - 1)]).collect() };
        Ok(SequenceValue::Numbers((0..count).map(|k| each(&at(k))).collect()))
    }
}

fn operate(operator: Binary, a: f64, b: f64) -> Option<f64> {
    Some(match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Remainder => a % b,
        Binary::Less => f64::from(a < b),
        Binary::LessEqual => f64::from(a <= b),
        Binary::Greater => f64::from(a > b),
        Binary::GreaterEqual => f64::from(a >= b),
        Binary::Equal => f64::from(a == b),
        Binary::NotEqual => f64::from(a != b),
        Binary::LogicalAnd => f64::from(a != 0.0 && b != 0.0),
        Binary::LogicalOr => f64::from(a != 0.0 || b != 0.0),
        _ => return None,
    })
}
