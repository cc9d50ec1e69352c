//! What the tests call: the functions of the C interface, with texts and slices of Rust.

use std::ffi::{CStr, CString};

use brooklet::capi::*;

use crate::mesa;

/// Where tests compute: on the driver, and on the emulator.
pub const RUNTIMES: [&str; 2] = ["ogl", "cpu"];

/// The text of the thread's last error.
pub fn error_text() -> String {
    unsafe { CStr::from_ptr(brooklet_error_text()) }.to_str().unwrap().to_owned()
}

/// Expects success.
#[track_caller]
pub fn ok(status: Status) {
    assert_eq!(status, Status::Ok, "{}", error_text());
}

/// Expects this error, with these words in its text.
#[track_caller]
pub fn wrong(given: Status, wanted: Status, words: &str) {
    assert_eq!(given, wanted, "{}", error_text());
    assert!(error_text().contains(words), "no `{words}` in: {}", error_text());
}

/// A text of C.
pub fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

/// Opens a device.
pub fn open(runtime: &str) -> Handle {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for (name, value) in mesa::MESA {
            if std::env::var_os(name).is_none() {
                // SAFETY: Rust's own library locks the environment, and no driver has been asked for anything.
                unsafe { std::env::set_var(name, value) };
            }
        }
    });
    keep_programs(false);
    let mut device = 0;
    ok(unsafe { brooklet_device_open(c(runtime).as_ptr(), &mut device) });
    device
}

/// A stream of vectors of so many floats.
pub fn upload(device: Handle, components: u32, extents: &[u64], data: &[f32]) -> Handle {
    let mut stream = 0;
    ok(unsafe { brooklet_stream_of(device, components, extents.as_ptr(), extents.len() as u32, &mut stream) });
    let bytes = size_of_val(data) as u64;
    let none = std::ptr::null();
    ok(unsafe { brooklet_stream_write(stream, none, none, data.as_ptr().cast(), bytes) });
    stream
}

/// A stream of numbers.
pub fn numbers(device: Handle, data: &[f32]) -> Handle {
    upload(device, 1, &[data.len() as u64], data)
}

/// The extents of a stream.
pub fn extents(stream: Handle) -> Vec<u64> {
    let (mut extents, mut rank) = ([9; 4], 0);
    ok(unsafe { brooklet_stream_shape(stream, extents.as_mut_ptr(), &mut rank) });
    assert!(extents[rank as usize..].iter().all(|&extent| extent == 0), "{extents:?}");
    extents[..rank as usize].to_vec()
}

/// The type of a stream's elements, and their bytes.
pub fn element(stream: Handle) -> (u32, u64) {
    let (mut ty, mut bytes) = (9, 9);
    ok(unsafe { brooklet_stream_element(stream, &mut ty, &mut bytes) });
    (ty, bytes)
}

/// All floats of a stream.
pub fn read(stream: Handle) -> Vec<f32> {
    let count = extents(stream).iter().product::<u64>() * element(stream).1 / 4;
    let mut data = vec![f32::NAN; count as usize];
    let none = std::ptr::null();
    ok(unsafe { brooklet_stream_read(stream, none, none, data.as_mut_ptr().cast(), 4 * count) });
    data
}

/// A function that makes a stream, and the stream.
#[track_caller]
pub fn made(call: impl FnOnce(*mut Handle) -> Status) -> Handle {
    let mut stream = 0;
    ok(call(&mut stream));
    assert_ne!(stream, 0);
    stream
}

/// A map over streams and constants by their names.
pub fn map(expression: &str, streams: &[(&str, Handle)], constants: &[(&str, &[f32])], result: *mut Handle) -> Status {
    let names: Vec<CString> =
        streams.iter().map(|(name, _)| c(name)).chain(constants.iter().map(|(n, _)| c(n))).collect();
    let of_stream = |(_, stream): &(&str, Handle)| (*stream, 0, [0.0; 4]);
    let of_constant = |(_, given): &(&str, &[f32])| {
        let mut value = [0.0; 4];
        value[..given.len()].copy_from_slice(given);
        (0, given.len() as u32, value)
    };
    let all = streams.iter().map(of_stream).chain(constants.iter().map(of_constant));
    let input =
        |(name, (stream, components, value)): (&CString, _)| Input { name: name.as_ptr(), stream, components, value };
    let inputs: Vec<Input> = names.iter().zip(all).map(input).collect();
    unsafe { brooklet_map(c(expression).as_ptr(), inputs.as_ptr(), inputs.len() as u32, result) }
}
