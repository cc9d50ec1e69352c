//! Checks calls of the kernel language's built-in functions.

use super::constants::integer;
use super::convert::common;
use super::rules::{Rule, find, takes};
use super::{Checked, Checker, one};
use crate::ir::{Binary, Expr, ExprKind, Math, Type, Unary};
use crate::syntax::ast::Name;
use crate::syntax::{Code, Diagnostic, Span};

impl Checker<'_> {
    /// Checks a call of a built-in function.
    pub(super) fn builtin(&mut self, name: &Name, values: Vec<Expr>, span: Span) -> Checked<Expr> {
        let word = name.text.as_str();
        let Some(rule) = find(word) else { return Err(super::Failed) };
        let (least, max) = rule.arity();
        if !(least..=max).contains(&values.len()) {
            let counts = if least == max { least.to_string() } else { format!("{least} or {max}") };
            let plural = if counts == "1" { "" } else { "s" };
            let title = format!("`{word}` takes {counts} argument{plural}, not {}", values.len());
            return self.fail(Diagnostic::error(Code::K0305, name.span, title).help(takes(word)));
        }
        match self.typed(rule, &values, span)? {
            Some(value) => Ok(value),
            None => self.wrong_arguments(name, rule, &values),
        }
    }

    /// Returns the call with its arguments converted, or `None` if the function does not take arguments of these types.
    fn typed(&mut self, rule: Rule, values: &[Expr], span: Span) -> Checked<Option<Expr>> {
        let counts: Vec<usize> = values.iter().map(|value| value.ty.count()).collect();
        let alike = counts.iter().all(|&count| count == counts[0]);
        let floats = values.iter().all(|value| value.ty.is_float() || value.ty == Type::AbstractInt);
        let of_bools = matches!(rule, Rule::Logic(_) | Rule::Not);
        let first = values[0].ty;
        let fine = match rule {
            Rule::Each(_) | Rule::Whole(_) | Rule::Test(_) | Rule::Atan => floats && alike,
            Rule::Mod => floats && (alike || counts[1] == 1),
            Rule::Edge(_) => {
                let (x, edges) = counts.split_last().unwrap_or((&1, &[]));
                floats && edges.iter().all(|edge| edge == &edges[0]) && [*x, 1].contains(&edges[0])
            }
            Rule::Refract => floats && counts[0] == counts[1] && counts[2] == 1,
            Rule::Cross => floats && counts == [3, 3],
            Rule::Number(_) => !first.is_bool() && !matches!(first, Type::Uint(_)),
            Rule::Bound(_) => alike || counts[1..].iter().all(|&count| count == 1),
            Rule::Mix => return self.mix(values, span),
            Rule::Compare(_) => alike && counts[0] > 1,
            Rule::Logic(_) | Rule::Not => first.is_bool() && counts[0] > 1,
            Rule::Bits(_, from, _) => super::convert::converts(first.scalar(), from),
            Rule::Modf => false,
        };
        if !fine {
            return Ok(None);
        }
        let shared = match (rule, common(values)) {
            _ if of_bools => Type::BOOL,
            (Rule::Bits(_, from, _), _) => from,
            (_, Err(_)) => return Ok(None),
            (Rule::Compare(operator), Ok(Type::BOOL)) if ![Binary::Equal, Binary::NotEqual].contains(&operator) => {
                return Ok(None);
            }
            (Rule::Number(math) | Rule::Bound(math), Ok(Type::AbstractInt)) => {
                if let Some(value) = folded(math, values) {
                    return Ok(Some(Expr::new(ExprKind::AbstractInt(value), Type::AbstractInt, span)));
                }
                Type::Index
            }
            (Rule::Bound(_), Ok(Type::BOOL)) => return Ok(None),
            (Rule::Number(_) | Rule::Bound(_) | Rule::Compare(_), Ok(shared)) => shared,
            _ => Type::FLOAT,
        };
        let mut given = Vec::new();
        for value in values {
            given.push(self.convert(value.clone(), shared.with(value.ty.components()))?);
        }
        let ty = given[0].ty;
        let of = |math: Math, given: Vec<Expr>, ty: Type| Expr::new(ExprKind::Math(math, given), ty, span);
        Ok(Some(match rule {
            Rule::Each(math) | Rule::Number(math) | Rule::Bound(math) => of(math, given, ty),
            Rule::Whole(math) => of(math, given, Type::FLOAT),
            Rule::Mod => of(Math::Mod, given, ty),
            Rule::Edge(math) => {
                let ty = given[given.len() - 1].ty;
                of(math, given, ty)
            }
            Rule::Refract => of(Math::Refract, given, ty),
            Rule::Cross => of(Math::Cross, given, ty),
            Rule::Atan if given.len() == 2 => of(Math::Atan2, given, ty),
            Rule::Atan => of(Math::Atan, given, ty),
            Rule::Test(math) => of(math, given, Type::bools(ty.count())),
            Rule::Logic(math) => of(math, given, Type::BOOL),
            Rule::Bits(math, _, to) => of(math, given, to.with(ty.components())),
            Rule::Not => {
                let [value] = <[Expr; 1]>::try_from(given).map_err(|_| super::Failed)?;
                Expr::new(ExprKind::Unary(Unary::Not, Box::new(value)), ty, span)
            }
            Rule::Compare(operator) => {
                let [a, b] = <[Expr; 2]>::try_from(given).map_err(|_| super::Failed)?;
                super::operators::join(operator, a, b, Type::bools(ty.count()), span)
            }
            Rule::Mix | Rule::Modf => return Ok(None),
        }))
    }

    /// Checks `mix(a, b, weight)`. If the weight is a vector of bools, it selects `a` or `b` for each component.
    fn mix(&mut self, values: &[Expr], span: Span) -> Checked<Option<Expr>> {
        let [a, b, weight] = values else { return Ok(None) };
        let number = |value: &Expr| value.ty.is_float() || value.ty == Type::AbstractInt;
        let count = a.ty.count();
        if !number(a) || !number(b) || b.ty.count() != count {
            return Ok(None);
        }
        let ty = Type::floats(count);
        let (a, b) = (self.convert(a.clone(), ty)?, self.convert(b.clone(), ty)?);
        let kind = if weight.ty == Type::bools(count) {
            ExprKind::Select(Box::new(weight.clone()), Box::new(b), Box::new(a))
        } else if number(weight) && [1, count].contains(&weight.ty.count()) {
            let weight = self.convert(weight.clone(), Type::floats(weight.ty.count()))?;
            ExprKind::Math(Math::Mix, vec![a, b, weight])
        } else {
            return Ok(None);
        };
        Ok(Some(Expr::new(kind, ty, span)))
    }

    /// Reports that a function does not take arguments of these types.
    fn wrong_arguments<T>(&mut self, name: &Name, rule: Rule, values: &[Expr]) -> Checked<T> {
        let types: Vec<String> = values.iter().map(|value| one(value.ty)).collect();
        let title = format!("`{}` does not take {}", name.text, types.join(" and "));
        let mut diagnostic = Diagnostic::error(Code::K0306, name.span, title);
        for value in values {
            diagnostic = diagnostic.other(value.span, one(value.ty));
        }
        diagnostic = diagnostic.help(takes(&name.text));
        let of_floats = !matches!(
            rule,
            Rule::Number(_) | Rule::Bound(_) | Rule::Compare(_) | Rule::Logic(_) | Rule::Not | Rule::Bits(..)
        );
        let beside_floats = values.iter().any(|value| value.ty.is_float());
        let odd = values.iter().find(|value| !value.ty.is_float() && value.ty != Type::AbstractInt);
        if let Some(odd) = odd.filter(|_| of_floats || beside_floats && matches!(rule, Rule::Bound(_))) {
            let help = match rule {
                Rule::Mod if odd.ty == Type::Index && !beside_floats => {
                    Some("of positions it is `i - d * quotient(i, d)`".to_owned())
                }
                _ => self.conversion(odd, Type::floats(odd.ty.count())),
            };
            if let Some(help) = help {
                diagnostic = diagnostic.help(help);
            }
        }
        self.fail(diagnostic)
    }
}

/// Folds a function of abstract ints.
fn folded(math: Math, values: &[Expr]) -> Option<i64> {
    let values: Vec<i64> = values.iter().map(integer).collect::<Option<_>>()?;
    match (math, values.as_slice()) {
        (Math::Abs, [a]) => a.checked_abs(),
        (Math::Sign, [a]) => Some(a.signum()),
        (Math::Min, [a, b]) => Some(*a.min(b)),
        (Math::Max, [a, b]) => Some(*a.max(b)),
        (Math::Clamp, [a, low, high]) => Some(*a.max(low).min(high)),
        _ => None,
    }
}
