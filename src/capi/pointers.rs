//! Converts addresses from C to slices and texts.
//!
//! Each address is trusted to point to as many elements as the call states, which cannot be checked here. Errors are: null where an
//! address is required, an address that is not aligned for its type, and a size beyond the address space.

use std::ffi::{CStr, c_char};

use super::error::{CallError, Status};

fn null(what: &str) -> CallError {
    CallError::new(Status::Null, format!("{what} is a null pointer"))
}

/// Checks that an address is aligned and not null, and that `count` elements from there fit into the address space.
fn check_place<T>(address: *const T, count: usize, what: &str) -> Result<(), CallError> {
    if address.is_null() {
        return Err(null(what));
    }
    let wrong = |text: String| Err(CallError::new(Status::Argument, text));
    if !address.is_aligned() {
        return wrong(format!("{what} is at {address:p}, which is not a multiple of {} bytes", align_of::<T>()));
    }
    // No object is larger than `isize::MAX` bytes or wraps around the end of the address space.
    let max = isize::MAX as usize;
    let bytes = count.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= max);
    match bytes.and_then(|bytes| address.addr().checked_add(bytes)) {
        Some(_) => Ok(()),
        None => {
            wrong(format!("{what} has {count} elements of {} bytes, more than the address space has", size_of::<T>()))
        }
    }
}

/// Returns `count` elements at an address as a slice. If `count` is 0, the address is not checked.
pub(super) fn slice<'a, T>(address: *const T, count: usize, what: &str) -> Result<&'a [T], CallError> {
    if count == 0 {
        return Ok(&[]);
    }
    check_place(address, count, what)?;
    Ok(unsafe { std::slice::from_raw_parts(address, count) })
}

/// Returns `count` elements at an address as a mutable slice. If `count` is 0, the address is not checked.
pub(super) fn slice_mut<'a, T>(address: *mut T, count: usize, what: &str) -> Result<&'a mut [T], CallError> {
    if count == 0 {
        return Ok(&mut []);
    }
    check_place(address, count, what)?;
    Ok(unsafe { std::slice::from_raw_parts_mut(address, count) })
}

/// Returns the value at an address, which must not be null.
pub(super) fn one<'a, T>(address: *const T, what: &str) -> Result<&'a T, CallError> {
    check_place(address, 1, what)?;
    Ok(unsafe { &*address })
}

/// Returns a text that ends in zero, which must be UTF-8.
pub(super) fn text<'a>(address: *const c_char, what: &str) -> Result<&'a str, CallError> {
    if address.is_null() {
        return Err(null(what));
    }
    let text = unsafe { CStr::from_ptr(address) };
    text.to_str().map_err(|error| CallError::new(Status::Argument, format!("{what} is not UTF-8: {error}")))
}

/// Returns a text that ends in zero, or `None` if the address is null.
pub(super) fn optional_text<'a>(address: *const c_char, what: &str) -> Result<Option<&'a str>, CallError> {
    if address.is_null() { Ok(None) } else { text(address, what).map(Some) }
}

/// Writes a result to its address.
pub(super) fn set<T>(address: *mut T, value: T, what: &str) -> Result<(), CallError> {
    check(address, what)?;
    unsafe { address.write(value) };
    Ok(())
}

/// Checks the address of a result, before the result is computed.
pub(super) fn check<T>(address: *mut T, what: &str) -> Result<(), CallError> {
    check_place(address, 1, what)
}

/// Copies a text with its final zero to `buffer`, which has room for `room` bytes. The number of bytes required goes to `needed`, unless
/// that is null.
pub(super) fn put_text(text: &str, buffer: *mut c_char, room: u64, needed: *mut u64) -> Result<(), CallError> {
    let bytes = text.len() as u64 + 1;
    if !needed.is_null() {
        set(needed, bytes, "needed")?;
    }
    if buffer.is_null() && room == 0 && !needed.is_null() {
        return Ok(());
    }
    if room < bytes {
        return Err(CallError::new(
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
