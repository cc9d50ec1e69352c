//! Functions that are applied component by component.

use super::{Common, as_float, like, operate};
use crate::cg::check::body::Body;
use crate::cg::check::number::{binary, float, math, negative, select};
use crate::cg::check::value::Value;
use crate::cg::check::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::{Binary, Expr, ExprKind, FragmentExpr, Math};
use crate::syntax::Span;
use crate::syntax::ast::Name;

/// The functions that are one math function of one argument, and whether their result needs rounding.
const ONE: [(&str, Math, bool); 26] = [
    ("abs", Math::Abs, false),
    ("acos", Math::Acos, true),
    ("asin", Math::Asin, true),
    ("atan", Math::Atan, true),
    ("ceil", Math::Ceil, false),
    ("cos", Math::Cos, true),
    ("cosh", Math::Cosh, true),
    ("degrees", Math::Degrees, true),
    ("exp", Math::Exp, true),
    ("exp2", Math::Exp2, true),
    ("floor", Math::Floor, false),
    ("frac", Math::Fract, false),
    ("log", Math::Log, true),
    ("log10", Math::Log10, true),
    ("log2", Math::Log2, true),
    ("radians", Math::Radians, true),
    ("rsqrt", Math::InverseSqrt, true),
    ("saturate", Math::Saturate, false),
    ("sign", Math::Sign, false),
    ("sin", Math::Sin, true),
    ("sinh", Math::Sinh, true),
    ("sqrt", Math::Sqrt, true),
    ("tan", Math::Tan, true),
    ("tanh", Math::Tanh, true),
    ("trunc", Math::Trunc, false),
    ("isnan", Math::IsNan, false),
];

/// The number of arguments of the functions in this file that have more than one.
fn arity(name: &str) -> usize {
    match name {
        "atan2" | "fmod" | "min" | "max" | "pow" | "step" | "ldexp" => 2,
        "clamp" | "lerp" | "smoothstep" | "lit" => 3,
        _ => 1,
    }
}

impl Checker<'_> {
    pub(super) fn component_math(
        &mut self,
        body: &mut Body,
        name: &Name,
        values: Vec<Value>,
        span: Span,
    ) -> Checked<Option<Value>> {
        let text = name.text.as_str();
        self.takes(name, values.len(), arity(text))?;
        let Common { of, base, count } = self.in_common(name, values)?;
        // Only some functions have integers as results.
        let keeps = matches!(text, "abs" | "sign" | "min" | "max" | "clamp");
        let base = if base.is_integer() && !keeps { Base::Float } else { base };
        let ty = Type::Vector(base, count);
        let rounded = |this: &Self, value: Expr| Some(Value::of(ty.clone(), this.rounded(value, base)));
        let exact = |value: Expr| Some(Value::of(ty.clone(), value));
        let truth = |value: Expr| Some(Value::of(Type::Vector(Base::Bool, count), value));
        let at = |k: usize| of[k].clone();
        if let Some((_, function, rounds)) = ONE.iter().find(|(own, ..)| *own == text) {
            let value = math(*function, of, span);
            return Ok(match function {
                Math::IsNan => truth(value),
                _ if *rounds => rounded(self, value),
                _ => exact(value),
            });
        }
        Ok(match text {
            "isinf" => truth(math(Math::IsInf, of, span)),
            "isfinite" => truth(math(Math::IsFinite, of, span)),
            "min" => exact(math(Math::Min, of, span)),
            "max" => exact(math(Math::Max, of, span)),
            "clamp" => exact(math(Math::Clamp, of, span)),
            "atan2" => rounded(self, math(Math::Atan2, of, span)),
            "pow" => rounded(self, math(Math::Pow, of, span)),
            // floor(x + 1/2): halves are rounded up in these profiles.
            "round" => {
                let half = operate(Binary::Add, at(0), like(&of[0], 0.5));
                exact(math(Math::Floor, vec![half], span))
            }
            "step" => exact(as_float(binary(Binary::GreaterEqual, at(1), at(0)))),
            "lerp" => {
                let difference = operate(Binary::Subtract, at(1), at(0));
                let product = operate(Binary::Multiply, at(2), difference);
                rounded(self, operate(Binary::Add, at(0), product))
            }
            "smoothstep" => {
                let width = operate(Binary::Subtract, at(1), at(0));
                let ratio = operate(Binary::Divide, operate(Binary::Subtract, at(2), at(0)), width);
                let t = body.reused(math(Math::Saturate, vec![ratio], span));
                let square = operate(Binary::Multiply, t.clone(), t.clone());
                let rest =
                    operate(Binary::Subtract, like(&of[0], 3.0), operate(Binary::Multiply, like(&of[0], 2.0), t));
                rounded(self, operate(Binary::Multiply, square, rest))
            }
            "fmod" => {
                let ratio = math(Math::Abs, vec![operate(Binary::Divide, at(0), at(1))], span);
                let size = math(Math::Abs, vec![at(1)], span);
                let part = operate(Binary::Multiply, math(Math::Fract, vec![ratio], span), size);
                let part = body.reused(part);
                let below = binary(Binary::Less, at(0), like(&of[0], 0.0));
                rounded(self, select(below, negative(part.clone()), part))
            }
            "ldexp" => rounded(self, operate(Binary::Multiply, at(0), math(Math::Exp2, vec![at(1)], span))),
            "ddx" | "ddy" | "fwidth" => self.derivative(text, at(0), (base, count), span)?,
            "clip" => {
                let below = binary(Binary::Less, at(0), like(&of[0], 0.0));
                let below = Value::of(Type::Vector(Base::Bool, count), below);
                self.discard(body, Self::any(&below))?;
                Some(Value::void(span))
            }
            // It shows a value where a debugger runs the program.
            "debug" => Some(Value::void(span)),
            "lit" => Some(self.lighting(&of, base, span)),
            _ => None,
        })
    }

    fn derivative(&mut self, name: &str, of: Expr, (base, count): (Base, u8), span: Span) -> Checked<Option<Value>> {
        if !self.options.profile.has_half() {
            let title = format!("profile {} has no `{name}`", self.options.profile);
            return self.refuse(crate::syntax::Code::C5201, span, title, "fp30 and fp40 have it");
        }
        let ty = of.ty;
        let along =
            |is_x: bool| Expr::new(ExprKind::Fragment(Box::new(FragmentExpr::Derivative(is_x, of.clone()))), ty, span);
        let value = match name {
            "ddx" => along(true),
            "ddy" => along(false),
            _ => {
                let size = |is_x: bool| math(Math::Abs, vec![along(is_x)], span);
                operate(Binary::Add, size(true), size(false))
            }
        };
        Ok(Some(Value::of(Type::Vector(base, count), self.rounded(value, base))))
    }

    /// `lit(n·l, n·h, m)`: the coefficients of ambient, diffuse and specular light.
    fn lighting(&self, of: &[Expr], base: Base, span: Span) -> Value {
        let at = |k: usize| of[k].clone();
        let zero = || float(0.0, span);
        let diffuse = math(Math::Max, vec![at(0), zero()], span);
        let size = math(Math::Max, vec![at(1), zero()], span);
        let lit = binary(Binary::Greater, at(0), zero());
        let specular = select(lit, math(Math::Pow, vec![size, at(2)], span), zero());
        let parts = vec![float(1.0, span), diffuse, specular, float(1.0, span)];
        let four = crate::cg::check::number::vector(parts, span);
        Value::of(Type::Vector(base, 4), self.rounded(four, base))
    }

    /// Returns whether all or any components are not 0.
    pub(super) fn truths(&mut self, name: &Name, value: Value, span: Span) -> Checked<Value> {
        let value = self.truth(value)?;
        let of = value.expr().clone();
        let result = match of.ty.count() {
            1 => of,
            _ => math(if name.text == "all" { Math::All } else { Math::Any }, vec![of], span),
        };
        Ok(Value::of(Type::BOOL, result))
    }
}
