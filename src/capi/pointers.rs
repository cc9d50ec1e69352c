//! Addresses that C hands over, as slices and texts.
//!
//! Of each it is assumed that it leads to as many elements as the call says; that alone cannot be known here. Null where there
//! has to be something is an error, and so is an address that its type cannot have, and a size that no memory has.

use std::ffi::{CStr, c_char};

use super::error::{Status, Wrong};

fn null(what: &str) -> Wrong {
    Wrong::new(Status::Null, format!("{what} is a null pointer"))
}

/// Sees that so many elements can lie at an address.
fn check_place<T>(address: *const T, count: usize, what: &str) -> Result<(), Wrong> {
    if address.is_null() {
        return Err(null(what));
    }
    let wrong = |text: String| Err(Wrong::new(Status::Argument, text));
    if !address.is_aligned() {
        return wrong(format!("{what} is at {address:p}, which is no multiple of {} bytes", align_of::<T>()));
    }
    // The end of the address space is the end of what there is.
    let max = isize::MAX as usize;
    let bytes = count.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= max);
    match bytes.and_then(|bytes| address.addr().checked_add(bytes)) {
        Some(_) => Ok(()),
        None => wrong(format!("{what} has {count} elements of {} bytes: no memory has so many", size_of::<T>())),
    }
}

/// As many elements; of none, the address does not matter.
pub(super) fn slice<'a, T>(address: *const T, count: usize, what: &str) -> Result<&'a [T], Wrong> {
    if count == 0 {
        return Ok(&[]);
    }
    check_place(address, count, what)?;
    Ok(unsafe { std::slice::from_raw_parts(address, count) })
}

/// The same, to be written.
pub(super) fn slice_mut<'a, T>(address: *mut T, count: usize, what: &str) -> Result<&'a mut [T], Wrong> {
    if count == 0 {
        return Ok(&mut []);
    }
    check_place(address, count, what)?;
    Ok(unsafe { std::slice::from_raw_parts_mut(address, count) })
}

/// One thing that has to be there.
pub(super) fn one<'a, T>(address: *const T, what: &str) -> Result<&'a T, Wrong> {
    check_place(address, 1, what)?;
    Ok(unsafe { &*address })
}

/// A text that ends in zero.
pub(super) fn text<'a>(address: *const c_char, what: &str) -> Result<&'a str, Wrong> {
    if address.is_null() {
        return Err(null(what));
    }
    let text = unsafe { CStr::from_ptr(address) };
    text.to_str().map_err(|error| Wrong::new(Status::Argument, format!("{what} is no UTF-8: {error}")))
}

/// The same, where null means none.
pub(super) fn optional_text<'a>(address: *const c_char, what: &str) -> Result<Option<&'a str>, Wrong> {
    if address.is_null() { Ok(None) } else { text(address, what).map(Some) }
}

/// Where a result goes.
pub(super) fn set<T>(address: *mut T, value: T, what: &str) -> Result<(), Wrong> {
    check(address, what)?;
    unsafe { address.write(value) };
    Ok(())
}

/// Sees that a result has somewhere to go, before there is one.
pub(super) fn check<T>(address: *mut T, what: &str) -> Result<(), Wrong> {
    check_place(address, 1, what)
}

/// Puts a text, with its zero, where there is room for `room` bytes, and how many bytes that takes where it is asked for.
pub(super) fn put_text(text: &str, buffer: *mut c_char, room: u64, needed: *mut u64) -> Result<(), Wrong> {
    let bytes = text.len() as u64 + 1;
    if !needed.is_null() {
        set(needed, bytes, "needed")?;
    }
    if buffer.is_null() && room == 0 && !needed.is_null() {
        return Ok(());
    }
    if room < bytes {
        return Err(Wrong::new(
            Status::Argument,
            format!("the text takes {bytes} bytes, and there is room for {room}"),
        ));
    }
    let buffer = slice_mut(buffer.cast::<u8>(), bytes as usize, "buffer")?;
    let (own, end) = buffer.split_at_mut(text.len());
    own.copy_from_slice(text.as_bytes());
    end.fill(0);
    Ok(())
}
