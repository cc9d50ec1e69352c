//! Streams of the C interface.

use std::cell::{Ref, RefCell, RefMut};
use std::ffi::c_char;
use std::rc::Rc;

use super::device::device;
use super::error::{Status, Wrong, guard};
use super::handles::{Handle, Handles, local};
use super::pointers::{check, optional_text, set, slice, slice_mut};
use crate::Shape;
use crate::brook::{AnyStream, Field, Iter, Scalar};

thread_local! {
    static STREAMS: RefCell<Handles<Rc<Held>>> = const { Handles::new(1) };
}

/// The most fields of an element.
const MAX_FIELDS: u32 = 256;

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

/// A stream, and how its elements lie on the host.
pub(super) struct Held {
    any: RefCell<AnyStream>,
    /// Whether nothing has been written to it: it is zero then, which is written when somebody asks.
    fresh: std::cell::Cell<bool>,
    host: Host,
}

/// How elements lie on the host: tight, or with gaps.
#[derive(Clone)]
struct Host {
    size: usize,
    /// Where each field begins, and how many bytes it has.
    fields: Vec<(usize, usize)>,
}

impl Host {
    fn is_tight(&self) -> bool {
        let mut at = 0;
        for &(offset, bytes) in &self.fields {
            if offset != at {
                return false;
            }
            at += bytes;
        }
        at == self.size
    }

    /// The fields of all elements without the gaps between.
    fn tight(&self, bytes: &[u8]) -> Vec<u8> {
        let elements = bytes.chunks_exact(self.size);
        let own = |element: &[u8]| {
            self.fields.iter().flat_map(|&(at, count)| element[at..at + count].to_vec()).collect::<Vec<_>>()
        };
        elements.flat_map(own).collect()
    }

    /// Puts fields where they lie; what is between them stays.
    fn spread(&self, tight: &[u8], bytes: &mut [u8]) {
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

/// The field of this type.
fn field(code: u32, path: String) -> Result<Field, Wrong> {
    // Four of each scalar: itself and its vectors.
    let number = (code as usize).checked_sub(1);
    let scalar = number.and_then(|number| Scalar::ALL.get(number / 4).copied());
    let components = number.and_then(|number| crate::Components::of(number % 4 + 1));
    match (scalar, components) {
        (Some(scalar), Some(components)) => Ok(Field { path, ty: scalar.value(components), scalar }),
        _ => Err(Wrong::new(Status::Argument, format!("there is no type {code}: they go from 1 to 36"))),
    }
}

impl Held {
    fn new(any: AnyStream, host: Host, fresh: bool) -> Held {
        Held { any: RefCell::new(any), fresh: fresh.into(), host }
    }

    /// The stream, to be read.
    pub fn read(&self) -> Result<Ref<'_, AnyStream>, Wrong> {
        self.fill()?;
        Ok(self.any.borrow())
    }

    /// The stream, to be written: all of it, or only a part.
    pub fn write(&self, whole: bool) -> Result<RefMut<'_, AnyStream>, Wrong> {
        if !whole {
            self.fill()?;
        }
        self.fresh.set(false);
        Ok(self.any.borrow_mut())
    }

    /// Writes the zeros of a stream that nothing has been written to.
    fn fill(&self) -> Result<(), Wrong> {
        if self.fresh.replace(false) {
            let mut any = self.any.borrow_mut();
            let bytes = any.len() * any.element_bytes();
            any.write_bytes(&vec![0; bytes])?;
        }
        Ok(())
    }

    pub fn shape(&self) -> Shape {
        self.any.borrow().shape()
    }
}

pub(super) fn stream(handle: Handle) -> Result<Rc<Held>, Wrong> {
    local(&STREAMS, |streams| streams.get(handle))
}

fn insert(held: Held) -> Result<Handle, Wrong> {
    local(&STREAMS, |streams| streams.insert(Rc::new(held)))
}

/// Extents, slowest first.
pub(super) fn shape(extents: *const u64, rank: u32, what: &str) -> Result<Shape, Wrong> {
    if !(1..=4).contains(&rank) {
        return Err(Wrong::new(Status::Argument, format!("{what} has {rank} dimensions: 1 to 4 can be")));
    }
    let extents = slice(extents, rank as usize, what)?;
    let sizes: Result<Vec<usize>, _> = extents.iter().map(|&extent| usize::try_from(extent)).collect();
    match sizes {
        Ok(sizes) => Ok(Shape::try_from(sizes.as_slice())?),
        Err(_) => Err(Wrong::new(Status::Argument, format!("{what} is beyond this machine's memory: {extents:?}"))),
    }
}

/// What C says of an element, checked.
fn layout(layout: &ElementLayout) -> Result<(Option<String>, Vec<Field>, Host), Wrong> {
    let name = optional_text(layout.name, "the name of the struct")?.map(str::to_owned);
    if layout.count == 0 || layout.count > MAX_FIELDS {
        let text = format!("an element has {} fields: 1 to {MAX_FIELDS} can be", layout.count);
        return Err(Wrong::new(Status::Argument, text));
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
    if end > size || size > 1 << 20 {
        let text = format!("an element of {size} bytes has fields up to byte {end}");
        return Err(Wrong::new(Status::Argument, text));
    }
    Ok((name, fields, Host { size, fields: places }))
}

/// Makes a stream of these extents, slowest first; its elements are zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_new(
    device: Handle,
    element: *const ElementLayout,
    extents: *const u64,
    rank: u32,
    stream: *mut Handle,
) -> Status {
    guard(|| {
        check(stream, "stream")?;
        let device = self::device(device)?;
        let [element] = slice(element, 1, "the layout of the elements")? else { unreachable!("one was asked for") };
        let (name, fields, host) = layout(element)?;
        let any = AnyStream::of_fields(&device, name, fields, shape(extents, rank, "the stream")?)?;
        set(stream, insert(Held::new(any, host, true))?, "stream")
    })
}

/// Makes a stream of evenly spaced numbers or vectors of `components` floats: element k is `low + (high - low) * k / n`. Of
/// several dimensions it has a component for each, the first along the last dimension.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_iterator(
    device: Handle,
    components: u32,
    extents: *const u64,
    rank: u32,
    low: *const f32,
    high: *const f32,
    stream: *mut Handle,
) -> Status {
    guard(|| {
        check(stream, "stream")?;
        let device = self::device(device)?;
        let field = field(components, String::new())?;
        let shape = shape(extents, rank, "the iterator")?;
        let count = components as usize;
        let iterator = Iter::of(slice(low, count, "low")?, slice(high, count, "high")?);
        let mut any = AnyStream::of_fields(&device, None, vec![field], shape)?;
        iterator.fill(&mut any)?;
        let host = Host { size: any.element_bytes(), fields: vec![(0, any.element_bytes())] };
        set(stream, insert(Held::new(any, host, false))?, "stream")
    })
}

/// The bytes of a call against those that elements have.
fn expect(bytes: u64, elements: usize, size: usize) -> Result<(), Wrong> {
    let wanted = elements as u128 * size as u128;
    match u128::from(bytes) == wanted {
        true => Ok(()),
        false => {
            let text = format!("{bytes} bytes are given, and {elements} elements of {size} bytes have {wanted}");
            Err(Wrong::new(Status::Argument, text))
        }
    }
}

/// The part of a stream that two corners mean; null: all of it.
pub(super) fn domain(low: *const u64, high: *const u64, rank: usize) -> Result<Option<(Shape, Shape)>, Wrong> {
    if low.is_null() && high.is_null() {
        return Ok(None);
    }
    Ok(Some((shape(low, rank as u32, "the domain's start")?, shape(high, rank as u32, "the domain's end")?)))
}

fn count((low, high): (Shape, Shape)) -> usize {
    low.extents().iter().zip(high.extents()).map(|(low, high)| high.saturating_sub(*low)).product()
}

/// Replaces elements by those at `data`, which has `bytes` bytes: all of the stream, or those from `low` up to, and without,
/// `high`, which have as many numbers as the stream has dimensions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_write(
    stream: Handle,
    low: *const u64,
    high: *const u64,
    data: *const std::ffi::c_void,
    bytes: u64,
) -> Status {
    guard(|| {
        let held = self::stream(stream)?;
        let part = domain(low, high, held.shape().rank())?;
        let elements = part.map_or(held.shape().count(), count);
        expect(bytes, elements, held.host.size)?;
        let data = slice(data.cast::<u8>(), bytes as usize, "data")?;
        let tight = if held.host.is_tight() { data.into() } else { std::borrow::Cow::from(held.host.tight(data)) };
        let mut any = held.write(part.is_none())?;
        match part {
            Some((low, high)) => any.write_domain_bytes(low, high, &tight)?,
            None => any.write_bytes(&tight)?,
        }
        Ok(())
    })
}

/// Reads elements to `data`, which has room for `bytes` bytes: all of the stream, or a domain as for
/// `brooklet_stream_write`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_read(
    stream: Handle,
    low: *const u64,
    high: *const u64,
    data: *mut std::ffi::c_void,
    bytes: u64,
) -> Status {
    guard(|| {
        let held = self::stream(stream)?;
        let part = domain(low, high, held.shape().rank())?;
        expect(bytes, part.map_or(held.shape().count(), count), held.host.size)?;
        let data = slice_mut(data.cast::<u8>(), bytes as usize, "data")?;
        let any = held.read()?;
        let tight = match part {
            Some((low, high)) => any.read_domain_bytes(low, high)?,
            None => any.read_bytes()?,
        };
        match held.host.is_tight() {
            true => data.copy_from_slice(&tight),
            false => held.host.spread(&tight, data),
        }
        Ok(())
    })
}

/// The extents of a stream, slowest first: `rank` of the four numbers, the others are 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_shape(stream: Handle, extents: *mut u64, rank: *mut u32) -> Status {
    guard(|| {
        let shape = self::stream(stream)?.shape();
        let extents = slice_mut(extents, 4, "extents")?;
        extents.fill(0);
        extents.iter_mut().zip(shape.extents()).for_each(|(to, from)| *to = *from as u64);
        set(rank, shape.rank() as u32, "rank")
    })
}

/// Frees a stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_free(stream: Handle) -> Status {
    guard(|| {
        let freed = local(&STREAMS, |streams| streams.remove(stream))?;
        drop(freed);
        Ok(())
    })
}
