//! Primitives of the C interface on streams of floats: map, reduce, scan, filter and partition. Each uses the fastest method of the device.

use std::cell::Ref;
use std::ffi::c_char;

use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::layout::field;
use super::pointers::{check, optional_text, set, slice, slice_mut, text};
use super::stream::{Held, insert, stream};
use crate::brook::{AnyStream, Floats};
use crate::{Components, Operator, Stream, Texel, Value, primitives};

/// A name of an expression: that of a stream's elements, or of a constant.
#[repr(C)]
pub struct Input {
    /// What the expression calls it.
    pub name: *const c_char,
    /// The stream, of `float` to `float4`; 0: a constant.
    pub stream: Handle,
    /// Of a constant: how many numbers it has, 1 to 4. Of a stream: 0.
    pub components: u32,
    /// The numbers of a constant.
    pub value: [f32; 4],
}

/// Returns a stream as a stream of floats, or an error if its elements have another type.
pub(super) fn floats<'a>(any: &'a AnyStream, what: &str) -> Result<Floats<'a>, CallError> {
    any.as_floats().ok_or_else(|| {
        let text = format!("{what} is a stream of {}: a primitive takes float to float4", any.element_name());
        CallError::new(Status::Argument, text)
    })
}

/// Returns a stream as a stream of single floats, or an error if its elements have another type.
pub(super) fn numbers<'a>(any: &'a AnyStream, what: &str) -> Result<&'a Stream<f32>, CallError> {
    match floats(any, what)? {
        Floats::One(stream) => Ok(stream),
        _ => {
            let text = format!("{what} is a stream of {}: only float has an order", any.element_name());
            Err(CallError::new(Status::Argument, text))
        }
    }
}

/// Evaluates an expression in which `$stream` is the typed stream, for each number of components.
macro_rules! with_floats {
    ($floats:expr, $stream:ident => $body:expr) => {
        match $floats {
            Floats::One($stream) => $body,
            Floats::Two($stream) => $body,
            Floats::Three($stream) => $body,
            Floats::Four($stream) => $body,
        }
    };
}
pub(super) use with_floats;

/// Stores a result and returns its new handle.
pub(super) fn result<T: Texel>(stream: Stream<T>) -> Result<Handle, CallError> {
    let field = field(T::COMPONENTS.count() as u32, String::new())?;
    insert(Held::written(AnyStream::of_stream(field, stream)))
}

fn constant(input: &Input, name: &str) -> Result<Value, CallError> {
    let [x, y, z, w] = input.value;
    match input.components {
        1 => Ok(Value::Float(x)),
        2 => Ok(Value::Vec2([x, y])),
        3 => Ok(Value::Vec3([x, y, z])),
        4 => Ok(Value::Vec4([x, y, z, w])),
        0 => Err(CallError::new(
            Status::Argument,
            format!("`{name}` has neither a stream nor the numbers of a constant"),
        )),
        count => {
            let text = format!("constant `{name}` has {count} components: it must have 1 to 4");
            Err(CallError::new(Status::Argument, text))
        }
    }
}

/// Returns the operator of this name.
pub(super) fn operator<T: Texel>(name: &str, others: &str) -> Result<Operator<T>, CallError> {
    match name {
        "sum" | "add" => Ok(Operator::sum()),
        "product" | "multiply" => Ok(Operator::product()),
        "min" => Ok(Operator::min()),
        "max" => Ok(Operator::max()),
        _ => {
            let text = format!(
                "there is no operator `{name}`: there are sum (or add), product (or multiply), min{others} and max"
            );
            Err(CallError::new(Status::Argument, text))
        }
    }
}

/// Computes an expression of GLSL for every element of streams, as `alpha * x + y`, and makes a stream of the results. It names
/// the `count` inputs, of which at least one is a stream; streams have one shape, which is the result's. An element of the
/// result is what the expression is: `float` to `float4`. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_map(
    expression: *const c_char,
    inputs: *const Input,
    count: u32,
    result: *mut Handle,
) -> Status {
    guard(|| {
        check(result, "result")?;
        let expression = text(expression, "expression")?;
        let inputs = slice(inputs, count as usize, "inputs")?;
        let mut names = Vec::new();
        let mut helds = Vec::new();
        for input in inputs {
            let name = text(input.name, "the name of an input")?;
            if input.stream != 0 && input.components != 0 {
                let text = format!("input `{name}` is a stream, so its components must be 0, not {}", input.components);
                return Err(CallError::new(Status::Argument, text));
            }
            names.push(name);
            helds.push(if input.stream == 0 { None } else { Some(stream(input.stream)?) });
        }
        let reads = helds.iter().map(|held| held.as_deref().map(Held::read).transpose());
        let reads: Vec<Option<Ref<AnyStream>>> = reads.collect::<Result<_, _>>()?;
        let Some(first) = reads.iter().flatten().next() else {
            let text = format!(
                "no input of a map is a stream (inputs: {count}): at least one must be, to give the number of elements"
            );
            return Err(CallError::new(Status::Argument, text));
        };
        let device = with_floats!(floats(first, "an input")?, first => first.device().clone());
        let mut map = primitives::map(&device, expression);
        for ((input, name), read) in inputs.iter().zip(names).zip(&reads) {
            map = match read {
                Some(any) => {
                    with_floats!(floats(any, &format!("input `{name}`"))?, stream => map.input(name, stream))
                }
                None => map.constant(name, constant(input, name)?),
            };
        }
        let made = match map.components()? {
            Components::One => self::result::<f32>(map.run()?),
            Components::Two => self::result::<[f32; 2]>(map.run()?),
            Components::Three => self::result::<[f32; 3]>(map.run()?),
            Components::Four => self::result::<[f32; 4]>(map.run()?),
        };
        set(result, made?, "result")
    })
}

/// Reduces a stream to one value: its `count` numbers, as many as an element has, go to `value`. The operator `op` is `sum` (or
/// `add`), `product` (or `multiply`), `min`, `max` or `mean`; of vectors it works on each component by itself. A stream without
/// elements has the sum 0 and the product 1; the others are an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_reduce(stream: Handle, op: *const c_char, value: *mut f32, count: u32) -> Status {
    guard(|| {
        let held = super::stream::stream(stream)?;
        let name = text(op, "op")?;
        let any = held.read()?;
        with_floats!(floats(&any, "what is reduced")?, stream => reduce(stream, name, value, count))
    })
}

fn reduce<T: Texel>(stream: &Stream<T>, name: &str, value: *mut f32, count: u32) -> Result<(), CallError> {
    let wanted = T::COMPONENTS.count();
    if count as usize != wanted {
        let text = format!("an element has {wanted} numbers, and there is room for {count}");
        return Err(CallError::new(Status::Argument, text));
    }
    let value = slice_mut(value, wanted, "value")?;
    let reduced = match name {
        "mean" => primitives::mean(stream)?,
        _ => primitives::reduce(stream, &operator::<T>(name, ", mean")?)?,
    };
    value.iter_mut().enumerate().for_each(|(c, number)| *number = reduced.component(c));
    Ok(())
}

/// Combines each element of a stream with all before it, in C order, to a stream of the same shape. The operator `op` is `sum` (or
/// `add`), `product` (or `multiply`), `min` or `max`. With `exclusive` 0 an element itself is among them; with 1 it is not, and
/// the first of the result is the operator's identity: 0, 1, infinity or its negative. The caller frees the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_scan(
    stream: Handle,
    op: *const c_char,
    exclusive: u32,
    result: *mut Handle,
) -> Status {
    guard(|| {
        check(result, "result")?;
        if exclusive > 1 {
            let text = format!("exclusive is {exclusive}: it must be 0 (with the element itself) or 1 (without it)");
            return Err(CallError::new(Status::Argument, text));
        }
        let held = super::stream::stream(stream)?;
        let name = text(op, "op")?;
        let any = held.read()?;
        let made = with_floats!(floats(&any, "what is scanned")?, stream => {
            let operator = self::operator(name, "")?;
            self::result(match exclusive {
                0 => primitives::scan(stream, &operator)?,
                _ => primitives::exclusive_scan(stream, &operator)?,
            })
        });
        set(result, made?, "result")
    })
}

/// Keeps some elements of a stream, in their order: those for which the expression in `x`, the element, is true, as `x > 0.0`;
/// or, where `keep` is null, those whose first number is not +infinity. The result has one dimension, and as many elements as
/// are kept: `brooklet_stream_shape` says how many. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_filter(stream: Handle, keep: *const c_char, result: *mut Handle) -> Status {
    guard(|| {
        check(result, "result")?;
        let keep = optional_text(keep, "keep")?;
        let held = super::stream::stream(stream)?;
        let any = held.read()?;
        let made = with_floats!(floats(&any, "what is filtered")?, stream => {
            self::result(match keep {
                Some(keep) => primitives::filter(stream, keep)?,
                None => primitives::compact(stream)?,
            })
        });
        set(result, made?, "result")
    })
}

/// Moves the elements of a stream for which the expression in `x`, the element, is true to the front, and all others behind them,
/// both in their order. It writes the number of the first to `kept`. The result has one dimension, and at most 2^24 elements. The
/// caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_partition(
    stream: Handle,
    keep: *const c_char,
    kept: *mut u64,
    result: *mut Handle,
) -> Status {
    guard(|| {
        check(kept, "kept")?;
        check(result, "result")?;
        let keep = text(keep, "keep")?;
        let held = super::stream::stream(stream)?;
        let any = held.read()?;
        let (made, count) = with_floats!(floats(&any, "what is partitioned")?, stream => {
            let (partitioned, count) = primitives::partition(stream, keep)?;
            (self::result(partitioned)?, count)
        });
        set(kept, count as u64, "kept")?;
        set(result, made, "result")
    })
}
