//! Validates the outputs, the locals and the nodes of the stream phase. All values are floats or 32-bit integers: booleans are floats of 1
//! and 0, and there is no type for positions.

use super::{Validity, same};
use crate::Components;
use crate::ir::{Binary, Expr, ExprKind, Local, Math, Role, Slot, StreamKernel, Type, Unary};

/// Returns the role and the type of a slot.
fn slot(kernel: &StreamKernel, slot: Slot) -> Result<(Role, Type), String> {
    let parameter = kernel.parameters.get(slot.parameter);
    match parameter.and_then(|parameter| Some((parameter.role, parameter.fields.get(slot.field)?.ty))) {
        Some(found) => Ok(found),
        None => Err(format!("there is no field {} of a parameter {}", slot.field, slot.parameter)),
    }
}

fn is_number(ty: Type) -> bool {
    ty.is_float() || ty.is_integer()
}

fn is_output(role: Role) -> bool {
    role.is_output() || role == Role::Accumulator
}

/// Checks that no two locals stand for the same output.
pub(super) fn outputs(kernel: &StreamKernel) -> Validity {
    let Some(main) = kernel.functions.last() else { return Ok(()) };
    for (number, local) in main.locals.iter().enumerate() {
        if local.output.is_some() && main.locals[..number].iter().any(|other| other.output == local.output) {
            return Err(format!("two locals are the output `{}`", local.name));
        }
    }
    Ok(())
}

/// Validates a local. Returns whether it is an output, which is in scope from the start.
pub(super) fn local(local: &Local, kernel: &StreamKernel, main: bool) -> Result<bool, String> {
    let name = &local.name;
    if !is_number(local.ty) {
        return Err(format!("`{name}` is a {}, which the stream phase does not have", local.ty.name()));
    }
    if local.target.is_some() {
        return Err(format!("`{name}` is a target, which the stream phase does not have"));
    }
    let Some(output) = local.output else { return Ok(false) };
    let (role, ty) = slot(kernel, output)?;
    if !main || !is_output(role) {
        return Err(format!("`{name}` is an output of a function that has none"));
    }
    same(local.ty, ty, &format!("output `{name}`"))?;
    Ok(true)
}

/// Validates a push. It has a value for each field, or no values in a slice that only counts pushes.
pub(super) fn push(kernel: &StreamKernel, parameter: usize, values: &[Expr]) -> Validity {
    let Some(to) = kernel.parameters.get(parameter).filter(|to| to.role.is_pushed()) else {
        return Err(format!("parameter {parameter}, which is pushed to, is no variable output, and no scatter output"));
    };
    if to.fields.len() != values.len() && !values.is_empty() {
        return Err(format!("{} values are pushed for {} fields", values.len(), to.fields.len()));
    }
    to.fields.iter().zip(values).try_for_each(|(field, value)| same(value.ty, field.ty, "what is pushed"))
}

/// Validates a node for which the kernel phase has different rules, or which it does not have.
pub(super) fn node(expr: &Expr, kernel: &StreamKernel, main: bool) -> Validity {
    let ty = expr.ty;
    let is = |wanted: Type, what: &str| same(ty, wanted, what);
    let own = |what: &str| if main { Ok(()) } else { Err(format!("only a kernel's own body has {what}")) };
    match &expr.kind {
        ExprKind::Constant(of) => {
            own("constants")?;
            match slot(kernel, *of)? {
                (Role::Constant, ty) => is(ty, "a constant"),
                (role, _) => Err(format!("{} is read as a constant", role.one())),
            }
        }
        ExprKind::Element(of) => {
            own("elements")?;
            match slot(kernel, *of)? {
                (role, ty) if role.is_stream() => is(ty, "an element"),
                (role, _) => Err(format!("{} is read as an input stream", role.one())),
            }
        }
        ExprKind::Gather { slot: of, index } => {
            let (role, element) = slot(kernel, *of)?;
            if !role.is_gather() {
                return Err(format!("{} is read as a gather", role.one()));
            }
            match index.as_slice() {
                [_] => {}
                numbers if (2..=4).contains(&numbers.len()) && numbers.iter().all(|of| of.ty.count() == 1) => {}
                _ => return Err("the index of a gather is one vector, or up to four numbers".into()),
            }
            is(element, "an element of a gather")
        }
        ExprKind::IndexOf(parameter) => {
            own("`indexof`")?;
            match kernel.parameters.get(*parameter).map(|parameter| parameter.role) {
                Some(role) if role.is_stream() || matches!(role, Role::Output | Role::Accumulator) => {
                    is(Type::Float(Components::Four), "`indexof`")
                }
                Some(role) => Err(format!("{} has no `indexof`", role.one())),
                None if *parameter == kernel.parameters.len() => is(Type::Float(Components::Four), "a place"),
                None => Err(format!("there is no parameter {parameter}")),
            }
        }
        ExprKind::Convert(inner) => {
            let (from, to) = (inner.ty, ty);
            let fits = from.count() == 1 || from.count() >= to.count();
            if fits && is_number(from) && is_number(to) {
                Ok(())
            } else {
                Err(format!("a {} is made a {}", from.name(), to.name()))
            }
        }
        ExprKind::Unary(Unary::Not, inner) => is(Type::floats(inner.ty.count()), "`!`"),
        ExprKind::Binary(operator, a, b) => {
            let result = match (a.ty, b.ty) {
                (a, b) if operator.compares() || operator.is_logical() => (a == b).then(|| Type::floats(a.count())),
                _ if !is_number(a.ty) || operator.of_ints() && !a.ty.is_integer() => None,
                // The left operand of a shift may not be a scalar if the right one is a vector.
                (a, b) if matches!(operator, Binary::ShiftLeft | Binary::ShiftRight) && a.count() < b.count() => None,
                (a, b) if a.scalar() == b.scalar() && (a == b || a.count() == 1 || b.count() == 1) => {
                    Some(a.with(a.components().max(b.components())))
                }
                _ => None,
            };
            match result {
                Some(result) => is(result, &format!("`{}`", operator.sign())),
                None => Err(format!("{} {} {} is none", a.ty.name(), operator.sign(), b.ty.name())),
            }
        }
        ExprKind::Select(test, a, b) => {
            is(a.ty, "the first value of a choice")?;
            is(b.ty, "the second value of a choice")?;
            match test.ty.count() == 1 || test.ty.count() == ty.count() {
                true => Ok(()),
                false => Err(format!("a {} chooses between two {}", test.ty.name(), ty.name())),
            }
        }
        ExprKind::Uint(_) => is(Type::UINT, "a literal without a sign"),
        kind => Err(format!("the stream phase has no {kind:?}")),
    }
}

/// Returns the result type of a function on operands of these types, or `None` if it does not take them. All operands have the same type of
/// floats.
pub(super) fn math(function: Math, of: &[Type]) -> Option<Type> {
    use Math::*;
    let first = of[0];
    if !first.is_float() || of.iter().any(|&ty| ty != first) {
        return None;
    }
    match function {
        Length | Distance | Dot | All | Any => Some(Type::FLOAT),
        Cross if first.count() != 3 => None,
        Round | RoundEven | Mod | Pow | Asinh | Acosh | Atanh | FaceForward | Refract => None,
        FloatBitsToInt | FloatBitsToUint | IntBitsToFloat | UintBitsToFloat => None,
        _ => Some(first),
    }
}
