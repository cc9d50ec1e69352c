//! Traces of the C interface: every pass, upload and read back of a device.

use std::ffi::c_char;

use super::device::device;
use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::put_text;

/// Starts to record what a device does: every pass, upload and read back. A device that records already is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_trace_start(device: Handle) -> Status {
    guard(|| match self::device(device)?.start_trace() {
        true => Ok(()),
        false => Err(CallError::new(Status::Call, "the device records already: brooklet_trace_stop ends that")),
    })
}

/// Writes what a device has done since it started to record, as JSON, UTF-8 that ends in zero: `{"device", "passes": [..], "uploads": [..],
/// "readbacks": [..]}`. An entry has its place among all of them as `order`; a pass has `kernel`, `width`, `height` and `outputs`, and on an
/// emulated chip whose speed is known `predicted_ms`. The device goes on recording. `buffer`, `room` and `needed` are as for
/// `brooklet_program_describe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_trace_read(
    device: Handle,
    buffer: *mut c_char,
    room: u64,
    needed: *mut u64,
) -> Status {
    guard(|| {
        let device = self::device(device)?;
        let trace = device.trace_so_far().ok_or_else(not_started)?;
        put_text(&trace.to_json(&device.info().renderer).to_string(), buffer, room, needed)
    })
}

/// Ends what `brooklet_trace_start` started, and forgets what was recorded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_trace_stop(device: Handle) -> Status {
    guard(|| if self::device(device)?.stop_trace() { Ok(()) } else { Err(not_started()) })
}

fn not_started() -> CallError {
    CallError::new(Status::Call, "the device does not record: brooklet_trace_start starts that")
}
