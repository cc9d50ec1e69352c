//! Addresses that C hands over, as slices and texts.
//!
//! Of each it is assumed that it leads to as many elements as the call says; that alone cannot be known here. Null where there
//! has to be something is an error.

use std::ffi::{CStr, c_char};

use super::error::{Status, Wrong};

fn null(what: &str) -> Wrong {
    Wrong::new(Status::Null, format!("{what} is a null pointer"))
}

/// As many elements; of none, the address does not matter.
pub(super) fn slice<'a, T>(address: *const T, count: usize, what: &str) -> Result<&'a [T], Wrong> {
    match count {
        0 => Ok(&[]),
        _ if address.is_null() => Err(null(what)),
        _ => Ok(unsafe { std::slice::from_raw_parts(address, count) }),
    }
}

/// The same, to be written.
pub(super) fn slice_mut<'a, T>(address: *mut T, count: usize, what: &str) -> Result<&'a mut [T], Wrong> {
    match count {
        0 => Ok(&mut []),
        _ if address.is_null() => Err(null(what)),
        _ => Ok(unsafe { std::slice::from_raw_parts_mut(address, count) }),
    }
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
    if address.is_null() {
        return Err(null(what));
    }
    unsafe { address.write(value) };
    Ok(())
}

/// Sees that a result has somewhere to go, before there is one.
pub(super) fn check<T>(address: *mut T, what: &str) -> Result<(), Wrong> {
    if address.is_null() { Err(null(what)) } else { Ok(()) }
}
