//! Validates the interface, the locals and the nodes of the kernel phase. The template phase and the texel phase share these rules.

use rustc_hash::FxHashSet;

use super::{Validity, same};
use crate::Components;
use crate::ir::{
    Address, Binary, Expr, ExprKind, FragmentExpr, Interface, Local, Math, SampleMode, Stream, Type, Unary,
};

/// Validates the inputs, constants and outputs: their names are unique, streams consist of floats or 32-bit integers, and the type of each
/// constant is known.
pub(super) fn interface(interface: &Interface) -> Validity {
    let mut names = FxHashSet::default();
    let ports = interface.inputs.iter().chain(&interface.outputs);
    for port in ports.clone() {
        if !port.ty.is_float() && !port.ty.is_integer() {
            return Err(format!("stream `{}` is of type {}", port.name, port.ty.name()));
        }
    }
    let all = ports.map(|port| &port.name).chain(interface.constants.iter().map(|constant| &constant.name));
    for name in all {
        if !names.insert(name) {
            return Err(format!("two of the inputs, constants and outputs are called `{name}`"));
        }
    }
    match interface.constants.iter().find(|constant| constant.ty == Type::AbstractInt) {
        Some(constant) => Err(format!("the type of constant `{}` is not settled", constant.name)),
        None => Ok(()),
    }
}

/// Validates a local. Returns whether it is an output, which is in scope from the start.
pub(super) fn local(local: &Local, number: usize, all: &[Local], interface: &Interface) -> Result<bool, String> {
    let name = &local.name;
    if local.ty == Type::AbstractInt {
        return Err(format!("the type of `{name}` is not settled"));
    }
    if local.output.is_some() {
        return Err(format!("`{name}` is an output of the stream phase"));
    }
    let Some(target) = local.target else { return Ok(false) };
    let Some(ty) = interface.targets().nth(target) else {
        return Err(format!("`{name}` is output {target} of {}", interface.targets().count()));
    };
    let output = interface.outputs.get(target).map_or(name, |output| &output.name);
    if all[..number].iter().any(|other| other.target == local.target) {
        return Err(format!("two locals are the output `{output}`"));
    }
    same(local.ty, ty, &format!("output `{output}`"))?;
    Ok(true)
}

/// Validates a node for which the stream phase has different rules, or which it does not have.
pub(super) fn node(expr: &Expr, interface: &Interface) -> Validity {
    let ty = expr.ty;
    let is = |wanted: Type, what: &str| same(ty, wanted, what);
    let index = |of: &Expr| same(of.ty, Type::Index, "a position");
    match &expr.kind {
        ExprKind::Uint(_) => is(Type::UINT, "a literal without a sign"),
        ExprKind::Bool(_) => is(Type::BOOL, "a truth value"),
        ExprKind::Index(_) => is(Type::Index, "a literal position"),
        ExprKind::Uniform(number) => match interface.constants.get(*number) {
            Some(constant) => is(constant.ty, &format!("constant `{}`", constant.name)),
            None => Err(format!("there is no constant {number} among {}", interface.constants.len())),
        },
        ExprKind::Fetch { input, at, .. } => {
            let Some(port) = interface.inputs.get(*input) else {
                return Err(format!("there is no input {input} among {}", interface.inputs.len()));
            };
            match at {
                Address::Here => {}
                Address::Linear(at) => index(at)?,
                Address::ColumnRow(x, y) => index(x).and_then(|()| index(y))?,
            }
            is(port.ty, &format!("an element of `{}`", port.name))
        }
        ExprKind::Here(_) => is(Type::Index, "the place of the element"),
        ExprKind::Extent(of, _) => stream(*of, interface).and_then(|()| is(Type::Index, "an extent")),
        ExprKind::Quotient(a, b) => index(a).and_then(|()| index(b)).and_then(|()| is(Type::Index, "a quotient")),
        ExprKind::Convert(inner) => {
            let from = inner.ty;
            match ty != Type::AbstractInt && (from.count() == ty.count() || from.count() == 1) {
                true => Ok(()),
                false => Err(format!("a {} is made a {}", from.name(), ty.name())),
            }
        }
        ExprKind::Unary(Unary::Not, inner) if inner.ty.is_bool() => is(inner.ty, "`!`"),
        ExprKind::Binary(operator, a, b) => match binary(*operator, a.ty, b.ty) {
            Some(result) => is(result, &format!("`{}`", operator.sign())),
            None => Err(format!("{} {} {} is none", a.ty.name(), operator.sign(), b.ty.name())),
        },
        ExprKind::Select(test, a, b) => {
            is(a.ty, "the first value of a choice")?;
            is(b.ty, "the second value of a choice")?;
            match test.ty.is_bool() && (test.ty.count() == 1 || test.ty.count() == ty.count()) {
                true => Ok(()),
                false => Err(format!("a {} chooses between two {}", test.ty.name(), ty.name())),
            }
        }
        ExprKind::Fragment(fragment) => self::fragment(fragment).and_then(|wanted| is(wanted, "a value of fragments")),
        kind => Err(format!("this phase has no {kind:?}")),
    }
}

/// Returns the type of an expression that only fragment programs have.
fn fragment(expr: &FragmentExpr) -> Result<Type, String> {
    let floats = |of: &Expr, count: Option<usize>, what: &str| match of.ty {
        Type::Float(components) if count.is_none_or(|count| components.count() == count) => Ok(of.ty),
        other => Err(format!("{what} is of type {}", other.name())),
    };
    match expr {
        FragmentExpr::Attribute(_) => Ok(Type::floats(4)),
        FragmentExpr::Rounded(of, _) => floats(of, None, "what is rounded"),
        FragmentExpr::Derivative(_, of) => floats(of, None, "what a derivative is taken of"),
        FragmentExpr::Pack(packing, of) => floats(of, Some(packing.count()), "what is packed").map(|_| Type::FLOAT),
        FragmentExpr::Unpack(packing, of) => {
            floats(of, Some(1), "what is unpacked").map(|_| Type::floats(packing.count()))
        }
        FragmentExpr::Sample(sample) => {
            let count = match sample.mode {
                SampleMode::Plain => sample.texture.coordinates(),
                _ => 4,
            };
            floats(&sample.at, Some(count), "the coordinates of a texture")?;
            if let Some((x, y)) = &sample.gradient {
                floats(x, Some(count), "a derivative of coordinates")?;
                floats(y, Some(count), "a derivative of coordinates")?;
            }
            Ok(Type::floats(4))
        }
    }
}

/// Validates a reference to a stream of the interface.
pub(super) fn stream(stream: Stream, interface: &Interface) -> Validity {
    let (number, count, what) = match stream {
        Stream::Input(number) => (number, interface.inputs.len(), "input"),
        // The depth lies as the outputs do.
        Stream::Output(number) => {
            (number, interface.outputs.len() + usize::from(interface.depth().is_some()), "output")
        }
    };
    if number < count { Ok(()) } else { Err(format!("there is no {what} {number} among {count}")) }
}

/// Returns the result type of an operator on operands of these types, or `None` if it does not take them.
fn binary(operator: Binary, a: Type, b: Type) -> Option<Type> {
    use Binary::*;
    let joined = match a == b {
        true => a,
        // A vector and a scalar. The left operand of a shift may not be a scalar if the right one is a vector.
        false if a.scalar() == b.scalar() && b.count() == 1 => a,
        false if a.scalar() == b.scalar() && a.count() == 1 && !matches!(operator, ShiftLeft | ShiftRight) => b,
        false => return None,
    };
    let fits = match operator {
        LogicalAnd | LogicalOr => a == b && a.is_bool(),
        Equal | NotEqual => a == b,
        _ if operator.compares() => a == b && !a.is_bool(),
        _ if operator.of_ints() => a.is_integer(),
        Add | Subtract | Multiply => !a.is_bool(),
        _ => a.is_float() || a.is_integer(),
    };
    let compares = operator.compares() || operator.is_logical();
    (fits && a != Type::AbstractInt).then(|| if compares { Type::bools(a.count()) } else { joined })
}

/// Returns the result type of a function on operands of these types, or `None` if it does not take them.
pub(super) fn math(function: Math, of: &[Type]) -> Option<Type> {
    use Math::*;
    let first = of[0];
    let same = |of: &[Type]| of.iter().all(|&ty| ty == of[0]);
    // Whether the other operands all have the type `main`, or all have its scalar type.
    let beside = |main: Type, others: &[Type]| same(others) && (others[0] == main || others[0] == main.scalar());
    let float = |fits: bool, result: Type| (fits && first.is_float()).then_some(result);
    let floats = Type::floats;
    let number = !first.is_bool() && first != Type::AbstractInt;
    let Type::Float(_) = first else {
        return match function {
            Abs | Sign => number.then_some(first),
            Min | Max | Clamp => (number && beside(first, &of[1..])).then_some(first),
            All | Any => first.is_bool().then_some(Type::BOOL),
            IntBitsToFloat => matches!(first, Type::Int(_)).then(|| floats(first.count())),
            UintBitsToFloat => matches!(first, Type::Uint(_)).then(|| floats(first.count())),
            _ => None,
        };
    };
    match function {
        Min | Max | Clamp | Mod => float(beside(first, &of[1..]), first),
        Mix => float(of[1] == first && beside(first, &of[2..]), first),
        Step => float(beside(of[1], &of[..1]), of[1]),
        SmoothStep => float(beside(of[2], &of[..2]), of[2]),
        Length | Distance | Dot => float(same(of), Type::FLOAT),
        Cross => float(same(of) && first == Type::Float(Components::Three), first),
        Refract => float(of[1] == first && of[2] == Type::FLOAT, first),
        IsNan | IsInf | IsFinite => Some(Type::bools(first.count())),
        FloatBitsToInt => Some(Type::Int(first.components())),
        FloatBitsToUint => Some(Type::Uint(first.components())),
        All | Any | IntBitsToFloat | UintBitsToFloat => None,
        _ => float(same(of), first),
    }
}
