//! Descriptions of devices, streams and programs.

use std::ffi::c_char;

use super::device::device;
use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::layout::code;
use super::pointers::{put_text, set};
use super::program::program;
use super::stream::stream;
use crate::backend::Class;
use crate::brook::signature;

/// What a device is, and the limits that matter to a caller.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct DeviceDescription {
    /// Texels along a side of the largest texture: a stream has at most about its square of elements.
    pub largest_side: u64,
    /// Whole numbers up to this one are exact in a position: the most elements of a stream of one dimension.
    pub exact_integer: u64,
    /// Streams that a pass reads at most.
    pub inputs: u32,
    /// Streams that a pass writes at most.
    pub outputs: u32,
    /// Whether it is a GPU (1), or a driver or an emulator on the CPU (0).
    pub is_gpu: u32,
    /// Whether kernels have integers of 32 bits (1), or floats in their place (0).
    pub has_integers: u32,
    /// The device, as its driver calls it: a text that ends in zero, cut where it is longer.
    pub renderer: [c_char; 128],
    /// What it runs on, for people: a version of OpenGL, or the emulated chip.
    pub api: [c_char; 64],
}

/// Converts a text to one that ends in zero. A longer text is cut at a character boundary.
fn cut<const N: usize>(text: &str) -> [c_char; N] {
    let mut cut = [0; N];
    let end = (0..text.len().min(N - 1) + 1).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    cut.iter_mut().zip(text[..end].bytes()).for_each(|(to, from)| *to = from as c_char);
    cut
}

/// Says what a device is. `bytes` is `sizeof(BrookletDeviceDescription)`, so that a library of another version does not write behind
/// its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_device_describe(
    device: Handle,
    description: *mut DeviceDescription,
    bytes: u64,
) -> Status {
    guard(|| {
        let device = self::device(device)?;
        let (info, limits, features) = (device.info(), device.limits(), device.features());
        let own = DeviceDescription {
            largest_side: limits.texture as u64,
            exact_integer: features.exact_integer.into(),
            inputs: limits.samplers as u32,
            outputs: limits.targets as u32,
            is_gpu: (info.class == Class::Hardware).into(),
            has_integers: features.integers.into(),
            renderer: cut(&info.renderer),
            api: cut(&info.interface()),
        };
        let wanted = size_of::<DeviceDescription>();
        if bytes < wanted as u64 {
            let text = format!("a description has {wanted} bytes, and there is room for {bytes}");
            return Err(CallError::new(Status::Argument, text));
        }
        set(description, own, "description")
    })
}

/// What an element of a stream is: its type, as `BROOKLET_FLOAT` and those behind it, or 0 of a struct; and how many bytes it has
/// on the host without gaps. Either address may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_stream_element(stream: Handle, ty: *mut u32, bytes: *mut u64) -> Status {
    guard(|| {
        let held = self::stream(stream)?;
        let any = held.unread();
        if !ty.is_null() {
            set(ty, code(&any), "ty")?;
        }
        match bytes.is_null() {
            true => Ok(()),
            false => set(bytes, any.element_bytes() as u64, "bytes"),
        }
    })
}

/// Describes the kernels of a program as JSON, UTF-8 that ends in zero: `{"kernels": [{"name", "reduction", "signature",
/// "parameters": [{"name", "type", "role", "bytes"}]}]}`, parameters in their order. A role is `input stream`, `iterator`,
/// `constant`, `gather`, `output`, `variable output`, `scatter output` or `accumulator`; bytes are those of an element on the host without
/// gaps. The text goes to `buffer`, which has room for `room` bytes; `needed` gets how many it takes. To ask for that alone, `buffer` is
/// null and `room` 0; otherwise `needed` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_program_describe(
    program: Handle,
    buffer: *mut c_char,
    room: u64,
    needed: *mut u64,
) -> Status {
    guard(|| {
        let program = self::program(program)?;
        let unit = program.unit();
        let kernels = unit.kernels.iter().map(|kernel| {
            let parameters = kernel.parameters.iter().map(|parameter| {
                serde_json::json!({
                    "name": parameter.name,
                    "type": unit.records.name(parameter.ty),
                    "role": parameter.role.noun(),
                    "bytes": parameter.stored().iter().map(|field| field.host_bytes()).sum::<usize>(),
                })
            });
            serde_json::json!({
                "name": kernel.name,
                "reduction": kernel.reduction,
                "signature": signature(kernel, &unit.records),
                "parameters": parameters.collect::<Vec<_>>(),
            })
        });
        let text = serde_json::json!({ "kernels": kernels.collect::<Vec<_>>() }).to_string();
        put_text(&text, buffer, room, needed)
    })
}
