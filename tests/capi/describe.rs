//! What devices, streams and programs say of themselves; floats that go to unaligned places; programs.

use std::ffi::CStr;

use brooklet::capi::*;

use crate::calls::*;

/// A program.
pub const TEXT: &str = "
typedef struct { float a; float2 b; } Pair;
kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }
reduce void sum(float a<>, reduce float total<>) { total += a; }
kernel void of(Pair p<>, float table[], out float r<>) { r = p.a * p.b.x + table[0]; }
";

/// Compiles it.
pub fn program(device: Handle) -> Handle {
    made(|program| unsafe { brooklet_program_new(device, c("saxpy.br").as_ptr(), c(TEXT).as_ptr(), program) })
}

/// An argument of a kernel that is a stream.
pub fn argument(stream: Handle) -> Argument {
    let constant = std::ptr::null();
    Argument { stream, is_domain: 0, reserved: 0, low: [0; 4], high: [0; 4], constant, bytes: 0 }
}

#[test]
fn a_program_runs_and_describes_itself() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let program = program(device);
        let (x, y) = (numbers(device, &[1.0, 2.0, 3.0]), numbers(device, &[10.0, 20.0, 30.0]));
        let alpha = 2.5f32;
        let constant = Argument { constant: (&raw const alpha).cast(), bytes: 4, ..argument(0) };
        let arguments = [constant, argument(x), argument(y), argument(y)];
        ok(unsafe { brooklet_program_run(program, c("saxpy").as_ptr(), arguments.as_ptr(), 4) });
        assert_eq!(read(y), [12.5, 25.0, 37.5]);
        let (mut total, sum) = (0.0f32, c("sum"));
        let arguments = [argument(y), argument(0)];
        let to = (&raw mut total).cast();
        ok(unsafe { brooklet_program_reduce(program, sum.as_ptr(), arguments.as_ptr(), 2, to, 4) });
        assert_eq!(total, 75.0);

        let mut needed = 0;
        ok(unsafe { brooklet_program_describe(program, std::ptr::null_mut(), 0, &mut needed) });
        let mut text = vec![1u8; needed as usize];
        let (to, none) = (text.as_mut_ptr().cast(), std::ptr::null_mut());
        ok(unsafe { brooklet_program_describe(program, to, needed, none) });
        let json: serde_json::Value =
            serde_json::from_str(CStr::from_bytes_with_nul(&text).unwrap().to_str().unwrap()).unwrap();
        let [saxpy, sum, of] = [0, 1, 2].map(|at| &json["kernels"][at]);
        assert_eq!(saxpy["name"], "saxpy");
        assert_eq!(saxpy["signature"], "kernel void saxpy(float alpha, float x<>, float y<>, out float result<>)");
        assert_eq!(sum["reduction"], true);
        let roles = |kernel: &serde_json::Value| {
            let parameters = kernel["parameters"].as_array().unwrap().iter();
            parameters.map(|parameter| parameter["role"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(roles(saxpy), ["constant", "input stream", "input stream", "output"]);
        assert_eq!(roles(of), ["input stream", "gather", "output"]);
        assert_eq!((&of["parameters"][0]["type"], &of["parameters"][0]["bytes"]), (&"Pair".into(), &12.into()));
        let short = unsafe { brooklet_program_describe(program, to, 5, none) };
        wrong(short, Status::Argument, "and there is room for 5");
    }
}

#[test]
fn a_scatter_output_keeps_what_nothing_is_written_to() {
    let text = "kernel void put(float a<>, float at<>, out float2 o[]) { o[at] = float2(a, 1); }";
    for runtime in RUNTIMES {
        let device = open(runtime);
        let program =
            made(|program| unsafe { brooklet_program_new(device, c("put.br").as_ptr(), c(text).as_ptr(), program) });
        let mut needed = 0;
        ok(unsafe { brooklet_program_describe(program, std::ptr::null_mut(), 0, &mut needed) });
        let mut described = vec![1u8; needed as usize];
        let to = described.as_mut_ptr().cast();
        ok(unsafe { brooklet_program_describe(program, to, needed, std::ptr::null_mut()) });
        let json: serde_json::Value =
            serde_json::from_str(CStr::from_bytes_with_nul(&described).unwrap().to_str().unwrap()).unwrap();
        let output = &json["kernels"][0]["parameters"][2];
        assert_eq!((&output["role"], &output["bytes"]), (&"scatter output".into(), &8.into()));

        let (a, at) = (numbers(device, &[5.0, 6.0, 7.0]), numbers(device, &[2.0, 9.0, 0.0]));
        let o = made(|made| unsafe { brooklet_stream_of(device, 2, [3].as_ptr(), 1, made) });
        let old = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
        ok(unsafe { brooklet_stream_write(o, std::ptr::null(), std::ptr::null(), old.as_ptr().cast(), 24) });
        let arguments = [argument(a), argument(at), argument(o)];
        ok(unsafe { brooklet_program_run(program, c("put").as_ptr(), arguments.as_ptr(), 3) });
        let mut new = [0.0f32; 6];
        ok(unsafe { brooklet_stream_read(o, std::ptr::null(), std::ptr::null(), new.as_mut_ptr().cast(), 24) });
        assert_eq!(new, [7.0, 1.0, 3.0, 4.0, 5.0, 1.0]);
    }
}

#[test]
fn a_device_describes_itself() {
    let device = open("cpu");
    let mut own: DeviceDescription = unsafe { std::mem::zeroed() };
    let bytes = size_of::<DeviceDescription>() as u64;
    ok(unsafe { brooklet_device_describe(device, &mut own, bytes) });
    assert!(own.largest_side >= 1024 && own.exact_integer >= 1 << 24 && own.inputs > 0 && own.outputs > 0);
    assert_eq!(own.is_gpu, 0);
    let renderer = unsafe { CStr::from_ptr(own.renderer.as_ptr()) };
    assert!(!renderer.is_empty());
    wrong(unsafe { brooklet_device_describe(device, &mut own, bytes - 1) }, Status::Argument, "room for");
    wrong(unsafe { brooklet_device_describe(device, std::ptr::null_mut(), bytes) }, Status::Null, "description");
}

#[test]
fn streams_of_other_numbers() {
    let device = open("cpu");
    let none = std::ptr::null();
    for (ty, bytes) in
        [(BROOKLET_INT, 4), (BROOKLET_UINT + 1, 8), (BROOKLET_CHAR, 1), (BROOKLET_USHORT + 2, 6), (BROOKLET_FIXED, 1)]
    {
        let stream = made(|made| unsafe { brooklet_stream_of(device, ty, [2].as_ptr(), 1, made) });
        assert_eq!(element(stream), (ty, bytes));
        let data: Vec<u8> = (0..2 * bytes as u8).map(|byte| byte + 100).collect();
        ok(unsafe { brooklet_stream_write(stream, none, none, data.as_ptr().cast(), 2 * bytes) });
        let mut back = vec![0u8; data.len()];
        ok(unsafe { brooklet_stream_read(stream, none, none, back.as_mut_ptr().cast(), 2 * bytes) });
        assert_eq!(back, data);
    }
    let (low, mut to) = ([0.0f32; 4], 0);
    let status = unsafe { brooklet_stream_iterator(device, 5, [2].as_ptr(), 1, low.as_ptr(), low.as_ptr(), &mut to) };
    wrong(status, Status::Argument, "an iterator has 5 components");
}

#[test]
fn floats_may_lie_anywhere() {
    let device = open("cpu");
    let data = [1.0f32, -2.0, 3.5, 4.0, 5.0, 6.0];
    for components in [1u32, 2, 3] {
        let stream = upload(device, components, &[6 / u64::from(components)], &[0.0; 6]);
        let none = std::ptr::null();
        // A byte further on, where no float can be.
        let mut bytes = [0u8; 25];
        bytes[1..].copy_from_slice(data.map(f32::to_ne_bytes).as_flattened());
        ok(unsafe { brooklet_stream_write(stream, none, none, bytes[1..].as_ptr().cast(), 24) });
        assert_eq!(read(stream), data);
        let mut back = [0u8; 25];
        ok(unsafe { brooklet_stream_read(stream, none, none, back[1..].as_mut_ptr().cast(), 24) });
        assert_eq!(back, bytes);
        let short = unsafe { brooklet_stream_read(stream, none, none, back.as_mut_ptr().cast(), 20) };
        wrong(short, Status::Argument, "20 bytes are given");
    }
    // What nobody has written is zero, whichever way it is read.
    let fresh = made(|made| unsafe { brooklet_stream_of(device, 2, [3].as_ptr(), 1, made) });
    assert_eq!(read(fresh), [0.0; 6]);
    let fresh = made(|made| unsafe { brooklet_stream_of(device, 1, [2].as_ptr(), 1, made) });
    assert_eq!(read(made(|made| map("x + 1.0", &[("x", fresh)], &[], made))), [1.0, 1.0]);
}

#[test]
fn a_stream_that_no_call_has_filled_is_zero() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let text = c("kernel void k(float a<>, out float b<>) { b = a; }");
        let mut program = 0;
        ok(unsafe { brooklet_program_new(device, c("k.br").as_ptr(), text.as_ptr(), &mut program) });
        // What is freed is used again.
        let used: Vec<Handle> = (0..4).map(|_| upload(device, 1, &[1000], &[7.0; 1000])).collect();
        used.into_iter().for_each(|stream| ok(unsafe { brooklet_stream_free(stream) }));
        let mut fresh = 0;
        ok(unsafe { brooklet_stream_of(device, 1, [1000u64].as_ptr(), 1, &mut fresh) });
        let three = upload(device, 1, &[3], &[1.0, 2.0, 3.0]);
        let arguments = [argument(three), argument(fresh)];
        let status = unsafe { brooklet_program_run(program, c("k").as_ptr(), arguments.as_ptr(), 2) };
        wrong(status, Status::Call, "3 does not divide 1000");
        assert_eq!(read(fresh), [0.0; 1000]);
    }
}

#[test]
fn two_variable_outputs_may_replace_what_is_read() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let text = c("kernel void k(float a<>, vout[1] float b<>, vout[1] float d<>) {
            if (a > 1) { b = a; push(b); } else { d = a; push(d); } }");
        let mut program = 0;
        ok(unsafe { brooklet_program_new(device, c("k.br").as_ptr(), text.as_ptr(), &mut program) });
        let a = upload(device, 1, &[2, 2], &[1.0, 2.0, 3.0, 0.0]);
        let b = upload(device, 1, &[1, 1], &[0.0]);
        // The stream that is read is the first of the two that are written.
        let arguments = [argument(a), argument(a), argument(b)];
        ok(unsafe { brooklet_program_run(program, c("k").as_ptr(), arguments.as_ptr(), 3) });
        assert_eq!((read(a), read(b)), (vec![2.0, 3.0], vec![1.0, 0.0]));
        let odd = Argument { reserved: 1, ..argument(a) };
        let status =
            unsafe { brooklet_program_run(program, c("k").as_ptr(), [odd, argument(a), argument(b)].as_ptr(), 3) };
        wrong(status, Status::Argument, "`reserved` of an argument is 1");
        let mut value = 0.0f32;
        let status = unsafe {
            brooklet_program_reduce(program, c("k").as_ptr(), arguments.as_ptr(), 3, (&raw mut value).cast(), 4)
        };
        wrong(status, Status::Argument, "`k` is a kernel, not a reduction");
    }
}
