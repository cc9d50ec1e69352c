//! Writes expressions.

use super::Writer;
use super::helpers::Helper;
use super::literal;
use crate::glsl::workarounds::Workaround;
use crate::ir::{Binary, Expr, ExprKind, Type, Unary, letters};

/// The precedence levels of GLSL's operators. An expression with a lower level than its context requires gets brackets.
pub(super) const CHOICE: u8 = 1;
pub(super) const EITHER: u8 = 2;
pub(super) const BOTH: u8 = 3;
pub(super) const EQUAL: u8 = 7;
pub(super) const LESS: u8 = 8;
pub(super) const SHIFT: u8 = 9;
pub(super) const ADD: u8 = 10;
pub(super) const MULTIPLY: u8 = 11;
pub(super) const PREFIX: u8 = 12;
pub(super) const POSTFIX: u8 = 13;

pub(super) fn bracketed(text: String, own: u8, least: u8) -> String {
    if own < least { format!("({text})") } else { text }
}

/// Whether this is a division by a literal zero.
pub(super) fn by_zero(operator: Binary, right: &Expr) -> bool {
    match &right.kind {
        ExprKind::Float(value) => operator == Binary::Divide && *value == 0.0,
        ExprKind::Convert(inner) if inner.ty.is_float() => by_zero(operator, inner),
        _ => false,
    }
}

impl Writer<'_> {
    /// Writes an expression, in brackets if its precedence level is lower than `least`.
    ///
    /// A chain of operators nests as deep as it is long, which may be a thousand levels. So this function and [`binary`](Self::binary)
    /// have small stack frames, and code that needs larger ones is in separate functions.
    pub(super) fn value(&mut self, expr: &Expr, least: u8) -> String {
        match &expr.kind {
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr.ty, least),
            _ => self.no_operator(expr, least),
        }
    }

    /// Writes an expression that is not a binary operator.
    #[inline(never)]
    fn no_operator(&mut self, expr: &Expr, least: u8) -> String {
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Float(value) => self.float_literal(*value, least),
            ExprKind::Int(value) | ExprKind::Index(value) => self.int_literal(*value, least),
            ExprKind::Uint(value) => {
                self.ty(ty);
                format!("{value}u")
            }
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Local(local) => self.local_name(*local),
            ExprKind::Uniform(constant) => self.constants[*constant].clone(),
            ExprKind::Texel { input, at } => self.texel(*input, at),
            ExprKind::Measure(stream, what) => self.measure(*stream, *what),
            ExprKind::FragmentColumn => self.fragment_place("x"),
            ExprKind::FragmentRow => self.fragment_place("y"),
            ExprKind::FragmentCentre => "_at".into(),
            ExprKind::Lane => "_lane".into(),
            ExprKind::Remainder(of, divisor) => self.remainder(of, *divisor, least),
            ExprKind::Quotient(left, right) => self.quotient(left, right, least),
            ExprKind::Swizzle(inner, taken) if inner.ty.count() == 1 => match taken.len() {
                1 => self.value(inner, least),
                _ => format!("{}({})", self.ty(ty), self.value(inner, 0)),
            },
            ExprKind::Swizzle(inner, taken) => format!("{}.{}", self.value(inner, POSTFIX), letters(taken)),
            ExprKind::At(inner, number) => match constant_component(number, inner.ty) {
                Some(_) if inner.ty.count() == 1 => self.value(inner, least),
                Some(k) => format!("{}.{}", self.value(inner, POSTFIX), letters(&[k])),
                None => {
                    let helper = self.helper(Helper::Component, inner.ty);
                    format!("{helper}({}, {})", self.value(inner, 0), self.value(number, 0))
                }
            },
            ExprKind::Convert(inner) => self.converted(inner, ty, least),
            ExprKind::Vector(parts) => {
                let alike = parts.iter().all(|part| part.is_literal() && part.kind == parts[0].kind);
                let parts: Vec<String> = match alike {
                    true => vec![self.value(&parts[0], 0)],
                    false => parts.iter().map(|part| self.value(part, 0)).collect(),
                };
                format!("{}({})", self.ty(ty), parts.join(", "))
            }
            ExprKind::Unary(Unary::Neg, inner) => bracketed(format!("-{}", self.value(inner, POSTFIX)), PREFIX, least),
            ExprKind::Unary(Unary::BitNot, inner) => {
                self.bits();
                bracketed(format!("~{}", self.value(inner, POSTFIX)), PREFIX, least)
            }
            ExprKind::Unary(Unary::Not, inner) => self.negated(inner, least),
            ExprKind::Select(condition, then, otherwise) if condition.ty.count() > 1 => {
                self.select_by_vector(ty, condition, then, otherwise)
            }
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.value(condition, EITHER);
                let text = format!("{condition} ? {} : {}", self.value(then, EITHER), self.value(otherwise, CHOICE));
                bracketed(text, CHOICE, least)
            }
            ExprKind::Math(function, arguments) => self.math(*function, arguments, least),
            ExprKind::Call(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.value(argument, 0)).collect();
                format!("{}({})", self.functions[function.0], arguments.join(", "))
            }
            ExprKind::AbstractInt(_)
            | ExprKind::Template(_)
            | ExprKind::Fragment(_)
            | ExprKind::Constant(_)
            | ExprKind::Element(_)
            | ExprKind::Gather { .. }
            | ExprKind::IndexOf(_)
            | ExprKind::Fetch { .. }
            | ExprKind::Here(_)
            | ExprKind::Extent(..) => unreachable!("not of the texel phase"),
            ExprKind::Binary(..) => unreachable!("an operator on two"),
        }
    }

    fn float_literal(&mut self, value: f32, least: u8) -> String {
        if !value.is_finite() {
            self.works_around(Workaround::InfiniteLiteral);
        }
        if value.abs() == f32::MAX {
            self.works_around(Workaround::LargestFloat);
        }
        bracketed(literal::float(value), if value.is_sign_negative() { PREFIX } else { POSTFIX }, least)
    }

    fn int_literal(&mut self, value: i32, least: u8) -> String {
        let own = match (self.dialect.integers(), value) {
            (true, i32::MIN) => {
                self.works_around(Workaround::LeastInt);
                ADD
            }
            (_, ..0) => PREFIX,
            _ => POSTFIX,
        };
        bracketed(literal::int_literal(self.dialect, value), own, least)
    }

    /// Writes `condition ? then : otherwise`, component by component.
    fn select_by_vector(&mut self, ty: Type, condition: &Expr, then: &Expr, otherwise: &Expr) -> String {
        if ty.is_float() && self.dialect.integers() {
            let (then, otherwise) = (self.value(then, 0), self.value(otherwise, 0));
            return format!("mix({otherwise}, {then}, {})", self.value(condition, 0));
        }
        let helper = self.helper(Helper::Select, ty);
        let condition = self.value(condition, 0);
        format!("{helper}({condition}, {}, {})", self.value(then, 0), self.value(otherwise, 0))
    }

    /// Records that the shader needs bitwise operators.
    fn bits(&mut self) {
        if !self.dialect.integers() {
            self.lacks("operators on bits");
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, ty: Type, least: u8) -> String {
        match operator {
            _ if operator.compares() => self.compared(operator, left, right, least),
            _ if operator.is_logical() => self.joined(operator, left, right, ty, least),
            Binary::Divide | Binary::Remainder if !ty.is_float() => {
                let helper = if operator == Binary::Divide { Helper::Divide } else { Helper::Remainder };
                let helper = self.helper(helper, ty);
                format!("{helper}({}, {})", self.spread(left, ty.count()), self.spread(right, ty.count()))
            }
            Binary::Divide if by_zero(operator, right) && !matches!(left.kind, ExprKind::Float(_)) => {
                self.divided_by_zero(left, right, least)
            }
            Binary::ShiftLeft | Binary::ShiftRight => self.shifted(operator, left, right, least),
            // The operands of these always get brackets, because few readers remember the precedence.
            Binary::And | Binary::Or | Binary::Xor => {
                self.bits();
                self.infix(operator, (left, PREFIX), (right, PREFIX), 0, least)
            }
            Binary::Add | Binary::Subtract => self.infix(operator, (left, ADD), (right, ADD + 1), ADD, least),
            _ => self.infix(operator, (left, MULTIPLY), (right, MULTIPLY + 1), MULTIPLY, least),
        }
    }

    /// Writes two operands and the operator between them. Each operand comes with the level that it requires. `own` is the operator's
    /// level.
    #[inline(never)]
    pub(super) fn infix(
        &mut self,
        operator: Binary,
        left: (&Expr, u8),
        right: (&Expr, u8),
        own: u8,
        least: u8,
    ) -> String {
        let mut text = self.value(left.0, left.1);
        text.push(' ');
        text.push_str(operator.sign());
        text.push(' ');
        text.push_str(&self.value(right.0, right.1));
        bracketed(text, own, least)
    }

    #[inline(never)]
    fn divided_by_zero(&mut self, left: &Expr, right: &Expr, least: u8) -> String {
        self.works_around(Workaround::DivisionByLiteralZero);
        bracketed(format!("{} * (1.0 / {})", self.value(left, MULTIPLY), self.value(right, 0)), MULTIPLY, least)
    }

    #[inline(never)]
    fn shifted(&mut self, operator: Binary, left: &Expr, right: &Expr, least: u8) -> String {
        self.bits();
        let by = match right.kind {
            ExprKind::Int(by) if (0..32).contains(&by) => by.to_string(),
            ExprKind::Uint(by) if by < 32 => format!("{by}u"),
            // Only lowering shifts positions, by amounts that need no mask.
            _ if right.ty == Type::Index => self.value(right, PREFIX),
            _ => {
                let mask = if matches!(right.ty, Type::Uint(_)) { "31u" } else { "31" };
                format!("({} & {mask})", self.value(right, PREFIX))
            }
        };
        bracketed(format!("{} {} {by}", self.value(left, PREFIX), operator.sign()), SHIFT, least)
    }

    /// Writes an expression, spread to a vector of `count` components if it is a scalar.
    pub(super) fn spread(&mut self, expr: &Expr, count: usize) -> String {
        let value = self.value(expr, 0);
        match (expr.ty.count(), crate::texel::Components::of(count)) {
            (1, Some(components)) if count > 1 => format!("{}({value})", self.ty(expr.ty.with(components))),
            _ => value,
        }
    }
}

/// Returns the component that a literal index selects, or `None` if the vector lacks it.
pub(super) fn constant_component(number: &Expr, of: Type) -> Option<u8> {
    match number.kind {
        ExprKind::Int(k) | ExprKind::Index(k) => u8::try_from(k).ok().filter(|&k| usize::from(k) < of.count()),
        _ => None,
    }
}
