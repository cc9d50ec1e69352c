//! Ints on devices without integers, where floats hold them: exact, or an error where it is known, or a note.

use crate::support;

use brooklet::brook::Program;
use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::{Device, Dialect, Features};

/// Devices without integers, by name; the largest number up to which their ints are exact.
fn without_integers() -> Vec<(&'static str, Device, i32)> {
    let chip = |chip| Device::emulated(chip).unwrap();
    let mut devices = vec![("r300", chip(Chip::R300), 131_072), ("nv40", chip(Chip::Nv40), 16_777_216)];
    // Where tests are run in other dialects alone, the driver may have no OpenGL 2.1.
    match support::all_dialects().contains(&Dialect::Gl2) {
        true => devices.push(("gl2", support::open_driver(support::builder(Dialect::Gl2)), 16_777_216)),
        false => support::left_out("the dialect gl2"),
    }
    for (name, device, exact) in &devices {
        let Features { integers, exact_integer, .. } = device.features();
        assert_eq!((integers, exact_integer), (false, *exact as u32), "{name}");
    }
    devices
}

/// Devices with integers.
fn with_integers() -> Vec<Device> {
    let drivers =
        support::all_dialects().into_iter().filter(|dialect| *dialect != Dialect::Gl2 && *dialect != Dialect::Arb);
    let drivers = drivers.map(|dialect| support::open_driver(support::builder(dialect)));
    drivers.chain([Chip::G80, Chip::None].map(|chip| Device::emulated(chip).unwrap())).collect()
}

/// What `kernel void f(int a<>, int n, out int r<>)` with this body makes of these numbers, and what is said of it.
fn outcome(
    device: &Device,
    body: &str,
    a: &[i32],
    n: i32,
) -> (Result<Option<String>, String>, Result<Vec<i32>, String>) {
    let text = format!("// A kernel.\nkernel void f(int a<>, int n, out int r<>) {{\n    {body}\n}}\n");
    let program = Program::compile(device, "ints.br", &text).unwrap();
    let note = program.rounded_ints("f").map_err(|error| error.to_string());
    let run = || -> Result<Vec<i32>, brooklet::brook::Error> {
        let ty = program.unit().kernels[0].parameters[0].ty;
        let (mut x, mut r) = (program.stream_of(ty, a.len())?, program.stream_of(ty, a.len())?);
        x.write_bytes(&a.iter().flat_map(|a| a.to_ne_bytes()).collect::<Vec<u8>>())?;
        program.kernel("f")?.stream("a", &x).constant("n", n).output("r", &mut r).run()?;
        let bytes = r.read_bytes()?;
        Ok(bytes.chunks(4).map(|word| i32::from_ne_bytes(word.try_into().unwrap())).collect())
    };
    (note, run().map_err(|error| error.to_string()))
}

/// Bodies with an int that is known, the line where it stands, and what `f` of 3 and 5 is where there are integers.
const KNOWN: [(&str, usize, i64, i32); 5] = [
    ("r = a > 0 ? 16777217 : n;", 3, 16_777_217, 16_777_217),
    ("r = a;\n    if (r == 3) r = -16777219;", 4, -16_777_219, -16_777_219),
    ("int big = 16777216;\n    r = a;\n    r = big + 1;", 5, 16_777_217, 16_777_217),
    ("r = a < 0x7fffffff;", 3, 2_147_483_647, 1),
    ("r = 1 << 31;", 3, 2_147_483_648, i32::MIN),
];

#[test]
fn ints_that_are_known_are_exact_or_an_error_with_line_and_limit() {
    for (name, device, exact) in without_integers() {
        let renderer = &device.info().renderer;
        for (body, line, value, _) in KNOWN {
            let why = match value.count_ones() {
                1 => "its ints, which are floats, do not wrap to 32 bits".to_owned(),
                _ => format!("its ints are floats, and exact up to {exact}"),
            };
            let expected = format!(
                "kernel `f`: line {line} of ints.br has the int {value}, and this device ({renderer}) has no integers: {why}; \
                 take a dialect or chip with integers, or a float where the number need not be exact"
            );
            let found = outcome(&device, body, &[3], 5);
            assert_eq!(found, (Err(expected.clone()), Err(expected)), "{name}: {body}");
        }
    }
    for device in with_integers() {
        for (body, _, _, result) in KNOWN {
            assert_eq!(outcome(&device, body, &[3], 5), (Ok(None), Ok(vec![result])), "{device:?}: {body}");
        }
    }
}

/// What a float holds is no error, however large.
#[test]
fn large_ints_that_floats_hold_are_exact_everywhere() {
    let all = without_integers().into_iter().map(|(_, device, _)| device).chain(with_integers());
    for device in all {
        for (body, results) in [
            ("r = a == 3 ? 0x40000000 : 131074;", [0x4000_0000, 131_074]),
            ("r = (a & 0x7fffffff) == n ? 1 : 2;", [2, 1]),
            ("r = a > n ? a : n;", [5, 5]),
        ] {
            assert_eq!(outcome(&device, body, &[3, 5], 5), (Ok(None), Ok(results.to_vec())), "{device:?}: {body}");
        }
    }
}

#[test]
fn arithmetic_of_any_size_is_noted_with_its_line_and_the_limit() {
    let bodies = [
        ("r = a + n;", 3, [8, 10]),
        ("r = a;\n    r *= 3;", 4, [9, 15]),
        ("int i; r = 0;\n    for (i = 0; i < 4; i++)\n        r += a;", 5, [12, 20]),
    ];
    for (name, device, exact) in without_integers() {
        let renderer = &device.info().renderer;
        for (body, line, results) in bodies {
            let expected = format!(
                "kernel `f` computes with ints from line {line} of ints.br on, and this device ({renderer}) has no integers: results \
                 beyond {exact} are rounded and do not wrap"
            );
            assert_eq!(
                outcome(&device, body, &[3, 5], 5),
                (Ok(Some(expected)), Ok(results.to_vec())),
                "{name}: {body}"
            );
        }
    }
    for device in with_integers() {
        for (body, _, results) in bodies {
            assert_eq!(outcome(&device, body, &[3, 5], 5), (Ok(None), Ok(results.to_vec())), "{device:?}: {body}");
        }
    }
}

#[test]
fn where_no_int_grows_nothing_is_noted() {
    for (name, device, _) in without_integers() {
        for (body, results) in [
            ("r = a;", [3, 5]),
            ("r = (a & 255) * 3 + 1;", [10, 16]),
            ("int i; r = 0; for (i = 0; i < 4; i++) if (i < a) r = i;", [2, 3]),
            ("float x = a; x = x * 2.5; r = x;", [7, 12]),
        ] {
            assert_eq!(outcome(&device, body, &[3, 5], 5), (Ok(None), Ok(results.to_vec())), "{name}: {body}");
        }
    }
}

/// What the host gives is checked by what the device holds: 17 bits on an R300, where others have 24.
#[test]
fn what_the_host_gives_is_exact_or_an_error() {
    for (name, device, exact) in without_integers() {
        for value in [exact - 1, exact, -exact, 2 * exact, i32::MIN, 4 * (exact - 1)] {
            assert_eq!(outcome(&device, "r = a;", &[value], 1).1, Ok(vec![value]), "{name}");
            assert_eq!(outcome(&device, "r = n;", &[1], value).1, Ok(vec![value]), "{name}");
        }
        for value in [exact + 1, -exact - 1, 2 * exact + 2, i32::MAX] {
            let stream = format!(
                "element 1 of a stream of int is {value}, and this device has no integers: whole numbers are exact up to {exact}"
            );
            assert_eq!(outcome(&device, "r = a;", &[0, value], 1).1, Err(stream), "{name}");
            let error = outcome(&device, "r = n;", &[1], value).1.unwrap_err();
            assert_eq!(
                error,
                format!("pass `f`: constant `n` is {value}, and integers are exact up to {exact} on this device"),
                "{name}"
            );
        }
    }
    for device in with_integers() {
        for value in [131_073, 16_777_217, i32::MAX, i32::MIN] {
            assert_eq!(outcome(&device, "r = a;", &[value], 1), (Ok(None), Ok(vec![value])), "{device:?}");
            assert_eq!(outcome(&device, "r = n;", &[1], value), (Ok(None), Ok(vec![value])), "{device:?}");
        }
    }
}

/// So are the ints of the kernel language.
#[test]
fn kernels_of_the_kernel_language_too() {
    let text =
        "output float r;\nvoid main() {\n    int n = int(here()) == 0 ? 131073 : 2;\n    r = n == 2 ? 1.0 : 0.0;\n}\n";
    let kernel = |device: &Device| device.kernel(&Source::new("k", text)).map(drop).map_err(|error| error.to_string());
    for (name, device, exact) in without_integers() {
        let renderer = &device.info().renderer;
        let expected = match exact {
            131_072 => Err(format!(
                "kernel `k`: line 3 of k has the int 131073, and this device ({renderer}) has no integers: its ints are floats, and \
                 exact up to 131072; take a dialect or chip with integers, or a float where the number need not be exact"
            )),
            _ => Ok(()),
        };
        assert_eq!(kernel(&device), expected, "{name}");
    }
    for device in with_integers() {
        assert_eq!(kernel(&device), Ok(()), "{device:?}");
    }
}
