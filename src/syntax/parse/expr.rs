//! Expressions, by the strength of their operators.

use super::{Parsed, Parser};
use crate::ir::{Binary, Unary};
use crate::syntax::ast::{Expr, ExprKind};
use crate::syntax::lexer::Kind;

/// What an operator on two operands makes.
#[derive(Clone, Copy)]
enum Join {
    Binary(Binary),
    /// `a ^^ b`
    LogicalXor,
}

/// Operators on two operands, weakest first.
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

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

impl Parser<'_> {
    /// With commas.
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
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

    pub(crate) fn assignment(&mut self) -> Parsed<Expr> {
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
        let mut count = 0;
        while self.token(0).kind == Kind::Sign {
            let sign = self.text(0);
            let of = |level: &&[(&str, Join)]| level.iter().find(|(known, _)| *known == sign).map(|found| found.1);
            let found = LEVELS.iter().enumerate().find_map(|(level, signs)| Some((level + 1, of(signs)?)));
            let Some((level, join)) = found.filter(|(level, _)| *level > least) else { break };
            // Each makes the tree one higher.
            count += 1;
            if count > self.language.max_chain {
                return self.too_long("expression has", "operators", "keep parts of it in variables");
            }
            if sign == "^^" && !self.language.logical_xor {
                return self.no_logical_xor();
            }
            self.at += 1;
            let right = self.nested(|this| this.binary(level))?;
            let span = left.span.to(right.span);
            let kind = match join {
                Join::Binary(operator) => ExprKind::Binary(operator, boxed(left), boxed(right)),
                Join::LogicalXor => ExprKind::LogicalXor(boxed(left), boxed(right)),
            };
            left = self.made(kind, span)?;
        }
        Ok(left)
    }

    pub(crate) fn unary(&mut self) -> Parsed<Expr> {
        let first = self.span();
        let operator = match (self.token(0).kind, self.text(0)) {
            (Kind::Sign, "-") => Some(Unary::Neg),
            (Kind::Sign, "!") => Some(Unary::Not),
            (Kind::Sign, "~") => Some(Unary::BitNot),
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
            _ => match (self.language.prefix)(self)? {
                Some(operand) => Ok(operand),
                None => self.postfix(),
            },
        }
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut value = self.primary()?;
        let mut count = 0;
        loop {
            let span = value.span;
            count += 1;
            if count > self.language.max_chain {
                return self.too_long("has", "brackets and fields", "");
            }
            value = match self.text(0) {
                "[" => {
                    self.open_bracket()?;
                    self.at += 1;
                    if self.is("]") {
                        return self.no_index();
                    }
                    self.indices += 1;
                    let index = self.nested(Self::expression);
                    self.indices -= 1;
                    let index = index?;
                    let close = self.expect_behind_value("]", "behind this index")?;
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
                    return self.refuse(self.language.codes.pointer, self.span(), "kernels have no pointers", help);
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
        if let Some(operand) = (self.language.operand)(self)? {
            return Ok(operand);
        }
        let token = self.token(0);
        let span = token.span;
        match token.kind {
            Kind::Float(_) | Kind::Int(_) | Kind::Uint(_) | Kind::BadNumber => {
                let value = (self.language.number)(self, token.kind)?;
                self.at += 1;
                self.made(value, span)
            }
            Kind::Word => self.word(),
            Kind::Sign if self.is("(") => {
                self.open_bracket()?;
                self.at += 1;
                let inner = self.nested(Self::expression)?;
                let close = self.expect_behind_value(")", "behind this expression")?;
                Ok(Expr { span: span.to(close), ..inner })
            }
            _ => self.no_value(),
        }
    }

    fn word(&mut self) -> Parsed<Expr> {
        let name = self.name_here();
        let span = name.span;
        self.at += 1;
        if !self.is("(") {
            if (self.language.is_constructor)(&name.text) {
                return self.type_for_value(&name);
            }
            return self.made(ExprKind::Name(name.text), span);
        }
        self.open_bracket()?;
        self.at += 1;
        let arguments = self.nested(Self::arguments)?;
        let close = match self.is(")") {
            true => self.expect(")", "")?,
            false => self.expect_behind_value(")", &format!("behind the arguments of `{}`", name.text))?,
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
