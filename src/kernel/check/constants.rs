//! Checks `const` declarations outside functions, and folds operators on literals.

use super::{Body, Checked, Checker, Global};
use crate::ir::TemplateExpr;
use crate::ir::{Binary, Expr, ExprKind, Type};
use crate::kernel::ast::ConstantItem;
use crate::syntax::{Code, Diagnostic, Span};

impl<'a> Checker<'a> {
    /// Checks the `const` declarations outside functions. Each may use those before it.
    pub(super) fn constants(&mut self) {
        let text = self.text;
        for item in &text.constants {
            let value = self.constant(item).ok();
            let name = item.name.text.as_str();
            if self.variable_name(&item.name).is_err() {
                continue;
            }
            let function = self.by_name.get(name).map(|all| self.signatures[all[0]].span);
            if let Some(first) = self.globals.get(name).map(|(_, first)| *first).or(function) {
                let diagnostic = Diagnostic::error(Code::K0203, item.name.span, format!("`{name}` is declared twice"));
                self.report(diagnostic.other(first, "the first"));
                continue;
            }
            self.globals.insert(name, (Global::Const(value), item.name.span));
        }
    }

    fn constant(&mut self, item: &ConstantItem) -> Checked<Expr> {
        let ty = self.variable_type(&item.ty)?;
        let mut body = Body::new(None);
        let value = self.value(&mut body, &item.value)?;
        let what = format!("`{}` is {}", item.name.text, super::one(ty));
        let value = self.coerce(value, ty, &what)?;
        let fixed = body.out.is_empty() && is_fixed(&value);
        if !fixed {
            let title = format!("the value of `{}` is not known before the kernel runs", item.name.text);
            let help = "a `const` is made of numbers and other `const`s; others are variables in a function";
            return self.fail(Diagnostic::error(Code::K0211, item.value.span, title).help(help));
        }
        Ok(value)
    }

    /// Converts an abstract int to a literal of a scalar type. Fails if the type does not hold it.
    pub(super) fn int_literal(&mut self, value: i64, to: Type, span: Span) -> Checked<Expr> {
        let kind = match to {
            Type::FLOAT => Some(ExprKind::Float(value as f32)),
            Type::INT => i32::try_from(value).ok().or_else(|| self.bits(value, span)).map(ExprKind::Int),
            Type::UINT => u32::try_from(value).ok().map(ExprKind::Uint),
            Type::Index => i32::try_from(value).ok().map(ExprKind::Index),
            Type::BOOL => Some(ExprKind::Bool(value != 0)),
            _ => Some(ExprKind::AbstractInt(value)),
        };
        match kind {
            Some(kind) => Ok(Expr::new(kind, to, span)),
            None => {
                let (low, high) = if to == Type::UINT {
                    (0, i64::from(u32::MAX))
                } else {
                    (i64::from(i32::MIN), i64::from(i32::MAX))
                };
                let title = format!("{value} does not fit {}", super::one(to));
                let help = format!("it holds {low} to {high}");
                self.fail(Diagnostic::error(Code::K0312, span, title).help(help))
            }
        }
    }

    /// Returns the bits of a hexadecimal literal as an int: `0xffffffff` is -1.
    fn bits(&self, value: i64, span: Span) -> Option<i32> {
        let text = self.unit.files.text(span);
        let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        hexadecimal.then(|| u32::try_from(value).ok()).flatten().map(|bits| bits as i32)
    }

    /// Folds an operator on two abstract ints.
    pub(super) fn fold(&mut self, operator: Binary, a: i64, b: i64, span: Span) -> Checked<Expr> {
        use Binary::*;
        let value = match operator {
            Add => a.checked_add(b),
            Subtract => a.checked_sub(b),
            Multiply => a.checked_mul(b),
            Divide | Remainder if b == 0 => {
                let title = format!("`{a} {} 0` divides by zero", operator.sign());
                return self.fail(Diagnostic::error(Code::K0312, span, title));
            }
            Divide => {
                if a % b != 0 {
                    let title = format!("`{a} / {b}` divides whole numbers, and is {}", a / b);
                    let help = format!("for a fraction write `{a}.0 / {b}.0`");
                    self.report(Diagnostic::warning(Code::K0504, span, title).help(help));
                }
                a.checked_div(b)
            }
            Remainder => a.checked_rem(b),
            And => Some(a & b),
            Or => Some(a | b),
            Xor => Some(a ^ b),
            ShiftLeft | ShiftRight if !(0..32).contains(&b) => {
                let title = format!("`{a} {} {b}` shifts by more than the 31 places that there are", operator.sign());
                return self.fail(Diagnostic::error(Code::K0312, span, title));
            }
            // The result has the bits of an int: `1 << 31` is the lowest int.
            ShiftLeft => a.checked_mul(1 << b).map(|wide| match u32::try_from(wide) {
                Ok(bits) => i64::from(bits as i32),
                Err(_) => wide,
            }),
            ShiftRight => Some(a >> b),
            _ => {
                let holds = compared(operator, a.cmp(&b));
                return Ok(Expr::new(ExprKind::Bool(holds), Type::BOOL, span));
            }
        };
        match value {
            Some(value) => Ok(Expr::new(ExprKind::AbstractInt(value), Type::AbstractInt, span)),
            None => {
                let title = format!("`{a} {} {b}` is too large for any integer", operator.sign());
                self.fail(Diagnostic::error(Code::K0312, span, title))
            }
        }
    }
}

/// Whether a value is known before the kernel runs, because it consists of literals and parameters.
pub(super) fn is_fixed(value: &Expr) -> bool {
    let mut fixed = true;
    value.each(&mut |part| {
        let parameter = |template: &TemplateExpr| matches!(template, TemplateExpr::Parameter(_));
        fixed &= match &part.kind {
            ExprKind::Template(template) => parameter(template),
            ExprKind::Local(_)
            | ExprKind::Uniform(_)
            | ExprKind::Fetch { .. }
            | ExprKind::Here(_)
            | ExprKind::Extent(..)
            | ExprKind::Call(..) => false,
            _ => true,
        };
    });
    fixed
}

/// Whether a comparison holds for operands in this order.
fn compared(operator: Binary, order: std::cmp::Ordering) -> bool {
    match operator {
        Binary::Less => order.is_lt(),
        Binary::LessEqual => order.is_le(),
        Binary::Greater => order.is_gt(),
        Binary::GreaterEqual => order.is_ge(),
        Binary::Equal => order.is_eq(),
        _ => order.is_ne(),
    }
}

/// Folds an operator on two literals of one type if the result is exact, which it is for ints, indices and bools.
pub(super) fn folded(operator: Binary, a: &Expr, b: &Expr) -> Option<ExprKind> {
    use Binary::*;
    let arithmetic = |a: i32, b: i32| match operator {
        Add => a.checked_add(b),
        Subtract => a.checked_sub(b),
        Multiply => a.checked_mul(b),
        _ => None,
    };
    match (&a.kind, &b.kind) {
        (ExprKind::Index(a), ExprKind::Index(b)) | (ExprKind::Int(a), ExprKind::Int(b)) if operator.compares() => {
            Some(ExprKind::Bool(compared(operator, a.cmp(b))))
        }
        (ExprKind::Index(a), ExprKind::Index(b)) => arithmetic(*a, *b).map(ExprKind::Index),
        (ExprKind::Int(a), ExprKind::Int(b)) => arithmetic(*a, *b).map(ExprKind::Int),
        (ExprKind::Bool(a), ExprKind::Bool(b)) => match operator {
            LogicalAnd => Some(ExprKind::Bool(*a && *b)),
            LogicalOr => Some(ExprKind::Bool(*a || *b)),
            Equal => Some(ExprKind::Bool(a == b)),
            NotEqual => Some(ExprKind::Bool(a != b)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the value of an integer literal of any type.
pub(super) fn integer(value: &Expr) -> Option<i64> {
    match value.kind {
        ExprKind::AbstractInt(number) => Some(number),
        ExprKind::Int(number) | ExprKind::Index(number) => Some(number.into()),
        ExprKind::Uint(number) => Some(number.into()),
        _ => None,
    }
}
