//! Expressions, by the strength of their operators.

use super::{LENGTHS, MAX_OPERATORS, Parsed, Parser, is_float_type};
use crate::brook::ast::{Expr, ExprKind};
use crate::brook::ir::{Binary, Unary};
use crate::syntax::lexer::Kind;

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
        self.made(ExprKind::Comma(parts), span)
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
            this.made(ExprKind::Assign(*operator, boxed(left), boxed(right)), span)
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
            this.made(ExprKind::Select(boxed(condition), boxed(then), boxed(otherwise)), span)
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
            if turns > MAX_OPERATORS {
                return self.too_long("expression has", "operators", "keep parts of it in variables");
            }
            self.at += 1;
            let right = self.nested(|this| this.binary(level))?;
            let span = left.span.to(right.span);
            left = self.made(ExprKind::Binary(operator, boxed(left), boxed(right)), span)?;
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
            return self.made(ExprKind::Unary(operator, boxed(of)), span);
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
                self.made(ExprKind::Step { up, before: true, of: boxed(of) }, span)
            }
            (Kind::Sign, "*" | "&") => {
                let help = "an array of elements is a gather: `float a[]`, read as `a[i]`";
                self.refuse("B0108", first, "kernels have no pointers", help)
            }
            (Kind::Word, "sizeof") => self.refuse("B0115", first, "kernels have no `sizeof`", ""),
            (Kind::Sign, "(") if self.cast_words() > 0 => {
                let words = self.cast_words();
                self.at += 1;
                let mut ty = self.name_here();
                for more in 1..words {
                    ty.text = format!("{} {}", ty.text, self.text(more));
                    ty.span = ty.span.to(self.token(more).span);
                }
                self.at += words + 1;
                let of = self.nested(Self::unary)?;
                let span = first.to(of.span);
                self.made(ExprKind::Cast(ty, boxed(of)), span)
            }
            _ => self.postfix(),
        }
    }

    /// How many words of a type stand between the bracket here and the next: of `(float) x` and `(unsigned int) x`.
    fn cast_words(&self) -> usize {
        let two = LENGTHS.contains(&self.text(1)) && self.is_word(2) && self.is_type(self.text(2));
        let words = if two { 2 } else { 1 };
        let cast = self.is_word(1) && self.text(words + 1) == ")" && self.is_type(self.text(1));
        // A variable may have the name of a type that kernels do not know: `(half) * 2`.
        let own = is_float_type(self.text(1)) || self.text(1) == "int" || self.types.contains(self.text(1));
        let value = self.is_word(words + 2)
            || matches!(self.token(words + 2).kind, Kind::Float(_) | Kind::Int(_))
            || self.text(words + 2) == "(";
        if cast && (own || value) { words } else { 0 }
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut value = self.primary()?;
        let mut turns = 0;
        loop {
            let span = value.span;
            turns += 1;
            if turns > MAX_OPERATORS {
                return self.too_long("has", "brackets and fields", "");
            }
            value = match self.text(0) {
                "[" => {
                    self.at += 1;
                    if self.is("]") {
                        return self.no_index();
                    }
                    let index = self.nested(Self::expression)?;
                    let close = self.expect("]", "behind this index")?;
                    self.made(ExprKind::Index(boxed(value), boxed(index)), span.to(close))?
                }
                "." if self.token(0).kind == Kind::Sign => {
                    self.at += 1;
                    let name = self.name("the name of a field or component")?;
                    let span = span.to(name.span);
                    self.made(ExprKind::Member(boxed(value), name), span)?
                }
                "->" => {
                    let help = "a field is read with a point: `a.field`";
                    return self.refuse("B0108", self.span(), "kernels have no pointers", help);
                }
                "++" | "--" => {
                    let up = self.text(0) == "++";
                    let span = span.to(self.span());
                    self.at += 1;
                    self.made(ExprKind::Step { up, before: false, of: boxed(value) }, span)?
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
            Kind::Word => return self.word(),
            Kind::Sign if self.is("(") => {
                self.at += 1;
                let inner = self.nested(Self::expression)?;
                let close = self.expect(")", "behind this expression")?;
                return Ok(Expr { span: span.to(close), ..inner });
            }
            _ => return self.no_value(),
        };
        self.at += 1;
        self.made(kind, span)
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
                    let help = "it is the place of this element in a stream: `indexof(result)`";
                    return self.refuse("B0123", span, "`indexof` of what?", help);
                }
                false => {
                    let of = self.name("the name of a stream")?;
                    Expr::new(ExprKind::Name(of.text), of.span)
                }
            };
            if bracket {
                self.expect(")", "behind the stream of `indexof`")?;
            }
            return self.made(ExprKind::IndexOf(boxed(of)), span.to(self.before()));
        }
        if !self.is("(") {
            if is_float_type(&name.text) {
                return self.type_for_value(&name);
            }
            return self.made(ExprKind::Name(name.text), span);
        }
        self.at += 1;
        if self.token(0).kind == Kind::Quoted && ["printf", "fprintf", "kprintf", "puts"].contains(&name.text.as_str())
        {
            let help = "kernels cannot print: what you want to see can be an output of its own";
            return self.refuse("B0604", span, &format!("there is no function `{}`", name.text), help);
        }
        let arguments = self.nested(Self::arguments)?;
        let close = match self.is(")") {
            true => self.expect(")", "")?,
            false => self.expect(")", &format!("behind the arguments of `{}`", name.text))?,
        };
        self.made(ExprKind::Call(name, arguments), span.to(close))
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
