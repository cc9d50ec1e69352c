//! Literals of whole numbers. One that no `int` holds is the float that it is, until an `int` is wanted: then its 32 bits
//! are taken, as in C (`0xFFFFFFFF` is -1), and what has more is a mistake.

use super::convert::{converted, literal};
use super::{Checked, Checker};
use crate::brook::types::Plain;
use crate::ir::{Binary, Expr, ExprKind};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    /// A literal, or one behind a minus.
    pub(super) fn whole(&mut self, number: i64, span: Span) -> Expr {
        if let Ok(number) = i32::try_from(number) {
            return Expr { kind: ExprKind::Int(number), ty: Plain::INT, span };
        }
        let float = literal(number as f32, span);
        // Of several in one macro, which are all where it is used, the farthest: better refused than taken for another.
        let known = self.wholes.entry((span, (number as f32).to_bits())).or_insert(number);
        if number.unsigned_abs() > known.unsigned_abs() {
            *known = number;
        }
        float
    }

    /// The whole number that stands there as a literal, if one does.
    pub(super) fn written(&self, value: &Expr) -> Option<i64> {
        match value.kind {
            ExprKind::Int(number) => Some(number.into()),
            ExprKind::Float(number) => self.wholes.get(&(value.span, number.to_bits())).copied(),
            _ => None,
        }
    }

    /// The value where an `int` is wanted: literals as ints; all else as it is.
    pub(super) fn integral(&mut self, value: Expr) -> Checked<Expr> {
        if value.ty == Plain::INT {
            return Ok(value);
        }
        let (ty, span) = (Plain::INT, value.span);
        match value.kind {
            ExprKind::Select(condition, a, b) if value.ty == Plain::FLOAT => {
                let whole = |this: &Self, part: &Expr| this.written(part).is_some();
                if !whole(self, &a) && !whole(self, &b) {
                    return Ok(Expr { kind: ExprKind::Select(condition, a, b), ..value });
                }
                let (a, b) = (self.integral(*a)?, self.integral(*b)?);
                let [a, b] = [a, b].map(|part| Box::new(converted(part.clone(), ty).unwrap_or(part)));
                Ok(Expr { kind: ExprKind::Select(condition, a, b), ty, span })
            }
            ExprKind::Binary(operator @ (Binary::Add | Binary::Subtract | Binary::Multiply), a, b)
                if value.ty == Plain::FLOAT && self.beside_an_int(&a, &b) =>
            {
                let (a, b) = (self.integral(*a)?, self.integral(*b)?);
                self.binary(operator, as_int(a), as_int(b), span)
            }
            _ => match self.written(&value) {
                None => Ok(value),
                Some(number) if (i64::from(i32::MIN)..=u32::MAX.into()).contains(&number) => {
                    Ok(Expr { kind: ExprKind::Int(number as u32 as i32), ty, span })
                }
                Some(number) => {
                    let title = format!("an `int` has 32 bits, and `{number}` does not fit");
                    let help = "an `int` goes from -2147483648 to 2147483647, as 32 bits up to 4294967295, 0xFFFFFFFF";
                    let finding = Diagnostic::error(Code::B0335, span, title).help(help);
                    self.fail(finding.help(format!("a `float` can hold it: `{number}.0`")))
                }
            },
        }
    }

    /// Fails for a literal whose 32 bits the operator would take for a negative number.
    pub(super) fn signed(&mut self, operator: Binary, value: &Expr) -> Checked<()> {
        let found = self.written(value).filter(|_| value.ty != Plain::INT);
        match (operator, found.and_then(|number| u32::try_from(number).ok())) {
            (Binary::Remainder | Binary::ShiftRight, Some(number)) => {
                let title = format!("`{}` works on `int`s, and `{number}` is beyond 2147483647", operator.sign());
                let help = format!("an `int` has a sign: with these 32 bits it is {}", number as i32);
                self.fail(Diagnostic::error(Code::B0335, value.span, title).help(help))
            }
            _ => Ok(()),
        }
    }

    /// Says so where two literals are no `int` together.
    pub(super) fn overflow(&mut self, operator: Binary, a: &Expr, b: &Expr, span: Span) {
        let (ExprKind::Int(a), ExprKind::Int(b)) = (&a.kind, &b.kind) else { return };
        let (all, kept) = match operator {
            Binary::Add => (i64::from(*a) + i64::from(*b), a.wrapping_add(*b)),
            Binary::Subtract => (i64::from(*a) - i64::from(*b), a.wrapping_sub(*b)),
            Binary::Multiply => (i64::from(*a) * i64::from(*b), a.wrapping_mul(*b)),
            _ => return,
        };
        if all != i64::from(kept) {
            let sign = operator.sign();
            let title = format!("`{a} {sign} {b}` is {all}, which no `int` holds: its 32 bits are {kept}");
            let finding = Diagnostic::warning(Code::B0338, span, title);
            self.say(finding.help(format!("for a float write `{a}.0 {sign} {b}.0`")));
        }
    }

    /// Whether one is a literal that no `int` holds, and the other an int that became a float for it.
    fn beside_an_int(&self, a: &Expr, b: &Expr) -> bool {
        let large = |value: &Expr| self.written(value).is_some();
        (large(a) && (large(b) || was_int(b))) || (large(b) && was_int(a))
    }
}

fn was_int(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Convert(inner) => inner.ty == Plain::INT && value.ty == Plain::FLOAT,
        ExprKind::Float(number) => *number == *number as i32 as f32,
        _ => false,
    }
}

fn as_int(value: Expr) -> Expr {
    match value.kind {
        ExprKind::Convert(inner) if value.ty == Plain::FLOAT => *inner,
        ExprKind::Float(number) => Expr { kind: ExprKind::Int(number as i32), ty: Plain::INT, ..value },
        _ => value,
    }
}
