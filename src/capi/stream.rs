//! Streams of the C interface.

use std::borrow::Cow;
use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use super::device::device;
use super::error::{CallError, Status, guard};
use super::handles::{Handle, Handles, local};
use super::layout::{ElementLayout, Host, field, layout};
use super::pointers::{check, one, set, slice, slice_mut};
use crate::Shape;
use crate::brook::{AnyStream, Iter};

thread_local! {
    static STREAMS: RefCell<Handles<Rc<Held>>> = const { Handles::new(1) };
}

/// A stream, with the layout of its elements on the host.
pub(super) struct Held {
    any: RefCell<AnyStream>,
    /// Whether nothing has been written to the stream. Its elements are 0 then, and the zeros are written only when they are read.
    fresh: std::cell::Cell<bool>,
    host: Host,
}

impl Held {
    pub fn new(any: AnyStream, host: Host, fresh: bool) -> Held {
        Held { any: RefCell::new(any), fresh: fresh.into(), host }
    }

    /// Makes a stream of numbers or vectors whose elements have been written.
    pub fn written(any: AnyStream) -> Held {
        let host = Host::of(&any);
        Held::new(any, host, false)
    }

    /// Borrows the stream for reading.
    pub fn read(&self) -> Result<Ref<'_, AnyStream>, CallError> {
        self.fill()?;
        Ok(self.any.borrow())
    }

    /// Borrows the stream for writing, all of it or only a part. The caller has to call [`filled`](Held::filled) after it has written;
    /// until then the stream counts as unchanged.
    pub fn write(&self, whole: bool) -> Result<RefMut<'_, AnyStream>, CallError> {
        if !whole {
            self.fill()?;
        }
        Ok(self.any.borrow_mut())
    }

    /// Writes the zeros of a stream to which nothing has been written.
    fn fill(&self) -> Result<(), CallError> {
        if self.fresh.get() {
            let mut any = self.any.borrow_mut();
            let bytes = any.len() * any.element_bytes();
            any.write_bytes(&vec![0; bytes])?;
            self.fresh.set(false);
        }
        Ok(())
    }

    /// Records that the stream has been written.
    pub fn filled(&self) {
        self.fresh.set(false);
    }

    pub fn shape(&self) -> Shape {
        self.any.borrow().shape()
    }

    /// Borrows the stream to look at its type or shape, but not at its elements.
    pub fn unread(&self) -> Ref<'_, AnyStream> {
        self.any.borrow()
    }
}

pub(super) fn stream(handle: Handle) -> Result<Rc<Held>, CallError> {
    local(&STREAMS, |streams| streams.get(handle))
}

pub(super) fn insert(held: Held) -> Result<Handle, CallError> {
    local(&STREAMS, |streams| streams.insert(Rc::new(held)))
}

pub(super) fn remove(handle: Handle) -> Result<(), CallError> {
    // The stream is dropped after the borrow of the table ends, because its destructor may look up other handles.
    let freed = local(&STREAMS, |streams| streams.remove(handle))?;
    drop(freed);
    Ok(())
}

/// Reads `rank` extents, slowest first.
pub(super) fn shape(extents: *const u64, rank: u32, what: &str) -> Result<Shape, CallError> {
    if !(1..=4).contains(&rank) {
        return Err(CallError::new(Status::Argument, format!("{what} has {rank} dimensions: it must have 1 to 4")));
    }
    let extents = slice(extents, rank as usize, what)?;
    let sizes: Result<Vec<usize>, _> = extents.iter().map(|&extent| usize::try_from(extent)).collect();
    match sizes {
        Ok(sizes) => Ok(Shape::try_from(sizes.as_slice())?),
        Err(_) => Err(CallError::new(Status::Argument, format!("{what} is beyond this machine's memory: {extents:?}"))),
    }
}

/// Makes a stream of numbers or vectors of a type, as `BROOKLET_FLOAT`, with these extents, slowest first: 1 to 4 of them, as
/// `rank` says. Its elements are zero. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_of(
    device: Handle,
    ty: u32,
    extents: *const u64,
    rank: u32,
    stream: *mut Handle,
) -> Status {
    guard(|| {
        check(stream, "stream")?;
        let device = self::device(device)?;
        let fields = vec![field(ty, String::new())?];
        let any = AnyStream::of_fields(&device, None, fields, shape(extents, rank, "the stream")?)?;
        let host = Host::of(&any);
        set(stream, insert(Held::new(any, host, true))?, "stream")
    })
}

/// Makes a stream of elements with this layout, structs too, and these extents, slowest first: 1 to 4 of them, as `rank` says.
/// Its elements are zero. The caller frees it.
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
        let (name, fields, host) = layout(one(element, "the layout of the elements")?)?;
        let any = AnyStream::of_fields(&device, name, fields, shape(extents, rank, "the stream")?)?;
        set(stream, insert(Held::new(any, host, true))?, "stream")
    })
}

/// Makes a stream of evenly spaced numbers or vectors of `components` floats: element k is `low + (high - low) * k / n`. Of
/// several dimensions it has a component for each, the first along the last dimension. The caller frees it.
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
        // The codes above 4 are those of other scalar types.
        if components > 4 {
            return Err(CallError::new(
                Status::Argument,
                format!("an iterator has {components} components: it must have 1 to 4"),
            ));
        }
        let field = field(components, String::new())?;
        let shape = shape(extents, rank, "the iterator")?;
        let count = components as usize;
        let iterator = Iter::of(slice(low, count, "low")?, slice(high, count, "high")?);
        let mut any = AnyStream::of_fields(&device, None, vec![field], shape)?;
        iterator.fill(&mut any)?;
        set(stream, insert(Held::written(any))?, "stream")
    })
}

/// Checks that the size of the caller's memory is exactly that of the elements.
fn expect(bytes: u64, elements: usize, size: usize) -> Result<(), CallError> {
    let wanted = elements as u128 * size as u128;
    match u128::from(bytes) == wanted {
        true => Ok(()),
        false => {
            let text = format!("{bytes} bytes are given, and {elements} elements of {size} bytes have {wanted}");
            Err(CallError::new(Status::Argument, text))
        }
    }
}

/// Returns the domain of a stream between two corners. If both are null, it is the whole stream, `None`.
pub(super) fn domain(low: *const u64, high: *const u64, rank: usize) -> Result<Option<(Shape, Shape)>, CallError> {
    if low.is_null() && high.is_null() {
        return Ok(None);
    }
    Ok(Some((shape(low, rank as u32, "the domain's start")?, shape(high, rank as u32, "the domain's end")?)))
}

fn count((low, high): (Shape, Shape)) -> usize {
    // The corners are not checked yet: a domain outside of the stream is refused when it is read or written.
    let each = low.extents().iter().zip(high.extents()).map(|(low, high)| high.saturating_sub(*low));
    each.fold(1, usize::saturating_mul)
}

/// Replaces elements by those at `data`, which has `bytes` bytes, in C order: all of the stream, where `low` and `high` are null;
/// or those from `low` up to, and without, `high`, which have as many numbers as the stream has dimensions. `data` is the caller's,
/// and not looked at afterwards.
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
        let tight = if held.host.is_tight() { data.into() } else { Cow::from(held.host.tight(data)) };
        let mut any = held.write(part.is_none())?;
        match part {
            Some((low, high)) => any.write_domain_bytes(low, high, &tight)?,
            None => any.write_bytes_from(&tight)?,
        }
        held.filled();
        Ok(())
    })
}

/// Reads elements to `data`, which has room for `bytes` bytes, no more and no fewer, in C order: all of the stream, or a part as for
/// `brooklet_stream_write`. Waits until they are computed. Floats without gaps go there without a copy between.
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
        if part.is_none() && held.host.is_tight() {
            return Ok(any.read_bytes_to(data)?);
        }
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

/// The extents of a stream, slowest first: `rank` of the four numbers at `extents`, the others are 0.
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

/// Frees a stream, and its memory on the device. Its handle is an error from then on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_free(stream: Handle) -> Status {
    guard(|| remove(stream))
}
