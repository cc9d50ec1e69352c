//! Layouts of stream elements in the C interface: their types, and their offsets in the host's memory.

use std::ffi::c_char;

use super::error::{CallError, Status};
use super::pointers::{optional_text, slice};
use crate::brook::{AnyStream, Field, Scalar};

/// The type of a field: `BROOKLET_FLOAT` is `float`, and the next three are `float2` to `float4`. So it is with the others.
pub const BROOKLET_FLOAT: u32 = 1;
/// `int`, 32 bits with a sign.
pub const BROOKLET_INT: u32 = 5;
/// `uint`, 32 bits without a sign.
pub const BROOKLET_UINT: u32 = 9;
/// `char`, 8 bits with a sign.
pub const BROOKLET_CHAR: u32 = 13;
/// `uchar`, 8 bits without a sign.
pub const BROOKLET_UCHAR: u32 = 17;
/// `short`, 16 bits with a sign.
pub const BROOKLET_SHORT: u32 = 21;
/// `ushort`, 16 bits without a sign.
pub const BROOKLET_USHORT: u32 = 25;
/// `fixed`, a byte that means 0 to 1.
pub const BROOKLET_FIXED: u32 = 29;
/// `shortfixed`, two bytes that mean 0 to 1.
pub const BROOKLET_SHORTFIXED: u32 = 33;

/// The maximum number of fields of an element.
const MAX_FIELDS: u32 = 256;

/// The maximum size of an element in bytes.
const MAX_BYTES: usize = 1 << 20;

/// What an element of a stream is, and how it lies in the memory of the host.
#[repr(C)]
pub struct ElementLayout {
    /// The name of a struct; null of a number or vector.
    pub name: *const c_char,
    /// The type of each field: 1 to 4 are `float` to `float4`; see `BROOKLET_FLOAT` and those behind it.
    pub types: *const u32,
    /// Where each field begins, in bytes from the start of the element; null: one right behind the other.
    pub offsets: *const u64,
    /// How many fields: 1 of a number or vector.
    pub count: u32,
    /// Bytes from one element to the next; 0: no more than the fields have.
    pub size: u64,
}

/// The layout of elements in the host's memory, with or without gaps.
#[derive(Clone)]
pub(super) struct Host {
    pub size: usize,
    /// The offset and the size in bytes of each field.
    pub fields: Vec<(usize, usize)>,
}

impl Host {
    /// Returns the layout of a stream's elements without gaps.
    pub fn of(any: &AnyStream) -> Host {
        Host { size: any.element_bytes(), fields: vec![(0, any.element_bytes())] }
    }

    pub fn is_tight(&self) -> bool {
        let mut at = 0;
        for &(offset, bytes) in &self.fields {
            if offset != at {
                return false;
            }
            at += bytes;
        }
        at == self.size
    }

    /// Copies the fields of all elements without the gaps between them.
    pub fn tight(&self, bytes: &[u8]) -> Vec<u8> {
        let elements = bytes.chunks_exact(self.size);
        let own = |element: &[u8]| {
            self.fields.iter().flat_map(|&(at, count)| element[at..at + count].to_vec()).collect::<Vec<_>>()
        };
        elements.flat_map(own).collect()
    }

    /// Copies fields without gaps to their offsets in `bytes`. The gaps keep their contents.
    pub fn spread(&self, tight: &[u8], bytes: &mut [u8]) {
        let each: usize = self.fields.iter().map(|&(_, count)| count).sum();
        for (element, mut own) in bytes.chunks_exact_mut(self.size).zip(tight.chunks_exact(each)) {
            for &(at, count) in &self.fields {
                let (field, rest) = own.split_at(count);
                element[at..at + count].copy_from_slice(field);
                own = rest;
            }
        }
    }
}

/// Returns a field of the type with this code.
pub(super) fn field(code: u32, path: String) -> Result<Field, CallError> {
    // There are four codes for each scalar type: the scalar and its three vectors.
    let number = (code as usize).checked_sub(1);
    let scalar = number.and_then(|number| Scalar::ALL.get(number / 4).copied());
    let components = number.and_then(|number| crate::Components::of(number % 4 + 1));
    match (scalar, components) {
        (Some(scalar), Some(components)) => Ok(Field { path, ty: scalar.value(components), scalar }),
        _ => Err(CallError::new(Status::Argument, format!("type code {code} is unknown: codes go from 1 to 36"))),
    }
}

/// Returns the code of the type of a stream's elements, or 0 for a struct.
pub(super) fn code(any: &AnyStream) -> u32 {
    match any.fields() {
        [field] if !any.is_record() => {
            let scalar = Scalar::ALL.iter().position(|scalar| *scalar == field.scalar);
            scalar.map_or(0, |scalar| (4 * scalar + field.ty.count()) as u32)
        }
        _ => 0,
    }
}

/// Checks the layout of an element. Returns the name of its struct, its fields, and its layout on the host.
pub(super) fn layout(layout: &ElementLayout) -> Result<(Option<String>, Vec<Field>, Host), CallError> {
    let name = optional_text(layout.name, "the name of the struct")?.map(str::to_owned);
    if layout.count == 0 || layout.count > MAX_FIELDS {
        let text = format!("an element has {} fields: it must have 1 to {MAX_FIELDS}", layout.count);
        return Err(CallError::new(Status::Argument, text));
    }
    let types = slice(layout.types, layout.count as usize, "the types of the fields")?;
    let path = |at: usize| if name.is_some() { format!("field {}", at + 1) } else { String::new() };
    let fields: Vec<Field> =
        types.iter().enumerate().map(|(at, &code)| field(code, path(at))).collect::<Result<_, _>>()?;
    let mut at = 0;
    let mut places = Vec::new();
    let offsets = match layout.offsets.is_null() {
        true => None,
        false => Some(slice(layout.offsets, fields.len(), "the places of the fields")?),
    };
    for (number, field) in fields.iter().enumerate() {
        let place = offsets.map_or(at, |offsets| usize::try_from(offsets[number]).unwrap_or(usize::MAX));
        places.push((place, field.host_bytes()));
        at = place.saturating_add(field.host_bytes());
    }
    let end = places.iter().map(|&(place, bytes)| place.saturating_add(bytes)).max().unwrap_or(0);
    let size = if layout.size == 0 { end } else { usize::try_from(layout.size).unwrap_or(usize::MAX) };
    if size > MAX_BYTES {
        return Err(CallError::new(
            Status::Argument,
            format!("an element has {size} bytes: the maximum is {MAX_BYTES}"),
        ));
    }
    if end > size {
        let text = format!("an element of {size} bytes has fields up to byte {end}");
        return Err(CallError::new(Status::Argument, text));
    }
    Ok((name, fields, Host { size, fields: places }))
}
