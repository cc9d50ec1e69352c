//! Fields of structs, components of vectors, and constructors of vectors.

use super::body::Body;
use super::convert::Value;
use super::int_literal::literal_value;
use super::typed::{fitted, literal, narrowed, settled};
use super::{Checked, Checker, Failed};
use crate::brook::types::{LETTERS, Plain, Type, letters};
use crate::ir::{Expr, ExprKind};
use crate::syntax::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::nearest;
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    pub(super) fn member(&mut self, body: &mut Body, base: &ast::Expr, member: &Name, span: Span) -> Checked<Value> {
        match self.value(body, base)? {
            Value::Record(id, fields) => {
                let (range, ty) = self.field(Type::Record(id), member)?;
                let mut taken: Vec<Expr> = fields[range].to_vec();
                Ok(match ty {
                    Type::Record(id) => Value::Record(id, taken),
                    _ => Value::Plain(taken.pop().ok_or(Failed)?),
                })
            }
            Value::Plain(value) => {
                let value = settled(value);
                let taken = self.swizzle(&member.text, value.ty, member.span)?;
                Ok(Value::Plain(swizzled(value, taken, span)))
            }
            Value::Nothing => {
                let title = "this kernel returns nothing that could have components";
                self.fail(Diagnostic::error(Code::B0302, base.span, title))
            }
        }
    }

    /// Finds a field of a struct by name. Returns its range in the flattened fields of the struct, and its type.
    pub(super) fn field(&mut self, ty: Type, member: &Name) -> Checked<(std::ops::Range<usize>, Type)> {
        let Type::Record(id) = ty else { return Err(Failed) };
        let mut start = 0;
        let record = self.types.records.get(id).clone();
        for (name, ty) in &record.fields {
            let count = self.types.records.fields(*ty).len();
            if *name == member.text {
                return Ok((start..start + count, *ty));
            }
            start += count;
        }
        let names: Vec<&str> = record.fields.iter().map(|(name, _)| name.as_str()).collect();
        let title = format!("struct `{}` has no field `{}`", record.name, member.text);
        let help = match nearest(&member.text, names.iter().copied()) {
            Some(best) => format!("did you mean `{best}`?"),
            None => format!("it has `{}`", names.join("`, `")),
        };
        self.fail(Diagnostic::error(Code::B0326, member.span, title).help(help))
    }

    /// Returns the indices of the components that the swizzle `name` selects from a value of this type.
    pub(super) fn swizzle(&mut self, name: &str, ty: Plain, span: Span) -> Checked<Vec<u8>> {
        let count = ty.count();
        let of =
            |names: &str| name.chars().map(|letter| names.find(letter).map(|at| at as u8)).collect::<Option<Vec<_>>>();
        let article = if matches!(ty, Plain::Int(_)) { "an" } else { "a" };
        let what = format!("{article} `{}`", ty.brook());
        let Some(taken) = of("xyzw") else {
            let title = format!("{what} has no `{name}`");
            let diagnostic = Diagnostic::error(Code::B0327, span, title);
            return self.fail(match of("rgba").or(of("stpq")) {
                Some(taken) if taken.iter().all(|&k| (k as usize) < count) && taken.len() <= 4 => {
                    diagnostic.help(format!("the components are called x, y, z and w: `.{}`", letters(&taken)))
                }
                _ if count == 1 => diagnostic.help("it has one component, `x`; fields are those of structs"),
                _ => {
                    let (last, others) = (LETTERS[count - 1], LETTERS[..count - 1].join("`, `"));
                    diagnostic.help(format!("its components are `{others}` and `{last}`; fields are those of structs"))
                }
            });
        };
        if let Some(&beyond) = taken.iter().find(|&&k| k as usize >= count) {
            let letter = LETTERS[beyond as usize];
            let title = format!("{what} has no component `{letter}`");
            let known = LETTERS[..count].join("`, `");
            return self.fail(Diagnostic::error(Code::B0327, span, title).help(format!("it has `{known}`")));
        }
        if taken.len() > 4 {
            let title = format!("`.{name}` names {} components: the maximum is 4", taken.len());
            return self.fail(Diagnostic::error(Code::B0327, span, title));
        }
        Ok(taken)
    }

    /// Returns the index of a component as an int. Checks that a literal index is in range.
    pub(super) fn component_number(&mut self, body: &mut Body, index: &ast::Expr, count: usize) -> Checked<Expr> {
        let value = self.plain(body, index)?;
        if value.ty.count() > 1 {
            let title = format!("a `{}` cannot be the index of a component", value.ty.brook());
            return self.fail(
                Diagnostic::error(Code::B0318, index.span, title).help("components are numbered from 0: `v[0]`"),
            );
        }
        if let Some(number) = literal_value(&value).filter(|number| i32::try_from(*number).is_err()) {
            let title = format!("a vector has 4 components at most: there is no `[{number}]`");
            return self.fail(Diagnostic::error(Code::B0318, index.span, title).help("they are numbered from 0"));
        }
        let value = settled(value);
        let number = match value.kind {
            ExprKind::Float(number) => ExprKind::Int(number as i32),
            ExprKind::Uint(number) => ExprKind::Int(i32::try_from(number).unwrap_or(i32::MAX)),
            kind => kind,
        };
        if let ExprKind::Int(number) = number {
            if !(0..count as i32).contains(&number) {
                let title = format!(
                    "this vector has {count} component{}: there is no `[{number}]`",
                    if count == 1 { "" } else { "s" }
                );
                return self.fail(Diagnostic::error(Code::B0318, index.span, title).help("they are numbered from 0"));
            }
            return Ok(Expr { kind: ExprKind::Int(number), ty: Plain::INT, span: index.span });
        }
        let value = Expr { kind: number, ..value };
        Ok(fitted(value, Plain::INT))
    }

    /// Makes a vector of this type from its parts. With `fill`, missing components are zero, as for a list in braces.
    pub(super) fn vector(
        &mut self,
        body: &mut Body,
        parts: &[ast::Expr],
        of: Type,
        span: Span,
        fill: bool,
    ) -> Checked<Expr> {
        let (scalar, components) = of.numbers().ok_or(Failed)?;
        let (ty, count, name) = (scalar.value(components), components.count(), scalar.name(components));
        let refused = |name: &str| (Code::B0323, format!("a struct `{name}` is no part of a vector"));
        let given = self.numbers(body, parts, &refused)?;
        let mut given = given
            .into_iter()
            .map(|value| if ty.is_integer() { self.as_int(value) } else { Ok(settled(value)) })
            .collect::<Checked<Vec<Expr>>>()?;
        let got: usize = given.iter().map(|value| value.ty.count()).sum();
        if let ([_], false) = (given.as_slice(), fill) {
            // A single number fills all components; of a longer vector, the first components are taken.
            if got == 1 || got >= count {
                let value = given.pop().ok_or(Failed)?;
                return Ok(Expr { span, ..narrowed(fitted(value, ty), scalar) });
            }
        }
        if got > count || (got < count && !fill) || got == 0 {
            let has = if count == 1 { "1 component".into() } else { format!("{count} components") };
            let title = format!("`{name}` has {has}, and {got} are given");
            let help = match got > count {
                true => "remove some, or take components of a vector: `v.xy`",
                false => "a number alone fills all of them: `float4(0.0)`",
            };
            return self.fail(Diagnostic::error(Code::B0328, span, title).help(help));
        }
        given.extend((got..count).map(|_| literal(0.0, span)));
        let mut parts = given.into_iter().map(|part| {
            let own = ty.with(part.ty.components());
            fitted(part, own)
        });
        let made = match count {
            1 => parts.next().ok_or(Failed)?,
            _ => Expr { kind: ExprKind::Vector(parts.collect()), ty, span },
        };
        Ok(narrowed(made, scalar))
    }
}

/// Returns the swizzle of a value that selects the components `taken`. Merges a swizzle of a swizzle into one.
pub(super) fn swizzled(value: Expr, taken: Vec<u8>, span: Span) -> Expr {
    let ty = value.ty.with(crate::Components::of(taken.len()).unwrap_or(crate::Components::Four));
    if taken.len() == value.ty.count() && taken.iter().enumerate().all(|(at, &k)| at == k as usize) {
        return Expr { span, ..value };
    }
    match value.kind {
        ExprKind::Swizzle(inner, first) => {
            let taken = taken.iter().map(|&k| first[k as usize]).collect();
            Expr { kind: ExprKind::Swizzle(inner, taken), ty, span }
        }
        kind => {
            let value = Expr { kind, ..value };
            Expr { kind: ExprKind::Swizzle(Box::new(value), taken), ty, span }
        }
    }
}
