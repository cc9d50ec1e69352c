//! Functions that read textures.

use crate::cg::check::body::Body;
use crate::cg::check::convert::Purpose;
use crate::cg::check::expr::has_effects;
use crate::cg::check::number::swizzle;
use crate::cg::check::value::{Item, Value};
use crate::cg::check::{Checked, Checker};
use crate::cg::parameters::{ParameterKind, Texture as TextureOf};
use crate::cg::types::{Base, Type};
use crate::ir::{self, Expr, ExprKind, FragmentExpr, Sample, SampleMode, TextureKind};
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span};

/// A function that reads a texture.
struct Function {
    kind: TextureKind,
    mode: SampleMode,
    base: Base,
    count: u8,
}

/// Returns the function of this name: `tex2D`, `texRECTproj`, `h4tex2Dbias`.
fn function(name: &str) -> Option<Function> {
    let (prefix, rest) = match name.find("tex")? {
        at @ (0 | 2) => name.split_at(at),
        _ => return None,
    };
    let (base, count) = match prefix.as_bytes() {
        [] => (Base::Float, 4),
        [letter, count @ b'1'..=b'4'] => {
            let base = match letter {
                b'f' => Base::Float,
                b'h' => Base::Half,
                b'x' => Base::Fixed,
                _ => return None,
            };
            (base, count - b'0')
        }
        _ => return None,
    };
    let rest = rest.strip_prefix("tex")?;
    const KINDS: [(&str, TextureKind); 5] = [
        ("1D", TextureKind::OneD),
        ("2D", TextureKind::TwoD),
        ("3D", TextureKind::ThreeD),
        ("RECT", TextureKind::Rectangle),
        ("CUBE", TextureKind::Cube),
    ];
    let (word, kind) = KINDS.iter().find(|(word, _)| rest.starts_with(word))?;
    let mode = match &rest[word.len()..] {
        "" => SampleMode::Plain,
        "proj" => SampleMode::Projected,
        "bias" => SampleMode::Bias,
        "lod" => SampleMode::Level,
        _ => return None,
    };
    Some(Function { kind: *kind, mode, base, count })
}

/// Whether a function of this name reads a texture.
pub(super) fn is_texture_function(name: &str) -> bool {
    function(name).is_some()
}

impl Checker<'_> {
    pub(super) fn texture(
        &mut self,
        body: &mut Body,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Option<Value>> {
        let Some(function) = function(&name.text) else { return Ok(None) };
        let gradient = arguments.len() == 4 && function.mode == SampleMode::Plain;
        if !gradient {
            self.takes(name, arguments.len(), 2)?;
        }
        let (index, samplers) = self.options(body, &arguments[0])?;
        let mut units = Vec::with_capacity(samplers.len());
        for sampler in &samplers {
            units.push(self.sampler(sampler, &function, name)?);
        }
        self.profile_has(name, &function, gradient, span)?;
        let mut coordinates = Vec::new();
        for (number, argument) in arguments.iter().enumerate().skip(1) {
            let value = self.value(body, argument)?;
            let later = arguments[number + 1..].iter().any(has_effects);
            let value = if later { body.copied(&value) } else { value };
            coordinates.push(self.coordinates(value, &function, name)?);
        }
        let mut coordinates = coordinates.into_iter();
        let at = coordinates.next().expect("there are coordinates");
        let gradient = coordinates.next().zip(coordinates.next());
        let ty = Type::Vector(function.base, function.count);
        let read = |unit: usize| {
            let (texture, mode) = (function.kind, function.mode);
            let sample = Sample { unit, texture, mode, at: at.clone(), gradient: gradient.clone() };
            let four = Expr::new(ExprKind::Fragment(Box::new(FragmentExpr::Sample(sample))), ir::Type::floats(4), span);
            let value = swizzle(four, &[0, 1, 2, 3][..usize::from(function.count)], span);
            Value::of(ty.clone(), self.rounded(value, function.base))
        };
        let texels: Vec<Value> = units.into_iter().map(read).collect();
        Ok(Some(match (index, texels.as_slice()) {
            (None, [texel]) => texel.clone(),
            // All are read, and one is chosen. In a loop that is unrolled the index is known, and the others vanish.
            (index, _) => self.chosen(&index.expect("an index chooses among several"), texels, span)?,
        }))
    }

    /// Returns the sampler that is read, as the index of its parameter.
    fn sampler(&mut self, value: &Value, function: &Function, name: &Name) -> Checked<usize> {
        let (Type::Sampler(_), [Item::Sampler(number)]) = (&value.ty, value.items.as_slice()) else {
            let title = format!("`{}` reads a sampler, and is given a `{}`", name.text, self.type_name(&value.ty));
            return self.refuse(Code::C1102, value.span, title, "");
        };
        let Some(parameter) = self.parameters.get_mut(*number) else {
            return self.refuse(
                Code::C7050,
                value.span,
                "this sampler has no texture",
                "make it a `uniform` parameter",
            );
        };
        let ParameterKind::Texture { texture, .. } = &mut parameter.kind else {
            unreachable!("a sampler's parameter is a texture")
        };
        match texture {
            None => *texture = Some(TextureOf(function.kind)),
            Some(own) if own.0 == function.kind => {}
            Some(own) => {
                let title = format!(
                    "`{}` reads a `{}`, and `{}` is a {own} texture",
                    name.text,
                    TextureOf(function.kind),
                    parameter.name
                );
                let help = format!("declare it as `sampler{}`", TextureOf(function.kind));
                return self.refuse(Code::C1102, value.span, title, &help);
            }
        }
        Ok(*number)
    }

    /// Checks that the profile has this kind of read.
    fn profile_has(&mut self, name: &Name, function: &Function, gradient: bool, span: Span) -> Checked<()> {
        use crate::cg::Profile;
        let profile = self.options.profile;
        let lacks = match profile {
            Profile::Arbfp1 => gradient || function.mode == SampleMode::Level,
            Profile::Fp30 => function.mode == SampleMode::Level,
            Profile::Fp40 => false,
        };
        if !lacks {
            return Ok(());
        }
        let what = if gradient { " with derivatives" } else { "" };
        let title = format!("profile {profile} has no `{}`{what}", name.text);
        self.refuse(Code::C5201, span, title, "fp40 has it")
    }

    /// Converts coordinates to those that a read needs.
    fn coordinates(&mut self, value: Value, function: &Function, name: &Name) -> Checked<Expr> {
        let wanted = function.kind.coordinates() as u8;
        let span = value.span;
        let Some((base, count)) = value.vector() else {
            let title = format!("`{}` takes coordinates, not a `{}`", name.text, self.type_name(&value.ty));
            return self.refuse(Code::C1102, span, title, "");
        };
        let last = match function.mode {
            SampleMode::Plain => {
                if count < wanted && count > 1 {
                    let title = format!("`{}` takes {wanted} coordinates, and is given {count}", name.text);
                    return self.refuse(Code::C1102, span, title, "");
                }
                if count > wanted {
                    let title = format!("`{}` takes {wanted} coordinates of these {count}", name.text);
                    let help = format!("write `.{}` behind them", ["x", "xy", "xyz"][usize::from(wanted) - 1]);
                    self.report(Diagnostic::warning(Code::C7011, span, title).help(help));
                }
                let ty = Type::Vector(if base == Base::Bool || base.is_integer() { Base::Float } else { base }, wanted);
                return Ok(self.convert(value, &ty, Purpose::Cast)?.expr().clone());
            }
            // The divisor is the last component.
            SampleMode::Projected => {
                if count <= wanted {
                    let title =
                        format!("`{}` takes {wanted} coordinates and a divisor, and is given {count}", name.text);
                    return self.refuse(Code::C1102, span, title, "");
                }
                count - 1
            }
            SampleMode::Bias | SampleMode::Level => {
                if count != 4 {
                    let title = format!("`{}` takes four components, and is given {count}", name.text);
                    return self.refuse(Code::C1102, span, title, "the last is the level");
                }
                3
            }
        };
        let taken: Vec<u8> = (0..3).map(|k: u8| k.min(wanted - 1)).chain([last]).collect();
        Ok(swizzle(value.expr().clone(), &taken, span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_read() {
        let read = |name: &str| function(name).map(|own| (own.kind, own.mode, own.base, own.count));
        assert_eq!(read("tex2D"), Some((TextureKind::TwoD, SampleMode::Plain, Base::Float, 4)));
        assert_eq!(read("h3texRECTproj"), Some((TextureKind::Rectangle, SampleMode::Projected, Base::Half, 3)));
        assert_eq!(read("x4texCUBE"), Some((TextureKind::Cube, SampleMode::Plain, Base::Fixed, 4)));
        assert_eq!(read("tex3Dlod"), Some((TextureKind::ThreeD, SampleMode::Level, Base::Float, 4)));
        for name in ["tex", "tex4D", "f5tex2D", "context2D", "tex2Dx", "mytex2D"] {
            assert!(function(name).is_none(), "{name}");
        }
    }
}
