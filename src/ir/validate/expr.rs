//! Validates the expressions that all phases share.

use super::{Found, Phase, Validator, Validity, kernel, same, stream, texel};
use crate::ir::{Expr, ExprKind, FunctionId, Mode, Type, Unary};

/// Checks the components of a swizzle: there are 1 to 4, and the type has all of them.
pub(super) fn components(of: Type, taken: &[u8]) -> Validity {
    match of.components().count() {
        _ if !(1..=4).contains(&taken.len()) => Err(format!("{} components are named, of 1 to 4", taken.len())),
        count => match taken.iter().find(|&&k| usize::from(k) >= count) {
            Some(beyond) => Err(format!("a {} has no component {beyond}", of.name())),
            None => Ok(()),
        },
    }
}

impl<'a> Validator<'a> {
    /// Validates an expression and all nested ones.
    pub(super) fn expr(&self, expr: &'a Expr) -> Found {
        let mut found = Ok(());
        expr.children(&mut |child| {
            if found.is_ok() {
                found = self.expr(child);
            }
        });
        found?;
        self.node(expr).map_err(|what| (what, expr.span))
    }

    fn node(&self, expr: &Expr) -> Validity {
        let ty = expr.ty;
        let is = |wanted: Type, what: &str| same(ty, wanted, what);
        match &expr.kind {
            ExprKind::Float(_) => is(Type::FLOAT, "a float literal"),
            ExprKind::Int(_) => is(Type::INT, "an int literal"),
            ExprKind::AbstractInt(_) => Err("a literal's type is not settled".into()),
            ExprKind::Local(local) => is(self.known(*local)?, "a local"),
            ExprKind::Swizzle(inner, taken) => {
                components(inner.ty, taken)?;
                if ty.scalar() != inner.ty.scalar() || ty.count() != taken.len() {
                    let (given, inner) = (ty.name(), inner.ty.name());
                    return Err(format!("{} components of a {inner} are no {given}", taken.len()));
                }
                Ok(())
            }
            ExprKind::At(inner, number) => {
                self.component_number(number.ty)?;
                is(inner.ty.scalar(), "a component")
            }
            ExprKind::Vector(parts) => {
                let count: usize = parts.iter().map(|part| part.ty.count()).sum();
                if ty == Type::Index || count != ty.count() {
                    return Err(format!("a {} is made of {count} components", ty.name()));
                }
                parts.iter().try_for_each(|part| same(part.ty.scalar(), ty.scalar(), "a part of a vector"))
            }
            ExprKind::Unary(Unary::BitNot, inner) if !inner.ty.is_integer() => {
                Err(format!("the bits of a {} are inverted", inner.ty.name()))
            }
            ExprKind::Unary(Unary::Neg | Unary::BitNot, inner) => {
                is(inner.ty, "an operator on one operand").and_then(|()| match inner.ty {
                    Type::Bool(_) | Type::AbstractInt => Err(format!("a {} is negated", inner.ty.name())),
                    Type::Uint(_) if matches!(expr.kind, ExprKind::Unary(Unary::Neg, _)) => {
                        Err("an unsigned int is negated".into())
                    }
                    _ => Ok(()),
                })
            }
            ExprKind::Math(function, of) => {
                if of.len() != function.arity() {
                    return Err(format!("{function:?} takes {} operands, and has {}", function.arity(), of.len()));
                }
                let types: Vec<Type> = of.iter().map(|operand| operand.ty).collect();
                let result = match self.phase {
                    Phase::Stream(_) => stream::math(*function, &types),
                    Phase::Template(_) | Phase::Kernel(_) | Phase::Texel(_) => kernel::math(*function, &types),
                };
                match result {
                    Some(result) => is(result, &format!("{function:?}")),
                    None => {
                        let types: Vec<&str> = types.iter().map(|ty| ty.name()).collect();
                        Err(format!("{function:?} does not take ({})", types.join(", ")))
                    }
                }
            }
            ExprKind::Call(function, of) => self.call_of(*function, of, ty),
            ExprKind::Template(template) => self.template_node(template, ty),
            _ => match self.phase {
                Phase::Stream(kernel) => stream::node(expr, kernel, self.is_main()),
                Phase::Template(template) => kernel::node(expr, &template.kernel.interface),
                Phase::Kernel(interface) => kernel::node(expr, interface),
                Phase::Texel(interface) => texel::node(expr, interface),
            },
        }
    }

    fn call_of(&self, function: FunctionId, of: &[Expr], ty: Type) -> Validity {
        let called = self.called(function)?;
        let name = &called.name;
        if called.arguments.iter().any(|argument| argument.mode != Mode::In) {
            return Err(format!("`{name}` gives something back through its arguments: its call is a statement"));
        }
        if self.writes[function.0] {
            return Err(format!("`{name}` writes an output: its call is a statement"));
        }
        if of.len() != called.arguments.len() {
            return Err(format!("`{name}` takes {} arguments, and {} are passed", called.arguments.len(), of.len()));
        }
        for (number, (argument, value)) in called.arguments.iter().zip(of).enumerate() {
            same(value.ty, called.locals[argument.local.0].ty, &format!("argument {number} of `{name}`"))?;
        }
        match called.result {
            Some(result) => same(ty, result, &format!("a call of `{name}`")),
            None => Err(format!("`{name}` has no result")),
        }
    }
}
