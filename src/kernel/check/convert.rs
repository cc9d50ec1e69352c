//! Converts values between types, explicitly or implicitly. There are few implicit conversions: an abstract int converts to any scalar
//! type of numbers, and an index and an int convert to each other.

use super::{Checked, Checker, one};
use crate::ir::{Binary, Expr, ExprKind, LETTERS, Type, Unary};
use crate::syntax::{Code, Diagnostic};

/// Whether a type converts to another implicitly.
pub(super) fn converts(from: Type, to: Type) -> bool {
    from == to
        || matches!((from, to), (Type::Index, Type::INT) | (Type::INT, Type::Index))
        || from == Type::AbstractInt && matches!(to, Type::FLOAT | Type::INT | Type::UINT | Type::Index)
}

impl Checker<'_> {
    /// Converts a value to a type implicitly, or reports that its type is wrong. `place` says why the type is needed: "`y` is a
    /// `float`".
    pub(super) fn coerce(&mut self, value: Expr, to: Type, place: &str) -> Checked<Expr> {
        if converts(value.ty, to) {
            return self.convert(value, to);
        }
        let diagnostic = self.mismatch(&value, to, place);
        self.fail(diagnostic)
    }

    /// Returns the error for a value of the wrong type.
    pub(super) fn mismatch(&self, value: &Expr, to: Type, place: &str) -> Diagnostic {
        let title = format!("expected {}, found {}", one(to), one(value.ty));
        let diagnostic = Diagnostic::error(Code::K0301, value.span, title).label(place);
        match self.conversion(value, to) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// Returns the help that shows how to convert a value to another type, if there is a way.
    pub(super) fn conversion(&self, value: &Expr, to: Type) -> Option<String> {
        let span = value.span;
        let (from, wanted) = (value.ty, to.name());
        let (many, few) = (from.count(), to.count());
        let expression = self.in_expression(span);
        Some(match (from, to) {
            (Type::BOOL, Type::FLOAT) => format!("choose by it: `{} ? 1.0 : 0.0`", self.written(span, "a > b")),
            (Type::FLOAT, Type::BOOL) => format!("compare it: `{} != 0.0`", self.operand(span, "x")),
            (Type::AbstractInt | Type::INT | Type::UINT | Type::Index, Type::BOOL) => {
                format!("compare it: `{} != 0`", self.operand(span, "i"))
            }
            (Type::Bool(_), Type::BOOL) => {
                let inside = self.written(span, "v");
                format!("write `all({inside})` if all components must be true, `any({inside})` if one is enough")
            }
            (Type::FLOAT, Type::Index | Type::INT | Type::UINT) => {
                format!("`{wanted}({})` cuts off the fraction", self.written(span, "x"))
            }
            (_, Type::Index) if many > 1 => format!("name a component: `{}.x`", self.operand(span, "v")),
            _ if few == 1 && many > 1 && from.scalar() == to => {
                let length = match to {
                    Type::FLOAT => format!(", or take its length: `length({})`", self.written(span, "v")),
                    _ => String::new(),
                };
                format!("name a component: `{}.x`{length}", self.operand(span, "v"))
            }
            _ if many == few || many == 1 && (from.scalar() != to.scalar() || few > 1) => {
                if from == Type::AbstractInt && few > 1 {
                    return Some(format!(
                        "to repeat it in all components, write `{wanted}({})`",
                        self.written(span, "a")
                    ));
                }
                format!("write `{wanted}({})`", self.written(span, "a"))
            }
            _ if many > few => {
                let first = LETTERS[..few].concat();
                format!("its first components are `{}.{first}`", self.operand(span, "v"))
            }
            _ if !expression || from.is_float() => {
                let zeros = ", 0.0".repeat(few - many);
                format!("say what the others are: `{wanted}({}{zeros})`", self.written(span, "v"))
            }
            _ => return None,
        })
    }

    /// Converts a value to another type, as a constructor does. A scalar becomes all components of a vector; otherwise the number of
    /// components must be the same.
    pub(super) fn convert(&mut self, value: Expr, to: Type) -> Checked<Expr> {
        let (span, from) = (value.span, value.ty);
        if from == to {
            return Ok(value);
        }
        if to.count() > 1 && from.count() == 1 {
            let scalar = self.convert(value, to.scalar())?;
            return Ok(Expr::new(ExprKind::Convert(Box::new(scalar)), to, span));
        }
        if from == Type::AbstractInt {
            return self.settle(value, to);
        }
        let number = match value.kind {
            ExprKind::Bool(value) => Some(f64::from(u8::from(value))),
            ExprKind::Float(value) => Some(f64::from(value)),
            ExprKind::Int(value) | ExprKind::Index(value) => Some(value.into()),
            ExprKind::Uint(value) => Some(value.into()),
            _ => None,
        };
        let literal = number.and_then(|number| match to {
            Type::FLOAT => Some(ExprKind::Float(number as f32)),
            Type::BOOL => Some(ExprKind::Bool(number != 0.0)),
            // Numbers out of range are not folded, because the result of their conversion is not defined.
            Type::INT if number.abs() < 2147483648.0 => Some(ExprKind::Int(number as i32)),
            Type::Index if number.abs() < 2147483648.0 => Some(ExprKind::Index(number as i32)),
            Type::UINT if (0.0..4294967296.0).contains(&number) => Some(ExprKind::Uint(number as u32)),
            _ => None,
        });
        if let Some(kind) = literal {
            return Ok(Expr::new(kind, to, span));
        }
        // A conversion to an int that is converted to an index is left out, so that `fetch(x, int(f))` needs no integers.
        if let (ExprKind::Convert(inner), Type::INT, Type::Index) = (&value.kind, from, to)
            && matches!(inner.ty, Type::Index | Type::FLOAT | Type::BOOL)
        {
            let inner = (**inner).clone();
            return self.convert(Expr { span, ..inner }, to);
        }
        Ok(Expr::new(ExprKind::Convert(Box::new(value)), to, span))
    }

    /// Gives an expression of abstract ints a scalar type.
    pub(super) fn settle(&mut self, value: Expr, to: Type) -> Checked<Expr> {
        if value.ty != Type::AbstractInt {
            return Ok(value);
        }
        let Expr { kind, span, .. } = value;
        let kind = match kind {
            ExprKind::AbstractInt(number) => return self.int_literal(number, to, span),
            _ if to == Type::BOOL => {
                let number = self.settle(Expr::new(kind, Type::AbstractInt, span), Type::Index)?;
                return self.convert(number, to);
            }
            ExprKind::Select(test, a, b) => {
                ExprKind::Select(test, Box::new(self.settle(*a, to)?), Box::new(self.settle(*b, to)?))
            }
            ExprKind::Unary(_, a) if to == Type::UINT => {
                let zero = Expr::new(ExprKind::Uint(0), to, span);
                ExprKind::Binary(Binary::Subtract, Box::new(zero), Box::new(self.settle(*a, to)?))
            }
            ExprKind::Unary(operator, a) => ExprKind::Unary(operator, Box::new(self.settle(*a, to)?)),
            ExprKind::Binary(operator, a, b) => {
                ExprKind::Binary(operator, Box::new(self.settle(*a, to)?), Box::new(self.settle(*b, to)?))
            }
            kind => kind,
        };
        debug_assert!(!matches!(kind, ExprKind::Unary(Unary::Not | Unary::BitNot, _)));
        Ok(Expr::new(kind, to, span))
    }

    /// Settles an expression of abstract ints whose type its use does not determine. A literal stays abstract; any other expression
    /// becomes an index.
    pub(super) fn settle_rest(&mut self, value: Expr) -> Checked<Expr> {
        if value.is_literal() { Ok(value) } else { self.settle(value, Type::Index) }
    }
}

/// Returns the scalar type that all operands convert to implicitly. If there is none, returns the positions of two operands that have
/// no type in common.
pub(super) fn common(operands: &[Expr]) -> Result<Type, (usize, usize)> {
    let mut found: Option<(usize, Type)> = None;
    for (number, operand) in operands.iter().enumerate() {
        let own = operand.ty.scalar();
        found = match found {
            None | Some((_, Type::AbstractInt)) => Some((number, own)),
            Some((_, ty)) if own == ty || own == Type::AbstractInt && ty != Type::BOOL => found,
            Some((_, Type::INT)) if own == Type::Index => found,
            Some((_, Type::Index)) if own == Type::INT => Some((number, own)),
            Some((first, _)) => return Err((first, number)),
        };
        // An abstract int does not convert to a bool.
        if own == Type::BOOL
            && let Some(whole) = operands[..number].iter().position(|operand| operand.ty == Type::AbstractInt)
        {
            return Err((whole, number));
        }
    }
    Ok(found.map_or(Type::AbstractInt, |(_, ty)| ty))
}
