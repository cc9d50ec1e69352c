//! Wrong calls at random: handles that are made up, freed, of another kind or of another thread, null and odd addresses, wrong
//! numbers and texts. Each is an error with a text, and what is right works afterwards.

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use brooklet::capi::*;

use crate::calls::*;
use crate::describe::{TEXT, argument, program};
use crate::level::is_full;
use crate::random::Random;

impl Random {
    /// A place as it is; or null, or one that is no multiple of anything.
    fn place<T>(&mut self, place: *mut T) -> *mut T {
        match self.below(8) {
            0 => null_mut(),
            1 => place.cast::<u8>().wrapping_add(1).cast(),
            _ => place,
        }
    }
}

/// What is right, and what wrong calls are made of.
struct World {
    random: Random,
    device: Handle,
    program: Handle,
    cg: Handle,
    /// Right, freed, of another thread, and made up.
    handles: Vec<Handle>,
    texts: Vec<CString>,
}

/// The most bytes that a call is told of; there are more.
const ROOM: u64 = 64;
/// Numbers of elements that there are, and that no device holds: none that this machine's memory may have or not.
const EXTENTS: [u64; 7] = [0, 1, 2, 3, 5, 1 << 40, u64::MAX];

/// Those of a world's handles that are never freed.
const KEPT: std::ops::Range<usize> = 3..9;
/// How many handles a world begins with: those behind them were made by its calls.
const MADE: usize = 15;

/// A fragment program with one parameter of each kind.
const CG: &CStr = c"float4 main(float2 at : TEXCOORD0, uniform samplerRECT x, uniform float y) : COLOR { return y * texRECT(x, at); }";

/// What constants and fields are read from.
static WORDS: [u64; 10] = [0x3f80_0000_4000_0000; 10];

impl World {
    fn new(seed: u64, foreign: &[Handle]) -> World {
        let device = open("cpu");
        let program = program(device);
        let streams = [numbers(device, &[3.0, 1.0, 2.0]), upload(device, 2, &[2, 2], &[1.0; 8]), numbers(device, &[])];
        let freed = [numbers(device, &[1.0]), open("cpu"), self::program(device)];
        ok(unsafe { brooklet_stream_free(freed[0]) });
        ok(unsafe { brooklet_device_free(freed[1]) });
        ok(unsafe { brooklet_program_free(freed[2]) });
        let cg = made(|made| unsafe {
            brooklet_cg_new(device, c"fuzz.cg".as_ptr(), CG.as_ptr(), c"main".as_ptr(), c"arbfp1".as_ptr(), made)
        });
        let mut handles = vec![0, 1, u64::MAX, device, program, cg];
        handles.extend(streams.iter().chain(&freed).chain(foreign));
        assert_eq!(handles.len(), MADE);
        let words = [
            "x",
            "x + y",
            "x > 0.0",
            "sum",
            "mean",
            "max",
            "saxpy",
            "of",
            "",
            "x +",
            "((((",
            "\u{e9}",
            "1.0 / 0.0",
            "x[1]",
            "kernel void f(",
            "a<>",
            "/*",
            "x.y",
            "vec2(x, x)",
            "%s%n",
            "sort",
            "bitonic",
            "y",
            "{\"k\": 1}",
            "{\"ascending\": 1, \"k\": -1e99}",
            "nearest,repeat",
            "fp40",
            TEXT,
        ];
        let mut texts: Vec<CString> = words.iter().map(|text| c(text)).collect();
        texts.extend(["(", "-", "x + ", "{"].map(|part| c(&part.repeat(5000))));
        texts.push(CString::new([b'x', 0xff, 0xfe]).unwrap());
        World { random: Random(seed), device, program, cg, handles, texts }
    }

    fn handle(&mut self) -> Handle {
        let handle = self.random.of(&self.handles);
        match self.random.below(8) {
            0 => handle ^ 1 << self.random.below(64),
            1 => self.random.bits(),
            _ => handle,
        }
    }

    fn text(&mut self) -> *const c_char {
        let at = self.random.below(self.texts.len() + 2);
        self.texts.get(at).map_or(null(), |text| text.as_ptr())
    }

    fn number(&mut self) -> u32 {
        let any = self.random.bits() as u32;
        self.random.of(&[0, 1, 1, 2, 3, 4, 5, 256, 257, u32::MAX, any])
    }

    fn extents(&mut self) -> [u64; 4] {
        std::array::from_fn(|_| self.random.of(&EXTENTS))
    }

    fn argument(&mut self) -> Argument {
        Argument {
            is_domain: self.random.below(3) as u32,
            low: self.extents(),
            high: self.extents(),
            constant: self.random.place(WORDS.as_ptr().cast_mut()).cast(),
            bytes: self.random.of(&[0, 4, 8, ROOM]),
            ..argument(self.handle())
        }
    }

    fn cg_argument(&mut self) -> CgArgument {
        let numbers = self.random.place(WORDS.as_ptr().cast_mut()).cast();
        CgArgument {
            name: self.text(),
            kind: self.random.below(4) as u32,
            channels: self.random.below(6) as u32,
            width: self.random.of(&EXTENTS),
            height: self.random.of(&EXTENTS),
            layers: self.random.of(&[0, 1, 1, 1, 6, 7]),
            numbers,
            // No more than there are.
            count: self.random.of(&[0, 1, 2, 4, 12, 20]),
            sampling: if self.random.below(2) == 0 { null() } else { self.text() },
        }
    }

    fn input(&mut self) -> Input {
        let stream = if self.random.below(3) == 0 { 0 } else { self.handle() };
        let components = self.random.below(6) as u32;
        Input { name: self.text(), stream, components, value: [1.0, f32::NAN, f32::INFINITY, -0.0] }
    }
}

/// A call of any function; what it makes is used by later ones, or freed, or both.
fn call(world: &mut World) -> Status {
    let (mut handles, mut others, mut words) = ([0; 4], [0; 4], [0u64; 4]);
    let (mut data, mut description) = ([0u64; 10], [0u64; 64]);
    let to = world.random.place(handles.as_mut_ptr());
    let other = world.random.place(others.as_mut_ptr());
    let needed = world.random.place(words.as_mut_ptr());
    let data = world.random.place(data.as_mut_ptr());
    let description: *mut DeviceDescription = world.random.place(description.as_mut_ptr()).cast();
    let (mut low, mut high) = (world.extents(), world.extents());
    let low_extents = low;
    let (low, high) = (world.random.place(low.as_mut_ptr()), world.random.place(high.as_mut_ptr()));
    let (a, b, text, more) = (world.handle(), world.handle(), world.text(), world.text());
    let number = world.number();
    let (flag, rank) = (world.random.below(4) as u32, world.random.below(6) as u32);
    let any = world.random.bits() % ROOM;
    let bytes = world.random.of(&[0, 4, 8, 12, 32, ROOM, any]);
    let mut arguments: [Argument; 4] = std::array::from_fn(|_| world.argument());
    let mut inputs: [Input; 3] = std::array::from_fn(|_| world.input());
    let arguments = world.random.place(arguments.as_mut_ptr());
    let inputs = world.random.place(inputs.as_mut_ptr());
    let mut types: [u32; 4] = std::array::from_fn(|_| world.number());
    let mut offsets = world.extents();
    let layout = ElementLayout {
        name: text,
        types: world.random.place(types.as_mut_ptr()),
        offsets: world.random.place(offsets.as_mut_ptr()),
        count: world.random.of(&[0, 1, 2, 3, 4, 257, u32::MAX]),
        size: world.random.of(&[0, 4, 12, 1 << 21, u64::MAX]),
    };
    let mut cg_arguments: [CgArgument; 3] = std::array::from_fn(|_| world.cg_argument());
    let cg_arguments = world.random.place(cg_arguments.as_mut_ptr());
    let cg_result = CgResult {
        name: if flag == 0 { text } else { null() },
        numbers: description.cast(),
        count: world.random.of(&[0, 1, 4, 8, 64]),
    };
    let cg = if world.random.below(3) == 0 { a } else { world.cg };
    let options = if world.random.below(2) == 0 { c"{}".as_ptr() } else { more };
    let ends = [0.0, 1.0, -0.5, f32::NAN, f32::INFINITY];
    let (from, upto) = (world.random.of(&ends), world.random.of(&ends));
    let program = if world.random.below(2) == 0 { a } else { world.program };
    let (saxpy, sum) = (c"saxpy".as_ptr(), c"sum".as_ptr());
    let status = unsafe {
        match world.random.below(88) {
            0 if flag == 0 => brooklet_device_default(null_mut()),
            0 => brooklet_device_open(text, null_mut()),
            1 => brooklet_device_finish(a),
            2 => brooklet_device_describe(a, description, number.into()),
            3 => brooklet_stream_of(a, number, low, rank.min(4), to),
            4 => brooklet_stream_new(a, &layout, low, rank.min(4), to),
            5 => brooklet_stream_new(a, null(), low, number, to),
            6 => brooklet_stream_iterator(a, number, low, rank.min(4), data.cast(), WORDS.as_ptr().cast(), to),
            7 => brooklet_stream_write(a, low, high, data.cast(), bytes),
            8 => brooklet_stream_read(a, low, high, data.cast(), bytes),
            9 => brooklet_stream_read(a, null(), null(), data.cast(), bytes),
            10 => brooklet_stream_shape(a, low, to.cast()),
            11 => brooklet_stream_element(a, to.cast(), needed),
            12 => brooklet_program_new(a, text, more, to),
            13 => brooklet_program_run(program, text, arguments, rank.min(4)),
            14 => brooklet_program_run(program, saxpy, arguments, 4),
            15 => brooklet_program_reduce(program, sum, arguments, 2, data.cast(), bytes),
            16 => brooklet_program_gather_op(program, sum, arguments),
            17 => brooklet_program_scatter_op(program, sum, arguments, flag),
            18 => brooklet_program_describe(program, data.cast(), bytes, needed),
            19 => brooklet_map(text, inputs, flag, to),
            20 => brooklet_reduce(a, text, data.cast(), number),
            21 => brooklet_scan(a, text, flag, to),
            22 => brooklet_filter(a, text, to),
            23 => brooklet_sort(a, b, flag, to, other),
            24 => brooklet_search(a, b, flag, to),
            25 => brooklet_argsort(a, flag, number, from, upto, to),
            26 => brooklet_unique(a, to, other),
            27 => brooklet_group(a, b, text, to, other),
            28 => brooklet_segmented_scan(a, b, text, to),
            29 => brooklet_take(a, b, to),
            30 => brooklet_partition(a, text, other, to),
            31 => brooklet_random(a, low, rank.min(4), bytes, flag, to),
            32 => brooklet_random_bits(a, low, rank.min(4), bytes, to, other),
            33 => brooklet_histogram(a, b, world.program, types.as_ptr(), null(), null_mut(), 0, to),
            34 => brooklet_top(a, bytes, flag, to, other),
            35 => brooklet_quantile(a, low.cast(), rank.min(4), to),
            36 => brooklet_put(a, b, world.program, text, to),
            37 => brooklet_merge(a, b, to),
            38 => brooklet_reduce_axis(a, text, number as i32, to),
            39 => brooklet_scan_axis(a, text, number as i32, flag, to),
            40 => brooklet_sort_axis(a, number as i32, flag, to),
            41 => brooklet_argsort_axis(a, number as i32, flag, to),
            42 => brooklet_take_axis(a, b, number as i32, to),
            43 => brooklet_take_along_axis(a, b, number as i32, to),
            44 => brooklet_filter_axis(a, b, number as i32, to),
            45 => brooklet_integers_new(a, flag, low, rank.min(4), data.cast(), bytes, to),
            46 => brooklet_integers_read(a, flag, data.cast(), bytes),
            47 => brooklet_sort_integers(a, flag, b, flag, to, other),
            48 => brooklet_argsort_integers(a, flag, flag, to),
            49 => brooklet_search_integers(a, b, flag, flag, to),
            50 => brooklet_unique_integers(a, flag, to, other),
            51 => brooklet_group_integers(a, flag, b, text, to, other),
            52 => brooklet_top_axis(a, bytes, number as i32, flag, to, other),
            53 => brooklet_argmax_axis(a, number as i32, flag, to),
            54 => brooklet_quantile_axis(a, low.cast(), rank.min(4), number as i32, to),
            55 => brooklet_merge_integers(a, b, flag, to),
            56 => brooklet_top_integers(a, flag, bytes, flag, to, other),
            57 => brooklet_run_lengths(a, to, other),
            58 => brooklet_catalog_describe(data.cast(), bytes, needed),
            59..=61 => brooklet_catalog_run(
                text,
                if flag < 3 { null() } else { more },
                world.handles[8..].as_ptr(),
                rank,
                options,
                to,
                flag,
                needed.cast(),
            ),
            62 => brooklet_cg_new(a, text, CG.as_ptr(), if flag == 0 { c"main".as_ptr() } else { text }, more, to),
            63 => brooklet_cg_describe(cg, data.cast(), bytes, needed),
            64..=65 => {
                brooklet_cg_draw(cg, low_extents[0], low_extents[1], cg_arguments, rank.min(3), &cg_result, flag.min(1))
            }
            66 => brooklet_trace_start(a),
            67 => brooklet_trace_read(a, data.cast(), bytes, needed),
            68 => brooklet_trace_stop(a),
            69 => brooklet_transpose(a, to),
            70 => brooklet_sat(a, to),
            71 => brooklet_distance(a, to),
            72 => brooklet_nearest(a, to),
            73 => brooklet_label(a, number, to, needed),
            74 => brooklet_matmul(a, b, to),
            75 => brooklet_convolve(a, ends.as_ptr(), flag, 1, rank.min(5), to),
            76 => brooklet_blur(a, from, flag, to),
            77 => brooklet_median_filter(a, number, flag, to),
            78 => brooklet_fft(a, low.cast(), rank.min(3), flag & 1, to),
            79 => brooklet_rfft(a, low.cast(), rank.min(3), to),
            80 => brooklet_irfft(a, number.into(), low.cast(), rank.min(3), to),
            81 => brooklet_sparse_new(a, b, b, number.into(), to),
            82..=83 => brooklet_spmv(a, b, to),
            _ if KEPT.contains(&world.handles.iter().position(|&handle| handle == a).unwrap_or(0)) => Status::Ok,
            84 => brooklet_device_free(a),
            85 => brooklet_program_free(a),
            86 if flag == 0 => brooklet_sparse_free(a),
            87 if flag == 0 => brooklet_cg_free(a),
            _ => brooklet_stream_free(a),
        }
    };
    // What was written there may be a handle; if it is none, it is one more that is wrong.
    if status == Status::Ok && handles[0] != 0 {
        let made = MADE + world.random.below(16);
        if made >= world.handles.len() {
            world.handles.push(handles[0]);
        } else {
            world.handles[made] = handles[0];
        }
    }
    status
}

/// What is right works.
fn works(device: Handle) {
    let x = numbers(device, &[3.0, 1.0, 2.0]);
    let sorted = made(|sorted| unsafe { brooklet_sort(x, 0, 0, sorted, null_mut()) });
    assert_eq!(read(sorted), [1.0, 2.0, 3.0]);
    ok(unsafe { brooklet_stream_free(x) });
    ok(unsafe { brooklet_stream_free(sorted) });
}

#[test]
fn wrong_calls_are_errors() {
    let foreign = std::thread::spawn(|| {
        let device = open("cpu");
        [device, numbers(device, &[1.0]), program(device)]
    });
    let foreign = foreign.join().unwrap();
    let mut counts = [0; 9];
    for seed in 1..=if is_full() { 60 } else { 4u64 } {
        let mut world = World::new(0x9e37_79b9_7f4a_7c15 ^ seed, &foreign);
        for number in 0..1200 {
            let status = call(&mut world);
            counts[status as usize] += 1;
            if status != Status::Ok {
                assert!(!error_text().is_empty(), "seed {seed}, call {number}: {status:?} says nothing");
            }
            assert_ne!(status, Status::Internal, "seed {seed}, call {number}: {}", error_text());
            if number % 100 == 0 {
                works(world.device);
            }
        }
    }
    // All kinds of errors were met; devices were not asked for.
    for status in [Status::Ok, Status::Handle, Status::WrongThread, Status::Null, Status::Argument, Status::Compile] {
        assert!(counts[status as usize] > 0, "no {status:?}: {counts:?}");
    }
    println!("{} calls, by status: {counts:?}", counts.iter().sum::<usize>());
}

#[test]
fn every_function_is_called() {
    let own = include_str!("fuzz.rs");
    // These take nothing that could be wrong.
    let no_arguments = ["brooklet_version", "brooklet_error_text"];
    let called = |name: &&&str| own.contains(&format!("{name}(")) || no_arguments.contains(*name);
    let missing: Vec<_> = NAMES.iter().filter(|name| !called(name)).collect();
    assert!(missing.is_empty(), "no wrong calls of {missing:?}");
}

#[test]
fn each_thing_is_freed_once() {
    let device = open("cpu");
    let (stream, program) = (numbers(device, &[1.0, 2.0]), program(device));
    for (free, handle, noun) in [
        (brooklet_stream_free as unsafe extern "C" fn(Handle) -> Status, stream, "stream"),
        (brooklet_program_free, program, "program"),
        (brooklet_device_free, device, "device"),
    ] {
        unsafe {
            for other in [stream, program, device] {
                if other != handle {
                    wrong(free(other), Status::Handle, noun);
                }
            }
            ok(free(handle));
            for _ in 0..3 {
                wrong(free(handle), Status::Handle, "has been freed");
            }
            wrong(free(0), Status::Handle, "the handle is 0");
            wrong(free(u64::MAX), Status::Handle, "is not a handle");
        }
    }
    // A place that is used again has another handle.
    let device = open("cpu");
    let mut seen = std::collections::HashSet::new();
    for _ in 0..1000 {
        let stream = made(|made| unsafe { brooklet_stream_of(device, 1, [1].as_ptr(), 1, made) });
        assert!(seen.insert(stream));
        ok(unsafe { brooklet_stream_free(stream) });
        wrong(unsafe { brooklet_stream_free(stream) }, Status::Handle, "has been freed");
    }
}
