//! The functions of the language in a kernel's text.

use super::Emitter;
use super::expr::{MULTIPLY, POSTFIX, bracketed, float};
use super::helpers::Helper;
use crate::brook::intrinsics;
use crate::brook::types::{LETTERS, Plain};
use crate::ir::Math;
use crate::ir::{Expr, ExprKind};

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

impl Emitter<'_> {
    pub(super) fn intrinsic(&mut self, intrinsic: Math, arguments: &[Expr], ty: Plain, least: u8) -> String {
        use Math::*;
        let count = arguments[0].ty.count();
        let plain = |this: &mut Self, name: &str| {
            let arguments: Vec<String> = arguments.iter().map(|argument| this.value(argument, 0)).collect();
            format!("{name}({})", arguments.join(", "))
        };
        let helped = |this: &mut Self, helper: Helper| {
            this.helpers.insert(helper);
            plain(this, helper.name())
        };
        // Of a vector, each component by itself: for helpers that are of floats alone.
        let each = |this: &mut Self, helper: Helper, wrap: &str| {
            this.helpers.insert(helper);
            let one = |this: &mut Self, letter: &str| {
                let part = |argument: &Expr, this: &mut Self| match count {
                    1 => this.value(argument, 0),
                    _ => format!("{}.{letter}", this.value(argument, POSTFIX)),
                };
                let arguments: Vec<String> = arguments.iter().map(|argument| part(argument, this)).collect();
                let call = format!("{}({})", helper.name(), arguments.join(", "));
                if wrap.is_empty() { call } else { format!("{wrap}({call})") }
            };
            if count == 1 {
                return one(this, "");
            }
            let parts: Vec<String> = LETTERS[..count].iter().map(|letter| one(this, letter)).collect();
            format!("{}({})", ty.glsl(), parts.join(", "))
        };
        match intrinsic {
            Fmod => match power_of_two(&arguments[1]) {
                Some(power) => {
                    self.helpers.insert(Helper::FmodPower(count));
                    format!("c_fmod_power({}, {})", self.value(&arguments[0], 0), float(power))
                }
                None => helped(self, Helper::Fmod(count)),
            },
            PowC => helped(self, Helper::Pow(count)),
            Asin => helped(self, Helper::Asin(count)),
            Acos => helped(self, Helper::Acos(count)),
            RoundAway => helped(self, Helper::Round(count)),
            Fract => plain(self, "fract"),
            Mix => plain(self, "mix"),
            InverseSqrt => plain(self, "inversesqrt"),
            Atan => helped(self, Helper::Atan(count)),
            Atan2 => helped(self, Helper::Atan2(count)),
            Sinh => helped(self, Helper::Sinh(count)),
            Tanh => helped(self, Helper::Tanh(count)),
            Saturate => format!("clamp({}, 0.0, 1.0)", self.value(&arguments[0], 0)),
            Log10 => {
                let text = format!("log({}) * 0.43429448", self.value(&arguments[0], 0));
                bracketed(text, MULTIPLY, least)
            }
            All => format!("float(all({}))", self.all_of(&arguments[0])),
            Any => format!("float({})", self.condition(&arguments[0], 0)),
            IsNan | IsInf => format!("{}({})", ty.glsl(), plain(self, intrinsics::name(intrinsic))),
            IsFinite => each(self, Helper::IsFinite, "float"),
            Ldexp => each(self, Helper::Ldexp, ""),
            FrexpExponent => each(self, Helper::FrexpExponent, ""),
            FrexpFraction => each(self, Helper::FrexpFraction, ""),
            _ => plain(self, intrinsics::name(intrinsic)),
        }
    }
}
