//! Expressions in a kernel's text.

use super::Emitter;
use super::helpers::Helper;
use crate::brook::types::{Plain, letters};
use crate::ir::{Binary, Expr, ExprKind, Unary};

/// How strongly an operator of GLSL binds; a text that binds less than what is around it goes into brackets.
const CHOICE: u8 = 1;
pub(super) const EITHER: u8 = 2;
pub(super) const BOTH: u8 = 3;
pub(super) const EQUAL: u8 = 7;
pub(super) const LESS: u8 = 8;
pub(super) const ADD: u8 = 10;
pub(super) const MULTIPLY: u8 = 11;
const PREFIX: u8 = 12;
pub(super) const POSTFIX: u8 = 13;

pub(super) fn bracketed(text: String, own: u8, least: u8) -> String {
    if own < least { format!("({text})") } else { text }
}

pub(super) fn float(value: f32) -> String {
    if value.is_infinite() {
        // No literal is infinite; a product that is too large is.
        return format!("({}3.4028235e38 * 2.0)", if value < 0.0 { "-" } else { "" });
    }
    format!("{value:?}")
}

fn int(value: i32) -> String {
    if value == i32::MIN { "(-2147483647 - 1)".into() } else { value.to_string() }
}

/// Whether this is a division by a literal zero.
pub(super) fn by_zero(operator: Binary, right: &Expr) -> bool {
    match &right.kind {
        ExprKind::Float(value) => operator == Binary::Divide && *value == 0.0,
        ExprKind::Convert(inner) => by_zero(operator, inner),
        _ => false,
    }
}

impl Emitter<'_> {
    /// The expression as a number or vector, in brackets where it binds less than `least`.
    pub(super) fn value(&mut self, expr: &Expr, least: u8) -> String {
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Float(value) => {
                bracketed(float(*value), if value.is_sign_negative() { PREFIX } else { POSTFIX }, least)
            }
            ExprKind::Int(value) => bracketed(int(*value), if *value < 0 { PREFIX } else { POSTFIX }, least),
            ExprKind::Local(local) => self.local_name(*local),
            ExprKind::Constant(slot) => self.constant(crate::brook::plan::Supply::Slot(*slot)),
            ExprKind::Element(slot) => self.element(*slot),
            ExprKind::Gather { slot, index } => self.gather(*slot, index),
            ExprKind::IndexOf(parameter) => self.index_of(*parameter),
            ExprKind::Swizzle(inner, taken) => {
                if inner.ty.count() == 1 {
                    let value = self.value(inner, if taken.len() == 1 { least } else { 0 });
                    return if taken.len() == 1 { value } else { format!("{}({value})", ty.glsl()) };
                }
                format!("{}.{}", self.value(inner, POSTFIX), letters(taken))
            }
            ExprKind::At(inner, number) => {
                let count = inner.ty.count();
                if count == 1 {
                    return self.value(inner, least);
                }
                self.helpers.insert(Helper::Component(count));
                format!("component({}, {})", self.value(inner, 0), self.value(number, 0))
            }
            ExprKind::Convert(inner) => {
                // A truth value is made a number once.
                format!("{}({})", ty.glsl(), self.value(inner, 0))
            }
            ExprKind::Vector(parts) => {
                let literal = |part: &Expr| matches!(part.kind, ExprKind::Float(_)) && part.kind == parts[0].kind;
                let parts: Vec<String> = match parts.iter().all(literal) {
                    true => vec![self.value(&parts[0], 0)],
                    false => parts.iter().map(|part| self.value(part, 0)).collect(),
                };
                format!("{}({})", ty.glsl(), parts.join(", "))
            }
            ExprKind::Unary(Unary::Neg, inner) => bracketed(format!("-{}", self.value(inner, POSTFIX)), PREFIX, least),
            ExprKind::Unary(Unary::BitNot, inner) => {
                self.integers = true;
                bracketed(format!("~{}", self.value(inner, POSTFIX)), PREFIX, least)
            }
            ExprKind::Unary(Unary::Not, _) if ty.count() == 1 => format!("float({})", self.condition(expr, 0)),
            ExprKind::Unary(Unary::Not, inner) => match inner.is_truth() {
                true => bracketed(format!("1.0 - {}", self.value(inner, MULTIPLY)), ADD, least),
                false => format!("{0}(equal({1}, {0}(0.0)))", ty.glsl(), self.value(inner, 0)),
            },
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, ty, least),
            ExprKind::Select(condition, then, otherwise) => {
                if condition.ty.count() > 1 {
                    let (then, otherwise) = (self.value(then, 0), self.value(otherwise, 0));
                    return format!("mix({otherwise}, {then}, {})", self.conditions(condition));
                }
                let condition = self.condition(condition, EITHER);
                let text = format!("{condition} ? {} : {}", self.value(then, EITHER), self.value(otherwise, CHOICE));
                bracketed(text, CHOICE, least)
            }
            ExprKind::Math(intrinsic, arguments) => self.intrinsic(*intrinsic, arguments, ty, least),
            ExprKind::Uint(_)
            | ExprKind::Bool(_)
            | ExprKind::Index(_)
            | ExprKind::AbstractInt(_)
            | ExprKind::Uniform(_)
            | ExprKind::Fetch { .. }
            | ExprKind::Here(_)
            | ExprKind::Extent(..)
            | ExprKind::Quotient(..) => unreachable!("of the kernel phase"),
            ExprKind::Call(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.value(argument, 0)).collect();
                format!("{}({})", self.function_names[function.0], arguments.join(", "))
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, ty: Plain, least: u8) -> String {
        if operator.compares() {
            return match left.ty.count() {
                1 => format!("float({})", self.compared(operator, left, right, 0)),
                _ => format!("{}({})", ty.glsl(), self.compared(operator, left, right, 0)),
            };
        }
        if operator.is_logical() {
            if ty.count() == 1 {
                let whole = Expr {
                    kind: ExprKind::Binary(operator, Box::new(left.clone()), Box::new(right.clone())),
                    ty,
                    span: left.span,
                };
                return format!("float({})", self.condition(&whole, 0));
            }
            // Of ones and zeros the product is `and`, the larger is `or`.
            if operator == Binary::LogicalOr {
                return format!("max({}, {})", self.truth(left, 0), self.truth(right, 0));
            }
            let text = format!("{} * {}", self.truth(left, MULTIPLY), self.truth(right, PREFIX));
            return bracketed(text, MULTIPLY, least);
        }
        let ints = ty == Plain::INT;
        match operator {
            Binary::Divide | Binary::Remainder if ints => {
                let helper = if operator == Binary::Divide { Helper::IntDivide } else { Helper::IntRemainder };
                self.helpers.insert(helper);
                format!("{}({}, {})", helper.name(), self.value(left, 0), self.value(right, 0))
            }
            // Mesa makes anything of a number divided by a literal zero; that of two literals it knows.
            Binary::Divide if by_zero(operator, right) && !matches!(left.kind, ExprKind::Float(_)) => {
                bracketed(format!("{} * (1.0 / {})", self.value(left, MULTIPLY), self.value(right, 0)), MULTIPLY, least)
            }
            Binary::ShiftLeft | Binary::ShiftRight => {
                self.integers = true;
                let by = match right.kind {
                    ExprKind::Int(by) if (0..32).contains(&by) => by.to_string(),
                    _ => format!("({} & 31)", self.value(right, EQUAL)),
                };
                bracketed(format!("{} {} {by}", self.value(left, ADD), operator.sign()), 9, least)
            }
            Binary::And | Binary::Or | Binary::Xor => {
                self.integers = true;
                // Always in brackets: few remember how they bind.
                format!("({} {} {})", self.value(left, ADD), operator.sign(), self.value(right, ADD))
            }
            _ => {
                let own = if matches!(operator, Binary::Add | Binary::Subtract) { ADD } else { MULTIPLY };
                let text = format!("{} {} {}", self.value(left, own), operator.sign(), self.value(right, own + 1));
                bracketed(text, own, least)
            }
        }
    }
}
