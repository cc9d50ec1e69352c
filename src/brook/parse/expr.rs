//! Expressions, by the strength of their operators.

use super::{LONGEST, Parsed, Parser, is_float_type};
use crate::brook::ast::{Expr, ExprKind};
use crate::brook::diagnostics::Diagnostic;
use crate::brook::ir::{Binary, Unary};
use crate::brook::lex::Kind;

/// Operators on two operands, weakest first.
const LEVELS: [&[(&str, Binary)]; 10] = [
    &[("||", Binary::Either)],
    &[("&&", Binary::Both)],
    &[("|", Binary::Or)],
    &[("^", Binary::Xor)],
    &[("&", Binary::And)],
    &[("==", Binary::Equal), ("!=", Binary::NotEqual)],
    &[("<", Binary::Less), (">", Binary::Greater), ("<=", Binary::LessEqual), (">=", Binary::GreaterEqual)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply), ("/", Binary::Divide), ("%", Binary::Remainder)],
];

const ASSIGNMENTS: [(&str, Option<Binary>); 11] = [
    ("=", None),
    ("+=", Some(Binary::Add)),
    ("-=", Some(Binary::Subtract)),
    ("*=", Some(Binary::Multiply)),
    ("/=", Some(Binary::Divide)),
    ("%=", Some(Binary::Remainder)),
    ("&=", Some(Binary::And)),
    ("|=", Some(Binary::Or)),
    ("^=", Some(Binary::Xor)),
    ("<<=", Some(Binary::ShiftLeft)),
    (">>=", Some(Binary::ShiftRight)),
];

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

impl Parser<'_> {
    /// With commas.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let first = self.assignment()?;
        if !self.is(",") {
            return Ok(first);
        }
        let start = first.span;
        let mut parts = vec![first];
        while self.eat(",") {
            parts.push(self.assignment()?);
        }
        let span = start.to(self.before());
        Ok(Expr { kind: ExprKind::Comma(parts), span })
    }

    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        self.nested(|this| {
            let left = this.conditional()?;
            let sign = this.text(0);
            let Some((_, operator)) = ASSIGNMENTS.iter().find(|(known, _)| *known == sign) else {
                return Ok(left);
            };
            this.at += 1;
            let right = this.assignment()?;
            let span = left.span.to(right.span);
            Ok(Expr { kind: ExprKind::Assign(*operator, boxed(left), boxed(right)), span })
        })
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        self.nested(|this| {
            let then = this.assignment()?;
            this.expect(":", "between the two values of `?:`")?;
            let otherwise = this.assignment()?;
            let span = condition.span.to(otherwise.span);
            Ok(Expr { kind: ExprKind::Select(boxed(condition), boxed(then), boxed(otherwise)), span })
        })
    }

    /// Operators that bind more strongly than `least`, those to the left first.
    fn binary(&mut self, least: usize) -> Parsed<Expr> {
        let mut left = self.unary()?;
        let mut turns = 0;
        while self.token(0).kind == Kind::Sign {
            let sign = self.text(0);
            let of = |level: &&[(&str, Binary)]| level.iter().find(|(known, _)| *known == sign).map(|found| found.1);
            let found = LEVELS.iter().enumerate().find_map(|(level, signs)| Some((level + 1, of(signs)?)));
            let Some((level, operator)) = found.filter(|(level, _)| *level > least) else { break };
            // Each makes the tree one higher.
            turns += 1;
            if turns > LONGEST {
                let title = format!("this expression has {turns} operators in a row: {LONGEST} is the most");
                return self.fail(Diagnostic::error("B0103", self.span(), title).help("keep parts of it in variables"));
            }
            self.at += 1;
            let right = self.nested(|this| this.binary(level))?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(operator, boxed(left), boxed(right)), span };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let first = self.span();
        let operator = match (self.token(0).kind, self.text(0)) {
            (Kind::Sign, "-") => Some(Unary::Minus),
            (Kind::Sign, "!") => Some(Unary::Not),
            (Kind::Sign, "~") => Some(Unary::Complement),
            _ => None,
        };
        if let Some(operator) = operator {
            self.at += 1;
            let of = self.nested(Self::unary)?;
            let span = first.to(of.span);
            return Ok(Expr { kind: ExprKind::Unary(operator, boxed(of)), span });
        }
        match (self.token(0).kind, self.text(0)) {
            (Kind::Sign, "+") => {
                self.at += 1;
                self.nested(Self::unary)
            }
            (Kind::Sign, "++" | "--") => {
                let up = self.text(0) == "++";
                self.at += 1;
                let of = self.nested(Self::unary)?;
                let span = first.to(of.span);
                Ok(Expr { kind: ExprKind::Step { up, before: true, of: boxed(of) }, span })
            }
            (Kind::Sign, "*" | "&") => {
                let help = "an array of elements is a gather: `float a[]`, read as `a[i]`";
                self.fail(Diagnostic::error("B0108", first, "kernels have no pointers").help(help))
            }
            (Kind::Word, "sizeof") => self.fail(Diagnostic::error("B0115", first, "kernels have no `sizeof`")),
            (Kind::Sign, "(") if self.is_word(1) && self.text(2) == ")" && self.types.contains(self.text(1)) => {
                self.at += 1;
                let ty = self.name_here();
                self.at += 2;
                let of = self.nested(Self::unary)?;
                let span = first.to(of.span);
                Ok(Expr { kind: ExprKind::Cast(ty, boxed(of)), span })
            }
            _ => self.postfix(),
        }
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut value = self.primary()?;
        let mut turns = 0;
        loop {
            let span = value.span;
            turns += 1;
            if turns > LONGEST {
                let title = format!("this has {turns} brackets and fields in a row: {LONGEST} is the most");
                return self.fail(Diagnostic::error("B0103", self.span(), title));
            }
            value = match self.text(0) {
                "[" => {
                    self.at += 1;
                    if self.is("]") {
                        let title = "the index is missing";
                        return self.fail(
                            Diagnostic::error("B0116", self.span(), title).label("here goes a number or vector"),
                        );
                    }
                    let index = self.nested(Self::expression)?;
                    let close = self.expect("]", "behind this index")?;
                    Expr { kind: ExprKind::Index(boxed(value), boxed(index)), span: span.to(close) }
                }
                "." if self.token(0).kind == Kind::Sign => {
                    self.at += 1;
                    let name = self.name("the name of a field or component")?;
                    let span = span.to(name.span);
                    Expr { kind: ExprKind::Member(boxed(value), name), span }
                }
                "->" => {
                    let help = "a field is read with a point: `a.field`";
                    return self.fail(Diagnostic::error("B0108", self.span(), "kernels have no pointers").help(help));
                }
                "++" | "--" => {
                    let up = self.text(0) == "++";
                    let span = span.to(self.span());
                    self.at += 1;
                    Expr { kind: ExprKind::Step { up, before: false, of: boxed(value) }, span }
                }
                _ => return Ok(value),
            };
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.token(0);
        let span = token.span;
        let kind = match token.kind {
            Kind::Float(value) => ExprKind::Float(value),
            Kind::Int(value) => ExprKind::Int(value),
            Kind::BadNumber => {
                let title = format!("`{}` is no number", self.text(0));
                return self.fail(Diagnostic::error("B0117", span, title));
            }
            Kind::Quoted => return self.fail(Diagnostic::error("B0118", span, "kernels have no texts and letters")),
            Kind::Unknown => {
                let title = format!("`{}` is no letter of the language", self.text(0));
                return self.fail(Diagnostic::error("B0119", span, title));
            }
            Kind::OpenComment => return self.fail(Diagnostic::error("B0120", span, "this comment has no end")),
            Kind::Word => return self.word(),
            Kind::Sign if self.is("(") => {
                self.at += 1;
                let inner = self.nested(Self::expression)?;
                let close = self.expect(")", "behind this expression")?;
                return Ok(Expr { span: span.to(close), ..inner });
            }
            Kind::Sign if self.is("{") => {
                let title = "values in braces only start a variable";
                let help = "elsewhere a vector is made with its type: `float2(a, b)`";
                return self.fail(Diagnostic::error("B0121", span, title).help(help));
            }
            Kind::Sign | Kind::End => {
                let found = self.found();
                return self.fail(Diagnostic::error("B0122", span, format!("here goes a value, not {found}")));
            }
        };
        self.at += 1;
        Ok(Expr { kind, span })
    }

    fn word(&mut self) -> Parsed<Expr> {
        let name = self.name_here();
        let span = name.span;
        self.at += 1;
        if name.text == "indexof" {
            let bracket = self.eat("(");
            // `indexof o.x` is `(indexof o).x`: only the name belongs to it.
            let of = match bracket {
                true => self.nested(Self::expression)?,
                false if !self.is_word(0) => {
                    let title = "`indexof` of what?";
                    let help = "it is the place of this element in a stream: `indexof(result)`";
                    return self.fail(Diagnostic::error("B0123", span, title).help(help));
                }
                false => {
                    let of = self.name("the name of a stream")?;
                    Expr { kind: ExprKind::Name(of.text), span: of.span }
                }
            };
            if bracket {
                self.expect(")", "behind the stream of `indexof`")?;
            }
            return Ok(Expr { kind: ExprKind::IndexOf(boxed(of)), span: span.to(self.before()) });
        }
        if !self.is("(") {
            if is_float_type(&name.text) {
                let title = format!("`{}` is a type", name.text);
                let help = format!("a value of it is `{}(..)`", name.text);
                return self.fail(Diagnostic::error("B0122", span, title).label("here goes a value").help(help));
            }
            return Ok(Expr { kind: ExprKind::Name(name.text), span });
        }
        self.at += 1;
        let arguments = self.nested(Self::arguments)?;
        let close = self.expect(")", &format!("behind the arguments of `{}`", name.text))?;
        Ok(Expr { kind: ExprKind::Call(name, arguments), span: span.to(close) })
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.is(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.eat(",") {
                return Ok(arguments);
            }
        }
    }
}
