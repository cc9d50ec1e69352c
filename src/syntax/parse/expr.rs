//! Parses expressions, by operator precedence.

#![allow(clippy::boxed_local, reason = "frames stay small where values stay boxed")]

use super::{Parsed, Parser};
use crate::syntax::Span;
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::lexer::TokenKind;
use crate::syntax::operators::{Binary, Unary};

/// The kind of expression that a binary operator makes.
#[derive(Clone, Copy)]
enum Join {
    Binary(Binary),
    /// `a ^^ b`
    LogicalXor,
}

/// The binary operators by precedence, the weakest first.
const LEVELS: [&[(&str, Join)]; 11] = {
    use Binary::*;
    use Join::Binary as Of;
    [
        &[("||", Of(LogicalOr))],
        &[("^^", Join::LogicalXor)],
        &[("&&", Of(LogicalAnd))],
        &[("|", Of(Or))],
        &[("^", Of(Xor))],
        &[("&", Of(And))],
        &[("==", Of(Equal)), ("!=", Of(NotEqual))],
        &[("<", Of(Less)), (">", Of(Greater)), ("<=", Of(LessEqual)), (">=", Of(GreaterEqual))],
        &[("<<", Of(ShiftLeft)), (">>", Of(ShiftRight))],
        &[("+", Of(Add)), ("-", Of(Subtract))],
        &[("*", Of(Multiply)), ("/", Of(Divide)), ("%", Of(Remainder))],
    ]
};

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

/// A parsed expression. It is boxed to keep stack frames small, because brackets nest deep.
pub(super) type Boxed = Parsed<Box<Expr>>;

impl Parser<'_> {
    /// Parses an expression, which may have commas.
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.list().map(|list| *list)
    }

    pub(crate) fn assignment(&mut self) -> Parsed<Expr> {
        self.assigned().map(|value| *value)
    }

    /// Makes an expression; fails if its tree, with the levels around it, is too deep.
    #[inline(never)]
    pub(crate) fn boxed(&mut self, kind: ExprKind, span: Span) -> Boxed {
        let made = Expr::new(kind, span);
        if self.depth + made.height > self.language.max_height { self.too_deep(span) } else { Ok(Box::new(made)) }
    }

    /// Parses one or more values with commas between them.
    pub(super) fn list(&mut self) -> Boxed {
        let first = self.assigned()?;
        if self.is(",") { self.rest_of_list(first) } else { Ok(first) }
    }

    #[inline(never)]
    fn rest_of_list(&mut self, first: Box<Expr>) -> Boxed {
        let start = first.span;
        let mut parts = vec![*first];
        while self.eat(",") {
            parts.push(self.assignment()?);
        }
        let span = start.to(self.before());
        self.boxed(ExprKind::Comma(parts), span)
    }

    pub(super) fn assigned(&mut self) -> Boxed {
        self.nested(|this| {
            let left = this.conditional()?;
            let sign = this.text(0);
            match ASSIGNMENTS.iter().find(|(known, _)| *known == sign) {
                Some((_, operator)) => this.assign(*operator, left),
                None => Ok(left),
            }
        })
    }

    #[inline(never)]
    fn assign(&mut self, operator: Option<Binary>, left: Box<Expr>) -> Boxed {
        self.at += 1;
        let right = self.assigned()?;
        let span = left.span.to(right.span);
        self.boxed(ExprKind::Assign(operator, left, right), span)
    }

    fn conditional(&mut self) -> Boxed {
        let condition = self.binary(0)?;
        if self.eat("?") { self.choose(condition) } else { Ok(condition) }
    }

    #[inline(never)]
    fn choose(&mut self, condition: Box<Expr>) -> Boxed {
        self.nested(|this| {
            let then = this.assigned()?;
            this.expect(":", "between the two values of `?:`")?;
            let otherwise = this.assigned()?;
            let span = condition.span.to(otherwise.span);
            this.boxed(ExprKind::Select(condition, then, otherwise), span)
        })
    }

    /// Parses operands and the operators between them that bind more strongly than `least`. Operators associate to the left.
    fn binary(&mut self, least: usize) -> Boxed {
        let mut left = self.unary()?;
        // Each operator makes the tree one level higher.
        let mut count = 0;
        while let Some((level, join)) = self.operator(least) {
            count += 1;
            left = self.join(left, level, join, count)?;
        }
        Ok(left)
    }

    /// Returns the next operator and its precedence, if it binds more strongly than `least`.
    #[inline(never)]
    fn operator(&self, least: usize) -> Option<(usize, Join)> {
        if self.token(0).kind != TokenKind::Sign {
            return None;
        }
        let sign = self.text(0);
        let of = |level: &&[(&str, Join)]| level.iter().find(|(known, _)| *known == sign).map(|found| found.1);
        let found = LEVELS.iter().enumerate().find_map(|(level, signs)| Some((level + 1, of(signs)?)));
        found.filter(|(level, _)| *level > least)
    }

    /// Parses the next operator, the `count`th in a row, and its right operand; `left` is its left operand.
    #[inline(never)]
    fn join(&mut self, left: Box<Expr>, level: usize, join: Join, count: usize) -> Boxed {
        if count > self.language.max_chain {
            return self.too_long("expression has", "operators", "keep parts of it in variables");
        }
        if matches!(join, Join::LogicalXor) && !self.language.logical_xor {
            return self.no_logical_xor();
        }
        self.at += 1;
        let right = self.nested(|this| this.binary(level))?;
        let span = left.span.to(right.span);
        let kind = match join {
            Join::Binary(operator) => ExprKind::Binary(operator, left, right),
            Join::LogicalXor => ExprKind::LogicalXor(left, right),
        };
        self.boxed(kind, span)
    }

    pub(crate) fn unary(&mut self) -> Boxed {
        if self.token(0).kind == TokenKind::Sign && ["-", "!", "~", "+", "++", "--"].contains(&self.text(0)) {
            return self.prefixed();
        }
        match (self.language.prefix)(self)? {
            Some(operand) => Ok(operand),
            None => self.postfix(),
        }
    }

    #[inline(never)]
    fn prefixed(&mut self) -> Boxed {
        let (first, sign) = (self.span(), self.text(0));
        self.at += 1;
        let of = self.nested(Self::unary)?;
        let span = first.to(of.span);
        let kind = match sign {
            "-" => ExprKind::Unary(Unary::Neg, of),
            "!" => ExprKind::Unary(Unary::Not, of),
            "~" => ExprKind::Unary(Unary::BitNot, of),
            "++" | "--" => ExprKind::Step { up: sign == "++", before: true, of },
            _ => return Ok(of),
        };
        self.boxed(kind, span)
    }
}
