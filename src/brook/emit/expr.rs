//! Expressions in a kernel's text.

use super::Emitter;
use super::helpers::Helper;
use crate::brook::intrinsics::Intrinsic;
use crate::brook::ir::{Binary, Expr, ExprKind, Unary};
use crate::brook::types::Plain;

/// How strongly an operator of GLSL binds; a text that binds less than what is around it goes into brackets.
const CHOICE: u8 = 1;
const EITHER: u8 = 2;
const BOTH: u8 = 3;
const EQUAL: u8 = 7;
const LESS: u8 = 8;
const ADD: u8 = 10;
const MULTIPLY: u8 = 11;
const PREFIX: u8 = 12;
const POSTFIX: u8 = 13;

fn bracketed(text: String, own: u8, least: u8) -> String {
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

/// Whether the expression as a bool compares for order.
fn orders(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(operator, left, _) if operator.compares() => {
            left.ty != Plain::Int && !matches!(operator, Binary::Equal | Binary::NotEqual)
        }
        ExprKind::Binary(_, a, b) => orders(a) || orders(b),
        ExprKind::Unary(_, inner) | ExprKind::Convert(inner) => orders(inner),
        ExprKind::Select(condition, then, otherwise) => {
            [condition, then, otherwise].into_iter().any(|part| orders(part))
        }
        _ => false,
    }
}

/// The literal, if it is a power of two by which every float can be divided exactly, denormals aside.
fn power_of_two(expr: &Expr) -> Option<f32> {
    match &expr.kind {
        ExprKind::Float(value) => {
            let whole = value.to_bits() & 0x007f_ffff == 0;
            (whole && (1.0..=2.0_f32.powi(20)).contains(&value.abs())).then_some(*value)
        }
        ExprKind::Convert(inner) => power_of_two(inner),
        _ => None,
    }
}

/// Whether a vector holds only ones and zeros.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(operator, ..) => operator.compares() || operator.is_logical(),
        ExprKind::Unary(Unary::Not, _) => true,
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
                let letters: String = taken.iter().map(|&k| ["x", "y", "z", "w"][k as usize]).collect();
                format!("{}.{letters}", self.value(inner, POSTFIX))
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
            ExprKind::Unary(Unary::Minus, inner) => {
                bracketed(format!("-{}", self.value(inner, POSTFIX)), PREFIX, least)
            }
            ExprKind::Unary(Unary::Complement, inner) => {
                self.integers = true;
                bracketed(format!("~{}", self.value(inner, POSTFIX)), PREFIX, least)
            }
            ExprKind::Unary(Unary::Not, _) if ty.count() == 1 => format!("float({})", self.condition(expr, 0)),
            ExprKind::Unary(Unary::Not, inner) => match is_truth(inner) {
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
            ExprKind::Intrinsic(intrinsic, arguments) => self.intrinsic(*intrinsic, arguments, ty, least),
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
            if operator == Binary::Either {
                return format!("max({}, {})", self.truth(left, 0), self.truth(right, 0));
            }
            let text = format!("{} * {}", self.truth(left, MULTIPLY), self.truth(right, PREFIX));
            return bracketed(text, MULTIPLY, least);
        }
        let ints = ty == Plain::Int;
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

    /// A vector of ones and zeros.
    fn truth(&mut self, expr: &Expr, least: u8) -> String {
        if is_truth(expr) {
            return self.value(expr, least);
        }
        match &expr.kind {
            ExprKind::Convert(inner) if is_truth(inner) => self.value(expr, least),
            _ => format!("{0}(notEqual({1}, {0}(0.0)))", expr.ty.glsl(), self.value(expr, 0)),
        }
    }

    /// A comparison: a bool, or a vector of them.
    fn compared(&mut self, operator: Binary, left: &Expr, right: &Expr, least: u8) -> String {
        if left.ty.count() > 1 {
            let function = match operator {
                Binary::Less => "lessThan",
                Binary::LessEqual => "lessThanEqual",
                Binary::Greater => "greaterThan",
                Binary::GreaterEqual => "greaterThanEqual",
                Binary::Equal => "equal",
                _ => "notEqual",
            };
            return format!("{function}({}, {})", self.value(left, 0), self.value(right, 0));
        }
        let own = if matches!(operator, Binary::Equal | Binary::NotEqual) { EQUAL } else { LESS };
        let text = format!("{} {} {}", self.value(left, ADD), operator.sign(), self.value(right, ADD));
        bracketed(text, own, least)
    }

    /// The expression as a vector of bools.
    fn conditions(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Binary(operator, left, right) if operator.compares() => self.compared(*operator, left, right, 0),
            _ => format!("notEqual({}, {}(0.0))", self.value(expr, 0), expr.ty.glsl()),
        }
    }

    /// The expression as a bool: of a vector, whether any component is not 0.
    pub(super) fn condition(&mut self, expr: &Expr, least: u8) -> String {
        if expr.ty.count() > 1 {
            return format!("any({})", self.conditions(expr));
        }
        if let Some(truth) = expr.truth() {
            return truth.to_string();
        }
        match &expr.kind {
            ExprKind::Binary(operator, left, right) if operator.compares() => {
                self.compared(*operator, left, right, least)
            }
            ExprKind::Binary(operator, left, right) if operator.is_logical() => {
                let (own, sign) = if *operator == Binary::Both { (BOTH, "&&") } else { (EITHER, "||") };
                let text = format!("{} {sign} {}", self.condition(left, own), self.condition(right, own + 1));
                bracketed(text, own, least)
            }
            ExprKind::Unary(Unary::Not, inner) => self.negated(inner, least),
            ExprKind::Intrinsic(intrinsic, arguments) if arguments.iter().all(|a| a.ty.count() == 1) => match intrinsic
            {
                Intrinsic::IsNan | Intrinsic::IsInf => {
                    format!("{}({})", intrinsic.name(), self.value(&arguments[0], 0))
                }
                Intrinsic::IsFinite => {
                    self.helpers.insert(Helper::IsFinite);
                    format!("is_finite({})", self.value(&arguments[0], 0))
                }
                _ => self.is_not_zero(expr, least),
            },
            ExprKind::Convert(inner) if inner.ty.count() == 1 && expr.ty != Plain::Int => self.condition(inner, least),
            _ => self.is_not_zero(expr, least),
        }
    }

    /// The opposite of the expression as a bool. NVIDIA compiles `!(a > b)` as `a <= b`, which of NaN is something else, but
    /// takes `(a > b) == false` at its word.
    pub(super) fn negated(&mut self, expr: &Expr, least: u8) -> String {
        let condition = self.condition(expr, POSTFIX);
        match orders(expr) {
            true => bracketed(format!("{condition} == false"), EQUAL, least),
            false => format!("!{condition}"),
        }
    }

    /// The test of a loop. NVIDIA leaves `for (; a < b;)` where `a >= b`, which with NaN is never; `== true` it takes at its
    /// word. `counted`: neither side can be NaN.
    pub(super) fn test(&mut self, expr: &Expr, counted: bool) -> String {
        match orders(expr) && !counted {
            true => format!("{} == true", self.condition(expr, POSTFIX)),
            false => self.condition(expr, 0),
        }
    }

    fn is_not_zero(&mut self, expr: &Expr, least: u8) -> String {
        let zero = if expr.ty == Plain::Int { "0" } else { "0.0" };
        bracketed(format!("{} != {zero}", self.value(expr, ADD)), EQUAL, least)
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, arguments: &[Expr], ty: Plain, least: u8) -> String {
        use Intrinsic::*;
        let count = arguments[0].ty.count();
        let plain = |this: &mut Self, name: &str| {
            let arguments: Vec<String> = arguments.iter().map(|argument| this.value(argument, 0)).collect();
            format!("{name}({})", arguments.join(", "))
        };
        // Of a vector, each component by itself: for what GLSL has for floats alone.
        let each = |this: &mut Self, name: &str, wrap: &str| {
            let one = |this: &mut Self, letter: &str| {
                let part = |argument: &Expr, this: &mut Self| match count {
                    1 => this.value(argument, 0),
                    _ => format!("{}.{letter}", this.value(argument, POSTFIX)),
                };
                let arguments: Vec<String> = arguments.iter().map(|argument| part(argument, this)).collect();
                let call = format!("{name}({})", arguments.join(", "));
                if wrap.is_empty() { call } else { format!("{wrap}({call})") }
            };
            if count == 1 {
                return one(this, "");
            }
            let parts: Vec<String> = ["x", "y", "z", "w"][..count].iter().map(|letter| one(this, letter)).collect();
            format!("{}({})", ty.glsl(), parts.join(", "))
        };
        match intrinsic {
            Fmod => match power_of_two(&arguments[1]) {
                Some(power) => {
                    self.helpers.insert(Helper::FmodPower(count));
                    format!("c_fmod_power({}, {})", self.value(&arguments[0], 0), float(power))
                }
                None => {
                    self.helpers.insert(Helper::Fmod(count));
                    plain(self, "c_fmod")
                }
            },
            Pow => {
                self.helpers.insert(Helper::Pow(count));
                plain(self, "c_pow")
            }
            Asin => {
                self.helpers.insert(Helper::Asin(count));
                plain(self, "c_asin")
            }
            Acos => {
                self.helpers.insert(Helper::Acos(count));
                plain(self, "c_acos")
            }
            Round => {
                self.helpers.insert(Helper::Round(count));
                plain(self, "round_away")
            }
            Frac => plain(self, "fract"),
            Lerp => plain(self, "mix"),
            Rsqrt => plain(self, "inversesqrt"),
            Atan2 => plain(self, "atan"),
            Saturate => format!("clamp({}, 0.0, 1.0)", self.value(&arguments[0], 0)),
            Log10 => {
                let text = format!("log({}) * 0.43429448", self.value(&arguments[0], 0));
                bracketed(text, MULTIPLY, least)
            }
            All => format!("float(all({}))", self.all_of(&arguments[0])),
            Any => format!("float({})", self.condition(&arguments[0], 0)),
            IsNan | IsInf => match count {
                1 => format!("float({}({}))", intrinsic.name(), self.value(&arguments[0], 0)),
                _ => format!("{}({}({}))", ty.glsl(), intrinsic.name(), self.value(&arguments[0], 0)),
            },
            IsFinite => {
                self.helpers.insert(Helper::IsFinite);
                each(self, "is_finite", "float")
            }
            Ldexp => {
                self.helpers.insert(Helper::Ldexp);
                each(self, "times_power", "")
            }
            FrexpExponent => {
                self.helpers.insert(Helper::FrexpExponent);
                each(self, "frexp_exponent", "")
            }
            FrexpFraction => {
                self.helpers.insert(Helper::FrexpFraction);
                each(self, "frexp_fraction", "")
            }
            _ => plain(self, intrinsic.name()),
        }
    }

    fn all_of(&mut self, expr: &Expr) -> String {
        match expr.ty.count() {
            // `all` is of vectors alone.
            1 => {
                let value = self.value(expr, 0);
                format!("notEqual(vec2({value}), vec2(0.0))")
            }
            _ => self.conditions(expr),
        }
    }
}
