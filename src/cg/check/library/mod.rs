//! The standard library of Cg.

mod geometry;
mod math;
mod out_arguments;
mod pack;
mod texture;

use super::body::Body;
use super::convert::Purpose;
use super::expr::has_effects;
use super::number::{expr, smear};
use super::value::Value;
use super::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::{Expr, ExprKind};
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Span};

/// The names of the functions, for messages; textures have more.
pub(super) const NAMES: [&str; 80] = [
    "abs",
    "acos",
    "all",
    "any",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "clamp",
    "clip",
    "cos",
    "cosh",
    "cross",
    "ddx",
    "ddy",
    "debug",
    "degrees",
    "determinant",
    "distance",
    "dot",
    "exp",
    "exp2",
    "faceforward",
    "floor",
    "fmod",
    "frac",
    "frexp",
    "fwidth",
    "isfinite",
    "isinf",
    "isnan",
    "ldexp",
    "length",
    "lerp",
    "lit",
    "log",
    "log10",
    "log2",
    "max",
    "min",
    "modf",
    "mul",
    "normalize",
    "pack_2half",
    "pack_2ushort",
    "pack_4byte",
    "pack_4ubyte",
    "pow",
    "radians",
    "reflect",
    "refract",
    "round",
    "rsqrt",
    "saturate",
    "sign",
    "sin",
    "sincos",
    "sinh",
    "smoothstep",
    "sqrt",
    "step",
    "tan",
    "tanh",
    "tex1D",
    "tex2D",
    "tex2Dlod",
    "tex2Dproj",
    "tex3D",
    "texCUBE",
    "texRECT",
    "texRECTproj",
    "transpose",
    "trunc",
    "unpack_2half",
    "unpack_2ushort",
    "unpack_4byte",
    "unpack_4ubyte",
    "h4texRECT",
    "f1texRECT",
    "noise",
];

/// Whether the library has a function of this name.
pub(super) fn has(name: &str) -> bool {
    NAMES.contains(&name) || texture::is_texture_function(name)
}

/// The arguments of a function, with the number and the type of their components in common.
pub(super) struct Common {
    pub of: Vec<Expr>,
    pub base: Base,
    pub count: u8,
}

impl Checker<'_> {
    /// Checks a call of a function of the standard library. Returns `None` if there is none of this name.
    pub(super) fn library(
        &mut self,
        body: &mut Body,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Option<Value>> {
        if let Some(value) = self.texture(body, name, arguments, span)? {
            return Ok(Some(value));
        }
        if !NAMES.contains(&name.text.as_str()) {
            return Ok(None);
        }
        if name.text == "noise" {
            return self.refuse(
                Code::C5201,
                span,
                "no profile of fragment programs has `noise`",
                "read it from a texture",
            );
        }
        if let Some(value) = self.with_results(body, name, arguments, span)? {
            return Ok(Some(value));
        }
        let mut values = Vec::with_capacity(arguments.len());
        for (number, argument) in arguments.iter().enumerate() {
            let value = self.value(body, argument)?;
            let later = arguments[number + 1..].iter().any(has_effects);
            values.push(if later { body.copied(&value) } else { body.reused_value(value) });
        }
        if let Some(value) = self.packing(name, &values, span)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.on_vectors(body, name, &values, span)? {
            return Ok(Some(value));
        }
        self.component_math(body, name, values, span)
    }

    /// Checks the number of arguments.
    pub(super) fn takes(&mut self, name: &Name, given: usize, wanted: usize) -> Checked<()> {
        if given == wanted {
            return Ok(());
        }
        let (code, what) = if given < wanted { (Code::C1103, "few") } else { (Code::C1104, "many") };
        let plural = if wanted == 1 { "" } else { "s" };
        let title = format!("`{}` takes {wanted} argument{plural}, and is given too {what}: {given}", name.text);
        self.refuse(code, name.span, title, "")
    }

    /// Brings arguments to a common type. Numbers become vectors if another argument is one.
    pub(super) fn in_common(&mut self, name: &Name, values: Vec<Value>) -> Checked<Common> {
        let (mut base, mut count) = (Base::Bool, 1);
        let mut shortest = u8::MAX;
        for value in &values {
            let Some((own, size)) = value.vector() else {
                let title = format!("`{}` takes numbers and vectors, not a `{}`", name.text, self.type_name(&value.ty));
                return self.refuse(Code::C1102, value.span, title, "");
            };
            base = Self::common(base, own);
            if size > 1 {
                shortest = shortest.min(size);
            }
        }
        if shortest < u8::MAX {
            count = shortest;
        }
        if base == Base::Bool {
            base = Base::Float;
        }
        let ty = Type::Vector(base, count);
        let mut of = Vec::with_capacity(values.len());
        for value in values {
            of.push(self.convert(value, &ty, Purpose::Assignment)?.expr().clone());
        }
        Ok(Common { of, base, count })
    }
}

/// Returns the sum, difference, product or quotient of two expressions; a number beside a vector becomes one.
pub(super) fn operate(operator: crate::ir::Binary, a: Expr, b: Expr) -> Expr {
    super::number::binary(operator, a, b)
}

/// Returns a truth value as the float 1 or 0.
pub(super) fn as_float(truth: Expr) -> Expr {
    let (ty, span) = (crate::ir::Type::floats(truth.ty.count()), truth.span);
    expr(ExprKind::Convert(truth.into()), ty, span)
}

/// Returns a literal with the same number of components as an expression.
pub(super) fn like(of: &Expr, value: f32) -> Expr {
    smear(super::number::float(value, of.span), of.ty.count())
}
