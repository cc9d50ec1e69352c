//! Looks up the arguments that a call of the C interface passes to a Brook kernel.

use std::cell::Ref;
use std::rc::Rc;

use super::error::{CallError, Status};
use super::handles::Handle;
use super::pointers::slice;
use super::stream::{Held, domain, stream};
use crate::Shape;
use crate::brook::ir::{Parameter, StreamKernel};
use crate::brook::{AnyStream, ConstantArgument, InputArgument};

/// An argument of a kernel: a stream or a domain of one, or the value of a constant.
#[repr(C)]
pub struct Argument {
    /// The stream; 0: a constant, or nothing.
    pub stream: Handle,
    /// Whether only the elements from `low` up to, and without, `high` are meant.
    pub is_domain: u32,
    /// Not used: 0.
    pub reserved: u32,
    /// The first element of a domain along each dimension, slowest first.
    pub low: [u64; 4],
    /// Behind the last.
    pub high: [u64; 4],
    /// The value of a constant, field by field without gaps.
    pub constant: *const std::ffi::c_void,
    /// How many bytes it has.
    pub bytes: u64,
}

/// An argument whose handle has been looked up.
pub(super) struct ArgumentRef<'c> {
    pub held: Option<Rc<Held>>,
    pub handle: Handle,
    pub domain: Option<(Shape, Shape)>,
    pub constant: &'c [u8],
}

impl ArgumentRef<'_> {
    pub fn of(argument: &Argument) -> Result<ArgumentRef<'_>, CallError> {
        if argument.reserved != 0 {
            let text = format!("`reserved` of an argument is {}: it must be 0", argument.reserved);
            return Err(CallError::new(Status::Argument, text));
        }
        let held = if argument.stream == 0 { None } else { Some(stream(argument.stream)?) };
        let domain = match &held {
            Some(held) if argument.is_domain != 0 => {
                domain(argument.low.as_ptr(), argument.high.as_ptr(), held.shape().rank())?
            }
            _ => None,
        };
        let bytes = usize::try_from(argument.bytes).unwrap_or(usize::MAX);
        let constant = match held {
            None => slice(argument.constant.cast::<u8>(), bytes, "the value of a constant")?,
            Some(_) => &[],
        };
        Ok(ArgumentRef { held, handle: argument.stream, domain, constant })
    }

    pub fn stream(&self, kernel: &str, name: &str) -> Result<&Rc<Held>, CallError> {
        let text = || format!("kernel `{kernel}`: `{name}` needs a stream, and none is given");
        self.held.as_ref().ok_or_else(|| CallError::new(Status::Argument, text()))
    }
}

pub(super) fn constant(kernel: &StreamKernel, at: usize, bytes: &[u8]) -> Result<ConstantArgument, CallError> {
    let parameter = &kernel.parameters[at];
    let wanted: usize = parameter.fields.iter().map(|field| field.host_bytes()).sum();
    if bytes.len() != wanted {
        let (kernel, name, given) = (&kernel.name, &parameter.name, bytes.len());
        let text = format!("kernel `{kernel}`: constant `{name}` has {wanted} bytes, and is given {given}");
        return Err(CallError::new(Status::Argument, text));
    }
    let is_record = matches!(parameter.ty, crate::brook::Type::Record(_));
    Ok(ConstantArgument::from_bytes(&parameter.fields, is_record, bytes))
}

/// Returns the input of a call: a stream, or a domain of one.
pub(super) fn read(any: &AnyStream, domain: Option<(Shape, Shape)>) -> InputArgument<'_> {
    match domain {
        Some((low, high)) => any.domain(low, high).into(),
        None => any.into(),
    }
}

/// Borrows the streams that a reduction reads. Other arguments are `None`.
pub(super) fn read_all<'g>(
    kernel: &StreamKernel,
    given: &'g [ArgumentRef],
) -> Result<Vec<Option<Ref<'g, AnyStream>>>, CallError> {
    let one = |(parameter, given): (&Parameter, &'g ArgumentRef)| match () {
        () if parameter.role.is_stream() || parameter.role.is_gather() => {
            given.stream(&kernel.name, &parameter.name)?.read().map(Some)
        }
        () => Ok(None),
    };
    kernel.parameters.iter().zip(given).map(one).collect()
}
