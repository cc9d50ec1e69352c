//! Expressions, by the strength of their operators.

use super::{Parsed, Parser};
use crate::ir::{Binary, Unary};
use crate::syntax::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};
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

/// Boxed on the way: brackets nest deep, and frames are to be small.
type Boxed = Parsed<Box<Expr>>;

impl Parser<'_> {
    /// With commas.
    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        self.list().map(|list| *list)
    }

    pub(crate) fn assignment(&mut self) -> Parsed<Expr> {
        self.assigned().map(|value| *value)
    }

    /// An expression, unless all that is within it and around it is nested too deep.
    #[inline(never)]
    pub(crate) fn made(&mut self, kind: ExprKind, span: Span) -> Boxed {
        let made = Expr::new(kind, span);
        if self.depth + made.height > self.language.max_height { self.too_deep(span) } else { Ok(Box::new(made)) }
    }

    /// Values, with commas between them.
    fn list(&mut self) -> Boxed {
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
        self.made(ExprKind::Comma(parts), span)
    }

    fn assigned(&mut self) -> Boxed {
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
        self.made(ExprKind::Assign(operator, left, right), span)
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
            this.made(ExprKind::Select(condition, then, otherwise), span)
        })
    }

    /// Operators that bind more strongly than `least`, those to the left first.
    fn binary(&mut self, least: usize) -> Boxed {
        let mut left = self.unary()?;
        // Each makes the tree one higher.
        let mut count = 0;
        while let Some((level, join)) = self.operator(least) {
            count += 1;
            left = self.join(left, level, join, count)?;
        }
        Ok(left)
    }

    /// The operator that comes next, if it binds more strongly than `least`, with its own strength.
    #[inline(never)]
    fn operator(&self, least: usize) -> Option<(usize, Join)> {
        if self.token(0).kind != Kind::Sign {
            return None;
        }
        let sign = self.text(0);
        let of = |level: &&[(&str, Join)]| level.iter().find(|(known, _)| *known == sign).map(|found| found.1);
        let found = LEVELS.iter().enumerate().find_map(|(level, signs)| Some((level + 1, of(signs)?)));
        found.filter(|(level, _)| *level > least)
    }

    /// The operator that comes next, the `count`th of its row, between `left` and what follows.
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
        self.made(kind, span)
    }

    pub(crate) fn unary(&mut self) -> Boxed {
        if self.token(0).kind == Kind::Sign && ["-", "!", "~", "+", "++", "--"].contains(&self.text(0)) {
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
        self.made(kind, span)
    }

    fn postfix(&mut self) -> Boxed {
        let mut value = self.primary()?;
        let mut count = 0;
        while ["[", ".", "->", "++", "--"].contains(&self.text(0)) && self.token(0).kind == Kind::Sign {
            count += 1;
            value = self.suffixed(value, count)?;
        }
        Ok(value)
    }

    /// What stands behind a value, the `count`th of its row.
    #[inline(never)]
    fn suffixed(&mut self, value: Box<Expr>, count: usize) -> Boxed {
        if count > self.language.max_chain {
            return self.too_long("has", "brackets and fields", "");
        }
        let span = value.span;
        match self.text(0) {
            "[" => {
                self.open_bracket()?;
                self.at += 1;
                if self.is("]") {
                    return self.no_index();
                }
                let index = self.nested(Self::list)?;
                let close = self.expect_behind_value("]", "behind this index")?;
                self.made(ExprKind::Index(value, index), span.to(close))
            }
            "." => {
                self.at += 1;
                let name = self.name("the name of a field or component")?;
                let span = span.to(name.span);
                self.made(ExprKind::Member(value, name), span)
            }
            "->" => {
                let help = "a field is read with a point: `a.field`";
                self.refuse(self.language.codes.pointer, self.span(), "kernels have no pointers", help)
            }
            sign => {
                let up = sign == "++";
                let span = span.to(self.span());
                self.at += 1;
                self.made(ExprKind::Step { up, before: false, of: value }, span)
            }
        }
    }

    fn primary(&mut self) -> Boxed {
        if let Some(operand) = (self.language.operand)(self)? {
            return Ok(operand);
        }
        match self.token(0).kind {
            Kind::Float(_) | Kind::Int(_) | Kind::Uint(_) | Kind::BadNumber => self.literal(),
            Kind::Word if self.text(1) == "(" => self.call(),
            Kind::Word => self.word(),
            Kind::Sign if self.is("(") => self.bracketed(),
            _ => self.no_value(),
        }
    }

    fn bracketed(&mut self) -> Boxed {
        self.open_bracket()?;
        let open = self.at;
        self.at += 1;
        let mut inner = self.nested(Self::list)?;
        let close = self.expect_behind_value(")", "behind this expression")?;
        inner.span = self.tokens[open].span.to(close);
        Ok(inner)
    }

    #[inline(never)]
    fn literal(&mut self) -> Boxed {
        let token = self.token(0);
        let value = (self.language.number)(self, token.kind)?;
        self.at += 1;
        self.made(value, token.span)
    }

    #[inline(never)]
    fn word(&mut self) -> Boxed {
        let name = self.name_here();
        self.at += 1;
        if (self.language.is_constructor)(&name.text) {
            return self.type_for_value(&name);
        }
        self.made(ExprKind::Name(name.text), name.span)
    }

    /// A function, or a type that makes a vector.
    fn call(&mut self) -> Boxed {
        let name = self.at;
        self.at += 1;
        self.open_bracket()?;
        self.at += 1;
        let arguments = self.nested(Self::arguments)?;
        self.end_of_call(name, arguments)
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        if self.is(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(*self.assigned()?);
            if !self.eat(",") {
                return Ok(arguments);
            }
        }
    }

    #[inline(never)]
    fn end_of_call(&mut self, name: usize, arguments: Vec<Expr>) -> Boxed {
        let token = self.tokens[name];
        let name = Name { text: self.files.text(token.text).to_owned(), span: token.span };
        let close = match self.is(")") {
            true => self.expect(")", "")?,
            false => self.expect_behind_value(")", &format!("behind the arguments of `{}`", name.text))?,
        };
        self.made(ExprKind::Call(name, arguments), token.span.to(close))
    }
}
